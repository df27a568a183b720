// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks each access of the program. Accesses of iterations are checked against the windows of arrays, other
// iterations' accesses (races), and the state of copies that devices keep. Accesses of the host outside of loops are
// checked only against the latter.
#include "Check/Code.h"
#include "Check/State.h"

#include "Device/RegionTables.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace hetrt::check {

/// The entry of the table for the instruction at `Code`. The entry may hold the state of another instruction with the
/// same hash.
static InstructionState &instructionState(std::array<InstructionState, 256> &All, std::uintptr_t Code) {
  return All[(Code >> 1) % All.size()];
}

/// Adds a race to the findings. `Site`: the place in the code at which the thread of a team allocated the memory, or
/// null. If another thread of the team allocates memory at this place later, Findings::report() leaves the race out.
void Checker::race(const CheckedPass &Pass, const Access &What, const Conflict &With,
                   const std::shared_ptr<const TeamSite> &Site) {
  const std::string Of = Site ? fmt::format("{:x}", Site->Place) : "";
  if (Found.again(Kind::Race, Pass.Location, What.Code, With.Code, Of))
    return;
  Found.add({Kind::Race, Pass.Location, What.Code, With.Code,
             fmt::format("{} is {} at %1 in iteration {}, and {} at %2 in iteration {}",
                         Pass.nameOf(With.Address, What.Bytes), verb(What.Writes), Pass.Space.value(Pass.Now),
                         verb(With.Wrote), Pass.Space.value(With.Iteration - Pass.Since)),
             1, Of, Site});
}

/// The named array (see name()) with the largest address that is not above this address; null if there is none.
const NamedArray *CheckedPass::namedBefore(std::uintptr_t Address) const {
  const NamedArray *Nearest = nullptr;
  for (const NamedArray &Each : Named)
    if (Each.Begin <= Address && (!Nearest || Each.Begin > Nearest->Begin))
      Nearest = &Each;
  return Nearest;
}

/// The address at which that array begins whose name nameOf() uses for this address; 0 if there is none.
std::uintptr_t CheckedPass::arrayNear(std::uintptr_t Address) const {
  for (const ArrayWindow &Each : Windows)
    if (Each.contains(Address))
      return reinterpret_cast<std::uintptr_t>(Each.array().pointer());
  const NamedArray *Nearest = namedBefore(Address);
  return Nearest ? Nearest->Begin : 0;
}

std::string CheckedPass::nameOf(std::uintptr_t Address, std::size_t Size) const {
  for (const ArrayWindow &Each : Windows)
    if (Each.contains(Address))
      return Each.element(Address);
  if (const NamedArray *Nearest = namedBefore(Address))
    return fmt::format("{}[{}]", Nearest->Name, (Address - Nearest->Begin) / Nearest->ElementSize);
  if (const std::string Variable = variableAt(Address); !Variable.empty())
    return Variable;
  const bool OfStack = Address > reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) && Address < endOfStack();
  return fmt::format("{} of {} bytes in no array of the loop", OfStack ? "a variable" : "memory", Size);
}

/// Returns the access without the elements at its beginning that the iteration may access, so that it begins with an
/// element that the iteration must not access.
static Access firstOutside(const ArrayWindow &In, Access What) {
  const std::size_t Size = std::max<std::size_t>(In.array().ElementSize, 1);
  for (; What.Bytes > Size && In.allows(What.Address, Size, What.Writes); What.Bytes -= Size)
    What.Address += Size;
  return What;
}

/// The name of the array and the kind of access, as in "x read", for Finding::Subject.
static std::string done(const ArrayWindow &To, const Access &What) {
  return fmt::format("{} {}", To.array().Info->name, verb(What.Writes));
}

