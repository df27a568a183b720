// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An accelerator made of host memory and a host core, as strict as a real one.
#ifndef HETRT_DEVICE_EMULATED_EMULATEDDEVICE_H
#define HETRT_DEVICE_EMULATED_EMULATEDDEVICE_H

#include "Device/DeviceKind.h"
#include "Device/Emulated/EmulatedOptions.h"
#include "Device/Emulated/GuardedMemory.h"
#include "Device/Emulated/LaneGroup.h"

#include <array>
#include <chrono>
#include <deque>
#include <set>
#include <variant>

namespace hetrt {

/// One logged call. Copies and launches are logged when they happen, not when they are enqueued.
struct EmulatedCallRecord {
  EmulatedCall Call;
  std::uint64_t Bytes = 0;           ///< Of an allocation or a copy.
  std::uint64_t First = 0, Last = 0; ///< Of a launch.
};

/// The emulated accelerator.
///
/// Operations are kept in their queues and happen, in the calling thread, only when a synchronize() or finished() needs
/// them: that queue's own, and what they were ordered after, nothing else. A missing orderAfter() or synchronize()
/// therefore shows at once as poison in the results, where real hardware would hide it most of the time.
///
/// Time is kept per queue as if the queues ran side by side from the moment an operation was enqueued: a copy costs
/// latency + bytes / bandwidth, a launch the processor time of its kernel divided by the speed. synchronize() waits
/// until the queue's clock is reached, finished() says whether it is.
///
/// A launch calls the region's emulated kernel on blocks of iterations in shuffled order, so that a loop whose
/// iterations depend on each other shows. Where a kernel can share iterations among lanes, it runs as so many lanes as
/// the options say; if it has columns of them, some iterations side by side at once. An injected fault strikes in the
/// middle: half of a copy's rows or bytes and half of a launch's blocks have then been done.
class EmulatedDevice final : public Device {
public:
  EmulatedDevice(unsigned Index, EmulatedOptions Options);

  /// Adds a fault; its number counts from the making of the device.
  void injectFault(const InjectedFault &Fault) { Options.Faults.push_back(Fault); }

  /// From now on calls are logged.
  void keepLog() { Logging = true; }
  const std::vector<EmulatedCallRecord> &log() const { return Log; }

  /// Calls of one kind so far, failed ones included.
  std::uint64_t calls(EmulatedCall Call) const { return CallCounts[static_cast<unsigned>(Call)]; }

private:
  using Clock = std::chrono::steady_clock;

  struct Copy {
    void *To;
    const void *From;
    std::uint64_t Rows, RowBytes, ToPitch, FromPitch;
    EmulatedCall Direction;
  };

  /// A launch with everything of the caller's copied.
  struct Kernel {
    const hetrt_region *Region;
    std::uint64_t First, Last;
    std::vector<std::byte> Values;
    std::vector<hetrt_bounds> Bounds;
    std::vector<DeviceRange> Windows;
    std::uint64_t PartialBytes, Grain;
    std::vector<std::byte> *Partials;
    LaneGroup *Group; ///< Null: one lane.
    unsigned lanes() const { return Group ? Group->size() : 1; }
  };

  /// The queue goes on when another one, perhaps of another device, has done so many operations, and on the emulated
  /// clock at the end of the last of them, whatever that queue has been given since.
  struct Barrier {
    EmulatedDevice *Of;
    Queue Earlier;
    std::uint64_t Count;
    std::shared_ptr<Clock::time_point> End;
  };

  struct Operation {
    std::variant<Copy, Kernel, Barrier> What;
    Clock::time_point Enqueued;
    std::shared_ptr<Clock::time_point> End; ///< Where a barrier wants to know.
  };

  struct OperationQueue {
    std::deque<Operation> Pending;
    std::uint64_t Enqueued = 0, Done = 0;
    Clock::time_point Ready; ///< When the last operation done is over, on the emulated clock.
  };

  bool canRunImpl(const hetrt_region &Region) const override;
  std::uint64_t availableBytesImpl() override;
  Status allocateImpl(std::uint64_t Bytes, DeviceAddress &Address) override;
  Status releaseImpl(DeviceAddress Address) override;
  Status copyInImpl(DeviceAddress To, const void *From, const CopyShape &Shape, Queue On, const HostArray &Of) override;
  Status copyOutImpl(void *To, DeviceAddress From, const CopyShape &Shape, Queue On, const HostArray &Of) override;
  bool canCopyFromImpl(const Device &Other) const override;
  Status copyAcrossImpl(DeviceAddress To, Device &Source, DeviceAddress From, const CopyShape &Shape,
                        Queue On) override;
  bool sendsEarly() const override { return Options.SendsEarly; }
  std::uint64_t sendEarlyImpl(Device &To, std::span<const DevicePart> Parts, std::uint64_t Slices) override;
  Status takeEarlyImpl(std::uint64_t Number, std::uint64_t Offset, std::span<const DevicePart> Parts,
                       Queue On) override;
  Status prepareImpl(const hetrt_region &Region) override;
  Status launchImpl(const Launch &Wanted) override;
  Status orderAfterImpl(Queue Later, Queue Earlier) override;
  Status synchronizeImpl(Queue On) override;
  Status finishedImpl(Queue On, bool &Done) override;
  void abandonImpl() override;

  OperationQueue &queue(Queue On) { return Queues[static_cast<unsigned>(On)]; }
  void enqueue(Queue On, std::variant<Copy, Kernel, Barrier> What);
  Barrier behind(Queue Earlier);
  Status runUntil(Queue On, std::uint64_t Count);
  Status pass(const Barrier &B);
  Status perform(const Copy &What, double &Seconds);
  Status perform(const Kernel &What, double &Seconds);
  bool reachesOut(const Kernel &What) const;
  Status runBlocks(const Kernel &What, std::uint64_t Blocks, const InjectedFault *Fault);
  static Status runBlock(const KernelCall &Call, LaneGroup *Group, const std::vector<void *> &Partials,
                         std::mt19937_64 &Order);
  LaneGroup *groupOf(const Launch &Wanted);
  const InjectedFault *note(const EmulatedCallRecord &Record);
  Status strike(const InjectedFault &Fault);

  EmulatedOptions Options;
  GuardedMemory Memory;
  std::set<const hetrt_region *> Loaded; ///< Whose kernels have taken their start-up.
  std::unique_ptr<LaneGroup> Row, Block; ///< Of kernels with several lanes: of one iteration; of columns of them.
  std::array<OperationQueue, QueueCount> Queues;
  Status FailedForOthers; ///< Of an operation that another device's queue waited for, until this device's user asks.
  std::array<std::uint64_t, EmulatedCallCount> CallCounts = {};
  std::vector<std::unique_ptr<std::byte[]>> Early; ///< What others have sent, by number.
  std::uint64_t LaunchNumber = 0;
  bool Logging = false;
  std::vector<EmulatedCallRecord> Log;
};

/// The row's function in the list of device kinds. Emulated accelerators exist only on request: no count, no device.
FoundDevices enumerateEmulated(const DeviceRequest &Request);

} // namespace hetrt

#endif
