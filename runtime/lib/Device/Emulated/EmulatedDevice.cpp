// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Queues, clock, copies, faults and launches of the emulated accelerator.

#include "Device/Emulated/EmulatedDevice.h"

#include "Device/Emulated/KernelGuard.h"
#include "Device/Emulated/ThreadTime.h"
#include "Topology/Readiness.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <random>
#include <thread>
#include <unistd.h>
#include <utility>

namespace hetrt {

namespace {

std::uint64_t halfOfHostMemory() {
  return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) / 2 * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

EmulatedOptions completed(EmulatedOptions Options) {
  if (Options.MemoryBytes == 0)
    Options.MemoryBytes = halfOfHostMemory();
  return Options;
}

/// Lists the options that change the device's performance, so that measurements of earlier runs are used only for
/// devices with equal options.
std::string identityOf(const EmulatedOptions &Options) {
  char Text[160];
  std::snprintf(Text, sizeof Text, "emulated memory=%llu speed=%g latency=%gs bandwidth=%g",
                static_cast<unsigned long long>(Options.MemoryBytes), Options.Speed, Options.LatencySeconds,
                Options.BandwidthBytesPerSecond);
  if (Options.ReachSpeed == 0)
    return Text;
  char Reach[40];
  std::snprintf(Reach, sizeof Reach, " unified=%g", Options.ReachSpeed);
  return std::string(Text) + Reach;
}

Capabilities capabilitiesOf(unsigned Index, const EmulatedOptions &Options) {
  Capabilities What;
  What.Kind = "emulated";
  What.Index = Index;
  What.Name = "emulated accelerator";
  What.Identity = identityOf(Options);
  What.MemoryBytes = Options.MemoryBytes;
  What.RelativeWidth = Options.Speed;
  What.HostAddressable = true;
  What.ReachesHost = Options.ReachSpeed > 0;
  What.LoadsKernels = Options.StartupSeconds > 0;
  What.OccupiesCore = true;
  return What;
}

/// Sleeps until shortly before `When`, since sleeping is not precise, and stays ready for the rest.
void waitUntil(std::chrono::steady_clock::time_point When) {
  using namespace std::chrono;
  constexpr auto Imprecision = microseconds(100);
  std::this_thread::sleep_until(When - Imprecision);
  const auto At = [](steady_clock::time_point Time) { return nanoseconds(Time.time_since_epoch()).count(); };
  Readiness Ready = Readiness::until(At(When), Crowding::ofProcess(), At(steady_clock::now()));
  for (auto Now = Readiness::Next::Look; Now != Readiness::Next::Sleep; Now = Ready.next(At(steady_clock::now())))
    if (Now == Readiness::Next::GiveWay)
      std::this_thread::yield();
    else
      relaxCore();
}

/// The number of iterations that run side by side in kernels with columns of lanes. The number is odd, so that the last
/// group of a block is usually incomplete, and that case is tested too.
constexpr unsigned ColumnsOfBlock = 3;

/// Memory that is aligned for all types that a kernel's values or partials may have.
class AlignedBytes {
public:
  explicit AlignedBytes(std::size_t Size)
      : Data(static_cast<std::byte *>(::operator new(std::max<std::size_t>(Size, 1), Alignment))) {}
  ~AlignedBytes() { ::operator delete(Data, Alignment); }
  AlignedBytes(const AlignedBytes &) = delete;
  AlignedBytes &operator=(const AlignedBytes &) = delete;
  std::byte *data() { return Data; }

private:
  static constexpr std::align_val_t Alignment{64};
  std::byte *Data;
};

} // namespace

EmulatedDevice::EmulatedDevice(unsigned Index, EmulatedOptions Given)
    : Device(capabilitiesOf(Index, completed(Given))), Options(completed(std::move(Given))),
      Memory(Options.MemoryBytes) {
  installKernelFaultHandlers();
}

bool EmulatedDevice::canRunImpl(const hetrt_region &Region) const { return Region.emulated != nullptr; }

std::uint64_t EmulatedDevice::availableBytesImpl() { return Memory.available(); }

Status EmulatedDevice::allocateImpl(std::uint64_t Bytes, DeviceAddress &Address) {
  if (const InjectedFault *Fault = note({EmulatedCall::Allocate, Bytes}))
    return strike(*Fault);
  if (Memory.allocate(Bytes, Address))
    return Status::success();
  return Status::outOfMemory(label() + ": out of memory: " + std::to_string(Bytes) + " bytes wanted, " +
                             std::to_string(Memory.available()) + " of " + std::to_string(Memory.limit()) +
                             " bytes free");
}

Status EmulatedDevice::releaseImpl(DeviceAddress Address) {
  Memory.release(Address);
  return Status::success();
}

Status EmulatedDevice::prepareImpl(const hetrt_region &Region) {
  const InjectedFault *Fault = note({EmulatedCall::Prepare});
  if (Options.StartupSeconds > 0 && Loaded.insert(&Region).second)
    std::this_thread::sleep_for(std::chrono::duration<double>(Options.StartupSeconds));
  return Fault ? strike(*Fault) : Status::success();
}

Status EmulatedDevice::copyInImpl(DeviceAddress To, const void *From, const CopyShape &Shape, Queue On,
                                  const HostArray &) {
  enqueue(On, Copy{reinterpret_cast<void *>(To), From, Shape.Rows, Shape.RowBytes, Shape.DevicePitch, Shape.HostPitch,
                   EmulatedCall::CopyIn});
  return Status::success();
}

Status EmulatedDevice::copyOutImpl(void *To, DeviceAddress From, const CopyShape &Shape, Queue On, const HostArray &) {
  enqueue(On, Copy{To, reinterpret_cast<const void *>(From), Shape.Rows, Shape.RowBytes, Shape.HostPitch,
                   Shape.DevicePitch, EmulatedCall::CopyOut});
  return Status::success();
}

/// All emulated accelerators use host memory, so each can copy from any other.
bool EmulatedDevice::canCopyFromImpl(const Device &Other) const {
  return dynamic_cast<const EmulatedDevice *>(&Other) != nullptr;
}

Status EmulatedDevice::copyAcrossImpl(DeviceAddress To, Device &Source, DeviceAddress From, const CopyShape &Shape,
                                      Queue On) {
  enqueue(On, static_cast<EmulatedDevice &>(Source).behind(Queue::Out));
  enqueue(On, Copy{reinterpret_cast<void *>(To), reinterpret_cast<const void *>(From), Shape.Rows, Shape.RowBytes,
                   Shape.DevicePitch, Shape.HostPitch, EmulatedCall::CopyAcross});
  return Status::success();
}

/// For tests only, since among real devices only nodes send data early.
std::uint64_t EmulatedDevice::sendEarlyImpl(Device &To, std::span<const DevicePart> Parts, std::uint64_t) {
  std::uint64_t Bytes = 0;
  for (const DevicePart &Each : Parts)
    Bytes += Each.bytes();
  auto &There = static_cast<EmulatedDevice &>(To).Early;
  std::byte *Next = There.emplace_back(std::make_unique<std::byte[]>(Bytes)).get();
  for (const DevicePart &Each : Parts) {
    enqueue(Queue::Compute, Copy{Next, reinterpret_cast<const void *>(Each.Begin), Each.Rows, Each.RowBytes,
                                 Each.RowBytes, Each.Pitch, EmulatedCall::CopyAcross});
    Next += Each.bytes();
  }
  return There.size();
}

Status EmulatedDevice::takeEarlyImpl(std::uint64_t Number, std::uint64_t Offset, std::span<const DevicePart> Parts,
                                     Queue On) {
  const std::byte *From = Early.at(Number - 1).get() + Offset;
  for (const DevicePart &Each : Parts) {
    enqueue(On, Copy{reinterpret_cast<void *>(Each.Begin), From, Each.Rows, Each.RowBytes, Each.Pitch, Each.RowBytes,
                     EmulatedCall::CopyAcross});
    From += Each.bytes();
  }
  return Status::success();
}

Status EmulatedDevice::launchImpl(const Launch &Wanted) {
  enqueue(Queue::Compute, Kernel{Wanted.Region,
                                 Wanted.First,
                                 Wanted.Last,
                                 {Wanted.Values.begin(), Wanted.Values.end()},
                                 {Wanted.Bounds.begin(), Wanted.Bounds.end()},
                                 {Wanted.Windows.begin(), Wanted.Windows.end()},
                                 Wanted.PartialBytes,
                                 Wanted.Grain,
                                 Wanted.Partials,
                                 groupOf(Wanted)});
  return Status::success();
}

/// The group of lanes that share each iteration of a launch; null if one lane runs each iteration.
LaneGroup *EmulatedDevice::groupOf(const Launch &Wanted) {
  if (Options.Lanes == 1 || !Wanted.allowsLanes())
    return nullptr;
  const bool Columns = Wanted.Region->lanes->flags & HETRT_COLUMNS;
  std::unique_ptr<LaneGroup> &Group = Columns ? Block : Row;
  if (!Group)
    Group = std::make_unique<LaneGroup>(Options.Lanes, Columns ? ColumnsOfBlock : 1);
  return Group->usable() ? Group.get() : nullptr;
}

Status EmulatedDevice::orderAfterImpl(Queue Later, Queue Earlier) {
  enqueue(Later, behind(Earlier));
  return Status::success();
}

EmulatedDevice::Barrier EmulatedDevice::behind(Queue Earlier) {
  OperationQueue &From = queue(Earlier);
  auto End = std::make_shared<Clock::time_point>(From.Ready);
  if (!From.Pending.empty()) {
    if (!From.Pending.back().End)
      From.Pending.back().End = End;
    End = From.Pending.back().End;
  }
  return {this, Earlier, From.Enqueued, std::move(End)};
}

void EmulatedDevice::enqueue(Queue On, std::variant<Copy, Kernel, Barrier> What) {
  queue(On).Pending.push_back({std::move(What), Clock::now(), nullptr});
  ++queue(On).Enqueued;
}

Status EmulatedDevice::synchronizeImpl(Queue On) {
  if (Status Failed = std::exchange(FailedForOthers, {}); !Failed.ok())
    return Failed;
  if (Status Result = runUntil(On, queue(On).Enqueued); !Result.ok())
    return Result;
  if (queue(On).Ready > Clock::now())
    waitUntil(queue(On).Ready);
  return Status::success();
}

/// All operations are executed in this call; whether they count as done depends on the emulated clock only.
Status EmulatedDevice::finishedImpl(Queue On, bool &Done) {
  Status Result = std::exchange(FailedForOthers, {});
  if (Result.ok())
    Result = runUntil(On, queue(On).Enqueued);
  Done = Result.ok() && queue(On).Ready <= Clock::now();
  return Result;
}

/// Executes operations of a queue until `Count` of them are done. A barrier in the queue executes operations of other
/// queues first, but only those that were enqueued before the barrier, so the recursion ends.
Status EmulatedDevice::runUntil(Queue On, std::uint64_t Count) {
  OperationQueue &Q = queue(On);
  while (Q.Done < Count) {
    Operation Next = std::move(Q.Pending.front());
    Q.Pending.pop_front();
    ++Q.Done;
    if (const Barrier *B = std::get_if<Barrier>(&Next.What)) {
      if (Status Result = pass(*B); !Result.ok())
        return Result;
      Q.Ready = std::max(Q.Ready, *B->End);
      if (Next.End)
        *Next.End = Q.Ready;
      continue;
    }
    double Seconds = 0;
    const Copy *C = std::get_if<Copy>(&Next.What);
    Status Result = C ? perform(*C, Seconds) : perform(std::get<Kernel>(Next.What), Seconds);
    if (!Result.ok())
      return Result;
    const Clock::time_point Begin = std::max(Q.Ready, Next.Enqueued);
    Q.Ready = Begin + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(Seconds));
    if (Next.End)
      *Next.End = Q.Ready;
    const double Start = std::chrono::duration<double>(Begin.time_since_epoch()).count();
    noteBusy(!C                                      ? Activity::Compute
             : C->Direction == EmulatedCall::CopyOut ? Activity::CopyOut
                                                     : Activity::CopyIn,
             Start, Start + Seconds);
  }
  return Status::success();
}

