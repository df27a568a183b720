// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a region does about its arrays before and after a pass.
#include "Region/RegionArrays.h"

#include "Errors/Error.h"
#include "Memory/Exchange.h"
#include "Memory/Gather.h"
#include "Memory/MappedMemory.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace hetrt {

static bool anyWindow(const hetrt_region &Region, unsigned Flag) {
  for (unsigned W = 0; W < Region.window_count; ++W)
    if (Region.windows[W].flags & Flag)
      return true;
  return false;
}

/// The window of the array by whose segments shares are balanced, or null.
static const hetrt_window_info *balancedBy(const hetrt_region &Region) {
  for (unsigned W = 0; W < Region.window_count; ++W)
    if (Region.windows[W].flags & HETRT_BALANCE)
      return &Region.windows[W];
  return nullptr;
}

RegionArrays::RegionArrays(Engine &Owner, const hetrt_region &Region, const std::string &Location)
    : Owner(Owner), Region(Region), Location(Location), HasPersist(anyWindow(Region, HETRT_PERSIST)),
      HasPresent(anyWindow(Region, HETRT_PRESENT)), HasInferred(anyWindow(Region, HETRT_INFERRED)),
      BalancedBy(balancedBy(Region)) {}

Status RegionArrays::complete(const hetrt_call &Given, std::vector<hetrt_window> &Windows) const {
  Fleet *All = nullptr;
  if (Status Result = Owner.fleet(All); !Result.ok())
    return Result;
  Windows.assign(Given.windows, Given.windows + Region.window_count);
  for (unsigned W = 0; W < Region.window_count; ++W) {
    const hetrt_window_info &Info = Region.windows[W];
    if (!(Info.flags & HETRT_PRESENT))
      continue;
    std::uint64_t Row = Windows[W].element_size, Found = 0;
    for (unsigned D = 1; D < Info.rank; ++D)
      Row *= static_cast<std::uint64_t>(std::max<std::int64_t>(Windows[W].extent[D], 0));
    const auto Wanted = static_cast<std::uint64_t>(std::max<std::int64_t>(Windows[W].extent[0], 0)) * Row;
    const std::string Clause = fmt::format("{}({}), line {}", Info.clause, Info.name, Info.line);
    if (Status Result = All->Known->findPresent(Clause, Windows[W].base, Wanted, Found); !Result.ok())
      return Result;
    if (Windows[W].extent[0] == 0 && Row)
      Windows[W].extent[0] = static_cast<std::int64_t>(Found / Row);
  }
  return Status::success();
}

Status RegionArrays::checkFound(const hetrt_call &Call) const {
  return HasInferred ? checkInferred(Region, Call) : Status::success();
}

bool RegionArrays::areMapped(const hetrt_call &Call) const {
  if (!HasInferred)
    return true;
  ResolvedCall Found;
  resolveCall(Region, Call, Found);
  std::erase_if(Found.Arrays, [](const Array &What) { return !(What.Info->flags & HETRT_INFERRED); });
  return checkMapped(Found).ok() && checkSegments(Found).ok();
}

bool RegionArrays::areNeeded(const hetrt_call &Call, bool ForAccelerators) const {
  // What a kernel calls has the device's arrays; of others there may be nothing to say.
  if (inKernel() || (Region.window_count && !Call.windows))
    return false;
  // A block's threads exchange padding, whoever they stand for.
  if (ForAccelerators || HasPersist || (Region.flags & HETRT_PARTITION))
    return true;
  Directory *Known = Region.window_count ? Owner.directoryIfAny() : nullptr;
  return Known && !Known->empty();
}

//===-- Where they lie -------------------------------------------------------------------------------------------===//

static std::string clauseOf(const hetrt_window_info &Info) {
  return fmt::format("{}({}), line {}", Info.clause, Info.name, Info.line);
}

/// Leaves the loop to the device whose memory one of its arrays is.
Status RegionArrays::bindTo(Accelerator &Owner, const std::string &What, RegionPass &Pass) const {
  const std::string Memory = fmt::format("{}: the array is memory of {}", What, Owner.device().label());
  if (Region.flags & HETRT_PARTITION)
    return Status::programFault(HETRT_ERROR_ARGUMENT,
                                Memory + ": wanted one of the host's, which a partition can split");
  const auto IsOther = [&](const AcceleratorLease &Each) { return &Each.accelerator() != &Owner; };
  if (std::ranges::all_of(Pass.Serving, IsOther))
    return Status::programFault(
        HETRT_ERROR_ARGUMENT, Memory + ", which does not take part: it is not among the devices of the clause, serves "
                                       "another region, or was left out after a fault, or another "
                                       "array is elsewhere");
  std::erase_if(Pass.Serving, IsOther);
  Pass.CoresReach = false;
  return Status::success();
}

