// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parses directives and calls the parsing function of each clause, which Clauses.def gives by the clause's role.
#include "Directive/ClauseParser.h"
#include "Spelling.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Lex/LiteralSupport.h"
#include "clang/Lex/TokenConcatenation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Frontend/OpenMP/OMP.h"

using namespace hetcc;
using clang::SourceLocation;
using clang::Token;
using llvm::ArrayRef;
using llvm::StringRef;
namespace tok = clang::tok;

bool hetcc::isNumber(const Token &T, const clang::Preprocessor &PP) {
  return T.is(tok::numeric_constant) && llvm::all_of(PP.getSpelling(T), clang::isDigit);
}

/// Returns the tokens as an expression without a slot in the marker, so that Sema does not check it.
ClauseExpr ClauseParser::text(TokenList List) const {
  ClauseExpr E;
  E.Tokens.assign(List.begin(), List.end());
  E.Begin = List.front().getLocation();
  E.End = List.back().getLocation();
  E.Text = spell(List, PP);
  E.Clause = Current;
  return E;
}

/// Returns the tokens as an expression with a slot in the marker, so that Sema checks it. Analysis checks its type.
ClauseExpr ClauseParser::expression(TokenList List, Wanted Type) {
  ClauseExpr E = text(List);
  E.Type = Type;
  E.Slot = D.SlotCount++;
  return E;
}

/// Whether `Name` is a directive of OpenMP for a loop that hetcc can split.
static bool isOpenMPLoopName(StringRef Name) {
  static const llvm::StringSet<> Names = {"omp for",
                                          "omp for simd",
                                          "omp parallel for",
                                          "omp parallel for simd",
                                          "omp parallel loop",
                                          "omp target parallel for",
                                          "omp target parallel for simd",
                                          "omp target parallel loop",
                                          "omp target teams distribute parallel for",
                                          "omp target teams distribute parallel for simd",
                                          "omp target teams loop",
                                          "omp target teams distribute",
                                          "omp target teams distribute simd",
                                          "omp target simd"};
  return Names.contains(Name);
}

/// Whether hetcc's clauses may be written on the directive `Name`.
static bool isCarrier(StringRef Name) {
  static const llvm::StringSet<> Others = {"omp parallel",        "omp target",        "omp target parallel",
                                           "omp acc_region_loop", "acc region",        "acc region for",
                                           "acc region loop",     "acc parallel loop", "acc kernels loop",
                                           "omp bind_partition",  "omp depersist",     "acc depersist"};
  return isOpenMPLoopName(Name) || Others.contains(Name);
}

std::string hetcc::directiveNameOf(ArrayRef<Token> Tokens, clang::Preprocessor &PP) {
  std::string Name;
  for (const Token &T : Tokens) {
    const std::string Word = PP.getSpelling(T);
    if (!Name.empty() &&
        (!T.getIdentifierInfo() || llvm::omp::getOpenMPDirectiveKind(Word) == llvm::omp::OMPD_unknown ||
         (&T + 1 != Tokens.end() && (&T + 1)->is(tok::l_paren))))
      break;
    Name += (Name.empty() ? "" : " ") + Word;
  }
  return Name;
}

AutoRole hetcc::autoRoleOf(ArrayRef<Token> Tokens, clang::Preprocessor &PP, AutoMode Mode) {
  if (Mode == AutoMode::Off || Tokens.size() < 2 || PP.getSpelling(Tokens[0]) != "omp")
    return AutoRole::None;
  const std::string Name = directiveNameOf(Tokens, PP);
  const bool Offloads = StringRef(Name).starts_with("omp target");
  if (isOpenMPLoopName(Name) && (Offloads || Mode == AutoMode::All))
    return AutoRole::Loop;
  return Offloads ? AutoRole::Host : AutoRole::None;
}

/// The words of which names of directives with hetcc's clauses consist, in alphabetical order.
static ArrayRef<StringRef> wordsOfNames() {
  static const std::vector<StringRef> Words = [] {
    std::vector<StringRef> All = {"omp", "acc",  "target", "teams",  "distribute", "parallel",
                                  "for", "simd", "loop",   "region", "kernels"};
    for (const DirectiveWord &Own : directiveWords())
      All.push_back(Own.Name);
    llvm::sort(All);
    return All;
  }();
  return Words;
}

