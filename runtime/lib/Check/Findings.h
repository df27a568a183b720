// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a checking run has found, each once, and what it says of each loop at its end.
#ifndef HETRT_CHECK_FINDINGS_H
#define HETRT_CHECK_FINDINGS_H

#include "Check/Heap.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

namespace hetrt::check {

enum class Kind { Clause, Race, Window, Outside, OldValue, Stale, Newer, Padding, Order };

/// What was found once or several times. In `Text`, %1 and %2 stand for the lines of First and Second.
struct Finding {
  Kind What = Kind::Race;
  std::string Region;                   ///< "file:line" of the directive.
  std::uintptr_t First = 0, Second = 0; ///< Addresses in the code; 0: none.
  std::string Text;                     ///< Of the first time.
  std::uint64_t Times = 1;
  std::string Of{}; ///< The array, and what is done to it, where several of one line are told apart.
  /// It is none after all if other threads of the team have come there too.
  std::shared_ptr<const TeamSite> Site{};

  bool holds() const { return !Site || !Site->IsOfEachThread; }
};

/// What was done of a region.
struct Verdict {
  std::uint64_t Passes = 0, Iterations = 0;
  std::string Limit; ///< What was not checked, and why; empty: nothing.
};

/// Not thread safe.
class Findings {
public:
  /// Whether this kind of finding is there for these places; then it is counted once more.
  bool again(Kind What, const std::string &Region, std::uintptr_t First, std::uintptr_t Second,
             const std::string &Of = {});
  void add(Finding What);

  Verdict &verdict(const std::string &Region) { return Verdicts[Region]; }
  bool empty() const { return std::ranges::none_of(All, &Finding::holds); }

  /// All of it, as lines.
  std::string report(std::uint64_t Seed) const;

private:
  using Key = std::tuple<Kind, std::string, std::uintptr_t, std::uintptr_t, std::string>;
  std::map<Key, std::size_t> Known;
  std::vector<Finding> All;
  std::map<std::string, Verdict> Verdicts;
};

} // namespace hetrt::check

#endif
