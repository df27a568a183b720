// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// When it is asked whether an accelerator is worth its host thread, and what the times of passes answer.
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

/// The middle one of Count values; of an even number the mean of the middle two. Reorders them.
static double middleOf(std::span<double> Values) {
  std::ranges::sort(Values);
  size_t Half = Values.size() / 2;
  return Values.size() % 2 ? Values[Half] : (Values[Half - 1] + Values[Half]) / 2;
}

double PassTimes::middle() const {
  auto Sorted = Times;
  return middleOf(std::span(Sorted).first(Count));
}

unsigned PassTimes::told() const {
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
  constexpr double PerMedianDeviation = 1.48; // of a normal variable
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
    BackOff &Of = *Each.Of;
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

/// Whether passes with it have been seen to be shorter though it is slow, and still are.
bool BackOffJudge::excused(const BackOff &Of) const {
  return Of.PassWithout.known() && Current.known() && Of.PassWithout.isAbout(Current.iterations()) &&
         ratio(Current, Of.PassWithout) <= 1;
}

/// Whether cores can hardly gain so much from its absence, be it slow: where it does a third of all, they would have to
/// become half as fast again, having a memory to themselves.
bool BackOffJudge::missedMuch(const Witness &Of) const {
  constexpr double MostGain = 0.5;
  return RetryPasses > 0 && Of.WouldCost > MostGain && !std::isinf(Of.WouldCost);
}

/// Whether it has been slow for as many passes as it may; one fewer if the last one was hardly longer than it has to
/// be.
bool BackOffJudge::slowForLong(const BackOff &Of) const {
  constexpr double Most = 0.5;
  const bool Sooner = RetryPasses > 0 && Of.SlowPasses > 0 && Of.Least > Most * LastSeconds;
  return Of.SlowPasses + Sooner >= SlowPasses;
}

void BackOffJudge::ask(std::span<const Witness> All) {
  auto TooSlow = [&](const Witness &Each) {
    return Each.Worked && slowForLong(*Each.Of) && !missedMuch(Each) && !excused(*Each.Of);
  };
  constexpr unsigned Patience = 8; // where the question is dear
  auto Due = [&](const Witness &Each) {
    const BackOff &Of = *Each.Of;
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
      Each.Of->Asked = true;
      Each.Of->WasAway = Each.Of->Away;
      if (First == Side::Without)
        Each.Of->judgeAt(LastIterations);
      Each.Of->Early = First == Side::Without && Each.Of->Slow && Each.Of->SlowPasses < SlowPasses;
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

/// The one that would be missed least, if that is hardly, once its absence costs little beside what the region has
/// taken so far. One that would be missed much is not asked about: no core gains so much from its absence.
void BackOffJudge::askAboutLeastMissed(std::span<const Witness> All) {
  constexpr double HardlyMissed = 0.2;
  if (++SinceFoundWorth < WaitForNext || Current.count() < PassTimes::Most)
    return;
  auto Cost = [](const Witness &Each) { return Each.Worked && !Each.Slow ? Each.WouldCost : INFINITY; };
  auto Least = std::ranges::min_element(All, {}, Cost);
  if (Cost(*Least) <= HardlyMissed && affordable(Cost(*Least)))
    askAbout(All, Side::Without, [&](const Witness &Each) { return &Each == &*Least; });
}

/// Whether a pass that is longer by Fraction is little beside all passes so far, with what was lost before.
bool BackOffJudge::affordable(double Fraction) const { return isLittle(Fraction * LastWhole); }

bool BackOffJudge::isLittle(double Seconds) const {
  constexpr double OfAll = 0.015;
  return Lost + Seconds <= OfAll * Total;
}

/// From now on passes are on this side.
void BackOffJudge::moveTo(Side To, std::span<const Witness> All) {
  Now = To;
  Latest = Other.known() ? Turn::Back : Turn::Aside;
  std::swap(Current, Other);
  Workers = AnyNumber;
  for (const Witness &Each : All)
    if (Each.Of->Asked)
      Each.Of->Away = To == Side::Without;
}

//===-- Answers --------------------------------------------------------------------------------------------------===//

/// Which side speed speaks for: the way it was, for those who have not been seen.
BackOffJudge::Side BackOffJudge::expected(std::span<const Witness> All) {
  bool AnySlow = std::ranges::any_of(All, [](const Witness &Each) { return Each.Of->Asked && Each.Of->Slow; });
  return AnySlow ? Side::Without : Side::With;
}

/// Whether speed speaks for both sides: who is slow may be missed all the same.
bool BackOffJudge::isTornBySpeed(std::span<const Witness> All) {
  constexpr double Noticed = 0.1;
  return std::ranges::any_of(
      All, [](const Witness &Each) { return Each.Of->Asked && Each.Of->Slow && Each.Of->WouldCost > Noticed; });
}

/// Of passes, as long as callers wait for them where enough of either side tell that.
double BackOffJudge::ratio(const PassTimes &Of, const PassTimes &Over) {
  if (std::min(Of.told(), Over.told()) < PassTimes::Enough)
    return Of.middle() / Over.middle();
  return Of.middleWait() / Over.middleWait();
}

/// One standard deviation of what the middle passes of both sides differ by for noise alone.
double BackOffJudge::uncertainty() const {
  constexpr double Usual = 0.05, OfMiddle = 1.25; // the middle of normal variables varies by more than their mean
  double Noise = std::max(Current.deviation(), Other.deviation());
  if (std::max(Current.count(), Other.count()) < PassTimes::Most)
    Noise = std::max(Noise, Usual);
  return OfMiddle * Noise * std::sqrt(1.0 / Current.count() + 1.0 / Other.count());
}

void BackOffJudge::compare(std::span<const Witness> All) {
  auto Present = [&](const Witness &Each) { return Each.Of->Asked && (Now == Side::Without || Each.Worked); };
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
  // Accelerators look better before it is known how long callers wait.
  bool MayFlatter = Better == Side::With && Current.told() > 0 &&
                    std::min(Current.told(), Other.told()) < PassTimes::Enough && !LookedBack;
  if (Better == Expected ? Clear || Enough : Clear && isTornBySpeed(All) && !MayFlatter)
    answer(Better, All);
  else if (Clear && Enough && LookedBack)
    answer(Better, All);
  else if (Exhausted && LookedBack)
    answer(Expected, All);
  else if (Here >= PassTimes::Enough && MoreToSee && (Now != Expected || Better != Now || affordable(1 / Ratio - 1)))
    lookAtOtherSide(All);
}

/// Nothing is known of the other side but what a pass with the accelerators takes at least. One that was asked about
/// sooner than others, and might make passes shorter, comes back.
void BackOffJudge::answerUncompared(std::span<const Witness> All) {
  const bool MayHelp = std::ranges::any_of(
      All, [&](const Witness &Each) { return Each.Of->Asked && Each.Of->Early && Each.Of->Least < LastSeconds; });
  if (Now != Side::Without || !MayHelp)
    return answer(expected(All), All);
  moveTo(Side::With, All);
  Latest = Turn::Back;
  withdraw(All);
}

/// What was measured before the question was asked may be about another time: it never speaks against speed, and is
/// measured anew.
void BackOffJudge::lookAtOtherSide(std::span<const Witness> All) {
  moveTo(opposite(Now), All);
  if (!LookedBack)
    Current = {};
  LookedBack = true;
  Rough = false;
}

/// It is asked again much later; each time that the answer is the same, after twice as many passes.
void BackOffJudge::answer(Side Better, std::span<const Witness> All) {
  constexpr unsigned LongestWait = 1u << 20, EarlyWait = 16;
  const auto Longer = [&](unsigned Wait) { return std::min(std::max(2 * Wait, RetryPasses), LongestWait); };
  const double Size = Current.known() && Other.known() ? std::min(Current.iterations(), Other.iterations())
                                                       : std::max(Current.iterations(), Other.iterations());
  if (Better != Now)
    moveTo(Better, All);
  for (const Witness &Each : All) {
    BackOff &Of = *Each.Of;
    if (!Of.Asked)
      continue;
    bool SameAgain = Of.Wait > 0 && Of.Away == Of.WasAway;
    Of.Wait = SameAgain ? Longer(Of.Wait) : RetryPasses;
    if (Of.Early && Of.Away)
      Of.Wait = std::min(EarlyWait, RetryPasses);
    Of.Cost = Lost - LostBefore;
    Of.PassWithout = Better == Side::Without ? Current : Other;
    Of.judgeAt(RetryPasses > 0 ? Size : INFINITY);
    Of.Since = Of.SlowPasses = 0;
    Of.Asked = false;
  }
  // Who would be missed more than one that is worth its while, is so too.
  SinceFoundWorth = 0;
  WaitForNext = Better == Side::With ? Longer(WaitForNext) : 0;
  Open = false;
}

/// Those that it was about have failed, or are not listed any more.
void BackOffJudge::withdraw(std::span<const Witness> All) {
  for (const Witness &Each : All)
    Each.Of->Asked = false;
  Open = false;
}

} // namespace hetrt