/// In whose memory an array lies: nobody's if the host can reach it.
struct ArrayHome {
  bool OfDevice = false;
  Accelerator *Owner = nullptr; ///< Null if it is a device that the settings leave out.
};

static ArrayHome homeOf(const void *Array, const Fleet &All) {
  ArrayHome Found;
  for (const auto &Each : All.Members) {
    const Residence Where = Each->device().residenceOf(Array);
    Found.OfDevice |= Where == Residence::Here || Where == Residence::Another;
    if (Where == Residence::Here)
      Found.Owner = Each.get();
  }
  return Found;
}

/// Whether the runtime itself reads a window's array, to find what belongs to iterations.
static bool isReadHere(const hetrt_region &Region, unsigned Number) {
  for (unsigned W = 0; W < Region.window_count; ++W) {
    const hetrt_window_info &Info = Region.windows[W];
    if ((Info.flags & (HETRT_SEGMENTED | HETRT_INDEXED)) && Info.through == Number)
      return true;
  }
  return Region.windows[Number].flags & HETRT_INDEXED;
}

/// One question to the driver for each array, where there is a driver at all.
Status RegionArrays::bind(const hetrt_call &Call, RegionPass &Pass) const {
  const Fleet *All = Owner.forked() || inKernel() ? nullptr : Owner.fleetIfAny();
  for (unsigned W = 0; All && W < Region.window_count; ++W) {
    const ArrayHome Home = homeOf(Call.windows[W].base, *All);
    if (!Home.OfDevice)
      continue;
    const std::string What = clauseOf(Region.windows[W]);
    if (isReadHere(Region, W))
      return Status::programFault(HETRT_ERROR_ARGUMENT,
                                  What + ": the array is memory of a GPU: wanted one of the host's, where is read what "
                                         "belongs to iterations");
    if (!Home.Owner)
      return Status::programFault(HETRT_ERROR_ARGUMENT,
                                  What + ": the array is memory of a GPU that HETRT_DEVICES leaves out");
    if (!Pass.IsPlanned)
      return Status::programFault(HETRT_ERROR_ARGUMENT,
                                  fmt::format("{}: the array is memory of {}, and cores alone run this pass: another "
                                              "thread is in the region, or it stands in a parallel one",
                                              What, Home.Owner->device().label()));
    if (Status Result = bindTo(*Home.Owner, What, Pass); !Result.ok())
      return Result;
  }
  return Status::success();
}

/// An array is used in place where all devices of the pass can do so; but not what is made anew for each share.
static void findInPlace(const RegionPass &Pass, PassArrays &Arrays) {
  for (Array &What : Arrays.Call.Arrays) {
    if (What.gathered())
      continue;
    What.InPlace = std::ranges::all_of(Pass.Serving, [&](const AcceleratorLease &Each) {
      const Residence Where = Each.accelerator().device().residenceOf(What.Base);
      return Where == Residence::Here || Where == Residence::Both;
    });
    if (What.InPlace && (!Pass.CoresReach || (What.Uses.reads() && What.Uses.writes())))
      Arrays.WhyNoRedo =
          fmt::format("{}: {}", clauseOf(*What.Info),
                      Pass.CoresReach ? "the device works on the array in place" : "the array is the device's own");
  }
}

//===-- Before a pass --------------------------------------------------------------------------------------------===//

/// Extents of a loop without iterations mean nothing, so the arrays are only named.
static void announcePersistent(const hetrt_region &Region, const hetrt_call &Call, Directory &Known) {
  for (unsigned W = 0; W < Region.window_count; ++W)
    if (Region.windows[W].flags & HETRT_PERSIST)
      Known.announce(Call.windows[W].base);
}

/// What arrays go through is read here, whoever computes, so the host gets it.
static Status fetchThrough(const ResolvedCall &Call, Directory &Known) {
  for (const Array &What : Call.Arrays) {
    if (What.Integers)
      if (Status Result = Known.bringHomeOverlapping(What.Base, What.bytes()); !Result.ok())
        return Result;
    for (unsigned Number = 0; const IntegerTable &Table : What.Uses.tables())
      if (Status Result =
              Known.bringHomeOverlapping(Table.Base, std::uint64_t(What.Uses.positions(Number++).Upper) * Table.Size);
          !Result.ok())
        return Result;
  }
  return Status::success();
}

