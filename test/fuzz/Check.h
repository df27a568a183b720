// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Helpers that all fuzzers use: a check that must hold for every input, and the division of the input into texts.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

/// Aborts the program if a claim does not hold, which makes libFuzzer keep the input.
inline void check(bool Holds, std::string_view Claim, std::string_view Text = "") {
  if (Holds)
    return;
  fprintf(stderr, "does not hold: %.*s\n%.*s\n", int(Claim.size()), Claim.data(), int(Text.size()), Text.data());
  abort();
}

/// Like the function above, for a text that takes long to make: `Text` is called only if the claim does not hold.
template <typename Maker>
  requires std::is_invocable_r_v<std::string, Maker>
void check(bool Holds, std::string_view Claim, Maker &&Text) {
  if (!Holds)
    check(false, Claim, std::string_view(Text()));
}

inline std::string_view asText(const uint8_t *Data, size_t Size) {
  return {reinterpret_cast<const char *>(Data), Size};
}

/// Splits a text at a separator. The last part is empty if the text ends in the separator.
inline std::vector<std::string> splitAt(std::string_view Text, char Separator) {
  std::vector<std::string> Parts(1);
  for (char C : Text)
    if (C == Separator)
      Parts.emplace_back();
    else
      Parts.back() += C;
  return Parts;
}
