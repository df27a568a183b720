// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interface to one accelerator: memory of its own, copies, launches, queues.
//
//   Region --- owns a pass ---> Device::launch, orderAfter, synchronize
//   Memory --- owns windows --> Device::allocate, release, copyIn, copyOut
//                                  |
//                checks, statistics, the forked-child and lost-device rules (Device.cpp)
//                                  |
//                     ...Impl of one kind of device (see DeviceList.h)
//
// The host's cores are no Device: their team runs loops in place.
#ifndef HETRT_DEVICE_DEVICE_H
#define HETRT_DEVICE_DEVICE_H

#include "Device/AllocationUnits.h"
#include "Device/LaunchShaping.h"
#include "Device/Status.h"
#include "Trace/RegionTrace.h"
#include "hetrt/hetrt.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace hetrt {

/// An address in a device's memory. The host never dereferences one; adding a byte offset is all it may do.
/// Zero is no allocation.
using DeviceAddress = std::uint64_t;

/// What a device is. Constant for its life.
struct Capabilities {
  std::string Kind;     ///< The name of its row in the list of device kinds.
  unsigned Index = 0;   ///< Number within its kind, from 0: "<Kind>:<Index>" names the device in settings and messages.
  std::string Name;     ///< What the vendor calls it.
  std::string Identity; ///< Stays the same from run to run, for recorded performance: model, and options that matter.
  std::string PciAddress;        ///< "dddd:bb:dd.f"; empty where it has none of its own.
  std::uint64_t MemoryBytes = 0; ///< In total; other processes may hold a part of it.

  /// Throughput relative to one host core, for a first pass without history: SIMD lanes of the device divided by the
  /// SIMD lanes of a core.
  double RelativeWidth = 1;

  /// Bytes that its SIMD units load at once, at multiples of so many: a power of two.
  std::uint64_t SimdBytes = 64;

  AllocationUnits Units; ///< Of its allocations.

  /// Functions of the program's own run on its memory: its addresses are the host's too.
  bool HostAddressable = false;

  /// Its kernels work on the host's memory wherever that lies, at the same time as the host: nothing needs to move.
  bool ReachesHost = false;

  /// The device divides launches further, among devices of its own, and wants to be told how that can be done.
  bool Divides = false;
  std::vector<std::string> Inner{}; ///< These, as people are told: "emulated:0: ...".

  /// The device keeps a host core busy while a kernel runs, so that the team should have one thread less.
  bool OccupiesCore = false;

  /// What the history calls it: the same for devices of one model.
  std::string identity() const { return Kind + ": " + Identity; }
};

/// The queues of a device. Operations on one queue happen in the order of the calls; two queues are independent of
/// each other unless orderAfter() says otherwise.
enum class Queue : unsigned { In, Compute, Out };
inline constexpr unsigned QueueCount = 3;

/// A rectangle of bytes: `Rows` rows of `RowBytes` bytes, whose beginnings are `Pitch` bytes apart on each side.
struct CopyShape {
  std::uint64_t Rows = 1, RowBytes = 0;
  std::uint64_t DevicePitch = 0, HostPitch = 0;

  static CopyShape contiguous(std::uint64_t Bytes) { return {1, Bytes, Bytes, Bytes}; }
  std::uint64_t bytes() const { return Rows * RowBytes; }
};

/// One of several rectangles that are copied together: where it begins, and its shape.
struct CopyPart {
  std::int64_t HostOffset = 0;
  std::uint64_t DeviceOffset = 0;
  CopyShape Shape;
};

/// A rectangle of device memory.
struct DevicePart {
  DeviceAddress Begin = 0;
  std::uint64_t Rows = 1, RowBytes = 0, Pitch = 0;
  std::uint64_t bytes() const { return Rows * RowBytes; }
};

/// An array in host memory which stays where it is until Device::forgetHost(Begin). Begin is null for memory that may
/// go any time once a copy has ended.
struct HostArray {
  const void *Begin = nullptr;
  std::uint64_t Bytes = 0;
};

