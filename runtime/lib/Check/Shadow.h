// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Who touched each byte of the program's memory last: which iteration wrote it, and which one read it first.
//
// Iterations run one after another, so two words are enough to find every pair of iterations that touch a byte of which
// one writes it, whatever their order: a write is compared with the last writer and with the first reader, a read with
// the last writer. One reader stands for all: if any reader is another iteration than the writer at hand, the first one
// is.
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
  std::uintptr_t Code = 0; ///< Where in the program; below 2^48.
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
    return noteIn(*Only, What, {What.Code, What.Held}, Since, Into);
  }

  /// Whether this iteration has written all of these bytes.
  bool hasWritten(std::uintptr_t Address, std::size_t Bytes, std::uint64_t Iteration);

  void forget(std::uintptr_t Address, std::size_t Bytes) { Cells.forget(Address, Bytes); }
  void forgetAll() { Cells.forgetAll(); }
  std::size_t bytes() const { return Cells.bytes(); } ///< That it takes itself.

private:
  /// A place in the program, and the locks that were held there.
  class Place {
  public:
    Place() = default;
    Place(std::uintptr_t Code, Locks Held) : Word(Code << 16 | Held) {}
    std::uintptr_t code() const { return Word >> 16; }
    Locks held() const { return static_cast<Locks>(Word); }

  private:
    std::uint64_t Word = 0;
  };
  struct Cell {
    std::uint64_t Writer = 0, Reader = 0;
    Place WrittenAt, ReadAt;
  };
  bool noteAll(const Access &What, std::uint64_t Since, Conflict &Into);

  /// Leaves Into.Address as it is.
  static bool noteIn(Cell &In, const Access &What, Place At, std::uint64_t Since, Conflict &Into) {
    const auto Meets = [&](std::uint64_t Who, Place There) {
      return Who >= Since && Who != What.Iteration && !(There.held() & What.Held);
    };
    const bool Wrote = Meets(In.Writer, In.WrittenAt), Found = Wrote || (What.Writes && Meets(In.Reader, In.ReadAt));
    if (Found) [[unlikely]] {
      Into.Wrote = Wrote;
      Into.Code = Wrote ? In.WrittenAt.code() : In.ReadAt.code();
      Into.Iteration = Wrote ? In.Writer : In.Reader;
    }
    // Of several accesses the one that the fewest locks protect is kept.
    if (What.Writes) {
      if (In.Writer != What.Iteration || (In.WrittenAt.held() & ~What.Held))
        In.WrittenAt = At;
      In.Writer = What.Iteration;
    } else if (In.Reader < Since || (In.ReadAt.held() & ~What.Held)) {
      In.ReadAt = At;
      In.Reader = What.Iteration;
    }
    return Found;
  }

  ByteCells<Cell> Cells;
};

} // namespace hetrt::check

#endif
