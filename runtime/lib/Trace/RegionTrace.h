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

/// What one device did in one pass.
struct DeviceFigures {
  std::string_view Kind; ///< "cpu", "emulated", "cuda"
  unsigned Index = 0;
  std::uint64_t Iterations = 0;
  double Seconds = 0;
  std::uint64_t BytesIn = 0, BytesOut = 0;
  bool GivenUp = false;
};

/// What one device did in all passes of a region.
struct DeviceTrace {
  std::string Kind;
  unsigned Index = 0;
  std::uint64_t Iterations = 0;
  double Seconds = 0;
  std::uint64_t BytesIn = 0, BytesOut = 0;
  bool GivenUp = false;
  std::vector<std::uint64_t> PassIterations; ///< One per pass, if wanted.
  std::vector<double> PassSeconds;

  std::string name() const { return Kind + ":" + std::to_string(Index); }
};

class RegionTrace {
public:
  RegionTrace(std::string Location, bool EveryPass) : Location(std::move(Location)), EveryPass(EveryPass) {}

  /// Adds a pass; Reason is why it was scheduled so, or empty. Any thread.
  void add(std::string_view Scheduler, std::string_view Reason, std::span<const DeviceFigures> Devices);

  /// A copy for the report, devices in order of kind (cores first) and index.
  struct Summary {
    std::string Location, Scheduler, Reason; ///< The last two of the last pass.
    std::uint64_t Passes = 0;
    std::vector<DeviceTrace> Devices;
  };
  Summary summary() const;

private:
  DeviceTrace &deviceOf(const DeviceFigures &Figures);

  const std::string Location;
  const bool EveryPass;
  mutable std::mutex Mutex;
  std::string Scheduler, Reason;
  std::uint64_t Passes = 0;
  std::vector<DeviceTrace> Devices;
};

/// The report as a table for people.
std::string formatTable(std::span<const RegionTrace::Summary> Regions);

/// The report as JSON: {"regions":[{"location","scheduler","reason","passes","devices":[{"name","kind","iterations":[...],
/// "seconds":[...],"bytes_in","bytes_out","given_up"}]}]}; the lists have one entry per pass.
std::string formatJson(std::span<const RegionTrace::Summary> Regions);

} // namespace hetrt

#endif
