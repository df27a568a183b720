// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An array of a call, and the arithmetic of its windows: from clauses and a range of iterations to the bytes that a
// device needs and that are copied back.
//
//   tables and numbers  --resolveCall()-->  Array  --(range)-->  Boxes to move in, Boxes to move out,
//                         (one per array, with its footprint)   Layout on the device, bounds for the kernel
//
// A *window* is the part of an array that a range of iterations uses. A dimension *follows the loop* if iteration i
// uses index i of the dimension, and perhaps a halo of indices around i.
//
// Pure: no device, no clock, no state. A device keeps a box of the array with strides of its own between indices; the
// kernel gets a base pointer offset by the box's lower corner, and these strides.
#ifndef HETRT_MEMORY_ARRAY_H
#define HETRT_MEMORY_ARRAY_H

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

/// A rectangle of bytes in the host's memory and in a device's: `Rows` rows of `RowBytes` bytes. On the host, the first
/// row lies `HostOffset` bytes after the array's base, and rows begin `HostPitch` bytes apart; on the device likewise,
/// from the beginning of the allocation. Rows behind pointers may lie before the base, so the offset may be negative.
struct CopyRectangle {
  std::int64_t HostOffset = 0;
  std::uint64_t DeviceOffset = 0, Rows = 1, RowBytes = 0, HostPitch = 0, DevicePitch = 0;
  std::uint64_t bytes() const { return Rows * RowBytes; }
  /// The offset of a row in the host's memory, from the array's base.
  std::int64_t hostOffset(std::uint64_t Row) const { return HostOffset + static_cast<std::int64_t>(Row * HostPitch); }
  friend bool operator==(const CopyRectangle &, const CopyRectangle &) = default;
};

/// The elements of an array that are integers of the program's, and the description of that array in the region's
/// tables.
struct HostIntegers : IntegerTable {
  const hetrt_array_info *Info = nullptr; ///< Null: there are no integers. An empty array may have no address.

  explicit operator bool() const { return Info != nullptr; }
};

/// A row of an array with rows behind pointers. `Begin` is the address of the element with index 0, which need not
/// exist; null if the call uses nothing of the row. `There` are the indices that the call uses.
struct RowPlace {
  std::byte *Begin = nullptr;
  Interval There{};
  friend bool operator==(const RowPlace &, const RowPlace &) = default;
};

/// A place for each row, that is, for each index of all dimensions but the last, in order. Rows may be of any length.
using RowTable = std::vector<RowPlace>;

/// The bytes from one index of a dimension to the next.
using Strides = std::array<std::uint64_t, MaxRank>;

/// Where the program has an array.
struct HostPlace {
  std::byte *Base = nullptr;          ///< The address of the first element.
  const std::byte *Pointer = nullptr; ///< The program's pointer to element 0, which need not exist; null: Base.
  /// The rows behind pointers, where they are not at a fixed stride or not of one length, so that the program has no
  /// array of which they are the rows. Base is then the first row. Devices have them as the rows of one array. Null:
  /// the program has one array.
  std::shared_ptr<const RowTable> RowsAt{};
  /// The strides in bytes. Set only in a rank that serves another process (a node), where the memory holds only a part
  /// of the other process's array, put there for a launch. Base is then where the array's first element would be. If
  /// absent, the strides follow from the extents.
  std::optional<Strides> Stride{};
  /// A device's driver manages this memory and maps it when needed, so checkMapped() is not called.
  bool OfDriver = false;
};

/// How a kernel forms the array's subscripts.
struct KernelSubscripts {
  bool TakeStrides = false; ///< With strides that the runtime gives to it, so that any share can be packed.
  /// The strides, in elements, of the program's subscripts. Set if the region's tables have several dimensions and the
  /// footprint has only one: because flat subscripts (`x[i * m + j]`) leave their rows, or because a device gets blocks
  /// of memory in place of rows (RowPointers.cpp).
  std::optional<Extents> Strides{};
};

