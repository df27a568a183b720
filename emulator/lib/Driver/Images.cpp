// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads fat binaries: a header, and entries of machine code and PTX. Machine code is skipped. PTX may be compressed;
// nvcc 13 compresses it with zstd.

#include "Driver/Images.h"

#include "Device/Cuda/Driver.h"

#include <cstdint>
#include <cstring>
#include <dlfcn.h>

namespace emulator {

using namespace hetrt::cuda;

namespace {

constexpr std::uint32_t FatMagic = 0xBA55ED50u, WrapperMagic = 0x466243B1u, ElfMagic = 0x464C457Fu;
constexpr std::uint16_t KindPtx = 1;
constexpr std::uint64_t FlagLz4 = 0x2000, FlagZstd = 0x8000;

struct FatHeader {
  std::uint32_t Magic;
  std::uint16_t Version, HeaderBytes;
  std::uint64_t Bytes; // the size of all entries
};

struct FatEntry {
  std::uint16_t Kind, Version;
  std::uint32_t HeaderBytes;
  std::uint64_t Bytes; // the size of the data that follows, with padding
  std::uint32_t CompressedBytes, Unknown;
  std::uint16_t Minor, Major;
  std::uint32_t Chip;
  std::uint32_t NameOffset, NameBytes;
  std::uint64_t Flags, Reserved, UncompressedBytes;
};
static_assert(sizeof(FatHeader) == 16 && sizeof(FatEntry) == 64);

/// The struct in a program that points to its fat binary, as nvcc writes it.
struct Wrapper {
  std::uint32_t Magic, Version;
  const void *Data;
};

template <typename T> T readAt(const unsigned char *At) {
  T Value;
  std::memcpy(&Value, At, sizeof Value);
  return Value;
}

/// Decompresses with the system's libzstd, which is loaded only here, since few programs need it. Returns false, with
/// the reason in WhyNot, if the library is not installed or the data is wrong.
bool decompress(const unsigned char *From, std::size_t Bytes, std::string &Into, std::string &WhyNot) {
  using Decompress = std::size_t (*)(void *, std::size_t, const void *, std::size_t);
  static void *const Library = dlopen("libzstd.so.1", RTLD_NOW | RTLD_LOCAL);
  const auto Run = Library ? reinterpret_cast<Decompress>(dlsym(Library, "ZSTD_decompress")) : nullptr;
  if (!Run) {
    WhyNot = "the PTX is compressed, and there is no libzstd.so.1; 'fatbinary --compress=false' leaves it as it is";
    return false;
  }
  if (Run(Into.data(), Into.size(), From, Bytes) == Into.size())
    return true;
  WhyNot = "the compressed PTX is damaged";
  return false;
}

int textOf(const FatEntry &Entry, const unsigned char *Payload, std::string &Text, std::string &WhyNot) {
  if (!(Entry.Flags & (FlagZstd | FlagLz4))) {
    Text.assign(reinterpret_cast<const char *>(Payload), strnlen(reinterpret_cast<const char *>(Payload), Entry.Bytes));
    return Success;
  }
  if (Entry.Flags & FlagLz4) {
    WhyNot = "the PTX is compressed by an older nvcc; 'fatbinary --compress=false' leaves it as it is";
    return InvalidImage;
  }
  Text.resize(Entry.UncompressedBytes);
  if (!decompress(Payload, Entry.CompressedBytes, Text, WhyNot))
    return InvalidImage;
  Text.resize(std::strlen(Text.c_str()));
  return Success;
}

int searchFatBinary(const unsigned char *Image, unsigned Chip, std::string &Text, std::string &WhyNot) {
  const auto Header = readAt<FatHeader>(Image);
  const unsigned char *At = Image + Header.HeaderBytes, *const End = At + Header.Bytes;
  const unsigned char *Best = nullptr;
  FatEntry Taken{};
  while (At < End && static_cast<std::size_t>(End - At) >= sizeof(FatEntry)) {
    const auto Entry = readAt<FatEntry>(At);
    if (Entry.HeaderBytes < sizeof(FatEntry) || Entry.Bytes > static_cast<std::size_t>(End - At) - Entry.HeaderBytes) {
      WhyNot = "the fat binary is damaged";
      return InvalidImage;
    }
    if (Entry.Kind == KindPtx && Entry.Chip <= Chip && (!Best || Entry.Chip > Taken.Chip)) {
      Best = At + Entry.HeaderBytes;
      Taken = Entry;
    }
    At += Entry.HeaderBytes + Entry.Bytes;
  }
  if (Best)
    return textOf(Taken, Best, Text, WhyNot);
  WhyNot = "the fat binary has no PTX for sm_" + std::to_string(Chip) + ", only machine code or later PTX";
  return NoBinaryForGpu;
}

} // namespace

int ptxOf(const void *Image, unsigned Chip, std::string &Text, std::string &WhyNot) {
  const auto *Bytes = static_cast<const unsigned char *>(Image);
  const auto First = readAt<unsigned char>(Bytes);
  // PTX text may be shorter than a magic number, so its first character is compared before a magic number is read.
  if (First == '.' || First == '/' || First == ' ' || First == '\n' || First == '\t' || First == '\r') {
    Text = static_cast<const char *>(Image);
    return Success;
  }
  switch (First) {
  case WrapperMagic & 0xFF:
    if (readAt<std::uint32_t>(Bytes) == WrapperMagic)
      return ptxOf(readAt<Wrapper>(Bytes).Data, Chip, Text, WhyNot);
    break;
  case FatMagic & 0xFF:
    if (readAt<std::uint32_t>(Bytes) == FatMagic)
      return searchFatBinary(Bytes, Chip, Text, WhyNot);
    break;
  case ElfMagic & 0xFF:
    if (readAt<std::uint32_t>(Bytes) == ElfMagic) {
      WhyNot = "the image is machine code, wanted PTX";
      return NoBinaryForGpu;
    }
    break;
  default:
    break;
  }
  WhyNot = "the image is neither PTX nor a fat binary";
  return InvalidImage;
}

} // namespace emulator
