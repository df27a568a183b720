// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All tokens of the unit after macro expansion, found again by the locations that AST nodes carry, so that code can
// be printed with edits even where it came out of macros.
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

/// Stands for text that was not recorded: no compiler accepts it, and the driver then builds the loop for the CPUs.
constexpr const char NotRecorded[] = "hetrt_text_was_not_recorded;\n";

/// Text to put around or instead of tokens, by token index.
class TokenEdits {
public:
  void insertBefore(size_t Token, std::string Text) { Before[Token] += Text; }
  /// Of two insertions after the same token the earlier one comes first: inner expressions close before outer ones.
  void insertAfter(size_t Token, std::string Text) { After[Token] = After[Token] + Text; }
  /// Around all that was edited so far.
  void surround(size_t First, size_t Last, const std::string &Left, const std::string &Right) {
    Before[First] = Left + Before[First];
    After[Last] += Right;
  }
  /// Right before what stands in the place of a token, whatever is inserted before that.
  void prefix(size_t Token, std::string Text) { Prefixes[Token] = std::move(Text); }
  void replace(size_t First, size_t Last, std::string Text) { Replaced[First] = {Last, std::move(Text)}; }
  /// Replaces a range with all that was edited in it.
  void discard(size_t First, size_t Last, std::string Text) {
    auto Clear = [&](auto &Map) { Map.erase(Map.lower_bound(First), Map.upper_bound(Last)); };
    Clear(Before), Clear(After), Clear(Replaced), Clear(Prefixes);
    replace(First, Last, std::move(Text));
  }

private:
  friend class TokenStream;
  std::map<size_t, std::string> Before, After, Prefixes;
  std::map<size_t, std::pair<size_t, std::string>> Replaced;
};

class TokenStream {
public:
  /// Starts to record what the preprocessor hands to the parser.
  void record(clang::Preprocessor &PP);

  static constexpr size_t None = ~size_t(0);
  /// The index of the token at `Loc`, or None.
  size_t find(clang::SourceLocation Loc) const;
  /// The token at `Index`.
  const clang::Token &operator[](size_t Index) const { return Tokens[Index]; }
  size_t size() const { return Tokens.size(); }

  /// Prints tokens [First, Last] with edits. With `Lines`, `#line` directives keep the user's line numbers.
  std::string print(size_t First, size_t Last, const TokenEdits &Edits, bool Lines) const;
  /// Prints the part from `First` to `Last` of tokens that were not recorded, such as those of a directive of ours;
  /// empty if they are not among them.
  std::string print(llvm::ArrayRef<clang::Token> Of, clang::SourceLocation First, clang::SourceLocation Last) const;

  /// A text made of recorded tokens, with nothing in it that the preprocessor would replace once more: what is a macro
  /// where the text stands may have been none where the user wrote it, or the name of itself. Unless they are
  /// `Restored`, the macros are gone for the rest of the unit.
  std::string withoutMacros(const std::string &Text, bool Restored) const {
    return withoutMacros(Text, Text, Restored);
  }
  /// The same for a text that has the names of another one, such as a header.
  std::string withoutMacros(const std::string &Text, const std::string &Names, bool Restored) const;

private:
  std::vector<std::string> macrosIn(const std::string &Text) const;

  clang::Preprocessor *PP = nullptr;
  std::vector<clang::Token> Tokens;
  llvm::DenseMap<unsigned, size_t> Index; ///< raw location encoding -> position
};

} // namespace hetcc
#endif
