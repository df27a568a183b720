// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the groups of threads of a warp (Warp.h): decides which group runs next, and where groups diverge and merge.

#include "Execute/Access.h"
#include "Execute/Block.h"
#include "Execute/Builtins.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace emulator {

namespace {

/// The length of a turn: a group of threads runs until it has made this number of backward branches and calls. Then
/// other groups run, since the first group may be waiting for them.
constexpr std::uint64_t TurnLength = 1 << 14;
constexpr unsigned DeepestCall = 512;
constexpr std::uint64_t MostLocal = 512 << 10;

} // namespace

void AlignedBytes::reserve(std::size_t Bytes) {
  constexpr std::size_t Align = 64;
  if (Bytes <= Room && Begin)
    return;
  Storage.assign(Bytes + Align, std::byte(0));
  const auto Address = reinterpret_cast<std::uintptr_t>(Storage.data());
  Begin = Storage.data() + (Align - Address % Align) % Align;
  Room = Bytes;
}

void Warp::start(const Function &Entry, Lanes Threads) {
  Alive = Threads;
  Groups.clear();
  for (auto &Each : Frames)
    Spare.push_back(std::move(Each));
  Frames.clear();
  TurnEnds = TurnLength;
  Frame &First = newFrame(Entry, nullptr);
  fill(First);
  Groups.push_back({Group::Ready, &First, 0, Threads, 0, 0, 0});
}

/// Makes the frame of a call, or reuses an old frame. The kernel's own frame keeps its presets (values in slots that
/// are filled in advance) from the previous block, except for those that depend on the block.
Frame &Warp::newFrame(const Function &Of, Frame *Caller) {
  auto Found = std::find_if(Spare.rbegin(), Spare.rend(), [&](const auto &Each) { return Each->Of == &Of; });
  const bool IsFilled = Found != Spare.rend();
  std::unique_ptr<Frame> Made;
  if (IsFilled) {
    Made = std::move(*Found);
    Spare.erase(std::next(Found).base());
  } else {
    Made = std::make_unique<Frame>();
    Made->Of = &Of;
    Made->Registers.reserve(Of.FrameBytes);
    Made->Area.resize(Of.AreaBytes * WarpSize);
  }
  HasFilled = IsFilled;
  Made->Caller = Caller;
  Made->Depth = Caller ? Caller->Depth + 1 : 0;
  Made->LocalBegin = Caller ? (Caller->LocalBegin + Caller->Of->LocalBytes + 15) / 16 * 16 : 0;
  Frames.push_back(std::move(Made));
  return *Frames.back();
}

void Warp::fill(Frame &Made) {
  Registers = Made.Registers.data();
  const Launch &L = In.launch();
  const auto Splat = [&](const Preset &P, std::uint64_t Bits) {
    for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
      std::memcpy(Registers + P.At + Lane * P.Bytes, &Bits, P.Bytes);
  };
  for (const Preset &P : Made.Of->Presets) {
    if (P.Kind == Preset::Special)
      fillSpecial(P);
    else if (P.Kind == Preset::LocalAddress)
      Splat(P, Made.LocalBegin + P.Bits);
    else if (HasFilled)
      continue;
    else if (P.IsPredicate)
      predicate(P.At) = static_cast<Lanes>(P.Bits);
    else if (P.Kind == Preset::SharedAddress)
      Splat(P, L.Entry->SharedPlaces.at(P.Index) + P.Bits);
    else if (P.Kind == Preset::GlobalAddress)
      Splat(P, L.VariableAddresses[P.Index] + P.Bits);
    else
      Splat(P, P.Bits);
  }
}

void Warp::fillSpecial(const Preset &P) {
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane) {
    const std::uint64_t Bits = specialOf(static_cast<SpecialRegister>(P.Index), Lane);
    std::memcpy(Registers + P.At + Lane * P.Bytes, &Bits, P.Bytes);
  }
}

