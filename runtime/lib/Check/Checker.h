// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A checking run, of a program that `hetcc --hetcc-check` has built (docs/design/checker.md).
//
// The compiler's instrumentation tells every access to memory. A pass runs on one thread, one iteration after another
// in a shuffled order, in the program's own arrays. Each access is held to the boxes of its iteration, compared with
// those of other iterations, and with what copies on devices would hold. Threads of blocks run their shares; accesses
// are compared between them.
//
// Threads compute one at a time, so state needs no lock of its own: Turn is held by the thread that is inside a checked
// pass.
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

/// Whether the program is one of --hetcc-check.
inline bool active() { return IsActive; }

/// The order of iterations comes of this number. Before any pass begins.
void setSeed(std::uint64_t Seed);

/// The caller's frame, at the entry of the interface that begins a pass: what lies below on the thread's stack is the
/// team's.
void noteFrame(const void *Frame);

class Checker;

/// A place in the code, with the window that it touches; where a pass has none, with where in the heap it was last.
struct Toucher {
  static constexpr std::size_t None = SIZE_MAX; ///< Memory in no window, so far.
  std::uintptr_t Code = 0;
  std::size_t Window = None;
  HeapSpan In{}, Block{}; ///< As of this version; Block: the last one.
  std::uint64_t Version = 0;
};

/// An array of which a pass knows no more than where it begins.
struct NamedArray {
  std::string Name;
  std::uintptr_t Begin = 0;
  std::uint64_t ElementSize = 1;
};

/// A pass of a loop, in the one thread that computes it.
class CheckedPass {
public:
  CheckedPass(const hetrt_region &Region, std::string Location, const hetrt_call &Call);
  /// Of a loop of OpenMP's, whose iterations the calling thread computes, the last one last.
  CheckedPass(std::string Location, const IterationSpace &Space);
  ~CheckedPass();
  CheckedPass(const CheckedPass &) = delete;
  CheckedPass &operator=(const CheckedPass &) = delete;

  /// The arrays of the call, which outlive the pass; or why they are not known.
  void describe(const ResolvedCall &Call);
  void isUnknown(const std::string &Why);

  /// What messages call memory that lies in no window. The body uses that of these arrays alone, and its own.
  void name(std::vector<NamedArray> Arrays) { Named = std::move(Arrays); }

  /// The member's next iteration; false where there is none. One member gets all.
  bool next(std::uint32_t Member, bool InTeam, hetrt_range &Into);

  const IterationSpace &space() const { return Space; }

private:
  friend class Checker;
  void begin(bool KeepsLast, const char *Limit);
  bool advance();
  std::string nameOf(std::uintptr_t Address, std::size_t Bytes) const;

  const std::string Location;
  const bool IsHostOnly = true; ///< No device can run it.
  const bool IsDevices = false; ///< Devices could compute it.
  const bool IsParallel = true; ///< Iterations may be computed at once.
  const bool IsOfTeam = false;  ///< A team that was there meets it, of one thread perhaps.
  IterationSpace Space;
  std::vector<ArrayWindow> Windows;
  std::vector<NamedArray> Named;
  std::vector<char> Kept; ///< For each window, whether devices keep some of it.

  std::array<Toucher, 256> Touchers{};
  /// What places touched first that have touched no window yet, with the iterations.
  std::map<std::uintptr_t, std::pair<Access, std::uint64_t>> Astray;
  /// Accesses to windows that were in no block, while it was not known in which the window's memory is.
  std::vector<std::tuple<const ArrayWindow *, Access, std::uint64_t>> Unplaced;
  std::vector<std::uint64_t> Order;      ///< Of the pieces.
  std::uint64_t Piece = 1, PieceEnd = 0; ///< Iterations of one; where the one at hand ends.
  std::size_t PiecesDone = 0;
  std::uint64_t Now = 0;   ///< The iteration that is computed.
  std::uint64_t Since = 0; ///< The number of iteration 0.
  bool Described = false, Ended = false;
  CheckedPass *Outer = nullptr; ///< Whose iteration it is a part of.
  std::uintptr_t OuterFrame = 0;
};

/// Errors of clauses are findings, and the program goes on.
void clauseFails(const std::string &Location, const std::string &Message);

/// The declaration of an array says that it ends before what an iteration touches. Of one in the heap, as a vector's,
/// accesses tell.
void leavesArray(const std::string &Location, const std::string &Message, const void *Of);

/// \name Arrays that devices keep
/// @{
void enterData(const void *First, const void *Last, const char *Name, const std::string &Said);
void leaveData(const void *First, const void *Last);
void updateTo(const void *First, const void *Last);
void updateFrom(const void *First, const void *Last);
void depersist(const void *Base);
/// A loop on the host uses these bytes in other ways than by a data clause; null: any.
void hostUses(const void *First, std::uint64_t Bytes, bool Writes);
/// @}

/// \name Blocks, in the threads of their parts
/// @{
std::uint64_t beginBlock(); ///< Returns its number.
void enterPart(std::uint64_t Block, unsigned Number, Iterations Share, const ResolvedCall *Arrays,
               const std::string &Location, bool OnCoresAlone);
void beginLoop(const std::string &Location, std::uint64_t Iterations);
void endLoop();
void exchanged(const void *Base);
void leavePart();
/// @}

/// The caller is a forked child: it checks nothing, and the parent says what it found before.
void forkedChild();

/// Writes what was found, once. Called when the program ends, also by an error.
void writeReport();

} // namespace hetrt::check

#endif
