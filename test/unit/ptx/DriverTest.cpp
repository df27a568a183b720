// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests the driver library by its exported functions only, as a program uses it. Under ctest each test is a separate
// process, since settings are read once.

#include "Device/Cuda/Driver.h"
#include "Driver/Settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace hetrt::cuda;
using testing::HasSubstr;
using testing::StartsWith;

constexpr Result InvalidValue = 1, NotFound = 500, LaunchTimeout = 702;

const char *const Kernels = R"(.version 8.0
.target sm_80
.address_size 64
.extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);
.global .align 4 .u32 table[4] = {3, 1, 4};
.visible .entry add(.param .u64 to, .param .u32 n)
{
  .reg .b32 %r<4>; .reg .b64 %l<3>; .reg .pred %p;
  ld.param.u64 %l0, [to]; ld.param.u32 %r0, [n];
  mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mad.lo.u32 %r1, %r2, 32, %r1;
  setp.ge.u32 %p, %r1, %r0;
  @%p ret;
  mad.wide.u32 %l1, %r1, 4, %l0;
  ld.global.u32 %r3, [%l1]; add.u32 %r3, %r3, 1; st.global.u32 [%l1], %r3;
}
.visible .entry spin() { L: bra L; }
.visible .entry shares() { .shared .b8 much[49152]; .reg .b32 %r; mov.u32 %r, much; st.shared.u32 [%r], %r; }
.visible .entry says(.param .u64 text)
{
  .reg .b64 %l<3>;
  .local .align 8 .b8 arguments[8];
  mov.u64 %l0, arguments; st.local.u32 [%l0], 42; cvta.local.u64 %l1, %l0; ld.param.u64 %l2, [text];
  { .param .b64 a; .param .b64 b; .param .b32 c; st.param.b64 [a], %l2; st.param.b64 [b], %l1;
    call (c), vprintf, (a, b); }
}
)";

class Emulator : public testing::Test {
protected:
  void SetUp() override {
    unsetenv("CUDA_VISIBLE_DEVICES");
    setenv("HETCC_EMULATOR_DEVICES", "2", 1);
    setenv("HETCC_EMULATOR_MEMORY", "16M", 1);
    setenv("HETCC_EMULATOR_MAX_INSTRUCTIONS", "1000000", 1);
    std::string WhyNot;
    Cuda = openDriver(EMULATOR_LIBRARY, WhyNot);
    ASSERT_TRUE(Cuda) << WhyNot;
    ASSERT_EQ(Cuda->PrimaryCtxRetain(&Here, 0), Success);
    ASSERT_EQ(Cuda->CtxPushCurrent(Here), Success);
    ASSERT_EQ(Cuda->StreamCreate(&Queue, StreamNonBlocking), Success);
  }
  void TearDown() override {
    Context Popped = nullptr;
    Cuda->CtxPopCurrent(&Popped);
    EXPECT_EQ(Cuda->PrimaryCtxRelease(0), Success);
  }

  Result load(const void *Image, std::string &Log) {
    char Text[256] = "";
    int Names[] = {JitErrorLogBuffer, JitErrorLogBufferBytes};
    void *Values[] = {Text, reinterpret_cast<void *>(sizeof Text)};
    const Result Error = Cuda->ModuleLoadDataEx(&Loaded, Image, 2, Names, Values);
    Log = Text;
    return Error;
  }
  Function kernel(const char *Name) {
    std::string Log;
    Function Found = nullptr;
    if (!Loaded) {
      EXPECT_EQ(load(Kernels, Log), Success) << Log;
    }
    EXPECT_EQ(Cuda->ModuleGetFunction(&Found, Loaded, Name), Success);
    return Found;
  }
  Result launch(Function What, unsigned Blocks, unsigned Threads, void **Parameters, unsigned Shared = 0) {
    return Cuda->LaunchKernel(What, Blocks, 1, 1, Threads, 1, 1, Shared, Queue, Parameters, nullptr);
  }
  template <typename Type> Type symbol(const char *Name) {
    return reinterpret_cast<Type>(dlsym(dlopen(EMULATOR_LIBRARY, RTLD_NOW | RTLD_LOCAL), Name));
  }

