// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The lexer, and the names of types.

#include "Ptx/Lexer.h"

#include <array>
#include <cctype>
#include <charconv>

namespace emulator {

namespace {

constexpr std::array<std::string_view, 15> TypeNames = {"pred", "b8", "b16", "b32", "b64", "u8",  "u16", "u32",
                                                        "u64",  "s8", "s16", "s32", "s64", "f32", "f64"};

bool beginsWord(char C) {
  return std::isalpha(static_cast<unsigned char>(C)) || C == '_' || C == '$' || C == '%' || C == '.';
}
bool continuesWord(char C) { return beginsWord(C) || std::isdigit(static_cast<unsigned char>(C)); }

class Lexer {
public:
  explicit Lexer(std::string_view Text) : Text(Text) {}

  std::vector<Token> all() {
    std::vector<Token> Found;
    while (skipBlank(), At < Text.size())
      Found.push_back(next());
    Found.push_back({Token::End, "end of text", 0, Line});
    return Found;
  }

private:
  char peek(std::size_t Ahead = 0) const { return At + Ahead < Text.size() ? Text[At + Ahead] : '\0'; }

  void skipBlank() {
    while (At < Text.size()) {
      if (peek() == '\n') {
        ++Line, ++At;
      } else if (std::isspace(static_cast<unsigned char>(peek()))) {
        ++At;
      } else if (peek() == '/' && peek(1) == '/') {
        At = std::min(Text.find('\n', At), Text.size());
      } else if (peek() == '/' && peek(1) == '*') {
        skipComment();
      } else {
        return;
      }
    }
  }

  void skipComment() {
    const std::size_t Ends = Text.find("*/", At + 2);
    if (Ends == Text.npos)
      throw PtxError(Line, "a comment does not end");
    for (; At < Ends + 2; ++At)
      Line += Text[At] == '\n';
  }

  Token next() {
    const char C = peek();
    if (beginsWord(C))
      return word();
    if (std::isdigit(static_cast<unsigned char>(C)))
      return number();
    if (C == '"')
      return string();
    if (std::string_view("{}()[]<>,;:+-@!|=*").find(C) == std::string_view::npos)
      throw PtxError(Line, std::string("character '") + C + "' is not of PTX");
    return {Token::Mark, Text.substr(At++, 1), 0, Line};
  }

  /// Reads a word. "::" is part of a word, a single colon ends a label.
  Token word() {
    const std::size_t Begin = At;
    while (continuesWord(peek()) || (peek() == ':' && peek(1) == ':' && continuesWord(peek(2))))
      At += peek() == ':' ? 2 : 1;
    return {Token::Word, Text.substr(Begin, At - Begin), 0, Line};
  }

  Token string() {
    const std::size_t Begin = ++At;
    while (peek() != '"') {
      if (At >= Text.size() || peek() == '\n')
        throw PtxError(Line, "a string does not end");
      At += peek() == '\\' ? 2 : 1;
    }
    return {Token::String, Text.substr(Begin, At++ - Begin), 0, Line};
  }

  /// Reads a number. 0f3F800000 and 0d3FF0000000000000 are the bits of floating-point numbers; integers may begin with
  /// 0x, 0b or 0.
  Token number() {
    const std::size_t Begin = At;
    while (std::isalnum(static_cast<unsigned char>(peek())))
      ++At;
    const std::string_view All = Text.substr(Begin, At - Begin);
    Token Made = {Token::Integer, All, 0, Line};
    std::string_view Digits = All;
    int Base = 10;
    if (All.size() > 1 && All[0] == '0') {
      const char Letter = static_cast<char>(std::tolower(static_cast<unsigned char>(All[1])));
      const bool IsFloat = Letter == 'f' || Letter == 'd';
      Base = IsFloat || Letter == 'x' ? 16 : Letter == 'b' ? 2 : 8;
      Digits.remove_prefix(Base == 8 ? 1 : 2);
      if (IsFloat) {
        Made.Kind = Letter == 'f' ? Token::Single : Token::Double;
        if (Digits.size() != (Letter == 'f' ? 8u : 16u))
          throw PtxError(Line, "'" + std::string(All) + "' has not the digits of its type");
      }
    }
    if (Digits.ends_with('U') && Base != 2)
      Digits.remove_suffix(1);
    const auto [Ends, Error] = std::from_chars(Digits.data(), Digits.data() + Digits.size(), Made.Bits, Base);
    if (Error != std::errc() || Ends != Digits.data() + Digits.size())
      throw PtxError(Line, "'" + std::string(All) + "' is no number of 64 bits");
    return Made;
  }

  std::string_view Text;
  std::size_t At = 0;
  unsigned Line = 1;
};

} // namespace

std::vector<Token> tokensOf(std::string_view Text) { return Lexer(Text).all(); }

std::optional<Type> typeNamed(std::string_view Name) {
  for (std::size_t I = 0; I < TypeNames.size(); ++I)
    if (TypeNames[I] == Name)
      return static_cast<Type>(I);
  return std::nullopt;
}

std::string_view nameOf(Type T) { return TypeNames[static_cast<std::size_t>(T)]; }

} // namespace emulator
