// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests the check of function records against what loops in other translation units assume about the functions.
#include "Region/OtherUnits.h"

#include <deque>
#include <gmock/gmock.h>
#include <vector>

using namespace hetrt;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

void first() {}
void second() {}

/// Several translation units whose functions call each other.
struct Program {
  /// Adds the record of a function; the functions that it calls are added later.
  hetrt_function &define(const char *Name, void (*Address)() = first) {
    hetrt_function &Made = Functions.emplace_back();
    Made.abi = HETRT_ABI;
    Made.size = sizeof(hetrt_function);
    Made.name = Name;
    Made.location = "unit.c:7";
    Made.address = Address;
    Made.signature = 42;
    return Made;
  }
  hetrt_callee &to(const hetrt_function *Function, const char *Name, void (*Address)() = first) {
    Callees.push_back({.name = Name, .address = Address, .function = Function, .signature = 42, .kept = 0});
    return Callees.back();
  }
  void call(hetrt_function &From, const std::vector<const hetrt_callee *> &To) {
    Lists.push_back(To);
    From.callees = Lists.back().data();
    From.callee_count = unsigned(To.size());
  }
  std::string whyNot(const std::vector<const hetrt_callee *> &Called) {
    hetrt_region Region{};
    Region.callees = Called.data();
    Region.callee_count = unsigned(Called.size());
    return whyNotCalled(Region);
  }

  std::deque<hetrt_function> Functions;
  std::deque<hetrt_callee> Callees;
  std::deque<std::vector<const hetrt_callee *>> Lists;
};

} // namespace

TEST(OtherUnits, LoopsWithoutSuchCallsHaveNothingAgainstThem) { EXPECT_THAT(whyNotCalled(hetrt_region{}), IsEmpty()); }

TEST(OtherUnits, WhatIsKnownAndAgreesMayRun) {
  Program P;
  EXPECT_THAT(P.whyNot({&P.to(&P.define("f"), "f")}), IsEmpty());
}

TEST(OtherUnits, OneOfManyThatIsNotKnownIsEnough) {
  Program P;
  EXPECT_THAT(P.whyNot({&P.to(&P.define("f"), "f"), &P.to(nullptr, "g")}),
              HasSubstr("'g' of another unit is not known"));
}

TEST(OtherUnits, OfOtherVersions) {
  Program P;
  hetrt_function &Old = P.define("f"), &Small = P.define("g");
  Old.abi = HETRT_ABI - 1;
  Small.size -= 8;
  EXPECT_THAT(P.whyNot({&P.to(&Old, "f")}), HasSubstr("another version of hetcc built the unit of 'f'"));
  EXPECT_THAT(P.whyNot({&P.to(&Small, "g")}), HasSubstr("another version of hetcc built the unit of 'g'"));
}

TEST(OtherUnits, AddressesInSeveralArraysAreNotCompared) {
  Program P;
  hetrt_function &Less = P.define("less"), &Sum = P.define("sum");
  Less.written = HETRT_ADDRESSES;
  EXPECT_THAT(P.whyNot({&P.to(&Less, "less"), &P.to(&Sum, "sum")}), IsEmpty()); // both use the addresses of only one
                                                                                // array
  hetrt_callee &ToLess = P.to(&Less, "less"), &ToSum = P.to(&Sum, "sum");
  ToLess.kept = ToSum.kept = HETRT_ADDRESSES;
  EXPECT_THAT(P.whyNot({&ToSum}), IsEmpty());
  EXPECT_THAT(P.whyNot({&ToLess}), HasSubstr("'less' of another unit (unit.c:7) compares addresses"));
}

TEST(OtherUnits, AnotherDefinitionIsCalled) {
  Program P;
  EXPECT_THAT(P.whyNot({&P.to(&P.define("f"), "f", second)}), HasSubstr("another 'f' is called than that of unit.c:7"));
}

TEST(OtherUnits, SignaturesDiffer) {
  Program P;
  hetrt_callee &Call = P.to(&P.define("f"), "f");
  Call.signature = 43;
  EXPECT_THAT(P.whyNot({&Call}), HasSubstr("other types than its declaration"));
}

TEST(OtherUnits, ParametersAreKeptOneByOne) {
  Program P;
  hetrt_function &F = P.define("f");
  hetrt_callee &Call = P.to(&F, "f");
  F.written = 0b101;
  Call.kept = 0b010;
  EXPECT_THAT(P.whyNot({&Call}), IsEmpty());
  Call.kept = 0b110;
  EXPECT_THAT(P.whyNot({&Call}), HasSubstr("writes what its declaration says is 'const'"));
}

