// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of regions by which other ranks find them: unique, and the same on each rank.
#include "Node/RegionName.h"

#include <gtest/gtest.h>

#include <memory>

namespace hetrt::node {
namespace {

hetrt_region made(std::uint64_t Content) {
  hetrt_region R = {};
  R.abi = HETRT_ABI;
  R.size = sizeof R;
  R.content = Content;
  R.values_size = 24;
  return R;
}

const hetrt_region First = made(1), Second = made(2);

TEST(RegionName, LeadsBackToTheRegion) {
  std::string Why;
  ASSERT_TRUE(nameOf(First) && nameOf(Second));
  EXPECT_EQ(regionOf(*nameOf(First), Why), &First);
  EXPECT_EQ(regionOf(*nameOf(Second), Why), &Second);
  EXPECT_EQ(Why, "");
}

TEST(RegionName, SaysNothingOfWhereTheProgramIsLoaded) {
  EXPECT_LT(nameOf(First)->Offset, std::uint64_t(1) << 32);
  EXPECT_NE(nameOf(First)->Module, 0u);
}

TEST(RegionName, ARegionMadeAtRunTimeHasNone) {
  const auto OnHeap = std::make_unique<hetrt_region>(made(3));
  EXPECT_FALSE(nameOf(*OnHeap));
}

TEST(RegionName, OfAnotherRegionOrPlaceIsRefused) {
  auto Refused = [](RegionName Name) {
    std::string Why;
    const bool IsNull = !regionOf(Name, Why);
    return IsNull && !Why.empty();
  };
  const RegionName Right = *nameOf(First);
  RegionName Wrong = Right;
  Wrong.Content = 7;
  EXPECT_TRUE(Refused(Wrong));
  Wrong = Right;
  Wrong.ValuesSize = 8;
  EXPECT_TRUE(Refused(Wrong));
  Wrong = Right;
  Wrong.Module ^= 1;
  EXPECT_TRUE(Refused(Wrong)) << "no such library";
  for (std::uint64_t Offset :
       {std::uint64_t(0), Right.Offset + 1, Right.Offset + 8, ~std::uint64_t(0), ~std::uint64_t(7)}) {
    Wrong = Right;
    Wrong.Offset = Offset;
    EXPECT_TRUE(Refused(Wrong)) << Offset;
  }
}

TEST(RegionName, TheProgramAndTheRuntimeHaveOne) {
  EXPECT_NE(programName().Program, 0u);
  EXPECT_EQ(programName().Runtime, programName().Program) << "the tests link the runtime's components";
}

} // namespace
} // namespace hetrt::node
