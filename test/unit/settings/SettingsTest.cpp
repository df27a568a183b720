// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of settings: every row accepts right values, refuses wrong ones, and is documented.
#include "Settings/Settings.h"
#include "Device/DeviceList.h"

#include <algorithm>
#include <fstream>
#include <gmock/gmock.h>
#include <sstream>

using namespace hetrt;
using testing::AnyOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

constexpr std::string_view KindSettings[] = {"HETRT_EMULATED"};
constexpr std::string_view Kinds[] = {"emulated", "cuda"};

/// Reads an environment that has these variables.
std::vector<std::string> read(std::initializer_list<const char *> Variables, Settings &Into) {
  std::vector<const char *> Environment(Variables);
  Environment.push_back(nullptr);
  return readSettings(Environment.data(), KindSettings, Kinds, Into);
}

Settings readOne(const char *Variable) {
  Settings Set;
  EXPECT_THAT(read({Variable}, Set), IsEmpty());
  return Set;
}

std::string complaint(const char *Variable) {
  Settings Set;
  std::vector<std::string> Wrong = read({Variable}, Set);
  return Wrong.empty() ? "" : Wrong.front();
}

} // namespace

TEST(Settings, DefaultsWithoutVariables) {
  Settings Set;
  EXPECT_THAT(read({"PATH=/bin", "HOME", "XHETRT_FOO=1"}, Set), IsEmpty());
  EXPECT_FALSE(Set.Cores);
  EXPECT_FALSE(Set.Accelerators);
  EXPECT_EQ(Set.Report, ReportForm::None);
  EXPECT_EQ(Set.BackoffPasses, 2u);
}

TEST(Settings, MemoryPolicies) {
  EXPECT_FALSE(readOne("HETRT_MEMORY_POLICY=").Memory);
  EXPECT_EQ(readOne("HETRT_MEMORY_POLICY=coherent").Memory, HETRT_MEMORY_COHERENT);
  EXPECT_EQ(readOne("HETRT_MEMORY_POLICY=interleave").Memory, HETRT_MEMORY_INTERLEAVE);
  EXPECT_EQ(readOne("HETRT_MEMORY_POLICY=migrate").Memory, HETRT_MEMORY_MIGRATE);
  EXPECT_EQ(readOne("HETRT_MEMORY_POLICY=migrate_interleave").Memory, HETRT_MEMORY_MIGRATE_INTERLEAVE);
  EXPECT_EQ(readOne("HETRT_MEMORY_POLICY=replicate").Memory, HETRT_MEMORY_REPLICATE);
  EXPECT_EQ(complaint("HETRT_MEMORY_POLICY=migrat"),
            "setting HETRT_MEMORY_POLICY='migrat': there is no such memory policy; did you mean 'migrate'?");
  EXPECT_THAT(complaint("HETRT_MEMORY_POLICY=5"), HasSubstr("known are 'coherent', 'interleave', 'migrate'"));
}

TEST(Settings, LaunchShapes) {
  const auto Shape = [](const char *Variable) { return readOne(Variable).LaunchShape; };
  EXPECT_TRUE(Shape("HETRT_LAUNCH_SHAPE=").Tune);
  EXPECT_TRUE(Shape("HETRT_LAUNCH_SHAPE=tuned").Tune);
  EXPECT_FALSE(Shape("HETRT_LAUNCH_SHAPE=computed").Tune);
  EXPECT_EQ(Shape("HETRT_LAUNCH_SHAPE=computed").Threads, 0u);
  EXPECT_FALSE(Shape("HETRT_LAUNCH_SHAPE=256").Tune);
  EXPECT_EQ(Shape("HETRT_LAUNCH_SHAPE=256").Threads, 256u);
  EXPECT_EQ(Shape("HETRT_LAUNCH_SHAPE=256").Lanes, 0u) << "computed";
  EXPECT_EQ(Shape("HETRT_LAUNCH_SHAPE=256x32").Threads, 256u);
  EXPECT_EQ(Shape("HETRT_LAUNCH_SHAPE=256x32").Lanes, 32u);
  for (const char *Wrong : {"HETRT_LAUNCH_SHAPE=fast", "HETRT_LAUNCH_SHAPE=0", "HETRT_LAUNCH_SHAPE=256x",
                            "HETRT_LAUNCH_SHAPE=x32", "HETRT_LAUNCH_SHAPE=256x0", "HETRT_LAUNCH_SHAPE=40000"})
    EXPECT_THAT(complaint(Wrong),
                HasSubstr("wanted 'tuned', 'computed', or threads of a block and, if need be, lanes"));
}

