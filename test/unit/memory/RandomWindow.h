// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random array descriptions for tests of whole passes, and a kernel whose output depends on every byte that an
// iteration may read. The tests compare the runtime with what the language defines for each element.
#ifndef HETRT_TEST_MEMORY_RANDOMWINDOW_H
#define HETRT_TEST_MEMORY_RANDOMWINDOW_H

#include "TestCall.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <random>
#include <utility>

namespace hetrt::test {

using Index = std::array<std::int64_t, MaxRank>;

/// A pointer to an array as a kernel receives it: the strides of the indices come after the pointer.
struct Strided {
  std::uint8_t *Base;
  hetrt_int64 Stride[MaxRank - 1]; ///< In elements; there is one stride less than the array has dimensions.
};

/// The array of one clause, with the user's data.
struct Window {
  unsigned Rank = 1;
  std::uint64_t ElementSize = 1;
  Index Extent = OneElement, Halo{};
  std::array<bool, MaxRank> Tied{};
  Index First{}, Count{}; ///< The section in use, where `Flags` has `Sections`, in dimensions that do not follow the
                          ///< loop.
  unsigned Flags = 0;
  std::vector<std::uint8_t> Data;

  bool full() const { return Flags & WholeCopy; }
  unsigned ties() const { return full() ? 0 : static_cast<unsigned>(std::ranges::count(Tied, true)); }
  std::uint64_t elements() const {
    return std::uint64_t(std::accumulate(Extent.begin(), Extent.end(), std::int64_t(1), std::multiplies()));
  }

  /// The position of an element in the user's array.
  std::int64_t number(const Index &At) const {
    std::int64_t Number = 0;
    for (unsigned D = 0; D < MaxRank; ++D)
      Number = Number * Extent[D] + At[D];
    return Number;
  }

  /// Whether an index lies in the section; true for every index if there is no section.
  bool uses(const Index &At) const {
    for (unsigned D = 0; D < Rank; ++D)
      if ((Flags & Sections) && (full() || !Tied[D]) && (At[D] < First[D] || At[D] >= First[D] + Count[D]))
        return false;
    return true;
  }

  /// Whether iterations with iterator values from `Lowest` to `Highest` may read the element, according to the
  /// language.
  bool reads(const Index &At, std::int64_t Lowest, std::int64_t Highest) const {
    if (!uses(At))
      return false;
    for (unsigned D = 0; D < Rank; ++D)
      if (!full() && Tied[D] && At[D] >= Lowest - Halo[D] && At[D] <= Highest + Halo[D])
        return true;
    return ties() == 0;
  }

  bool belongsTo(const Index &At, std::int64_t Value) const {
    for (unsigned D = 0; D < Rank; ++D)
      if (Tied[D])
        return At[D] == Value && uses(At);
    return false;
  }

  template <typename Visitor> void forEach(Visitor Visit) const {
    for (std::int64_t I = 0; I < Extent[0]; ++I)
      for (std::int64_t J = 0; J < Extent[1]; ++J)
        for (std::int64_t K = 0; K < Extent[2]; ++K)
          for (std::int64_t L = 0; L < Extent[3]; ++L)
            Visit(Index{I, J, K, L});
  }

  Strided pointer() {
    Strided Made{Data.data(), {}};
    hetrt_int64 Distance = 1;
    for (unsigned D = Rank - 1; D-- > 0;)
      Made.Stride[D] = Distance *= Extent[D + 1];
    return Made;
  }
};

struct Values {
  Strided X, Y;
  const Window *FormX, *FormY;
  std::int64_t Lower, Step;
};

inline std::uint8_t *element(const Strided &Array, const Window &Form, const Index &At) {
  std::int64_t Number = At[Form.Rank - 1];
  for (unsigned D = 0; D + 1 < Form.Rank; ++D)
    Number += At[D] * Array.Stride[D];
  return Array.Base + Number * std::int64_t(Form.ElementSize);
}

/// Each iteration computes a checksum of all bytes of x that it may read, and mixes it into every byte of y that it
/// owns.
inline void digest(std::uint64_t First, std::uint64_t Last, const void *Argument, void *, const hetrt_bounds *) {
  const Values &V = *static_cast<const Values *>(Argument);
  for (std::uint64_t K = First; K < Last; ++K) {
    const std::int64_t Value = V.Lower + std::int64_t(K) * V.Step;
    std::uint64_t Sum = 0;
    V.FormX->forEach([&](const Index &At) {
      if (V.FormX->reads(At, Value, Value))
        for (std::uint64_t Byte = 0; Byte < V.FormX->ElementSize; ++Byte)
          Sum = Sum * 31 + element(V.X, *V.FormX, At)[Byte];
    });
    V.FormY->forEach([&](const Index &At) {
      if (V.FormY->belongsTo(At, Value))
        for (std::uint64_t Byte = 0; Byte < V.FormY->ElementSize; ++Byte) {
          std::uint8_t &To = element(V.Y, *V.FormY, At)[Byte];
          const std::uint64_t Old = V.FormY->Flags & MovesIn ? To : 7;
          To = std::uint8_t((Sum + Old * 3 + Byte + std::uint64_t(V.FormY->number(At))) % 251);
        }
    });
  }
}

/// Adds the clause for an array to a call.
inline void addTo(TestCall &Case, const char *Name, const Window &W) {
  const auto D = [&](unsigned I) { return TestCall::Dimension{W.Extent[I], W.Tied[I], W.Halo[I]}; };
  if (W.Rank == 1)
    Case.add(Name, W.Data.data(), W.ElementSize, W.Flags, {D(0)});
  else if (W.Rank == 2)
    Case.add(Name, W.Data.data(), W.ElementSize, W.Flags, {D(0), D(1)});
  else if (W.Rank == 3)
    Case.add(Name, W.Data.data(), W.ElementSize, W.Flags, {D(0), D(1), D(2)});
  else
    Case.add(Name, W.Data.data(), W.ElementSize, W.Flags, {D(0), D(1), D(2), D(3)});
  for (unsigned D = 0; D < W.Rank; ++D)
    Case.Clauses.back().Dimensions[D].Used = {W.First[D], W.First[D] + W.Count[D]};
}

/// A part of a pass, and the device that computes it; device 0 is the host.
struct Part {
  std::uint64_t First, Last;
  unsigned Device;
};

/// A loop over two random arrays that runs digest().
struct DigestLoop {
  Window X, Y;
  std::uint64_t Trips = 1;
  std::int64_t Lower = 0, Step = 1;

