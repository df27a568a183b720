// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What each device did for each region, for the report at exit. Kept only when a report is wanted; figures of single
// passes only for the form that shows them, so that a table costs the same after a million passes as after one.
#ifndef HETRT_TRACE_REGIONTRACE_H
#define HETRT_TRACE_REGIONTRACE_H

#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hetrt {

/// The seconds of an accelerator's host thread.
struct HostSeconds {
  double Decide = 0; ///< Asking the scheduler, without sleeping until it knows, and telling it.
  double Move = 0;   ///< Making room, and starting the copies of both directions.
  double Launch = 0; ///< Starting kernels.
  double Wait = 0;   ///< Until copies and kernels are done.
  double Commit = 0; ///< Putting the outputs in their place.

  /// All that the device's own seconds count.
  double computing() const { return Move + Launch + Wait + Commit; }

  HostSeconds &operator+=(const HostSeconds &Other);
};

/// What the queues of an accelerator took, by its own clock.
struct QueueSeconds {
  double CopyIn = 0, Compute = 0, CopyOut = 0;
  double Hidden = 0; ///< Of the copying, while a kernel ran.

  QueueSeconds &operator+=(const QueueSeconds &Other);
};

/// What moved between an accelerator and others.
struct Traffic {
  std::uint64_t In = 0, Out = 0; ///< To and from the host.
  std::uint64_t Across = 0;      ///< Straight from another accelerator.

  Traffic &operator+=(const Traffic &Other);
  Traffic operator-(const Traffic &Earlier) const;
};

/// What one device did in one pass.
struct DeviceFigures {
  std::string_view Kind; ///< "cpu", "place", "emulated", "cuda"
  unsigned Index = 0;
  double SimdWidth = 1; ///< Over that of a core: what schedulers are told before anything is measured.
  std::uint64_t Iterations = 0;
  double Seconds = 0;
  Traffic Bytes{};
  bool GivenUp = false;
  HostSeconds Host{};
  QueueSeconds Queues{};
};

/// A pass.
struct PassFigures {
  std::string_view Scheduler{};
  std::string_view Reason{};        ///< Why it was scheduled so, or empty.
  std::string_view NoAccelerator{}; ///< Why there is none, where the region wants some; else empty.
  double Seconds = 0;               ///< From its beginning to its end.
  double Planning = 0;              ///< Of these, before anybody began.
  std::span<const DeviceFigures> Devices{};
};

/// What one device did in all passes of a region.
struct DeviceTrace {
  bool isAccelerator() const { return Kind != "cpu" && Kind != "place"; }

  std::string Kind;
  unsigned Index = 0;
  double SimdWidth = 1;
  std::uint64_t Iterations = 0;
  double Seconds = 0;
  Traffic Bytes{};
  bool GivenUp = false;
  HostSeconds Host{};
  QueueSeconds Queues{};
  std::vector<std::uint64_t> PassIterations; ///< One per pass, if wanted.
  std::vector<double> PassSeconds;

  std::string name() const { return Kind + ":" + std::to_string(Index); }
};

class RegionTrace {
public:
  RegionTrace(std::string Location, bool EveryPass) : Location(std::move(Location)), EveryPass(EveryPass) {}

  /// Adds a pass. Any thread.
  void add(const PassFigures &Pass);

  /// A copy for the report, devices in order of kind (cores first) and index.
  struct Summary {
    std::string Location, Scheduler, Reason, NoAccelerator; ///< All but the first of the last pass.
    std::uint64_t Passes = 0;
    double Seconds = 0, Planning = 0; ///< Of all passes.
    std::vector<DeviceTrace> Devices;
  };
  Summary summary() const;

private:
  DeviceTrace &deviceOf(const DeviceFigures &Figures);

  const std::string Location;
  const bool EveryPass;
  mutable std::mutex Mutex;
  std::string Scheduler, Reason, NoAccelerator;
  std::uint64_t Passes = 0;
  double Seconds = 0, Planning = 0;
  std::vector<DeviceTrace> Devices;
};

/// What moved to and from an accelerator outside of the passes of regions: updates, ends of data regions and of
/// persistence.
struct TrafficBetween {
  std::string Device;
  Traffic Bytes;
};

/// The report as a table for people.
std::string formatTable(std::span<const RegionTrace::Summary> Regions, std::span<const TrafficBetween> Between);

/// The report as JSON:
/// {"regions":[{"location","scheduler","reason","no_accelerator","passes","seconds","planning","devices":[{"name","kind",
/// "simd_width","iterations":[...],"seconds":[...],"bytes_in","bytes_out","bytes_across","given_up"}]}],
/// "between_regions":[{"name","bytes_in","bytes_out","bytes_across"}]}; the lists have one entry per pass. Accelerators
/// have "parts":{"decide","move","launch","wait","commit"} and "queues":{"copy_in","compute","copy_out","hidden"} too.
std::string formatJson(std::span<const RegionTrace::Summary> Regions, std::span<const TrafficBetween> Between);

} // namespace hetrt

#endif
