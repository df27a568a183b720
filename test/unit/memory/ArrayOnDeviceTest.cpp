// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests what must hold for every kind of array on a device. A loop reads one array and writes another, and the arrays
// are of every possible pair of kinds. There are two passes, and an emulated accelerator computes half of each in two
// launches that overlap. The tests are repeated with a fault at each call of the device in turn; after a fault the host
// computes the rest.
#include "Device/Emulated/EmulatedDevice.h"
#include "Memory/Exchange.h"
#include "TestCall.h"

#include <gmock/gmock.h>
#include <numeric>
#include <set>

using namespace hetrt;
using namespace hetrt::test;

namespace {

constexpr std::int64_t Trips = 24, Half = Trips / 2, Rows = 3;
constexpr unsigned Passes = 2;

/// The ways in which a device can hold an array.
enum class Kind { Share, PassCopy, KeptCopy, Gathered, InPlace, Compared, ComparedShare };

/// One combination for the test: the kinds of the arrays, whether the loop reads what it writes, and the write policy.
struct Setting {
  Kind X, Y;
  bool Reads; ///< The loop also reads y.
  WritePolicy Policy;

  bool keeps(Kind Of) const { return Of == Kind::KeptCopy && Policy != WritePolicy::None; }
  bool writesBack() const { return keeps(Y) && Policy == WritePolicy::Back; }
};

std::string nameOf(Kind Of) {
  static const char *const Names[] = {"Share",   "PassCopy", "KeptCopy",     "Gathered",
                                      "InPlace", "Compared", "ComparedShare"};
  return Names[unsigned(Of)];
}

std::string titleOf(const testing::TestParamInfo<Setting> &Info) {
  static const char *const Policies[] = {"Through", "Back", "None", "Check"};
  const Setting &Of = Info.param;
  return nameOf(Of.X) + "To" + nameOf(Of.Y) + (Of.Reads ? "Read" : "") + Policies[unsigned(Of.Policy)];
}

/// y[r][i] = x[col[i]] + r, plus 3 times the old y[r][i] if the loop reads y. The kernel receives y's stride, so that
/// columns can be packed.
struct Columns {
  const int *X;
  int *Y;
  hetrt_int64 Stride;
  const int *Column;
  bool Reads;
};

void columns(std::uint64_t First, std::uint64_t Last, const void *Argument, void *, const hetrt_bounds *) {
  const Columns &V = *static_cast<const Columns *>(Argument);
  for (auto I = std::int64_t(First); I < std::int64_t(Last); ++I)
    for (std::int64_t R = 0; R < Rows; ++R) {
      int &To = V.Y[R * V.Stride + I];
      To = V.X[V.Column[I]] + int(R) + (V.Reads ? 3 * To : 0);
    }
}

std::vector<int> numbers(std::size_t Count, int First) {
  std::vector<int> Made(Count);
  std::iota(Made.begin(), Made.end(), First);
  return Made;
}

/// A program that runs two passes of the loop, on a device that may fail.
class Program {
public:
  explicit Program(const Setting &Of) : Of(Of), Owner(0, {}), Home(Owner, 0), Known({&Home}, Of.Policy) {
    for (std::int64_t I = 0; I < Trips; ++I) // other kinds need different columns in each iteration, so that shares do
                                             // not overlap
      Column.push_back(Of.X == Kind::Gathered ? int((I * 5) % 7) : int(I));
    Case.add("x", X.data(), sizeof(int), readFlags(), {{Trips, Of.X != Kind::PassCopy && Of.X != Kind::Gathered}});
    Case.add("y", Y.data(), sizeof(int), writeFlags(), {{Rows, false}, {Trips, Of.Y != Kind::Compared}});
    Case.add("column", Column.data(), sizeof(int), MovesIn, {{Trips, true}});
    Case.Clauses[0].Through = 2;
    Case.Clauses[0].PointerOffset = offsetof(Columns, X);
    Case.Clauses[1].PointerOffset = offsetof(Columns, Y);
    Case.Clauses[2].PointerOffset = offsetof(Columns, Column);

    Case.Region.values_size = sizeof(Columns);
    Case.Region.emulated = columns;
    EXPECT_TRUE(Case.check().ok()) << Case.check().message();
  }

