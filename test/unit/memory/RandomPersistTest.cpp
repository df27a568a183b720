// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests persistent arrays over many passes whose division changes, along the same dimension or along others. A model
// knows which elements of each array each device holds. The results must be right, and exactly those elements must be
// copied to a device that the device lacks.
#include "../Rounds.h"
#include "Device/Emulated/EmulatedDevice.h"
#include "Memory/Exchange.h"
#include "RandomWindow.h"

#include <gmock/gmock.h>
#include <memory>
#include <utility>

using namespace hetrt;
using namespace hetrt::test;

namespace {

/// A set of elements, by their position in the array.
struct ElementSet {
  std::vector<bool> Has;
  explicit ElementSet(const Window &Of) : Has(Of.elements()) {}
  std::uint64_t count() const { return std::uint64_t(std::count(Has.begin(), Has.end(), true)); }
};

/// A loop that runs again and again over the same two arrays, reads one and writes the other. Some loops always follow
/// the same dimensions. In others, the followed dimensions change from pass to pass and may be several at once.
struct RandomLoop : DigestLoop {
  bool Turns = false;
  unsigned Devices = 1;
  std::mt19937 Random;

  explicit RandomLoop(std::uint32_t Seed) : Random(Seed) {
    Turns = draw(0, 1);
    shape(X, false);
    shape(Y, true);
    std::int64_t Smallest = INT64_MAX;
    for (const Window *W : {&X, &Y})
      for (unsigned D = 0; D < W->Rank; ++D)
        if (!W->full() && (W->Tied[D] || Turns))
          Smallest = std::min(Smallest, W->Extent[D]);
    const std::int64_t Distance = draw(0, 2) ? 1 : draw(1, 3);
    Trips = std::uint64_t(draw(1, (Smallest - 1) / Distance + 1));
    const std::int64_t Span = std::int64_t(Trips - 1) * Distance, Start = draw(0, Smallest - 1 - Span);
    Step = draw(0, 2) ? Distance : -Distance;
    Lower = Step > 0 ? Start : Start + Span;
    Devices = unsigned(draw(1, 3));
  }

  std::int64_t draw(std::int64_t From, std::int64_t To) {
    return std::uniform_int_distribution<std::int64_t>(From, To)(Random);
  }

  /// Before a pass: draws the dimensions that follow the loop.
  void turn() {
    if (!Turns)
      return;
    for (Window *W : {&X, &Y}) {
      if (W->full())
        continue;
      W->Tied = {};
      W->Tied[std::size_t(draw(0, W->Rank - 1))] = true;
      for (unsigned D = 0; D < W->Rank && W == &X; ++D)
        W->Tied[D] |= draw(0, 3) == 0;
      for (unsigned D = 0; D < W->Rank && W == &X; ++D)
        W->Halo[D] = W->Tied[D] ? draw(0, 2) : 0;
    }
  }

  void shape(Window &W, bool Written) {
    const std::uint64_t Sizes[] = {1, 2, 3, 4, 8, 12, 16, 65};
    W.ElementSize = Sizes[draw(0, 7)];
    W.Rank = unsigned(draw(1, MaxRank));
    const auto Along = unsigned(draw(0, W.Rank - 1));
    for (unsigned D = 0; D < W.Rank; ++D)
      W.Extent[D] = Turns ? draw(4, 7) : D == Along ? draw(4, 30) : draw(1, 4);
    W.Tied[Along] = true;
    W.Halo[Along] = Written ? 0 : draw(0, 2);
    W.Flags = HETRT_PERSIST | (draw(0, 1) ? HETRT_STRIDED : 0);
    W.Flags |= Written ? MovesOut | (draw(0, 1) ? MovesIn : 0) : MovesIn;
    if (!Written && draw(0, 5) == 0) {
      W.Flags |= WholeCopy;
      W.Tied = {};
    }
    W.Data.resize(W.elements() * W.ElementSize);
    for (std::uint8_t &Byte : W.Data)
      Byte = std::uint8_t(draw(0, 250));
  }

  /// The elements of y that iterations [First, Last) write, and those between.
  ElementSet written(std::uint64_t First, std::uint64_t Last) const {
    ElementSet All(Y);
    if (First < Last)
      Y.forEach([&](const Index &At) {
        const auto [Lowest, Highest] = ends(First, Last);
        for (std::int64_t Value = Lowest; Value <= Highest; ++Value)
          if (Y.belongsTo(At, Value))
            All.Has[std::size_t(Y.number(At))] = true;
      });
    return All;
  }

