// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The arithmetic of windows: from a clause and a range of iterations to the bytes that a device needs and gives back.
//
//   tables and numbers  --resolveCall()-->  Array  --(range)-->  Boxes to move in, Boxes to move out,
//                         (one per array, with its footprint)   Layout on the device, bounds for the kernel
//
// Pure: no device, no clock, no state. A device keeps a box of the array with strides of its own between indices; the
// kernel gets a base pointer offset by the box's lower corner, and these strides.
#ifndef HETRT_MEMORY_WINDOW_H
#define HETRT_MEMORY_WINDOW_H

#include "Device/AllocationUnits.h"
#include "Device/Status.h"
#include "Memory/Footprint.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace hetrt {

/// One rectangle of bytes on both sides: `Rows` rows of `RowBytes` bytes. On the host the first one lies `HostOffset`
/// bytes after the array's base and the next ones begin `HostPitch` bytes apart; on the device likewise, from the
/// beginning of the allocation. Rows behind pointers may lie before the base, so that the offset is negative.
struct Piece {
  std::int64_t HostOffset = 0;
  std::uint64_t DeviceOffset = 0, Rows = 1, RowBytes = 0, HostPitch = 0, DevicePitch = 0;
  std::uint64_t bytes() const { return Rows * RowBytes; }
  /// Of a row, from the array's base.
  std::int64_t hostOffset(std::uint64_t Row) const { return HostOffset + static_cast<std::int64_t>(Row * HostPitch); }
  friend bool operator==(const Piece &, const Piece &) = default;
};

/// Integers of the program's with the array that they are.
struct HostIntegers : IntegerTable {
  const hetrt_array_info *Info = nullptr; ///< Null: there are none. An empty array may have no address.

  explicit operator bool() const { return Info != nullptr; }
};

/// Where a row of an array is: its element with index 0, also where that is not one of those `There`, which the call
/// uses. Null: it uses none.
struct RowPlace {
  std::byte *Begin = nullptr;
  Interval There{};
  friend bool operator==(const RowPlace &, const RowPlace &) = default;
};

/// A place for each index of all dimensions but the last, in order. So rows may be of any length.
using RowTable = std::vector<RowPlace>;

/// Bytes from one index of a dimension to the next.
using Strides = std::array<std::uint64_t, MaxRank>;

/// One array of a call, with all the names that the region has for it. Indices count from its first element.
struct Array {
  const hetrt_array_info *Info = nullptr; ///< The first name, for messages.
  std::byte *Base = nullptr;              ///< Of the first element.
  const std::byte *Pointer = nullptr;     ///< The program's, to an element 0 that need not exist; null: Base.
  std::uint64_t ElementSize = 0;
  unsigned Rank = 1;
  Extents Extent = OneElement;
  std::int64_t FirstIndex = 0;   ///< The program's, of the first element in dimension 0.
  /// Elements from one index to the next in each dimension of the program's subscripts, where it has several and the
  /// footprint has one.
  std::optional<Extents> KernelStrides{};
  /// Rows behind pointers that are not at a fixed stride, or not of one length, so that the program has no such array;
  /// Base is the first of them. Devices have them as the rows of one array. Null: there is one.
  std::shared_ptr<const RowTable> RowsAt{};
  Footprint Uses;       ///< What the call's iterations read and write of it.
  bool Strided = false; ///< The kernel is told the stride between indices, so any share can be packed.
  std::vector<const hetrt_array_info *> Through{}; ///< The arrays that the footprint's tables are.
  bool HasSegments = false;  ///< Its first dimension is cut at the numbers of its first table, and nowhere else.
  HostIntegers Integers;     ///< Its elements, where other arrays are indexed by them.
  int IndexedBy = -1;        ///< The number of the array whose elements are the indices that are needed; see Gather.h.
  std::uint64_t Largest = 0; ///< Indices that one iteration needs at most, if they differ; checkSegments() finds it.
  bool Difference = false;   ///< Written at any index: what a device has changed of a full copy is written back.
  /// Some of what iterations may write they perhaps leave as it is, and no clause says that no other iteration writes
  /// it: only bytes that a device has changed are written back.
  bool Perhaps = false;
  bool InPlace = false;   ///< All of the pass's devices work on the program's own memory.
  bool OfDriver = false;  ///< A device's driver manages that memory, and vouches for it.
  bool Unbounded = false; ///< How far it reaches is not known: it is used in place or not at all, and not checked.
  bool Named = true;      ///< A clause says what iterations use of it, under whatever name.
  bool Persist = false;   ///< Devices keep a copy of all of it between passes.
  /// Bytes from one index of a dimension to the next in the host's memory, where that has no whole array but what
  /// another process has put there of one, for launches of its own: Base is then where the first element would be.
  /// Absent: the extents say it.
  std::optional<Strides> HostStrides{};
  std::uint64_t RowPadding = 1; ///< Bytes, of which a row of a full copy takes a multiple; see wholeLayout().

