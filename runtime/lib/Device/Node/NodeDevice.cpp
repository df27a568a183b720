// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Turns the calls of a device into operations on the link to another rank.
#include "Device/Node/NodeDevice.h"

#include <algorithm>
#include <utility>

namespace hetrt::node {
namespace {

/// Calls `Do(part, offset in the device, offset on the other side)` for rectangles of at most MostBytes. Rows without
/// gaps between them on both sides count as one row.
template <typename Function> void forEachPart(const CopyShape &Shape, Function Do) {
  CopyShape All = Shape;
  if (All.DevicePitch == All.RowBytes && All.HostPitch == All.RowBytes)
    All = CopyShape::contiguous(All.bytes());
  const std::uint64_t Columns = std::min(All.RowBytes, MostBytes),
                      Rows = std::max<std::uint64_t>(MostBytes / Columns, 1);
  for (std::uint64_t Row = 0; Row < All.Rows; Row += Rows)
    for (std::uint64_t Column = 0; Column < All.RowBytes; Column += Columns)
      Do(CopyShape{std::min(Rows, All.Rows - Row), std::min(Columns, All.RowBytes - Column), All.DevicePitch,
                   All.HostPitch},
         Row * All.DevicePitch + Column, Row * All.HostPitch + Column);
}

/// The devices of a rank: the name and the description in each line of Equipment::Devices.
std::vector<std::pair<std::string, std::string>> devicesIn(const Equipment &Of) {
  std::vector<std::pair<std::string, std::string>> All;
  for (std::string_view Left = Of.Devices; !Left.empty();) {
    const std::string_view Line = Left.substr(0, Left.find('\n')), Name = Line.substr(0, Line.find('\t'));
    All.emplace_back(Name, Line.substr(std::min(Name.size() + 1, Line.size())));
    Left.remove_prefix(std::min(Line.size() + 1, Left.size()));
  }
  return All;
}

Capabilities capabilitiesOf(const Link &To) {
  const Greeting &Who = To.greeting();
  Capabilities What;
  What.Kind = "node";
  What.Index = To.rank() - 1;
  const unsigned Cores = std::max(Who.Cores, 1u);
  const std::string Processor = Who.Processor + ", " + std::to_string(Cores) + (Cores == 1 ? " core" : " cores");
  What.Name = "rank " + std::to_string(To.rank()) + " on " + Who.Host + " (" + Processor + ")";
  What.Identity = Processor;
  What.MemoryBytes = Who.MemoryBytes;
  What.RelativeWidth = Cores;
  for (const auto &[Name, Text] : devicesIn(To.equipment())) {
    What.Divides = true;
    What.RelativeWidth = To.equipment().Width;
    What.Inner.push_back(Name + ": " + Text);
    What.Identity += (What.Inner.size() == 1 ? "; " : ", ") + Name;
  }
  return What;
}

} // namespace

NodeDevice::NodeDevice(Hub &Job, Link &To) : Device(capabilitiesOf(To)), Job(Job), To(To) {}

/// Waits for all operations, since they refer to memory that the owner of the device may free afterwards.
NodeDevice::~NodeDevice() {
  if (!inForkedChild() && !Job.ended())
    To.drain();
}

/// Whether the region has an outlined form, and its code is in a file (the program or a library) that the other rank
/// has loaded, too.
bool NodeDevice::canRunImpl(const hetrt_region &Region) const { return Region.outlined && nameOf(Region).has_value(); }

std::uint64_t NodeDevice::availableBytesImpl() { return capabilities().MemoryBytes - statistics().AllocatedBytes; }

/// Fails at the end of the program, when the other ranks have left.
Status NodeDevice::usable() {
  if (!Job.ended())
    return Status::success();
  markLost("the program has ended");
  return Status::deviceFault(label() + ": the program has ended");
}

Status NodeDevice::statusOf(const Outcome &Result) {
  if (!Result.Code)
    return Status::success();
  if (!Result.DeviceFault)
    return Status::programFault(Result.Code, Result.Message);
  return Status::deviceFault(label() + ": " + Result.Message);
}

Status NodeDevice::allocateImpl(std::uint64_t Bytes, DeviceAddress &Address) {
  if (Status Usable = usable(); !Usable.ok())
    return Usable;
  if (const std::uint64_t Left = availableBytesImpl(); Bytes > Left)
    return Status::outOfMemory(label() + ": out of memory: " + std::to_string(Bytes) + " bytes wanted, " +
                               std::to_string(Left) + " of " + std::to_string(capabilities().MemoryBytes) +
                               " bytes free");
  const Answer Said = To.ask(Allocate{Bytes});
  Address = Said.Address;
  return Said.Problem.empty() ? Status::success() : Status::deviceFault(label() + ": " + Said.Problem);
}

Status NodeDevice::releaseImpl(DeviceAddress Address) {
  if (!usable().ok())
    return Status::success();
  // If this device sends data to another one, wait until the data is sent, since the memory is freed now, and the
  // caller of copyAcross() has waited for the receiving device only.
  if (std::exchange(SentAcross, false))
    (void)To.wait(static_cast<unsigned>(Queue::Out));
  To.tell(Release{Address});
  return Status::success();
}

Status NodeDevice::copyInImpl(DeviceAddress There, const void *From, const CopyShape &Shape, Queue On,
                              const HostArray &) {
  // The cast is safe, since the transport only reads this memory.
  return copy(There, static_cast<std::byte *>(const_cast<void *>(From)), Shape, On, false);
}

Status NodeDevice::copyOutImpl(void *Here, DeviceAddress From, const CopyShape &Shape, Queue On, const HostArray &) {
  return copy(From, static_cast<std::byte *>(Here), Shape, On, true);
}

Status NodeDevice::copy(DeviceAddress There, std::byte *Here, const CopyShape &Shape, Queue On, bool Out) {
  if (Status Usable = usable(); !Usable.ok())
    return Usable;
  forEachPart(Shape, [&](const CopyShape &Part, std::uint64_t InDevice, std::uint64_t InHost) {
    const auto Number = static_cast<std::uint32_t>(On);
    To.enqueue({.Queue = Number,
                .What = Copy{Number, Out, 0, 0, {{There + InDevice, Part.Rows, Part.RowBytes, Part.DevicePitch}}},
                .Data = {{Here + InHost, Part.Rows, Part.RowBytes, Part.HostPitch}}});
  });
  return Status::success();
}

bool NodeDevice::canCopyFromImpl(const Device &Other) const {
  const auto *Node = dynamic_cast<const NodeDevice *>(&Other);
  return Node && &Node->Job == &Job && &Node->To != &To;
}

/// One rank sends and the other one receives; each of the two tells rank 0 when it is done.
Status NodeDevice::copyAcrossImpl(DeviceAddress There, Device &Source, DeviceAddress From, const CopyShape &Shape,
                                  Queue On) {
  if (Status Usable = usable(); !Usable.ok())
    return Usable;
  auto &Other = static_cast<NodeDevice &>(Source);
  Other.SentAcross = true;
  forEachPart(Shape, [&](const CopyShape &Part, std::uint64_t InDevice, std::uint64_t InSource) {
    Job.copyAcross(To, static_cast<std::uint32_t>(On), {There + InDevice, Part.Rows, Part.RowBytes, Part.DevicePitch},
                   Other.To, static_cast<std::uint32_t>(Queue::Out),
                   {From + InSource, Part.Rows, Part.RowBytes, Part.HostPitch});
  });
  return Status::success();
}

static std::vector<Place> placesOf(std::span<const DevicePart> Parts) {
  std::vector<Place> All;
  for (const DevicePart &Each : Parts)
    All.push_back({Each.Begin, Each.Rows, Each.RowBytes, Each.Pitch});
  return All;
}

std::uint64_t NodeDevice::sendEarlyImpl(Device &Other, std::span<const DevicePart> Parts, std::uint64_t Slices) {
  return usable().ok() ? Job.sendEarly(static_cast<NodeDevice &>(Other).To, To,
                                       static_cast<std::uint32_t>(Queue::Compute), placesOf(Parts), Slices)
                       : 0;
}

Status NodeDevice::takeEarlyImpl(std::uint64_t Number, std::uint64_t Offset, std::span<const DevicePart> Parts,
                                 Queue On) {
  if (Status Usable = usable(); !Usable.ok())
    return Usable;
  To.enqueue({.Queue = static_cast<unsigned>(On),
              .What = TakeEarly{static_cast<std::uint32_t>(On), Number, Offset, placesOf(Parts)}});
  return Status::success();
}

void NodeDevice::dropEarlyImpl(std::uint64_t Number) {
  if (usable().ok())
    To.tell(DropEarly{Number});
}

Status NodeDevice::prepareImpl(const hetrt_region &Region) {
  if (Status Usable = usable(); !Usable.ok())
    return Usable;
  const Answer Said = To.ask(Prepare{*nameOf(Region)});
  return Said.Problem.empty() ? Status::success()
                              : Status::deviceFault(label() + ": the region " + Region.location + ": " + Said.Problem);
}

Status NodeDevice::launchImpl(const Launch &Wanted) {
  if (Status Usable = usable(); !Usable.ok())
    return Usable;
  LaunchRange Range{*nameOf(*Wanted.Region),
                    Wanted.First,
                    Wanted.Last,
                    Wanted.PartialBytes,
                    Wanted.Grain,
                    {Wanted.Values.begin(), Wanted.Values.end()},
                    {Wanted.Bounds.begin(), Wanted.Bounds.end()},
                    {}};
  for (hetrt_bounds &Each : Range.Bounds)
    Each.context = nullptr; // not a pointer that the other rank could use
  for (const DeviceRange &Each : Wanted.Windows)
    Range.Windows.push_back({Each.Begin, Each.Bytes});
  Range.InOrder = Wanted.InOrder;
  if (capabilities().Divides)
    tellParts(Wanted.Parts, Range);
  To.enqueue({.Queue = static_cast<unsigned>(Queue::Compute),
              .What = std::move(Range),
              .Partials = Wanted.Partials,
              .Region = Wanted.Region->location});
  return Status::success();
}

/// Adds the tables of the call to the message. The rank keeps the tables of the last few calls. If it still has these
/// tables, only their number is sent.
void NodeDevice::tellParts(const LaunchParts &Of, LaunchRange &Into) {
  Into.WhyCores = Of.WhyNot;
  if (Of.Shape.empty())
    return;
  for (const WindowPlace &Each : Of.Places)
    Into.Layouts.push_back({Each.First, Each.Stride});
  const auto Known = std::ranges::find_if(Shapes, [&](const auto &Each) { return std::ranges::equal(Each, Of.Shape); });
  Into.Shape = static_cast<std::uint32_t>(Known - Shapes.begin()) + 1;
  if (Known != Shapes.end())
    return;
  Into.NewShape.assign(Of.Shape.begin(), Of.Shape.end());
  if (Shapes.size() < ShapeCount)
    return Shapes.push_back(Into.NewShape);
  Into.Shape = NextShape + 1;
  Shapes[NextShape] = Into.NewShape;
  NextShape = (NextShape + 1) % ShapeCount;
}

InnerReport NodeDevice::takeInnerReport() {
  InnerReport Made;
  if (!capabilities().Divides)
    return Made;
  DividedWork Did = To.takeWork();
  const auto Names = devicesIn(To.equipment());
  for (std::size_t Device = 0; Device < Names.size(); ++Device) {
    const WorkDone Of = Device < Did.Sums.size() ? Did.Sums[Device] : WorkDone();
    Made.Devices.push_back({Names[Device].first, Of.Iterations, Of.Seconds, Of.BytesIn, Of.BytesOut, Of.GivenUp != 0});
  }
  Made.WhyCores = std::move(Did.WhyCores);
  Made.Faults = std::move(Did.Faults);
  return Made;
}

Status NodeDevice::orderAfterImpl(Queue Later, Queue Earlier) {
  if (Status Usable = usable(); !Usable.ok())
    return Usable;
  const auto Behind = static_cast<unsigned>(Earlier);
  To.enqueue({.Queue = static_cast<unsigned>(Later),
              .What = Order{static_cast<std::uint32_t>(Later), Behind, To.enqueued(Behind)}});
  return Status::success();
}

Status NodeDevice::synchronizeImpl(Queue On) {
  if (Status Usable = usable(); !Usable.ok())
    return Usable;
  const Outcome Result = To.wait(static_cast<unsigned>(On));
  noteWork();
  return statusOf(Result);
}

Status NodeDevice::finishedImpl(Queue On, bool &Done) {
  if (Status Usable = usable(); !Usable.ok())
    return Usable;
  const Outcome Result = To.poll(static_cast<unsigned>(On), Done);
  noteWork();
  return statusOf(Result);
}

void NodeDevice::abandonImpl() {
  if (!Job.ended())
    To.drain();
}

/// Adds the rank's messages and times since the last call to the statistics.
void NodeDevice::noteWork() {
  const MessageCounts Sent = To.takeCounts();
  noteMessages(Sent.In, Sent.Out, Sent.Across, Sent.Orders);
  for (node::Stretch Each : To.takeStretches()) {
    // Kernels run one after another. But the difference of the two ranks' clocks is only estimated, so the times are
    // corrected where they would overlap.
    if (Each.Launch) {
      Each.Begin = std::max(Each.Begin, LastEnd);
      Each.End = LastEnd = std::max(Each.Begin, Each.End);
    }
    noteBusy(Each.Launch ? Activity::Compute : Each.Out ? Activity::CopyOut : Activity::CopyIn, Each.Begin, Each.End);
  }
}

std::vector<std::unique_ptr<Device>> devicesOf(Hub &Job, std::optional<unsigned> Count) {
  std::vector<std::unique_ptr<Device>> Found;
  for (Link *Each : Job.links())
    if (!Count || Found.size() < *Count)
      Found.push_back(std::make_unique<NodeDevice>(Job, *Each));
  return Found;
}

} // namespace hetrt::node