  /// Returns whether the passes succeeded. They fail when a device fails that held the only copy of something.
  bool run() {
    for (unsigned Pass = 0; Pass < Passes; ++Pass)
      if (!runPass())
        return false;
    if (!Known.writeBackAll().ok())
      return false;
    EXPECT_EQ(Y, expected());
    return true;
  }

  /// Checks that after the passes, the device holds only kept arrays, and that nothing is left when those end too.
  void end() {
    if (!Owner.lost()) {
      EXPECT_EQ(Owner.statistics().Allocations > 0, Known.bytesOn(Home) > 0);
    }
    for (const void *Each : {static_cast<const void *>(X.data()), static_cast<const void *>(Y.data())}) {
      bool Found = false;
      static_cast<void>(Known.depersist(Each, Found));
    }
    EXPECT_EQ(Owner.statistics().Allocations, 0u);
  }

  std::vector<int> expected() const {
    std::vector<int> All = Before;
    for (unsigned Pass = 0; Pass < Passes; ++Pass) {
      Columns V{X.data(), All.data(), Trips, Column.data(), Of.Reads};
      columns(0, Trips, &V, nullptr, nullptr);
    }
    return All;
  }

  EmulatedDevice &device() { return Owner; }

private:
  unsigned readFlags() const {
    const unsigned Kinds[] = {0, WholeCopy, HETRT_PERSIST, WholeCopy | HETRT_GATHER, 0, 0, 0};
    return MovesIn | Kinds[unsigned(Of.X)];
  }

  unsigned writeFlags() const {
    const unsigned Kinds[] = {HETRT_STRIDED, 0, HETRT_PERSIST, 0, 0, WholeCopy | HETRT_WRITES_ANYWHERE, HETRT_STRIDED};
    return MovesOut | (Of.Reads ? MovesIn : 0) | Kinds[unsigned(Of.Y)];
  }

  /// Sets up the arrays as a pass has them.
  void take() {
    Captured = {X.data(), Y.data(), Trips, Column.data(), Of.Reads};
    Arrays.Region = &Case.Region;
    Arrays.Values = test::bytesOf(Captured);
    Arrays.Call = Case.resolve();
    Arrays.Call.Arrays[0].InPlace = Of.X == Kind::InPlace;
    Arrays.Call.Arrays[1].InPlace = Of.Y == Kind::InPlace;
    if (StoredBytes &Stored = Arrays.Call.Arrays[1].Stored; Stored != StoredBytes::ChangedAnywhere)
      Stored = Of.Y == Kind::ComparedShare ? StoredBytes::ChangedInWindow : StoredBytes::OfWindow;
    for (unsigned I : {0u, 1u})
      if (Arrays.Call.Arrays[I].Persist) {
        EXPECT_TRUE(Known.find(Arrays.Call.Arrays[I], Arrays.Call.Arrays[I].Entry).ok());
      }
  }

  bool runPass() {
    take();
    if (!supplyHost(Arrays, Known, Half, Trips).ok())
      return false;
    std::vector<BoxSet> Wrote(1);
    std::vector<Difference> Changes;
    std::int64_t Done = 0;
    if (Owner.lost()) {
      onHost(Half, Trips);
    } else {
      PassMemory Memory(Arrays, Home, Known);
      if (Status Result = onDevice(Memory, Done); !Result.ok()) {
        EXPECT_TRUE(Result.isDeviceFault()) << Result.message();
        if (Status Lost = Memory.abandon(); !Lost.ok()) {
          EXPECT_TRUE(Of.writesBack()) << Lost.message();
          return false;
        }
      }
      Wrote[0] = Memory.written(1);
      EXPECT_EQ(Wrote[0], written(Done));
      EXPECT_TRUE(Memory.written(0).empty());
      Changes = Memory.takeChanges();
    }
    if (!supplyHost(Arrays, Known, std::uint64_t(Done), Half).ok())
      return false;
    onHost(Done, Half);
    for (const Difference &Each : Changes)
      Each.store();
    const Array &What = Arrays.Call.Arrays[1];
    Known.forgetOverlapping(What.Host.Base, What.bytes(), Arrays.Call.Arrays[1].Entry.get());
    if (Arrays.Call.Arrays[1].Entry)
      Arrays.Call.Arrays[1].Entry->wroteElsewhere(What.Uses.writtenHull(Arrays.Call.all()), Wrote);
    return true;
  }