  /// The elements of an array that a device needs for iterations [First, Last).
  ElementSet needed(const Window &W, std::uint64_t First, std::uint64_t Last) const {
    ElementSet All(W);
    if ((W.Flags & MovesIn) && First < Last)
      W.forEach([&](const Index &At) {
        const auto [Lowest, Highest] = ends(First, Last);
        if (W.reads(At, Lowest, Highest))
          All.Has[std::size_t(W.number(At))] = true;
      });
    return All;
  }
};

/// Runs the passes and updates the model.
class PersistRunner {
public:
  PersistRunner(RandomLoop &Loop, WritePolicy Policy)
      : Loop(Loop), Policy(Policy), Case(Loop.call()), Captured(Loop.values()) {
    std::vector<DeviceMemory *> Homes;
    for (unsigned Number = 0; Number < Loop.Devices; ++Number) {
      Devices.push_back(std::make_unique<EmulatedDevice>(Number, EmulatedOptions{}));
      Memories.push_back(std::make_unique<DeviceMemory>(*Devices.back(), Number));
      Homes.push_back(Memories.back().get());
    }
    Known = std::make_unique<Directory>(Homes, Policy);
    Arrays.Region = &Case.Region;
    Arrays.Values = test::bytesOf(Captured);
    Arrays.Call = Case.resolve();
    for (unsigned I = 0; I < 2; ++I)
      EXPECT_TRUE(Known->find(Arrays.Call.Arrays[I], Arrays.Call.Arrays[I].Entry).ok());
    Held.resize(Loop.Devices, {ElementSet(Loop.X), ElementSet(Loop.Y)});
    Cuts.resize(Loop.Devices);
    Expected = Loop.Y.Data;
  }

  /// Runs a pass. Each boundary between shares moves a little, and the cores compute the iterations before the first
  /// device's share. Returns false when data was lost, with the message in `Lost`.
  bool pass() {
    for (std::uint64_t &Cut : Cuts)
      Cut = std::uint64_t(std::clamp<std::int64_t>(std::int64_t(Cut) + Loop.draw(-3, 5), 0, std::int64_t(Loop.Trips)));
    std::vector<std::uint64_t> Bounds = Cuts;
    Bounds.push_back(Loop.Trips);
    std::sort(Bounds.begin(), Bounds.end());
    Loop.turn();
    Case = Loop.call();
    const ResolvedCall Before = std::exchange(Arrays.Call, Case.resolve());
    for (unsigned I = 0; I < 2; ++I)
      Arrays.Call.Arrays[I].Entry = Before.Arrays[I].Entry;
    const bool FromAnyCopy = Policy != WritePolicy::None && Loop.draw(0, 1);
    serial();
    if (FromAnyCopy && Loop.draw(0, 1))
      supplyAll(Bounds);
    std::vector<BoxSet> Wrote(Loop.Devices);
    for (unsigned Number = 0; Number < Loop.Devices && Lost.empty(); ++Number)
      Wrote[Number] = share(Number, Bounds[Number], Bounds[Number + 1], FromAnyCopy);
    if (Lost.empty())
      onHost(0, Bounds[0]);
    if (!Lost.empty())
      return false;
    const Array &Y = Arrays.Call.Arrays[1];
    Arrays.Call.Arrays[1].Entry->wroteElsewhere(Y.Uses.writtenHull(Arrays.Call.all()), Wrote);
    const ElementSet Touched = Loop.written(0, Loop.Trips);
    for (unsigned Number = 0; Number < Loop.Devices; ++Number) {
      const ElementSet Own = Loop.written(Bounds[Number], Bounds[Number + 1]);
      for (std::size_t I = 0; I < Own.Has.size(); ++I)
        if (Touched.Has[I] && !Own.Has[I])
          Held[Number].Y.Has[I] = false;
    }
    if (Policy != WritePolicy::Back) {
      EXPECT_EQ(Loop.Y.Data, Expected);
    }
    return true;
  }

  bool end() {
    for (const Window *W : {&Loop.X, &Loop.Y}) {
      bool Found = false;
      if (const Status Result = Known->depersist(W->Data.data(), Found); !Result.ok())
        Lost = Result.message();
      EXPECT_TRUE(Found);
    }
    if (!Lost.empty())
      return false;
    EXPECT_EQ(Loop.Y.Data, Expected);
    for (const auto &Each : Devices) {
      EXPECT_EQ(Each->statistics().Allocations, 0u);
      EXPECT_EQ(Each->statistics().AllocatedBytes, 0u);
    }
    return true;
  }

  /// Checks that the number of bytes copied is what the model says; only for runs without faults.
  void checkBytes() {
    std::uint64_t In = 0, Out = 0;
    for (const auto &Each : Devices) {
      In += Each->statistics().BytesIn + Each->statistics().BytesAcross;
      Out += Each->statistics().BytesOut;
    }
    EXPECT_EQ(In, WantedIn);
    EXPECT_EQ(Out, WantedOut + Newest.count() * Loop.Y.ElementSize) << "the rest at depersist";
  }

