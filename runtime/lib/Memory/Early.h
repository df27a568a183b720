// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Early transfers: copies of a persistent array's elements from one device to another that start before a pass asks for
// them. They are foreseen from the transfers of earlier passes. The target device stores elements that were sent early
// apart from its copies of arrays. The exchange before a later pass (Exchange.h) takes the elements, that is, has them
// copied to their places in the array's copy, or drops them.
//
//   exchange before a pass: asked() --> launch that writes: foreseen(), sent() --> its pass is over: confirm()
//                                   --> next exchange: due(): taken, or dropped
//
// Any thread may call.
#ifndef HETRT_MEMORY_EARLY_H
#define HETRT_MEMORY_EARLY_H

#include "Memory/BoxSet.h"
#include "Memory/TransferPlan.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <span>
#include <vector>

namespace hetrt {

/// Whether `Set` contains all of `Other`.
bool covers(const BoxSet &Set, const BoxSet &Other);

/// The early transfers of one persistent array.
class EarlyTransfers {
public:
  /// A transfer that was started early, and that no exchange has taken or dropped yet.
  struct Sent {
    Transfer What;
    /// The message in which the transfer was sent, as the device numbers it, and the transfer's bytes in the message.
    std::uint64_t Number = 0, Offset = 0, Bytes = 0;
    enum class State : std::uint8_t { PassGoesOn, Confirmed, Broken } Is = State::PassGoesOn;
    std::uint64_t Changes = 0; ///< FullCopy::changes() of the source when the transfer was confirmed. If it has changed
                               ///< since, the transfer's values are old.
  };

  /// Notes the transfers that an exchange needed before a pass, whether or not they were sent early. An empty list is
  /// ignored: it means that all elements were valid already.
  void asked(std::vector<Transfer> All);

  /// The transfers to start when the device of copy `From` has written `Written`: those that the last two exchanges
  /// both asked for, except those between two copies for which an early transfer was sent and not yet taken or dropped.
  std::vector<Transfer> foreseen(std::size_t From, const Box &Written) const;

  void sent(Sent One);

  /// Called when the pass is over in which transfers were sent; `Wrote` has the elements that each device wrote. A
  /// transfer is confirmed if its device wrote all of its elements in that pass. A transfer of which its device wrote
  /// only a part in that pass is broken: its contents may be old, so the next exchange drops it. Later changes of the
  /// source's copy (`ChangesOf`) mean that a transfer is old.
  void confirm(std::span<const BoxSet> Wrote, const std::function<std::uint64_t(std::size_t)> &ChangesOf);

  /// Removes from the list, and returns, the transfers for which `IsDue` returns true.
  std::vector<Sent> due(const std::function<bool(const Sent &)> &IsDue);

  /// Called when a transfer was sent in vain: foreseen() returns nothing until two exchanges in a row have asked for
  /// the same transfers.
  void wasVain();

private:
  mutable std::mutex Mutex;
  std::vector<Transfer> Last;
  bool IsUsual = false; ///< The last two exchanges asked for the same transfers, which are in Last.
  std::vector<Sent> UnderWay;
};

} // namespace hetrt

#endif
