// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests whole passes over random arrays. The passes are divided at random among the host and emulated accelerators, and
// shares come in pieces, one of which is copied while another is computed. A model that looks at every byte says what a
// device must hold before each launch, what the user's arrays must hold after the pass, and how many bytes must be
// copied. The same passes are repeated with a fault at each call of a device in turn.
#include "../Rounds.h"
#include "Device/Emulated/EmulatedDevice.h"
#include "Memory/CallShape.h"
#include "Memory/PassMemory.h"
#include "RandomWindow.h"

#include <gtest/gtest.h>
#include <map>
#include <set>

using namespace hetrt;
using namespace hetrt::test;

namespace {

/// An array as another process may hold it, in memory that is the host's memory for that process's devices. There are
/// gaps between the rows.
class Elsewhere {
public:
  Elsewhere(const Window &Of, std::mt19937 &Random) : Of(Of) {
    Place.Stride.fill(Of.ElementSize);
    for (unsigned D = Of.Rank - 1; D-- > 0;)
      Place.Stride[D] = Place.Stride[D + 1] * std::uint64_t(Of.Extent[D + 1]) + Random() % 3 * Of.ElementSize;
    Bytes.assign(Place.Stride[0] * std::uint64_t(Of.Extent[0]) + Of.ElementSize, Gap);
    Place.First = reinterpret_cast<DeviceAddress>(Bytes.data());
    Of.forEach([&](const Index &At) { std::copy_n(inProgram(Of.Data, At), Of.ElementSize, here(At)); });
  }

  WindowPlace place() const { return Place; }
  DeviceRange memory() const { return {Place.First, Bytes.size()}; }
  Strided pointer() {
    Strided Made{Bytes.data(), {}};
    for (unsigned D = 0; D + 1 < Of.Rank; ++D)
      Made.Stride[D] = hetrt_int64(Place.Stride[D] / Of.ElementSize);
    return Made;
  }

  /// Copies the array back to the program's, and checks that the gaps were not written.
  void copyTo(Window &To) {
    Of.forEach([&](const Index &At) {
      std::copy_n(here(At), Of.ElementSize, To.Data.begin() + To.number(At) * std::int64_t(To.ElementSize));
      std::fill_n(here(At), Of.ElementSize, Gap);
    });
    EXPECT_EQ(std::ranges::count(Bytes, Gap), std::ssize(Bytes));
  }

private:
  static constexpr std::uint8_t Gap = 0xEE;
  auto inProgram(const std::vector<std::uint8_t> &Data, const Index &At) const -> const std::uint8_t * {
    return Data.data() + std::uint64_t(Of.number(At)) * Of.ElementSize;
  }
  std::uint8_t *here(const Index &At) {
    std::uint64_t Offset = 0;
    for (unsigned D = 0; D < MaxRank; ++D)
      Offset += std::uint64_t(At[D]) * Place.Stride[D];
    return Bytes.data() + Offset;
  }

  const Window &Of;
  WindowPlace Place;
  std::vector<std::uint8_t> Bytes;
};

/// Runs a pass part by part.
class Runner {
public:
  /// If `Moved`, the arrays are in other memory than the program's, and the call's description was encoded and decoded.
  explicit Runner(RandomPass &Pass, bool Moved = false) : Pass(Pass), Case(Pass.call()), Captured(Pass.values()) {
    for (unsigned Number = 0; Number < Pass.Devices; ++Number) {
      Devices.push_back(std::make_unique<EmulatedDevice>(Number, EmulatedOptions{}));
      Memories.push_back(std::make_unique<DeviceMemory>(*Devices.back(), Number));
    }
    Arrays.Region = &Case.Region;
    Arrays.Values = test::bytesOf(Captured);
    Arrays.Call = Case.resolve();
    if (Moved)
      move();
  }

  /// Runs all parts; the host computes a part whose device fails. If `Look`, device memory is compared with the model
  /// before each launch.
  void run(bool Look) {
    std::vector<DeviceMemory *> Homes;
    for (const auto &Memory : Memories)
      Homes.push_back(Memory.get());
    Directory Known(Homes);
    {
      std::vector<std::unique_ptr<PassMemory>> OnDevice;
      for (DeviceMemory *Home : Homes)
        OnDevice.push_back(std::make_unique<PassMemory>(Arrays, *Home, Known));
      for (const Part &Each : Pass.Parts) {
        std::uint64_t Next = Each.First;
        if (Each.Device > 0 && !compute(*OnDevice[Each.Device - 1], *Devices[Each.Device - 1], Each, Look, Next).ok()) {
          EXPECT_TRUE(OnDevice[Each.Device - 1]->abandon().ok());
          ++Faults;
        }
        digest(Next, Each.Last, &Captured, nullptr, nullptr);
      }
    }
    for (const auto &Each : Devices)
      EXPECT_EQ(Each->statistics().Allocations, 0u) << "all is freed with the pass";
    if (Y)
      Y->copyTo(Pass.Y);
    EXPECT_EQ(Pass.Y.Data, Pass.Expected);
  }

