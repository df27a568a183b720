// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reserves addresses for the copies of a thread (Replicas.h), and copies rectangles between these and the arrays.
#include "Memory/Replicas.h"

#include "Device/RegionTables.h"

#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

namespace hetrt {
namespace {

/// Copies the rectangles from one memory to another, both with the array's own strides.
void copyRectangles(std::byte *To, const std::byte *From, const std::vector<CopyRectangle> &Parts) {
  for (const CopyRectangle &Part : Parts)
    for (std::uint64_t Row = 0; Row < Part.Rows; ++Row) {
      const std::int64_t Offset = Part.hostOffset(Row);
      std::memcpy(To + Offset, From + Offset, Part.RowBytes);
    }
}

std::vector<CopyRectangle> rectanglesAlong(const ResolvedCall &Call, unsigned Index, Interval Along) {
  const Array &What = Call.Arrays[Index];
  return rectanglesOf(What, wholeLayout(What), slab(What, Call.all(), Along));
}

} // namespace

void Unmap::operator()(std::byte *Mapping) const { munmap(Mapping, Bytes); }

std::vector<bool> Replicas::wanted() const {
  std::vector<bool> Wanted(Arrays.Call.Arrays.size());
  for (unsigned A = 0; A < Arrays.Region->array_count; ++A)
    if (Arrays.Region->arrays[A].flags & HETRT_COPIED)
      Wanted[Arrays.Call.ArrayOf[A]] = true;
  return Wanted;
}

/// Reserves addresses for a copy. The copy begins at the same offset in a page as the array itself, so that it is
/// aligned alike.
Status Replicas::reserve(const Array &What, Copy &Into) const {
  static const auto Page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::size_t Bytes = What.bytes() + Page;
  void *Mapping = mmap(nullptr, Bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (Mapping == MAP_FAILED)
    return Status::programFault(HETRT_ERROR_DEVICE,
                                fmt::format("{}: wanted {} bytes of addresses for a thread's copy, found none: {}",
                                            clauseOf(*What.Info), Bytes, std::strerror(errno)));
  Into.Mapping = {static_cast<std::byte *>(Mapping), Unmap{Bytes}};
  Into.Begin = Into.Mapping.get() + reinterpret_cast<std::uintptr_t>(What.Host.Base) % Page;
  return Status::success();
}

Status Replicas::bringIn(std::uint64_t First, std::uint64_t Last) {
  const std::vector<bool> Wanted = wanted();
  Copies.resize(Wanted.size());
  for (unsigned Index = 0; Index < Wanted.size(); ++Index) {
    const Array &What = Arrays.Call.Arrays[Index];
    if (!Wanted[Index] || What.bytes() == 0)
      continue;
    if (Status Result = reserve(What, Copies[Index]); !Result.ok())
      return Result;
    for (const Box &Part : What.Uses.touched({First, Last}))
      copyRectangles(Copies[Index].Begin, What.Host.Base, rectanglesOf(What, wholeLayout(What), Part));
  }
  return Status::success();
}

void Replicas::sendOut(std::uint64_t First, std::uint64_t Last) const {
  for (unsigned Index = 0; Index < Copies.size(); ++Index)
    if (const Array &What = Arrays.Call.Arrays[Index]; has(Index))
      copyRectangles(What.Host.Base, Copies[Index].Begin, writtenRectangles(What, wholeLayout(What), {First, Last}));
}

const void *Replicas::original(const void *Base) const {
  for (unsigned Index = 0; Index < Copies.size(); ++Index)
    if (has(Index) && Copies[Index].Begin == Base)
      return Arrays.Call.Arrays[Index].Host.Base;
  return Base;
}

void Replicas::give(unsigned Index, Interval Along) const {
  copyRectangles(Arrays.Call.Arrays[Index].Host.Base, Copies[Index].Begin, rectanglesAlong(Arrays.Call, Index, Along));
}

void Replicas::take(unsigned Index, Interval Along) const {
  copyRectangles(Copies[Index].Begin, Arrays.Call.Arrays[Index].Host.Base, rectanglesAlong(Arrays.Call, Index, Along));
}

void Replicas::takeFrom(const Replicas &Other, unsigned Index, Interval Along) const {
  copyRectangles(Copies[Index].Begin, Other.Copies[Index].Begin, rectanglesAlong(Arrays.Call, Index, Along));
}

} // namespace hetrt
