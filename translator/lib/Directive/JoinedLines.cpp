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

/// Whether a macro, or one that it is made of, has braces of its own.
bool hasBraces(const clang::IdentifierInfo &Name, clang::Preprocessor &PP, unsigned Depth = 0) {
  const clang::MacroInfo *Macro = PP.getMacroInfo(&Name);
  return Macro && (Depth > 8 || llvm::any_of(Macro->tokens(), [&](const Token &T) {
                     return T.isOneOf(tok::l_brace, tok::r_brace) ||
                            (T.getIdentifierInfo() && hasBraces(*T.getIdentifierInfo(), PP, Depth + 1));
                   }));
}

/// The tokens of the text as they stand there, without comments.
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
  /// Whether the preprocessor has other braces than these: a directive of its own, or a macro, was among the tokens.
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

/// `#pragma omp` and the word behind it, which is left to be read; "" for everything else.
llvm::StringRef pragmaWord(RawText &Text) {
  return Text.startsLine() && Text.take(tok::hash) && Text.take("pragma") && Text.take("omp") ? Text.word() : "";
}

bool goesOn(llvm::StringRef Word) {
  static const llvm::StringSet<> Words = {"teams", "distribute", "parallel", "for", "simd", "loop"};
  return Words.contains(Word);
}

/// Skips the rest of so many brackets, one in the other, and what closes them.
bool closeBrackets(RawText &Text, tok::TokenKind Open, tok::TokenKind Close, unsigned Depth = 1) {
  for (; Depth > 0 && !Text.atEnd(); Text.next()) {
    Depth += Text.is(Open);
    Depth -= Text.is(Close);
  }
  return Depth == 0;
}

/// Skips what stands in brackets.
bool skipBrackets(RawText &Text, tok::TokenKind Open, tok::TokenKind Close) {
  return Text.take(Open) && closeBrackets(Text, Open, Close);
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
  static const llvm::StringSet<> WithOwnEnds = {"if", "while", "do", "switch", "try"};
  if (WithOwnEnds.contains(Text.word())) // which are not looked for
    return false;
  while (!Text.atEnd() && !Text.is(tok::semi) && !Text.is(tok::r_brace))
    if (!Text.is(tok::l_brace)) // a list, or the body of a lambda
      Text.next();
    else if (!skipBrackets(Text, tok::l_brace, tok::r_brace))
      return false;
  return Text.take(tok::semi);
}

/// Whether the loops behind a line, one directly in the other, declare their counters: what stands before `=` is more
/// than a name.
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

/// One clause of a line, and what its brackets hold.
struct ClauseText {
  std::string Name, Whole;
  llvm::StringSet<> Names; ///< in the brackets, of what the clause is about
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
    unsigned Depth = 0, Inside = 0;
    for (; At < Line.size() && (Depth || Line[At].is(tok::l_paren)); ++At) {
      Depth += Line[At].is(tok::l_paren);
      Depth -= Line[At].is(tok::r_paren);
      Inside += Line[At].is(tok::l_square);
      Inside -= Line[At].is(tok::r_square);
      if (Line[At].is(tok::colon) && Depth == 1 && Inside == 0) // an operator or a kind of map stood before it
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

/// Clauses that mean on a line of one's own what they mean on that of all. Of what is `firstprivate` to a `target`, all
/// its threads share one copy.
bool meansTheSame(llvm::StringRef Clause) {
  static const llvm::StringSet<> Names = {"map",           "device",     "nowait",          "depend",
                                          "is_device_ptr", "defaultmap", "has_device_addr", "num_teams",
                                          "thread_limit",  "shared",     "uses_allocators", "reduction"};
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

/// Clauses by which a variable has another value after the loop.
bool leavesValues(llvm::StringRef Clause) { return Clause == "reduction" || Clause == "lastprivate"; }

/// Whether what the inner clauses leave is left by the combined construct alone, which maps it: a scalar that no clause
/// of a `target` names is a copy of its own.
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

/// Whether clauses of two lines would have to be told apart on one: of one name, or about one variable.
bool meet(const ClauseText &Outer, const ClauseText &Inner) {
  if (sharesData(Outer.Name) && sharesData(Inner.Name))
    return llvm::any_of(Outer.Names, [&](const auto &Name) { return Inner.Names.contains(Name.first()); });
  return Outer.Name != "map" && Inner.Name == Outer.Name;
}

/// The words of both lines, as those of one directive.
llvm::SmallVector<Token, 8> joinedName(llvm::ArrayRef<Token> Outer, llvm::ArrayRef<Token> Inner,
                                       SourceLocation EndOfLine, clang::Preprocessor &PP) {
  llvm::SmallVector<Token, 8> Name(Outer.begin(), Outer.end());
  // Iterations of a 'loop' may run in any order and at once, whatever region it stands in; no team is the same as one.
  if (PP.getSpelling(Outer.back()) == "target" && Inner.size() > 1 && PP.getSpelling(Inner[1]) == "loop")
    Name.push_back(word("teams", Inner[1].getLocation(), PP));
  Name.append(Inner.begin() + 1, Inner.end());
  // After a combined construct, counters have the values that 'simd' leaves.
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
