// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A warp: 32 threads, in groups of threads that are at the same instruction.
//
// Threads of a warp that diverge form groups, which are as independent as the PTX specification demands. The group in
// the deepest call runs first; of several groups, the one at the lowest instruction. When it reaches the instruction of
// another group, the two groups are merged. Compilers place the body of a loop before the code behind the loop, so
// diverged threads are merged as soon as possible. A group that has run for long lets other groups run, so that a
// thread may wait for another thread of its own warp.
#ifndef EMULATOR_EXECUTE_WARP_H
#define EMULATOR_EXECUTE_WARP_H

#include "Execute/GlobalMemory.h"
#include "Ptx/Program.h"

namespace emulator {

class Block;

/// A buffer of bytes that is aligned for vector instructions, and whose memory is reused.
class AlignedBytes {
public:
  /// Makes the buffer at least `Bytes` bytes large. If it has to grow, its contents are lost.
  void reserve(std::size_t Bytes);
  std::byte *data() const { return Begin; }

private:
  std::vector<std::byte> Storage;
  std::byte *Begin = nullptr;
  std::size_t Room = 0;
};

/// The registers and parameters of a call, for the threads of a warp that made the call together.
struct Frame {
  const Function *Of = nullptr;
  Frame *Caller = nullptr;
  const CallSite *Site = nullptr;
  std::uint32_t ReturnTo = 0;
  unsigned Depth = 0;
  std::uint64_t LocalBegin = 0; // offset in each thread's local memory
  AlignedBytes Registers;
  std::vector<std::byte> Area; // the parameter areas of all threads, one after the other
};

struct Group {
  enum States : std::uint8_t { Ready, AtBarrier, AtWarpSync } State = Ready;
  Frame *In = nullptr;
  std::uint32_t Next = 0; // the next instruction; in the state AtWarpSync the instruction for which the group waits, in
                          // AtBarrier the one after the barrier
  Lanes Who = 0;
  Lanes Mask = 0; // in the state AtWarpSync: the threads for which the group waits
  unsigned Barrier = 0;
  unsigned Turns = 0; // how often the group has used up its turn (TurnLength)
};

class Warp {
public:
  Warp(Block &In, unsigned Number) : In(In), Number(Number) {}

  /// Starts the block's kernel with these threads.
  void start(const Function &Entry, Lanes Threads);
  /// Runs until no group can go on, or until a group has run for long. Returns false if no instruction was executed.
  bool run();
  Lanes alive() const { return Alive; }

  // Called by executors, about the running group.
  template <typename T> T *at(Slot S) const { return reinterpret_cast<T *>(Registers + S); }
  Lanes &predicate(Slot S) const { return *reinterpret_cast<Lanes *>(Registers + S); }
  Block &block() const { return In; }
  unsigned number() const { return Number; }
  Frame &frame() const { return *Running; }
  Lanes active() const { return RunningLanes; }
  std::byte *area(unsigned Lane) const { return Running->Area.data() + Lane * Running->Of->AreaBytes; }
  /// A pointer into a thread's local memory; null if the access goes beyond the memory's end.
  std::byte *local(unsigned Lane, std::uint64_t Offset, std::uint64_t Bytes);
  [[noreturn]] void fail(Fault::Codes Code, unsigned Lane, const std::string &Why) const;
  /// Describes a thread and the running instruction (or instruction number `Instruction` of `Of`) for messages: "kernel
  /// k, block (0,0,0), thread (1,0,0), ptx line 14 (axpy.c:12)".
  std::string where(unsigned Lane) const { return where(Lane, *Running->Of, At); }
  std::string where(unsigned Lane, const Function &Of, std::uint32_t Instruction) const;
  unsigned anyOf(Lanes Who) const { return static_cast<unsigned>(__builtin_ctz(Who)); }

  /// The carry bit of each thread.
  Lanes Carry = 0;

  // Called by the block, which has the barriers.
  std::vector<Group> &groups() { return Groups; }
  const std::vector<Group> &groups() const { return Groups; }
  std::string whereabouts() const;
  std::uint64_t instructions() const { return Executed; }

private:
  template <bool IsObserved> void advance(std::size_t Index);
  void observe(const Instruction &I, Lanes Who);
  Group *pick();
  void merge();
  std::uint32_t nextMeeting(const Group &G) const;
  // branch() and meetInWarp() return whether the running group must stop.
  bool branch(std::size_t Index, const Instruction &I, Lanes Who);
  void leave(std::size_t Index, Lanes Who);
  void call(std::size_t Index, const Instruction &I, Lanes Who);
  void comeBack(std::size_t Index, Lanes Who);
  void waitAtBarrier(std::size_t Index, const Instruction &I, Lanes Who);
  bool meetInWarp(std::size_t Index, const Instruction &I, Lanes Who);
  std::size_t split(std::size_t Index, Lanes Who);
  void releaseSyncs();
  bool isEndOfTurn();
  Frame &newFrame(const Function &Of, Frame *Caller);
  void fill(Frame &Made);
  void fillSpecial(const Preset &P);
  std::uint64_t specialOf(SpecialRegister Which, unsigned Lane) const;

  Block &In;
  unsigned Number;
  std::byte *Registers = nullptr;
  Frame *Running = nullptr;
  Lanes RunningLanes = 0;
  std::uint32_t At = 0; // the running instruction
  Lanes Alive = 0;
  std::vector<Group> Groups;
  std::vector<std::unique_ptr<Frame>> Frames, Spare;
  std::vector<std::byte> Local; // the local memory of all threads, one after the other
  std::uint64_t LocalRoom = 0;
  std::uint64_t Executed = 0, TurnEnds = 0;
  bool TurnIsOver = false; // a group has run for long, so other warps are to run now
  bool HasFilled = false;  // the frame that newFrame() made last still has its presets from the block before
};

} // namespace emulator

#endif
