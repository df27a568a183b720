// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Moves the windows of a pass to and from one accelerator.
#include "Memory/PassMemory.h"

#include <chrono>
#include <cstring>
#include <fmt/format.h>

namespace hetrt {

/// The promise of persist clauses and of data regions: the array stays where it is.
static HostArray lasting(const PersistentArray *Entry) {
  return Entry ? HostArray{Entry->Base, Entry->Bytes} : HostArray{};
}

PassMemory::PassMemory(const PassArrays &Arrays, DeviceMemory &Home, Directory &Known, MemoryPlan With)
    : Arrays(Arrays), Home(Home), Known(Known), Plan(std::move(With)), Kept(Arrays.Call.Arrays.size()),
      Changed(Arrays.Call) {
  for (LaunchSlot &Each : Slots) {
    Each.Places.resize(Arrays.Call.Arrays.size());
    Each.Gathers.resize(Arrays.Call.Arrays.size());
    Each.Arguments = {*Arrays.Region, Arrays.Values};
  }
  noteUse();
  Beginning = dropUnkept();
}

PassMemory::~PassMemory() {
  for (LaunchSlot &Each : Slots)
    releaseShares(Each);
  for (unsigned Index = 0; Index < Kept.size(); ++Index) {
    Home.release(Kept[Index].Copy.Address);
    if (PersistentArray *Entry = Arrays.Persistent[Index].get())
      settle(*Entry);
  }
}

/// What a device alone holds here and there comes home, as it would when written through; where that fails, it stays.
void PassMemory::settle(PersistentArray &Entry) {
  FullCopy &Copy = Entry.Copies[Home.number()];
  if (Copy.isScattered())
    static_cast<void>(Known.bringHome(Entry, Home));
  Copy.settle();
}

/// For whoever looks for copies to drop.
void PassMemory::noteUse() {
  const std::uint64_t Now = Home.beginPass();
  for (unsigned Index = 0; Index < Kept.size(); ++Index)
    if (PersistentArray *Entry = Arrays.Persistent[Index].get()) {
      FullCopy &Copy = Entry->Copies[Home.number()];
      Copy.LastWanted = Now;
      if (Plan.Keeps[Index])
        Copy.LastUsed = Now;
    }
}

/// Copies of arrays that come as shares in this pass make way.
Status PassMemory::dropUnkept() {
  for (unsigned Index = 0; Index < Kept.size(); ++Index) {
    PersistentArray *Entry = Arrays.Persistent[Index].get();
    if (!Entry || Plan.Keeps[Index])
      continue;
    if (Status Result = Known.bringHome(*Entry, Home); !Result.ok())
      return Result;
    Home.release(Entry->Copies[Home.number()].Address);
    Entry->Copies[Home.number()].forget();
  }
  return Status::success();
}

FullCopy *PassMemory::fullCopy(unsigned Index) {
  if (Arrays.Call.Arrays[Index].InPlace)
    return nullptr;
  PersistentArray *Entry = Arrays.Persistent[Index].get();
  if (Entry && Plan.Keeps[Index])
    return &Entry->Copies[Home.number()];
  return Arrays.Call.Arrays[Index].allocatesShare() ? nullptr : &Kept[Index].Copy;
}

/// Whether what the device writes of the array may stay there. Where loops leave gaps between what they write, they do
/// not write back: boxes could not tell what is new.
bool PassMemory::writesBack(unsigned Index) {
  return Plan.WritesBack && Plan.Keeps[Index] && !Arrays.Call.Arrays[Index].Uses.leavesGaps();
}

bool PassMemory::makeRoom() { return Known.evict(Home, Arrays.Persistent); }

/// Makes a full copy if there is none yet.
Status PassMemory::placeInFull(Place &At, unsigned Index, FullCopy &Copy) {
  const Array &What = Arrays.Call.Arrays[Index];
  At.Where = wholeLayout(What);
  if (!Copy.Address) {
    Copy.forget();
    bool Crowded = false;
    const auto Began = std::chrono::steady_clock::now();
    const auto MakeRoom = [&] {
      Crowded = true;
      return makeRoom();
    };
    if (Status Result = Home.allocate(At.Where.Bytes, Copy.Address, MakeRoom); !Result.ok())
      return Result;
    // Where others had to leave, this one may have to, and is made again.
    if (&Copy != &Kept[Index].Copy && !Crowded)
      SetupSeconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - Began).count();
  }
  At.Address = Copy.Address;
  return Status::success();
}