/// Whether a word is the whole name of a directive, with `omp` or `acc` before it.
static bool standsAlone(StringRef Word) {
  return llvm::any_of(directiveWords(),
                      [&](const DirectiveWord &Own) { return Own.Name == Word && Own.Where == DirectiveWord::Alone; });
}

/// Reads the directive's name, that is, the words before the first clause: `omp parallel for`, `acc region for`, ...
/// Reports an error and returns false if the directive may not have clauses of hetcc.
bool ClauseParser::directiveName() {
  const ArrayRef<StringRef> Words = wordsOfNames();
  while (!atEnd()) {
    std::string W = word(peek());
    const bool Begins = D.Name == "omp" || D.Name == "acc";
    if (!llvm::is_contained(Words, W) || (!Begins && standsAlone(W)))
      break;
    D.Name += (D.Name.empty() ? "" : " ") + W;
    D.Simd |= W == "simd";
    if (W == "depersist")
      D.Kind = DirectiveKind::Depersist;
    ++Next;
  }
  StringRef Name = D.Name;
  IsAcc = Name.starts_with("acc") || Name.ends_with("acc_region_loop");
  if (Name == "omp parallel" || Name == "omp target" || Name == "omp target parallel")
    D.Kind = DirectiveKind::Block;
  if (Name == "omp bind_partition")
    D.Kind = DirectiveKind::Bind;
  if (isCarrier(Name))
    return true;
  for (; !atEnd() && !findClause(word(peek())); ++Next) {
    if (StringRef Meant = peek().getIdentifierInfo() ? meantWord(word(peek())) : ""; !Meant.empty())
      if (Next + 1 < Tokens.size() && Tokens[Next + 1].is(tok::l_paren) && !llvm::is_contained(Words, Meant)) {
        Diags.report(peek().getLocation(), message::err_unknown_clause)
            << word(peek()) << D.Name << true << Meant
            << clang::FixItHint::CreateReplacement(peek().getLocation(), Meant);
        return false;
      }
    const bool OfOpenMP = !IsAcc && llvm::omp::getOpenMPDirectiveKind(word(peek())) != llvm::omp::OMPD_unknown;
    if (StringRef Near = OfOpenMP ? "" : nearest(word(peek()), Words); !Near.empty()) {
      Diags.report(peek().getLocation(), message::err_unknown_word)
          << word(peek()) << Near << clang::FixItHint::CreateReplacement(peek().getLocation(), Near);
      return false;
    }
    D.Name += " " + word(peek());
  }
  for (const Token &T : Tokens.drop_front(Next))
    if (isOurWord(word(T))) {
      Diags.report(T.getLocation(), message::err_clause_not_here) << word(T) << D.Name;
      if (!IsAcc)
        Diags.report(T.getLocation(), message::note_remedy)
            << "it stands on the directive of a loop, as in 'omp parallel for'";
      return false;
    }
  // isOurDirective() has found a word of hetcc, perhaps mistyped, but this directive cannot have clauses of hetcc.
  Diags.report(Tokens.front().getLocation(), message::err_no_carrier) << D.Name;
  Diags.report(Tokens.front().getLocation(), message::note_remedy)
      << (IsAcc ? "clauses stand on the directive of a loop, as in 'acc parallel loop'"
                : "clauses stand on the directive of a loop, as in 'omp parallel for'");
  return false;
}

/// Whether a clause may be on the directive of a block. The block has no loop, so clauses about loops may not.
static bool standsOnBlock(ClauseRole Role) {
  switch (Role) {
  case ClauseRole::Partition:
  case ClauseRole::Devices:
  case ClauseRole::Memory:
  case ClauseRole::Balance:
  case ClauseRole::Map:
  case ClauseRole::Team:
  case ClauseRole::Threads:
  case ClauseRole::If:
    return true;
  default:
    return false;
  }
}

