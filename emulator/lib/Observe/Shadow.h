// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records the last accesses to each word of a memory. In pages to which there was an access smaller than a word, the
// last accesses to each byte are recorded.
#ifndef EMULATOR_OBSERVE_SHADOW_H
#define EMULATOR_OBSERVE_SHADOW_H

#include "Observe/Clocks.h"

#include <span>
#include <unordered_map>

namespace emulator {

/// The last accesses of one word or byte. Two readers are kept, of different blocks if possible, so that at least one
/// of them is not the thread of a later store.
struct Cell {
  std::uint32_t Age = 0;            // the number of the launch (global memory) or block (shared memory) of these
                                    // accesses; if it is an older one, the cell counts as empty
  std::uint32_t WrittenAt : 31 = 0; // the line of the PTX text of the last store
  std::uint32_t IsReadOnly : 1 = 0; // the byte was loaded by ld.global.nc, which assumes that the launch does not
                                    // change it
  Stamp Write{}, Read[2]{};

  void noteRead(const Stamp &By);
};

class Shadow {
public:
  /// The cells of an access. The access is aligned to its size, which is at most 16 bytes.
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