Status PassMemory::place(LaunchSlot &In, unsigned Index) {
  Place &At = In.Places[Index];
  if (const Array &What = Arrays.Call.Arrays[Index]; What.InPlace) {
    At.Where = wholeLayout(What);
    At.Address = reinterpret_cast<std::uintptr_t>(What.Base);
    return Status::success();
  }
  if (FullCopy *Copy = fullCopy(Index))
    return placeInFull(At, Index, *Copy);
  const Array &What = Arrays.Call.Arrays[Index];
  At.Where = What.IndexedBy >= 0 ? wholeLayout(formOf(In, Index))
                                 : shareLayout(What, In.Of, Home.device().capabilities().SimdBytes);
  // Iterations may need nothing of an array; even that has an address of its own.
  return Home.allocate(std::max<std::uint64_t>(At.Where.Bytes, 1), At.Address, [&] { return makeRoom(); });
}

Status PassMemory::copyIn(const Place &At, unsigned Index, const std::vector<Piece> &Pieces) {
  const std::byte *Base = Arrays.Call.Arrays[Index].Base;
  for (const Piece &Part : Pieces) {
    const CopyShape Shape{Part.Rows, Part.RowBytes, Part.DevicePitch, Part.HostPitch};
    if (Status Result = Home.device().copyIn(At.Address + Part.DeviceOffset, Base + Part.HostOffset, Shape, Queue::In,
                                             lasting(Arrays.Persistent[Index].get()));
        !Result.ok())
      return Result;
  }
  return Status::success();
}

const IndexSet &PassMemory::namedOf(const LaunchSlot &In, const Array &What) const {
  return In.Gathers[static_cast<unsigned>(What.IndexedBy)].Named;
}

/// An array that is indexed as the device has it.
Array PassMemory::formOf(const LaunchSlot &In, unsigned Index) const {
  const Array &What = Arrays.Call.Arrays[Index];
  return packedForm(What, namedOf(In, What));
}

/// Elements that are indexed, packed; of indices, their places among these.
Status PassMemory::fillGathered(LaunchSlot &In, unsigned Index) {
  const Array &What = Arrays.Call.Arrays[Index];
  std::vector<std::byte> &Bytes = In.Gathers[Index].Bytes;
  Bytes = What.Integers ? placesOf(What, In.Of, In.Gathers[Index].Named) : pack(What, namedOf(In, What));
  if (Bytes.empty())
    return Status::success();
  return Home.device().copyIn(In.Places[Index].Address, Bytes.data(), Bytes.size(), Queue::In);
}

static Status changedMeanwhile(const Array &What, const hetrt_window_info &By, const std::string &Found) {
  return Status::programFault(
      HETRT_ERROR_ARGUMENT,
      fmt::format("{}({}), line {}: wanted '{}' as it was when the share was brought in, found that the program has "
                  "changed it since then: {}",
                  What.Info->clause, What.Info->name, What.Info->line, By.name, Found));
}

/// What a device has of segments is where they were when it was brought in.
Status PassMemory::checkSegments(const LaunchSlot &In) const {
  for (unsigned Index = 0; Index < Kept.size(); ++Index) {
    const Array &What = Arrays.Call.Arrays[Index];
    if (!What.Through || !In.Places[Index].Address)
      continue;
    const Interval Now = What.Uses.held(In.Of)[0], &Held = In.Places[Index].Where.Held[0];
    if (Now != Held && Held != Interval{0, What.Extent[0]})
      return changedMeanwhile(
          What, *What.Through,
          fmt::format("elements [{}, {}) instead of [{}, {})", Now.Lower, Now.Upper, Held.Lower, Held.Upper));
  }
  return Status::success();
}

