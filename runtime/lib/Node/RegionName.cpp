// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds regions in the modules that the dynamic loader has loaded.
#include "Node/RegionName.h"

#include "Files/Program.h"

#include <cstring>
#include <elf.h>
#include <fstream>
#include <link.h>
#include <map>
#include <mutex>
#include <vector>

namespace hetrt::node {
namespace {

/// The FNV-1a hash of some bytes.
std::uint64_t hashOf(const char *Bytes, std::size_t Count, std::uint64_t Hash = 0xcbf29ce484222325) {
  for (std::size_t I = 0; I < Count; ++I)
    Hash = (Hash ^ static_cast<unsigned char>(Bytes[I])) * 0x100000001b3;
  return Hash;
}

std::uint64_t hashOfFile(const char *Name) {
  const std::string Path = Name && *Name ? Name : programPath();
  std::ifstream File(Path, std::ios::binary);
  std::vector<char> Buffer(1 << 16);
  std::uint64_t Hash = 0xcbf29ce484222325;
  while (File.read(Buffer.data(), static_cast<std::streamsize>(Buffer.size())) || File.gcount() > 0)
    Hash = hashOf(Buffer.data(), static_cast<std::size_t>(File.gcount()), Hash);
  return Hash;
}

/// The build id among the notes of a segment; empty if there is none.
std::string buildIdIn(const char *Notes, std::size_t Size, std::size_t Alignment) {
  const std::size_t Unit = Alignment == 8 ? 8 : 4;
  auto RoundedUp = [Unit](std::size_t Bytes) { return (Bytes + Unit - 1) / Unit * Unit; };
  while (Size >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) Note;
    std::memcpy(&Note, Notes, sizeof Note);
    const std::size_t Name = sizeof Note, Text = Name + RoundedUp(Note.n_namesz), End = Text + RoundedUp(Note.n_descsz);
    if (End > Size)
      break;
    if (Note.n_type == NT_GNU_BUILD_ID && Note.n_namesz == 4 && std::memcmp(Notes + Name, "GNU", 4) == 0)
      return {Notes + Text, Note.n_descsz};
    Notes += End;
    Size -= End;
  }
  return {};
}

std::uint64_t hashOfModule(const dl_phdr_info &Module) {
  // Each module's hash is computed only once, since hashing a large file takes long.
  static std::mutex Mutex;
  static std::map<const void *, std::uint64_t> Known;
  std::lock_guard Lock(Mutex);
  const auto [Place, New] = Known.try_emplace(Module.dlpi_phdr);
  if (!New)
    return Place->second;
  std::string Id;
  for (unsigned I = 0; I < Module.dlpi_phnum && Id.empty(); ++I)
    if (const auto &Segment = Module.dlpi_phdr[I]; Segment.p_type == PT_NOTE)
      Id = buildIdIn(reinterpret_cast<const char *>(Module.dlpi_addr + Segment.p_vaddr), Segment.p_memsz,
                     Segment.p_align);
  return Place->second = Id.empty() ? hashOfFile(Module.dlpi_name) : hashOf(Id.data(), Id.size());
}

/// Whether bytes lie in one loaded segment of a module; `Offset` counts from the module's beginning.
bool hasBytes(const dl_phdr_info &Module, std::uint64_t Offset, std::uint64_t Bytes) {
  for (unsigned I = 0; I < Module.dlpi_phnum; ++I) {
    const auto &Segment = Module.dlpi_phdr[I];
    if (Segment.p_type == PT_LOAD && (Segment.p_flags & PF_R) && Offset >= Segment.p_vaddr &&
        Offset - Segment.p_vaddr <= Segment.p_memsz && Bytes <= Segment.p_memsz - (Offset - Segment.p_vaddr))
      return true;
  }
  return false;
}

/// Calls `Look` for each module until it returns true; returns whether it did.
template <typename Function> bool anyModule(Function Look) {
  return dl_iterate_phdr([](dl_phdr_info *Module, std::size_t,
                            void *Data) { return static_cast<int>((*static_cast<Function *>(Data))(*Module)); },
                         &Look) != 0;
}

RegionName described(const hetrt_region &Region) {
  return {0, 0, Region.content, Region.values_size, Region.array_count, Region.ordinal};
}

std::uint64_t hashOfModuleWith(const void *Address) {
  std::uint64_t Hash = 0;
  anyModule([&](const dl_phdr_info &Module) {
    if (!hasBytes(Module, reinterpret_cast<std::uintptr_t>(Address) - Module.dlpi_addr, 1))
      return false;
    Hash = hashOfModule(Module);
    return true;
  });
  return Hash;
}

/// The names that were asked for so far, and which descriptors are copies of other descriptors.
struct RegionNames {
  std::mutex Mutex;
  std::map<const hetrt_region *, RegionName> Known;
  std::map<const hetrt_region *, const hetrt_region *> Copies;
};

RegionNames &names() {
  static RegionNames All;
  return All;
}

} // namespace

void nameAlike(const hetrt_region &Copy, const hetrt_region &Of) {
  std::lock_guard Lock(names().Mutex);
  names().Copies[&Copy] = &Of;
}

std::optional<RegionName> nameOf(const hetrt_region &Given) {
  std::lock_guard Lock(names().Mutex);
  const auto Copy = names().Copies.find(&Given);
  const hetrt_region &Region = Copy == names().Copies.end() ? Given : *Copy->second;
  auto &Known = names().Known;
  if (const auto There = Known.find(&Region); There != Known.end())
    return There->second;
  RegionName Name = described(Region);
  const bool Found = anyModule([&](const dl_phdr_info &Module) {
    const std::uint64_t Offset = reinterpret_cast<std::uintptr_t>(&Region) - Module.dlpi_addr;
    if (!hasBytes(Module, Offset, sizeof Region))
      return false;
    Name.Module = hashOfModule(Module);
    Name.Offset = Offset;
    return true;
  });
  if (!Found)
    return std::nullopt;
  return Known.emplace(&Region, Name).first->second;
}

const hetrt_region *regionOf(const RegionName &Name, std::string &Why) {
  const hetrt_region *Found = nullptr;
  const bool Loaded = anyModule([&](const dl_phdr_info &Module) {
    if (hashOfModule(Module) != Name.Module)
      return false;
    if (Name.Offset % alignof(hetrt_region) == 0 && hasBytes(Module, Name.Offset, sizeof(hetrt_region)))
      Found = reinterpret_cast<const hetrt_region *>(Module.dlpi_addr + Name.Offset);
    return true;
  });
  if (!Loaded)
    Why = "its library is not loaded in the rank that serves";
  else if (!Found || Found->abi != HETRT_ABI || Found->size != sizeof(hetrt_region))
    Why = "there is no region at this place";
  else if (RegionName There = described(*Found); There.Content != Name.Content || There.Ordinal != Name.Ordinal ||
                                                 There.ValuesSize != Name.ValuesSize ||
                                                 There.ArrayCount != Name.ArrayCount)
    Why = "there is another region at this place";
  return Why.empty() ? Found : nullptr;
}

ProgramName programName() {
  ProgramName Name;
  anyModule([&](const dl_phdr_info &Module) { // the first module is the program
    Name.Program = hashOfModule(Module);
    return true;
  });
  Name.Runtime = hashOfModuleWith(reinterpret_cast<const void *>(&programName));
  return Name;
}

} // namespace hetrt::node