Status EmulatedDevice::pass(const Barrier &B) {
  Status Result = B.Of->runUntil(B.Earlier, B.Count);
  if (!Result.ok() && B.Of != this)
    B.Of->FailedForOthers = Result;
  return Result;
}

void EmulatedDevice::abandonImpl() {
  FailedForOthers = {};
  for (OperationQueue &Q : Queues) {
    Q.Pending.clear();
    Q.Done = Q.Enqueued;
  }
}

Status EmulatedDevice::perform(const Copy &What, double &Seconds) {
  const std::uint64_t Bytes = What.Rows * What.RowBytes;
  const InjectedFault *Fault = note({What.Direction, Bytes});
  std::uint64_t Rows = What.Rows, RowBytes = What.RowBytes;
  if (Fault)
    (Rows > 1 ? Rows : RowBytes) /= 2;
  if (What.ToPitch == RowBytes && What.FromPitch == RowBytes) {
    std::memcpy(What.To, What.From, Rows * RowBytes);
  } else {
    for (std::uint64_t Row = 0; Row < Rows; ++Row)
      std::memcpy(static_cast<std::byte *>(What.To) + Row * What.ToPitch,
                  static_cast<const std::byte *>(What.From) + Row * What.FromPitch, RowBytes);
  }
  if (Fault)
    return strike(*Fault);
  Seconds = Options.LatencySeconds;
  if (Options.BandwidthBytesPerSecond > 0)
    Seconds += static_cast<double>(Bytes) / Options.BandwidthBytesPerSecond;
  return Status::success();
}

