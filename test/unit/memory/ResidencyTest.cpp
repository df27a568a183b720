// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests persistent arrays that together do not fit on a device: which of them stay, which are copied in shares, and how
// much is copied.
#include "Device/Emulated/EmulatedDevice.h"
#include "Memory/PassMemory.h"
#include "TestCall.h"

#include <gtest/gtest.h>
#include <map>
#include <numeric>
#include <random>

using namespace hetrt;
using namespace hetrt::test;

namespace {

constexpr int Doubles = 1600;

/// Runs passes on one device that read the whole of some arrays.
class Residency : public testing::Test {
protected:
  /// The device has room for `Room` arrays of `Doubles` doubles, and a tenth of an array more.
  explicit Residency(double Room = 2)
      : Owner(0, options(Room)), Home(Owner, 0), Known(std::vector<DeviceMemory *>{&Home}) {}

  static EmulatedOptions options(double Room) {
    EmulatedOptions Made;
    Made.MemoryBytes = static_cast<std::uint64_t>((Room + 0.1) * Doubles * sizeof(double));
    return Made;
  }

  struct Named {
    const char *Name;
    unsigned Flags = MovesIn | HETRT_PERSIST;
  };

  std::vector<double> &data(const std::string &Name) {
    std::vector<double> &Data = Arrays[Name];
    Data.resize(Doubles);
    return Data;
  }

  /// Runs a pass, in pieces if necessary. Returns the bytes that were copied in, as a multiple of the size of an array.
  double pass(std::initializer_list<Named> Wanted) {
    TestCall Case(Doubles);
    for (const Named &Each : Wanted)
      Case.add(Each.Name, data(Each.Name).data(), sizeof(double), Each.Flags, {{Doubles, true}});
    Case.Region.emulated = [](std::uint64_t, std::uint64_t, const void *, void *, const hetrt_bounds *) {};
    PassArrays Of{&Case.Region, std::vector<std::byte>(Wanted.size() * sizeof(void *)), Case.resolve()};
    for (std::size_t I = 0; I < Wanted.size(); ++I)
      EXPECT_TRUE(Known.find(Of.Call.Arrays[I], Of.Call.Arrays[I].Entry).ok());
    const std::uint64_t Before = Owner.statistics().BytesIn;
    PassMemory Memory(Of, Home, Known);
    AtOnce = std::min<std::uint64_t>(Memory.iterationsAtOnce(), Doubles);
    for (std::uint64_t First = 0; First < Doubles; First += AtOnce)
      piece(Memory, First, std::min<std::uint64_t>(First + AtOnce, Doubles));
    return double(Owner.statistics().BytesIn - Before) / (Doubles * sizeof(double));
  }

  void piece(PassMemory &Memory, std::uint64_t First, std::uint64_t Last) {
    EXPECT_TRUE(Memory.bringIn(First, Last).ok());
    EXPECT_TRUE(Owner.orderAfter(Queue::Compute, Queue::In).ok());
    EXPECT_TRUE(Owner.launch(Memory.launch()).ok());
    EXPECT_TRUE(Memory.sendOut().ok());
    EXPECT_TRUE(Owner.synchronize().ok());
    Memory.commit();
  }

  std::map<std::string, std::vector<double>> Arrays;
  EmulatedDevice Owner;
  DeviceMemory Home;
  Directory Known;
  std::uint64_t AtOnce = 0; ///< How many iterations ran at a time in the last pass.
};

} // namespace

TEST_F(Residency, LoopsThatAlternateDoNotDriveEachOthersArraysOut) {
  EXPECT_EQ(pass({{"x"}, {"y"}}), 2);
  EXPECT_EQ(pass({{"y"}, {"z"}}), 1);
  for (int Round = 0; Round < 5; ++Round) {
    EXPECT_EQ(pass({{"x"}, {"y"}}), 0);
    EXPECT_EQ(pass({{"y"}, {"z"}}), 1) << "z, which there is no room for, in pieces";
  }
}

TEST_F(Residency, ALoopThatIsOverMakesWay) {
  pass({{"x"}, {"y"}});
  pass({{"y"}, {"z"}});
  EXPECT_EQ(pass({{"y"}, {"z"}}), 1) << "nobody has used x since z was last wanted";
  EXPECT_EQ(pass({{"y"}, {"z"}}), 0) << "z stays";
  EXPECT_EQ(pass({{"x"}, {"y"}}), 1);
}

