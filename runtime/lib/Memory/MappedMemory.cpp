// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Asks the operating system whether address ranges are mapped and readable.
#include "Memory/MappedMemory.h"

#include "Device/RegionTables.h"
#include "Files/Descriptor.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>
#include <utility>

namespace hetrt {
namespace {

/// Whether all pages from Begin to End are mapped. On Linux, msync() with MS_ASYNC only walks the mappings, and fails
/// where there is a hole.
bool isMapped(std::uintptr_t Begin, std::uintptr_t End) {
  return msync(reinterpret_cast<void *>(Begin), End - Begin, MS_ASYNC) == 0 || errno != ENOMEM;
}

/// The first page that is not mapped, by bisection from the page that begins at `Begin` on. The caller knows that there
/// is such a page before `End`.
std::uintptr_t firstHole(std::uintptr_t Begin, std::uintptr_t End, std::uintptr_t Page) {
  End = (End + Page - 1) / Page * Page; // whole pages, so that the middle is the beginning of a page
  while (End - Begin > Page) {
    const std::uintptr_t Middle = Begin + (End - Begin) / Page / 2 * Page;
    if (isMapped(Begin, Middle))
      Begin = Middle;
    else
      End = Middle;
  }
  return Begin;
}

std::uintptr_t pageSize() {
  static const auto Size = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  return Size;
}

Status checkMapped(const hetrt_array_info &Info, std::uintptr_t Begin, std::uintptr_t End) {
  const std::uintptr_t Page = pageSize(), FirstPage = Begin / Page * Page;
  if (Begin == End || isMapped(FirstPage, End))
    return Status::success();
  return Status::programFault(
      HETRT_ERROR_ARGUMENT,
      fmt::format("{}: wanted an array in memory, {} bytes from address {:#x} on; found nothing mapped at {:#x}",
                  clauseOf(Info), End - Begin, Begin, std::max(firstHole(FirstPage, End, Page), Begin)));
}

/// Checks that the integers which the array's ends go through are mapped, before anything reads them.
Status checkThrough(const Array &What) {
  for (unsigned Number = 0; Number < What.Indirect.Through.size(); ++Number) {
    const IntegerTable &Table = What.Uses.tables()[Number];
    const Interval Read = What.Uses.positions(Number);
    const auto Base = reinterpret_cast<std::uintptr_t>(Table.Base);
    if (Status Result = checkMapped(*What.Indirect.Through[Number], Base + std::uint64_t(Read.Lower) * Table.Size,
                                    Base + std::uint64_t(Read.Upper) * Table.Size);
        !Result.ok())
      return Result;
  }
  return Status::success();
}

/// Whether the operating system can copy a byte of each page; process_vm_readv() fails where reading the page would be
/// a fault. The call makes the system map a page of zeros for each page that was never written, so the first write to
/// such a page costs a second page fault.
bool areReadByTheKernel(std::span<const MemoryRange> Ranges) {
  constexpr std::size_t Most = 512;
  std::array<iovec, Most> Pages{};
  std::array<std::byte, Most> Copies{};
  std::size_t Count = 0;
  const auto Ask = [&] {
    const iovec Into = {Copies.data(), Count};
    const auto Wanted = static_cast<ssize_t>(std::exchange(Count, 0));
    return Wanted == 0 ||
           process_vm_readv(getpid(), &Into, 1, Pages.data(), static_cast<unsigned long>(Wanted), 0) == Wanted;
  };
  std::uintptr_t Last = UINTPTR_MAX; // the page that was added last, which is not added twice
  for (const MemoryRange &Each : Ranges)
    for (std::uintptr_t Begin = Each.Begin; Begin < Each.end(); Begin = (Begin / pageSize() + 1) * pageSize()) {
      if (std::exchange(Last, Begin / pageSize()) == Begin / pageSize())
        continue;
      Pages[Count++] = {reinterpret_cast<void *>(Begin), 1};
      if (Count == Most && !Ask())
        return false;
    }
  return Ask();
}

/// The argument of the ioctl PROCMAP_QUERY, which asks Linux (since version 6.11) about the mapping that contains an
/// address. This is struct procmap_query of linux/fs.h, which older headers lack.
struct MappingQuery {
  std::uint64_t Size = sizeof(MappingQuery), Flags = 0, Address = 0;
  std::uint64_t Begin = 0, End = 0, Is = 0, PageBytes = 0, Offset = 0, Inode = 0;
  std::uint32_t DeviceMajor = 0, DeviceMinor = 0, NameBytes = 0, BuildIdBytes = 0;
  std::uint64_t Name = 0, BuildId = 0;

