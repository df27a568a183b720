// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The event loop, with a scheduler so simple that its passes can be worked out by hand.
#include "Simulation/VirtualMachine.h"
#include "Schedule/Registry.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace hetrt;

namespace {

/// Chunks of a fixed size from a queue. A returned range goes to the next device that asks.
class Queue : public Scheduler {
public:
  explicit Queue(uint64_t Chunk) : Chunk(Chunk) {}
  void beginPass(uint64_t Iterations, std::span<const DeviceModel> Given) override {
    Models.assign(Given.begin(), Given.end());
    Next = 0;
    Last = Left = Iterations;
  }
  Assignment next(unsigned Device) override {
    if (!Models[Device].Usable)
      return {};
    if (!Back.empty()) {
      Range R = Back.back();
      Back.pop_back();
      return {Answer::Run, R};
    }
    if (Next == Last)
      return {Left > 0 ? Answer::Wait : Answer::Done, {}};
    Range R{Next, std::min(Next + Chunk, Last)};
    Next = R.Last;
    return {Answer::Run, R};
  }
  void finished(unsigned, Range Part, double Seconds) override {
    Left -= Part.size();
    Reports.push_back(Seconds);
  }
  void returned(unsigned, Range Part) override { Back.push_back(Part); }
  uint64_t endPass() override { return Left; }
  bool givenUp(unsigned) const override { return false; }

  std::vector<double> Reports;

protected:
  uint64_t Chunk, Next = 0, Last = 0, Left = 0;
  std::vector<Range> Back;
  std::vector<DeviceModel> Models;
};

using Ranges = std::vector<Range>;

} // namespace

TEST(VirtualMachine, DevicesTakeChunksInOrderOfTime) {
  VirtualMachine M;
  M.Devices = {VirtualDevice::core(2), VirtualDevice::core(3)};
  Queue S(1);
  PassResult R = M.run(S, 5);
  // Device 0 takes chunks 0, 2 and 4 at times 0, 2 and 4; device 1 takes chunks 1 and 3 at times 0 and 3.
  EXPECT_EQ(R.Violation, "");
  EXPECT_EQ(R.Ranges[0], (Ranges{{0, 1}, {2, 3}, {4, 5}}));
  EXPECT_EQ(R.Ranges[1], (Ranges{{1, 2}, {3, 4}}));
  EXPECT_EQ(R.Seconds, 6);
  EXPECT_EQ(R.Busy, (std::vector<double>{6, 6}));
  EXPECT_EQ(S.Reports, (std::vector<double>{2, 3, 2, 2, 3}));
}

TEST(VirtualMachine, AFixedCostIsPaidForEveryChunk) {
  VirtualMachine M;
  M.Devices = {VirtualDevice::accelerator(1, 1, .5)};
  Queue S(2);
  EXPECT_EQ(M.run(S, 6).Seconds, 7.5);
}

TEST(VirtualMachine, PhasesFollowEachOther) {
  VirtualMachine M;
  M.MemoryBytesPerSecond = 10;
  VirtualDevice Copies = VirtualDevice::accelerator(0);
  Copies.Seconds = [](Range, unsigned) { return Cost({1, 10}, {2, 0}, {1, 10}); };
  VirtualDevice Core = VirtualDevice::core(0);
  Core.Seconds = [](Range, unsigned) { return Cost({2, 10}); };
  M.Devices = {Copies, Core};
  Queue S(1);
  PassResult R = M.run(S, 2);
  // Both use the memory until the copy ends at 2; then the core is alone and ends at 3.
  EXPECT_EQ(R.Busy, (std::vector<double>{5, 3}));
  EXPECT_EQ(R.Seconds, 5);
}

TEST(VirtualMachine, WorkThatTakesNoTimeIsWorkAllTheSame) {
  VirtualMachine M;
  M.Devices = {VirtualDevice::core(0), VirtualDevice::core(1)};
  Queue S(1);
  PassResult R = M.run(S, 4);
  EXPECT_EQ(R.Violation, "");
  EXPECT_EQ(R.Iterations, (std::vector<uint64_t>{3, 1}));
}

