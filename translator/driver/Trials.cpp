// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Searches for the regions whose translation a compiler rejects.
#include "Trials.h"

#include "Bisect.h"

#include <algorithm>

namespace hetcc::driver {

/// Whether a step has succeeded. If it failed because of its environment, such as a full disk, the search is stopped.
bool Trials::succeeded(ExitStatus Status) {
  if (Status.isEnvironmentFault())
    Stopped = Status;
  return Status.succeeded();
}

bool Trials::translates(const Refusals &Without) {
  return !Stopped && !pendingSignal() && succeeded(Steps.translate(Without));
}

bool Trials::passes(const Refusals &Without) {
  Refusals All = Without;
  All.insert(All.end(), PlainRegions.begin(), PlainRegions.end());
  LastErrors.clear();
  if (!translates(All))
    return false;
  ExitStatus Status = tryCompiler();
  LastErrors = Status.Errors;
  return succeeded(std::move(Status));
}

std::vector<Refusal> Trials::find(std::string Errors) {
  if (!translates(PlainRegions))
    return {};
  Regions = readRegions(Steps.regions());
  if (Of == Stage::Host) {
    ExitStatus Status = tryCompiler();
    Errors = Status.Errors;
    succeeded(std::move(Status));
  }
  Refusals Found = refusalsIn(Errors, Of, Regions);
  if (Found.empty())
    Found = findByTrial(firstErrorIn(Errors));
  Refusals Result;
  for (const Refusal &Each : Found)
    for (Refusal &One : instancesOf(Each, Found))
      Result.push_back(std::move(One));
  return Stopped ? Refusals() : Result;
}

/// The instances of a template that the compiler rejects. Compilers do not report which instance an error is in, so
/// each instance is tried while all others are left out.
std::vector<Refusal> Trials::instancesOf(const Refusal &Whole, const Refusals &Others) {
  constexpr unsigned Most = 16;
  auto Region = std::find_if(Regions.begin(), Regions.end(), [&](const RegionLines &R) {
    return R.Of == Whole.Of && std::to_string(R.Id) == Whole.Region;
  });
  if (Of == Stage::Host || Region == Regions.end() || Region->Instances < 2 || Region->Instances > Most)
    return {Whole};
  Refusals Refused;
  for (unsigned One = 0; One < Region->Instances; ++One) {
    Refusals Without;
    for (const Refusal &Other : Others)
      if (Other.Region != Whole.Region)
        Without.push_back(Other);
    for (unsigned I = 0; I < Region->Instances; ++I)
      if (I != One)
        Without.push_back({Of, Whole.Region + "." + std::to_string(I), Whole.Cause});
    if (!passes(Without))
      Refused.push_back({Of, Whole.Region + "." + std::to_string(One), Whole.Cause});
  }
  const bool Some = !Refused.empty() && Refused.size() < Region->Instances;
  return Some ? Refused : Refusals{Whole};
}

/// Finds the regions that are rejected by leaving out parts of the unit's regions, for errors that do not show the
/// region. Each trial translates and compiles the whole unit, so the number of trials is limited.
std::vector<Refusal> Trials::findByTrial(const std::string &Cause) {
  constexpr size_t MostRegions = 64;
  constexpr unsigned MostTrials = 40;
  Refusals All;
  for (const RegionLines &Each : Regions)
    if (Each.Of == Of)
      All.push_back({Of, std::to_string(Each.Id), Cause});
  if (All.empty() || All.size() > MostRegions || !passes(All))
    return {};
  std::vector<Bisected> Found = bisect(All.size(), MostTrials, [&](const std::vector<Bisected> &Members) {
    Refusals Without;
    for (size_t I = 0; I < All.size(); ++I)
      if (Members[I].Out)
        Without.push_back(All[I]);
    return passes(Without) ? std::nullopt : std::optional(LastErrors);
  });
  Refusals Refused;
  for (size_t I = 0; I < All.size(); ++I) {
    if (Found[I].Alone && !Found[I].Errors.empty())
      All[I].Cause = firstErrorIn(Found[I].Errors); // a region may have another cause than the first error
    if (Found[I].Out)
      Refused.push_back(All[I]);
  }
  // If all loops are rejected, they share the cause, and leaving out some of them does not help.
  return Of == Stage::Gpu && Refused.size() == All.size() ? Refusals() : Refused;
}

} // namespace hetcc::driver
