// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Context, memory, queues and launches of an NVIDIA GPU.

#include "Device/Cuda/CudaDevice.h"

#include "Device/Cuda/LaneChoice.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace hetrt {

using cuda::Result;

namespace {

/// Whether the error is a fault in a kernel. Such a fault destroys the context.
bool isKernelFault(Result Error) {
  switch (Error) {
  case cuda::IllegalAddress:
  case cuda::Assertion:
  case cuda::HardwareStackError:
  case cuda::IllegalInstruction:
  case cuda::MisalignedAddress:
  case cuda::InvalidAddressSpace:
  case cuda::InvalidProgramCounter:
  case cuda::LaunchFailed:
    return true;
  default:
    return false;
  }
}

std::uint64_t quotient(std::uint64_t Total, std::uint64_t Part) { return (Total - 1) / Part + 1; }

bool hasColumns(const hetrt_region &Region) { return Region.lanes && Region.lanes->flags & HETRT_COLUMNS; }

/// The row length that copies from another device get in their CopyClass, so that their times do not count in the
/// comparison of staged and straight copies (Pinning.h).
constexpr unsigned PeerRows = ~0u;

/// The largest pitch of 2-D copies, in bytes; 0 if the driver does not say it, so that rectangles are copied row by
/// row.
std::uint64_t maxPitch(const cuda::Driver &Cuda, cuda::DeviceOrdinal Ordinal) {
  return static_cast<std::uint64_t>(Cuda.attribute(Ordinal, cuda::AttributeMaxPitch));
}

} // namespace

CudaDevice::CudaDevice(const cuda::Driver &Cuda, cuda::DeviceOrdinal Ordinal, Capabilities What)
    : Device(std::move(What)), Cuda(Cuda), Ordinal(Ordinal),
      SharesManaged(Cuda.attribute(Ordinal, cuda::AttributeConcurrentManagedAccess) != 0),
      Memory(Cuda, capabilities().Units), Rows(Cuda, maxPitch(Cuda, Ordinal)),
      In(Cuda, Rows, cuda::CopyThreads::ofProcess()), Out(Cuda, Rows, cuda::CopyThreads::ofProcess()),
      Pins(Cuda, maxPitch(Cuda, Ordinal)), Clock(Cuda), Shapes(capabilities().identity()) {}

CudaDevice::~CudaDevice() {
  // When the process ends, the driver may have shut down already, so its errors are ignored.
  if (!Context || inForkedChild())
    return;
  if (Cuda.CtxPushCurrent(Context) == cuda::Success) {
    for (cuda::Stream S : Streams)
      if (S)
        Cuda.StreamSynchronize(S);
    In.close();
    Out.close();
    Pins.close();
    Clock.close();
    Memory.close();
    for (const auto &[Image, Loaded] : Modules)
      Cuda.ModuleUnload(Loaded);
    for (const auto &[Path, Loaded] : Files)
      Cuda.ModuleUnload(Loaded);
    for (cuda::Event E : Marks)
      if (E)
        Cuda.EventDestroy(E);
    for (cuda::Stream S : Streams)
      if (S)
        Cuda.StreamDestroy(S);
    cuda::Context Popped = nullptr;
    Cuda.CtxPopCurrent(&Popped);
  }
  Cuda.PrimaryCtxRelease(Ordinal);
}

template <typename Function> Status CudaDevice::inContext(Function Body) {
  if (Status Opened = open(); !Opened.ok())
    return Opened;
  if (Status Entered = check(Cuda.CtxPushCurrent(Context), "entering the context"); !Entered.ok())
    return Entered;
  Status Done = Body();
  cuda::Context Popped = nullptr;
  Cuda.CtxPopCurrent(&Popped);
  return Done;
}

/// Sets the device up at its first use; marks it as lost if that fails.
Status CudaDevice::open() {
  if (Context)
    return Status::success();
  if (Result Error = Cuda.PrimaryCtxRetain(&Context, Ordinal)) {
    Context = nullptr;
    markLost(Cuda.describe(Error));
    return Status::deviceFault(label() + ": the device cannot be set up: " + Cuda.describe(Error));
  }
  Status Created = createQueues();
  if (!Created.ok())
    markLost(Created.message());
  return Created;
}