/// Where a window of a launch lies in device memory, for messages about stray accesses.
struct DeviceRange {
  DeviceAddress Begin = 0;
  std::uint64_t Bytes = 0;
};

/// Where the elements of a window lie: the first one of the array, which need not be there, and bytes from one index of
/// a dimension to the next.
struct WindowPlace {
  DeviceAddress First = 0;
  std::array<std::uint64_t, HETRT_MAX_RANK> Stride{};
  bool operator==(const WindowPlace &) const = default;
};

/// How a launch can be divided further, for devices that do so (Capabilities::Divides).
struct LaunchParts {
  std::span<const std::byte> Shape;    ///< What iterations use of the arrays, as Memory/CallShape.h has it; empty: it
  std::string_view WhyNot;             ///< cannot be divided, and why. No reason: the caller does not say.
  std::span<const WindowPlace> Places; ///< One for each window.
};

/// Of all devices of a device.
struct InnerReport {
  std::vector<InnerFigures> Devices; ///< Empty where it has none of its own.
  std::string WhyCores; ///< Why cores alone computed its last launch without accelerators; empty: there was none.
  std::vector<std::string> Faults; ///< "emulated:0 is left out from now on: ...", each once.
};

/// Where memory of the program's own lies, as a device sees it.
enum class Residence : unsigned {
  Host,    ///< Where the host has it; the device gets copies.
  Here,    ///< In the device's memory, where the host cannot touch it.
  Both,    ///< The host and the device work on it in place, at the same time.
  Another, ///< In the memory of another device.
};

/// Whether no two windows of a launch share memory, at least one of them written. `MayOverlap`: how far they go is not
/// known.
bool areApart(const hetrt_region &Region, std::span<const DeviceRange> Windows, bool MayOverlap = false);

/// One kernel launch over iterations [First, Last). All spans are read during the call to launch() and need not outlive
/// it.
struct Launch {
  const hetrt_region *Region = nullptr;
  std::uint64_t First = 0, Last = 0;

  /// hetrt_region::values_size bytes, each window's pointer replaced by its offset pointer into device memory.
  std::span<const std::byte> Values;

  /// What the call passes to the region's variant, on devices that run it; null without one.
  const hetrt_variant_call *Variant = nullptr;

  /// One entry per window of the region. Devices that do not check subscripts ignore it.
  std::span<const hetrt_bounds> Bounds;

  /// One entry per window of the region, or empty.
  std::span<const DeviceRange> Windows;

  /// How far some windows reach is not known, so that any two may share memory.
  bool MayOverlap = false;

  LaunchParts Parts;

  /// Floating-point numbers are combined in the same order whatever the device is.
  bool InOrder = false;

  /// Reductions only: bytes of a partial.
  std::uint64_t PartialBytes = 0;

  /// Reductions only: if not 0, each `Grain` iterations from First on are computed in order and leave a partial of
  /// their own.
  std::uint64_t Grain = 0;

  /// Reductions only: receives partials one after another, each to be combined once: those of the grains in order, or
  /// some number of them. Replaces the vector's contents; valid after synchronize(Queue::Compute), and must live and
  /// stay untouched until then. One vector per launch.
  std::vector<std::byte> *Partials = nullptr;

  /// Where memory is short: what partials may take of it at most (launchBytes()), but for what they cannot do without.
  std::uint64_t MostPartialBytes = UINT64_MAX;

  bool hasWindowsApart() const { return areApart(*Region, Windows, MayOverlap); }

  /// Whether several lanes may share each iteration.
  bool allowsLanes() const;

  /// Whether a GPU's threads update one partial together.
  bool hasOnePartial() const { return PartialBytes > 0 && Grain == 0 && (Region->flags & HETRT_ONE_PARTIAL); }
};

/// The reduction values of launches, as far as their memory goes.
struct PartialsKind {
  std::uint64_t Bytes = 0; ///< Of a partial; 0: there are none.
  std::uint64_t Grain = 0; ///< As Launch has it.
  bool IsOne = false;      ///< Launch::hasOnePartial()
};