/// Whether a clause may be on `omp for`. The team exists already, so clauses that choose threads or devices may not.
static bool standsInTeam(ClauseRole Role) {
  switch (Role) {
  case ClauseRole::Partition:
  case ClauseRole::Devices:
  case ClauseRole::Memory:
  case ClauseRole::Variant:
  case ClauseRole::Padding:
  case ClauseRole::If:
    return false;
  default:
    return true;
  }
}

/// Reports an OpenMP clause that OpenMP does not allow on the directive, even if the clause has no effect in hetcc.
bool ClauseParser::checkAllowed(const ClauseRow &Row, const Token &First) {
  switch (Row.Role) {
  case ClauseRole::Team:
  case ClauseRole::Threads:
  case ClauseRole::Last:
  case ClauseRole::Task:
  case ClauseRole::Simd:
  case ClauseRole::Ignored:
  case ClauseRole::Collapse:
  case ClauseRole::Plain:
    break;
  default:
    return true; // a clause of hetcc, or a clause that its parsing function checks
  }
  constexpr unsigned Version = 52;
  const llvm::omp::Directive Kind = llvm::omp::getOpenMPDirectiveKind(StringRef(D.Name).split(' ').second);
  if (IsAcc || Kind == llvm::omp::OMPD_unknown ||
      llvm::omp::isAllowedClauseForDirective(Kind, llvm::omp::getOpenMPClauseKind(Row.Name), Version))
    return true;
  Diags.report(First.getLocation(), message::err_clause_not_here) << Row.Name << D.Name;
  return false;
}

/// Whether there are hetcc clauses between the bracket at index `Open` and its closing bracket. If so, the user
/// probably mistyped `HETCC`, the word before the bracket.
bool ClauseParser::holdsClauses(size_t Open) const {
  const size_t Close = Open < Tokens.size() && Tokens[Open].is(tok::l_paren) ? closing(Tokens, Open) : Open;
  for (size_t I = Open + 1; I + 1 < Close; ++I)
    if (Tokens[I].getIdentifierInfo() && Tokens[I + 1].is(tok::l_paren) && isOurWord(word(Tokens[I])))
      return true;
  return false;
}

/// Reports a word that is no clause.
void ClauseParser::reportUnknown(const Token &First, const std::string &Name) {
  std::vector<StringRef> Names = {"HETCC"};
  for (const ClauseRow &R : clauseTable())
    Names.push_back(R.Name);
  StringRef Near = holdsClauses(Next + 1) ? "HETCC" : nearest(Name, Names);
  auto Report = Diags.report(First.getLocation(), message::err_unknown_clause)
                << Name << D.Name << !Near.empty() << Near;
  if (!Near.empty())
    Report << clang::FixItHint::CreateReplacement(First.getLocation(), Near);
}

/// Checks that the directive may have a clause. Returns false after an error.
bool ClauseParser::mayStand(const ClauseRow &Row, const Token &First) {
  const std::string Name = word(First);
  const SourceLocation At = First.getLocation();
  if (!meet(Row.Families, family())) {
    Diags.report(At, message::err_clause_not_here) << Name << D.Name;
    return false;
  }
  if (Row.Role == ClauseRole::Unsupported) {
    Diags.report(At, message::err_unsupported_clause) << Name << D.Name;
    return false;
  }
  const bool OfTeam = D.joinsTeam() && Name == "nowait";
  if (Row.Role == ClauseRole::Task && !D.has("target") && !OfTeam) { // only `target` regions become tasks
    Diags.report(At, message::err_clause_not_here) << Name << D.Name;
    return false;
  }
  if (!checkAllowed(Row, First))
    return false;
  bool Fits = D.joinsTeam()                      ? standsInTeam(Row.Role)
              : D.Kind == DirectiveKind::Block   ? standsOnBlock(Row.Role)
              : D.Kind == DirectiveKind::Padding ? Row.Role == ClauseRole::Padding
                                                 : Row.Role != ClauseRole::Padding;
  if (!Fits) {
    Diags.report(At, message::err_clause_not_here) << Name << D.Name;
    if (D.Kind == DirectiveKind::Block && Row.Role == ClauseRole::Task)
      Diags.report(At, message::note_remedy)
          << (Name == "depend" ? "wait before the block, with '#pragma omp taskwait'"
                               : "leave it out: the program goes on when all devices have run the block");
    return false;
  }
  return true;
}

