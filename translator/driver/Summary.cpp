// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What --hetcc-summary says beside the translator's text.
#include "Summary.h"

#include "Files.h"
#include "Messages.h"

#include <algorithm>
#include <cctype>
#include <utility>
#include <vector>

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

/// Whether a line is the directive of a loop of OpenMP's own, without clauses of ours.
static bool isPlainLoop(std::string_view Line) {
  std::vector<std::string> Words;
  std::string Word;
  for (const char C : Line.substr(0, Line.find("//"))) {
    if (isalnum(static_cast<unsigned char>(C)) || C == '_' || (C == '#' && Words.empty())) {
      Word += C;
    } else if (!Word.empty()) {
      Words.push_back(std::exchange(Word, {}));
    }
    if (Word == "#")
      Words.push_back(std::exchange(Word, {}));
  }
  if (!Word.empty())
    Words.push_back(std::move(Word));
  const auto Has = [&](std::string_view Each) { return std::find(Words.begin(), Words.end(), Each) != Words.end(); };
  if (Words.size() < 4 || Words[0] != "#" || Words[1] != "pragma" || Words[2] != "omp")
    return false;
  return (Has("for") || Has("loop") || Has("taskloop")) && !Has("HETCC") && !Has("hetero") && !Has("partition");
}

std::string plainLoops(std::string_view Unit, std::string_view Text, bool HasOurs) {
  std::string Lines;
  for (size_t Number = 1; !Text.empty(); ++Number) {
    const std::string_view Line = Text.substr(0, Text.find('\n'));
    Text.remove_prefix(std::min(Text.size(), Line.size() + 1));
    if (isPlainLoop(Line))
      Lines += (Lines.empty() ? "" : ", ") + std::to_string(Number);
  }
  const std::string Begin = "hetcc: remark: '" + std::string(Unit) + "': ";
  if (!Lines.empty())
    return Begin + "nobody asks to have OpenMP's own loops split, in lines " + Lines +
           ": '--hetcc-auto=all' would take them, or 'HETCC(hetero(1))' on each\n";
  return HasOurs
             ? ""
             : Begin + "no loop has a directive: '#pragma omp parallel for HETCC(hetero(1))' before one, of <hetcc.h>, "
                       "splits it over the devices\n";
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
