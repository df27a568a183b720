// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every kind of array access with every scheduler, trip count and step must give the result of the serial loop and run
// every iteration exactly once. HETRT_DEVICES sets the devices: CMakeLists.txt runs the tests once per mix of devices.
#include "../Rounds.h"
#include "TestLoop.h"

#include "Schedule/Registry.h"

#include <gtest/gtest.h>
#include <mutex>

using namespace hetrt::test;

namespace {

constexpr std::int64_t Width = 5; ///< The extent of matrices in the dimension that the loop does not follow.

struct Values {
  double *X;
  std::int64_t StrideX; ///< The distance between rows, for array descriptions that take it from a variable.
  double *Y;
  std::int64_t StrideY;
  std::int64_t Lower, Step, Extent;
  std::int64_t *Counts;
};

/// The CPU form has no bounds; there, every index is valid.
std::int64_t reading(const hetrt_bounds *Bounds, int Window, int Dimension, std::int64_t Index) {
  return Bounds ? hetrt_read_index(&Bounds[Window], Dimension, Index) : Index;
}
std::int64_t writing(const hetrt_bounds *Bounds, int Window, int Dimension, std::int64_t Index) {
  return Bounds ? hetrt_write_index(&Bounds[Window], Dimension, Index) : Index;
}

using Kernel = void(std::int64_t I, const Values &V, const hetrt_bounds *B);

void axpy(std::int64_t I, const Values &V, const hetrt_bounds *B) {
  V.Y[writing(B, 1, 0, I)] += 3 * V.X[reading(B, 0, 0, I)];
}

void halo(std::int64_t I, const Values &V, const hetrt_bounds *B) {
  double Sum = 0;
  for (std::int64_t J = std::max<std::int64_t>(0, I - 2); J <= std::min(V.Extent - 1, I + 2); ++J)
    Sum += V.X[reading(B, 0, 0, J)];
  V.Y[writing(B, 1, 0, I)] = Sum;
}

void rows(std::int64_t I, const Values &V, const hetrt_bounds *B) {
  for (std::int64_t J = 0; J < Width; ++J)
    V.Y[writing(B, 1, 0, I) * Width + J] = V.X[reading(B, 0, 0, I) * Width + J] + double(J);
}

void columns(std::int64_t I, const Values &V, const hetrt_bounds *B) {
  for (std::int64_t J = 0; J < Width; ++J)
    V.Y[J * V.StrideY + writing(B, 1, 1, I)] += V.X[J * V.StrideX + reading(B, 0, 1, I)];
}

void gather(std::int64_t I, const Values &V, const hetrt_bounds *B) {
  V.Y[writing(B, 1, 0, I)] = V.X[reading(B, 0, 0, V.Extent - 1 - I)] + 1;
}

template <Kernel *Body>
void overIterations(std::uint64_t First, std::uint64_t Last, const void *Argument, void *, const hetrt_bounds *B) {
  const Values &V = *static_cast<const Values *>(Argument);
  for (std::uint64_t K = First; K < Last; ++K)
    Body(V.Lower + static_cast<std::int64_t>(K) * V.Step, V, B);
}

/// A kind of array access.
struct Shape {
  const char *Name;
  hetrt_emulated_kernel *Run;
  unsigned FlagsX, FlagsY;
  bool IsMatrix, TiedInner, TiedX;
  std::int64_t HaloX;
};

const Shape Shapes[] = {
    {"axpy", overIterations<axpy>, MovesIn, MovesIn | MovesOut, false, false, true, 0},
    {"halo", overIterations<halo>, MovesIn, MovesIn | MovesOut, false, false, true, 2},
    {"rows", overIterations<rows>, MovesIn, MovesIn | MovesOut, true, false, true, 0},
    {"written rows", overIterations<rows>, MovesIn, MovesOut, true, false, true, 0},
    {"columns", overIterations<columns>, MovesIn, MovesIn | MovesOut, true, true, true, 0},
    {"packed columns", overIterations<columns>, MovesIn | HETRT_STRIDED, MovesIn | MovesOut | HETRT_STRIDED, true, true,
     true, 3},
    {"one packed", overIterations<columns>, MovesIn, MovesIn | MovesOut | HETRT_STRIDED, true, true, true, 0},
    {"gather", overIterations<gather>, MovesIn | WholeCopy, MovesOut, false, false, false, 0},
    {"persistent axpy", overIterations<axpy>, MovesIn | HETRT_PERSIST, MovesIn | MovesOut | HETRT_PERSIST, false, false,
     true, 0},
    {"persistent halo", overIterations<halo>, MovesIn | HETRT_PERSIST, MovesOut | HETRT_PERSIST, false, false, true, 2},
    {"persistent columns, told strides", overIterations<columns>, MovesIn | HETRT_PERSIST | HETRT_STRIDED,
     MovesIn | MovesOut | HETRT_STRIDED, true, true, true, 0},
    {"persistent columns", overIterations<columns>, MovesIn | HETRT_PERSIST, MovesIn | MovesOut | HETRT_PERSIST, true,
     true, true, 0},
};

struct Loop {
  std::uint64_t Trips;
  std::int64_t Step;
  const char *Scheduler;
};

/// The arrays and the loop of one test case.
class Case {
public:
  Case(const Shape &What, const Loop &How) : What(What), How(How) {
    const std::int64_t Span = How.Trips ? static_cast<std::int64_t>(How.Trips - 1) * std::abs(How.Step) : 0;
    V.Extent = Span + 4;
    V.Lower = How.Step > 0 ? 2 : 2 + Span;
    V.Step = How.Step;
    const std::size_t Elements = static_cast<std::size_t>(V.Extent) * (What.IsMatrix ? Width : 1);
    X.resize(Elements);
    Y.resize(Elements);
    for (std::size_t I = 0; I < Elements; ++I) {
      X[I] = double(I % 1000) + 1;
      Y[I] = -double(I % 77);
    }
    Expected = Y;
  }

