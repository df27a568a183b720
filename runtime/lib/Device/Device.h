// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interface to one accelerator: its memory, copies to and from it, kernel launches, and queues. Used by Pass and
// Memory; each kind of device (Cuda, Emulated, Node) implements the ...Impl functions.
//
//   Region --- owns a pass ---> Device::launch, orderAfter, synchronize
//   Memory --- owns windows --> Device::allocate, release, copyIn, copyOut
//                                  |
//                checks, statistics, the forked-child and lost-device rules (Device.cpp)
//                                  |
//                     ...Impl of one kind of device (see DeviceList.h)
//
// The host's cores are not a Device: the threads of the OpenMP team run their iterations in place.
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

/// An address in a device's memory. The host must not dereference it, only add byte offsets. Zero means "no
/// allocation".
using DeviceAddress = std::uint64_t;

/// The properties of a device, which do not change.
struct Capabilities {
  std::string Kind;   ///< The name of the device's kind (DeviceKind::Name).
  unsigned Index = 0; ///< Number within its kind, from 0: "<Kind>:<Index>" names the device in settings and messages.
  std::string Name;   ///< The vendor's name for the model.
  /// Names the device's model and the options that influence its speed. Measurements of earlier runs are found under
  /// this name, so it is the same in each run.
  std::string Identity;
  std::string PciAddress;        ///< "dddd:bb:dd.f"; empty for devices that are not on the PCI bus themselves.
  std::uint64_t MemoryBytes = 0; ///< The device's whole memory; other processes may use a part of it.

  /// Expected throughput relative to one host core, for the first pass of a region without a history: the device's SIMD
  /// lanes divided by those of a core.
  double RelativeWidth = 1;

  /// The size in bytes, a power of two, of the aligned pieces of memory that the device's SIMD units load at once.
  std::uint64_t SimdBytes = 64;

  AllocationUnits Units; ///< How the device rounds the sizes of allocations.

  /// The device's memory is host memory at the same addresses, so functions of the program itself can work on it.
  bool HostAddressable = false;

  /// The device's kernels can use host memory in place while the host uses this memory too, so arrays need not be
  /// copied.
  bool ReachesHost = false;

  /// The device divides the iterations of a launch among devices behind it (a node with its own cores and GPUs), so
  /// callers of launch() fill in Launch::Parts.
  bool Divides = false;
  std::vector<std::string> Inner{}; ///< The devices behind this one, for the user: "emulated:0: ...".

  /// prepare() may take long, so a pass does not wait for it if other devices can compute meanwhile.
  bool LoadsKernels = false;

  /// The device keeps a host core busy while a kernel runs, so the OpenMP team should have one thread less.
  bool OccupiesCore = false;

  /// The name of the device in the stored measurements of earlier runs: the same for all devices of one model.
  std::string identity() const { return Kind + ": " + Identity; }
};

/// The queues of a device. Operations on one queue happen in the order of the calls; two queues are independent of
/// each other unless orderAfter() says otherwise.
enum class Queue : unsigned { In, Compute, Out };
inline constexpr unsigned QueueCount = 3;

/// A rectangle of bytes: `Rows` rows of `RowBytes` bytes. Rows begin `DevicePitch` bytes apart in the device's memory,
/// and `HostPitch` bytes apart in the host's.
struct CopyShape {
  std::uint64_t Rows = 1, RowBytes = 0;
  std::uint64_t DevicePitch = 0, HostPitch = 0;

  static CopyShape contiguous(std::uint64_t Bytes) { return {1, Bytes, Bytes, Bytes}; }
  std::uint64_t bytes() const { return Rows * RowBytes; }
};

/// One of several rectangles that are copied together: its offsets from the copy's two addresses, and its shape.
struct CopyPart {
  std::int64_t HostOffset = 0;
  std::uint64_t DeviceOffset = 0;
  CopyShape Shape;
};

/// A rectangle of device memory: `Rows` rows of `RowBytes` bytes, which begin `Pitch` bytes apart.
struct DevicePart {
  DeviceAddress Begin = 0;
  std::uint64_t Rows = 1, RowBytes = 0, Pitch = 0;
  std::uint64_t bytes() const { return Rows * RowBytes; }
};

