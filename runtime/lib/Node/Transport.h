// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the ranks of a job send bytes to each other: two-sided, and never waiting.
//
//   control messages   of any length, with the receiver not knowing beforehand; those of a rank arrive in order
//   data               rectangles that both sides know the size of, from memory to memory, matched by a number
//
// Threads: one thread uses a transport, the same for all its life. Errors: functions that can fail return why, one
// line, and the empty string otherwise. After an error the transport is of no more use, but for abandon().
#ifndef HETRT_NODE_TRANSPORT_H
#define HETRT_NODE_TRANSPORT_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hetrt::node {

/// `Rows` rows of `RowBytes` bytes each, whose beginnings are `Pitch` bytes apart. Never empty.
struct Rectangle {
  std::byte *First = nullptr;
  std::uint64_t Rows = 1, RowBytes = 0, Pitch = 0;

  std::uint64_t bytes() const { return Rows * RowBytes; }
};

/// What one message carries: the bytes of these, one after another.
using Rectangles = std::vector<Rectangle>;

inline std::uint64_t bytesOf(const Rectangles &All) {
  std::uint64_t Bytes = 0;
  for (const Rectangle &Each : All)
    Bytes += Each.bytes();
  return Bytes;
}

/// A control message that has come.
struct Arrival {
  unsigned From = 0;
  std::vector<std::byte> Message;
};

/// Names a transfer that is under way, on this rank.
using Ticket = std::uint64_t;

class Transport {
public:
  virtual ~Transport() = default;
  Transport(const Transport &) = delete;
  Transport &operator=(const Transport &) = delete;

  unsigned rank() const { return Rank; }
  unsigned ranks() const { return Ranks; }

  /// Data of one pair of ranks has numbers from 1 to this, 1000 at least. Where data under way in one direction has the
  /// same, it is matched in the order of the calls.
  virtual unsigned numbers() const = 0;

  /// Whether calls may come from any thread, one at a time; else all come from the thread that made it.
  virtual bool takesAnyThread() const { return true; }

  /// Sends a control message, which the transport keeps as long as it needs it.
  virtual std::string post(unsigned To, std::vector<std::byte> Message) = 0;

  /// The next control message, if one has come. Transfers make progress only during this call, so it has to be made
  /// again and again.
  virtual std::string take(std::optional<Arrival> &Next) = 0;

  /// Begins to send or to receive data, as one message. The memory stays where it is, unchanged or untouched, until the
  /// ticket is done. Both sides have as many bytes, however these are cut; what is received does not overlap.
  virtual std::string send(unsigned To, unsigned Number, const Rectangles &From, Ticket &Under) = 0;
  virtual std::string receive(unsigned From, unsigned Number, const Rectangles &To, Ticket &Under) = 0;

  /// Whether data has left, or arrived. A ticket that is done is gone.
  virtual std::string test(Ticket Under, bool &Done) = 0;

  /// Leaves the job in order: every rank does so, with no data under way. Waits for posted messages to leave.
  virtual void finish() = 0;

  /// Ends the job for all ranks, as far as the transport can; returns if it cannot.
  virtual void abandon(int Code) = 0;

protected:
  Transport(unsigned Rank, unsigned Ranks) : Rank(Rank), Ranks(Ranks) {}

private:
  const unsigned Rank, Ranks;
};

} // namespace hetrt::node

#endif
