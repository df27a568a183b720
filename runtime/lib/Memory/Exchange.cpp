// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds out in which copies elements are valid, and copies them to the devices, or to the host, that need them (the
// consumers of supply()).
#include "Memory/Exchange.h"

#include "Memory/MoveEvents.h"
#include "Memory/TransferPlan.h"

#include <algorithm>
#include <bit>
#include <map>
#include <mutex>
#include <set>
#include <utility>

namespace hetrt {

namespace {

bool anyNewest(const PersistentArray &Entry) {
  return std::any_of(Entry.Copies.begin(), Entry.Copies.end(), [](const FullCopy &Copy) { return Copy.holdsNewest(); });
}

BoxSet newestOf(const FullCopy &Copy, const BoxSet &Parts) {
  BoxSet All;
  for (const Box &Part : Parts.boxes())
    All.add(Copy.newest(Part));
  return All;
}

BoxSet heldOf(const FullCopy &Copy, const BoxSet &Parts) {
  BoxSet All;
  for (const Box &Part : Parts.boxes())
    All.add(Copy.held(Part));
  return All;
}

/// Allocates memory for a device's copy of a persistent array if the copy has no memory; false if that fails. The
/// caller drives the device.
bool allocateCopy(DeviceMemory &To, const Array &What, FullCopy &Copy) {
  if (!Copy.Address) {
    Copy.forget();
    if (!To.allocate(What.bytes(), Copy.Address, [] { return false; }).ok())
      return false;
  }
  return true;
}

/// The elements that all of the devices `Devices` want.
BoxSet commonParts(std::span<const std::size_t> Devices, std::span<const BoxSet> Wanted) {
  BoxSet All = Wanted[Devices[0]];
  for (const std::size_t Each : Devices.subspan(1)) {
    BoxSet Common;
    for (const Box &Part : All.boxes())
      Common.add(Wanted[Each].common(Part));
    All = std::move(Common);
  }
  return All;
}

/// The rectangles of device memory that the elements `Parts` take in a copy of the whole array that begins at the
/// address `Begin`.
std::vector<DevicePart> partsOf(const PersistentArray &Entry, DeviceAddress Begin, const BoxSet &Parts) {
  const Array Form = Entry.form();
  const Layout Where = wholeLayout(Form);
  std::vector<DevicePart> All;
  for (const Box &Part : Parts.boxes())
    for (const CopyRectangle &Each : rectanglesOf(Form, Where, Part))
      All.push_back({Begin + Each.DeviceOffset, Each.Rows, Each.RowBytes, Each.DevicePitch});
  return All;
}

/// The elements of one persistent array that the consumers of an exchange need.
struct ArrayDemand {
  const Array *What = nullptr;
  PersistentArray *Entry = nullptr;
  std::vector<BoxSet> ByDevice; ///< The elements that each accelerator needs in its KeptCopy.
  BoxSet ByHost;
  BoxSet ToBeWritten; ///< The elements that the host is about to write, so that devices' values of them must be on the
                      ///< host before.

  bool isForHost() const { return !ByHost.empty() || !ToBeWritten.empty(); }
};

/// One exchange: the copying of elements, for all arrays and consumers, that supply() does before a pass or a range.
class Supply {
public:
  Supply(Directory &Known, bool FromAnyCopy, std::vector<ArrayDemand> Demands)
      : Known(Known), FromAnyCopy(FromAnyCopy), Demands(std::move(Demands)) {}