/// The lanes that a mask register of a lane names: those whose numbers equal its own, or are less or greater.
static Lanes laneMask(SpecialRegister Which, unsigned Lane) {
  const Lanes Own = Lanes(1) << Lane, Less = Own - 1;
  switch (Which) {
  case SpecialRegister::LaneMaskEq:
    return Own;
  case SpecialRegister::LaneMaskLe:
    return Own | Less;
  case SpecialRegister::LaneMaskLt:
    return Less;
  case SpecialRegister::LaneMaskGe:
    return ~Less;
  default:
    return ~(Own | Less);
  }
}

std::uint64_t Warp::specialOf(SpecialRegister Which, unsigned Lane) const {
  using S = SpecialRegister;
  const Launch &L = In.launch();
  const unsigned Thread = Number * WarpSize + Lane;
  switch (Which) {
  case S::TidX:
    return Thread % L.Threads.X;
  case S::TidY:
    return Thread / L.Threads.X % L.Threads.Y;
  case S::TidZ:
    return Thread / L.Threads.X / L.Threads.Y;
  case S::NtidX:
    return L.Threads.X;
  case S::NtidY:
    return L.Threads.Y;
  case S::NtidZ:
    return L.Threads.Z;
  case S::CtaidX:
    return In.index().X;
  case S::CtaidY:
    return In.index().Y;
  case S::CtaidZ:
    return In.index().Z;
  case S::NctaidX:
    return L.Grid.X;
  case S::NctaidY:
    return L.Grid.Y;
  case S::NctaidZ:
    return L.Grid.Z;
  case S::LaneId:
    return Lane;
  case S::WarpId:
    return Number;
  case S::NWarpId:
    return (L.Threads.count() + WarpSize - 1) / WarpSize;
  case S::SmId:
    return (In.index().X + std::uint64_t(In.index().Y) * L.Grid.X) % L.Multiprocessors;
  case S::NSmId:
    return L.Multiprocessors;
  case S::GridId:
    return L.Number;
  case S::LaneMaskEq:
  case S::LaneMaskLe:
  case S::LaneMaskLt:
  case S::LaneMaskGe:
  case S::LaneMaskGt:
    return laneMask(Which, Lane);
  case S::TotalSharedSize:
    return In.sharedBytes();
  case S::DynamicSharedSize:
    return L.DynamicShared;
  case S::Clock:
  case S::Clock64:
  case S::GlobalTimer:
    break; // read by an instruction
  }
  return 0;
}

std::byte *Warp::local(unsigned Lane, std::uint64_t Offset, std::uint64_t Bytes) {
  const std::uint64_t Ends = Running->LocalBegin + Running->Of->LocalBytes;
  if (Offset > Ends || Bytes > Ends - Offset)
    return nullptr;
  if (Ends > LocalRoom) {
    std::vector<std::byte> Larger(Ends * WarpSize);
    for (unsigned L = 0; L < WarpSize && LocalRoom; ++L)
      std::memcpy(Larger.data() + L * Ends, Local.data() + L * LocalRoom, LocalRoom);
    Local = std::move(Larger);
    LocalRoom = Ends;
  }
  return Local.data() + Lane * LocalRoom + Offset;
}

std::string Warp::where(unsigned Lane, const Function &Of, std::uint32_t Instruction) const {
  const std::string Source = sourceOf(*In.launch().In, Of, Instruction);
  return In.name() + ", thread " + nameOfThread(In.launch().Threads, Number * WarpSize + Lane) + ", ptx line " +
         std::to_string(Of.Code[Instruction].Line) + (Source.empty() ? "" : " (" + Source + ")");
}

void Warp::fail(Fault::Codes Code, unsigned Lane, const std::string &Why) const {
  throw Fault{Code, where(Lane) + ": " + Why};
}

std::string Warp::whereabouts() const {
  std::string Text;
  for (const Group &G : Groups) {
    const std::uint32_t Place = G.State == Group::AtBarrier ? G.Next - 1 : G.Next;
    char Mask[16];
    std::snprintf(Mask, sizeof Mask, "%08x", G.Who);
    Text += "; warp " + std::to_string(Number) + ": threads " + Mask + " at ptx line " +
            std::to_string(G.In->Of->Code[Place].Line);
  }
  return Text;
}

