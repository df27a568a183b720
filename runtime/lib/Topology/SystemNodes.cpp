// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds and moves pages by system calls. This is a separate file, so that tests can be linked with an imitation of a
// machine with several nodes instead.
#include "Topology/Nodes.h"

#include <cerrno>
#include <fstream>
#include <linux/mempolicy.h>
#include <sstream>
#include <sys/syscall.h>
#include <unistd.h>

namespace hetrt {
namespace {

/// Calls move_pages(2), for which the C library has no function. If To is null, no page is moved, and Came gets the
/// node of each page.
int movePages(std::span<void *const> Pages, const int *To, std::span<int> Came) {
  const long Result =
      syscall(SYS_move_pages, 0L, Pages.size(), Pages.data(), To, Came.data(), To ? long(MPOL_MF_MOVE) : 0L);
  return Result < 0 ? errno : 0; // a positive number counts pages that were not moved
}

class SystemNodes : public NodeMemory {
public:
  explicit SystemNodes(std::vector<unsigned> Numbers)
      : Numbers(std::move(Numbers)), Page(static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE))) {}

  const std::vector<unsigned> &nodes() const override { return Numbers; }
  std::uint64_t pageBytes() const override { return Page; }

  unsigned currentNode() const override {
    unsigned Processor = 0, Node = 0;
    static_cast<void>(syscall(SYS_getcpu, &Processor, &Node, nullptr));
    return Node;
  }

  std::optional<unsigned> nodeOf(const std::string &PciAddress) const override {
    return nodeOfDevice("/sys", PciAddress);
  }

  int find(std::span<void *const> Pages, std::span<int> Nodes) const override {
    return movePages(Pages, nullptr, Nodes);
  }

  int move(std::span<void *const> Pages, std::span<const int> To, std::span<int> Came) override {
    return movePages(Pages, To.data(), Came);
  }

private:
  const std::vector<unsigned> Numbers;
  const std::uint64_t Page;
};

} // namespace

NodeMemory *systemNodes() {
  static NodeMemory *const System = []() -> NodeMemory * {
    std::ifstream File("/proc/self/status");
    std::ostringstream Status;
    Status << File.rdbuf();
    std::vector<unsigned> Numbers = memoryNodes("/sys", Status.str());
    return Numbers.size() > 1 ? new SystemNodes(std::move(Numbers)) : nullptr;
  }();
  return System;
}

} // namespace hetrt
