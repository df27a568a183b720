// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compares each access with what is recorded of its bytes (whether they were written, and the last accesses), and
// checks at each barrier that all threads of the block have reached it.

#include "Observe/Checks.h"

#include "Execute/Access.h"
#include "Execute/Exchange.h"
#include "Observe/Undefined.h"

#include <algorithm>
#include <map>
#include <utility>

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
      : Into(Into), Global(Global), Kernel(Of.launch().Entry->Name), LaunchAge(LaunchAge),
        SharedWritten(Of.sharedBytes()), Undefined(Of.warps().size()) {}
  Checker(const Checker &) = delete;
  Checker &operator=(const Checker &) = delete;
  ~Checker() override { reportUnchecked(); }

  void blockBegins(const Block &Of) override;
  void executes(const Warp &W, const Instruction &I, Lanes Who) override;
  void touches(Warp &W, const Instruction &I, const Touches &Each) override;
  void meets(const Warp &W, const Instruction &I, Lanes Together) override;
  void arrives(const Warp &W, unsigned Barrier, Lanes) override { Order.arrive(W, Barrier); }
  void releases(const Block &Of, unsigned Barrier) override;

private:
  /// An access by one thread, with the data for messages.
  struct One {
    Warp &W;
    const Instruction &I;
    Touch Does;
    unsigned Lane, Bytes;
    std::uint64_t Address;
    Space In;
  };
  std::string describe(const One &Of, const std::string &Why) const;
  void report(const One &Of, const char *Kind, const std::string &Why);

  void checkWritten(const One &Of, std::byte *Written, std::array<UndefinedValue, 4> &Loaded);
  void useUndefined(unsigned LoadedAt);

  void checkRace(const One &Of, Shadow &In, std::uint32_t Age);
  const Stamp *unordered(const One &Of, const Cell &C, const Stamp &Now) const;
  bool waitsForCheck(const One &Of, const Cell &C, const Stamp &Other, const std::string &Why);
  void noteChecked(const One &Of);
  void reportUnchecked();
  std::string nameOf(const One &Of, const Stamp &Other) const;

  Findings &Into;
  Shadow &Global;
  Shadow OfBlock;
  const std::string Kernel;
  std::uint32_t LaunchAge, BlockAge = 0;
  Clocks Order;

  std::vector<std::byte> SharedWritten;
  std::vector<UndefinedRegisters> Undefined;      // for each warp
  std::map<unsigned, std::string> UndefinedLoads; // for each line of the PTX text, the first load of undefined bytes

  /// Plain loads of a value that other threads update atomically. Such a load is no race if the same thread then
  /// updates the value by a compare-and-swap: loops of compare-and-swap begin in this way. Until the update, the map
  /// has the line of the load, by thread and address.
  std::map<std::pair<unsigned, std::uint64_t>, unsigned> Unchecked;
  std::map<unsigned, std::string> UncheckedLoads;
};

const char *verbOf(Touch Does) {
  return Does == Touch::Load ? "load" : Does == Touch::Store ? "store" : "atomic update";
}

std::string Checker::describe(const One &Of, const std::string &Why) const {
  const GlobalMemory &Memory = *Of.W.block().launch().Memory;
  const std::string Where = Of.In == Space::Global ? " (" + Memory.describe(Of.Address) + ")" : "";
  return Of.W.where(Of.Lane) + ": " + describeAccess(verbOf(Of.Does), Of.Bytes, Of.In, Of.Address) + Where + Why;
}

void Checker::report(const One &Of, const char *Kind, const std::string &Why) {
  Into.add(Kernel, Of.I.Line, Kind, [&] { return describe(Of, Why); });
}

void Checker::blockBegins(const Block &Of) {
  reportUnchecked();
  Order.restart(Of);
  ++BlockAge;
  std::fill(SharedWritten.begin(), SharedWritten.end(), std::byte(0));
  for (UndefinedRegisters &Each : Undefined)
    Each.clear();
}

