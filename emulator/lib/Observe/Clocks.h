// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The happens-before order of accesses by the threads of a block: clocks of warps, which barriers synchronise.
//
// A warp's clock advances at each of its barriers. Each warp has, for each other warp, the time up to which all its
// accesses are ordered before what the warp does next; a barrier of the block passes this knowledge from the warps that
// arrive to those that wait. Two threads of one warp are as independent as threads of two warps: only barriers of the
// warp and of the block order them. If only some threads of a warp go to a barrier of the block, the others are treated
// as if they had been there too, so that ordered accesses are never reported as a race.
#ifndef EMULATOR_OBSERVE_CLOCKS_H
#define EMULATOR_OBSERVE_CLOCKS_H

#include "Execute/Block.h"

namespace emulator {

/// The thread and the time of an access. Threads of different blocks of a launch are never ordered.
struct Stamp {
  std::uint64_t Block : 30, Thread : 10, Clock : 22, IsStrong : 1, Is : 1;
};
inline bool isOfOneThread(const Stamp &A, const Stamp &B) { return A.Block == B.Block && A.Thread == B.Thread; }

class Clocks {
public:
  /// Starts a new block, and drops what is known of the block before.
  void restart(const Block &Of);

  Stamp now(const Warp &W, unsigned Lane, bool IsStrong) const;
  bool isOfThisBlock(const Stamp &Of) const { return Of.Block == (BlockNumber & ((1u << 30) - 1)); }
  /// Whether barriers order the earlier access Before before the present access Now.
  bool isOrdered(const Stamp &Before, const Stamp &Now) const;

  void meet(const Warp &W, Lanes Together);
  void arrive(const Warp &W, unsigned Barrier);
  void release(const Block &Of, unsigned Barrier);

private:
  using Times = std::vector<std::uint32_t>;
  struct OfWarp {
    std::uint32_t Now = 1;
    Times Seen;               // for each warp: the time up to which its accesses happen before those of this warp
    std::uint32_t AllMet = 0; // all threads of the warp are ordered before this time
    Times Met;                // for each pair of threads, the time before which accesses of the first are ordered;
                              // empty: all barriers had all threads
  };
  static void join(Times &Into, const Times &From);
  /// When a clock reaches its end, all later accesses count as ordered.
  static constexpr std::uint32_t Last = (1u << 22) - 1;
  static void goOn(OfWarp &Of) { Of.Now += Of.Now < Last; }

  std::uint64_t BlockNumber = 0;
  std::vector<OfWarp> Warps;
  std::array<Times, 16> Joined; // for each barrier, the times in Seen of the warps that have arrived, joined
};

} // namespace emulator

#endif
