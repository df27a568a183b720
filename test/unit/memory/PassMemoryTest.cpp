// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests the arrays of a pass on an emulated accelerator: which bytes are copied, when results are stored, and what
// stays on the device between passes.
#include "Memory/PassMemory.h"
#include "Device/DeviceList.h"
#include "TestCall.h"

#include <gmock/gmock.h>
#include <numeric>

using namespace hetrt;
using namespace hetrt::test;
using testing::HasSubstr;

namespace {

/// A box of elements of an array of one dimension.
Box elements(std::int64_t Lower, std::int64_t Upper) { return boxOf({Lower, Upper}); }

struct PassValues {
  double *X, *Y;
};

/// y[i] = x[i - 1] + x[i] + x[i + 1], without the terms whose index is outside of the bounds.
void stencil(std::uint64_t First, std::uint64_t Last, const void *Argument, void *, const hetrt_bounds *Bounds) {
  const PassValues &V = *static_cast<const PassValues *>(Argument);
  for (auto I = static_cast<std::int64_t>(First); I < static_cast<std::int64_t>(Last); ++I) {
    double Sum = 0;
    for (std::int64_t J = std::max<std::int64_t>(I - 1, Bounds[0].lower[0]);
         J <= std::min<std::int64_t>(I + 1, Bounds[0].upper[0] - 1); ++J)
      Sum += V.X[hetrt_read_index(&Bounds[0], 0, J)];
    V.Y[hetrt_write_index(&Bounds[1], 0, I)] = Sum;
  }
}

/// y[i] += x[i].
void add(std::uint64_t First, std::uint64_t Last, const void *Argument, void *, const hetrt_bounds *Bounds) {
  const PassValues &V = *static_cast<const PassValues *>(Argument);
  for (auto I = static_cast<std::int64_t>(First); I < static_cast<std::int64_t>(Last); ++I)
    V.Y[hetrt_write_index(&Bounds[1], 0, I)] += V.X[hetrt_read_index(&Bounds[0], 0, I)];
}

class PassMemoryTest : public testing::Test {
protected:
  static constexpr int N = 100;

  PassMemoryTest() : PassMemoryTest("") {}
  explicit PassMemoryTest(std::string_view Options) {
    FoundDevices Found = findDeviceKind("emulated")->Enumerate({.Count = 1, .Options = Options});
    EXPECT_EQ(Found.Devices.size(), 1u) << Found.WhyNot << Found.Result.message();
    Owner = std::move(Found.Devices.front());
    Home = std::make_unique<DeviceMemory>(*Owner, 0);
    Known = std::make_unique<Directory>(std::vector<DeviceMemory *>{Home.get()});
    std::iota(X.begin(), X.end(), 1.0);
  }

  /// The call's arrays as a pass has them.
  PassArrays arraysOf(const TestCall &Case) {
    PassArrays Arrays;
    Arrays.Region = &Case.Region;
    Pointers = {X.data(), Y.data()};
    Arrays.Values = test::bytesOf(Pointers);
    Arrays.Call = Case.resolve();
    for (PassArray &What : Arrays.Call.Arrays)
      EXPECT_TRUE(Known->find(What, What.Entry).ok());
    return Arrays;
  }

  /// Runs iterations [First, Last) including the copies out; the results are not committed.
  Status compute(PassMemory &Memory, std::uint64_t First, std::uint64_t Last) {
    if (Status Result = Memory.bringIn(First, Last); !Result.ok())
      return Result;
    EXPECT_TRUE(Owner->orderAfter(Queue::Compute, Queue::In).ok());
    if (Status Result = Owner->launch(Memory.launch()); !Result.ok())
      return Result;
    EXPECT_TRUE(Owner->orderAfter(Queue::Out, Queue::Compute).ok());
    if (Status Result = Memory.sendOut(); !Result.ok())
      return Result;
    return Owner->synchronize();
  }

  /// Ends the persistence of an array; returns whether the array was persistent.
  bool depersist(const void *Base) {
    bool Found = false;
    EXPECT_TRUE(Known->depersist(Base, Found).ok());
    return Found;
  }

