// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The machine's NUMA memory nodes: their numbers, their distances, the node near an accelerator, and the node of a
// page. Uses sysfs and system calls, so that programs need neither libnuma nor hwloc.
#ifndef HETRT_TOPOLOGY_NODES_H
#define HETRT_TOPOLOGY_NODES_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hetrt {

/// The numbers in a list such as "0-2,5", up to the first text that is no number or range.
std::vector<unsigned> numbersIn(std::string_view List);

/// The numbers of the nodes whose memory this process may use, ascending; never empty. `Sys` is where sysfs is mounted
/// ("/sys"), `Status` the text of "/proc/self/status".
std::vector<unsigned> memoryNodes(const std::string &Sys, const std::string &Status);

/// The distance of each node with memory from the processors of `Node`, in ascending order of the nodes' numbers; the
/// distance of a node from itself is 10. Empty if the system does not provide distances.
std::vector<unsigned> nodeDistances(const std::string &Sys, unsigned Node);

/// The folder of sysfs for the device with this PCI address ("dddd:bb:dd.f").
std::string folderOfDevice(const std::string &Sys, const std::string &PciAddress);

/// The node near the device with this PCI address ("dddd:bb:dd.f"); absent if the system does not know it, as on
/// machines with one node.
std::optional<unsigned> nodeOfDevice(const std::string &Sys, const std::string &PciAddress);

/// Finds and moves pages of this process on a machine with several memory nodes. Several threads may call the functions
/// at the same time.
class NodeMemory {
public:
  virtual ~NodeMemory();

  virtual const std::vector<unsigned> &nodes() const = 0;
  virtual std::uint64_t pageBytes() const = 0;

  /// The node of the processor on which the calling thread runs now.
  virtual unsigned currentNode() const = 0;

  /// See nodeOfDevice().
  virtual std::optional<unsigned> nodeOf(const std::string &PciAddress) const = 0;

  /// `Pages` are the addresses of pages. Stores the node of each page in `Nodes`; a negative number if the page has
  /// never been accessed. Returns 0, or an errno if the system does not provide this.
  virtual int find(std::span<void *const> Pages, std::span<int> Nodes) const = 0;

  /// Moves each page to the node in the same entry of `To`. Stores in `Came` the node where the page is afterwards; a
  /// negative number if the page could not be moved. Returns 0, or an errno if the system cannot move pages.
  virtual int move(std::span<void *const> Pages, std::span<const int> To, std::span<int> Came) = 0;
};

/// This machine's nodes; null if it has one node, or this process may use only one. Never destroyed.
NodeMemory *systemNodes();

} // namespace hetrt

#endif