/// The integers of the program that choose the elements of an array, or the part that its own elements have in this.
struct Indirection {
  std::vector<const hetrt_array_info *> Through{}; ///< The arrays whose integers are the footprint's tables.
  /// In the first dimension, each box begins and ends at integers of a table, as in
  /// `for (k = row[i]; k < row[i+1]; ++k)`.
  bool HasSegments = false;
  HostIntegers Integers{}; ///< The array's elements, if other arrays are indexed by them.
  /// The index in ResolvedCall::Arrays of the array that holds the indices of this array, or -1; see Gather.h.
  int IndexedBy = -1;
};

/// Who says which elements of an array the loop uses.
enum class Description : std::uint8_t {
  ByClauses,  ///< Clauses, for all uses of the array, under each of its names.
  ByCompiler, ///< For some uses, what the compiler found.
  None        ///< The extent is not known: the array is only used in place, and accesses are not checked.
};

/// Which of the bytes that a launch may write are stored in the program's array.
enum class StoredBytes : std::uint32_t {
  OfWindow, ///< All. Iterations write each element of their window, or a clause says that no others write there.
  /// Those that the device has changed in its share. Iterations may leave some of the elements unchanged that they may
  /// write, and no clause says that other iterations do not write these elements.
  ChangedInWindow,
  /// Those that the device has changed anywhere. Iterations may write any element, so a device has a full copy.
  ChangedAnywhere
};

/// One array of a call, for which the region may have several names. Indices count from its first element.
struct Array {
  const hetrt_array_info *Info = nullptr; ///< The first of the region's names for the array, for messages.
  HostPlace Host;
  std::uint64_t ElementSize = 0;
  unsigned Rank = 1;
  Extents Extent = OneElement;
  std::int64_t FirstIndex = 0; ///< The index of the first element in the program, in dimension 0.
  Footprint Uses;              ///< The elements of the array that the call's iterations read and write.
  KernelSubscripts Subscripts{};
  Indirection Indirect{};
  /// If iterations need different numbers of indices: the largest of these numbers; set by checkSegments().
  std::uint64_t Largest = 0;
  Description Described = Description::ByClauses;
  StoredBytes Stored = StoredBytes::OfWindow;
  bool Persist = false;         ///< The program asks that devices keep a copy of the whole array between passes.
  std::uint64_t RowPadding = 1; ///< A row of a full copy takes a multiple of so many bytes; see wholeLayout().

  /// The pointer by which the program names the array.
  const std::byte *pointer() const { return Host.Pointer ? Host.Pointer : Host.Base; }

  /// The dimension along which the array is divided into shares, or 0 if it is not.
  unsigned dimension() const { return Uses.follows().value_or(0); }

  /// Whether the program has pointers to the rows; memory between rows may then belong to other objects.
  bool hasRowPointers() const;

  /// Whether the rows of this array are the blocks of memory that contain the program's rows (RowPointers.cpp).
  /// FirstIndex then counts elements.
  bool hasBlocks() const { return Subscripts.Strides && hasRowPointers(); }

  /// Whether a device gets contents that differ from those of the host's array, made for each share: gathered elements,
  /// or the indices as positions.
  bool gathered() const { return Indirect.Integers || Indirect.IndexedBy >= 0; }

  /// Whether a device works on a full copy, which is compared to find what it has written.
  bool isComparedWhole() const { return Stored == StoredBytes::ChangedAnywhere; }

  bool isUnbounded() const { return Described == Description::None; }

  /// Whether devices may keep a copy between passes. Copies of rows that lie apart are not kept.
  bool mayBeKept() const { return !gathered() && !isComparedWhole() && !Host.RowsAt && bytes() > 0; }

  /// Whether a device allocates only memory for a share. Otherwise the device allocates memory for the whole array: for
  /// full copies, for arrays whose boxes move in several dimensions, and for shares of an inner dimension if the kernel
  /// only knows the array's own strides.
  bool allocatesShare() const { return gathered() || (Uses.divides() && (dimension() == 0 || Subscripts.TakeStrides)); }

  /// Whether iterations differ in how much of the array they need.
  bool uneven() const { return Uses.uneven() || Indirect.IndexedBy >= 0; }

