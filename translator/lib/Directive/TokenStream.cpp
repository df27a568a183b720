// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Records and prints the token stream after macro expansion.
#include "Directive/TokenStream.h"
#include "Directive/DirectiveParser.h"
#include "Directive/LineMarker.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"
#include <set>

using namespace hetcc;
namespace tok = clang::tok;

void TokenStream::record(clang::Preprocessor &Preprocessor) {
  PP = &Preprocessor;
  PP->setTokenWatcher([this](const clang::Token &T) {
    Index.try_emplace(T.getLocation().getRawEncoding(), Tokens.size());
    Tokens.push_back(T);
  });
}

size_t TokenStream::find(clang::SourceLocation Loc) const {
  auto It = Index.find(Loc.getRawEncoding());
  return It == Index.end() ? None : It->second;
}

std::string TokenStream::print(llvm::ArrayRef<clang::Token> Of, clang::SourceLocation First,
                               clang::SourceLocation Last) const {
  auto At = [&](clang::SourceLocation Loc) {
    return llvm::find_if(Of, [&](const clang::Token &T) { return T.getLocation() == Loc; });
  };
  auto Begin = At(First), End = At(Last);
  return Begin == Of.end() || End == Of.end() ? "" : spell(llvm::ArrayRef(Begin, End + 1), *PP);
}

/// Returns the identifiers in `Text` that are, or have been, macros of the unit. Leaves out identifiers that are
/// reserved for compilers (`__x`, `_X`) or for generated code (`hetrt_`, `HETRT_`).
std::vector<std::string> TokenStream::macrosIn(const std::string &Text) const {
  clang::Lexer Lex(clang::SourceLocation(), PP->getLangOpts(), Text.data(), Text.data(), Text.data() + Text.size());
  std::set<std::string> Found;
  clang::Token T;
  for (Lex.LexFromRawLexer(T); T.isNot(tok::eof); Lex.LexFromRawLexer(T)) {
    llvm::StringRef Name = T.is(tok::raw_identifier) ? T.getRawIdentifier() : "";
    const bool Kept = Name.starts_with("__") || Name.starts_with("hetrt_") || Name.starts_with("HETRT_") ||
                      (Name.size() > 1 && Name[0] == '_' && clang::isUppercase(Name[1]));
    if (!Name.empty() && !Kept && PP->getIdentifierInfo(Name)->hadMacroDefinition())
      Found.insert(Name.str());
  }
  return {Found.begin(), Found.end()};
}

std::string TokenStream::withoutMacros(const std::string &Text, const std::string &Names, bool Restored) const {
  std::string Before, After;
  for (const std::string &Name : macrosIn(Names)) {
    if (Restored) {
      Before += "#pragma push_macro(\"" + Name + "\")\n";
      After += "#pragma pop_macro(\"" + Name + "\")\n";
    }
    Before += "#undef " + Name + "\n";
  }
  return Before + Text + (After.empty() || llvm::StringRef(Text).ends_with("\n") ? "" : "\n") + After;
}

namespace {

/// Whether two tokens might become one without a blank between them. `Left` is the last character of the first token,
/// `Right` the first character of the second.
bool wouldJoin(char Left, char Right) {
  if (clang::isAsciiIdentifierContinue(Left) &&
      (clang::isAsciiIdentifierContinue(Right) || Right == '"' || Right == '\''))
    return true;
  return llvm::StringRef("+-&|<>=*/!%^:.#").contains(Left) && llvm::StringRef("+-&|<>=*/:.#").contains(Right);
}

} // namespace

/// Prints tokens with the edits of a piece of text, and perhaps the lines on which they stand.
class hetcc::TokenPrinter {
public:
  TokenPrinter(const clang::Preprocessor &PP, const TokenEdits &Edits, bool Lines)
      : PP(PP), Edits(Edits), Lines(Lines) {}

  std::string print(llvm::ArrayRef<clang::Token> Tokens, size_t First, size_t Last) {
    for (size_t I = First; I <= Last && I < Tokens.size(); ++I)
      if (const clang::Token &T = Tokens[I]; T.is(tok::annot_pragma_openmp))
        I = directive(I);
      else if (T.is(tok::annot_pragma_openmp_end))
        endDirective();
      else if (T.isAnnotation() || T.is(tok::eof))
        // An annotation, such as that of a loop hint, has no text. But a statement that has edits may begin with one,
        // so text to be inserted before the annotation is printed.
        put(Edits.Before, I);
      else
        I = token(T, I);
    return std::move(Out);
  }

private:
  /// Prints the head of a plain OpenMP directive inside the body, or what replaces the directive. Returns the number of
  /// the last token that has been dealt with.
  size_t directive(size_t I) {
    if (auto It = Edits.Replaced.find(I); It != Edits.Replaced.end())
      return replace(It->second);
    Out += "\n#pragma omp";
    InPragma = true;
    return I;
  }
  void endDirective() {
    Out += '\n';
    InPragma = false;
    Line = 0;
  }
  /// Prints token T, whose number is I, with the edits for it. Returns the number of the last token that has been dealt
  /// with.
  size_t token(const clang::Token &T, size_t I) {
    if (Lines && !InPragma)
      moveToLine(T);
    if ((T.hasLeadingSpace() || T.isAtStartOfLine()) && !Out.empty() && Out.back() != '\n')
      Out += ' ';
    put(Edits.Before, I);
    put(Edits.Prefixes, I);
    if (auto It = Edits.Replaced.find(I); It != Edits.Replaced.end())
      I = replace(It->second);
    else
      put(PP.getSpelling(T));
    put(Edits.After, I);
    return I;
  }
  void moveToLine(const clang::Token &T) {
    const clang::SourceManager &SM = PP.getSourceManager();
    const clang::PresumedLoc Loc = SM.getPresumedLoc(SM.getExpansionLoc(T.getLocation()));
    if (Loc.isInvalid() || (Loc.getLine() == Line && File == Loc.getFilename()))
      return;
    if (Loc.getLine() != Line + 1 || File != Loc.getFilename()) {
      if (!Out.empty() && Out.back() != '\n')
        Out += '\n';
      Out += "#line " + std::to_string(Loc.getLine()) + " \"" + escaped(Loc.getFilename()) + "\"\n";
    } else {
      Out += '\n';
    }
    Line = Loc.getLine();
    File = Loc.getFilename();
  }
  void put(llvm::StringRef Text) {
    if (!Text.empty() && !Out.empty() && wouldJoin(Out.back(), Text.front()))
      Out += ' ';
    Out += Text;
  }
  /// Prints the text that an edit adds at token I, if there is one.
  template <typename Map> void put(const Map &Added, size_t I) {
    if (auto It = Added.find(I); It != Added.end())
      put(It->second);
  }
  /// Prints the text in place of tokens. Returns the number of the last of these tokens.
  size_t replace(const std::pair<size_t, std::string> &By) {
    put(By.second);
    return By.first;
  }

  const clang::Preprocessor &PP;
  const TokenEdits &Edits;
  bool Lines;
  std::string Out;
  unsigned Line = 0;    ///< the line of the last token, in File; 0: none
  llvm::StringRef File; ///< the name that the unit presumes
  bool InPragma = false;
};

std::string TokenStream::print(size_t First, size_t Last, const TokenEdits &Edits, bool Lines) const {
  return TokenPrinter(*PP, Edits, Lines).print(Tokens, First, Last);
}
