// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each access against what is known of its bytes, each barrier against the threads of the block.

#include "Observe/Checks.h"

#include "Execute/Access.h"
#include "Execute/Exchange.h"

#include <algorithm>
#include <cstring>

namespace emulator {

void Findings::add(const std::string &Kernel, unsigned Line, const char *Kind,
                   const std::function<std::string()> &Text) {
  std::lock_guard Guard(Lock);
  if (!Known.emplace(Kernel, Line, Kind).second || Known.size() > MostReported + 1)
    return;
  Report(Known.size() > MostReported ? "more findings are not reported" : std::string(Kind) + ": " + Text());
}

std::size_t Findings::count() const {
  std::lock_guard Guard(Lock);
  return Known.size();
}

namespace {

class Checker : public Observer {
public:
  Checker(Findings &Into, Shadow &Global, std::uint32_t LaunchAge, const Block &Of)
      : Into(Into), Global(Global), LaunchAge(LaunchAge), SharedWritten(Of.sharedBytes()) {}

  void blockBegins(const Block &Of) override {
    Order.restart(Of);
    ++BlockAge;
    std::fill(SharedWritten.begin(), SharedWritten.end(), std::byte(0));
  }

  void touches(Warp &W, const Instruction &I, const Touches &Each) override;
  void meets(const Warp &W, const Instruction &I, Lanes Together) override;
  void arrives(const Warp &W, unsigned Barrier, Lanes) override { Order.arrive(W, Barrier); }
  void releases(const Block &Of, unsigned Barrier) override;

private:
  /// One thread's access: where, and for messages.
  struct One {
    Warp &W;
    const Instruction &I;
    Touch Does;
    unsigned Lane, Bytes;
    std::uint64_t Address;
    Space In;
  };
  void report(const One &Of, const char *Kind, const std::string &Why);
  void checkWritten(const One &Of, std::byte *Written);
  void checkRace(const One &Of, Shadow &In, std::uint32_t Age);
  const Stamp *unordered(const One &Of, const Cell &C, const Stamp &Now) const;
  std::string nameOf(const One &Of, const Stamp &Other) const;

