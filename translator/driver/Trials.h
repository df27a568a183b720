// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which regions a compiler refuses: by the lines of its errors, and where these do not tell, by leaving parts of the
// unit out and trying again.
#pragma once

#include "Refusals.h"
#include "UnitSteps.h"

#include <optional>
#include <string>
#include <vector>

namespace hetcc::driver {

class Trials {
public:
  /// \p Left are the regions that are left out already.
  Trials(const UnitSteps &Steps, Stage Of, std::vector<Refusal> Left) : Steps(Steps), Of(Of), Left(std::move(Left)) {}

  /// The regions that the compiler of the stage refuses beside those; none where it is not one of them. \p Errors are
  /// the device compiler's; the host compiler is asked again.
  std::vector<Refusal> find(std::string Errors);

  /// The trial that failed for another reason than what it tried, after which no answer counts; null without one.
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
  Refusals Left;
  std::vector<RegionLines> Regions;
  std::optional<ExitStatus> Stopped;
  std::string LastErrors; ///< of the last trial that came to the compiler
};

} // namespace hetcc::driver
