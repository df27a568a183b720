// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests random sparse matrices, stored row by row, against a plain computation: the rows have any length including 0,
// the indices come in any order and any number of times, and shares are cut into pieces that fit on the device.
#include "Device/Emulated/EmulatedDevice.h"
#include "Memory/Gather.h"
#include "Memory/PassMemory.h"
#include "TestCall.h"

#include <cstring>
#include <gtest/gtest.h>
#include <random>
#include <set>
#include <string>
#include <utility>

using namespace hetrt;
using namespace hetrt::test;

namespace {

/// An array of integers of one of the eight integer types, as a program has it.
struct Integers {
  unsigned Size = 4;
  bool Unsigned = false;
  std::vector<std::uint8_t> Bytes;

  std::int64_t most() const { return Size == 8 ? 1 << 20 : (std::int64_t(1) << (8 * Size - !Unsigned)) - 1; }
  void set(const std::vector<std::int64_t> &SparseValues) {
    Bytes.resize(SparseValues.size() * Size);
    for (std::size_t I = 0; I < SparseValues.size(); ++I)
      std::memcpy(Bytes.data() + I * Size, &SparseValues[I], Size);
  }
};

/// The integer at `Index`. The tests use no negative integers, so the bytes need no sign extension.
std::int64_t integerAt(const std::uint8_t *Base, unsigned Size, std::int64_t Index) {
  std::int64_t Value = 0;
  std::memcpy(&Value, Base + Index * Size, Size);
  return Value;
}

struct SparseValues {
  std::uint32_t *Value, *Sum;
  const std::uint8_t *Begins, *Columns;
  const std::uint32_t *X;
  unsigned Size, ColumnSize;
  std::int64_t Lower, Step;
};

/// Each iteration adds to each element of its row the element of x that its column names, and computes the row's sum.
void rows(std::uint64_t First, std::uint64_t Last, const void *Argument, void *, const hetrt_bounds *) {
  const SparseValues &V = *static_cast<const SparseValues *>(Argument);
  for (std::uint64_t K = First; K < Last; ++K) {
    const std::int64_t I = V.Lower + std::int64_t(K) * V.Step;
    std::uint32_t Sum = 0;
    for (std::int64_t E = integerAt(V.Begins, V.Size, I); E < integerAt(V.Begins, V.Size, I + 1); ++E)
      Sum = Sum * 31 + (V.Value[E] = V.Value[E] * 3 + V.X[integerAt(V.Columns, V.ColumnSize, E)]);
    V.Sum[I] = Sum;
  }
}

/// A matrix, and a loop over some of its rows.
struct Sparse {
  std::int64_t Rows, Lower, Step;
  std::uint64_t Trips;
  std::vector<std::int64_t> Begin{0};
  std::vector<std::int64_t> Column;
  Integers Begins, Columns;
  bool Indexed; ///< The columns index x, and a device receives only the elements that they name; otherwise it receives
                ///< all of x.
  std::vector<std::uint32_t> Value, Sum, X;
  std::vector<std::uint32_t> ExpectedValue, ExpectedSum;

  explicit Sparse(std::mt19937 &Random) {
    auto Draw = [&](std::int64_t Least, std::int64_t Most) {
      return std::uniform_int_distribution<std::int64_t>(Least, Most)(Random);
    };
    Begins = {1u << Draw(0, 3), Draw(0, 1) == 1, {}};
    Rows = Draw(1, 40);
    const std::int64_t Giant = Draw(0, 2) ? -1 : Draw(0, Rows - 1), Longest = Draw(0, 2) ? Draw(1, 6) : 0;
    for (std::int64_t Row = 0; Row < Rows; ++Row) {
      const std::int64_t Length = Row == Giant ? Draw(10, 90) : Draw(0, 3) ? Draw(0, Longest) : 0;
      Begin.push_back(std::min(Begin.back() + Length, Begins.most()));
    }
    Begins.set(Begin);
    Step = Draw(0, 2) ? 1 : Draw(1, 4);
    Lower = Draw(0, Rows - 1);
    Trips = std::uint64_t(Draw(1, (Rows - 1 - Lower) / Step + 1));
    if (Draw(0, 2) == 0) { // the same rows in the opposite order
      Lower += std::int64_t(Trips - 1) * Step;
      Step = -Step;
    }
    Indexed = Draw(0, 2) > 0;
    Columns = {1u << Draw(0, 3), Draw(0, 1) == 1, {}};
    X.resize(std::size_t(Draw(1, Draw(0, 1) ? 127 : 20)));
    for (std::uint32_t &Each : X)
      Each = std::uint32_t(Random());
    for (std::int64_t E = 0; E < Begin.back(); ++E)
      Column.push_back(Draw(0, std::int64_t(X.size()) - 1));
    Columns.set(Column);
    Value.resize(std::size_t(Begin.back()));
    Sum.resize(std::size_t(Rows));
    for (std::uint32_t &Each : Value)
      Each = std::uint32_t(Random());
    ExpectedValue = Value, ExpectedSum = Sum;
    SparseValues V = values();
    V.Value = ExpectedValue.data(), V.Sum = ExpectedSum.data();
    rows(0, Trips, &V, nullptr, nullptr);
  }

