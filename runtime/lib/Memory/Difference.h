// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a device changed of an array that it writes at indices which no window describes. The device works on a copy D
// of all of it. Bytes of D that differ from the snapshot T, from which D was filled, are what it wrote; they alone are
// stored, when no thread computes any more.
//
//   Difference(array) -> D is filled from bytes() -> compare(block of D) ... -> keep() or drop() -> store()
//
// Bytes, not values: NaN and -0 stay what they are, and members of one struct may come from several devices. Others may
// write the array from beginning to end; what they write is neither stored nor overwritten, unless the device wrote the
// same bytes, which a loop without races does not do.
//
// Pure: no device, no clock. One thread at a time.
#ifndef HETRT_MEMORY_DIFFERENCE_H
#define HETRT_MEMORY_DIFFERENCE_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace hetrt {

/// Copies what others may write meanwhile: of each byte it has one value or the other.
void copyBesideWriters(std::byte *To, const std::byte *From, std::uint64_t Bytes);

/// Stores those bytes of `After` that differ from `Before`, and no other.
void storeChanged(std::byte *To, const std::byte *Before, const std::byte *After, std::uint64_t Bytes);

class Difference {
public:
  /// A block that compare() takes begins at a multiple of this many bytes.
  static constexpr std::uint64_t WordBytes = 8;

  /// A part of the array, and where it lies in the copy.
  struct Part {
    std::span<std::byte> Of;
    std::uint64_t At = 0;
  };

  /// Takes the snapshot. Others may write `Of` meanwhile: of each byte it has one value or the other.
  explicit Difference(std::span<std::byte> Of) : Difference({{Of, 0}}, Of.size()) {}

  /// The same of an array that lies in memory in parts, of a copy of so many bytes. Parts are in order and disjoint in
  /// the copy, of which the rest, zeros at first, is not used.
  Difference(std::vector<Part> Of, std::uint64_t Bytes);

  /// The snapshot, as it was taken or with what compare() has found since then. Valid until store().
  std::span<const std::byte> bytes() const { return {Snapshot.get(), Bytes}; }

  /// A block of the copy: bytes from `Offset`, a multiple of WordBytes, on, of which only the last ones of the array
  /// may be no whole word. What differs is remembered, and brings the snapshot up to date.
  void compare(std::uint64_t Offset, std::span<const std::byte> Block);

  /// What was compared since the last keep() or drop() counts; or it does not, since what changed it failed.
  void keep();
  void drop();

  /// Stores what counts into the array that the snapshot was taken of: the bytes that differed, and no other.
  void store() const;

  /// The bytes that store() stores; one that changed in several ranges counts in each.
  std::uint64_t changedBytes() const;

private:
  /// Words one behind the other that differ, each in at least one byte.
  struct Run {
    std::uint64_t First, Count;
  };
  void note(std::uint64_t Word, std::uint8_t Mask);

  void storeWords(const Run &Of, const std::uint8_t *Mask) const;

  std::vector<Part> Parts;
  std::uint64_t Bytes;
  std::unique_ptr<std::byte[]> Snapshot; ///< Whole words; behind the end are zeros.
  std::vector<Run> Runs;
  std::vector<std::uint8_t> Masks; ///< One for each word of the runs: the bytes that differ, the first one lowest.
  std::size_t KeptRuns = 0, KeptMasks = 0;
};

} // namespace hetrt

#endif
