// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads machines and programs from JSON.
#include "Simulation/ModelFiles.h"

#include <gtest/gtest.h>

using namespace hetrt;

namespace {

MachineModel machine(const std::string &) {
  return parseMachine(R"({"name": "m", "cores": {"count": 4, "speed": 0.5, "launch_seconds": 0.1},
    "accelerators": [{"count": 2, "speed": 2, "simd_width": 8, "launch_seconds": 0.2, "memory_bytes": 1e9,
      "link": {"latency_seconds": 0.3, "bytes_per_second_in": 100, "bytes_per_second_out": 50}}],
    "memory_bytes_per_second": 1e9})",
                      "m.json");
}

std::string errorOf(std::string_view Text, bool Program) {
  try {
    if (Program)
      parseProgram(Text, "f", machine);
    else
      parseMachine(Text, "f");
  } catch (const ModelError &Error) {
    return Error.what();
  }
  return "";
}

} // namespace

TEST(ModelFiles, AMachine) {
  MachineModel M = machine("");
  ASSERT_EQ(M.Devices.size(), 6u);
  EXPECT_EQ(M.Devices[3].Name, "cpu:3");
  EXPECT_EQ(M.Devices[3].Speed, .5);
  EXPECT_EQ(M.Devices[5].Name, "gpu:1");
  EXPECT_EQ(M.Devices[5].SimdWidth, 8);
  EXPECT_EQ(M.Devices[5].Link.BytesPerSecondOut, 50);
  EXPECT_TRUE(M.HostThreadsTakeCores);
}

TEST(ModelFiles, ChangesOfSpeed) {
  MachineModel M = parseMachine(R"({"name": "m", "cores": {"count": 1}, "accelerators": [{}], "changes": [
    {"device": "gpu:0", "at_seconds": 1.5, "speed": 0}, {"device": "cpu:0", "at_pass": 3, "speed": 0.5},
    {"device": "gpu:0", "at_seconds": 2, "speed": 1}]})",
                                "m.json");
  ASSERT_EQ(M.Devices[1].Changes.size(), 2u);
  EXPECT_EQ(M.Devices[1].Changes[0].AtSeconds, 1.5);
  EXPECT_EQ(M.Devices[0].Changes[0].AtPass, 3u);
}

TEST(ModelFiles, RatesFromPublishedSeconds) {
  ProgramModel P = parseProgram(R"({"name": "p", "iterations": 10, "passes": 2,
    "published": {"machine": "m", "cpu_seconds": 4.2, "gpu_seconds": 20},
    "windows": {"bytes_in_per_iteration": 10, "bytes_out_per_iteration": 5}, "full_copies": {"bytes_in": 50}})",
                                "p.json", machine);
  // 2.1 s per pass, less 0.1, on four cores of half speed: 0.4 s for an iteration at speed 1.
  EXPECT_DOUBLE_EQ(P.CoreSeconds, .4);
  // 10 s, less 0.2 for the launch, 0.3 + 150/100 for the copy in and 0.3 + 50/50 for the copy out; at double speed.
  EXPECT_DOUBLE_EQ(P.AcceleratorSeconds, (10 - .2 - 1.8 - 1.3) * 2 / 10);
  EXPECT_EQ(P.MemoryBytesPerIteration, 15);
  // So a pass on one accelerator takes the published time.
  MachineModel M = machine("");
  double Sum = 0;
  for (const Phase &Each : costOf(P, M.Devices[4], {0, 10}, true).Phases)
    Sum += Each.Seconds;
  EXPECT_DOUBLE_EQ(Sum, 10);
}

TEST(ModelFiles, MistakesInMachines) {
  EXPECT_EQ(errorOf("[]", false), "f: wanted an object in braces, found []");
  EXPECT_EQ(errorOf("{", false), "f:1: wanted JSON, found a mistake in its syntax");
  EXPECT_EQ(errorOf("{}", false), "f: 'name': wanted a text, found nothing");
  EXPECT_EQ(errorOf(R"({"name": "m", "cores": 3})", false), "f: 'cores': wanted an object in braces, found 3");
  EXPECT_EQ(errorOf(R"({"name": "m", "cores": {"count": -1}})", false),
            "f: cores: 'count': wanted a whole number of at least 0, found -1");
  EXPECT_EQ(errorOf(R"({"name": "m", "accelerators": [{"speed": 0}]})", false),
            "f: accelerators[0]: 'speed': wanted a number above 0, found 0");
  EXPECT_EQ(errorOf(R"({"name": "m", "cores": {"count": 1}, "changes": [{"device": "cpu:0", "speed": 1}]})", false),
            "f: changes[0]: 'at_seconds': wanted exactly one of 'at_seconds' and 'at_pass', found nothing");
  EXPECT_NE(errorOf(R"({"name": "m", "cores": {"count": 1}, "changes": [{"device": "cpu:0", "at_pass": 3, "speed": 1},
                        {"device": "cpu:0", "at_pass": 3, "speed": 1}]})",
                    false)
                .find("wanted changes of one device in order of time"),
            std::string::npos);
  EXPECT_EQ(errorOf(R"({"name": "m", "cores": {"count": 1}, "host_threads_take_cores": 1})", false),
            "f: 'host_threads_take_cores': wanted true or false, found 1");
}

TEST(ModelFiles, MistakesInPrograms) {
  const std::string Rates = R"("core_seconds_per_iteration": 1, "accelerator_seconds_per_iteration": 1)";
  EXPECT_EQ(errorOf(R"({"name": "p", "iterations": 0})", true),
            "f: 'iterations': wanted a whole number of at least 1, found 0");
  EXPECT_EQ(errorOf(R"({"name": "p", "iterations": 5, "core_seconds_per_iteration": 1})", true),
            "f: 'accelerator_seconds_per_iteration': wanted a number above 0, found nothing");
  EXPECT_EQ(errorOf(R"({"name": "p", "iterations": 5, "work": [0, 0], )" + Rates + "}", true),
            "f: 'work': wanted a list with a number above 0, found [0,0]");
  EXPECT_EQ(errorOf(R"({"name": "p", "iterations": 5, "work": [], )" + Rates + "}", true),
            "f: 'work': wanted a list with a number above 0, found []");
  EXPECT_EQ(errorOf(R"({"name": "p", "iterations": 5, "windows": {"bytes_in": 1}, )" + Rates + "}", true),
            "f: windows: there is no field 'bytes_in'; known are 'bytes_in_per_iteration', "
            "'bytes_out_per_iteration'");
  EXPECT_EQ(errorOf(R"({"name": "p", "iterations": 5, "core_seconds": 1, )" + Rates + "}", true).substr(0, 39),
            "f: there is no field 'core_seconds'; kn");
}