/// Memory of a device that a launch takes besides its arrays.
struct LaunchBytes {
  double PerIteration = 0;
  double PerLaunch = 0;
  double Least = 0; ///< Of PerLaunch: with less than that, launches are slower.
};

/// What a device has done since it was made. Copies count when they are enqueued.
struct DeviceStatistics {
  std::uint64_t BytesIn = 0, BytesOut = 0;
  std::uint64_t CopiesIn = 0, CopiesOut = 0;
  std::uint64_t CopiesAcross = 0, BytesAcross = 0; ///< Straight from another device.
  /// Of devices that are reached over a network: data from and to the host and from other devices as it was sent, and
  /// messages without data, of both directions.
  std::uint64_t MessagesIn = 0, MessagesOut = 0, MessagesAcross = 0, Orders = 0;
  std::uint64_t TakenEarly = 0;  ///< Of the messages across: came before they were asked for.
  std::uint64_t UnusedBytes = 0; ///< Came, and were never asked for.
  std::uint64_t Launches = 0;
  std::uint64_t Allocations = 0, AllocatedBytes = 0; ///< Live ones.
  std::uint64_t PeakBytes = 0;                       ///< The most bytes that were ever live at once.
};

/// What a device does with its time.
enum class Activity : unsigned { CopyIn, Compute, CopyOut };
inline constexpr unsigned ActivityCount = 3;

/// Seconds of a device's queues, by its own clock.
struct DeviceSeconds {
  std::array<double, ActivityCount> Of{}; ///< By Activity.
  double Hidden = 0;                      ///< Of the copying, while a kernel ran.

  double copying() const { return Of[unsigned(Activity::CopyIn)] + Of[unsigned(Activity::CopyOut)]; }
  double computing() const { return Of[unsigned(Activity::Compute)]; }
  DeviceSeconds &operator+=(const DeviceSeconds &Other);
};

/// One accelerator.
///
/// Threads: one thread at a time drives a device; different devices may be driven at once. The device may be handed
/// from one thread to another between calls.
///
/// Asynchrony: copyIn, copyOut and launch only enqueue. Host memory that a copy reads must stay unchanged, and what it
/// writes must stay untouched, until synchronize() of that queue. Nothing is visible to the host before.
///
/// Failures: a fault of a copy or a launch may be reported by the operation itself or by a later synchronize() of any
/// queue. Once one is reported, all that was enqueued has ended or was dropped, and no host memory will be touched any
/// more; allocations stay. What the dropped operations would have written is undefined. The device can be used again
/// unless lost().
class Device {
public:
  virtual ~Device();
  Device(const Device &) = delete;
  Device &operator=(const Device &) = delete;

  const Capabilities &capabilities() const { return What; }
  const DeviceStatistics &statistics() const { return Counts; }

  /// What the operations took that ended since the last call; zero on devices that do not measure.
  DeviceSeconds takeSeconds();

  /// Seconds that copies took since the last call for what is done once, such as pinning an array: start-up, of which
  /// the next ones are free.
  virtual double takeSetupSeconds() { return 0; }

  /// What devices of its own did since the last call, on devices that divide launches.
  virtual InnerReport takeInnerReport() { return {}; }

  /// Says how kernels are launched from now on, on devices that have a choice.
  virtual void shapeLaunches(LaunchShaping &) {}

  /// "<Kind>:<Index>".
  std::string label() const;

  /// The region has a form of its body that this kind of device runs. Any thread may ask.
  bool canRun(const hetrt_region &Region) const;

  /// Where an array that the program has allocated lies. Any thread may ask.
  Residence residenceOf(const void *Array) const { return residenceOfImpl(Array); }

  /// Whether it may lie anywhere but in the host's memory.
  virtual bool mayHaveArrays() const { return false; }

  /// Bytes that allocations may hope for now, counted by what they take (AllocationUnits): an estimate, since others
  /// may share the device.
  std::uint64_t availableBytes();

  /// Allocates `Bytes` bytes, contents undefined, aligned for every element whose size divides `Bytes` (to the
  /// largest power of two up to 64 that does). Zero bytes are fine: the address is not zero and may be released.
  /// Failing is a device fault, of its own kind where memory is short (Status), that leaves the queues as they are:
  /// release something and try again, or use another device.
  Status allocate(std::uint64_t Bytes, DeviceAddress &Address);