  Findings &Into;
  Shadow &Global, OfBlock;
  std::uint32_t LaunchAge, BlockAge = 0;
  std::vector<std::byte> SharedWritten;
  Clocks Order;
};

const char *verbOf(Touch Does) {
  return Does == Touch::Load ? "load" : Does == Touch::Store ? "store" : "atomic update";
}

void Checker::report(const One &Of, const char *Kind, const std::string &Why) {
  const Block &In = Of.W.block();
  Into.add(In.launch().Entry->Name, Of.I.Line, Kind, [&] {
    const std::string Where = Of.In == Space::Global ? " (" + In.launch().Memory->describe(Of.Address) + ")" : "";
    return Of.W.where(Of.Lane) + ": " + describeAccess(verbOf(Of.Does), Of.Bytes, Of.In, Of.Address) + Where + Why;
  });
}

/// Accesses that are out of bounds or misaligned are not looked at: they end the launch.
void Checker::touches(Warp &W, const Instruction &I, const Touches &Each) {
  Block &In = W.block();
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane) {
    if (!(Each.who() >> Lane & 1) || Each.Address[Lane] % Each.Bytes != 0)
      continue;
    const bool IsGlobal = Each.Global >> Lane & 1;
    const One Of{W, I, Each.Does, Lane, Each.Bytes, Each.Address[Lane], IsGlobal ? Space::Global : Space::Shared};
    if (IsGlobal) {
      Range &Known = In.recent(I.Site);
      if (!Known.holds(Of.Address, Of.Bytes) &&
          (!In.launch().Memory->find(Of.Address, Known) || !Known.holds(Of.Address, Of.Bytes)))
        continue;
      if (Known.Written)
        checkWritten(Of, Known.Written + (Of.Address - Known.Begin));
      checkRace(Of, Global, LaunchAge);
    } else if (Of.Address <= SharedWritten.size() && Of.Bytes <= SharedWritten.size() - Of.Address) {
      checkWritten(Of, SharedWritten.data() + Of.Address);
      checkRace(Of, OfBlock, BlockAge);
    }
  }
}

void Checker::checkWritten(const One &Of, std::byte *Written) {
  const auto Is = [](std::byte B) { return B != std::byte(0); };
  if (Of.Does != Touch::Store && !std::all_of(Written, Written + Of.Bytes, Is))
    report(Of, "read before written", ", which nobody has written");
  std::memset(Written, 1, Of.Bytes);
}

std::string Checker::nameOf(const One &Of, const Stamp &Other) const {
  const Launch &L = Of.W.block().launch();
  const Dimensions Index{static_cast<unsigned>(Other.Block % L.Grid.X),
                         static_cast<unsigned>(Other.Block / L.Grid.X % L.Grid.Y),
                         static_cast<unsigned>(Other.Block / L.Grid.X / L.Grid.Y)};
  return "thread " + nameOfThread(L.Threads, Other.Thread) + " of block " + numbers(Index);
}

/// An access before that this one may not meet: a store, or what a store would change.
const Stamp *Checker::unordered(const One &Of, const Cell &C, const Stamp &Now) const {
  const auto Races = [&](const Stamp &Before) {
    return Before.Is && !(Before.IsStrong && Now.IsStrong) && !Order.isOrdered(Before, Now);
  };
  if (Races(C.Write))
    return &C.Write;
  if (Of.Does != Touch::Load)
    for (const Stamp &Each : C.Read)
      if (Races(Each))
        return &Each;
  return nullptr;
}

void Checker::checkRace(const One &Of, Shadow &In, std::uint32_t Age) {
  const Stamp Now = Order.now(Of.W, Of.Lane, Of.I.How.IsStrong);
  bool IsReported = false;
  for (Cell &C : In.cells(Of.Address, Of.Bytes)) {
    if (C.Age != Age)
      C = {.Age = Age};
    if (const Stamp *Other = IsReported ? nullptr : unordered(Of, C, Now)) {
      IsReported = true;
      report(Of, "race",
             ", which " + nameOf(Of, *Other) +
                 (Other == &C.Write ? " writes at ptx line " + std::to_string(C.WrittenAt) : std::string(" reads")) +
                 ", and no barrier is between");
    }
    const bool Stores = Of.Does != Touch::Load;
    if (!IsReported && (Stores ? C.IsReadOnly : C.Write.Is && Of.I.How.IsNonCoherent)) {
      IsReported = true;
      report(Of, "write of read-only memory",
             Stores ? ", which the launch loads as read-only (ld.global.nc)"
                    : ", as read-only, which the launch writes at ptx line " + std::to_string(C.WrittenAt));
    }
    if (Of.Does != Touch::Store)
      C.noteRead(Now);
    C.IsReadOnly |= Of.I.How.IsNonCoherent;
    if (Stores)
      C.Write = Now, C.WrittenAt = Of.I.Line;
  }
}

/// Only barriers order memory: shuffles and votes do not.
void Checker::meets(const Warp &W, const Instruction &I, Lanes Together) {
  if (!I.Execute)
    Order.meet(W, Together);
  if (!isShuffle(I))
    return;
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
    if (const auto From = Together >> Lane & 1 ? shuffleSource(W, I, Lane) : std::nullopt;
        From && !(Together >> *From & 1))
      Into.add(W.block().launch().Entry->Name, I.Line, "shuffle", [&] {
        return W.where(Lane) + ": takes the value of lane " + std::to_string(*From) + ", which takes no part";
      });
}

/// A barrier that is for all threads of the block is one instruction for all of them, and all of them come to it.
void Checker::releases(const Block &Of, unsigned Barrier) {
  Order.release(Of, Barrier);
  if (!Of.isForAll(Barrier))
    return;
  const auto Add = [&](const Warp &W, const Group &G, const std::string &Why) {
    const Function &In = *G.In->Of;
    Into.add(Of.launch().Entry->Name, In.Code[G.Next - 1].Line, "barrier",
             [&] { return W.where(W.anyOf(G.Who), In, G.Next - 1) + ": " + Why; });
  };
  const Group *First = nullptr;
  for (const auto &Each : Of.warps())
    for (const Group &G : Each->groups()) {
      if (G.State != Group::AtBarrier || G.Barrier != Barrier || !G.Who)
        continue;
      const std::uint64_t Ended = Of.launch().Threads.count() - Of.threadsAlive();
      if (!First && Ended)
        Add(*Each, G, std::to_string(Ended) + " threads of the block have ended before this barrier");
      First = First ? First : &G;
      if (G.In->Of != First->In->Of || G.Next != First->Next)
        Add(*Each, G,
            "other threads of the block wait at ptx line " + std::to_string(First->In->Of->Code[First->Next - 1].Line) +
                " for this barrier");
    }
}

} // namespace

Checks::Checks(Findings &Into, CheckedMemory &Memory) : Into(Into), Memory(Memory), Running(Memory.OneLaunch) {
  ++Memory.Launches;
}

std::unique_ptr<Observer> Checks::observe(const Block &Of) {
  return std::make_unique<Checker>(Into, Memory.Global, Memory.Launches, Of);
}

} // namespace emulator