TEST_F(Residency, OneLoopOverArraysInTurnKeepsThoseItCan) {
  for (const char *Name : {"a", "b", "c"})
    EXPECT_EQ(pass({{Name}}), 1);
  for (int Round = 0; Round < 5; ++Round) {
    EXPECT_EQ(pass({{"a"}}), 0);
    EXPECT_EQ(pass({{"b"}}), 0);
    EXPECT_EQ(pass({{"c"}}), 1);
  }
}

TEST_F(Residency, OfArraysThatDoNotFitTogetherSomeStay) {
  EXPECT_EQ(pass({{"x"}, {"y"}, {"z"}}), 3);
  EXPECT_EQ(pass({{"x"}, {"y"}, {"z"}}), 2) << "a third array needs room for its pieces";
  EXPECT_EQ(AtOnce, (Doubles + Doubles / 10) / 4) << "two pieces of two arrays in the room that one leaves";
}

TEST_F(Residency, WhatComesInPiecesDrivesNothingOut) {
  pass({{"x"}});
  EXPECT_EQ(pass({{"w", MovesIn}, {"v", MovesIn}}), 2);
  EXPECT_LT(AtOnce, Doubles);
  EXPECT_EQ(pass({{"x"}}), 0);
}

TEST_F(Residency, WhatIsNotThereNeitherInPiecesMakesRoom) {
  pass({{"x"}, {"y"}});
  pass({{"x"}});
  EXPECT_EQ(pass({{"u", MovesIn}, {"v", MovesIn}, {"w", MovesIn}}), 3) << "three pieces, twice: more than is free";
  EXPECT_GE(AtOnce, Doubles / 16);
  EXPECT_EQ(pass({{"x"}}), 0) << "y was not used for longest";
  EXPECT_EQ(pass({{"y"}}), 1);
}

TEST_F(Residency, WhatWasWrittenSurvivesBeingDropped) {
  std::fill(data("y").begin(), data("y").end(), 7.0);
  pass({{"y", MovesIn | MovesOut | HETRT_PERSIST}});
  for (const char *Name : {"a", "b", "a", "b"})
    pass({{Name}});
  EXPECT_EQ(Known.bytesOn(Home), 2u * Doubles * sizeof(double)) << "y was dropped";
  EXPECT_EQ(data("y"), std::vector<double>(Doubles, 7.0));
}

/// A device on which other programs use most of the memory.
class Crowded : public Residency {
protected:
  Crowded() : Residency(20) {}
};

TEST_F(Crowded, ADeviceIsAskedOnceAnAllocationHasFailed) {
  DeviceAddress Others = 0;
  ASSERT_TRUE(Owner.allocate(Owner.availableBytes() - Doubles * sizeof(double) / 2, Others).ok());
  TestCall Case(Doubles);
  Case.add("x", data("x").data(), sizeof(double), MovesIn, {{Doubles, true}});
  const PassArrays Of{&Case.Region, std::vector<std::byte>(sizeof(void *)), Case.resolve()};
  {
    PassMemory First(Of, Home, Known);
    EXPECT_GE(First.iterationsAtOnce(), std::uint64_t(Doubles)) << "far below the device's size";
    const Status Failed = First.bringIn(0, Doubles);
    EXPECT_TRUE(Failed.isOutOfMemory()) << Failed.message();
    EXPECT_TRUE(First.queryFreeMemoryFromNowOn());
  }
  PassMemory Second(Of, Home, Known);
  EXPECT_EQ(Second.iterationsAtOnce(), std::uint64_t(Doubles) / 4);
  EXPECT_TRUE(Second.bringIn(0, Doubles / 4).ok());
  EXPECT_TRUE(Owner.synchronize().ok());
  EXPECT_FALSE(Second.queryFreeMemoryFromNowOn()) << "it has asked, so there is nothing left to try";
}

TEST_F(Residency, RandomProgramsAlwaysFindRoom) {
  std::mt19937 Random(3);
  const char *const Names[] = {"a", "b", "c", "d", "e", "f"};
  for (int Round = 0; Round < 300; ++Round) {
    auto One = [&] { return Named{Names[Random() % 6], unsigned(MovesIn | (Random() % 3 ? HETRT_PERSIST : 0))}; };
    Named First = One(), Second = One();
    const double Moved = First.Name == Second.Name ? pass({First}) : pass({First, Second});
    EXPECT_LE(Moved, 2);
    EXPECT_LE(Known.bytesOn(Home), Owner.capabilities().MemoryBytes);
    if (HasFailure())
      return;
  }
}
