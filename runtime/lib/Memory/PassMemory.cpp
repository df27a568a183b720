// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Does each step of a launch (copies to the device, launch, copies back, commit) for all arrays of a pass.
#include "Memory/PassMemory.h"

#include "Memory/ArrayKinds.h"
#include "Memory/CallShape.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace hetrt {

PassMemory::PassMemory(const PassArrays &Of, DeviceMemory &Home, Directory &Known, MemoryPlan With)
    : On{Of, Home, Known}, Plan(std::move(With)), Arrays(arraysOn(On, Plan)) {
  for (LaunchSlot &Each : Slots)
    Each.Arguments = {*Of.Region, Of.Values.data()};
  const std::uint64_t Pass = Home.beginPass();
  for (const auto &Each : Arrays)
    if (Status Result = Each->begin(Pass); !Result.ok() && Beginning.ok())
      Beginning = Result;
  if (!device().capabilities().Divides)
    return;
  WhyNotDivided = whyNotDivided(Of, Plan.Kinds);
  DependsOnIntegerArrays = std::ranges::any_of(Of.Call.Arrays, dependsOnIntegerArrays);
  if (WhyNotDivided.empty() && !DependsOnIntegerArrays)
    for (LaunchSlot &Each : Slots)
      Each.Shape = encodeCall(Of.Call, Plan.Kinds);
}

Status PassMemory::bringIn(std::uint64_t First, std::uint64_t Last, unsigned Slot) {
  if (!Beginning.ok())
    return Beginning;
  LaunchSlot &In = Slots[Slot];
  In.Of = {First, Last};
  for (const auto &Each : Arrays)
    Each->beginRange(In.Of, Slot);
  for (const auto &Each : Arrays)
    if (Status Result = Each->bringIn(Slot); !Result.ok())
      return Result;
  for (unsigned Number = 0; const unsigned Array : On.Arrays.Call.ArrayOf)
    In.Arguments.describe(Number++, *Arrays[Array], Slot);
  return Status::success();
}

Launch PassMemory::launch(unsigned Slot) {
  LaunchSlot &In = Slots[Slot];
  In.Launched = true;
  Launch Wanted = In.Arguments.launch(In.Of);
  Wanted.InOrder = On.Arrays.InOrder;
  if (!std::isinf(Plan.BytesOfLaunch))
    Wanted.MostPartialBytes = static_cast<std::uint64_t>(Plan.BytesOfLaunch);
  Wanted.MayOverlap = On.Arrays.Call.hasUnbounded();
  Wanted.Variant = On.Arrays.Variant;
  if (device().capabilities().Divides)
    Wanted.Parts = partsOf(Slot);
  return Wanted;
}

/// Returns the description of a slot's launch for a device that divides the launch further (a node with several
/// devices): where the arrays are, and what iterations use of them. Arrays with dependsOnIntegerArrays() are described
/// anew for each launch, each as an array that consists only of the part that the launch uses, since the node cannot
/// read the integers.
LaunchParts PassMemory::partsOf(unsigned Slot) {
  const ResolvedCall &Call = On.Arrays.Call;
  LaunchSlot &In = Slots[Slot];
  In.Places.clear();
  if (!WhyNotDivided.empty())
    return {{}, WhyNotDivided, In.Places};
  for (const unsigned Array : Call.ArrayOf) {
    const ArrayStorage &At = Arrays[Array]->storage(Slot);
    In.Places.push_back(At.placeOf(dependsOnIntegerArrays(Call.Arrays[Array]) ? At.Where.Held[0].Lower : 0));
  }
  if (DependsOnIntegerArrays) {
    ResolvedCall There = Call;
    for (std::size_t I = 0; I < There.Arrays.size(); ++I)
      if (dependsOnIntegerArrays(Call.Arrays[I]))
        There.Arrays[I] = PassArray{heldWhole(Call.Arrays[I], Arrays[I]->storage(Slot).Where.Held, In.Of)};
    In.Shape = encodeCall(There, Plan.Kinds);
  }
  return {In.Shape, WhyNotDivided, In.Places};
}

Status PassMemory::takeFrom(PassMemory &Other, unsigned Index, Interval Along) {
  if (Status Result = Arrays[Index]->takeFrom(*Other.Arrays[Index], Along); !Result.ok())
    return Result;
  return device().synchronize(Queue::In);
}

Status PassMemory::checkUnchanged(unsigned Slot, bool Indices) const {
  for (const auto &Each : Arrays)
    if (Status Result = Each->checkUnchanged(Slot, Indices); !Result.ok())
      return Result;
  return Status::success();
}

Status PassMemory::sendOut(unsigned Slot) {
  if (Status Result = checkUnchanged(Slot, false); !Result.ok())
    return Result;
  std::uint64_t StageBytes = 0;
  for (const auto &Each : Arrays)
    StageBytes += Each->findOutputs(Slot);
  std::byte *Stage = StageBytes ? On.Home.staging(StageBytes) : nullptr;
  for (const auto &Each : Arrays)
    if (Status Result = Each->sendOut(Slot, Stage); !Result.ok())
      return Result;
  return Status::success();
}

Status PassMemory::compare() {
  for (const auto &Each : Arrays)
    if (Status Result = Each->compare(); !Result.ok())
      return Result;
  return Status::success();
}

bool PassMemory::compares() const {
  return std::ranges::any_of(Arrays, [](const auto &Each) { return Each->compares(); });
}

std::vector<Difference> PassMemory::takeChanges() {
  std::vector<Difference> All;
  for (const auto &Each : Arrays)
    if (std::optional<Difference> Changes = Each->takeChanges())
      All.push_back(std::move(*Changes));
  return All;
}

void PassMemory::commit(unsigned Slot) {
  Slots[Slot].Launched = false;
  for (const auto &Each : Arrays)
    Each->commit(Slot);
}

Status PassMemory::abandon() {
  // If bringIn() has failed, copies that were enqueued before are still under way, and have to end before the device
  // memory that they write is freed. The result of the wait does not matter any more.
  static_cast<void>(device().synchronize());
  std::vector<Iterations> UnderWay;
  for (LaunchSlot &Each : Slots)
    if (std::exchange(Each.Launched, false))
      UnderWay.push_back(Each.Of);
  // Copies to the device may not have been carried out either, so in the copies that this pass used on the device no
  // element is certainly valid. So abandon() is called for all arrays.
  Status First;
  for (const auto &Each : Arrays)
    if (Status Result = Each->abandon(UnderWay); !Result.ok() && First.ok())
      First = Result;
  return device().lost() ? On.Known.deviceLost(On.Home) : First;
}

bool PassMemory::queryFreeMemoryFromNowOn() {
  On.Home.queryFreeMemory();
  return !Plan.QueriedFreeMemory;
}

const Array *PassMemory::changedInPlace() const {
  const bool Runs = std::ranges::any_of(Slots, &LaunchSlot::Launched);
  for (std::size_t I = 0; Runs && I < Plan.Kinds.size(); ++I) {
    const Array &What = On.Arrays.Call.Arrays[I];
    if (Plan.Kinds[I] == ArrayKind::InPlace && (What.isUnbounded() || (What.Uses.reads() && What.Uses.writes())))
      return &What;
  }
  return nullptr;
}

double PassMemory::takeSetupSeconds() {
  double Seconds = 0;
  for (const auto &Each : Arrays)
    Seconds += Each->takeSetupSeconds();
  return Seconds;
}

} // namespace hetrt
