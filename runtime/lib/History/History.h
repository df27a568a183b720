// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The measurements of earlier runs of programs: seconds per iteration of passes, by program, region, trip count and
// device; and seconds per iteration of kernels, also by launch shape (threads of a block, lanes of an iteration).
//
// A run adds one sample to each entry that it has measured. An entry keeps its latest samples, and its value is their
// median, so that a single run on a busy machine has little effect. If the samples of an entry differ too much, the
// entry is not used. HistoryFile.h stores the history.
#ifndef HETRT_HISTORY_HISTORY_H
#define HETRT_HISTORY_HISTORY_H

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hetrt {

/// Identifies an entry: the program, region, device and size that its measurements belong to.
struct HistoryKey {
  std::string Program; ///< Name of the executable, without its folder.
  std::string Region;  ///< "file:line" of the directive.
  std::string Device;  ///< The name of the device's model, since the device's number may differ from run to run.
  unsigned SizeClass = 0;

  // Only for measurements of kernel launches in one launch shape:
  unsigned TurnsClass = 0;         ///< The sizeClass() of the number of turns (iterations of the inner loop that lanes
                                   ///< share).
  unsigned Threads = 0, Lanes = 0; ///< The number of threads of a block, and of lanes of an iteration; 0: the
                                   ///< measurements are of passes, not of launches.

  auto operator<=>(const HistoryKey &) const = default;
};

/// The class of a trip count: two numbers have the same class if they have the same number of binary digits.
unsigned sizeClass(std::uint64_t TripCount);

struct HistoryEntry {
  static constexpr std::size_t MostSamples = 9;

  std::vector<double> Samples; ///< Seconds per iteration, one per run, the latest last; at most MostSamples.
  std::int64_t LastUsed = 0;   ///< Seconds since 1970.

  void add(double SecondsPerIteration, std::int64_t When);
  double median() const;
  /// The median distance of the samples from their median, as a fraction of the median.
  double deviation() const;
};

/// All entries, in memory. Used by one thread at a time.
class History {
public:
  /// If there are more entries, those that have not been used for the longest time are dropped.
  static constexpr std::size_t MostEntries = 4096;

  /// Adds a run's measurement. Values that cannot be measurements (NaN, zero, negative) are ignored.
  void add(const HistoryKey &Key, double SecondsPerIteration, std::int64_t When);

  /// The median of the entry's samples; nothing if there are no samples, or if they differ too much.
  std::optional<double> secondsPerIteration(const HistoryKey &Key) const;

  /// The launch shapes that earlier runs have tried, for launches with the same key as `Of` apart from Threads and
  /// Lanes. The fastest comes first; entries whose samples differ too much are left out.
  std::vector<HistoryKey> launchShapes(const HistoryKey &Of) const;

  const std::map<HistoryKey, HistoryEntry> &entries() const { return Entries; }

  /// format() returns the text of the history's file. parse() reads such a text; if it is wrong, returns nothing and
  /// stores an error message in `Problem`.
  std::string format() const;
  static std::optional<History> parse(std::string_view Text, std::string &Problem);

private:
  /// Drops entries until MostEntries are left.
  void dropOldest();

  std::map<HistoryKey, HistoryEntry> Entries;
};

} // namespace hetrt

#endif
