// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The lines of --hetcc-summary that do not come from the translator.
#include "Summary.h"

#include "Files.h"
#include "Messages.h"

namespace hetcc::driver {

/// Why the unit has no loops to split.
static std::string whyNoLoops(const OwnOptions &Own) {
  if (!Own.WhyNoAuto.empty())
    return Own.WhyNoAuto;
  return *Own.Auto == AutoMode::All ? "it has no loop of OpenMP"
                                    : "it has no loop of 'omp target'; '--hetcc-auto=all' splits others too";
}

std::string summaryWithoutLoops(std::string_view Unit, const CommandLine &Line) {
  return std::string(Unit) + ": 0 of 0 loops split: " + whyNoLoops(Line.Own) + "\n";
}

bool addToSummary(const std::string &Text, const CommandLine &Line) {
  if (*Line.Own.Summary == "-") {
    print(Text);
    return true;
  }
  std::string Why; // several compilations may write to the file at the same time, so append
  const bool Written = appendToFile(*Line.Own.Summary, Text, &Why);
  if (!Written)
    fail("cannot write '" + *Line.Own.Summary + "': " + Why);
  return Written;
}

} // namespace hetcc::driver
