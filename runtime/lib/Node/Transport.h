// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the ranks of a job send bytes to each other. Transfers are two-sided: the sender calls send(), and the receiver
// receive(). No function waits, except finish().
//
//   control messages   of any length, which the receiver does not know before; those of one rank arrive in order
//   data               rectangles whose size both sides know, from memory to memory, matched by a number
//
// Threads: one thread at a time uses a transport; see takesAnyThread(). Errors: functions that can fail return the
// reason in one line, and the empty string otherwise. After an error, only abandon() may be called.
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

/// The contents of one message: the bytes of these rectangles, one after another.
using Rectangles = std::vector<Rectangle>;

inline std::uint64_t bytesOf(const Rectangles &All) {
  std::uint64_t Bytes = 0;
  for (const Rectangle &Each : All)
    Bytes += Each.bytes();
  return Bytes;
}

/// A control message that has arrived.
struct Arrival {
  unsigned From = 0;
  std::vector<std::byte> Message;
};

/// Identifies a transfer that is under way on this rank.
using Ticket = std::uint64_t;

/// One rank's connection to the other ranks.
class Transport {
public:
  virtual ~Transport() = default;
  Transport(const Transport &) = delete;
  Transport &operator=(const Transport &) = delete;

  unsigned rank() const { return Rank; }
  unsigned ranks() const { return Ranks; }

  /// The largest number for data between two ranks, at least 1000; the smallest is 1. If transfers with the same number
  /// are under way in one direction, they are matched in the order of the calls.
  virtual unsigned numbers() const = 0;

  /// Whether calls may come from any thread, one at a time; else all calls come from the thread that made the
  /// transport.
  virtual bool takesAnyThread() const { return true; }

  /// Sends a control message. The transport keeps the bytes until they have been sent.
  virtual std::string post(unsigned To, std::vector<std::byte> Message) = 0;

  /// Sets `Next` to the next control message, if one has arrived. Transfers make progress only during this call, so it
  /// has to be made again and again.
  virtual std::string take(std::optional<Arrival> &Next) = 0;

  /// Begins to send or to receive data, as one message. Until the ticket is done, the memory has to exist; memory that
  /// is sent must not change, and memory that is received must not be used. Both sides have the same number of bytes,
  /// in any rectangles; those that are received do not overlap.
  virtual std::string send(unsigned To, unsigned Number, const Rectangles &From, Ticket &Under) = 0;
  virtual std::string receive(unsigned From, unsigned Number, const Rectangles &To, Ticket &Under) = 0;

  /// Sets `Done` if the data has been sent, or received. A ticket that is done is no longer valid.
  virtual std::string test(Ticket Under, bool &Done) = 0;

  /// Leaves the job in order: every rank does so, with no data under way. Waits until posted messages have been sent.
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
