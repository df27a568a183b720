// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fills copies from snapshots, copies them back block by block, and compares the blocks with the snapshots.
#include "Memory/ComparedCopy.h"

#include <algorithm>

namespace hetrt {

/// The size of the blocks in which the copy is copied back. It is small enough that a block and its part of the
/// snapshot stay in a core's cache while they are compared.
static constexpr std::uint64_t BlockBytes = 256 << 10;
static_assert(BlockBytes % Difference::WordBytes == 0);

Status ComparedCopy::locate(unsigned Slot) {
  Storage[Slot].Where = wholeLayout(What);
  bool Crowded = false;
  if (!Copy)
    if (Status Result = On.allocate(Storage[Slot].Where.Bytes, Copy, Crowded); !Result.ok())
      return Result;
  Storage[Slot].Address = Copy;
  return Status::success();
}

/// Fills the copy before the first launch only. Before later launches, the copy must not be filled again, since other
/// threads may have written the host's array, and this device has written the copy.
Status ComparedCopy::moveIn(unsigned) {
  const Box Used = What.Uses.held(On.Arrays.Call.all());
  if (Changes || std::ranges::any_of(Used, &Interval::empty))
    return Status::success();
  // The range from the first to the last used element also has bytes between the elements of a section (as
  // `a[0:n][0:2]`), and bytes that are in no row. The loop does not write these, so comparing them finds no difference.
  std::uint64_t Last = 0;
  Begin = 0;
  for (unsigned D = 0; D < MaxRank; ++D) {
    Begin += std::uint64_t(Used[D].Lower) * What.strideBytes(D);
    Last += std::uint64_t(Used[D].Upper - 1) * What.strideBytes(D);
  }
  const std::uint64_t Bytes = Last + What.ElementSize - Begin;
  if (What.Host.RowsAt || What.Host.Stride)
    Changes.emplace(rowsOf(Used), Bytes);
  else
    Changes.emplace(std::span(What.Host.Base + Begin, Bytes));
  return device().copyIn(Copy + Begin, Changes->bytes().data(), Changes->bytes().size(), Queue::In);
}

/// For each row of the box `Used`: where the row is in the program's memory, and its offset in the copy from Begin.
std::vector<Difference::Part> ComparedCopy::rowsOf(const Box &Used) const {
  std::vector<Difference::Part> Found;
  for (const CopyRectangle &Each : rectanglesOf(What, wholeLayout(What), Used))
    for (std::uint64_t Row = 0; Row < Each.Rows; ++Row)
      Found.push_back({std::span(What.Host.Base + Each.hostOffset(Row), Each.RowBytes),
                       Each.DeviceOffset + Row * Each.DevicePitch - Begin});
  return Found;
}

/// The half of the staging buffer for the block that begins `At` bytes behind Begin.
std::span<std::byte> ComparedCopy::block(std::uint64_t At) const {
  return {Stage.get() + At / BlockBytes % 2 * BlockBytes, std::min(BlockBytes, Changes->bytes().size() - At)};
}

Status ComparedCopy::fetch(std::uint64_t At) {
  return device().copyOut(block(At).data(), Copy + Begin + At, block(At).size(), Queue::Out);
}

Status ComparedCopy::compare() {
  if (!Changes)
    return Status::success();
  if (!Stage)
    Stage.reset(new std::byte[2 * BlockBytes]);
  const std::uint64_t Bytes = Changes->bytes().size();
  Status Result = fetch(0);
  for (std::uint64_t At = 0; Result.ok() && At < Bytes; At += BlockBytes) {
    if (Result = device().synchronize(Queue::Out); !Result.ok())
      break;
    if (At + BlockBytes < Bytes)
      Result = fetch(At + BlockBytes);
    Changes->compare(At, block(At));
  }
  return Result;
}

void ComparedCopy::noteWritten(const Box &) {
  if (Changes)
    Changes->keep();
}

Status ComparedCopy::forget(std::span<const Iterations>) {
  if (Changes)
    Changes->drop();
  return Status::success();
}

} // namespace hetrt
