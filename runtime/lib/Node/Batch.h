// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The operations for one rank that have not been sent yet. Copies that follow each other in a queue, to or from the
// same rank, become one message.
#ifndef HETRT_NODE_BATCH_H
#define HETRT_NODE_BATCH_H

#include "Node/Protocol.h"
#include "Node/Transport.h"

#include <array>
#include <string>
#include <vector>

namespace hetrt::node {

/// An operation in a queue of a node, with the memory that it moves; or a message outside of the queues.
struct Operation {
  static constexpr unsigned NoQueue = ~0u;
  unsigned Queue = NoQueue; ///< NoQueue: a message outside of the queues, whose end no thread waits for.
  Message What; ///< In a queue: Copy, LaunchRange or Order. The hub sets the number of a Copy from or to rank 0.
  Rectangles Data = {}; ///< The memory in this process, if What is a Copy to or from rank 0.
  /// Where the partials go, if What is a LaunchRange: filled before the launch counts as done.
  std::vector<std::byte> *Partials = nullptr;
  std::string Region = {}; ///< The location of a LaunchRange's region, for messages.
};

/// The most bytes of data that one message has.
inline constexpr std::uint64_t MostBytes = std::uint64_t(64) << 20;

/// Whether two rectangles may share bytes; true also where this cannot be excluded.
bool mayOverlap(const Place &A, const Place &B);

/// The operations for one rank, in the order in which they will be sent.
class Batch {
public:
  bool empty() const { return Held.empty(); }

  /// Adds an operation behind all others.
  void add(Operation What);

  /// Whether the data of a copy of one rectangle can be sent in the message of the last copy in its queue. It can if no
  /// operation that was added later waits for just that copy, if both copies are to or from the same rank, and if no
  /// byte is written twice.
  bool takes(const Copy &What, const Rectangles &Data) const;

  /// Adds the rectangle to the last copy of the queue. Only if takes() is true.
  void join(const Copy &What, const Rectangles &Data);

  /// Later copies may not join the copies that the queue has so far.
  void close(unsigned Queue) { Last[Queue] = None; }

  /// The number of the copy that the copy `What` may join. Only if takes() is true.
  std::uint32_t numberFor(const Copy &What) const { return lastOf(What.Queue)->Number; }

  /// Returns all operations in order, and leaves none.
  std::vector<Operation> take();

private:
  static constexpr std::size_t None = ~std::size_t(0), MostParts = 512;

  const Copy *lastOf(unsigned Queue) const;

  std::vector<Operation> Held;
  /// For each queue: the index in Held of the copy that later copies may join, or None.
  std::array<std::size_t, QueueCount> Last = {None, None, None};
};

} // namespace hetrt::node

#endif
