// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Moves the windows of a pass to and from one accelerator.
#include "Memory/PassMemory.h"

#include <cstring>

namespace hetrt {

PassMemory::PassMemory(const PassArrays &Arrays, DeviceMemory &Home, Directory &Known)
    : Arrays(Arrays), Home(Home), Known(Known), Places(Arrays.Call.Arrays.size()), Values(Arrays.Region->values_size),
      Bounds(Arrays.Region->window_count), Ranges(Arrays.Region->window_count) {
  Home.releaseRetired();
  if (!Values.empty())
    std::memcpy(Values.data(), Arrays.Values, Values.size());
}

PassMemory::~PassMemory() {
  releaseShares();
  for (Place &At : Places)
    Home.release(At.ForPass.Address);
}

FullCopy *PassMemory::fullCopy(unsigned Index) {
  if (PersistentArray *Entry = Arrays.Persistent[Index].get())
    return &Entry->Copies[Home.number()];
  return Arrays.Call.Arrays[Index].allocatesShare() ? nullptr : &Places[Index].ForPass;
}

bool PassMemory::makeRoom() { return Known.evict(Home, Arrays.Persistent); }

/// Makes a full copy if there is none yet; what it holds is told along the dimension that this pass splits.
Status PassMemory::placeInFull(unsigned Index, FullCopy &Copy) {
  const Array &What = Arrays.Call.Arrays[Index];
  Place &At = Places[Index];
  At.Where = wholeLayout(What);
  if (!Copy.Address) {
    Copy.Valid.clear();
    if (Status Result = Home.allocate(At.Where.Bytes, Copy.Address, [&] { return makeRoom(); }); !Result.ok())
      return Result;
  }
  if (Copy.Dimension != What.dimension()) {
    const bool Complete = Copy.Valid.covers({0, What.Extent[Copy.Dimension]});
    Copy.Dimension = What.dimension();
    Copy.Valid = Complete ? IntervalSet({0, What.Extent[Copy.Dimension]}) : IntervalSet();
  }
  At.Address = Copy.Address;
  return Status::success();
}

Status PassMemory::place(unsigned Index) {
  if (FullCopy *Copy = fullCopy(Index))
    return placeInFull(Index, *Copy);
  Place &At = Places[Index];
  At.Where = shareLayout(Arrays.Call.Arrays[Index], Arrays.Call.Iterations.hull(First, Last),
                         Home.device().capabilities().SimdBytes);
  return Home.allocate(At.Where.Bytes, At.Address, [&] { return makeRoom(); });
}

Status PassMemory::copyIn(unsigned Index, const std::vector<Piece> &Pieces) {
  const Place &At = Places[Index];
  const std::byte *Base = Arrays.Call.Arrays[Index].Base;
  for (const Piece &Part : Pieces) {
    const CopyShape Shape{Part.Rows, Part.RowBytes, Part.DevicePitch, Part.HostPitch};
    if (Status Result = Home.device().copyIn(At.Address + Part.DeviceOffset, Base + Part.HostOffset, Shape);
        !Result.ok())
      return Result;
  }
  return Status::success();
}

/// Brings the array's window up to date on the device.
Status PassMemory::fill(unsigned Index) {
  const Array &What = Arrays.Call.Arrays[Index];
  if (!What.In)
    return Status::success();
  const Interval Hull = Arrays.Call.Iterations.hull(First, Last);
  FullCopy *Copy = fullCopy(Index);
  if (!Copy || (What.tiedCount() > 1 && !What.Whole)) {
    for (const Box &Part : readBoxes(What, Hull))
      if (Status Result = copyIn(Index, piecesOf(What, Places[Index].Where, Part)); !Result.ok())
        return Result;
    return Status::success();
  }
  const Interval Needed = readInterval(What, What.dimension(), Hull);
  const IntervalSet Absent = Copy->Valid.missing(Needed); // named: a temporary would end before the loop does
  for (Interval Missing : Absent.intervals())
    if (Status Result = copyIn(Index, piecesOf(What, Places[Index].Where, slab(What, Missing))); !Result.ok())
      return Result;
  Copy->Valid.add(Needed);
  return Status::success();
}

Status PassMemory::bringIn(std::uint64_t First, std::uint64_t Last) {
  releaseShares();
  this->First = First;
  this->Last = Last;
  for (unsigned Index = 0; Index < Places.size(); ++Index) {
    if (Status Result = place(Index); !Result.ok())
      return Result;
    if (Status Result = fill(Index); !Result.ok())
      return Result;
  }
  describe();
  return Status::success();
}

/// Fills what the kernel gets to see: offset pointers, bounds, and where the windows lie.
void PassMemory::describe() {
  const Interval Hull = Arrays.Call.Iterations.hull(First, Last);
  for (unsigned Window = 0; Window < Arrays.Region->window_count; ++Window) {
    const unsigned Index = Arrays.Call.ArrayOf[Window];
    const Place &At = Places[Index];
    const DeviceAddress OffsetPointer = At.Address + At.Where.offsetOf({0, 0, 0});
    std::memcpy(Values.data() + Arrays.Region->windows[Window].pointer_offset, &OffsetPointer, sizeof OffsetPointer);
    tellStrides(Window, At.Where);
    Bounds[Window] = boundsOf(Arrays.Call.Arrays[Index], Window, Hull);
    Ranges[Window] = {At.Address, At.Where.Bytes};
  }
}

void PassMemory::tellStrides(unsigned Window, const Layout &Where) {
  const hetrt_window_info &Info = Arrays.Region->windows[Window];
  if (!(Info.flags & HETRT_STRIDED))
    return;
  std::byte *To = Values.data() + Info.pointer_offset + sizeof(void *);
  for (unsigned D = 0; D + 1 < Info.rank; ++D, To += sizeof(hetrt_int64)) {
    const auto Elements =
        static_cast<hetrt_int64>(Where.Stride[D] / Arrays.Call.Arrays[Arrays.Call.ArrayOf[Window]].ElementSize);
    std::memcpy(To, &Elements, sizeof Elements);
  }
}

Launch PassMemory::launch() const {
  Launch Wanted;
  Wanted.Region = Arrays.Region;
  Wanted.First = First;
  Wanted.Last = Last;
  Wanted.Values = Values;
  Wanted.Bounds = Bounds;
  Wanted.Windows = Ranges;
  return Wanted;
}

Status PassMemory::sendOut() {
  Stage.clear();
  std::uint64_t StageBytes = 0;
  std::vector<std::vector<Piece>> Written(Places.size());
  for (unsigned Index = 0; Index < Places.size(); ++Index) {
    const Array &What = Arrays.Call.Arrays[Index];
    Written[Index] = writtenPieces(What, Places[Index].Where, Arrays.Call.Iterations, First, Last);
    for (const Piece &Part : Written[Index])
      StageBytes += What.In ? Part.bytes() : 0;
  }
  std::byte *Next = StageBytes ? Home.staging(StageBytes) : nullptr;
  for (unsigned Index = 0; Index < Places.size(); ++Index) {
    const Array &What = Arrays.Call.Arrays[Index];
    const Place &At = Places[Index];
    for (const Piece &Part : Written[Index]) {
      std::byte *To = What.In ? Next : What.Base + Part.HostOffset;
      const CopyShape Shape{Part.Rows, Part.RowBytes, Part.DevicePitch, What.In ? Part.RowBytes : Part.HostPitch};
      if (Status Result = Home.device().copyOut(To, At.Address + Part.DeviceOffset, Shape); !Result.ok())
        return Result;
      if (What.In) {
        Stage.push_back({Index, Part, Next});
        Next += Part.bytes();
      }
    }
  }
  return Status::success();
}

void PassMemory::commit() {
  for (const Staged &Part : Stage) {
    std::byte *To = Arrays.Call.Arrays[Part.Array].Base + Part.To.HostOffset;
    for (std::uint64_t Row = 0; Row < Part.To.Rows; ++Row)
      std::memcpy(To + Row * Part.To.HostPitch, Part.From + Row * Part.To.RowBytes, Part.To.RowBytes);
  }
  Stage.clear();
  for (unsigned Index = 0; Index < Places.size(); ++Index) {
    const Array &What = Arrays.Call.Arrays[Index];
    if (!What.Out)
      continue;
    const Interval Hull = writtenInterval(What, What.dimension(), Arrays.Call.Iterations.hull(First, Last));
    Places[Index].Written.add(Hull);
    // With gaps between the indices written, only a window that was moved in holds all of its hull.
    if (FullCopy *Copy = fullCopy(Index); Copy && (What.In || Arrays.Call.Iterations.dense()))
      Copy->Valid.add(Hull);
  }
}

void PassMemory::abandon() {
  // An allocation that failed left the copies before it in their queue, and they must not outlive their targets. What
  // the wait says is of no interest any more.
  static_cast<void>(Home.device().synchronize());
  Stage.clear();
  // Copies in may have been dropped as well, so nothing that this pass touched is certain.
  for (unsigned Index = 0; Index < Places.size(); ++Index)
    if (FullCopy *Copy = fullCopy(Index))
      Copy->Valid.clear();
}

void PassMemory::releaseShares() {
  for (unsigned Index = 0; Index < Places.size(); ++Index) {
    Place &At = Places[Index];
    if (!fullCopy(Index))
      Home.release(At.Address);
    At.Address = 0;
  }
}

} // namespace hetrt
