// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The hub of rank 0, and ranks that serve it: how they connect, disconnect, and notice that the other is lost.
#include "LoopbackJob.h"

#include <gtest/gtest.h>

#include <atomic>
#include <numeric>
#include <set>

namespace hetrt::test {
namespace {

using namespace node;

TEST(Hub, FindsAllRanksAndLetsThemGo) {
  LoopbackJob Job(3);
  ASSERT_EQ(Job.hub().links().size(), 3u);
  EXPECT_EQ(Job.hub().whyFewer(), "");
  EXPECT_EQ(Job.hub().links()[2]->rank(), 3u);
  EXPECT_EQ(Job.hub().links()[2]->greeting().Program, programName());
  for (const std::string &Why : Job.end())
    EXPECT_EQ(Why, "");
}

TEST(Hub, MayEndBeforeAnybodyHasAskedForIt) {
  for (int Time = 0; Time < 20; ++Time) {
    LoopbackJob Job(2);
    for (const std::string &Why : Job.end())
      EXPECT_EQ(Why, "");
  }
}

TEST(Hub, LeavesOutRanksWithAnotherProgramOrRuntime) {
  LoopbackJob Job(3, {8, programName(), {}}, [](unsigned Rank, Greeting &Mine) {
    Mine.Host = "there";
    Mine.Program.Program += Rank == 1;
    Mine.Program.Runtime += Rank == 3;
  });
  ASSERT_EQ(Job.hub().links().size(), 1u);
  EXPECT_EQ(Job.hub().links()[0]->rank(), 2u);
  EXPECT_NE(Job.hub().whyFewer().find("node:0 (rank 1 on there) runs another program"), std::string::npos)
      << Job.hub().whyFewer();
  EXPECT_NE(Job.hub().whyFewer().find("node:2 (rank 3 on there) runs with another libhetrt"), std::string::npos)
      << Job.hub().whyFewer();
  for (const std::string &Why : Job.end())
    EXPECT_EQ(Why, "") << "they were let go";
}

TEST(Hub, WithoutATransportThereAreNoLinks) {
  Hub Alone([](std::string &Why) { return Why = "no network today", std::unique_ptr<Transport>(); },
            {8, programName(), {}});
  EXPECT_TRUE(Alone.links().empty());
  EXPECT_EQ(Alone.whyFewer(), "no network today");
  EXPECT_TRUE(Alone.end());
}

/// Two devices, used at the same time by a thread for each.
TEST(Hub, ServesSeveralThreads) {
  LoopbackJob Job(2);
  auto Devices = Job.devices(2);
  ASSERT_EQ(Devices.size(), 2u);
  auto RoundTrips = [](Device &On) {
    for (int Time = 0; Time < 50; ++Time) {
      std::vector<int> From(1000, Time), To(1000);
      DeviceAddress A = 0;
      EXPECT_TRUE(On.allocate(4000, A).ok());
      EXPECT_TRUE(On.copyIn(A, From.data(), 4000).ok());
      EXPECT_TRUE(On.orderAfter(Queue::Out, Queue::In).ok());
      EXPECT_TRUE(On.copyOut(To.data(), A, 4000).ok());
      EXPECT_TRUE(On.synchronize().ok());
      EXPECT_EQ(From, To);
      EXPECT_TRUE(On.release(A).ok());
    }
  };
  std::thread Other([&] { RoundTrips(*Devices[1]); });
  RoundTrips(*Devices[0]);
  Other.join();
}

// ---- Which threads call the transport ------------------------------------------------------------------------------

/// A transport that records which threads have called it.
class Watched final : public Transport {
public:
  Watched(std::unique_ptr<Transport> Below, bool AnyThread, std::set<std::thread::id> &Callers,
          std::chrono::milliseconds Finishing = {})
      : Transport(Below->rank(), Below->ranks()), Below(std::move(Below)), AnyThread(AnyThread), Callers(Callers),
        Finishing(Finishing) {}

  unsigned numbers() const override { return Below->numbers(); }
  bool takesAnyThread() const override { return AnyThread; }
  std::string post(unsigned To, std::vector<std::byte> Message) override {
    return note(), Below->post(To, std::move(Message));
  }
  std::string take(std::optional<Arrival> &Next) override { return note(), Below->take(Next); }
  std::string send(unsigned To, unsigned Number, const Rectangles &From, Ticket &Under) override {
    return note(), Below->send(To, Number, From, Under);
  }
  std::string receive(unsigned From, unsigned Number, const Rectangles &To, Ticket &Under) override {
    return note(), Below->receive(From, Number, To, Under);
  }
  std::string test(Ticket Under, bool &Done) override { return note(), Below->test(Under, Done); }
  void finish() override {
    note();
    std::this_thread::sleep_for(Finishing);
    Below->finish();
  }
  void abandon(int Code) override { Below->abandon(Code); }

private:
  /// Two threads must not be in here at the same time: the set has no lock.
  void note() {
    EXPECT_FALSE(Inside.exchange(true)) << "two threads call at the same time";
    Callers.insert(std::this_thread::get_id());
    Inside = false;
  }

