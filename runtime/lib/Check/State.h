// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Private to runtime/lib/Check: the state that its files share. There is one Checker, which has the findings and the
// records of memory, and one Running for each thread, which says which pass, or which part of a `partition` block, the
// thread computes.
#ifndef HETRT_CHECK_STATE_H
#define HETRT_CHECK_STATE_H

#include "Check/Checker.h"
#include "Trace/OfThread.h"

#include <mutex>
#include <utility>

namespace hetrt::check {

/// What the checker records of a byte that a `partition` block uses: the part that wrote it last (Writer), and the part
/// that read it last without owning it (Reader). WriteStep, ReadStep and WriteExchange are the values of
/// CheckedPart::Steps and CheckedPart::Exchanges at that access.
struct BlockCell {
  std::uint64_t Block = 0; ///< The number of the block; a cell of an earlier block counts as empty.
  std::uint32_t Writer = 0, WriteStep = 0, WriteExchange = 0; ///< Parts count from 1; 0: none.
  std::uint32_t Reader = 0, ReadStep = 0;
  std::uintptr_t WrittenAt = 0, ReadAt = 0;
};

/// The part of a `partition` block that a thread computes: some iterations of each loop in the block. Parts exchange
/// padding: elements that a part reads beside its own elements, and that other parts write.
struct CheckedPart {
  std::uint64_t Block = 0;  ///< Counts from 1.
  std::uint32_t Number = 0; ///< The number of the part; counts from 1.
  Iterations Share;
  std::string Location, Loop;
  bool OnCoresAlone = false;
  std::uint32_t Steps = 0;                           ///< The number of barriers and of exchanges of padding that the
                                                     ///< part has passed.
  std::map<std::uintptr_t, std::uint32_t> Exchanges; ///< For each array, by its address: the number of exchanges of its
                                                     ///< padding that the part has passed.
  std::vector<ArrayWindow> Windows;
  CheckedPart *Outer = nullptr;
};

/// What one thread computes now, and which memory is private to it.
struct Running {
  CheckedPass *Pass = nullptr;
  std::unique_ptr<CheckedPart> Part;
  /// The loops with OpenMP directives only that the thread is computing, the innermost loop last, each with the nesting
  /// level of its team.
  std::vector<std::pair<int, std::unique_ptr<CheckedPass>>> Loops;
  bool InLoop = false; ///< The thread computes a loop of `Part`.
  unsigned Turns = 0;  ///< Nested calls of Checker::take(); the thread holds the lock `Turn` while this is not 0.
  Locks Held = 0;
  std::uintptr_t Frame = 0;     ///< Stack variables below this address are private to the iteration.
  std::uintptr_t TeamFrame = 0; ///< If this is the first thread of a team: the stack frame in which the team began;
                                ///< else 0.
  std::map<std::uintptr_t, std::uintptr_t> Blocks; ///< The blocks that the thread has allocated in the pass: the
                                                   ///< address of the first byte, and the end.
};

inline Running &mine() { return OfThread<Running>::get(); }
/// The same as mine(); null if the thread has not called mine() yet.
inline Running *ifRunning() { return OfThread<Running>::find(); }

/// \name Memory that belongs to the calling thread
/// @{
bool isThreadLocal(std::uintptr_t Address);
/// Whether thread `Who` has allocated the memory at this address since its pass began.
bool isAllocatedHere(const Running &Who, std::uintptr_t Address);
std::uintptr_t endOfStack();
/// @}

/// The word that messages use for an access.
inline const char *verb(bool Writes) { return Writes ? "written" : "read"; }

/// While an object of this class exists, its thread is in the checker: its accesses are not checked, and memory that it
/// allocates is not recorded.
class Unchecked {
public:
  Unchecked() : After(std::exchange(hetrt_check_state, HETRT_CHECK_CHECKER)) {}
  ~Unchecked() { hetrt_check_state = After; }
  Unchecked(const Unchecked &) = delete;
  Unchecked &operator=(const Unchecked &) = delete;

  /// Afterwards the thread is in this state, not in the one before.
  void continueIn(enum hetrt_check_state State) { After = State; }

private:
  int After;
};

class Checker {
public:
  static Checker &instance(); ///< Never destroyed, since threads may run until the process ends.

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
  void checkWindows(CheckedPass &Pass, const Access &What);
  void touches(CheckedPass &Pass, const Access &What, std::size_t Window);
  void noteStray(CheckedPass &Pass, const Access &What);
  void reportStrays(CheckedPass &Pass);
  void reportBeyondArray(const CheckedPass &Pass, const ArrayWindow &Of, const Access &What, std::uint64_t Iteration);
  void place(CheckedPass &Pass, ArrayWindow &In, const Access &What);
  void inHeap(CheckedPass &Pass, const Access &What);
  void judgeBesideBlocks(const CheckedPass &Pass, const Access &What, std::uint64_t Iteration);
  void reportBesideBlock(const CheckedPass &Pass, const HeapSpan &Block, const Access &What, std::uint64_t Iteration);
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
  static bool isSurelyOf(const CheckedPass &Pass, const ArrayWindow &Of, const Access &What);
  static const ArrayWindow &nextTo(const CheckedPass &Pass, const ArrayWindow &Known, const Access &What);
  static bool isNear(const CheckedPass &Pass, const ArrayWindow &Of, const Access &What);
  void race(const CheckedPass &Pass, const Access &What, const Conflict &With,
            const std::shared_ptr<const TeamSite> &Site);
  void window(CheckedPass &Pass, ArrayWindow &In, const Access &What);
  void kept(CheckedPass &Pass, const ArrayWindow &In, const Access &What);
};

/// The object of Checker::instance(); null before the first call.
[[gnu::visibility("hidden")]] extern Checker *TheChecker;

} // namespace hetrt::check

#endif
