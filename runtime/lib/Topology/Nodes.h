// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The machine's memory nodes: which there are, how far apart, which one an accelerator is near, and which one a page is
// on. From sysfs and by the system's own calls: programs link no libnuma, and start no hwloc.
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

/// The numbers in a list such as "0-2,5"; those before the first thing that is none.
std::vector<unsigned> numbersIn(std::string_view List);

/// The numbers of the nodes whose memory this process may use, ascending; never empty. `Sys` is where sysfs is mounted
/// ("/sys"), `Status` the text of "/proc/self/status".
std::vector<unsigned> memoryNodes(const std::string &Sys, const std::string &Status);

/// How far memory of each node (of those with memory, ascending) is from processors of this one: 10 is its own. Empty
/// where the system does not say.
std::vector<unsigned> nodeDistances(const std::string &Sys, unsigned Node);

/// The folder in which sysfs tells of a device with this PCI address ("dddd:bb:dd.f").
std::string folderOfDevice(const std::string &Sys, const std::string &PciAddress);

/// The node that a device with this PCI address ("dddd:bb:dd.f") is near; absent where the system does not say, as on
/// machines with one node.
std::optional<unsigned> nodeOfDevice(const std::string &Sys, const std::string &PciAddress);

/// Pages of this process on several nodes. Any thread may call, several at once.
class NodeMemory {
public:
  virtual ~NodeMemory();

  virtual const std::vector<unsigned> &nodes() const = 0;
  virtual std::uint64_t pageBytes() const = 0;

  /// The node of the processor on which the calling thread runs now.
  virtual unsigned currentNode() const = 0;

  /// See nodeOfDevice().
  virtual std::optional<unsigned> nodeOf(const std::string &PciAddress) const = 0;

  /// Stores the node of each page, given by its first byte; a negative number where there is none, since the page
  /// was never touched. Returns 0, or why the system does not tell, an errno.
  virtual int find(std::span<void *const> Pages, std::span<int> Nodes) const = 0;

  /// Moves each page to its node of `To`, and stores where it is then; a negative number where it would not move.
  /// Returns 0, or why the system moves none, an errno.
  virtual int move(std::span<void *const> Pages, std::span<const int> To, std::span<int> Came) = 0;
};

/// Those of this machine; null if it has one node, or this process may use only one. Never destroyed.
NodeMemory *systemNodes();

} // namespace hetrt

#endif
