// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests what is decided once per process: settings, devices and reports. Runs the program probe.cpp in various
// environments.
#include "Json/Json.h"

#include "../files/TemporaryFolder.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <numeric>
#include <thread>

using testing::HasSubstr;
using testing::Not;

namespace {

struct Outcome {
  std::string Text; ///< Standard output and standard error together.
  int Status = 0;
};

/// Runs a shell command.
Outcome runCommand(const std::string &Command) {
  Outcome Result;
  std::FILE *Pipe = popen((Command + " 2>&1").c_str(), "r");
  char Buffer[4096];
  while (std::size_t Count = std::fread(Buffer, 1, sizeof Buffer, Pipe))
    Result.Text.append(Buffer, Count);
  Result.Status = pclose(Pipe);
  return Result;
}

/// Runs the probe with the variables `Settings` ("NAME=value ..."), and without the variables that CMakeLists.txt sets
/// for this test.
Outcome probe(const std::string &Settings, const std::string &Arguments = "1") {
  return runCommand("env -u HETRT_DEVICES -u HETRT_BACKOFF_PASSES " + Settings + " " HETRT_PROBE " " + Arguments);
}

} // namespace

TEST(Process, NoOpenMpRuntimeIsLoaded) {
  const Outcome Run = probe("");
  EXPECT_THAT(Run.Text, Not(HasSubstr("loaded lib")));
  EXPECT_THAT(Run.Text, HasSubstr("results right"));
}

TEST(Process, AMistypedSettingIsAnErrorOnce) {
  const Outcome Run = probe("HETRT_SHEDULE=static", "3");
  EXPECT_THAT(Run.Text, HasSubstr("error 2: setting HETRT_SHEDULE: there is no such setting; did you mean "
                                  "'HETRT_SCHEDULE'?"));
  EXPECT_EQ(Run.Text.find("error 2"), Run.Text.rfind("error 2"));
  EXPECT_THAT(Run.Text, HasSubstr("results right"));
}

TEST(Process, WrongValuesOfSettings) {
  EXPECT_THAT(probe("HETRT_SCHEDULE=splt").Text,
              HasSubstr("error 2: setting HETRT_SCHEDULE: there is no scheduler 'splt'; did you mean 'split'?"));
  EXPECT_THAT(probe("HETRT_DEVICES=cpu:2,toaster:1").Text, HasSubstr("'toaster' is no kind of device"));
  EXPECT_THAT(probe("HETRT_DEVICES=cpu:1,emulated:1 HETRT_EMULATED=memory=lots", "2").Text, HasSubstr("error 2: "));
}

TEST(Process, MessagesStayOnOneLineWhateverTheySay) {
  EXPECT_THAT(probe("HETRT_SCHEDULE=\"$(printf 'a\\nb\\033[2J')\"").Text,
              HasSubstr("there is no scheduler 'a\\nb\\x1b[2J'"));
  EXPECT_THAT(probe("HETRT_REPORT=\"json:/nowhere/$(printf 'a\\nb')\"").Text,
              HasSubstr("cannot write '/nowhere/a\\nb'"));
}

TEST(Process, DisabledOffloadLeavesAcceleratorsOut) {
  const Outcome Run =
      probe("HETRT_DEVICES=cpu:1,emulated:1 OMP_TARGET_OFFLOAD=disabled HETRT_REPORT=1", "1 1000 gpu static");
  EXPECT_THAT(Run.Text, HasSubstr("results right"));
  EXPECT_THAT(Run.Text, Not(HasSubstr("emulated")));
}

TEST(Process, MandatoryOffloadNeedsAnAccelerator) {
  EXPECT_THAT(probe("HETRT_DEVICES=cpu:1 OMP_TARGET_OFFLOAD=mandatory").Text,
              HasSubstr("error 4: loop.c:7: OMP_TARGET_OFFLOAD=mandatory: wanted an accelerator, found none"));
  EXPECT_THAT(probe("HETRT_DEVICES=cpu:1,emulated:1 OMP_TARGET_OFFLOAD=mandatory").Text, Not(HasSubstr("error")));
  EXPECT_THAT(probe("HETRT_DEVICES=cpu:1 OMP_TARGET_OFFLOAD=mandatory", "1 1000 cpu").Text, Not(HasSubstr("error")));
}

