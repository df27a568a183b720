// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The measurements of earlier runs of programs: seconds per iteration of passes, by program, region, trip count and
// device; and of kernels, also by launch shape.
//
// A run adds one sample to each entry that it has measured. An entry keeps its latest samples, and its value is their
// median, so that a single run on a busy machine changes little. If the samples of an entry differ too much, the entry
// is not used. HistoryFile.h stores the history.
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
  std::string Device;  ///< The device's model, which is the same in each run, and not its number.
  unsigned SizeClass = 0;

  // Only for measurements of kernel launches in one launch shape:
  unsigned TurnsClass = 0;         ///< Size class of the number of turns (iterations of the inner loop that lanes
                                   ///< share).
  unsigned Threads = 0, Lanes = 0; ///< Threads of a block; lanes of an iteration; 0: the measurement is of passes.

  auto operator<=>(const HistoryKey &) const = default;
};

/// The class of a trip count: all numbers between the same two powers of 2 have the same class.
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

/// All entries, in memory. May not be used by several threads at once.
class History {
public:
  /// If there are more entries, those that were not used for the longest time are dropped.
  static constexpr std::size_t MostEntries = 4096;

  /// Adds a run's measurement. Values that cannot be measurements (NaN, zero, negative) are ignored.
  void add(const HistoryKey &Key, double SecondsPerIteration, std::int64_t When);

  /// The median over runs; nothing if there are no samples, or if they differ too much.
  std::optional<double> secondsPerIteration(const HistoryKey &Key) const;

  /// The keys of launch shapes that runs have tried for launches like `Of` (whose threads and lanes are ignored), the
  /// fastest first; without entries whose samples differ too much.
  std::vector<HistoryKey> launchShapes(const HistoryKey &Of) const;

  const std::map<HistoryKey, HistoryEntry> &entries() const { return Entries; }

  /// format() makes the text of a file; parse() reads it, or returns nothing and says in `Problem` what is wrong.
  std::string format() const;
  static std::optional<History> parse(std::string_view Text, std::string &Problem);

private:
  /// Drops entries until MostEntries are left.
  void dropOldest();

  std::map<HistoryKey, HistoryEntry> Entries;
};

} // namespace hetrt

#endif