  /// Plans the moves to find out which devices take part; then locks these devices and plans again, since other threads
  /// may have changed the copies before the devices were locked.
  Status run() {
    if (FromAnyCopy)
      lookForEarly();
    plan();
    if (Straight.empty() && Home.empty() && Taken.empty() && Dropped.empty() && ForAll.empty())
      return Status::success();
    std::set<std::size_t> Concerned;
    for (const Slice &Each : Taken)
      Concerned.insert({Each.Of.What.From, Each.Of.What.To});
    for (const Slice &Each : Dropped)
      Concerned.insert(Each.Of.What.To);
    for (const Shared &Each : ForAll)
      Concerned.insert(Each.Devices.begin(), Each.Devices.end());
    for (const Move &Each : Straight)
      Concerned.insert({Each.From, Each.To});
    for (const Move &Each : Home)
      Concerned.insert(Each.From);
    std::vector<std::unique_lock<DrivingLock>> Driving;
    // in ascending order, as all threads that lock several devices do, so that no two threads wait for each other
    for (const std::size_t Device : Concerned)
      Driving.emplace_back(Known.memory(Device).driving());
    plan();
    std::erase_if(Straight,
                  [&](const Move &Each) { return !Concerned.contains(Each.From) || !Concerned.contains(Each.To); });
    std::erase_if(Home, [&](const Move &Each) { return !Concerned.contains(Each.From); });
    std::erase_if(ForAll, [&](const Shared &Each) {
      return !std::ranges::all_of(Each.Devices, [&](std::size_t Device) { return Concerned.contains(Device); });
    });
    begin();
    Status Result = end();
    drop();
    if (Result.ok())
      Result = take();
    if (Result.ok() && FromAnyCopy)
      note();
    return Result;
  }

private:
  struct Move {
    const ArrayDemand *For = nullptr;
    std::size_t From = 0, To = 0; ///< Numbers of copies. Moves to the host do not use To.
    BoxSet Parts;
  };

  /// An early transfer (Early.h) that this exchange takes or drops.
  struct Slice {
    ArrayDemand *For = nullptr;
    EarlyTransfers::Sent Of;
  };

  /// Looks at the early transfers that were sent to consumers (Early.h): those that a consumer needs now are taken, and
  /// those whose values are old are dropped. Removes the elements of taken transfers from the demands, so plan() plans
  /// no moves for them.
  void lookForEarly() {
    for (ArrayDemand &Of : Demands) {
      const std::vector<FullCopy> &Copies = Of.Entry->Copies;
      const auto IsOld = [&](const EarlyTransfers::Sent &Each) {
        const FullCopy &Source = Copies[Each.What.From];
        return Each.Is != EarlyTransfers::Sent::State::Confirmed || Source.changes() != Each.Changes ||
               !covers(heldOf(Source, Each.What.Parts), Each.What.Parts);
      };
      const auto IsWanted = [&](const EarlyTransfers::Sent &Each) {
        BoxSet Missing;
        for (const Box &Part : Each.What.Parts.boxes())
          Missing.add(Of.ByDevice[Each.What.To].common(Part));
        Missing.subtract(heldOf(Copies[Each.What.To], Missing));
        return !Missing.empty();
      };
      for (auto &Each : Of.Entry->Early.due([&](const auto &Sent) { return IsOld(Sent) || IsWanted(Sent); }))
        if (IsOld(Each)) {
          Dropped.push_back({&Of, std::move(Each)});
        } else {
          Of.ByDevice[Each.What.To].subtract(Each.What.Parts);
          Taken.push_back({&Of, std::move(Each)});
        }
    }
  }

  void drop() {
    for (const Slice &Each : Dropped) {
      Known.memory(Each.Of.What.To).device().dropEarly(Each.Of.Number, Each.Of.Bytes);
      Each.For->Entry->Early.wasVain();
    }
  }

  /// An early transfer stores its elements in a buffer of the target device. Enqueues, on that device, copies from the
  /// buffer to the elements' places in the target's KeptCopy; kernels are enqueued later, so they see the elements. If
  /// enqueuing fails, writes the elements back from the source device to the host instead; the target later copies them
  /// from there.
  Status take() {
    for (const Slice &Each : Taken) {
      const Transfer &What = Each.Of.What;
      PersistentArray &Entry = *Each.For->Entry;
      DeviceMemory &To = Known.memory(What.To);
      FullCopy &Copy = Entry.Copies[What.To];
      if (allocateCopy(To, *Each.For->What, Copy) &&
          To.device().takeEarly(Each.Of.Number, Each.Of.Offset, partsOf(Entry, Copy.Address, What.Parts)).ok()) {
        for (const Box &Part : What.Parts.boxes())
          Copy.fetched(Part);
        continue;
      }
      for (const Box &Part : What.Parts.boxes())
        if (Status Result = Known.writeBack(Entry, Known.memory(What.From), Part); !Result.ok())
          return Result;
    }
    return Status::success();
  }