TEST(Process, TooLittleDeviceMemoryIsSaidOnceAndTheShareRunsElsewhere) {
  const Outcome Run = probe("HETRT_DEVICES=cpu:1,emulated:1 HETRT_EMULATED=memory=10", "5 1000 all static");
  EXPECT_THAT(Run.Text, HasSubstr("results right"));
  EXPECT_THAT(Run.Text,
              HasSubstr("hetrt: warning: loop.c:7: emulated:0 has not enough memory for the region's arrays"));
  EXPECT_EQ(Run.Text.find("warning"), Run.Text.rfind("warning"));
}

TEST(Process, SharesFollowDeviceMemory) {
  // There is room for 200 of the 1000 iterations, at 16 bytes each.
  const Outcome Run =
      probe("HETRT_DEVICES=cpu:1,emulated:1 HETRT_EMULATED=memory=3200 HETRT_REPORT=1", "3 1000 gpu gpu");
  EXPECT_THAT(Run.Text, HasSubstr("results right"));
  EXPECT_THAT(Run.Text, testing::ContainsRegex("emulated:0 +[1-9]"));
  EXPECT_THAT(Run.Text, Not(HasSubstr("warning")));
}

TEST(Process, AnAffinityMaskOfOneCore) {
  const Outcome Run = runCommand("env -u HETRT_DEVICES taskset -c 0 " HETRT_PROBE " 3");
  EXPECT_THAT(Run.Text, HasSubstr("threads 1\n"));
  EXPECT_THAT(Run.Text, HasSubstr("results right"));
}

TEST(Process, CoresThatAreNotNamedOnlyStandIn) {
  const Outcome Run = probe("HETRT_DEVICES=emulated:1 HETRT_REPORT=1", "2");
  EXPECT_THAT(Run.Text, testing::ContainsRegex("emulated:0 +2000 +100.0%"));
  EXPECT_THAT(probe("HETRT_DEVICES=emulated:0 HETRT_REPORT=1", "2").Text, testing::ContainsRegex("cpu:0 +[1-9]"));
  const Outcome Failing = probe("HETRT_DEVICES=emulated HETRT_EMULATED=fail=launch:1 HETRT_REPORT=1", "2");
  EXPECT_THAT(Failing.Text, HasSubstr("results right"));
}

TEST(Process, DevicesThatAreNotThereAreMissed) {
  const Outcome Run = probe("HETRT_DEVICES=cpu:1,cuda:1 HETRT_CUDA_DRIVER=/nowhere/libcuda.so", "2");
  EXPECT_THAT(Run.Text, HasSubstr("hetrt: warning: setting HETRT_DEVICES: the CUDA driver cannot be opened"));
  EXPECT_THAT(Run.Text, HasSubstr("results right"));
  const std::string None = "setting HETRT_DEVICES: the CUDA driver cannot be opened";
  EXPECT_THAT(probe("HETRT_DEVICES=cpu,cuda HETRT_CUDA_DRIVER=/nowhere/libcuda.so", "2").Text, HasSubstr(None));
  EXPECT_THAT(probe("HETRT_DEVICES=cpu,cuda:0", "2").Text, Not(HasSubstr("warning")));
}

TEST(Process, SettingsOfDevicesThatAreNotThereAreMissed) {
  EXPECT_THAT(probe("HETRT_CUDA_DRIVER=/nowhere/libcuda.so").Text,
              HasSubstr("hetrt: warning: setting HETRT_CUDA_DRIVER: the CUDA driver cannot be opened"));
  EXPECT_THAT(probe("HETRT_EMULATED=memory=64K").Text,
              HasSubstr("hetrt: warning: setting HETRT_EMULATED: emulated accelerators exist only when asked for"));
  EXPECT_THAT(probe("HETRT_DEVICES=cpu HETRT_EMULATED=memory=64K").Text, Not(HasSubstr("warning")));
}

TEST(Process, TableReport) {
  const Outcome Run = probe("HETRT_DEVICES=cpu:1,emulated:1 HETRT_REPORT=1", "2 1000 all static");
  EXPECT_THAT(Run.Text, HasSubstr("region loop.c:7: static, 2 passes"));
  EXPECT_THAT(Run.Text, testing::ContainsRegex("cpu:0 +1000 +50.0%"));
  EXPECT_THAT(Run.Text, testing::ContainsRegex("emulated:0 +1000 +50.0% .*16.0 kB +8.0 kB"));
}

