// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies through pinned buffers that several threads fill, with the fake driver; and these threads by themselves.

#include "Device/Cuda/Staging.h"
#include "DeviceTest.h"

#include <atomic>
#include <numeric>
#include <random>
#include <thread>

namespace hetrt::test {

using namespace cuda;

TEST(CopyThreads, EachIsDoneOnceBeforeTheCallReturns) {
  CopyThreads Threads(3);
  EXPECT_EQ(Threads.count(), 4u);
  for (unsigned Count : {0u, 1u, 2u, 3u, 4u, 5u, 100u}) {
    std::vector<std::atomic<int>> Done(Count);
    for (int Round = 1; Round <= 20; ++Round) {
      Threads.forEach(Count, [&](unsigned I) { ++Done[I]; });
      for (unsigned I = 0; I < Count; ++I)
        ASSERT_EQ(Done[I], Round) << I << " of " << Count;
    }
  }
}

/// All threads run at the same time: each waits until all have come.
TEST(CopyThreads, WorkAtTheSameTime) {
  CopyThreads Threads(3);
  for (int Round = 0; Round < 10; ++Round) {
    std::atomic<unsigned> Here{0};
    Threads.forEach(4, [&](unsigned) {
      for (++Here; Here < 4;)
        std::this_thread::yield();
    });
    EXPECT_EQ(Here, 4u);
  }
}

TEST(CopyThreads, WhoComesWhileTheyAreTakenCopiesAlone) {
  CopyThreads Threads(1);
  std::atomic<bool> Inside{false}, OtherIsDone{false};
  std::thread First([&] {
    Threads.forEach(2, [&](unsigned) {
      for (Inside = true; !OtherIsDone;)
        std::this_thread::yield();
    });
  });
  while (!Inside)
    std::this_thread::yield();
  const auto Me = std::this_thread::get_id();
  Threads.forEach(5, [&](unsigned) { EXPECT_EQ(std::this_thread::get_id(), Me); });
  OtherIsDone = true;
  First.join();
}

TEST(CopyThreads, WithoutHelpersTheCallerDoesAllInOrder) {
  CopyThreads Threads(0);
  std::vector<unsigned> Done;
  Threads.forEach(4, [&](unsigned I) { Done.push_back(I); });
  EXPECT_EQ(Done, (std::vector<unsigned>{0, 1, 2, 3}));
}

class StagingFake : public testing::TestWithParam<unsigned> {
protected:
  void SetUp() override {
    std::string WhyNot;
    Cuda = openDriver(fakeCudaPath(), WhyNot);
    ASSERT_TRUE(Cuda) << WhyNot;
    ASSERT_EQ(Cuda->DeviceGet(&Ordinal, 0), Success);
    Context Made = nullptr;
    ASSERT_EQ(Cuda->PrimaryCtxRetain(&Made, Ordinal), Success);
    ASSERT_EQ(Cuda->CtxPushCurrent(Made), Success);
    ASSERT_EQ(Cuda->StreamCreate(&On, StreamNonBlocking), Success);
  }

  void TearDown() override {
    Cuda->StreamDestroy(On);
    Context Popped = nullptr;
    Cuda->CtxPopCurrent(&Popped);
    Cuda->PrimaryCtxRelease(Ordinal);
  }

  const Driver *Cuda = nullptr;
  DeviceOrdinal Ordinal = 0;
  Stream On = nullptr;
};

/// Rows of any length and distance, in copies from a few bytes up to several rings of buffers, with different numbers
/// of threads.
TEST_P(StagingFake, WhatComesBackIsWhatWentIn) {
  CopyThreads Threads(GetParam());
  const Transfer Rows(*Cuda, std::uint64_t(Cuda->attribute(Ordinal, AttributeMaxPitch)));
  Staging In(*Cuda, Rows, Threads), Out(*Cuda, Rows, Threads);
  std::mt19937 Engine(GetParam() + 1);
  auto Pick = [&](std::uint64_t From, std::uint64_t To) {
    return std::uniform_int_distribution<std::uint64_t>(From, To)(Engine);
  };
  for (std::uint64_t Most :
       {std::uint64_t(100), std::uint64_t(1) << 20, std::uint64_t(5) << 20, std::uint64_t(40) << 20}) {
    CopyShape Shape;
    Shape.RowBytes = Pick(1, Most);
    Shape.Rows = Pick(1, std::max<std::uint64_t>(Most / Shape.RowBytes, 2));
    Shape.HostPitch = Shape.RowBytes + Pick(0, 40);
    Shape.DevicePitch = Shape.RowBytes + Pick(0, 3);
    std::vector<unsigned char> From(Shape.Rows * Shape.HostPitch), To(From.size(), 0xEE), Expected = To;
    std::iota(From.begin(), From.end(), static_cast<unsigned char>(Pick(0, 255)));
    for (std::uint64_t Row = 0; Row < Shape.Rows; ++Row)
      std::copy_n(From.data() + Row * Shape.HostPitch, Shape.RowBytes, Expected.data() + Row * Shape.HostPitch);
    DevicePointer There = 0;
    ASSERT_EQ(Cuda->MemAlloc(&There, Shape.Rows * Shape.DevicePitch), Success);
    ASSERT_EQ(In.copyIn(There, From.data(), Shape, On), Success);
    ASSERT_EQ(Out.copyOut(To.data(), There, Shape, On), Success);
    double Seconds = -1;
    ASSERT_EQ(Out.finish(On, Seconds), Success);
    EXPECT_GE(Seconds, 0);
    EXPECT_TRUE(To == Expected) << Shape.Rows << " rows of " << Shape.RowBytes << " bytes, " << Shape.HostPitch
                                << " apart";
    ASSERT_EQ(Cuda->StreamSynchronize(On), Success);
    ASSERT_EQ(Cuda->MemFree(There), Success);
  }
  In.close();
  Out.close();
}

INSTANTIATE_TEST_SUITE_P(Helpers, StagingFake, testing::Values(0, 1, 3, 7));

} // namespace hetrt::test
