// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests the detection of what a device changed, against a model that looks at every byte: exactly those bytes must be
// stored that the device wrote and whose value changed, and no bytes that others wrote in the meantime.
#include "Memory/Difference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <optional>
#include <random>
#include <thread>

using namespace hetrt;

namespace {

using Memory = std::vector<std::byte>;

/// Compares a whole copy, in blocks of `BlockBytes` bytes.
void compareAll(Difference &With, const Memory &Copy, std::size_t BlockBytes) {
  for (std::size_t At = 0; At < Copy.size(); At += BlockBytes)
    With.compare(At, std::span(Copy).subspan(At, std::min(BlockBytes, Copy.size() - At)));
}

/// An array, the device's copy of it, and a record of what the device and others have written.
class Model {
public:
  explicit Model(std::uint32_t Seed) : Random(Seed) {
    const std::size_t Sizes[] = {1, 7, 8, 9, 63, 255, 256, 257, 1000, 4099};
    Array.resize(Seed % 3 ? Sizes[draw(0, 9)] : draw(1, 3000));
    for (std::byte &Each : Array)
      Each = std::byte(draw(0, 3)); // few values, so that a write often leaves the value as it was
    Of.emplace(Array);
    Copy.assign(Of->bytes().begin(), Of->bytes().end());
    Expected = Array;
    Writer.assign(Array.size(), Nobody);
    BlockBytes = 8 * draw(1, draw(0, 1) ? 4 : 80);
  }

  std::size_t draw(std::size_t From, std::size_t To) {
    return std::uniform_int_distribution<std::size_t>(From, To)(Random);
  }

  /// Some writes by others, and the writes of one range of iterations on the device, in one place or all over the
  /// array.
  void write(bool Fails) {
    const std::size_t Most = draw(0, 2) ? 8 : Array.size();
    for (std::size_t I = draw(0, Most); I > 0; --I)
      byOther(draw(0, Array.size() - 1));
    const std::size_t First = draw(0, Array.size() - 1), Last = draw(0, 1) ? Array.size() : First + 1;
    for (std::size_t I = draw(0, Most); I > 0; --I)
      byDevice(draw(First, Last - 1), Fails);
    compareAll(*Of, Copy, BlockBytes);
    if (Fails)
      Of->drop();
    else
      Of->keep();
  }

  void check() {
    Of->store();
    EXPECT_EQ(Array, Expected);
  }

private:
  enum Who : char { Nobody, Others, Device, Failed };

  void byOther(std::size_t At) {
    if (Writer[At] == Device || Writer[At] == Failed)
      return;
    Writer[At] = Others;
    Array[At] = Expected[At] = std::byte(draw(0, 5));
  }

  void byDevice(std::size_t At, bool Fails) {
    if (Writer[At] != Nobody) // each byte is written by at most one iteration
      return;
    Writer[At] = Fails ? Failed : Device;
    Copy[At] = std::byte(draw(0, 5));
    if (!Fails)
      Expected[At] = Copy[At];
  }

  std::mt19937 Random;
  Memory Array, Copy, Expected;
  std::vector<Who> Writer;
  std::optional<Difference> Of;
  std::size_t BlockBytes = 8;
};

} // namespace

TEST(Difference, StoresWhatTheDeviceWroteAndNothingElse) {
  for (std::uint32_t Seed = 0; Seed < 20000; ++Seed) {
    SCOPED_TRACE(testing::Message() << "seed " << Seed);
    Model Of(Seed);
    const std::size_t Ranges = Of.draw(0, 4);
    for (std::size_t I = 0; I < Ranges; ++I)
      Of.write(false);
    if (Seed % 4 == 0) // after this failure, the device is given up
      Of.write(true);
    Of.check();
    if (HasFailure())
      return;
  }
}

TEST(Difference, StoresNothingThatIsNotKept) {
  Memory Array(100), Copy(100);
  const Memory Before = Array;
  Difference Of(Array);
  Copy[0] = Copy[7] = Copy[8] = Copy[99] = std::byte(1);
  compareAll(Of, Copy, 16);
  Of.store();
  EXPECT_EQ(Array, Before) << "the range may still fail";
  Of.keep();
  Of.store();
  EXPECT_EQ(Array, Copy);
  Array[0] = std::byte(2); // by the program
  compareAll(Of, Copy, 16);
  Of.drop();
  Of.store();
  EXPECT_EQ(Array, Copy) << "what was kept is stored again";
}

/// Values that differ in bytes but compare as equal, and NaNs, which compare as different from themselves.
TEST(Difference, ComparesBytesAndNotValues) {
  double Array[4] = {0.0, NAN, 1.0, NAN};
  Difference Of(std::as_writable_bytes(std::span(Array)));
  double Copy[4];
  std::memcpy(Copy, Of.bytes().data(), sizeof Copy);
  Copy[0] = -0.0;
  Copy[2] = NAN;
  Of.compare(0, std::as_bytes(std::span(Copy)));
  Of.keep();
  Array[1] = 2.0; // written by others; the device left this number as it was
  Of.store();
  EXPECT_TRUE(std::signbit(Array[0]));
  EXPECT_EQ(Array[1], 2.0);
  EXPECT_TRUE(std::isnan(Array[2]));
  EXPECT_TRUE(std::isnan(Array[3]));
}