TEST(Process, JsonReport) {
  std::string Name = (std::filesystem::temp_directory_path() / "hetrt-report-XXXXXX").string();
  const int Descriptor = mkstemp(Name.data());
  ASSERT_GE(Descriptor, 0);
  const Outcome Run = probe("HETRT_DEVICES=cpu:1,emulated:2 HETRT_REPORT=json:" + Name, "3 1000 all adaptive");
  EXPECT_THAT(Run.Text, HasSubstr("results right"));
  const hetrt::Json Report = hetrt::json::parseOrThrow(hetrt::test::contents(Name));
  std::remove(Name.c_str());
  ASSERT_EQ(Report.at("regions").size(), 1u);
  const auto &Region = Report["regions"][0];
  EXPECT_EQ(Region.at("location"), "loop.c:7");
  EXPECT_EQ(Region.at("scheduler"), "adaptive");
  EXPECT_EQ(Region.at("passes"), 3);
  ASSERT_EQ(Region.at("devices").size(), 3u);
  std::vector<std::string> Names;
  std::uint64_t Iterations = 0;
  for (const auto &Device : Region["devices"]) {
    Names.push_back(Device.at("name"));
    EXPECT_EQ(Device.at("kind"), Names.back().substr(0, Names.back().find(':')));
    EXPECT_EQ(Device.at("iterations").size(), 3u);
    EXPECT_EQ(Device.at("seconds").size(), 3u);
    EXPECT_TRUE(Device.at("given_up").is_boolean());
    EXPECT_GT(Device.at("simd_width"), 0);
    EXPECT_TRUE(Device.at("bytes_in").is_number_unsigned() && Device.at("bytes_out").is_number_unsigned());
    for (std::uint64_t Part : Device["iterations"])
      Iterations += Part;
  }
  EXPECT_THAT(Names, testing::ElementsAre("cpu:0", "emulated:0", "emulated:1"));
  EXPECT_EQ(Iterations, 3000u);
}

TEST(Process, AReportThatCannotBeWritten) {
  const Outcome Run = probe("HETRT_REPORT=json:/nowhere/report.json");
  EXPECT_THAT(Run.Text, HasSubstr("hetrt: warning: setting HETRT_REPORT: cannot write '/nowhere/report.json'"));
}

TEST(Process, ScheduleOverridesClauses) {
  EXPECT_THAT(probe("HETRT_SCHEDULE=quick HETRT_REPORT=1", "1 1000 all static").Text, HasSubstr("loop.c:7: quick"));
}

TEST(Process, ASlowAcceleratorIsGivenUp) {
  const Outcome Run =
      probe("HETRT_DEVICES=cpu:1,emulated:1 HETRT_EMULATED=latency=2ms HETRT_REPORT=1", "12 100000 all adaptive");
  EXPECT_THAT(Run.Text, HasSubstr("given up"));
  EXPECT_THAT(Run.Text, HasSubstr("results right"));
}

TEST(Hetinfo, Sections) {
  EXPECT_THAT(runCommand(HETRT_HETINFO).Text,
              testing::AllOf(HasSubstr("devices:\n"), HasSubstr("cuda"), HasSubstr("machine:\n")));
  EXPECT_THAT(runCommand(HETRT_HETINFO " --schedulers").Text, HasSubstr("adaptive"));
  EXPECT_THAT(runCommand(HETRT_HETINFO " --settings").Text, HasSubstr("HETRT_DEVICES="));
  EXPECT_THAT(runCommand(HETRT_HETINFO " --version").Text, HasSubstr("hetinfo (hetcc) "));
  EXPECT_THAT(runCommand("HETRT_DEVICES=emulated:2 " HETRT_HETINFO " --devices").Text, HasSubstr("emulated:1"));
  const Outcome Wrong = runCommand("HETRT_DEVICE=cpu:1 " HETRT_HETINFO);
  EXPECT_NE(Wrong.Status, 0);
  EXPECT_THAT(Wrong.Text, HasSubstr("did you mean 'HETRT_DEVICES'?"));
}

