// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks accesses in `partition` blocks: compares the accesses of one part (the share of one thread) with those of
// other parts, and takes into account the barriers and exchanges of padding between the accesses.
#include "Check/State.h"

#include "Device/RegionTables.h"

#include <fmt/format.h>
#include <utility>

namespace hetrt::check {

void Checker::inPart(Running &Who, const Access &What) {
  CheckedPart &Part = *Who.Part;
  ArrayWindow *In = nullptr; // the array at the address; if several arrays share the memory, one that the block writes
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
      if (Made->Windows.back().isNothing())
        Made->Windows.pop_back();
      else if (Number == 0)
        All.Kept.devicesGet(Where); // at the beginning of the block, its parts get copies of the present values
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
  Running *Own = ifRunning();
  if (!Own || !Own->InLoop)
    return;
  Own->InLoop = false;
  hetrt_check_state = HETRT_CHECK_NOTHING;
  Checker::instance().release(*Own);
}

void exchanged(const void *Base) {
  Running *Own = ifRunning();
  if (!Own || !Own->Part)
    return;
  CheckedPart &Part = *Own->Part;
  ++Part.Steps;
  for (const ArrayWindow &Each : Part.Windows)
    if (Each.contains(reinterpret_cast<std::uintptr_t>(Base)))
      ++Part.Exchanges[Each.begin()];
}

void leavePart() {
  Running *Own = ifRunning();
  if (!Own || !Own->Part)
    return;
  Checker &All = Checker::instance();
  std::lock_guard Lock(All.Turn);
  Own->Part.reset(Own->Part->Outer);
}

} // namespace hetrt::check
