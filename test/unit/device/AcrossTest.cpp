// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies directly from one device to another of the same kind.

#include "DeviceTest.h"

#include <random>

namespace hetrt::test {

namespace {

class AcrossTest : public DeviceTest {
protected:
  void SetUp() override {
    Pair = makeDevices(GetParam(), 2);
    if (Pair.size() < 2)
      GTEST_SKIP() << "no two such devices here";
    if (GetParam().CopiesAcross)
      return;
    EXPECT_FALSE(target().canCopyFrom(source()));
    GTEST_SKIP() << "no direct copies between such devices";
  }

  Device &target() { return *Pair[0]; }
  Device &source() { return *Pair[1]; }

  /// Allocates memory on a device and copies these bytes to it.
  DeviceAddress placed(Device &On, const std::vector<unsigned char> &Bytes) {
    DeviceAddress Address = 0;
    EXPECT_OK(On.allocate(Bytes.size(), Address));
    EXPECT_OK(On.copyIn(Address, Bytes.data(), Bytes.size()));
    EXPECT_OK(On.synchronize());
    return Address;
  }

  std::vector<std::unique_ptr<Device>> Pair;
};

std::vector<unsigned char> randomBytes(std::size_t Count, std::mt19937 &Engine) {
  std::vector<unsigned char> Bytes(Count);
  for (unsigned char &Byte : Bytes)
    Byte = static_cast<unsigned char>(Engine());
  return Bytes;
}

} // namespace

TEST_P(AcrossTest, RandomRectanglesMatchTheModel) {
  std::mt19937 Engine(5);
  auto Pick = [&](std::uint64_t From, std::uint64_t To) {
    return std::uniform_int_distribution<std::uint64_t>(From, To)(Engine);
  };
  for (int Case = 0; Case < 50; ++Case) {
    const std::uint64_t Rows = Pick(1, 9), RowBytes = Pick(1, 40);
    const CopyShape Shape{Rows, RowBytes, RowBytes + Pick(0, 3), RowBytes + Pick(0, 20)};
    const std::vector<unsigned char> From = randomBytes(Rows * Shape.HostPitch, Engine);
    const std::vector<unsigned char> Before = randomBytes(Rows * Shape.DevicePitch, Engine);
    const DeviceAddress There = placed(source(), From), Here = placed(target(), Before);
    ASSERT_TRUE(target().canCopyFrom(source())) << "both have been used";
    EXPECT_OK(target().copyAcross(Here, source(), There, Shape));
    std::vector<unsigned char> Expected = Before, Found(Before.size());
    for (std::uint64_t Row = 0; Row < Rows; ++Row)
      std::copy_n(From.begin() + std::ptrdiff_t(Row * Shape.HostPitch), RowBytes,
                  Expected.begin() + std::ptrdiff_t(Row * Shape.DevicePitch));
    EXPECT_OK(target().orderAfter(Queue::Out, Queue::In));
    EXPECT_OK(target().copyOut(Found.data(), Here, Found.size()));
    EXPECT_OK(target().synchronize());
    EXPECT_EQ(Found, Expected);
    EXPECT_OK(target().release(Here));
    EXPECT_OK(source().release(There));
  }
}

/// As when bytes are forwarded along a chain of devices: the copy must wait for earlier copies to the source.
TEST_P(AcrossTest, ComesBehindWhatTheSourceIsToGet) {
  std::mt19937 Engine(11);
  const std::vector<unsigned char> Before = randomBytes(1 << 16, Engine), Bytes = randomBytes(1 << 16, Engine);
  const DeviceAddress There = placed(source(), Before), Here = placed(target(), Before);
  std::vector<unsigned char> Found(Bytes.size());
  EXPECT_OK(source().copyIn(There, Bytes.data(), Bytes.size()));
  EXPECT_OK(source().orderAfter(Queue::Out, Queue::In));
  EXPECT_OK(target().copyAcross(Here, source(), There, CopyShape::contiguous(Bytes.size())));
  EXPECT_OK(target().orderAfter(Queue::Out, Queue::In));
  EXPECT_OK(target().copyOut(Found.data(), Here, Found.size()));
  EXPECT_OK(target().synchronize());
  EXPECT_EQ(Found, Bytes);
  EXPECT_OK(source().synchronize());
  EXPECT_OK(target().release(Here));
  EXPECT_OK(source().release(There));
}

TEST_P(AcrossTest, IsCountedApart) {
  std::mt19937 Engine(7);
  const std::vector<unsigned char> Bytes = randomBytes(64, Engine);
  const DeviceAddress There = placed(source(), Bytes), Here = placed(target(), Bytes);
  const DeviceStatistics Before = target().statistics();
  EXPECT_OK(target().copyAcross(Here, source(), There, {4, 3, 8, 16}));
  EXPECT_OK(target().synchronize());
  EXPECT_EQ(target().statistics().BytesAcross, Before.BytesAcross + 12);
  EXPECT_EQ(target().statistics().CopiesAcross, Before.CopiesAcross + 1);
  EXPECT_EQ(target().statistics().BytesIn, Before.BytesIn);
  EXPECT_OK(target().release(Here));
  EXPECT_OK(source().release(There));
}

TEST_P(AcrossTest, BytesOutsideOfEitherAllocationAreMisuse) {
  std::mt19937 Engine(9);
  const std::vector<unsigned char> Bytes = randomBytes(64, Engine);
  const DeviceAddress There = placed(source(), Bytes), Here = placed(target(), Bytes);
  EXPECT_MISUSE(target().copyAcross(Here, source(), There + 1, CopyShape::contiguous(64)), "inside one allocation");
  EXPECT_MISUSE(target().copyAcross(Here + 1, source(), There, CopyShape::contiguous(64)), "inside one allocation");
  EXPECT_FALSE(target().canCopyFrom(target())) << "not from itself";
  EXPECT_OK(target().release(Here));
  EXPECT_OK(source().release(There));
}

ON_EVERY_DEVICE(AcrossTest);

} // namespace hetrt::test
