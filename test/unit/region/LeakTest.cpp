// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs very many regions and checks that memory does not grow: devices keep only persistent arrays, and not even those
// after hetrt_depersist(), and the host keeps nothing. HETCC_TEST_REGIONS is the number of regions; without it, the
// test runs a few.
#include "Loops.h"

#include <cstdio>
#include <cstdlib>
#include <unistd.h>

using namespace hetrt;
using namespace hetrt::test;

namespace {

std::uint64_t regionsWanted() {
  const char *Text = std::getenv("HETCC_TEST_REGIONS");
  return Text ? std::strtoull(Text, nullptr, 10) : 2000;
}

std::uint64_t bytesResident() {
  unsigned long Total = 0, Resident = 0;
  std::FILE *File = std::fopen("/proc/self/statm", "r");
  EXPECT_TRUE(File && std::fscanf(File, "%lu %lu", &Total, &Resident) == 2);
  if (File)
    std::fclose(File);
  return Resident * std::uint64_t(sysconf(_SC_PAGESIZE));
}

std::uint64_t allocations() {
  std::uint64_t All = 0;
  for (EmulatedDevice *Device : emulatedDevices())
    All += Device->statistics().Allocations + Device->statistics().AllocatedBytes;
  return All;
}

/// Runs `Count` regions of changing sizes, with changing schedulers, some with persistent arrays.
void runRegions(std::uint64_t Count) {
  const char *Schedulers[] = {"static", "adaptive", "split", "chunk", "gpu"};
  static AxpyLoop Plain(1), Persistent(1, HETRT_PERSIST); // regions and their states live as long as the process
  for (std::uint64_t Done = 0; Done < Count; Done += 4) {
    const bool Persists = Done % 8 == 0;
    AxpyLoop &Axpy = Persists ? Persistent : Plain;
    Axpy.resize(std::int64_t(100 + Done % 4000));
    for (int Pass = 0; Pass < 4; ++Pass) {
      Axpy.Loop.on("all", Schedulers[(Done / 4 + std::uint64_t(Pass)) % 5]);
      ASSERT_EQ(Axpy.Loop.run(), HETRT_SUCCESS) << hetrt_last_message();
    }
    for (std::size_t I = 0; I < Axpy.X.size(); I += 97)
      ASSERT_EQ(Axpy.Y[I], 1 + 4 * 3 * Axpy.X[I]);
    if (Persists) {
      EXPECT_EQ(hetrt_depersist(Axpy.X.data(), "x", "here"), HETRT_SUCCESS);
      EXPECT_EQ(hetrt_depersist(Axpy.Y.data(), "y", "here"), HETRT_SUCCESS);
    }
    ASSERT_EQ(allocations(), 0u) << "after " << Done << " regions";
  }
}

} // namespace

TEST(Leak, RegionsKeepNothing) {
  const std::uint64_t Count = regionsWanted();
  runRegions(Count / 10 + 100); // first, so that allocators and threads reach their final size
  const std::uint64_t Before = bytesResident();
  runRegions(Count);
  const std::uint64_t After = bytesResident(), Grown = After > Before ? After - Before : 0;
  RecordProperty("regions", std::to_string(Count));
  RecordProperty("bytes", std::to_string(Grown));
  std::printf("%llu regions: %.1f MB resident before, %.1f MB after\n", static_cast<unsigned long long>(Count),
              double(Before) * 1e-6, double(After) * 1e-6);
#ifndef HETCC_SANITIZED // sanitizers delay the release of memory, and look for leaks themselves
  EXPECT_LT(Grown, 1u << 20);
#endif
}
