// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mailboxes and half-made transfers under one lock.
#include "Node/Loopback.h"

#include <algorithm>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <tuple>
#include <utility>

namespace hetrt::node {
namespace {

/// One side of a transfer, from when it is posted until its owner has seen that it is done.
struct Half {
  Rectangle Memory;
  bool Done = false, Fits = true;
};

/// Who sends, who receives, which number.
using Route = std::tuple<unsigned, unsigned, unsigned>;

struct World {
  explicit World(unsigned Ranks) : Inboxes(Ranks) {}
  std::mutex Mutex;
  std::vector<std::deque<Arrival>> Inboxes;
  std::map<Route, std::deque<std::shared_ptr<Half>>> Sends, Receives;
};

void copy(const Rectangle &From, const Rectangle &To) {
  // Row by row on either side: the rows need not be as long on both.
  std::uint64_t Done = 0;
  const std::uint64_t All = From.bytes();
  while (Done < All) {
    const std::uint64_t FromColumn = Done % From.RowBytes, ToColumn = Done % To.RowBytes;
    const std::uint64_t Bytes = std::min(From.RowBytes - FromColumn, To.RowBytes - ToColumn);
    std::memcpy(To.First + Done / To.RowBytes * To.Pitch + ToColumn,
                From.First + Done / From.RowBytes * From.Pitch + FromColumn, Bytes);
    Done += Bytes;
  }
}

class Loopback final : public Transport {
public:
  Loopback(unsigned Rank, unsigned Ranks, std::shared_ptr<World> Shared)
      : Transport(Rank, Ranks), Shared(std::move(Shared)) {}

  unsigned numbers() const override { return 1000; }

  std::string post(unsigned To, std::vector<std::byte> Message) override {
    std::lock_guard Lock(Shared->Mutex);
    Shared->Inboxes[To].push_back({rank(), std::move(Message)});
    return "";
  }

  std::string take(std::optional<Arrival> &Next) override {
    std::lock_guard Lock(Shared->Mutex);
    auto &Inbox = Shared->Inboxes[rank()];
    if (Inbox.empty())
      return "";
    Next = std::move(Inbox.front());
    Inbox.pop_front();
    return "";
  }

  std::string send(unsigned To, unsigned Number, const Rectangle &From, Ticket &Under) override {
    return meet({rank(), To, Number}, From, true, Under);
  }

  std::string receive(unsigned From, unsigned Number, const Rectangle &To, Ticket &Under) override {
    return meet({From, rank(), Number}, To, false, Under);
  }

  std::string test(Ticket Under, bool &Done) override {
    std::lock_guard Lock(Shared->Mutex);
    const auto Found = Open.find(Under);
    if (Found == Open.end())
      return "no data is under way with this ticket";
    Done = Found->second->Done;
    const bool Fits = Found->second->Fits;
    if (Done)
      Open.erase(Found);
    return Fits ? "" : "data of another size than expected";
  }

  void finish() override {}
  void abandon(int) override {}

private:
  std::string meet(const Route &By, const Rectangle &Memory, bool Sends, Ticket &Under) {
    std::lock_guard Lock(Shared->Mutex);
    auto Mine = std::make_shared<Half>(Half{Memory});
    Under = ++Last;
    Open.emplace(Under, Mine);
    auto &Waiting = (Sends ? Shared->Receives : Shared->Sends)[By];
    if (Waiting.empty()) {
      (Sends ? Shared->Sends : Shared->Receives)[By].push_back(Mine);
      return "";
    }
    auto Other = std::move(Waiting.front());
    Waiting.pop_front();
    const Half &Source = Sends ? *Mine : *Other, &Target = Sends ? *Other : *Mine;
    const bool Fits = Source.Memory.bytes() == Target.Memory.bytes();
    if (Fits)
      copy(Source.Memory, Target.Memory);
    Mine->Done = Other->Done = true;
    Mine->Fits = Other->Fits = Fits;
    return "";
  }

  const std::shared_ptr<World> Shared;
  std::map<Ticket, std::shared_ptr<Half>> Open; ///< Under the lock of the world.
  Ticket Last = 0;
};

} // namespace

std::vector<std::unique_ptr<Transport>> loopback(unsigned Ranks) {
  auto Shared = std::make_shared<World>(Ranks);
  std::vector<std::unique_ptr<Transport>> All;
  for (unsigned Rank = 0; Rank < Ranks; ++Rank)
    All.push_back(std::make_unique<Loopback>(Rank, Ranks, Shared));
  return All;
}

} // namespace hetrt::node
