// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `auto`: before each pass, chooses the form by the times of earlier passes: one range for each device, as `adaptive`
// does, or pieces that shrink towards the end of the pass, as `guided` does. Gives up accelerators that are not worth
// the host thread that drives them. A first pass with an accelerator begins with small pieces, so that a loop that runs
// once is balanced too.
#include "Schedule/PieceScheduler.h"
#include "Schedule/Registry.h"
#include "Schedule/WaitModel.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace hetrt {

namespace {

class Auto final : public PieceScheduler {
  using PieceScheduler::PieceScheduler;

  Form formOfPass() override;
  void passEnded() override;
  bool uses(ProcessorKind Kind) const override { return Kind == ProcessorKind::Accelerator || !LeaveCores; }
  std::string_view reason() const override;

  /// The measured times of passes of one form, per iteration.
  struct Experience {
    static constexpr uint64_t ShortestValid = 50, LongestValid = 1u << 16;

    RateHistory Seconds;
    uint64_t LastPass = 0;
    uint64_t ValidPasses = ShortestValid; ///< After this number of passes a measurement no longer counts; doubled each
                                          ///< time a trial of the form took longer than the other form.
    bool Tried = false;                   ///< This pass is to try the form, since no measurement of the form counts any
                                          ///< more.
  };

  bool counts(const Experience &Of) const;
  double piecesCost() const;
  void judge(Experience &Of, double Seconds, double OfOther);
  double longest() const;
  double passSecondsWithWaiting() const;
  double speeds() const;
  double variation() const;
  bool coresHardlyHelp();

  Experience WithShares, WithPieces;
  RateHistory Balanced; ///< seconds per iteration that passes in pieces would have taken if all devices had ended
                        ///< together
  /// The seconds that a pass in pieces takes beyond Balanced, independent of its size: for fetching pieces and waking
  /// threads.
  double PiecesCost = NAN;
  /// The seconds that callers waited beyond the busiest device's time in passes of Form::Shares, while threads woke and
  /// gathered.
  double Gathering = NAN;
  size_t Workers = 0; ///< the number of devices for which the fields above hold
  Form Chosen = Form::Queue;
  bool LeaveCores = false;
  double CoresPart = 0; ///< the cores' part of all devices' speed

