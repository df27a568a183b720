// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A map from each byte of the program's memory to a cell, in which the checker stores what it knows of the byte. A cell
// stands for 8, 4, 2 or 1 bytes; all cells of a page of 4096 bytes have the same size, which is as small as the
// smallest access to the page so far. A page that was never accessed has no cells and takes no memory.
#ifndef HETRT_CHECK_BYTECELLS_H
#define HETRT_CHECK_BYTECELLS_H

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace hetrt::check {

/// The cells of all pages. `Cell` is a plain value type; Cell{} is the value of a cell of which nothing is known. Not
/// thread safe.
template <typename Cell> class ByteCells {
public:
  /// Calls Visit(Cell &, first address, number of bytes) for each cell of the bytes [Address, Address + Size), in the
  /// order of addresses. If a page has no cells, they are made; if a cell reaches beyond either end of the bytes, the
  /// page's cells are first split into smaller ones.
  template <typename Function> void forEach(std::uintptr_t Address, std::size_t Size, Function Visit) {
    for (const std::uintptr_t End = Address + Size; Address < End;) {
      const std::uintptr_t Here = std::min(End, (Address | (PageBytes - 1)) + 1) - Address;
      const Known &In = page(Address >> PageBits, static_cast<unsigned>(std::min(std::countr_zero(Address | Here), 3)));
      Cell *Each = &In.Cells[(Address & (PageBytes - 1)) >> In.Shift];
      const std::uintptr_t Step = std::uintptr_t(1) << In.Shift;
      for (const std::uintptr_t Last = Address + Here; Address < Last; Address += Step)
        Visit(*Each++, Address, Step);
    }
  }

  /// The cell that stands for exactly the bytes [Address, Address + Size). Null if there is no such cell, or if the
  /// page is not among the recently used ones; the caller then has to use forEach().
  Cell *single(std::uintptr_t Address, std::size_t Size) {
    const Known &Slot = Recent[(Address >> PageBits) % Recent.size()];
    if (Slot.Number != Address >> PageBits || Size != std::size_t(1) << Slot.Shift || (Address & (Size - 1)))
      return nullptr;
    return &Slot.Cells[(Address & (PageBytes - 1)) >> Slot.Shift];
  }

  /// Sets the cells of the bytes [Address, Address + Size) to Cell{}.
  void forget(std::uintptr_t Address, std::size_t Size) {
    forEach(Address, Size, [](Cell &Each, std::uintptr_t, std::size_t) { Each = {}; });
  }
  void forgetAll() {
    Pages.clear();
    std::ranges::fill(Recent, Known{});
    Taken = 0;
  }

  std::size_t bytes() const { return Taken; } ///< Memory that the cells take, in bytes.

private:
  struct Page {
    unsigned Shift = 3;
    std::unique_ptr<Cell[]> Cells;
  };
  struct Known {
    std::uintptr_t Number = UINTPTR_MAX;
    Cell *Cells = nullptr; ///< The cells of page `Number`, each of 2^Shift bytes.
    unsigned Shift = 0;
  };
  static constexpr unsigned PageBits = 12;
  static constexpr std::size_t PageBytes = std::size_t(1) << PageBits;
  static constexpr std::size_t cellsAt(unsigned Shift) { return PageBytes >> Shift; }

  /// Returns page `Number` with cells of at most 2^Shift bytes. Makes the page's cells if it has none, and splits them
  /// if they are larger.
  Known &page(std::uintptr_t Number, unsigned Shift) {
    Known &Slot = Recent[Number % Recent.size()];
    if (Slot.Number == Number && Slot.Shift <= Shift)
      return Slot;
    Page &There = Pages[Number];
    if (!There.Cells)
      make(There, Shift);
    if (There.Shift > Shift)
      split(There, Shift);
    Slot = {Number, There.Cells.get(), There.Shift};
    return Slot;
  }

  void make(Page &What, unsigned Shift) {
    What.Shift = Shift;
    What.Cells = std::make_unique<Cell[]>(cellsAt(Shift));
    Taken += cellsAt(Shift) * sizeof(Cell);
  }

  void split(Page &What, unsigned Shift) {
    const std::unique_ptr<Cell[]> Old = std::move(What.Cells);
    const unsigned Before = What.Shift;
    Taken -= cellsAt(Before) * sizeof(Cell);
    make(What, Shift);
    for (std::size_t I = 0; I < cellsAt(Shift); ++I)
      What.Cells[I] = Old[I >> (Before - Shift)];
  }

  std::unordered_map<std::uintptr_t, Page> Pages;
  /// Recently used pages, at index Number % size(): enough for 64 MB of memory.
  std::vector<Known> Recent = std::vector<Known>(std::size_t(1) << 14);
  std::size_t Taken = 0;
};

} // namespace hetrt::check

#endif