  Values values() { return {X.pointer(), Y.pointer(), &X, &Y, Lower, Step}; }

  /// The least and the greatest iterator value in iterations [First, Last).
  std::pair<std::int64_t, std::int64_t> ends(std::uint64_t First, std::uint64_t Last) const {
    const std::int64_t A = Lower + std::int64_t(First) * Step, B = Lower + std::int64_t(Last - 1) * Step;
    return {std::min(A, B), std::max(A, B)};
  }

  TestCall call() {
    TestCall Case(Trips, Lower, Step);
    addTo(Case, "x", X);
    addTo(Case, "y", Y);
    Case.Clauses[0].PointerOffset = offsetof(Values, X);
    Case.Clauses[1].PointerOffset = offsetof(Values, Y);
    Case.Region.values_size = sizeof(Values);
    Case.Region.emulated = digest;
    return Case;
  }
};

/// A pass with random arrays, devices and parts.
struct RandomPass : DigestLoop {
  unsigned Devices = 1;
  std::uint64_t AtOnce = 1; ///< How many iterations the devices take at a time.
  std::vector<Part> Parts;
  std::vector<std::uint8_t> Expected;

  explicit RandomPass(std::uint32_t Seed) {
    std::mt19937 Random(Seed);
    auto Draw = [&](std::int64_t From, std::int64_t To) {
      return std::uniform_int_distribution<std::int64_t>(From, To)(Random);
    };
    auto Shape = [&](Window &W, bool Written) {
      const std::uint64_t Sizes[] = {1, 2, 3, 4, 8, 12, 16, 65};
      W.ElementSize = Sizes[Draw(0, 7)];
      W.Rank = unsigned(Draw(1, MaxRank));
      const unsigned Only = unsigned(Draw(0, W.Rank - 1));
      for (unsigned D = 0; D < W.Rank; ++D) {
        W.Extent[D] = D == 3 ? Draw(1, 3) : Draw(0, 5) ? Draw(1, 6) : Draw(1, 24);
        W.Tied[D] = Written ? D == Only : Draw(0, 1);
        W.Halo[D] = Written || !W.Tied[D] ? 0 : Draw(0, 2) * Draw(0, 3);
      }
      W.Flags = Draw(0, 3) ? HETRT_STRIDED : 0;
      W.Flags |= Written ? MovesOut | (Draw(0, 1) ? MovesIn : 0) : MovesIn;
      if (!Written && (W.ties() == 0 || Draw(0, 9) == 0))
        W.Flags |= WholeCopy;
      if (Draw(0, 2) == 0) {
        W.Flags |= Sections;
        for (unsigned D = 0; D < W.Rank; ++D) {
          W.First[D] = Draw(0, W.Extent[D]);
          W.Count[D] = Draw(0, W.Extent[D] - W.First[D]);
        }
      }
      W.Data.resize(W.elements() * W.ElementSize);
      for (std::uint8_t &Byte : W.Data)
        Byte = std::uint8_t(Draw(0, 250)); // never the value that fresh device memory holds
    };
    Shape(X, false);
    Shape(Y, true);
    std::int64_t Smallest = 24;
    for (const Window *W : {&X, &Y})
      for (unsigned D = 0; D < W->Rank; ++D)
        if (W->Tied[D] && !W->full())
          Smallest = std::min(Smallest, W->Extent[D]);
    const std::int64_t Distance = Draw(0, 2) ? 1 : Draw(1, 4);
    Trips = std::uint64_t(Draw(1, (Smallest - 1) / Distance + 1));
    const std::int64_t Span = std::int64_t(Trips - 1) * Distance, Start = Draw(0, Smallest - 1 - Span);
    Step = Draw(0, 2) ? Distance : -Distance;
    Lower = Step > 0 ? Start : Start + Span;
    Devices = unsigned(Draw(1, 3));
    for (std::uint64_t First = 0; First < Trips;) {
      const auto Last = std::uint64_t(Draw(std::int64_t(First) + 1, std::int64_t(Trips)));
      Parts.push_back({First, Last, unsigned(Draw(0, Devices))});
      First = Last;
    }
    std::shuffle(Parts.begin(), Parts.end(), Random);
    AtOnce = Draw(0, 1) ? Trips : std::uint64_t(Draw(1, std::int64_t(Trips)));
    const std::vector<std::uint8_t> Before = Y.Data;
    Values Serial = values();
    digest(0, Trips, &Serial, nullptr, nullptr);
    Expected = std::exchange(Y.Data, Before);
  }

  /// The piece of a part that begins with iteration `First`; empty if that is the part's end.
  Part pieceAt(const Part &Of, std::uint64_t First) const {
    return {First, std::min(First + AtOnce, Of.Last), Of.Device};
  }

  std::pair<std::int64_t, std::int64_t> valuesOf(const Part &Of) const { return ends(Of.First, Of.Last); }
};

} // namespace hetrt::test

#endif
