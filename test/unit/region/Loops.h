// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ready-made loops for the tests of the engine.
#ifndef HETRT_TEST_REGION_LOOPS_H
#define HETRT_TEST_REGION_LOOPS_H

#include "TestLoop.h"

#include "Device/Emulated/EmulatedDevice.h"
#include "Region/Engine.h"

#include <gtest/gtest.h>
#include <numeric>

namespace hetrt::test {

/// y[i] += 3 * x[i], with a count of the iterations as a reduction.
class AxpyLoop {
public:
  struct Values {
    double *X, *Y;
  };

  explicit AxpyLoop(std::int64_t N, unsigned ExtraFlags = 0) : X(std::size_t(N)), Y(std::size_t(N), 1), Expected(Y) {
    std::iota(X.begin(), X.end(), 1.0);
    V = {X.data(), Y.data()};
    Loop.Call.partials_size = sizeof(std::uint64_t);
    Loop.trips(std::uint64_t(N));
    Loop.window("x", MovesIn | ExtraFlags, &V.X, sizeof(double), {{N, true}});
    Loop.window("y", MovesIn | MovesOut | ExtraFlags, &V.Y, sizeof(double), {{N, true}});
    Loop.Body = [this](std::uint64_t First, std::uint64_t Last) {
      for (std::uint64_t I = First; I < Last; ++I)
        Y[I] += 3 * X[I];
      Count += Last - First;
      OnCores += Last - First;
    };
    Loop.Combine = [this](const void *Partial) { Count += *static_cast<const std::uint64_t *>(Partial); };
  }

  /// Makes the arrays `N` elements long, with the values of a new object.
  void resize(std::int64_t N) {
    X.resize(std::size_t(N));
    std::iota(X.begin(), X.end(), 1.0);
    Y.assign(std::size_t(N), 1);
    Expected = Y;
    V = {X.data(), Y.data()};
    Loop.setArray(0, V.X, N);
    Loop.setArray(1, V.Y, N);
    Loop.trips(std::uint64_t(N));
  }

  static void kernel(std::uint64_t First, std::uint64_t Last, const void *Argument, void *Partial,
                     const hetrt_bounds *Bounds) {
    const Values &V = *static_cast<const Values *>(Argument);
    for (auto I = std::int64_t(First); I < std::int64_t(Last); ++I)
      V.Y[hetrt_write_index(&Bounds[1], 0, I)] += 3 * V.X[hetrt_read_index(&Bounds[0], 0, I)];
    *static_cast<std::uint64_t *>(Partial) = Last - First;
  }

  /// Runs one pass, and compares the array with the result of a serial loop, and the reduction with the trip count.
  void runAndCheck() {
    Count = OnCores = 0;
    ASSERT_EQ(Loop.run(), HETRT_SUCCESS) << hetrt_last_message();
    for (std::size_t I = 0; I < Loop.Call.trip_count; ++I)
      Expected[I] += 3 * X[I];
    ASSERT_EQ(Y, Expected);
    ASSERT_EQ(Count, Loop.Call.trip_count) << "every iteration once";
  }

  Values V{};
  TestLoop Loop{kernel, &V, sizeof V};
  std::vector<double> X, Y, Expected;
  std::atomic<std::uint64_t> Count{0}, OnCores{0};
};

/// The emulated accelerators of this process.
inline std::vector<EmulatedDevice *> emulatedDevices() {
  Fleet *All = nullptr;
  EXPECT_TRUE(Engine::instance().fleet(All).ok());
  std::vector<EmulatedDevice *> Found;
  for (const auto &Each : All->Members)
    if (auto *Device = dynamic_cast<EmulatedDevice *>(&Each->device()))
      Found.push_back(Device);
  return Found;
}

/// The bytes that all emulated devices have received so far.
inline std::uint64_t bytesIn() {
  std::uint64_t All = 0;
  for (EmulatedDevice *Device : emulatedDevices())
    All += Device->statistics().BytesIn;
  return All;
}

} // namespace hetrt::test

#endif