/// The host array that a copy belongs to, which the device may pin. `Begin` is the array's address if the program does
/// not free the array before Device::forgetHost(Begin) is called; null for memory that may be freed as soon as the copy
/// has ended.
struct HostArray {
  const void *Begin = nullptr;
  std::uint64_t Bytes = 0;
};

/// The place of a launch's window (the part of an array that the launch uses) in device memory.
struct DeviceRange {
  DeviceAddress Begin = 0;
  std::uint64_t Bytes = 0;
};

/// The layout of a window in device memory: the address of the array's element 0, which may lie outside of the window,
/// and the distance in bytes between elements that are neighbours in each dimension.
struct WindowPlace {
  DeviceAddress First = 0;
  std::array<std::uint64_t, HETRT_MAX_RANK> Stride{};
  bool operator==(const WindowPlace &) const = default;
};

/// What a device needs to divide a launch among the devices behind it (Capabilities::Divides).
struct LaunchParts {
  /// What iterations use of the arrays, in the format of Memory/CallShape.h. Empty if the launch cannot be divided;
  /// WhyNot then says why, or is empty if the caller gives no reason.
  std::span<const std::byte> Shape;
  std::string_view WhyNot;
  std::span<const WindowPlace> Places; ///< One entry for each window.
};

/// What the devices behind a device have done (Capabilities::Divides).
struct InnerReport {
  std::vector<InnerFigures> Devices; ///< Empty if the device has none behind it.
  /// If the last launch ran only on the node's cores, why; otherwise empty.
  std::string WhyCores;
  std::vector<std::string> Faults; ///< Messages about failed devices, such as "emulated:0 is left out from now on:
                                   ///< ...", each once.
};

/// Where an array of the program lies, as a device sees it.
enum class Residence : unsigned {
  Host,    ///< In host memory; the device gets copies.
  Here,    ///< In the device's memory, which the host cannot access.
  Both,    ///< In memory that the host and the device can both access at the same time.
  Another, ///< In the memory of another device.
};

/// Whether no two windows of a launch share memory that one of them writes. `MayOverlap`: the sizes of windows are not
/// known, so any two may share memory.
bool shareNoMemory(const hetrt_region &Region, std::span<const DeviceRange> Windows, bool MayOverlap = false);

/// One kernel launch over iterations [First, Last). All spans are read during the call to launch() and need not outlive
/// it.
struct Launch {
  const hetrt_region *Region = nullptr;
  std::uint64_t First = 0, Last = 0;

  /// hetrt_region::values_size bytes: the values that the kernel needs, with the pointer to each array replaced by the
  /// address of its element 0 in device memory.
  std::span<const std::byte> Values;

  /// Arguments for the region's variant, the program's own kernel, on devices that run it; null without a variant.
  const hetrt_variant_call *Variant = nullptr;

  /// One entry per window of the region, for devices that check subscripts; the others ignore it.
  std::span<const hetrt_bounds> Bounds;

  /// One entry per window of the region, or empty.
  std::span<const DeviceRange> Windows;

  /// The sizes of some windows are not known, so that any two may share memory.
  bool MayOverlap = false;

  LaunchParts Parts;

  /// Floating-point values have to be combined in the same order on all devices.
  bool InOrder = false;

  /// Reductions only: the size of a partial, the reduced values of one thread, block or grain.
  std::uint64_t PartialBytes = 0;

  /// Reductions only: if not 0, each `Grain` iterations from First on are computed in order, and yield one partial.
  std::uint64_t Grain = 0;

  /// Reductions only: receives the partials, one after another: if Grain is not 0, one for each grain in order, else
  /// any number of them. The caller combines them. The vector is replaced, is valid after synchronize(Queue::Compute),
  /// and must not be touched until then. Each launch needs its own vector.
  std::vector<std::byte> *Partials = nullptr;

  /// The most memory that partials should take, set if memory is short (launchBytes()). The device may take more if it
  /// cannot do with less.
  std::uint64_t MostPartialBytes = UINT64_MAX;

  bool hasWindowsApart() const { return shareNoMemory(*Region, Windows, MayOverlap); }

