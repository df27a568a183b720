// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the bytes of an array that a device has changed, for loops that write the array at indices which no window
// describes, as in `y[perm[i]]`. The device works on a copy D of the whole array. Bytes of D that differ from the
// snapshot T, from which D was filled, were written by the device; only these bytes are stored in the array, when no
// thread computes any more.
//
//   Difference(array) -> D is filled from bytes() -> compare(block of D) ... -> keep() or drop() -> store()
//
// Bytes are compared, not values: NaN and -0 stay unchanged, and members of one struct may come from several devices.
// Other threads may write the array at any time; bytes that they write are neither stored nor overwritten, unless the
// device wrote the same bytes, which a loop without races does not do.
//
// Pure: no device, no clock. For one thread at a time.
#ifndef HETRT_MEMORY_DIFFERENCE_H
#define HETRT_MEMORY_DIFFERENCE_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace hetrt {

/// Copies bytes that other threads may write meanwhile: each byte of the copy is the old or the new one.
void copyBesideWriters(std::byte *To, const std::byte *From, std::uint64_t Bytes);

/// Stores those bytes of `After` that differ from `Before`, and no other.
void storeChanged(std::byte *To, const std::byte *Before, const std::byte *After, std::uint64_t Bytes);

class Difference {
public:
  /// A block that compare() takes begins at a multiple of this many bytes.
  static constexpr std::uint64_t WordBytes = 8;

  /// A part of the array in the program's memory, and its offset in the copy.
  struct Part {
    std::span<std::byte> Of;
    std::uint64_t At = 0;
  };

  /// Takes the snapshot of an array. Other threads may write `Of` meanwhile: each byte of the snapshot is the old or
  /// the new one.
  explicit Difference(std::span<std::byte> Of) : Difference({{Of, 0}}, Of.size()) {}

  /// Takes the snapshot of an array that lies in memory in parts; the copy has `Bytes` bytes. In the copy, the parts
  /// are in order and disjoint; the bytes that are in no part are zeros at first and not used.
  Difference(std::vector<Part> Of, std::uint64_t Bytes);

  /// The snapshot as it was taken, with the changes that compare() has found since then. Valid until store().
  std::span<const std::byte> bytes() const { return {Snapshot.get(), Bytes}; }

  /// Compares `Block`, the bytes of the copy from `Offset` on, with the snapshot. Notes the bytes that differ, and
  /// brings the snapshot up to date. `Offset` is a multiple of WordBytes; only the last block of the array may end with
  /// a part of a word.
  void compare(std::uint64_t Offset, std::span<const std::byte> Block);

  /// Called after a launch, for the bytes that compare() has found since the last keep() or drop(). keep(): store() is
  /// to store these bytes. drop(): the launch has failed, and the bytes are discarded.
  void keep();
  void drop();

  /// Stores in the array the bytes that differed and were kept, and no others.
  void store() const;

private:
  /// Consecutive words that differ, each in at least one byte.
  struct Run {
    std::uint64_t First, Count;
  };
  void note(std::uint64_t Word, std::uint8_t Mask);

  void storeWords(const Run &Of, const std::uint8_t *Mask) const;

  std::vector<Part> Parts;
  std::uint64_t Bytes;
  std::unique_ptr<std::byte[]> Snapshot; ///< Whole words; the bytes behind the end are zeros.
  std::vector<Run> Runs;
  /// For each word of the runs: a bit for each byte that differs, the lowest for the first byte.
  std::vector<std::uint8_t> Masks;
  std::size_t KeptRuns = 0, KeptMasks = 0;
};

} // namespace hetrt

#endif