void Checker::window(CheckedPass &Pass, ArrayWindow &In, const Access &All) {
  const Access What = firstOutside(In, All);
  if (!What.Writes && Races.hasWritten(What.Address, What.Bytes, What.Iteration))
    return;
  const bool Old = !What.Writes && !In.readsAny() && !In.isNothing();
  const Kind Class = Old ? Kind::OldValue : Kind::Window;
  if (Found.again(Class, Pass.Location, What.Code, 0, done(In, What)))
    return;
  const std::string Whose = clauseOf(*In.array().Info);
  Found.add({Class, Pass.Location, What.Code, 0,
             Old ? fmt::format("{}: {} is read at %1 in iteration {}, which has not written it, and nothing moves in",
                               Whose, In.element(What.Address), Pass.Space.value(Pass.Now))
                 : fmt::format("{}: {} is {} at %1 in iteration {}, which may {} {}", Whose, In.element(What.Address),
                               verb(What.Writes), Pass.Space.value(Pass.Now), What.Writes ? "write" : "read",
                               In.text(What.Writes)),
             1, done(In, What)});
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

/// Checks the access against the windows of the pass. If the windows of several arrays contain the address, it is
/// enough if one of them allows the access.
void Checker::checkWindows(CheckedPass &Pass, const Access &What) {
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
  if (In && !In->isPlaced())
    place(Pass, *In, What);
  if (In && !Allowed)
    window(Pass, *In, What);
  else if (In && In->isCut() && What.Address + What.Bytes > In->end())
    reportBeyondArray(Pass, *In, {.Address = In->end(), .Writes = What.Writes, .Code = What.Code}, Pass.Now);
  if (In)
    touches(Pass, What, Number);
  else if (Pass.Windows.empty())
    inHeap(Pass, What);
  else
    noteStray(Pass, What);
}

//===-- Behind the ends of arrays --------------------------------------------------------------------------------===//
//
// Memory behind an array may belong to another object. But if an instruction has accessed an array before, and now
// accesses memory near the array, the access is assumed to be meant for the array.

/// Whether the access, whose address is outside of the array, may be meant for an element of the array: its distance
/// from the array is less than the array's length (or a page, if that is more) and a whole number of elements. If no
/// device can run the loop, its body may use memory outside of its arrays; the function then returns true only if
/// place() has cut the window and the address is in no block of the heap.
bool Checker::isNear(const CheckedPass &Pass, const ArrayWindow &Of, const Access &What) {
  if (!(Pass.Described && Pass.IsDevices) && (!Of.isCut() || heapAround(What.Address).IsBlock))
    return false;
  if (Of.array().Host.RowsAt)
    return Of.isBehindRow(What.Address);
  const std::uintptr_t Reach = std::max<std::uintptr_t>(Of.end() - Of.begin(), 4096);
  const bool Before = What.Address < Of.begin();
  const std::uintptr_t Distance = Before ? Of.begin() - What.Address : What.Address - Of.begin();
  return (Before ? Distance : What.Address - Of.end()) <= Reach &&
         (Of.isCut() || Distance % Of.array().ElementSize == 0);
}

/// Finds the block of the heap in which the array lies: the block that contains the first access to the array's window
/// that is in any block. Cuts the window to this block, since clauses may name more elements than were allocated,
/// before and behind the block. Windows whose rows are reached through pointers are not cut, since each row may be a
/// block.
void Checker::place(CheckedPass &Pass, ArrayWindow &In, const Access &What) {
  const HeapSpan Where = heapAround(What.Address);
  const auto IsOf = [&](const auto &Each) { return std::get<0>(Each) == &In; };
  constexpr std::ptrdiff_t Enough = 8;
  if ((In.array().Info->flags & HETRT_ROWS) || In.isNothing()) {
    In.placeAnywhere();
  } else if (Where.IsBlock) {
    In.place(Where.Begin, Where.End);
    for (const auto &[Of, Stray, Iteration] : Pass.Unplaced)
      if (Of == &In && isOfHeap(Where, Stray.Address) && !heapAround(Stray.Address).IsBlock)
        reportBeyondArray(Pass, In, Stray, Iteration);
    std::erase_if(Pass.Unplaced, IsOf);
  } else if (std::ranges::count_if(Pass.Unplaced, IsOf) < Enough) {
    Pass.Unplaced.emplace_back(&In, What, Pass.Now);
  } else { // the array is not in the heap, or the loop accesses only memory beside the array's block
    for (const auto &[Of, Stray, Iteration] : Pass.Unplaced)
      if (Of == &In)
        judgeBesideBlocks(Pass, Stray, Iteration);
    In.placeAnywhere();
    std::erase_if(Pass.Unplaced, IsOf);
  }
}

/// For which array an access outside of all windows is meant. `Known` is an array that the same instruction has
/// accessed, or that lies near. If the access is in a gap of the heap that does not adjoin the block of `Known`, it is
/// meant for the array whose block ends where the gap begins: one instruction may access several arrays.
const ArrayWindow &Checker::nextTo(const CheckedPass &Pass, const ArrayWindow &Known, const Access &What) {
  const HeapSpan Gap = heapAround(What.Address), Own = heapAround(Known.begin());
  if (Gap.IsBlock || !Own.IsBlock || Own.End == Gap.Begin || Own.Begin == Gap.End)
    return Known;
  const auto Of = std::ranges::find_if(Pass.Windows, [&](const ArrayWindow &Each) {
    const HeapSpan Block = heapAround(Each.begin());
    return Block.IsBlock && Block.End == Gap.Begin;
  });
  return Of == Pass.Windows.end() ? Known : *Of;
}

void Checker::touches(CheckedPass &Pass, const Access &What, std::size_t Window) {
  InstructionState &Known = instructionState(Pass.Instructions, What.Code);
  if (Known.Code == What.Code && Known.Window != InstructionState::None) {
    Known.Window = Window;
    return;
  }
  Known = {What.Code, Window};
  if (const auto Earlier = Pass.Astray.find(What.Code); Earlier != Pass.Astray.end()) {
    const auto &[Stray, Iteration] = Earlier->second;
    if (isNear(Pass, Pass.Windows[Window], Stray))
      reportBeyondArray(Pass, nextTo(Pass, Pass.Windows[Window], Stray), Stray, Iteration);
    Pass.Astray.erase(Earlier);
  }
}

void Checker::noteStray(CheckedPass &Pass, const Access &What) {
  InstructionState &Known = instructionState(Pass.Instructions, What.Code);
  if (Known.Code != What.Code)
    Known = {What.Code, InstructionState::None};
  if (Known.Window == InstructionState::None)
    Pass.Astray.try_emplace(What.Code, What, Pass.Now);
  else if (isNear(Pass, Pass.Windows[Known.Window], What))
    reportBeyondArray(Pass, nextTo(Pass, Pass.Windows[Known.Window], What), What, Pass.Now);
}

/// Whether the access, outside of the block but in the allocator's memory, is close to the block: its address would
/// belong to the block if this were twice as long (or a page longer, if that is more), or began 64 bytes earlier.
static bool isBeside(const HeapSpan &Block, const Access &What) {
  constexpr std::uintptr_t Page = 4096, Little = 64;
  if (!isOfHeap(Block, What.Address))
    return false;
  return What.Address >= Block.End ? What.Address - Block.End < std::max(Block.End - Block.Begin, Page)
                                   : Block.Begin - What.Address <= Little;
}

/// For an access beside a block: by how many bytes it begins before the block, or ends behind it.
static std::uintptr_t beyond(const HeapSpan &Block, const Access &What) {
  return What.Address < Block.Begin ? Block.Begin - What.Address : What.Address + What.Bytes - Block.End;
}

/// For an access in no block of the heap: returns the block for which it is meant. This is the block at the address
/// `Array` or, if the access is not beside that block, the nearer of the two neighbouring blocks. Returns a gap if the
/// address does not belong to the allocator's memory.
static HeapSpan blockBeside(const Access &What, std::uintptr_t Array) {
  const HeapSpan Gap = heapAround(What.Address);
  const auto IsMeant = [&](const HeapSpan &Block) { return !Gap.IsBlock && Block.IsBlock && isBeside(Block, What); };
  if (const HeapSpan Block = heapAround(Array); IsMeant(Block))
    return Block;
  const HeapSpan Before = heapAround(Gap.Begin - 1), Behind = heapAround(Gap.End);
  if (IsMeant(Before) && IsMeant(Behind))
    return beyond(Before, What) <= beyond(Behind, What) ? Before : Behind;
  return IsMeant(Before) ? Before : IsMeant(Behind) ? Behind : HeapSpan{};
}

/// Called for an instruction that has accessed no block of the heap: reports the access if its address belongs to the
/// allocator's memory.
void Checker::judgeBesideBlocks(const CheckedPass &Pass, const Access &What, std::uint64_t Iteration) {
  if (const HeapSpan Block = blockBeside(What, Pass.arrayNear(What.Address)); Block.IsBlock)
    reportBesideBlock(Pass, Block, What, Iteration);
}

/// Called for an instruction that has accessed no window at all: whether the access is certainly meant for an element
/// of this array. This follows from the array's declaration or, for an array in the heap, from the block in which the
/// array lies.
bool Checker::isSurelyOf(const CheckedPass &Pass, const ArrayWindow &Of, const Access &What) {
  const std::uint64_t Size = Of.array().ElementSize;
  if (!Pass.Described || !Pass.IsDevices || Of.array().Host.RowsAt || Of.isNothing() || What.Bytes != Size ||
      (What.Address - Of.begin()) % Size != 0)
    return false;
  if (const auto [First, Last] = Of.declared(); First != Last)
    return What.Address >= First && What.Address < Last;
  const HeapSpan Block = heapAround(Of.begin()), There = heapAround(What.Address);
  return Block.IsBlock && What.Address >= Of.begin() && (There == Block || (!There.IsBlock && isBeside(Block, What)));
}

/// Called at the end of the pass: reports instructions that have accessed arrays of the pass only outside of the
/// arrays' windows.
void Checker::reportStrays(CheckedPass &Pass) {
  for (const auto &[Code, Stray] : Pass.Astray) {
    const auto &[What, Iteration] = Stray;
    const auto Of = std::ranges::find_if(Pass.Windows, [&](const auto &Each) { return isSurelyOf(Pass, Each, What); });
    if (Of != Pass.Windows.end())
      reportBeyondArray(Pass, nextTo(Pass, *Of, What), What, Iteration);
    else
      judgeBesideBlocks(Pass, What, Iteration);
  }
  Pass.Astray.clear();
  for (const auto &[Of, What, Iteration] : Pass.Unplaced)
    judgeBesideBlocks(Pass, What, Iteration);
  Pass.Unplaced.clear();
}

void Checker::reportBeyondArray(const CheckedPass &Pass, const ArrayWindow &Of, const Access &What,
                                std::uint64_t Iteration) {
  // If no clause states how long the array is, it ends at the end of its block.
  const HeapSpan Block = heapAround(Of.begin());
  const bool IsBlock = Block.IsBlock && !Block.contains(What.Address) && !Of.array().Info->clause;
  const Kind Class = Of.isCut() || IsBlock ? Kind::Outside : Kind::Window;
  if (Found.again(Class, Pass.Location, What.Code, 0, done(Of, What)))
    return;
  const std::string Has = Class == Kind::Window       ? fmt::format(", outside of the array, which has {}", Of.whole())
                          : What.Address < Of.begin() ? fmt::format("; the memory that was allocated begins with {}",
                                                                    Of.element(IsBlock ? Block.Begin : Of.begin()))
                                                      : fmt::format("; the memory that was allocated ends before {}",
                                                                    Of.element(IsBlock ? Block.End : Of.end()));
  Found.add({Class, Pass.Location, What.Code, 0,
             fmt::format("{}: {} is {} at %1 in iteration {}{}", clauseOf(*Of.array().Info), Of.element(What.Address),
                         verb(What.Writes), Pass.Space.value(Iteration), Has),
             1, done(Of, What)});
}

//===-- Beside blocks of the heap --------------------------------------------------------------------------------===//
//
// In passes whose arrays are not known: if an instruction has accessed a block of the heap, and then accesses memory
// near this block that belongs to no block, the access is assumed to be meant for the block and is a finding. In all
// passes: if an instruction accesses the allocator's memory only outside of blocks, the accesses are assumed to be
// meant for the block beside them.

void Checker::inHeap(CheckedPass &Pass, const Access &What) {
  InstructionState &Known = instructionState(Pass.Instructions, What.Code);
  if (Known.Code != What.Code)
    Known = {.Code = What.Code};
  Known.Version = heapVersion();
  Known.In = heapAround(What.Address);
  if (!Known.In.IsBlock) {
    if (!Known.Block.IsBlock)
      Pass.Astray.try_emplace(What.Code, What, Pass.Now);
    else if (isBeside(Known.Block, What) && heapAround(Known.Block.Begin) == Known.Block)
      reportBesideBlock(Pass, Known.Block, What, Pass.Now);
    return;
  }
  Known.Block = Known.In;
  if (What.Address + What.Bytes > Known.In.End)
    reportBesideBlock(Pass, Known.In, What, Pass.Now);
  if (const auto Earlier = Pass.Astray.find(What.Code); Earlier != Pass.Astray.end()) {
    const auto &[Stray, Iteration] = Earlier->second;
    if (isBeside(Known.In, Stray) && !heapAround(Stray.Address).IsBlock)
      reportBesideBlock(Pass, Known.In, Stray, Iteration);
    Pass.Astray.erase(Earlier);
  }
}

void Checker::reportBesideBlock(const CheckedPass &Pass, const HeapSpan &Block, const Access &What,
                                std::uint64_t Iteration) {
  if (Found.again(Kind::Outside, Pass.Location, What.Code, 0))
    return;
  const bool Before = What.Address < Block.Begin;
  const std::uintptr_t Distance = beyond(Block, What);
  Found.add({Kind::Outside, Pass.Location, What.Code, 0,
             fmt::format("{} is {} at %1 in iteration {}, {} byte{} {} of the {} that were allocated",
                         Pass.nameOf(What.Address, What.Bytes), verb(What.Writes), Pass.Space.value(Iteration),
                         Distance, Distance == 1 ? "" : "s", Before ? "before the first" : "behind the last",
                         Block.End - Block.Begin)});
}

/// The fast path for most accesses: returns true if the instruction accesses the same window as before, the window
/// allows the access, and there is no conflict. If it returns false, the caller uses inIteration(). Does not allocate
/// memory.
inline bool Checker::isQuick(CheckedPass &Pass, std::uintptr_t Address, std::size_t Size, bool Writes,
                             std::uintptr_t Code) {
  if (!Pass.IsParallel)
    return true;
  const InstructionState &Known = instructionState(Pass.Instructions, Code);
  if (Known.Code != Code)
    return false;
  if (Pass.Windows.empty()) {
    if (!Known.In.contains(Address) || Address + Size > Known.In.End || Known.Version != heapVersion())
      return false;
  } else {
    if (Known.Window != InstructionState::None) {
      ArrayWindow &In = Pass.Windows[Known.Window];
      if (!In.isPlaced() || !In.contains(Address) || Address + Size > In.end() ||
          !(In.isAt(Pass.Now) || In.shiftTo(Pass.Now)) || !In.allowsAtOnce(Address, Size, Writes))
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
  checkWindows(Pass, What);
  Conflict With;
  if (!Races.note(What, Pass.Since, With)) [[likely]]
    return;
  const std::shared_ptr<const TeamSite> Site = siteOfMine(What.Address);
  if (isAllocatedHere(Who, What.Address) || isThreadLocal(What.Address) || (Site && Site->IsOfEachThread)) {
    Races.forget(What.Address, What.Bytes);
    return;
  }
  race(Pass, What, With, Site);
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

} // namespace hetrt::check

//===-- What instrumented code calls -----------------------------------------------------------------------------===//

using namespace hetrt::check;

/// Checks an access for which the fast path in hetrt_check_access() gave no result.
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

/// The bit that stands for a lock in a set of locks: one of the bits 1 to 15, chosen by a hash of the lock's address.
/// Bit 0 is AtomicLock.
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