/// Merges groups that are at the same instruction.
void Warp::merge() {
  for (std::size_t A = 0; A < Groups.size(); ++A)
    for (std::size_t B = Groups.size(); B-- > A + 1;)
      if (Groups[A].State == Group::Ready && Groups[B].State == Group::Ready && Groups[A].In == Groups[B].In &&
          Groups[A].Next == Groups[B].Next) {
        Groups[A].Who |= Groups[B].Who;
        Groups[A].Turns = std::max(Groups[A].Turns, Groups[B].Turns);
        Groups.erase(Groups.begin() + static_cast<std::ptrdiff_t>(B));
      }
}

Group *Warp::pick() {
  std::erase_if(Groups, [](const Group &G) { return G.Who == 0; });
  merge();
  Group *Best = nullptr;
  const auto Before = [](const Group &A, const Group &B) {
    if (A.Turns != B.Turns)
      return A.Turns < B.Turns;
    return A.In->Depth != B.In->Depth ? A.In->Depth > B.In->Depth : A.Next < B.Next;
  };
  for (Group &Each : Groups)
    if (Each.State == Group::Ready && (!Best || Before(Each, *Best)))
      Best = &Each;
  return Best;
}

bool Warp::run() {
  const std::uint64_t Before = Executed;
  TurnIsOver = false;
  while (Group *Next = pick()) {
    const auto Index = static_cast<std::size_t>(Next - Groups.data());
    In.isObserved() ? advance<true>(Index) : advance<false>(Index);
    if (Alive == 0 || TurnIsOver)
      break;
  }
  return Executed != Before;
}

/// The lowest instruction, at or behind G's next one, at which there is another group with which G will be merged.
std::uint32_t Warp::nextMeeting(const Group &G) const {
  std::uint32_t Meeting = ~std::uint32_t(0);
  for (const Group &Each : Groups)
    if (&Each != &G && Each.In == G.In && Each.State == Group::Ready && Each.Next > G.Next)
      Meeting = std::min(Meeting, Each.Next);
  return Meeting;
}

void Warp::observe(const Instruction &I, Lanes Who) {
  In.tell(&Observer::executes, *this, I, Who);
  if (I.Does != Touch::Nothing && Who)
    In.tell(&Observer::touches, *this, I, touchesOf(*this, I, Who));
}

/// Runs the group number Index until it has to wait, diverges, or reaches the instruction of another group.
template <bool IsObserved> void Warp::advance(std::size_t Index) {
  Running = Groups[Index].In;
  RunningLanes = Groups[Index].Who;
  Registers = Running->Registers.data();
  At = Groups[Index].Next;
  const Instruction *Code = Running->Of->Code.data();
  const std::uint32_t Meeting = nextMeeting(Groups[Index]);
  while (At < Meeting) {
    const Instruction &I = Code[At];
    Lanes Who = RunningLanes;
    if (I.Guard != NoSlot)
      Who &= I.GuardNegated ? ~predicate(I.Guard) : predicate(I.Guard);
    ++Executed;
    if constexpr (IsObserved)
      observe(I, Who);
    if (I.Kind == Flow::Plain) {
      if (Who)
        I.Execute(*this, I, Who);
      ++At;
      continue;
    }
    if (Who == 0) {
      ++At;
      continue;
    }
    if (I.Kind == Flow::Branch) {
      if (branch(Index, I, Who))
        return;
      continue;
    }
    if (I.Kind == Flow::WarpSync) {
      if (meetInWarp(Index, I, Who))
        return;
      ++At;
      continue;
    }
    if (I.Kind == Flow::Call)
      call(Index, I, Who);
    else if (I.Kind == Flow::Return && Running->Caller)
      comeBack(Index, Who);
    else if (I.Kind == Flow::Barrier)
      waitAtBarrier(Index, I, Who);
    else
      leave(Index, Who);
    return;
  }
  Groups[Index].Next = At;
}

