// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the iterations of a checked pass in a shuffled order, and tells the checker the pass's arrays.
#include "Check/Code.h"
#include "Check/State.h"

#include "Device/RegionTables.h"
#include "Memory/MappedMemory.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <mutex>
#include <numeric>
#include <random>
#include <utility>

namespace hetrt::check {

CheckedPass::CheckedPass(const hetrt_region &Region, std::string Where, const hetrt_call &Call)
    : Location(std::move(Where)), IsHostOnly(Region.flags & HETRT_HOST_ONLY), IsDevices(!IsHostOnly && Region.emulated),
      IsParallel((Call.condition || Call.asked) &&
                 !(Call.num_threads == 1 && Call.in_parallel != HETRT_IN_TEAM && !IsDevices)),
      IsOfTeam(Call.in_parallel == HETRT_IN_TEAM), Space{Call.trip_count, Call.lower, Call.step} {
  begin(/*KeepsLast=*/false, !IsParallel  ? "one thread runs it, or 'hetero' is false, so that nothing was looked for"
                             : IsHostOnly ? "no device can run it, so that only races and memory were looked for"
                                          : "");
  if (Call.in_parallel != HETRT_IN_TEAM && hetrt_check_state == HETRT_CHECK_NOTHING)
    hetrt_check_state = HETRT_CHECK_PASS;
}

CheckedPass::CheckedPass(std::string Where, const IterationSpace &Of) : Location(std::move(Where)), Space(Of) {
  begin(/*KeepsLast=*/true, "it is plain OpenMP, so that only races and memory were looked for");
}

/// Cuts the iterations into pieces and shuffles the pieces. `KeepsLast`: the last piece stays last, since `lastprivate`
/// variables have the values of the loop's last iteration after the loop. `Limit`: what is not checked, and why; empty
/// if everything is checked.
void CheckedPass::begin(bool KeepsLast, const char *Limit) {
  constexpr std::uint64_t Pieces = 61;
  Piece = std::max<std::uint64_t>(1, (Space.TripCount + Pieces - 1) / Pieces);
  Order.resize((Space.TripCount + Piece - 1) / Piece);
  std::iota(Order.begin(), Order.end(), 0);
  Checker &All = Checker::instance();
  std::lock_guard Lock(All.Turn);
  std::mt19937_64 Random(All.Seed + All.NextIteration);
  std::shuffle(Order.begin(), Order.end() - (KeepsLast && !Order.empty()), Random);
  Verdict &Done = All.Found.verdict(Location);
  ++Done.Passes;
  Done.Iterations += Space.TripCount;
  if (*Limit)
    Done.Limit = Limit;
  Since = All.NextIteration;
  All.NextIteration += Space.TripCount;
}

void CheckedPass::isUnknown(const std::string &Why) {
  Checker &All = Checker::instance();
  std::lock_guard Lock(All.Turn);
  All.Found.verdict(Location).Limit = "only races and memory were looked for: " + Why;
  All.Kept.devicesForgetAll(); // cores run the loop and may write any array, so devices drop their copies
}

void CheckedPass::describe(const ResolvedCall &Call) {
  Checker &All = Checker::instance();
  std::lock_guard Lock(All.Turn);
  Described = true;
  if (Verdict &Done = All.Found.verdict(Location); IsHostOnly && !Call.Arrays.empty())
    Done.Limit = "no device can run it";
  Windows.reserve(Call.Arrays.size());
  for (const Array &Each : Call.Arrays) {
    Windows.emplace_back(Each);
    const Bytes Where{Windows.back().begin(), Windows.back().end()};
    if (Windows.back().isNothing()) {
      // A null pointer or an empty array has no elements, so any access to it is wrong. The array gets a window, by
      // which such an access is found, only if devices can run the loop, since such loops use no memory besides their
      // arrays.
      if (!IsDevices || !Each.Info->clause) {
        Windows.pop_back();
        continue;
      }
      for (const NamedArray &There : Named)
        if (There.Name == Each.Info->name)
          Windows.back().placeNothingAt(There.Begin);
      Kept.push_back(false);
      continue;
    }
    // devices keep no copies of rows that lie apart; if they have copies of the same memory for another array, they
    // drop them
    if (Each.Host.RowsAt) {
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
  compareWithDeclarations();
}

/// Reports clauses that name more elements of an array than its declaration has, even if no access uses them.
/// Exception: an array at the end of a struct in the heap may extend beyond its declared size, up to the end of the
/// block.
void CheckedPass::compareWithDeclarations() {
  for (const ArrayWindow &Each : Windows) {
    const auto [First, Last] = Each.declared();
    const Array &Of = Each.array();
    const std::uint64_t Size = std::max<std::uint64_t>(Of.ElementSize, 1);
    const HeapSpan Around = heapAround(First);
    const bool GoesOn = Around.IsBlock && Each.end() <= Around.End;
    if (First != Last && !Each.isNothing() && !Of.Host.RowsAt && Each.end() > Last && !GoesOn)
      clauseFails(Location,
                  fmt::format("{}: wanted at most the {} elements that '{}' is declared with, found {}",
                              clauseOf(*Of.Info), (Last - First) / Size, Of.Info->name, (Each.end() - First) / Size));
  }
}

/// Advances to the next iteration of the piece, or to the first iteration of the next piece. Returns false after the
/// last piece.
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
  Unchecked Here;
  Running &Who = mine();
  Checker &All = Checker::instance();
  if (Who.Pass != this) {
    All.take(Who);
    Outer = Who.Pass;
    OuterFrame = Who.Frame;
    Who.Pass = this;
    if (InTeam || IsOfTeam)
      Who.Frame = Who.TeamFrame ? Who.TeamFrame : endOfStack();
  }
  if (!advance()) {
    Ended = true;
    All.reportStrays(*this);
    Who.Pass = Outer;
    if (!Outer)
      Who.Blocks.clear();
    else
      Who.Frame = OuterFrame;
    Here.continueIn(Outer ? HETRT_CHECK_ITERATION : HETRT_CHECK_NOTHING);
    All.release(Who);
    return false;
  }
  Into = {Now, Now + 1};
  Here.continueIn(HETRT_CHECK_ITERATION);
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
  if (Who.Pass == this) { // the program has left the loop before the last iteration
    Who.Pass = Outer;
    Checker::instance().release(Who);
  }
  hetrt_check_state = Who.Pass ? HETRT_CHECK_ITERATION : HETRT_CHECK_NOTHING;
}

} // namespace hetrt::check

//===-- Loops of OpenMP's ----------------------------------------------------------------------------------------===//

using namespace hetrt::check;

/// The source line of an address, as in "a.c:12"; looked up once for each address.
static const std::string &placeOf(std::uintptr_t Code) {
  // never destroyed, since threads may run until the process ends
  static auto *Known = new std::map<std::uintptr_t, std::string>;
  static std::mutex Lock;
  const std::lock_guard Guard(Lock);
  std::string &Place = (*Known)[Code];
  if (Place.empty())
    Place = linesOf({Code}).at(Code).place();
  return Place;
}

int hetrt_check_is_active(void) { return IsActive; }

void hetrt_check_loop(int Level, hetrt_int64 First, hetrt_uint64 Trips, hetrt_int64 Step, const void *Code) {
  const Unchecked Guard;
  const hetrt::IterationSpace Space{Trips, First, Step};
  mine().Loops.emplace_back(Level,
                            std::make_unique<CheckedPass>(placeOf(reinterpret_cast<std::uintptr_t>(Code)), Space));
}

int hetrt_check_in_loop(int Level) {
  const Running *Own = ifRunning();
  return Own && !Own->Loops.empty() && Own->Loops.back().first == Level;
}

int hetrt_check_loop_next(hetrt_int64 *Value, hetrt_int64 *Step) {
  Running &Who = mine();
  CheckedPass &Pass = *Who.Loops.back().second;
  hetrt_range Now;
  if (Pass.next(0, /*InTeam=*/true, Now)) {
    *Value = Pass.space().value(Now.first);
    *Step = Pass.space().Step;
    return 1;
  }
  const int State = hetrt_check_state;
  Who.Loops.pop_back();
  hetrt_check_state = State;
  return 0;
}
