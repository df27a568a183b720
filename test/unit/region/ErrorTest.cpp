// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests calls that cannot run: the error code, the message, and that no iteration has run.
#include "Loops.h"

#include <gmock/gmock.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace hetrt;
using namespace hetrt::test;
using testing::HasSubstr;
using testing::StartsWith;
using testing::StrEq;

namespace {

/// Runs a loop that must fail with `Code` without running an iteration; returns the message.
std::string messageOf(AxpyLoop &Axpy, int Code) {
  EXPECT_EQ(Axpy.Loop.run(), Code);
  EXPECT_EQ(Axpy.Y, Axpy.Expected);
  EXPECT_EQ(Axpy.Count, 0u);
  return hetrt_last_message();
}

} // namespace

TEST(Error, UnknownScheduler) {
  AxpyLoop Axpy(10);
  Axpy.Loop.on("all", "adaptve");
  EXPECT_EQ(messageOf(Axpy, HETRT_ERROR_ARGUMENT),
            "loop.c:7: there is no scheduler 'adaptve'; did you mean 'adaptive'?");
  Axpy.Loop.on("all", "fortran");
  EXPECT_THAT(messageOf(Axpy, HETRT_ERROR_ARGUMENT), HasSubstr("there is no scheduler 'fortran'; known are 'auto'"));
  Axpy.Loop.on("all", "static");
  Axpy.runAndCheck();
}

TEST(Error, OtherNamesOfSchedulers) {
  AxpyLoop Axpy(10);
  for (const char *Name : {"dynamic", "runtime"}) {
    Axpy.Loop.on("all", Name);
    Axpy.runAndCheck();
  }
}

TEST(Error, UnknownDevices) {
  AxpyLoop Axpy(10);
  Axpy.Loop.on("gpus", nullptr);
  EXPECT_EQ(
      messageOf(Axpy, HETRT_ERROR_ARGUMENT),
      "loop.c:7: devices 'gpus': wanted 'cpu', 'gpu', 'node', 'all' or a list such as 'gpu:0,2'; did you mean 'gpu'?");
  Axpy.Loop.on("gpu:0,x", nullptr);
  EXPECT_THAT(messageOf(Axpy, HETRT_ERROR_ARGUMENT), HasSubstr("wanted whole numbers after 'gpu:'"));
}

TEST(Error, AcceleratorsThatDoNotExist) {
  AxpyLoop Axpy(10);
  Axpy.Loop.on("gpu:0,7", nullptr);
  if (emulatedDevices().empty())
    return Axpy.runAndCheck();
  EXPECT_THAT(messageOf(Axpy, HETRT_ERROR_DEVICE),
              HasSubstr("devices 'gpu:0,7': there is no accelerator 7; there are gpu:0 (emulated:0)"));
}

TEST(Error, RatioAndDiv) {
  AxpyLoop Axpy(10);
  Axpy.Loop.Call.ratio = 1.5;
  EXPECT_EQ(messageOf(Axpy, HETRT_ERROR_ARGUMENT), "loop.c:7: hetero: ratio is 1.5, wanted a number from 0 to 1");
  Axpy.Loop.Call.ratio = 0.5;
  Axpy.Loop.Call.div = -3;
  EXPECT_EQ(messageOf(Axpy, HETRT_ERROR_ARGUMENT), "loop.c:7: hetero: div is -3, wanted a whole number of at least 1");
}

TEST(Error, Extents) {
  AxpyLoop Axpy(10);
  Axpy.Loop.Clauses[0].Dimensions[0].Extent = -1;
  EXPECT_EQ(messageOf(Axpy, HETRT_ERROR_ARGUMENT),
            "loop.c:7: part_copyin(x), line 7: the extent is negative: wanted at least 0, found -1");
  Axpy.Loop.Clauses[0].Dimensions[0].Extent = 5;
  EXPECT_THAT(messageOf(Axpy, HETRT_ERROR_ARGUMENT), HasSubstr("the loop runs over 0 to 9"));
  Axpy.Loop.Clauses[0].Dimensions[0].Extent = 10;
  Axpy.runAndCheck();
}