/// Parses one clause and checks that the directive may have it. Returns false after an error.
bool ClauseParser::clause() {
  const Token First = peek();
  std::string Name = word(First);
  Current = Name;
  const ClauseRow *Row = findClause(Name, family());
  if (!Row)
    return reportUnknown(First, Name), false;
  if (!mayStand(*Row, First))
    return false;
  ++Next;
  std::optional<TokenList> Arguments;
  if (!Row->has(rule::Bare) || (!atEnd() && peek().is(tok::l_paren)))
    if (!(Arguments = parenthesised(Name)))
      return false;

  if (Row->has(rule::Alone) && Arguments) {
    Diags.report(First.getLocation(), message::err_no_arguments) << Name;
    return false;
  }

  if (!IsAcc && Name == "copyin" && llvm::any_of(*Arguments, [](const Token &T) { return T.is(tok::l_square); })) {
    Diags.report(First.getLocation(), message::err_copyin)
        << clang::FixItHint::CreateReplacement(First.getLocation(), "part_copyin");
    return false;
  }

  if (Row->has(rule::Once) && !Seen.insert(Name).second) {
    Diags.report(First.getLocation(), message::err_clause_twice) << Name;
    return false;
  }
  return byRole(*Row, First, Arguments);
}

/// Reads the arguments of a clause, by its role. Returns false after an error.
bool ClauseParser::byRole(const ClauseRow &Row, const Token &First, const std::optional<TokenList> &Arguments) {
  const std::string Name = word(First);
  switch (Row.Role) {
  case ClauseRole::Hetero:
    return hetero(*Arguments, First.getLocation());
  case ClauseRole::Part:
    return windows(Name, *Arguments);
  case ClauseRole::Persist:
    return variables(D.Persist, Name, *Arguments);
  case ClauseRole::Partition:
    return partition(Arguments, First.getLocation());
  case ClauseRole::Devices:
    return devices(*Arguments, First.getLocation());
  case ClauseRole::Memory:
    return memory(*Arguments, First.getLocation());
  case ClauseRole::Balance:
    return balance(*Arguments, First.getLocation());
  case ClauseRole::Padding:
    return padding(Name, *Arguments);
  case ClauseRole::Map:
    return map(*Arguments, First.getLocation());
  case ClauseRole::Copy:
    return copies(Name, *Arguments, !StringRef(Name).ends_with("out"), !StringRef(Name).ends_with("in"));
  case ClauseRole::Present:
    return present(*Arguments);
  case ClauseRole::Variant:
    return variant(*Arguments, First.getLocation());
  case ClauseRole::If:
    return condition(*Arguments, First.getLocation());
  default:
    keep(Row, First, Arguments);
    if (IsAcc && Row.Role == ClauseRole::Ignored)
      return accArguments(Arguments, First.getLocation());
    return Name != "depend" || depend(*Arguments, First.getLocation());
  }
}

/// Stores an OpenMP clause with its text, which Rewrite later copies into the directive that the clause's role selects.
void ClauseParser::keep(const ClauseRow &Row, const Token &First, std::optional<TokenList> Arguments) {
  OpenMPClause C;
  C.Name = Row.Name.str();
  C.Role = Row.Role;
  C.Loc = First.getLocation();
  size_t Count = 1 + (Arguments ? Arguments->size() + 2 : 0);
  ArrayRef<Token> All = Tokens.slice(Next - Count, Count);
  C.Tokens.assign(All.begin(), All.end());
  C.Text = spell(All, PP);
  D.OpenMP.push_back(std::move(C));
}

