// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the regions whose translation a compiler rejects. The lines of its errors tell the regions. If these lines are
// in no region, the unit is translated and compiled again without some regions.
#pragma once

#include "Refusals.h"
#include "UnitSteps.h"

#include <optional>
#include <string>
#include <vector>

namespace hetcc::driver {

/// The search in one unit, for one compiler.
class Trials {
public:
  /// \p PlainRegions: the regions that are left out already.
  Trials(const UnitSteps &Steps, Stage Of, std::vector<Refusal> PlainRegions)
      : Steps(Steps), Of(Of), PlainRegions(std::move(PlainRegions)) {}

  /// The further regions that the compiler of stage \p Of rejects; none if the cause is not a region. \p Errors are the
  /// messages of the compiler for GPUs; they are not used for the host compiler, which is run again.
  std::vector<Refusal> find(std::string Errors);

  /// The status of a trial that failed because of its environment (a full disk, ...), so that the search has no result;
  /// null if there is none.
  const ExitStatus *stopped() const { return Stopped ? &*Stopped : nullptr; }

private:
  using Refusals = std::vector<Refusal>;

  bool translates(const Refusals &Without);
  bool passes(const Refusals &Without);
  ExitStatus tryCompiler() const { return Of == Stage::Host ? Steps.tryHost() : Steps.tryGpu(); }
  bool succeeded(ExitStatus Status);
  Refusals instancesOf(const Refusal &Whole, const Refusals &Others);
  Refusals findByTrial(const std::string &Cause);

  const UnitSteps &Steps;
  Stage Of;
  Refusals PlainRegions;
  std::vector<RegionLines> Regions;
  std::optional<ExitStatus> Stopped;
  std::string LastErrors; ///< messages of the compiler in the last trial
};

} // namespace hetcc::driver
