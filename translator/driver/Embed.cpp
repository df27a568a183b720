// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes images as assembler data.
#include "Embed.h"

#include <cstdint>
#include <cstdio>
#include <cstring>

namespace hetcc::driver {

namespace {

/// The bytes as assembler directives, with eight bytes in each number, and the rest byte by byte. Line breaks are
/// written as `\n`, since the text is in a string literal.
std::string asDirectives(std::string_view Bytes) {
  constexpr size_t WordsPerLine = 32;
  std::string Text;
  Text.reserve(Bytes.size() * 3);
  char Buffer[24];
  size_t Count = 0;
  while (Bytes.size() >= 8) {
    uint64_t Word;
    memcpy(&Word, Bytes.data(), 8);
    bool First = Count++ % WordsPerLine == 0;
    Text += First ? (Text.empty() ? ".quad " : "\\n.quad ") : ",";
    snprintf(Buffer, sizeof Buffer, Word > 9 ? "0x%llx" : "%llu", static_cast<unsigned long long>(Word));
    Text += Buffer;
    Bytes.remove_prefix(8);
  }
  for (bool First = true; !Bytes.empty(); First = false, Bytes.remove_prefix(1)) {
    Text += First ? (Text.empty() ? ".byte " : "\\n.byte ") : ",";
    Text += std::to_string(static_cast<unsigned char>(Bytes.front()));
  }
  return Text;
}

} // namespace

std::string embedImage(std::string_view Source, std::string_view Path, std::string_view Image) {
  std::string Wanted = ".incbin \\\"" + std::string(Path) + "\\\"";
  std::string Data = asDirectives(Image);
  std::string Result;
  while (true) {
    size_t Start = Source.find(Wanted);
    Result += Source.substr(0, Start);
    if (Start == Source.npos)
      return Result;
    Result += Data;
    Source.remove_prefix(Start + Wanted.size());
  }
}

} // namespace hetcc::driver
