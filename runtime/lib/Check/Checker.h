// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The checker's interface: what the runtime calls in a program that was built with `hetcc --hetcc-check`, so that wrong
// loops and clauses are found while the program runs (docs/design/checker.md).
//
// The compiler's instrumentation (-fsanitize=thread) calls the checker for every access to memory. A pass (one
// execution of an annotated loop) runs on one thread, iteration by iteration in a shuffled order, in the program's own
// arrays. Each access is compared with the boxes of the array that the clauses allow for the iteration, with the
// accesses of other iterations (races), and with the values that copies of the array on devices would have. The threads
// of a `partition` block run their shares as usual, and their accesses are compared between the threads.
//
// Only the thread that holds the lock Checker::Turn computes a checked pass, so the checker's state has no further
// lock.
#ifndef HETRT_CHECK_CHECKER_H
#define HETRT_CHECK_CHECKER_H

#include "Check/Findings.h"
#include "Check/Heap.h"
#include "Check/Kept.h"
#include "Check/Shadow.h"
#include "Check/Windows.h"
#include "hetrt/check.h"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace hetrt::check {

[[gnu::visibility("hidden")]] extern bool IsActive;

/// Whether the program was built with --hetcc-check and is not a forked child.
inline bool active() { return IsActive; }

/// Sets the seed of the random order of iterations (HETRT_CHECK_SEED). Called before the first pass begins.
void setSeed(std::uint64_t Seed);

/// Called when a pass begins, with the stack frame of the program's function that begins it. Variables below this frame
/// on the thread's stack are made by the loop's body, so they are private to the iteration and not checked.
void noteFrame(const void *Frame);

class Checker;

/// An instruction of the program that accesses memory, with the window (array of the pass) that it accessed last. In a
/// pass whose arrays are not known, the block of the heap that it accessed last.
struct InstructionState {
  static constexpr std::size_t None = SIZE_MAX; ///< The instruction has accessed no window so far.
  std::uintptr_t Code = 0;
  std::size_t Window = None;
  /// In: the block of the heap, or gap between two blocks, that contains the address of the last access. It was looked
  /// up when heapVersion() was `Version`. Block: the last such span that was a block.
  HeapSpan In{}, Block{};
  std::uint64_t Version = 0;
};

/// An array of which a pass knows the name, the address and the size of elements, but not the extent.
struct NamedArray {
  std::string Name;
  std::uintptr_t Begin = 0;
  std::uint64_t ElementSize = 1;
};

/// One checked execution of a loop. The thread of the team that calls next() first computes all iterations of the pass.
class CheckedPass {
public:
  CheckedPass(const hetrt_region &Region, std::string Location, const hetrt_call &Call);
  /// For a plain OpenMP loop: the calling thread computes all iterations, and the last one last.
  CheckedPass(std::string Location, const IterationSpace &Space);
  ~CheckedPass();
  CheckedPass(const CheckedPass &) = delete;
  CheckedPass &operator=(const CheckedPass &) = delete;

  /// Called once, before the first iteration: either with the arrays of the call, which have to outlive the pass, or
  /// with the reason why the arrays are not known.
  void describe(const ResolvedCall &Call);
  void isUnknown(const std::string &Why);

  /// Gives names, for messages, to memory that lies in no window. Besides these arrays, the body uses only variables of
  /// its own.
  void name(std::vector<NamedArray> Arrays) { Named = std::move(Arrays); }

  /// Stores the next iteration for team member `Member` in `Into`, and returns true; false if there is none left.
  /// Member 0 gets all iterations, the other members none.
  bool next(std::uint32_t Member, bool InTeam, hetrt_range &Into);

  const IterationSpace &space() const { return Space; }

private:
  friend class Checker;
  void begin(bool KeepsLast, const char *Limit);
  void compareWithDeclarations();
  bool advance();
  const NamedArray *namedBefore(std::uintptr_t Address) const;
  std::uintptr_t arrayNear(std::uintptr_t Address) const;
  std::string nameOf(std::uintptr_t Address, std::size_t Bytes) const;

  const std::string Location;
  const bool IsHostOnly = true; ///< No device can run the loop.
  const bool IsDevices = false; ///< There is a kernel of the loop, so the windows that it declares are checked.
  const bool IsParallel = true; ///< Iterations may run at the same time.
  /// A thread of an existing team runs the loop (`omp for` in `omp parallel`), also a team of one thread.
  const bool IsOfTeam = false;
  IterationSpace Space;
  std::vector<ArrayWindow> Windows;
  std::vector<NamedArray> Named;
  std::vector<char> Kept; ///< For each window, whether devices keep copies of some of its bytes.

  std::array<InstructionState, 256> Instructions{};
  /// The first access of each instruction that has accessed no window so far, with its iteration; the key is
  /// Access::Code.
  std::map<std::uintptr_t, std::pair<Access, std::uint64_t>> Astray;
  /// Accesses to windows at addresses in no block of the heap, with their iterations. They are judged when it is known
  /// in which block the window lies (Checker::place()).
  std::vector<std::tuple<const ArrayWindow *, Access, std::uint64_t>> Unplaced;
  std::vector<std::uint64_t> Order; ///< The numbers of the pieces, shuffled; piece i begins with iteration i * Piece.
  std::uint64_t Piece = 1, PieceEnd = 0; ///< Iterations per piece; the end of the piece that is being computed.
  std::size_t PiecesDone = 0;
  std::uint64_t Now = 0;   ///< The iteration that is being computed, counted from 0 in this pass.
  std::uint64_t Since = 0; ///< The number of iteration 0 among the iterations of all passes.
  bool Described = false, Ended = false;
  CheckedPass *Outer = nullptr; ///< The pass of an outer loop, one of whose iterations runs this pass; null if there is
                                ///< none.
  std::uintptr_t OuterFrame = 0;
};

/// Adds an error in the clauses of the loop at `Location` to the findings; the program goes on.
void clauseFails(const std::string &Location, const std::string &Message);

/// Adds a finding: an iteration uses an index that the declaration of the array at `Of` does not have. Does nothing for
/// an array in the heap, such as a vector's, since the accesses themselves show whether they leave its block.
void leavesArray(const std::string &Location, const std::string &Message, const void *Of);

/// \name Arrays that devices keep
/// @{
void enterData(const void *First, const void *Last, const char *Name, const std::string &Said);
void leaveData(const void *First, const void *Last);
void updateTo(const void *First, const void *Last);
void updateFrom(const void *First, const void *Last);
void depersist(const void *Base);
/// The program accesses these bytes on the host in a loop whose data clauses do not name them; a null `First` means
/// that it may access any bytes.
void hostUses(const void *First, std::uint64_t Bytes, bool Writes);
/// @}

/// \name Blocks (`partition`), called by the threads that run their parts
/// @{
std::uint64_t beginBlock(); ///< Returns the number of the block that begins.
void enterPart(std::uint64_t Block, unsigned Number, Iterations Share, const ResolvedCall *Arrays,
               const std::string &Location, bool OnCoresAlone);
void beginLoop(const std::string &Location, std::uint64_t Iterations);
void endLoop();
void exchanged(const void *Base);
void leavePart();
/// @}

/// Called in a forked child process: switches the checker off there. The parent process writes the report.
void forkedChild();

/// Writes the findings to standard error, in the first call only. Called when the program ends, normally or by an
/// error.
void writeReport();

} // namespace hetrt::check

#endif
