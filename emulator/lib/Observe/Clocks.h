// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What happens before what among the threads of a block: clocks of warps, which barriers join.
//
// A warp's clock goes on at each of its barriers. Each warp knows up to which time of each other warp's it has seen
// everything; a barrier of the block makes all that wait know what all that arrive know. Threads of one warp are as
// independent as those of two: they know of each other by barriers of the warp and of the block alone. Where some
// threads of a warp go to a barrier of the block without the others, the others are taken to have been there too, so
// that nothing that is ordered is ever taken for unordered.
#ifndef EMULATOR_OBSERVE_CLOCKS_H
#define EMULATOR_OBSERVE_CLOCKS_H

#include "Execute/Block.h"

namespace emulator {

/// Who did something and when. Blocks of a launch are never ordered with each other.
struct Stamp {
  std::uint64_t Block : 30, Thread : 10, Clock : 22, IsStrong : 1, Is : 1;
};
inline bool isOfOneThread(const Stamp &A, const Stamp &B) { return A.Block == B.Block && A.Thread == B.Thread; }

class Clocks {
public:
  /// A block begins; nothing of the one before is known any more.
  void restart(const Block &Of);

  Stamp now(const Warp &W, unsigned Lane, bool IsStrong) const;
  bool isOfThisBlock(const Stamp &Of) const { return Of.Block == (BlockNumber & ((1u << 30) - 1)); }
  /// Whether one did what the other, who is now there, can rely on.
  bool isOrdered(const Stamp &Before, const Stamp &Now) const;

  void meet(const Warp &W, Lanes Together);
  void arrive(const Warp &W, unsigned Barrier);
  void release(const Block &Of, unsigned Barrier);

private:
  using Times = std::vector<std::uint32_t>;
  struct OfWarp {
    std::uint32_t Now = 1;
    Times Seen;               // of each warp
    std::uint32_t AllMet = 0; // before that time all threads of the warp know of each other
    Times Met;                // the same for two, where not all met; empty: never
  };
  static void join(Times &Into, const Times &From);
  /// Where clocks end, all is taken for ordered.
  static constexpr std::uint32_t Last = (1u << 22) - 1;
  static void goOn(OfWarp &Of) { Of.Now += Of.Now < Last; }

  std::uint64_t BlockNumber = 0;
  std::vector<OfWarp> Warps;
  std::array<Times, 16> Joined; // by those who have arrived
};

} // namespace emulator

#endif