  TestCall call(hetrt_emulated_kernel *Kernel, unsigned FlagsX, unsigned FlagsY, std::int64_t Halo = 0) {
    TestCall Case(N);
    Case.add("x", X.data(), sizeof(double), FlagsX, {{N, !(FlagsX & WholeCopy), Halo}});
    Case.add("y", Y.data(), sizeof(double), FlagsY, {{N, true}});
    Case.Region.emulated = Kernel;
    return Case;
  }

  std::uint64_t bytesIn() const { return Owner->statistics().BytesIn; }
  std::uint64_t bytesOut() const { return Owner->statistics().BytesOut; }

  std::unique_ptr<Device> Owner;
  std::unique_ptr<DeviceMemory> Home;
  std::unique_ptr<Directory> Known;
  std::vector<double> X = std::vector<double>(N), Y = std::vector<double>(N);
  PassValues Pointers{};
};

} // namespace

TEST_F(PassMemoryTest, MovesTheWindowAndNothingElse) {
  const TestCall Case = call(stencil, MovesIn, MovesOut, 1);
  const PassArrays Arrays = arraysOf(Case);
  {
    PassMemory Memory(Arrays, *Home, *Known);
    ASSERT_TRUE(compute(Memory, 10, 30).ok());
    Memory.commit();
    EXPECT_EQ(bytesIn(), 22 * sizeof(double)) << "20 indices and a halo of one on each side";
    EXPECT_EQ(bytesOut(), 20 * sizeof(double));
    EXPECT_EQ(Memory.written(1), BoxSet(elements(10, 30)));
    EXPECT_TRUE(Memory.written(0).empty());
  }
  for (int I = 0; I < N; ++I)
    EXPECT_EQ(Y[I], I >= 10 && I < 30 ? 3.0 * (I + 1) : 0) << I;
  EXPECT_EQ(Owner->statistics().Allocations, 0u) << "all is freed with the pass";
}

TEST_F(PassMemoryTest, OldValuesStayUntilTheCommit) {
  std::fill(Y.begin(), Y.end(), 5.0);
  const TestCall Case = call(add, MovesIn, MovesIn | MovesOut);
  const PassArrays Arrays = arraysOf(Case);
  PassMemory Memory(Arrays, *Home, *Known);
  ASSERT_TRUE(compute(Memory, 0, N).ok());
  EXPECT_EQ(Y, std::vector<double>(N, 5.0)) << "the pre-image of an inout array";
  Memory.commit();
  EXPECT_EQ(Y[7], 5.0 + 8.0);
}

TEST_F(PassMemoryTest, FullCopiesMoveOncePerPass) {
  const TestCall Case = call(add, MovesIn | WholeCopy, MovesOut | MovesIn);
  const PassArrays Arrays = arraysOf(Case);
  PassMemory Memory(Arrays, *Home, *Known);
  for (std::uint64_t First = 0; First < N; First += 10) {
    ASSERT_TRUE(compute(Memory, First, First + 10).ok());
    Memory.commit();
  }
  EXPECT_EQ(bytesIn(), 2 * N * sizeof(double));
  EXPECT_EQ(Y, X);
}

TEST_F(PassMemoryTest, PersistentSharesMoveOnlyWhatTheyLack) {
  const TestCall Case = call(add, MovesIn | HETRT_PERSIST, MovesIn | MovesOut | HETRT_PERSIST);
  const PassArrays Arrays = arraysOf(Case);
  auto Pass = [&](std::uint64_t First, std::uint64_t Last) {
    const std::uint64_t Before = bytesIn();
    PassMemory Memory(Arrays, *Home, *Known);
    EXPECT_TRUE(compute(Memory, First, Last).ok());
    Memory.commit();
    // The cores compute the rest, in the host's memory.
    for (std::uint64_t I = 0; I < N; ++I)
      if (I < First || I >= Last)
        Y[I] += X[I];
    const BoxSet Own[] = {Memory.written(1)};
    Arrays.Call.Arrays[1].Entry->wroteElsewhere(elements(0, N), Own);
    return (bytesIn() - Before) / sizeof(double);
  };
  EXPECT_EQ(Pass(50, 100), 100u) << "both arrays";
  EXPECT_EQ(Pass(50, 100), 0u);
  EXPECT_EQ(Pass(60, 100), 0u) << "a smaller share";
  EXPECT_EQ(Pass(40, 100), 30u) << "x[40:10] is new, y[40:20] was written elsewhere";
  for (int I = 0; I < N; ++I)
    ASSERT_EQ(Y[I], 4 * X[I]) << I;
}

