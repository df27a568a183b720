// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The findings of a checking run (races, accesses outside of windows, ...), each stored once, and the report on them
// that is written when the program ends.
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

/// A mistake in the program that the checker has seen, once or several times. In `Text`, %1 and %2 stand for the source
/// lines of the instructions First and Second.
struct Finding {
  Kind What = Kind::Race;
  std::string Region;                   ///< "file:line" of the directive.
  std::uintptr_t First = 0, Second = 0; ///< Addresses of instructions of the program; 0: none.
  std::string Text;                     ///< Describes the first occurrence.
  std::uint64_t Times = 1;
  /// Distinguishes several findings of one line: the array and the kind of access, as in "x read". May be empty.
  std::string Subject{};
  /// If a thread of a team has allocated the memory, the place in the code where it did so; else null. If by the end of
  /// the run other threads of the team have allocated memory at this place too, each thread has its own memory, and the
  /// finding is dropped (holds()).
  std::shared_ptr<const TeamSite> Site{};

  bool holds() const { return !Site || !Site->IsOfEachThread; }
};

/// What the checker has checked in a region (an annotated loop).
struct Verdict {
  std::uint64_t Passes = 0, Iterations = 0;
  std::string Limit; ///< What was not checked, and why; empty if everything was checked.
};

/// All findings and verdicts of the run. Not thread safe.
class Findings {
public:
  /// If this finding is already stored, increments its number of occurrences and returns true.
  bool again(Kind What, const std::string &Region, std::uintptr_t First, std::uintptr_t Second,
             const std::string &Subject = {});
  void add(Finding What);

  Verdict &verdict(const std::string &Region) { return Verdicts[Region]; }
  bool empty() const { return std::ranges::none_of(All, &Finding::holds); }

  /// The text of the report: the findings with their source lines, then a line for each region. The last line contains
  /// `Seed`.
  std::string report(std::uint64_t Seed) const;

private:
  using Key = std::tuple<Kind, std::string, std::uintptr_t, std::uintptr_t, std::string>;
  std::map<Key, std::size_t> Known;
  std::vector<Finding> All;
  std::map<std::string, Verdict> Verdicts;
};

} // namespace hetrt::check

#endif
