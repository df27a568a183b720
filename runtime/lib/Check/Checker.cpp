// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Check/Checker.h"

#include "Device/RegionTables.h"
#include "Memory/MappedMemory.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <link.h>
#include <numeric>
#include <pthread.h>
#include <random>
#include <system_error>
#include <unistd.h>
#include <utility>

__thread int hetrt_check_state = HETRT_CHECK_NOTHING;
int hetrt_check_kept = 0;

namespace hetrt::check {

namespace {

bool IsActive = false;

/// What a block remembers of a byte: who wrote it, and which part that does not own it read it, when.
struct BlockCell {
  std::uint64_t Block = 0; ///< The number of the block: of another one, nothing is known.
  std::uint32_t Writer = 0, WriteStep = 0, WriteExchange = 0; ///< Parts count from 1.
  std::uint32_t Reader = 0, ReadStep = 0;
  std::uintptr_t WrittenAt = 0, ReadAt = 0;
};

} // namespace

struct CheckedPart {
  std::uint64_t Block = 0;  ///< From 1 on, as
  std::uint32_t Number = 0; ///< this.
  Iterations Share;
  std::string Location, Loop;
  bool OnCoresAlone = false;
  std::uint32_t Steps = 0;                           ///< Barriers and exchanges that it has come through.
  std::map<std::uintptr_t, std::uint32_t> Exchanges; ///< Of each array, by its address.
  std::vector<ArrayWindow> Windows;
  CheckedPart *Outer = nullptr;
};

namespace {

/// Of one thread.
struct Running {
  CheckedPass *Pass = nullptr;
  std::unique_ptr<CheckedPart> Part;
  bool InLoop = false; ///< Of the part's.
  unsigned Turns = 0;  ///< How often it has taken Turn.
  Locks Held = 0;
  std::uintptr_t Frame = 0;                        ///< What lies below is the thread's own.
  std::uintptr_t TeamFrame = 0;                    ///< Of the team that it has begun.
  std::map<std::uintptr_t, std::uintptr_t> Blocks; ///< Allocated in the pass: first byte, and the one behind the last.
};

__thread Running *Mine __attribute__((tls_model("initial-exec"))) = nullptr;

/// Made by a thread's first call, gone with the thread. What a thread does still later makes it again, and the key's
/// destructor is then called again: a thread_local object's would not be.
[[gnu::noinline]] Running &makeMine() {
  static const pthread_key_t AtEnd = [] {
    pthread_key_t Key;
    if (pthread_key_create(&Key, [](void *All) {
          Mine = nullptr;
          delete static_cast<Running *>(All);
        }))
      throw std::system_error(EAGAIN, std::generic_category(), "no key for the checker's threads");
    return Key;
  }();
  Mine = new Running;
  (void)pthread_setspecific(AtEnd, Mine); // at worst it stays until the program ends
  return *Mine;
}
inline Running &mine() { return Mine ? *Mine : makeMine(); }

/// What the checker itself does is not checked.
class Unchecked {
public:
  Unchecked() : Before(hetrt_check_state) { hetrt_check_state = HETRT_CHECK_NOTHING; }
  ~Unchecked() { hetrt_check_state = Before; }
  Unchecked(const Unchecked &) = delete;
  Unchecked &operator=(const Unchecked &) = delete;

private:
  const int Before;
};

} // namespace

class Checker {
public:
  static Checker &instance(); ///< Never destroyed: threads end late.

  void take(Running &Who) {
    if (Who.Turns++ == 0)
      Turn.lock();
  }
  void release(Running &Who) {
    if (Who.Turns && --Who.Turns == 0)
      Turn.unlock();
  }

  bool isQuick(CheckedPass &Pass, std::uintptr_t Address, std::size_t Size, bool Writes, std::uintptr_t Code);
  void inIteration(Running &Who, Access &What);
  void held(CheckedPass &Pass, const Access &What);
  void touches(CheckedPass &Pass, const Access &What, std::size_t Window);
  void strays(CheckedPass &Pass, const Access &What);
  void beyond(const CheckedPass &Pass, const ArrayWindow &Of, const Access &What, std::uint64_t Iteration);
  void inPart(Running &Who, const Access &What);
  void onHost(const Access &What);