TEST_F(PassMemoryTest, RoomForCopiesThatStayIsStartUp) {
  const TestCall Case = call(add, MovesIn | HETRT_PERSIST, MovesIn | MovesOut);
  const PassArrays Arrays = arraysOf(Case);
  auto Setup = [&](std::uint64_t First, std::uint64_t Last) {
    PassMemory Memory(Arrays, *Home, *Known);
    EXPECT_TRUE(compute(Memory, First, Last).ok());
    Memory.commit();
    const double Seconds = Memory.takeSetupSeconds();
    EXPECT_EQ(Memory.takeSetupSeconds(), 0);
    return Seconds;
  };
  EXPECT_GT(Setup(50, 60), 0) << "room for all of x, of which the next passes are free";
  EXPECT_EQ(Setup(40, 70), 0);
}

TEST_F(PassMemoryTest, RoomForPersistentArraysThatCannotStayIsNot) {
  Known = std::make_unique<Directory>(std::vector<DeviceMemory *>{Home.get()}, WritePolicy::None);
  const TestCall Case = call(add, MovesIn | WholeCopy | HETRT_PERSIST, MovesIn | MovesOut);
  const PassArrays Arrays = arraysOf(Case);
  ASSERT_TRUE(Arrays.Call.Arrays[0].Entry);
  PassMemory Memory(Arrays, *Home, *Known);
  ASSERT_TRUE(compute(Memory, 0, N).ok());
  Memory.commit();
  EXPECT_EQ(Memory.takeSetupSeconds(), 0);
}

TEST_F(PassMemoryTest, RoomForOnePassIsNot) {
  const TestCall Case = call(add, MovesIn | WholeCopy, MovesIn | MovesOut);
  const PassArrays Arrays = arraysOf(Case);
  PassMemory Memory(Arrays, *Home, *Known);
  ASSERT_TRUE(compute(Memory, 0, N).ok());
  Memory.commit();
  EXPECT_EQ(Memory.takeSetupSeconds(), 0);
}

TEST_F(PassMemoryTest, DepersistFreesAtOnce) {
  const TestCall Case = call(add, MovesIn | HETRT_PERSIST, MovesIn | MovesOut);
  {
    const PassArrays Arrays = arraysOf(Case);
    PassMemory Memory(Arrays, *Home, *Known);
    ASSERT_TRUE(compute(Memory, 0, N).ok());
    Memory.commit();
  }
  EXPECT_EQ(Owner->statistics().Allocations, 1u);
  EXPECT_FALSE(Known->empty());
  EXPECT_TRUE(depersist(X.data()));
  EXPECT_TRUE(Known->empty());
  EXPECT_EQ(Owner->statistics().Allocations, 0u);
  EXPECT_FALSE(depersist(X.data()));
  Known->announce(X.data());
  EXPECT_TRUE(depersist(X.data()));
  EXPECT_FALSE(depersist(X.data()));
}

TEST_F(PassMemoryTest, OtherExtentsTakeThePlaceOfThoseBefore) {
  std::optional<PassArrays> Arrays = arraysOf(call(add, MovesIn | HETRT_PERSIST, MovesOut));
  TestCall Other(50);
  Other.add("x", X.data(), sizeof(double), MovesIn | HETRT_PERSIST, {{50, true}});
  const Array Shorter = Other.resolve().Arrays[0];
  std::shared_ptr<PersistentArray> Entry;
  ASSERT_TRUE(Known->find(Shorter, Entry).ok());
  EXPECT_FALSE(Entry) << "a pass uses it: this one has copies of its own";
  Arrays.reset();
  ASSERT_TRUE(Known->find(Shorter, Entry).ok());
  ASSERT_TRUE(Entry);
  EXPECT_EQ(Entry->Extent[0], 50);
  Other.Clauses[0].say(MovesIn);
  Entry.reset();
  TestCall Long(100);
  Long.add("x", X.data(), sizeof(double), MovesIn, {{100, true}});
  EXPECT_TRUE(Known->find(Long.resolve().Arrays[0], Entry).ok());
  EXPECT_FALSE(Entry) << "without the clause the region has copies of its own";
}

