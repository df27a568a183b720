// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Asks the kernel about address ranges.
#include "Memory/MappedMemory.h"

#include "Device/RegionTables.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>
#include <utility>

namespace hetrt {
namespace {

/// msync() with MS_ASYNC does nothing on Linux but walk the mappings, and fails where there is a hole.
bool isMapped(std::uintptr_t Begin, std::uintptr_t End) {
  return msync(reinterpret_cast<void *>(Begin), End - Begin, MS_ASYNC) == 0 || errno != ENOMEM;
}

/// The first address from `Begin` on, where a page begins, that is not mapped; there is one before `End`.
std::uintptr_t firstHole(std::uintptr_t Begin, std::uintptr_t End, std::uintptr_t Page) {
  End = (End + Page - 1) / Page * Page; // so that what is halved always has a middle
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

/// What the array goes through, which has to be there before anybody reads it.
Status checkThrough(const Array &What) {
  for (unsigned Number = 0; Number < What.Through.size(); ++Number) {
    const IntegerTable &Table = What.Uses.tables()[Number];
    const Interval Read = What.Uses.positions(Number);
    const auto Base = reinterpret_cast<std::uintptr_t>(Table.Base);
    if (Status Result = checkMapped(*What.Through[Number], Base + std::uint64_t(Read.Lower) * Table.Size,
                                    Base + std::uint64_t(Read.Upper) * Table.Size);
        !Result.ok())
      return Result;
  }
  return Status::success();
}

} // namespace

// The kernel copies a byte of each page, and fails where a fault would have been.
bool areReadable(std::span<const MemoryRange> Ranges) {
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
  std::uintptr_t Last = UINTPTR_MAX; // the page before, which need not be asked about again
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

bool isReadable(std::uintptr_t Begin, std::uint64_t Bytes) {
  const MemoryRange Alone{Begin, Bytes};
  return areReadable(std::span(&Alone, 1));
}

bool isReadableBlock(std::uintptr_t Begin, std::uint64_t Bytes) {
  if (Bytes == 0)
    return true;
  const std::array<MemoryRange, 2> Ends = {{{Begin, 1}, {Begin + Bytes - 1, 1}}};
  return isMapped(Begin / pageSize() * pageSize(), Begin + Bytes) && areReadable(Ends);
}

std::vector<MemoryRange> memoryOf(const Array &What, const Box &Indices) {
  const auto Base = reinterpret_cast<std::uintptr_t>(What.Base);
  if (!What.hasRowPointers()) {
    const Interval Flat = flatHull(What, Indices);
    if (Flat.empty())
      return {};
    return {{Base + static_cast<std::uint64_t>(Flat.Lower) * What.ElementSize, Flat.size() * What.ElementSize}};
  }
  std::vector<MemoryRange> Found;
  for (const Piece &Part : piecesOf(What, wholeLayout(What), Indices))
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
  if (What.OfDriver)
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
