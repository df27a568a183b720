// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The arithmetic of windows: from a clause and a range of iterations to the bytes that a device needs and gives back.
//
//   hetrt_window + hetrt_window_info  --resolve-->  Array  --(range)-->  Boxes to move in, Boxes to move out,
//        (one per clause)              (one per array, checked)          Layout on the device, bounds for the kernel
//
// Pure: no device, no clock, no state. A device keeps a box of the array with distances of its own between indices; the
// kernel gets a base pointer offset by the box's lower corner, and these distances.
#ifndef HETRT_MEMORY_WINDOW_H
#define HETRT_MEMORY_WINDOW_H

#include "Device/Status.h"
#include "Memory/Footprint.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace hetrt {

/// One rectangle of bytes on both sides: `Rows` rows of `RowBytes` bytes. On the host the first one lies `HostOffset`
/// bytes after the array's base and the next ones begin `HostPitch` bytes apart; on the device likewise, from the
/// beginning of the allocation.
struct Piece {
  std::uint64_t HostOffset = 0, DeviceOffset = 0, Rows = 1, RowBytes = 0, HostPitch = 0, DevicePitch = 0;
  std::uint64_t bytes() const { return Rows * RowBytes; }
  friend bool operator==(const Piece &, const Piece &) = default;
};

/// Integers of the program's, of any type, in the host's memory.
struct HostIntegers {
  const hetrt_window_info *Info = nullptr; ///< Of the window that they are the array of; null: there are none.
  const std::byte *Base = nullptr;
  std::uint64_t Size = 0; ///< Bytes of one.

  explicit operator bool() const { return Info != nullptr; }

  /// What is beyond the largest index counts as the largest.
  std::int64_t at(std::int64_t Index) const;
};

/// One array of a call, with all the clauses that name it.
struct Array {
  const hetrt_window_info *Info = nullptr; ///< The first clause, for messages.
  std::byte *Base = nullptr;
  std::uint64_t ElementSize = 0;
  unsigned Rank = 1;
  Extents Extent{1, 1, 1};
  std::array<std::int64_t, MaxRank> HaloBefore{}, HaloAfter{};
  std::array<bool, MaxRank> Tied{};
  std::optional<Box> Section; ///< What is used of the dimensions that are not tied; else all of it.
  bool Whole = false;         ///< Read in full by every device.
  bool Strided = false;       ///< The kernel is told the distances between indices, so any share can be packed.
  bool In = false, Out = false;
  HostIntegers Segments; ///< Iteration value i needs indices from the i'th of them on to the next, of dimension 0.
  HostIntegers Integers; ///< Its elements, where other arrays are indexed by them.
  int IndexedBy = -1;    ///< The number of the array whose elements are the indices that are needed; see Gather.h.
  std::uint64_t LargestSegment = 0; ///< Of those of the call; checkSegments() finds it.
  bool Difference = false;          ///< Written at any index: what a device has changed of a full copy goes home.
  bool InPlace = false;             ///< The pass's devices work on the program's own memory.
  bool Persist = false;             ///< Devices keep a copy of all of it between passes.
  std::uint64_t RowPadding = 1;     ///< Bytes, of which a row of a full copy takes a multiple; see wholeLayout().

  unsigned tiedCount() const { return unsigned(Tied[0]) + Tied[1] + Tied[2]; }

  /// The dimension along which shares are told apart: the tied one, or 0 where none is.
  unsigned dimension() const { return Tied[1] ? 1 : Tied[2] ? 2 : 0; }

  /// The device holds only the share. Everything else is allocated in full: full copies, the plus-shape of several tied
  /// dimensions, and shares of an inner dimension where the kernel knows the array's own distances only. What is
  /// indexed, and the indices, are made anew for each share.
  bool allocatesShare() const {
    return Integers || IndexedBy >= 0 || (tiedCount() == 1 && !Whole && (Tied[0] || Strided));
  }

  /// Iterations differ in how much they need.
  bool uneven() const { return Segments || IndexedBy >= 0; }

  /// All indices that any iteration may use.
  Box used() const { return Section ? *Section : wholeOf(Extent); }

  /// Elements behind one index of dimension 0.
  std::uint64_t perIndex() const { return strideBytes(0) / ElementSize; }

  std::uint64_t bytes() const;                         ///< Of the whole array.
  std::uint64_t strideBytes(unsigned Dimension) const; ///< From one index of a dimension to the next.
};

/// The arrays of one call, checked.
struct ResolvedCall {
  IterationSpace Iterations;
  std::vector<Array> Arrays;
  std::vector<unsigned> ArrayOf; ///< For each window of the region, its index in Arrays.
};

/// Checks the windows that clauses name against each other and against the iterations; allocates nothing unless it
/// fails. Errors name clause, array, line, what was wanted and what was found.
Status checkCall(const hetrt_region &Region, const hetrt_call &Call);

