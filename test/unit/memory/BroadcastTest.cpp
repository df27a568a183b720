// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests data that several devices need and only the host has: over a network, the host sends it only once.
#include "Device/Emulated/EmulatedDevice.h"
#include "Memory/Exchange.h"
#include "TestCall.h"

#include <gtest/gtest.h>

#include <numeric>

using namespace hetrt;
using namespace hetrt::test;

namespace {

constexpr std::int64_t ArrayLength = 120;

/// Some devices, and two persistent arrays: every device reads all of x, and y is divided by rows.
class Broadcast : public testing::Test {
protected:
  void make(unsigned Count, bool OverNetwork) {
    EmulatedOptions Options;
    Options.SendsEarly = OverNetwork;
    std::vector<DeviceMemory *> Homes;
    for (unsigned Number = 0; Number < Count; ++Number) {
      Devices.push_back(std::make_unique<EmulatedDevice>(Number, Options));
      Memories.push_back(std::make_unique<DeviceMemory>(*Devices.back(), Number));
      Homes.push_back(Memories.back().get());
    }
    Known = std::make_unique<Directory>(Homes);
    std::iota(X.begin(), X.end(), 1);
    Case.add("x", X.data(), sizeof(long), MovesIn | WholeCopy | HETRT_PERSIST, {{ArrayLength}});
    Case.add("y", Y.data(), sizeof(long), MovesIn | HETRT_PERSIST, {{ArrayLength, true}});
    Pass.Call = Case.resolve();
    Pass.Region = &Case.Region;
    for (unsigned I = 0; I < 2; ++I)
      EXPECT_TRUE(Known->find(Pass.Call.Arrays[I], Pass.Call.Arrays[I].Entry).ok());
  }

  /// Supplies all devices, each with an equal share.
  void supplyAll() {
    std::vector<Consumer> Consumers;
    for (unsigned Number = 0; Number < Devices.size(); ++Number)
      Consumers.push_back({Memories[Number].get(),
                           {Number * ArrayLength / Devices.size(), (Number + 1) * ArrayLength / Devices.size()},
                           std::vector<ArrayKind>(2, ArrayKind::KeptCopy)});
    EXPECT_TRUE(supply(Pass, *Known, Consumers, true).ok());
  }

  bool hasX(unsigned Number) {
    const FullCopy &Copy = Pass.Call.Arrays[0].Entry->Copies[Number];
    if (Copy.held(Pass.Call.Arrays[0].Entry->whole()).empty())
      return false;
    std::vector<long> Found(ArrayLength);
    EXPECT_TRUE(Devices[Number]->copyOut(Found.data(), Copy.Address, ArrayLength * sizeof(long)).ok());
    EXPECT_TRUE(Devices[Number]->synchronize().ok());
    EXPECT_EQ(Found, X);
    return true;
  }

  TestCall Case{ArrayLength};
  std::vector<long> X = std::vector<long>(ArrayLength), Y = std::vector<long>(ArrayLength);
  std::vector<std::unique_ptr<EmulatedDevice>> Devices;
  std::vector<std::unique_ptr<DeviceMemory>> Memories;
  std::unique_ptr<Directory> Known;
  PassArrays Pass;
};

} // namespace

TEST_F(Broadcast, TheHostSendsItOnceAndDevicesPassItOn) {
  make(6, true);
  supplyAll();
  for (unsigned Number = 0; Number < 6; ++Number) {
    EXPECT_EQ(Devices[Number]->statistics().BytesIn, Number ? 0 : ArrayLength * sizeof(long)) << Number;
    EXPECT_EQ(Devices[Number]->statistics().BytesAcross, Number ? ArrayLength * sizeof(long) : 0) << Number;
    EXPECT_TRUE(hasX(Number)) << Number;
  }
  const std::uint64_t Before = Devices[3]->statistics().BytesAcross;
  supplyAll();
  EXPECT_EQ(Devices[3]->statistics().BytesAcross, Before) << "they have it";
}

TEST_F(Broadcast, DevicesOfOneMachineTakeItFromTheHost) {
  make(3, false);
  supplyAll();
  for (const auto &Each : Devices)
    EXPECT_EQ(Each->statistics().BytesIn + Each->statistics().BytesAcross, 0u) << "each brings it in by itself";
}

/// Whichever call fails, a device has what the directory says that it has.
TEST_F(Broadcast, BehindAFaultNobodyCountsOnIt) {
  make(4, true);
  Devices[1]->injectFault({EmulatedCall::CopyAcross, 1, false});
  supplyAll();
  for (unsigned Number = 0; Number < 4; ++Number)
    EXPECT_FALSE(hasX(Number)) << Number;
}