TEST(Process, AHostThreadHasACoreOfItsOwnOrSharesOne) {
  const unsigned Cores = std::max(1u, std::thread::hardware_concurrency());
  const std::string Devices = "HETRT_DEVICES=cpu,emulated:1 ";
  EXPECT_THAT(probe(Devices).Text, HasSubstr("threads " + std::to_string(std::max(1u, Cores - 1))));
  const Outcome Shared = probe(Devices + "HETRT_HOST_THREAD=oversubscribe");
  EXPECT_THAT(Shared.Text, HasSubstr("threads " + std::to_string(Cores)));
  EXPECT_THAT(Shared.Text, HasSubstr("results right"));
  const Outcome None = probe(Devices + "HETRT_HOST_THREAD=collaborative HETRT_SCHEDULE=static HETRT_REPORT=1", "5");
  EXPECT_THAT(None.Text, HasSubstr("threads " + std::to_string(Cores)));
  EXPECT_THAT(None.Text, HasSubstr("emulated:0"));
  EXPECT_THAT(None.Text, HasSubstr("results right"));
}

TEST(Process, EveryWayToWait) {
  for (const char *Wait : {"block", "yield", "spin"})
    EXPECT_THAT(probe(std::string("HETRT_DEVICES=cpu:2,emulated:2 HETRT_SCHEDULE=chunk HETRT_WAIT=") + Wait, "20").Text,
                HasSubstr("results right"));
}

namespace {

/// A folder for the history of a test, empty at first.
struct StateHome {
  StateHome() {
    char Name[] = "/tmp/state-home-XXXXXX";
    Folder = mkdtemp(Name);
  }
  ~StateHome() { std::filesystem::remove_all(Folder); }
  std::string settings(const std::string &Use) const {
    return "XDG_STATE_HOME=" + Folder + " HETRT_HISTORY=" + Use + " HETRT_DEVICES=cpu:1,emulated:1 HETRT_REPORT=1";
  }
  std::string file() const { return Folder + "/hetcc/history.json"; }
  std::string Folder;
};

} // namespace

TEST(History, ASecondRunBeginsWithWhatTheFirstMeasured) {
  const StateHome Home;
  const std::string Nothing = "small pieces first: nothing is known of 1 accelerator";
  EXPECT_THAT(probe(Home.settings("read"), "1 100000").Text, HasSubstr(Nothing));
  EXPECT_FALSE(std::filesystem::exists(Home.file()));
  EXPECT_THAT(probe(Home.settings("on") + " HETRT_SCHEDULE=static", "1 100000").Text, HasSubstr("results right"));
  EXPECT_TRUE(std::filesystem::exists(Home.file()));
  EXPECT_THAT(probe(Home.settings("read"), "1 100000").Text, Not(HasSubstr(Nothing)));
  EXPECT_THAT(probe(Home.settings("off"), "1 100000").Text, HasSubstr(Nothing));
  EXPECT_THAT(probe(Home.settings("read"), "1 1000000").Text, HasSubstr(Nothing)) << "another size";
  const std::string Listed = runCommand("XDG_STATE_HOME=" + Home.Folder + " " HETRT_HETINFO " --history").Text;
  EXPECT_THAT(Listed, HasSubstr("region-probe, loop.c:7"));
  EXPECT_THAT(Listed, HasSubstr("below 2^17"));
  EXPECT_THAT(Listed, HasSubstr("team of 1"));
  EXPECT_EQ(runCommand("XDG_STATE_HOME=" + Home.Folder + " " HETRT_HETINFO " --clear-history").Status, 0);
  EXPECT_THAT(probe(Home.settings("read"), "1 100000").Text, HasSubstr(Nothing));
}

TEST(History, WhatIsNoHistoryIsIgnoredWithOneLine) {
  const StateHome Home;
  std::filesystem::create_directories(Home.Folder + "/hetcc");
  std::ofstream(Home.file()) << "nonsense";
  const Outcome Run = probe(Home.settings("on"), "3");
  EXPECT_THAT(Run.Text, HasSubstr("hetrt: warning: setting HETRT_HISTORY: cannot use '" + Home.file() +
                                  "': it is no history; it is ignored"));
  EXPECT_EQ(Run.Text.find("HETRT_HISTORY"), Run.Text.rfind("HETRT_HISTORY"));
  EXPECT_THAT(Run.Text, HasSubstr("results right"));
  EXPECT_NE(runCommand("XDG_STATE_HOME=/nonexistent " HETRT_HETINFO " --history").Text.find("empty"),
            std::string::npos);
}

TEST(History, AMistypedUseIsAnError) {
  EXPECT_THAT(probe("HETRT_HISTORY=yes").Text, HasSubstr("setting HETRT_HISTORY='yes': wanted 'off', 'read' or 'on'"));
}
