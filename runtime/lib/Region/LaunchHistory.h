// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launch shapes that were tuned, across runs.
#ifndef HETRT_REGION_LAUNCHHISTORY_H
#define HETRT_REGION_LAUNCHHISTORY_H

#include "Device/LaunchShaping.h"
#include "History/HistoryFile.h"

#include <mutex>
#include <string>
#include <vector>

namespace hetrt {

/// Says what settings and history say, and keeps what devices find.
class LaunchHistory final : public LaunchShaping {
public:
  /// `Earlier` outlives the object and does not change; the rest as in LaunchShaping.
  LaunchHistory(const History &Earlier, std::string Program, bool Tunes, LaunchShape Fixed, bool Remembers)
      : LaunchShaping(Tunes, Fixed, Remembers), Earlier(Earlier), Program(std::move(Program)) {}

  std::vector<LaunchShape> earlier(const LaunchClass &What) const override;
  void found(const LaunchClass &What, LaunchShape Shape, double SecondsPerIteration) override;

  /// What this run found.
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