  /// Notes for each array which elements were moved between devices, since the next passes will probably need the same
  /// moves, which can then start early (Early.h).
  void note() {
    for (const ArrayDemand &Of : Demands) {
      std::vector<Transfer> All;
      for (const Slice &Each : Taken)
        if (Each.For == &Of)
          All.push_back(Each.Of.What);
      for (const Move &Each : Straight)
        if (Each.For == &Of)
          All.push_back({Each.From, Each.To, Each.Parts});
      Of.Entry->Early.asked(std::move(All));
    }
  }

  /// Elements of which only the host has the present values, and which several devices need.
  struct Shared {
    const ArrayDemand *For = nullptr;
    std::vector<std::size_t> Devices;
    BoxSet Parts;
  };

  void plan() {
    ForAll.clear();
    Straight.clear();
    Home.clear();
    for (const ArrayDemand &Each : Demands)
      plan(Each);
    // Sorted so that all moves from one device to another follow one another, and can be sent as one message.
    std::stable_sort(Straight.begin(), Straight.end(),
                     [](const Move &A, const Move &B) { return std::pair(A.To, A.From) < std::pair(B.To, B.From); });
    std::stable_sort(Home.begin(), Home.end(), [](const Move &A, const Move &B) { return A.From < B.From; });
  }

  void plan(const ArrayDemand &Of) {
    const std::vector<FullCopy> &Copies = Of.Entry->Copies;
    BoxSet All;
    for (const BoxSet &Each : Of.ByDevice)
      All.add(Each);
    std::vector<BoxSet> Holds, Offers, Homeward(Copies.size());
    for (const FullCopy &Each : Copies) {
      Holds.push_back(heldOf(Each, All));
      Offers.push_back(FromAnyCopy ? Holds.back() : newestOf(Each, All));
    }
    std::vector<BoxSet> Wanted = Of.ByDevice;
    if (FromAnyCopy)
      planShared(Of, Wanted, Holds);
    for (Transfer &Each : planTransfers(Wanted, Holds, Offers))
      if (Known.memory(Each.To).device().canCopyFrom(Known.memory(Each.From).device()))
        Straight.push_back({&Of, Each.From, Each.To, std::move(Each.Parts)});
      else
        Homeward[Each.From].add(newestOf(Copies[Each.From], Each.Parts));
    for (std::size_t From = 0; From < Copies.size(); ++From) {
      Homeward[From].add(newestOf(Copies[From], Of.ByHost));
      // Other threads may be writing back elements that the host is about to write. A move is planned for such a device
      // even if it has nothing to copy, so that this exchange locks the device and thereby waits until the write-back
      // is over.
      if (!Homeward[From].empty() || !newestOf(Copies[From], Of.ToBeWritten).empty())
        Home.push_back({&Of, From, 0, std::move(Homeward[From])});
    }
  }

  /// For devices that are nodes of a network: the host sends elements that are valid on no device, and that all of
  /// these devices need, to one of them only, and the devices pass them on to each other. Removes such elements from
  /// `Wanted`.
  void planShared(const ArrayDemand &Of, std::vector<BoxSet> &Wanted, const std::vector<BoxSet> &Holds) {
    Shared Found{&Of, {}, {}};
    for (std::size_t Device = 0; Device < Wanted.size(); ++Device)
      if (!Wanted[Device].empty())
        Found.Devices.push_back(Device);
    if (Found.Devices.size() < 2)
      return;
    Device &First = Known.memory(Found.Devices[0]).device();
    for (const std::size_t Each : Found.Devices)
      if (Each != Found.Devices[0] && !First.canSendEarly(Known.memory(Each).device()))
        return;
    Found.Parts = commonParts(Found.Devices, Wanted);
    for (const BoxSet &Each : Holds)
      Found.Parts.subtract(Each);
    if (Found.Parts.empty())
      return;
    for (const std::size_t Each : Found.Devices)
      Wanted[Each].subtract(Found.Parts);
    ForAll.push_back(std::move(Found));
  }

