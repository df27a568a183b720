// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes the lines of --hetcc-summary that the translator does not write.
#include "Summary.h"

#include "Files.h"
#include "Messages.h"

namespace hetcc::driver {

std::string noLoopIsSplit(std::string_view Unit, const std::string &Why) {
  return std::string(Unit) + ": no loop is split: " + Why + "\n";
}

std::string summaryWithoutLoops(std::string_view Unit, const CommandLine &Line) {
  if (!Line.Own.WhyNoAuto.empty())
    return noLoopIsSplit(Unit, Line.Own.WhyNoAuto);
  return *Line.Own.Auto == AutoMode::All
             ? ""
             : noLoopIsSplit(Unit, "it has no loop of 'omp target'; '--hetcc-auto=all' splits others too");
}

bool addToSummary(const std::string &Text, const CommandLine &Line) {
  if (*Line.Own.Summary == "-") {
    print(Text);
    return true;
  }
  std::string Why; // appended, because several compilations may write to the file at the same time
  const bool Written = appendToFile(*Line.Own.Summary, Text, &Why);
  if (!Written)
    fail("cannot write '" + *Line.Own.Summary + "': " + Why);
  return Written;
}

} // namespace hetcc::driver
