// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The handling of the arrays of a region's calls before and after a pass.
#include "Region/RegionArrays.h"

#include "Check/Checker.h"
#include "Device/RegionTables.h"
#include "Errors/Error.h"
#include "Memory/Exchange.h"
#include "Memory/Gather.h"
#include "Memory/MappedMemory.h"
#include "Memory/TableFootprint.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <utility>

namespace hetrt {

static bool anyArray(const hetrt_region &Region, unsigned Flag) {
  return std::ranges::any_of(arraysOf(Region), [&](const hetrt_array_info &Each) { return Each.flags & Flag; });
}

/// Whether an array must be in a data region. An array that no clause names need not be, if its extent may also be
/// found in other ways.
static bool hasToBePresent(const hetrt_array_info &Of) {
  return (Of.flags & HETRT_PRESENT) && (Of.clause || !(Of.flags & HETRT_FIND_EXTENT));
}

/// The array by whose segments shares are balanced (clause `balance`), or null.
static const hetrt_array_info *balancedBy(const hetrt_region &Region) {
  for (const hetrt_array_info &Each : arraysOf(Region))
    if (Each.flags & HETRT_BALANCE)
      return &Each;
  return nullptr;
}

RegionArrays::RegionArrays(Engine &Owner, const hetrt_region &Region, const std::string &Location, DeviceTable &Devices,
                           bool CountTraffic)
    : Owner(Owner), Region(Region), Location(Location), Devices(Devices), CountTraffic(CountTraffic),
      IsBlock(Region.flags & HETRT_PARTITION), HasPersist(anyArray(Region, HETRT_PERSIST)),
      HasPresent(std::ranges::any_of(arraysOf(Region), hasToBePresent)), BalancedBy(balancedBy(Region)) {}

/// Whether devices may have copies of the pass's arrays, or the region is a block, whose threads may exchange padding
/// and need the arrays for that. Without accelerators, no copies exist, so a loop with `persist` costs no more than one
/// without.
bool RegionArrays::areKept() const {
  if (IsBlock)
    return true;
  if (const Fleet *All = Owner.fleetIfAny(); All && All->Members.empty())
    return false;
  if (HasPersist)
    return true;
  const Directory *Known = Owner.directoryIfAny();
  return Known && !Known->empty();
}

/// Whether accelerators take part in a pass.
static bool servesDevices(const RegionPass &Pass) { return Pass.IsPlanned && !Pass.Serving.empty(); }

bool RegionArrays::areWanted(const hetrt_call &Call, const RegionPass &Pass, bool Serious) const {
  // No: inside of a kernel, arrays are on the device already, and a forked child has no devices.
  if (inKernel() || Owner.forked())
    return false;
  if (Call.trip_count == 0) // without iterations, arrays need not exist, and only the names in `persist` clauses are
                            // noted (announce())
    return HasPersist && areKept() && !Region.loaded_count;
  if (servesDevices(Pass))
    return true;
  if (Region.array_count == 0)
    return false;
  if (check::active() && Call.asked)
    return true;
  return areKept() || (Serious && (HasPresent || BalancedBy || Owner.settings().Check || Owner.mayHaveArrays()));
}

//===-- Where they lie -------------------------------------------------------------------------------------------===//

/// Gives the pass to the device in whose memory one of its arrays lies, even if the scheduler has given up that device,
/// since no other device can use the array.
Status RegionArrays::bindTo(Accelerator &Owner, const std::string &What, RegionPass &Pass) const {
  const std::string Memory = fmt::format("{}: the array is memory of {}", What, Owner.device().label());
  if (IsBlock)
    return Status::programFault(HETRT_ERROR_ARGUMENT,
                                Memory + ": wanted one of the host's, which a partition can split");
  const auto IsOther = [&](const AcceleratorLease &Each) { return &Each.accelerator() != &Owner; };
  if (std::ranges::all_of(Pass.Serving, IsOther) && Pass.CoresReach)
    if (auto Lease = Devices.acquire(Owner, CountTraffic))
      Pass.Serving.push_back(std::move(*Lease));
  if (std::ranges::all_of(Pass.Serving, IsOther))
    return Status::programFault(
        HETRT_ERROR_ARGUMENT, Memory + ", which does not take part: it is not among the devices of the clause, serves "
                                       "another region, or was left out after a fault, or another "
                                       "array is elsewhere");
  std::erase_if(Pass.Serving, IsOther);
  Pass.CoresReach = false;
  return Status::success();
}

/// Where an array lies: in a device's memory or, if OfDevice is false, in memory that the host reaches.
struct ArrayHome {
  bool OfDevice = false;
  Accelerator *Owner = nullptr; ///< Null: the memory is of a device that the settings leave out.
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

/// Whether the runtime itself reads array number `Number`, to find out which elements iterations use. Such an array
/// cannot lie in a device's memory.
static bool isReadHere(const ResolvedCall &Call, const hetrt_region &Region, unsigned Number) {
  const Array &What = Call.Arrays[Call.ArrayOf[Number]];
  const auto Goes = [&](const Array &Each) {
    return std::ranges::any_of(Each.Indirect.Through,
                               [&](const hetrt_array_info *Of) { return Of == &Region.arrays[Number]; });
  };
  return What.gathered() || std::ranges::any_of(Call.Arrays, Goes);
}

/// Finds out whether arrays lie in a device's memory, and if so, gives the pass to that device. Asks the drivers once
/// for each array, if there are any.
Status RegionArrays::bind(const CallTables &Of, const ResolvedCall &Call, RegionPass &Pass) const {
  const Fleet *All = Owner.fleetIfAny();
  for (unsigned Number = 0; All && Number < Region.array_count; ++Number) {
    const ArrayHome Home = homeOf(Of.base(Number), *All);
    if (!Home.OfDevice)
      continue;
    const std::string What = clauseOf(Region.arrays[Number]);
    if (isReadHere(Call, Region, Number))
      return Status::programFault(HETRT_ERROR_ARGUMENT,
                                  What + ": the array is memory of a GPU: wanted memory of the host, since the runtime "
                                         "reads its elements before the pass");
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

static bool reachesHost(const AcceleratorLease &Which) {
  return Which.accelerator().device().capabilities().ReachesHost;
}

/// Lets devices that reach the host's memory work on the arrays in place, unless copies are being tried or were faster
/// (ReachChooser). Does nothing if an array has rows behind pointers at no fixed stride (HostPlace::RowsAt): kernels
/// can only use strides, so such an array has to be copied.
static void chooseInPlace(const RegionPass &Pass, bool Copyable, PassArrays &Arrays) {
  Arrays.InPlaceOn.clear();
  if (std::ranges::any_of(Arrays.Call.Arrays, [](const Array &Each) { return Each.Host.RowsAt != nullptr; }))
    return;
  for (const AcceleratorLease &Each : Pass.Serving) {
    const bool WantsCopies = Copyable && Pass.TriesCopies && !Each.known().Reach.inPlace();
    if (!reachesHost(Each) || WantsCopies)
      continue;
    Arrays.InPlaceOn.push_back(&Each.accelerator().memory());
  }
}

/// An array is used in place if all devices of the pass can do so. Gathered arrays, whose elements are packed for each
/// share, are used in place only by devices that reach all of the host's memory.
static void findInPlace(const RegionPass &Pass, PassArrays &Arrays) {
  for (PassArray &What : Arrays.Call.Arrays) {
    if (What.Host.RowsAt)
      continue;
    What.InPlace = std::ranges::all_of(Pass.Serving, [&](const AcceleratorLease &Each) {
      const Residence Where = Each.accelerator().device().residenceOf(What.Host.Base);
      const bool OfDriver = Where == Residence::Here || Where == Residence::Both;
      What.Host.OfDriver |= OfDriver;
      return Arrays.areInPlaceOn(Each.accelerator().memory()) || (OfDriver && !What.gathered());
    });
    if (What.InPlace && !Pass.CoresReach)
      Arrays.WhyNoRedo = clauseOf(*What.Info) + ": the array is the device's own";
  }
}

/// Leaves the pass to the devices that reach the host's memory, which need no copies.
static void givePassToReaching(RegionPass &Pass, PassArrays &Arrays) {
  std::erase_if(Pass.Serving, std::not_fn(reachesHost));
  Arrays.Call.takeInPlace();
  chooseInPlace(Pass, false, Arrays);
  findInPlace(Pass, Arrays);
}

//===-- Before a pass --------------------------------------------------------------------------------------------===//

/// Called for a loop without iterations, whose extents may be meaningless. So its persistent arrays get no entries in
/// the directory, but are announced, and depersist() of them is no mistake.
static void announcePersistent(const CallTables &Of, Directory &Known) {
  for (unsigned Number = 0; Number < Of.Region.array_count; ++Number)
    if (Of.Region.arrays[Number].flags & HETRT_PERSIST)
      Known.announce(Of.base(Number));
}

/// Writes back the integer arrays that ends of boxes go through, since the runtime reads them on the host, even if a
/// device computes.
static Status fetchThrough(const ResolvedCall &Call, Directory &Known) {
  for (const Array &What : Call.Arrays) {
    if (What.Indirect.Integers)
      if (Status Result = Known.writeBackOverlapping(What.Host.Base, What.bytes()); !Result.ok())
        return Result;
    for (unsigned Number = 0; const IntegerTable &Table : What.Uses.tables())
      if (Status Result =
              Known.writeBackOverlapping(Table.Base, std::uint64_t(What.Uses.positions(Number++).Upper) * Table.Size);
          !Result.ok())
        return Result;
  }
  return Status::success();
}

/// Checks the memory of the program that devices will read.
Status RegionArrays::checkMemory(ResolvedCall &Of) const {
  for (Array &What : Of.Arrays) {
    Status Result = checkMapped(What, Of.all());
    if (Result.ok())
      Result = checkSegments(What);
    if (Result.ok())
      continue;
    if (What.Info->clause)
      return Result;
    Of.WhyNoCopies = Result;
    return Status::success();
  }
  return checkIndices(Of);
}

Status RegionArrays::writeBackAll() const {
  Directory *Known = Owner.directoryIfAny();
  if (!Known)
    return Status::success();
  if (Status Result = Known->writeBackAll(); !Result.ok())
    return Result;
  Known->forgetAll();
  return Status::success();
}

bool RegionArrays::areOnlyTheCores(const CallTables &Of, const RegionPass &Pass) const {
  if (IsBlock || !Pass.Serving.empty() || areKept() || HasPresent || BalancedBy || Owner.settings().Check ||
      check::active() || (Region.flags & HETRT_REACH_ONLY))
    return false;
  const Fleet *All = Owner.fleetIfAny();
  for (unsigned Number = 0; All && Number < Region.array_count; ++Number)
    if (homeOf(Of.base(Number), *All).OfDevice)
      return false;
  return true;
}

/// Takes all devices from a pass whose arrays they cannot use.
void RegionArrays::givePassToCores(const ResolvedCall &Call, RegionPass &Pass) {
  if (!Pass.Serving.empty())
    Pass.WhyNot = Call.WhyNoCopies.message();
  if (Pass.Checked) {
    Pass.WhyUnknown = Call.WhyNoCopies.message();
    Pass.WhyOutside = Call.Outside.message();
    Pass.OutsideOf = Call.OutsideOf;
  }
  Pass.Serving.clear();
}

/// Copies what kernels need of a call besides the arrays.
void RegionArrays::copyValues(const CallTables &Of, PassArrays &Into) const {
  Into.InOrder = Owner.settings().Deterministic;
  Into.Region = &Region;
  if (const auto Reduced = Reductions::of(Of.Call, Into.InOrder); Reduced.Bytes) {
    Into.PartialBytes = Reduced.Bytes;
    Into.Grain = Reduced.InOrder ? Reduced.Division.grains().Size : 0;
  }
  if (const auto *Values = static_cast<const std::byte *>(Of.Given.values))
    Into.Values.assign(Values, Values + Region.values_size);
  Into.Variant = Of.Given.variant;
}

Status RegionArrays::take(const CallTables &Of, bool Copies, bool Serious, RegionPass &Pass) const {
  Fleet *All = Owner.fleetIfAny();
  // Looking for accelerators opens their drivers. Blocks keep no copies between passes, so a block that runs on cores
  // alone does without.
  if ((areKept() && !IsBlock) || HasPresent)
    if (Status Result = Owner.fleet(All); !Result.ok())
      return Result;
  if (Of.Call.trip_count == 0) {
    if (All)
      announcePersistent(Of, *All->Known);
    return Status::success();
  }
  auto Made = std::make_unique<PassArrays>();
  if (Status Result = resolve(Of, Copies, Serious, All, *Made, Pass); !Result.ok())
    return Result;
  const ArrayService By = serviceOf(factsOf(Made->Call, Pass));
  return serve(By, Of, All, std::move(Made), Pass);
}

/// Finds the arrays of a call and where they lie, and checks them as far as devices or copies need it.
Status RegionArrays::resolve(const CallTables &Of, bool Copies, bool Serious, Fleet *All, PassArrays &Into,
                             RegionPass &Pass) const {
  ResolvedCall &Call = Into.Call;
  if (Status Result = resolveCall(Of, All ? All->Known.get() : nullptr, Call); !Result.ok())
    return Result;
  if (Status Result = Serious && Call.WhyNoCopies.ok() ? bind(Of, Call, Pass) : Status::success(); !Result.ok())
    return Result;
  const bool ForDevices = servesDevices(Pass);
  if (ForDevices && !IsBlock) {
    chooseInPlace(Pass, true, Into);
    findInPlace(Pass, Into);
  }
  if (!Call.WhyNoCopies.ok())
    return Status::success();
  if (All && (areKept() || ForDevices))
    if (Status Result = fetchThrough(Call, *All->Known); !Result.ok())
      return Result;
  return ForDevices || Copies || Owner.settings().Check ? checkMemory(Call) : Status::success();
}

/// What decides who serves the pass, once its arrays are resolved.
ArrayFacts RegionArrays::factsOf(const ResolvedCall &Call, const RegionPass &Pass) const {
  return {.IsBlock = IsBlock,
          .MayBeKept = areKept(),
          .ForDevices = servesDevices(Pass),
          .CoresReach = Pass.CoresReach,
          .Fits = Call.WhyNoCopies.ok(),
          .WritesAnywhere = (Region.flags & HETRT_REACH_ONLY) != 0,
          .CanBeInPlace = !Call.ForCores && std::ranges::any_of(Pass.Serving, reachesHost)};
}

/// Makes the pass one that is served as `By` says, with the arrays `Made`.
Status RegionArrays::serve(ArrayService By, const CallTables &Of, Fleet *All, std::unique_ptr<PassArrays> Made,
                           RegionPass &Pass) const {
  if (By == ArrayService::Nobody)
    return Made->Call.WhyNoCopies;
  if (needsAll(By)) {
    if (Status Result = writeBackAll(); !Result.ok())
      return Result;
    if (All)
      announcePersistent(Of, *All->Known);
  }
  if (By == ArrayService::Cores) {
    givePassToCores(Made->Call, Pass);
    return Status::success();
  }
  if (By == ArrayService::InPlace)
    givePassToReaching(Pass, *Made);
  copyValues(Of, *Made);
  Pass.Arrays = std::move(Made);
  return By == ArrayService::KeptCopies ? findKept(*Pass.Arrays, All) : Status::success();
}

/// The address of the call's next array after the address `Base`; null if there is none.
static const std::byte *nextAfter(const ResolvedCall &Call, const std::byte *Base) {
  const std::byte *Next = nullptr;
  for (const Array &Each : Call.Arrays)
    if (Each.Host.Base > Base && (!Next || Each.Host.Base < Next))
      Next = Each.Host.Base;
  return Next;
}

/// Writes back the elements in an array's memory of which only devices have the present values, also if devices have
/// copies of this memory as another array.
static Status writeBack(const Array &What, Directory &Known) {
  if (Known.empty())
    return Status::success();
  for (const MemoryRange &Each : memoryOf(What, wholeOf(What.Extent)))
    if (Status Result = Known.writeBackOverlapping(reinterpret_cast<const void *>(Each.Begin), Each.Bytes);
        !Result.ok())
      return Result;
  return Status::success();
}

/// Called for an array of which devices may keep copies: finds its entry in the directory, or makes one if the program
/// asks for it.
Status RegionArrays::findEntry(const ResolvedCall &Call, PassArray &What, Directory &Known) const {
  Known.widen(What, nextAfter(Call, What.Host.Base));
  if (Status Result = Known.find(What, What.Entry); !Result.ok())
    return Result;
  if (What.Entry) // an array in the directory is written by iterations only, as `persist` promises
    What.Stored = StoredBytes::OfWindow;
  // Programs that have not asked for accelerators get no warnings about them.
  const bool Asked = !(Region.flags & HETRT_TENTATIVE);
  if (Asked && !What.Entry && Known.isCutByDataRegion(What.Host.Base, What.bytes()))
    warnOnce(
        fmt::format("{}: {}: a data region names a part of this array only, so devices keep nothing of it for this "
                    "loop",
                    Location, clauseOf(*What.Info)));
  if (Known.policy() == WritePolicy::Back)
    return Known.writeBackOverlapping(What.Host.Base, What.bytes(), What.Entry.get());
  return Status::success();
}

/// Finds the persistent arrays among the call's arrays. Of an array of which no copies are kept, the elements that only
/// devices have are written back. `All` is null if a block opens no driver.
Status RegionArrays::findKept(PassArrays &Arrays, Fleet *All) const {
  if (!All)
    return Status::success();
  for (PassArray &What : Arrays.Call.Arrays) {
    if (!IsBlock && What.mayBeKept() && !What.InPlace) {
      if (Status Result = findEntry(Arrays.Call, What, *All->Known); !Result.ok())
        return Result;
      continue;
    }
    if (What.Persist && !What.Host.RowsAt) // the pass would not update a kept copy; depersist() has to succeed
      All->Known->announce(What.pointer());
    if (Status Result = writeBack(What, *All->Known); !Result.ok())
      return Result;
  }
  return Status::success();
}

Status RegionArrays::balance(const RegionPass &Pass, Division &Units) const {
  if (!BalancedBy || !Pass.Arrays)
    return Status::success();
  const ResolvedCall &Call = Pass.Arrays->Call;
  for (const Array &Each : Call.Arrays) // checks the tables of ends, which was done before if devices take part
    if (Array Copy = Each; Pass.Serving.empty() && !Each.Indirect.Through.empty())
      if (Status Result = checkSegments(Copy); !Result.ok())
        return Result;
  const auto Number = static_cast<std::size_t>(BalancedBy - Region.arrays);
  Units.balance({integersOf(Call.Arrays[Call.ArrayOf[Number]]), Call.Space});
  return Status::success();
}

void RegionArrays::fit(const PassArrays &Arrays, std::uint64_t Grain, std::span<DeviceSlot> Accelerators) const {
  const ResolvedCall &Call = Arrays.Call;
  for (DeviceSlot &Each : Accelerators) {
    if (!Each.isServing())
      continue;
    Directory &Known = *Owner.fleetIfAny()->Known;
    Accelerator &Accel = *Each.Known->Accel;
    std::lock_guard Driving(Accel.memory().driving());
    const MemoryPlan Plan = Known.planOn(Arrays, Accel.memory());
    Each.Model.KeepsData = Plan.keepsAny();
    if (Plan.IterationsAtOnce >= Grain)
      continue;
    Each.As = DeviceSlot::Role::NoRoom;
    Each.Model.MemoryLimitIterations = 0;
    if (!std::exchange(Each.Known->SaidNoRoom, true))
      warn(fmt::format("{}: {} has not enough memory for the region's arrays, and its share runs elsewhere: wanted "
                       "at least {:.0f} bytes, found {:.0f}",
                       Location, Accel.device().label(),
                       takenBytes(Call, sizesOn(Arrays, Accel.memory()), kindsOf(Arrays, false), double(Grain), 2),
                       Known.roomOn(Accel.memory())));
  }
}
Status RegionArrays::supply(const RegionPass &Pass, Execution &Run) const {
  if (Run.accelerators() == AcceleratorUse::TakeRanges && !Pass.Serving.empty())
    return supplyShares(Pass, Run);
  Fleet *All = Pass.Arrays ? Owner.fleetIfAny() : nullptr;
  Directory *Known = All ? All->Known.get() : nullptr;
  if (!Known || Known->policy() != WritePolicy::Back)
    return Status::success();
  return supplyHost(*Pass.Arrays, *Known, 0, Pass.TripCount);
}

/// Before the pass, moves elements between devices to where the shares are computed, while no device computes. If the
/// scheduler hands out ranges one by one, shares are not known yet, so elements are moved when a range is handed out.
Status RegionArrays::supplyShares(const RegionPass &Pass, Execution &Run) const {
  Directory &Known = *Owner.fleetIfAny()->Known;
  if (Known.empty() || Known.policy() == WritePolicy::None)
    return Status::success();
  if (Known.policy() == WritePolicy::Back)
    Run.supplyTeam(*Pass.Arrays, Known);
  std::vector<Consumer> Consumers;
  for (const DeviceSlot &Each : Pass.Team.plan().Devices) {
    const Range Share = Pass.Team.units().iterations(Each.Share);
    const bool OnCore = !Each.isAccelerator();
    if (Share.empty() || (!OnCore && !Each.isServing()))
      continue;
    if (OnCore && Known.policy() == WritePolicy::Back) {
      Consumers.push_back({nullptr, {Share.First, Share.Last}});
    } else if (!OnCore) {
      DeviceMemory &To = Each.Known->Accel->memory();
      std::lock_guard Driving(To.driving());
      Consumers.push_back({&To, {Share.First, Share.Last}, Known.planOn(*Pass.Arrays, To).Kinds});
    }
  }
  return hetrt::supply(*Pass.Arrays, Known, Consumers, true);
}

//===-- After a pass ---------------------------------------------------------------------------------------------===//

void RegionArrays::noteWrites(const RegionPass &Pass, const PassRecord &Record) const {
  Fleet *All = Owner.fleetIfAny();
  const PassArrays &Of = *Pass.Arrays;
  if (Of.Call.hasUnbounded())
    All->Known->forgetAll();
  if (All->Known->empty())
    return;
  for (const PassArray &What : Of.Call.Arrays)
    if (What.Uses.writes())
      for (const MemoryRange &Each : memoryOf(What, wholeOf(What.Extent)))
        All->Known->forgetOverlapping(reinterpret_cast<const void *>(Each.Begin), Each.Bytes, What.Entry.get());
  hetrt::noteWrites(Of, Of.Call.all(), Record, Pass.Team.plan().Devices);
}

bool isAboutArrays(int Code) {
  return Code == HETRT_ERROR_ARGUMENT || Code == HETRT_ERROR_OVERLAP || Code == HETRT_ERROR_WINDOW ||
         Code == HETRT_ERROR_PERSIST || Code == HETRT_ERROR_PRESENT;
}

} // namespace hetrt