Status EmulatedDevice::perform(const Kernel &What, double &Seconds) {
  const InjectedFault *Fault = note({EmulatedCall::Launch, 0, What.First, What.Last});
  const std::uint64_t Iterations = What.Last - What.First;
  constexpr std::uint64_t RoomForPartials = 16 << 20;
  const std::uint64_t Most =
      std::max<std::uint64_t>(RoomForPartials / std::max<std::uint64_t>(What.PartialBytes * What.lanes(), 1), 1);
  const std::uint64_t Blocks =
      What.Grain ? (Iterations - 1) / What.Grain + 1 : std::min({std::uint64_t(Options.Blocks), Iterations, Most});
  if (What.Partials)
    What.Partials->resize(Blocks * What.lanes() * What.PartialBytes);
  const double Begin = threadSeconds();
  Status Result = runBlocks(What, Blocks, Fault);
  Seconds = (threadSeconds() - Begin) / (Options.Speed * (reachesOut(What) ? Options.ReachSpeed : 1));
  if (Result.ok() && Fault)
    return strike(*Fault);
  return Result;
}

/// Whether the kernel uses arrays in the program's own memory, for which the speed Options.ReachSpeed holds.
bool EmulatedDevice::reachesOut(const Kernel &What) const {
  return Options.ReachSpeed > 0 && std::any_of(What.Windows.begin(), What.Windows.end(),
                                               [&](const DeviceRange &Each) { return !Memory.holds(Each.Begin); });
}

