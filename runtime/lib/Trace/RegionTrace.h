// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums of the work of each device for each region, for the report at exit. They are kept only if a report is wanted.
// The values of single passes are kept only for the JSON report, so that the memory for a report as a table does not
// grow with the number of passes.
#ifndef HETRT_TRACE_REGIONTRACE_H
#define HETRT_TRACE_REGIONTRACE_H

#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hetrt {

/// The seconds that an accelerator's host thread spent on each kind of work.
struct HostSeconds {
  double Decide = 0; ///< Calling the scheduler, without waiting for an answer.
  double Move = 0;   ///< Allocating device memory, and starting copies in both directions.
  double Launch = 0; ///< Starting kernels.
  double Wait = 0;   ///< Waiting until copies and kernels are done.
  double Commit = 0; ///< Copying outputs from staging memory to the user's arrays.

  /// The parts that the device's own seconds (DeviceFigures::Seconds) contain: all but Decide.
  double computing() const { return Move + Launch + Wait + Commit; }

  HostSeconds &operator+=(const HostSeconds &Other);
};

/// The seconds that copies and kernels took in an accelerator's queues, by the accelerator's own clock.
struct QueueSeconds {
  double CopyIn = 0, Compute = 0, CopyOut = 0;
  double Hidden = 0; ///< The seconds of copying during which a kernel ran.

  QueueSeconds &operator+=(const QueueSeconds &Other);
};

/// The bytes and messages that moved between an accelerator, the host and other accelerators.
struct Traffic {
  std::uint64_t In = 0, Out = 0; ///< Bytes from and to the host.
  std::uint64_t Across = 0;      ///< Bytes from another accelerator, not by way of the host.

  /// For accelerators reached over a network: the numbers of messages that carried the bytes of In, Out and Across.
  /// Orders: messages without data.
  std::uint64_t MessagesIn = 0, MessagesOut = 0, MessagesAcross = 0, Orders = 0;
  std::uint64_t EarlyMessages = 0; ///< Messages from other accelerators that arrived before this accelerator requested
                                   ///< them.
  std::uint64_t UnusedBytes = 0;   ///< The bytes of EarlyMessages that this accelerator never requested.

  bool hasMessages() const { return MessagesIn || MessagesOut || MessagesAcross || Orders; }
  Traffic &operator+=(const Traffic &Other);
  Traffic operator-(const Traffic &Earlier) const;
};

/// If an accelerator is another node: the work of one of the node's own devices, a part of the node's share.
struct InnerFigures {
  std::string Name; ///< "cpu" for all cores together, or "emulated:0".
  std::uint64_t Iterations = 0;
  double Seconds = 0;
  std::uint64_t BytesIn = 0, BytesOut = 0; ///< From and to the node's memory.
  bool GivenUp = false;
};

/// The work of one device in one pass.
struct DeviceFigures {
  std::string_view Kind; ///< "cpu", "place", "emulated", "cuda"
  unsigned Index = 0;
  double SimdWidth = 1; ///< Relative to that of a core: the scheduler's first estimate of speed.
  std::uint64_t Iterations = 0;
  double Seconds = 0;
  Traffic Bytes{};
  bool GivenUp = false;
  bool InPlace = false; ///< The device works in the program's own memory, without copies.
  HostSeconds Host{};
  QueueSeconds Queues{};
  std::span<const InnerFigures> Inner{}; ///< If the device is a node: the node's own devices.
  std::string_view WhyCores{};           ///< If the device is a node: why its cores computed without its accelerators.
};

/// The values of one pass.
struct PassFigures {
  std::string_view Scheduler{};
  std::string_view Reason{};        ///< Why the scheduler chose this split; may be empty.
  std::string_view NoAccelerator{}; ///< Why no accelerator took part although the region wants some; else empty.
  std::int64_t Began = 0;           ///< The argument of passBegins(); 0 if it was not called.
  double Seconds = 0;               ///< From the pass's beginning to its end.
  double Planning = 0;              ///< The part of Seconds before any device began.
  bool StartsUp = false;            ///< Something was done that is done once: threads created, kernels loaded.
  bool Plain = false;               ///< The pass ran as plain OpenMP: no scheduler, no accelerator.
  bool Inside = false;              ///< The pass ran inside of an iteration of another pass.
  bool FullCopies = false;          ///< An accelerator had a full copy of an array that it wrote, since the compiler
                                    ///< found no window of the array.
  std::span<const DeviceFigures> Devices{};
};

/// The work of one device in all passes of a region.
struct DeviceTrace {
  bool isAccelerator() const;

  std::string Kind;
  unsigned Index = 0;
  double SimdWidth = 1;
  std::uint64_t Iterations = 0;
  double Seconds = 0;
  Traffic Bytes{};
  bool GivenUp = false;
  bool InPlace = false; ///< The device worked in place in the last pass in which it computed.
  HostSeconds Host{};
  QueueSeconds Queues{};
  std::vector<InnerFigures> Inner;           ///< If the device is a node: sums for the node's own devices.
  std::string WhyCores;                      ///< Why the node's cores computed without its accelerators, in the last
                                             ///< pass in which the node computed.
  std::vector<std::uint64_t> PassIterations; ///< One per pass, if EveryPass.
  std::vector<double> PassSeconds;