  /// What the program calls it by.
  const std::byte *pointer() const { return Pointer ? Pointer : Base; }

  /// The dimension along which shares are told apart, or 0 where none is.
  unsigned dimension() const { return Uses.follows().value_or(0); }

  /// The program has pointers to its rows, and what lies between these may be anybody's.
  bool hasRowPointers() const;

  /// Its rows are the blocks of memory in which the rows of the program lie. FirstIndex counts elements then.
  bool hasBlocks() const { return KernelStrides && hasRowPointers(); }

  /// It is made anew for each share: the elements that are indexed, and the indices.
  bool gathered() const { return Integers || IndexedBy >= 0; }

  /// The device holds only the share. Everything else is allocated in full: full copies, what moves in several
  /// dimensions, and shares of an inner dimension where the kernel knows the array's own strides only.
  bool allocatesShare() const { return gathered() || (Uses.divides() && (dimension() == 0 || Strided)); }

  /// Iterations differ in how much they need.
  bool uneven() const { return Uses.uneven() || IndexedBy >= 0; }

  /// Elements behind one index of dimension 0.
  std::uint64_t perIndex() const { return strideBytes(0) / ElementSize; }

  std::uint64_t bytes() const;                         ///< Of the whole array.
  std::uint64_t strideBytes(unsigned Dimension) const; ///< From one index of a dimension to the next.

  /// The same in the host's memory.
  std::uint64_t hostStride(unsigned Dimension) const {
    return HostStrides ? (*HostStrides)[Dimension] : strideBytes(Dimension);
  }
};

/// The arrays of one call, checked.
struct ResolvedCall {
  IterationSpace Space;
  std::vector<Array> Arrays;
  std::vector<unsigned> ArrayOf; ///< For each array of the region, its index in Arrays.
  Status Misfit;                 ///< Of what no clause says: devices cannot have copies of the call's arrays.
  bool ForCores = false;         ///< With a misfit: nor can they do without copies.
  Status Outside;                ///< An iteration is sure to leave an array, whose declaration says how long it is;
  const std::byte *OutsideOf = nullptr; ///< the array.

  Iterations all() const { return {0, Space.TripCount}; }

  /// Arrays of which it is not known how far they reach.
  bool hasUnbounded() const { return std::ranges::any_of(Arrays, &Array::Unbounded); }

  /// After a misfit: what no clause names is used where it is.
  void takeInPlace();
};

/// Checks that an array's segments follow each other within it, and finds what iterations that differ need at most.
/// Reads all that it goes through.
Status checkSegments(Array &What);

/// What of an array any iteration may use, at the indices `Along` of dimension().
Box slab(const Array &What, Iterations All, Interval Along);

/// How a device keeps a box of an array.
struct Layout {
  Box Held;
  Strides Stride{};
  std::uint64_t Bytes = 0;

  /// From the beginning of the allocation to the element at these indices, modulo 2^64 if it lies outside the box.
  std::uint64_t offsetOf(const std::array<std::int64_t, MaxRank> &Index) const;
};

/// The array as it is, or with padded rows where its RowPadding says so and that aligns their elements.
Layout wholeLayout(const Array &What);

/// What iterations touch of an array that allocates its share, and nothing else. Rows of a share of an inner dimension
/// are padded to multiples of `SimdBytes` where that aligns their elements: a row holds at least so many bytes, and its
/// elements fill them evenly.
Layout shareLayout(const Array &What, Iterations Of, std::uint64_t SimdBytes);

