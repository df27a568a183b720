// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes as the report and the history get them.
#ifndef HETRT_REGION_RECORDER_H
#define HETRT_REGION_RECORDER_H

#include "History/RegionHistory.h"
#include "Region/RegionPass.h"

#include <string>
#include <string_view>
#include <vector>

namespace hetrt {

class Recorder {
public:
  /// Each is null where the settings do not ask for it.
  Recorder(RegionTrace *Trace, RegionHistory *Past) : Trace(Trace), Past(Past) {}

  bool reports() const { return Trace; }

  /// What the report and the trace call the region; null without either. Lives as long as the process.
  const char *name() const { return Trace ? Trace->name().c_str() : nullptr; }
  bool isIdle() const { return !Trace && !Past; }

  /// What the report says of how a pass was scheduled.
  struct Reasons {
    const char *Region = ""; ///< Lives as long as the process.
    std::string_view Scheduler = "static", Reason{};
    std::string NoAccelerator; ///< Empty unless the region wants one.
  };

  /// A pass is under way, for reports that are written meanwhile.
  void begun(const RegionPass &Pass) {
    if (Trace)
      Trace->passBegins(Pass.Began);
  }

  /// Adds a pass to the report and to the trace. `Known` are the region's accelerators, also those that did not serve.
  void report(const RegionPass &Pass, const PassRecord &Record, std::span<const RegionDevice> Known,
              const Reasons &Why);

  /// Adds what a pass took on the cores together, and on each accelerator, to the history.
  void remember(const RegionPass &Pass, const PassRecord &Record, const std::string &Cores);

  /// What an earlier run measured for a loop of about this size, in seconds per iteration; NaN: unknown.
  double earlier(std::uint64_t TripCount, const std::string &Device) const;

private:
  const char *nameOf(const Reasons &Why);
  void tell(const RegionPass &Pass, std::span<const RegionDevice> Known, const Reasons &Why);

  RegionTrace *const Trace;
  RegionHistory *const Past;

  // For the trace, of the thread that has the region's lock.
  std::vector<const Accelerator *> GivenUp;
  struct {
    std::string Scheduler, Reason, NoAccelerator;
  } Last;                      ///< Reasons of the last pass,
  const char *Named = nullptr; ///< and their name.
};

} // namespace hetrt

#endif