TEST(OtherUnits, ReasonsComeFromAnyDepth) {
  Program P;
  hetrt_function &F = P.define("f"), &G = P.define("g"), &H = P.define("h");
  P.call(F, {&P.to(&G, "g")});
  P.call(G, {&P.to(&H, "h")});
  const std::vector<const hetrt_callee *> Called = {&P.to(&F, "f")};
  EXPECT_THAT(P.whyNot(Called), IsEmpty());
  H.why = "'h' uses the variable 'x'";
  EXPECT_EQ(P.whyNot(Called), "'h' of another unit (unit.c:7) stays on the host: 'h' uses the variable 'x'");
}

TEST(OtherUnits, SeveralWaysToAFunctionAreNoCycle) {
  Program P;
  hetrt_function &F = P.define("f"), &G = P.define("g"), &H = P.define("h");
  P.call(F, {&P.to(&G, "g"), &P.to(&H, "h")});
  P.call(G, {&P.to(&H, "h")});
  EXPECT_THAT(P.whyNot({&P.to(&F, "f"), &P.to(&H, "h")}), IsEmpty());
}

TEST(OtherUnits, UnitsThatCallEachOtherInACircle) {
  Program P;
  hetrt_function &F = P.define("f"), &G = P.define("g");
  P.call(F, {&P.to(&G, "g")});
  P.call(G, {&P.to(&F, "f")});
  EXPECT_THAT(P.whyNot({&P.to(&F, "f")}), HasSubstr("'f' of another unit calls itself"));
  EXPECT_THAT(P.whyNot({&P.to(&G, "g")}), HasSubstr("'g' of another unit calls itself"));
}

TEST(OtherUnits, EachCallOfAFunctionIsHeldToItsRecord) {
  Program P;
  hetrt_function &F = P.define("f");
  F.written = 1;
  hetrt_callee &Keeps = P.to(&F, "f");
  Keeps.kept = 1;
  EXPECT_THAT(P.whyNot({&P.to(&F, "f"), &Keeps}), HasSubstr("writes what its declaration"));
}

namespace {

/// A region with two arrays, both passed to functions that may write them.
struct LendingProgram : Program {
  hetrt_function &Reads = define("reads"), &Changes = define("changes");
  hetrt_callee &ToReads = to(&Reads, "reads"), &ToChanges = to(&Changes, "changes");
  std::vector<const hetrt_callee *> Called = {&ToReads, &ToChanges};
  std::vector<hetrt_array_info> Arrays = std::vector<hetrt_array_info>(2);
  std::vector<hetrt_box_info> Boxes = std::vector<hetrt_box_info>(3);
  std::vector<hetrt_lending> Lendings;

  LendingProgram() {
    Changes.written = 0b10;
    Arrays[0].name = "x";
    Arrays[1].name = "y";
    Arrays[1].clause = "part_copyin";
    for (hetrt_array_info &Each : Arrays)
      Each.flags = HETRT_WRITES_ANYWHERE;
    for (hetrt_box_info &Each : Boxes)
      Each.flags = HETRT_READ | HETRT_WRITE;
    Boxes[1].array = 1;
    Boxes[2].flags = HETRT_READ;
  }
  void lend(unsigned Array, unsigned Parameter, const hetrt_callee &To, bool Kept = false) {
    Lendings.push_back({.array = Array, .parameter = Parameter, .kept = Kept, .reserved = 0, .to = &To});
  }
  hetrt_region region() const {
    hetrt_region Region{};
    Region.callees = Called.data();
    Region.callee_count = unsigned(Called.size());
    Region.arrays = Arrays.data();
    Region.array_count = unsigned(Arrays.size());
    Region.boxes = Boxes.data();
    Region.box_count = unsigned(Boxes.size());
    Region.lendings = Lendings.data();
    Region.lending_count = unsigned(Lendings.size());
    return Region;
  }
};

} // namespace

TEST(OtherUnits, ArraysThatNobodyWritesAreOnlyRead) {
  LendingProgram P;
  P.lend(0, 0, P.ToReads);
  P.lend(1, 1, P.ToChanges);
  const ResolvedRegion Resolved(P.region());
  EXPECT_THAT(Resolved.whyNot(), IsEmpty());
  const hetrt_region &Region = Resolved.region();
  EXPECT_EQ(Region.arrays[0].flags, 0u);
  EXPECT_EQ(Region.boxes[0].flags, unsigned(HETRT_READ));
  EXPECT_EQ(Region.boxes[2].flags, unsigned(HETRT_READ));
  EXPECT_EQ(Region.arrays[1].flags, unsigned(HETRT_WRITES_ANYWHERE));
  EXPECT_EQ(Region.boxes[1].flags, unsigned(HETRT_READ | HETRT_WRITE));
  EXPECT_EQ(P.Arrays[0].flags, unsigned(HETRT_WRITES_ANYWHERE)) << "the program's own tables stay";
}