  void run() {
    V.X = X.data();
    V.Y = Y.data();
    V.StrideX = V.StrideY = V.Extent;
    TestLoop Test(What.Run, &V, sizeof V);
    Test.trips(How.Trips, V.Lower, V.Step).on("all", How.Scheduler);
    window(Test, "x", What.FlagsX, &V.X, What.TiedX, What.HaloX);
    window(Test, "y", What.FlagsY, &V.Y, true, 0);
    std::mutex Mutex;
    std::vector<int> Counts(How.Trips);
    Test.Body = [&](std::uint64_t First, std::uint64_t Last) {
      ASSERT_LT(First, Last);
      ASSERT_LE(Last, How.Trips);
      What.Run(First, Last, &V, nullptr, nullptr);
      std::lock_guard Lock(Mutex);
      for (std::uint64_t K = First; K < Last; ++K)
        ++Counts[K];
    };
    for (int Pass = 0; Pass < 4; ++Pass) {
      ASSERT_EQ(Test.run(), HETRT_SUCCESS) << hetrt_last_message();
      Values Serial = V;
      Serial.Y = Expected.data();
      What.Run(0, How.Trips, &Serial, nullptr, nullptr);
      ASSERT_EQ(Y, Expected) << "pass " << Pass;
    }
    for (int Count : Counts)
      ASSERT_LE(Count, 4) << "an iteration ran twice in a pass";
    if (How.Trips == 0)
      return;
    if (What.FlagsX & HETRT_PERSIST) {
      EXPECT_EQ(hetrt_depersist(X.data(), "x", "loop.c:9"), HETRT_SUCCESS);
    }
    if (What.FlagsY & HETRT_PERSIST) {
      EXPECT_EQ(hetrt_depersist(Y.data(), "y", "loop.c:9"), HETRT_SUCCESS);
    }
  }

private:
  void window(TestLoop &Test, const char *Name, unsigned Flags, const void *Pointer, bool Tied, std::int64_t Halo) {
    if (!What.IsMatrix)
      Test.window(Name, Flags, Pointer, sizeof(double), {{V.Extent, Tied, Halo}});
    else if (What.TiedInner)
      Test.window(Name, Flags, Pointer, sizeof(double), {{Width}, {V.Extent, Tied, Halo}});
    else
      Test.window(Name, Flags, Pointer, sizeof(double), {{V.Extent, Tied, Halo}, {Width}});
  }

