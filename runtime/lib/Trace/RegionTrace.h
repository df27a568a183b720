// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums of what each device did for each region, for the report at exit. Kept only if a report is wanted; The values of
// single passes are kept for the JSON report only, so that the memory for a report as a table does not grow with the
// number of passes.
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

  /// The parts that are in the device's own seconds: all but Decide.
  double computing() const { return Move + Launch + Wait + Commit; }

  HostSeconds &operator+=(const HostSeconds &Other);
};

/// The seconds that copies and kernels took in an accelerator's queues, by its own clock.
struct QueueSeconds {
  double CopyIn = 0, Compute = 0, CopyOut = 0;
  double Hidden = 0; ///< The part of the copying during which a kernel ran.

  QueueSeconds &operator+=(const QueueSeconds &Other);
};

/// The bytes and messages that moved between an accelerator, the host and other accelerators.
struct Traffic {
  std::uint64_t In = 0, Out = 0; ///< Bytes from and to the host.
  std::uint64_t Across = 0;      ///< Bytes from another accelerator, not by way of the host.

  /// For accelerators reached over a network: the messages that carried these bytes; Orders: messages without data.
  std::uint64_t MessagesIn = 0, MessagesOut = 0, MessagesAcross = 0, Orders = 0;
  std::uint64_t EarlyMessages = 0; ///< Messages from other accelerators that came before they were asked for.
  std::uint64_t UnusedBytes = 0;   ///< Bytes that came and were never asked for.

  bool hasMessages() const { return MessagesIn || MessagesOut || MessagesAcross || Orders; }
  Traffic &operator+=(const Traffic &Other);
  Traffic operator-(const Traffic &Earlier) const;
};

/// The work of one of a node's own devices, as a part of the node's share.
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
  bool InPlace = false; ///< It works in the program's own memory, without copies.
  HostSeconds Host{};
  QueueSeconds Queues{};
  std::span<const InnerFigures> Inner{}; ///< If the device is a node: the node's own devices.
  std::string_view WhyCores{};           ///< If the device is a node: why its cores computed without its devices.
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
  bool Inside = false;              ///< The pass began in an iteration of another pass, which lasts longer.
  bool FullCopies = false;          ///< An accelerator had a full copy of an array, since no window describes it.
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
  std::vector<InnerFigures> Inner;           ///< Sums for a node's own devices.
  std::string WhyCores;                      ///< Why the node's cores computed alone, for the last pass in which the
                                             ///< node computed.
  std::vector<std::uint64_t> PassIterations; ///< One per pass, if EveryPass.
  std::vector<double> PassSeconds;

  std::string name() const { return Kind + ":" + std::to_string(Index); }
};

/// The parts of the seconds of passes, whose sum is all seconds. Time that is neither planning nor computing counts as
/// StartUp in passes in which something was started up (threads, kernels), else as Waiting.
struct PassParts {
  double Planning = 0;
  double Computing = 0; ///< The time of the busiest device, with its copies.
  double StartUp = 0;
  double Waiting = 0; ///< The time for threads to wake and to gather.

  PassParts &operator+=(const PassParts &Other);
};

/// Sums over the passes in which accelerators computed, or over those in which only cores did. Passes in which
/// something was started up are left out.
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
    /// The entries of NoAccelerator as text; with the number of passes if it is not all.
    std::vector<std::string> whyNoAccelerator() const;

    std::string Location, Scheduler, Reason; ///< Of the last pass, except for Location.
    /// Why no accelerator took part, and in how many passes; in the order of the first pass of each reason.
    std::vector<std::pair<std::string, std::uint64_t>> NoAccelerator;
    std::uint64_t Passes = 0;
    double Seconds = 0; ///< Of all passes.
    PassParts Parts;    ///< Parts of Seconds.
    std::uint64_t PlainPasses = 0;
    std::uint64_t InsidePasses = 0;   ///< Passes inside of others.
    double InsideSeconds = 0;         ///< The part of Seconds of InsidePasses; other passes have these seconds, too.
    std::uint64_t FullCopyPasses = 0; ///< Passes in which accelerators worked on a full copy of an array that they
                                      ///< wrote.
    PassSums Together, Alone;         ///< Passes in which accelerators computed; in which only cores did.
    std::vector<double> PassSeconds;  ///< One per pass, if EveryPass.
    std::vector<DeviceTrace> Devices;
    std::vector<std::int64_t> UnderWay; ///< When each unfinished pass began, in nanoseconds, in no order.

    bool hasAccelerators() const;

    /// How many times as fast passes with accelerators are as passes without; 0 if there were no passes of one of
    /// these.
    double speedUp() const;
  };
  Summary summary() const;

  /// The region's name in the report and in the trace.
  const std::string &name() const { return Sums.Location; }

private:
  DeviceTrace &deviceOf(const DeviceFigures &Figures);

  const bool EveryPass;
  mutable std::mutex Mutex; ///< Guards all fields below, except for the name.
  Summary Sums;
};

/// The traffic of an accelerator outside of passes: by updates, at the ends of data regions, and when the persistence
/// of an array ends.
struct TrafficBetween {
  std::string Device;
  Traffic Bytes;
};

/// The report as a table for people. Now: the time in nanoseconds if the program goes on; 0: it has ended.
std::string formatTable(std::span<const RegionTrace::Summary> Regions, std::span<const TrafficBetween> Between,
                        std::int64_t Now = 0);

/// The report as JSON:
/// {"version","regions":[{"location","scheduler","reason","no_accelerator","passes","plain_passes",
/// "inside":{"passes","seconds"},"seconds","planning","parts":{"planning","start_up","computing","waiting"},
/// "speed_up","pass_seconds":[...],
/// "devices":[{"name","kind","simd_width","iterations":[...],"seconds":[...],"bytes_in","bytes_out","bytes_across",
/// "given_up"}]}],"between_regions":[{"name","bytes_in","bytes_out","bytes_across"}],
/// "speed_up" is null if it is not known. While the program goes on, there is "so_far":true after the version, and
/// regions with unfinished passes have "under_way":[seconds...].
/// Nodes with accelerators have "inside":[{"name","iterations","seconds","bytes_in","bytes_out","given_up"}] with sums
/// over all passes, and "cores_alone" (why) if only their cores ran the last pass. Accelerators also have
/// "parts":{"decide","move","launch","wait","commit"} and "queues":{"copy_in","compute","copy_out", "hidden"}. If they
/// are reached over a network, they and "between_regions" have "messages":{"in","out","across","orders","early",
/// "unused_bytes"}.
std::string formatJson(std::span<const RegionTrace::Summary> Regions, std::span<const TrafficBetween> Between,
                       std::int64_t Now = 0);

} // namespace hetrt

#endif
