// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Divides iterations into grains, and converts between elements and iterations.
#include "Plan/Division.h"

namespace hetrt {

/// Makes so many grains that shares can differ by a thousandth, but each grain long enough for the cost of a partial.
/// If partials are large, makes no more grains than have room in 64 MiB.
std::uint64_t grainOf(std::uint64_t TripCount, std::uint64_t Bytes) {
  constexpr std::uint64_t WantedGrains = 1024, LongestWanted = 256;
  constexpr std::uint64_t Room = 64 << 20, LeastGrains = 64;
  auto Quotient = [](std::uint64_t Total, std::uint64_t Part) { return Total / Part + (Total % Part != 0); };
  const std::uint64_t Wanted = std::min(Quotient(TripCount, WantedGrains), LongestWanted);
  const std::uint64_t MostGrains = std::max(Room / std::max<std::uint64_t>(Bytes, 1), LeastGrains);
  return std::max({Wanted, Quotient(TripCount, MostGrains), std::uint64_t(1)});
}

/// Computed modulo 2^64, since intermediate sums may be negative. The result is right nevertheless, since it is less
/// than 2^64: elements and iterations are both indices of arrays.
std::uint64_t ElementCount::before(std::uint64_t Iteration) const {
  if (Iteration == 0)
    return 0;
  const auto At = [&](std::int64_t Index) { return static_cast<std::uint64_t>(Begins.at(Index)); };
  const bool All = Iteration == Iterations.TripCount;
  const std::int64_t Last = Iterations.value(All ? Iteration - 1 : Iteration);
  const std::uint64_t Elements =
      Iterations.Step > 0 ? At(Last + All) - At(Iterations.Lower) : At(Iterations.Lower + 1) - At(Last + !All);
  return Elements + Iteration;
}

/// The first iteration of the first grain before which there are at least `Unit` units.
std::uint64_t Division::begin(std::uint64_t Unit) const {
  std::uint64_t First = 0, Last = Of.count();
  while (First < Last) {
    const std::uint64_t Middle = First + (Last - First) / 2;
    if (Elements.before(Of.first(Middle)) < Unit)
      First = Middle + 1;
    else
      Last = Middle;
  }
  return Of.first(First);
}

double Division::secondsOf(Range Units, Range Iterations, double Seconds) const {
  if (!balanced() || Iterations.empty())
    return Iterations.empty() ? 0 : Seconds;
  const std::uint64_t Elements = this->Elements.before(Iterations.Last) - this->Elements.before(Iterations.First);
  return Seconds * double(Units.size()) / double(Elements);
}

Range Division::units(Range Iterations, Range Within) const {
  if (Iterations.empty())
    return {};
  if (!balanced())
    return Of.units(Iterations);
  const Range All = iterations(Within);
  return {Iterations.First == All.First ? Within.First : Elements.before(Iterations.First),
          Iterations.Last == All.Last ? Within.Last : Elements.before(Iterations.Last)};
}

} // namespace hetrt
