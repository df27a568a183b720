// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matches the brackets of a directive, and splits lists at separators that are outside of brackets.
#include "Directive/ClauseParser.h"
#include "llvm/ADT/STLExtras.h"

using namespace hetcc;
using clang::SourceLocation;
using clang::Token;
using llvm::ArrayRef;
using llvm::StringRef;
namespace tok = clang::tok;

/// Returns the index of the bracket that closes the bracket at index `Open`; List.size() if the bracket is not closed.
size_t ClauseParser::closing(TokenList List, size_t Open) {
  unsigned Depth = 0;
  for (size_t I = Open; I < List.size(); ++I) {
    if (List[I].isOneOf(tok::l_paren, tok::l_square, tok::l_brace))
      ++Depth;
    else if (List[I].isOneOf(tok::r_paren, tok::r_square, tok::r_brace) && --Depth == 0)
      return I;
  }
  return List.size();
}

/// Splits the list at separators outside of brackets. The ':' of a conditional expression `a ? b : c` does not
/// separate.
std::vector<ArrayRef<Token>> ClauseParser::splitAt(TokenList List, tok::TokenKind Separator) {
  std::vector<TokenList> Parts;
  size_t Start = 0;
  unsigned Questions = 0;
  for (size_t I = 0; I < List.size(); ++I) {
    if (List[I].isOneOf(tok::l_paren, tok::l_square, tok::l_brace)) {
      I = closing(List, I);
      if (I == List.size())
        break;
    } else if (List[I].is(tok::question)) {
      ++Questions;
    } else if (List[I].is(tok::colon) && Questions) {
      --Questions;
    } else if (List[I].is(Separator)) {
      Parts.push_back(List.slice(Start, I - Start));
      Start = I + 1;
    }
  }
  Parts.push_back(List.slice(Start));
  return Parts;
}

/// Reports a closing bracket that has no open bracket or does not match it. For brackets that stay open, the functions
/// that parse clauses report the error.
bool ClauseParser::checkBrackets() {
  std::vector<const Token *> Open;
  for (const Token &T : Tokens) {
    if (T.isOneOf(tok::l_paren, tok::l_square, tok::l_brace)) {
      Open.push_back(&T);
      continue;
    }
    if (!T.isOneOf(tok::r_paren, tok::r_square, tok::r_brace))
      continue;
    const tok::TokenKind Closes = Open.empty()                     ? tok::unknown
                                  : Open.back()->is(tok::l_paren)  ? tok::r_paren
                                  : Open.back()->is(tok::l_square) ? tok::r_square
                                                                   : tok::r_brace;
    if (!T.is(Closes)) {
      const char *Expected = Open.empty() ? "" : tok::getPunctuatorSpelling(Closes);
      Diags.report(T.getLocation(), message::err_bracket) << word(T) << !Open.empty() << Expected;
      if (!Open.empty())
        Diags.report(Open.back()->getLocation(), message::note_bracket) << word(*Open.back());
      return false;
    }
    Open.pop_back();
  }
  return true;
}

/// Whether a semicolon may be inside of the open brackets `Open` in `Clause`: in the loop of a `partition`, and in
/// braces.
static bool takesSemicolon(ArrayRef<const Token *> Open, StringRef Clause) {
  return Clause == "partition" || llvm::any_of(Open, [](const Token *T) { return T->is(tok::l_brace); });
}

/// Reports semicolons in clauses, because the arguments of a clause are injected as expressions, which a semicolon
/// would end.
bool ClauseParser::checkSemicolons() {
  std::vector<const Token *> Open;
  std::string Clause = D.Name;
  for (const Token &T : Tokens) {
    if (T.isOneOf(tok::l_paren, tok::l_square, tok::l_brace))
      Open.push_back(&T);
    else if (T.isOneOf(tok::r_paren, tok::r_square, tok::r_brace))
      Open.pop_back();
    else if (Open.empty())
      Clause = word(T);
    else if (T.is(tok::semi) && !takesSemicolon(Open, Clause))
      return fail(T.getLocation(), "',' or ')'", Clause);
  }
  return true;
}

/// Consumes `( ... )` and returns the tokens between the brackets. If no bracket comes next, or the bracket is not
/// closed, reports an error and returns nullopt.
std::optional<ArrayRef<Token>> ClauseParser::parenthesised(StringRef Clause) {
  if (atEnd() || peek().isNot(tok::l_paren)) {
    fail(here(), "'('", Clause);
    return std::nullopt;
  }
  size_t Close = closing(Tokens, Next);
  if (Close == Tokens.size()) {
    Diags.report(peek().getLocation(), message::err_missing_paren) << Clause;
    return std::nullopt;
  }
  TokenList Inside = Tokens.slice(Next + 1, Close - Next - 1);
  Next = Close + 1;
  return Inside;
}
