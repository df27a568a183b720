// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decides when the back-off question ("is this accelerator worth the host thread that drives it?") is asked about an
// accelerator, and how the times of passes answer the question.
#include "Schedule/BackOff.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace hetrt {

//===-- Times of passes ------------------------------------------------------------------------------------------===//

void PassTimes::add(double SecondsPerIteration, double Iterations, double Beyond) {
  if (Count > 0 && !isAbout(Iterations))
    Count = Next = 0;
  Times[Next] = SecondsPerIteration;
  Waits[Next] = Beyond;
  Next = (Next + 1) % Most;
  Count = std::min(Count + 1, Most);
  Reference = Iterations;
}

/// The median of the values; if their number is even, the mean of the middle two. Reorders Values.
static double middleOf(std::span<double> Values) {
  std::ranges::sort(Values);
  size_t Half = Values.size() / 2;
  return Values.size() % 2 ? Values[Half] : (Values[Half - 1] + Values[Half]) / 2;
}

double PassTimes::middle() const {
  auto Sorted = Times;
  return middleOf(std::span(Sorted).first(Count));
}

unsigned PassTimes::knownWaits() const {
  return static_cast<unsigned>(
      std::ranges::count_if(std::span(Waits).first(Count), [](double Each) { return !std::isnan(Each); }));
}

double PassTimes::middleWait() const {
  double Least = INFINITY;
  for (double Each : std::span(Waits).first(Count))
    Least = std::fmin(Least, Each);
  return middle() + Least / Reference;
}

double PassTimes::deviation() const {
  constexpr double PerMedianDeviation = 1.48; // for a normal distribution: the standard deviation divided by the median
                                              // absolute deviation
  auto Distances = Times;
  double Middle = middle();
  for (double &Each : Distances)
    Each = std::abs(Each / Middle - 1);
  return PerMedianDeviation * middleOf(std::span(Distances).first(Count));
}

//===-- Passes ---------------------------------------------------------------------------------------------------===//

BackOffJudge::Turn BackOffJudge::passEnded(double Seconds, uint64_t Iterations, size_t NowWorkers, bool Training,
                                           std::span<const Witness> All, double Beyond) {
  Latest = Turn::None;
  note(Seconds, Iterations, NowWorkers, Training, Beyond);
  noteSpeeds(All);
  if (Open)
    compare(All);
  else
    ask(All);
  return Latest;
}

void BackOffJudge::note(double Seconds, uint64_t Iterations, size_t NowWorkers, bool Training, double Beyond) {
  if (NowWorkers != Workers && Workers != AnyNumber)
    Current = {};
  Workers = NowWorkers;
  auto Count = static_cast<double>(Iterations);
  if (!plausible(Seconds / Count))
    return;
  LastSeconds = Seconds;
  LastWhole = Seconds + (std::isnan(Beyond) ? 0 : Beyond);
  LastIterations = Count;
  Total += LastWhole;
  if (!Training)
    Current.add(Seconds / Count, Count, Beyond);
}

void BackOffJudge::noteSpeeds(std::span<const Witness> All) {
  for (const Witness &Each : All) {
    BackOff &Of = *Each.Judgement;
    ++Of.Since;
    if (!Each.Worked)
      continue;
    Of.Slow = Each.Slow;
    Of.WouldCost = std::isinf(Each.WouldCost) ? 0 : Each.WouldCost;
    Of.SlowPasses = Each.Slow ? Of.SlowPasses + 1 : 0;
    Of.Least = Each.Least;
  }
}

//===-- Questions ------------------------------------------------------------------------------------------------===//

/// Whether the latest passes, in which the slow accelerator works, are at most as long as the passes without it that
/// were measured at the last comparison. If so, the back-off question is not asked again because the accelerator is
/// slow.
bool BackOffJudge::excused(const BackOff &Of) const {
  return Of.PassWithout.known() && Current.known() && Of.PassWithout.isAbout(Current.iterations()) &&
         ratio(Current, Of.PassWithout) <= 1;
}

/// Whether passes without the accelerator would take more than 1.5 times as long. This is so if the accelerator
/// computes more than a third of all iterations: without it, the cores would have to be 1.5 times as fast. The back-off
/// question is not asked about such an accelerator, even if it is slow.
bool BackOffJudge::missedMuch(const Witness &Of) const {
  constexpr double MostGain = 0.5;
  return RetryPasses > 0 && Of.WouldCost > MostGain && !std::isinf(Of.WouldCost);
}

/// Whether the accelerator has been slow for SlowPasses passes, or for one fewer if a small piece on the accelerator
/// took more than half of the last pass.
bool BackOffJudge::slowForLong(const BackOff &Of) const {
  constexpr double Most = 0.5;
  const bool Sooner = RetryPasses > 0 && Of.SlowPasses > 0 && Of.Least > Most * LastSeconds;
  return Of.SlowPasses + Sooner >= SlowPasses;
}

