// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which elements iterations may touch: boxes that are shifted from one iteration to the next, compared with boxes
// computed anew.
#include "Check/Windows.h"

#include <gtest/gtest.h>
#include <random>

using namespace hetrt;
using namespace hetrt::check;

namespace {

constexpr std::uintptr_t Memory = 0x100000;
constexpr std::uint64_t Trips = 40;
const hetrt_array_info Info{.name = "x",
                            .clause = "part_copy",
                            .line = 3,
                            .flags = 0,
                            .rank = 2,
                            .pointer_offset = 0,
                            .through = 0,
                            .holder = {},
                            .element_size = {8, 0},
                            .first = {0, 0},
                            .extent = {},
                            .declared = 0};

Array arrayOf(Extents Extent, std::span<const BoxFormula> Boxes) {
  Array Made;
  Made.Info = &Info;
  Made.Host.Base = reinterpret_cast<std::byte *>(Memory);
  Made.ElementSize = 8;
  Made.Rank = 2;
  Made.Extent = Extent;
  FootprintBuilder Builder({Trips, 0, 1}, Extent);
  for (const BoxFormula &Each : Boxes)
    Builder.add(Each);
  Made.Uses = Builder.take();
  return Made;
}

TEST(Windows, RowsAndWhatLiesBehindThem) {
  const Term Lower[] = {{.Slope = 1, .Offset = 0}}, Upper[] = {{.Slope = 1, .Offset = 1}};
  BoxFormula Row{.Flags = BoxReads | BoxWrites};
  Row.Along[0] = {Lower, Upper};
  const Array What = arrayOf({40, 4, 1, 1}, std::span(&Row, 1));
  ArrayWindow Window(What);
  Window.moveTo({3, 4});
  EXPECT_TRUE(Window.allows(Memory + 3 * 32, 32, true));
  EXPECT_FALSE(Window.allows(Memory + 3 * 32 + 24, 16, false));
  EXPECT_FALSE(Window.allows(Memory + 2 * 32 + 24, 8, false));
  EXPECT_EQ(Window.element(Memory + 3 * 32 + 8), "x[3][1]");
  EXPECT_EQ(Window.element(Memory - 8), "x[-1][3]");
  EXPECT_EQ(Window.element(Memory + 40 * 32), "x[40][0]");
  EXPECT_EQ(Window.text(true), "[3, 4) x [0, 4)");
  EXPECT_EQ(Window.whole(), "[0, 40) x [0, 4)");
}

TEST(Windows, ShiftedAsFormedAnew) {
  std::mt19937 Random(3);
  const auto Pick = [&](int Least, int Most) { return std::uniform_int_distribution(Least, Most)(Random); };
  unsigned Shifted = 0;
  for (unsigned Trial = 0; Trial < 400; ++Trial) {
    const bool Rows = Pick(0, 1);
    const Extents Extent = Rows ? Extents{40, 4, 1, 1} : Extents{160, 1, 1, 1};
    Term Terms[4];
    BoxFormula Boxes[2];
    for (unsigned B = 0; B < 2; ++B) {
      const std::int64_t Slope = Pick(-1, 3), Offset = Pick(-3, 20);
      Terms[2 * B] = {.Slope = Slope, .Offset = Offset, .Divisor = Pick(0, 5) ? 1 : 2};
      Terms[2 * B + 1] = {.Slope = Pick(0, 3) ? Slope : Slope + 1, .Offset = Offset + Pick(1, 3)};
      Boxes[B].Flags = B ? unsigned(BoxWrites) : unsigned(BoxReads);
      Boxes[B].Along[0] = {std::span(&Terms[2 * B], 1), std::span(&Terms[2 * B + 1], 1)};
      if (Pick(0, 3) == 0)
        Boxes[B].Only = BoxFormula::Guard{Pick(0, 20), Pick(20, 39)};
    }
    const Array What = arrayOf(Extent, Boxes);
    ArrayWindow Moved(What), Anew(What);
    const auto First = static_cast<std::uint64_t>(Pick(0, 30)), Last = First + static_cast<std::uint64_t>(Pick(1, 9));
    Moved.enter({First, Last});
    for (std::uint64_t K = First; K < Last; ++K) {
      if (!Moved.isAt(K)) {
        if (Moved.shiftTo(K))
          ++Shifted;
        else
          Moved.moveTo({K, K + 1});
      }
      Anew.moveTo({K, K + 1});
      for (std::uintptr_t At = Memory; At < Memory + 160 * 8; At += 8)
        for (const bool Writes : {false, true})
          ASSERT_EQ(Moved.allows(At, 8, Writes), Anew.allows(At, 8, Writes))
              << "trial " << Trial << ", iteration " << K;
    }
  }
  EXPECT_GT(Shifted, 300u);
}

} // namespace
