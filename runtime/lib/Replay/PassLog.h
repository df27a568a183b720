// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is decided about one pass, from its beginning to its end: kept, repeated, or both.
#ifndef HETRT_REPLAY_PASSLOG_H
#define HETRT_REPLAY_PASSLOG_H

#include "Replay/RecordedPass.h"

#include <optional>
#include <string>

namespace hetrt {

/// Of the thread that begins and ends the pass, and while it runs of the thread that asks its scheduler.
class PassLog {
public:
  /// `Repeats` is the pass of the recording, or null, and outlives this.
  PassLog(const RecordedPass *Repeats, bool Keeps, std::uint64_t Number) : Old(Repeats), Number(Number) {
    if (Keeps)
      New.emplace();
  }

  /// The pass that this one repeats, or null.
  const RecordedPass *repeats() const { return Old; }

  /// Where the pass is kept, or null.
  RecordedPass *keeps() { return New ? &*New : nullptr; }

  std::uint64_t number() const { return Number; }

  /// A decision: that of the recording, else the one that is made now.
  template <typename Value> Value decide(Value RecordedPass::*What, Value Now) {
    if (Old)
      Now = Old->*What;
    note(What, Now);
    return Now;
  }

  /// What is not decided here is as it was in the recording, or the pass cannot be repeated: `Wanted` says it of a
  /// value, as "a team of 2 threads".
  template <typename Value, typename Text> void expect(Value RecordedPass::*What, const Value &Now, Text Wanted) {
    if (Old && Old->*What != Now)
      fail(Wanted(Old->*What), Wanted(Now));
    note(What, Now);
  }

  /// The pass goes another way than in the recording. The first reason counts.
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