/// So is what it has by indices; to look at all of them takes its time.
Status PassMemory::checkIndices(const LaunchSlot &In) const {
  for (unsigned Index = 0; Index < Kept.size(); ++Index) {
    const Array &What = Arrays.Call.Arrays[Index];
    if (!What.Integers)
      continue;
    const Gathered &Was = In.Gathers[Index];
    const std::uint64_t First = firstChanged(What, In.Of, Was.Named, Was.Bytes);
    if (First < Was.Bytes.size() / What.ElementSize) {
      auto By = std::find_if(Arrays.Call.Arrays.begin(), Arrays.Call.Arrays.end(),
                             [&](const Array &Each) { return Each.IndexedBy == static_cast<int>(Index); });
      const std::uint64_t Before = std::uint64_t(What.Uses.held(In.Of)[0].Lower) * What.perIndex();
      return changedMeanwhile(*By, *What.Integers.Info, fmt::format("element {}", Before + First));
    }
  }
  return Status::success();
}

/// Compares what was kept with the host's array.
Status PassMemory::checkKept(const Place &At, unsigned Index, const Box &Needed) {
  const Array &What = Arrays.Call.Arrays[Index];
  const PersistentArray &Entry = *Arrays.Persistent[Index];
  const BoxSet Shared = Entry.Copies[Home.number()].shared(Needed);
  for (const Box &Part : Shared.boxes())
    for (const Piece &Each : piecesOf(What, At.Where, Part)) {
      std::vector<std::byte> Held(Each.bytes());
      const CopyShape Shape{Each.Rows, Each.RowBytes, Each.DevicePitch, Each.RowBytes};
      if (Status Result = Home.device().copyOut(Held.data(), At.Address + Each.DeviceOffset, Shape); !Result.ok())
        return Result;
      if (Status Result = Home.device().synchronize(Queue::Out); !Result.ok())
        return Result;
      for (std::uint64_t Row = 0; Row < Each.Rows; ++Row) {
        const std::byte *Ours = Held.data() + Row * Each.RowBytes,
                        *Host = What.Base + Each.HostOffset + Row * Each.HostPitch;
        if (const auto Differs = std::mismatch(Ours, Ours + Each.RowBytes, Host);
            Differs.second != Host + Each.RowBytes)
          return Status::programFault(
              HETRT_ERROR_PERSIST,
              fmt::format(
                  "{}({}), line {}: wanted the host's array as {} kept it, found that the program has written {} "
                  "since then: 'depersist', 'update to' or the end of the data region has to come before",
                  What.Info->clause, What.Info->name, What.Info->line, Home.label(),
                  Entry.describe(Entry.elementsIn(Differs.second, 1))));
      }
    }
  return Status::success();
}

/// Brings the array's window up to date on the device.
Status PassMemory::fill(LaunchSlot &In, unsigned Index) {
  const Array &What = Arrays.Call.Arrays[Index];
  const Place &At = In.Places[Index];
  if (What.InPlace || !What.Uses.reads())
    return Status::success();
  if (What.gathered())
    return fillGathered(In, Index);
  if (What.Difference)
    return Changed.fill(Index, Home, At.Address);
  FullCopy *Copy = fullCopy(Index);
  for (const Box &Needed : What.Uses.movedIn(In.Of)) {
    if (Known.policy() == WritePolicy::Check && Arrays.Persistent[Index] && Copy)
      if (Status Result = checkKept(At, Index, Needed); !Result.ok())
        return Result;
    const BoxSet Absent = Copy ? Copy->holdMissing(Needed) : BoxSet(Needed);
    for (const Box &Part : Absent.boxes())
      if (Status Result = copyIn(At, Index, piecesOf(What, At.Where, Part)); !Result.ok())
        return Result;
  }
  return Status::success();
}