TEST_F(PassMemoryTest, WritesByOthersAreNoticed) {
  const TestCall Case = call(add, MovesIn | HETRT_PERSIST, MovesIn | MovesOut);
  const PassArrays Arrays = arraysOf(Case);
  {
    PassMemory Memory(Arrays, *Home, *Known);
    ASSERT_TRUE(compute(Memory, 0, N).ok());
    Memory.commit();
  }
  Known->forgetOverlapping(X.data() + N, sizeof(double));
  BoxSet Held(elements(0, N));
  EXPECT_EQ(Arrays.Call.Arrays[0].Entry->Copies[0].held(elements(0, N)), Held) << "beyond the array";
  Known->forgetOverlapping(X.data() + 50, sizeof(double));
  Held.subtract(elements(50, 51));
  EXPECT_EQ(Arrays.Call.Arrays[0].Entry->Copies[0].held(elements(0, N)), Held);
  Known->forgetOverlapping(reinterpret_cast<char *>(X.data()) + 7, 2);
  Held.subtract(elements(0, 2));
  EXPECT_EQ(Arrays.Call.Arrays[0].Entry->Copies[0].held(elements(0, N)), Held) << "any byte of them";
}

namespace {

/// An accelerator with room for three arrays of N doubles.
class SmallDevice : public PassMemoryTest {
protected:
  SmallDevice() : PassMemoryTest("memory=2500") {}
};

} // namespace

TEST_F(SmallDevice, MakesRoomByDroppingCopiesThatTheHostHas) {
  std::vector<double> Z(N, 1.0);
  TestCall First(N);
  First.add("z", Z.data(), sizeof(double), MovesIn | HETRT_PERSIST, {{N, true}});
  First.add("x", X.data(), sizeof(double), MovesIn | HETRT_PERSIST, {{N, true}});
  First.Region.emulated = [](std::uint64_t, std::uint64_t, const void *, void *, const hetrt_bounds *) {};
  {
    const PassArrays Arrays = arraysOf(First);
    PassMemory Memory(Arrays, *Home, *Known);
    ASSERT_TRUE(compute(Memory, 0, N).ok());
    Memory.commit();
  }
  std::vector<double> W(N, 2.0);
  TestCall Second = call(add, MovesIn | HETRT_PERSIST, MovesIn | MovesOut);
  Second.add("w", W.data(), sizeof(double), MovesIn, {{N, true}});
  Second.Region.values_size = sizeof(PassValues) + sizeof(double *);
  PassArrays Arrays = arraysOf(Second);
  struct {
    PassValues V;
    double *W;
  } Three{{X.data(), Y.data()}, W.data()};
  Arrays.Values = test::bytesOf(Three);
  PassMemory Memory(Arrays, *Home, *Known);
  ASSERT_TRUE(compute(Memory, 0, N).ok());
  Memory.commit();
  EXPECT_EQ(Y, X);
  EXPECT_EQ(Known->bytesOn(*Home), N * sizeof(double)) << "z was dropped, x stayed";
}

TEST_F(SmallDevice, PlansPiecesOfWhichTwoFit) {
  constexpr std::uint64_t Long = 4000;
  std::vector<double> From(Long, 1.0), To(Long, 2.0);
  TestCall Case(Long);
  Case.add("from", From.data(), sizeof(double), MovesIn, {{Long, true, 1}});
  Case.add("to", To.data(), sizeof(double), MovesIn | MovesOut | HETRT_PERSIST, {{Long, true}});
  Case.Region.emulated = add;
  PassArrays Arrays = arraysOf(Case);
  PassValues Both{From.data(), To.data()};
  Arrays.Values = test::bytesOf(Both);
  PassMemory Memory(Arrays, *Home, *Known);
  const std::uint64_t AtOnce = Memory.iterationsAtOnce();
  EXPECT_EQ(AtOnce, (2500u - 2 * 2 * 8) / (2 * 2 * 8)) << "two pieces of two arrays, each with its halo";
  // While one piece is computed and copied out, the next one is copied in.
  ASSERT_TRUE(Memory.bringIn(0, AtOnce, 0).ok());
  for (std::uint64_t First = 0, Slot = 0; First < Long; First += AtOnce, Slot = 1 - Slot) {
    ASSERT_TRUE(Owner->orderAfter(Queue::Compute, Queue::In).ok());
    ASSERT_TRUE(Owner->launch(Memory.launch(unsigned(Slot))).ok());
    ASSERT_TRUE(Owner->orderAfter(Queue::Out, Queue::Compute).ok());
    ASSERT_TRUE(Memory.sendOut(unsigned(Slot)).ok());
    const std::uint64_t Next = First + AtOnce;
    if (Next < Long) {
      ASSERT_TRUE(Memory.bringIn(Next, std::min(Next + AtOnce, Long), unsigned(1 - Slot)).ok());
    }
    ASSERT_TRUE(Owner->synchronize(Queue::Out).ok());
    Memory.commit(unsigned(Slot));
  }
  EXPECT_EQ(To, std::vector<double>(Long, 3.0));
  EXPECT_EQ(Known->bytesOn(*Home), 0u) << "there was no room to keep it";
}

