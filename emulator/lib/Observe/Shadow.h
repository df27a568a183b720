// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Remembers, for each word of a memory, the last accesses; for each byte in pages with an access smaller than a word.
#ifndef EMULATOR_OBSERVE_SHADOW_H
#define EMULATOR_OBSERVE_SHADOW_H

#include "Observe/Clocks.h"

#include <span>
#include <unordered_map>

namespace emulator {

/// The last accesses of one word or byte. Two readers are kept, of different blocks if possible, so that a later store
/// finds at least one that is not its own thread.
struct Cell {
  std::uint32_t Age = 0;            // number of the launch or block of these accesses; accesses with another number no
                                    // longer count
  std::uint32_t WrittenAt : 31 = 0; // line of the PTX text
  std::uint32_t IsReadOnly : 1 = 0; // the byte was loaded by ld.global.nc, which assumes that the launch does not
                                    // change it
  Stamp Write{}, Read[2]{};

  void noteRead(const Stamp &By);
};

class Shadow {
public:
  /// The cells of an access, which is aligned to its size of at most 16 bytes.
  std::span<Cell> cells(std::uint64_t Address, unsigned Bytes);

private:
  struct Page {
    unsigned Shift = 2; // size of a cell in bytes, as a power of two
    std::vector<Cell> Cells;
  };
  static constexpr unsigned PageShift = 12;

  std::unordered_map<std::uint64_t, Page> Pages;
  std::uint64_t RecentNumber = ~std::uint64_t(0);
  Page *Recent = nullptr;
};

} // namespace emulator

#endif