bool Warp::isEndOfTurn() {
  const std::uint64_t Most = In.launch().How.MostInstructions;
  if (Most && Executed > Most)
    fail(Fault::LaunchTimeout, anyOf(RunningLanes),
         "a warp has executed more than " + std::to_string(Most) + " instructions (HETCC_EMULATOR_MAX_INSTRUCTIONS)");
  if (In.launch().Stop && In.launch().Stop->load(std::memory_order_relaxed))
    throw Fault{Fault::LaunchFailed, ""};
  if (--TurnEnds)
    return false;
  TurnEnds = TurnLength;
  TurnIsOver = true;
  return true;
}

bool Warp::branch(std::size_t Index, const Instruction &I, Lanes Who) {
  const bool IsBack = I.Target <= At;
  if (Who != RunningLanes) {
    In.tell(&Observer::parts, *this);
    Groups[Index].Next = At + 1;
    Groups[Index].Who &= ~Who;
    Group Taken = Groups[Index];
    Taken.Next = I.Target;
    Taken.Who = Who;
    Groups.push_back(Taken);
    if (IsBack && isEndOfTurn())
      ++Groups.back().Turns;
    return true;
  }
  At = I.Target;
  Groups[Index].Next = At;
  if (IsBack && isEndOfTurn()) {
    ++Groups[Index].Turns;
    return true;
  }
  // After a jump forwards, the group must stop if there are other groups, since another group may be at an instruction
  // over which this group has jumped.
  return !IsBack && Groups.size() > 1;
}

/// Makes the threads Who of group number Index a group of their own. The other threads of the group go on after the
/// present instruction. Returns the index of the group of Who.
std::size_t Warp::split(std::size_t Index, Lanes Who) {
  Groups[Index].Next = At + 1;
  if (Who == Groups[Index].Who)
    return Index;
  Groups[Index].Who &= ~Who;
  Group Apart = Groups[Index];
  Apart.Who = Who;
  Groups.push_back(Apart);
  return Groups.size() - 1;
}

void Warp::leave(std::size_t Index, Lanes Who) {
  Groups[split(Index, Who)].Who = 0;
  Alive &= ~Who;
  In.noteExit(Who);
  releaseSyncs();
}

void Warp::call(std::size_t Index, const Instruction &I, Lanes Who) {
  const CallSite &Site = *I.Called;
  if (Site.Builtin != CallSite::None) {
    runBuiltin(*this, Site, Who);
    Groups[Index].Next = At + 1;
    return;
  }
  if (Running->Depth + 1 >= DeepestCall ||
      Running->LocalBegin + Running->Of->LocalBytes + Site.Callee->LocalBytes > MostLocal)
    fail(Fault::StackError, anyOf(Who), "calls are too deep");
  isEndOfTurn();
  Frame &Caller = *Running;
  const std::size_t Calling = split(Index, Who);
  Frame &Made = newFrame(*Site.Callee, &Caller);
  Made.Site = &Site;
  Made.ReturnTo = At + 1;
  fill(Made);
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
    for (const CallSite::Copy &Each : Site.Arguments)
      if (Who >> Lane & 1)
        std::memcpy(Made.Area.data() + Lane * Made.Of->AreaBytes + Each.Callee,
                    Caller.Area.data() + Lane * Caller.Of->AreaBytes + Each.Caller, Each.Bytes);
  Groups[Calling].In = &Made;
  Groups[Calling].Next = 0;
}

