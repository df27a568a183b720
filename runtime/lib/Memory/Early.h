// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What of a persistent array goes from device to device before it is asked for: foreseen from what was asked for
// before, and on its way, apart from all copies, until a pass asks.
//
//   exchange before a pass: asked() --> launch that writes: foreseen(), sent() --> its pass is over: confirm()
//                                   --> next exchange: due(): taken, or dropped
//
// Any thread may call.
#ifndef HETRT_MEMORY_EARLY_H
#define HETRT_MEMORY_EARLY_H

#include "Memory/BoxSet.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <span>
#include <vector>

namespace hetrt {

/// What moves from one copy of an array to another, by the numbers of copies.
struct Transfer {
  std::size_t From = 0, To = 0;
  BoxSet Parts;
  friend bool operator==(const Transfer &, const Transfer &) = default;
};

/// Whether a set has all of another one.
bool covers(const BoxSet &Set, const BoxSet &Other);

class EarlyTransfers {
public:
  /// One that is on its way.
  struct Sent {
    Transfer What;
    std::uint64_t Number = 0, Offset = 0, Bytes = 0; ///< The device's number for it, and the slice that this is.
    enum class State : std::uint8_t { PassGoesOn, Confirmed, Broken } Is = State::PassGoesOn;
    std::uint64_t Changes = 0; ///< Of the source's copy, when it was confirmed.
  };

  /// Before a pass all of this moved from copy to copy, sent early or not. Passes that needed nothing say nothing.
  void asked(std::vector<Transfer> All);

  /// What will be asked for of what a device has just written: what was asked for the last two times, for targets to
  /// which nothing is on its way.
  std::vector<Transfer> foreseen(std::size_t From, const Box &Written) const;

  void sent(Sent One);

  /// The pass in which it was sent is over: each device wrote so much. What else was sent may be anything: a later pass
  /// that writes the same does not confirm it. `ChangesOf` a copy from now on mean that what was sent is old.
  void confirm(std::span<const BoxSet> Wrote, const std::function<std::uint64_t(std::size_t)> &ChangesOf);

  /// Takes out what a function says is due.
  std::vector<Sent> due(const std::function<bool(const Sent &)> &IsDue);

  /// Some of it was sent in vain: it has to be asked for twice again.
  void wasVain();

private:
  mutable std::mutex Mutex;
  std::vector<Transfer> Last;
  bool IsUsual = false; ///< Last was asked for twice.
  std::vector<Sent> UnderWay;
};

} // namespace hetrt

#endif
