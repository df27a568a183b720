// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Line markers, by which generated text says where it comes from.
#pragma once

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>

namespace hetcc::driver {

/// `# 12 "file" 3` or `#line 12 "file"`: the place of the line that follows.
struct LineMarker {
  long Line = 1;
  std::string_view File; ///< with its quotes; empty where the file stays the same
  bool Standard = false; ///< written with the word `line`
  bool System = false;   ///< has flag 3: a system header's
};

/// A name as it stands between the quotes of a line marker. A line's end in it would end the marker.
inline std::string escapedName(std::string_view Name) {
  std::string Out;
  for (char C : Name) {
    auto Code = static_cast<unsigned char>(C);
    if (C == '"' || C == '\\')
      Out += '\\';
    if (Code >= ' ' && Code != 0x7f)
      Out += C;
    else
      Out += {'\\', char('0' + (Code >> 6)), char('0' + (Code >> 3 & 7)), char('0' + (Code & 7))};
  }
  return Out;
}

/// Between words of a line. Compilers warn of null bytes and read them as blanks.
inline bool isBlank(char C) { return C == ' ' || C == '\t' || C == '\r' || C == '\v' || C == '\f' || C == '\0'; }

inline std::string_view skipBlanks(std::string_view Text) {
  return {std::find_if_not(Text.begin(), Text.end(), isBlank), Text.end()};
}

/// The part of a preprocessing line after `#` and blanks; empty for other lines.
inline std::string_view afterHash(std::string_view Line) {
  Line = skipBlanks(Line);
  return Line.starts_with('#') ? skipBlanks(Line.substr(1)) : std::string_view{};
}

inline std::optional<LineMarker> parseLineMarker(std::string_view Line) {
  std::string_view Rest = afterHash(Line);
  LineMarker Marker;
  Marker.Standard = Rest.starts_with("line");
  if (Marker.Standard)
    Rest = skipBlanks(Rest.substr(4));
  auto [End, Error] = std::from_chars(Rest.data(), Rest.data() + Rest.size(), Marker.Line);
  if (Error != std::errc())
    return std::nullopt;
  Rest = skipBlanks(Rest.substr(static_cast<size_t>(End - Rest.data())));
  size_t Close = 1;
  while (Close < Rest.size() && Rest[Close] != '"')
    Close += Rest[Close] == '\\' ? 2 : 1;
  if (Rest.starts_with('"') && Close < Rest.size()) {
    Marker.File = Rest.substr(0, Close + 1);
    Marker.System = Rest.substr(Close + 1).find('3') != Rest.npos;
  }
  return Marker;
}

} // namespace hetcc::driver