  /// Whether several lanes may share each iteration.
  bool allowsLanes() const;

  /// Whether all threads of a GPU add to one common partial.
  bool hasOnePartial() const { return PartialBytes > 0 && Grain == 0 && (Region->flags & HETRT_ONE_PARTIAL); }
};

/// The properties of a launch's reductions that decide how much memory the partials take.
struct PartialsKind {
  std::uint64_t Bytes = 0; ///< Size of a partial; 0: no reduction.
  std::uint64_t Grain = 0; ///< Launch::Grain.
  bool IsOne = false;      ///< Launch::hasOnePartial()
};

/// Memory of a device that a launch takes in addition to its arrays, in bytes.
struct LaunchBytes {
  double PerIteration = 0;
  double PerLaunch = 0;
  double Least = 0; ///< The smallest PerLaunch with which launches still run at full speed.
};

/// Counts of the operations of a device since it was created. Copies are counted when they are enqueued.
struct DeviceStatistics {
  std::uint64_t BytesIn = 0, BytesOut = 0;
  std::uint64_t CopiesIn = 0, CopiesOut = 0;
  std::uint64_t CopiesAcross = 0, BytesAcross = 0; ///< Directly from another device.
  /// For devices behind a network: messages with data to the device, from it, and from other devices to it; and
  /// messages without data in both directions (Orders).
  std::uint64_t MessagesIn = 0, MessagesOut = 0, MessagesAcross = 0, Orders = 0;
  /// Messages across that were sent before this device needed them (sendEarly()) and then used.
  std::uint64_t EarlyMessages = 0;
  std::uint64_t UnusedBytes = 0; ///< Bytes that were sent early and never used.
  std::uint64_t Launches = 0;
  std::uint64_t Allocations = 0, AllocatedBytes = 0; ///< Allocations that are not released yet.
  std::uint64_t PeakBytes = 0;                       ///< The largest value of AllocatedBytes so far.
};

/// What a device spends time on.
enum class Activity : unsigned { CopyIn, Compute, CopyOut };
inline constexpr unsigned ActivityCount = 3;

/// How long a device's queues were busy, in seconds measured by the device's clock.
struct DeviceSeconds {
  std::array<double, ActivityCount> Of{}; ///< Indexed by Activity.
  double Hidden = 0;                      ///< The part of the copying during which a kernel ran.

  double copying() const { return Of[unsigned(Activity::CopyIn)] + Of[unsigned(Activity::CopyOut)]; }
  double computing() const { return Of[unsigned(Activity::Compute)]; }
  DeviceSeconds &operator+=(const DeviceSeconds &Other);
};

/// One accelerator. The functions below check their arguments, count, and call the ...Impl functions of the kind of
/// device.
///
/// Threads: one thread at a time drives a device; several devices may be driven at the same time. Between two calls,
/// another thread may begin to drive the device.
///
/// Asynchrony: copyIn, copyOut and launch only enqueue an operation. Until synchronize() of the queue has returned, the
/// program must not change host memory that a copy reads, nor use host memory that a copy writes.
///
/// Failures: a fault of a copy or a launch may be reported by the call itself, or by a later synchronize() of any
/// queue. When a fault is reported, all enqueued operations have ended or been dropped, and the device does not access
/// host memory any more; allocations remain. The results of dropped operations are undefined. The device can be used
/// again unless lost().
class Device {
public:
  virtual ~Device();
  Device(const Device &) = delete;
  Device &operator=(const Device &) = delete;

  const Capabilities &capabilities() const { return What; }
  const DeviceStatistics &statistics() const { return Counts; }

  /// Times of the operations that have ended since the last call; zero on devices that do not measure.
  DeviceSeconds takeSeconds();

  /// Seconds that copies have spent since the last call on work that is done only once, such as pinning an array. Later
  /// copies of the array need no such work.
  virtual double takeSetupSeconds() { return 0; }

  /// What the devices behind this one have done since the last call, if it divides launches.
  virtual InnerReport takeInnerReport() { return {}; }

  /// Gives a device that can choose the shape of launches (threads per block, lanes) the user's settings and the
  /// measurements of earlier runs.
  virtual void shapeLaunches(LaunchShaping &) {}