  /// Starts the copies of shared elements. The elements of all arrays that the same devices need are sent together.
  /// Device number i of these devices gets the elements from the device whose number is i without its highest bit, and
  /// passes them on as soon as it has them. This is a binomial tree, in which no device waits until all others of its
  /// level are done.
  void beginShared() {
    std::map<std::vector<std::size_t>, std::vector<const Shared *>> Groups;
    for (const Shared &Each : ForAll)
      Groups[Each.Devices].push_back(&Each);
    for (const auto &[Devices, All] : Groups)
      for (std::size_t I = 0; I < Devices.size(); ++I) {
        bool Fine = true;
        for (const Shared *Each : All)
          Fine = Fine && allocateCopy(Known.memory(Devices[I]), *Each->For->What, copyOf(*Each, Devices[I]));
        for (const Shared *Each : All)
          Fine = Fine && (I ? copyAcross({Each->For, Devices[I - std::bit_floor(I)], Devices[I], Each->Parts})
                            : copyIn(*Each, Devices[0]));
        // The device passes the elements on only after they have arrived, so its outgoing copies are ordered after its
        // incoming ones.
        Fine = Fine && Known.memory(Devices[I]).device().orderAfter(Queue::Out, Queue::In).ok();
        if (!Fine)
          Faulty.insert(Devices[I]);
      }
  }

  static FullCopy &copyOf(const Shared &What, std::size_t Device) { return What.For->Entry->Copies[Device]; }

  bool copyIn(const Shared &What, std::size_t To) {
    const PersistentArray &Entry = *What.For->Entry;
    const Array Form = Entry.form();
    Device &On = Known.memory(To).device();
    for (const Box &Part : What.Parts.boxes()) {
      const std::vector<CopyRectangle> Moves = rectanglesOf(Form, wholeLayout(Form), Part);
      reportMoves(events::What::MovedIn, On, *What.For->What, Moves);
      for (const CopyRectangle &Each : Moves)
        if (!On.copyIn(copyOf(What, To).Address + Each.DeviceOffset, Entry.Base + Each.HostOffset,
                       {Each.Rows, Each.RowBytes, Each.DevicePitch, Each.HostPitch}, Queue::In,
                       {Entry.Base, Entry.Bytes})
                 .ok())
          return false;
    }
    return true;
  }

  /// Marks the shared elements as valid on the devices if none of the devices had a fault. After a fault they are not
  /// marked, so the next launch on each of the devices copies them from the host, as it copies elements that no other
  /// device needs.
  void endShared() {
    for (const Shared &Each : ForAll)
      if (std::ranges::none_of(Each.Devices, [&](std::size_t Device) { return Faulty.contains(Device); }))
        for (const std::size_t Device : Each.Devices)
          for (const Box &Part : Each.Parts.boxes())
            copyOf(Each, Device).holds(Part);
  }

  /// Enqueues all copies. If enqueuing a copy fails, all copies on the same device count as failed, since it is not
  /// known which of them were carried out.
  void begin() {
    beginShared();
    for (const Move &Each : Straight)
      if (!allocateCopy(Known.memory(Each.To), *Each.For->What, Each.For->Entry->Copies[Each.To]) || !copyAcross(Each))
        Faulty.insert(Each.To);
    for (const Move &Each : Home)
      if (!Known.enqueueWriteBack(*Each.For->Entry, Known.memory(Each.From), Each.Parts).ok())
        Faulty.insert(Each.From);
  }