Status CudaDevice::createQueues() {
  return inContext([&] {
    for (unsigned Q = 0; Q < QueueCount; ++Q) {
      if (Status S = check(Cuda.StreamCreate(&Streams[Q], cuda::StreamNonBlocking), "creating a stream"); !S.ok())
        return S;
      if (Status S = check(Cuda.EventCreate(&Marks[Q], cuda::EventBlockingSync | cuda::EventDisableTiming),
                           "creating an event");
          !S.ok())
        return S;
    }
    return Status::success();
  });
}

bool CudaDevice::canRunImpl(const hetrt_region &Region) const {
  if (Region.variant)
    return isLoadable(Region);
  return Region.image && Region.image->begin != Region.image->end && Region.cuda_kernel && isLoadable(Region);
}

/// Asks the driver, which knows which memory an address belongs to. Memory that the driver does not know is host
/// memory. Host memory that the driver has pinned also counts as host memory.
Residence CudaDevice::residenceOfImpl(const void *Array) const {
  unsigned Kind = 0, Managed = 0;
  int Owner = -1;
  int Names[] = {cuda::PointerMemoryType, cuda::PointerIsManaged, cuda::PointerDevice};
  void *Values[] = {&Kind, &Managed, &Owner};
  const auto Address = static_cast<cuda::DevicePointer>(reinterpret_cast<std::uintptr_t>(Array));
  if (inForkedChild() || Cuda.PointerGetAttributes(3, Names, Values, Address) != cuda::Success)
    return Residence::Host;
  if (Managed)
    return SharesManaged ? Residence::Both : Residence::Host;
  if (Kind != cuda::MemoryDevice)
    return Residence::Host;
  return Owner == Ordinal ? Residence::Here : Residence::Another;
}

std::uint64_t CudaDevice::availableBytesImpl() {
  std::size_t Free = 0, Total = 0;
  const Status Asked = inContext([&] { return check(Cuda.MemGetInfo(&Free, &Total), "asking for free memory"); });
  // Small blocks share granules, and the last such granule may not be full. The bytes left in it are not available to
  // larger blocks, so one granule is subtracted.
  const AllocationUnits &Units = capabilities().Units;
  const std::uint64_t Shared = Units.Granule > Units.Least ? Units.Granule : 0;
  const std::uint64_t All = Asked.ok() ? Free + Memory.kept() : 0;
  return All - std::min(All, Shared);
}

Status CudaDevice::allocateImpl(std::uint64_t Bytes, DeviceAddress &Address) {
  return inContext([&] {
    cuda::DevicePointer Pointer = 0;
    const Result Error = Memory.allocate(Bytes, Pointer);
    Address = Pointer;
    return check(Error, ("allocating " + std::to_string(Bytes) + " bytes").c_str());
  });
}

Status CudaDevice::releaseImpl(DeviceAddress Address) {
  return inContext([&] { return check(Memory.release(Address), "releasing memory"); });
}

/// Enqueues a copy on the route (staged or straight) that has been measured to be faster.
Result CudaDevice::copy(Activity Direction, DeviceAddress There, void *Here, const CopyShape &Shape, Queue On,
                        const HostArray &Of) {
  const cuda::Route Way = Pins.choose(Direction, Shape, Of);
  const cuda::CopyClass Class = cuda::CopyClass::of(Direction, Shape);
  if (Result Error = Clock.enter({Direction, Way, Class.RowLength}, Shape.bytes(), stream(On)))
    return Error;
  const bool IsIn = Direction == Activity::CopyIn;
  if (Way == cuda::Route::Staged)
    return IsIn ? In.copyIn(There, Here, Shape, stream(On)) : Out.copyOut(Here, There, Shape, stream(On));
  auto *Host = static_cast<std::byte *>(Here);
  return IsIn ? Rows.in(There, Host, Shape, stream(On)) : Rows.out(Host, There, Shape, stream(On));
}

Status CudaDevice::copyInImpl(DeviceAddress To, const void *From, const CopyShape &Shape, Queue On,
                              const HostArray &Of) {
  return inContext([&] {
    return check(copy(Activity::CopyIn, To, const_cast<void *>(From), Shape, On, Of), "copying to the device");
  });
}