/// The rectangles of bytes that make up boxes, as few as possible.
std::vector<Piece> piecesOf(const Array &What, const Layout &Where, const BoxRun &Indices);
inline std::vector<Piece> piecesOf(const Array &What, const Layout &Where, const Box &Indices) {
  return piecesOf(What, Where, BoxRun{.First = Indices});
}

/// The rectangles that iterations write, without what lies between them.
std::vector<Piece> writtenPieces(const Array &What, const Layout &Where, Iterations Of);

/// The smallest interval of elements, counted as they lie in memory from the first one on, that holds a box.
Interval flatHull(const Array &What, const Box &Indices);

/// What a kernel over these iterations may touch of the array with this number in the region.
hetrt_bounds boundsOf(const Array &What, unsigned Number, Iterations Of);

/// Of an array that may be touched anywhere.
hetrt_bounds boundsOfAll(const Array &What, unsigned Number);

/// The elements of an array of integers, from the one with index 0 of the program's on.
HostIntegers integersOf(const Array &What);

/// Device memory that a call needs at most: for arrays that the device keeps in full, for each share of the others
/// whatever its size, and for each iteration in it.
struct MemoryDemand {
  double KeptBytes = 0, BytesPerShare = 0, BytesPerIteration = 0;

  /// The demand where a device keeps `Shares` shares of `Iterations` iterations each at once.
  double bytes(double Iterations, unsigned Shares = 1) const {
    return KeptBytes + Shares * (BytesPerShare + Iterations * BytesPerIteration);
  }
};

/// How a device has an array of a pass; see ArrayOnDevice.h.
enum class ArrayKind : std::uint8_t { InPlace, Share, ComparedShare, Gathered, PassCopy, ComparedCopy, KeptCopy };

/// `Keeps`: the device keeps a copy of all of it from pass to pass, where there is anything to keep.
ArrayKind kindOf(const Array &What, bool Keeps);

/// What has to be known of a device to compute how much of its memory arrays and a launch take.
struct DeviceSizes {
  std::uint64_t SimdBytes = 1;
  AllocationUnits Units{};
  MemoryDemand OfLaunch{}; ///< Of a share: what its launch takes besides arrays.
  double LeastOfLaunch = 0;
};

/// What arrays have; what a device takes for them is more. One kind for each array of the call.
MemoryDemand memoryDemand(const ResolvedCall &Call, std::uint64_t SimdBytes, std::span<const ArrayKind> Kinds);

/// What a device takes where it keeps `Shares` shares of `Iterations` iterations each at once, with an allocation for
/// each array.
double takenBytes(const ResolvedCall &Call, const DeviceSizes &On, std::span<const ArrayKind> Kinds, double Iterations,
                  unsigned Shares);

/// How a call fits into some amount of device memory.
struct MemoryPlan {
  std::vector<ArrayKind> Kinds;
  bool WritesBack = false;                     ///< What the device writes of kept copies stays until somebody needs it.
  std::uint64_t IterationsAtOnce = UINT64_MAX; ///< Wherever they begin; 0: not even one iteration fits.
  double BytesAtOnce = INFINITY;               ///< Of a piece, where iterations differ in how much they need.
  double BytesOfLaunch = INFINITY;             ///< What a launch may take besides arrays.
  bool AskedRoom = false; ///< The device has said how much is free; else its size was enough to know that all fits.

  bool keepsAny() const { return std::find(Kinds.begin(), Kinds.end(), ArrayKind::KeptCopy) != Kinds.end(); }
};

/// How many iterations come at once: a share that fits comes as a whole. A larger one comes in pieces, of which two fit
/// at once, so that one moves while the other is computed.
MemoryPlan planMemory(const ResolvedCall &Call, const DeviceSizes &On, double Room, std::vector<ArrayKind> Kinds);

/// How many iterations from `First` on, of `Most`, make a piece: at least one, and as many as the plan says wherever
/// they begin.
std::uint64_t pieceSize(const ResolvedCall &Call, const DeviceSizes &On, const MemoryPlan &Plan, std::uint64_t First,
                        std::uint64_t Most);

} // namespace hetrt

#endif