TEST(OtherUnits, OneFunctionThatWritesIsEnough) {
  LendingProgram P;
  P.lend(0, 0, P.ToReads);
  P.lend(0, 1, P.ToChanges);
  const ResolvedRegion Resolved(P.region());
  EXPECT_EQ(Resolved.region().arrays[0].flags, unsigned(HETRT_WRITES_ANYWHERE));
  EXPECT_EQ(Resolved.region().boxes[0].flags, unsigned(HETRT_READ | HETRT_WRITE));
}

TEST(OtherUnits, ClausesThatSayOtherwiseKeepTheLoopOnTheCores) {
  LendingProgram P;
  P.lend(1, 1, P.ToReads, /*Kept=*/true);
  EXPECT_THAT(ResolvedRegion(P.region()).whyNot(), IsEmpty());
  P.Lendings[0].to = &P.ToChanges;
  const ResolvedRegion Resolved(P.region());
  EXPECT_EQ(Resolved.whyNot(),
            "'changes' of another unit (unit.c:7) may write 'y', and 'part_copyin' only moves it in");
  EXPECT_TRUE(Resolved.region().flags & HETRT_HOST_ONLY);
}

TEST(OtherUnits, RegionsWithoutDevicesAreMarked) {
  Program P;
  const std::vector<const hetrt_callee *> Called = {&P.to(nullptr, "f")};
  hetrt_region Region{};
  Region.flags = HETRT_TENTATIVE;
  Region.callees = Called.data();
  Region.callee_count = 1;
  EXPECT_EQ(ResolvedRegion(Region).region().flags, unsigned(HETRT_TENTATIVE | HETRT_HOST_ONLY));
}

namespace {

/// A loop that needs elements 1 to 16 of the array that parameter 2 of a function points to. The loop passes 16 and an
/// unknown value to the function.
struct FillingProgram : Program {
  hetrt_function &Fill = define("fill");
  std::vector<hetrt_int64> Arguments = {16, 0};
  hetrt_filled Wanted = {.to = &to(&Fill, "fill"),
                         .parameter = 2,
                         .argument_count = 2,
                         .first = 1,
                         .end = 17,
                         .arguments = Arguments.data(),
                         .known = 0b01};

  std::string whyNot(const std::vector<hetrt_filling> &Said) {
    Fill.fillings = Said.data();
    Fill.filling_count = unsigned(Said.size());
    const hetrt_callee *const Called[] = {Wanted.to};
    hetrt_region Region{};
    Region.callees = Called;
    Region.callee_count = 1;
    Region.filled = &Wanted;
    Region.filled_count = 1;
    return whyNotCalled(Region);
  }
};

} // namespace

TEST(OtherUnits, FunctionsThatFillAnArray) {
  FillingProgram P;
  EXPECT_THAT(P.whyNot({{.parameter = 2, .counted = 0, .first = 1, .end = 17}}), IsEmpty());
  EXPECT_THAT(P.whyNot({{.parameter = 2, .counted = 0, .first = 0, .end = 99}}), IsEmpty());
  EXPECT_THAT(P.whyNot({{.parameter = 2, .counted = 1, .first = 1, .end = 1}}), IsEmpty());
  EXPECT_THAT(P.whyNot({{.parameter = 1, .counted = 0, .first = 0, .end = 99},
                        {.parameter = 2, .counted = 0, .first = 1, .end = 17}}),
              IsEmpty());
}

TEST(OtherUnits, FunctionsThatMayLeaveElementsAsTheyWere) {
  FillingProgram P;
  const auto Refused = HasSubstr("'fill' of another unit (unit.c:7) is not seen to set all of the array");
  EXPECT_THAT(P.whyNot({}), Refused);
  EXPECT_THAT(P.whyNot({{.parameter = 1, .counted = 0, .first = 0, .end = 99}}), Refused) << "another one";
  EXPECT_THAT(P.whyNot({{.parameter = 2, .counted = 0, .first = 2, .end = 17}}), Refused);
  EXPECT_THAT(P.whyNot({{.parameter = 2, .counted = 0, .first = 1, .end = 16}}), Refused);
  EXPECT_THAT(P.whyNot({{.parameter = 2, .counted = 1, .first = 1, .end = 0}}), Refused);
  EXPECT_THAT(P.whyNot({{.parameter = 2, .counted = 2, .first = 1, .end = 99}}), Refused) << "no constant";
  EXPECT_THAT(P.whyNot({{.parameter = 2, .counted = 3, .first = 1, .end = 99}}), Refused) << "no such argument";
  EXPECT_THAT(P.whyNot({{.parameter = 2, .counted = 1, .first = 1, .end = INT64_MAX}}), Refused)
      << "too large a number";
}
