// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which lines go together. The text behind a line is looked at before the preprocessor comes to it.
#include "Directive/JoinedLines.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringSet.h"

using namespace hetcc;
using clang::SourceLocation;
using clang::Token;
namespace tok = clang::tok;

namespace {

/// The tokens of the text as they stand there, without comments.
class RawText {
public:
  RawText(SourceLocation From, clang::Preprocessor &PP)
      : Text(PP.getSourceManager().getBufferData(PP.getSourceManager().getFileID(From))),
        Raw(PP.getSourceManager().getLocForStartOfFile(PP.getSourceManager().getFileID(From)), PP.getLangOpts(),
            Text.begin(), Text.begin() + PP.getSourceManager().getFileOffset(From), Text.end()) {
    next();
  }
  bool is(tok::TokenKind Kind) const { return Now.is(Kind); }
  bool isWord(llvm::StringRef Word) const { return Now.is(tok::raw_identifier) && Now.getRawIdentifier() == Word; }
  llvm::StringRef word() const { return Now.is(tok::raw_identifier) ? Now.getRawIdentifier() : ""; }
  bool startsLine() const { return Now.isAtStartOfLine(); }
  bool atEnd() const { return Now.is(tok::eof); }
  void next() { Raw.LexFromRawLexer(Now); }
  bool take(tok::TokenKind Kind) { return is(Kind) && (next(), true); }
  bool take(llvm::StringRef Word) { return isWord(Word) && (next(), true); }

private:
  llvm::StringRef Text;
  clang::Lexer Raw;
  Token Now;
};

/// `#pragma omp` and the word behind it, which is left to be read; "" for everything else.
llvm::StringRef pragmaWord(RawText &Text) {
  return Text.startsLine() && Text.take(tok::hash) && Text.take("pragma") && Text.take("omp") ? Text.word() : "";
}

bool goesOn(llvm::StringRef Word) {
  static const llvm::StringSet<> Words = {"teams", "distribute", "parallel", "for", "simd", "loop"};
  return Words.contains(Word);
}

/// Skips what stands in brackets.
bool skipBrackets(RawText &Text, tok::TokenKind Open, tok::TokenKind Close) {
  if (!Text.is(Open))
    return false;
  for (unsigned Depth = 0; !Text.atEnd(); Text.next()) {
    Depth += Text.is(Open);
    Depth -= Text.is(Close);
    if (Depth == 0)
      return Text.next(), true;
  }
  return false;
}

/// Skips the lines of pragmas, which may go on behind a backslash.
void skipPragmas(RawText &Text) {
  while (Text.is(tok::hash) && Text.startsLine())
    do
      Text.next();
    while (!Text.atEnd() && !Text.startsLine());
}

/// Skips a `for` loop.
bool skipLoop(RawText &Text) {
  while (Text.take("for"))
    if (!skipBrackets(Text, tok::l_paren, tok::r_paren))
      return false;
    else
      skipPragmas(Text);
  if (Text.is(tok::l_brace))
    return skipBrackets(Text, tok::l_brace, tok::r_brace);
  if (Text.isWord("if") || Text.isWord("while") || Text.isWord("do") || Text.isWord("switch"))
    return false; // whose ends are not looked for
  while (!Text.atEnd() && !Text.is(tok::semi) && !Text.is(tok::r_brace))
    Text.next();
  return Text.take(tok::semi);
}

/// One clause of a line, and what its brackets hold.
struct ClauseText {
  std::string Name, Whole;
  llvm::StringSet<> Names; ///< in the brackets
  llvm::ArrayRef<Token> Tokens;
};

size_t nameLength(llvm::ArrayRef<Token> Line, clang::Preprocessor &PP) {
  return size_t(llvm::count(directiveNameOf(Line, PP), ' ')) + 1;
}

std::vector<ClauseText> clausesOf(llvm::ArrayRef<Token> Line, clang::Preprocessor &PP) {
  std::vector<ClauseText> All;
  for (size_t At = nameLength(Line, PP); At < Line.size();) {
    const size_t First = At;
    ClauseText Clause;
    Clause.Name = PP.getSpelling(Line[At++]);
    unsigned Depth = 0;
    for (; At < Line.size() && (Depth || Line[At].is(tok::l_paren)); ++At) {
      Depth += Line[At].is(tok::l_paren);
      Depth -= Line[At].is(tok::r_paren);
      if (Line[At].getIdentifierInfo())
        Clause.Names.insert(PP.getSpelling(Line[At]));
      Clause.Whole += PP.getSpelling(Line[At]) + " ";
      if (Depth == 0) {
        ++At;
        break;
      }
    }
    Clause.Tokens = Line.slice(First, At - First);
    if (Clause.Name != ",")
      All.push_back(std::move(Clause));
  }
  return All;
}

/// Clauses that mean on a line of one's own what they mean on that of all.
bool meansTheSame(llvm::StringRef Clause) {
  static const llvm::StringSet<> Names = {"map",        "device",           "nowait",    "depend",       "is_device_ptr",
                                          "defaultmap", "has_device_addr",  "num_teams", "thread_limit", "firstprivate",
                                          "shared",     "uses_allocators", "reduction"};
  return Names.contains(Clause);
}

Token word(llvm::StringRef Word, SourceLocation Loc, clang::Preprocessor &PP) {
  Token T;
  T.startToken();
  T.setKind(tok::identifier);
  PP.CreateString(Word, T, Loc, Loc);
  T.setIdentifierInfo(PP.getIdentifierInfo(Word));
  return T;
}

bool sharesData(llvm::StringRef Clause) {
  return Clause == "private" || Clause == "firstprivate" || Clause == "lastprivate" || Clause == "shared" ||
         Clause == "reduction" || Clause == "linear";
}

} // namespace

