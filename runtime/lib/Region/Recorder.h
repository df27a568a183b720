// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Adds passes to the report, the trace and the history.
#ifndef HETRT_REGION_RECORDER_H
#define HETRT_REGION_RECORDER_H

#include "History/RegionHistory.h"
#include "Region/RegionPass.h"

#include <string>
#include <string_view>
#include <vector>

namespace hetrt {

/// Makes the records of one region's passes. RegionState calls it at the end of each pass.
class Recorder {
public:
  /// Both may be null, if the settings do not ask for report and trace, or for a history.
  Recorder(RegionTrace *Trace, RegionHistory *Past) : Trace(Trace), Past(Past) {
    if (Trace)
      CountsPassesOfThread = true;
  }

  bool reports() const { return Trace; }

  /// The region's name in report and trace; null if there is neither. Lives as long as the process.
  const char *name() const { return Trace ? Trace->name().c_str() : nullptr; }
  bool isIdle() const { return !Trace && !Past; }

  /// How a pass was scheduled, for the report.
  struct Reasons {
    const char *Region = ""; ///< Lives as long as the process.
    std::string_view Scheduler = "static", Reason{};
    std::string NoAccelerator; ///< Why no accelerator took part; empty unless the region wants one.
  };

  /// Notes that a pass is under way, for reports that are written meanwhile.
  void begun(const RegionPass &Pass) {
    if (Trace)
      Trace->passBegins(Pass.Began);
  }

  /// Adds a pass to the report and to the trace. `Known` are the region's accelerators, also those that did not serve.
  void report(const RegionPass &Pass, const PassRecord &Record, std::span<const RegionDevice> Known,
              const Reasons &Why);

  /// Adds the times of a pass on the cores together, and on each accelerator, to the history.
  void remember(const RegionPass &Pass, const PassRecord &Record, const std::string &Cores);

  /// The seconds per iteration that an earlier run measured for a loop of about this trip count; NaN: unknown.
  double earlier(std::uint64_t TripCount, const std::string &Device) const;

private:
  const char *nameOf(const Reasons &Why);
  void tell(const RegionPass &Pass, std::span<const RegionDevice> Known, const Reasons &Why);

  RegionTrace *const Trace;
  RegionHistory *const Past;

  // For the trace. Used by the thread that has the region's lock.
  std::vector<const Accelerator *> GivenUp;
  struct {
    std::string Scheduler, Reason, NoAccelerator;
  } Last;                      ///< The reasons of the last pass.
  const char *Named = nullptr; ///< The name of the reasons in Last, in the trace.
};

} // namespace hetrt

#endif
