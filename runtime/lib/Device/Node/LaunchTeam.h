// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs one launch on the cores of a node (another rank of the MPI job): a team of the program's own OpenMP runtime
// calls the region's outlined form, which is the loop in a function.
//
//     launch ---Chunks---> ranges of iterations, one call each ---ChunkBoard---> members of the team
//
// Generated code opens the team (hetrt_region::open_team), so the threads, places, stacks and `threadprivate` variables
// are the same as if the loop ran in the program itself.
//
// The outlined form assumes that no two arrays share memory. If two do, which is rare, the emulated form of the loop is
// called instead.
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

/// Divides the iterations of a launch: into its grains if it has grains; else into several equal chunks per thread, so
/// that no thread waits long for another. For a reduction, each chunk yields a partial; if partials are large, there
/// are fewer chunks, and perhaps fewer threads.
class Chunks {
public:
  Chunks(const LaunchRange &Of, unsigned Threads);

  /// The number of threads that have at least one chunk.
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

/// Distributes chunks among the members of the team. Each member starts with consecutive chunks, the same ones in all
/// similar launches, so that their data is still in its caches and in its memory node; then it takes chunks that other
/// members have not begun.
class ChunkBoard {
public:
  ChunkBoard(std::uint64_t Count, unsigned Members);

  /// The next chunk for a member; nothing when all chunks are taken. Each chunk is returned once. Any thread may call.
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
/// Memory that is aligned for any type in a loop's values or partials.
using AlignedBytes = std::unique_ptr<std::byte, FreeAligned>;
AlignedBytes alignedBytes(std::size_t Size);

/// The number of threads, at most `Most`, that may compute a launch whose partials have this size. The size of all
/// partials together is limited, since they are sent to rank 0.
unsigned threadsForPartials(unsigned Most, std::uint64_t PartialBytes);

/// Calls the loop of one launch, from any threads. The two arguments of the constructor outlive the object.
class LoopCalls {
public:
  LoopCalls(const hetrt_region &Region, const LaunchRange &Wanted);

  /// Whether no two windows share memory.
  bool shareNoMemory() const { return ShareNoMemory; }

  /// Why the loop cannot be called; a success if it can be.
  Status check() const;

  /// Runs iterations [First, Last), and stores their partial at `Partial`, which is aligned.
  Status run(std::uint64_t First, std::uint64_t Last, std::byte *Partial) const;

private:
  const hetrt_region &Region;
  const LaunchRange &Wanted;
  const AlignedBytes Values;
  std::vector<DeviceRange> Windows;
  bool ShareNoMemory = true;
  std::vector<void *> Arrays;
};

struct TeamResult {
  Status Outcome; ///< The first fault of any member.
  std::vector<std::byte> Partials;
};

/// Runs a launch with a team of at most `Threads` threads. `Region` has an outlined form.
TeamResult runByTeam(const hetrt_region &Region, const LaunchRange &Wanted, unsigned Threads);

} // namespace hetrt::node

#endif