  /// The part that a device has written when `Done` iterations are committed. A compared array may be written anywhere,
  /// so then the part is the whole array.
  BoxSet written(std::int64_t Done) const {
    return Done ? BoxSet(boxOf({0, Rows}, {0, Of.Y == Kind::Compared ? Trips : Done})) : BoxSet();
  }

  void onHost(std::int64_t First, std::int64_t Last) {
    columns(std::uint64_t(First), std::uint64_t(Last), &Captured, nullptr, nullptr);
  }

  Status start(PassMemory &Memory, std::int64_t First, std::int64_t Last, unsigned Slot) {
    if (Status Result = Memory.bringIn(std::uint64_t(First), std::uint64_t(Last), Slot); !Result.ok())
      return Result;
    if (Status Result = Owner.orderAfter(Queue::Compute, Queue::In); !Result.ok())
      return Result;
    return Owner.launch(Memory.launch(Slot));
  }

  /// The device computes the first half in two launches while the host computes the second. `Done` becomes the number
  /// of iterations whose launches are committed.
  Status onDevice(PassMemory &Memory, std::int64_t &Done) {
    const std::int64_t Ends[] = {0, Half / 3, Half};
    Status Result = start(Memory, Ends[0], Ends[1], 0);
    onHost(Half, Trips);
    for (unsigned Slot = 0; Result.ok() && Slot < 2; ++Slot) {
      Result = Owner.orderAfter(Queue::Out, Queue::Compute);
      if (Result.ok() && Slot == 0 && !Memory.compares())
        Result = start(Memory, Ends[1], Ends[2], 1);
      if (Result.ok())
        Result = land(Memory, Slot);
      if (!Result.ok())
        return Result;
      Done = Ends[Slot + 1];
      if (Slot == 0 && Memory.compares())
        Result = start(Memory, Ends[1], Ends[2], 1);
    }
    return Result.ok() ? Owner.synchronize() : Result;
  }

  Status land(PassMemory &Memory, unsigned Slot) {
    const std::vector<int> Old = Y;
    if (Status Result = Memory.sendOut(Slot); !Result.ok())
      return Result;
    if (Status Result = Owner.synchronize(Queue::Out); !Result.ok())
      return Result;
    if (Status Result = Memory.compare(); !Result.ok())
      return Result;
    if (Of.Reads) {
      EXPECT_EQ(Y, Old) << "whoever does the launch again needs the old values";
    }
    Memory.commit(Slot);
    return Status::success();
  }

