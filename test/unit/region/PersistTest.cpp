// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests persistent arrays through the C interface: arrays that several regions use, swapped pointers, cores that write,
// and the number of bytes copied.
#include "Loops.h"

using namespace hetrt;
using namespace hetrt::test;

namespace {

/// Jacobi iteration: y[i] = (x[i-1] + x[i+1]) / 2 for the inner elements; the pointers are swapped between passes.
struct Sweep {
  struct Values {
    double *X, *Y;
    std::int64_t N;
  };
  static void kernel(std::uint64_t First, std::uint64_t Last, const void *Argument, void *, const hetrt_bounds *B) {
    const Values &V = *static_cast<const Values *>(Argument);
    for (auto I = std::int64_t(First) + 1; I < std::int64_t(Last) + 1; ++I)
      V.Y[B ? hetrt_write_index(&B[1], 0, I) : I] = 0.5 * (V.X[B ? hetrt_read_index(&B[0], 0, I - 1) : I - 1] +
                                                           V.X[B ? hetrt_read_index(&B[0], 0, I + 1) : I + 1]);
  }

  explicit Sweep(double *From, double *To, std::int64_t N) : V{From, To, N} {
    Loop.trips(std::uint64_t(N - 2), 1).on("all", "static");
    Loop.window("x", MovesIn | HETRT_PERSIST, &V.X, sizeof(double), {{N, true, 1}});
    Loop.window("y", MovesIn | MovesOut | HETRT_PERSIST, &V.Y, sizeof(double), {{N, true}});
    Loop.Body = [this](std::uint64_t First, std::uint64_t Last) { kernel(First, Last, &V, nullptr, nullptr); };
  }
  Values V;
  TestLoop Loop{kernel, &V, sizeof V};
};

} // namespace

TEST(Persist, SwappedPointersFindTheirCopies) {
  constexpr std::int64_t N = 1000;
  std::vector<double> A(N), B(N);
  A[0] = B[0] = 100;
  std::vector<double> SerialA = A, SerialB = B;
  Sweep Model(A.data(), B.data(), N);
  std::uint64_t Before = 0;
  for (int Pass = 0; Pass < 20; ++Pass) {
    Sweep Step(A.data(), B.data(), N);
    Step.Loop.Descriptor = &Model.Loop.Region;
    ASSERT_EQ(Step.Loop.run(), HETRT_SUCCESS) << hetrt_last_message();
    Sweep::Values Serial{SerialA.data(), SerialB.data(), N};
    Sweep::kernel(0, N - 2, &Serial, nullptr, nullptr);
    ASSERT_EQ(B, SerialB);
    std::swap(A, B);
    std::swap(SerialA, SerialB);
    if (Pass == 1)
      Before = bytesIn();
  }
  const std::uint64_t Devices = emulatedDevices().size();
  EXPECT_LE(bytesIn() - Before, 18 * Devices * 2 * sizeof(double)) << "only halos move";
  EXPECT_EQ(hetrt_depersist(A.data(), "a", "here"), HETRT_SUCCESS);
  EXPECT_EQ(hetrt_depersist(B.data(), "b", "here"), HETRT_SUCCESS);
}