/// Checks one access of the threads of a warp. Accesses that are out of bounds or misaligned are skipped, since they
/// end the launch anyway.
void Checker::touches(Warp &W, const Instruction &I, const Touches &Each) {
  Block &In = W.block();
  std::array<UndefinedValue, 4> Loaded;
  for (UndefinedValue &Value : Loaded)
    Value.In = &W.frame(), Value.All = static_cast<std::uint8_t>((1u << sizeOf(I.How.Of)) - 1), Value.LoadedAt = I.Line;
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
        checkWritten(Of, Known.Written + (Of.Address - Known.Begin), Loaded);
      checkRace(Of, Global, LaunchAge);
    } else if (Of.Address <= SharedWritten.size() && Of.Bytes <= SharedWritten.size() - Of.Address) {
      checkWritten(Of, SharedWritten.data() + Of.Address, Loaded);
      checkRace(Of, OfBlock, BlockAge);
    }
  }
  for (unsigned C = 0; C < I.How.Count && Each.Does == Touch::Load; ++C) {
    Loaded[C].At = I.To[C];
    Undefined[W.number()].add(Loaded[C]);
  }
}

// ---- What was never written ----------------------------------------------------------------------------------------

/// Checks whether bytes that an access reads were ever written. A load or a store only copies undefined bytes; an
/// atomic update computes with them, which is a finding.
void Checker::checkWritten(const One &Of, std::byte *Written, std::array<UndefinedValue, 4> &Loaded) {
  const unsigned Bytes = sizeOf(Of.I.How.Of);
  if (Of.Does == Touch::Update) {
    if (std::all_of(Written, Written + Of.Bytes, [](std::byte B) { return B == std::byte(0); }))
      report(Of, "read before written", ", which nobody has written");
    std::fill_n(Written, Of.Bytes, std::byte(1));
    return;
  }
  const UndefinedRegisters &Known = Undefined[Of.W.number()];
  for (unsigned B = 0; B < Of.Bytes; ++B) {
    const unsigned C = B / Bytes, Bit = 1u << B % Bytes;
    const bool IsWritten = Written[B] != std::byte(0);
    if (Of.Does == Touch::Store) {
      const UndefinedValue *Value = Known.empty() ? nullptr : Known.find(Of.W.frame(), Of.I.From[1 + C]);
      Written[B] = std::byte(!Value || !(Value->Bytes[Of.Lane] & Bit));
    } else if (!IsWritten) {
      Loaded[C].Bytes[Of.Lane] = static_cast<std::uint8_t>(Loaded[C].Bytes[Of.Lane] | Bit);
      if (!UndefinedLoads.count(Of.I.Line))
        UndefinedLoads[Of.I.Line] = describe(Of, ", which nobody has written");
    }
  }
}

void Checker::useUndefined(unsigned LoadedAt) {
  Into.add(Kernel, LoadedAt, "read before written", [&] { return UndefinedLoads[LoadedAt]; });
}

/// Checks whether an instruction computes with undefined bytes. Moves, conversions and stores only copy them; all other
/// instructions compute with them.
void Checker::executes(const Warp &W, const Instruction &I, Lanes Who) {
  UndefinedRegisters &Known = Undefined[W.number()];
  if (Known.empty() || !Who)
    return;
  const bool Copies = I.Counted == Class::Move || I.Counted == Class::Conversion;
  const bool IsWhole = I.To[1] == NoSlot && I.From[1] == NoSlot;
  UndefinedValue Copied;
  for (std::size_t F = 0; F < I.From.size(); ++F) {
    const UndefinedValue *Value = I.From[F] == NoSlot ? nullptr : Known.find(W.frame(), I.From[F]);
    if (!Value || !(Value->who() & Who) || (I.Does == Touch::Store && F > 0))
      continue;
    const unsigned LoadedAt = Value->LoadedAt;
    if (!Copies) {
      if (Value->whole() & Who)
        useUndefined(LoadedAt);
      Known.define(W.frame(), I.From[F], Who);
      continue;
    }
    Copied.In = &W.frame(), Copied.LoadedAt = LoadedAt;
    Copied.All = IsWhole ? Value->All : 0xFF;
    for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
      if (Who >> Lane & 1 && Value->Bytes[Lane])
        Copied.Bytes[Lane] = IsWhole ? Value->Bytes[Lane] : Value->Bytes[Lane] == Value->All ? 0xFF : 0x7F;
  }
  for (const Slot To : I.To)
    if (To != NoSlot) {
      Known.define(W.frame(), To, Who);
      Copied.At = To;
      Known.add(Copied);
    }
}