  const Setting Of;
  std::vector<int> X = numbers(Trips, 100), Y = numbers(Rows * Trips, 1), Column;
  const std::vector<int> Before = Y;
  TestCall Case{Trips};
  Columns Captured{};
  EmulatedDevice Owner;
  DeviceMemory Home;
  Directory Known;
  PassArrays Arrays;
};

class KindsOfArrays : public testing::TestWithParam<Setting> {};

/// The number of elements of an array that are copied in during both passes; kept arrays are copied once.
std::uint64_t movedIn(const Setting &Of, Kind Which, std::int64_t ForShares, std::int64_t InFull) {
  switch (Which) {
  case Kind::InPlace:
    return 0;
  case Kind::PassCopy:
  case Kind::Compared:
    return std::uint64_t(Passes * InFull);
  default:
    return std::uint64_t((Of.keeps(Which) ? 1 : Passes) * ForShares);
  }
}

std::uint64_t elementsIn(const Setting &Of) {
  std::int64_t Named = Half;
  if (Of.X == Kind::Gathered) { // count the different elements that each launch uses
    std::set<std::int64_t> Launches[2];
    for (std::int64_t I = 0; I < Half; ++I)
      Launches[I >= Half / 3].insert(I * 5 % 7);
    Named = std::int64_t(Launches[0].size() + Launches[1].size());
  }
  return movedIn(Of, Of.X, Named, Trips) +
         (Of.Reads ? movedIn(Of, Of.Y, Rows * Half, Rows * (Of.Y == Kind::Compared ? Trips : Half)) : 0) +
         std::uint64_t(Passes * Half); // the elements of `column`
}

std::uint64_t elementsOut(const Setting &Of) {
  if (Of.Y == Kind::Compared) // the whole array comes out after each launch
    return std::uint64_t(Passes * 2 * Rows * Trips + (Of.Policy == WritePolicy::Check && Of.keeps(Of.X) ? Half : 0));
  const std::int64_t Written = Of.Y == Kind::InPlace ? 0 : (Of.writesBack() ? 1 : Passes) * Rows * Half;
  // Under HETRT_WRITE=check, kept arrays are also copied out in the second pass, to be compared with the host's.
  std::int64_t Compared = 0;
  if (Of.Policy == WritePolicy::Check)
    Compared = (Of.keeps(Of.X) ? Half : 0) + (Of.Reads && Of.keeps(Of.Y) ? Rows * Half : 0);
  return std::uint64_t(Written + Compared);
}

std::vector<Setting> settings() {
  std::vector<Setting> All;
  for (Kind X : {Kind::Share, Kind::PassCopy, Kind::KeptCopy, Kind::Gathered, Kind::InPlace})
    for (Kind Y : {Kind::Share, Kind::PassCopy, Kind::KeptCopy, Kind::InPlace, Kind::Compared, Kind::ComparedShare})
      for (bool Reads : {false, true})
        for (WritePolicy Policy : {WritePolicy::Through, WritePolicy::Back, WritePolicy::Check, WritePolicy::None})
          // The combinations with y in place are tested only if the loop does not read y, because a launch that changes
          // its input in place cannot be repeated and the pass does not try (PassArrays::WhyNoRedo). Those where y is
          // compared are tested only if the loop reads y, because elements of a compared array may stay unwritten.
          if (Y == Kind::InPlace ? !Reads : Y == Kind::Compared || Y == Kind::ComparedShare ? Reads : true)
            All.push_back({X, Y, Reads, Policy});
  return All;
}

} // namespace

TEST_P(KindsOfArrays, MovesWhatItsKindSays) {
  Program Whole(GetParam());
  EXPECT_TRUE(Whole.run());
  EXPECT_EQ(Whole.device().statistics().BytesIn, elementsIn(GetParam()) * sizeof(int));
  EXPECT_EQ(Whole.device().statistics().BytesOut, elementsOut(GetParam()) * sizeof(int));
  Whole.end();
}

TEST_P(KindsOfArrays, SurvivesAFaultAtEachCall) {
  const EmulatedCall Calls[] = {EmulatedCall::Allocate, EmulatedCall::Prepare, EmulatedCall::CopyIn,
                                EmulatedCall::Launch, EmulatedCall::CopyOut};
  Program Whole(GetParam());
  ASSERT_TRUE(Whole.run());
  for (EmulatedCall Call : Calls)
    for (std::uint64_t Number = 1; Number <= Whole.device().calls(Call); ++Number)
      for (bool Dies : {false, true}) {
        SCOPED_TRACE(testing::Message() << nameOf(Call) << " " << Number << (Dies ? " dies" : " fails"));
        Program Again(GetParam());
        Again.device().injectFault({Call, Number, Dies});
        if (!Again.run()) {
          EXPECT_TRUE(GetParam().writesBack()) << "elsewhere the host has all that it needs";
        }
        Again.end();
        if (HasFailure())
          return;
      }
}

INSTANTIATE_TEST_SUITE_P(All, KindsOfArrays, testing::ValuesIn(settings()), titleOf);
