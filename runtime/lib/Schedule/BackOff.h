// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Back-off: an accelerator is given up, that is, gets no work for some passes. The code here decides whether
// accelerators are worth the host threads that drive them, by comparing the times of passes (executions of the loop)
// with and without the accelerators.
//
// The seconds of a single device say how fast the device is, not how the device affects others: its copies may slow all
// cores that wait for the same memory, and a slow accelerator may still help more than one more core would. So a slow
// device only raises the question "with or without this device?". The answer comes from running a few passes on each of
// the two sides, with the device and without it:
//
//   slow for a number of passes  --> passes without it  --+     (unless it does a third of all iterations)
//   given up for long            --> passes with it     --+-->  the side whose passes are shorter  --> asked again
//   hardly helps, by its speed   --> passes without it  --+                                            much later
//
// If the device's speed and the times of the first few passes suggest the same side (with or without the device), these
// passes are enough; otherwise both sides get several passes. If an accelerator is slower than every core, but passes
// would be longer without it, its speed counts as a reason for either side.
//
// Passes are compared by the time that the caller waits: for a short loop, waking an accelerator's thread may take
// longer than the accelerator saves. The caller waits longer than the devices compute. This additional time varies,
// since threads may have to be created in the first pass of a side, and do not always wake equally fast. So the least
// additional time of several passes on a side is used.
//
// If an accelerator computed a single small piece of a pass, and this piece took most of the pass, the question is
// asked one pass sooner: a pass with the accelerator never takes less than such a piece, so one pass without the
// accelerator may be enough to compare. The rule is not used if arrays stay on the accelerator from pass to pass. The
// time of the piece may contain a cost that comes only once, so an answer that was found in this way is valid for a
// short time only.
#ifndef HETRT_SCHEDULE_BACKOFF_H
#define HETRT_SCHEDULE_BACKOFF_H

#include "Schedule/RateHistory.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>

namespace hetrt {

/// The latest passes with about the same trip count: their seconds per iteration, and how long the caller waited beyond
/// the devices' time.
class PassTimes {
public:
  static constexpr unsigned Most = 8;
  static constexpr unsigned Enough = 3;

  /// Adds a plausible measurement. If its trip count differs much from that of the earlier measurements, it replaces
  /// all of them. Beyond: for how many seconds longer than the devices computed the caller waited, while threads woke
  /// and gathered; NaN: unknown.
  void add(double SecondsPerIteration, double Iterations, double Beyond = NAN);

  bool known() const { return Count > 0; }
  unsigned count() const { return Count; }
  double iterations() const { return Reference; }
  bool isAbout(double Iterations) const { return similarSize(Iterations, Reference); }
  /// The median of the seconds per iteration, which a single disturbance does not change.
  double middle() const;
  /// The number of passes that were added with a known value of Beyond.
  unsigned knownWaits() const;
  /// The median of the seconds per iteration, plus the least value of Beyond (see add()) per iteration. The least is
  /// used since creating a thread, or a disturbance, only makes waiting longer.
  double middleWait() const;
  /// A robust standard deviation of the seconds per iteration, as a fraction of the median.
  double deviation() const;

private:
  std::array<double, Most> Times{}, Waits{};
  unsigned Count = 0, Next = 0;
  double Reference = 0;
};

/// What a scheduler remembers of one accelerator for back-off. Written by BackOffJudge.
class BackOff {
public:
  /// Whether the accelerator gets no work in the next pass. False if expect() has announced a pass that is much larger
  /// than the passes in which the accelerator was given up.
  bool givenUp() const { return HasNoWork && !Larger; }
  /// Announces that the next pass has Iterations iterations. If the accelerator is given up and the pass is much larger
  /// than all passes that led to this decision, the accelerator gets work in the pass, since fixed costs matter less in
  /// a large pass.
  void expect(double Iterations) {
    constexpr double MuchLarger = 4;
    Larger = HasNoWork && Iterations >= MuchLarger * JudgedAt;
  }
  /// Whether the back-off question about the accelerator is open and the accelerator has work, so that passes with it
  /// can be compared with passes without it.
  bool onTrial() const { return QuestionOpen && !HasNoWork; }

private:
  friend class BackOffJudge;

  /// Notes that the decision was made in passes of Iterations iterations. If the accelerator was given up before and
  /// stays given up, the larger of the old and the new number is kept.
  void judgeAt(double Iterations) { JudgedAt = HadNoWork && HasNoWork ? std::max(JudgedAt, Iterations) : Iterations; }

