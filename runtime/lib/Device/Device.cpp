// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implements what all devices have in common: checks of the arguments of each call, statistics, and errors for the use
// of a lost device, or of the parent's devices in a forked child.

#include "Device/Device.h"

#include "Device/RegionTables.h"
#include "Trace/Events.h"

#include <algorithm>
#include <atomic>
#include <pthread.h>

namespace hetrt {

namespace {

std::atomic<bool> Forked = false;

/// Installs the handler that sets Forked in child processes. Called when a device is created, not from a static
/// initialiser, so that programs without accelerators have no fork handler.
void watchForks() {
  static const int Once = pthread_atfork(nullptr, nullptr, [] { Forked.store(true, std::memory_order_relaxed); });
  (void)Once;
}

/// Stores the number of bytes from the first to the last byte of a rectangle; false if it does not fit into 64 bits.
bool extentOf(std::uint64_t Rows, std::uint64_t RowBytes, std::uint64_t Pitch, std::uint64_t &Bytes) {
  std::uint64_t Before = 0;
  return !__builtin_mul_overflow(Rows - 1, Pitch, &Before) && !__builtin_add_overflow(Before, RowBytes, &Bytes);
}

} // namespace

bool inForkedChild() { return Forked.load(std::memory_order_relaxed); }

thread_local constinit bool RunsKernel = false;

DeviceSeconds &DeviceSeconds::operator+=(const DeviceSeconds &Other) {
  for (unsigned I = 0; I < ActivityCount; ++I)
    Of[I] += Other.Of[I];
  Hidden += Other.Hidden;
  return *this;
}

/// Several lanes may share iterations only if windows do not share memory, since the compiler assumes that arrays of
/// different names do not overlap.
bool Launch::allowsLanes() const {
  const hetrt_lanes *Known = Region->lanes;
  return Known && !Grain && !(InOrder && (Known->flags & HETRT_REASSOCIATES)) && hasWindowsApart();
}

/// Whether two windows share memory. Windows in copies share memory only if they are in the same copy, and then begin
/// at the same address. Windows of arrays that are used in place may also begin at different addresses and overlap.
static bool meet(const DeviceRange &A, const DeviceRange &B) {
  return A.Begin == B.Begin || (A.Begin < B.Begin ? B.Begin - A.Begin < A.Bytes : A.Begin - B.Begin < B.Bytes);
}

bool shareNoMemory(const hetrt_region &Region, std::span<const DeviceRange> Windows, bool MayOverlap) {
  for (std::size_t W = 1; W < Windows.size(); ++W)
    for (std::size_t V = 0; V < W; ++V)
      if ((MayOverlap || meet(Windows[V], Windows[W])) && (isWritten(Region, V) || isWritten(Region, W)))
        return false;
  return true;
}

Device::Device(Capabilities What) : What(std::move(What)) { watchForks(); }

Device::~Device() = default;

std::string Device::label() const { return What.Kind + ":" + std::to_string(What.Index); }

bool Device::canRun(const hetrt_region &Region) const {
  if ((Region.flags & HETRT_HOST_ONLY) || ((Region.flags & HETRT_REACH_ONLY) && !What.ReachesHost))
    return false;
  return canRunImpl(Region);
}

std::uint64_t Device::availableBytes() { return checkUsable().ok() ? availableBytesImpl() : 0; }

Status Device::allocate(std::uint64_t Bytes, DeviceAddress &Address) {
  Address = 0;
  if (Status Usable = checkUsable(); !Usable.ok())
    return Usable;
  if (Status Result = allocateImpl(Bytes, Address); !Result.ok())
    return Result;
  Live.emplace(Address, Bytes);
  ++Counts.Allocations;
  Counts.AllocatedBytes += Bytes;
  Counts.PeakBytes = std::max(Counts.PeakBytes, Counts.AllocatedBytes);
  return Status::success();
}

std::uint64_t Device::takenAt(DeviceAddress Address) const {
  const auto Found = Live.find(Address);
  return Found == Live.end() ? 0 : What.Units.takenBytes(Found->second);
}

Status Device::release(DeviceAddress Address) {
  if (Address == 0)
    return Status::success();
  auto Found = Live.find(Address);
  if (Found == Live.end())
    return misuse("release of an address that was never allocated, or twice");
  --Counts.Allocations;
  Counts.AllocatedBytes -= Found->second;
  Live.erase(Found);
  return checkUsable().ok() ? releaseImpl(Address) : Status::success();
}

Status Device::copyIn(DeviceAddress To, const void *From, const CopyShape &Shape, Queue On, const HostArray &Of) {
  if (Status Result = checkCopy("copy to the device", To, From, Shape); !Result.ok())
    return settle(Result);
  if (Shape.bytes() == 0)
    return Status::success();
  ++Counts.CopiesIn;
  Counts.BytesIn += Shape.bytes();
  return settle(copyInImpl(To, From, Shape, On, Of));
}

Status Device::copyIn(DeviceAddress To, const std::byte *From, std::span<const CopyPart> Parts, Queue On,
                      const HostArray &Of) {
  for (const auto &[HostOffset, DeviceOffset, Shape] : Parts)
    if (Status Result = checkCopy("copy to the device", To + DeviceOffset, From + HostOffset, Shape); !Result.ok())
      return settle(Result);
  for (const CopyPart &Each : Parts) {
    Counts.CopiesIn += Each.Shape.bytes() != 0;
    Counts.BytesIn += Each.Shape.bytes();
  }
  return settle(copyPartsInImpl(To, From, Parts, On, Of));
}

Status Device::copyPartsInImpl(DeviceAddress To, const std::byte *From, std::span<const CopyPart> Parts, Queue On,
                               const HostArray &Of) {
  for (const auto &[HostOffset, DeviceOffset, Shape] : Parts)
    if (Shape.bytes())
      if (Status Result = copyInImpl(To + DeviceOffset, From + HostOffset, Shape, On, Of); !Result.ok())
        return Result;
  return Status::success();
}

Status Device::copyOut(void *To, DeviceAddress From, const CopyShape &Shape, Queue On, const HostArray &Of) {
  if (Status Result = checkCopy("copy from the device", From, To, Shape); !Result.ok())
    return settle(Result);
  if (Shape.bytes() == 0)
    return Status::success();
  ++Counts.CopiesOut;
  Counts.BytesOut += Shape.bytes();
  return settle(copyOutImpl(To, From, Shape, On, Of));
}

void Device::forgetHost(const void *Begin) {
  if (checkUsable().ok())
    forgetHostImpl(Begin);
}

bool Device::canCopyFrom(const Device &Other) const {
  return &Other != this && checkUsable().ok() && Other.checkUsable().ok() && canCopyFromImpl(Other);
}

Status Device::copyAcross(DeviceAddress To, Device &Source, DeviceAddress From, const CopyShape &Shape, Queue On) {
  if (!canCopyFrom(Source))
    return settle(Status::deviceFault(label() + ": no copy straight from " + Source.label()));
  if (Status Result = checkCopy("copy from another device", To, this, Shape); !Result.ok())
    return settle(Result);
  if (Shape.bytes() == 0)
    return Status::success();
  if (!Source.isInsideAllocation(From, (Shape.Rows - 1) * Shape.HostPitch + Shape.RowBytes))
    return settle(misuse("copy from another device: bytes that do not lie inside one allocation there"));
  ++Counts.CopiesAcross;
  Counts.BytesAcross += Shape.bytes();
  return settle(copyAcrossImpl(To, Source, From, Shape, On));
}

std::uint64_t Device::sendEarly(Device &To, std::span<const DevicePart> Parts, std::uint64_t Slices) {
  if (!canSendEarly(To) || !std::ranges::all_of(Parts, [&](const DevicePart &Each) {
        return isInsideAllocation(Each.Begin, (Each.Rows - 1) * Each.Pitch + Each.RowBytes);
      }))
    return 0;
  return sendEarlyImpl(To, Parts, Slices);
}

Status Device::takeEarly(std::uint64_t Number, std::uint64_t Offset, std::span<const DevicePart> Parts, Queue On) {
  if (Status Usable = checkUsable(); !Usable.ok())
    return settle(Usable);
  for (const DevicePart &Each : Parts) {
    if (!isInsideAllocation(Each.Begin, (Each.Rows - 1) * Each.Pitch + Each.RowBytes))
      return settle(misuse("a place for early data that does not lie inside one allocation"));
    Counts.BytesAcross += Each.bytes();
  }
  ++Counts.CopiesAcross;
  ++Counts.EarlyMessages;
  return settle(takeEarlyImpl(Number, Offset, Parts, On));
}

void Device::dropEarly(std::uint64_t Number, std::uint64_t Bytes) {
  Counts.UnusedBytes += Bytes;
  if (checkUsable().ok())
    dropEarlyImpl(Number);
}

Status Device::copyAcrossImpl(DeviceAddress, Device &Source, DeviceAddress, const CopyShape &, Queue) {
  return misuse("no copy straight from " + Source.label());
}

Status Device::copyIn(DeviceAddress To, const void *From, std::uint64_t Bytes, Queue On) {
  return copyIn(To, From, CopyShape::contiguous(Bytes), On);
}

Status Device::copyOut(void *To, DeviceAddress From, std::uint64_t Bytes, Queue On) {
  return copyOut(To, From, CopyShape::contiguous(Bytes), On);
}

Status Device::prepare(const hetrt_region &Region) {
  if (Status Usable = checkUsable(); !Usable.ok())
    return Usable;
  if (!canRun(Region))
    return Status::deviceFault(label() + ": the region " + Region.location + " has no kernel for this kind of device");
  return prepareImpl(Region);
}

Status Device::launch(const Launch &Wanted) {
  if (Status Result = checkLaunch(Wanted); !Result.ok())
    return settle(Result);
  if (Wanted.Partials)
    Wanted.Partials->clear();
  if (Wanted.First == Wanted.Last)
    return Status::success();
  ++Counts.Launches;
  return settle(launchImpl(Wanted));
}

Status Device::orderAfter(Queue Later, Queue Earlier) {
  if (Status Usable = checkUsable(); !Usable.ok())
    return Usable;
  if (Later == Earlier)
    return Status::success();
  return settle(orderAfterImpl(Later, Earlier));
}

Status Device::synchronize(Queue On) {
  if (Status Usable = checkUsable(); !Usable.ok())
    return Usable;
  return settle(synchronizeImpl(On));
}

Status Device::synchronize() {
  for (Queue On : {Queue::In, Queue::Compute, Queue::Out})
    if (Status Result = synchronize(On); !Result.ok())
      return Result;
  return Status::success();
}

Status Device::finished(Queue On, bool &Done) {
  Done = false;
  if (Status Usable = checkUsable(); !Usable.ok())
    return Usable;
  return settle(finishedImpl(On, Done));
}

Status Device::finished(bool &Done) {
  for (Queue On : {Queue::In, Queue::Compute, Queue::Out})
    if (Status Result = finished(On, Done); !Result.ok() || !Done)
      return Result;
  return Status::success();
}

void Device::noteMessages(std::uint64_t In, std::uint64_t Out, std::uint64_t Across, std::uint64_t Orders) {
  Counts.MessagesIn += In;
  Counts.MessagesOut += Out;
  Counts.MessagesAcross += Across;
  Counts.Orders += Orders;
}

void Device::noteBusy(Activity What, double Begin, double End) {
  constexpr std::size_t Enough = 4096; // the overlap of copies and kernels is computed among the latest operations
                                       // only, so that lists stay short
  std::vector<Stretch> &List = Stretches[unsigned(What)];
  if (List.size() == Enough)
    addUp();
  if (End > Begin)
    List.push_back({Begin, End});
  constexpr events::What Kinds[] = {events::What::CopyIn, events::What::Kernel, events::What::CopyOut};
  events::between({.Is = Kinds[unsigned(What)], .Index = this->What.Index, .Kind = this->What.Kind.c_str()}, Begin,
                  End);
}

/// Moves the spans from Stretches to Seconds. Kernels run one after another, so their spans are sorted and disjoint.
void Device::addUp() {
  const std::vector<Stretch> &Kernels = Stretches[unsigned(Activity::Compute)];
  for (unsigned I = 0; I < ActivityCount; ++I)
    for (const Stretch &Each : Stretches[I]) {
      Seconds.Of[I] += Each.End - Each.Begin;
      if (Activity(I) == Activity::Compute)
        continue;
      auto Kernel =
          std::partition_point(Kernels.begin(), Kernels.end(), [&](const Stretch &K) { return K.End <= Each.Begin; });
      for (; Kernel != Kernels.end() && Kernel->Begin < Each.End; ++Kernel)
        Seconds.Hidden += std::min(Each.End, Kernel->End) - std::max(Each.Begin, Kernel->Begin);
    }
  for (std::vector<Stretch> &List : Stretches)
    List.clear();
}

DeviceSeconds Device::takeSeconds() {
  addUp();
  return std::exchange(Seconds, {});
}

void Device::markLost(const std::string &Why) {
  if (lost())
    return;
  LostWhy = Why;
  Lost = true;
}

Status Device::checkUsable() const {
  if (inForkedChild())
    return Status::deviceFault(label() + ": a forked child process has no accelerators");
  if (lost())
    return Status::deviceFault(label() + ": the device is lost: " + LostWhy);
  return Status::success();
}

Status Device::checkCopy(const char *Operation, DeviceAddress Address, const void *Host, const CopyShape &Shape) const {
  if (Status Usable = checkUsable(); !Usable.ok())
    return Usable;
  if (Shape.Rows == 0 || Shape.RowBytes == 0)
    return Status::success();
  std::uint64_t Extent = 0, HostExtent = 0;
  bool Overlapping = Shape.Rows > 1 && std::min(Shape.DevicePitch, Shape.HostPitch) < Shape.RowBytes;
  if (Overlapping || !extentOf(Shape.Rows, Shape.RowBytes, Shape.DevicePitch, Extent) ||
      !extentOf(Shape.Rows, Shape.RowBytes, Shape.HostPitch, HostExtent))
    return misuse(std::string(Operation) + ": rows of " + std::to_string(Shape.RowBytes) +
                  " bytes overlap or overflow with pitches of " + std::to_string(Shape.DevicePitch) + " and " +
                  std::to_string(Shape.HostPitch) + " bytes");
  if (!Host)
    return misuse(std::string(Operation) + ": the host address is null");
  if (!isInsideAllocation(Address, Extent))
    return misuse(std::string(Operation) + ": " + std::to_string(Extent) +
                  " bytes that do not lie inside one allocation");
  return Status::success();
}

bool Device::isInsideAllocation(DeviceAddress Address, std::uint64_t Extent) const {
  auto After = Live.upper_bound(Address);
  if (After == Live.begin())
    return false;
  auto [Begin, Bytes] = *std::prev(After);
  return Address - Begin <= Bytes && Extent <= Bytes - (Address - Begin);
}

Status Device::checkLaunch(const Launch &Wanted) const {
  if (Status Usable = checkUsable(); !Usable.ok())
    return Usable;
  if (!Wanted.Region)
    return misuse("launch without a region");
  const hetrt_region &Region = *Wanted.Region;
  const std::string Where = std::string("launch of the region ") + Region.location;
  if (!canRun(Region))
    return Status::deviceFault(label() + ": the region " + Region.location + " has no kernel for this kind of device");
  if (Wanted.First > Wanted.Last)
    return misuse(Where + ": iterations [" + std::to_string(Wanted.First) + ", " + std::to_string(Wanted.Last) + ")");
  if (Wanted.Values.size() != Region.values_size)
    return misuse(Where + ": " + std::to_string(Wanted.Values.size()) + " bytes of values, wanted " +
                  std::to_string(Region.values_size));
  if (Wanted.Bounds.size() != Region.array_count)
    return misuse(Where + ": bounds of " + std::to_string(Wanted.Bounds.size()) + " windows, wanted " +
                  std::to_string(Region.array_count));
  if (!Wanted.Windows.empty() && Wanted.Windows.size() != Region.array_count)
    return misuse(Where + ": places of " + std::to_string(Wanted.Windows.size()) + " windows, wanted " +
                  std::to_string(Region.array_count) + " or none");
  if (Wanted.PartialBytes > 0 && !Wanted.Partials)
    return misuse(Where + ": no place for the reduction's partial values");
  return Status::success();
}

/// The error of a call that the runtime must not make. It is a program fault and not a device fault, since another
/// device would then compute the iterations and hide the mistake.
Status Device::misuse(const std::string &Why) const {
  return Status::programFault(HETRT_ERROR_INTERNAL, "internal error: " + label() + ": " + Why);
}

Status Device::settle(Status Result) {
  if (!Result.ok() && !inForkedChild())
    abandonImpl();
  return Result;
}

} // namespace hetrt