  /// The number of elements that share one index of dimension 0: n for `a[m][n]`.
  std::uint64_t perIndex() const { return strideBytes(0) / ElementSize; }

  std::uint64_t bytes() const;                         ///< The bytes of the whole array.
  std::uint64_t strideBytes(unsigned Dimension) const; ///< The bytes from one index of a dimension to the next.

  /// The bytes from one index of a dimension to the next in the host's memory.
  std::uint64_t hostStride(unsigned Dimension) const {
    return Host.Stride ? (*Host.Stride)[Dimension] : strideBytes(Dimension);
  }
};

struct PersistentArray;

/// An array of a call, and what is known of it for the pass that computes the call, the same for all devices.
struct PassArray : Array {
  std::shared_ptr<PersistentArray> Entry{}; ///< The directory's entry; null: not persistent. Set after resolveCall().
  bool InPlace = false;                     ///< All devices of the pass work on the array in place.
};

/// The arrays of one call, found and checked by resolveCall().
struct ResolvedCall {
  IterationSpace Space;
  std::vector<PassArray> Arrays;
  std::vector<unsigned> ArrayOf; ///< For each name of an array in the region, the index of the array in Arrays.
  Status WhyNoCopies;            ///< Why devices cannot have copies of the call's arrays, although no clause is wrong;
                                 ///< success if they can.
  /// Only if WhyNoCopies is an error: devices cannot use the arrays in place either, so that only cores run the pass.
  bool ForCores = false;
  Status Outside; ///< The error if iterations certainly use an element outside of a variable, else success.
  const std::byte *OutsideOf = nullptr; ///< The address of the variable in Outside's error.

  Iterations all() const { return {0, Space.TripCount}; }

  /// Whether the extent of some array is not known.
  bool hasUnbounded() const { return std::ranges::any_of(Arrays, &Array::isUnbounded); }

  /// To be called if WhyNoCopies is an error: marks the arrays that no clause names as used in place, with unknown
  /// extent.
  void takeInPlace();
};

/// Checks that an array's segments follow each other inside the array, and sets Array::Largest. Reads all integers that
/// the array's ends go through.
Status checkSegments(Array &What);

/// The elements of an array that any iteration may use, at the indices `Along` of dimension().
Box slab(const Array &What, Iterations All, Interval Along);

/// How a device keeps a box of an array.
struct Layout {
  Box Held;
  Strides Stride{};
  std::uint64_t Bytes = 0;

  /// The bytes from the beginning of the allocation to the element with these indices, modulo 2^64 if it lies outside
  /// the box.
  std::uint64_t offsetOf(const std::array<std::int64_t, MaxRank> &Index) const;
};

/// The layout of a copy of the whole array: the same as on the host, or with rows padded as RowPadding says, if that
/// aligns the elements of rows.
Layout wholeLayout(const Array &What);

/// The layout of the elements that iterations touch of an array with allocatesShare(), and no others. Rows of a share
/// of an inner dimension are padded to multiples of `SimdBytes`, if a row has at least that many bytes, and `SimdBytes`
/// is a multiple of the element size.
Layout shareLayout(const Array &What, Iterations Of, std::uint64_t SimdBytes);

/// The rectangles of bytes that make up boxes, as few as possible.
std::vector<CopyRectangle> rectanglesOf(const Array &What, const Layout &Where, const BoxRun &Indices);
inline std::vector<CopyRectangle> rectanglesOf(const Array &What, const Layout &Where, const Box &Indices) {
  return rectanglesOf(What, Where, BoxRun{.First = Indices});
}

/// The rectangles that iterations write, without the elements between them.
std::vector<CopyRectangle> writtenRectangles(const Array &What, const Layout &Where, Iterations Of);

/// The smallest interval of elements that contains a box; elements are counted as they lie in memory, from the first
/// one on.
Interval flatHull(const Array &What, const Box &Indices);

/// The indices that a kernel over these iterations may touch of the array, which is number `Number` in the region.
hetrt_bounds boundsOf(const Array &What, unsigned Number, Iterations Of);