  const Driver *Cuda = nullptr;
  Context Here = nullptr;
  Stream Queue = nullptr;
  Module Loaded = nullptr;
};

TEST_F(Emulator, CopiesAndLaunchesInOrder) {
  std::vector<unsigned> Numbers(1000, 7), Back(1000);
  DevicePointer There = 0;
  ASSERT_EQ(Cuda->MemAlloc(&There, 4000), Success);
  ASSERT_EQ(Cuda->MemcpyHtoDAsync(There, Numbers.data(), 4000, Queue), Success);
  unsigned Count = 999;
  void *Parameters[] = {&There, &Count};
  for (int I = 0; I < 3; ++I)
    ASSERT_EQ(launch(kernel("add"), 32, 32, Parameters), Success);
  ASSERT_EQ(Cuda->MemcpyDtoHAsync(Back.data(), There, 4000, Queue), Success);
  ASSERT_EQ(Cuda->StreamSynchronize(Queue), Success);
  EXPECT_EQ(Back[0], 10u);
  EXPECT_EQ(Back[998], 10u);
  EXPECT_EQ(Back[999], 7u);
}

TEST_F(Emulator, ParametersMayComeInABuffer) {
  DevicePointer There = 0;
  ASSERT_EQ(Cuda->MemAlloc(&There, 4), Success);
  struct {
    DevicePointer To;
    unsigned Count;
  } Buffer = {There, 1};
  std::size_t Bytes = sizeof Buffer;
  void *Extra[] = {reinterpret_cast<void *>(1), &Buffer, reinterpret_cast<void *>(2), &Bytes, nullptr};
  EXPECT_EQ(Cuda->LaunchKernel(kernel("add"), 1, 1, 1, 32, 1, 1, 0, Queue, nullptr, Extra), Success);
  EXPECT_EQ(Cuda->StreamSynchronize(Queue), Success);
}

TEST_F(Emulator, PinnedCopiesAreNotThereUntilTheyAreWaitedFor) {
  void *Pinned = nullptr;
  ASSERT_EQ(Cuda->MemHostAlloc(&Pinned, 1 << 20, 0), Success);
  Event Mark = nullptr;
  ASSERT_EQ(Cuda->EventCreate(&Mark, 0), Success);
  EXPECT_EQ(Cuda->StreamQuery(Queue), Success);
  DevicePointer There = 0;
  ASSERT_EQ(Cuda->MemAlloc(&There, 1 << 20), Success);
  std::memset(Pinned, 5, 1 << 20);
  ASSERT_EQ(Cuda->MemcpyHtoDAsync(There, Pinned, 1 << 20, Queue), Success);
  ASSERT_EQ(Cuda->EventRecord(Mark, Queue), Success);
  ASSERT_EQ(Cuda->EventSynchronize(Mark), Success);
  std::vector<char> Back(1 << 20);
  ASSERT_EQ(Cuda->MemcpyDtoHAsync(Back.data(), There, 1 << 20, Queue), Success);
  EXPECT_EQ(Back.back(), 5) << "a copy to pageable memory is over when the call is";
  EXPECT_EQ(Cuda->MemFreeHost(Pinned), Success);
}