/// The device writes one member of a struct, and others write the other members.
TEST(Difference, KeepsMembersOfOneStructApart) {
  struct Pair {
    char A;
    short B;
    int C;
  } Array[3] = {};
  Difference Of(std::as_writable_bytes(std::span(Array)));
  Pair Copy[3];
  std::memcpy(static_cast<void *>(Copy), Of.bytes().data(), sizeof Copy);
  Copy[1].B = 0x0102;
  Array[1].A = 5;
  Array[1].C = -1;
  Of.compare(0, std::as_bytes(std::span(Copy)));
  Of.keep();
  Of.store();
  EXPECT_EQ(Array[1].A, 5);
  EXPECT_EQ(Array[1].B, 0x0102);
  EXPECT_EQ(Array[1].C, -1);
}

TEST(Difference, StoresOfARowWhatChanged) {
  std::mt19937 Random(11);
  const auto Draw = [&](unsigned Below) { return std::uniform_int_distribution<unsigned>(0, Below - 1)(Random); };
  for (int Round = 0; Round < 500; ++Round) {
    const std::size_t Bytes = Draw(70);
    Memory Before(Bytes), After(Bytes), Array(Bytes), Expected;
    for (std::size_t I = 0; I < Bytes; ++I) {
      Before[I] = std::byte(Draw(3));
      After[I] = Draw(2) ? Before[I] : std::byte(Draw(3));
      Array[I] = std::byte(0x80 | Draw(8)); // written by others in the meantime
    }
    Expected = Array;
    for (std::size_t I = 0; I < Bytes; ++I)
      if (Before[I] != After[I])
        Expected[I] = After[I];
    storeChanged(Array.data(), Before.data(), After.data(), Bytes);
    EXPECT_EQ(Array, Expected);
  }
}

/// For the thread sanitizer: cores write while the snapshot is taken.
TEST(Difference, IsTakenBesideWriters) {
  std::vector<std::uint32_t> Array(1 << 16);
  std::atomic<bool> Go{false};
  std::thread Writer([&] {
    while (!Go)
      std::this_thread::yield();
    for (std::uint32_t &Each : Array)
      Each = 7;
  });
  Go = true;
  Difference Of(std::as_writable_bytes(std::span(Array)));
  Writer.join();
  std::vector<std::uint32_t> Seen(Array.size());
  std::memcpy(Seen.data(), Of.bytes().data(), Of.bytes().size());
  EXPECT_TRUE(std::all_of(Seen.begin(), Seen.end(), [](std::uint32_t Each) { return Each == 0 || Each == 7; }));
}

/// Rows of 3 to 11 bytes lie in any order, with bytes of others between them. In the copy they may begin and end within
/// a word. What differs must be stored in its row, and nothing else may change.
TEST(Difference, ArraysInPartsGoHomePartByPart) {
  for (std::uint32_t Seed = 0; Seed < 200; ++Seed) {
    std::mt19937 Random(Seed);
    const auto Draw = [&](std::size_t Least, std::size_t Most) {
      return std::uniform_int_distribution<std::size_t>(Least, Most)(Random);
    };
    const std::size_t Row = Draw(3, 11), Pitch = Row + Draw(0, 2), Count = Draw(1, 20);
    Memory Array(Count * 16);
    for (std::byte &Each : Array)
      Each = std::byte(Draw(0, 255));
    std::vector<std::size_t> Place(Count);
    for (std::size_t R = 0; R < Count; ++R)
      Place[R] = R;
    std::shuffle(Place.begin(), Place.end(), Random);
    std::vector<Difference::Part> Parts;
    for (std::size_t R = 0; R < Count; ++R)
      if (Draw(0, 4) > 0) // some rows are left out
        Parts.push_back({std::span(Array).subspan(Place[R] * 16, Row), R * Pitch});
    Difference Of(Parts, Count * Pitch);
    Memory Copy(Of.bytes().begin(), Of.bytes().end()), Expected = Array;
    for (const Difference::Part &Each : Parts) {
      EXPECT_TRUE(std::ranges::equal(Each.Of, Of.bytes().subspan(Each.At, Row)));
      for (std::size_t Byte = 0; Byte < Row; ++Byte)
        if (Draw(0, 2) == 0)
          Expected[std::size_t(Each.Of.data() - Array.data()) + Byte] = Copy[Each.At + Byte] = std::byte(Draw(0, 255));
    }
    compareAll(Of, Copy, 8 * Draw(1, 9));
    Of.keep();
    Of.store();
    EXPECT_EQ(Array, Expected) << "seed " << Seed;
  }
}