TEST(Persist, OtherRegionsSeeAndChangeTheArray) {
  AxpyLoop Axpy(400, HETRT_PERSIST);
  Axpy.Loop.on("all", "static");
  Axpy.runAndCheck();
  // A region without the `persist` clause writes x: once on all devices, once on cores only, once as a nested loop.
  for (int Way = 0; Way < 3; ++Way) {
    AxpyLoop Writer(400);
    Writer.Y = Writer.Expected = Axpy.X;
    Writer.V.Y = Axpy.X.data();
    Writer.Loop.Clauses[1].Base = Axpy.X.data();
    Writer.Loop.on(Way == 1 ? "cpu" : "all", "static");
    Writer.Loop.Call.in_parallel = Way == 2;
    Writer.Loop.Body = [&](std::uint64_t First, std::uint64_t Last) {
      for (std::uint64_t I = First; I < Last; ++I)
        Axpy.X[I] += 3 * Writer.X[I];
    };
    ASSERT_EQ(Writer.Loop.run(), HETRT_SUCCESS) << hetrt_last_message();
    for (std::size_t I = 0; I < 400; ++I)
      ASSERT_EQ(Axpy.X[I], Writer.Expected[I] + 3 * Writer.X[I]);
    Axpy.runAndCheck();
  }
  EXPECT_EQ(hetrt_depersist(Axpy.X.data(), "x", "here"), HETRT_SUCCESS);
  EXPECT_EQ(hetrt_depersist(Axpy.Y.data(), "y", "here"), HETRT_SUCCESS);
}

TEST(Persist, WhatChangesHandsGoesStraightFromDeviceToDevice) {
  const std::vector<EmulatedDevice *> Devices = emulatedDevices();
  if (Devices.size() < 2 || Engine::instance().settings().Write == WritePolicy::None)
    GTEST_SKIP() << "wanted two accelerators that keep arrays";
  AxpyLoop Axpy(400, HETRT_PERSIST);
  Axpy.Loop.on("gpu:0", "gpu");
  Axpy.runAndCheck();
  const DeviceStatistics Before = Devices[1]->statistics();
  Axpy.Loop.on("gpu:1", "gpu");
  Axpy.runAndCheck();
  EXPECT_EQ(Devices[1]->statistics().BytesAcross - Before.BytesAcross, 2 * 400 * sizeof(double));
  EXPECT_EQ(Devices[1]->statistics().BytesIn - Before.BytesIn, 0u);
  EXPECT_EQ(hetrt_depersist(Axpy.X.data(), "x", "here"), HETRT_SUCCESS);
  EXPECT_EQ(hetrt_depersist(Axpy.Y.data(), "y", "here"), HETRT_SUCCESS);
}

TEST(Persist, AFullCopyAndAShareOfOneArray) {
  // As in the method of conjugate gradients: one loop writes p in shares, another reads all of p.
  constexpr std::int64_t N = 300;
  AxpyLoop Writer(N, HETRT_PERSIST);
  Writer.Loop.on("all", "static");
  struct Values {
    double *P, *Q;
  };
  std::vector<double> Q(N);
  Values V{Writer.Y.data(), Q.data()};
  auto Reverse = [](std::uint64_t First, std::uint64_t Last, const void *Argument, void *, const hetrt_bounds *B) {
    const auto &V = *static_cast<const Values *>(Argument);
    for (auto I = std::int64_t(First); I < std::int64_t(Last); ++I)
      V.Q[I] = V.P[B ? hetrt_read_index(&B[0], 0, N - 1 - I) : N - 1 - I];
  };
  TestLoop Reader(Reverse, &V, sizeof V);
  Reader.trips(N).on("all", "static");
  Reader.window("p", MovesIn | WholeCopy | HETRT_PERSIST, &V.P, sizeof(double), {{N}});
  Reader.window("q", MovesOut, &V.Q, sizeof(double), {{N, true}});
  Reader.Body = [&](std::uint64_t First, std::uint64_t Last) { Reverse(First, Last, &V, nullptr, nullptr); };
  for (int Pass = 0; Pass < 5; ++Pass) {
    Writer.runAndCheck();
    ASSERT_EQ(Reader.run(), HETRT_SUCCESS) << hetrt_last_message();
    for (std::int64_t I = 0; I < N; ++I)
      ASSERT_EQ(Q[std::size_t(I)], Writer.Y[std::size_t(N - 1 - I)]);
  }
  EXPECT_EQ(hetrt_depersist(Writer.X.data(), "x", "here"), HETRT_SUCCESS);
  EXPECT_EQ(hetrt_depersist(Writer.Y.data(), "y", "here"), HETRT_SUCCESS);
}
