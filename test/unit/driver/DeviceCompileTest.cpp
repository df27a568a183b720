// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The commands that make an image for GPUs.
#include "DeviceCompile.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace hetcc::driver;

namespace {

DevicePlan planFor(const std::vector<std::string> &Words, bool Toolkit = true) {
  DeviceTools Tools{"clang-19", "wrappers", "libdevice.bc", Toolkit ? "ptxas" : "", Toolkit ? "fatbinary" : "", ""};
  return planDevice({"/t/x.device.c", InputType::C, "/t/x", "/t/x.fatbin", "dir/", {}, "/t", "dir/"},
                    parseCommandLine(Words, false), Tools);
}

bool has(const Command &Command, const std::string &Word) {
  return std::find(Command.Words.begin(), Command.Words.end(), Word) != Command.Words.end();
}

TEST(DeviceCompile, PtxOfTheOldestAndCodeForEach) {
  DevicePlan Plan = planFor({"--hetcc-arch=sm_100,sm_80,sm_90"});
  EXPECT_TRUE(has(Plan.Compile, "sm_80"));
  ASSERT_EQ(Plan.Assemble.size(), 3u);
  EXPECT_TRUE(has(Plan.Assemble[2].Run, "-arch=sm_100"));
  EXPECT_TRUE(has(Plan.bundle(Plan.Assemble), "--image3=kind=elf,sm=100,file=/t/x.sm_100.cubin"));
}

TEST(DeviceCompile, ChipsThatClangDoesNotKnowGetThePtxOfTheNewestItKnows) {
  EXPECT_TRUE(has(planFor({"--hetcc-arch=sm_100"}).Compile, "sm_90"));
  EXPECT_TRUE(has(planFor({"--hetcc-arch=sm_120a,sm_100"}).Compile, "sm_90"));
  EXPECT_TRUE(has(planFor({"--hetcc-arch=sm_90a"}).Compile, "sm_90")) << "PTX for sm_90a serves no later chip";
}

TEST(DeviceCompile, OnlyCodeThatCouldBeMadeIsBundled) {
  DevicePlan Plan = planFor({"--hetcc-arch=sm_70,sm_90"});
  Command Bundle = Plan.bundle({Plan.Assemble[1]});
  EXPECT_TRUE(has(Bundle, "--image3=kind=elf,sm=90,file=/t/x.sm_90.cubin"));
  EXPECT_EQ(Bundle.Words.size(), 4u);
}

TEST(DeviceCompile, WithoutTheToolkitPtxIsTheImage) { EXPECT_TRUE(planFor({}, false).Assemble.empty()); }

TEST(DeviceCompile, PtxStandsBehindTheCode) {
  EXPECT_EQ(imageOf("", "// ptx"), std::string("// ptx\0", 7));
  EXPECT_EQ(imageOf("code", "// ptx"), std::string("code\0// ptx\0", 12));
}

TEST(DeviceCompile, WhatNoModuleHasIsNamed) {
  EXPECT_EQ(unresolvedIn(".extern .func  (.param .b32 func_retval0) f\n(\n\t.param .b32 f_param_0\n)\n;\n"), "f");
  EXPECT_EQ(unresolvedIn(".extern .func g(.param .b32 p);\n"), "g");
  EXPECT_EQ(unresolvedIn(".extern .func h\n()\n;\n"), "h");
  EXPECT_EQ(unresolvedIn(".extern .global .align 4 .u32 table[4];\n"), "table");
  EXPECT_EQ(unresolvedIn(".extern .const .align 4 .b8 v;\n"), "v");
  // Functions that every CUDA driver provides, and the launch's dynamic shared memory.
  EXPECT_EQ(unresolvedIn(".extern .func  (.param .b32 func_retval0) vprintf\n(\n)\n;\n"
                         ".extern .shared .align 16 .b8 hetrt_shared[];\n.func k()\n"),
            "");
}

TEST(DeviceCompile, AModuleWithoutKernelsIsOfTheSameVersion) {
  EXPECT_EQ(emptied("//\n.version 7.4\n.target sm_80\n.address_size 64\n.visible .entry k() {}\n"),
            ".version 7.4\n.target sm_80\n.address_size 64\n");
}

TEST(DeviceCompile, LinesAreForDebugAlone) {
  EXPECT_TRUE(has(planFor({"-g"}).Assemble[0].Run, "-lineinfo"));
  EXPECT_FALSE(has(planFor({"-g", "-g0"}).Assemble[0].Run, "-lineinfo"));
  EXPECT_FALSE(has(planFor({}).Assemble[0].Run, "-lineinfo"));
}

TEST(DeviceCompile, OptimisationFollowsTheUser) {
  EXPECT_TRUE(has(planFor({}).Compile, "-O3"));
  EXPECT_TRUE(has(planFor({"-O2"}).Compile, "-O3"));
  EXPECT_TRUE(has(planFor({"-O3", "-O0"}).Compile, "-O2"));
  EXPECT_TRUE(has(planFor({"-Ofast"}).Compile, "-ffast-math"));
}

TEST(DeviceCompile, NothingIsComputedForANextIteration) { EXPECT_TRUE(has(planFor({"-O2"}).Compile, "-disable-lsr")); }

TEST(DeviceCompile, MeaningFollowsTheHost) {
  DevicePlan Plan = planFor({"-std=c11", "-fwrapv", "-ffp-contract=off", "-fPIC", "-mavx2", "-g"});
  EXPECT_TRUE(has(Plan.Compile, "-std=c11"));
  EXPECT_TRUE(has(Plan.Compile, "-fwrapv"));
  EXPECT_TRUE(has(Plan.Compile, "-gline-directives-only"));
  EXPECT_FALSE(has(Plan.Compile, "-fPIC"));
  EXPECT_FALSE(has(Plan.Compile, "-mavx2"));
  auto Off = std::find(Plan.Compile.Words.begin(), Plan.Compile.Words.end(), "-ffp-contract=off");
  auto Fast = std::find(Plan.Compile.Words.begin(), Plan.Compile.Words.end(), "-ffp-contract=fast");
  EXPECT_LT(Fast, Off) << "the user's word is the last";
}

} // namespace