TEST_F(SmallDevice, TooLittleMemoryIsADeviceFault) {
  std::vector<double> Large(1000);
  TestCall Case(1000);
  Case.add("large", Large.data(), sizeof(double), MovesIn, {{1000, true}});
  const PassArrays Arrays = arraysOf(Case);
  PassMemory Memory(Arrays, *Home, *Known);
  EXPECT_TRUE(Memory.bringIn(0, 1000).isDeviceFault());
  EXPECT_TRUE(Memory.bringIn(0, 100).ok()) << "a smaller range still fits";
}

TEST_F(PassMemoryTest, MemoryOfAThreadIsTheRangeThatContainsThePointer) {
  const TestCall Block(N);
  const PassArrays Arrays = arraysOf(Block);
  PassMemory Memory(Arrays, *Home, *Known);
  hetrt_array_info Info{};
  Info.name = "scratch";
  Info.rank = 1;
  Info.flags = HETRT_ALLOCATED;
  Info.element_size.constant = sizeof(double);
  hetrt_region Loop{};
  Loop.arrays = &Info;
  Loop.array_count = 1;
  Loop.values_size = sizeof(double *);
  // Two allocations, of which the second begins where the first ends; and one that stands alone.
  const DeviceRange Placed[] = {{0x1000, 0x200}, {0x1200, 0x100}, {0x2000, 0x80}};
  const auto RangeOf = [&](DeviceAddress Pointer, DeviceRange &Found) {
    hetrt_arrays Given{};
    Given.values = &Pointer;
    Launch Kernel;
    const Status Result = Memory.launchOf({Loop, Block.Call, Given}, Placed, Kernel);
    if (Result.ok())
      Found = Kernel.Windows[0];
    return Result.ok();
  };
  DeviceRange Found{};
  ASSERT_TRUE(RangeOf(0x1200, Found));
  EXPECT_EQ(Found.Begin, 0x1200u) << "not the one that ends there";
  ASSERT_TRUE(RangeOf(0x11f8, Found));
  EXPECT_EQ(Found.Begin, 0x1000u);
  ASSERT_TRUE(RangeOf(0x2080, Found)) << "a pointer past the last element is no element's, but may be used";
  EXPECT_EQ(Found.Begin, 0x2000u);
  EXPECT_FALSE(RangeOf(0x2081, Found));
  EXPECT_FALSE(RangeOf(0xff8, Found));
}

TEST(FullCopyTest, WhatAPassReliesOnIsNotForgotten) {
  constexpr int Islands = 60, More = 20; // more parts than a copy keeps apart
  FullCopy Copy;
  for (int I = 0; I < Islands; ++I)
    Copy.holds(elements(2 * I, 2 * I + 1));
  const BoxSet Before = Copy.held(elements(0, 2 * Islands));
  Copy.protect(elements(0, 2 * Islands));
  for (int I = Islands; I < Islands + More; ++I)
    EXPECT_FALSE(Copy.holdMissing(elements(2 * I, 2 * I + 1)).empty());
  EXPECT_EQ(Copy.held(elements(0, 2 * Islands)), Before);
  Copy.wroteElsewhere(BoxSet(elements(0, 1)));
  EXPECT_TRUE(Copy.held(elements(0, 1)).empty()) << "old values are of no use";
  Copy.settle();
  for (int I = Islands + More; I < Islands + 3 * More; ++I)
    Copy.holds(elements(3 * I, 3 * I + 2)); // larger parts, for which small ones are forgotten
  EXPECT_LT(Copy.held(elements(0, 2 * Islands)).boxes().size(), std::size_t{Islands - 1});
}