Status EmulatedDevice::runBlocks(const Kernel &What, std::uint64_t Blocks, const InjectedFault *Fault) {
  AlignedBytes Values(What.Values.size());
  std::vector<std::unique_ptr<AlignedBytes>> Kept;
  std::vector<void *> Partials; // one for each lane
  for (unsigned Lane = 0; Lane < What.lanes(); ++Lane) {
    Kept.push_back(std::make_unique<AlignedBytes>(What.PartialBytes));
    Partials.push_back(Kept.back()->data());
  }
  std::copy(What.Values.begin(), What.Values.end(), Values.data());
  KernelCall Call;
  Call.Region = What.Region;
  Call.Values = Values.data();
  Call.Bounds = What.Bounds;
  Call.Windows = What.Windows;

  std::vector<std::uint64_t> Order(Blocks);
  std::iota(Order.begin(), Order.end(), 0);
  std::mt19937_64 Random(Options.Seed + LaunchNumber++);
  std::shuffle(Order.begin(), Order.end(), Random);
  if (Fault)
    Order.resize(Blocks / 2);

  const KernelScope Scope;
  const KernelStack Signals;
  const std::uint64_t Quotient = (What.Last - What.First) / Blocks, Remainder = (What.Last - What.First) % Blocks;
  for (std::uint64_t Block : Order) {
    Call.First = What.First + (What.Grain ? Block * What.Grain : Block * Quotient + std::min(Block, Remainder));
    const std::uint64_t Count = What.Grain ? What.Grain : Quotient + (Block < Remainder ? 1 : 0);
    Call.Last = Call.First + std::min(Count, What.Last - Call.First); // Call.First + Count may not fit into 64 bits
    if (Status Result = runBlock(Call, What.Group, Partials, Random); !Result.ok())
      return Result;
    for (unsigned Lane = 0; What.Partials && Lane < What.lanes(); ++Lane)
      std::copy_n(Kept[Lane]->data(), What.PartialBytes,
                  What.Partials->data() + (Block * What.lanes() + Lane) * What.PartialBytes);
  }
  return Status::success();
}

