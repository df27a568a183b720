// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests that copies for one piece of a share run while the kernel of another runs, on an emulated accelerator that
// models the time of copies.
#include "Loops.h"

using namespace hetrt;
using namespace hetrt::test;

TEST(Overlap, SharesThatFitComeInPiecesWhereThatHidesCopies) {
  if (emulatedDevices().empty() || Engine::instance().settings().kindOptions("HETRT_EMULATED").empty())
    GTEST_SKIP() << "no link is modelled";
  // 1.6 MB are copied in and 0.8 MB out, and the kernel takes about as long as the copies.
  AxpyLoop Axpy(100000);
  Axpy.Loop.on("gpu", "gpu");
  EmulatedDevice &Device = *emulatedDevices().front();
  auto Pass = [&] {
    Axpy.runAndCheck();
    const std::uint64_t Launches = Device.statistics().Launches;
    Axpy.runAndCheck();
    return Device.statistics().Launches - Launches;
  };
  const std::uint64_t Bytes = Device.statistics().BytesIn;
  EXPECT_EQ(Pass(), 1u) << "nothing is known yet";
  std::uint64_t Most = 1;
  for (int I = 0; I < 10; ++I)
    Most = std::max(Most, Pass());
  EXPECT_GT(Most, 1u);
  EXPECT_EQ(Device.statistics().BytesIn - Bytes, 22 * 2 * 100000 * sizeof(double)) << "pieces move no byte twice";
}