  EmulatedDevice &device(unsigned Number) { return *Devices[Number]; }
  unsigned Faults = 0;

private:
  void move() {
    std::mt19937 Random(1);
    X.emplace(Pass.X, Random);
    Y.emplace(Pass.Y, Random);
    Captured.X = X->pointer();
    Captured.Y = Y->pointer();
    const std::vector<std::byte> Shape = encodeCall(Arrays.Call, kindsOf(Arrays, false));
    ResolvedCall Read;
    EXPECT_EQ(decodeCall(Shape, Case.Region, Read), "");
    EXPECT_EQ(encodeCall(Read, kindsOf(Arrays, false)), Shape);
    const WindowPlace Places[] = {X->place(), Y->place()};
    const DeviceRange Windows[] = {X->memory(), Y->memory()};
    EXPECT_EQ(placeWindows(Read, Places, Windows, Read.all()), "");
    Arrays.Call = std::move(Read);
  }

  Status start(PassMemory &Memory, EmulatedDevice &On, const Part &Piece, unsigned Slot, bool Look) {
    if (Status Result = Memory.bringIn(Piece.First, Piece.Last, Slot); !Result.ok())
      return Result;
    if (Look) {
      EXPECT_TRUE(On.synchronize(Queue::In).ok());
      look(Memory, Slot, 0, Pass.X, Piece);
      look(Memory, Slot, 1, Pass.Y, Piece);
    }
    if (Status Result = On.orderAfter(Queue::Compute, Queue::In); !Result.ok())
      return Result;
    return On.launch(Memory.launch(Slot));
  }

  /// Computes a part piece by piece. `Next` becomes the first iteration whose results are not stored yet.
  Status compute(PassMemory &Memory, EmulatedDevice &On, const Part &Each, bool Look, std::uint64_t &Next) {
    unsigned Slot = 0;
    if (Status Result = start(Memory, On, Pass.pieceAt(Each, Next), Slot, Look); !Result.ok())
      return Result;
    while (Next < Each.Last) {
      if (Status Result = On.orderAfter(Queue::Out, Queue::Compute); !Result.ok())
        return Result;
      const Part Following = Pass.pieceAt(Each, Pass.pieceAt(Each, Next).Last);
      if (Following.First < Following.Last)
        if (Status Result = start(Memory, On, Following, 1 - Slot, Look); !Result.ok())
          return Result;
      if (Status Result = Memory.sendOut(Slot); !Result.ok())
        return Result;
      if (Status Result = On.synchronize(Queue::Out); !Result.ok())
        return Result;
      Memory.commit(Slot);
      Next = Following.First;
      Slot = 1 - Slot;
    }
    return On.synchronize();
  }

  /// Compares the device's copy with a model of it, in which the bytes that the description calls for have the user's
  /// values, and all others still have the value that fresh device memory has.
  void look(PassMemory &Memory, unsigned Slot, unsigned Number, const Window &Form, const Part &Each) {
    const Launch Wanted = Memory.launch(Slot);
    const DeviceRange &Range = Wanted.Windows[Number];
    const auto [Lowest, Highest] = Pass.valuesOf(Each);
    const auto &Told = *reinterpret_cast<const Values *>(Wanted.Values.data());
    const Strided &Pointer = Number == 0 ? Told.X : Told.Y;
    std::vector<int> Model(Range.Bytes, GuardedMemory::Poison);
    std::vector<bool> Seen(Range.Bytes);
    bool Inside = true;
    Form.forEach([&](const Index &At) {
      if (!Form.reads(At, Lowest, Highest))
        return;
      const auto Begin = reinterpret_cast<DeviceAddress>(element(Pointer, Form, At)) - Range.Begin;
      for (std::uint64_t Byte = 0; Byte < Form.ElementSize; ++Byte) {
        if (Begin + Byte >= Range.Bytes || Seen[Begin + Byte]) {
          Inside = false;
          return;
        }
        Seen[Begin + Byte] = true;
        if (Form.Flags & MovesIn)
          Model[Begin + Byte] = Form.Data[std::uint64_t(Form.number(At)) * Form.ElementSize + Byte];
      }
    });
    EXPECT_TRUE(Inside) << "two elements in one place, or one outside the allocation";
    const auto *There = reinterpret_cast<const std::uint8_t *>(Range.Begin);
    const bool Share = Form.ties() == 1 && (Form.Tied[0] || (Form.Flags & HETRT_STRIDED));
    for (std::uint64_t Byte = 0; Byte < Range.Bytes; ++Byte)
      if (Share || (Seen[Byte] && (Form.Flags & MovesIn))) { // a full copy keeps what earlier parts left, too
        ASSERT_EQ(There[Byte], Model[Byte]) << "window " << Number << ", byte " << Byte;
      }
  }

