// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the memory block around an address: asks libhetalloc.so and, for variables of static memory, reads the symbol
// table of the program.
#include "Memory/Allocations.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <span>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

/// Defined by libhetalloc.so; null where the program is not linked with this library.
extern "C" __attribute__((weak, visibility("default"))) int
hetrt_find_allocation(const void *Address, const void **First, std::size_t *Bytes);

namespace hetrt {
namespace {

/// A mapping of the file that the program was loaded from, for as long as this object lives.
class ProgramFile {
public:
  ProgramFile() {
    const int File = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    struct stat Status {};
    if (File >= 0 && fstat(File, &Status) == 0 && Status.st_size > 0)
      if (void *Mapped = mmap(nullptr, std::size_t(Status.st_size), PROT_READ, MAP_PRIVATE, File, 0);
          Mapped != MAP_FAILED)
        Bytes = {static_cast<const std::byte *>(Mapped), std::size_t(Status.st_size)};
    if (File >= 0)
      close(File);
  }
  ~ProgramFile() {
    if (!Bytes.empty())
      munmap(const_cast<std::byte *>(Bytes.data()), Bytes.size());
  }
  ProgramFile(const ProgramFile &) = delete;

  /// `Count` entries of a table that begins `Offset` bytes into the file; empty where the table does not lie in the
  /// file.
  template <typename Entry> std::vector<Entry> table(std::uint64_t Offset, std::uint64_t Count) const {
    if (Offset > Bytes.size() || Count > (Bytes.size() - Offset) / sizeof(Entry))
      return {};
    std::vector<Entry> Made(Count);
    if (Count)
      std::memcpy(Made.data(), Bytes.data() + Offset, Count * sizeof(Entry));
    return Made;
  }

private:
  std::span<const std::byte> Bytes;
};

/// A callback for dl_iterate_phdr(), which visits the loaded objects and the program itself first: copies that first
/// entry to `Into`, and ends the iteration.
int takeProgram(dl_phdr_info *Info, std::size_t, void *Into) {
  *static_cast<dl_phdr_info *>(Into) = *Info;
  return 1;
}

/// The variables of the program that have at least 256 bytes, by the symbol table of the program's file. Returns none
/// if the program is stripped, or if /proc/self/exe is another file than the loaded program, as under an emulator; in
/// that case the program headers in memory differ from those in the file.
std::vector<Allocation> readStaticObjects() {
  std::vector<Allocation> Found;
  dl_phdr_info Loaded{};
  dl_iterate_phdr(takeProgram, &Loaded);
  const ProgramFile File;
  const auto Header = File.table<ElfW(Ehdr)>(0, 1);
  if (Header.empty() || std::memcmp(Header[0].e_ident, ELFMAG, SELFMAG) != 0 || Header[0].e_phnum != Loaded.dlpi_phnum)
    return Found;
  const auto Segments = File.table<ElfW(Phdr)>(Header[0].e_phoff, Header[0].e_phnum);
  if (Segments.empty() || std::memcmp(Segments.data(), Loaded.dlpi_phdr, Segments.size() * sizeof Segments[0]) != 0)
    return Found;
  for (const ElfW(Shdr) & Section : File.table<ElfW(Shdr)>(Header[0].e_shoff, Header[0].e_shnum))
    if (Section.sh_type == SHT_SYMTAB)
      for (const ElfW(Sym) & Each : File.table<ElfW(Sym)>(Section.sh_offset, Section.sh_size / sizeof(ElfW(Sym))))
        if ((Each.st_info & 0xf) == STT_OBJECT && Each.st_shndx != SHN_UNDEF && Each.st_shndx < SHN_LORESERVE &&
            Each.st_size >= 256)
          Found.push_back({Loaded.dlpi_addr + Each.st_value, Each.st_size});
  return Found;
}

/// The largest variable of the program's static memory that contains `Address`. Empty where there is none. Also empty
/// where two variables around the address overlap and neither contains the other, since it is then not known which of
/// them the program means.
Allocation staticObjectAround(std::uintptr_t Address) {
  static const std::vector<Allocation> All = readStaticObjects();
  Allocation Largest;
  for (const Allocation &Each : All)
    if (Address - Each.Begin < Each.Bytes && Each.Bytes > Largest.Bytes)
      Largest = Each;
  const bool IsPart = std::ranges::any_of(All, [&](const Allocation &Each) {
    return Address - Each.Begin < Each.Bytes && (Each.Begin < Largest.Begin || Each.end() > Largest.end());
  });
  return IsPart ? Allocation() : Largest;
}

} // namespace

Allocation allocationAround(std::uintptr_t Address) {
  const void *First = nullptr;
  std::size_t Bytes = 0;
  if (hetrt_find_allocation && hetrt_find_allocation(reinterpret_cast<const void *>(Address), &First, &Bytes))
    return {reinterpret_cast<std::uintptr_t>(First), Bytes};
  return staticObjectAround(Address);
}

} // namespace hetrt
