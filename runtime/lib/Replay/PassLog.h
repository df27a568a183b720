// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The decisions about one pass (execution of a loop): they are recorded, repeated from a recording, or both.
#ifndef HETRT_REPLAY_PASSLOG_H
#define HETRT_REPLAY_PASSLOG_H

#include "Replay/RecordedPass.h"

#include <optional>
#include <string>

namespace hetrt {

/// Used by the thread that begins and ends the pass, and during the pass by the thread that calls its scheduler.
class PassLog {
public:
  /// `Repeats` is the pass of a recording that is to be repeated, or null; it outlives this object. Keeps: whether the
  /// pass is recorded. Number: the pass's number in its region.
  PassLog(const RecordedPass *Repeats, bool Keeps, std::uint64_t Number) : Old(Repeats), Number(Number) {
    if (Keeps)
      New.emplace();
  }

  /// The recorded pass that this one repeats, or null.
  const RecordedPass *repeats() const { return Old; }

  /// The pass that is being recorded, or null.
  RecordedPass *keeps() { return New ? &*New : nullptr; }

  std::uint64_t number() const { return Number; }

  /// Makes a decision: returns the value of the recording or, if no pass is repeated, `Now`. Records the value.
  template <typename Value> Value decide(Value RecordedPass::*What, Value Now) {
    if (Old)
      Now = Old->*What;
    note(What, Now);
    return Now;
  }

  /// Checks a value that the runtime does not decide, for example how many threads the team has got. If it differs from
  /// the recorded value, the pass cannot be repeated. `Wanted` turns a value into text for the message, such as "a team
  /// of 2 threads".
  template <typename Value, typename Text> void expect(Value RecordedPass::*What, const Value &Now, Text Wanted) {
    if (Old && Old->*What != Now)
      fail(Wanted(Old->*What), Wanted(Now));
    note(What, Now);
  }

  /// Notes that the pass differs from the recording, so that it cannot be repeated. Only the first reason is kept.
  void fail(const std::string &Wanted, const std::string &Found) {
    if (Why.empty())
      Why = "pass " + std::to_string(Number + 1) + ": wanted " + Wanted + ", as in the recording; found " + Found;
  }

  /// Why the pass cannot be repeated, or "".
  const std::string &why() const { return Why; }

private:
  template <typename Value> void note(Value RecordedPass::*What, const Value &Now) {
    if (New)
      (*New).*What = Now;
  }

  const RecordedPass *const Old;
  const std::uint64_t Number;
  std::optional<RecordedPass> New;
  std::string Why;
};

} // namespace hetrt

#endif