Status PassMemory::bringIn(std::uint64_t First, std::uint64_t Last, unsigned Slot) {
  if (!Beginning.ok())
    return Beginning;
  LaunchSlot &In = Slots[Slot];
  releaseShares(In);
  In.Of = {First, Last};
  for (unsigned Index = 0; Index < Kept.size(); ++Index)
    if (Arrays.Call.Arrays[Index].Integers)
      In.Gathers[Index].Named = indicesNamed(Arrays.Call, Index, In.Of);
  for (unsigned Index = 0; Index < Kept.size(); ++Index) {
    if (Status Result = place(In, Index); !Result.ok())
      return Result;
    if (Status Result = fill(In, Index); !Result.ok())
      return Result;
  }
  describe(In, In.Arguments, *Arrays.Region, Arrays.Call.ArrayOf);
  return Status::success();
}

PassMemory::LaunchArguments::LaunchArguments(const hetrt_region &Region, const void *From)
    : Values(Region.values_size), Bounds(Region.window_count), Ranges(Region.window_count) {
  if (!Values.empty())
    std::memcpy(Values.data(), From, Values.size());
}

/// Fills what the kernel gets to see: offset pointers, bounds, and where the windows lie.
void PassMemory::describe(const LaunchSlot &In, LaunchArguments &Into, const hetrt_region &Region,
                          std::span<const unsigned> ArrayOf) const {
  for (unsigned Window = 0; Window < ArrayOf.size(); ++Window) {
    const unsigned Index = ArrayOf[Window];
    if (Index == NoArray)
      continue;
    const hetrt_window_info &Info = Region.windows[Window];
    const Place &At = In.Places[Index];
    // The loops of a partition have values of their own. An array that is not there keeps the host's pointer, which the
    // body may ask about.
    if (!Into.Values.empty() && Arrays.Call.Arrays[Index].Base) {
      const DeviceAddress OffsetPointer = At.Address + At.Where.offsetOf({0, 0, 0});
      std::memcpy(Into.Values.data() + Info.pointer_offset, &OffsetPointer, sizeof OffsetPointer);
      tellStrides(At, Index, Info, Into.Values.data() + Info.pointer_offset + sizeof OffsetPointer);
    }
    Into.Bounds[Window] = Arrays.Call.Arrays[Index].IndexedBy >= 0 ? boundsOf(formOf(In, Index), Window, In.Of)
                                                                   : boundsOf(Arrays.Call.Arrays[Index], Window, In.Of);
    Into.Ranges[Window] = {At.Address, At.Where.Bytes};
  }
}

void PassMemory::tellStrides(const Place &At, unsigned Index, const hetrt_window_info &Info, std::byte *To) const {
  if (!(Info.flags & HETRT_STRIDED))
    return;
  for (unsigned D = 0; D + 1 < Info.rank; ++D, To += sizeof(hetrt_int64)) {
    const auto Elements = static_cast<hetrt_int64>(At.Where.Stride[D] / Arrays.Call.Arrays[Index].ElementSize);
    std::memcpy(To, &Elements, sizeof Elements);
  }
}

Launch PassMemory::LaunchArguments::launch(const hetrt_region &Region, std::uint64_t First, std::uint64_t Last) const {
  Launch Wanted;
  Wanted.Region = &Region;
  Wanted.First = First;
  Wanted.Last = Last;
  Wanted.Values = Values;
  Wanted.Bounds = Bounds;
  Wanted.Windows = Ranges;
  return Wanted;
}

Launch PassMemory::launch(unsigned Slot) {
  LaunchSlot &In = Slots[Slot];
  In.Launched = true;
  Launch Wanted = In.Arguments.launch(*Arrays.Region, In.Of.First, In.Of.Last);
  Wanted.InOrder = Arrays.InOrder;
  Wanted.Variant = Arrays.Variant;
  return Wanted;
}

