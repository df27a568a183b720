// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Private to Check: what its parts share. One Checker has what is found and what is known of memory; each thread has a
// Running, which says what it computes.
#ifndef HETRT_CHECK_STATE_H
#define HETRT_CHECK_STATE_H

#include "Check/Checker.h"

#include <mutex>

namespace hetrt::check {

/// What a block remembers of a byte: who wrote it, and which part that does not own it read it, when.
struct BlockCell {
  std::uint64_t Block = 0; ///< The number of the block: of another one, nothing is known.
  std::uint32_t Writer = 0, WriteStep = 0, WriteExchange = 0; ///< Parts count from 1.
  std::uint32_t Reader = 0, ReadStep = 0;
  std::uintptr_t WrittenAt = 0, ReadAt = 0;
};

/// What a thread of a block computes.
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

/// Of one thread.
struct Running {
  CheckedPass *Pass = nullptr;
  std::unique_ptr<CheckedPart> Part;
  /// Of OpenMP's, the innermost one last, with the levels of their teams.
  std::vector<std::pair<int, std::unique_ptr<CheckedPass>>> Loops;
  bool InLoop = false; ///< Of the part's.
  unsigned Turns = 0;  ///< How often it has taken Turn.
  Locks Held = 0;
  std::uintptr_t Frame = 0;                        ///< What lies below is the thread's own.
  std::uintptr_t TeamFrame = 0;                    ///< Of the team that it has begun.
  std::map<std::uintptr_t, std::uintptr_t> Blocks; ///< Allocated in the pass: first byte, and the one behind the last.
};

[[gnu::visibility("hidden")]] extern __thread Running *Mine __attribute__((tls_model("initial-exec")));
Running &makeMine();
inline Running &mine() { return Mine ? *Mine : makeMine(); }

/// \name Memory of the calling thread's own
/// @{
bool isThreadLocal(std::uintptr_t Address);
/// Whether it was allocated by the thread since the pass began.
bool isAllocatedHere(const Running &Who, std::uintptr_t Address);
std::uintptr_t endOfStack();
/// @}

/// For sentences of findings.
inline const char *verb(bool Writes) { return Writes ? "written" : "read"; }

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
  void place(CheckedPass &Pass, ArrayWindow &In, const Access &What);
  void inHeap(CheckedPass &Pass, const Access &What);
  void beside(const CheckedPass &Pass, const HeapSpan &Block, const Access &What, std::uint64_t Iteration);
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
  static bool isNear(const CheckedPass &Pass, const ArrayWindow &Of, const Access &What);
  void race(const CheckedPass &Pass, const Access &What, const Conflict &With,
            const std::shared_ptr<const TeamSite> &Site);
  void window(CheckedPass &Pass, ArrayWindow &In, const Access &What);
  void kept(CheckedPass &Pass, const ArrayWindow &In, const Access &What);
};

/// Checker::instance(), once there is one.
[[gnu::visibility("hidden")]] extern Checker *TheChecker;

} // namespace hetrt::check

#endif
