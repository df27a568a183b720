// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What earlier runs of programs measured: seconds per iteration, by program, region, size of the loop and device; of
// passes, and of kernels by launch shape.
//
// A run adds one sample for each of these; the latest samples are kept, and their median counts, so that one run on a
// busy machine moves nothing. Samples that contradict each other count for nothing. HistoryFile.h keeps it on disk.
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

/// What a measurement is about.
struct HistoryKey {
  std::string Program; ///< Name of the executable, without its folder.
  std::string Region;  ///< "file:line" of the directive.
  std::string Device;  ///< Stays the same from run to run: a model, not a number.
  unsigned SizeClass = 0;

  // Of launches of the device's kernel, in a shape that was tried.
  unsigned TurnsClass = 0;         ///< Of the loops that lanes share.
  unsigned Threads = 0, Lanes = 0; ///< Of a block, and of an iteration; 0: this is about passes.

  auto operator<=>(const HistoryKey &) const = default;
};

/// Loops whose trip counts lie between the same powers of 2 are of one class.
unsigned sizeClass(std::uint64_t TripCount);

struct HistoryEntry {
  static constexpr std::size_t MostSamples = 9;

  std::vector<double> Samples; ///< Seconds per iteration, one per run, the latest last; at most MostSamples.
  std::int64_t LastUsed = 0;   ///< Seconds since 1970.

  void add(double SecondsPerIteration, std::int64_t When);
  double median() const;
  /// The median distance from the median, as a fraction of it.
  double deviation() const;
};

/// Not for several threads at once.
class History {
public:
  /// Entries beyond this are dropped, those not used for longest first.
  static constexpr std::size_t MostEntries = 4096;

  /// Adds a run's measurement. What no measurement can be (NaN, zero, negative) is ignored.
  void add(const HistoryKey &Key, double SecondsPerIteration, std::int64_t When);

  /// The median over runs; nothing if there are none, or if they differ too much to be believed.
  std::optional<double> secondsPerIteration(const HistoryKey &Key) const;

  /// The entries of launch shapes that runs have tried for launches like these (of which threads and lanes are of no
  /// account), the fastest first; not those whose samples contradict each other.
  std::vector<HistoryKey> launchShapes(const HistoryKey &Of) const;

  const std::map<HistoryKey, HistoryEntry> &entries() const { return Entries; }

  /// As text for a file; and back, with what is wrong with the text in `Problem`.
  std::string format() const;
  static std::optional<History> parse(std::string_view Text, std::string &Problem);

private:
  /// Down to MostEntries.
  void dropOldest();

  std::map<HistoryKey, HistoryEntry> Entries;
};

} // namespace hetrt

#endif