  static constexpr std::uint64_t Readable = 1;
};
static_assert(sizeof(MappingQuery) == 104);

enum class Access { Yes, No, Unknown };

/// Looks at the mappings alone, so that no page is touched. A mapped file may be shorter than its mapping, and accesses
/// after the end of the file fail. So `ToRead` gets the ranges that are mapped files, which the caller has to try to
/// read.
Access accessByMappings(std::span<const MemoryRange> Ranges, std::vector<MemoryRange> &ToRead) {
  const Descriptor Maps = openAt(AT_FDCWD, "/proc/self/maps", O_RDONLY);
  if (!Maps)
    return Access::Unknown;
  MappingQuery Of;
  for (const MemoryRange &Each : Ranges)
    for (std::uintptr_t At = Each.Begin; At < Each.end(); At = Of.End) {
      if (At < Of.Begin || At >= Of.End) {
        Of = {.Address = At};
        if (ioctl(Maps.number(), _IOWR('f', 17, MappingQuery), &Of) != 0)
          return errno == ENOENT ? Access::No : Access::Unknown;
      }
      if (!(Of.Is & MappingQuery::Readable))
        return Access::No;
      if (Of.Inode)
        ToRead.push_back({At, std::min<std::uintptr_t>(Of.End, Each.end()) - At});
    }
  return Access::Yes;
}

} // namespace

bool areReadable(std::span<const MemoryRange> Ranges) {
  // A pointer that was never set may lead to the last addresses, from where a range would go on at address 0.
  if (std::ranges::any_of(Ranges, [](const MemoryRange &Each) { return Each.Bytes > UINTPTR_MAX - Each.Begin; }))
    return false;
  std::vector<MemoryRange> ToRead;
  switch (accessByMappings(Ranges, ToRead)) {
  case Access::Yes:
    return areReadByTheKernel(ToRead);
  case Access::No:
    return false;
  case Access::Unknown:
    break;
  }
  return areReadByTheKernel(Ranges);
}

bool isReadable(std::uintptr_t Begin, std::uint64_t Bytes) {
  const MemoryRange Alone{Begin, Bytes};
  return areReadable(std::span(&Alone, 1));
}

std::vector<MemoryRange> memoryOf(const Array &What, const Box &Indices) {
  const auto Base = reinterpret_cast<std::uintptr_t>(What.Host.Base);
  if (!What.hasRowPointers()) {
    const Interval Flat = flatHull(What, Indices);
    if (Flat.empty())
      return {};
    return {{Base + static_cast<std::uint64_t>(Flat.Lower) * What.ElementSize, Flat.size() * What.ElementSize}};
  }
  std::vector<MemoryRange> Found;
  for (const CopyRectangle &Part : rectanglesOf(What, wholeLayout(What), Indices))
    for (std::uint64_t Row = 0; Row < Part.Rows; ++Row)
      Found.push_back({Base + Part.hostOffset(Row), Part.RowBytes});
  if (!std::ranges::is_sorted(Found, {}, &MemoryRange::Begin))
    std::ranges::sort(Found, {}, &MemoryRange::Begin);
  std::vector<MemoryRange> Joined;
  for (const MemoryRange &Each : Found) {
    if (Joined.empty() || Each.Begin > Joined.back().end())
      Joined.push_back(Each);
    else
      Joined.back().Bytes = std::max(Joined.back().end(), Each.end()) - Joined.back().Begin;
  }
  return Joined;
}

bool meet(std::span<const MemoryRange> A, std::span<const MemoryRange> B) {
  for (auto InA = A.begin(), InB = B.begin(); InA != A.end() && InB != B.end();) {
    if (InA->Begin < InB->end() && InB->Begin < InA->end())
      return true;
    (InA->end() <= InB->end() ? InA : InB)++;
  }
  return false;
}

Status checkMapped(const Array &What, Iterations Of) {
  if (Status Result = checkThrough(What); !Result.ok())
    return Result;
  if (What.Host.OfDriver)
    return Status::success();
  const std::vector<MemoryRange> Touched = memoryOf(What, What.Uses.held(Of));
  if (Touched.size() == 1)
    return checkMapped(*What.Info, Touched.front().Begin, Touched.front().end());
  return areReadable(Touched)
             ? Status::success()
             : Status::programFault(HETRT_ERROR_ARGUMENT,
                                    fmt::format("{}: wanted {} rows in memory, found one that cannot be read",
                                                clauseOf(*What.Info), Touched.size()));
}

} // namespace hetrt