void Warp::comeBack(std::size_t Index, Lanes Who) {
  Frame &Left = *Running, &Caller = *Left.Caller;
  const std::size_t Returning = split(Index, Who);
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
    for (const CallSite::Copy &Each : Left.Site->Results)
      if (Who >> Lane & 1)
        std::memcpy(Caller.Area.data() + Lane * Caller.Of->AreaBytes + Each.Caller,
                    Left.Area.data() + Lane * Left.Of->AreaBytes + Each.Callee, Each.Bytes);
  Groups[Returning].In = &Caller;
  Groups[Returning].Next = Left.ReturnTo;
  const bool IsUsed =
      std::any_of(Groups.begin(), Groups.end(), [&](const Group &G) { return G.Who && G.In == &Left; }) ||
      std::any_of(Frames.begin(), Frames.end(), [&](const auto &Each) { return Each->Caller == &Left; });
  if (IsUsed)
    return;
  auto Found = std::find_if(Frames.begin(), Frames.end(), [&](const auto &Each) { return Each.get() == &Left; });
  Spare.push_back(std::move(*Found));
  Frames.erase(Found);
}

void Warp::waitAtBarrier(std::size_t Index, const Instruction &I, Lanes Who) {
  const std::size_t Waiting = split(Index, Who);
  In.arrive(*this, Groups[Waiting], I);
}

/// Executes an instruction at which the threads in a mask wait for each other, such as a shuffle. Returns false if all
/// threads of the mask have arrived and the instruction has been executed; true if the group has to wait.
bool Warp::meetInWarp(std::size_t Index, const Instruction &I, Lanes Who) {
  const Lanes *Masks = at<Lanes>(I.From[4]);
  const Lanes Mask = I.How.HasMask ? Masks[anyOf(Who)] : Who;
  Lanes Alike = 0;
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
    if (Who >> Lane & 1 && (!I.How.HasMask || Masks[Lane] == Mask))
      Alike |= Lanes(1) << Lane;
  if (Alike & ~Mask)
    fail(Fault::IllegalInstruction, anyOf(Alike & ~Mask), "the thread is not in the mask of threads that it names");
  if (Alike == RunningLanes && (Mask & Alive & ~Alike) == 0) {
    In.tell(&Observer::meets, *this, I, Alike);
    if (I.Execute)
      I.Execute(*this, I, Alike);
    return false;
  }
  // If the guard (condition) of the instruction is false for all of the group's other threads, they go on after the
  // instruction. If some of them take part with another mask, they execute the instruction next.
  const std::size_t Waiting = split(Index, Alike);
  Groups[Waiting].State = Group::AtWarpSync;
  Groups[Waiting].Next = At;
  Groups[Waiting].Mask = Mask;
  if (Waiting != Index && (Who & ~Alike))
    Groups[Index].Next = At;
  releaseSyncs();
  return true;
}

/// Lets waiting groups go on if all threads of their masks have arrived. Groups that exchange values must be at the
/// same instruction; groups at a barrier of the warp may be at different barrier instructions.
void Warp::releaseSyncs() {
  const auto IsWith = [&](const Group &A, const Group &B) {
    // A group without threads (all have ended) may be behind the last instruction, so there is no instruction to
    // compare.
    if (B.State != Group::AtWarpSync || B.Who == 0 || B.Mask != A.Mask)
      return false;
    const Instruction &Mine = A.In->Of->Code[A.Next], &Other = B.In->Of->Code[B.Next];
    const bool IsSame = A.In == B.In && A.Next == B.Next;
    return IsSame || (!Mine.Execute && !Other.Execute);
  };
  for (std::size_t A = 0; A < Groups.size(); ++A) {
    const Group First = Groups[A];
    if (First.State != Group::AtWarpSync || First.Who == 0)
      continue;
    Lanes There = 0;
    for (const Group &Each : Groups)
      There |= IsWith(First, Each) ? Each.Who : 0;
    if (First.Mask & Alive & ~There)
      continue;
    std::vector<Group *> Released;
    for (Group &Each : Groups)
      if (IsWith(First, Each))
        Released.push_back(&Each);
    const Instruction &I = First.In->Of->Code[First.Next];
    Running = First.In, RunningLanes = There, At = First.Next;
    Registers = Running->Registers.data();
    In.tell(&Observer::meets, *this, I, There);
    if (I.Execute)
      I.Execute(*this, I, There);
    for (Group *Each : Released)
      Each->State = Group::Ready, ++Each->Next;
  }
}

} // namespace emulator
