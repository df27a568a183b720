// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device::copyIn and copyOut, contiguous and strided.

#include "DeviceTest.h"

#include <algorithm>
#include <random>

namespace hetrt::test {

class CopyTest : public DeviceTest {
protected:
  /// Copies to the device with shape In, and back with shape Out.
  void roundTrip(const CopyShape &In, const CopyShape &Out, std::uint64_t DeviceBytes,
                 const std::vector<unsigned char> &From, std::vector<unsigned char> &To) {
    const DeviceAddress A = allocated(DeviceBytes);
    EXPECT_OK(device().copyIn(A, From.data(), In));
    EXPECT_OK(device().orderAfter(Queue::Out, Queue::In));
    EXPECT_OK(device().copyOut(To.data(), A, Out));
    EXPECT_OK(device().synchronize(Queue::Out));
    EXPECT_OK(device().release(A));
  }

  std::vector<unsigned char> randomBytes(std::size_t Count) {
    std::vector<unsigned char> V(Count);
    std::uint64_t State = Count;
    for (unsigned char &Byte : V) {
      State = State * 6364136223846793005u + 1442695040888963407u; // A linear congruential generator: fast enough for
                                                                   // 40 MiB.
      Byte = static_cast<unsigned char>(State >> 56);
    }
    return V;
  }
};
ON_EVERY_DEVICE(CopyTest);

TEST_P(CopyTest, BringsBackWhatWentIn) {
  for (std::size_t Count : {1u, 7u, 4096u, 100'001u}) {
    const std::vector<unsigned char> From = randomBytes(Count);
    std::vector<unsigned char> To(Count);
    roundTrip(CopyShape::contiguous(Count), CopyShape::contiguous(Count), Count, From, To);
    EXPECT_EQ(From, To) << Count;
  }
}

TEST_P(CopyTest, LargerThanAnyStagingBuffer) {
  const std::size_t Count = (std::size_t(40) << 20) + 12345;
  const std::vector<unsigned char> From = randomBytes(Count);
  std::vector<unsigned char> To(Count);
  roundTrip(CopyShape::contiguous(Count), CopyShape::contiguous(Count), Count, From, To);
  EXPECT_TRUE(From == To);
}

TEST_P(CopyTest, ManySmallOnesInOneGo) {
  constexpr std::size_t Count = 100;
  const DeviceAddress A = allocated(Count * sizeof(int));
  std::vector<int> From(Count), To(Count, -1);
  std::iota(From.begin(), From.end(), 1000);
  for (std::size_t I = 0; I < Count; ++I)
    EXPECT_OK(device().copyIn(A + I * sizeof(int), &From[I], sizeof(int)));
  EXPECT_OK(device().orderAfter(Queue::Out, Queue::In));
  for (std::size_t I = 0; I < Count; ++I)
    EXPECT_OK(device().copyOut(&To[I], A + I * sizeof(int), sizeof(int)));
  EXPECT_OK(device().synchronize());
  EXPECT_EQ(From, To);
  EXPECT_OK(device().release(A));
}

TEST_P(CopyTest, PacksColumnsOfAMatrixAndPutsThemBack) {
  // Columns [2, 5) of a 6 x 10 matrix are packed on the device; copying back must not change other elements of the
  // matrix.
  const std::vector<unsigned char> From = randomBytes(60);
  std::vector<unsigned char> To(60, 0xEE), Expected = To;
  const CopyShape Shape = {6, 3, 3, 10};
  const DeviceAddress A = allocated(18);
  EXPECT_OK(device().copyIn(A, From.data() + 2, Shape));
  EXPECT_OK(device().orderAfter(Queue::Out, Queue::In));
  EXPECT_OK(device().copyOut(To.data() + 2, A, Shape));
  EXPECT_OK(device().synchronize());
  for (unsigned Row = 0; Row < 6; ++Row)
    for (unsigned Column = 2; Column < 5; ++Column)
      Expected[Row * 10 + Column] = From[Row * 10 + Column];
  EXPECT_EQ(To, Expected);
  EXPECT_OK(device().release(A));
}

TEST_P(CopyTest, PaddedRowsOnTheDevice) {
  // Rows of 5 bytes at a distance of 8 on the device; the last row may end at the end of the allocation.
  const std::vector<unsigned char> From = randomBytes(20);
  std::vector<unsigned char> To(20);
  roundTrip({4, 5, 8, 5}, {4, 5, 8, 5}, 3 * 8 + 5, From, To);
  EXPECT_EQ(From, To);
}

TEST_P(CopyTest, RandomRectanglesMatchTheModel) {
  std::mt19937 Engine(3);
  auto Pick = [&](std::uint64_t From, std::uint64_t To) {
    return std::uniform_int_distribution<std::uint64_t>(From, To)(Engine);
  };
  for (int Case = 0; Case < 50; ++Case) {
    CopyShape Shape;
    Shape.Rows = Pick(1, 9);
    Shape.RowBytes = Pick(1, 40);
    Shape.DevicePitch = Shape.RowBytes + Pick(0, 3);
    Shape.HostPitch = Shape.RowBytes + Pick(0, 20);
    const std::uint64_t HostBytes = Shape.Rows * Shape.HostPitch;
    const std::vector<unsigned char> From = randomBytes(HostBytes);
    std::vector<unsigned char> To(HostBytes, 0xEE), Expected = To;
    roundTrip(Shape, Shape, (Shape.Rows - 1) * Shape.DevicePitch + Shape.RowBytes, From, To);
    for (std::uint64_t Row = 0; Row < Shape.Rows; ++Row)
      for (std::uint64_t Byte = 0; Byte < Shape.RowBytes; ++Byte)
        Expected[Row * Shape.HostPitch + Byte] = From[Row * Shape.HostPitch + Byte];
    ASSERT_EQ(To, Expected) << "case " << Case;
  }
}

/// The parts lie anywhere on the host and in order on the device, as rows behind pointers do: with or without gaps, of
/// equal or different lengths.
TEST_P(CopyTest, ManyPartsTogetherAreAsOneByOne) {
  std::mt19937 Engine(5);
  auto Pick = [&](std::uint64_t From, std::uint64_t To) {
    return std::uniform_int_distribution<std::uint64_t>(From, To)(Engine);
  };
  for (int Case = 0; Case < 30; ++Case) {
    const bool Even = Pick(0, 1), Dense = Pick(0, 1);
    const std::uint64_t Longest = Case < 25 ? 40 : 70'000, Length = Pick(1, Longest);
    std::vector<CopyPart> Parts(Pick(0, 200));
    std::uint64_t There = 0, Here = 0;
    for (CopyPart &Each : Parts) {
      Each.DeviceOffset = There;
      Each.HostOffset = static_cast<std::int64_t>(Here += Pick(0, 9));
      const std::uint64_t Rows = Pick(0, 9) ? 1 : Pick(0, 3), RowBytes = Even && Pick(0, 9) ? Length : Pick(0, Longest);
      Each.Shape = {Rows, RowBytes, RowBytes + Pick(0, 3), RowBytes + Pick(0, 9)};
      There += Rows * Each.Shape.DevicePitch + (Dense ? 0 : Length);
      Here += Rows * Each.Shape.HostPitch;
    }
    std::shuffle(Parts.begin(), Parts.end(), Engine);
    if (Case % 3)
      std::ranges::sort(Parts, {}, &CopyPart::DeviceOffset);
    const std::vector<unsigned char> From = randomBytes(Here + 100), Before = randomBytes(There + 100);
    std::vector<unsigned char> Expected = Before, To(Before.size());
    for (const auto &[HostOffset, DeviceOffset, Shape] : Parts)
      for (std::uint64_t Row = 0; Row < Shape.Rows; ++Row)
        std::copy_n(From.data() + HostOffset + Row * Shape.HostPitch, Shape.RowBytes,
                    Expected.data() + DeviceOffset + Row * Shape.DevicePitch);
    const DeviceAddress A = allocated(Before.size());
    EXPECT_OK(device().copyIn(A, Before.data(), Before.size()));
    EXPECT_OK(device().copyIn(A, reinterpret_cast<const std::byte *>(From.data()), Parts));
    EXPECT_OK(device().orderAfter(Queue::Out, Queue::In));
    EXPECT_OK(device().copyOut(To.data(), A, To.size()));
    EXPECT_OK(device().synchronize(Queue::Out));
    EXPECT_OK(device().release(A));
    ASSERT_EQ(To, Expected) << "case " << Case;
  }
}

TEST_P(CopyTest, RowsLongerThanAnyStagingBuffer) {
  const std::uint64_t RowBytes = (std::uint64_t(3) << 20) + 5, Pitch = RowBytes + 11;
  const std::vector<unsigned char> From = randomBytes(3 * Pitch);
  std::vector<unsigned char> To(3 * RowBytes);
  const DeviceAddress A = allocated(3 * RowBytes);
  EXPECT_OK(device().copyIn(A, From.data(), CopyShape{3, RowBytes, RowBytes, Pitch}));
  EXPECT_OK(device().orderAfter(Queue::Out, Queue::In));
  EXPECT_OK(device().copyOut(To.data(), A, To.size()));
  EXPECT_OK(device().synchronize());
  for (unsigned Row = 0; Row < 3; ++Row)
    EXPECT_TRUE(std::equal(To.begin() + static_cast<std::ptrdiff_t>(Row * RowBytes),
                           To.begin() + static_cast<std::ptrdiff_t>((Row + 1) * RowBytes),
                           From.begin() + static_cast<std::ptrdiff_t>(Row * Pitch)));
  EXPECT_OK(device().release(A));
}

TEST_P(CopyTest, CountsBytesAndCopies) {
  std::vector<unsigned char> Host(100);
  const DeviceAddress A = allocated(100);
  EXPECT_OK(device().copyIn(A, Host.data(), CopyShape{4, 5, 25, 25}));
  EXPECT_OK(device().copyIn(A, Host.data(), 60));
  EXPECT_OK(device().copyOut(Host.data(), A, 7));
  EXPECT_OK(device().synchronize());
  EXPECT_EQ(device().statistics().BytesIn, 80u);
  EXPECT_EQ(device().statistics().CopiesIn, 2u);
  EXPECT_EQ(device().statistics().BytesOut, 7u);
  EXPECT_EQ(device().statistics().CopiesOut, 1u);
  EXPECT_OK(device().release(A));
}

TEST_P(CopyTest, OfNothingIsFineAnywhere) {
  EXPECT_OK(device().copyIn(0, nullptr, 0));
  EXPECT_OK(device().copyOut(nullptr, 0, CopyShape{0, 8, 8, 8}));
  EXPECT_OK(device().copyOut(nullptr, 0, CopyShape{8, 0, 0, 0}));
  EXPECT_EQ(device().statistics().CopiesIn + device().statistics().CopiesOut, 0u);
}

TEST_P(CopyTest, BeyondAnAllocationIsMisuse) {
  std::vector<unsigned char> Host(200);
  const DeviceAddress A = allocated(100);
  EXPECT_MISUSE(device().copyIn(A, Host.data(), 101), "101 bytes that do not lie inside one allocation");
  EXPECT_MISUSE(device().copyIn(A + 60, Host.data(), 41), "inside one allocation");
  EXPECT_MISUSE(device().copyIn(A - 1, Host.data(), 4), "inside one allocation");
  EXPECT_MISUSE(device().copyOut(Host.data(), A, CopyShape{3, 10, 46, 10}), "102 bytes");
  EXPECT_MISUSE(device().copyOut(Host.data(), 0, 4), "inside one allocation");
  EXPECT_OK(device().copyOut(Host.data(), A, CopyShape{3, 10, 45, 10}));
  EXPECT_OK(device().synchronize());
  EXPECT_OK(device().release(A));
}

TEST_P(CopyTest, OfAReleasedAllocationIsMisuse) {
  double Host = 0;
  const DeviceAddress A = allocated(8);
  EXPECT_OK(device().release(A));
  EXPECT_MISUSE(device().copyIn(A, &Host, 8), "inside one allocation");
}

TEST_P(CopyTest, OverlappingRowsAreMisuse) {
  std::vector<unsigned char> Host(200);
  const DeviceAddress A = allocated(100);
  EXPECT_MISUSE(device().copyIn(A, Host.data(), CopyShape{3, 10, 9, 10}), "overlap");
  EXPECT_MISUSE(device().copyOut(Host.data(), A, CopyShape{3, 10, 10, 9}), "overlap");
  EXPECT_MISUSE(device().copyIn(A, Host.data(), CopyShape{3, 10, ~std::uint64_t(0), 10}), "overflow");
  EXPECT_OK(device().release(A));
}

TEST_P(CopyTest, WithANullHostAddressIsMisuse) {
  const DeviceAddress A = allocated(8);
  EXPECT_MISUSE(device().copyIn(A, nullptr, 8), "null");
  EXPECT_MISUSE(device().copyOut(nullptr, A, 8), "null");
  EXPECT_OK(device().release(A));
}

} // namespace hetrt::test