/// Copies several parts. Consecutive small parts are copied together, through pinned buffers; large parts one by one.
Status CudaDevice::copyPartsInImpl(DeviceAddress To, const std::byte *From, std::span<const CopyPart> Parts, Queue On,
                                   const HostArray &Of) {
  const auto IsSmall = [](const CopyPart &Each) { return Each.Shape.bytes() <= cuda::Staging::GatheredBytes; };
  return inContext([&] {
    for (std::span<const CopyPart> Left = Parts; !Left.empty();) {
      const std::size_t Small = static_cast<std::size_t>(std::ranges::find_if_not(Left, IsSmall) - Left.begin());
      const CopyPart &First = Left.front();
      const Result Error = Small > 1 ? gather(To, From, Left.first(Small), On)
                           : First.Shape.bytes()
                               ? copy(Activity::CopyIn, To + First.DeviceOffset,
                                      const_cast<std::byte *>(From + First.HostOffset), First.Shape, On, Of)
                               : cuda::Success;
      if (Error)
        return check(Error, "copying to the device");
      Left = Left.subspan(std::max<std::size_t>(Small, 1));
    }
    return Status::success();
  });
}

Result CudaDevice::gather(DeviceAddress To, const std::byte *From, std::span<const CopyPart> Parts, Queue On) {
  std::uint64_t Bytes = 0;
  for (const CopyPart &Each : Parts)
    Bytes += Each.Shape.bytes();
  const cuda::CopyClass Class = cuda::CopyClass::of(Activity::CopyIn, Parts.front().Shape);
  if (Result Error = Clock.enter({Activity::CopyIn, cuda::Route::Staged, Class.RowLength}, Bytes, stream(On)))
    return Error;
  return In.gatherIn(To, From, Parts, stream(On));
}

Status CudaDevice::copyOutImpl(void *To, DeviceAddress From, const CopyShape &Shape, Queue On, const HostArray &Of) {
  return inContext([&] { return check(copy(Activity::CopyOut, From, To, Shape, On, Of), "copying from the device"); });
}

void CudaDevice::forgetHostImpl(const void *Begin) {
  if (!Context)
    return;
  static_cast<void>(inContext([&] {
    Pins.forget(Begin);
    return Status::success();
  }));
}

bool CudaDevice::canCopyFromImpl(const Device &Other) const {
  const auto *Peer = dynamic_cast<const CudaDevice *>(&Other);
  int Can = 0;
  return Peer && Peer->Context && Cuda.DeviceCanAccessPeer(&Can, Ordinal, Peer->Ordinal) == cuda::Success && Can != 0;
}

Status CudaDevice::copyAcrossImpl(DeviceAddress To, Device &Source, DeviceAddress From, const CopyShape &Shape,
                                  Queue On) {
  auto &Peer = static_cast<CudaDevice &>(Source);
  return inContext([&] {
    if (Status Reached = reach(Peer); !Reached.ok())
      return Reached;
    if (Status Ordered = orderBehind(Peer, On); !Ordered.ok())
      return Ordered;
    cuda::Memcpy3DPeer Copy;
    Copy.SourceKind = Copy.TargetKind = cuda::MemoryDevice;
    Copy.SourceDevice = From;
    Copy.SourceContext = Peer.Context;
    Copy.SourcePitch = Shape.HostPitch;
    Copy.TargetDevice = To;
    Copy.TargetContext = Context;
    Copy.TargetPitch = Shape.DevicePitch;
    Copy.WidthBytes = Shape.RowBytes;
    Copy.Height = Copy.SourceHeight = Copy.TargetHeight = Shape.Rows;
    Copy.Depth = 1;
    Result Error = Clock.enter({Activity::CopyIn, cuda::Route::Straight, PeerRows}, 0, stream(On));
    if (!Error)
      Error = Cuda.Memcpy3DPeerAsync(&Copy, stream(On));
    return check(Error, "copying from another device");
  });
}

