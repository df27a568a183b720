// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sums in the report.
#include "Trace/RegionTrace.h"
#include "Json/Json.h"

#include <gmock/gmock.h>
#include <vector>

using namespace hetrt;
using testing::HasSubstr;
using testing::Not;

namespace {

/// A pass of one core and one accelerator.
PassFigures pass(std::vector<DeviceFigures> &Devices, double Seconds, std::uint64_t OnAccelerator, double Longest) {
  Devices = {{.Kind = "cpu", .Iterations = 100 - OnAccelerator, .Seconds = Longest},
             {.Kind = "cuda", .Iterations = OnAccelerator, .Seconds = OnAccelerator ? Longest / 2 : 0}};
  Devices[1].Bytes = {.In = 8 * OnAccelerator, .Out = OnAccelerator};
  PassFigures Figures;
  Figures.Scheduler = "static";
  Figures.Seconds = Seconds;
  Figures.Planning = 0.5;
  Figures.Devices = Devices;
  return Figures;
}

RegionTrace::Summary twoPasses(bool FirstStartsUp) {
  RegionTrace Region("a.c:1", true);
  std::vector<DeviceFigures> Devices;
  PassFigures First = pass(Devices, 10, 50, 4);
  First.StartsUp = FirstStartsUp;
  Region.add(First);
  Region.add(pass(Devices, 6, 0, 5));
  return Region.summary();
}

Json jsonOf(const RegionTrace::Summary &Region) { return json::parseOrThrow(formatJson(std::span(&Region, 1), {})); }

} // namespace

TEST(Report, PartsAreAllOfTheSeconds) {
  const RegionTrace::Summary Region = twoPasses(true);
  EXPECT_DOUBLE_EQ(Region.Parts.Planning, 1);
  EXPECT_DOUBLE_EQ(Region.Parts.Computing, 9);
  EXPECT_DOUBLE_EQ(Region.Parts.StartUp, 5.5);
  EXPECT_DOUBLE_EQ(Region.Parts.Waiting, 0.5);
  EXPECT_DOUBLE_EQ(Region.Seconds, 16);
  EXPECT_THAT(formatTable(std::span(&Region, 1), {}),
              HasSubstr("planning 1.000000, start-up 5.500000, computing 9.000000, waiting 0.500000"));
}

/// Clocks of several threads differ, so a device may seem to have taken longer than its pass.
TEST(Report, NoPartIsNegative) {
  RegionTrace Region("a.c:1", false);
  std::vector<DeviceFigures> Devices;
  Region.add(pass(Devices, 3, 0, 4));
  const PassParts Parts = Region.summary().Parts;
  EXPECT_DOUBLE_EQ(Parts.Computing, 2.5);
  EXPECT_DOUBLE_EQ(Parts.Waiting, 0);
}

TEST(Report, TheSpeedUpIsThatOfPassesThatWereMeasured) {
  const RegionTrace::Summary Region = twoPasses(false);
  EXPECT_DOUBLE_EQ(Region.speedUp(), 0.6);
  EXPECT_DOUBLE_EQ(jsonOf(Region)["regions"][0]["speed_up"], 0.6);
  EXPECT_THAT(formatTable(std::span(&Region, 1), {}),
              HasSubstr("0.60 times as fast as the cores alone (1 passes with accelerators, 1 without)"));
  const RegionTrace::Summary Unknown = twoPasses(true);
  EXPECT_TRUE(jsonOf(Unknown)["regions"][0]["speed_up"].is_null());
  EXPECT_THAT(formatTable(std::span(&Unknown, 1), {}), Not(HasSubstr("as fast as")));
}

TEST(Report, PlainPassesAreCounted) {
  RegionTrace Region("a.c:1", true);
  std::vector<DeviceFigures> Devices;
  PassFigures Plain = pass(Devices, 1, 0, 1);
  Plain.Plain = true;
  Region.add(Plain);
  Region.add(pass(Devices, 1, 0, 1));
  const RegionTrace::Summary Made = Region.summary();
  EXPECT_EQ(jsonOf(Made)["regions"][0]["plain_passes"], 1);
  EXPECT_THAT(formatTable(std::span(&Made, 1), {}), HasSubstr("as plain OpenMP: 1 of 2 passes"));
}