  const std::unique_ptr<Transport> Below;
  const bool AnyThread;
  std::set<std::thread::id> &Callers;
  const std::chrono::milliseconds Finishing;
  std::atomic<bool> Inside{false};
};

/// The threads that call the transport while two threads of the program use one node each.
std::set<std::thread::id> callers(bool AnyThread, std::thread::id &Other) {
  std::set<std::thread::id> Found;
  auto Ranks = loopback(3);
  std::vector<std::thread> Serving;
  for (unsigned Rank : {1u, 2u})
    Serving.emplace_back([Below = Ranks[Rank].get()] { Server(*Below, greetingOf(1)).run(8); });
  {
    Hub Rank0([&](std::string &) { return std::make_unique<Watched>(std::move(Ranks[0]), AnyThread, Found); },
              {8, programName(), {}});
    auto Devices = devicesOf(Rank0, {});
    auto Use = [](Device &On) {
      std::vector<int> From(1000, 1), To(1000);
      DeviceAddress A = 0;
      EXPECT_TRUE(On.allocate(4000, A).ok());
      for (int Time = 1; Time <= 100; ++Time) {
        From[7] = Time;
        EXPECT_TRUE(On.copyIn(A, From.data(), 4000).ok());
        EXPECT_TRUE(On.orderAfter(Queue::Out, Queue::In).ok());
        EXPECT_TRUE(On.copyOut(To.data(), A, 4000).ok());
        EXPECT_TRUE(On.synchronize().ok());
        EXPECT_EQ(To[7], Time);
      }
    };
    std::thread Second([&] { Use(*Devices[1]); });
    Other = Second.get_id();
    Use(*Devices[0]);
    Second.join();
    Devices.clear();
    EXPECT_TRUE(Rank0.end());
  }
  for (std::thread &Each : Serving)
    Each.join();
  return Found;
}

TEST(Hub, ItsEndIsThatOfItsTransportHoweverLongThatTakes) {
  std::set<std::thread::id> Found;
  auto Ranks = loopback(2);
  std::thread Serving([Below = Ranks[1].get()] { Server(*Below, greetingOf(1)).run(8); });
  Hub Rank0(
      [&](std::string &) {
        return std::make_unique<Watched>(std::move(Ranks[0]), false, Found, std::chrono::milliseconds(1500));
      },
      {.SilenceSeconds = 0.5, .Program = programName(), .OnLoss = {}});
  EXPECT_EQ(Rank0.links().size(), 1u);
  EXPECT_TRUE(Rank0.end()) << "who goes before that is taken for dead";
  Serving.join();
}

TEST(Hub, ThreadsThatWaitSpeakForThemselves) {
  std::thread::id Other;
  const auto Found = callers(true, Other);
  EXPECT_TRUE(Found.contains(std::this_thread::get_id()));
  EXPECT_EQ(Found.size(), 2u + Found.contains(Other)) << "the hub's thread, this one and maybe the other";
}

TEST(Hub, AnMpiThatWantsOneThreadHasOne) {
  std::thread::id Other;
  const auto Found = callers(false, Other);
  EXPECT_EQ(Found.size(), 1u);
  EXPECT_FALSE(Found.contains(std::this_thread::get_id()));
}

// ---- A hub and a test that plays the other rank --------------------------------------------------------------------

/// A hub whose only other rank is the test itself.
class AloneWithHub : public testing::Test {
protected:
  AloneWithHub()
      : Ranks(loopback(2)), Rank0([this](std::string &) { return std::move(Ranks[0]); },
                                  {1, programName(), [this](const std::string &Why, Transport &) { Loss = Why; }}) {}

  void greet() {
    Greeting Mine = greetingOf(1);
    Mine.Host = "there";
    say(Mine);
  }
  void say(const Message &What) { EXPECT_EQ(Ranks[1]->post(0, encode(What)), ""); }

  std::vector<std::unique_ptr<Transport>> Ranks;
  std::string Loss; ///< Read after the hub's thread has ended.
  Hub Rank0;
};

TEST_F(AloneWithHub, ARankThatFallsSilentIsLostByName) {
  greet();
  auto Devices = devicesOf(Rank0, {});
  ASSERT_EQ(Devices.size(), 1u);
  DeviceAddress A = 0;
  const Status Result = Devices[0]->allocate(8, A); // the request is never answered
  EXPECT_TRUE(Result.isDeviceFault());
  EXPECT_NE(Result.message().find("node:0 (rank 1 on there) has not answered for 1 seconds"), std::string::npos)
      << Result.message();
  Rank0.end();
  EXPECT_EQ(Loss, "node:0 (rank 1 on there) has not answered for 1 seconds");
}

TEST_F(AloneWithHub, ARankThatNeverComesIsLost) {
  EXPECT_TRUE(Rank0.links().empty());
  Rank0.end();
  EXPECT_EQ(Loss, "node:0 (rank 1) has not answered for 1 seconds");
}

TEST_F(AloneWithHub, NonsenseIsALoss) {
  greet();
  ASSERT_EQ(Rank0.links().size(), 1u);
  Link &To = *Rank0.links()[0];
  say(Done{1, 0, 0, "", {}, 0, 0});
  EXPECT_NE(To.ask(Allocate{8}).Problem.find("answered what nobody has asked"), std::string::npos);
}

// ---- Servers, and a test that plays rank 0 -------------------------------------------------------------------------

class AloneWithServer : public testing::Test {
protected:
  AloneWithServer()
      : Ranks(loopback(2)), Thread([this] {
          Server Mind(*Ranks[1], greetingOf(1));
          Why = Mind.run(60);
        }) {}
  ~AloneWithServer() override { end(); }

