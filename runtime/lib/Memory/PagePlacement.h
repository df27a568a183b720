// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// On a machine with several memory nodes: finds out which whole pages of arrays belong to which share, and moves these
// pages to the memory node of the share's owner.
//
//   shares of arrays --ownedPages()--> runs of pages with owners --PagePlacer--> pages on the owners' nodes
//
// A page that two shares touch belongs to the share with most bytes of it. Pages that were never touched are on no
// node: the system puts a page on the node of the thread that touches it first, and the next pass looks again.
#ifndef HETRT_MEMORY_PAGEPLACEMENT_H
#define HETRT_MEMORY_PAGEPLACEMENT_H

#include "Memory/Array.h"
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

/// Bytes of a share, and the number of the share's owner.
struct OwnedBytes {
  AddressRange Bytes;
  unsigned Owner = 0;
};

/// Consecutive whole pages that belong to one owner.
struct OwnedPages {
  AddressRange Pages;
  unsigned Owner = 0;
  friend bool operator==(const OwnedPages &, const OwnedPages &) = default;
};

/// Assigns each page in which some owner has a byte to the owner with most bytes of it, and among equals to the one
/// with the lowest number. No two of the given ranges overlap; they may come in any order. The runs are in the order of
/// addresses, and as long as possible.
std::vector<OwnedPages> ownedPages(std::vector<OwnedBytes> Parts, std::uint64_t PageBytes);

/// Whether each share of an array is one run of memory: the array follows the loop in its first dimension, and in no
/// other.
bool isSplit(const Array &What);

/// The bytes of an array with isSplit() that belong to iterations: their own indices of the first dimension, without
/// halo, with all elements of the inner dimensions.
AddressRange ownBytes(const Array &What, Iterations Of);

/// The pages that lie entirely in these bytes.
AddressRange wholePages(AddressRange Bytes, std::uint64_t PageBytes);

/// Moves pages to memory nodes, and remembers to which nodes. The next call for the same pages asks the system only
/// about a few of them, and about all of them only where the split has changed or some of the few are on other nodes.
/// Any thread may call, several at once.
class PagePlacer {
public:
  explicit PagePlacer(NodeMemory &System) : System(System) {}

  /// Moves these pages to one node; does nothing if this process may not use that node's memory.
  void moveTo(AddressRange Pages, unsigned Node);

  /// Distributes these pages over all nodes in turn.
  void interleave(AddressRange Pages);

  NodeMemory &system() const { return System; }

  /// Why the system moves no pages; "" if it moves them. Only the first caller gets the reason, so that one message is
  /// printed.
  std::string takeComplaint();

private:
  /// How the run of pages that begins at the key of Runs was placed. The entry is dropped when another run overlaps
  /// these pages.
  struct Done {
    std::uintptr_t Last = 0;
    int Node = Interleaved;
    bool Settled = false; ///< Some pages could not be moved, so that their nodes are not checked again.
  };
  static constexpr int Interleaved = -1;

  void place(AddressRange Pages, int Node);
  bool isDone(AddressRange Pages, int Node);
  void note(AddressRange Pages, const Done &What);
  bool placeSome(AddressRange Pages, int Node, bool &Settled);
  int wanted(std::uintptr_t Page, int Node) const;
  bool fails(int Error);

  NodeMemory &System;
  std::atomic<bool> Off{false}; ///< Moving has failed, so nothing is moved any more.
  std::mutex Mutex;             ///< Guards the members from here on.
  std::map<std::uintptr_t, Done> Runs;
  std::string Complaint;
};

/// The pages of the shares of one pass: for each device, the pages of its shares of those arrays for which isSplit() is
/// true.
class PassPages {
public:
  /// For a pass with `Devices` devices, which are known by their numbers in the pass.
  PassPages(PagePlacer &By, std::size_t Devices) : By(By), Of(Devices) {}

  /// Adds an array with isSplit(). `Shares` has the iterations of each device.
  void add(const Array &What, std::span<const Iterations> Shares);

  /// Moves the pages of a device's share to the memory node of the calling thread, or to `Node`.
  void place(std::size_t Device) const { place(Device, By.system().currentNode()); }
  void place(std::size_t Device, unsigned Node) const;

private:
  PagePlacer &By;
  std::vector<std::vector<AddressRange>> Of; ///< The pages of each device's shares.
};

} // namespace hetrt

#endif
