// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes one call of the scheduler at a time, and converts between the scheduler's units and iterations.
#include "Pass/RangeQueue.h"

namespace hetrt {

Answer RangeQueue::ask(unsigned Device, Range &Into) {
  std::lock_guard Lock(Mutex);
  while (!Stopped) {
    const Assignment Given = Plan.next(Device);
    if (Given.What != Answer::Run)
      return Given.What;
    Into = Reduced.Division.iterations(Given.Share);
    if (!Into.empty()) {
      hold(Device, Given.Share);
      if (Plan.keepsOrder())
        changed();
      return Answer::Run;
    }
    // The range has no iteration: its units are elements of an iteration whose first unit is in another range. So it is
    // finished at once.
    Plan.finished(Device, Given.Share, 0);
    changed();
  }
  return Answer::Done;
}

bool RangeQueue::take(unsigned Device, Range &Into) {
  while (true) {
    const std::uint32_t Seen = changes();
    const Answer Got = ask(Device, Into);
    if (Got != Answer::Wait)
      return Got == Answer::Run;
    awaitChange(Seen);
  }
}

/// If units are not iterations, notes the range of units that a device gets, since the device will report iterations,
/// which release() converts to parts of that range.
void RangeQueue::hold(unsigned Device, Range Units) {
  if (!Reduced.Division.balanced())
    return;
  if (Balanced.size() <= Device)
    Balanced.resize(Device + 1);
  Balanced[Device].Holds = Units;
}

/// Returns the units that belong to the iterations `Part`, the first ones that the device still holds, and removes them
/// from those that it holds.
Range RangeQueue::release(unsigned Device, Range Part) {
  if (!Reduced.Division.balanced() || Part.empty())
    return Reduced.Division.units(Part, {});
  const Range Units = Reduced.Division.units(Part, Balanced[Device].Holds);
  Balanced[Device].Holds.First = Units.Last;
  return Units;
}

void RangeQueue::finished(unsigned Device, Range Part, double Seconds, double Driving) {
  {
    std::lock_guard Lock(Mutex);
    const Range Units = release(Device, Part);
    if (Reduced.Division.balanced())
      Balanced[Device].Done += Units.size();
    if (Driving > 0)
      Plan.drove(Device, Reduced.Division.secondsOf(Units, Part, Driving));
    Plan.finished(Device, Units, Reduced.Division.secondsOf(Units, Part, Seconds));
  }
  changed();
}

void RangeQueue::returned(unsigned Device, Range Part) {
  {
    std::lock_guard Lock(Mutex);
    Plan.returned(Device, release(Device, Part));
  }
  changed();
}

void RangeQueue::fail(const Status &Why) {
  {
    std::lock_guard Lock(Mutex);
    if (Fault.ok())
      Fault = Why;
    Stopped = true;
  }
  changed();
}

void RangeQueue::setTeam(std::uint32_t Count, std::uint32_t Planned) {
  if (Count == Planned)
    return;
  {
    std::lock_guard Lock(Mutex);
    if (TeamSet)
      return;
    TeamSet = true;
    for (std::uint32_t Missing = Count; Missing < Planned; ++Missing)
      Plan.returned(Missing, {});
  }
  changed();
}

void RangeQueue::awaitAll() {
  while (std::uint32_t Now = Running.load())
    Running.awaitOtherThan(Now, Wait, Threads);
}

} // namespace hetrt
