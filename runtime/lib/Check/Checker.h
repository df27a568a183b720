// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The checker's interface: the functions that the runtime calls in a program that was built with `hetcc --hetcc-check`.
// The checker finds wrong loops and clauses while the program runs (docs/design/checker.md).
//
// The compiler's instrumentation (-fsanitize=thread) calls the checker for every access to memory. A pass (one
// execution of an annotated loop) runs on one thread, iteration by iteration in a shuffled order, in the program's own
// arrays. For each access the checker tests whether the clauses allow the iteration to access this element, whether the
// access races with an access of another iteration, and whether a device would have had the present value in its copy
// of the array. The threads of a `partition` block run their shares as usual, and their accesses are compared between
// the threads.
//
// A thread computes a checked pass only while it holds the lock Checker::Turn. So this lock also guards the checker's
// state.
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

/// Called when a pass begins. Frame is the stack frame of the program's function that contains the loop. Variables
/// below this frame on the thread's stack belong to the loop's body, so they are private to an iteration and not
/// checked.
void noteFrame(const void *Frame);

class Checker;

/// An instruction of the program that accesses memory, with the window (ArrayWindow, one array of the pass) that it
/// accessed last. In a pass whose arrays are not known, the fields In and Block hold the block of the heap that it
/// accessed last.
struct InstructionState {
  static constexpr std::size_t None = SIZE_MAX; ///< The instruction has accessed no window so far.
  std::uintptr_t Code = 0;
  std::size_t Window = None;
  /// In: the block of the heap, or the gap between two blocks, that contains the address of the last access, as of the
  /// time when heapVersion() was `Version`. Block: the last value of In that was a block.
  HeapSpan In{}, Block{};
  std::uint64_t Version = 0;
};

/// An array of a pass whose name, address and element size are known, but not its extent.
struct NamedArray {
  std::string Name;
  std::uintptr_t Begin = 0;
  std::uint64_t ElementSize = 1;
};

/// One checked execution of a loop. One thread of the team computes all iterations of the pass (see next()).
class CheckedPass {
public:
  CheckedPass(const hetrt_region &Region, std::string Location, const hetrt_call &Call);
  /// For a loop with OpenMP directives only: the calling thread computes all iterations; the loop's last iteration is
  /// computed last.
  CheckedPass(std::string Location, const IterationSpace &Space);
  ~CheckedPass();
  CheckedPass(const CheckedPass &) = delete;
  CheckedPass &operator=(const CheckedPass &) = delete;

  /// One of these two is called, once, before the first iteration: describe() with the arrays of the call, which have
  /// to outlive the pass, or isUnknown() with the reason why the arrays are not known.
  void describe(const ResolvedCall &Call);
  void isUnknown(const std::string &Why);

  /// Gives names, for messages, to arrays that have no window. Besides these arrays, the body uses only its own
  /// variables.
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
  const bool IsHostOnly = true; ///< No device can run the loop; only cores run it.
  const bool IsDevices = false; ///< The loop has a kernel, so accesses are compared with the windows of its arrays.
  const bool IsParallel = true; ///< Iterations may run at the same time.
  /// The loop is run by an existing team (`omp for` in `omp parallel`), which may have only one thread.
  const bool IsOfTeam = false;
  IterationSpace Space;
  std::vector<ArrayWindow> Windows;
  std::vector<NamedArray> Named;
  std::vector<char> Kept; ///< For each window, whether devices keep copies of some of its bytes.

  std::array<InstructionState, 256> Instructions{};
  /// For each instruction that has accessed no window so far: its first access, with the iteration. The key is
  /// Access::Code.
  std::map<std::uintptr_t, std::pair<Access, std::uint64_t>> Astray;
  /// Accesses to a window at an address in no block of the heap, with their iterations. Whether they are mistakes is
  /// decided when it is known in which block the window lies (Checker::place()).
  std::vector<std::tuple<const ArrayWindow *, Access, std::uint64_t>> Unplaced;
  std::vector<std::uint64_t> Order; ///< Iterations are cut into pieces. Order has the numbers of the pieces, shuffled;
                                    ///< piece i begins with iteration i * Piece.
  std::uint64_t Piece = 1, PieceEnd = 0; ///< The number of iterations of a piece, and the end of the piece that is
                                         ///< being computed.
  std::size_t PiecesDone = 0;
  std::uint64_t Now = 0;   ///< The iteration that is being computed; 0 is the first iteration of the loop.
  std::uint64_t Since = 0; ///< The number that iteration 0 has when the iterations of all passes of the program are
                           ///< counted.
  bool Described = false, Ended = false;
  CheckedPass *Outer = nullptr; ///< If this pass runs inside of an iteration of an outer loop: the outer loop's pass.
                                ///< Null if not.
  std::uintptr_t OuterFrame = 0;
};

/// Adds a finding: an error in the clauses of the loop at `Location`. The program goes on.
void clauseFails(const std::string &Location, const std::string &Message);

/// Adds a finding: an iteration uses an index outside of the extents in the declaration of the array at `Of`. Does
/// nothing for an array in the heap, such as that of a vector: for such an array, each access itself is checked against
/// the block of the heap.
void leavesArray(const std::string &Location, const std::string &Message, const void *Of);

/// \name Arrays that devices keep
/// @{
void enterData(const void *First, const void *Last, const char *Name, const std::string &Said);
void leaveData(const void *First, const void *Last);
void updateTo(const void *First, const void *Last);
void updateFrom(const void *First, const void *Last);
void depersist(const void *Base);
/// The host accesses these bytes in a loop whose data clauses do not name them. If `First` is null, the loop may access
/// any memory.
void hostUses(const void *First, std::uint64_t Bytes, bool Writes);
/// @}

/// \name Functions for `partition` blocks, called by the threads that run the parts of a block @{
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

/// Writes the report on the findings to standard error; later calls do nothing. Called when the program ends, normally
/// or by an error.
void writeReport();

} // namespace hetrt::check

#endif