void BackOffJudge::ask(std::span<const Witness> All) {
  auto TooSlow = [&](const Witness &Each) {
    return Each.Worked && slowForLong(*Each.Judgement) && !missedMuch(Each) && !excused(*Each.Judgement);
  };
  constexpr unsigned Patience = 8; // if the last question cost much time, the next one comes after Patience * Wait
                                   // passes
  auto Due = [&](const Witness &Each) {
    const BackOff &Of = *Each.Judgement;
    return Of.givenUp() && Of.Since >= Of.Wait && (isLittle(Of.Cost) || Of.Since / Patience >= Of.Wait);
  };
  if (askAbout(All, Side::Without, TooSlow)) {
    if (RetryPasses == 0)
      answer(Side::Without, All);
  } else if (RetryPasses > 0 && !askAbout(All, Side::With, Due)) {
    askAboutLeastMissed(All);
  }
}

template <typename Predicate> bool BackOffJudge::askAbout(std::span<const Witness> All, Side First, Predicate Which) {
  for (const Witness &Each : All)
    if (Which(Each)) {
      Each.Judgement->QuestionOpen = true;
      Each.Judgement->HadNoWork = Each.Judgement->HasNoWork;
      if (First == Side::Without)
        Each.Judgement->judgeAt(LastIterations);
      Each.Judgement->AskedSooner =
          First == Side::Without && Each.Judgement->Slow && Each.Judgement->SlowPasses < SlowPasses;
      Open = true;
    }
  if (!Open)
    return false;
  Rough = Current.count() < PassTimes::Most;
  LookedBack = false;
  LostBefore = Lost;
  Other = {};
  moveTo(First, All);
  return true;
}

/// Asks the back-off question about the accelerator that contributes least, that is, whose absence would make passes
/// longer by the smallest fraction. Does not ask if this fraction is above a fifth, since passes cannot get shorter
/// without such an accelerator; nor if a pass without the accelerator would cost much time compared with all passes so
/// far.
void BackOffJudge::askAboutLeastMissed(std::span<const Witness> All) {
  constexpr double HardlyMissed = 0.2;
  if (++SinceFoundWorth < WaitForNext || Current.count() < PassTimes::Most)
    return;
  auto Cost = [](const Witness &Each) { return Each.Worked && !Each.Slow ? Each.WouldCost : INFINITY; };
  auto Least = std::ranges::min_element(All, {}, Cost);
  if (Cost(*Least) <= HardlyMissed && affordable(Cost(*Least)))
    askAbout(All, Side::Without, [&](const Witness &Each) { return &Each == &*Least; });
}

/// Whether a pass that is longer than the last one by Fraction costs little: the additional time, plus the time that
/// earlier questions have cost, is small compared with the time of all passes so far.
bool BackOffJudge::affordable(double Fraction) const { return isLittle(Fraction * LastWhole); }

bool BackOffJudge::isLittle(double Seconds) const {
  constexpr double OfAll = 0.015;
  return Lost + Seconds <= OfAll * Total;
}

/// Lets the next passes run on the side `To`: with or without the accelerators that the open back-off question is
/// about.
void BackOffJudge::moveTo(Side To, std::span<const Witness> All) {
  Now = To;
  Latest = Other.known() ? Turn::Back : Turn::Aside;
  std::swap(Current, Other);
  Workers = AnyNumber;
  for (const Witness &Each : All)
    if (Each.Judgement->QuestionOpen)
      Each.Judgement->HasNoWork = To == Side::Without;
}

//===-- Answers --------------------------------------------------------------------------------------------------===//

/// The side that the speeds of the devices suggest: Without if one of the accelerators in question is slow, else With.
BackOffJudge::Side BackOffJudge::expected(std::span<const Witness> All) {
  bool AnySlow = std::ranges::any_of(
      All, [](const Witness &Each) { return Each.Judgement->QuestionOpen && Each.Judgement->Slow; });
  return AnySlow ? Side::Without : Side::With;
}

/// Whether speeds give reasons for both sides (with or without the accelerators in question): one of these accelerators
/// is slower than every core, but passes would be longer without it.
bool BackOffJudge::isTornBySpeed(std::span<const Witness> All) {
  constexpr double Noticed = 0.1;
  return std::ranges::any_of(All, [](const Witness &Each) {
    return Each.Judgement->QuestionOpen && Each.Judgement->Slow && Each.Judgement->WouldCost > Noticed;
  });
}

/// The time per iteration of the passes `Of` divided by that of the passes `Over`. If it is known for enough passes on
/// both sides how long the caller waited, the waiting times are used, else the devices' times.
double BackOffJudge::ratio(const PassTimes &Of, const PassTimes &Over) {
  if (std::min(Of.knownWaits(), Over.knownWaits()) < PassTimes::Enough)
    return Of.middle() / Over.middle();
  return Of.middleWait() / Over.middleWait();
}

/// How much the ratio of the medians of Current and Other varies by noise alone, as a standard deviation.
double BackOffJudge::uncertainty() const {
  constexpr double Usual = 0.05, OfMiddle = 1.25; // a median varies by more than a mean
  double Noise = std::max(Current.deviation(), Other.deviation());
  if (std::max(Current.count(), Other.count()) < PassTimes::Most)
    Noise = std::max(Noise, Usual);
  return OfMiddle * Noise * std::sqrt(1.0 / Current.count() + 1.0 / Other.count());
}