  void say(const Message &What) { EXPECT_EQ(Ranks[0]->post(1, encode(What)), ""); }
  void end() {
    if (Thread.joinable())
      Thread.join();
  }

  /// Waits for the next message other than signs of life.
  Message hear() {
    while (true) {
      std::optional<Arrival> Next;
      EXPECT_EQ(Ranks[0]->take(Next), "");
      Message What;
      if (!Next) {
        std::this_thread::yield();
        continue;
      }
      EXPECT_EQ(decode(Next->Message, What), "");
      if (!std::holds_alternative<Beat>(What))
        return What;
    }
  }

  std::vector<std::unique_ptr<Transport>> Ranks;
  std::string Why;
  std::thread Thread;
};

TEST_F(AloneWithServer, SaysWhoItIsAndLeavesWhenTold) {
  EXPECT_TRUE(std::holds_alternative<Greeting>(hear()));
  say(Leave{});
  EXPECT_TRUE(std::holds_alternative<Leave>(hear())) << "its last message";
  end();
  EXPECT_EQ(Why, "");
}

TEST_F(AloneWithServer, LeavesWhenRank0IsSilent) {
  hear();
  say(Welcome{1});
  end();
  EXPECT_EQ(Why, "rank 0 is silent");
}

/// Each of these messages makes the server end with a reason, without touching memory.
TEST(Server, RefusesWhatNoRank0Sends) {
  std::vector<Message> Impossible = {
      Release{0x1000},
      Copy{0, 0, 1, 0, {{0x1000, 1, 8, 8}}},
      Copy{9, 0, 1, 0, {{0x1000, 1, 8, 8}}},
      Copy{0, 0, 0, 0, {{0x1000, 1, 8, 8}}},
      Copy{0, 0, 1, 1, {{0x1000, 1, 8, 8}}},
      Copy{0, 0, 1, 2, {{0x1000, 1, 8, 8}}},
      Copy{0, 0, 1, 0, {}},
      Order{0, 1, 5},
      Order{0, 7, 0},
      LaunchRange{},
      Expect{1, 8, 1, 1, 1000},
      Expect{1, 8, 1, 0, 1000},
      TakeEarly{0, 1, 0, {}},
      DropEarly{1},
      Welcome{-1},
      Greeting{},
      Done{},
  };
  for (const Message &What : Impossible) {
    const auto Ranks = loopback(2);
    EXPECT_EQ(Ranks[0]->post(1, encode(What)), "");
    Server Mind(*Ranks[1], greetingOf(1));
    EXPECT_NE(Mind.run(60), "") << What.index();
  }
  const auto Ranks = loopback(2);
  EXPECT_EQ(Ranks[0]->post(1, {std::byte(1)}), "");
  Server Mind(*Ranks[1], greetingOf(1));
  EXPECT_EQ(Mind.run(60), "a message that is not of this protocol");
}

TEST_F(AloneWithServer, ACopyMustLieInItsAllocation) {
  hear();
  say(Allocate{64});
  const auto Said = std::get<Answer>(hear());
  ASSERT_NE(Said.Address, 0u);
  say(Copy{0, 1, 1, 0, {{Said.Address, 2, 8, 57}}}); // one byte beyond the allocation
  EXPECT_TRUE(std::holds_alternative<Failed>(hear()));
  end();
  EXPECT_EQ(Why, "a copy of bytes that lie in no allocation");
}

TEST_F(AloneWithServer, MoreMemoryThanThereIsIsAnAnswer) {
  hear();
  say(Allocate{std::uint64_t(1) << 60});
  EXPECT_NE(std::get<Answer>(hear()).Problem, "");
  say(Leave{});
  end();
  EXPECT_EQ(Why, "");
}

TEST_F(AloneWithServer, ARegionThatIsNotThereIsAnAnswer) {
  hear();
  say(Prepare{{1, 2, 3, 4, 5, 6}});
  EXPECT_EQ(std::get<Answer>(hear()).Problem, "its library is not loaded in the rank that serves");
  say(Leave{});
  end();
}

} // namespace
} // namespace hetrt::test
