// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device::orderAfter and synchronize; fork; labels and capabilities.

#include "DeviceTest.h"

#include <chrono>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace hetrt::test {

class QueueTest : public DeviceTest {};
ON_EVERY_DEVICE(QueueTest);

TEST_P(QueueTest, SynchronizeOfIdleQueuesReturns) {
  EXPECT_OK(device().synchronize(Queue::Out));
  EXPECT_OK(device().synchronize());
}

TEST_P(QueueTest, IdleQueuesHaveFinished) {
  bool Done = false;
  EXPECT_OK(device().finished(Queue::Out, Done));
  EXPECT_TRUE(Done);
  Done = false;
  EXPECT_OK(device().finished(Done));
  EXPECT_TRUE(Done);
}

/// Calls finished() until all operations are done, for at most ten seconds, as a caller with other work to do would.
bool finishesAfterAWhile(Device &On, Queue Which) {
  const auto End = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  for (bool Done = false; std::chrono::steady_clock::now() < End;) {
    EXPECT_OK(On.finished(Which, Done));
    if (Done)
      return true;
  }
  return false;
}

TEST_P(QueueTest, WhoOnlyLooksGetsThereToo) {
  constexpr std::uint64_t Bytes = std::uint64_t(40) << 20; // more than is being transferred at a time
  std::vector<unsigned char> From(Bytes), To(Bytes, 0);
  for (std::uint64_t I = 0; I < Bytes; ++I)
    From[I] = static_cast<unsigned char>(I * 7);
  const DeviceAddress A = allocated(Bytes);
  EXPECT_OK(device().copyIn(A, From.data(), Bytes));
  EXPECT_OK(device().orderAfter(Queue::Out, Queue::In));
  EXPECT_TRUE(finishesAfterAWhile(device(), Queue::Out)) << "the order to come after another queue";
  EXPECT_OK(device().copyOut(To.data(), A, Bytes));
  EXPECT_TRUE(finishesAfterAWhile(device(), Queue::Out));
  EXPECT_OK(device().synchronize(Queue::Out));
  EXPECT_TRUE(From == To);
  EXPECT_OK(device().release(A));
}

TEST_P(QueueTest, OperationsOfOneQueueKeepTheirOrder) {
  const DeviceAddress A = allocated(sizeof(int));
  const int Values[] = {1, 2, 3};
  int Out = 0;
  for (const int &V : Values)
    EXPECT_OK(device().copyIn(A, &V, sizeof V, Queue::Compute));
  EXPECT_OK(device().copyOut(&Out, A, sizeof Out, Queue::Compute));
  EXPECT_OK(device().synchronize(Queue::Compute));
  EXPECT_EQ(Out, 3);
  EXPECT_OK(device().release(A));
}

TEST_P(QueueTest, OrderHoldsAcrossTwoHops) {
  const DeviceAddress A = allocated(sizeof(int));
  const int In = 9;
  int Out = 0;
  EXPECT_OK(device().copyIn(A, &In, sizeof In));
  EXPECT_OK(device().orderAfter(Queue::Compute, Queue::In));
  EXPECT_OK(device().orderAfter(Queue::Out, Queue::Compute));
  EXPECT_OK(device().copyOut(&Out, A, sizeof Out));
  EXPECT_OK(device().synchronize(Queue::Out));
  EXPECT_EQ(Out, 9);
  EXPECT_OK(device().release(A));
}

TEST_P(QueueTest, SlicesArePipelined) {
  // Copies in, orders, and copies out slice after slice without waiting, as a pass with subpasses does.
  constexpr std::size_t Slices = 20, Each = 5000;
  std::vector<int> From(Slices * Each), To(Slices * Each);
  std::iota(From.begin(), From.end(), 0);
  const DeviceAddress A = allocated(From.size() * sizeof(int));
  for (std::size_t S = 0; S < Slices; ++S) {
    const std::uint64_t Offset = S * Each * sizeof(int);
    EXPECT_OK(device().copyIn(A + Offset, &From[S * Each], Each * sizeof(int)));
    EXPECT_OK(device().orderAfter(Queue::Compute, Queue::In));
    EXPECT_OK(device().orderAfter(Queue::Out, Queue::Compute));
    EXPECT_OK(device().copyOut(&To[S * Each], A + Offset, Each * sizeof(int)));
  }
  EXPECT_OK(device().synchronize(Queue::Out));
  EXPECT_EQ(From, To);
  EXPECT_OK(device().synchronize());
  EXPECT_OK(device().release(A));
}

TEST_P(QueueTest, AQueueAfterItselfIsNothingToWaitFor) {
  EXPECT_OK(device().orderAfter(Queue::Out, Queue::Out));
  EXPECT_OK(device().synchronize(Queue::Out));
}

TEST_P(QueueTest, ADeviceMayBeHandedToAnotherThread) {
  const DeviceAddress A = allocated(sizeof(int));
  const int In = 5;
  int Out = 0;
  EXPECT_OK(device().copyIn(A, &In, sizeof In));
  std::thread([&] {
    EXPECT_OK(device().orderAfter(Queue::Out, Queue::In));
    EXPECT_OK(device().copyOut(&Out, A, sizeof Out));
    EXPECT_OK(device().synchronize());
  }).join();
  EXPECT_EQ(Out, 5);
  EXPECT_OK(device().release(A));
}

TEST_P(QueueTest, HasALabelAndAnIdentity) {
  EXPECT_EQ(device().label(), std::string(GetParam().Kind) + ":0");
  const Capabilities &What = device().capabilities();
  EXPECT_FALSE(What.Name.empty());
  EXPECT_FALSE(What.Identity.empty());
  EXPECT_GT(What.MemoryBytes, 0u);
  EXPECT_GT(What.RelativeWidth, 0);
  EXPECT_EQ(makeDevice(GetParam())->capabilities().Identity, What.Identity);
}

TEST_P(QueueTest, AForkedChildHasNoDevices) {
  const DeviceAddress A = allocated(64);
  const pid_t Child = fork();
  ASSERT_GE(Child, 0);
  if (Child == 0) {
    DeviceAddress B = 0;
    const Status Result = device().allocate(64, B);
    bool Done = false;
    const bool Refused = Result.isDeviceFault() && Result.message().find("forked child") != std::string::npos &&
                         !device().synchronize().ok() && !device().finished(Done).ok() && device().release(A).ok() &&
                         device().availableBytes() == 0;
    _exit(Refused ? 0 : 1);
  }
  int Code = -1;
  ASSERT_EQ(waitpid(Child, &Code, 0), Child);
  EXPECT_EQ(Code, 0);
  EXPECT_OK(device().synchronize());
  EXPECT_OK(device().release(A));
}

} // namespace hetrt::test