/// The same of windows that the compiler has found, and of what the others have to do with them. Where that fails, the
/// program is right all the same, and the cores can run the loop.
Status checkInferred(const hetrt_region &Region, const hetrt_call &Call);

/// Whether other windows are indexed by the elements of this one, so that a device has their places instead.
bool isIndices(const hetrt_region &Region, unsigned Number);

/// The elements of a window's array, which others go through.
HostIntegers integersOf(const hetrt_region &Region, const hetrt_call &Call, unsigned Number);

/// Merges the windows of a checked call into arrays.
void resolveCall(const hetrt_region &Region, const hetrt_call &Call, ResolvedCall &Into);

/// Checks that segments of iterations follow each other within their arrays, and finds the largest ones. Reads all that
/// the call goes through.
Status checkSegments(ResolvedCall &Call);

/// The indices of `Dimension` that iterations with the values `Hull` may read: with halo, clipped to the array; all of
/// them where the dimension is not tied or the array is read in full.
Interval readInterval(const Array &What, unsigned Dimension, Interval Hull);

/// The indices of `Dimension` that iterations with the values `Hull` may write: no halo.
Interval writtenInterval(const Array &What, unsigned Dimension, Interval Hull);

/// What the iterations may read, as disjoint boxes: one, or several where more than one dimension is tied.
std::vector<Box> readBoxes(const Array &What, Interval Hull);

/// The indices `Along` of dimension(), and all of the other dimensions.
Box slab(const Array &What, Interval Along);

/// How a device keeps a box of an array.
struct Layout {
  Box Held;
  std::array<std::uint64_t, MaxRank> Stride{}; ///< Bytes from one index of a dimension to the next.
  std::uint64_t Bytes = 0;

  /// From the beginning of the allocation to the element at these indices, modulo 2^64 if it lies outside the box.
  std::uint64_t offsetOf(const std::array<std::int64_t, MaxRank> &Index) const;
};

/// The array as it is, or with padded rows where its RowPadding says so and that aligns their elements.
Layout wholeLayout(const Array &What);

/// What iterations with the values `Hull` may read of an array that allocates its share, and nothing else. Rows of a
/// share of an inner dimension are padded to multiples of `SimdBytes` where that aligns their elements: a row holds at
/// least so many bytes, and its elements fill them evenly.
Layout shareLayout(const Array &What, Interval Hull, std::uint64_t SimdBytes);

/// The rectangles of bytes that make up a box, as few as possible. Of the dimension() only every `Step`-th index
/// counts, from its lower end.
std::vector<Piece> piecesOf(const Array &What, const Layout &Where, const Box &Indices, std::uint64_t Step = 1);

/// The rectangles that iterations [First, Last) write: only indices that are the value of an iteration.
std::vector<Piece> writtenPieces(const Array &What, const Layout &Where, const IterationSpace &Iterations,
                                 std::uint64_t First, std::uint64_t Last);

/// What a kernel over iterations with the values `Hull` may touch.
hetrt_bounds boundsOf(const Array &What, unsigned Window, Interval Hull);

/// Device memory that a call needs at most: for arrays that the device keeps in full, for each share of the others
/// whatever its size, and for each iteration in it.
struct MemoryDemand {
  double KeptBytes = 0, BytesPerShare = 0, BytesPerIteration = 0;

  /// With so many shares of so many iterations on the device at once.
  double bytes(double Iterations, unsigned Shares = 1) const {
    return KeptBytes + Shares * (BytesPerShare + Iterations * BytesPerIteration);
  }
};

/// Which arrays of a call stay on a device from pass to pass, in full: one flag per array.
using KeptArrays = std::vector<bool>;

/// Arrays that are not kept come as shares, where they can.
MemoryDemand memoryDemand(const ResolvedCall &Call, std::uint64_t SimdBytes, const KeptArrays &Keeps);

/// How a call makes do with some amount of device memory.
struct MemoryPlan {
  KeptArrays Keeps;
  bool WritesBack = false;                     ///< What the device writes of them stays there until somebody needs it.
  std::uint64_t IterationsAtOnce = UINT64_MAX; ///< Wherever they begin; 0: not even one iteration fits.
  double BytesAtOnce = INFINITY;               ///< Of a piece, where iterations differ in how much they need.
};

/// How many iterations come at once: a share that fits comes as a whole. A larger one comes in pieces, of which two fit
/// at once, so that one moves while the other is computed.
MemoryPlan planMemory(const ResolvedCall &Call, std::uint64_t SimdBytes, double Room, KeptArrays Keeps);

/// How many iterations from `First` on, of `Most`, make a piece: at least one, and as many as the plan says wherever
/// they begin.
std::uint64_t pieceSize(const ResolvedCall &Call, std::uint64_t SimdBytes, const MemoryPlan &Plan, std::uint64_t First,
                        std::uint64_t Most);

} // namespace hetrt

#endif
