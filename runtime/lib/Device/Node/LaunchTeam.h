// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One launch on the cores of a node: the region's outlined loop, called by a team of the program's own OpenMP runtime.
//
//     launch ---Chunks---> consecutive iterations, one call each ---ChunkBoard---> members of the team
//
// The team is opened by generated code (hetrt_region::open_team), so threads, places, stacks and `threadprivate` are
// those that the loop in place has.
//
// The outlined loop relies on its arrays not to overlap. Where two of them do, which is rare, the form for
// emulated accelerators takes its place.
#ifndef HETRT_DEVICE_NODE_LAUNCHTEAM_H
#define HETRT_DEVICE_NODE_LAUNCHTEAM_H

#include "Device/Device.h"
#include "Node/Protocol.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <vector>

namespace hetrt::node {

/// How the iterations of a launch are divided: into grains where it has these, else into several equal chunks per
/// thread, so that none waits long for another one. Of a reduction each chunk leaves a partial; large partials mean few
/// chunks, and in the end fewer threads.
class Chunks {
public:
  Chunks(const LaunchRange &Of, unsigned Threads);

  /// How many threads have something to do.
  unsigned threads() const { return Threads; }
  std::uint64_t count() const { return Count; }

  struct Range {
    std::uint64_t First = 0, Last = 0;
    bool operator==(const Range &) const = default;
  };
  Range operator[](std::uint64_t Number) const;

private:
  std::uint64_t First, Last, Grain, Count = 0;
  unsigned Threads;
};

/// Who computes which chunk. Each member has consecutive ones of its own, the same in every launch that is alike, so
/// that they find in their caches and their memory what they left there; then it takes what others have not begun.
class ChunkBoard {
public:
  ChunkBoard(std::uint64_t Count, unsigned Members);

  /// The next chunk for a member, each once; none when all are taken. Any threads may call.
  std::optional<std::uint64_t> take(unsigned Member);

private:
  struct alignas(64) Share {
    std::atomic<std::uint64_t> Next{0};
    std::uint64_t End = 0;
  };
  std::vector<Share> Shares;
};

struct FreeAligned {
  void operator()(std::byte *Memory) const;
};
/// Storage aligned for whatever a loop may keep in its values or partials.
using AlignedBytes = std::unique_ptr<std::byte, FreeAligned>;
AlignedBytes alignedBytes(std::size_t Size);

/// Up to the sum of these bytes, partials of a launch travel to rank 0: beyond it fewer threads compute.
unsigned threadsForPartials(unsigned Most, std::uint64_t PartialBytes);

/// Calls of the loop of one launch, by any threads. Both outlive it.
class LoopCalls {
public:
  LoopCalls(const hetrt_region &Region, const LaunchRange &Wanted);

  /// Whether no two windows share memory.
  bool areApart() const { return AreApart; }

  /// Why the loop cannot be called; success if it can.
  Status check() const;

  /// Runs iterations, and leaves their partial at an aligned place.
  Status run(std::uint64_t First, std::uint64_t Last, std::byte *Partial) const;

private:
  const hetrt_region &Region;
  const LaunchRange &Wanted;
  const AlignedBytes Values;
  std::vector<DeviceRange> Windows;
  bool AreApart = true;
  std::vector<void *> Arrays;
};

struct TeamResult {
  Status Outcome; ///< The first fault of any member.
  std::vector<std::byte> Partials;
};

/// Runs a launch by a team of at most so many threads. `Region` has an outlined form.
TeamResult runByTeam(const hetrt_region &Region, const LaunchRange &Wanted, unsigned Threads);

} // namespace hetrt::node

#endif