  EmulatedDevice &device(unsigned Number) { return *Devices[Number]; }
  std::string Lost;

private:
  struct Holds {
    ElementSet X, Y;
  };

  void serial() {
    const std::vector<std::uint8_t> Before = Loop.Y.Data;
    Loop.Y.Data = Expected;
    Values All = Loop.values();
    digest(0, Loop.Trips, &All, nullptr, nullptr);
    Expected = Loop.Y.Data;
    std::copy(Before.begin(), Before.end(), Loop.Y.Data.begin());
  }

  /// Copies all that is known to be needed at once, as the engine does before a pass.
  void supplyAll(const std::vector<std::uint64_t> &Bounds) {
    std::vector<Consumer> Consumers = {{nullptr, {0, Bounds[0]}}};
    for (unsigned Number = 0; Number < Loop.Devices; ++Number)
      if (const Iterations Of{Bounds[Number], Bounds[Number + 1]}; !Of.empty() && !Devices[Number]->lost())
        Consumers.push_back({Memories[Number].get(), Of, Known->planOn(Arrays, *Memories[Number]).Kinds});
    if (const Status Result = supply(Arrays, *Known, Consumers, true); !Result.ok())
      Lost = Result.message();
  }

  /// Whether the loop leaves no gaps between the indices that it writes.
  bool dense() const { return std::abs(Loop.Step) == 1 || Loop.Trips == 1; }

  void onHost(std::uint64_t First, std::uint64_t Last) {
    if (const Status Result = supplyHost(Arrays, *Known, First, Last); !Result.ok()) {
      Lost = Result.message();
      return;
    }
    digest(First, Last, &Captured, nullptr, nullptr);
    const ElementSet Wrote = Loop.written(First, Last);
    for (std::size_t I = 0; I < Wrote.Has.size(); ++I)
      if (Wrote.Has[I] && Newest.Has[I]) {
        Newest.Has[I] = false;
        WantedOut += Loop.Y.Flags & MovesIn ? Loop.Y.ElementSize : 0;
      }
  }

  /// The device must receive what it lacks, or all that it needs where nothing is kept.
  void expectIn(ElementSet &Holds, const Window &W, std::uint64_t First, std::uint64_t Last) {
    const ElementSet Needed = Loop.needed(W, First, Last);
    for (std::size_t I = 0; I < Needed.Has.size(); ++I)
      if (Needed.Has[I] && (Policy == WritePolicy::None || !Holds.Has[I])) {
        WantedIn += W.ElementSize;
        Holds.Has[I] = true;
      }
  }

  void expectOut(unsigned Number, std::uint64_t First, std::uint64_t Last) {
    const ElementSet Wrote = Loop.written(First, Last);
    for (std::size_t I = 0; I < Wrote.Has.size(); ++I) {
      if (!Wrote.Has[I])
        continue;
      // A device that writes elements without reading them holds them afterwards if the loop leaves no gaps.
      if (!(Loop.Y.Flags & MovesIn) && dense())
        Held[Number].Y.Has[I] = true;
      Newest.Has[I] = Policy == WritePolicy::Back && dense();
    }
    if (Policy != WritePolicy::Back || !dense())
      for (std::uint64_t K = First; K < Last; ++K)
        WantedOut += Loop.written(K, K + 1).count() * Loop.Y.ElementSize;
  }

  Status compute(PassMemory &Memory, EmulatedDevice &On, std::uint64_t First, std::uint64_t Last) {
    if (Status Result = Memory.bringIn(First, Last); !Result.ok())
      return Result;
    if (Status Result = On.orderAfter(Queue::Compute, Queue::In); !Result.ok())
      return Result;
    if (Status Result = On.launch(Memory.launch()); !Result.ok())
      return Result;
    if (Status Result = On.orderAfter(Queue::Out, Queue::Compute); !Result.ok())
      return Result;
    if (Status Result = Memory.sendOut(); !Result.ok())
      return Result;
    if (Status Result = On.synchronize(); !Result.ok())
      return Result;
    Memory.commit();
    return Status::success();
  }

