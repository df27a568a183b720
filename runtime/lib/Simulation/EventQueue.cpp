// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Adds phases to the two heaps (EventQueue.h) and takes them out, by the heaps' two clocks.
#include "Simulation/EventQueue.h"

#include <cmath>

namespace hetrt {

void EventQueue::begin(unsigned Device, Phase What, double Speed) {
  Entry &E = Entries[Device];
  E.What = What;
  E.Speed = Speed;
  E.Left = What.Seconds;
  E.BeganAt = Time;
  E.Active = true;
  E.Whole = !E.usesMemory() && Speed == 1;
  enter(Device);
}

/// Puts the unfinished part of Device's phase on its heap: that of phases that use the shared memory, or the other one.
void EventQueue::enter(unsigned Device) {
  Entry &E = Entries[Device];
  E.Since = clockOf(E);
  if (E.Speed == 0)
    return;
  (E.usesMemory() ? Memory : Free).push({E.Since + E.Left / E.Speed, Device, E.Generation});
  if (E.usesMemory()) {
    Demand += E.What.BytesPerSecond * E.Speed;
    ++Drawing;
  }
}

/// Takes Device's phase out of its heap, and records in Left how much of the phase is unfinished.
void EventQueue::leave(unsigned Device) {
  Entry &E = Entries[Device];
  ++E.Generation;
  if (E.Speed == 0)
    return;
  E.Left = std::max(0.0, E.Left - (clockOf(E) - E.Since) * E.Speed);
  if (!E.usesMemory())
    return;
  --Drawing;
  // Demand is set to 0 when no phase uses the memory, so that rounding errors of earlier sums and differences do not
  // stay in it.
  Demand = Drawing == 0 ? 0 : Demand - E.What.BytesPerSecond * E.Speed;
}

void EventQueue::changeSpeed(unsigned Device, double Speed) {
  Entry &E = Entries[Device];
  if (!E.Active || E.Speed == Speed)
    return;
  leave(Device);
  E.Speed = Speed;
  E.Whole = false;
  enter(Device);
}

void EventQueue::cancel(unsigned Device) {
  if (!Entries[Device].Active)
    return;
  leave(Device);
  Entries[Device].Active = false;
}

void EventQueue::dropStale(Heap &H) {
  while (!H.empty() && H.top().Generation != Entries[H.top().Device].Generation)
    H.pop();
}

double EventQueue::endOf(Heap &H, bool OfMemory) {
  dropStale(H);
  if (H.empty())
    return INFINITY;
  return OfMemory ? Time + std::max(0.0, H.top().At - MemoryClock) / pace() : H.top().At;
}

double EventQueue::nextEnd() { return std::min(endOf(Free, false), endOf(Memory, true)); }

void EventQueue::advanceTo(double Moment) {
  if (Drawing > 0)
    MemoryClock += (Moment - Time) * pace();
  Time = Moment;
}

unsigned EventQueue::takeNext() {
  double FreeEnd = endOf(Free, false), MemoryEnd = endOf(Memory, true);
  bool FromMemory = MemoryEnd != FreeEnd ? MemoryEnd < FreeEnd : Memory.top().Device < Free.top().Device;
  Heap &H = FromMemory ? Memory : Free;
  unsigned Device = H.top().Device;
  double End = H.top().At;
  H.pop();
  advanceTo(FromMemory ? MemoryEnd : FreeEnd);
  if (FromMemory)
    MemoryClock = std::max(MemoryClock, End);
  Entry &E = Entries[Device];
  leave(Device);
  E.Active = false;
  // If the phase ran at full speed all the time, Took is What.Seconds, which is more precise than a difference of two
  // moments.
  E.Took = E.Whole ? E.What.Seconds : Time - E.BeganAt;
  return Device;
}

} // namespace hetrt