/// Whether a window of a loop means this array of its block: by address and shape, and as the same elements. What it
/// goes through is compared where the loop has it.
static bool means(const hetrt_region &Loop, const hetrt_call &Call, unsigned Number, const ResolvedCall &Block,
                  const Array &What) {
  const hetrt_window_info &Info = Loop.windows[Number];
  const hetrt_window &Window = Call.windows[Number];
  const bool Segmented = Info.flags & HETRT_SEGMENTED, Indexed = Info.flags & HETRT_INDEXED;
  if (What.Base != Window.base || What.ElementSize != Window.element_size || What.Rank != Info.rank ||
      (What.Through != nullptr) != Segmented || (What.IndexedBy >= 0) != Indexed ||
      bool(What.Integers) != isIndices(Loop, Number))
    return false;
  if ((!Segmented && !Indexed) || Info.through == Number)
    return true;
  const std::byte *Through =
      Segmented ? What.Uses.tables().front().Base : Block.Arrays[static_cast<unsigned>(What.IndexedBy)].Base;
  return Through == Call.windows[Info.through].base;
}

/// The memory that holds an address, of those that the program has placed; null if none does.
static const DeviceRange *placedAt(std::span<const DeviceRange> Placed, const void *Base) {
  const auto Address = reinterpret_cast<DeviceAddress>(Base);
  for (const DeviceRange &Each : Placed)
    if (Address >= Each.Begin && Address - Each.Begin <= Each.Bytes)
      return &Each;
  return nullptr;
}

/// What a kernel gets to see of memory that is the device's own: its pointer is the program's.
static hetrt_bounds boundsOfPlaced(const DeviceRange &Memory, const hetrt_window &Window, unsigned Number) {
  const auto Size = static_cast<std::int64_t>(Window.element_size);
  const auto Before = static_cast<std::int64_t>(reinterpret_cast<DeviceAddress>(Window.base) - Memory.Begin);
  hetrt_bounds Bounds{};
  Bounds.lower[0] = Bounds.write_lower[0] = Bounds.flat_lower = Bounds.flat_write_lower = -(Before / Size);
  Bounds.upper[0] = Bounds.write_upper[0] = Bounds.flat_upper = Bounds.flat_write_upper =
      (static_cast<std::int64_t>(Memory.Bytes) - Before) / Size;
  Bounds.element_size = Size;
  Bounds.window = Number;
  return Bounds;
}

Status PassMemory::launchOf(const hetrt_region &Loop, const hetrt_call &Call, std::span<const DeviceRange> Placed,
                            Launch &Into) {
  std::vector<unsigned> ArrayOf;
  for (unsigned W = 0; W < Loop.window_count; ++W) {
    if (Loop.windows[W].flags & HETRT_ALLOCATED) {
      if (!placedAt(Placed, Call.windows[W].base))
        return Status::programFault(
            HETRT_ERROR_ARGUMENT,
            fmt::format("'{}' points to {}: wanted memory that omp_target_allocate gave this thread in this block",
                        Loop.windows[W].name, Call.windows[W].base));
      ArrayOf.push_back(NoArray);
      continue;
    }
    auto There = std::find_if(Arrays.Call.Arrays.begin(), Arrays.Call.Arrays.end(),
                              [&](const Array &Each) { return means(Loop, Call, W, Arrays.Call, Each); });
    if (There == Arrays.Call.Arrays.end())
      return Status::programFault(
          HETRT_ERROR_ARGUMENT,
          fmt::format("'{}' points to {}: wanted an array of this shape that a map of the partition named on entry, "
                      "segmented or indexed by the same array if at all",
                      Loop.windows[W].name, Call.windows[W].base));
    ArrayOf.push_back(static_cast<unsigned>(There - Arrays.Call.Arrays.begin()));
  }
  if (Status Result = checkSegments(Slots[0]); !Result.ok())
    return Result;
  if (Known.policy() == WritePolicy::Check)
    if (Status Result = checkIndices(Slots[0]); !Result.ok())
      return Result;
  Other = {Loop, Call.values};
  describe(Slots[0], Other, Loop, ArrayOf);
  for (unsigned W = 0; W < Loop.window_count; ++W)
    if (ArrayOf[W] == NoArray) { // the values have the pointer
      Other.Ranges[W] = *placedAt(Placed, Call.windows[W].base);
      Other.Bounds[W] = boundsOfPlaced(Other.Ranges[W], Call.windows[W], W);
    }
  Into = Other.launch(Loop, 0, Call.trip_count);
  Into.InOrder = Arrays.InOrder;
  return Status::success();
}