TEST_F(Emulator, MemoryIsTheDevicesOwnAndEnds) {
  std::size_t Free = 0, Total = 0;
  ASSERT_EQ(Cuda->MemGetInfo(&Free, &Total), Success);
  EXPECT_EQ(Total, 16u << 20);
  DevicePointer There = 0, More = 0;
  ASSERT_EQ(Cuda->MemAlloc(&There, 10 << 20), Success);
  EXPECT_EQ(Cuda->MemAlloc(&More, 10 << 20), OutOfMemory);
  EXPECT_GE(There, 1ull << 48) << "no address that the host has";
  unsigned Kind = 0;
  int Owner = -1;
  int Names[] = {PointerMemoryType, PointerDevice};
  void *Values[] = {&Kind, &Owner};
  ASSERT_EQ(Cuda->PointerGetAttributes(2, Names, Values, There + 5), Success);
  EXPECT_EQ(Kind, unsigned(MemoryDevice));
  EXPECT_EQ(Owner, 0);
  EXPECT_EQ(Cuda->MemcpyHtoDAsync(There + (10 << 20), "", 1, Queue), InvalidValue);
  EXPECT_EQ(Cuda->MemFree(There + 1), InvalidValue);
  EXPECT_EQ(Cuda->MemFree(There), Success);
  EXPECT_EQ(Cuda->MemAlloc(&More, 10 << 20), Success);
}

TEST_F(Emulator, AFaultStaysWithItsContext) {
  DevicePointer There = 0;
  ASSERT_EQ(Cuda->MemAlloc(&There, 64), Success);
  unsigned Count = 32;
  void *Parameters[] = {&There, &Count};
  testing::internal::CaptureStderr();
  ASSERT_EQ(launch(kernel("add"), 1, 32, Parameters), Success);
  EXPECT_EQ(Cuda->StreamSynchronize(Queue), IllegalAddress);
  EXPECT_THAT(
      testing::internal::GetCapturedStderr(),
      HasSubstr("kernel add, block (0,0,0), thread (16,0,0), ptx line 14: load of 4 bytes at global address 0x1"));
  EXPECT_EQ(Cuda->MemAlloc(&There, 64), IllegalAddress);
  Context Other = nullptr, Popped = nullptr;
  ASSERT_EQ(Cuda->PrimaryCtxRetain(&Other, 1), Success);
  ASSERT_EQ(Cuda->CtxPushCurrent(Other), Success);
  EXPECT_EQ(Cuda->MemAlloc(&There, 64), Success);
  Cuda->CtxPopCurrent(&Popped);
  EXPECT_EQ(Cuda->PrimaryCtxRelease(1), Success);
}

TEST_F(Emulator, AMisalignedAccessIsAnErrorOfItsOwn) {
  DevicePointer There = 0;
  ASSERT_EQ(Cuda->MemAlloc(&There, 64), Success);
  There += 2;
  unsigned Count = 1;
  void *Parameters[] = {&There, &Count};
  testing::internal::CaptureStderr();
  ASSERT_EQ(launch(kernel("add"), 1, 1, Parameters), Success);
  EXPECT_EQ(Cuda->StreamSynchronize(Queue), MisalignedAddress);
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("ptx line 14: load of 4 bytes"));
}

TEST_F(Emulator, ManagedMemoryIsTheHostsAndTheDevices) {
  const auto Allocate = symbol<Result (*)(DevicePointer *, std::size_t, unsigned)>("cuMemAllocManaged");
  DevicePointer There = 0;
  ASSERT_EQ(Allocate(&There, 128, 1), Success);
  auto *const Numbers = reinterpret_cast<unsigned *>(There);
  std::fill_n(Numbers, 32, 6u);
  unsigned Managed = 0, Kind = 0, Count = 31;
  int Names[] = {PointerIsManaged, PointerMemoryType};
  void *Values[] = {&Managed, &Kind};
  ASSERT_EQ(Cuda->PointerGetAttributes(2, Names, Values, There + 8), Success);
  EXPECT_EQ(Managed, 1u);
  EXPECT_EQ(Kind, unsigned(MemoryDevice));
  void *Parameters[] = {&There, &Count};
  ASSERT_EQ(launch(kernel("add"), 1, 32, Parameters), Success);
  ASSERT_EQ(Cuda->StreamSynchronize(Queue), Success);
  EXPECT_EQ(Numbers[30], 7u);
  EXPECT_EQ(Numbers[31], 6u);
  EXPECT_EQ(Cuda->MemFreeHost(Numbers), InvalidValue);
  EXPECT_EQ(Cuda->MemFree(There + 4), InvalidValue);
  EXPECT_EQ(Cuda->MemFree(There), Success);
  EXPECT_EQ(Allocate(&There, 128, 3), InvalidValue);
}

