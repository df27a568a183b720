// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device::allocate, release, availableBytes.

#include "DeviceTest.h"

namespace hetrt::test {

class AllocateTest : public DeviceTest {};
ON_EVERY_DEVICE(AllocateTest);

TEST_P(AllocateTest, GivesDistinctAddressesThatAreNotZero) {
  const DeviceAddress A = allocated(64), B = allocated(64);
  EXPECT_NE(A, 0u);
  EXPECT_NE(B, 0u);
  EXPECT_TRUE(A + 64 <= B || B + 64 <= A);
  EXPECT_OK(device().release(A));
  EXPECT_OK(device().release(B));
}

TEST_P(AllocateTest, AlignsForElementsWhoseSizeDividesTheBytes) {
  for (std::uint64_t Size : {1, 2, 4, 8, 16, 32, 64})
    for (std::uint64_t Count : {1, 3, 1000}) {
      // Twice, since devices may place every second allocation differently.
      const DeviceAddress A = allocated(Size * Count), B = allocated(Size * Count);
      EXPECT_EQ(A % Size, 0u) << Size << " x " << Count;
      EXPECT_EQ(B % Size, 0u) << Size << " x " << Count;
      EXPECT_OK(device().release(A));
      EXPECT_OK(device().release(B));
    }
}

TEST_P(AllocateTest, OfNothingGivesAnAddressThatMayBeReleased) {
  const DeviceAddress A = allocated(0), B = allocated(0);
  EXPECT_NE(A, 0u);
  EXPECT_NE(B, 0u);
  EXPECT_NE(A, B);
  EXPECT_OK(device().release(A));
  EXPECT_OK(device().release(B));
}

TEST_P(AllocateTest, TooMuchIsADeviceFaultThatLeavesTheDeviceUsable) {
  DeviceAddress Address = 1;
  const Status Result = device().allocate(std::uint64_t(1) << 60, Address);
  EXPECT_TRUE(Result.isDeviceFault());
  EXPECT_TRUE(Result.isOutOfMemory());
  EXPECT_FALSE(Result.forGood().isOutOfMemory());
  EXPECT_EQ(Result.code(), HETRT_ERROR_DEVICE);
  EXPECT_NE(Result.message().find(device().label()), std::string::npos) << Result.message();
  EXPECT_NE(Result.message().find("1152921504606846976 bytes"), std::string::npos) << Result.message();
  EXPECT_EQ(Address, 0u);
  EXPECT_FALSE(device().lost());
  EXPECT_OK(device().release(allocated(64)));
}

TEST_P(AllocateTest, TakesNoMoreThanTheUnitsSay) {
  const AllocationUnits &Units = device().capabilities().Units;
  std::vector<DeviceAddress> All;
  for (std::uint64_t Bytes :
       {std::uint64_t(1), std::uint64_t(1000), (std::uint64_t(1) << 20) + 1, std::uint64_t(5'592'400)}) {
    const std::uint64_t Before = device().availableBytes();
    if (Units.takenBytes(Bytes) > Before)
      continue;
    All.push_back(allocated(Bytes));
    EXPECT_EQ(device().takenAt(All.back()), Units.takenBytes(Bytes));
    // Small allocations share granules, so each may need a new granule.
    EXPECT_LE(Before - device().availableBytes(), Units.takenBytes(Bytes) + Units.Granule) << Bytes;
  }
  for (const DeviceAddress Each : All)
    EXPECT_OK(device().release(Each));
  EXPECT_EQ(device().takenAt(All[0]), 0u);
}

TEST(AllocationUnits, AreNeverLessForMore) {
  const AllocationUnits Units{.Least = 512, .MostRounded = 10 << 20, .Granule = 2 << 20};
  for (std::uint64_t Bytes = 1, Last = 0; Bytes < 40u << 20; Bytes += Bytes / 16 + 1) {
    EXPECT_GE(Units.takenBytes(Bytes), std::max(Bytes, Last));
    Last = Units.takenBytes(Bytes);
  }
  EXPECT_EQ(Units.takenBytes(512), 512u);
  EXPECT_EQ(Units.takenBytes(700 << 10), 1u << 20) << "rounded to 704 KiB, of which a granule holds two";
  EXPECT_EQ(Units.takenBytes((2 << 20) + 1), 4u << 20);
  EXPECT_EQ(AllocationUnits{}.takenBytes(12345), 12345u);
}

TEST_P(AllocateTest, FailingLeavesQueuedWorkAlone) {
  const DeviceAddress A = allocated(8);
  double In = 42, Out = 0;
  DeviceAddress TooMuch = 0;
  EXPECT_OK(device().copyIn(A, &In, sizeof In));
  EXPECT_FALSE(device().allocate(std::uint64_t(1) << 60, TooMuch).ok());
  EXPECT_OK(device().orderAfter(Queue::Out, Queue::In));
  EXPECT_OK(device().copyOut(&Out, A, sizeof Out));
  EXPECT_OK(device().synchronize());
  EXPECT_EQ(Out, 42);
  EXPECT_OK(device().release(A));
}

TEST_P(AllocateTest, CountsLiveAndPeakBytes) {
  const DeviceAddress A = allocated(1000), B = allocated(24);
  EXPECT_EQ(device().statistics().AllocatedBytes, 1024u);
  EXPECT_EQ(device().statistics().Allocations, 2u);
  EXPECT_OK(device().release(A));
  EXPECT_EQ(device().statistics().AllocatedBytes, 24u);
  EXPECT_EQ(device().statistics().PeakBytes, 1024u);
  EXPECT_OK(device().release(B));
  EXPECT_EQ(device().statistics().Allocations, 0u);
}

TEST_P(AllocateTest, AvailableBytesShrinkAndComeBack) {
  const std::uint64_t Before = device().availableBytes();
  EXPECT_GT(Before, std::uint64_t(16) << 20);
  EXPECT_LE(Before, device().capabilities().MemoryBytes);
  const DeviceAddress A = allocated(std::uint64_t(8) << 20);
  // Other processes may use a real GPU at the same time.
  if (isEmulated() || GetParam().Options == FakeDriver) {
    EXPECT_EQ(device().availableBytes(), Before - (std::uint64_t(8) << 20));
    EXPECT_OK(device().release(A));
    EXPECT_EQ(device().availableBytes(), Before);
  } else {
    EXPECT_OK(device().release(A));
  }
}

TEST_P(AllocateTest, ReleaseOfZeroDoesNothing) { EXPECT_OK(device().release(0)); }

TEST_P(AllocateTest, ReleaseTwiceIsMisuse) {
  const DeviceAddress A = allocated(64);
  EXPECT_OK(device().release(A));
  EXPECT_MISUSE(device().release(A), "never allocated, or twice");
}

TEST_P(AllocateTest, ReleaseOfAnInnerAddressIsMisuse) {
  const DeviceAddress A = allocated(64);
  EXPECT_MISUSE(device().release(A + 8), "never allocated, or twice");
  EXPECT_OK(device().release(A));
}

} // namespace hetrt::test