  // Why the last pass had its form, for reason().
  bool LeftCores = false, FirstPass = true;
  size_t Unknown = 0;
  double SharesSeconds = INFINITY, PiecesSeconds = INFINITY;
  mutable char Reason[96] = "";
};

/// The time to fetch a piece. Devices' times do not contain it, so this value is used if callers do not say how long
/// they waited for the pass.
constexpr double SecondsPerFetch = 2e-6;

double Auto::speeds() const {
  double Sum = 0;
  for (const Member &M : members())
    Sum += works(M) && M.Record->Rates.known() ? 1 / M.Record->Rates.secondsPerIteration() : 0;
  return Sum;
}

/// The fraction by which the time of one range probably differs from its prediction: the spread of the ranges of one
/// device or, if larger, the spread between cores. The latter is large if iterations cost more in one part of the loop
/// than in another.
double Auto::variation() const {
  double Spread = 0, Sum = 0, Squares = 0, Cores = 0;
  for (const Member &M : members()) {
    if (!works(M))
      continue;
    Spread += M.Record->Ranges.spread() / static_cast<double>(Workers);
    if (!M.accelerator() && M.Record->Rates.known()) {
      double Seconds = M.Record->Rates.secondsPerIteration();
      Sum += Seconds;
      Squares += Seconds * Seconds;
      ++Cores;
    }
  }
  if (Cores < 2)
    return Spread;
  return std::max(Spread, std::sqrt(std::max(0.0, Squares * Cores / (Sum * Sum) - 1)));
}

/// Whether a measurement is recent, and of passes with about this trip count. If not, a prediction is used instead of
/// it.
bool Auto::counts(const Experience &Of) const {
  return Of.Seconds.measured() && passesDone() - Of.LastPass < Of.ValidPasses &&
         Of.Seconds.isAbout(static_cast<double>(iterations()));
}

/// PiecesCost for the next pass; the longer no pass was in pieces, the less it counts: it is halved for every
/// WithPieces.ValidPasses such passes.
double Auto::piecesCost() const {
  if (std::isnan(PiecesCost))
    return SecondsPerFetch;
  const uint64_t Halvings = (passesDone() - WithPieces.LastPass) / WithPieces.ValidPasses;
  return std::max(SecondsPerFetch, std::ldexp(PiecesCost, -static_cast<int>(std::min<uint64_t>(Halvings, 64))));
}

/// Chooses the form. One range for each device is preferred if pieces gain little, since it takes no lock, and each
/// device has the same iterations, whose data is in its caches, in each pass.
PassScheduler::Form Auto::formOfPass() {
  constexpr double WorthPieces = 1.005, WorthPiecesOnCores = 1.04;
  LeftCores = LeaveCores;
  Unknown = unknownAccelerators();
  FirstPass = passesDone() == 0;
  if (Chosen = PieceScheduler::formOfPass(); Chosen == Form::Queue)
    return Chosen;
  if (Workers != workers()) {
    WithShares = WithPieces = {}, Balanced = {};
    PiecesCost = Gathering = NAN;
  }
  Workers = workers();
  double Ideal = Balanced.known() ? Balanced.secondsPerIteration() : 1 / speeds();
  const auto Count = static_cast<double>(iterations());
  WithShares.Tried = !counts(WithShares);
  WithPieces.Tried = !counts(WithPieces);
  SharesSeconds =
      WithShares.Tried ? Ideal * (1 + expectedExcess(Workers, variation())) : WithShares.Seconds.secondsPerIteration();
  PiecesSeconds = WithPieces.Tried ? Ideal + piecesCost() / Count : WithPieces.Seconds.secondsPerIteration();
  bool Accelerators = std::ranges::any_of(members(), [](const Member &M) { return works(M) && M.accelerator(); });
  double Worth = Accelerators ? WorthPieces : WorthPiecesOnCores;
  bool NothingKnown = std::isinf(Ideal);
  if (Workers == 1) // a single device gets all iterations as one range
    return Chosen = Form::Shares;
  Chosen = NothingKnown || SharesSeconds > Worth * PiecesSeconds ? Form::Pieces : Form::Shares;
  return Chosen;
}

std::string_view Auto::reason() const {
  int Length = 0;
  if (LeftCores)
    Length =
        std::snprintf(Reason, sizeof Reason, "accelerators only: cores would do %.1f%% of the work", 100 * CoresPart);
  else if (Chosen == Form::Queue)
    Length = std::snprintf(Reason, sizeof Reason,
                           FirstPass ? "small pieces first: nothing is known of %zu %s"
                                     : "small pieces: %zu %s came when all was done, in every pass so far",
                           Unknown, Unknown == 1 ? "accelerator" : "accelerators");
  else if (Workers == 1)
    Length = std::snprintf(Reason, sizeof Reason, "one range: only one device works");
  else if (Chosen == Form::Shares)
    Length = std::snprintf(Reason, sizeof Reason, "one range each: pieces would take %.2f times as long",
                           PiecesSeconds / SharesSeconds);
  else if (std::isfinite(SharesSeconds))
    Length = std::snprintf(Reason, sizeof Reason, "shrinking pieces: one range each would take %.2f times as long",
                           SharesSeconds / PiecesSeconds);
  else
    Length = std::snprintf(Reason, sizeof Reason, "shrinking pieces: nothing is known of the loop");
  return {Reason, static_cast<size_t>(std::clamp<int>(Length, 0, sizeof Reason - 1))};
}

/// The seconds of the busiest device.
double Auto::longest() const {
  double Longest = 0;
  for (const Member &M : members())
    Longest = std::max(Longest, M.Pass.Seconds);
  return Longest;
}

/// The time of the pass: the busiest device's seconds and, in a pass in pieces, the time by which the caller waited
/// longer than in a pass with one range for each device. If the caller does not say how long it waited, the time to
/// fetch the pieces is used.
double Auto::passSecondsWithWaiting() const {
  if (Chosen == Form::Shares)
    return longest();
  if (const double Beyond = waitedSeconds() - longest(); !std::isnan(Beyond))
    return longest() + std::max(0.0, Beyond - (std::isnan(Gathering) ? 0 : Gathering));
  double WithFetches = 0;
  for (const Member &M : members())
    WithFetches = std::max(WithFetches, M.Pass.Seconds + M.Taken * SecondsPerFetch);
  return WithFetches;
}

/// Judges a trial of a form: if the pass took longer than one of the other form, the time until the next trial of the
/// form doubles.
void Auto::judge(Experience &Of, double Seconds, double OfOther) {
  if (Of.Tried && Of.Seconds.measured() && Of.Seconds.isAbout(static_cast<double>(iterations())))
    Of.ValidPasses =
        Seconds > OfOther ? std::min(2 * Of.ValidPasses, Experience::LongestValid) : Experience::ShortestValid;
}

/// Moving average; the latest value has weight 1/4.
static void average(double &Into, double Latest) { Into = std::isnan(Into) ? Latest : Into + (Latest - Into) / 4; }

/// Whether cores contribute less than they may cost. If a core ends the pass, the pass is late by half of one of its
/// iterations on average.
bool Auto::coresHardlyHelp() {
  constexpr double Worth = 0.01, OfIteration = 0.25;
  double Cores = 0, Accelerators = 0, Slowest = 0;
  for (const Member &M : members()) {
    if (!M.Model.Usable || !M.Record->Rates.known() || M.Record->Judgement.givenUp())
      continue;
    double Seconds = M.Record->Rates.secondsPerIteration();
    (M.accelerator() ? Accelerators : Cores) += 1 / Seconds;
    Slowest = M.accelerator() ? Slowest : std::max(Slowest, Seconds);
  }
  if (Cores == 0 || Accelerators == 0)
    return false;
  CoresPart = Cores / (Cores + Accelerators);
  double PassSeconds = static_cast<double>(iterations()) / (Cores + Accelerators);
  return CoresPart < Worth + OfIteration * Slowest / PassSeconds;
}

void Auto::passEnded() {
  LeaveCores = coresHardlyHelp();
  auto Count = static_cast<double>(iterations());
  double Seconds = passSecondsWithWaiting() / Count;
  if (Chosen == Form::Queue || !plausible(Seconds))
    return;
  Experience &Of = Chosen == Form::Shares ? WithShares : WithPieces;
  judge(Of, Seconds, Chosen == Form::Shares ? PiecesSeconds : SharesSeconds);
  Of.Seconds.add(Seconds, Count);
  if (Chosen == Form::Pieces) {
    double AtWork = 0;
    for (const Member &M : members())
      AtWork += M.Pass.Seconds;
    Balanced.add(AtWork / static_cast<double>(Workers) / Count, Count);
    average(PiecesCost, Seconds * Count - longest());
  } else if (!std::isnan(waitedSeconds())) {
    average(Gathering, std::max(0.0, waitedSeconds() - longest()));
  }
  Of.LastPass = passesDone();
}

} // namespace

extern const SchedulerDescriptor AutoScheduler;
const SchedulerDescriptor AutoScheduler = {.Name = "auto",
                                           .Help = "chooses for each region by what it measures",
                                           .Create = [](const ScheduleOptions &Options) -> std::unique_ptr<Scheduler> {
                                             return std::make_unique<Auto>(Options);
                                           },
                                           .TriesCopies = true};

} // namespace hetrt