  RandomPass &Pass;
  TestCall Case;
  Values Captured;
  std::vector<std::unique_ptr<EmulatedDevice>> Devices;
  std::vector<std::unique_ptr<DeviceMemory>> Memories;
  PassArrays Arrays;
  std::optional<Elsewhere> X, Y;
};

/// The number of bytes of one array that a device receives for all its pieces, according to the language.
std::uint64_t bytesWanted(const RandomPass &Pass, const Window &Form, unsigned Device) {
  // Shares are copied for each piece; what is kept for the whole pass is copied once.
  const bool Share = Form.ties() == 1 && (Form.Tied[0] || (Form.Flags & HETRT_STRIDED));
  std::set<std::int64_t> Moved;
  std::uint64_t Elements = 0;
  for (const Part &Each : Pass.Parts)
    for (std::uint64_t First = Each.First; Each.Device == Device && First < Each.Last; First += Pass.AtOnce) {
      const auto [Lowest, Highest] = Pass.valuesOf(Pass.pieceAt(Each, First));
      Form.forEach([&](const Index &At) {
        if (Form.reads(At, Lowest, Highest) && (Moved.insert(Form.number(At)).second || Share))
          ++Elements;
      });
    }
  return Elements * Form.ElementSize;
}

} // namespace

/// Half of the passes use arrays in other memory than the program's.
TEST(RandomPass, MovesEveryByteOfTheWindowsAndNoOther) {
  for (std::uint32_t Seed = 0; Seed < 3000; ++Seed) {
    SCOPED_TRACE(testing::Message() << "seed " << Seed);
    RandomPass Pass(Seed);
    const std::vector<std::uint8_t> Input = Pass.X.Data;
    Runner Run(Pass, Seed % 2);
    Run.run(true);
    EXPECT_EQ(Pass.X.Data, Input);
    for (unsigned Device = 1; Device <= Pass.Devices; ++Device) {
      std::uint64_t Wanted = bytesWanted(Pass, Pass.X, Device);
      if (Pass.Y.Flags & MovesIn)
        Wanted += bytesWanted(Pass, Pass.Y, Device);
      EXPECT_EQ(Run.device(Device - 1).statistics().BytesIn, Wanted);
      std::uint64_t Out = 0;
      for (const Part &Each : Pass.Parts)
        if (Each.Device == Device)
          for (std::uint64_t K = Each.First; K < Each.Last; ++K)
            Pass.Y.forEach([&](const Index &At) {
              Out += Pass.Y.belongsTo(At, Pass.Lower + std::int64_t(K) * Pass.Step) ? Pass.Y.ElementSize : 0;
            });
      EXPECT_EQ(Run.device(Device - 1).statistics().BytesOut, Out);
    }
    if (HasFailure())
      return;
  }
}

TEST(RandomPass, LosesNothingToAFaultAtAnyCall) {
  constexpr EmulatedCall Kinds[] = {EmulatedCall::Allocate, EmulatedCall::CopyIn, EmulatedCall::Launch,
                                    EmulatedCall::CopyOut};
  constexpr std::uint32_t Seeds = rounds(3000);
  unsigned Struck = 0;
  for (std::uint32_t Seed = 0; Seed < Seeds; ++Seed) {
    RandomPass Clean(Seed);
    Runner Counting(Clean, Seed % 2);
    Counting.run(false);
    for (unsigned Device = 0; Device < Clean.Devices; ++Device)
      for (EmulatedCall Kind : Kinds)
        for (std::uint64_t Call = 1; Call <= Counting.device(Device).calls(Kind); ++Call) {
          SCOPED_TRACE(testing::Message()
                       << "seed " << Seed << ", device " << Device << ", " << nameOf(Kind) << " " << Call);
          RandomPass Pass(Seed);
          Runner Run(Pass, Seed % 2);
          Run.device(Device).injectFault({Kind, Call, (Seed + Call) % 2 == 0});
          Run.run(false);
          EXPECT_GE(Run.Faults, 1u);
          Struck += Run.Faults;
          if (HasFailure())
            return;
        }
  }
  EXPECT_GT(Struck, 4 * Seeds);
}
