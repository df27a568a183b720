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

  /// The same over a network, in messages; and those without data.
  std::uint64_t MessagesIn = 0, MessagesOut = 0, MessagesAcross = 0, Orders = 0;
  std::uint64_t TakenEarly = 0;  ///< Of those across, came before they were asked for.
  std::uint64_t UnusedBytes = 0; ///< Came, and were never asked for.

  bool hasMessages() const { return MessagesIn || MessagesOut || MessagesAcross || Orders; }
  Traffic &operator+=(const Traffic &Other);
  Traffic operator-(const Traffic &Earlier) const;
};

/// What a device of a device did, of what that one did.
struct InnerFigures {
  std::string Name; ///< "cpu", all cores together, or "emulated:0".
  std::uint64_t Iterations = 0;
  double Seconds = 0;
  std::uint64_t BytesIn = 0, BytesOut = 0; ///< From and to the memory of the device that it is in.
  bool GivenUp = false;
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
  bool InPlace = false; ///< It works on the program's own memory.
  HostSeconds Host{};
  QueueSeconds Queues{};
  std::span<const InnerFigures> Inner{}; ///< Of devices of its own,
  std::string_view WhyCores{};           ///< and why its cores did without them.
};

/// A pass.
struct PassFigures {
  std::string_view Scheduler{};
  std::string_view Reason{};        ///< Why it was scheduled so, or empty.
  std::string_view NoAccelerator{}; ///< Why there is none, where the region wants some; else empty.
  std::int64_t Began = 0;           ///< As passBegins() was told; 0: it was not.
  double Seconds = 0;               ///< From its beginning to its end.
  double Planning = 0;              ///< Of these, before anybody began.
  bool StartsUp = false;            ///< Something was done that happens once: threads made, kernels loaded.
  bool Plain = false;               ///< As OpenMP would have it: no scheduler, no accelerator.
  bool FullCopies = false;          ///< Accelerators had these of an array that no window describes.
  std::span<const DeviceFigures> Devices{};
};

/// What one device did in all passes of a region.
struct DeviceTrace {
  bool isAccelerator() const;

  std::string Kind;
  unsigned Index = 0;
  double SimdWidth = 1;
  std::uint64_t Iterations = 0;
  double Seconds = 0;
  Traffic Bytes{};
  bool GivenUp = false;
  bool InPlace = false; ///< In the last pass that it had a part in.
  HostSeconds Host{};
  QueueSeconds Queues{};
  std::vector<InnerFigures> Inner;           ///< Sums of its own devices.
  std::string WhyCores;                      ///< In the last pass that it had a part in.
  std::vector<std::uint64_t> PassIterations; ///< One per pass, if wanted.
  std::vector<double> PassSeconds;

  std::string name() const { return Kind + ":" + std::to_string(Index); }
};

/// Where the seconds of passes went: these parts are all of them. The last is start-up in passes that had one.
struct PassParts {
  double Planning = 0;
  double Computing = 0; ///< Until the device that took longest was done, with its copies.
  double StartUp = 0;
  double Waiting = 0; ///< For threads to wake, and to gather.

  PassParts &operator+=(const PassParts &Other);
};

/// Passes of one kind, without those that started something up.
struct PassSums {
  std::uint64_t Passes = 0, Iterations = 0;
  double Seconds = 0;

  double secondsPerIteration() const { return Seconds / double(Iterations); }
};

class RegionTrace {
public:
  RegionTrace(std::string Location, bool EveryPass) : EveryPass(EveryPass) { Sums.Location = std::move(Location); }

  /// A pass is under way since a time, in nanoseconds. Any thread.
  void passBegins(std::int64_t Now);

  /// Adds a pass, which has ended. Any thread.
  void add(const PassFigures &Pass);

  /// A copy for the report, devices in order of kind (cores first) and index.
  struct Summary {
    std::string Location, Scheduler, Reason, NoAccelerator; ///< All but the first of the last pass.
    std::uint64_t Passes = 0;
    double Seconds = 0; ///< Of all passes.
    PassParts Parts;    ///< Of them.
    std::uint64_t PlainPasses = 0;
    std::uint64_t FullCopyPasses = 0; ///< Where accelerators worked on a full copy of an array that they wrote.
    PassSums Together, Alone;         ///< Where accelerators computed, and where the cores alone did.
    std::vector<double> PassSeconds;  ///< One per pass, if wanted.
    std::vector<DeviceTrace> Devices;
    std::vector<std::int64_t> UnderWay; ///< When passes began that have not ended, in nanoseconds, in no order.

    bool hasAccelerators() const;

    /// How many times faster passes are with accelerators than on the cores alone; 0 where one of them was not seen.
    double speedUp() const;
  };
  Summary summary() const;

  /// What the report and the trace call the region.
  const std::string &name() const { return Sums.Location; }

private:
  DeviceTrace &deviceOf(const DeviceFigures &Figures);

  const bool EveryPass;
  mutable std::mutex Mutex; ///< Guards all below but the name.
  Summary Sums;
};

/// What moved to and from an accelerator outside of the passes of regions: updates, ends of data regions and of
/// persistence.
struct TrafficBetween {
  std::string Device;
  Traffic Bytes;
};

/// The report as a table for people. `Now`, in nanoseconds: the program goes on; 0: it has ended.
std::string formatTable(std::span<const RegionTrace::Summary> Regions, std::span<const TrafficBetween> Between,
                        std::int64_t Now = 0);

/// The report as JSON:
/// {"version","regions":[{"location","scheduler","reason","no_accelerator","passes","plain_passes","seconds",
/// "planning","parts":{"planning","start_up","computing","waiting"},"speed_up","pass_seconds":[...],
/// "devices":[{"name","kind","simd_width","iterations":[...],"seconds":[...],"bytes_in","bytes_out","bytes_across",
/// "given_up"}]}],"between_regions":[{"name","bytes_in","bytes_out","bytes_across"}],
/// "totals":{"passes","seconds","bytes_in","bytes_out","bytes_across"}}; the lists have one entry per pass. "speed_up"
/// is null where it is not known. While the program goes on, it has "so_far":true after the version, and regions with
/// passes that have not ended "under_way":[seconds...].
/// Devices with some of their own have "inside":[{"name","iterations","seconds","bytes_in","bytes_out","given_up"}],
/// sums over all passes, and, where the cores alone had the last pass, "cores_alone": why. Accelerators have
/// "parts":{"decide","move","launch","wait","commit"} and "queues":{"copy_in","compute","copy_out", "hidden"} too;
/// those that are reached over a network, and between regions, "messages":{"in","out","across","orders",
/// "early","unused_bytes"}.
std::string formatJson(std::span<const RegionTrace::Summary> Regions, std::span<const TrafficBetween> Between,
                       std::int64_t Now = 0);

} // namespace hetrt

#endif
