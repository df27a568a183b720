// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// When the phases in progress end, where all that use the shared memory slow each other down.
//
// Two heaps. Phases that work without the memory end at a known moment. Those that use it all advance at one common
// pace, so they are kept on a clock of their own, which runs at that pace: on it their ends are known too, and a phase
// that begins or ends changes the pace but no entry of the heap. An event costs O(log n).
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

  /// Device begins a phase at a speed above 0. It must have none.
  void begin(unsigned Device, Phase What, double Speed);
  /// Device goes on at another speed; at 0 it stands still. No-op without a phase.
  void changeSpeed(unsigned Device, double Speed);
  /// Device drops its phase, if it has one.
  void cancel(unsigned Device);

  /// The moment at which the next phase ends; infinity when none will.
  double nextEnd();
  /// Advances to nextEnd(), and takes that phase out: of several that end together, that of the first device.
  unsigned takeNext();
  /// Advances to a moment not after nextEnd().
  void advanceTo(double Moment);

  /// Seconds that the phase that Device last ended took.
  double tookSeconds(unsigned Device) const { return Entries[Device].Took; }

private:
  struct Entry {
    Phase What;
    double Speed = 0;
    double Left = 0;         ///< seconds of What still to do at full speed, as of Since
    double Since = 0;        ///< on the clock of its heap
    double BeganAt = 0;      ///< moment at which the phase began
    double Took = 0;         ///< of the last one ended
    uint32_t Generation = 0; ///< entries of the heap with another number are stale
    bool Active = false;
    bool Whole = false; ///< has run at one speed, without the memory, since it began
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
  double Demand = 0;    ///< bytes per second that the phases in progress want to move
  unsigned Drawing = 0; ///< how many of these phases use the memory
};

} // namespace hetrt

#endif