  std::recursive_mutex Turn;
  Findings Found;
  Shadow Races;
  KeptArrays Kept;
  ByteCells<BlockCell> Blocks;
  std::uint64_t NextIteration = 1, NextBlock = 1;
  std::uint64_t Seed = 1;
  bool Written = false;

  void keptChanged() { hetrt_check_kept = !Kept.empty(); }

private:
  Checker() = default;
  void race(const CheckedPass &Pass, const Access &What, const Conflict &With);
  void window(CheckedPass &Pass, ArrayWindow &In, const Access &What);
  void kept(CheckedPass &Pass, const ArrayWindow &In, const Access &What);
};

/// Once there is one.
static Checker *TheChecker = nullptr;

Checker &Checker::instance() {
  static Checker *All = TheChecker = new Checker;
  return *All;
}

//===-- Memory of a thread's own ---------------------------------------------------------------------------------===//

namespace {

/// Whether bytes are thread-local variables of the calling thread.
bool isThreadLocal(std::uintptr_t Address) {
  struct Query {
    std::uintptr_t Address;
    bool Found;
  } Ask{Address, false};
  dl_iterate_phdr(
      [](dl_phdr_info *Info, std::size_t, void *Data) {
        auto &Of = *static_cast<Query *>(Data);
        const auto First = reinterpret_cast<std::uintptr_t>(Info->dlpi_tls_data);
        for (int I = 0; First && I < Info->dlpi_phnum; ++I)
          Of.Found |= Info->dlpi_phdr[I].p_type == PT_TLS && Of.Address >= First &&
                      Of.Address < First + Info->dlpi_phdr[I].p_memsz;
        return Of.Found ? 1 : 0;
      },
      &Ask);
  return Ask.Found;
}

/// Whether memory was allocated by the thread since the pass began.
bool isAllocatedHere(const Running &Who, std::uintptr_t Address) {
  auto Next = Who.Blocks.upper_bound(Address);
  return Next != Who.Blocks.begin() && Address < std::prev(Next)->second;
}

/// The end of the calling thread's stack.
std::uintptr_t endOfStack() {
  pthread_attr_t Attributes;
  void *First = nullptr;
  std::size_t Size = 0;
  if (pthread_getattr_np(pthread_self(), &Attributes) != 0)
    return 0;
  pthread_attr_getstack(&Attributes, &First, &Size);
  pthread_attr_destroy(&Attributes);
  return reinterpret_cast<std::uintptr_t>(First) + Size;
}

} // namespace

bool active() { return IsActive; }

void setSeed(std::uint64_t Seed) { Checker::instance().Seed = Seed; }

void noteFrame(const void *Frame) {
  if (IsActive && !mine().Pass)
    mine().Frame = reinterpret_cast<std::uintptr_t>(Frame);
}

//===-- Passes ---------------------------------------------------------------------------------------------------===//

CheckedPass::CheckedPass(const hetrt_region &Region, std::string Where, const hetrt_call &Call)
    : Location(std::move(Where)), IsDevices(!(Region.flags & HETRT_HOST_ONLY) && Region.emulated),
      IsParallel(Call.condition && !(Call.num_threads == 1 && Call.in_parallel != HETRT_IN_TEAM && !IsDevices)),
      Space{Call.trip_count, Call.lower, Call.step} {
  constexpr std::uint64_t Pieces = 61;
  Piece = std::max<std::uint64_t>(1, (Space.TripCount + Pieces - 1) / Pieces);
  Order.resize((Space.TripCount + Piece - 1) / Piece);
  std::iota(Order.begin(), Order.end(), 0);
  Checker &All = Checker::instance();
  std::lock_guard Lock(All.Turn);
  std::mt19937_64 Random(All.Seed + All.NextIteration);
  std::shuffle(Order.begin(), Order.end(), Random);
  Verdict &Done = All.Found.verdict(Location);
  ++Done.Passes;
  Done.Iterations += Space.TripCount;
  if (!IsParallel)
    Done.Limit = "one thread runs it, or 'hetero' is false, so that nothing was looked for";
  else if (Region.flags & HETRT_HOST_ONLY)
    Done.Limit = "no device can run it, so that races alone were looked for";
  Since = All.NextIteration;
  All.NextIteration += Space.TripCount;
  if (Call.in_parallel != HETRT_IN_TEAM && !hetrt_check_state)
    hetrt_check_state = HETRT_CHECK_PASS;
}

void CheckedPass::isUnknown(const std::string &Why) {
  Checker &All = Checker::instance();
  std::lock_guard Lock(All.Turn);
  All.Found.verdict(Location).Limit = "races alone were looked for: " + Why;
  All.Kept.devicesForgetAll(); // the cores run it
}

void CheckedPass::describe(const ResolvedCall &Call) {
  Checker &All = Checker::instance();
  std::lock_guard Lock(All.Turn);
  Described = true;
  Windows.reserve(Call.Arrays.size());
  for (const Array &Each : Call.Arrays) {
    Windows.emplace_back(Each);
    const Bytes Where{Windows.back().begin(), Windows.back().end()};
    if (Where.size() == 0) {
      Windows.pop_back();
      continue;
    }
    if (Each.RowsAt) { // devices keep nothing of it, and forget what they keep of its memory under other names
      for (const MemoryRange &Row : memoryOf(Each, wholeOf(Each.Extent)))
        All.Kept.devicesForget({Row.Begin, Row.end()});
      Kept.push_back(false);
      continue;
    }
    All.Kept.devicesTake(Where);
    if (Each.Persist)
      All.Kept.persist(Where, Each.Info->name, fmt::format("{}: persist({})", Location, Each.Info->name));
    Kept.push_back(All.Kept.touches(Where));
    if (Kept.back())
      All.Kept.compare(Where);
  }
  All.keptChanged();
}

/// The next iteration of the piece, or the first one of the next piece in the order.
bool CheckedPass::advance() {
  if (++Now < PieceEnd)
    return true;
  if (PiecesDone == Order.size())
    return false;
  Now = Order[PiecesDone++] * Piece;
  PieceEnd = std::min(Now + Piece, Space.TripCount);
  for (ArrayWindow &Each : Windows)
    Each.enter({Now, PieceEnd});
  return true;
}

bool CheckedPass::next(std::uint32_t Member, bool InTeam, hetrt_range &Into) {
  if (Member != 0 || Ended)
    return false;
  Running &Who = mine();
  Checker &All = Checker::instance();
  if (Who.Pass != this) {
    All.take(Who);
    Outer = Who.Pass;
    Who.Pass = this;
    if (InTeam)
      Who.Frame = Who.TeamFrame ? Who.TeamFrame : endOfStack();
  }
  if (!advance()) {
    Ended = true;
    Who.Pass = Outer;
    if (!Outer)
      Who.Blocks.clear();
    hetrt_check_state = Outer ? HETRT_CHECK_ITERATION : HETRT_CHECK_NOTHING;
    All.release(Who);
    return false;
  }
  Into = {Now, Now + 1};
  hetrt_check_state = HETRT_CHECK_ITERATION;
  return true;
}

CheckedPass::~CheckedPass() {
  Running &Who = mine();
  if (std::ranges::find(Kept, char(true)) != Kept.end()) {
    Checker &All = Checker::instance();
    std::lock_guard Lock(All.Turn);
    for (std::size_t I = 0; I < Windows.size(); ++I)
      if (Kept[I])
        All.Kept.remember({Windows[I].begin(), Windows[I].end()});
  }
  if (Who.Pass == this) { // the team has left early
    Who.Pass = Outer;
    Checker::instance().release(Who);
  }
  hetrt_check_state = Who.Pass ? HETRT_CHECK_ITERATION : HETRT_CHECK_NOTHING;
}

//===-- Accesses of iterations -----------------------------------------------------------------------------------===//

/// Where it is noted which window a place in the code touches.
static CheckedPass::Toucher &toucherAt(std::array<CheckedPass::Toucher, 256> &All, std::uintptr_t Code) {
  return All[(Code >> 1) % All.size()];
}

static const char *verb(bool Writes) { return Writes ? "written" : "read"; }

void Checker::race(const CheckedPass &Pass, const Access &What, const Conflict &With) {
  if (Found.again(Kind::Race, Pass.Location, What.Code, With.Code))
    return;
  std::string Name = fmt::format("memory of {} bytes in no array of the loop", What.Bytes);
  for (const ArrayWindow &Each : Pass.Windows)
    if (Each.contains(With.Address))
      Name = Each.element(With.Address);
  Found.add({Kind::Race, Pass.Location, What.Code, With.Code,
             fmt::format("{} is {} at %1 in iteration {}, and {} at %2 in iteration {}", Name, verb(What.Writes),
                         Pass.Space.value(Pass.Now), verb(With.Wrote), Pass.Space.value(With.Iteration - Pass.Since))});
}

void Checker::window(CheckedPass &Pass, ArrayWindow &In, const Access &What) {
  if (!What.Writes && Races.hasWritten(What.Address, What.Bytes, What.Iteration))
    return;
  const bool Old = !What.Writes && !In.readsAny();
  const Kind Class = Old ? Kind::OldValue : Kind::Window;
  if (Found.again(Class, Pass.Location, What.Code, 0))
    return;
  const std::string Whose = clauseOf(*In.array().Info);
  Found.add({Class, Pass.Location, What.Code, 0,
             Old ? fmt::format("{}: {} is read at %1 in iteration {}, which has not written it, and nothing moves in",
                               Whose, In.element(What.Address), Pass.Space.value(Pass.Now))
                 : fmt::format("{}: {} is {} at %1 in iteration {}, which may {} {}", Whose, In.element(What.Address),
                               verb(What.Writes), Pass.Space.value(Pass.Now), What.Writes ? "write" : "read",
                               In.text(What.Writes))});
}

void Checker::kept(CheckedPass &Pass, const ArrayWindow &In, const Access &What) {
  const std::uintptr_t Before = Kept.device(What.Address, What.Bytes, What.Writes, What.Code);
  if (!Before || Found.again(Kind::Stale, Pass.Location, What.Code, Before))
    return;
  const KeptArray *Of = Kept.find(What.Address);
  Found.add({Kind::Stale, Pass.Location, What.Code, Before,
             fmt::format("{} is read at %1 in iteration {}, and was written on the host at %2 while devices keep it "
                         "({}): 'target update to({})'{} is missing in between",
                         In.element(What.Address), Pass.Space.value(Pass.Now), Of->Said, Of->Name,
                         Of->Persists ? fmt::format(", or 'depersist({})',", Of->Name) : "")});
}

/// Whether the access keeps to what its iteration may touch of arrays. Of several that share memory, one is enough.
void Checker::held(CheckedPass &Pass, const Access &What) {
  ArrayWindow *In = nullptr;
  std::size_t Number = 0;
  bool Allowed = false;
  for (std::size_t I = 0; I < Pass.Windows.size(); ++I) {
    ArrayWindow &Each = Pass.Windows[I];
    if (!Each.contains(What.Address))
      continue;
    if (!Each.isAt(Pass.Now) && !Each.shiftTo(Pass.Now))
      Each.moveTo({Pass.Now, Pass.Now + 1});
    Allowed = Allowed || Each.allows(What.Address, What.Bytes, What.Writes);
    if (!In && Pass.Kept[I])
      kept(Pass, Each, What);
    if (!In)
      Number = I;
    In = In ? In : &Each;
  }
  if (In && !Allowed)
    window(Pass, *In, What);
  if (In)
    touches(Pass, What, Number);
  else if (Pass.Described && Pass.IsDevices)
    strays(Pass, What);
}

//===-- Behind the ends of arrays --------------------------------------------------------------------------------===//
//
// What lies there is memory like any other. But a place in the code that touches an array touches nothing else near it.

/// Whether an element of the array could be there, if the array were up to twice as long, or began earlier.
static bool isNear(const ArrayWindow &Of, const Access &What) {
  if (Of.array().RowsAt)
    return Of.isBehindRow(What.Address);
  const std::uintptr_t Reach = std::max<std::uintptr_t>(Of.end() - Of.begin(), 4096);
  const bool Before = What.Address < Of.begin();
  const std::uintptr_t Distance = Before ? Of.begin() - What.Address : What.Address - Of.begin();
  return (Before ? Distance : What.Address - Of.end()) <= Reach && Distance % Of.array().ElementSize == 0;
}

void Checker::touches(CheckedPass &Pass, const Access &What, std::size_t Window) {
  CheckedPass::Toucher &Known = toucherAt(Pass.Touchers, What.Code);
  if (Known.Code == What.Code && Known.Window != CheckedPass::Toucher::None) {
    Known.Window = Window;
    return;
  }
  Known = {What.Code, Window};
  if (const auto Earlier = Pass.Astray.find(What.Code); Earlier != Pass.Astray.end()) {
    const auto &[Stray, Iteration] = Earlier->second;
    if (isNear(Pass.Windows[Window], Stray))
      beyond(Pass, Pass.Windows[Window], Stray, Iteration);
    Pass.Astray.erase(Earlier);
  }
}

void Checker::strays(CheckedPass &Pass, const Access &What) {
  CheckedPass::Toucher &Known = toucherAt(Pass.Touchers, What.Code);
  if (Known.Code != What.Code)
    Known = {What.Code, CheckedPass::Toucher::None};
  if (Known.Window == CheckedPass::Toucher::None)
    Pass.Astray.try_emplace(What.Code, What, Pass.Now);
  else if (isNear(Pass.Windows[Known.Window], What))
    beyond(Pass, Pass.Windows[Known.Window], What, Pass.Now);
}

void Checker::beyond(const CheckedPass &Pass, const ArrayWindow &Of, const Access &What, std::uint64_t Iteration) {
  if (Found.again(Kind::Window, Pass.Location, What.Code, 0))
    return;
  Found.add(
      {Kind::Window, Pass.Location, What.Code, 0,
       fmt::format("{}: {} is {} at %1 in iteration {}, outside of the array, which has {}", clauseOf(*Of.array().Info),
                   Of.element(What.Address), verb(What.Writes), Pass.Space.value(Iteration), Of.whole())});
}

/// Most accesses: the place in the code touches the window that it has touched before, which allows it, and there is
/// nothing to say. Else false; then inIteration() does all of it. Allocates nothing.
inline bool Checker::isQuick(CheckedPass &Pass, std::uintptr_t Address, std::size_t Size, bool Writes,
                             std::uintptr_t Code) {
  if (!Pass.IsParallel)
    return true;
  if (!Pass.Windows.empty()) {
    const CheckedPass::Toucher &Known = toucherAt(Pass.Touchers, Code);
    if (Known.Code != Code)
      return false;
    if (Known.Window != CheckedPass::Toucher::None) {
      ArrayWindow &In = Pass.Windows[Known.Window];
      if (!In.contains(Address) || !(In.isAt(Pass.Now) || In.shiftTo(Pass.Now)) ||
          !In.allowsAtOnce(Address, Size, Writes))
        return false;
      if (Pass.Kept[Known.Window] && !Kept.deviceQuickly(Address, Size, Writes, Code))
        return false;
    } else if (std::ranges::any_of(Pass.Windows, [&](const ArrayWindow &Each) { return Each.contains(Address); })) {
      return false;
    }
  }
  return Races.noteQuickly(Address, Size, Writes, Code, Pass.Since + Pass.Now, Pass.Since);
}

void Checker::inIteration(Running &Who, Access &What) {
  CheckedPass &Pass = *Who.Pass;
  if (!Pass.IsParallel)
    return;
  What.Iteration = Pass.Since + Pass.Now;
  What.Held |= Who.Held;
  held(Pass, What);
  Conflict With;
  if (!Races.note(What, Pass.Since, With)) [[likely]]
    return;
  if (isAllocatedHere(Who, What.Address) || isThreadLocal(What.Address)) {
    Races.forget(What.Address, What.Bytes);
    return;
  }
  race(Pass, What, With);
}

//===-- Accesses of the host -------------------------------------------------------------------------------------===//

void Checker::onHost(const Access &What) {
  const KeptArray *Of = Kept.find(What.Address);
  if (!Of || Of->Forgotten)
    return;
  const std::uintptr_t Before = Kept.host(What.Address, What.Bytes, What.Writes, What.Code);
  if (!Before || Found.again(Kind::Newer, Of->Said, What.Code, Before))
    return;
  Found.add({Kind::Newer, Of->Said, What.Code, Before,
             fmt::format("'{}' is {} on the host at %1, and was written by a loop at %2 while devices keep it: "
                         "'target update from({})'{} is missing in between",
                         Of->Name, verb(What.Writes), Of->Name,
                         Of->Persists ? fmt::format(", or 'depersist({})',", Of->Name) : "")});
}

//===-- Accesses of blocks ---------------------------------------------------------------------------------------===//

void Checker::inPart(Running &Who, const Access &What) {
  CheckedPart &Part = *Who.Part;
  ArrayWindow *In = nullptr; // of several names, the one that is written where there is one
  bool Owns = false, Allowed = false;
  for (ArrayWindow &Each : Part.Windows)
    if (Each.contains(What.Address)) {
      Each.moveTo(Part.Share);
      Owns |= Each.allows(What.Address, What.Bytes, true);
      Allowed |= Each.allows(What.Address, What.Bytes, What.Writes);
      In = !In || Each.array().Uses.writes() ? &Each : In;
    }
  if (!In)
    return;
  const std::string &Where = Part.Loop;
  if (!Allowed && !Owns && !Found.again(Kind::Window, Where, What.Code, 0))
    Found.add({Kind::Window, Where, What.Code, 0,
               fmt::format("{}: {} is {} at %1 in the part of iterations {} to {}, which may {} {}",
                           clauseOf(*In->array().Info), In->element(What.Address), verb(What.Writes), Part.Share.First,
                           Part.Share.Last, What.Writes ? "write" : "read", In->text(What.Writes))});
  const std::uint32_t Exchange = Part.Exchanges[In->begin()];
  Blocks.forEach(What.Address, What.Bytes, [&](BlockCell &Cell, std::uintptr_t Address, std::size_t) {
    if (Cell.Block != Part.Block)
      Cell = {.Block = Part.Block};
    const bool ByOther = Cell.Writer && Cell.Writer != Part.Number;
    const bool Late = ByOther && (Part.OnCoresAlone ? Cell.WriteStep >= Part.Steps : Cell.WriteExchange >= Exchange);
    if (Late && !What.Writes && !Found.again(Kind::Padding, Where, What.Code, Cell.WrittenAt))
      Found.add({Kind::Padding, Where, What.Code, Cell.WrittenAt,
                 fmt::format("{} is read at %1 by one part of the block, and was written at %2 by another: '{}' is "
                             "missing in between",
                             In->element(Address),
                             Part.OnCoresAlone
                                 ? "barrier"
                                 : fmt::format("target update padding_update_nearby({})", In->array().Info->name))});
    const bool Unordered = What.Writes && ((Cell.Reader && Cell.Reader != Part.Number && Cell.ReadStep >= Part.Steps) ||
                                           (ByOther && Cell.WriteStep >= Part.Steps));
    const bool Wrote = ByOther && Cell.WriteStep >= Part.Steps;
    const std::uintptr_t Before = Wrote ? Cell.WrittenAt : Cell.ReadAt;
    if (Unordered && !Found.again(Kind::Order, Where, What.Code, Before))
      Found.add({Kind::Order, Where, What.Code, Before,
                 fmt::format("{} is written at %1 by one part of the block, and {} at %2 by another, in any order: a "
                             "'barrier' or an exchange of padding is missing in between",
                             In->element(Address), verb(Wrote))});
    if (What.Writes) {
      Cell.Writer = Part.Number;
      Cell.WriteStep = Part.Steps;
      Cell.WriteExchange = Exchange;
      Cell.WrittenAt = What.Code;
    } else if (!Owns) {
      Cell.Reader = Part.Number;
      Cell.ReadStep = Part.Steps;
      Cell.ReadAt = What.Code;
    }
  });
}

std::uint64_t beginBlock() {
  Checker &All = Checker::instance();
  std::lock_guard Lock(All.Turn);
  return All.NextBlock++;
}

void enterPart(std::uint64_t Block, unsigned Number, Iterations Share, const ResolvedCall *Arrays,
               const std::string &Location, bool OnCoresAlone) {
  Checker &All = Checker::instance();
  Running &Who = mine();
  std::lock_guard Lock(All.Turn);
  auto Made = std::make_unique<CheckedPart>();
  Made->Block = Block;
  Made->Number = Number + 1;
  Made->Share = Share;
  Made->Location = Location;
  Made->OnCoresAlone = OnCoresAlone;
  Made->Outer = Who.Part.release();
  if (Arrays) {
    Made->Windows.reserve(Arrays->Arrays.size());
    for (const Array &Each : Arrays->Arrays) {
      Made->Windows.emplace_back(Each);
      const Bytes Where{Made->Windows.back().begin(), Made->Windows.back().end()};
      if (Where.size() == 0)
        Made->Windows.pop_back();
      else if (Number == 0)
        All.Kept.devicesGet(Where); // the block has copies of its own
    }
  }
  if (!Arrays)
    All.Found.verdict(Location).Limit = "its arrays are not known, so that nothing was looked for";
  Who.Part = std::move(Made);
}

void beginLoop(const std::string &Location, std::uint64_t Iterations) {
  Running &Who = mine();
  if (!IsActive || !Who.Part || Who.InLoop)
    return;
  Checker &All = Checker::instance();
  All.take(Who);
  Verdict &Done = All.Found.verdict(Location);
  Done.Passes += Who.Part->Number == 1;
  Done.Iterations += Iterations;
  Who.Part->Loop = Location;
  Who.InLoop = true;
  hetrt_check_state = HETRT_CHECK_ITERATION;
}

void endLoop() {
  if (!Mine || !Mine->InLoop)
    return;
  Mine->InLoop = false;
  hetrt_check_state = HETRT_CHECK_NOTHING;
  Checker::instance().release(*Mine);
}

void exchanged(const void *Base) {
  if (!Mine || !Mine->Part)
    return;
  CheckedPart &Part = *Mine->Part;
  ++Part.Steps;
  for (const ArrayWindow &Each : Part.Windows)
    if (Each.contains(reinterpret_cast<std::uintptr_t>(Base)))
      ++Part.Exchanges[Each.begin()];
}

void leavePart() {
  if (!Mine || !Mine->Part)
    return;
  Checker &All = Checker::instance();
  std::lock_guard Lock(All.Turn);
  Mine->Part.reset(Mine->Part->Outer);
}

//===-- Arrays that devices keep ---------------------------------------------------------------------------------===//

namespace {

Bytes bytesOf(const void *First, const void *Last) {
  return {reinterpret_cast<std::uintptr_t>(First), reinterpret_cast<std::uintptr_t>(Last)};
}

template <typename Function> void changeKept(Function Change) {
  if (!IsActive)
    return;
  Checker &All = Checker::instance();
  std::lock_guard Lock(All.Turn);
  Change(All.Kept);
  All.keptChanged();
}

} // namespace

void enterData(const void *First, const void *Last, const char *Name, const std::string &Said) {
  changeKept([&](KeptArrays &All) { All.enter(bytesOf(First, Last), Name, Said); });
}

void leaveData(const void *First, const void *Last) {
  changeKept([&](KeptArrays &All) { All.leave(bytesOf(First, Last)); });
}

void updateTo(const void *First, const void *Last) {
  changeKept([&](KeptArrays &All) { All.devicesGet(bytesOf(First, Last)); });
}

void updateFrom(const void *First, const void *Last) {
  changeKept([&](KeptArrays &All) { All.hostGets(bytesOf(First, Last)); });
}

void depersist(const void *Base) {
  changeKept([&](KeptArrays &All) { All.depersist(reinterpret_cast<std::uintptr_t>(Base)); });
}

void hostUses(const void *First, std::uint64_t Size, bool Writes) {
  changeKept([&](KeptArrays &All) {
    const Bytes Where = bytesOf(First, static_cast<const std::byte *>(First) + Size);
    if (!First)
      All.devicesForgetAll();
    else if (Writes)
      All.devicesForget(Where);
    else
      All.hostGets(Where);
  });
}

//===-- The end --------------------------------------------------------------------------------------------------===//

void clauseFails(const std::string &Location, const std::string &Message) {
  Checker &All = Checker::instance();
  std::lock_guard Lock(All.Turn);
  const std::string Plain = Message.starts_with(Location + ": ") ? Message.substr(Location.size() + 2) : Message;
  if (!All.Found.again(Kind::Clause, Location, 0, 0))
    All.Found.add({Kind::Clause, Location, 0, 0, Plain});
}

void forkedChild() {
  IsActive = false;
  hetrt_check_state = HETRT_CHECK_NOTHING;
  hetrt_check_kept = 0;
}

void writeReport() {
  if (!IsActive)
    return;
  const Unchecked Here;
  Checker &All = Checker::instance();
  std::lock_guard Lock(All.Turn);
  if (std::exchange(All.Written, true))
    return;
  const std::string Text = All.Found.report(All.Seed);
  std::fputs(Text.c_str(), stderr);
}

namespace {

/// Of programs in which something was found.
constexpr int FoundStatus = 66;

/// Registered before main(), so that it runs after whatever the program has registered.
void atEnd(int Status, void *) {
  if (!IsActive)
    return;
  writeReport();
  if (Status != 0 || Checker::instance().Found.empty())
    return;
  std::fflush(nullptr);
  _exit(FoundStatus);
}

} // namespace

} // namespace hetrt::check

