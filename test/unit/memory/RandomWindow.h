// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random windows for tests of whole passes, a kernel that mixes every byte that an iteration may read into every byte
// that it owns, and what the language says about both, element by element.
#ifndef HETRT_TEST_MEMORY_RANDOMWINDOW_H
#define HETRT_TEST_MEMORY_RANDOMWINDOW_H

#include "TestCall.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <random>

namespace hetrt::test {

using Index = std::array<std::int64_t, MaxRank>;

/// A pointer to an array as a kernel gets it: with the stride between indices behind it.
struct Strided {
  std::uint8_t *Base;
  hetrt_int64 Stride[MaxRank - 1]; ///< In elements; as many as the rank says, less one.
};

/// One clause's array, with the user's data.
struct Window {
  unsigned Rank = 1;
  std::uint64_t ElementSize = 1;
  Index Extent = OneElement, Halo{};
  std::array<bool, MaxRank> Tied{};
  Index First{}, Count{}; ///< The section that is used, with Sections, of dimensions that are not tied.
  unsigned Flags = 0;
  std::vector<std::uint8_t> Data;

  bool full() const { return Flags & WholeCopy; }
  unsigned ties() const { return full() ? 0 : static_cast<unsigned>(std::ranges::count(Tied, true)); }
  std::uint64_t elements() const {
    return std::uint64_t(std::accumulate(Extent.begin(), Extent.end(), std::int64_t(1), std::multiplies()));
  }

  /// The element's number in the user's array.
  std::int64_t number(const Index &At) const {
    std::int64_t Number = 0;
    for (unsigned D = 0; D < MaxRank; ++D)
      Number = Number * Extent[D] + At[D];
    return Number;
  }

  /// Whether an index lies in the section, as far as there is one.
  bool uses(const Index &At) const {
    for (unsigned D = 0; D < Rank; ++D)
      if ((Flags & Sections) && (full() || !Tied[D]) && (At[D] < First[D] || At[D] >= First[D] + Count[D]))
        return false;
    return true;
  }

  /// What the language says that iterations with the values Lowest to Highest may read.
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

/// Each iteration digests every byte that it may read of x, and mixes the digest into every byte of y that is its own.
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

/// Adds the clause to a call.
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

} // namespace hetrt::test

#endif