  /// How much of availableBytes() launches with such reduction values take, at most.
  virtual LaunchBytes launchBytes(const PartialsKind &) const { return {}; }

  /// What the allocation at this address has taken, and gives back; 0: there is none.
  std::uint64_t takenAt(DeviceAddress Address) const;

  /// Frees what allocate() returned, once no queue uses it any more: the caller has synchronized.
  /// Address 0 is ignored. On a lost device it only forgets the allocation.
  Status release(DeviceAddress Address);

  /// The bytes are a part of `Of`, if that is given: a device may then prepare the array for faster copies.
  Status copyIn(DeviceAddress To, const void *From, const CopyShape &Shape, Queue On = Queue::In,
                const HostArray &Of = {});
  Status copyOut(void *To, DeviceAddress From, const CopyShape &Shape, Queue On = Queue::Out, const HostArray &Of = {});

  /// Several at once, which is faster than one after the other where they are many and small. No two overlap.
  Status copyIn(DeviceAddress To, const std::byte *From, std::span<const CopyPart> Parts, Queue On = Queue::In,
                const HostArray &Of = {});

  /// The host array that begins here may be freed after this; no copy of it is enqueued.
  void forgetHost(const void *Begin);

  /// Bytes can come straight from the other device's memory.
  bool canCopyFrom(const Device &Other) const;

  /// Copies from another device, which canCopyFrom(), behind all that its Queue::Out has been given so far. The caller
  /// drives both devices, and synchronizes this one before the other changes these bytes. `Shape` has the other
  /// device's pitch in place of the host's.
  Status copyAcross(DeviceAddress To, Device &Source, DeviceAddress From, const CopyShape &Shape, Queue On = Queue::In);

  /// Whether sendEarly() to the other device can be called.
  bool canSendEarly(const Device &To) const { return To.canCopyFrom(*this) && sendsEarly(); }

  /// Sends memory to another device that has not asked for it, as soon as all that is enqueued on Queue::Compute is
  /// done. There it waits, apart from that device's memory, under the number that this returns, until takeEarly() or
  /// dropEarly() of that device has been called for each of its slices. Behind a launch that failed it is of no use.
  /// The caller drives this device alone. 0: it cannot be sent.
  std::uint64_t sendEarly(Device &To, std::span<const DevicePart> Parts, std::uint64_t Slices = 1);

  /// Enqueues that it is, from some byte on, what belongs into memory of this device.
  Status takeEarly(std::uint64_t Number, std::uint64_t Offset, std::span<const DevicePart> Parts, Queue On = Queue::In);

  /// So many bytes of it will not be used.
  void dropEarly(std::uint64_t Number, std::uint64_t Bytes);

  /// Contiguous copies.
  Status copyIn(DeviceAddress To, const void *From, std::uint64_t Bytes, Queue On = Queue::In);
  Status copyOut(void *To, DeviceAddress From, std::uint64_t Bytes, Queue On = Queue::Out);

  /// Loads the region's kernel, so that the first launch does not pay for it. launch() does it too if need be.
  Status prepare(const hetrt_region &Region);

  /// Enqueues a kernel on Queue::Compute. An empty range launches nothing and leaves no partials.
  Status launch(const Launch &Wanted);

  /// What is enqueued on `Later` from now on starts after all that is enqueued on `Earlier` so far.
  Status orderAfter(Queue Later, Queue Earlier);

  /// Waits for all that is enqueued on one queue, and for what it was ordered after.
  Status synchronize(Queue On);

  /// Waits for all queues.
  Status synchronize();

  /// Whether synchronize() would return without waiting. It is still to be called: before, nothing is visible. Devices
  /// that compute in the thread which drives them do so here.
  Status finished(Queue On, bool &Done);

  /// The same for all queues.
  Status finished(bool &Done);

  /// The device is gone for the life of the process: every operation but release() fails at once. Any thread may ask.
  bool lost() const { return Lost.load(std::memory_order_relaxed); }

protected:
  explicit Device(Capabilities What);