/// What of an array is used at all, at some indices of the dimension that follows the loop.
std::vector<Piece> PassMemory::piecesAlong(const Place &At, unsigned Index, Interval Along) const {
  const Array &What = Arrays.Call.Arrays[Index];
  return piecesOf(What, At.Where, slab(What, Arrays.Call.all(), Along));
}

Status PassMemory::take(unsigned Index, Interval Along) {
  const Place &At = Slots[0].Places[Index];
  return copyIn(At, Index, piecesAlong(At, Index, Along));
}

Status PassMemory::give(unsigned Index, Interval Along) {
  const Array &What = Arrays.Call.Arrays[Index];
  const Place &At = Slots[0].Places[Index];
  for (const Piece &Part : piecesAlong(At, Index, Along)) {
    const CopyShape Shape{Part.Rows, Part.RowBytes, Part.DevicePitch, Part.HostPitch};
    if (Status Result = Home.device().copyOut(What.Base + Part.HostOffset, At.Address + Part.DeviceOffset, Shape);
        !Result.ok())
      return Result;
  }
  return Status::success();
}

Status PassMemory::takeFrom(PassMemory &Other, unsigned Index, Interval Along) {
  const Place &Own = Slots[0].Places[Index], &Theirs = Other.Slots[0].Places[Index];
  const std::vector<Piece> To = piecesAlong(Own, Index, Along), From = piecesAlong(Theirs, Index, Along);
  // The rectangles are the host's, which are the same for both.
  for (std::size_t I = 0; I < To.size(); ++I) {
    const Piece &A = To[I], &B = From[I];
    if (Status Result =
            Home.device().copyAcross(Own.Address + A.DeviceOffset, Other.Home.device(), Theirs.Address + B.DeviceOffset,
                                     {A.Rows, A.RowBytes, A.DevicePitch, B.DevicePitch});
        !Result.ok())
      return Result;
  }
  return Home.device().synchronize(Queue::In);
}

Status PassMemory::sendOut(unsigned Slot) {
  LaunchSlot &From = Slots[Slot];
  From.Stage.clear();
  if (Status Result = checkSegments(From); !Result.ok())
    return Result;
  std::uint64_t StageBytes = 0;
  std::vector<std::vector<Piece>> Written(Kept.size());
  for (unsigned Index = 0; Index < Kept.size(); ++Index) {
    const Array &What = Arrays.Call.Arrays[Index];
    if (What.InPlace || What.Difference || writesBack(Index))
      continue;
    Written[Index] = writtenPieces(What, From.Places[Index].Where, From.Of);
    for (const Piece &Part : Written[Index])
      StageBytes += What.Uses.reads() ? Part.bytes() : 0;
  }
  std::byte *Next = StageBytes ? Home.staging(StageBytes) : nullptr;
  for (unsigned Index = 0; Index < Kept.size(); ++Index) {
    const Array &What = Arrays.Call.Arrays[Index];
    const Place &At = From.Places[Index];
    const bool Stages = What.Uses.reads();
    for (const Piece &Part : Written[Index]) {
      std::byte *To = Stages ? Next : What.Base + Part.HostOffset;
      const CopyShape Shape{Part.Rows, Part.RowBytes, Part.DevicePitch, Stages ? Part.RowBytes : Part.HostPitch};
      const HostArray Of = Stages ? Home.stagingArray() : lasting(Arrays.Persistent[Index].get());
      if (Status Result = Home.device().copyOut(To, At.Address + Part.DeviceOffset, Shape, Queue::Out, Of);
          !Result.ok())
        return Result;
      if (Stages) {
        From.Stage.push_back({Index, Part, Next});
        Next += Part.bytes();
      }
    }
  }
  return Status::success();
}

