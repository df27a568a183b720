// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds races: records, for each byte of the program's memory, which iteration wrote it last and which iteration read
// it first.
//
// Two iterations conflict if both access a byte and at least one of them writes it. A write is compared with the last
// writer and the first reader, a read with the last writer. Other readers need not be recorded, since the checker runs
// iterations one after another: if the first reader is the iteration that now writes, no other iteration has read the
// byte before. This holds for accesses without locks. Accesses with locks are few, and are stored one by one.
#ifndef HETRT_CHECK_SHADOW_H
#define HETRT_CHECK_SHADOW_H

#include "Check/ByteCells.h"

namespace hetrt::check {

/// A set of locks that an iteration holds, with one bit for each lock. Two accesses that hold a common lock do not
/// race. Bit 0 stands for atomic operations.
using Locks = std::uint16_t;
inline constexpr Locks AtomicLock = 1;

/// One access by an iteration. Iterations are numbered from 1, consecutively through all passes of the program.
struct Access {
  std::uintptr_t Address = 0;
  std::size_t Bytes = 0;
  bool Writes = false;
  Locks Held = 0;
  std::uintptr_t Code = 0; ///< Address of the instruction.
  std::uint64_t Iteration = 0;
};

/// An earlier access by another iteration that conflicts with the present access.
struct Conflict {
  std::uintptr_t Address = 0; ///< The first byte that the two accesses have in common.
  bool Wrote = false;
  std::uintptr_t Code = 0;
  std::uint64_t Iteration = 0;
};

/// The records of all bytes. Not thread safe.
class Shadow {
public:
  /// Records an access. `Since` is the number of the first iteration of the pass. If the access conflicts with an
  /// earlier access by another iteration of the pass, returns true and stores the earlier access in `Into`.
  bool note(const Access &What, std::uint64_t Since, Conflict &Into) {
    Cell *Only = Cells.single(What.Address, What.Bytes);
    if (!Only) [[unlikely]]
      return noteAll(What, Since, Into);
    Into.Address = What.Address;
    return noteIn(*Only, What, What.Address, What.Bytes, Since, Into);
  }

  /// A faster note() for an access without locks that covers exactly one cell, to which there were no accesses with
  /// locks. For other accesses, and for accesses that conflict, returns false and records nothing.
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

  /// Whether this iteration has written all of the bytes.
  bool hasWritten(std::uintptr_t Address, std::size_t Bytes, std::uint64_t Iteration);

  void forget(std::uintptr_t Address, std::size_t Bytes);
  void forgetAll();
  std::size_t bytes() const { return Cells.bytes(); } ///< The memory that the records take, in bytes.

private:
  struct Cell {
    std::uint64_t Writer = 0, Reader = 0; ///< The iterations of accesses without locks: the last writer, and the first
                                          ///< reader.
    std::uintptr_t WrittenAt = 0, ReadAt = 0;
    std::uint32_t Pass = 0; ///< The low 32 bits of `Since` when Common and HasLocked were set.
    Locks Common = 0;       ///< If not 0: all accesses with locks held exactly these locks, and at least two iterations
                            ///< wrote.
    bool HasLocked = false; ///< There were accesses with locks.
  };
  /// An access to a byte by an iteration that holds locks. For each byte, set of locks, and kind of access (read or
  /// write), the accesses of at most two iterations are stored.
  struct Locked {
    std::uint64_t Iteration;
    Locks Held;
    bool Writes;
    std::uintptr_t Code;
  };

  bool noteAll(const Access &What, std::uint64_t Since, Conflict &Into);
  bool noteLocked(Cell &In, const Access &What, std::uintptr_t Address, std::size_t Bytes, std::uint64_t Since,
                  Conflict &Into);

  /// Records an access to the bytes of one cell. Returns whether it conflicts with an earlier access; does not set
  /// Into.Address.
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
  /// Accesses with locks, by the address of the byte.
  std::unordered_map<std::uintptr_t, std::vector<Locked>> UnderLocks;
};

} // namespace hetrt::check

#endif
