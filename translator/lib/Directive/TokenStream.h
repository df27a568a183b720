// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Records all tokens of the translation unit after macro expansion and finds a token by its source location. AST nodes
// have the same locations, so code can be printed with edits even if macros produced it.
#ifndef HETCC_LIB_DIRECTIVE_TOKENSTREAM_H
#define HETCC_LIB_DIRECTIVE_TOKENSTREAM_H

#include "clang/Lex/Token.h"
#include "llvm/ADT/DenseMap.h"
#include <map>
#include <string>
#include <vector>

namespace clang {
class Preprocessor;
class SourceManager;
class SourceRange;
} // namespace clang

namespace hetcc {

/// Printed in place of code whose tokens were not recorded. No compiler accepts this text, so the driver gets an error
/// and builds the loop for the CPUs.
constexpr const char NotRecorded[] = "hetrt_text_was_not_recorded;\n";

class TokenPrinter;

/// Edits for TokenStream::print(): text to print before, after or instead of tokens, which are given by their indices.
class TokenEdits {
public:
  void insertBefore(size_t Token, std::string Text) { Before[Token] += Text; }
  /// If two texts are inserted after the same token, the one inserted earlier is printed first. Callers therefore edit
  /// inner expressions first, whose closing brackets come before those of outer expressions.
  void insertAfter(size_t Token, std::string Text) { After[Token] = After[Token] + Text; }
  /// Prints `Left` before token `First` and `Right` after token `Last`, outside of all text inserted there so far.
  void surround(size_t First, size_t Last, const std::string &Left, const std::string &Right) {
    Before[First] = Left + Before[First];
    After[Last] += Right;
  }
  /// Prints `Text` directly before the token or its replacement, after all text that insertBefore() puts there.
  void prefix(size_t Token, std::string Text) { Prefixes[Token] = std::move(Text); }
  void replace(size_t First, size_t Last, std::string Text) { Replaced[First] = {Last, std::move(Text)}; }
  /// Replaces tokens [First, Last] by `Text` and drops all earlier edits of these tokens.
  void discard(size_t First, size_t Last, std::string Text) {
    auto Clear = [&](auto &Map) { Map.erase(Map.lower_bound(First), Map.upper_bound(Last)); };
    Clear(Before), Clear(After), Clear(Replaced), Clear(Prefixes);
    replace(First, Last, std::move(Text));
  }

private:
  friend class TokenPrinter;
  std::map<size_t, std::string> Before, After, Prefixes;
  std::map<size_t, std::pair<size_t, std::string>> Replaced;
};

/// The recorded tokens of one translation unit. Rewrite and Kernel print loops, functions and expressions from them.
class TokenStream {
public:
  /// Starts to record all tokens that the preprocessor hands to the parser.
  void record(clang::Preprocessor &PP);

  static constexpr size_t None = ~size_t(0);
  /// The index of the token at `Loc`, or None.
  size_t find(clang::SourceLocation Loc) const;
  /// The token at `Index`.
  const clang::Token &operator[](size_t Index) const { return Tokens[Index]; }
  size_t size() const { return Tokens.size(); }

  /// Prints tokens [First, Last] with edits. If `Lines` is set, the text has `#line` directives with the user's line
  /// numbers.
  std::string print(size_t First, size_t Last, const TokenEdits &Edits, bool Lines) const;
  /// Prints the tokens of `Of` from location `First` to location `Last`; empty if `Of` has no token at one of these
  /// locations. Used for tokens that are not recorded, such as those of a hetcc directive.
  std::string print(llvm::ArrayRef<clang::Token> Of, clang::SourceLocation First, clang::SourceLocation Last) const;

  /// Returns `Text` with `#undef` lines before it for all macros that it names. `Text` was made from recorded tokens,
  /// in which macros are expanded; a second expansion could change it, as with `#define x s.x`. If `Restored` is set,
  /// `push_macro` and `pop_macro` pragmas restore the macros after the text; otherwise they stay undefined.
  std::string withoutMacros(const std::string &Text, bool Restored) const {
    return withoutMacros(Text, Text, Restored);
  }
  /// Returns `Text` with `#undef` lines before it for all macros that the text `Names` names. For instance, `Text` is
  /// an `#include` line, and `Names` the text of that header.
  std::string withoutMacros(const std::string &Text, const std::string &Names, bool Restored) const;

private:
  std::vector<std::string> macrosIn(const std::string &Text) const;

  clang::Preprocessor *PP = nullptr;
  std::vector<clang::Token> Tokens;
  llvm::DenseMap<unsigned, size_t> Index; ///< raw location encoding -> position
};

} // namespace hetcc
#endif