/// Checks what devices will read of the program's memory.
static Status checkMemory(ResolvedCall &Call) {
  if (Status Result = checkMapped(Call); !Result.ok())
    return Result;
  if (Status Result = checkSegments(Call); !Result.ok())
    return Result;
  return checkIndices(Call);
}

Status RegionArrays::take(const hetrt_call &Call, bool Copies, RegionPass &Pass) const {
  if (Owner.forked())
    return Status::success();
  Fleet *All = Owner.fleetIfAny();
  // Blocks keep nothing, so those that run on cores alone need not open a driver.
  if (!(Region.flags & HETRT_PARTITION))
    if (Status Result = Owner.fleet(All); !Result.ok())
      return Result;
  if (Call.trip_count == 0) {
    if (All)
      announcePersistent(Region, Call, *All->Known);
    return Status::success();
  }
  const bool ForDevices = Pass.HasLock && !Pass.Serving.empty();
  Pass.Arrays = std::make_unique<PassArrays>();
  Pass.Arrays->InOrder = Owner.settings().Deterministic;
  Pass.Arrays->Region = &Region;
  Pass.Arrays->Values = Call.values;
  Pass.Arrays->Variant = Call.variant;
  resolveCall(Region, Call, Pass.Arrays->Call);
  if (ForDevices && !(Region.flags & HETRT_PARTITION))
    findInPlace(Pass, *Pass.Arrays);
  if (All)
    if (Status Result = fetchThrough(Pass.Arrays->Call, *All->Known); !Result.ok())
      return Result;
  if (ForDevices || Copies)
    if (Status Result = checkMemory(Pass.Arrays->Call); !Result.ok())
      return Result;
  return findKept(*Pass.Arrays, All);
}

/// The array of the call that begins next behind this address; null: none.
static const std::byte *nextAfter(const ResolvedCall &Call, const std::byte *Base) {
  const std::byte *Next = nullptr;
  for (const Array &Each : Call.Arrays)
    if (Each.Base > Base && (!Next || Each.Base < Next))
      Next = Each.Base;
  return Next;
}

/// The copies that devices keep. All is null where a block opens no driver.
Status RegionArrays::findKept(PassArrays &Arrays, Fleet *All) const {
  Arrays.Persistent.resize(Arrays.Call.Arrays.size());
  for (std::size_t I = 0; I < Arrays.Persistent.size(); ++I) {
    Array &What = Arrays.Call.Arrays[I];
    std::shared_ptr<PersistentArray> &Entry = Arrays.Persistent[I];
    // What a block has, and what is made of arrays for a share, are copies of their own.
    if ((Region.flags & HETRT_PARTITION) || What.gathered() || What.Difference) {
      if (What.Persist && All) // there is nothing to keep: what a device has is out of date at the end of the pass
        All->Known->announce(What.Base);
      if (Status Result = !All ? Status::success() : All->Known->bringHomeOverlapping(What.Base, What.bytes());
          !Result.ok())
        return Result;
      continue;
    }
    if (What.InPlace || What.bytes() == 0) // there is nothing to keep a copy of
      continue;
    if (!What.Persist)
      All->Known->widen(What, nextAfter(Arrays.Call, What.Base));
    if (Status Result = All->Known->find(What, Entry); !Result.ok())
      return Result;
    if (!Entry && All->Known->isCutByDataRegion(What.Base, What.bytes()))
      warnOnce(
          fmt::format("{}: {}({}), line {}: a data region names a part of this array only, so devices keep nothing of "
                      "it for this loop",
                      Location, What.Info->clause, What.Info->name, What.Info->line));
    if (All->Known->policy() == WritePolicy::Back)
      if (Status Result = All->Known->bringHomeOverlapping(What.Base, What.bytes(), Entry.get()); !Result.ok())
        return Result;
  }
  return Status::success();
}

Status RegionArrays::balance(const hetrt_call &Call, const RegionPass &Pass, Division &Units) const {
  // What a kernel calls has a device's part of the array.
  if (!BalancedBy || inKernel())
    return Status::success();
  const auto Number = static_cast<std::size_t>(BalancedBy - Region.windows);
  const bool Checked = Pass.Arrays && Pass.HasLock && !Pass.Serving.empty();
  ResolvedCall Resolved;
  resolveCall(Region, Call, Resolved);
  if (Status Result = Checked ? Status::success() : checkSegments(Resolved); !Result.ok())
    return Result;
  Units.balance({integersOf(Region, Call, static_cast<unsigned>(Number)), Resolved.Space});
  return Status::success();
}

