// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Invalid accesses of emulated kernels: subscripts outside of windows, guard pages, wild pointers, stack overflow; and
// faults that kernels did not cause.

#include "Device/Emulated/EmulatedDevice.h"
#include "DeviceTest.h"

#include <cmath>
#include <csignal>
#include <thread>

#if defined(__SANITIZE_THREAD__)
#define HETRT_TEST_THREAD_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define HETRT_TEST_THREAD_SANITIZER 1
#endif
#endif

namespace hetrt::test {

namespace {

#ifdef HETRT_TEST_THREAD_SANITIZER
constexpr bool ThreadSanitizer = true;
#else
constexpr bool ThreadSanitizer = false;
#endif

/// The invalid access that the kernel of these tests makes; see stray().
enum class Stray { ReadX, WriteY, WriteHalo, RawReadX, RawWriteX, Flat, Wild, Null, Stack };

struct StrayValues {
  Stray What;
  hetrt_int64 Index;
  const double *X;
  double *Y;
};

volatile int Depth = 1 << 30;

/// Recurses `Left` times, with more frames than any stack holds.
int devour(int Left) {
  volatile char Frame[4096];
  Frame[0] = static_cast<char>(Left);
  return Left == 0 ? 0 : devour(Left - 1) + Frame[0];
}

/// An address that is not mapped; volatile, so that the compiler does not know it.
volatile std::uintptr_t Unmapped = 64;

volatile double Sink;

// A kernel with invalid accesses, on purpose.
__attribute__((no_sanitize("undefined"))) void stray(hetrt_uint64, hetrt_uint64, const void *Values, void *,
                                                     const hetrt_bounds *Bounds) {
  const StrayValues &V = *static_cast<const StrayValues *>(Values);
  switch (V.What) {
  case Stray::ReadX:
    Sink = V.X[hetrt_read_index(&Bounds[0], 0, V.Index)];
    break;
  case Stray::WriteY:
    V.Y[hetrt_write_index(&Bounds[1], 0, V.Index)] = 1;
    break;
  case Stray::WriteHalo:
    V.Y[hetrt_write_index(&Bounds[0], 1, V.Index)] = 1;
    break;
  case Stray::Flat:
    Sink = V.X[hetrt_read_flat(&Bounds[0], V.Index)];
    break;
  case Stray::RawReadX:
    Sink = static_cast<const volatile double *>(V.X)[V.Index];
    break;
  case Stray::RawWriteX:
    static_cast<volatile double *>(const_cast<double *>(V.X))[V.Index] = 1;
    break;
  case Stray::Wild:
    Sink = *reinterpret_cast<const volatile double *>(std::uintptr_t(-1));
    break;
  case Stray::Null:
    Sink = *reinterpret_cast<const volatile double *>(static_cast<std::uintptr_t>(V.Index));
    break;
  case Stray::Stack:
    Sink = devour(Depth);
    break;
  }
}

hetrt_array_info array(const char *Name, const char *Clause, unsigned Line, unsigned Rank) {
  hetrt_array_info Made{};
  Made.name = Name;
  Made.clause = Clause;
  Made.line = Line;
  Made.rank = Rank;
  return Made;
}

const hetrt_array_info Arrays[] = {array("x", "part_copyin", 12, 2), array("y", "part_copyout", 13, 1)};

hetrt_region strayRegion() {
  hetrt_region R = {};
  R.abi = HETRT_ABI;
  R.size = sizeof R;
  R.location = "stray.c:11";
  R.array_count = 2;
  R.arrays = Arrays;
  R.values_size = sizeof(StrayValues);
  R.emulated = stray;
  return R;
}

/// Windows [4, 17) of x and y, with 13 elements each, on a new device.
class KernelGuard : public testing::Test {
protected:
  static constexpr std::uint64_t Bytes = 13 * sizeof(double);

  void SetUp() override {
    EXPECT_OK(D.allocate(Bytes, X));
    EXPECT_OK(D.allocate(Bytes, Y));
  }