/// Lets the operations that are enqueued next on `On` wait for all operations that the other device's Queue::Out holds
/// now.
Status CudaDevice::orderBehind(const CudaDevice &Peer, Queue On) {
  const cuda::Event Mark = Peer.Marks[static_cast<unsigned>(Queue::Out)];
  Result Error = Clock.leave(stream(On));
  if (!Error)
    Error = Cuda.EventRecord(Mark, Peer.stream(Queue::Out));
  if (!Error)
    Error = Cuda.StreamWaitEvent(stream(On), Mark, 0);
  return check(Error, "waiting for another device");
}

/// Enables copies from the other device that do not pass through the host.
Status CudaDevice::reach(CudaDevice &Peer) {
  if (Peers.count(Peer.Context))
    return Status::success();
  const Result Error = Cuda.CtxEnablePeerAccess(Peer.Context, 0);
  // Other code in the program may have enabled these copies already.
  if (Error != cuda::PeerAccessAlreadyEnabled)
    if (Status Enabled = check(Error, "reaching another device's memory"); !Enabled.ok())
      return Enabled;
  Peers.insert(Peer.Context);
  return Status::success();
}

Status CudaDevice::prepareImpl(const hetrt_region &Region) {
  return inContext([&] {
    const Kernel *Loaded = nullptr;
    return Region.variant ? loadVariant(Region, Loaded) : loadKernel(Region, true, Loaded);
  });
}

Status CudaDevice::launchImpl(const Launch &Wanted) {
  return inContext([&] {
    if (Wanted.Region->variant)
      return launchVariant(Wanted);
    const Kernel *K = nullptr;
    if (Status Loaded = loadKernel(*Wanted.Region, Wanted.hasWindowsApart(), K); !Loaded.ok())
      return Loaded;
    const auto Chosen = Shapes.choose(K->Entry, Wanted.Region->location, demandOf(Wanted), K->Limits);
    cuda::LaunchGrid How = Chosen.Grid;
    BlockPartials Partials;
    if (Wanted.PartialBytes > 0)
      if (Status Made = makePartials(Wanted, How, Partials); !Made.ok())
        return Made;
    Launched.push_back(Wanted.Region);
    // The driver copies the values of the parameters during the call, so local variables are enough.
    std::uint64_t First = Wanted.First, Last = Wanted.Last, Grain = Wanted.Grain;
    auto *const Values = const_cast<std::byte *>(Wanted.Values.data());
    std::vector<void *> Parameters = {&First, &Last, Values, &Partials.Buffer, &Partials.Scratch, &Grain};
    for (unsigned W = 0; W < Wanted.Region->array_count; ++W)
      Parameters.push_back(Values + Wanted.Region->arrays[W].pointer_offset);
    if (Wanted.hasOnePartial())
      if (Status Set = setPartial(*K, How, Parameters); !Set.ok())
        return Set;
    if (Status Entered = check(Clock.enter({.Launch = Chosen.Launch}, 0, stream(Queue::Compute)), "measuring time");
        !Entered.ok())
      return Entered;
    // Along x are threads of different iterations, or the lanes of one iteration if there are lanes without columns.
    const bool LanesAlongX = Wanted.Region->lanes && !hasColumns(*Wanted.Region);
    const unsigned Wide = LanesAlongX ? How.Lanes : How.BlockSize / How.Lanes;
    if (Status Started = check(Cuda.LaunchKernel(K->Entry, How.Blocks / How.BlocksAlongY, How.BlocksAlongY, 1, Wide,
                                                 How.BlockSize / Wide, 1, How.SharedBytes, stream(Queue::Compute),
                                                 Parameters.data(), nullptr),
                               "launching a kernel");
        !Started.ok())
      return Started;
    // Ends the measured time here, so that idle time up to the next operation does not count as time of the kernel. The
    // next operation may come much later: while the host copied outputs on an H100, it was 60 times the time of the
    // kernel.
    return check(Clock.leave(stream(Queue::Compute)), "measuring time");
  });
}