TEST_F(Emulator, ModulesAreApart) {
  std::string Log;
  Module First = nullptr, Second = nullptr;
  ASSERT_EQ(load(Kernels, Log), Success);
  First = Loaded;
  ASSERT_EQ(load(Kernels, Log), Success);
  Second = std::exchange(Loaded, First);
  const auto GetGlobal =
      symbol<Result (*)(DevicePointer *, std::size_t *, Module, const char *)>("cuModuleGetGlobal_v2");
  DevicePointer One = 0, Other = 0;
  ASSERT_EQ(GetGlobal(&One, nullptr, First, "table"), Success);
  ASSERT_EQ(GetGlobal(&Other, nullptr, Second, "table"), Success);
  EXPECT_NE(One, Other);
  ASSERT_EQ(symbol<Result (*)(Module)>("cuModuleUnload")(Second), Success);
  unsigned Read = 0;
  EXPECT_EQ(Cuda->MemcpyDtoHAsync(&Read, Other, 4, Queue), InvalidValue) << "its variables are gone with it";
  EXPECT_EQ(Cuda->MemcpyDtoHAsync(&Read, One, 4, Queue), Success);
  EXPECT_EQ(Read, 3u);
  Function Adds = nullptr;
  EXPECT_EQ(Cuda->ModuleGetFunction(&Adds, First, "add"), Success);
}

TEST_F(Emulator, AReleasedPrimaryContextBeginsAnew) {
  testing::internal::CaptureStderr();
  ASSERT_EQ(launch(kernel("spin"), 1, 1, nullptr), Success);
  EXPECT_EQ(Cuda->StreamSynchronize(Queue), LaunchTimeout);
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("HETCC_EMULATOR_MAX_INSTRUCTIONS"));
  Context Popped = nullptr;
  Cuda->CtxPopCurrent(&Popped);
  ASSERT_EQ(Cuda->PrimaryCtxRelease(0), Success);
  ASSERT_EQ(Cuda->PrimaryCtxRetain(&Here, 0), Success);
  ASSERT_EQ(Cuda->CtxPushCurrent(Here), Success);
  DevicePointer There = 0;
  EXPECT_EQ(Cuda->MemAlloc(&There, 15 << 20), Success) << "and nothing of the old one is left";
}

TEST_F(Emulator, LaunchesThatNoDeviceTakes) {
  DevicePointer There = 0;
  unsigned Count = 0;
  void *Parameters[] = {&There, &Count};
  EXPECT_EQ(launch(kernel("add"), 0, 32, Parameters), InvalidValue);
  EXPECT_EQ(launch(kernel("add"), 1, 1025, Parameters), InvalidValue);
  testing::internal::CaptureStderr();
  EXPECT_EQ(launch(kernel("add"), 1, 32, Parameters, 64 << 10), InvalidValue);
  EXPECT_THAT(
      testing::internal::GetCapturedStderr(),
      HasSubstr("kernel add is not launched: 0 bytes of static and 65536 of dynamic shared memory, wanted at most "
                "49152 of dynamic memory"));
  EXPECT_EQ(launch(kernel("shares"), 1, 32, nullptr), Success);
  const auto SetAttribute = symbol<Result (*)(Function, int, int)>("cuFuncSetAttribute");
  EXPECT_EQ(SetAttribute(kernel("add"), 8, 64 << 10), Success);
  EXPECT_EQ(launch(kernel("add"), 1, 32, Parameters, 64 << 10), Success);
  EXPECT_EQ(SetAttribute(kernel("shares"), 8, 200 << 10), InvalidValue);
  EXPECT_EQ(Cuda->StreamSynchronize(Queue), Success);
  Function Missing = nullptr;
  EXPECT_EQ(Cuda->ModuleGetFunction(&Missing, Loaded, "nowhere"), NotFound);
}

