// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An accelerator for tests: its memory is host memory, its kernels run on a host core, and it detects mistakes that a
// GPU may hide.
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

/// A call in the log. Copies and launches are logged when they are executed, not when they are enqueued.
struct EmulatedCallRecord {
  EmulatedCall Call;
  std::uint64_t Bytes = 0;           ///< Size of an allocation or a copy.
  std::uint64_t First = 0, Last = 0; ///< Iterations of a launch.
};

/// The emulated accelerator.
///
/// Operations wait in their queues. A call of synchronize() or finished() executes, in the calling thread, the
/// operations of its queue, and those operations of other queues after which this queue was ordered, but no others. So
/// a missing orderAfter() or synchronize() always leaves poison (see GuardedMemory) in the results, while on a GPU the
/// results would mostly be right.
///
/// Each queue has an emulated clock, as if the queues ran side by side from the moment an operation was enqueued: a
/// copy takes latency + bytes / bandwidth, a launch the processor time of its kernel divided by the speed.
/// synchronize() waits until real time has reached the queue's clock; finished() says whether it has.
///
/// A launch calls the region's emulated kernel on blocks of iterations in shuffled order, which shows loops whose
/// iterations depend on each other. If a kernel can share iterations among lanes, it runs with as many lanes as the
/// options say; if it has columns of lanes, several iterations run at the same time. An injected fault stops an
/// operation in the middle: half of a copy's rows or bytes, or half of a launch's blocks, are done.
class EmulatedDevice final : public Device {
public:
  EmulatedDevice(unsigned Index, EmulatedOptions Options);

  /// Adds a fault at a certain call of its kind, counted from the creation of the device.
  void injectFault(const InjectedFault &Fault) { Options.Faults.push_back(Fault); }

  /// Starts the log.
  void keepLog() { Logging = true; }
  const std::vector<EmulatedCallRecord> &log() const { return Log; }

  /// The number of calls of this kind so far, including failed ones.
  std::uint64_t calls(EmulatedCall Call) const { return CallCounts[static_cast<unsigned>(Call)]; }

private:
  using Clock = std::chrono::steady_clock;

  struct Copy {
    void *To;
    const void *From;
    std::uint64_t Rows, RowBytes, ToPitch, FromPitch;
    EmulatedCall Direction;
  };

  /// A launch that waits in its queue, with copies of the data that belong to the caller.
  struct Kernel {
    const hetrt_region *Region;
    std::uint64_t First, Last;
    std::vector<std::byte> Values;
    std::vector<hetrt_bounds> Bounds;
    std::vector<DeviceRange> Windows;
    std::uint64_t PartialBytes, Grain;
    std::vector<std::byte> *Partials;
    LaneGroup *Group; ///< The lanes that share iterations; null: one lane.
    unsigned lanes() const { return Group ? Group->size() : 1; }
  };

  /// An operation that makes its queue wait until another queue, perhaps of another device, has completed its first
  /// `Count` operations. `End` is the time, on the emulated clock, when the last of these operations ended, at which
  /// this queue goes on.
  struct Barrier {
    EmulatedDevice *Of;
    Queue Earlier;
    std::uint64_t Count;
    std::shared_ptr<Clock::time_point> End;
  };

  struct Operation {
    std::variant<Copy, Kernel, Barrier> What;
    Clock::time_point Enqueued;
    /// Gets the time when the operation ends, for the Barriers that wait for the operation; null if there are none.
    std::shared_ptr<Clock::time_point> End;
  };

  struct OperationQueue {
    std::deque<Operation> Pending;
    std::uint64_t Enqueued = 0, Done = 0;
    Clock::time_point Ready; ///< The end of the last executed operation, on the emulated clock.
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
  std::set<const hetrt_region *> Loaded; ///< The regions for whose kernels the emulated start-up time has passed.
  /// The lanes that run kernels. Row runs one iteration at a time, Block several iterations side by side.
  std::unique_ptr<LaneGroup> Row, Block;
  std::array<OperationQueue, QueueCount> Queues;
  /// The fault of an operation that another device's queue waited for. The next synchronize() or finished() of this
  /// device returns it.
  Status FailedForOthers;
  std::array<std::uint64_t, EmulatedCallCount> CallCounts = {};
  std::vector<std::unique_ptr<std::byte[]>> Early; ///< Data from sendEarly() of other devices, by number - 1.
  std::uint64_t LaunchNumber = 0;
  bool Logging = false;
  std::vector<EmulatedCallRecord> Log;
};

/// The function in the table of device kinds. Without a requested count it returns no device.
FoundDevices enumerateEmulated(const DeviceRequest &Request);

} // namespace hetrt

#endif