  /// The device's name in settings and messages: "<Kind>:<Index>", as in "cuda:0".
  std::string label() const;

  /// Whether the region has a form of its body that this kind of device can run. Any thread may call.
  bool canRun(const hetrt_region &Region) const;

  /// Where an array of the program lies, as this device sees it. Any thread may call.
  Residence residenceOf(const void *Array) const { return residenceOfImpl(Array); }

  /// Whether residenceOf() may return anything but Residence::Host.
  virtual bool mayHaveArrays() const { return false; }

  /// An estimate of the bytes that can be allocated now, counted as in AllocationUnits::takenBytes(). Other processes
  /// may take some of them at any time.
  std::uint64_t availableBytes();

  /// Allocates `Bytes` bytes, contents undefined, aligned for every element whose size divides `Bytes` (to the
  /// largest power of two up to 64 that does). Zero bytes are fine: the address is not zero and may be released.
  /// Fails with a device fault, Status::outOfMemory() if memory is short. Operations that are enqueued go on, so the
  /// caller may release memory and try again, or use another device.
  Status allocate(std::uint64_t Bytes, DeviceAddress &Address);

  /// The most memory out of availableBytes() that launches with these reduction values take.
  virtual LaunchBytes launchBytes(const PartialsKind &) const { return {}; }

  /// The memory that the allocation at this address takes (AllocationUnits::takenBytes()); 0 if there is none.
  std::uint64_t takenAt(DeviceAddress Address) const;

  /// Frees an allocation. The caller has synchronized all queues that use it. Address 0 is ignored. On a lost device,
  /// the allocation is only forgotten.
  Status release(DeviceAddress Address);

  /// Enqueues a copy. If `Of` is given, the bytes belong to that host array, which the device may prepare (pin) for
  /// faster copies.
  Status copyIn(DeviceAddress To, const void *From, const CopyShape &Shape, Queue On = Queue::In,
                const HostArray &Of = {});
  Status copyOut(void *To, DeviceAddress From, const CopyShape &Shape, Queue On = Queue::Out, const HostArray &Of = {});

  /// Enqueues several copies, which is faster than single calls for many small ones. No two parts overlap.
  Status copyIn(DeviceAddress To, const std::byte *From, std::span<const CopyPart> Parts, Queue On = Queue::In,
                const HostArray &Of = {});

  /// The program may free the host array that begins here after this call. No copy of the array is enqueued.
  void forgetHost(const void *Begin);

  /// Whether copyAcross() from the other device is possible.
  bool canCopyFrom(const Device &Other) const;

  /// Copies directly from another device for which canCopyFrom() is true, after everything that the other device's
  /// Queue::Out holds at the time of the call. The caller drives both devices, and synchronizes this one before it
  /// changes the bytes on the other one. Shape.HostPitch is the pitch on the other device.
  Status copyAcross(DeviceAddress To, Device &Source, DeviceAddress From, const CopyShape &Shape, Queue On = Queue::In);

  /// Whether sendEarly() to the other device is possible.
  bool canSendEarly(const Device &To) const { return To.canCopyFrom(*this) && sendsEarly(); }

  /// Sends memory to another device before that device needs it, as soon as all operations that are now on this
  /// device's Queue::Compute are done. The data is stored apart from the other device's allocations, under the returned
  /// number, until takeEarly() or dropEarly() of that device has been called for each of its `Slices` parts. If a
  /// launch before it failed, the data is not valid. The caller needs to drive this device only. Returns 0 if the data
  /// cannot be sent.
  std::uint64_t sendEarly(Device &To, std::span<const DevicePart> Parts, std::uint64_t Slices = 1);

  /// Enqueues copies of data that was sent early under `Number`, from byte `Offset` on, to the places `Parts` in this
  /// device's memory.
  Status takeEarly(std::uint64_t Number, std::uint64_t Offset, std::span<const DevicePart> Parts, Queue On = Queue::In);

  /// Tells the device that `Bytes` bytes of the data that was sent early under `Number` will not be used.
  void dropEarly(std::uint64_t Number, std::uint64_t Bytes);