TEST_F(Emulator, ModulesHaveTheirFirstValues) {
  std::string Log;
  ASSERT_EQ(load(Kernels, Log), Success);
  DevicePointer Table = 0;
  std::size_t Bytes = 0;
  const auto GetGlobal =
      symbol<Result (*)(DevicePointer *, std::size_t *, Module, const char *)>("cuModuleGetGlobal_v2");
  ASSERT_EQ(GetGlobal(&Table, &Bytes, Loaded, "table"), Success);
  ASSERT_EQ(Bytes, 16u);
  unsigned Read[4] = {9, 9, 9, 9};
  ASSERT_EQ(Cuda->MemcpyDtoHAsync(Read, Table, 16, Queue), Success);
  EXPECT_THAT(Read, testing::ElementsAre(3u, 1u, 4u, 0u));
}

TEST_F(Emulator, KernelsPrint) {
  DevicePointer There = 0;
  ASSERT_EQ(Cuda->MemAlloc(&There, 64), Success);
  ASSERT_EQ(Cuda->MemcpyHtoDAsync(There, "%d %%\n", 7, Queue), Success);
  void *Parameters[] = {&There};
  testing::internal::CaptureStdout();
  ASSERT_EQ(launch(kernel("says"), 1, 2, Parameters), Success);
  ASSERT_EQ(Cuda->StreamSynchronize(Queue), Success);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "42 %\n42 %\n");
}

// ---- Images --------------------------------------------------------------------------------------------------------

/// The bytes of a fat binary with one entry.
std::string fatBinary(std::uint16_t Kind, std::uint32_t Chip, const std::string &Payload) {
  std::string Made(16 + 64, '\0');
  const auto Put = [&](std::size_t At, auto Value) { std::memcpy(Made.data() + At, &Value, sizeof Value); };
  Put(0, std::uint32_t(0xBA55ED50));
  Put(4, std::uint16_t(1));
  Put(6, std::uint16_t(16));
  Put(8, std::uint64_t(64 + Payload.size()));
  Put(16, Kind);
  Put(18, std::uint16_t(0x101));
  Put(20, std::uint32_t(64));
  Put(24, std::uint64_t(Payload.size()));
  Put(44, Chip);
  return Made + Payload;
}

TEST_F(Emulator, TakesThePtxOfFatBinaries) {
  std::string Log;
  EXPECT_EQ(load(fatBinary(1, 80, std::string(Kernels) + '\0').c_str(), Log), Success) << Log;
  EXPECT_EQ(load(fatBinary(2, 80, "machine code").c_str(), Log), NoBinaryForGpu);
  EXPECT_THAT(Log, HasSubstr("no PTX for sm_90"));
  EXPECT_EQ(load(fatBinary(1, 100, Kernels).c_str(), Log), NoBinaryForGpu);
  EXPECT_EQ(load("\x7f"
                 "ELF",
                 Log),
            NoBinaryForGpu);
  EXPECT_EQ(load("\x01\x02\x03\x04", Log), InvalidImage);
}

TEST_F(Emulator, RefusesPtxWithTheLine) {
  std::string Log;
  EXPECT_EQ(load(".version 8.0\n.target sm_80\n.visible .entry k() {\n  tcgen05.fence;\n}\n", Log), InvalidPtx);
  EXPECT_EQ(Log, "ptx line 4: 'tcgen05.fence': the instruction is not known");
  EXPECT_EQ(load(".version 11.0\n.target sm_80\n", Log), UnsupportedPtxVersion);
}

