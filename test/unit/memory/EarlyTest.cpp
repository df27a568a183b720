// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests data that is sent before it is requested: when that happens, and that no device ever computes from an old value
// because of it.
#include "Memory/Early.h"

#include "../Rounds.h"
#include "Device/Emulated/EmulatedDevice.h"
#include "Memory/Exchange.h"
#include "TestCall.h"

#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <random>

using namespace hetrt;
using namespace hetrt::test;

namespace {

BoxSet between(std::int64_t Lower, std::int64_t Upper) { return BoxSet(boxOf({Lower, Upper})); }

const std::vector<Transfer> Halo = {{1, 0, between(10, 11)}, {0, 1, between(9, 10)}};

TEST(EarlyTransfers, WhatWasAskedForTwiceIsForeseen) {
  EarlyTransfers Early;
  Early.asked(Halo);
  EXPECT_TRUE(Early.foreseen(0, boxOf({0, 10})).empty()) << "once";
  Early.asked({});
  Early.asked({Halo[1], Halo[0]});
  ASSERT_EQ(Early.foreseen(0, boxOf({0, 10})).size(), 1u) << "in whatever order";
  EXPECT_EQ(Early.foreseen(0, boxOf({0, 10}))[0], Halo[1]);
  EXPECT_TRUE(Early.foreseen(0, boxOf({0, 9})).empty()) << "another one writes that now";
  Early.asked({{1, 0, between(10, 12)}});
  EXPECT_TRUE(Early.foreseen(0, boxOf({0, 10})).empty()) << "something else was asked for";
}

TEST(EarlyTransfers, OneIsOnItsWayToEach) {
  EarlyTransfers Early;
  Early.asked(Halo);
  Early.asked(Halo);
  Early.sent({Halo[1], 7, 0, 8});
  EXPECT_TRUE(Early.foreseen(0, boxOf({0, 10})).empty());
  EXPECT_EQ(Early.due([](const auto &Each) { return Each.Is == EarlyTransfers::Sent::State::Confirmed; }).size(), 0u);
  EXPECT_EQ(Early.due([](const auto &Each) { return Each.Number == 7; }).size(), 1u);
  EXPECT_EQ(Early.foreseen(0, boxOf({0, 10})).size(), 1u);
}

TEST(EarlyTransfers, OnlyWhatWasWrittenIsConfirmed) {
  EarlyTransfers Early;
  Early.sent({Halo[0], 1, 0, 8});
  Early.sent({Halo[1], 2, 0, 8});
  const std::vector<BoxSet> Wrote = {between(0, 9), between(10, 20)};
  Early.confirm(Wrote, [](std::size_t Device) { return 40 + Device; });
  const auto Good = Early.due([](const auto &Each) { return Each.Is == EarlyTransfers::Sent::State::Confirmed; });
  ASSERT_EQ(Good.size(), 1u);
  EXPECT_EQ(Good[0].Number, 1u);
  EXPECT_EQ(Good[0].Changes, 41u);
  const std::vector<BoxSet> Later = {between(0, 10), {}};
  Early.confirm(Later, [](std::size_t) { return 50; });
  EXPECT_EQ(Early.due([](const auto &Each) { return Each.Is == EarlyTransfers::Sent::State::Broken; }).size(), 1u)
      << "what a later pass writes was not sent";
}

TEST(EarlyTransfers, WhatWasInVainHasToBeAskedForTwiceAgain) {
  EarlyTransfers Early;
  Early.asked(Halo);
  Early.asked(Halo);
  Early.wasVain();
  EXPECT_TRUE(Early.foreseen(0, boxOf({0, 10})).empty());
  Early.asked(Halo);
  EXPECT_TRUE(Early.foreseen(0, boxOf({0, 10})).empty());
  Early.asked(Halo);
  EXPECT_EQ(Early.foreseen(0, boxOf({0, 10})).size(), 1u);
}

//===-- Sweeps over two arrays in turn ---------------------------------------------------------------------------===//

struct SweepValues {
  long *X, *Y;
  std::int64_t Halo;
};

constexpr std::int64_t N = 60;

/// y[i] = 3 * (x[i - halo] + ... + x[i + halo]) + i.
void sweep(std::uint64_t First, std::uint64_t Last, const void *Argument, void *, const hetrt_bounds *) {
  const SweepValues &V = *static_cast<const SweepValues *>(Argument);
  for (auto I = std::int64_t(First); I < std::int64_t(Last); ++I) {
    unsigned long Sum = 0;
    for (std::int64_t J = std::max<std::int64_t>(I - V.Halo, 0); J < std::min(I + V.Halo + 1, N); ++J)
      Sum += static_cast<unsigned long>(V.X[J]);
    V.Y[I] = static_cast<long>(3 * Sum + static_cast<unsigned long>(I));
  }
}

/// Devices that send data early, the host beside them, and a program whose access pattern changes now and then.
class Sweeps {
public:
  Sweeps(std::uint32_t Seed, WritePolicy Policy) : Random(Seed), Policy(Policy) {
    std::vector<DeviceMemory *> Homes;
    EmulatedOptions Options;
    Options.SendsEarly = true;
    for (unsigned Number = 0; Number < 2 + Seed % 3; ++Number) {
      Devices.push_back(std::make_unique<EmulatedDevice>(Number, Options));
      Memories.push_back(std::make_unique<DeviceMemory>(*Devices.back(), Number));
      Homes.push_back(Memories.back().get());
    }
    Known = std::make_unique<Directory>(Homes, Policy);
    for (std::int64_t I = 0; I < N; ++I)
      Arrays[0][std::size_t(I)] = Expected[0][std::size_t(I)] = I * I;
    cut();
  }

