// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operations for one rank that are not sent yet. Copies that follow each other in a queue, to or from the same rank,
// are one message.
#ifndef HETRT_NODE_BATCH_H
#define HETRT_NODE_BATCH_H

#include "Node/Protocol.h"
#include "Node/Transport.h"

#include <array>
#include <string>
#include <vector>

namespace hetrt::node {

/// An operation of a queue for a node, with what it moves.
struct Operation {
  static constexpr unsigned NoQueue = ~0u;
  unsigned Queue = NoQueue; ///< None: a message that has no end to wait for.
  Message What;             ///< Of a queue: Copy, LaunchRange or Order. The number of a Copy with rank 0 is filled in.
  Rectangles Data = {};     ///< Of a Copy to or from rank 0: on this side.
  std::vector<std::byte> *Partials = nullptr; ///< Of a LaunchRange: filled before it counts as done.
  std::string Region = {};                    ///< Its location, for messages.
};

/// One message has at most so many bytes.
inline constexpr std::uint64_t MostBytes = std::uint64_t(64) << 20;

/// Whether two rectangles may share bytes; an answer that is wrong says yes.
bool mayOverlap(const Place &A, const Place &B);

class Batch {
public:
  bool empty() const { return Held.empty(); }

  /// Adds an operation behind all others.
  void add(Operation What);

  /// Whether a copy of one rectangle may go with the last one of its queue: nothing waits for that one alone, both have
  /// the same other rank, and nothing is written twice.
  bool takes(const Copy &What, const Rectangles &Data) const;

  /// Makes it a part of that. It takes() it.
  void join(const Copy &What, const Rectangles &Data);

  /// Nothing joins what a queue has so far.
  void close(unsigned Queue) { Last[Queue] = None; }

  /// The number of the copy that takes() it.
  std::uint32_t numberFor(const Copy &What) const { return lastOf(What.Queue)->Number; }

  /// All, in order; none is left.
  std::vector<Operation> take();

private:
  static constexpr std::size_t None = ~std::size_t(0), MostParts = 512;

  const Copy *lastOf(unsigned Queue) const;

  std::vector<Operation> Held;
  std::array<std::size_t, QueueCount> Last = {None, None, None}; ///< Of each queue, if it may be joined.
};

} // namespace hetrt::node

#endif