  std::string name() const { return Kind + ":" + std::to_string(Index); }
};

/// The seconds of passes, divided into four parts. Time that is neither planning nor computing counts as StartUp in
/// passes with PassFigures::StartsUp, else as Waiting.
struct PassParts {
  double Planning = 0;
  double Computing = 0; ///< The time of the busiest device, with its copies.
  double StartUp = 0;
  double Waiting = 0; ///< The time for threads to wake and to gather.

  PassParts &operator+=(const PassParts &Other);
};

/// Sums over passes: either over those in which accelerators computed, or over those in which only cores computed.
/// Passes with PassFigures::StartsUp are left out.
struct PassSums {
  std::uint64_t Passes = 0, Iterations = 0;
  double Seconds = 0;

  double secondsPerIteration() const { return Seconds / double(Iterations); }
};

class RegionTrace {
public:
  RegionTrace(std::string Location, bool EveryPass) : EveryPass(EveryPass) { Sums.Location = std::move(Location); }

  /// A pass begins at `Now`, in nanoseconds. May be called by any thread.
  void passBegins(std::int64_t Now);

  /// Adds a pass that has ended. May be called by any thread.
  void add(const PassFigures &Pass);

  /// The sums so far, devices in order of kind (cores first) and index.
  struct Summary {
    /// The reasons in NoAccelerator, each followed by its number of passes unless it holds for all passes.
    std::vector<std::string> whyNoAccelerator() const;

    std::string Location, Scheduler, Reason; ///< Scheduler and Reason are those of the last pass.
    /// Each reason why no accelerator took part, with the number of passes; in the order in which the reasons first
    /// occurred.
    std::vector<std::pair<std::string, std::uint64_t>> NoAccelerator;
    std::uint64_t Passes = 0;
    double Seconds = 0; ///< Of all passes.
    PassParts Parts;    ///< Parts of Seconds.
    std::uint64_t PlainPasses = 0;
    std::uint64_t InsidePasses = 0;   ///< Passes that ran inside of an iteration of another pass.
    double InsideSeconds = 0;         ///< The part of Seconds that belongs to InsidePasses. These seconds are also part
                                      ///< of the seconds of the outer passes.
    std::uint64_t FullCopyPasses = 0; ///< Passes with PassFigures::FullCopies.
    PassSums Together, Alone;         ///< Together: passes in which accelerators computed; Alone: passes in which only
                                      ///< cores computed.
    std::vector<double> PassSeconds;  ///< One per pass, if EveryPass.
    std::vector<DeviceTrace> Devices;
    std::vector<std::int64_t> UnderWay; ///< When each unfinished pass began, in nanoseconds, in no order.

    bool hasAccelerators() const;

    /// How many times as fast passes with accelerators are as passes without them; 0 if there were no passes of one of
    /// the two sorts.
    double speedUp() const;
  };
  Summary summary() const;

  /// The region's name in the report and in the trace.
  const std::string &name() const { return Sums.Location; }

private:
  DeviceTrace &deviceOf(const DeviceFigures &Figures);

  const bool EveryPass;
  mutable std::mutex Mutex; ///< Guards Sums, except for Sums.Location, which never changes.
  Summary Sums;
};

/// The traffic of an accelerator outside of passes: by `update` directives, at the ends of data regions, and when an
/// array stops being persistent.
struct TrafficBetween {
  std::string Device;
  Traffic Bytes;
};

/// The report as a table for human readers. Now: the present time in nanoseconds if the program goes on; 0 if it has
/// ended.
std::string formatTable(std::span<const RegionTrace::Summary> Regions, std::span<const TrafficBetween> Between,
                        std::int64_t Now = 0);

/// The report as JSON: {"version","regions":[{"location","scheduler","reason","no_accelerator","passes","plain_passes",
/// "inside":{"passes","seconds"},"seconds","planning","parts":{"planning","start_up","computing","waiting"},
/// "speed_up","pass_seconds":[...],
/// "devices":[{"name","kind","simd_width","iterations":[...],"seconds":[...],"bytes_in","bytes_out","bytes_across",
/// "given_up"}]}],"between_regions":[{"name","bytes_in","bytes_out","bytes_across"}], "speed_up" is null if it is not
/// known. If the program goes on (Now > 0), there is "so_far":true after the version, and regions with unfinished
/// passes have "under_way":[seconds...]. Nodes with accelerators have
/// "inside":[{"name","iterations","seconds","bytes_in","bytes_out","given_up"}] with sums over all passes, and
/// "cores_alone" (why) if only their cores ran the last pass. Accelerators also have
/// "parts":{"decide","move","launch","wait","commit"} and "queues":{"copy_in","compute","copy_out", "hidden"}. If they
/// are reached over a network, they and "between_regions" have "messages":{"in","out","across","orders","early",
/// "unused_bytes"}.
std::string formatJson(std::span<const RegionTrace::Summary> Regions, std::span<const TrafficBetween> Between,
                       std::int64_t Now = 0);

} // namespace hetrt

#endif
