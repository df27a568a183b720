// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A region's side of the history across runs: what earlier runs say of its devices, and what this run will leave.
#ifndef HETRT_HISTORY_REGIONHISTORY_H
#define HETRT_HISTORY_REGIONHISTORY_H

#include "History/HistoryFile.h"

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace hetrt {

/// Any thread.
class RegionHistory {
public:
  /// `Earlier` outlives the object and does not change.
  RegionHistory(const History &Earlier, std::string Program, std::string Location)
      : Earlier(Earlier), Program(std::move(Program)), Location(std::move(Location)) {}

  /// Seconds per iteration that earlier runs measured for a loop of about this size; NaN: unknown.
  double earlier(std::uint64_t TripCount, const std::string &Device) const;

  /// A pass has ended: so long did the device take for so many of the iterations.
  void add(std::uint64_t TripCount, const std::string &Device, std::uint64_t Iterations, double Seconds);

  /// One sample for each device and size: the median of the latest passes, of which the very first is not one unless
  /// there is no other.
  std::vector<HistorySample> samples() const;

private:
  struct Passes {
    double First = 0;
    std::uint64_t Later = 0;    ///< Passes after the first.
    std::vector<double> Latest; ///< Seconds per iteration of the last of them, as a ring.
    double median() const;
  };

  HistoryKey keyOf(unsigned SizeClass, const std::string &Device) const {
    return {Program, Location, Device, SizeClass};
  }

  const History &Earlier;
  const std::string Program, Location;
  mutable std::mutex Mutex;
  std::map<std::pair<unsigned, std::string>, Passes> Measured;
};

} // namespace hetrt

#endif