TEST(Settings, Devices) {
  Settings Set;
  EXPECT_THAT(read({"HETRT_DEVICES=cpu:2,emulated:3,cuda"}, Set), IsEmpty());
  EXPECT_EQ(Set.Cores, 2u);
  ASSERT_TRUE(Set.Accelerators);
  ASSERT_EQ(Set.Accelerators->size(), 2u);
  EXPECT_EQ((*Set.Accelerators)[0].Kind, "emulated");
  EXPECT_EQ((*Set.Accelerators)[0].Count, 3u);
  EXPECT_EQ((*Set.Accelerators)[1].Kind, "cuda");
  EXPECT_FALSE((*Set.Accelerators)[1].Count);
}

TEST(Settings, CoresThatAreNotNamedAreNotUsed) {
  Settings Set;
  EXPECT_TRUE(Set.UseCores);
  EXPECT_THAT(read({"HETRT_DEVICES=emulated:1"}, Set), IsEmpty());
  EXPECT_FALSE(Set.UseCores);
  EXPECT_THAT(read({"HETRT_DEVICES=emulated:1,cpu"}, Set), IsEmpty());
  EXPECT_TRUE(Set.UseCores);
  EXPECT_FALSE(Set.Cores);
  EXPECT_THAT(read({"HETRT_DEVICES=cpu:0,emulated:1"}, Set), IsEmpty());
  EXPECT_FALSE(Set.UseCores);
}

TEST(Settings, DevicesRefused) {
  EXPECT_EQ(complaint("HETRT_DEVICES=cpu:2,emulatd:3"),
            "setting HETRT_DEVICES='cpu:2,emulatd:3': 'emulatd' is no kind of device; did you mean 'emulated'?");
  EXPECT_THAT(complaint("HETRT_DEVICES=cpu:two"), HasSubstr("='cpu:two': wanted a count from 0 to 65536 after 'cpu:'"));
  EXPECT_THAT(complaint("HETRT_DEVICES=cpu:-1"), HasSubstr("wanted a count"));
  EXPECT_THAT(complaint("HETRT_DEVICES=cpu,,cuda"), HasSubstr("wanted a list such as"));
  EXPECT_THAT(complaint("HETRT_DEVICES=cuda:1,cuda:2"), HasSubstr("'cuda' stands there twice"));
  EXPECT_THAT(complaint("HETRT_DEVICES=cpu:1,cpu:2"), HasSubstr("'cpu' stands there twice"));
  EXPECT_THAT(complaint("HETRT_DEVICES=cpu:1 emulated:2"), HasSubstr("wanted commas between devices"));
  EXPECT_THAT(complaint("HETRT_DEVICES=gpu:1"), HasSubstr("wanted 'cuda' for NVIDIA's GPUs"));
}

TEST(Settings, AWrongValueKeepsTheDefault) {
  Settings Set;
  EXPECT_EQ(read({"HETRT_DEVICES=cpu:1,toaster:2", "HETRT_BACKOFF_PASSES=7"}, Set).size(), 1u);
  EXPECT_FALSE(Set.Cores);
  EXPECT_FALSE(Set.Accelerators);
  EXPECT_EQ(Set.BackoffPasses, 7u) << "the others are stored";
}

