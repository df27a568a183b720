// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds bodies of functions that clang has skipped, and replaces them by blanks.
#include "Frontend/Unparsed.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace hetcc;
using namespace clang;

std::string hetcc::placeOf(const FunctionDecl &F, const SourceManager &SM) {
  const FunctionDecl *Written = F.getTemplateInstantiationPattern(/*ForDefinition=*/false);
  return (Written ? Written : &F)->getLocation().printToString(SM);
}

const FunctionDecl *hetcc::outermostFunction(const DeclContext *Context) {
  const FunctionDecl *Outermost = nullptr;
  for (; Context; Context = Context->getParent())
    if (auto *F = dyn_cast<FunctionDecl>(Context))
      Outermost = F;
  return Outermost;
}

bool SkippedBody::contains(SourceLocation Loc, const SourceManager &SM) const {
  return Begin.isValid() && SM.isBeforeInTranslationUnit(Begin, Loc) && SM.isBeforeInTranslationUnit(Loc, End);
}

/// Returns the index of the token after the bracket that closes the bracket at index `At`.
static size_t behindBracket(const TokenStream &Tokens, size_t At) {
  unsigned Depth = 0;
  for (; At < Tokens.size(); ++At) {
    Depth += Tokens[At].isOneOf(tok::l_paren, tok::l_square, tok::l_brace);
    Depth -= Tokens[At].isOneOf(tok::r_paren, tok::r_square, tok::r_brace);
    if (Depth == 0)
      return At + 1;
  }
  return At;
}

SkippedBody hetcc::skippedBody(const FunctionDecl &F, const TokenStream &Tokens, std::string Reason) {
  SkippedBody Body = {{}, {}, std::move(Reason)};
  size_t At = Tokens.find(F.getLocation());
  while (At < Tokens.size()) {
    if (Tokens[At].isOneOf(tok::l_paren, tok::l_square)) {
      At = behindBracket(Tokens, At);
    } else if (Tokens[At].isNot(tok::l_brace)) {
      ++At;
    } else {
      size_t Behind = behindBracket(Tokens, At);
      // These are not the body's braces but those of a member initialiser, as in `C() : x{1}, y{2} {}`.
      if (Behind < Tokens.size() && Tokens[Behind].isOneOf(tok::comma, tok::l_brace)) {
        At = Behind;
        continue;
      }
      Body.Begin = Tokens[At].getLocation();
      Body.End = Tokens[Behind - 1].getLocation();
      break;
    }
  }
  return Body;
}

void hetcc::blankBody(std::string &Text, size_t Begin, size_t End, const LangOptions &Lang) {
  const std::string Old = Text;
  for (size_t At = Begin; At <= End; ++At)
    if (Text[At] != '\n')
      Text[At] = ' ';
  Text[Begin] = ';';
  // A lexer is used because a '#' in a comment or string does not begin a directive.
  Lexer Raw(SourceLocation(), Lang, Old.c_str(), Old.c_str() + Begin, Old.c_str() + Old.size());
  constexpr size_t None = std::string::npos;
  size_t Hash = None; // offset of the '#' of the preprocessing directive that is being read
  Token T;
  for (Raw.LexFromRawLexer(T); T.isNot(tok::eof); Raw.LexFromRawLexer(T)) {
    const size_t Behind = size_t(Raw.getBufferLocation() - Old.c_str()), At = Behind - T.getLength();
    if (At >= End)
      break;
    if (T.isAtStartOfLine()) {
      Hash = T.is(tok::hash) ? At : None;
      continue;
    }
    if (Hash != None && T.is(tok::raw_identifier) && Text[Hash] == ' ' &&
        (T.getRawIdentifier() == "pragma" || T.getRawIdentifier() == "include"))
      Hash = None;
    if (Hash != None)
      std::copy(Old.begin() + ptrdiff_t(Hash), Old.begin() + ptrdiff_t(Behind), Text.begin() + ptrdiff_t(Hash));
  }
}