  /// For implementations that learn that their device will not come back.
  void markLost(const std::string &Why);

  /// For implementations that send messages: so many since the last call.
  void noteMessages(std::uint64_t In, std::uint64_t Out, std::uint64_t Across, std::uint64_t Orders);

  /// For implementations that measure: an operation took this time, by any clock that they use for all of them.
  void noteBusy(Activity What, double Begin, double End);

private:
  virtual bool canRunImpl(const hetrt_region &Region) const = 0;
  virtual Residence residenceOfImpl(const void *) const { return Residence::Host; }
  virtual std::uint64_t availableBytesImpl() = 0;
  virtual Status allocateImpl(std::uint64_t Bytes, DeviceAddress &Address) = 0;
  virtual Status releaseImpl(DeviceAddress Address) = 0;
  /// As one after the other, unless the device knows better.
  virtual Status copyPartsInImpl(DeviceAddress To, const std::byte *From, std::span<const CopyPart> Parts, Queue On,
                                 const HostArray &Of);
  virtual Status copyInImpl(DeviceAddress To, const void *From, const CopyShape &Shape, Queue On,
                            const HostArray &Of) = 0;
  virtual Status copyOutImpl(void *To, DeviceAddress From, const CopyShape &Shape, Queue On, const HostArray &Of) = 0;
  virtual void forgetHostImpl(const void *) {}
  virtual bool canCopyFromImpl(const Device &) const { return false; }
  virtual Status copyAcrossImpl(DeviceAddress To, Device &Source, DeviceAddress From, const CopyShape &Shape, Queue On);
  virtual bool sendsEarly() const { return false; }
  virtual std::uint64_t sendEarlyImpl(Device &, std::span<const DevicePart>, std::uint64_t) { return 0; }
  virtual Status takeEarlyImpl(std::uint64_t, std::uint64_t, std::span<const DevicePart>, Queue) {
    return misuse("no early data");
  }
  virtual void dropEarlyImpl(std::uint64_t) {}
  virtual Status prepareImpl(const hetrt_region &Region) = 0;
  virtual Status launchImpl(const Launch &Wanted) = 0;
  virtual Status orderAfterImpl(Queue Later, Queue Earlier) = 0;
  virtual Status synchronizeImpl(Queue On) = 0;
  virtual Status finishedImpl(Queue On, bool &Done) = 0;

  /// Ends or drops all that is enqueued, after a fault.
  virtual void abandonImpl() = 0;

  Status checkUsable() const;
  Status checkCopy(const char *Operation, DeviceAddress Address, const void *Host, const CopyShape &Shape) const;
  bool isInsideAllocation(DeviceAddress Address, std::uint64_t Bytes) const;
  Status checkLaunch(const Launch &Wanted) const;
  Status misuse(const std::string &Why) const;
  Status settle(Status Result);

  /// From one time to another.
  struct Stretch {
    double Begin, End;
  };
  void addUp();

  Capabilities What;
  DeviceStatistics Counts;
  DeviceSeconds Seconds; ///< Of what is not in Stretches.
  std::array<std::vector<Stretch>, ActivityCount> Stretches;
  std::map<DeviceAddress, std::uint64_t> Live; ///< Allocations and their sizes.
  std::atomic<bool> Lost = false;
  std::string LostWhy;
};

/// The devices of a parent do not exist in a forked child. True there, once a device was ever made in the parent.
bool inForkedChild();

[[gnu::tls_model("initial-exec")]] extern thread_local constinit bool RunsKernel; ///< For inKernel().

/// Whether the calling thread runs a kernel: devices that are made of host cores do so in the thread that drives them.
inline bool inKernel() { return RunsKernel; }

/// The calling thread runs a kernel while this lives.
class KernelScope {
public:
  KernelScope() { RunsKernel = true; }
  ~KernelScope() { RunsKernel = false; }
  KernelScope(const KernelScope &) = delete;
  KernelScope &operator=(const KernelScope &) = delete;
};

} // namespace hetrt

#endif
