// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Line markers, which name the file and line that the following text of a generated source comes from.
#pragma once

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>

namespace hetcc::driver {

/// A marker `# 12 "file" 3` or `#line 12 "file"`. It gives the file and number of the next line.
struct LineMarker {
  long Line = 1;
  std::string_view File; ///< the name with its quotes; empty if the file does not change
  bool Standard = false; ///< the marker has the form `#line N "file"`, not `# N "file"`
  bool System = false;   ///< the marker has flag 3: the text is in a system header
};

/// A file's name as it is written between the quotes of a line marker. Newlines and other control characters would end
/// the marker, so they are written as octal escapes.
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

/// Whether a character separates words in a line. A null byte does: compilers warn about it, and read it as a blank.
inline bool isBlank(char C) { return C == ' ' || C == '\t' || C == '\r' || C == '\v' || C == '\f' || C == '\0'; }

inline std::string_view skipBlanks(std::string_view Text) {
  return {std::find_if_not(Text.begin(), Text.end(), isBlank), Text.end()};
}

/// The text of a preprocessing line after `#` and blanks; empty for other lines.
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