  bool copyAcross(const Move &What) {
    DeviceMemory &To = Known.memory(What.To), &From = Known.memory(What.From);
    const PersistentArray &Entry = *What.For->Entry;
    const Array Form = Entry.form();
    const Layout Where = wholeLayout(Form);
    const DeviceAddress Target = Entry.Copies[What.To].Address, Source = Entry.Copies[What.From].Address;
    for (const Box &Part : What.Parts.boxes()) {
      const std::vector<CopyRectangle> Moves = rectanglesOf(Form, Where, Part);
      reportMoves(events::What::MovedAcross, To.device(), *What.For->What, Moves);
      for (const CopyRectangle &Each : Moves)
        if (!To.device()
                 .copyAcross(Target + Each.DeviceOffset, From.device(), Source + Each.DeviceOffset,
                             {Each.Rows, Each.RowBytes, Each.DevicePitch, Each.DevicePitch})
                 .ok())
          return false;
    }
    return true;
  }

  void await(std::size_t Device, Queue On) {
    if (!Known.memory(Device).device().synchronize(On).ok())
      Faulty.insert(Device);
  }

  /// Waits for all copies. Elements that could not be copied straight to their target device are written back to the
  /// host instead, from where the target copies them later.
  Status end() {
    for (const Move &Each : Straight)
      await(Each.To, Queue::In);
    for (const Shared &Each : ForAll)
      for (const std::size_t Device : Each.Devices)
        await(Device, Queue::In);
    endShared();
    const std::set<std::size_t> NotReached = Faulty;
    for (const Move &Each : Home)
      await(Each.From, Queue::Out);
    Status First;
    for (const Move &Each : Straight)
      if (NotReached.contains(Each.To))
        writeBack(Each, First);
      else
        for (const Box &Part : Each.Parts.boxes())
          Each.For->Entry->Copies[Each.To].fetched(Part);
    for (const Move &Each : Home)
      if (Faulty.contains(Each.From))
        writeBack(Each, First);
      else
        land(Each, Each.Parts);
    for (const Move &Each : Home)
      if (First.ok())
        land(Each, Each.For->ToBeWritten);
    return First;
  }

  void writeBack(const Move &What, Status &First) const {
    for (const Box &Part : What.Parts.boxes())
      if (Status Result = Known.writeBack(*What.For->Entry, Known.memory(What.From), Part); !Result.ok() && First.ok())
        First = Result;
  }

  static void land(const Move &Of, const BoxSet &Parts) {
    for (const Box &Part : Parts.boxes())
      Of.For->Entry->Copies[Of.From].writtenBack(Part);
  }

