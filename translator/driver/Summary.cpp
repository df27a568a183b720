// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What --hetcc-summary says beside the translator's text.
#include "Summary.h"

#include "Files.h"
#include "Messages.h"

namespace hetcc::driver {

/// Why no loop was looked for, or was one.
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
  std::string Why; // several compilations may add to the file at once
  const bool Written = appendToFile(*Line.Own.Summary, Text, &Why);
  if (!Written)
    fail("cannot write '" + *Line.Own.Summary + "': " + Why);
  return Written;
}

} // namespace hetcc::driver
