// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `auto`: chooses before each pass, by the times of earlier passes, how iterations are handed out: one range for each
// device, as `adaptive` does, or pieces that shrink towards the end of the pass, as `guided` does. Gives up
// accelerators that are not worth the host thread that drives them. A first pass with an accelerator begins with small
// pieces, so that a loop that runs only once is balanced too.
#include "Schedule/PieceScheduler.h"
#include "Schedule/Rows.h"
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

  /// The measured times of passes of one form (one range for each device, or pieces).
  struct Experience {
    static constexpr uint64_t ShortestValid = 50, LongestValid = 1u << 16;

    RateHistory Seconds;
    uint64_t LastPass = 0;
    uint64_t ValidPasses = ShortestValid; ///< After this number of passes the measurements of the form count as too
                                          ///< old, and the form may be tried again. Doubled each time such a trial took
                                          ///< longer than the other form.
    bool Tried = false;                   ///< There is no valid measurement of the form, so a pass of this form is a
                                          ///< trial.
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
  RateHistory Balanced; ///< for passes in pieces: the seconds per iteration that they would have taken if all devices
                        ///< had ended together
  /// The seconds by which a pass in pieces takes longer than by Balanced, for fetching pieces and waking threads.
  /// Assumed not to depend on the trip count.
  double PiecesCost = NAN;
  /// In passes of Form::Shares: for how many seconds longer than the busiest device computed the caller waited, while
  /// threads woke and gathered. NaN: unknown.
  double Gathering = NAN;
  size_t Workers = 0; ///< the number of devices for which the fields above hold
  Form Chosen = Form::Queue;
  bool LeaveCores = false;
  double CoresPart = 0; ///< the sum of the cores' speeds divided by the sum of all devices' speeds

  // Why formOfPass() chose the form of the last pass, for reason().
  bool LeftCores = false, FirstPass = true;
  size_t Unknown = 0;
  double SharesSeconds = INFINITY, PiecesSeconds = INFINITY;
  mutable char Reason[96] = "";
};

/// The time to fetch a piece. The measured times of devices do not contain it. This assumed value is used if the caller
/// does not say how long it waited for the pass.
constexpr double SecondsPerFetch = 2e-6;

double Auto::speeds() const {
  double Sum = 0;
  for (const Member &M : members())
    Sum += works(M) && M.Record->Rates.known() ? 1 / M.Record->Rates.secondsPerIteration() : 0;
  return Sum;
}

/// The fraction by which the time of one range probably differs from its prediction: the mean spread() of the devices'
/// ranges or, if larger, the spread of the times per iteration of the cores. The latter is large if iterations cost
/// more in one part of the loop than in another.
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

/// Whether the measurements of the form are recent, and of passes with about the present trip count. If not, the caller
/// uses a prediction instead.
bool Auto::counts(const Experience &Of) const {
  return Of.Seconds.measured() && passesDone() - Of.LastPass < Of.ValidPasses &&
         Of.Seconds.isAbout(static_cast<double>(iterations()));
}

/// The value of PiecesCost to use for the next pass. It is halved for every WithPieces.ValidPasses passes since the
/// last pass in pieces, so that pieces are tried again some time.
double Auto::piecesCost() const {
  if (std::isnan(PiecesCost))
    return SecondsPerFetch;
  const uint64_t Halvings = (passesDone() - WithPieces.LastPass) / WithPieces.ValidPasses;
  return std::max(SecondsPerFetch, std::ldexp(PiecesCost, -static_cast<int>(std::min<uint64_t>(Halvings, 64))));
}

/// Chooses the form of the next pass. If pieces gain little, one range for each device is preferred: it needs no lock,
/// and each device gets the same iterations in each pass, whose data is then in its caches.
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

/// The seconds of the device that computed longest in this pass.
double Auto::longest() const {
  double Longest = 0;
  for (const Member &M : members())
    Longest = std::max(Longest, M.Pass.Seconds);
  return Longest;
}

/// The time of the pass: the busiest device's seconds. In a pass in pieces the additional waiting of the caller is
/// added: by how much longer it waited than in a pass with one range for each device. If it is unknown how long the
/// caller waited, SecondsPerFetch for each piece is added instead.
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

/// Called after a pass of a form: if the pass was a trial of the form and took longer (Seconds) than passes of the
/// other form take (OfOther), the number of passes until the next trial doubles.
void Auto::judge(Experience &Of, double Seconds, double OfOther) {
  if (Of.Tried && Of.Seconds.measured() && Of.Seconds.isAbout(static_cast<double>(iterations())))
    Of.ValidPasses =
        Seconds > OfOther ? std::min(2 * Of.ValidPasses, Experience::LongestValid) : Experience::ShortestValid;
}

/// Updates Into, a moving average in which the latest value has weight 1/4.
static void average(double &Into, double Latest) { Into = std::isnan(Into) ? Latest : Into + (Latest - Into) / 4; }

/// Whether cores contribute less than they may cost. They cost time if the pass has to wait for a core to finish its
/// last iteration: on average half an iteration of this core.
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
const SchedulerDescriptor AutoScheduler = {
    schedulers::Auto, "chooses for each region by what it measures",
    [](const ScheduleOptions &Options) -> std::unique_ptr<Scheduler> { return std::make_unique<Auto>(Options); }};

} // namespace hetrt
