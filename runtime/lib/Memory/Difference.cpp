// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Takes snapshots, and finds and stores the bytes that differ from them, word by word.
#include "Memory/Difference.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace hetrt {
namespace {

constexpr std::uint64_t WordBytes = Difference::WordBytes;

/// Snapshot and copy are first compared in spans of this size. Most spans do not differ at all, so they need no look at
/// single words.
constexpr std::uint64_t SpanBytes = 32 * WordBytes;

std::uint64_t wordAt(const std::byte *From) {
  std::uint64_t Word;
  std::memcpy(&Word, From, sizeof Word);
  return Word;
}

/// A mask with one bit for each byte of a word, set where the byte is not zero; bit 0 is the first byte.
std::uint8_t maskOf(std::uint64_t Word) {
  static_assert(std::endian::native == std::endian::little);
  Word |= Word >> 4;
  Word |= Word >> 2;
  Word |= Word >> 1;
  Word &= 0x0101010101010101;
  return std::uint8_t((Word * 0x0102040810204080) >> 56);
}

/// Stores the bytes of a word whose bits are set in `Mask`.
void storeWord(std::byte *To, const std::byte *From, std::uint8_t Mask) {
  if (Mask == 0xff) {
    std::memcpy(To, From, WordBytes);
    return;
  }
  for (unsigned Byte = 0; Byte < WordBytes; ++Byte)
    if (Mask >> Byte & 1)
      To[Byte] = From[Byte];
}

} // namespace

// Copies without the thread sanitizer's checks, since other threads may write some of the bytes meanwhile. The compiler
// must not replace the loop by a call of memcpy(), which the sanitizer checks; the second attribute sees to that.
__attribute__((no_sanitize("thread")))
#if defined(__GNUC__) && !defined(__clang__)
__attribute__((optimize("no-tree-loop-distribute-patterns")))
#endif
void copyBesideWriters(std::byte *To, const std::byte *From, std::uint64_t Bytes) {
  std::uint64_t I = 0;
  for (; Bytes - I >= WordBytes; I += WordBytes)
    __builtin_memcpy(To + I, From + I, WordBytes); // of constant size, so that there is no call
  for (; I < Bytes; ++I)
    To[I] = From[I];
}

void storeChanged(std::byte *To, const std::byte *Before, const std::byte *After, std::uint64_t Bytes) {
  std::uint64_t I = 0;
  for (; Bytes - I >= WordBytes; I += WordBytes)
    if (const std::uint64_t Changed = wordAt(Before + I) ^ wordAt(After + I))
      storeWord(To + I, After + I, maskOf(Changed));
  for (; I < Bytes; ++I)
    if (Before[I] != After[I])
      To[I] = After[I];
}

Difference::Difference(std::vector<Part> Of, std::uint64_t Bytes) : Parts(std::move(Of)), Bytes(Bytes) {
  const std::uint64_t Whole = (Bytes + WordBytes - 1) / WordBytes * WordBytes;
  Snapshot.reset(new std::byte[Whole]); // unlike make_unique, this does not write zeros to all bytes first
  std::uint64_t Filled = 0;
  for (const Part &Each : Parts) {
    std::fill(Snapshot.get() + Filled, Snapshot.get() + Each.At, std::byte());
    copyBesideWriters(Snapshot.get() + Each.At, Each.Of.data(), Each.Of.size());
    Filled = Each.At + Each.Of.size();
  }
  std::fill(Snapshot.get() + Filled, Snapshot.get() + Whole, std::byte());
}

void Difference::note(std::uint64_t Word, std::uint8_t Mask) {
  const bool GoesOn = Runs.size() > KeptRuns && Runs.back().First + Runs.back().Count == Word;
  if (GoesOn)
    ++Runs.back().Count;
  else
    Runs.push_back({Word, 1});
  Masks.push_back(Mask);
}

void Difference::compare(std::uint64_t Offset, std::span<const std::byte> Block) {
  for (std::uint64_t Begin = 0; Begin < Block.size(); Begin += SpanBytes) {
    const std::uint64_t Length = std::min<std::uint64_t>(SpanBytes, Block.size() - Begin);
    std::byte *const Old = Snapshot.get() + Offset + Begin;
    const std::byte *New = Block.data() + Begin;
    if (std::memcmp(Old, New, Length) == 0)
      continue;
    std::byte Padded[WordBytes] = {};
    for (std::uint64_t At = 0; At < Length; At += WordBytes) {
      const std::byte *Now = New + At;
      if (Length - At < WordBytes) {
        std::memcpy(Padded, Now, Length - At);
        Now = Padded;
      }
      if (const std::uint64_t Changed = wordAt(Old + At) ^ wordAt(Now)) {
        note((Offset + Begin + At) / WordBytes, maskOf(Changed));
        std::memcpy(Old + At, Now, WordBytes);
      }
    }
  }
}

void Difference::keep() {
  KeptRuns = Runs.size();
  KeptMasks = Masks.size();
}

void Difference::drop() {
  Runs.resize(KeptRuns);
  Masks.resize(KeptMasks);
}

/// Stores the changed bytes of a run of words. A part of the array may begin or end inside of a word.
void Difference::storeWords(const Run &Of, const std::uint8_t *Mask) const {
  const auto EndsBehind = [](std::uint64_t At, const Part &Each) { return At < Each.At + Each.Of.size(); };
  auto In = std::ranges::upper_bound(Parts, Of.First * WordBytes, {}, &Part::At);
  In = In == Parts.begin() ? In : std::prev(In);
  for (std::uint64_t Word = Of.First, End = Word + Of.Count; Word < End; ++Word, ++Mask) {
    const std::uint64_t At = Word * WordBytes;
    while (In != Parts.end() && !EndsBehind(At, *In))
      ++In;
    for (auto Each = In; Each != Parts.end() && Each->At < At + WordBytes; ++Each)
      if (Each->At <= At && EndsBehind(At + WordBytes - 1, *Each))
        storeWord(Each->Of.data() + (At - Each->At), Snapshot.get() + At, *Mask);
      else
        for (unsigned Byte = 0; Byte < WordBytes; ++Byte)
          if ((*Mask >> Byte & 1) && At + Byte >= Each->At && EndsBehind(At + Byte, *Each))
            Each->Of[At + Byte - Each->At] = Snapshot[At + Byte];
  }
}

void Difference::store() const {
  const std::uint8_t *Mask = Masks.data();
  for (std::size_t R = 0; R < KeptRuns; Mask += Runs[R++].Count)
    storeWords(Runs[R], Mask);
}

} // namespace hetrt