void BackOffJudge::compare(std::span<const Witness> All) {
  auto Present = [&](const Witness &Each) {
    return Each.Judgement->QuestionOpen && (Now == Side::Without || Each.Worked);
  };
  if (std::ranges::none_of(All, Present))
    return withdraw(All);
  if (!Current.known())
    return;
  if (!Other.known() || !Other.isAbout(Current.iterations()))
    return answerUncompared(All);
  double Ratio = ratio(Current, Other);
  Lost += std::max(0.0, 1 - 1 / Ratio) * LastWhole;
  Side Better = Ratio <= 1 ? Now : opposite(Now), Expected = expected(All);
  unsigned Here = Current.count(), There = Rough ? 0 : Other.count();
  bool Clear = std::abs(Ratio - 1) > (Rough ? 2 : 1) * uncertainty();
  bool Enough = std::min(Here, There) >= PassTimes::Enough, Exhausted = std::min(Here, There) == PassTimes::Most;
  bool MoreToSee = There < Here || ((Clear || Exhausted) && !LookedBack);
  // In passes with accelerators, callers wait longer for threads to wake. If the waiting times are not known for both
  // sides, the passes with accelerators look shorter than they are.
  bool MayFlatter = Better == Side::With && Current.knownWaits() > 0 &&
                    std::min(Current.knownWaits(), Other.knownWaits()) < PassTimes::Enough && !LookedBack;
  if (Better == Expected ? Clear || Enough : Clear && isTornBySpeed(All) && !MayFlatter)
    answer(Better, All);
  else if (Clear && Enough && LookedBack)
    answer(Better, All);
  else if (Exhausted && LookedBack)
    answer(Expected, All);
  else if (Here >= PassTimes::Enough && MoreToSee && (Now != Expected || Better != Now || affordable(1 / Ratio - 1)))
    lookAtOtherSide(All);
}

/// Answers the open question by the devices' speeds, since there are no passes on the other side to compare with.
/// Exception: the question was asked sooner than usual about an accelerator, and the lower bound for a pass with this
/// accelerator is below the time of the last pass. The accelerator may then make passes shorter, so the accelerators in
/// question work again, and the question is closed without an answer.
void BackOffJudge::answerUncompared(std::span<const Witness> All) {
  const bool MayHelp = std::ranges::any_of(All, [&](const Witness &Each) {
    return Each.Judgement->QuestionOpen && Each.Judgement->AskedSooner && Each.Judgement->Least < LastSeconds;
  });
  if (Now != Side::Without || !MayHelp)
    return answer(expected(All), All);
  moveTo(Side::With, All);
  Latest = Turn::Back;
  withdraw(All);
}

/// Lets the next passes run on the other side again (with the accelerators in question if they do not work now, and
/// vice versa), since the measurements of that side may be older than the question. The first time, these measurements
/// are dropped.
void BackOffJudge::lookAtOtherSide(std::span<const Witness> All) {
  moveTo(opposite(Now), All);
  if (!LookedBack)
    Current = {};
  LookedBack = true;
  Rough = false;
}

/// Closes the question with the answer `Better`. The question is asked again after RetryPasses passes; each time that
/// the answer is the same as before, the number of passes doubles.
void BackOffJudge::answer(Side Better, std::span<const Witness> All) {
  constexpr unsigned LongestWait = 1u << 20, EarlyWait = 16;
  const auto Longer = [&](unsigned Wait) { return std::min(std::max(2 * Wait, RetryPasses), LongestWait); };
  const double Size = Current.known() && Other.known() ? std::min(Current.iterations(), Other.iterations())
                                                       : std::max(Current.iterations(), Other.iterations());
  if (Better != Now)
    moveTo(Better, All);
  for (const Witness &Each : All) {
    BackOff &Of = *Each.Judgement;
    if (!Of.QuestionOpen)
      continue;
    bool SameAgain = Of.Wait > 0 && Of.HasNoWork == Of.HadNoWork;
    Of.Wait = SameAgain ? Longer(Of.Wait) : RetryPasses;
    if (Of.AskedSooner && Of.HasNoWork)
      Of.Wait = std::min(EarlyWait, RetryPasses);
    Of.Cost = Lost - LostBefore;
    Of.PassWithout = Better == Side::Without ? Current : Other;
    Of.judgeAt(RetryPasses > 0 ? Size : INFINITY);
    Of.Since = Of.SlowPasses = 0;
    Of.QuestionOpen = false;
  }
  // If an accelerator was found worth its host thread, accelerators that contribute more are worth theirs too, so the
  // next question about a fast accelerator waits longer.
  SinceFoundWorth = 0;
  WaitForNext = Better == Side::With ? Longer(WaitForNext) : 0;
  Open = false;
}

/// Closes the question without an answer. Called if the accelerators in question have failed or are not listed any
/// more, or are to work again without an answer.
void BackOffJudge::withdraw(std::span<const Witness> All) {
  for (const Witness &Each : All)
    Each.Judgement->QuestionOpen = false;
  Open = false;
}

} // namespace hetrt