  SparseValues values() {
    return {Value.data(), Sum.data(), Begins.Bytes.data(), Columns.Bytes.data(), X.data(), Begins.Size, Columns.Size,
            Lower,        Step};
  }

  TestCall call() {
    TestCall Case(Trips, Lower, Step);
    Case.add("value", Value.data(), sizeof Value[0], MovesIn | MovesOut | Segmented,
             {{std::int64_t(Value.size()), true}});
    Case.add("sum", Sum.data(), sizeof Sum[0], MovesOut, {{Rows, true}});
    Case.add("begin", Begins.Bytes.data(), Begins.Size, Begins.Unsigned ? MovesIn | HETRT_UNSIGNED : MovesIn,
             {{Rows + 1, true, 0, 1}});
    Case.add("column", Columns.Bytes.data(), Columns.Size,
             MovesIn | Segmented | (Columns.Unsigned ? unsigned(HETRT_UNSIGNED) : 0u),
             {{std::int64_t(Value.size()), true}});
    Case.add("x", X.data(), sizeof X[0], MovesIn | WholeCopy | (Indexed ? unsigned(HETRT_GATHER) : 0u),
             {{std::int64_t(X.size())}});
    Case.Clauses[0].Through = Case.Clauses[3].Through = 2;
    Case.Clauses[4].Through = 3;
    Case.Clauses[3].PointerOffset = offsetof(SparseValues, Columns);
    Case.Clauses[4].PointerOffset = offsetof(SparseValues, X);
    Case.Clauses[0].PointerOffset = offsetof(SparseValues, Value);
    Case.Clauses[1].PointerOffset = offsetof(SparseValues, Sum);
    Case.Clauses[2].PointerOffset = offsetof(SparseValues, Begins);
    Case.Region.values_size = sizeof(SparseValues);
    Case.Region.emulated = rows;
    return Case;
  }

  std::int64_t row(std::uint64_t Iteration) const { return Lower + std::int64_t(Iteration) * Step; }

  /// How many different elements of x iterations [First, Last) use; the number of all elements if devices receive all
  /// of x.
  std::uint64_t named(std::uint64_t First, std::uint64_t Last) const {
    const std::int64_t A = row(First), B = row(Last - 1);
    const auto At = [&](std::int64_t Row) { return Column.begin() + Begin[std::size_t(Row)]; };
    return Indexed ? std::set<std::int64_t>(At(std::min(A, B)), At(std::max(A, B) + 1)).size() : X.size();
  }

  /// The number of matrix elements in the rows of iterations [First, Last); if `WithGaps`, including the rows between
  /// them.
  std::int64_t elements(std::uint64_t First, std::uint64_t Last, bool WithGaps) const {
    const std::int64_t A = row(First), B = row(Last - 1);
    if (WithGaps)
      return Begin[std::size_t(std::max(A, B) + 1)] - Begin[std::size_t(std::min(A, B))];
    std::int64_t Sum = 0;
    for (std::uint64_t K = First; K < Last; ++K)
      Sum += Begin[std::size_t(row(K) + 1)] - Begin[std::size_t(row(K))];
    return Sum;
  }
};

/// One device that runs a whole loop, in pieces if necessary.
class SparseRun {
public:
  SparseRun(Sparse &Matrix, std::uint64_t MemoryBytes)
      : Matrix(Matrix), Case(Matrix.call()), Captured(Matrix.values()), Owner(0, options(MemoryBytes)), Home(Owner, 0),
        Known(std::vector<DeviceMemory *>{&Home}) {
    Arrays.Region = &Case.Region;
    Arrays.Values = test::bytesOf(Captured);
    EXPECT_TRUE(Case.check().ok()) << Case.check().message();
    Arrays.Call = Case.resolve();
    EXPECT_TRUE(test::checkSegments(Arrays.Call).ok());
  }

