// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finding and blanking of function bodies.
#include "Frontend/Unparsed.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringRef.h"

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

/// The token behind the bracket that closes the one at `At`.
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
      // Braces of a constructor's member come before others.
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

void hetcc::blankBody(std::string &Text, size_t Begin, size_t End) {
  bool Keeps = false; // a line of the preprocessor's, and what continues it
  for (size_t Line = Begin; Line <= End;) {
    size_t Next = std::min(Text.find('\n', Line), End + 1);
    llvm::StringRef Directive = llvm::StringRef(Text).slice(Line, Next).ltrim();
    bool Starts = Directive.consume_front("#");
    Directive = Directive.ltrim();
    Keeps |= Starts && !Directive.starts_with("pragma") && !Directive.starts_with("include");
    if (!Keeps)
      std::fill(Text.begin() + ptrdiff_t(Line), Text.begin() + ptrdiff_t(Next), ' ');
    Keeps &= Next > Line && Text[Next - 1] == '\\';
    Line = Next + 1;
  }
  Text[Begin] = ';';
}