  const Shape &What;
  const Loop &How;
  Values V{};
  std::vector<double> X, Y, Expected;
};

class Matrix : public testing::TestWithParam<std::string> {};

struct Sum {
  std::int64_t Total, Largest;
};

/// Adds the iteration numbers to a total and takes the largest.
void reduce(std::uint64_t First, std::uint64_t Last, const void *, void *Partial, const hetrt_bounds *) {
  Sum Own{0, INT64_MIN};
  for (std::uint64_t K = First; K < Last; ++K) {
    Own.Total += static_cast<std::int64_t>(K);
    Own.Largest = std::max(Own.Largest, static_cast<std::int64_t>(K));
  }
  *static_cast<Sum *>(Partial) = Own;
}

std::vector<std::string> schedulers() {
  std::vector<std::string> Names;
  for (const hetrt::SchedulerDescriptor *Each : hetrt::allSchedulers())
    Names.emplace_back(Each->Name);
  return Names;
}

} // namespace

TEST_P(Matrix, EqualsTheSerialLoop) {
  for (const Shape &What : Shapes)
    for (std::uint64_t Trips : {0u, 1u, 2u, 97u, rounds(20000)})
      for (std::int64_t Step : {1, -1, 3, -7}) {
        SCOPED_TRACE(std::string(What.Name) + ", " + std::to_string(Trips) + " trips, step " + std::to_string(Step));
        // A copy that is only written must be written everywhere, and with a step over 1 the gaps are not.
        const Loop How{Trips, Step, GetParam().c_str()};
        Case(What, How).run();
        if (HasFatalFailure())
          return;
      }
}

TEST_P(Matrix, Reductions) {
  for (std::uint64_t Trips : {1, 2, 97, 100000}) {
    int Unused = 0;
    TestLoop Test(reduce, &Unused, sizeof Unused);
    Test.Call.partials_size = sizeof(Sum);
    Test.trips(Trips).on("all", GetParam().c_str());
    for (int Pass = 0; Pass < 4; ++Pass) {
      Sum All{0, INT64_MIN};
      std::mutex Mutex;
      auto Take = [&](const Sum &Part) {
        std::lock_guard Lock(Mutex);
        All.Total += Part.Total;
        All.Largest = std::max(All.Largest, Part.Largest);
      };
      Test.Body = [&](std::uint64_t First, std::uint64_t Last) {
        Sum Part;
        reduce(First, Last, nullptr, &Part, nullptr);
        Take(Part);
      };
      Test.Combine = [&](const void *Partial) { Take(*static_cast<const Sum *>(Partial)); };
      ASSERT_EQ(Test.run(), HETRT_SUCCESS) << hetrt_last_message();
      EXPECT_EQ(All.Total, static_cast<std::int64_t>(Trips * (Trips - 1) / 2));
      EXPECT_EQ(All.Largest, static_cast<std::int64_t>(Trips - 1));
    }
  }
}

TEST_P(Matrix, TeamsOfOtherSizesThanWanted) {
  for (int Threads : {1, 2, 3, 5}) {
    std::vector<double> X(997, 2), Y(997, 1);
    Values V{X.data(), 1, Y.data(), 1, 0, 1, 997, nullptr};
    TestLoop Test(overIterations<axpy>, &V, sizeof V);
    Test.trips(997).on("all", GetParam().c_str());
    Test.window("x", MovesIn, &V.X, sizeof(double), {{997, true}});
    Test.window("y", MovesIn | MovesOut, &V.Y, sizeof(double), {{997, true}});
    Test.Body = [&](std::uint64_t First, std::uint64_t Last) {
      overIterations<axpy>(First, Last, &V, nullptr, nullptr);
    };
    for (int Pass = 1; Pass <= 5; ++Pass) {
      ASSERT_EQ(Test.run(Threads), HETRT_SUCCESS) << hetrt_last_message();
      ASSERT_EQ(Y, std::vector<double>(997, 1 + 6 * Pass)) << Threads << " threads";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Schedulers, Matrix, testing::ValuesIn(schedulers()),
                         [](const auto &Info) { return Info.param; });