  Directory &Known;
  const bool FromAnyCopy;
  std::vector<ArrayDemand> Demands;
  std::vector<Slice> Taken, Dropped;
  std::vector<Shared> ForAll;
  std::vector<Move> Straight, Home;
  std::set<std::size_t> Faulty; ///< The numbers of the devices on which something failed.
};

/// Adds the elements of one array that the consumer `User` needs. `Keeps`: the consumer has a KeptCopy of the array.
void addDemand(ArrayDemand &To, const Consumer &User, bool Keeps) {
  const std::vector<Box> Needed = To.What->Uses.movedIn(User.Of);
  if (!Keeps) {
    for (const Box &Part : Needed)
      To.ByHost.add(Part);
    if (const Box Written = To.What->Uses.writtenHull(User.Of); !isEmpty(Written))
      To.ToBeWritten.add(Written);
    return;
  }
  const unsigned Number = User.Memory->number();
  for (const Box &Part : Needed) {
    // The exchange does not move elements that are valid in the copy already, so the copy must not drop them before the
    // pass has used them.
    To.Entry->Copies[Number].protect(Part);
    To.ByDevice[Number].add(Part);
  }
}

} // namespace

Status supply(const PassArrays &Arrays, Directory &Known, std::span<const Consumer> Consumers, bool FromAnyCopy) {
  std::vector<ArrayDemand> Demands;
  for (std::size_t I = 0; I < Arrays.Call.Arrays.size(); ++I) {
    const PassArray &What = Arrays.Call.Arrays[I];
    PersistentArray *Entry = What.Entry.get();
    if (!Entry)
      continue;
    ArrayDemand Next{&What, Entry, std::vector<BoxSet>(Entry->Copies.size()), {}, {}};
    const bool Newest = anyNewest(*Entry);
    for (const Consumer &Each : Consumers) {
      const bool Keeps = Each.Memory && Each.Kinds[I] == ArrayKind::KeptCopy;
      if (!Newest && !(Keeps && FromAnyCopy))
        continue;
      // Other regions may write the gaps between the elements that the loop writes at the same time, and boxes cannot
      // tell whose values are newer. So all elements of which only devices have the present values are written back
      // first.
      if (Next.What->Uses.leavesGaps()) {
        if (Status Result = Known.writeBack(*Entry); !Result.ok())
          return Result;
        break;
      }
      addDemand(Next, Each, Keeps);
    }
    const bool ForDevices = std::ranges::any_of(Next.ByDevice, [](const BoxSet &Each) { return !Each.empty(); });
    if (ForDevices || Next.isForHost())
      Demands.push_back(std::move(Next));
  }
  return Demands.empty() ? Status::success() : Supply(Known, FromAnyCopy, std::move(Demands)).run();
}

void sendEarly(const PassArrays &Arrays, Directory &Known, DeviceMemory &From, Iterations Of,
               std::span<const ArrayKind> Kinds) {
  // The most bytes that are sent early to one target, which needs memory for them twice: in the buffer where they
  // arrive, and in the copy of the array.
  constexpr std::uint64_t Most = std::uint64_t(16) << 20;
  if (Known.policy() != WritePolicy::Back && Known.policy() != WritePolicy::Through)
    return;
  struct Message {
    std::vector<DevicePart> Parts;
    std::uint64_t Bytes = 0;
    std::vector<std::pair<PersistentArray *, EarlyTransfers::Sent>> Slices;
  };
  std::map<std::size_t, Message> ByTarget;
  for (std::size_t I = 0; I < Arrays.Call.Arrays.size(); ++I) {
    const PassArray &What = Arrays.Call.Arrays[I];
    PersistentArray *Entry = What.Entry.get();
    if (!Entry || Kinds[I] != ArrayKind::KeptCopy || !What.Uses.writes() || What.Uses.leavesGaps())
      continue;
    for (Transfer &Each : Entry->Early.foreseen(From.number(), What.Uses.writtenHull(Of))) {
      const std::vector<DevicePart> Parts = partsOf(*Entry, Entry->Copies[From.number()].Address, Each.Parts);
      std::uint64_t Bytes = 0;
      for (const DevicePart &Part : Parts)
        Bytes += Part.bytes();
      Message &To = ByTarget[Each.To];
      if (To.Bytes + Bytes > Most)
        continue;
      To.Slices.push_back({Entry, {std::move(Each), 0, To.Bytes, Bytes}});
      To.Parts.insert(To.Parts.end(), Parts.begin(), Parts.end());
      To.Bytes += Bytes;
    }
  }
  for (auto &[Target, What] : ByTarget)
    if (const std::uint64_t Number = What.Slices.empty() ? 0
                                                         : From.device().sendEarly(Known.memory(Target).device(),
                                                                                   What.Parts, What.Slices.size()))
      for (auto &[Entry, Each] : What.Slices) {
        Each.Number = Number;
        Entry->Early.sent(std::move(Each));
      }
}

Status supplyHost(const PassArrays &Arrays, Directory &Known, std::uint64_t First, std::uint64_t Last) {
  const Consumer Host{nullptr, {First, Last}};
  return supply(Arrays, Known, {&Host, 1}, false);
}

Status supplyDevice(const PassArrays &Arrays, Directory &Known, DeviceMemory &To, std::uint64_t First,
                    std::uint64_t Last, std::span<const ArrayKind> Kinds, bool FromAnyCopy) {
  const Consumer Device{&To, {First, Last}, {Kinds.begin(), Kinds.end()}};
  return supply(Arrays, Known, {&Device, 1}, FromAnyCopy);
}

} // namespace hetrt
