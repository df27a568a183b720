// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Searches for the fastest launch shape by hill climbing, with measured times of launches.

#include "Device/Cuda/ShapeTuner.h"

#include "Device/Cuda/LaneChoice.h"
#include "hetrt/hetrt.h"

#include <algorithm>
#include <iterator>

namespace hetrt::cuda {

namespace {

/// The number of launches before the first trial if results are not stored for later runs, since a program with fewer
/// launches would not gain by trials.
constexpr std::uint64_t LaunchesBefore = 12;

/// The number of launches of a shape that are measured for a comparison.
constexpr unsigned Repetitions = 3;

/// The shortest launch that is tuned, in seconds. For shorter ones the clock is too coarse, and the time of the host is
/// a large part.
constexpr double Short = 20e-6;

/// A candidate replaces the best shape if its time is below this ratio, so that noise does not change the shape.
constexpr double Faster = 0.97;

/// If the first pair of launches has a larger ratio of times, the candidate is dropped without further launches.
constexpr double Hopeless = 1.5;

/// The fraction of the time of all measured launches that trials of slower shapes may cost.
constexpr double MostLost = 0.05;

double medianOf(std::vector<double> Values) {
  const auto Middle = Values.begin() + std::ptrdiff_t(Values.size() / 2);
  std::ranges::nth_element(Values, Middle);
  return *Middle;
}

} // namespace

ShapeTuner::Trial ShapeTuner::next(const Differs &IsAnother) {
  ++Launches;
  if (Batch.empty() && isTime())
    plan(IsAnother);
  const auto Due = std::ranges::find(Batch, 0u, &Measured::Number);
  if (Due == Batch.end())
    return {Best};
  Due->Number = ++LastNumber;
  return {Due->Shape, Due->Number};
}

/// Whether trials may begin. The first launch of a kernel is not measured, since it may take longer.
bool ShapeTuner::isTime() const {
  return !Settled && Launches > (IsKnown || Remembered ? 1 : LaunchesBefore - Repetitions);
}

/// Fills Batch with the next launches to measure.
void ShapeTuner::plan(const Differs &IsAnother) {
  if (BestRate == 0) {
    Batch.assign(Repetitions, {Best});
  } else if (Lost > MostLost * Seconds) {
    Batch.assign(1, {Best});
  } else if ((Candidate = neighbour(IsAnother))) {
    for (unsigned I = 0; I < Repetitions; ++I)
      Batch.insert(Batch.end(), {{Best}, {*Candidate}});
  } else {
    Settled = true;
  }
}

/// The next neighbour that was not tried yet; if there is none, the second best shape of earlier runs, once.
std::optional<LaunchShape> ShapeTuner::neighbour(const Differs &IsAnother) {
  const LaunchShape All[] = {{Best.Threads * 2, Best.Lanes},
                             {Best.Threads / 2, Best.Lanes},
                             {Best.Threads, Best.Lanes * 2},
                             {Best.Threads, Best.Lanes / 2}};
  for (unsigned I = 0; I < std::size(All); ++I) {
    const unsigned Way = (Direction + I) % std::size(All);
    const LaunchShape To = All[Way];
    if (To.Threads >= Warp && To.Threads <= HETRT_MOST_THREADS && To.Lanes && !Tried.contains(To) && IsAnother(To)) {
      Direction = Way;
      return To;
    }
  }
  const auto Again = std::exchange(RunnerUp, std::nullopt);
  return Again != Best ? Again : std::nullopt;
}

void ShapeTuner::note(std::uint64_t Number, double Took, std::uint64_t Iterations) {
  const auto Of = std::ranges::find(Batch, Number, &Measured::Number);
  if (Number == 0 || Of == Batch.end())
    return;
  Of->Seconds = std::max(Took, 1e-9);
  Of->Iterations = std::max<std::uint64_t>(Iterations, 1);
  Seconds += Of->Seconds;
  if (isHopeless() || std::ranges::all_of(Batch, [](const Measured &Each) { return Each.Seconds > 0; }))
    conclude();
}

bool ShapeTuner::isHopeless() const {
  return Candidate && Batch[0].Seconds > 0 && Batch[1].Seconds > 0 && Batch[1].rate() > Hopeless * Batch[0].rate();
}

/// Evaluates a batch whose times are known.
void ShapeTuner::conclude() {
  if (Candidate) {
    compare();
  } else if (BestRate == 0) {
    std::vector<double> Rates, Times;
    for (const Measured &Each : Batch) {
      Rates.push_back(Each.rate());
      Times.push_back(Each.Seconds);
    }
    BestRate = medianOf(Rates);
    Results.push_back({Best, BestRate});
    Settled = (IsKnown && !Remembered) || medianOf(Times) < Short;
  }
  drop();
}

/// Compares the candidate with the best shape, by the pairs of their launches.
void ShapeTuner::compare() {
  std::vector<double> Ratios;
  double Longer = 0;
  for (std::size_t I = 0; I + 1 < Batch.size(); I += 2) {
    const Measured &Own = Batch[I], &Other = Batch[I + 1];
    if (Own.Seconds == 0 || Other.Seconds == 0)
      continue;
    Ratios.push_back(Other.rate() / Own.rate());
    Longer += (Other.rate() - Own.rate()) * double(Other.Iterations);
  }
  const double Ratio = medianOf(Ratios);
  Tried.insert(*Candidate);
  // Results are given relative to the time of the first measurement, since launches may have become shorter or longer
  // meanwhile.
  Results.push_back({*Candidate, BestRate * Ratio});
  if (Ratio < Faster) {
    Best = *Candidate;
    BestRate *= Ratio;
  } else {
    Direction = 0;
    Lost += std::max(Longer, 0.0);
  }
}

void ShapeTuner::drop() {
  Batch.clear();
  Candidate.reset();
}

} // namespace hetrt::cuda