TEST(Settings, Report) {
  Settings Set;
  EXPECT_THAT(read({"HETRT_REPORT=1"}, Set), IsEmpty());
  EXPECT_EQ(Set.Report, ReportForm::Table);
  EXPECT_THAT(read({"HETRT_REPORT=json:/tmp/a:b.json"}, Set), IsEmpty());
  EXPECT_EQ(Set.Report, ReportForm::Json);
  EXPECT_EQ(Set.ReportFile, "/tmp/a:b.json");
  EXPECT_EQ(complaint("HETRT_REPORT=yes"), "setting HETRT_REPORT='yes': wanted '0', '1' or 'json:FILE'");
  EXPECT_THAT(complaint("HETRT_REPORT=json:"), HasSubstr("wanted"));
}

TEST(Settings, UnknownNames) {
  EXPECT_EQ(complaint("HETRT_SHEDULE=static"),
            "setting HETRT_SHEDULE: there is no such setting; did you mean 'HETRT_SCHEDULE'?");
  EXPECT_THAT(complaint("HETRT_QUITE_SOMETHING_ELSE=1"), HasSubstr("; known are 'HETRT_EMULATED', 'HETRT_DEVICES'"));
}

TEST(Settings, OptionsOfKindsArePassedOn) {
  Settings Set;
  EXPECT_THAT(read({"HETRT_EMULATED=memory=64M"}, Set), IsEmpty());
  EXPECT_EQ(Set.kindOptions("HETRT_EMULATED"), "memory=64M");
  EXPECT_EQ(Set.kindOptions("HETRT_OTHER"), "");
}

TEST(Settings, EmptyValuesSwitchOff) {
  Settings Set;
  EXPECT_THAT(read({"HETRT_DEVICES=", "HETRT_REPORT=", "HETRT_SCHEDULE="}, Set), IsEmpty());
  EXPECT_FALSE(Set.Accelerators);
  EXPECT_EQ(Set.Schedule, "");
}

TEST(Settings, NumbersAndWords) {
  EXPECT_THAT(complaint("HETRT_BACKOFF_PASSES=many"), HasSubstr("wanted a whole number"));
  EXPECT_THAT(complaint("HETRT_BACKOFF_PASSES=99999999999"), HasSubstr("wanted a whole number"));
  EXPECT_THAT(complaint("HETRT_HOST_THREAD=shared"),
              HasSubstr("='shared': wanted 'dedicated', 'oversubscribe' or 'collaborative'"));
  EXPECT_EQ(readOne("HETRT_HOST_THREAD=oversubscribe").HostThreads, HostThread::Oversubscribe);
  EXPECT_EQ(readOne("HETRT_HOST_THREAD=collaborative").HostThreads, HostThread::Collaborative);
  EXPECT_THAT(complaint("HETRT_WAIT=sleep"), HasSubstr("='sleep': wanted 'block', 'yield' or 'spin'"));
  EXPECT_EQ(readOne("HETRT_WAIT=spin").Wait, WaitPolicy::Spin);
  EXPECT_THAT(complaint("HETRT_MINIMUM_SHARE=1.5"), HasSubstr("='1.5': wanted a number from 0 to 1"));
  EXPECT_THAT(complaint("HETRT_MINIMUM_SHARE=nan"), HasSubstr("wanted a number from 0 to 1"));
  EXPECT_EQ(readOne("HETRT_MINIMUM_SHARE=0.25").MinimumShare, 0.25);
  EXPECT_THAT(complaint("HETRT_HISTORY=yes"), HasSubstr("='yes': wanted 'off', 'read' or 'on'"));
  EXPECT_EQ(complaint("HETRT_HOST_THREAD=dedicated"), "");
}