void PassMemory::commit(unsigned Slot) {
  LaunchSlot &From = Slots[Slot];
  for (const Staged &Part : From.Stage) {
    std::byte *To = Arrays.Call.Arrays[Part.Array].Base + Part.To.HostOffset;
    for (std::uint64_t Row = 0; Row < Part.To.Rows; ++Row)
      std::memcpy(To + Row * Part.To.HostPitch, Part.From + Row * Part.To.RowBytes, Part.To.RowBytes);
  }
  From.Stage.clear();
  From.Launched = false;
  Changed.keep();
  for (unsigned Index = 0; Index < Kept.size(); ++Index) {
    const Array &What = Arrays.Call.Arrays[Index];
    if (!What.Uses.writes() || What.Difference)
      continue;
    const bool Gaps = What.Uses.leavesGaps();
    const Box Wrote = What.Uses.writtenHull(From.Of);
    Kept[Index].Written.add(Wrote);
    // From now on others have old values, if any. With gaps, all was brought home before, and what lies in the gaps may
    // belong to a region that is under way too.
    if (PersistentArray *Entry = Arrays.Persistent[Index].get(); Entry && !Gaps)
      for (FullCopy &Copy : Entry->Copies)
        Copy.landed(Wrote);
    if (writesBack(Index)) {
      fullCopy(Index)->wrote(Wrote);
      continue;
    }
    // What was moved in is held since then, but for what others have written meanwhile. With gaps between the indices
    // written, the device holds less than their hull.
    if (FullCopy *Copy = fullCopy(Index); Copy && !What.Uses.reads() && !Gaps)
      Copy->holds(Wrote);
  }
}

/// Brings home what only this device holds of an array, but for what is uncertain.
Status PassMemory::rescue(unsigned Index) {
  const Array &What = Arrays.Call.Arrays[Index];
  PersistentArray &Entry = *Arrays.Persistent[Index];
  FullCopy &Copy = Entry.Copies[Home.number()];
  BoxSet Lost;
  for (const LaunchSlot &Each : Slots)
    if (Each.Launched) {
      const Box Uncertain = What.Uses.writtenHull(Each.Of);
      // Where all of it is written, whoever does it again needs no old values.
      if (What.Uses.reads())
        Lost.add(Copy.newest(Uncertain));
      Copy.landed(Uncertain);
    }
  Status Result = Known.bringHome(Entry, Home);
  if (Result.ok() && !Lost.empty())
    Result = Status::programFault(
        HETRT_ERROR_DEVICE,
        fmt::format("{}: wanted the old values of what only this device holds under HETRT_WRITE=back, found that a "
                    "launch which broke off has changed them: {}",
                    Home.label(), Entry.describe(Lost)));
  return Result;
}

Status PassMemory::abandon() {
  // An allocation that failed left the copies before it in their queue, and they must not outlive their targets. What
  // the wait says is of no interest any more.
  static_cast<void>(Home.device().synchronize());
  for (LaunchSlot &Each : Slots)
    Each.Stage.clear();
  Changed.drop();
  // Copies in may have been dropped as well, so nothing else that this pass touched is certain.
  Status First;
  for (unsigned Index = 0; Index < Kept.size(); ++Index)
    if (FullCopy *Copy = fullCopy(Index)) {
      if (Arrays.Persistent[Index] && !Home.device().lost())
        if (Status Result = rescue(Index); !Result.ok() && First.ok())
          First = Result;
      if (!Home.device().lost())
        Copy->forget();
    }
  for (LaunchSlot &Each : Slots)
    Each.Launched = false;
  return Home.device().lost() ? Known.deviceLost(Home) : First;
}

void PassMemory::releaseShares(LaunchSlot &In) {
  for (unsigned Index = 0; Index < Kept.size(); ++Index) {
    Place &At = In.Places[Index];
    if (!fullCopy(Index) && !Arrays.Call.Arrays[Index].InPlace)
      Home.release(At.Address);
    At.Address = 0;
  }
}

} // namespace hetrt
