// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes when the phases in progress end (a phase is a copy, or the computing of a range). Phases that use the shared
// memory slow each other down.
//
// There are two heaps. One has the phases that do not use the memory: the moments at which they end are known. The
// phases that use the memory all advance at one common pace, which depends on how many bytes they need. So their heap
// has a clock of its own, which runs at that pace, and on this clock the moments of their ends are known too. When a
// phase begins or ends, the pace changes, but the entries of the heap stay as they are. An event costs O(log n).
#ifndef HETRT_SIMULATION_EVENT_QUEUE_H
#define HETRT_SIMULATION_EVENT_QUEUE_H

#include "Simulation/Phase.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <queue>
#include <vector>

namespace hetrt {

class EventQueue {
public:
  EventQueue(size_t Devices, double MemoryBytesPerSecond) : Entries(Devices), Bandwidth(MemoryBytesPerSecond) {}

  double now() const { return Time; }

  /// Device begins the phase What, at a speed above 0. Device must have no phase in progress.
  void begin(unsigned Device, Phase What, double Speed);
  /// Changes the speed of Device's phase; at 0 the phase does not advance. Does nothing if Device has no phase in
  /// progress.
  void changeSpeed(unsigned Device, double Speed);
  /// Removes Device's phase, if there is one.
  void cancel(unsigned Device);

  /// The moment at which the next phase ends; infinity: no phase will end.
  double nextEnd();
  /// Advances to nextEnd(), removes the phase that ends, and returns its device. If several phases end at that moment,
  /// this is the one of the device with the smallest number.
  unsigned takeNext();
  /// Advances to Moment, which is not after nextEnd().
  void advanceTo(double Moment);

  /// The seconds that the last ended phase of Device took.
  double tookSeconds(unsigned Device) const { return Entries[Device].Took; }

private:
  struct Entry {
    Phase What;
    double Speed = 0;
    double Left = 0;         ///< the seconds that the phase would still take at full speed, as of the time Since
    double Since = 0;        ///< the time for which Left is valid, by the clock of the phase's heap
    double BeganAt = 0;      ///< moment at which the phase began
    double Took = 0;         ///< seconds that the last ended phase took
    uint32_t Generation = 0; ///< entries of the heap with another Generation are out of date
    bool Active = false;
    bool Whole = false; ///< the phase has run at speed 1, without using the memory, since it began
    bool usesMemory() const { return What.BytesPerSecond > 0; }
  };
  struct End {
    double At;
    unsigned Device;
    uint32_t Generation;
    bool operator>(const End &O) const { return At != O.At ? At > O.At : Device > O.Device; }
  };
  using Heap = std::priority_queue<End, std::vector<End>, std::greater<>>;

  double clockOf(const Entry &E) const { return E.usesMemory() ? MemoryClock : Time; }
  double pace() const { return Demand > Bandwidth ? Bandwidth / Demand : 1; }
  void enter(unsigned Device);
  void leave(unsigned Device);
  void dropStale(Heap &H);
  double endOf(Heap &H, bool OfMemory);

  std::vector<Entry> Entries;
  Heap Free, Memory;
  double Bandwidth;
  double Time = 0;
  double MemoryClock = 0;
  double Demand = 0;    ///< bytes per second that the phases in progress would move at full speed
  unsigned Drawing = 0; ///< number of phases in progress that use the memory
};

} // namespace hetrt

#endif