  void TearDown() override {
    EXPECT_OK(D.release(X));
    EXPECT_OK(D.release(Y));
  }

  Status run(Stray What, hetrt_int64 Index) {
    const std::uint64_t Offset = 4 * sizeof(double);
    const StrayValues Values = {What, Index, reinterpret_cast<const double *>(X - Offset),
                                reinterpret_cast<double *>(Y - Offset)};
    hetrt_bounds Bounds[2] = {};
    for (unsigned W = 0; W < 2; ++W) {
      Bounds[W].window = W;
      Bounds[W].lower[0] = Bounds[W].write_lower[0] = Bounds[W].flat_lower = 4;
      Bounds[W].upper[0] = Bounds[W].write_upper[0] = Bounds[W].flat_upper = 17;
    }
    const DeviceRange Ranges[2] = {{X, Bytes}, {Y, Bytes}};
    Launch Wanted;
    Wanted.Region = &Region;
    Wanted.Last = 1;
    Wanted.Values = std::as_bytes(std::span(&Values, 1));
    Wanted.Bounds = Bounds;
    Wanted.Windows = Ranges;
    EXPECT_OK(D.launch(Wanted));
    return D.synchronize();
  }

  /// Runs the kernel, expects a program fault, and returns its message; checks that the device works afterwards.
  std::string fault(Stray What, hetrt_int64 Index, int Code) {
    const Status Result = run(What, Index);
    EXPECT_TRUE(Result.isProgramFault());
    EXPECT_EQ(Result.code(), Code);
    EXPECT_FALSE(D.lost());
    EXPECT_OK(run(Stray::ReadX, 4));
    return Result.message();
  }

