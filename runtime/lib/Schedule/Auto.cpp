// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `auto`: chooses before each pass between one range for each device, as `adaptive`, and shrinking pieces, as `guided`,
// by what passes of either form took; gives accelerators up that are not worth their host thread. A first pass with an
// accelerator begins with small pieces, so that a loop that runs once is balanced too.
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

  /// The times of passes of one form, per iteration.
  struct Experience {
    static constexpr uint64_t ShortestLate = 50, LongestLate = 1u << 16;

    RateHistory Seconds;
    uint64_t LastPass = 0;
    uint64_t Late = ShortestLate; ///< After so many passes a measurement counts no more; the longer the more often
                                  ///< passes that tried the form again were longer than those of the other one.
    bool Tried = false;           ///< In this pass, without a measurement that counts.
  };

  bool counts(const Experience &Of) const;
  double piecesCost() const;
  void judge(Experience &Of, double Seconds, double OfOther);
  double longest() const;
  double passSeconds() const;
  double speeds() const;
  double variation() const;
  bool coresHardlyHelp();

  Experience WithShares, WithPieces;
  RateHistory Balanced; ///< what passes in pieces would have taken had all ended together
  /// Seconds of a pass in pieces beyond that, whatever its size: fetching, and waking those who wait.
  double PiecesCost = NAN;
  /// What callers waited beyond the device that was longest at work, where each had one range: threads wake and gather.
  double Gathering = NAN;
  size_t Workers = 0; ///< for which all these hold
  Form Chosen = Form::Queue;
  bool LeaveCores = false;
  double CoresPart = 0; ///< of all that is done in a second

  // Why the last pass was as it was.
  bool LeftCores = false, FirstPass = true;
  size_t Unknown = 0;
  double SharesSeconds = INFINITY, PiecesSeconds = INFINITY;
  mutable char Reason[96] = "";
};

/// What fetching a piece costs besides what is measured, where callers do not say what they waited.
constexpr double SecondsPerFetch = 2e-6;

double Auto::speeds() const {
  double Sum = 0;
  for (const Member &M : members())
    Sum += works(M) && M.Record->Rates.known() ? 1 / M.Record->Rates.secondsPerIteration() : 0;
  return Sum;
}

/// By how much the time of one range is likely to miss what it was made for: as ranges of a device differ, or, where
/// iterations differ along the loop, cores at different places of it.
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

/// Whether the measurement is recent and of passes of about this length. Else a prediction counts instead.
bool Auto::counts(const Experience &Of) const {
  return Of.Seconds.measured() && passesDone() - Of.LastPass < Of.Late &&
         Of.Seconds.isAbout(static_cast<double>(iterations()));
}

/// For a pass. It is believed less the longer ago it was seen.
double Auto::piecesCost() const {
  if (std::isnan(PiecesCost))
    return SecondsPerFetch;
  const uint64_t Halvings = (passesDone() - WithPieces.LastPass) / WithPieces.Late;
  return std::max(SecondsPerFetch, std::ldexp(PiecesCost, -static_cast<int>(std::min<uint64_t>(Halvings, 64))));
}

/// One range for each device is preferred where pieces gain little: it takes no lock and keeps caches warm.
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
  if (Workers == 1) // no other device to share with
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

/// Seconds of the device that was at work longest.
double Auto::longest() const {
  double Longest = 0;
  for (const Member &M : members())
    Longest = std::max(Longest, M.Pass.Seconds);
  return Longest;
}

/// As long as that, and what the caller waited beyond it for pieces' sake; where it does not say, what they took to
/// fetch.
double Auto::passSeconds() const {
  if (Chosen == Form::Shares)
    return longest();
  if (const double Beyond = waitedSeconds() - longest(); !std::isnan(Beyond))
    return longest() + std::max(0.0, Beyond - (std::isnan(Gathering) ? 0 : Gathering));
  double WithFetches = 0;
  for (const Member &M : members())
    WithFetches = std::max(WithFetches, M.Pass.Seconds + M.Taken * SecondsPerFetch);
  return WithFetches;
}

/// After a trial that took longer than the other form, the form is tried again later each time.
void Auto::judge(Experience &Of, double Seconds, double OfOther) {
  if (Of.Tried && Of.Seconds.measured() && Of.Seconds.isAbout(static_cast<double>(iterations())))
    Of.Late = Seconds > OfOther ? std::min(2 * Of.Late, Experience::LongestLate) : Experience::ShortestLate;
}

/// Weight 1/4 for the latest.
static void average(double &Into, double Latest) { Into = std::isnan(Into) ? Latest : Into + (Latest - Into) / 4; }

/// Whether what cores add is less than what they may cost: a pass that ends when a core ends the iteration that it is
/// at is late by half of one on average.
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
  double Seconds = passSeconds() / Count;
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
const SchedulerDescriptor AutoScheduler = {
    "auto", "chooses for each region by what it measures",
    [](const ScheduleOptions &Options) -> std::unique_ptr<Scheduler> { return std::make_unique<Auto>(Options); }};

} // namespace hetrt