void RegionArrays::fit(const PassArrays &Arrays, std::uint64_t Grain, std::span<DeviceSlot> Accelerators) const {
  const ResolvedCall &Call = Arrays.Call;
  for (DeviceSlot &Each : Accelerators) {
    if (!Each.isServing())
      continue;
    Directory &Known = *Owner.fleetIfAny()->Known;
    Accelerator &Who = *Each.Known->Who;
    std::lock_guard Driving(Who.memory().driving());
    const MemoryPlan Plan = Known.planOn(Arrays, Who.memory());
    Each.Model.KeepsData = Plan.keepsAny();
    if (Plan.IterationsAtOnce >= Grain)
      continue;
    Each.As = DeviceSlot::Role::NoRoom;
    Each.Model.MemoryLimitIterations = 0;
    if (!std::exchange(Each.Known->SaidNoRoom, true))
      warn(fmt::format("{}: {} has no room for the region's arrays, and its share runs elsewhere: wanted at least "
                       "{:.0f} bytes, found {:.0f}",
                       Location, Who.device().label(),
                       memoryDemand(Call, Who.capabilities().SimdBytes, kindsOf(Arrays, false)).bytes(Grain, 2),
                       Known.roomOn(Who.memory())));
  }
}
Status RegionArrays::supply(const RegionPass &Pass, QueuePass *Queue) const {
  if (Queue && !Pass.Serving.empty())
    return supplyShares(Pass, *Queue);
  Fleet *All = Pass.Arrays ? Owner.fleetIfAny() : nullptr;
  Directory *Known = All ? All->Known.get() : nullptr;
  if (!Known || Known->policy() != WritePolicy::Back)
    return Status::success();
  return supplyHost(*Pass.Arrays, *Known, 0, Pass.TripCount);
}

/// What changes hands goes to its new place while no device is at work; where the shares are not known yet, when a
/// range is.
Status RegionArrays::supplyShares(const RegionPass &Pass, QueuePass &Queue) const {
  Directory &Known = *Owner.fleetIfAny()->Known;
  if (Known.empty() || Known.policy() == WritePolicy::None)
    return Status::success();
  if (Known.policy() == WritePolicy::Back)
    Queue.supplyTeam(*Pass.Arrays, Known);
  for (const DeviceSlot &Each : Pass.plan().Devices) {
    const Range Share = Pass.units().iterations(Each.Share);
    const bool OnCore = !Each.isAccelerator();
    if (Share.empty() || (!OnCore && !Each.isServing()))
      continue;
    if (OnCore && Known.policy() == WritePolicy::Back) {
      if (Status Result = supplyHost(*Pass.Arrays, Known, Share.First, Share.Last); !Result.ok())
        return Result;
    } else if (!OnCore) {
      DeviceMemory &To = Each.Known->Who->memory();
      std::unique_lock Driving(To.driving());
      const std::vector<ArrayKind> Kinds = Known.planOn(*Pass.Arrays, To).Kinds;
      Driving.unlock();
      if (Status Result = supplyDevice(*Pass.Arrays, Known, To, Share.First, Share.Last, Kinds, true); !Result.ok())
        return Result;
    }
  }
  return Status::success();
}

//===-- After a pass ---------------------------------------------------------------------------------------------===//

void RegionArrays::noteWrites(const RegionPass &Pass, const PassRecord &Record) const {
  Fleet *All = Owner.fleetIfAny();
  const PassArrays &Of = *Pass.Arrays;
  for (std::size_t I = 0; I < Of.Call.Arrays.size(); ++I) {
    const Array &What = Of.Call.Arrays[I];
    if (!What.Uses.writes())
      continue;
    PersistentArray *Entry = Of.Persistent[I].get();
    All->Known->forgetOverlapping(What.Base, What.bytes(), Entry);
    if (!Entry)
      continue;
    std::vector<BoxSet> Wrote(Entry->Copies.size());
    for (std::size_t Position = 0; Position < Record.Slots.size(); ++Position)
      if (I < Record.Slots[Position].Written.size())
        Wrote[Pass.plan().Devices[Position].Known->Who->number()] = Record.Slots[Position].Written[I];
    Entry->wroteElsewhere(What.Uses.writtenHull(Of.Call.all()), Wrote, What.Uses.leavesGaps());
  }
}

} // namespace hetrt