using namespace hetrt::check;

void hetrt_check_program(void) {
  if (std::exchange(IsActive, true))
    return;
  on_exit(atEnd, nullptr);
}

/// All but the accesses of which nothing is to be said.
[[gnu::noinline]] static void accessAtLength(Running &Who, std::uintptr_t Address, std::size_t Size,
                                             std::uint32_t Flags, std::uintptr_t Code) {
  const int State = hetrt_check_state;
  const Unchecked Guard;
  Checker &All = Checker::instance();
  Access What{Address, Size, (Flags & HETRT_CHECK_WRITES) != 0, Flags & HETRT_CHECK_ATOMIC ? AtomicLock : Locks(0),
              Code,    0};
  if (State == HETRT_CHECK_ITERATION) {
    if (Who.Pass)
      All.inIteration(Who, What);
    else if (Who.Part)
      All.inPart(Who, What);
    return;
  }
  std::lock_guard Lock(All.Turn);
  All.onHost(What);
}

void hetrt_check_access(const volatile void *First, hetrt_uint64 Size, hetrt_uint32 Flags, const void *Where) {
  const auto Address = reinterpret_cast<std::uintptr_t>(const_cast<const void *>(First));
  const auto Code = reinterpret_cast<std::uintptr_t>(Where);
  if (!IsActive || Size == 0)
    return;
  Running &Who = mine();
  if (hetrt_check_state == HETRT_CHECK_ITERATION) [[likely]] {
    if (Address < Who.Frame && Address > reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)))
      return;
    if (Who.Pass && !Who.Held && !(Flags & HETRT_CHECK_ATOMIC)) [[likely]]
      if (TheChecker->isQuick(*Who.Pass, Address, Size, Flags & HETRT_CHECK_WRITES, Code)) [[likely]]
        return;
  }
  accessAtLength(Who, Address, Size, Flags, Code);
}

static Locks bitOf(const void *Which) {
  return static_cast<Locks>(2u << (reinterpret_cast<std::uintptr_t>(Which) / 8 * 2654435761u >> 8) % 15);
}

void hetrt_check_lock(const void *Which) { mine().Held |= bitOf(Which); }
void hetrt_check_unlock(const void *Which) { mine().Held &= static_cast<Locks>(~bitOf(Which)); }

void hetrt_check_barrier(void) {
  if (CheckedPart *Part = mine().Part.get())
    ++Part->Steps;
}

const void *hetrt_check_team(const void *Frame) {
  return reinterpret_cast<const void *>(std::exchange(mine().TeamFrame, reinterpret_cast<std::uintptr_t>(Frame)));
}

void hetrt_check_allocated(const void *First, hetrt_uint64 Size) {
  const Unchecked Here;
  const auto Begin = reinterpret_cast<std::uintptr_t>(First);
  if (Size)
    mine().Blocks[Begin] = Begin + Size;
}