/// The report shows the last pass in which the device computed.
TEST(Report, SaysWhoWorkedInPlace) {
  RegionTrace Trace("loop.c:7", true);
  const auto Pass = [&](std::uint64_t Iterations, bool InPlace) {
    const DeviceFigures Devices[] = {{.Kind = "cpu", .Iterations = 10, .Seconds = 1},
                                     {.Kind = "emulated", .Iterations = Iterations, .Seconds = 1, .InPlace = InPlace}};
    Trace.add({.Scheduler = "static", .Seconds = 1, .Devices = Devices});
    const RegionTrace::Summary One[] = {Trace.summary()};
    const Json Told = json::parseOrThrow(formatJson(One, {}))["regions"][0]["devices"];
    EXPECT_FALSE(Told[0].contains("in_place")) << "cores always do";
    const bool Says = Told[1]["in_place"];
    EXPECT_EQ(formatTable(One, {}).find("  in place\n") != std::string::npos, Says);
    return Says;
  };
  EXPECT_FALSE(Pass(10, false));
  EXPECT_TRUE(Pass(10, true));
  EXPECT_TRUE(Pass(0, false)) << "it had none";
  EXPECT_FALSE(Pass(10, false));
}

TEST(Report, PassesWithFullCopiesAreCountedWhereAcceleratorsComputed) {
  RegionTrace Region("a.c:1", true);
  std::vector<DeviceFigures> Devices;
  for (const std::uint64_t OnAccelerator : {50, 0, 50}) {
    PassFigures Each = pass(Devices, 1, OnAccelerator, 1);
    Each.FullCopies = true;
    Region.add(Each);
  }
  Region.add(pass(Devices, 1, 50, 1));
  const RegionTrace::Summary Made = Region.summary();
  EXPECT_EQ(jsonOf(Made)["regions"][0]["full_copy_passes"], 2);
}

/// The seconds of a pass inside another one are in both, and in the totals once.
TEST(Report, SecondsOfPassesInsideOthersCountOnce) {
  RegionTrace Outer("a.c:1", true), Inner("a.c:9", true);
  std::vector<DeviceFigures> Devices;
  PassFigures Nested = pass(Devices, 2, 0, 2);
  Nested.Inside = true;
  Inner.add(Nested);
  Inner.add(pass(Devices, 1, 0, 1));
  Outer.add(pass(Devices, 5, 0, 5));
  const RegionTrace::Summary Both[] = {Outer.summary(), Inner.summary()};
  const auto All = json::parseOrThrow(formatJson(Both, {}));
  EXPECT_DOUBLE_EQ(All["regions"][1]["seconds"], 3);
  EXPECT_EQ(All["regions"][1]["inside"]["passes"], 1);
  EXPECT_DOUBLE_EQ(All["regions"][1]["inside"]["seconds"], 2);
  EXPECT_DOUBLE_EQ(All["totals"]["seconds"], 6);
  const std::string Table = formatTable(Both, {});
  EXPECT_THAT(Table, HasSubstr("inside passes of other loops: 1 of 2 passes, 2.000000 s"));
  EXPECT_THAT(Table, HasSubstr("total: 3 passes (1 of them inside others) in 6.000000 s"));
}

TEST(Report, TotalsAreOfAllRegionsAndWhatMovedBetweenThem) {
  const RegionTrace::Summary Both[] = {twoPasses(true), twoPasses(true)};
  const TrafficBetween Between[] = {{"cuda:0", {.In = 7, .Out = 8}}};
  const auto Totals = json::parseOrThrow(formatJson(Both, Between))["totals"];
  EXPECT_EQ(Totals["passes"], 4);
  EXPECT_DOUBLE_EQ(Totals["seconds"], 32);
  EXPECT_EQ(Totals["bytes_in"], 2 * 400 + 7);
  EXPECT_EQ(Totals["bytes_out"], 2 * 50 + 8);
  EXPECT_THAT(formatTable(Both, Between), HasSubstr("total: 4 passes in 32.000000 s, 807 B in, 108 B out, 0 B across"));
}