  /// Returns false if data was lost that only a failed device had.
  bool pass() {
    if (pick(0, 7) == 0)
      cut();
    if (pick(0, 11) == 0)
      Halo = pick(0, 2);
    if (pick(0, 9)) // otherwise the same array is written again
      From = 1 - From;
    SweepValues Serial{Expected[From].data(), Expected[1 - From].data(), Halo};
    sweep(0, N, &Serial, nullptr, nullptr);
    begin();
    std::vector<Consumer> Consumers = {{nullptr, {0, Bounds[0]}}};
    for (unsigned Number = 0; Number < Devices.size(); ++Number)
      if (const Iterations Of = share(Number); !Of.empty())
        Consumers.push_back({Memories[Number].get(), Of, Known->planOn(Pass, *Memories[Number]).Kinds});
    Lost = !supply(Pass, *Known, Consumers, true).ok();
    std::vector<BoxSet> Wrote(Devices.size());
    for (unsigned Number = 0; Number < Devices.size() && !Lost; ++Number)
      if (const Iterations Of = share(Number); !Of.empty() && !onDevice(Number, Of, Wrote[Number]))
        onHost(Of);
    if (!Lost)
      onHost({0, Bounds[0]});
    PersistentArray &Written = *Pass.Call.Arrays[1].Entry;
    Written.wroteElsewhere(Written.whole(), Wrote);
    Written.Early.confirm(Wrote, [&](std::size_t Device) { return Written.Copies[Device].changes(); });
    return !Lost;
  }

  /// The program changes a part of an array, and announces it.
  void hostWrites() {
    const std::size_t Which = std::size_t(pick(0, 1));
    std::shared_ptr<PersistentArray> Entry = Pass.Call.Arrays[Which == From ? 0 : 1].Entry;
    EXPECT_TRUE(Known->writeBack(*Entry).ok());
    const std::int64_t First = pick(0, N - 1), Last = pick(First, N - 1) + 1;
    for (std::int64_t I = First; I < Last; ++I)
      Arrays[Which][std::size_t(I)] = Expected[Which][std::size_t(I)] += 17;
    const auto *Begin = reinterpret_cast<const std::byte *>(Arrays[Which].data());
    EXPECT_TRUE(Known->hostWrote({Begin + First * 8, Begin + Last * 8}).ok());
  }

  void end() {
    for (auto &Each : Arrays) {
      bool Found = false;
      EXPECT_TRUE(Known->depersist(Each.data(), Found).ok());
    }
    EXPECT_EQ(Arrays[0], Expected[0]);
    EXPECT_EQ(Arrays[1], Expected[1]);
  }

  /// Makes the next launch of the first device fail.
  void breakLaunch() {
    Devices[0]->injectFault({EmulatedCall::Launch, Devices[0]->calls(EmulatedCall::Launch) + 1, false});
  }

  std::uint64_t takenEarly() const {
    std::uint64_t Sum = 0;
    for (const auto &Each : Devices)
      Sum += Each->statistics().EarlyMessages;
    return Sum;
  }
  std::uint64_t unused() const {
    std::uint64_t Sum = 0;
    for (const auto &Each : Devices)
      Sum += Each->statistics().UnusedBytes;
    return Sum;
  }

private:
  std::int64_t pick(std::int64_t Lower, std::int64_t Upper) {
    return std::uniform_int_distribution<std::int64_t>(Lower, Upper)(Random);
  }