/// The bounds of an array that a kernel may touch anywhere.
hetrt_bounds boundsOfAll(const Array &What, unsigned Number);

/// The elements of an array as integers, from the element with the program's index 0 on.
HostIntegers integersOf(const Array &What);

/// The device memory that a call needs at most. KeptBytes: for arrays that the device has as a whole; BytesPerShare:
/// for each share of the other arrays, whatever the share's size; BytesPerIteration: for each iteration of a share.
struct MemoryDemand {
  double KeptBytes = 0, BytesPerShare = 0, BytesPerIteration = 0;

  /// The demand where a device keeps `Shares` shares of `Iterations` iterations each at once.
  double bytes(double Iterations, unsigned Shares = 1) const {
    return KeptBytes + Shares * (BytesPerShare + Iterations * BytesPerIteration);
  }
};

/// The form in which a device has an array of a pass; ArrayOnDevice.h explains each.
enum class ArrayKind : std::uint8_t { InPlace, Share, ComparedShare, Gathered, PassCopy, ComparedCopy, KeptCopy };

/// How long a device keeps what it copies of an array.
enum class CopyLife : std::uint8_t {
  None, ///< It copies nothing: it works on the program's own memory.
  Pass, ///< For the pass, or for one launch.
  Kept  ///< A copy of the whole array, from pass to pass.
};

/// The form for an array. Where only changed bytes may be stored anywhere in the array, no copy is kept.
ArrayKind kindOf(const Array &What, CopyLife Lasting);

/// The properties of a device from which it is computed how much of its memory arrays and launches take.
struct DeviceSizes {
  std::uint64_t SimdBytes = 1;
  AllocationUnits Units{};
  MemoryDemand OfLaunch{}; ///< The memory that a launch takes besides arrays.
  /// With fewer OfLaunch.BytesPerShare than this, launches are slower.
  double LeastOfLaunch = 0;
};

/// The bytes of the arrays themselves; a device allocates more for them. `Kinds` has the form of each array of the
/// call.
MemoryDemand memoryDemand(const ResolvedCall &Call, std::uint64_t SimdBytes, std::span<const ArrayKind> Kinds);

/// The bytes that a device allocates if it has `Shares` shares of `Iterations` iterations each at once, and an
/// allocation for each array.
double takenBytes(const ResolvedCall &Call, const DeviceSizes &On, std::span<const ArrayKind> Kinds, double Iterations,
                  unsigned Shares);

/// How a call fits into some amount of device memory.
struct MemoryPlan {
  /// The form of each array of the call, in the order of the call's list. Devices differ in it, so it is no field of
  /// the arrays, which all devices of a pass share.
  std::vector<ArrayKind> Kinds;
  /// Elements that the device writes to kept copies stay there until the host or another device needs them.
  bool WritesBack = false;
  std::uint64_t IterationsAtOnce = UINT64_MAX; ///< How many iterations fit, wherever they begin; 0: not even one.
  double BytesAtOnce = INFINITY;               ///< The bytes of a piece, where iterations differ in how much they need.
  double BytesOfLaunch = INFINITY;             ///< The bytes that a launch may take besides arrays.
  /// The device was asked how much memory is free. If false, its size was enough to know that all fits.
  bool QueriedFreeMemory = false;

  bool keepsAny() const { return std::find(Kinds.begin(), Kinds.end(), ArrayKind::KeptCopy) != Kinds.end(); }
};

/// Plans how many iterations a device has at once in `Room` bytes. If a share fits as a whole, it is copied to the
/// device as a whole. A larger share is cut into pieces so small that two of them fit at once: one piece is copied
/// while the other is computed.
MemoryPlan planMemory(const ResolvedCall &Call, const DeviceSizes &On, double Room, std::vector<ArrayKind> Kinds);

/// How many of `Most` iterations from `First` on make a piece: at least one, and at least Plan.IterationsAtOnce.
std::uint64_t pieceSize(const ResolvedCall &Call, const DeviceSizes &On, const MemoryPlan &Plan, std::uint64_t First,
                        std::uint64_t Most);

} // namespace hetrt

#endif