  /// Enqueue copies of contiguous bytes.
  Status copyIn(DeviceAddress To, const void *From, std::uint64_t Bytes, Queue On = Queue::In);
  Status copyOut(void *To, DeviceAddress From, std::uint64_t Bytes, Queue On = Queue::Out);

  /// Loads the region's kernel, so that the first launch is not slower. Without this call, launch() loads it.
  Status prepare(const hetrt_region &Region);

  /// Enqueues a kernel on Queue::Compute. An empty range launches nothing and leaves no partials.
  Status launch(const Launch &Wanted);

  /// Everything that is enqueued on `Later` after this call starts only after everything that is on `Earlier` at the
  /// time of the call has ended.
  Status orderAfter(Queue Later, Queue Earlier);

  /// Waits until one queue is empty, including the operations of other queues that it waits for.
  Status synchronize(Queue On);

  /// Waits for all queues.
  Status synchronize();

  /// Sets `Done` to whether synchronize() would return without waiting. The host must not use results before it has
  /// called synchronize(). Emulated devices have no thread of their own, so they do the enqueued work in this call.
  Status finished(Queue On, bool &Done);

  /// Sets `Done` to whether synchronize() of all queues would return without waiting.
  Status finished(bool &Done);

  /// Whether the device has failed for the life of the process: every operation but release() then fails at once. Any
  /// thread may call.
  bool lost() const { return Lost.load(std::memory_order_relaxed); }

protected:
  explicit Device(Capabilities What);

  /// For implementations: marks the device as lost.
  void markLost(const std::string &Why);

  /// For implementations behind a network: adds to the counts of messages in statistics().
  void noteMessages(std::uint64_t In, std::uint64_t Out, std::uint64_t Across, std::uint64_t Orders);

  /// For implementations that measure: an operation ran from `Begin` to `End`, in seconds of one clock.
  void noteBusy(Activity What, double Begin, double End);

private:
  virtual bool canRunImpl(const hetrt_region &Region) const = 0;
  virtual Residence residenceOfImpl(const void *) const { return Residence::Host; }
  virtual std::uint64_t availableBytesImpl() = 0;
  virtual Status allocateImpl(std::uint64_t Bytes, DeviceAddress &Address) = 0;
  virtual Status releaseImpl(DeviceAddress Address) = 0;
  /// By default, calls copyInImpl() for each part.
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

  /// After a fault: returns when all that was enqueued has ended or been dropped.
  virtual void abandonImpl() = 0;

  Status checkUsable() const;
  Status checkCopy(const char *Operation, DeviceAddress Address, const void *Host, const CopyShape &Shape) const;
  bool isInsideAllocation(DeviceAddress Address, std::uint64_t Bytes) const;
  Status checkLaunch(const Launch &Wanted) const;
  Status misuse(const std::string &Why) const;
  Status settle(Status Result);

  /// A span of time in which an operation of the device ran.
  struct Stretch {
    double Begin, End;
  };
  void addUp();

  Capabilities What;
  DeviceStatistics Counts;
  DeviceSeconds Seconds; ///< The sum of all spans that are no longer in Stretches.
  std::array<std::vector<Stretch>, ActivityCount> Stretches;
  std::map<DeviceAddress, std::uint64_t> Live; ///< Addresses and sizes of allocations.
  std::atomic<bool> Lost = false;
  std::string LostWhy;
};

/// Whether this process was forked from one in which a device has been created. Such a child process cannot use its
/// parent's devices.
bool inForkedChild();

[[gnu::tls_model("initial-exec")]] extern thread_local constinit bool RunsKernel; ///< For inKernel().

/// Whether the calling thread runs a kernel: emulated devices and nodes run kernels in the thread that drives them.
inline bool inKernel() { return RunsKernel; }

/// While an object of this class exists, the calling thread runs a kernel (inKernel()).
class KernelScope {
public:
  KernelScope() { RunsKernel = true; }
  ~KernelScope() { RunsKernel = false; }
  KernelScope(const KernelScope &) = delete;
  KernelScope &operator=(const KernelScope &) = delete;
};

} // namespace hetrt

#endif
