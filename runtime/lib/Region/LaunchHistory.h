// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Remembers, from run to run, the launch shapes (threads per block, lanes) that tuning has found.
#ifndef HETRT_REGION_LAUNCHHISTORY_H
#define HETRT_REGION_LAUNCHHISTORY_H

#include "Device/LaunchShaping.h"
#include "History/HistoryFile.h"

#include <mutex>
#include <string>
#include <vector>

namespace hetrt {

/// Tells devices which launch shapes the settings and the history say, and keeps those that devices find.
class LaunchHistory final : public LaunchShaping {
public:
  /// `Earlier` outlives this object and does not change; the other arguments are as in LaunchShaping.
  LaunchHistory(const History &Earlier, std::string Program, bool Tunes, LaunchShape Fixed, bool Remembers)
      : LaunchShaping(Tunes, Fixed, Remembers), Earlier(Earlier), Program(std::move(Program)) {}

  std::vector<LaunchShape> earlier(const LaunchClass &What) const override;
  void found(const LaunchClass &What, LaunchShape Shape, double SecondsPerIteration) override;

  /// The launch shapes that this run found.
  std::vector<HistorySample> samples() const;

private:
  HistoryKey keyOf(const LaunchClass &What, LaunchShape Shape) const {
    return {Program, What.Region, What.Device, What.Iterations, What.Turns, Shape.Threads, Shape.Lanes};
  }

  const History &Earlier;
  const std::string Program;
  mutable std::mutex Mutex;
  std::vector<HistorySample> Found;
};

} // namespace hetrt

#endif
