// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decides which pragma lines of nested constructs can be joined into one line, and joins them. For this it lexes the
// text that follows a line before the preprocessor reads that text.
#include "Directive/JoinedLines.h"
#include "Directive/ClauseTable.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringSet.h"

using namespace hetcc;
using clang::SourceLocation;
using clang::Token;
namespace tok = clang::tok;

namespace {

/// Whether the replacement list of the macro `Name`, or of a macro in that list, has braces. Returns true for macros
/// nested more than 8 deep, which are not searched.
bool hasBraces(const clang::IdentifierInfo &Name, clang::Preprocessor &PP, unsigned Depth = 0) {
  const clang::MacroInfo *Macro = PP.getMacroInfo(&Name);
  return Macro && (Depth > 8 || llvm::any_of(Macro->tokens(), [&](const Token &T) {
                     return T.isOneOf(tok::l_brace, tok::r_brace) ||
                            (T.getIdentifierInfo() && hasBraces(*T.getIdentifierInfo(), PP, Depth + 1));
                   }));
}

/// A cursor over the tokens of a file after the location `From`, without preprocessing. Comments are skipped.
class RawText {
public:
  RawText(SourceLocation From, clang::Preprocessor &PP)
      : PP(PP), Text(PP.getSourceManager().getBufferData(PP.getSourceManager().getFileID(From))),
        Raw(PP.getSourceManager().getLocForStartOfFile(PP.getSourceManager().getFileID(From)), PP.getLangOpts(),
            Text.begin(), Text.begin() + PP.getSourceManager().getFileOffset(From), Text.end()) {
    Raw.LexFromRawLexer(Now);
  }
  bool is(tok::TokenKind Kind) const { return Now.is(Kind); }
  bool isWord(llvm::StringRef Word) const { return Now.is(tok::raw_identifier) && Now.getRawIdentifier() == Word; }
  llvm::StringRef word() const { return Now.is(tok::raw_identifier) ? Now.getRawIdentifier() : ""; }
  bool startsLine() const { return Now.isAtStartOfLine(); }
  bool atEnd() const { return Now.is(tok::eof); }
  void next() {
    const bool IsHash = Now.is(tok::hash) && Now.isAtStartOfLine();
    Raw.LexFromRawLexer(Now);
    HasOthers |= (IsHash && !isWord("pragma")) || (!word().empty() && hasBraces(*PP.getIdentifierInfo(word()), PP));
  }
  /// Whether the preprocessor may see other braces than this cursor did, because the text had a preprocessing directive
  /// other than a pragma, or a macro with braces.
  bool mayDiffer() const { return HasOthers; }
  bool take(tok::TokenKind Kind) { return is(Kind) && (next(), true); }
  bool take(llvm::StringRef Word) { return isWord(Word) && (next(), true); }

private:
  clang::Preprocessor &PP;
  llvm::StringRef Text;
  clang::Lexer Raw;
  Token Now;
  bool HasOthers = false;
};

/// Skips `#pragma omp` and returns the word after it, which becomes the current token. Returns "" if the text does not
/// continue with `#pragma omp`.
llvm::StringRef pragmaWord(RawText &Text) {
  return Text.startsLine() && Text.take(tok::hash) && Text.take("pragma") && Text.take("omp") ? Text.word() : "";
}

/// Whether the line of an inner construct may begin with `omp Word`.
bool goesOn(llvm::StringRef Word) {
  static const llvm::StringSet<> Words = {"teams", "distribute", "parallel", "for", "simd", "loop"};
  return Words.contains(Word);
}

/// Skips all tokens up to and including the bracket that closes the outermost of `Depth` open brackets. False if the
/// text ends before it.
bool closeBrackets(RawText &Text, tok::TokenKind Open, tok::TokenKind Close, unsigned Depth = 1) {
  for (; Depth > 0 && !Text.atEnd(); Text.next()) {
    Depth += Text.is(Open);
    Depth -= Text.is(Close);
  }
  return Depth == 0;
}

/// Skips a pair of brackets and its contents. False if the current token is not `Open`, or no bracket closes it.
bool skipBrackets(RawText &Text, tok::TokenKind Open, tok::TokenKind Close) {
  return Text.take(Open) && closeBrackets(Text, Open, Close);
}

/// Skips pragma lines. A line that a backslash continues counts as one.
void skipPragmas(RawText &Text) {
  while (Text.is(tok::hash) && Text.startsLine())
    do
      Text.next();
    while (!Text.atEnd() && !Text.startsLine());
}

/// Skips a `for` loop with its body. False if the end of the body cannot be found without parsing.
bool skipLoop(RawText &Text) {
  while (Text.take("for"))
    if (!skipBrackets(Text, tok::l_paren, tok::r_paren))
      return false;
    else
      skipPragmas(Text);
  if (Text.is(tok::l_brace))
    return skipBrackets(Text, tok::l_brace, tok::r_brace);
  static const llvm::StringSet<> WithOwnEnds = {"if", "while", "do", "switch", "try"};
  // `if`, `while` and the like end with a nested statement, whose end is not searched here.
  if (WithOwnEnds.contains(Text.word()))
    return false;
  while (!Text.atEnd() && !Text.is(tok::semi) && !Text.is(tok::r_brace))
    if (!Text.is(tok::l_brace)) // a brace begins an initialiser list or the body of a lambda
      Text.next();
    else if (!skipBrackets(Text, tok::l_brace, tok::r_brace))
      return false;
  return Text.take(tok::semi);
}

/// Whether all directly nested `for` loops after a pragma line declare their counters, as in `for (int i = 0; ...)`. A
/// declaration is recognised by two or more names before `=`.
bool declareCounters(SourceLocation EndOfLine, clang::Preprocessor &PP) {
  RawText Text(EndOfLine, PP);
  skipPragmas(Text);
  while (Text.take("for")) {
    unsigned Names = 0;
    for (; !Text.atEnd() && !Text.is(tok::equal) && !Text.is(tok::semi) && !Text.is(tok::colon); Text.next())
      Names += !Text.word().empty();
    if (Names < 2 || !closeBrackets(Text, tok::l_paren, tok::r_paren))
      return false;
    skipPragmas(Text);
    while (Text.take(tok::l_brace))
      ;
  }
  return true;
}

/// One clause of a pragma line.
struct ClauseText {
  std::string Name, Whole; ///< Whole: the spelling of the brackets and their contents
  llvm::StringSet<> Names; ///< the names of the list items: names after the colon, if there is one, and outside of
                           ///< subscripts
  llvm::ArrayRef<Token> Tokens;
};

/// The number of tokens in the directive's name.
size_t nameLength(llvm::ArrayRef<Token> Line, clang::Preprocessor &PP) {
  return size_t(llvm::count(directiveNameOf(Line, PP), ' ')) + 1;
}

std::vector<ClauseText> clausesOf(llvm::ArrayRef<Token> Line, clang::Preprocessor &PP) {
  std::vector<ClauseText> All;
  for (size_t At = nameLength(Line, PP); At < Line.size();) {
    const size_t First = At;
    ClauseText Clause;
    Clause.Name = PP.getSpelling(Line[At++]);
    unsigned Depth = 0, Inside = 0;
    for (; At < Line.size() && (Depth || Line[At].is(tok::l_paren)); ++At) {
      Depth += Line[At].is(tok::l_paren);
      Depth -= Line[At].is(tok::r_paren);
      Inside += Line[At].is(tok::l_square);
      Inside -= Line[At].is(tok::r_square);
      // The names before the colon are not list items, as `max` in `reduction(max: x)`.
      if (Line[At].is(tok::colon) && Depth == 1 && Inside == 0)
        Clause.Names.clear();
      else if (Line[At].getIdentifierInfo() && Inside == 0)
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

/// Whether a clause means the same on the joined line as on the line of the outer construct alone.
bool meansTheSame(llvm::StringRef Clause) {
  const ClauseRow *Row = findClause(Clause, Family::OpenMP);
  return Row && Row->has(rule::Joins);
}

/// Returns a new identifier token.
Token word(llvm::StringRef Word, SourceLocation Loc, clang::Preprocessor &PP) {
  Token T;
  T.startToken();
  T.setKind(tok::identifier);
  PP.CreateString(Word, T, Loc, Loc);
  T.setIdentifierInfo(PP.getIdentifierInfo(Word));
  return T;
}

/// Whether the clause gives its variables new values after the loop, unless a `map` or `reduction` of the outer line
/// names them. (`linear` does so in any case.)
bool leavesValues(llvm::StringRef Clause) { return Clause == "reduction" || Clause == "lastprivate"; }

/// Whether the joined construct would give a variable a new value after the loop, although the separate constructs do
/// not. On separate lines, `target` copies a scalar that its clauses do not name, so the result of an inner `reduction`
/// is lost; the combined construct maps the scalar back.
bool leavesMore(llvm::ArrayRef<ClauseText> Outer, llvm::ArrayRef<ClauseText> Inner) {
  return llvm::any_of(Inner, [&](const ClauseText &Each) {
    return Each.Name == "linear" ||
           (leavesValues(Each.Name) && !llvm::all_of(Each.Names, [&](const auto &Name) {
              return llvm::any_of(Outer, [&](const ClauseText &Other) {
                return (Other.Name == "map" || Other.Name == "reduction") && Other.Names.contains(Name.first());
              });
            }));
  });
}

bool sharesData(llvm::StringRef Clause) {
  return Clause == "private" || Clause == "firstprivate" || Clause == "lastprivate" || Clause == "shared" ||
         Clause == "reduction" || Clause == "linear";
}

bool isSame(const ClauseText &A, const ClauseText &B) { return A.Name == B.Name && A.Whole == B.Whole; }

/// Whether the clauses `Outer` and `Inner` of two lines cannot be on one line, because both have the same name, other
/// than `map`, or because both are data-sharing clauses of one variable.
bool meet(const ClauseText &Outer, const ClauseText &Inner) {
  if (sharesData(Outer.Name) && sharesData(Inner.Name))
    return llvm::any_of(Outer.Names, [&](const auto &Name) { return Inner.Names.contains(Name.first()); });
  return Outer.Name != "map" && Inner.Name == Outer.Name;
}

/// Returns the name of the directive on the joined line.
llvm::SmallVector<Token, 8> joinedName(llvm::ArrayRef<Token> Outer, llvm::ArrayRef<Token> Inner,
                                       SourceLocation EndOfLine, clang::Preprocessor &PP) {
  llvm::SmallVector<Token, 8> Name(Outer.begin(), Outer.end());
  // There is no combined construct of `target` and `loop`, so `target teams loop` is used. It means the same, because
  // the iterations of a `loop` may run concurrently in any order, with or without teams.
  if (PP.getSpelling(Outer.back()) == "target" && Inner.size() > 1 && PP.getSpelling(Inner[1]) == "loop")
    Name.push_back(word("teams", Inner[1].getLocation(), PP));
  Name.append(Inner.begin() + 1, Inner.end());
  // In a combined construct with `simd`, counters declared before the loop would have their last values after it, so
  // `simd` is left out if there are such counters.
  if (PP.getSpelling(Name.back()) == "simd" && !declareCounters(EndOfLine, PP))
    Name.pop_back();
  return Name;
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
  while (!Text.atEnd() && !Text.startsLine()) // skips the rest of the inner pragma line
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
  return Braces == 0 && !Text.mayDiffer();
}

std::optional<PragmaLine> hetcc::joined(const PragmaLine &Outer, const PragmaLine &Inner, clang::Preprocessor &PP) {
  if (Inner.Inside.isValid() || PP.getSpelling(Inner.Tokens.front()) != "omp")
    return std::nullopt;
  const llvm::ArrayRef<Token> First = Outer.Tokens, Second = Inner.Tokens;
  const size_t FirstName = nameLength(First, PP), SecondName = nameLength(Second, PP);
  const std::vector<ClauseText> Around = clausesOf(First, PP), Of = clausesOf(Second, PP);
  if (leavesMore(Around, Of))
    return std::nullopt;
  PragmaLine Line = Inner;
  Line.Tokens.clear();
  llvm::append_range(Line.Tokens,
                     joinedName(First.take_front(FirstName), Second.take_front(SecondName), Inner.End, PP));
  for (const ClauseText &Each : Around) {
    if (llvm::any_of(Of, [&](const ClauseText &Other) { return isSame(Each, Other); }))
      continue;
    if (llvm::any_of(Of, [&](const ClauseText &Other) { return meet(Each, Other); }))
      return std::nullopt;
    llvm::append_range(Line.Tokens, Each.Tokens);
  }
  llvm::append_range(Line.Tokens, Second.drop_front(SecondName));
  return Line;
}
