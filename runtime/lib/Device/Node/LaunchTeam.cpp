// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Divides a launch into chunks, and lets the members of a team compute them.
#include "Device/Node/LaunchTeam.h"

#include "Device/Emulated/KernelGuard.h"
#include "Device/Emulated/LaneGroup.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <mutex>
#include <utility>

namespace hetrt::node {
namespace {

/// Chunks per thread if partials are small. With more chunks, threads wait less for each other at the end of a launch:
/// at most for one chunk.
constexpr std::uint64_t ChunksOfThread = 8;

/// Partials are sent to rank 0, so their total size is limited if the launch has no grains. Up to BytesForBalance,
/// there are more chunks than threads, to balance the load; above MostPartialBytes, there are fewer threads.
constexpr std::uint64_t BytesForBalance = 64 << 10, MostPartialBytes = 16 << 20;

constexpr std::align_val_t PartialAlignment{64};

/// A launch while it runs.
class Running {
public:
  Running(const hetrt_region &Region, const LaunchRange &Wanted, unsigned Most)
      : Region(Region), Wanted(Wanted), Parts(Wanted, Most), Board(Parts.count(), Parts.threads()),
        Calls(Region, Wanted) {
    for (unsigned Member = 0; Member < Parts.threads(); ++Member)
      Partials.push_back(alignedBytes(Wanted.PartialBytes));
    Found.Partials.resize(Parts.count() * Wanted.PartialBytes);
  }

  TeamResult run() {
    if (Status Result = Calls.check(); !Result.ok())
      return {std::move(Result), {}};
    Region.open_team(
        static_cast<int>(Parts.threads()),
        [](void *Data, int Number, int) { static_cast<Running *>(Data)->member(static_cast<unsigned>(Number)); }, this);
    return std::move(Found);
  }

private:
  void member(unsigned Number) noexcept {
    if (Number >= Parts.threads()) // the team may be larger than asked for
      return;
    const KernelScope Scope;
    const LaneGroup::Apart OneLane;
    while (!Ends.load(std::memory_order_relaxed)) {
      const std::optional<std::uint64_t> Next = Board.take(Number);
      if (!Next)
        return;
      compute(*Next, Partials[Number].get());
    }
  }

  void compute(std::uint64_t Chunk, std::byte *Partial) {
    const auto [First, Last] = Parts[Chunk];
    if (Status Result = Calls.run(First, Last, Partial); !Result.ok()) {
      std::lock_guard Lock(Mutex);
      if (!Ends.exchange(true))
        Found.Outcome = std::move(Result);
      return;
    }
    std::copy_n(Partial, Wanted.PartialBytes,
                Found.Partials.begin() + static_cast<std::ptrdiff_t>(Chunk * Wanted.PartialBytes));
  }

  const hetrt_region &Region;
  const LaunchRange &Wanted;
  const Chunks Parts;
  ChunkBoard Board;
  const LoopCalls Calls;
  std::vector<AlignedBytes> Partials; ///< One for each member of the team.
  std::atomic<bool> Ends{false};
  std::mutex Mutex; ///< Guards Found.Outcome.
  TeamResult Found;
};

} // namespace

void FreeAligned::operator()(std::byte *Memory) const { ::operator delete(Memory, PartialAlignment); }

AlignedBytes alignedBytes(std::size_t Size) {
  return AlignedBytes(static_cast<std::byte *>(::operator new(std::max<std::size_t>(Size, 1), PartialAlignment)));
}

unsigned threadsForPartials(unsigned Most, std::uint64_t PartialBytes) {
  return PartialBytes ? static_cast<unsigned>(
                            std::min<std::uint64_t>(Most, std::max<std::uint64_t>(MostPartialBytes / PartialBytes, 1)))
                      : Most;
}

LoopCalls::LoopCalls(const hetrt_region &Region, const LaunchRange &Wanted)
    : Region(Region), Wanted(Wanted), Values(alignedBytes(Wanted.Values.size())) {
  std::ranges::copy(Wanted.Values, Values.get());
  for (const WindowMemory &Each : Wanted.Windows)
    Windows.push_back({Each.Begin, Each.Bytes});
  ShareNoMemory = hetrt::shareNoMemory(Region, Windows);
  for (unsigned Number = 0; Number < Region.array_count; ++Number)
    std::memcpy(&Arrays.emplace_back(), Values.get() + Region.arrays[Number].pointer_offset, sizeof(void *));
  Arrays.push_back(nullptr); // an additional element, so that Arrays.data() is not null without arrays
}

Status LoopCalls::check() const {
  return ShareNoMemory || Region.emulated
             ? Status::success()
             : Status::deviceFault("two of its arrays are the same memory, and the program was built with "
                                   "--hetcc-no-emulated");
}

Status LoopCalls::run(std::uint64_t First, std::uint64_t Last, std::byte *Partial) const {
  KernelCall Call{&Region, First, Last, Values.get(), Partial, Wanted.Bounds, Windows};
  Call.Arrays = ShareNoMemory ? Arrays.data() : nullptr;
  Call.InOrder = Wanted.Grain || Wanted.InOrder;
  return runKernel(Call);
}

Chunks::Chunks(const LaunchRange &Of, unsigned Most) : First(Of.First), Last(Of.Last), Grain(Of.Grain), Threads(Most) {
  const std::uint64_t Iterations = Last - First, Bytes = Of.PartialBytes;
  if (!Grain)
    Threads = threadsForPartials(Threads, Bytes);
  if (Grain)
    Count = (Iterations - 1) / Grain + 1;
  else if (Threads == 1)
    Count = 1;
  else
    Count = std::min(
        Iterations, std::max<std::uint64_t>(Threads, Bytes ? std::min(Threads * ChunksOfThread, BytesForBalance / Bytes)
                                                           : Threads * ChunksOfThread));
  Threads = static_cast<unsigned>(std::min<std::uint64_t>(Threads, Count));
}

Chunks::Range Chunks::operator[](std::uint64_t Number) const {
  if (Grain) {
    const std::uint64_t Begin = First + Number * Grain;
    return {Begin, Begin + std::min(Grain, Last - Begin)}; // Begin + Grain may not fit into 64 bits
  }
  const std::uint64_t Quotient = (Last - First) / Count, Remainder = (Last - First) % Count,
                      Begin = First + Number * Quotient + std::min(Number, Remainder);
  return {Begin, Begin + Quotient + (Number < Remainder ? 1 : 0)};
}

ChunkBoard::ChunkBoard(std::uint64_t Count, unsigned Members) : Shares(Members) {
  std::uint64_t Begin = 0;
  for (unsigned Member = 0; Member < Members; ++Member) {
    Shares[Member].Next = Begin;
    Begin += Count / Members + (Member < Count % Members ? 1 : 0);
    Shares[Member].End = Begin;
  }
}

std::optional<std::uint64_t> ChunkBoard::take(unsigned Member) {
  for (std::size_t Distance = 0; Distance < Shares.size(); ++Distance) {
    Share &Of = Shares[(Member + Distance) % Shares.size()];
    // If no chunk is left, this load avoids fetch_add(), which would write the cache line and so take it away from the
    // cores of other members.
    if (Of.Next.load(std::memory_order_relaxed) >= Of.End)
      continue;
    if (const std::uint64_t Number = Of.Next.fetch_add(1, std::memory_order_relaxed); Number < Of.End)
      return Number;
  }
  return std::nullopt;
}

TeamResult runByTeam(const hetrt_region &Region, const LaunchRange &Wanted, unsigned Threads) {
  return Running(Region, Wanted, Threads).run();
}

} // namespace hetrt::node
