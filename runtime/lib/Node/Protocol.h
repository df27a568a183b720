// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The control messages between rank 0 and the ranks that serve, as values and as bytes.
//
// All ranks run the same file on the same architecture, so numbers are sent as they are in memory. A message is the
// number of its kind and the fields of that kind, in order. The receiver does not trust the bytes that come: decode()
// accepts any bytes, and returns an error where they do not begin with a message whose counts are within bounds.
// Several messages may be sent as one, one behind the other. Whether addresses, queues and regions exist is checked by
// the receiver of the message.
#ifndef HETRT_NODE_PROTOCOL_H
#define HETRT_NODE_PROTOCOL_H

#include "Node/RegionName.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace hetrt::node {

/// The version of the protocol, to be increased with every change of the messages below.
inline constexpr std::uint32_t ProtocolVersion = 5;

/// The number of queues of a node; the same as of other devices.
inline constexpr std::uint32_t QueueCount = 3;

// ---- From a rank that serves --------------------------------------------------------------------------------------

/// The first message of a rank: describes the rank.
struct Greeting {
  std::uint32_t Version = ProtocolVersion;
  ProgramName Program;
  std::string Host;      ///< The name of the machine.
  std::string Processor; ///< The vendor's name of the processor.
  std::uint32_t Cores = 1;
  std::uint64_t MemoryBytes = 0; ///< The memory for allocations.
  double Seconds = 0;            ///< The time by the rank's clock.
  bool operator==(const Greeting &) const = default;
};

/// The answer to Allocate and Prepare: an address (for Allocate), or a problem.
struct Answer {
  std::uint64_t Address = 0;
  std::string Problem; ///< Empty: no problem.
  bool operator==(const Answer &) const = default;
};

/// The answer to a welcome that names devices: the devices that the rank has, to divide launches among.
struct Equipment {
  std::string Problem; ///< Why the rank has fewer devices than the welcome names, or none; else empty.
  /// A line for each device that computes, cores first: "cpu" or "cuda:0", a tab, and a description.
  std::string Devices;
  double Width = 0; ///< The speed of all these devices together, relative to one core.
  bool operator==(const Equipment &) const = default;
};

/// The work of a device of a rank in a launch. The struct has no padding.
struct WorkDone {
  std::uint32_t Device = 0; ///< The device's line in the equipment.
  std::uint32_t GivenUp = 0;
  std::uint64_t Iterations = 0, BytesIn = 0, BytesOut = 0;
  double Seconds = 0;
  bool operator==(const WorkDone &) const = default;
};

/// The next operation of a queue is over.
struct Done {
  std::uint32_t Queue = 0;
  std::int32_t Code = 0;         ///< hetrt_code.
  std::uint32_t DeviceFault = 0; ///< The operation failed because of the device, not because of the program.
  std::string Message;           ///< Why the operation failed.
  std::vector<std::byte> Partials;
  double Begin = 0, End = 0;    ///< Seconds by the clock of the rank; equal where there was nothing to measure.
  std::vector<WorkDone> Work{}; ///< The work of the rank's devices in a launch, if the rank has equipment.
  std::string WhyCores{};       ///< Why the rank's cores alone computed the launch.
  std::string Faults{};         ///< Faults of the rank's devices, with the devices' names, a line each.
  bool operator==(const Done &) const = default;
};

/// The rank cannot go on. If rank 0 sends it: the job ends, since another rank cannot go on.
struct Failed {
  std::string Why;
  bool operator==(const Failed &) const = default;
};

// ---- From rank 0 ----------------------------------------------------------------------------------------------------

/// Rank 0 has received the greeting. SilenceSeconds is the longest time for which a rank may send nothing.
struct Welcome {
  double SilenceSeconds = 0;
  /// The devices among which the rank divides launches, as HETRT_NODES says them; empty: it uses its cores.
  std::string Devices{};
  bool operator==(const Welcome &) const = default;
};

struct Allocate {
  std::uint64_t Bytes = 0;
  bool operator==(const Allocate &) const = default;
};

struct Release {
  std::uint64_t Address = 0;
  bool operator==(const Release &) const = default;
};

struct Prepare {
  RegionName Region;
  bool operator==(const Prepare &) const = default;
};

/// A rectangle of bytes in the memory of a rank that serves.
struct Place {
  std::uint64_t Address = 0, Rows = 1, RowBytes = 0, Pitch = 0;
  bool operator==(const Place &) const = default;
};

