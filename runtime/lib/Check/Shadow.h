// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Who touched each byte of the program's memory last: which iteration wrote it, and which one read it first.
//
// Iterations run one after another, so two words are enough to find every pair of iterations that touch a byte of which
// one writes it, whatever their order: a write is compared with the last writer and with the first reader, a read with
// the last writer. One reader stands for all: if any reader is another iteration than the writer at hand, the first one
// is. That holds for accesses without locks; those with locks are few, and are listed.
#ifndef HETRT_CHECK_SHADOW_H
#define HETRT_CHECK_SHADOW_H

#include "Check/ByteCells.h"

namespace hetrt::check {

/// Locks that are held: a bit for each; accesses that share one do not race. Bit 0 is that of atomic operations.
using Locks = std::uint16_t;
inline constexpr Locks AtomicLock = 1;

/// One access by an iteration. Iterations of all passes have numbers of their own, from 1 on.
struct Access {
  std::uintptr_t Address = 0;
  std::size_t Bytes = 0;
  bool Writes = false;
  Locks Held = 0;
  std::uintptr_t Code = 0; ///< Where in the program.
  std::uint64_t Iteration = 0;
};

/// An earlier access of another iteration that may come later in another order.
struct Conflict {
  std::uintptr_t Address = 0; ///< The first byte of it.
  bool Wrote = false;
  std::uintptr_t Code = 0;
  std::uint64_t Iteration = 0;
};

/// Not thread safe.
class Shadow {
public:
  /// Notes an access. True if it conflicts with one of iterations from `Since` on, which are those of the pass: `Into`
  /// then says which.
  bool note(const Access &What, std::uint64_t Since, Conflict &Into) {
    Cell *Only = Cells.single(What.Address, What.Bytes);
    if (!Only) [[unlikely]]
      return noteAll(What, Since, Into);
    Into.Address = What.Address;
    return noteIn(*Only, What, What.Address, What.Bytes, Since, Into);
  }

  /// The same of an access without locks, if nothing is found and the bytes are one cell that none with locks has
  /// touched. Else false, and nothing is noted.
  bool noteQuickly(std::uintptr_t Address, std::size_t Bytes, bool Writes, std::uintptr_t Code, std::uint64_t Iteration,
                   std::uint64_t Since) {
    Cell *Only = Cells.single(Address, Bytes);
    if (!Only || Only->HasLocked || (Only->Writer >= Since && Only->Writer != Iteration))
      return false;
    if (Writes) {
      if (Only->Reader >= Since && Only->Reader != Iteration)
        return false;
      Only->Writer = Iteration;
      Only->WrittenAt = Code;
    } else if (Only->Reader < Since) {
      Only->Reader = Iteration;
      Only->ReadAt = Code;
    }
    return true;
  }

  /// Whether this iteration has written all of these bytes.
  bool hasWritten(std::uintptr_t Address, std::size_t Bytes, std::uint64_t Iteration);

  void forget(std::uintptr_t Address, std::size_t Bytes);
  void forgetAll();
  std::size_t bytes() const { return Cells.bytes(); } ///< That it takes itself.

private:
  struct Cell {
    std::uint64_t Writer = 0, Reader = 0; ///< The last and the first iteration, without locks.
    std::uintptr_t WrittenAt = 0, ReadAt = 0;
    std::uint32_t Pass = 0; ///< The last bits of `Since` when what follows was noted.
    Locks Common = 0;       ///< Not 0: all accesses with locks had these, and two iterations have written.
    bool HasLocked = false; ///< There are accesses with locks.
  };
  /// An access to a byte under locks. Two iterations for each set of locks stand for all.
  struct Locked {
    std::uint64_t Iteration;
    Locks Held;
    bool Writes;
    std::uintptr_t Code;
  };

  bool noteAll(const Access &What, std::uint64_t Since, Conflict &Into);
  bool noteLocked(Cell &In, const Access &What, std::uintptr_t Address, std::size_t Bytes, std::uint64_t Since,
                  Conflict &Into);

  /// Of a cell with these bytes. Leaves Into.Address as it is.
  bool noteIn(Cell &In, const Access &What, std::uintptr_t Address, std::size_t Bytes, std::uint64_t Since,
              Conflict &Into) {
    const auto Meets = [&](std::uint64_t Who) { return Who >= Since && Who != What.Iteration; };
    const bool Wrote = Meets(In.Writer);
    bool Found = Wrote || (What.Writes && Meets(In.Reader));
    if (Found) [[unlikely]] {
      Into.Wrote = Wrote;
      Into.Code = Wrote ? In.WrittenAt : In.ReadAt;
      Into.Iteration = Wrote ? In.Writer : In.Reader;
    }
    const bool Known = In.Pass == static_cast<std::uint32_t>(Since);
    if (What.Held ? !Known || In.Common != What.Held : Known && In.HasLocked) [[unlikely]]
      Found |= noteLocked(In, What, Address, Bytes, Since, Into);
    if (What.Held)
      return Found;
    if (What.Writes) {
      In.Writer = What.Iteration;
      In.WrittenAt = What.Code;
    } else if (In.Reader < Since) {
      In.Reader = What.Iteration;
      In.ReadAt = What.Code;
    }
    return Found;
  }

  ByteCells<Cell> Cells;
  std::unordered_map<std::uintptr_t, std::vector<Locked>> UnderLocks; ///< By the byte.
};

} // namespace hetrt::check

#endif
