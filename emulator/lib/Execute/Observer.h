// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interface of checks and counters, which observe a launch. Without observers, a launch runs a version of the
// instruction loop (Warp::advance) that does not call them, so unused observers cost nothing.
#ifndef EMULATOR_EXECUTE_OBSERVER_H
#define EMULATOR_EXECUTE_OBSERVER_H

#include "Ptx/Program.h"

namespace emulator {

class Block;

/// The addresses that the threads of a warp access by one instruction. Generic addresses have been resolved to global
/// or shared memory. Accesses to local memory and parameters are not included, since these belong to one thread.
struct Touches {
  Touch Does = Touch::Nothing;
  unsigned Bytes = 0;                               // the number of bytes that each thread accesses
  Lanes Global = 0, Shared = 0;                     // the threads that access global memory, and those that access
                                                    // shared memory
  std::array<std::uint64_t, WarpSize> Address = {}; // a global address, or an offset in the block's shared memory

  Lanes who() const { return Global | Shared; }
};

/// Observes the blocks that one worker thread runs, and is called by this thread. All functions except releases() are
/// called before the event happens and before addresses are checked, so addresses may be invalid.
class Observer {
public:
  virtual ~Observer() = default;
  virtual void blockBegins(const Block &) {}
  /// The threads in the mask execute an instruction; the mask may be empty.
  virtual void executes(const Warp &, const Instruction &, Lanes) {}
  virtual void touches(Warp &, const Instruction &, const Touches &) {}
  /// The running threads diverge: only some of them take a branch.
  virtual void parts(const Warp &) {}
  /// The threads in the mask execute an instruction of the warp together: a barrier of the warp, a shuffle, a vote.
  virtual void meets(const Warp &, const Instruction &, Lanes) {}
  virtual void arrives(const Warp &, unsigned, Lanes) {}
  /// All threads for which a barrier of the block waits have arrived, so the waiting threads go on.
  virtual void releases(const Block &, unsigned) {}
};

/// Observes one launch. All worker threads call it.
class Observation {
public:
  virtual ~Observation() = default;
  /// Makes the observer of the calling worker thread.
  virtual std::unique_ptr<Observer> observe(const Block &Of) = 0;
};

} // namespace emulator

#endif