  bool HasNoWork = false, QuestionOpen = false;
  bool Larger = false;      ///< the next pass is much larger than the passes in which the accelerator was given up
  bool HadNoWork = false;   ///< the accelerator was given up before the question was asked
  bool Slow = false;        ///< the accelerator was slower than every core when it last worked
  double WouldCost = 0;     ///< when the accelerator last worked: the fraction by which passes would have been longer
                            ///< without it
  unsigned SlowPasses = 0;  ///< consecutive slow passes
  double Least = 0;         ///< a lower bound, measured in the last pass, for the seconds of a pass with the
                            ///< accelerator; 0: not known
  bool AskedSooner = false; ///< the question was asked a pass sooner than usual
  unsigned Since = 0;       ///< passes since the last answer
  unsigned Wait = 0;        ///< passes after which the question is asked again; 0: no question has been asked yet
  double Cost = 0;          ///< seconds that the last question has cost
  double JudgedAt = 0;      ///< the iterations of the largest passes that led to the question or to the answer
  PassTimes PassWithout;    ///< passes without the accelerator, when passes with and without it were last compared
};

/// Asks and answers the back-off question ("with or without it?") for the accelerators of a region. One question is
/// open at a time, which may be about several accelerators.
class BackOffJudge {
public:
  /// SlowPasses: the number of slow passes after which the judge first asks whether passes are shorter without the
  /// accelerator; 0: never. RetryPasses: the number of passes after which the question is asked again; the number
  /// doubles each time the answer is the same, and is larger if the last question cost much in comparison with all
  /// passes. 0: speed alone decides, once and for all.
  BackOffJudge(unsigned SlowPasses, unsigned RetryPasses) : SlowPasses(SlowPasses), RetryPasses(RetryPasses) {}

  /// The measurements of one accelerator in the pass that ended, with what is remembered of it (Judgement).
  struct Witness {
    BackOff *Judgement = nullptr;
    bool Worked = false;  ///< the accelerator was to work in the pass, and has been measured, or was ready only when no
                          ///< work was left
    bool Slow = false;    ///< the accelerator did less than the slowest core
    double WouldCost = 0; ///< the fraction by which passes would be longer without the accelerator if the other devices
                          ///< stayed as fast
    double Least = 0;     ///< seconds that a small piece took on the accelerator, a lower bound for each piece; 0: not
                          ///< known
  };

  /// How the next pass differs from the one that ended.
  enum class Turn : uint8_t {
    None,
    Aside, ///< the question was asked: the next pass runs without the accelerators in question if this pass ran with
           ///< them, and vice versa
    Back   ///< the next pass runs again on the side (with or without the accelerators in question) of the passes before
           ///< the question
  };

  /// Called when a pass has ended. Seconds: the time of the pass; Workers: the number of devices that had work;
  /// Training: the pass was not split by measurements; All: the accelerators; Beyond: for how much longer than Seconds
  /// the caller waited, NaN if unknown. Returns whether the next pass runs on another side (with or without some
  /// accelerators). If so, measurements of this side do not hold there: a device may be slower or faster beside other
  /// devices.
  Turn passEnded(double Seconds, uint64_t Iterations, size_t Workers, bool Training, std::span<const Witness> All,
                 double Beyond = NAN);

private:
  enum class Side : uint8_t { With, Without };

  void note(double Seconds, uint64_t Iterations, size_t Workers, bool Training, double Beyond);
  void noteSpeeds(std::span<const Witness> All);
  bool excused(const BackOff &Of) const;
  bool missedMuch(const Witness &Of) const;
  bool slowForLong(const BackOff &Of) const;
  void ask(std::span<const Witness> All);
  template <typename Predicate> bool askAbout(std::span<const Witness> All, Side First, Predicate Which);
  void askAboutLeastMissed(std::span<const Witness> All);
  bool affordable(double Fraction) const;
  bool isLittle(double Seconds) const;

  static Side opposite(Side Of) { return Of == Side::With ? Side::Without : Side::With; }
  static Side expected(std::span<const Witness> All);
  static bool isTornBySpeed(std::span<const Witness> All);
  static double ratio(const PassTimes &Of, const PassTimes &Over);
  double uncertainty() const;
  void lookAtOtherSide(std::span<const Witness> All);
  void compare(std::span<const Witness> All);
  void answerUncompared(std::span<const Witness> All);
  void moveTo(Side To, std::span<const Witness> All);
  void answer(Side Better, std::span<const Witness> All);
  void withdraw(std::span<const Witness> All);

  const unsigned SlowPasses, RetryPasses;

  static constexpr size_t AnyNumber = ~size_t{0};

  PassTimes Current;          ///< the latest passes on the side (with or without the accelerators in question) on which
                              ///< the next pass runs
  size_t Workers = AnyNumber; ///< the number of devices of the next pass
  double Total = 0;           ///< seconds of all passes: the time that the caller waited if it is known, else the
                              ///< devices' time
  double LastSeconds = 0;     ///< seconds of the last pass
  double LastWhole = 0;       ///< seconds of the last pass: the time that the caller waited if it is known, else the
                              ///< devices' time
  double LastIterations = 0;  ///< iterations of the last pass

  unsigned SinceFoundWorth = 0, WaitForNext = 0; ///< the number of passes since a fast accelerator was last found worth
                                                 ///< its host thread, and the number at which the question about a fast
                                                 ///< accelerator is asked again

  // The open back-off question.
  bool Open = false;
  bool Rough = false;      ///< there were few passes before the question was asked, so they may not have been balanced
                           ///< yet
  bool LookedBack = false; ///< the side before the question has been measured again since the question was asked
  Turn Latest = Turn::None;
  Side Now = Side::With;
  PassTimes Other;                 ///< the same as Current, for the other side
  double Lost = 0, LostBefore = 0; ///< the seconds by which trying the worse side has made passes longer, for all
                                   ///< questions up to now, and for those before the open question
};

} // namespace hetrt

#endif