TEST(Settings, OffloadIgnoresCaseAndForeignWords) {
  Settings Set;
  EXPECT_THAT(read({"OMP_TARGET_OFFLOAD=Mandatory"}, Set), IsEmpty());
  EXPECT_EQ(Set.TargetOffload, Offload::Mandatory);
  EXPECT_THAT(read({"OMP_TARGET_OFFLOAD=DISABLED"}, Set), IsEmpty());
  EXPECT_EQ(Set.TargetOffload, Offload::Disabled);
  EXPECT_THAT(read({"OMP_TARGET_OFFLOAD=whatever"}, Set), IsEmpty()) << "for the OpenMP runtime to complain about";
}

TEST(Settings, CancellationIsOpenMPsWord) {
  Settings Set;
  EXPECT_FALSE(Set.Cancellation);
  EXPECT_THAT(read({"OMP_CANCELLATION=TRUE"}, Set), IsEmpty());
  EXPECT_TRUE(Set.Cancellation);
  EXPECT_THAT(read({"OMP_CANCELLATION=false"}, Set), IsEmpty());
  EXPECT_FALSE(Set.Cancellation);
}

TEST(Settings, ProcessesWithMoreRightsFollowNoneThatNamesFiles) {
  constexpr std::string_view KindFiles[] = {"HETRT_CUDA_DRIVER"};
  for (const char *Name : {"HETRT_REPORT", "HETRT_HISTORY", "NVTX_INJECTION64_PATH", "XDG_STATE_HOME", "HOME"}) {
    EXPECT_FALSE(isFollowed(Name, true, KindFiles)) << Name;
    EXPECT_TRUE(isFollowed(Name, false, KindFiles)) << Name;
  }
  EXPECT_FALSE(isFollowed("HETRT_CUDA_DRIVER", true, KindFiles));
  for (const char *Name : {"HETRT_DEVICES", "HETRT_EMULATED", "OMP_NUM_THREADS", "CUDA_VISIBLE_DEVICES", "PATH"})
    EXPECT_TRUE(isFollowed(Name, true, KindFiles)) << Name;
}

TEST(Settings, WhatIsNotFollowedIsNotRead) {
  constexpr std::string_view KindFiles[] = {"HETRT_CUDA_DRIVER"};
  const char *const Environment[] = {"HOME=/root",     "HETRT_REPORT=json:/etc/passwd", "HETRT_DEVICES=cpu:2",
                                     "HETRT_HISTORY=", "HETRT_CUDA_DRIVER=evil.so",     nullptr};
  std::vector<std::string_view> LeftOut;
  const auto Followed = followedEnvironment(Environment, true, KindFiles, LeftOut);
  EXPECT_THAT(Followed, ElementsAre(testing::StrEq("HETRT_DEVICES=cpu:2"), nullptr));
  EXPECT_THAT(LeftOut, ElementsAre("HETRT_REPORT", "HETRT_CUDA_DRIVER")) << "an empty value is not set";
  LeftOut.clear();
  EXPECT_EQ(followedEnvironment(Environment, false, KindFiles, LeftOut).size(), std::size(Environment));
  EXPECT_THAT(LeftOut, IsEmpty());
}

/// Fails for a new setting unless it is marked as one that names files, or added to this list of all that do not.
TEST(Settings, NoOtherSettingNamesFiles) {
  const std::string_view Values[] = {
      "HETRT_DEVICES",       "HETRT_REPORT_SIGNAL",  "HETRT_SCHEDULE",     "HETRT_HOST_THREAD",   "HETRT_WAIT",
      "HETRT_MINIMUM_SHARE", "HETRT_BACKOFF_PASSES", "HETRT_RETRY_PASSES", "HETRT_WRITE",         "HETRT_MEMORY_POLICY",
      "HETRT_LAUNCH_SHAPE",  "HETRT_DETERMINISTIC",  "HETRT_CHECK",        "HETRT_CHECK_SEED",    "HETRT_PLACES",
      "OMP_NUM_THREADS",     "OMP_TARGET_OFFLOAD",   "OMP_CANCELLATION",   "CUDA_VISIBLE_DEVICES"};
  for (std::span<const SettingRow> Table : {settingTable(), honouredTable()})
    for (const SettingRow &Each : Table)
      EXPECT_EQ(Each.NamesFiles, std::ranges::find(Values, Each.Name) == std::end(Values)) << Each.Name;
  for (const DeviceKind &Kind : deviceKinds())
    EXPECT_EQ(Kind.SettingNamesFiles, Kind.Name == "cuda") << Kind.Name;
}

