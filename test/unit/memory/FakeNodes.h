// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A machine of several memory nodes that remembers where its pages are. Threads are on its nodes in turn.
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

  /// The node of the calling thread, for its life.
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

  /// Somebody on a node writes these pages for the first time.
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

  mutable std::uint64_t Asked = 0;    ///< Pages.
  std::uint64_t Moved = 0, Calls = 0; ///< Pages that moved, and calls to move some.
  std::uintptr_t Fixed = 1;           ///< A page that does not move.
  int Refuses = 0;                    ///< An errno.

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