Status EmulatedDevice::runBlock(const KernelCall &Given, LaneGroup *Group, const std::vector<void *> &Partials,
                                std::mt19937_64 &Order) {
  if (Group)
    return Group->run(Given, Partials, Order);
  // This thread may itself run as a lane of another device's kernel, so it must not count as a lane here.
  const LaneGroup::Apart Scope;
  KernelCall Call = Given;
  Call.Partials = Partials.front();
  return runKernel(Call);
}

/// Counts and logs a call. Returns the fault that was injected for it, or null.
const InjectedFault *EmulatedDevice::note(const EmulatedCallRecord &Record) {
  const std::uint64_t Number = ++CallCounts[static_cast<unsigned>(Record.Call)];
  if (Logging)
    Log.push_back(Record);
  for (const InjectedFault &Fault : Options.Faults)
    if (Fault.Call == Record.Call && Fault.Number == Number)
      return &Fault;
  return nullptr;
}

Status EmulatedDevice::strike(const InjectedFault &Fault) {
  const std::string Why = "injected fault: " + std::string(nameOf(Fault.Call)) + " number " +
                          std::to_string(Fault.Number) + (Fault.Dies ? ", the device dies" : "");
  if (Fault.Dies)
    markLost(Why);
  return Status::deviceFault(label() + ": " + Why);
}

FoundDevices enumerateEmulated(const DeviceRequest &Request) {
  FoundDevices Found;
  const std::vector<EmulatedOptions> Sections = parseEmulatedOptions(Request.Options, Found.Result);
  if (!Found.Result.ok())
    return Found;
  for (unsigned I = 0; I < Request.Count.value_or(0); ++I)
    Found.Devices.push_back(
        std::make_unique<EmulatedDevice>(I, Sections[std::min<std::size_t>(I, Sections.size() - 1)]));
  if (!Request.Count)
    Found.WhyNot = "emulated accelerators exist only when asked for, as by HETRT_DEVICES=emulated:1";
  return Found;
}

} // namespace hetrt