TEST_F(Emulator, ErrorsHaveTheirNames) {
  EXPECT_EQ(Cuda->describe(OutOfMemory), "CUDA_ERROR_OUT_OF_MEMORY: out of memory");
  EXPECT_EQ(Cuda->describe(LaunchTimeout), "CUDA_ERROR_LAUNCH_TIMEOUT: the launch timed out and was terminated");
}

/// cuInit fails if a setting is no number. Runs in a child process, since a process initialises the driver once.
TEST(EmulatorSettings, AreChecked) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto Start = [] {
    setenv("HETCC_EMULATOR_MEMORY", "much", 1);
    void *Library = dlopen(EMULATOR_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    std::exit(reinterpret_cast<Result (*)(unsigned)>(dlsym(Library, "cuInit"))(0));
  };
  EXPECT_EXIT(Start(), testing::ExitedWithCode(1), "setting HETCC_EMULATOR_MEMORY: wanted a number from 1048576");
}

TEST(EmulatorSettings, WhatOthersHoldIsNotFree) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto Start = [] {
    setenv("HETCC_EMULATOR_MEMORY", "16M", 1);
    setenv("HETCC_EMULATOR_TAKEN", "15M", 1);
    std::string WhyNot;
    const Driver *Cuda = openDriver(EMULATOR_LIBRARY, WhyNot);
    Context Here = nullptr;
    std::size_t Free = 0, Total = 0, All = 0;
    DevicePointer Address = 0;
    const bool Right = Cuda && Cuda->PrimaryCtxRetain(&Here, 0) == Success && Cuda->CtxPushCurrent(Here) == Success &&
                       Cuda->MemGetInfo(&Free, &Total) == Success && Free == 1u << 20 && Total == 16u << 20 &&
                       Cuda->DeviceTotalMem(&All, 0) == Success && All == Total &&
                       Cuda->MemAlloc(&Address, Free + 1) == OutOfMemory && Cuda->MemAlloc(&Address, Free) == Success;
    std::exit(Right ? 0 : 1);
  };
  EXPECT_EXIT(Start(), testing::ExitedWithCode(0), "");
}

/// The bus numbers of the devices that a process finds if there are three devices (the first has bus 10, hexadecimal)
/// and CUDA_VISIBLE_DEVICES is `List`.
std::string busesUnder(const char *List) {
  setenv("HETCC_EMULATOR_DEVICES", "3", 1);
  List ? setenv("CUDA_VISIBLE_DEVICES", List, 1) : unsetenv("CUDA_VISIBLE_DEVICES");
  std::string Found;
  const Driver *Cuda = openDriver(EMULATOR_LIBRARY, Found);
  int Count = 0;
  if (!Cuda || Cuda->DeviceGetCount(&Count) != Success)
    return Found;
  for (int D = 0; D < Count; ++D) {
    char Bus[16] = "";
    Cuda->DeviceGetPciBusId(Bus, sizeof Bus, D);
    Found += std::string(D ? " " : "") + Bus;
  }
  return Found;
}

TEST(EmulatorSettings, CudaVisibleDevicesHoldsAsForNvidiasDriver) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto Say = [](const char *List) {
    std::fprintf(stderr, "%s\n", busesUnder(List).c_str());
    std::exit(0);
  };
  const std::pair<const char *, const char *> All[] = {
      {nullptr, "^0000:10:00.0 0000:11:00.0 0000:12:00.0\n"},
      {"0", "^0000:10:00.0\n"},
      {"2,0", "^0000:12:00.0 0000:10:00.0\n"},
      {"1,9,0", "^0000:11:00.0\n"},
      {"0,-1,1", "^0000:10:00.0\n"},
      {"1,,2", "^0000:11:00.0\n"},
      {"1,1,2", "^0000:11:00.0\n"},
      {"", "^the CUDA driver finds no device\n"},
      {"99", "^the CUDA driver finds no device\n"},
      {"none", "^the CUDA driver finds no device\n"},
  };
  for (const auto &[List, Buses] : All)
    EXPECT_EXIT(Say(List), testing::ExitedWithCode(0), Buses) << (List ? List : "no list");
}

