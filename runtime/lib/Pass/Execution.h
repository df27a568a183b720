// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How passes of one form (PassPlan::Form) are executed. Planning decides the form of a pass; hetrt_pass::begin() makes
// the object that executes it, and no other code asks for the form.
#ifndef HETRT_PASS_EXECUTION_H
#define HETRT_PASS_EXECUTION_H

#include "Memory/PassMemory.h"
#include "Pass/Member.h"
#include "Pass/OrderedPartials.h"
#include "Pass/PassRecord.h"
#include "Plan/PassPlan.h"
#include "Schedule/Scheduler.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace hetrt {

/// What the threads of a team use of a pass of any form.
struct TeamState {
  const PassPlan *Plan = nullptr;      ///< A block's plan is made anew, in place, when its team has come.
  std::vector<::hetrt_member> Members; ///< At least as many as the plan has threads, unless the pass is a block.
  Reductions Reduced;

  const Division &units() const { return Reduced.Division; }
  /// Makes `Count` members that no thread has joined, and their ordered partials if reductions are in order.
  void makeMembers(std::uint32_t Count);
  std::span<::hetrt_member> members() { return std::span(Members).first(Plan->Threads); }
};

/// What accelerators do in passes of a form.
enum class AcceleratorUse : std::uint8_t {
  None,      ///< Nothing: they leave the pass.
  TakeParts, ///< Threads of the team compute their parts of a block on them.
  /// They are handed ranges. So data move to them before the pass, and an accelerator's seconds are those of its
  /// iterations alone, which are worth a place in the history.
  TakeRanges
};

/// Who learns from the time that the caller waited for a pass of a form.
enum class WaitReader : std::uint8_t {
  None,
  Scheduler,
  SchedulerAndCache ///< The scheduler, and the cache of plans: later passes may repeat the plan (PlanCache.h).
};

/// Executes a pass. In passes that repeat a plan, none of these functions is called.
class Execution {
public:
  explicit Execution(TeamState &Of) : Of(Of) {}
  Execution(const Execution &) = delete;
  Execution &operator=(const Execution &) = delete;
  virtual ~Execution() = default;

  virtual AcceleratorUse accelerators() const { return AcceleratorUse::None; }
  virtual WaitReader waitReader() const { return WaitReader::None; }

  // ---- Called before the team begins.

  /// Makes the members that threads join.
  virtual void makeMembers() { Of.makeMembers(Of.Plan->Threads); }

  /// Lets elements of which only devices have the present values be written back before members of the team compute
  /// ranges that use them. Both outlive the pass.
  virtual void supplyTeam(const PassArrays & /*Arrays*/, Directory & /*Known*/) {}

  /// Starts the plan's accelerators, which the caller has acquired.
  virtual void startAccelerators(const PassArrays & /*Arrays*/, Directory & /*Known*/) {}

  // ---- Called by the team.

  /// A thread has become this member.
  virtual void joined(const ::hetrt_member & /*Member*/) {}

  /// Gives a member its next range, which is also in its `Current`, and notes the time of the last one; returns 0 at
  /// the end.
  virtual int next(::hetrt_member & /*Member*/, hetrt_range & /*Into*/) { return 0; }

  // ---- Called when the team has gone.

  /// Waits until all accelerators have left the pass. Returns false if the pass has failed.
  virtual bool complete() { return true; }

  /// The partial after `Previous` (null: the first one) of those that accelerators left; null after the last. Only
  /// after complete().
  virtual const void *nextPartial(const void * /*Previous*/) const { return nullptr; }

  /// Completes the pass, and fills the record, which has a slot for each device of the plan's list, and for each
  /// member.
  virtual void finish(PassRecord &Into) = 0;

  /// Tells the scheduler what it does not know yet of the shares that it has given: who has computed them, in what
  /// time.
  virtual void tell(Scheduler & /*By*/, const PassRecord & /*Did*/) const {}

protected:
  /// How many threads the team had, as its members found it when they joined.
  std::uint32_t came() const {
    std::uint32_t Most = 0;
    for (const ::hetrt_member &Each : Of.members())
      Most = std::max(Most, Each.Pass ? Each.Count : 0);
    return Most;
  }

  TeamState &Of;
};

/// Tells a scheduler the time of a device's share.
inline void tellShare(Scheduler &By, unsigned Device, Range Share, const Division &Units, double Seconds) {
  By.finished(Device, Share, Units.secondsOf(Share, Units.iterations(Share), Seconds));
}

} // namespace hetrt

#endif
