// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pages of cells, which remember the last accesses to each word or byte (Shadow.h).

#include "Observe/Shadow.h"

namespace emulator {

void Cell::noteRead(const Stamp &By) {
  for (Stamp &Each : Read)
    if (!Each.Is || isOfOneThread(Each, By)) {
      Each = By;
      return;
    }
  if (Read[0].Block != By.Block || Read[1].Block == By.Block)
    Read[1] = Read[0];
  Read[0] = By;
}

std::span<Cell> Shadow::cells(std::uint64_t Address, unsigned Bytes) {
  const std::uint64_t Number = Address >> PageShift;
  if (Number != RecentNumber || !Recent) {
    RecentNumber = Number;
    Recent = &Pages[Number]; // references to elements stay valid when others are inserted
  }
  Page &In = *Recent;
  if (In.Cells.empty())
    In.Cells.resize(std::size_t(1) << (PageShift - In.Shift));
  if (Bytes < 4 && In.Shift == 2) {
    std::vector<Cell> Finer;
    Finer.reserve(std::size_t(1) << PageShift);
    for (const Cell &Each : In.Cells)
      Finer.insert(Finer.end(), 4, Each);
    In.Cells = std::move(Finer);
    In.Shift = 0;
  }
  const std::uint64_t Offset = Address & ((std::uint64_t(1) << PageShift) - 1);
  return std::span(In.Cells).subspan(Offset >> In.Shift, Bytes >> In.Shift);
}

} // namespace emulator