bool hetcc::isContinued(const PragmaLine &Line, clang::Preprocessor &PP) {
  const std::string Name = directiveNameOf(Line.Tokens, PP);
  static const llvm::StringSet<> Begins = {"omp target", "omp target teams", "omp target parallel",
                                           "omp target teams distribute"};
  if (!Begins.contains(Name) || Line.End.isMacroID() || Line.Inside.isValid() ||
      !llvm::all_of(clausesOf(Line.Tokens, PP), [](const ClauseText &C) { return meansTheSame(C.Name); }))
    return false;
  RawText Text(Line.End, PP);
  unsigned Braces = 0;
  while (Text.take(tok::l_brace))
    ++Braces;
  if (!goesOn(pragmaWord(Text)))
    return false;
  if (Braces == 0)
    return true;
  while (!Text.atEnd() && !Text.startsLine()) // the rest of its line
    Text.next();
  for (;; ++Braces) {
    skipPragmas(Text);
    if (!Text.take(tok::l_brace))
      break;
  }
  if (!Text.isWord("for") || !skipLoop(Text))
    return false;
  while (Braces && Text.take(tok::r_brace))
    --Braces;
  return Braces == 0;
}

std::optional<PragmaLine> hetcc::joined(const PragmaLine &Outer, const PragmaLine &Inner, clang::Preprocessor &PP) {
  if (Inner.Inside.isValid() || PP.getSpelling(Inner.Tokens.front()) != "omp")
    return std::nullopt;
  const llvm::ArrayRef<Token> First = Outer.Tokens, Second = Inner.Tokens;
  const size_t FirstName = nameLength(First, PP), SecondName = nameLength(Second, PP);
  const std::vector<ClauseText> Of = clausesOf(Second, PP);
  PragmaLine Line = Inner;
  Line.Tokens.assign(First.begin(), First.begin() + FirstName);
  // Iterations of a 'loop' may run in any order and at once, whatever region it stands in; no team is the same as one.
  if (PP.getSpelling(First[FirstName - 1]) == "target" && SecondName > 1 && PP.getSpelling(Second[1]) == "loop")
    Line.Tokens.push_back(word("teams", Second[1].getLocation(), PP));
  Line.Tokens.append(Second.begin() + 1, Second.begin() + SecondName);
  for (const ClauseText &Each : clausesOf(First, PP)) {
    const auto Same = llvm::find_if(Of, [&](const ClauseText &Other) {
      return Other.Name == Each.Name && Other.Whole == Each.Whole;
    });
    if (Same != Of.end())
      continue;
    const bool Meets = llvm::any_of(Of, [&](const ClauseText &Other) {
      const bool BothShare = sharesData(Each.Name) && sharesData(Other.Name);
      return (Each.Name != "map" && Other.Name == Each.Name && !BothShare) ||
             (BothShare && llvm::any_of(Each.Names, [&](const auto &Name) { return Other.Names.contains(Name.first()); }));
    });
    if (Meets)
      return std::nullopt;
    Line.Tokens.append(Each.Tokens.begin(), Each.Tokens.end());
  }
  Line.Tokens.append(Second.begin() + SecondName, Second.end());
  return Line;
}