/// Starts the emulator with checks and counters, and launches a kernel once. Runs in a process whose output is
/// compared.
void launchOnce(const char *Counters) {
  unsetenv("CUDA_VISIBLE_DEVICES");
  setenv("HETCC_EMULATOR_CHECKS", "1", 1);
  setenv("HETCC_EMULATOR_COUNTERS", Counters, 1);
  std::string WhyNot;
  const Driver *Cuda = openDriver(EMULATOR_LIBRARY, WhyNot);
  if (!Cuda) {
    std::fprintf(stderr, "%s\n", WhyNot.c_str());
    std::exit(1);
  }
  Context Here = nullptr;
  Module Loaded = nullptr;
  Function Adds = nullptr;
  DevicePointer There = 0;
  unsigned Count = 40;
  void *Parameters[] = {&There, &Count};
  Cuda->PrimaryCtxRetain(&Here, 0);
  Cuda->CtxPushCurrent(Here);
  Cuda->ModuleLoadDataEx(&Loaded, Kernels, 0, nullptr, nullptr);
  Cuda->ModuleGetFunction(&Adds, Loaded, "add");
  Cuda->MemAlloc(&There, 160);
  Cuda->LaunchKernel(Adds, 2, 1, 1, 32, 1, 1, 0, nullptr, Parameters, nullptr);
  std::exit(Cuda->StreamSynchronize(nullptr));
}

TEST(EmulatorSettings, ChecksAndCountersSpeakOnStandardError) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(launchOnce("table"), testing::ExitedWithCode(0),
              "read before written: kernel add, block .0,0,0., thread .0,0,0., ptx line 14: load of 4 bytes at global "
              "address 0x[0-9a-f]+ .0 bytes into an allocation of 160 bytes.*\n.*counted, not timed.*\n.*\n"
              " +add +1 +[0-9]+ +[0-9.]+ +5 +2.50 +5 +5 +2.50 +5 +0 +0 +0 +0 +0\n");
  EXPECT_EXIT(launchOnce("tables"), testing::ExitedWithCode(1),
              "HETCC_EMULATOR_COUNTERS: wanted 'table' or 'json:FILE', found 'tables'");
}

TEST(EmulatorSettings, CountersBecomeJson) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const std::string File = COUNTERS_FILE;
  EXPECT_EXIT(launchOnce(("json:" + File).c_str()), testing::ExitedWithCode(0), "");
  std::ifstream In(File);
  const std::string Text{std::istreambuf_iterator<char>(In), {}};
  EXPECT_THAT(Text,
              StartsWith("{\"launches\": [\n{\"kernel\": \"add\", \"device\": 0, \"launch\": 1, \"grid\": [2, 1, 1]"));
  EXPECT_THAT(
      Text, HasSubstr("\"global_loads\": {\"requests\": 2, \"bytes\": 160, \"sectors\": 5, \"distinct_sectors\": 5}"));
  std::remove(File.c_str());
}

TEST(EmulatorSettings, AreInTheManual) {
  std::ifstream In(EMULATOR_PAGE);
  const std::string Page{std::istreambuf_iterator<char>(In), {}};
  std::set<std::string> Known{emulator::CountersSetting};
#define NAME(Member, Name, Default, Least, Most, Units, What) Known.insert(Name);
  EMULATOR_SETTINGS(NAME)
#undef NAME
  std::set<std::string> Listed;
  const std::string Row = "\n| `HETCC_EMULATOR_";
  for (std::size_t At = Page.find(Row); At != std::string::npos; At = Page.find(Row, At + 1))
    Listed.insert(Page.substr(At + 4, Page.find('`', At + 4) - At - 4));
  EXPECT_EQ(Listed, Known);
}

} // namespace
