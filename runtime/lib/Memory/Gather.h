// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The elements of an array that the elements of another one name as indices: which they are, how they move to a device
// packed, and what stands for the indices there.
//
// Of x[col[k]] a device has col's share and, of x, what this names: each element once, in the order of the host's. Its
// copy of col has their positions, so that the loop's x[col[k]] finds them.
#ifndef HETRT_MEMORY_GATHER_H
#define HETRT_MEMORY_GATHER_H

#include "Memory/Window.h"

#include <bit>

namespace hetrt {

/// A set of indices from 0 on, each with its position among them.
class IndexSet {
public:
  IndexSet() = default;
  explicit IndexSet(std::int64_t Extent) : Words(static_cast<std::size_t>(Extent / 64 + 1)) {}

  void add(std::int64_t Index) { Words[word(Index)] |= bit(Index); }
  void add(const IndexSet &Other);

  /// After the last one was added.
  void close();

  std::uint64_t size() const { return Count; }
  bool contains(std::int64_t Index) const {
    return Index >= 0 && word(Index) < Words.size() && (Words[word(Index)] & bit(Index));
  }

  /// How many of the set's are less than an index.
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
  std::vector<std::uint64_t> Before; ///< Per word: how many are in those before it.
  std::uint64_t Count = 0;
};

/// What the elements of an array of indices name that these iterations may read.
IndexSet indicesNamed(const ResolvedCall &Call, unsigned Indices, Iterations Of);

/// The elements of the same share, each as its position in the set: what a device has in their place.
std::vector<std::byte> positionsOf(const Array &Indices, Iterations Of, const IndexSet &Named);

/// Where the program has changed a share of indices since its elements had these positions in the set: the first such
/// element, or as many as there are.
std::uint64_t firstChanged(const Array &Indices, Iterations Of, const IndexSet &Named,
                           const std::vector<std::byte> &Positions);

/// The named elements of an array, one behind the other.
std::vector<std::byte> pack(const Array &What, const IndexSet &Named);

/// An array as a device has it of which it gets these elements alone.
Array packedForm(const Array &What, const IndexSet &Named);

/// Checks that the integers by which arrays are indexed are indices of these. Reads them all.
Status checkIndices(const ResolvedCall &Call);

} // namespace hetrt

#endif
