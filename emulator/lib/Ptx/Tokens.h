// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A cursor in the list of a module's tokens, used by the parser.
#ifndef EMULATOR_PTX_TOKENS_H
#define EMULATOR_PTX_TOKENS_H

#include "Ptx/Lexer.h"

namespace emulator {

class Tokens {
public:
  explicit Tokens(std::vector<Token> All) : All(std::move(All)) {}

  const Token &peek(std::size_t Ahead = 0) const { return All[std::min(At + Ahead, All.size() - 1)]; }
  const Token &take() { return All[At + 1 < All.size() ? At++ : At]; }
  bool takeIf(char Mark) { return peek().is(Mark) && (take(), true); }
  bool takeIf(std::string_view Word) { return peek().isWord(Word) && (take(), true); }
  unsigned line() const { return peek().Line; }

  void want(char Mark) {
    if (!takeIf(Mark))
      fail(std::string("'") + Mark + "'");
  }
  std::string_view word(const char *What) {
    if (peek().Kind != Token::Word)
      fail(What);
    return take().Text;
  }
  std::uint64_t integer(const char *What) {
    if (peek().Kind != Token::Integer)
      fail(What);
    return take().Bits;
  }
  [[noreturn]] void fail(const std::string &Wanted) const {
    throw PtxError(line(), "wanted " + Wanted + ", found '" + std::string(peek().Text) + "'");
  }

private:
  std::vector<Token> All;
  std::size_t At = 0;
};

} // namespace emulator

#endif