TEST(Settings, ValuesInMessagesStayOnALineAndShort) {
  EXPECT_EQ(complaint("HETRT_WAIT=a\nb\x1b[2J\t\x7f\xc3\xa4"),
            "setting HETRT_WAIT='a\\nb\\x1b[2J\\t\\x7f\xc3\xa4': wanted 'block', 'yield' or 'spin'");
  EXPECT_EQ(complaint("HETRT_A\nB=1").find('\n'), std::string::npos);
  const std::string Long(1 << 20, 'x');
  for (const SettingRow &Row : settingTable()) {
    const std::string Said = complaint((std::string(Row.Name) + "=" + Long).c_str());
    EXPECT_THAT(Said, AnyOf(HasSubstr("wanted"), HasSubstr("there is no such"), HasSubstr("is no kind of device")));
    EXPECT_THAT(Said, HasSubstr("... (1048576 bytes)"));
    EXPECT_LT(Said.size(), 1000u);
  }
  EXPECT_LT(complaint(("HETRT_" + Long + "=1").c_str()).size(), 1000u);
}

TEST(Settings, ListsOfNoEndAreRefused) {
  std::string List = "HETRT_DEVICES=cpu";
  for (int Kind = 0; Kind < 100000; ++Kind)
    List += ",kind" + std::to_string(Kind);
  EXPECT_THAT(complaint(List.c_str()), HasSubstr("wanted at most 64 kinds of devices"));
}

TEST(Settings, NumbersThatAreNone) {
  for (const char *Value : {"nan", "inf", "-inf", "1e999", "-0.1", "1e-999", "0x1p-1", "", " 1", "1 "})
    EXPECT_EQ(complaint((std::string("HETRT_MINIMUM_SHARE=") + Value).c_str()).empty(), !*Value) << Value;
  for (const char *Value : {"18446744073709551616", "-1", "1.5", "0x10", "65537", "+1", "1e2"})
    EXPECT_THAT(complaint((std::string("HETRT_RETRY_PASSES=") + Value).c_str()), HasSubstr("wanted")) << Value;
}

TEST(Settings, EveryRowIsComplete) {
  for (const SettingRow &Row : settingTable()) {
    EXPECT_TRUE(Row.Name.starts_with("HETRT_"));
    EXPECT_TRUE(Row.Read) << Row.Name;
    EXPECT_FALSE(Row.Type.empty() || Row.Default.empty() || Row.Help.empty()) << Row.Name;
  }
}

TEST(Settings, EveryRowIsDocumented) {
  std::ifstream File(HETRT_SETTINGS_PAGE);
  std::ostringstream Text;
  Text << File.rdbuf();
  ASSERT_FALSE(Text.str().empty()) << HETRT_SETTINGS_PAGE;
  for (std::span<const SettingRow> Table : {settingTable(), honouredTable()})
    for (const SettingRow &Each : Table) {
      EXPECT_THAT(Text.str(), HasSubstr("`" + std::string(Each.Name) + "`"));
      EXPECT_THAT(Text.str(), HasSubstr(std::string(Each.Help))) << Each.Name;
    }
  for (const DeviceKind &Kind : deviceKinds())
    EXPECT_THAT(Text.str(), HasSubstr("`" + std::string(Kind.Setting) + "`"));
}