/// Moves a `map` clause to `Mapped` if another clause names the same array. An array may be in `part_copy`, which says
/// what an iteration uses, and also in `map`, which other compilers need. `part_copy` must not copy anything that `map`
/// does not copy.
void ClauseParser::setMapsAside() {
  auto IsMap = [](const WindowSpec &W) {
    const bool Follows = llvm::any_of(W.Dimensions, [](const Dimension &Each) { return !Each.Id.empty(); });
    return StringRef(W.Clause).starts_with("map(") && W.How == Association::Array && !W.Implied && !Follows;
  };
  auto IsSaidBetter = [&](const WindowSpec &Map) {
    return IsMap(Map) && llvm::any_of(D.Windows, [&](const WindowSpec &W) {
             return !IsMap(W) && !W.Implied && W.Array.Text == Map.Array.Text && W.In <= Map.In &&
                    W.Out <= Map.WholeCopy;
           });
  };
  std::vector<WindowSpec> Kept;
  for (const WindowSpec &W : D.Windows)
    (IsSaidBetter(W) ? D.Mapped : Kept).push_back(W);
  D.Windows = std::move(Kept);
}

/// Reports arrays that two clauses name, and `persist` for arrays mapped as `indexed`.
bool ClauseParser::checkArrays() {
  llvm::StringMap<SourceLocation> Arrays;
  for (const WindowSpec &W : D.Windows) {
    const auto [Before, New] = Arrays.try_emplace(W.Array.Text, W.Array.Begin);
    if (New)
      continue;
    Diags.report(W.Array.Begin, message::err_array_twice) << W.Array.Text;
    Diags.report(Before->second, message::note_array_before);
    return false;
  }
  for (const WindowSpec &W : D.Windows)
    for (const ClauseExpr &P : D.Persist)
      if (W.How == Association::Indexed && (P.Text == W.Array.Text || P.Text == W.Through->Text)) {
        Diags.report(P.Begin, message::err_persist_indexed) << P.Text;
        return false;
      }
  return true;
}

std::optional<Directive> ClauseParser::run(SourceLocation HashLoc) {
  D.HashLoc = HashLoc;
  D.Begin = Tokens.front().getLocation();
  D.End = Tokens.back().getLocation();
  if (!checkBrackets() || !checkSemicolons() || (!isDataDirective() && !directiveName()))
    return std::nullopt;
  if (D.Kind == DirectiveKind::Depersist) {
    Current = "depersist";
    std::optional<TokenList> Arguments = parenthesised("depersist");
    if (!Arguments || !variables(D.Persist, "depersist", *Arguments))
      return std::nullopt;
    if (!atEnd()) {
      fail(here(), "the end of the line", "depersist");
      return std::nullopt;
    }
    return std::move(D);
  }
  if (D.Kind == DirectiveKind::Bind)
    return bind() ? std::optional(std::move(D)) : std::nullopt;
  while (!atEnd()) {
    if (peek().is(tok::comma)) // one comma is allowed before each clause
      ++Next;
    if (atEnd() || !peek().getIdentifierInfo()) {
      fail(here(), "a clause", D.Name);
      return std::nullopt;
    }
    if (!(D.isOfData() ? dataClause() : clause()))
      return std::nullopt;
  }
  impliedWindows();
  if (D.isLoop())
    setMapsAside();
  if (!checkArrays() || !checkPartition() || !checkBalance() || !checkVariant())
    return std::nullopt;
  return std::move(D);
}

std::string hetcc::spell(ArrayRef<Token> Tokens, clang::Preprocessor &PP) {
  const clang::TokenConcatenation Joins(PP);
  Token None;
  None.startToken();
  std::string Text;
  for (size_t I = 0; I < Tokens.size(); ++I) {
    const Token &T = Tokens[I], &Before = I > 0 ? Tokens[I - 1] : None, &First = I > 1 ? Tokens[I - 2] : None;
    // Two tokens from macros may touch and yet need a blank: in `n-NEG`, where NEG is -1, the text would be `n--1`.
    const bool Touch = I > 0 && Before.getLocation().getLocWithOffset(Before.getLength()) == T.getLocation();
    if (I > 0 && (T.hasLeadingSpace() || T.isAtStartOfLine() || (!Touch && Joins.AvoidConcat(First, Before, T))))
      Text += ' ';
    Text += PP.getSpelling(T);
  }
  return Text;
}

/// Whether the token comes from an argument of the macro HETCC of hetcc.h, whose arguments are only clauses of hetcc.
static bool isInsideHetcc(const Token &T, clang::Preprocessor &PP) {
  return T.getLocation().isMacroID() &&
         clang::Lexer::getImmediateMacroName(T.getLocation(), PP.getSourceManager(), PP.getLangOpts()) == "HETCC";
}

