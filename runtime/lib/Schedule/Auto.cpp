// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `auto`: chooses before each pass between one range for each device, as `adaptive`, and shrinking pieces, as `guided`,
// by what passes of either form took; gives accelerators up that are not worth their host thread. A first pass with an
// accelerator begins with small pieces, so that a loop that runs once is balanced too.
#include "Schedule/PieceScheduler.h"
#include "Schedule/Registry.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace hetrt {

namespace {

class Auto final : public PieceScheduler {
  using PieceScheduler::PieceScheduler;

  Form formOfPass() override;
  void passEnded() override;
  std::string_view reason() const override { return Reason; }

  /// What passes of one form took for an iteration.
  struct Experience {
    RateHistory Seconds;
    uint64_t LastPass = 0;
  };

  double secondsOf(const Experience &Of, double Predicted) const;
  double passSeconds() const;
  double speeds() const;
  void explain(Form How, double Shares, double Pieces);

  Experience WithShares, WithPieces;
  Form Chosen = Form::Queue;
  char Reason[96] = "";
};

/// What fetching a piece costs besides what is measured: the call, and waking those who wait.
constexpr double SecondsPerFetch = 2e-6;

double Auto::speeds() const {
  double Sum = 0;
  for (const Member &M : members())
    if (works(M) && M.Record->Rates.known())
      Sum += 1 / M.Record->Rates.secondsPerIteration();
  return Sum;
}

/// A prediction counts where there is no measurement, or none of late.
double Auto::secondsOf(const Experience &Of, double Predicted) const {
  constexpr uint64_t Late = 50;
  bool Fresh = Of.Seconds.measured() && passesDone() - Of.LastPass < Late;
  return Fresh ? Of.Seconds.secondsPerIteration() : Predicted;
}

/// One range for each device is preferred where pieces gain little: it takes no lock and keeps caches warm.
PassScheduler::Form Auto::formOfPass() {
  constexpr double WorthPieces = 1.02, WorthPiecesOnCores = 1.04;
  if (Chosen = PieceScheduler::formOfPass(); Chosen == Form::Queue) {
    explain(Chosen, 0, 0);
    return Chosen;
  }
  bool Accelerators = false;
  double Spread = 0;
  for (const Member &M : members()) {
    Accelerators |= works(M) && M.accelerator();
    if (works(M))
      Spread += M.Record->Ranges.spread() / static_cast<double>(workers());
  }
  double Ideal = 1 / speeds();
  double Shares = secondsOf(WithShares, Ideal * (1 + expectedExcess(workers(), Spread)));
  double Pieces = secondsOf(WithPieces, Ideal);
  double Worth = Accelerators ? WorthPieces : WorthPiecesOnCores;
  bool NothingKnown = std::isinf(Ideal);
  Chosen = NothingKnown || Shares > Worth * Pieces ? Form::Pieces : Form::Shares;
  explain(Chosen, Shares, Pieces);
  return Chosen;
}

void Auto::explain(Form How, double Shares, double Pieces) {
  switch (How) {
  case Form::Queue:
    std::snprintf(Reason, sizeof Reason, "small pieces first: nothing is known of %zu accelerator(s)",
                  unknownAccelerators());
    return;
  case Form::Pieces:
    if (Pieces > 0 && std::isfinite(Shares))
      std::snprintf(Reason, sizeof Reason, "shrinking pieces: one range each would take %.2f times as long",
                    Shares / Pieces);
    else
      std::snprintf(Reason, sizeof Reason, "shrinking pieces: nothing is known of the loop");
    return;
  case Form::Shares:
    std::snprintf(Reason, sizeof Reason, "one range each: pieces would take %.2f times as long", Pieces / Shares);
  }
}

/// As long as the device that was at work longest, and what it spent on fetching.
double Auto::passSeconds() const {
  double Longest = 0;
  for (const Member &M : members())
    Longest = std::max(Longest, M.PassSeconds + (Chosen == Form::Shares ? 0 : M.Taken * SecondsPerFetch));
  return Longest;
}

void Auto::passEnded() {
  auto Count = static_cast<double>(iterations());
  double Seconds = passSeconds() / Count;
  if (Chosen == Form::Queue || !plausible(Seconds))
    return;
  Experience &Of = Chosen == Form::Shares ? WithShares : WithPieces;
  Of.Seconds.add(Seconds, Count);
  Of.LastPass = passesDone();
}

} // namespace

extern const SchedulerDescriptor AutoScheduler;
const SchedulerDescriptor AutoScheduler = {
    "auto", "chooses for each region by what it measures",
    [](const ScheduleOptions &Options) -> std::unique_ptr<Scheduler> { return std::make_unique<Auto>(Options); }};

} // namespace hetrt
