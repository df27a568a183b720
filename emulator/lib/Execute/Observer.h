// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Who looks on while a launch runs: checks and counters. Launches without an observer run a loop over instructions
// that knows nothing of it (Warp::advance), so observers cost nothing where there are none.
#ifndef EMULATOR_EXECUTE_OBSERVER_H
#define EMULATOR_EXECUTE_OBSERVER_H

#include "Ptx/Program.h"

namespace emulator {

class Block;

/// Where the threads of a warp go in one access, generic addresses told apart. Local memory and parameters are a
/// thread's own, and not here.
struct Touches {
  Touch Does = Touch::Nothing;
  unsigned Bytes = 0;                               // of one thread
  Lanes Global = 0, Shared = 0;                     // who goes where
  std::array<std::uint64_t, WarpSize> Address = {}; // of global memory, or an offset in the block's shared memory

  Lanes who() const { return Global | Shared; }
};

/// Looks at the blocks that one worker runs, from the worker's thread. All but the last are called before what they
/// tell of is done, and so with addresses that may be wrong.
class Observer {
public:
  virtual ~Observer() = default;
  virtual void blockBegins(const Block &) {}
  /// An instruction, by those who do it; there may be none.
  virtual void executes(const Warp &, const Instruction &, Lanes) {}
  virtual void touches(Warp &, const Instruction &, const Touches &) {}
  /// A branch that some of the running threads take.
  virtual void parts(const Warp &) {}
  /// Threads of a warp do something together: a barrier of the warp, a shuffle, a vote.
  virtual void meets(const Warp &, const Instruction &, Lanes) {}
  virtual void arrives(const Warp &, unsigned, Lanes) {}
  /// All that a barrier of the block waited for are there: those who wait go on.
  virtual void releases(const Block &, unsigned) {}
};

/// Looks at one launch. Called from all workers.
class Observation {
public:
  virtual ~Observation() = default;
  /// For the worker that calls.
  virtual std::unique_ptr<Observer> observe(const Block &Of) = 0;
};

} // namespace emulator

#endif