// ---- Races ---------------------------------------------------------------------------------------------------------

std::string Checker::nameOf(const One &Of, const Stamp &Other) const {
  const Launch &L = Of.W.block().launch();
  const Dimensions Index{static_cast<unsigned>(Other.Block % L.Grid.X),
                         static_cast<unsigned>(Other.Block / L.Grid.X % L.Grid.Y),
                         static_cast<unsigned>(Other.Block / L.Grid.X / L.Grid.Y)};
  return "thread " + nameOfThread(L.Threads, Other.Thread) + " of block " + numbers(Index);
}

/// Returns an earlier access that races with the access `Of`; null if there is none. If `Of` is a load, only earlier
/// stores can race with it.
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
  const bool Stores = Of.Does != Touch::Load;
  if (Of.Does == Touch::Update)
    noteChecked(Of);
  bool IsReported = false;
  for (Cell &C : In.cells(Of.Address, Of.Bytes)) {
    if (C.Age != Age)
      C = {.Age = Age};
    if (const Stamp *Other = IsReported ? nullptr : unordered(Of, C, Now)) {
      IsReported = true;
      const std::string Why =
          ", which " + nameOf(Of, *Other) +
          (Other == &C.Write ? " writes at ptx line " + std::to_string(C.WrittenAt) : std::string(" reads")) +
          ", and no barrier is between";
      if (!waitsForCheck(Of, C, *Other, Why))
        report(Of, "race", Why);
    }
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

/// Whether a race is between a plain load and an atomic update. It is not reported yet, since the thread of the load
/// may still check the loaded value by a compare-and-swap.
bool Checker::waitsForCheck(const One &Of, const Cell &C, const Stamp &Other, const std::string &Why) {
  const bool Loads = Of.Does == Touch::Load && Other.IsStrong && &Other == &C.Write;
  const bool Updates = Of.Does == Touch::Update && &Other != &C.Write && Order.isOfThisBlock(Other);
  if (!Loads && !Updates)
    return false;
  const unsigned Mine = Of.W.number() * WarpSize + Of.Lane;
  Unchecked[{Loads ? Mine : static_cast<unsigned>(Other.Thread), Of.Address}] = Of.I.Line;
  if (!UncheckedLoads.count(Of.I.Line))
    UncheckedLoads[Of.I.Line] = describe(Of, Why);
  return true;
}

void Checker::noteChecked(const One &Of) {
  if (!Unchecked.empty())
    Unchecked.erase({Of.W.number() * WarpSize + Of.Lane, Of.Address});
}

void Checker::reportUnchecked() {
  for (const auto &[Who, Line] : Unchecked)
    Into.add(Kernel, Line, "race", [&, At = Line] { return UncheckedLoads[At]; });
  Unchecked.clear();
}

// ---- Barriers and shuffles -----------------------------------------------------------------------------------------

/// If the instruction is a barrier of the warp, it orders accesses to memory; shuffles and votes do not.
void Checker::meets(const Warp &W, const Instruction &I, Lanes Together) {
  if (!I.Execute)
    Order.meet(W, Together);
  if (!isShuffle(I))
    return;
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
    if (const auto From = Together >> Lane & 1 ? shuffleSource(W, I, Lane) : std::nullopt;
        From && !(Together >> *From & 1))
      Into.add(Kernel, I.Line, "shuffle", [&] {
        return W.where(Lane) + ": takes the value of lane " + std::to_string(*From) + ", which takes no part";
      });
}

/// Called when a barrier lets its threads go on. If the barrier is for all threads of the block, all threads must have
/// executed the same barrier instruction, and none may have ended; otherwise this is a finding.
void Checker::releases(const Block &Of, unsigned Barrier) {
  Order.release(Of, Barrier);
  if (!Of.isForAll(Barrier))
    return;
  const auto Add = [&](const Warp &W, const Group &G, const std::string &Why) {
    const Function &In = *G.In->Of;
    Into.add(Kernel, In.Code[G.Next - 1].Line, "barrier",
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
