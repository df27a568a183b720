// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program that runs annotated loops through libhetrt.so, for tests that need a process of their own: of settings,
// reports, and the libraries that are loaded. Prints what happened; its exit status is 0 if the results were right.
//
//   probe PASSES [N [DEVICES [SCHEDULER]]]
#include "TestLoop.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>

using namespace hetrt::test;

namespace {

struct Values {
  double *X, *Y;
};

void kernel(std::uint64_t First, std::uint64_t Last, const void *Argument, void *, const hetrt_bounds *Bounds) {
  const Values &V = *static_cast<const Values *>(Argument);
  for (auto I = std::int64_t(First); I < std::int64_t(Last); ++I)
    V.Y[hetrt_write_index(&Bounds[1], 0, I)] += V.X[hetrt_read_index(&Bounds[0], 0, I)];
}

/// Prints the OpenMP runtimes that are loaded in this process.
void printOpenMp() {
  std::ifstream Maps("/proc/self/maps");
  for (std::string Line; std::getline(Maps, Line);)
    for (const char *Name : {"libgomp", "libomp", "libiomp"})
      if (Line.find(Name) != std::string::npos)
        std::printf("loaded %s\n", Name);
}

} // namespace

int main(int Count, char **Arguments) {
  const int Passes = Count > 1 ? std::atoi(Arguments[1]) : 1;
  const std::int64_t N = Count > 2 ? std::atoll(Arguments[2]) : 1000;
  std::vector<double> X(std::size_t(N), 2), Y(std::size_t(N), 1);
  Values V{X.data(), Y.data()};
  // Never destroyed, as regions are not: the destructor uses a function that libhetrt.so does not export.
  static TestLoop &Loop = *new TestLoop(kernel, &V, sizeof V);
  Loop.trips(std::uint64_t(N)).on(Count > 3 ? Arguments[3] : nullptr, Count > 4 ? Arguments[4] : nullptr);
  Loop.window("x", MovesIn, &V.X, sizeof(double), {{N, true}});
  Loop.window("y", MovesIn | MovesOut, &V.Y, sizeof(double), {{N, true}});
  Loop.Call.max_threads = 64;
  Loop.Body = [&](std::uint64_t First, std::uint64_t Last) {
    for (std::uint64_t I = First; I < Last; ++I)
      Y[I] += X[I];
  };
  int Computed = 0;
  for (int Pass = 0; Pass < Passes; ++Pass) {
    if (int Code = Loop.run())
      std::printf("error %d: %s\n", Code, hetrt_last_message());
    else
      ++Computed;
  }
  bool Right = true;
  for (double Each : Y)
    Right &= Each == 1 + 2 * Computed;
  printOpenMp();
  std::printf("threads %d\nresults %s\n", Loop.LastThreads, Right ? "right" : "wrong");
  return !Right;
}
