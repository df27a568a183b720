// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether accelerators are worth their host threads, judged by what passes take with them and without.
//
// The seconds of single devices say how fast each is, not what it does to the others: a copy may slow all cores that
// wait for the same memory, and a slow accelerator may still help where one core more would not. So a device's speed
// only raises the question; the answer is the time of passes, of which either side gets a few:
//
//   slow for a number of passes  --> passes without it  --+     (but not where it does a third of all)
//   given up for long            --> passes with it     --+-->  the side whose passes are shorter  --> asked again
//   would hardly be missed       --> passes without it  --+                                            much later
//
// Where speed and the first passes agree, they are enough; where they do not, both sides get several. The speed of a
// slow one that would be missed speaks for either.
//
// What counts is how long passes keep the caller waiting: for a short loop, to wake an accelerator's thread may take
// longer than it saves. Of what lies beyond the devices' time the least of several passes on either side is compared,
// because threads may have to be made on the first pass of a side, and wake at different speed.
//
// A small piece of work that took most of a pass, with arrays that are copied in full, raises the question one pass
// sooner: a pass with the accelerator never takes less than that piece, so one pass without it may be answer enough.
// Where arrays stay on the accelerator, that says nothing; elsewhere, too, the piece may have paid for what comes only
// once, so that answer does not hold for long.
#ifndef HETRT_SCHEDULE_BACKOFF_H
#define HETRT_SCHEDULE_BACKOFF_H

#include "Schedule/RateHistory.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>

namespace hetrt {

/// Seconds per iteration of the latest passes of about the same size, and what their callers waited beyond those.
class PassTimes {
public:
  static constexpr unsigned Most = 8;
  static constexpr unsigned Enough = 3;

  /// Takes a plausible measurement. One of another size replaces all others. Beyond: the seconds that the caller waited
  /// besides, while threads woke and gathered; NaN: not told.
  void add(double SecondsPerIteration, double Iterations, double Beyond = NAN);

  bool known() const { return Count > 0; }
  unsigned count() const { return Count; }
  double iterations() const { return Reference; }
  bool isAbout(double Iterations) const { return similarSize(Iterations, Reference); }
  /// The middle one, which no single disturbance moves.
  double middle() const;
  /// How many of them told what the caller waited.
  unsigned told() const;
  /// The middle one, and the least that callers waited beyond: creating a thread, or a disturbance, only adds to it.
  double middleWait() const;
  /// By how much one differs from the middle one, as a fraction: a robust standard deviation.
  double deviation() const;

private:
  std::array<double, Most> Times{}, Waits{};
  unsigned Count = 0, Next = 0;
  double Reference = 0;
};

/// What is remembered of one accelerator.
class BackOff {
public:
  /// It gets no work in the next pass.
  bool givenUp() const { return Away && !Larger; }
  /// A pass of so many iterations is next. In one that is much larger than all that the verdict rests on fixed costs
  /// weigh less: nothing is known of it, and the verdict stands for the others.
  void expect(double Iterations) {
    constexpr double MuchLarger = 4;
    Larger = Away && Iterations >= MuchLarger * JudgedAt;
  }
  /// Back after having been given up, to be compared.
  bool onTrial() const { return Asked && !Away; }

private:
  friend class BackOffJudge;

  /// A verdict about passes of so many iterations. Who was given up in larger ones does not pay in smaller ones either.
  void judgeAt(double Iterations) { JudgedAt = WasAway && Away ? std::max(JudgedAt, Iterations) : Iterations; }

  bool Away = false, Asked = false;
  bool Larger = false;     ///< the next pass is much larger than those it was given up in
  bool WasAway = false;    ///< before the question
  bool Slow = false;       ///< when last seen at work
  double WouldCost = 0;    ///< by what fraction passes would have been longer without it then
  unsigned SlowPasses = 0; ///< in a row
  double Least = 0;        ///< seconds that a pass with it takes at least, by the last one; 0: any
  bool Early = false;      ///< the question was asked a pass sooner than usual
  unsigned Since = 0;      ///< passes since the last answer
  unsigned Wait = 0;       ///< after so many the question is asked again; 0: it has not been asked yet
  double Cost = 0;         ///< seconds that the last question has cost
  double JudgedAt = 0;     ///< iterations of the largest passes that question or answer rest on
  PassTimes PassWithout;   ///< when it was last compared
};

/// Asks and answers for all accelerators of a region. One question at a time, which may be about several of them.
class BackOffJudge {
public:
  /// SlowPasses: after how many slow passes the question is asked first; 0: never. RetryPasses: after how many more
  /// passes it is asked again. That number doubles each time the answer is the same, and is larger where the last
  /// question cost much in comparison with all passes. 0: speed alone decides, once and for all.
  BackOffJudge(unsigned SlowPasses, unsigned RetryPasses) : SlowPasses(SlowPasses), RetryPasses(RetryPasses) {}

  /// One accelerator in the pass that ended.
  struct Witness {
    BackOff *Of = nullptr;
    bool Worked = false;  ///< it was meant to, and has been measured or came when all was done
    bool Slow = false;    ///< it did less than the slowest core
    double WouldCost = 0; ///< by what fraction passes would be longer without it, were the other devices as fast then
    double Least = 0;     ///< seconds that a small piece took, and so any will; 0: not known
  };

  /// On which side of a question the next pass is.
  enum class Turn : uint8_t {
    None,
    Aside, ///< it is the first on the other side of a question
    Back   ///< to the side that was before
  };

  /// A pass of so many iterations took so long, on so many devices. Training: it was not split by measurements.
  /// Beyond: what the caller waited besides; NaN: not told. Returns whether the side that passes are on has changed:
  /// devices may be slower or faster beside others.
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

  PassTimes Current;          ///< seconds per iteration of passes on the devices of the next one
  size_t Workers = AnyNumber; ///< their number
  double Total = 0;           ///< seconds of all passes, as far as callers tell what they wait
  double LastSeconds = 0;     ///< of the last one,
  double LastWhole = 0;       ///< with what its caller waited besides,
  double LastIterations = 0;  ///< and its size

  unsigned SinceFoundWorth = 0, WaitForNext = 0; ///< passes, until one that may hardly be missed is asked about

  // The open question.
  bool Open = false;
  bool Rough = false;      ///< what is known of the side before it is little: the first passes are not balanced yet
  bool LookedBack = false; ///< that side has been measured again since
  Turn Latest = Turn::None;
  Side Now = Side::With;
  PassTimes Other; ///< as Current, on the other side
  double Lost = 0, LostBefore = 0; ///< seconds that all questions have cost, and those before it
};

} // namespace hetrt

#endif
