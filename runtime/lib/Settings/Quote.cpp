// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes text from users and files safe to show in messages.
#include "Settings/Quote.h"

namespace hetrt {

std::string escaped(std::string_view Text) {
  constexpr char Digits[] = "0123456789abcdef";
  std::string Out;
  for (const char Each : Text) {
    const auto Byte = static_cast<unsigned char>(Each);
    if (Byte >= 0x20 && Byte != 0x7f)
      Out += Each;
    else if (Each == '\n' || Each == '\t')
      Out += Each == '\n' ? "\\n" : "\\t";
    else
      Out.append("\\x").append(1, Digits[Byte >> 4]).append(1, Digits[Byte & 15]);
  }
  return Out;
}

std::string shown(std::string_view Value) {
  constexpr std::size_t Longest = 200;
  if (Value.size() <= Longest)
    return escaped(Value);
  return escaped(Value.substr(0, Longest)) + "... (" + std::to_string(Value.size()) + " bytes)";
}

} // namespace hetrt