TEST(VirtualMachine, AnAcceleratorThatStopsGivesBackWhatItHolds) {
  VirtualMachine M;
  M.Devices = {VirtualDevice::core(1), VirtualDevice::accelerator(1)};
  M.Devices[1].Steps = {{2.5, 0}, {9.5, 1}};
  Queue S(2);
  PassResult R = M.run(S, 8);
  // Device 1 finishes one chunk at 2, begins another, and stops at 2.5; the core takes that chunk at 4.
  EXPECT_EQ(R.Violation, "");
  EXPECT_EQ(R.Iterations, (std::vector<uint64_t>{6, 2}));
  EXPECT_EQ(R.Seconds, 6);
  // The next pass runs without device 1 from 6 to 10; in the pass after that it works again.
  EXPECT_EQ(M.run(S, 4).Iterations, (std::vector<uint64_t>{4, 0}));
  EXPECT_EQ(M.now(), 10);
  EXPECT_EQ(M.run(S, 4).Iterations, (std::vector<uint64_t>{2, 2}));
}

TEST(VirtualMachine, ACoreThatStandsStillGoesOnLater) {
  VirtualMachine M;
  M.Devices = {VirtualDevice::core(1)};
  M.Devices[0].Steps = {{1, 0}, {4, .5}};
  Queue S(2);
  EXPECT_EQ(M.run(S, 2).Seconds, 6);
}

TEST(VirtualMachine, ADeviceSlowedByAnotherLoadReportsWhatItTook) {
  VirtualMachine M;
  M.Devices = {VirtualDevice::core(1)};
  M.Devices[0].Steps = {{2, .25}};
  Queue S(3);
  EXPECT_EQ(M.run(S, 3).Seconds, 6);
  EXPECT_EQ(S.Reports, (std::vector<double>{6}));
}

TEST(VirtualMachine, BreachesOfTheContractAreFound) {
  EXPECT_EQ(checkCover({{2, 4}, {0, 2}}, 4), "");
  EXPECT_EQ(checkCover({{0, 2}, {3, 4}}, 4), "iteration 2 did not run");
  EXPECT_EQ(checkCover({{0, 2}, {1, 4}}, 4), "iteration 1 ran twice");
  EXPECT_EQ(checkCover({{0, 2}}, 4), "iteration 2 did not run");
  EXPECT_EQ(checkCover({}, 0), "");

  struct WaitsForEver : Queue {
    WaitsForEver() : Queue(1) {}
    Assignment next(unsigned) override { return {Answer::Wait, {}}; }
  } Waits;
  VirtualMachine M;
  M.Devices = {VirtualDevice::core(1)};
  EXPECT_EQ(M.run(Waits, 1).Violation, "a device waits though nothing runs");

  struct HandsOutNothing : Queue {
    HandsOutNothing() : Queue(1) {}
    Assignment next(unsigned) override { return {Answer::Run, {}}; }
  } Nothing;
  EXPECT_EQ(M.run(Nothing, 1).Violation, "empty range handed to device 0");
}

TEST(VirtualMachine, AThousandDevicesAndManyIterations) {
  VirtualMachine M;
  for (int J = 0; J < 900; ++J)
    M.Devices.push_back(VirtualDevice::core(1e-6));
  for (int J = 0; J < 100; ++J)
    M.Devices.push_back(VirtualDevice::accelerator(1e-8, 64, 1e-4));
  constexpr uint64_t Iterations = 1'000'000'000;
  for (const SchedulerDescriptor *D : allSchedulers()) {
    auto S = D->Create({});
    PassResult R = M.run(*S, Iterations);
    EXPECT_EQ(R.Violation, "") << D->Name;
  }
  Queue S(2000); // half a million chunks
  PassResult R = M.run(S, Iterations);
  EXPECT_EQ(R.Violation, "");
  EXPECT_EQ(std::ranges::count_if(R.Iterations, [](uint64_t N) { return N == 0; }), 0);
}