  void cut() {
    Bounds.clear();
    for (std::size_t I = 0; I < Devices.size(); ++I)
      Bounds.push_back(std::uint64_t(pick(0, N)));
    std::ranges::sort(Bounds);
    Bounds.push_back(N);
  }

  Iterations share(unsigned Number) const { return {Bounds[Number], Bounds[Number + 1]}; }

  void begin() {
    Case.emplace(N);
    Captured = {Arrays[From].data(), Arrays[1 - From].data(), Halo};
    Case->add("x", Captured.X, sizeof(long), MovesIn | HETRT_PERSIST, {{N, true, Halo}});
    Case->add("y", Captured.Y, sizeof(long), MovesOut | HETRT_PERSIST, {{N, true}});
    Case->Region.values_size = sizeof Captured;
    Case->Region.emulated = sweep;
    Pass.Call = Case->resolve();
    Pass.Region = &Case->Region;
    Pass.Values = bytesOf(Captured);
    for (unsigned I = 0; I < 2; ++I)
      EXPECT_TRUE(Known->find(Pass.Call.Arrays[I], Pass.Call.Arrays[I].Entry).ok());
  }

  bool onDevice(unsigned Number, Iterations Of, BoxSet &Wrote) {
    PassMemory Memory(Pass, *Memories[Number], *Known);
    Device &On = *Devices[Number];
    const Status Result = [&] {
      if (Policy == WritePolicy::Back)
        if (Status Got = supplyDevice(Pass, *Known, *Memories[Number], Of.First, Of.Last, Memory.kinds(), false);
            !Got.ok())
          return Got;
      for (const auto &Step : std::initializer_list<std::function<Status()>>{
               [&] { return Memory.bringIn(Of.First, Of.Last); },
               [&] { return On.orderAfter(Queue::Compute, Queue::In); }, [&] { return On.launch(Memory.launch()); },
               [&] { return On.orderAfter(Queue::Out, Queue::Compute); },
               [&] {
                 sendEarly(Pass, *Known, *Memories[Number], Of, Memory.kinds());
                 return Memory.sendOut();
               },
               [&] { return On.synchronize(); }})
        if (Status Did = Step(); !Did.ok())
          return Did;
      Memory.commit();
      return Status::success();
    }();
    Wrote = Memory.written(1);
    if (!Result.ok())
      Lost |= !Memory.abandon().ok();
    return Result.ok();
  }

  void onHost(Iterations Of) {
    Lost |= !supplyHost(Pass, *Known, Of.First, Of.Last).ok();
    sweep(Of.First, Of.Last, &Captured, nullptr, nullptr);
  }

  std::mt19937 Random;
  const WritePolicy Policy;
  std::array<std::vector<long>, 2> Arrays{std::vector<long>(N), std::vector<long>(N)}, Expected = Arrays;
  std::size_t From = 1;
  std::int64_t Halo = 1;
  std::vector<std::uint64_t> Bounds;
  std::vector<std::unique_ptr<EmulatedDevice>> Devices;
  std::vector<std::unique_ptr<DeviceMemory>> Memories;
  std::unique_ptr<Directory> Known;
  std::optional<TestCall> Case;
  SweepValues Captured{};
  PassArrays Pass;
  bool Lost = false;
};

class EarlySweeps : public testing::TestWithParam<WritePolicy> {};

} // namespace

INSTANTIATE_TEST_SUITE_P(Policies, EarlySweeps, testing::Values(WritePolicy::Through, WritePolicy::Back),
                         [](const auto &Info) {
                           return std::string(Info.param == WritePolicy::Back ? "Back" : "Through");
                         });

/// Shares, halo and the roles of the arrays change now and then, the host writes, and launches fail.
TEST_P(EarlySweeps, WhateverWasForeseenTheResultIsTheSerialLoops) {
  const std::uint32_t Runs = rounds(200);
  std::uint64_t Taken = 0, Unused = 0;
  for (std::uint32_t Seed = 0; Seed < Runs && !HasFailure(); ++Seed) {
    SCOPED_TRACE(testing::Message() << "seed " << Seed);
    Sweeps Run(Seed, GetParam());
    bool Whole = true;
    for (int Pass = 0; Pass < 60 && Whole; ++Pass) {
      if (Seed % 4 == 1 && Pass % 17 == 16)
        Run.breakLaunch();
      Whole = Run.pass();
      if (Whole && Seed % 3 == 0 && Pass % 7 == 6)
        Run.hostWrites();
    }
    EXPECT_TRUE(Whole);
    Run.end();
    Taken += Run.takenEarly();
    Unused += Run.unused();
  }
  EXPECT_GT(Taken, 10 * Runs);
  EXPECT_GT(Unused, 10 * Runs);
}
