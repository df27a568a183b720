// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hill climbing over launch shapes, by the times of launches.

#include "Device/Cuda/ShapeTuner.h"

#include "Device/Cuda/LaneChoice.h"
#include "hetrt/hetrt.h"

#include <algorithm>
#include <iterator>

namespace hetrt::cuda {

namespace {

/// Launches before the first trial, if only this run has something of it: what a trial loses is little beside them.
constexpr std::uint64_t LaunchesBefore = 12;

/// Launches of a shape that are measured together.
constexpr unsigned Repetitions = 3;

/// Launches that are shorter, in seconds, are told too coarsely, and the host's part in them is larger.
constexpr double Short = 20e-6;

/// A candidate has to be as much faster as this, so that noise moves nothing.
constexpr double Faster = 0.97;

/// One pair is enough to see that a shape is no good.
constexpr double Hopeless = 1.5;

/// What trials may cost, of the time of all launches that were measured.
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

/// The very first launch may take longer for reasons of its own.
bool ShapeTuner::isTime() const {
  return !Settled && Launches > (IsKnown || Remembered ? 1 : LaunchesBefore - Repetitions);
}

/// What to measure next.
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

/// One that was not tried yet; at the end the one that was nearly as fast in earlier runs.
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

/// All that is to be known of a batch is known.
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

/// Launches of a trial come in pairs.
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
  // On the scale of the first shape, since launches may have become shorter meanwhile.
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
