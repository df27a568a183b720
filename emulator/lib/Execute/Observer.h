// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interface of checks and counters, which observe a launch. Launches without observers run an instruction loop
// without any calls of them (Warp::advance), so they cost nothing if they are not used.
#ifndef EMULATOR_EXECUTE_OBSERVER_H
#define EMULATOR_EXECUTE_OBSERVER_H

#include "Ptx/Program.h"

namespace emulator {

class Block;

/// The addresses of one access by the threads of a warp, with generic addresses resolved to global or shared memory.
/// Local memory and parameters belong to one thread and are not included.
struct Touches {
  Touch Does = Touch::Nothing;
  unsigned Bytes = 0;                               // for each thread
  Lanes Global = 0, Shared = 0;                     // the threads that access global memory, and those that access
                                                    // shared memory
  std::array<std::uint64_t, WarpSize> Address = {}; // a global address, or an offset in the block's shared memory

  Lanes who() const { return Global | Shared; }
};

/// Observes the blocks that one worker runs, in the worker's thread. All functions except releases() are called before
/// the event happens and before addresses are checked, so addresses may be invalid.
class Observer {
public:
  virtual ~Observer() = default;
  virtual void blockBegins(const Block &) {}
  /// An instruction is executed by these threads, perhaps by none.
  virtual void executes(const Warp &, const Instruction &, Lanes) {}
  virtual void touches(Warp &, const Instruction &, const Touches &) {}
  /// A branch is taken by some of the running threads only.
  virtual void parts(const Warp &) {}
  /// Threads of a warp execute something together: a barrier of the warp, a shuffle, a vote.
  virtual void meets(const Warp &, const Instruction &, Lanes) {}
  virtual void arrives(const Warp &, unsigned, Lanes) {}
  /// All threads that a barrier of the block waited for have arrived, so the waiting ones go on.
  virtual void releases(const Block &, unsigned) {}
};

/// Observes one launch. Called by all worker threads.
class Observation {
public:
  virtual ~Observation() = default;
  /// Makes the observer for the calling worker.
  virtual std::unique_ptr<Observer> observe(const Block &Of) = 0;
};

} // namespace emulator

#endif
