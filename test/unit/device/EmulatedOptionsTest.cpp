// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The options of emulated accelerators in HETRT_EMULATED, and the messages about mistakes.

#include "Device/Emulated/EmulatedOptions.h"

#include <gtest/gtest.h>

namespace hetrt::test {

namespace {

EmulatedOptions parsed(std::string_view Text) {
  Status Result;
  const std::vector<EmulatedOptions> Sections = parseEmulatedOptions(Text, Result);
  EXPECT_TRUE(Result.ok()) << Result.message();
  EXPECT_EQ(Sections.size(), 1u);
  return Sections.front();
}

std::string mistake(std::string_view Text) {
  Status Result;
  const std::vector<EmulatedOptions> Sections = parseEmulatedOptions(Text, Result);
  EXPECT_EQ(Result.code(), HETRT_ERROR_SETTING) << Text;
  EXPECT_TRUE(Result.isProgramFault()) << Text;
  EXPECT_EQ(Sections.size(), 1u);
  return Result.message();
}

} // namespace

TEST(EmulatedOptions, EmptyMeansDefaults) {
  const EmulatedOptions Options = parsed("");
  EXPECT_EQ(Options.MemoryBytes, 0u);
  EXPECT_EQ(Options.Speed, 1);
  EXPECT_EQ(Options.LatencySeconds, 0);
  EXPECT_EQ(Options.BandwidthBytesPerSecond, 0);
  EXPECT_EQ(Options.Blocks, 8u);
  EXPECT_EQ(Options.ReachSpeed, 0);
  EXPECT_TRUE(Options.Faults.empty());
}

TEST(EmulatedOptions, UnifiedMemoryMayBeSlow) {
  EXPECT_EQ(parsed("unified").ReachSpeed, 1);
  EXPECT_EQ(parsed("speed=0.5,unified=0.25").ReachSpeed, 0.25);
  EXPECT_EQ(parsed("unified=0").ReachSpeed, 0);
}

TEST(EmulatedOptions, AllAtOnce) {
  const EmulatedOptions Options =
      parsed("memory=64M,speed=0.5,latency=10us,bandwidth=2G,blocks=3,seed=9,fail=launch:3,die=copyout:12");
  EXPECT_EQ(Options.MemoryBytes, std::uint64_t(64) << 20);
  EXPECT_EQ(Options.Speed, 0.5);
  EXPECT_DOUBLE_EQ(Options.LatencySeconds, 10e-6);
  EXPECT_EQ(Options.BandwidthBytesPerSecond, 2.0 * (1 << 30));
  EXPECT_EQ(Options.Blocks, 3u);
  EXPECT_EQ(Options.Seed, 9u);
  ASSERT_EQ(Options.Faults.size(), 2u);
  EXPECT_EQ(Options.Faults[0].Call, EmulatedCall::Launch);
  EXPECT_EQ(Options.Faults[0].Number, 3u);
  EXPECT_FALSE(Options.Faults[0].Dies);
  EXPECT_EQ(Options.Faults[1].Call, EmulatedCall::CopyOut);
  EXPECT_EQ(Options.Faults[1].Number, 12u);
  EXPECT_TRUE(Options.Faults[1].Dies);
}

TEST(EmulatedOptions, Units) {
  EXPECT_EQ(parsed("memory=1000").MemoryBytes, 1000u);
  EXPECT_EQ(parsed("memory=1.5K").MemoryBytes, 1536u);
  EXPECT_EQ(parsed("memory=2G").MemoryBytes, std::uint64_t(2) << 30);
  EXPECT_DOUBLE_EQ(parsed("latency=3ns").LatencySeconds, 3e-9);
  EXPECT_DOUBLE_EQ(parsed("latency=0.25ms").LatencySeconds, 0.25e-3);
  EXPECT_DOUBLE_EQ(parsed("latency=1s").LatencySeconds, 1);
}

TEST(EmulatedOptions, SectionsAreForOneDeviceEach) {
  Status Result;
  const std::vector<EmulatedOptions> Sections = parseEmulatedOptions("speed=0.5;fail=launch:1;", Result);
  EXPECT_TRUE(Result.ok());
  ASSERT_EQ(Sections.size(), 3u);
  EXPECT_EQ(Sections[0].Speed, 0.5);
  EXPECT_EQ(Sections[1].Faults.size(), 1u);
  EXPECT_TRUE(Sections[2].Faults.empty());
}

TEST(EmulatedOptions, UnknownNamesAreQuotedWithTheKnownOnes) {
  EXPECT_EQ(mistake("memroy=64M"),
            "setting HETRT_EMULATED='memroy=64M': unknown option 'memroy': wanted one of memory, "
            "speed, latency, startup, bandwidth, unified, blocks, lanes, seed, fail, die");
  EXPECT_NE(mistake("speed=1,,seed=2").find("unknown option ''"), std::string::npos);
}

TEST(EmulatedOptions, UnusableValuesAreQuotedWithWhatIsWanted) {
  EXPECT_EQ(mistake("speed=2"),
            "setting HETRT_EMULATED='speed=2': 'speed': wanted a number above 0 and at most 1, found '2'");
  for (const char *Text :
       {"memory",         "memory=",     "memory=0",      "memory=-1",         "memory=64X",    "memory=1e30",
        "memory=nan",     "speed=0",     "speed=-0.5",    "speed=0.5x",        "speed=inf",     "latency=10",
        "latency=-1us",   "latency=61s", "bandwidth=0",   "bandwidth=fast",    "blocks=0",      "blocks=1025",
        "blocks=2.5",     "seed=",       "seed=x",        "fail=launch",       "fail=launch:0", "fail=lunch:1",
        "fail=launch:1x", "die=:1",      "die=launch:-1", "speed=0.5;speed=3", "unified=2",     "unified=-1",
        "unified=fast"})
    EXPECT_NE(mistake(Text).find(": wanted "), std::string::npos) << Text;
}

} // namespace hetrt::test
