// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The control messages between rank 0 and the ranks that serve, as values and as bytes.
//
// All ranks run the same file on the same architecture, so numbers are sent as they are in memory. A message is a kind
// and the fields of that kind, in order. What comes is not trusted: decode() takes any bytes, and says no where they
// do not begin with one whose counts are within bounds. Several messages may be sent as one, one behind the other.
// Whether addresses, queues and regions exist is for the receiver.
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

/// Changes with anything below.
inline constexpr std::uint32_t ProtocolVersion = 4;

/// Queues of a node, as those of any device.
inline constexpr std::uint32_t QueueCount = 3;

// ---- From a rank that serves --------------------------------------------------------------------------------------

/// The first message of a rank: who it is.
struct Greeting {
  std::uint32_t Version = ProtocolVersion;
  ProgramName Program;
  std::string Host;      ///< Where it runs.
  std::string Processor; ///< What the vendor calls it.
  std::uint32_t Cores = 1;
  std::uint64_t MemoryBytes = 0; ///< For allocations.
  double Seconds = 0;            ///< By its clock, now.
  bool operator==(const Greeting &) const = default;
};

/// To Allocate and Prepare: the address, or why not.
struct Answer {
  std::uint64_t Address = 0;
  std::string Problem; ///< Empty: it worked.
  bool operator==(const Answer &) const = default;
};

/// To a welcome that names devices: what the rank has of them, to divide launches among.
struct Equipment {
  std::string Problem; ///< Why it has none of them, or fewer; else empty.
  std::string Devices; ///< A line for each that computes, cores first: "cpu" or "cuda:0", a tab, and what it is.
  double Width = 0;    ///< All of them, relative to one core.
  bool operator==(const Equipment &) const = default;
};

/// What a device of a rank did of a launch. A value without gaps.
struct WorkDone {
  std::uint32_t Device = 0; ///< Its line in the equipment.
  std::uint32_t GivenUp = 0;
  std::uint64_t Iterations = 0, BytesIn = 0, BytesOut = 0;
  double Seconds = 0;
  bool operator==(const WorkDone &) const = default;
};

/// The next operation of a queue is over.
struct Done {
  std::uint32_t Queue = 0;
  std::int32_t Code = 0;         ///< hetrt_code.
  std::uint32_t DeviceFault = 0; ///< Of an operation that failed: not the program's fault.
  std::string Message;           ///< Why it failed.
  std::vector<std::byte> Partials;
  double Begin = 0, End = 0; ///< Seconds by the clock of the rank; equal where there was nothing to measure.
  std::vector<WorkDone> Work{}; ///< Of a launch, where the rank has equipment.
  std::string WhyCores{};       ///< Why the cores alone had it.
  std::string Faults{};         ///< Of its devices, with their names; a line each.
  bool operator==(const Done &) const = default;
};

/// The rank cannot go on. From rank 0: the job ends, since another one cannot.
struct Failed {
  std::string Why;
  bool operator==(const Failed &) const = default;
};

// ---- From rank 0 ----------------------------------------------------------------------------------------------------

/// Rank 0 has heard the greeting; a rank may say nothing for so long.
struct Welcome {
  double SilenceSeconds = 0;
  std::string Devices{}; ///< That the rank is to divide launches among, as HETRT_NODES has them; empty: its cores.
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

/// Data under `Number` comes from or goes to another rank, `Peer`, 0 or one that serves: here it is these rectangles.
struct Copy {
  std::uint32_t Queue = 0, Out = 0, Number = 0, Peer = 0;
  std::vector<Place> Parts;
  bool operator==(const Copy &) const = default;
};

/// Data that was not asked for comes from another rank that serves: it waits under a number of its own, apart from all
/// arrays. TakeEarly or DropEarly come for each of its slices.
struct Expect {
  std::uint64_t Early = 0, Bytes = 0, Slices = 1;
  std::uint32_t Peer = 0, Number = 0;
  bool operator==(const Expect &) const = default;
};

/// In a queue: from a place on it is what belongs into these rectangles.
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

/// A window's memory, for messages about stray accesses.
struct WindowMemory {
  std::uint64_t Begin = 0, Bytes = 0;
  bool operator==(const WindowMemory &) const = default;
};

/// Where the elements of a window lie: the first one of its array, which need not be there, and the distances of the
/// indices of each dimension.
struct WindowLayout {
  std::uint64_t First = 0;
  std::array<std::uint64_t, HETRT_MAX_RANK> Stride{};
  bool operator==(const WindowLayout &) const = default;
};

/// Tables of calls that a rank keeps, each under a number from 1 on.
inline constexpr std::uint32_t ShapeCount = 16;

/// On queue 1.
struct LaunchRange {
  RegionName Region;
  std::uint64_t First = 0, Last = 0, PartialBytes = 0, Grain = 0;
  std::vector<std::byte> Values;
  std::vector<hetrt_bounds> Bounds;
  std::vector<WindowMemory> Windows;
  std::uint32_t InOrder = 0; ///< Floating-point numbers are combined in the order of the loop.

  // For ranks with equipment.
  std::uint32_t Shape = 0;             ///< Under which number the call's tables are kept; 0: the launch is the cores'.
  std::vector<std::byte> NewShape{};   ///< The tables that it stands for from now on; empty: those that it had.
  std::vector<WindowLayout> Layouts{}; ///< One for each window.
  std::string WhyCores{};              ///< Without a number: why.
};

/// Queue `Later` goes on when `Earlier` has done so many operations since the beginning.
struct Order {
  std::uint32_t Later = 0, Earlier = 0;
  std::uint64_t Count = 0;
  bool operator==(const Order &) const = default;
};

/// After a fault, when all has been answered: launches run again.
struct Resume {
  bool operator==(const Resume &) const = default;
};

// ---- From both
// --------------------------------------------------------------------------------------------------------

/// Rank 0 leaves, or does without this rank; and the rank's answer, its last message. So nothing is on its way when MPI
/// ends.
struct Leave {
  bool operator==(const Leave &) const = default;
};

/// The sender is alive.
struct Beat {
  double Seconds = 0; ///< By its clock.
  bool operator==(const Beat &) const = default;
};

using Message = std::variant<Greeting, Answer, Done, Failed, Welcome, Allocate, Release, Prepare, Copy, LaunchRange,
                             Order, Resume, Leave, Beat, Expect, TakeEarly, DropEarly, Equipment>;

std::vector<std::byte> encode(const Message &What);

/// Reads the message that these bytes begin with, and leaves those behind it; returns what is wrong with them, or "".
std::string decodeNext(std::span<const std::byte> &Bytes, Message &Into);

/// The message that these bytes are; returns what is wrong with them, or "".
std::string decode(std::span<const std::byte> Bytes, Message &Into);

} // namespace hetrt::node

#endif
