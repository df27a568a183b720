// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mailboxes for control messages, and data transfers for which the sender, the receiver or both have called, under one
// lock.
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

/// One side of a transfer, from the call that posts it until its owner has seen that it is done.
struct Half {
  Rectangles Memory;
  bool Done = false, Fits = true;
};

/// The sender, the receiver, and the number of the data.
using Route = std::tuple<unsigned, unsigned, unsigned>;

/// The state that the ranks share.
struct World {
  explicit World(unsigned Ranks) : Inboxes(Ranks) {}
  std::mutex Mutex;
  std::vector<std::deque<Arrival>> Inboxes;
  std::map<Route, std::deque<std::shared_ptr<Half>>> Sends, Receives;
};

/// A position in the bytes of a message.
class Cursor {
public:
  explicit Cursor(const Rectangles &Of) : Of(Of) {}

  std::byte *at() const { return Of[Part].First + Row * Of[Part].Pitch + Column; }
  std::uint64_t untilRowEnds() const { return Of[Part].RowBytes - Column; }
  void advance(std::uint64_t Bytes) {
    Column += Bytes;
    if (Column < Of[Part].RowBytes)
      return;
    Column = 0;
    if (++Row == Of[Part].Rows)
      Row = 0, ++Part;
  }

private:
  const Rectangles &Of;
  std::size_t Part = 0;
  std::uint64_t Row = 0, Column = 0;
};

/// Copies piece by piece, up to the end of a row on either side, since rows may have different lengths on the two
/// sides.
void copy(const Rectangles &From, const Rectangles &To) {
  Cursor Source(From), Target(To);
  for (std::uint64_t Left = bytesOf(From), Bytes = 0; Left; Left -= Bytes) {
    Bytes = std::min(Source.untilRowEnds(), Target.untilRowEnds());
    std::memcpy(Target.at(), Source.at(), Bytes);
    Source.advance(Bytes);
    Target.advance(Bytes);
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

  std::string send(unsigned To, unsigned Number, const Rectangles &From, Ticket &Under) override {
    return meet({rank(), To, Number}, From, true, Under);
  }

  std::string receive(unsigned From, unsigned Number, const Rectangles &To, Ticket &Under) override {
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
  std::string meet(const Route &By, const Rectangles &Memory, bool Sends, Ticket &Under) {
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
    const bool Fits = bytesOf(Source.Memory) == bytesOf(Target.Memory);
    if (Fits)
      copy(Source.Memory, Target.Memory);
    Mine->Done = Other->Done = true;
    Mine->Fits = Other->Fits = Fits;
    return "";
  }

  const std::shared_ptr<World> Shared;
  std::map<Ticket, std::shared_ptr<Half>> Open; ///< Guarded by the lock of the world.
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