/// The properties of a launch that decide about its shape.
cuda::LaunchDemand CudaDevice::demandOf(const Launch &Wanted) {
  cuda::LaunchDemand Of;
  Of.Iterations = Wanted.Last - Wanted.First;
  Of.Groups = Wanted.Grain ? quotient(Of.Iterations, Wanted.Grain) : Of.Iterations;
  Of.PartialBytes = Wanted.hasOnePartial() ? 0 : Wanted.PartialBytes;
  Of.HasLanes = Wanted.allowsLanes();
  if (Of.HasLanes) {
    const hetrt_lanes &Lanes = *Wanted.Region->lanes;
    Of.Flags = Lanes.flags;
    std::memcpy(&Of.Turns, Wanted.Values.data() + Lanes.trips_offset, sizeof Of.Turns);
  }
  return Of;
}

/// Launches the kernel with an empty range, which initialises the one partial that the actual launch adds to.
Status CudaDevice::setPartial(const Kernel &K, const cuda::LaunchGrid &How, std::vector<void *> Parameters) {
  Parameters[1] = Parameters[0]; // First = Last
  return check(Cuda.LaunchKernel(K.Entry, How.Blocks, 1, 1, How.BlockSize, 1, 1, How.SharedBytes,
                                 stream(Queue::Compute), Parameters.data(), nullptr),
               "launching a kernel");
}

/// The most device memory that the partials of the threads of one launch may take, in bytes.
static constexpr std::uint64_t MostScratch = 64 << 20;

LaunchBytes CudaDevice::launchBytes(const PartialsKind &Of) const {
  constexpr int MostBlocks = 32, MostThreads = 2048; // the maximum per multiprocessor on any chip
  const auto Each = double(Of.Bytes);
  if (Of.Grain)
    return {Each / double(Of.Grain), Each, Each};
  if (Of.IsOne)
    return {0, Each, Each};
  const int Multiprocessors = std::max(Cuda.attribute(Ordinal, cuda::AttributeMultiprocessors), 1);
  const bool InBlocks = cuda::Warp * Of.Bytes <= HETRT_BLOCK_MEMORY;
  const double Scratch = InBlocks ? 0 : std::min(Multiprocessors * MostThreads * Each, double(MostScratch));
  return {0, Multiprocessors * MostBlocks * Each + Scratch, InBlocks ? Each : 2 * Each};
}

/// Halves the number of blocks; if there is only one along x, halves the number of threads, provided `AnyThreads`.
/// False if neither is possible.
static bool makeSmaller(cuda::LaunchGrid &How, bool AnyThreads) {
  const unsigned AlongX = How.Blocks / How.BlocksAlongY;
  if (AlongX > 1)
    How.Blocks = AlongX / 2 * How.BlocksAlongY;
  else if (AnyThreads && How.BlockSize > 1)
    How.BlockSize /= 2;
  else
    return false;
  return true;
}

/// Allocates memory for the partials of a launch: one partial that all threads update; or else a partial for each
/// thread, in shared memory if they fit there, else in device memory. If device memory is short, uses fewer blocks and
/// threads, which is slower but needs less.
Status CudaDevice::makePartials(const Launch &Wanted, cuda::LaunchGrid &How, BlockPartials &Made) {
  const std::uint64_t Each = Wanted.PartialBytes;
  const bool One = Wanted.hasOnePartial(), PerBlock = !One && !Wanted.Grain;
  const bool Scratch = PerBlock && How.BlockSize * Each > HETRT_BLOCK_MEMORY;
  if (One || PerBlock)
    How.SharedBytes =
        static_cast<unsigned>(One ? (Each <= HETRT_BLOCK_MEMORY ? Each : 0) : (Scratch ? 0 : How.BlockSize * Each));
  Made.Target = Wanted.Partials;
  const auto ScratchBytes = [&] { return Scratch ? std::uint64_t(How.Blocks) * How.BlockSize * Each : 0; };
  const auto IsTooMuch = [&] {
    const AllocationUnits &Units = capabilities().Units;
    const std::uint64_t Taken = (Scratch ? Units.takenBytes(ScratchBytes()) : 0) + Units.takenBytes(How.Blocks * Each);
    return ScratchBytes() > MostScratch ||
           (Wanted.MostPartialBytes != UINT64_MAX && Taken > Units.takenBytes(Wanted.MostPartialBytes));
  };
  bool Smaller = PerBlock;
  while (Smaller && IsTooMuch())
    Smaller = makeSmaller(How, Scratch);
  for (Smaller = true; Smaller; Smaller = PerBlock && makeSmaller(How, Scratch)) {
    Made.Bytes = One ? Each : PerBlock ? How.Blocks * Each : quotient(Wanted.Last - Wanted.First, Wanted.Grain) * Each;
    Result Error = Scratch ? Memory.allocate(ScratchBytes(), Made.Scratch) : Result(cuda::Success);
    if (!Error)
      Error = Memory.allocate(Made.Bytes, Made.Buffer);
    if (!Error) {
      PendingPartials.push_back(Made);
      return Status::success();
    }
    if (const auto Taken = std::exchange(Made.Scratch, 0))
      Memory.release(Taken);
    if (Error != cuda::OutOfMemory)
      return check(Error, "making room for reduction values");
  }
  return Status::outOfMemory(label() + ": making room for reduction values of " + std::to_string(Each) +
                             " bytes: out of memory");
}

