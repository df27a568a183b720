// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel launch, and its thread blocks. A worker thread of the host runs a block from its beginning to its end.
#ifndef EMULATOR_EXECUTE_BLOCK_H
#define EMULATOR_EXECUTE_BLOCK_H

#include "Execute/Observer.h"
#include "Execute/Warp.h"

#include <atomic>

namespace emulator {

struct Dimensions {
  unsigned X = 1, Y = 1, Z = 1;
  std::uint64_t count() const { return std::uint64_t(X) * Y * Z; }
};

/// The index of a block as text, such as "(5,0,0)".
std::string numbers(const Dimensions &Of);
/// The index of thread number `Number` of a block as text, such as "(5,0,0)".
std::string nameOfThread(const Dimensions &Threads, unsigned Number);

/// How kernels are executed, from the environment's settings.
struct ExecutionOptions {
  unsigned Workers = 0;               // worker threads on the host; 0: one for each core
  std::uint64_t Seed = 0;             // seed of the random order of blocks and warps; 0: they run in the order of their
                                      // numbers
  std::uint64_t MostInstructions = 0; // the largest number of instructions of one warp; 0: no limit
};

/// The data of a launch that its blocks share; it does not change while the launch runs.
struct Launch {
  const Module *In = nullptr;
  const Function *Entry = nullptr;
  std::vector<std::byte> Parameters;
  Dimensions Grid, Threads;
  std::uint64_t DynamicShared = 0;
  std::vector<std::uint64_t> VariableAddresses; // addresses of the module's variables, by their numbers
  const GlobalMemory *Memory = nullptr;
  ExecutionOptions How;
  unsigned Multiprocessors = 1;
  std::uint64_t Number = 0; // number of the launch in its context
  std::vector<Observation *> Observations;
  /// Becomes true when a worker fails, so that all workers stop.
  std::atomic<bool> *Stop = nullptr;
};

/// Values of Detail::Operation for barriers: wait, arrive without waiting, or wait and reduce the predicates of the
/// threads (the last three).
enum BarrierOperation : std::uint8_t { BarrierWait, BarrierArrive, BarrierCount, BarrierAll, BarrierAny };

class Block {
public:
  explicit Block(const Launch &Of);

  /// Runs block `Index` to its end. Throws Fault.
  void run(const Dimensions &Index);

  const Launch &launch() const { return Of; }
  const Dimensions &index() const { return Index; }
  std::byte *shared() const { return Shared.data(); }
  std::uint64_t sharedBytes() const { return SharedBytes; }
  /// A cache: the allocation that the module's memory access number `Site` used last. It will probably use the same one
  /// again.
  Range &recent(std::uint32_t Site) { return Recent[Site]; }

  bool isObserved() const { return !Observers.empty(); }
  /// Calls the member function `What` of each observer.
  template <typename Event, typename... Arguments> void tell(Event What, Arguments &&...Given) const {
    for (const auto &Each : Observers)
      ((*Each).*What)(Given...);
  }
  const std::vector<std::unique_ptr<Warp>> &warps() const { return Warps; }
  unsigned threadsAlive() const { return ThreadsAlive; }
  /// Whether the barrier waits for all threads of the block.
  bool isForAll(unsigned Barrier) const { return Barriers[Barrier].Wanted == 0; }

  // Barriers. When arrive() is called, `Waiting.Next` must already be the instruction after the barrier.
  void arrive(Warp &By, Group &Waiting, const Instruction &I);
  void noteExit(Lanes Who);
  std::uint64_t instructions() const;
  /// "block (1,0,0) of kernel axpy".
  std::string name() const;

private:
  struct Barrier {
    unsigned Arrived = 0, Wanted = 0, True = 0;
  };
  void release(unsigned Number);
  unsigned wantedAt(unsigned Number) const;
  [[noreturn]] void failStuck() const;

  const Launch &Of;
  Dimensions Index;
  unsigned ThreadsAlive = 0;
  std::uint64_t SharedBytes = 0;
  AlignedBytes Shared;
  std::vector<std::unique_ptr<Warp>> Warps;
  std::vector<unsigned> Order;
  std::array<Barrier, 16> Barriers;
  std::vector<Range> Recent;
  std::vector<std::unique_ptr<Observer>> Observers;
};

/// Runs all blocks of a launch on the worker threads, and throws the first Fault of a block. Returns the number of
/// instructions that warps have executed.
std::uint64_t runGrid(Launch &What);

} // namespace emulator

#endif
