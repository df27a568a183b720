// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fuzzes the text of the history file: what is accepted contains only values that can be measured, and does not change
// when it is written and read again.
#include "Check.h"

#include "History/History.h"

#include <cmath>

using namespace hetrt;

namespace {

bool isSound(const HistoryEntry &Entry) {
  if (Entry.Samples.empty() || Entry.Samples.size() > HistoryEntry::MostSamples || Entry.LastUsed < 0)
    return false;
  for (double Each : Entry.Samples)
    if (!std::isfinite(Each) || !(Each > 0))
      return false;
  return true;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  std::string Problem;
  std::optional<History> Read = History::parse(asText(Data, Size), Problem);
  check(Read.has_value() == Problem.empty(), "a text is a history, or a message says why not", Problem);
  if (!Read)
    return 0;
  check(Read->entries().size() <= History::MostEntries, "entries are bounded");
  for (const auto &[Key, Entry] : Read->entries()) {
    check(isSound(Entry), "samples are measurements");
    std::optional<double> Seconds = Read->secondsPerIteration(Key);
    check(!Seconds || (std::isfinite(*Seconds) && *Seconds > 0), "what is believed is a measurement");
    for (const HistoryKey &Shape : Read->launchShapes(Key))
      check(Shape.Threads > 0 && Shape.Lanes > 0 && Read->entries().contains(Shape), "shapes are entries");
  }
  const std::string Written = Read->format();
  std::optional<History> Again = History::parse(Written, Problem);
  check(Again && Again->format() == Written, "what is written is read again, the same", Written);
  check(Again->entries().size() == Read->entries().size(), "no entry is lost", Written);
  Again->add({"program", "file.c:1", "cpu", 10}, 1e-9, 1);
  check(Again->entries().size() <= History::MostEntries, "entries stay bounded");
  return 0;
}
