// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the CUDA device chooses between staged copies and pinning the array, with the fake driver. A staged copy of the
// array below takes four transfers, a direct one a single transfer; each transfer takes a millisecond of the fake
// driver's time.

#include "Device/Cuda/CudaDevice.h"
#include "DeviceTest.h"

namespace hetrt::test {

namespace {

constexpr int NotSupported = 801, AlreadyRegistered = 712;

class PinningTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_TRUE(Driver) << "the fake driver is missing: " << fakeCudaPath();
    Objects = Fake.LiveObjects();
    D = makeDevice({"FakeDriver", "cuda", FakeDriver});
    ASSERT_TRUE(D);
    EXPECT_OK(D->allocate(Values.size() * sizeof(int), There));
  }

  void TearDown() override {
    EXPECT_OK(D->release(There));
    D.reset();
    EXPECT_EQ(Fake.LiveObjects(), Objects) << "nothing stays pinned";
  }

  HostArray lasting() const { return {Values.data(), Values.size() * sizeof(int)}; }

  /// Copies the array to the device and back, and returns how many transfers that took.
  std::uint64_t transfers(const HostArray &Of, CopyShape Shape = CopyShape::contiguous(Bytes)) {
    const std::uint64_t Before = count();
    std::vector<int> Expected = Values;
    EXPECT_OK(D->copyIn(There, Values.data(), Shape, Queue::In, Of));
    EXPECT_OK(D->synchronize(Queue::In));
    EXPECT_OK(D->copyOut(Values.data(), There, Shape, Queue::Out, Of));
    EXPECT_OK(D->synchronize(Queue::Out));
    EXPECT_EQ(Values, Expected);
    return count() - Before;
  }

  std::uint64_t count() const {
    return Fake.Calls("cuMemcpyHtoDAsync_v2") + Fake.Calls("cuMemcpyDtoHAsync_v2") + Fake.Calls("cuMemcpy2DAsync_v2");
  }

  static constexpr std::uint64_t Bytes = std::uint64_t(8) << 20;
  const FakeCuda *const Driver = fakeCuda();
  const FakeCuda &Fake = *Driver;
  std::uint64_t Objects = 0;
  std::unique_ptr<Device> D;
  DeviceAddress There = 0;
  std::vector<int> Values = std::vector<int>(Bytes / sizeof(int), 7);
};

} // namespace

TEST_F(PinningTest, ArraysThatMoveOftenArePinnedOnceAndGoStraight) {
  EXPECT_EQ(transfers(lasting()), 8u) << "staged, to be measured";
  std::uint64_t Last = 0;
  for (int Pass = 0; Pass < 10; ++Pass)
    Last = transfers(lasting());
  EXPECT_EQ(Last, 2u);
  EXPECT_EQ(Fake.Calls("cuMemHostRegister_v2"), 1u);
  EXPECT_GT(D->takeSetupSeconds(), 0) << "start-up, which no pass is to answer for";
  EXPECT_EQ(D->takeSetupSeconds(), 0);
  D->forgetHost(Values.data());
  EXPECT_EQ(Fake.Calls("cuMemHostUnregister"), 1u);
}

TEST_F(PinningTest, MemoryThatMayBeFreedIsNeverPinned) {
  for (int Pass = 0; Pass < 10; ++Pass)
    EXPECT_EQ(transfers({}), 8u);
  EXPECT_EQ(Fake.Calls("cuMemHostRegister_v2"), 0u);
}

TEST_F(PinningTest, TheSlowerRouteIsLeft) {
  Fake.SetRegisteredMilliseconds(50);
  std::uint64_t Last = 0;
  for (int Pass = 0; Pass < 10; ++Pass)
    Last = transfers(lasting());
  EXPECT_EQ(Fake.Calls("cuMemHostRegister_v2"), 1u);
  EXPECT_EQ(Last, 8u) << "staged again, after one look at the other route";
}

TEST_F(PinningTest, RectanglesAreComparedByThemselves) {
  // Columns: 512 KiB in rows of 1 KiB, staged in a single transfer, so that direct copies gain nothing.
  const CopyShape Columns{512, 1024, 1024, 8192};
  Fake.SetRegisteredMilliseconds(2);
  std::uint64_t Flat = 0, Narrow = 0;
  for (int Pass = 0; Pass < 12; ++Pass) {
    Flat = transfers(lasting());
    Narrow = transfers(lasting(), Columns);
  }
  EXPECT_EQ(Flat, 2u) << "two milliseconds instead of four";
  EXPECT_EQ(Narrow, 2u);
  EXPECT_EQ(Fake.Calls("cuMemHostRegister_v2"), 1u);
}

TEST_F(PinningTest, WhereTheDriverRefusesCopiesStayStaged) {
  Fake.Fail("cuMemHostRegister_v2", 1, NotSupported);
  for (int Pass = 0; Pass < 10; ++Pass)
    EXPECT_EQ(transfers(lasting()), 8u);
  EXPECT_EQ(Fake.Calls("cuMemHostRegister_v2"), 1u) << "asked once";
}

TEST_F(PinningTest, MemoryThatTheProgramHasPinnedStaysPinned) {
  Fake.Fail("cuMemHostRegister_v2", 1, AlreadyRegistered);
  for (int Pass = 0; Pass < 10; ++Pass)
    transfers(lasting());
  D->forgetHost(Values.data());
  EXPECT_EQ(Fake.Calls("cuMemHostUnregister"), 0u);
}

TEST_F(PinningTest, OtherDevicesIgnoreThePromise) {
  auto Emulated = makeDevice({"Emulated", "emulated", ""});
  DeviceAddress Address = 0;
  std::vector<int> Back(Values.size());
  EXPECT_OK(Emulated->allocate(Bytes, Address));
  EXPECT_OK(Emulated->copyIn(Address, Values.data(), CopyShape::contiguous(Bytes), Queue::In, lasting()));
  EXPECT_OK(Emulated->orderAfter(Queue::Out, Queue::In));
  EXPECT_OK(Emulated->copyOut(Back.data(), Address, Bytes));
  EXPECT_OK(Emulated->synchronize());
  EXPECT_EQ(Back, Values);
  Emulated->forgetHost(Values.data());
  EXPECT_OK(Emulated->release(Address));
}

} // namespace hetrt::test