std::optional<OpenClause> hetcc::findOpenClause(SourceLocation Macro, const clang::Preprocessor &PP) {
  const clang::SourceManager &SM = PP.getSourceManager();
  const auto [File, Offset] = SM.getDecomposedLoc(Macro);
  const StringRef Text = SM.getBufferData(File);
  clang::Lexer Raw(SM.getLocForStartOfFile(File), PP.getLangOpts(), Text.begin(), Text.begin() + Offset, Text.end());
  std::vector<std::string> Open; // for each open bracket, the word before it
  Token Before, T;
  Before.startToken();
  Raw.LexFromRawLexer(T);
  do {
    const bool Named = Before.is(tok::raw_identifier);
    if (T.is(tok::l_paren)) {
      const StringRef Name = Named ? Before.getRawIdentifier() : "";
      if (Open.size() > 1 && isOurWord(Name))
        return OpenClause{Before.getLocation(), Open[1], Name.str()};
      Open.push_back(Name.str());
    } else if (T.is(tok::r_paren) && !Open.empty()) {
      Open.pop_back();
    }
    Before = T;
    Raw.LexFromRawLexer(T);
  } while (T.isNot(tok::eof) && !T.isAtStartOfLine());
  return std::nullopt;
}

StringRef hetcc::meantFamily(StringRef Word, ArrayRef<Token> Tokens, clang::Preprocessor &PP) {
  const StringRef Near = isNearer(Word, "acc", "omp") ? "acc" : "omp";
  const bool Nearly = spellingDistance(Word, Near) <= 2 * WrongLetter;
  for (const Token &T : Tokens.drop_front())
    if (T.getIdentifierInfo() && (isInsideHetcc(T, PP) || (Nearly && isOurWord(PP.getSpelling(T)))))
      return Near;
  return "";
}

/// Whether the user probably mistyped a word of hetcc. In `acc` directives only 'HETCC' is considered, because the
/// parser does not know all of OpenACC's clauses.
static bool isMisspelt(StringRef Word, StringRef Family) {
  const StringRef Meant = meantWord(Word);
  return Family == "omp" ? !Meant.empty() : Meant == "HETCC";
}

bool hetcc::isOurDirective(ArrayRef<Token> Tokens, clang::Preprocessor &PP) {
  unsigned Depth = 0;
  for (const Token &T : Tokens) {
    if (T.is(tok::l_paren))
      ++Depth;
    else if (T.is(tok::r_paren) && Depth)
      --Depth;
    else if (Depth == 0 && T.getIdentifierInfo() && (isOurWord(PP.getSpelling(T)) || isInsideHetcc(T, PP)))
      return true;
    else if (Depth == 0 && T.getIdentifierInfo() && &T + 1 != Tokens.end() && (&T + 1)->is(tok::l_paren) &&
             isMisspelt(PP.getSpelling(T), PP.getSpelling(Tokens[0])))
      return true;
  }
  if (!dataDirectiveOf(Tokens, PP).first.empty())
    return true;
  if (Tokens.size() < 2)
    return false;
  const std::string Family = PP.getSpelling(Tokens[0]), Word = PP.getSpelling(Tokens[1]);
  // `acc region` is not a directive of OpenACC but of the older system CoreTSAR, whose directives hetcc accepts. The
  // word after `omp` may be a mistyped word of hetcc.
  return (Family == "acc" && Word == "region") ||
         (Family == "omp" && llvm::omp::getOpenMPDirectiveKind(Word) == llvm::omp::OMPD_unknown &&
          !nearest(Word, llvm::map_to_vector(directiveWords(), [](const DirectiveWord &Each) { return Each.Name; }))
               .empty());
}

std::optional<Directive> hetcc::parseDirective(ArrayRef<Token> Tokens, SourceLocation HashLoc, clang::Preprocessor &PP,
                                               Diagnostics &Diags) {
  return ClauseParser(Tokens, PP, Diags).run(HashLoc);
}