/// Data under `Number` comes from, or goes to, the rank `Peer` (0, or one that serves). `Parts` are the rectangles in
/// the memory of the rank that gets this message.
struct Copy {
  std::uint32_t Queue = 0, Out = 0, Number = 0, Peer = 0;
  std::vector<Place> Parts;
  bool operator==(const Copy &) const = default;
};

/// Tells this rank that another rank that serves sends data to it, which this rank has not asked for. The rank stores
/// the data under the number `Early`, apart from all arrays. A TakeEarly or DropEarly follows for each of the `Slices`
/// parts of the data.
struct Expect {
  std::uint64_t Early = 0, Bytes = 0, Slices = 1;
  std::uint32_t Peer = 0, Number = 0;
  bool operator==(const Expect &) const = default;
};

/// An operation of a queue: copies the data that has come under `Early`, from byte `Offset` on, to these rectangles.
struct TakeEarly {
  std::uint32_t Queue = 0;
  std::uint64_t Early = 0, Offset = 0;
  std::vector<Place> Parts;
  bool operator==(const TakeEarly &) const = default;
};

struct DropEarly {
  std::uint64_t Early = 0;
  bool operator==(const DropEarly &) const = default;
};

/// The memory of a window, for messages about accesses outside of it.
struct WindowMemory {
  std::uint64_t Begin = 0, Bytes = 0;
  bool operator==(const WindowMemory &) const = default;
};

/// Where the elements of a window lie: the address of the first element of its array, which need not exist in the
/// memory of this rank, and the strides in bytes of each dimension.
struct WindowLayout {
  std::uint64_t First = 0;
  std::array<std::uint64_t, HETRT_MAX_RANK> Stride{};
  bool operator==(const WindowLayout &) const = default;
};

/// For how many calls a rank keeps the tables, under numbers from 1 on.
inline constexpr std::uint32_t ShapeCount = 16;

/// A launch, in queue 1.
struct LaunchRange {
  RegionName Region;
  std::uint64_t First = 0, Last = 0, PartialBytes = 0, Grain = 0;
  std::vector<std::byte> Values;
  std::vector<hetrt_bounds> Bounds;
  std::vector<WindowMemory> Windows;
  std::uint32_t InOrder = 0; ///< Whether floating-point numbers are combined in the order of the loop.

  // The members from here on are used by ranks with equipment.
  std::uint32_t Shape = 0; ///< The number under which the tables of the call are kept; 0: the cores compute the launch.
  /// The tables to keep under this number from now on; empty: the number keeps its tables.
  std::vector<std::byte> NewShape{};
  std::vector<WindowLayout> Layouts{}; ///< One for each window of the region.
  std::string WhyCores{};              ///< Why the cores compute the launch, if Shape is 0.
};

/// Queue `Later` waits until queue `Earlier` has done `Count` operations since the beginning.
struct Order {
  std::uint32_t Later = 0, Earlier = 0;
  std::uint64_t Count = 0;
  bool operator==(const Order &) const = default;
};

/// Sent after a fault, when the rank has answered all operations: the rank executes launches again from now on.
struct Resume {
  bool operator==(const Resume &) const = default;
};

// ---- From both -----------------------------------------------------------------------------------------------------

/// From rank 0: the job ends, or this rank is left out. From a rank: its answer, and its last message. After both, no
/// message is under way, so MPI can end.
struct Leave {
  bool operator==(const Leave &) const = default;
};

/// The sender is alive.
struct Beat {
  double Seconds = 0; ///< The time by the sender's clock.
  bool operator==(const Beat &) const = default;
};

using Message = std::variant<Greeting, Answer, Done, Failed, Welcome, Allocate, Release, Prepare, Copy, LaunchRange,
                             Order, Resume, Leave, Beat, Expect, TakeEarly, DropEarly, Equipment>;

std::vector<std::byte> encode(const Message &What);

/// Decodes the first message of `Bytes`, and cuts it off. Returns why the bytes are wrong, or "".
std::string decodeNext(std::span<const std::byte> &Bytes, Message &Into);

/// Decodes bytes that are one message. Returns why the bytes are wrong, or "".
std::string decode(std::span<const std::byte> Bytes, Message &Into);

} // namespace hetrt::node

#endif