  EmulatedDevice D{0, EmulatedOptions()};
  const hetrt_region Region = strayRegion();
  DeviceAddress X = 0, Y = 0;
};

} // namespace

TEST_F(KernelGuard, IndicesInsideAreFine) {
  for (hetrt_int64 Index : {4, 10, 16}) {
    EXPECT_OK(run(Stray::ReadX, Index));
    EXPECT_OK(run(Stray::WriteY, Index));
    EXPECT_OK(run(Stray::RawReadX, Index));
    EXPECT_OK(run(Stray::RawWriteX, Index));
    EXPECT_OK(run(Stray::Flat, Index));
  }
}

TEST_F(KernelGuard, ViolationsNameRegionArrayIndexAndWindow) {
  EXPECT_EQ(fault(Stray::WriteY, 17, HETRT_ERROR_WINDOW),
            "array 'y' (part_copyout, line 13): write of index 17 outside its window [4, 17)");
  EXPECT_EQ(fault(Stray::WriteY, 3, HETRT_ERROR_WINDOW),
            "array 'y' (part_copyout, line 13): write of index 3 outside its window [4, 17)");
}

TEST_F(KernelGuard, ViolationsInTwoDimensionsNameTheDimension) {
  EXPECT_EQ(fault(Stray::ReadX, -1, HETRT_ERROR_WINDOW), "array 'x' (part_copyin, line 12): read of "
                                                         "index -1 in dimension 1 of 2 outside its window [4, 17)");
  EXPECT_EQ(fault(Stray::Flat, 99, HETRT_ERROR_WINDOW), "array 'x' (part_copyin, line 12): read of "
                                                        "flat index 99 outside its window [4, 17)");
}

TEST_F(KernelGuard, AnEmptyWindowIsNamedAsSuch) {
  EXPECT_EQ(fault(Stray::WriteHalo, 5, HETRT_ERROR_WINDOW),
            "array 'x' (part_copyin, line 12): write of index 5 in dimension 2 of 2, but this "
            "launch may write none of it");
}

TEST_F(KernelGuard, OneElementBeyondTrapsOnTheFlushSide) {
  // x was allocated first, y second: they are adjacent to the upper and to the lower guard page.
  const std::string After = fault(Stray::RawReadX, 17, HETRT_ERROR_KERNEL);
  EXPECT_NE(After.find("the loop body used the invalid address 0x"), std::string::npos) << After;
  EXPECT_NE(After.find(", 0 bytes after the end of array 'x' (part_copyin, line 12)'s window"), std::string::npos)
      << After;
  std::swap(X, Y);
  const std::string Before = fault(Stray::RawWriteX, 3, HETRT_ERROR_KERNEL);
  EXPECT_NE(Before.find(", 8 bytes before the beginning of array 'x'"), std::string::npos) << Before;
}

TEST_F(KernelGuard, ReleasedMemoryTraps) {
  for (int Again = 0; Again < 3; ++Again) {
    EXPECT_OK(D.release(X));
    const Status Result = run(Stray::RawReadX, 5);
    EXPECT_EQ(Result.code(), HETRT_ERROR_KERNEL);
    EXPECT_OK(D.allocate(Bytes, X));
    double Value = 0;
    EXPECT_OK(D.copyOut(&Value, X, sizeof Value));
    EXPECT_OK(D.synchronize());
    EXPECT_TRUE(std::isnan(Value)) << "poisoned anew";
  }
}

TEST_F(KernelGuard, WildPointersAreOnlyAddresses) {
  const std::string Near = fault(Stray::Null, 64, HETRT_ERROR_KERNEL);
  EXPECT_NE(Near.find("the invalid address 0x40, near no array of the region"), std::string::npos) << Near;
  EXPECT_NE(fault(Stray::Null, 0, HETRT_ERROR_KERNEL).find("invalid or null address"), std::string::npos);
  EXPECT_NE(fault(Stray::Wild, 0, HETRT_ERROR_KERNEL).find("invalid"), std::string::npos);
}

TEST_F(KernelGuard, AnExhaustedStackIsAFaultToo) {
  if (ThreadSanitizer)
    GTEST_SKIP() << "the thread sanitizer's own code does not survive the end of the stack";
  // In a separate thread, as the runtime drives devices: the main thread's stack may grow without limit.
  std::thread([this] { fault(Stray::Stack, 0, HETRT_ERROR_KERNEL); }).join();
}

TEST_F(KernelGuard, ThreadsFaultIndependently) {
  auto Work = [] {
    EmulatedDevice Own{1, EmulatedOptions()};
    for (int I = 0; I < 50; ++I) {
      const StrayValues Values = {I % 2 ? Stray::Null : Stray::ReadX, 64, nullptr, nullptr};
      hetrt_bounds Bounds[2] = {};
      const hetrt_region R = strayRegion();
      Launch Wanted;
      Wanted.Region = &R;
      Wanted.Last = 1;
      Wanted.Values = std::as_bytes(std::span(&Values, 1));
      Wanted.Bounds = Bounds;
      EXPECT_OK(Own.launch(Wanted));
      EXPECT_EQ(Own.synchronize().code(), I % 2 ? HETRT_ERROR_KERNEL : HETRT_ERROR_WINDOW);
    }
  };
  std::thread A(Work), B(Work);
  A.join();
  B.join();
}

using KernelGuardDeathTest = KernelGuard;

TEST_F(KernelGuardDeathTest, AViolationOutsideALaunchEndsTheProcess) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  hetrt_bounds Bounds = {};
  Bounds.upper[0] = 3;
  EXPECT_DEATH(hetrt_window_violation(&Bounds, 0, 7, 0), "hetrt: read of index 7 outside its window \\[0, 3\\)");
}

TEST_F(KernelGuardDeathTest, AFaultThatIsNotOursStillEndsTheProcess) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_DEATH(*reinterpret_cast<volatile int *>(Unmapped) = 1, "");
  EXPECT_EXIT(
      {
        raise(SIGSEGV);
        std::_Exit(0);
      },
      [](int Code) { return Code != 0; }, "");
}

} // namespace hetrt::test
