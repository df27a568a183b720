// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which whole pages of arrays belong to which share, and the way there on a machine with several memory nodes.
//
//   shares of arrays --ownedPages()--> runs of pages with owners --PagePlacer--> where they are asked, and moved
//
// A page that two shares touch belongs to the one that has most of it. Pages that were never touched are on no
// node: the system puts them on that of the thread that does so first, and the next pass looks again.
#ifndef HETRT_MEMORY_PAGEPLACEMENT_H
#define HETRT_MEMORY_PAGEPLACEMENT_H

#include "Memory/Window.h"
#include "Topology/Nodes.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <vector>

namespace hetrt {

/// Addresses First <= a < Last.
struct AddressRange {
  std::uintptr_t First = 0, Last = 0;
  friend bool operator==(const AddressRange &, const AddressRange &) = default;
};

struct OwnedBytes {
  AddressRange Bytes;
  unsigned Owner = 0;
};

/// Whole pages, one after another.
struct OwnedPages {
  AddressRange Pages;
  unsigned Owner = 0;
  friend bool operator==(const OwnedPages &, const OwnedPages &) = default;
};

/// Each page of which somebody owns a byte, with the one who owns most of it, and of those who own as much the one with
/// the lowest number. No two of the given ranges overlap; they may come in any order. The runs come in the order of
/// addresses, and are as long as they can be.
std::vector<OwnedPages> ownedPages(std::vector<OwnedBytes> Parts, std::uint64_t PageBytes);

/// Whether shares of an array are runs of its memory: it follows the loop in its first dimension, and in no other.
bool isSplit(const Array &What);

/// The bytes that iterations own of an array that is split: those of their own indices, without halo, all of each
/// index.
AddressRange ownBytes(const Array &What, Iterations Of);

/// The pages that lie in these bytes, whole ones only.
AddressRange wholePages(AddressRange Bytes, std::uint64_t PageBytes);

/// Moves pages, and remembers what it has moved: pages are asked again where the split has changed, or where some of
/// them are not where they were left. Any thread may call, several at once.
class PagePlacer {
public:
  explicit PagePlacer(NodeMemory &System) : System(System) {}

  /// Takes these pages to one node. One whose memory this process may not use takes none.
  void moveTo(AddressRange Pages, unsigned Node);

  /// Takes page after page to node after node.
  void interleave(AddressRange Pages);

  NodeMemory &system() const { return System; }

  /// Why the system moves no pages, once: the first caller gets the text, the others an empty one.
  std::string takeComplaint();

private:
  /// What has been done with a run of pages, for as long as no other run overlaps it.
  struct Done {
    std::uintptr_t Last = 0;
    int Node = Interleaved;
    bool Settled = false; ///< Some pages would not move: there is nothing to look for.
  };
  static constexpr int Interleaved = -1;

  void place(AddressRange Pages, int Node);
  bool isDone(AddressRange Pages, int Node);
  void note(AddressRange Pages, const Done &What);
  bool placeSome(AddressRange Pages, int Node, bool &Settled);
  int wanted(std::uintptr_t Page, int Node) const;
  bool fails(int Error);

  NodeMemory &System;
  std::atomic<bool> Off{false}; ///< The system does not move pages.
  std::mutex Mutex;             ///< Guards what follows.
  std::map<std::uintptr_t, Done> Runs;
  std::string Complaint;
};

/// The pages of the shares of one pass: what each device's share owns of the arrays that are split.
class PassPages {
public:
  /// `Devices` are known by their numbers in the pass.
  PassPages(PagePlacer &By, std::size_t Devices) : By(By), Of(Devices) {}

  /// Adds an array: `Shares` are each device's iterations.
  void add(const Array &What, std::span<const Iterations> Shares);

  /// Takes the pages of a device's share to the node of the calling thread, or to another.
  void place(std::size_t Device) const { place(Device, By.system().currentNode()); }
  void place(std::size_t Device, unsigned Node) const;

private:
  PagePlacer &By;
  std::vector<std::vector<AddressRange>> Of; ///< By device.
};

} // namespace hetrt

#endif