Status CudaDevice::orderAfterImpl(Queue Later, Queue Earlier) {
  return inContext([&] {
    for (Queue On : {Earlier, Later})
      if (Status S = check(Clock.leave(stream(On)), "measuring time"); !S.ok())
        return S;
    cuda::Event Mark = Marks[static_cast<unsigned>(Earlier)];
    if (Status S = check(Cuda.EventRecord(Mark, stream(Earlier)), "recording an event"); !S.ok())
      return S;
    return check(Cuda.StreamWaitEvent(stream(Later), Mark, 0), "ordering two streams");
  });
}

/// Waits for all operations in a queue. A sleeping thread wakes up 20 us late or more, so the thread first polls the
/// queue for about that time.
Result CudaDevice::waitFor(Queue On, cuda::Event Last) {
  constexpr unsigned LooksBeforeSleep = 64;
  for (unsigned Looks = 0; Looks < LooksBeforeSleep; ++Looks)
    if (const Result Error = Cuda.StreamQuery(stream(On)); Error != cuda::NotReady)
      return Error;
  return Cuda.EventSynchronize(Last);
}

Status CudaDevice::synchronizeImpl(Queue On) {
  return inContext([&] {
    if (Status S = check(Clock.leave(stream(On)), "measuring time"); !S.ok())
      return S;
    cuda::Event Mark = Marks[static_cast<unsigned>(On)];
    if (Status S = check(Cuda.EventRecord(Mark, stream(On)), "recording an event"); !S.ok())
      return S;
    double UnpackSeconds = 0;
    if (Status S = check(Out.finish(stream(On), UnpackSeconds), "copying from the device"); !S.ok())
      return S;
    if (Status S = check(waitFor(On, Mark), "waiting for the device"); !S.ok())
      return S;
    if (Status S = noteTimes(On, UnpackSeconds); !S.ok())
      return S;
    return On == Queue::Compute ? fetchPartials() : Status::success();
  });
}

Status CudaDevice::finishedImpl(Queue On, bool &Done) {
  return inContext([&] {
    // Ends the measured time here. Otherwise the time until the host waits for the queue would count as well.
    if (Status S = check(Clock.leave(stream(On)), "measuring time"); !S.ok())
      return S;
    const Result Error = Cuda.StreamQuery(stream(On));
    Done = Error == cuda::Success;
    return Error == cuda::NotReady ? Status::success() : check(Error, "asking whether the device has finished");
  });
}

/// Reports the times of operations that have ended. Unpacking rows from pinned buffers, after their transfer, counts as
/// time of the staged copies from the device.
Status CudaDevice::noteTimes(Queue On, double UnpackSeconds) {
  std::vector<cuda::QueueClock::Stretch> Ended;
  const Status Told = check(Clock.collect(stream(On), Ended), "measuring time");
  auto IsUnpacked = [](const cuda::Work &Done) {
    return Done.What == Activity::CopyOut && Done.Taken == cuda::Route::Staged;
  };
  double Unpacked = 0;
  for (const auto &Each : Ended)
    Unpacked += IsUnpacked(Each.Done) ? double(Each.Bytes) : 0;
  for (const auto &[Done, Bytes, Begin, End] : Ended) {
    noteBusy(Done.What, Begin, End);
    Shapes.note(Done.Launch, End - Begin);
    const double Afterwards = IsUnpacked(Done) ? UnpackSeconds * double(Bytes) / Unpacked : 0;
    if (Done.What != Activity::Compute)
      Pins.note({Done.What, Done.RowLength}, Done.Taken, Bytes, End - Begin + Afterwards);
  }
  return Told;
}

