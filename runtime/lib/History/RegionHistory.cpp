// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes one sample for the history from all passes of a run.
#include "History/RegionHistory.h"

#include <algorithm>
#include <cmath>

namespace hetrt {

double RegionHistory::earlier(std::uint64_t TripCount, const std::string &Device) const {
  return Earlier.secondsPerIteration(keyOf(sizeClass(TripCount), Device)).value_or(NAN);
}

void RegionHistory::add(std::uint64_t TripCount, const std::string &Device, std::uint64_t Iterations, double Seconds) {
  constexpr std::size_t MostPasses = 31;
  const double Rate = Seconds / static_cast<double>(Iterations);
  if (!(Rate > 0 && std::isfinite(Rate)))
    return;
  std::lock_guard Lock(Mutex);
  auto [Found, Fresh] = Measured.try_emplace({sizeClass(TripCount), Device});
  Passes &Of = Found->second;
  if (Fresh) {
    Of.First = Rate;
    return;
  }
  if (Of.Latest.size() < MostPasses)
    Of.Latest.push_back(Rate);
  else
    Of.Latest[Of.Later % MostPasses] = Rate;
  ++Of.Later;
}

double RegionHistory::Passes::median() const {
  if (Latest.empty())
    return First;
  std::vector<double> Values = Latest;
  const auto Middle = Values.begin() + static_cast<std::ptrdiff_t>(Values.size() / 2);
  std::ranges::nth_element(Values, Middle);
  return *Middle;
}

std::vector<HistorySample> RegionHistory::samples() const {
  std::lock_guard Lock(Mutex);
  std::vector<HistorySample> Samples;
  for (const auto &[Of, Each] : Measured)
    Samples.push_back({keyOf(Of.first, Of.second), Each.median()});
  return Samples;
}

} // namespace hetrt