  /// Runs a device's part of the pass; if the device fails, the host runs it. Returns what the device wrote.
  BoxSet share(unsigned Number, std::uint64_t First, std::uint64_t Last, bool FromAnyCopy) {
    if (First == Last)
      return {};
    PassMemory Memory(Arrays, *Memories[Number], *Known);
    if (FromAnyCopy || Policy == WritePolicy::Back)
      if (const Status Result =
              supplyDevice(Arrays, *Known, *Memories[Number], First, Last, Memory.kinds(), FromAnyCopy);
          !Result.ok()) {
        Lost = Result.message();
        return {};
      }
    if (compute(Memory, *Devices[Number], First, Last).ok()) {
      expectIn(Held[Number].X, Loop.X, First, Last);
      expectIn(Held[Number].Y, Loop.Y, First, Last);
      expectOut(Number, First, Last);
      return Memory.written(1);
    }
    if (const Status Result = Memory.abandon(); !Result.ok())
      Lost = Result.message();
    else
      onHost(First, Last);
    return {};
  }

  RandomLoop &Loop;
  const WritePolicy Policy;
  TestCall Case;
  Values Captured;
  std::vector<std::unique_ptr<EmulatedDevice>> Devices;
  std::vector<std::unique_ptr<DeviceMemory>> Memories;
  std::unique_ptr<Directory> Known;
  PassArrays Arrays;
  std::vector<Holds> Held;
  ElementSet Newest{Loop.Y}; ///< The elements whose newest value only devices hold.
  std::uint64_t WantedIn = 0, WantedOut = 0;
  std::vector<std::uint64_t> Cuts;
  std::vector<std::uint8_t> Expected;
};

std::string nameOfPolicy(const testing::TestParamInfo<WritePolicy> &Info) {
  return Info.param == WritePolicy::Through ? "Through" : Info.param == WritePolicy::Back ? "Back" : "None";
}

class RandomPersist : public testing::TestWithParam<WritePolicy> {};

} // namespace

INSTANTIATE_TEST_SUITE_P(Policies, RandomPersist,
                         testing::Values(WritePolicy::Through, WritePolicy::Back, WritePolicy::None), nameOfPolicy);

TEST_P(RandomPersist, MovesOnlyTheDifferenceOverAHundredPasses) {
  for (std::uint32_t Seed = 0; Seed < rounds(200); ++Seed) {
    SCOPED_TRACE(testing::Message() << "seed " << Seed);
    RandomLoop Loop(Seed);
    PersistRunner Run(Loop, GetParam());
    for (int Pass = 0; Pass < 100 && !HasFailure(); ++Pass)
      ASSERT_TRUE(Run.pass()) << "pass " << Pass << ": " << Run.Lost;
    ASSERT_TRUE(Run.end()) << Run.Lost;
    Run.checkBytes();
    if (HasFailure())
      return;
  }
}

TEST_P(RandomPersist, AFaultAtAnyCallLosesNothingThatTheHostHas) {
  constexpr EmulatedCall Kinds[] = {EmulatedCall::Allocate, EmulatedCall::CopyIn, EmulatedCall::Launch,
                                    EmulatedCall::CopyOut, EmulatedCall::CopyAcross};
  constexpr std::uint32_t Seeds = rounds(100);
  unsigned Cases = 0, Losses = 0;
  for (std::uint32_t Seed = 0; Seed < Seeds; ++Seed) {
    RandomLoop Same(Seed);
    PersistRunner Counting(Same, GetParam());
    for (int Pass = 0; Pass < 8; ++Pass)
      Counting.pass();
    Counting.end();
    for (unsigned Device = 0; Device < Same.Devices; ++Device)
      for (EmulatedCall Kind : Kinds)
        for (std::uint64_t Call = 1; Call <= Counting.device(Device).calls(Kind); ++Call) {
          const bool Dies = (Seed + Call) % 2 == 0;
          SCOPED_TRACE(testing::Message() << "seed " << Seed << ", device " << Device << ", " << nameOf(Kind) << " "
                                          << Call << (Dies ? ", dies" : ""));
          RandomLoop Loop(Seed);
          PersistRunner Run(Loop, GetParam());
          Run.device(Device).injectFault({Kind, Call, Dies});
          bool Whole = true;
          for (int Pass = 0; Pass < 8 && Whole; ++Pass)
            Whole = Run.pass();
          Whole = Whole && Run.end();
          ++Cases;
          if (!Whole) {
            ++Losses;
            EXPECT_EQ(GetParam(), WritePolicy::Back);
            EXPECT_TRUE(Dies || Kind == EmulatedCall::Launch || Kind == EmulatedCall::CopyIn)
                << "a launch has, or may have, changed the only copy";
            EXPECT_THAT(Run.Lost, testing::ContainsRegex("y(\\[[0-9]+:[0-9]+\\])+.* \\(line 11\\)"));
          }
          if (HasFailure())
            return;
        }
  }
  EXPECT_GT(Cases, 20 * Seeds);
  EXPECT_EQ(Losses > 0, GetParam() == WritePolicy::Back);
}