  static EmulatedOptions options(std::uint64_t MemoryBytes) {
    EmulatedOptions Made;
    if (MemoryBytes)
      Made.MemoryBytes = MemoryBytes;
    return Made;
  }

  MemoryPlan plan() { return Known.planOn(Arrays, Home); }

  /// Runs the pieces. After a fault of the device, the host computes the rest.
  void run() {
    {
      PassMemory Memory(Arrays, Home, Known);
      std::uint64_t Done = 0;
      if (Status Result = pieces(Memory, Done); !Result.ok()) {
        EXPECT_TRUE(Result.isDeviceFault()) << Result.message();
        EXPECT_TRUE(Memory.abandon().ok());
        ++Faults;
        rows(Done, Matrix.Trips, &Captured, nullptr, nullptr);
      }
    }
    EXPECT_EQ(Owner.statistics().Allocations, 0u);
    EXPECT_EQ(Matrix.Value, Matrix.ExpectedValue);
    EXPECT_EQ(Matrix.Sum, Matrix.ExpectedSum);
  }

  EmulatedDevice &device() { return Owner; }
  unsigned Faults = 0;
  std::vector<std::uint64_t> Cuts{0}; ///< The boundaries of the pieces.

private:
  Status start(PassMemory &Memory, std::uint64_t First, std::uint64_t Last, unsigned Slot) {
    Cuts.push_back(Last);
    if (Status Result = Memory.bringIn(First, Last, Slot); !Result.ok())
      return Result;
    if (Status Result = Owner.orderAfter(Queue::Compute, Queue::In); !Result.ok())
      return Result;
    return Owner.launch(Memory.launch(Slot));
  }

  /// Runs two pieces at a time, as the engine does.
  Status pieces(PassMemory &Memory, std::uint64_t &Done) {
    auto End = [&](std::uint64_t First) { return First + Memory.pieceSize(First, Matrix.Trips - First); };
    std::uint64_t Last = End(0);
    unsigned Slot = 0;
    if (Status Result = start(Memory, 0, Last, Slot); !Result.ok())
      return Result;
    while (Done < Matrix.Trips) {
      const std::uint64_t Next = Last < Matrix.Trips ? End(Last) : Last;
      if (Status Result = Owner.orderAfter(Queue::Out, Queue::Compute); !Result.ok())
        return Result;
      if (Next > Last)
        if (Status Result = start(Memory, Last, Next, 1 - Slot); !Result.ok())
          return Result;
      if (Status Result = Memory.sendOut(Slot); !Result.ok())
        return Result;
      if (Status Result = Owner.synchronize(Queue::Out); !Result.ok())
        return Result;
      Memory.commit(Slot);
      Done = Last, Last = Next, Slot = 1 - Slot;
    }
    return Owner.synchronize();
  }

