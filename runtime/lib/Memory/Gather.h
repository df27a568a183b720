// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gathered arrays, as x in x[col[k]]: finds the elements of x whose indices are the elements of col, packs them for a
// device, and computes the positions that replace the indices on the device.
//
// Of x[col[k]], a device has its share of col and, of x, each element that this share names, once, in the order of
// their indices. In the device's share of col, the indices are replaced by the positions of these elements, so that the
// loop's x[col[k]] finds them.
#ifndef HETRT_MEMORY_GATHER_H
#define HETRT_MEMORY_GATHER_H

#include "Memory/Array.h"

#include <bit>

namespace hetrt {

/// A set of indices. Each has a position: the number of smaller indices in the set.
class IndexSet {
public:
  IndexSet() = default;
  explicit IndexSet(std::int64_t Extent) : Words(static_cast<std::size_t>(Extent / 64 + 1)) {}

  void add(std::int64_t Index) { Words[word(Index)] |= bit(Index); }
  void add(const IndexSet &Other);

  /// Call this after the last add(): size() and positionOf() need it.
  void close();

  std::uint64_t size() const { return Count; }
  bool contains(std::int64_t Index) const {
    return Index >= 0 && word(Index) < Words.size() && (Words[word(Index)] & bit(Index));
  }

  /// How many indices of the set are less than `Index`.
  std::uint64_t positionOf(std::int64_t Index) const {
    return Before[word(Index)] + std::uint64_t(std::popcount(Words[word(Index)] & (bit(Index) - 1)));
  }

  /// The intervals that the set consists of, in their order, as far as they lie in `Within`.
  std::vector<Interval> runs(Interval Within) const;

private:
  static std::size_t word(std::int64_t Index) { return static_cast<std::size_t>(Index) / 64; }
  static std::uint64_t bit(std::int64_t Index) { return std::uint64_t(1) << (Index % 64); }
  std::int64_t next(std::int64_t From, bool Inside) const;

  std::vector<std::uint64_t> Words;
  std::vector<std::uint64_t> Before; ///< How many indices are in the words before each word.
  std::uint64_t Count = 0;
};

/// The indices that these iterations may read from the array number `Indices`.
IndexSet indicesNamed(const ResolvedCall &Call, unsigned Indices, Iterations Of);

/// The indices of a share of the array `Indices`, each replaced by its position in `Named`: the device has these
/// positions in place of the indices.
std::vector<std::byte> positionsOf(const Array &Indices, Iterations Of, const IndexSet &Named);

/// The first element of a share of indices that the program has changed since positionsOf() made `Positions`; the
/// number of elements if there is none.
std::uint64_t firstChanged(const Array &Indices, Iterations Of, const IndexSet &Named,
                           const std::vector<std::byte> &Positions);

/// Returns the bytes of the elements of an array whose indices are in `Named`, one after the other.
std::vector<std::byte> pack(const Array &What, const IndexSet &Named);

/// The description of the array `What` as it is on a device that has only the named elements.
Array packedForm(const Array &What, const IndexSet &Named);

/// Checks that the integers by which arrays are indexed are indices of these arrays. Reads all of the integers.
Status checkIndices(const ResolvedCall &Call);

} // namespace hetrt

#endif
