// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Simulates a machine with several memory nodes, which keeps a record of the node of each page. The threads are on the
// nodes in turn.
#ifndef HETRT_TEST_MEMORY_FAKENODES_H
#define HETRT_TEST_MEMORY_FAKENODES_H

#include "Memory/PagePlacement.h"

#include <cerrno>
#include <map>
#include <mutex>
#include <set>

namespace hetrt::test {

class FakeNodes : public NodeMemory {
public:
  static constexpr std::uint64_t Page = 4096;

  explicit FakeNodes(std::vector<unsigned> Numbers) : Numbers(std::move(Numbers)) {}

  const std::vector<unsigned> &nodes() const override { return Numbers; }
  std::uint64_t pageBytes() const override { return Page; }

  /// The node of the calling thread, which stays the same as long as the thread lives.
  unsigned currentNode() const override {
    static std::atomic<unsigned> Threads{0};
    thread_local const unsigned Mine = Threads++;
    return Numbers[Mine % Numbers.size()];
  }

  std::optional<unsigned> nodeOf(const std::string &PciAddress) const override {
    return PciAddress.empty() ? std::nullopt : std::optional<unsigned>(Numbers.back());
  }

  int find(std::span<void *const> Pages, std::span<int> Nodes) const override {
    std::lock_guard Lock(Mutex);
    Asked += Pages.size();
    for (std::size_t I = 0; I < Pages.size(); ++I)
      Nodes[I] = at(reinterpret_cast<std::uintptr_t>(Pages[I]));
    return Refuses;
  }

  int move(std::span<void *const> Pages, std::span<const int> To, std::span<int> Came) override {
    std::lock_guard Lock(Mutex);
    ++Calls;
    for (std::size_t I = 0; I < Pages.size(); ++I) {
      const auto Address = reinterpret_cast<std::uintptr_t>(Pages[I]);
      const bool Stays = Address == Fixed || at(Address) < 0;
      if (!Stays)
        Where[Address] = To[I];
      Moved += !Stays;
      Came[I] = Stays ? -EBUSY : To[I];
    }
    return Refuses;
  }

  /// Simulates the first write to these pages, by a thread on `Node`.
  void touch(AddressRange Pages, int Node) {
    std::lock_guard Lock(Mutex);
    for (std::uintptr_t Each = Pages.First; Each < Pages.Last; Each += Page)
      Where[Each] = Node;
  }

  std::vector<int> nodesIn(AddressRange Pages) const {
    std::lock_guard Lock(Mutex);
    std::vector<int> Nodes;
    for (std::uintptr_t Each = Pages.First; Each < Pages.Last; Each += Page)
      Nodes.push_back(at(Each));
    return Nodes;
  }

  mutable std::uint64_t Asked = 0;    ///< How many pages the callers have asked the node of.
  std::uint64_t Moved = 0, Calls = 0; ///< How many pages have moved, and how many calls moved some.
  std::uintptr_t Fixed = 1;           ///< The address of a page that cannot be moved.
  int Refuses = 0;                    ///< The error number (errno) with which moving fails.

private:
  int at(std::uintptr_t Address) const {
    const auto There = Where.find(Address);
    return There == Where.end() ? -ENOENT : There->second;
  }

  const std::vector<unsigned> Numbers;
  mutable std::mutex Mutex;
  std::map<std::uintptr_t, int> Where;
};

} // namespace hetrt::test

#endif