  Sparse &Matrix;
  TestCall Case;
  SparseValues Captured;
  EmulatedDevice Owner;
  DeviceMemory Home;
  Directory Known;
  PassArrays Arrays;
};

TEST(Sparse, MovesTheSegmentsOfAShareAndWhatTheyNameAndBringsBackThoseOfItsRows) {
  std::mt19937 Random(1);
  for (int Round = 0; Round < 2000; ++Round) {
    SCOPED_TRACE(Round);
    Sparse Matrix(Random);
    SparseRun Run(Matrix, 0);
    Run.run();
    ASSERT_EQ(Run.Faults, 0u);
    const std::uint64_t Hull = std::uint64_t(std::abs(Matrix.Step)) * (Matrix.Trips - 1) + 1;
    EXPECT_EQ(Run.device().statistics().BytesIn,
              std::uint64_t(Matrix.elements(0, Matrix.Trips, true)) * (4 + Matrix.Columns.Size) +
                  (Hull + 1) * Matrix.Begins.Size + Matrix.named(0, Matrix.Trips) * 4);
    EXPECT_EQ(Run.device().statistics().BytesOut,
              (std::uint64_t(Matrix.elements(0, Matrix.Trips, false)) + Matrix.Trips) * 4);
    if (HasFailure())
      return;
  }
}

/// A row may be longer than all the others together.
TEST(Sparse, PiecesFitTwoAtATime) {
  std::mt19937 Random(2);
  unsigned Several = 0, None = 0;
  for (int Round = 0; Round < 4000; ++Round) {
    SCOPED_TRACE(Round);
    Sparse Matrix(Random);
    const std::uint64_t Device = 64 + Random() % 1000, Kept = Matrix.Indexed ? 0 : Matrix.X.size() * 4,
                        Room = Device > Kept ? Device - Kept : 0;
    SparseRun Run(Matrix, Device);
    auto Bytes = [&](std::uint64_t First, std::uint64_t Last) {
      const std::uint64_t Hull = std::uint64_t(std::abs(Matrix.Step)) * (Last - First - 1) + 1;
      return std::uint64_t(Matrix.elements(First, Last, true)) * (4 + Matrix.Columns.Size) + Hull * 4 +
             (Hull + 1) * Matrix.Begins.Size + (Matrix.Indexed ? Matrix.named(First, Last) * 4 : 0);
    };
    const MemoryPlan Plan = Run.plan();
    if (Plan.IterationsAtOnce == 0) { // of two iterations at a time, one may leave too little room for the other
      std::uint64_t Largest = 0;
      for (std::uint64_t K = 0; K < Matrix.Trips; ++K)
        Largest = std::max(Largest, Bytes(K, K + 1) + 4 * std::uint64_t(Matrix.elements(K, K + 1, true)) + 2 +
                                        4 * std::uint64_t(std::abs(Matrix.Step)) +
                                        Matrix.Begins.Size * std::uint64_t(std::abs(Matrix.Step)));
      EXPECT_GT(2 * Largest, Room);
      ++None;
      continue;
    }
    Run.run();
    ASSERT_EQ(Run.Faults, 0u) << "no allocation fails";
    for (std::size_t I = 0; I + 2 < Run.Cuts.size(); ++I)
      EXPECT_LE(Bytes(Run.Cuts[I], Run.Cuts[I + 1]) + Bytes(Run.Cuts[I + 1], Run.Cuts[I + 2]), Room);
    Several += Run.Cuts.size() > 3;
    if (HasFailure())
      return;
  }
  EXPECT_GT(Several, 100u);
  EXPECT_GT(None, 100u);
}

TEST(Sparse, LosesNothingToAFault) {
  constexpr EmulatedCall Kinds[] = {EmulatedCall::Allocate, EmulatedCall::CopyIn, EmulatedCall::Launch,
                                    EmulatedCall::CopyOut};
  std::mt19937 Random(3);
  unsigned Struck = 0;
  for (int Round = 0; Round < 300; ++Round) {
    const Sparse Matrix(Random);
    const std::uint64_t Room = Round % 2 ? 2000 : 0;
    Sparse Clean = Matrix;
    SparseRun Counting(Clean, Room);
    if (Counting.plan().IterationsAtOnce == 0)
      continue;
    Counting.run();
    for (EmulatedCall Kind : Kinds)
      for (std::uint64_t Call = 1; Call <= Counting.device().calls(Kind); ++Call) {
        SCOPED_TRACE(testing::Message() << "round " << Round << ", " << nameOf(Kind) << " " << Call);
        Sparse Faulty = Matrix;
        SparseRun Run(Faulty, Room);
        Run.device().injectFault({Kind, Call, Call % 2 == 0});
        Run.run();
        EXPECT_EQ(Run.Faults, 1u);
        Struck += Run.Faults;
        if (HasFailure())
          return;
      }
  }
  EXPECT_GT(Struck, 2000u);
}

/// The message tells the clause, its line, what was wanted and what was found.
TEST(Sparse, BadSegmentsAreErrors) {
  std::int32_t Begin[6] = {0, 2, 2, 5, 6, 9};
  double Value[9] = {};
  TestCall Case(5);
  Case.add("value", Value, sizeof(double), MovesIn | Segmented, {{9, true}});
  Case.add("begin", Begin, 4, MovesIn, {{6, true, 0, 1}});
  Case.Clauses[0].Through = 1;
  auto Check = [&] {
    if (Status Result = Case.check(); !Result.ok())
      return Result.message();
    ResolvedCall Resolved = Case.resolve();
    return test::checkSegments(Resolved).message();
  };
  EXPECT_EQ(Check(), "");
  Begin[2] = 1;
  EXPECT_EQ(Check(),
            "part_copyin(value), line 10: begin[2] is less than the one before it: wanted at least 2, found 1");
  Begin[2] = 2, Begin[5] = 10;
  EXPECT_EQ(Check(), "part_copyin(value), line 10: begin[5] lies beyond the array: wanted at most 9, found 10");
  Begin[5] = 9, Begin[0] = -1;
  EXPECT_EQ(Check(), "part_copyin(value), line 10: begin[0] is no index: wanted at least 0, found -1");
  Begin[0] = 0;
  Case.Clauses[1].Dimensions[0].Extent = 5;
  EXPECT_EQ(Check(), "part_copyin(value), line 10: the loop runs over 0 to 4, which takes elements 0 to 5 of 'begin': "
                     "found an extent of 5");
  Case.Clauses[1].Dimensions[0].Extent = 6;
  Case.Clauses[1].ElementSize = 3;
  EXPECT_EQ(Check(), "part_copyin(value), line 10: wanted elements of 'begin' of 1, 2, 4 or 8 bytes, found 3");
}

/// A large unsigned number is not mistaken for a negative one; it lies beyond the array.
TEST(Sparse, HugeSegmentsAreBeyondTheArray) {
  std::uint64_t Begin[2] = {0, UINT64_MAX};
  double Value[9] = {};
  TestCall Case(1);
  Case.add("value", Value, sizeof(double), MovesIn | Segmented, {{9, true}});
  Case.add("begin", Begin, 8, MovesIn | HETRT_UNSIGNED, {{2, true, 0, 1}});
  Case.Clauses[0].Through = 1;
  ResolvedCall Resolved = Case.resolve();
  EXPECT_EQ(test::checkSegments(Resolved).message(),
            "part_copyin(value), line 10: begin[1] lies beyond the array: wanted at most 9, found 9223372036854775807");
}

TEST(Sparse, BadIndicesAreErrors) {
  std::int16_t Column[6] = {0, 5, 2, 2, 3, 1};
  double X[6] = {}, Longer[9] = {};
  TestCall Case(6);
  Case.add("column", Column, 2, MovesIn, {{6, true}});
  Case.add("longer", Longer, sizeof(double), MovesIn | WholeCopy | HETRT_GATHER, {{9}});
  Case.add("x", X, sizeof(double), MovesIn | WholeCopy | HETRT_GATHER, {{6}});
  auto Check = [&] { return checkIndices(Case.resolve()).message(); };
  EXPECT_EQ(Check(), "");
  Column[4] = 6;
  EXPECT_EQ(Check(), "part_copyin(x), line 12: column[4] is no index of it: wanted 0 to 5, found 6");
  Column[2] = -7;
  EXPECT_EQ(Check(), "part_copyin(longer), line 11: column[2] is no index of it: wanted 0 to 8, found -7");
  Case.Call.trip_count = 2;
  EXPECT_EQ(Check(), "") << "of iterations that there are";
}

/// On a device, `column` contains positions instead of indices. A second description of the array therefore gets a copy
/// of its own, and no clause may have the array written.
TEST(Sparse, IndicesAreNoOtherArray) {
  std::int16_t Column[6] = {};
  double X[6] = {};
  TestCall Case(6);
  Case.add("column", Column, 2, MovesIn, {{6, true}});
  Case.add("x", X, sizeof(double), MovesIn | WholeCopy | HETRT_GATHER, {{6}});
  Case.add("same", Column, 2, MovesIn, {{6, true}});
  Case.add("whole", X, sizeof(double), MovesIn | WholeCopy, {{6}});
  EXPECT_EQ(Case.check().message(), "");
  EXPECT_EQ(Case.resolve().ArrayOf, (std::vector<unsigned>{0, 1, 2, 3}));
  Case.Clauses[2].Out = true;
  EXPECT_EQ(Case.check().message(),
            "part_copyin(column), line 10 and part_copyin(same), line 12 are the same array, and others are indexed by "
            "it: wanted indices that stay what they are, found that one of the clauses has them written");
}

/// Inside a block, elements that are indexed can be brought up to date only if the array follows the block by its first
/// dimension.
TEST(Sparse, ABlockChangesWhatIsIndexedByItsFirstDimensionAlone) {
  std::int32_t Column[7] = {};
  double X[36] = {};
  TestCall Case(6);
  Case.Region.flags = HETRT_PARTITION;
  Case.add("column", Column, 4, MovesIn, {{7, true, 0, 1}});
  Case.add("all", X, sizeof(double), MovesIn | WholeCopy | HETRT_GATHER, {{6}, {6}});
  Case.add("x", X, sizeof(double), MovesIn | MovesOut, {{6, true}, {6}});
  EXPECT_EQ(Case.check().message(), "");
  Case.Clauses[2].Dimensions[0].Tied = false, Case.Clauses[2].Dimensions[1].Tied = true;
  EXPECT_NE(Case.check().message().find("with different ties, and one of them is written"), std::string::npos);
  Case.Clauses[2].Dimensions[0].Tied = true, Case.Clauses[2].Dimensions[1].Tied = false;
  Case.Clauses[2].IsSegmented = true;
  EXPECT_NE(Case.check().message().find("with different ties, and one of them is written"), std::string::npos);
  Case.Clauses[2].IsSegmented = false;
  Case.Region.flags = 0;
  EXPECT_NE(Case.check().message().find("with different ties, and one of them is written"), std::string::npos);
}

/// The segments' positions hold whether the share is a part of the array or all of it.
TEST(Sparse, SegmentsOfAShareStayWhereTheyWereBroughtIn) {
  std::int32_t Begin[4] = {0, 2, 4, 6};
  double Value[6] = {};
  TestCall Case(3);
  Case.add("value", Value, sizeof(double), MovesIn | Segmented, {{6, true}});
  Case.add("begin", Begin, 4, MovesIn, {{4, true, 0, 1}});
  Case.Clauses[0].Through = 1;
  ASSERT_EQ(Case.check().message(), "");
  void *Pointers[] = {Value, Begin};
  PassArrays Arrays;
  Arrays.Region = &Case.Region;
  Arrays.Values = test::bytesOf(Pointers);
  Arrays.Call = Case.resolve();
  EmulatedDevice Owner(0, {});
  DeviceMemory Home(Owner, 0);
  Directory Known({&Home});
  for (std::uint64_t Last : {2u, 3u}) {
    PassMemory Memory(Arrays, Home, Known);
    ASSERT_TRUE(Memory.bringIn(0, Last).ok());
    ASSERT_TRUE(Owner.synchronize().ok());
    EXPECT_TRUE(Memory.sendOut().ok());
    const std::int32_t Was = std::exchange(Begin[Last], Begin[Last] - 1);
    EXPECT_NE(Memory.sendOut().message().find("elements [0, " + std::to_string(Was - 1) + ") instead of [0, "),
              std::string::npos);
    Begin[Last] = Was;
  }
}

TEST(IndexSet, IsASetOfIndicesWithTheirPositions) {
  std::mt19937 Random(5);
  for (int Round = 0; Round < 500; ++Round) {
    const std::int64_t Extent = 1 + std::int64_t(Random() % 300);
    std::set<std::int64_t> Model;
    IndexSet Set(Extent), Half(Extent);
    for (unsigned Count = Random() % 400; Count > 0; --Count) {
      const std::int64_t Index = std::int64_t(Random() % 2 ? Random() % 10 : Random()) % Extent;
      Model.insert(Index);
      (Count % 2 ? Set : Half).add(Index);
    }
    Set.add(Half);
    Set.close();
    ASSERT_EQ(Set.size(), Model.size());
    std::uint64_t Position = 0;
    for (const std::int64_t Index : Model)
      ASSERT_EQ(Set.positionOf(Index), Position++);
    const Interval Within{std::int64_t(Random() % 300), std::int64_t(Random() % 500)};
    std::set<std::int64_t> Found, Wanted;
    Interval Before{-2, -2};
    for (const Interval &Run : Set.runs(Within)) {
      ASSERT_FALSE(Run.empty());
      ASSERT_LT(Before.Upper, Run.Lower) << "runs do not touch";
      for (std::int64_t Index = Run.Lower; Index < Run.Upper; ++Index)
        Found.insert(Index);
      Before = Run;
    }
    for (const std::int64_t Index : Model)
      if (Index >= Within.Lower && Index < Within.Upper)
        Wanted.insert(Index);
    ASSERT_EQ(Found, Wanted);
  }
}

} // namespace
