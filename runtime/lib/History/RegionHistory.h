// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The history of one region: the measurements of earlier runs for each device, and the samples that this run will add.
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

/// Several threads may use an object at the same time.
class RegionHistory {
public:
  /// `Earlier` outlives the object and does not change.
  RegionHistory(const History &Earlier, std::string Program, std::string Location)
      : Earlier(Earlier), Program(std::move(Program)), Location(std::move(Location)) {}

  /// Seconds per iteration that earlier runs measured for a loop of about this trip count; NaN: unknown.
  double earlier(std::uint64_t TripCount, const std::string &Device) const;

  /// Called when a pass has ended in which the device computed `Iterations` of the iterations in `Seconds`.
  void add(std::uint64_t TripCount, const std::string &Device, std::uint64_t Iterations, double Seconds);

  /// One sample for each device and size class: the median of the latest passes. The first pass of each is often
  /// slower, so it is used only if there is no other.
  std::vector<HistorySample> samples() const;

private:
  struct Passes {
    double First = 0;
    std::uint64_t Later = 0;    ///< The number of passes after the first.
    std::vector<double> Latest; ///< Seconds per iteration of the latest of these passes, as a ring buffer.
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
