// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Who accessed what last, for each word of a memory; for each byte, in pages where some access is smaller than a word.
#ifndef EMULATOR_OBSERVE_SHADOW_H
#define EMULATOR_OBSERVE_SHADOW_H

#include "Observe/Clocks.h"

#include <span>
#include <unordered_map>

namespace emulator {

/// Two readers are kept, of different blocks if there are such: a thread that writes then is one of them at most.
struct Cell {
  std::uint32_t Age = 0;            // of the launch or block that it tells of; those of others count for nothing
  std::uint32_t WrittenAt : 31 = 0; // line of the PTX
  std::uint32_t IsReadOnly : 1 = 0; // was loaded as what no store of the launch changes
  Stamp Write{}, Read[2]{};

  void noteRead(const Stamp &By);
};

class Shadow {
public:
  /// The cells of an access, which is aligned to its size of at most 16 bytes.
  std::span<Cell> cells(std::uint64_t Address, unsigned Bytes);

private:
  struct Page {
    unsigned Shift = 2; // bytes of a cell, as a power of two
    std::vector<Cell> Cells;
  };
  static constexpr unsigned PageShift = 12;

  std::unordered_map<std::uint64_t, Page> Pages;
  std::uint64_t RecentNumber = ~std::uint64_t(0);
  Page *Recent = nullptr;
};

} // namespace emulator

#endif