/// Waits for all operations that are under way, so that the device does not access host memory afterwards.
void CudaDevice::abandonImpl() {
  if (!Context)
    return;
  if (Result Error = Cuda.CtxPushCurrent(Context)) {
    markLost(Cuda.describe(Error));
  } else {
    for (cuda::Stream S : Streams)
      if (S)
        if (Result Failed = Cuda.StreamSynchronize(S))
          markLost(Cuda.describe(Failed));
    dropPartials();
    cuda::Context Popped = nullptr;
    Cuda.CtxPopCurrent(&Popped);
  }
  In.drop();
  Out.drop();
  Clock.drop();
  Shapes.drop();
  Launched.clear();
}

/// Frees the memory for partials. The launches that fill them have ended.
void CudaDevice::dropPartials() {
  for (const BlockPartials &P : PendingPartials) {
    Memory.release(P.Buffer);
    if (P.Scratch)
      Memory.release(P.Scratch);
  }
  PendingPartials.clear();
}

/// Copies the partials of all finished launches to the host. Partials are few bytes, so they are not copied through
/// pinned buffers.
Status CudaDevice::fetchPartials() {
  Launched.clear();
  for (const BlockPartials &P : PendingPartials) {
    P.Target->resize(P.Bytes);
    if (Status S = check(Cuda.MemcpyDtoHAsync(P.Target->data(), P.Buffer, P.Bytes, stream(Queue::Compute)),
                         "fetching reduction values");
        !S.ok())
      return S;
  }
  if (PendingPartials.empty())
    return Status::success();
  if (Status S = check(Cuda.StreamSynchronize(stream(Queue::Compute)), "fetching reduction values"); !S.ok())
    return S;
  dropPartials();
  return Status::success();
}

/// Turns a driver call's result into a Status. Any later call may report a fault of a kernel. If no kernel of a region
/// has run since the last wait, the message says that the faulting kernel belongs to other CUDA code in the program,
/// which shares the context.
Status CudaDevice::check(Result Error, const char *Doing) {
  if (Error == cuda::Success)
    return Status::success();
  const std::string Reason = Cuda.describe(Error);
  if (Error == cuda::OutOfMemory)
    return Status::outOfMemory(label() + ": " + Doing + ": " + Reason);
  if (!isKernelFault(Error))
    return Status::deviceFault(label() + ": " + Doing + ": " + Reason);
  markLost("a kernel faulted: " + Reason);
  if (Launched.empty())
    return Status::deviceFault(label() +
                               ": a kernel that belongs to no region has faulted, and the device is lost: " + Reason);
  return Status::programFault(HETRT_ERROR_KERNEL, launchedRegions() + ": the loop body faulted on " + label() + ": " +
                                                      Reason + "; HETRT_DEVICES=emulated:1 finds array and index");
}

/// How messages name a region: "a.c:3 (arrays x, y)".
static std::string describe(const hetrt_region &Region) {
  std::string Text = Region.location;
  for (unsigned W = 0; W < Region.array_count; ++W)
    Text += (W == 0 ? Region.array_count == 1 ? " (array " : " (arrays " : ", ") + std::string(Region.arrays[W].name);
  return Text + (Region.array_count ? ")" : "");
}

/// Names the regions whose kernels were launched since the last wait. One of these kernels has faulted.
std::string CudaDevice::launchedRegions() const {
  std::vector<std::string> Suspects;
  for (const hetrt_region *Region : Launched)
    if (std::string Text = describe(*Region); std::find(Suspects.begin(), Suspects.end(), Text) == Suspects.end())
      Suspects.push_back(std::move(Text));
  std::string Text = Suspects.size() > 1 ? "one of the regions " : "region ";
  for (const std::string &Each : Suspects)
    Text += (&Each == &Suspects.front() ? "" : ", ") + Each;
  return Text;
}

} // namespace hetrt