TEST(Error, Overlap) {
  AxpyLoop Axpy(10);
  Axpy.Loop.Clauses[0].Base = Axpy.Y.data() + 3;
  EXPECT_EQ(Axpy.Loop.run(), HETRT_ERROR_OVERLAP);
  EXPECT_THAT(hetrt_last_message(), HasSubstr("part_copyin(x), line 7 and part_copy(y), line 7 overlap in memory"));
}

TEST(Error, APointerThatIsNotMapped) {
  if (emulatedDevices().empty())
    GTEST_SKIP() << "cores find out by themselves";
  // Two pages of memory, the second of which is unmapped again.
  const auto Page = std::size_t(sysconf(_SC_PAGESIZE)), N = 2 * Page / sizeof(double);
  auto *Pages =
      static_cast<char *>(mmap(nullptr, 2 * Page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  ASSERT_NE(Pages, MAP_FAILED);
  ASSERT_EQ(munmap(Pages + Page, Page), 0);
  AxpyLoop Axpy{std::int64_t(N)};
  Axpy.Loop.Clauses[0].Base = Pages;
  EXPECT_THAT(
      messageOf(Axpy, HETRT_ERROR_ARGUMENT),
      testing::MatchesRegex("loop.c:7: part_copyin\\(x\\), line 7: wanted an array in memory, [0-9]+ bytes from "
                            "address 0x[0-9a-f]+ on; found nothing mapped at 0x[0-9a-f]+000"));
  Axpy.Loop.trips(N - 3); // the array ends within the second page
  EXPECT_THAT(messageOf(Axpy, HETRT_ERROR_ARGUMENT), HasSubstr("found nothing mapped at"));
  Axpy.Loop.Clauses[0].Base = reinterpret_cast<void *>(16);
  EXPECT_THAT(messageOf(Axpy, HETRT_ERROR_ARGUMENT), HasSubstr("from address 0x10 on; found nothing mapped at 0x10"));
  // The iterations of this call touch only the first page.
  Axpy.Loop.Clauses[0].Base = Pages;
  Axpy.Loop.trips(Page / sizeof(double));
  EXPECT_EQ(Axpy.Loop.run(), HETRT_SUCCESS) << hetrt_last_message();
  munmap(Pages, Page);
}

TEST(Error, Version) {
  AxpyLoop Axpy(10);
  Axpy.Loop.Region.abi = HETRT_ABI + 1;
  EXPECT_THAT(messageOf(Axpy, HETRT_ERROR_ABI),
              StartsWith("object and runtime do not fit: wanted interface version " + std::to_string(HETRT_ABI)));
  Axpy.Loop.Region.abi = HETRT_ABI;
  Axpy.Loop.Call.size += 8;
  messageOf(Axpy, HETRT_ERROR_ABI);
}

TEST(Error, ATeamThatLeavesEarly) {
  AxpyLoop Axpy(10);
  Axpy.Loop.on("cpu", "static");
  hetrt_pass *Pass = nullptr;
  ASSERT_EQ(Axpy.Loop.begin(Pass), HETRT_SUCCESS);
  EXPECT_EQ(hetrt_end(Pass), HETRT_ERROR_INTERNAL);
  EXPECT_THAT(hetrt_last_message(), HasSubstr("10 of 10 iterations were not computed"));
  Axpy.runAndCheck();
}

TEST(Error, HandlersGetCodeAndMessage) {
  static int LastCode;
  static std::string LastText;
  hetrt_error_handler *Before = hetrt_set_error_handler([](int Code, const char *Message) {
    LastCode = Code;
    LastText = Message;
  });
  AxpyLoop Axpy(10);
  Axpy.Loop.on("nothing", nullptr);
  hetrt_handle_error(Axpy.Loop.run());
  EXPECT_EQ(LastCode, HETRT_ERROR_ARGUMENT);
  EXPECT_THAT(LastText, HasSubstr("devices 'nothing'"));
  EXPECT_NE(hetrt_set_error_handler(nullptr), Before) << "the handler above is the one replaced";
}

TEST(ErrorDeathTest, TheDefaultHandlerAborts) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_DEATH(
      {
        AxpyLoop Axpy(10);
        Axpy.Loop.on("nothing", nullptr);
        hetrt_handle_error(Axpy.Loop.run());
      },
      "hetrt: error: loop.c:7: devices 'nothing'");
}
