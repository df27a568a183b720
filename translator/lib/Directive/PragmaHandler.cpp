// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Implements the pragma handlers, which put the marker and a plain OpenMP directive before a loop (PragmaHandler.h).
#include "Directive/PragmaHandler.h"
#include "Directive/DirectiveParser.h"
#include "Directive/JoinedLines.h"
#include "clang/AST/Decl.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Frontend/OpenMP/OMPConstants.h"

using namespace hetcc;
using clang::SourceLocation;
using clang::Token;
namespace tok = clang::tok;

namespace {

/// Builds a sequence of tokens that are not in the source file, all at the location `Loc`, and gives them to the
/// parser.
class TokenBuilder {
public:
  TokenBuilder(clang::Preprocessor &PP, SourceLocation Loc) : PP(PP), Loc(Loc) {}

  TokenBuilder &keyword(tok::TokenKind Kind, llvm::StringRef Word) {
    Token T = start(Kind);
    T.setIdentifierInfo(PP.getIdentifierInfo(Word));
    return add(T);
  }
  TokenBuilder &punctuation(std::initializer_list<tok::TokenKind> Kinds) {
    for (tok::TokenKind Kind : Kinds)
      add(start(Kind));
    return *this;
  }
  TokenBuilder &literal(tok::TokenKind Kind, llvm::StringRef Text) {
    Token T = start(Kind);
    PP.CreateString(Text, T, Loc, Loc);
    return add(T);
  }
  /// Appends a word as the kind of token that it would be in a source file, a keyword or an identifier.
  TokenBuilder &word(llvm::StringRef Word) {
    clang::IdentifierInfo *Info = PP.getIdentifierInfo(Word);
    Token T = start(Info->getTokenID());
    PP.CreateString(Word, T, Loc, Loc);
    T.setIdentifierInfo(Info);
    return add(T);
  }
  TokenBuilder &append(llvm::ArrayRef<Token> More) {
    Tokens.append(More.begin(), More.end());
    return *this;
  }
  TokenBuilder &annotation(tok::TokenKind Kind, SourceLocation At) {
    Token T = start(Kind);
    T.setLocation(At);
    T.setAnnotationEndLoc(At);
    return add(T);
  }
  /// Inserts the tokens before the preprocessor's next token. If Reinject is set, a TokenStream does not record them.
  void enter(bool Reinject) {
    auto Copy = std::make_unique<Token[]>(Tokens.size());
    std::copy(Tokens.begin(), Tokens.end(), Copy.get());
    PP.EnterTokenStream(std::move(Copy), Tokens.size(), /*DisableMacroExpansion=*/true, Reinject);
  }

private:
  Token start(tok::TokenKind Kind) {
    Token T;
    T.startToken();
    T.setKind(Kind);
    T.setLocation(Loc);
    return T;
  }
  TokenBuilder &add(const Token &T) {
    Tokens.push_back(T);
    return *this;
  }

  clang::Preprocessor &PP;
  SourceLocation Loc;
  llvm::SmallVector<Token, 64> Tokens;
};

/// Whether the clause is left out of the directive that clang's parser gets, because it has no effect in hetcc.
bool isDropped(const OpenMPClause &C) { return C.Role == ClauseRole::Ignored || C.Name == "nowait"; }

/// Appends a loop that never runs, under the OpenMP directive with those clauses of `D` that isDropped() leaves out.
/// Clang's parser thus still reports errors in these clauses.
void appendDropped(TokenBuilder &Out, const Directive &D, SourceLocation EndOfLine) {
  auto [Family, Words] = llvm::StringRef(D.Name).split(' ');
  if (Family != "omp" || Words == "acc_region_loop" || !D.isLoop() || llvm::none_of(D.OpenMP, isDropped))
    return;
  constexpr const char Counter[] = "hetcc_count";
  Out.keyword(tok::kw_int, "int").word(Counter).punctuation({tok::semi}).annotation(tok::annot_pragma_openmp, D.Begin);
  for (llvm::StringRef Word : llvm::split(Words, ' '))
    Out.word(Word);
  for (const OpenMPClause &C : D.OpenMP)
    if (isDropped(C))
      Out.append(C.Tokens);
  Out.annotation(tok::annot_pragma_openmp_end, EndOfLine).keyword(tok::kw_for, "for").punctuation({tok::l_paren});
  auto Number = [&](const char *Text) { Out.literal(tok::numeric_constant, Text); };
  Out.word(Counter).punctuation({tok::equal}), Number("0"), Out.punctuation({tok::semi});
  Out.word(Counter).punctuation({tok::less}), Number("1"), Out.punctuation({tok::semi});
  Out.word(Counter).punctuation({tok::plusplus, tok::r_paren, tok::semi});
}

/// Appends the marker, `if (((void)"hetcc:ID", (void)(e0), ..., 0)) {} else`.
void appendMarker(TokenBuilder &Out, Directive &D, SourceLocation EndOfLine) {
  auto Void = [&] { Out.punctuation({tok::l_paren}).keyword(tok::kw_void, "void").punctuation({tok::r_paren}); };
  Out.keyword(tok::kw_if, "if").punctuation({tok::l_paren, tok::l_paren});
  Void();
  const char *Kind = D.Kind == DirectiveKind::Bind ? " bind" : "";
  Out.literal(tok::string_literal, "\"hetcc:" + std::to_string(D.Id) + Kind + "\"").punctuation({tok::comma});
  forEachExpr(D, [&](ClauseExpr &E) {
    Void();
    Out.punctuation({tok::l_paren}).append(E.Tokens).punctuation({tok::r_paren, tok::comma});
  });
  Out.literal(tok::numeric_constant, "0").punctuation({tok::r_paren, tok::r_paren, tok::l_brace});
  appendDropped(Out, D, EndOfLine);
  Out.punctuation({tok::r_brace});
  Out.keyword(tok::kw_else, "else");
}

/// Whether the plain OpenMP directive that clang's parser gets instead of the hetcc directive has the clause.
bool goesToSema(const OpenMPClause &C, const Directive &D) {
  switch (C.Role) {
  case ClauseRole::Team:
  case ClauseRole::Threads:
  case ClauseRole::Last:
  case ClauseRole::Collapse:
  case ClauseRole::Plain:
    return true;
  default:
    return (D.Simd && C.Role == ClauseRole::Simd) || (D.joinsTeam() && C.Name == "nowait");
  }
}

/// Whether the OpenMP directive that replaces a block's directive needs a `firstprivate` clause for the bounds of the
/// partition. It does if the user wrote `default(none)`, since clang would otherwise report these variables.
bool namesBounds(const Directive &D) { return D.Kind == DirectiveKind::Block && D.findOpenMP("default"); }

/// Whether the line is an `acc loop` with a clause by which the program promises that no iteration depends on another:
/// `independent`, `vector` or `worker`; a `gang` alone does not count. `seq` and `auto` withdraw the promise.
bool saysIndependent(llvm::ArrayRef<Token> Line) {
  auto Is = [](const Token &T, llvm::StringRef Word) {
    return T.is(tok::identifier) && T.getIdentifierInfo()->isStr(Word);
  };
  auto Has = [&](llvm::StringRef Word) { return llvm::any_of(Line, [&](const Token &T) { return Is(T, Word); }); };
  return Line.size() > 2 && Is(Line[0], "acc") && Is(Line[1], "loop") && !Has("seq") &&
         llvm::none_of(Line, [](const Token &T) { return T.is(tok::kw_auto); }) &&
         (Has("independent") || Has("vector") || Has("worker"));
}

bool isOneMemory(const Token &T, clang::Preprocessor &PP) {
  return T.is(tok::identifier) && PP.getSpelling(T) == "unified_shared_memory";
}

/// Whether an `omp` line names no directive of OpenMP or hetcc, as `#pragma omp paralle for`. gcc ignores such a line
/// like any unknown pragma, but clang would reject the function around it, so the line is not passed to clang.
bool isUnknown(llvm::ArrayRef<Token> Line, clang::Preprocessor &PP) {
  static const llvm::StringSet<> First = [] {
    llvm::StringSet<> Words;
    for (unsigned Kind = 0; Kind != llvm::omp::Directive_enumSize; ++Kind)
      Words.insert(llvm::omp::getOpenMPDirectiveName(llvm::omp::Directive(Kind)).split(' ').first);
    for (const char *Later : {"assume", "fuse", "groupprivate", "interchange", "reverse", "split", "stripe",
                              "taskgraph", "task_iteration"}) // newer directives, which this clang may not know
      Words.insert(Later);
    for (const char *OfFortran : {"allocators", "do", "workdistribute", "workshare"})
      Words.erase(OfFortran);
    return Words;
  }();
  return !isOurDirective(Line, PP) && (Line.size() < 2 || !First.contains(PP.getSpelling(Line[1])));
}

/// The names of the loop variables of the loop nest that follows a directive line, at most `Most`: `i` and `j` for `for
/// (i = 0; ...) for (j = 0; ...)`. Stops at the first loop that is not of this form.
std::vector<std::string> countersBehind(SourceLocation End, size_t Most, clang::Preprocessor &PP) {
  const clang::SourceManager &SM = PP.getSourceManager();
  std::vector<std::string> Names;
  auto Next = [&, At = End]() mutable {
    std::optional<Token> T = At.isFileID() ? clang::Lexer::findNextToken(At, SM, PP.getLangOpts()) : std::nullopt;
    At = T ? T->getLocation() : SourceLocation();
    return T && T->isNot(tok::eof) ? T : std::nullopt;
  };
  auto IsWord = [&](const std::optional<Token> &T, llvm::StringRef Word) {
    return T && T->is(tok::raw_identifier) && (Word.empty() || T->getRawIdentifier() == Word);
  };
  std::optional<Token> T = Next();
  while (Names.size() < Most && IsWord(T, "for")) {
    const std::optional<Token> Paren = Next(), Name = Next(), Is = Next();
    if (!Paren || Paren->isNot(tok::l_paren) || !IsWord(Name, "") || !Is || Is->isNot(tok::equal))
      break;
    Names.push_back(Name->getRawIdentifier().str());
    for (unsigned Depth = 1; Depth && (T = Next());)
      Depth += T->is(tok::l_paren) ? 1 : T->is(tok::r_paren) ? -1 : 0;
    for (T = Next(); T && T->is(tok::l_brace);)
      T = Next();
  }
  return Names;
}

/// Removes the loop variables from the loop's `shared` clauses. gcc accepts them there but makes them private
/// nevertheless; clang would reject the loop.
void leaveOutCounters(Directive &D, SourceLocation End, clang::Preprocessor &PP) {
  if (!D.isLoop() || D.joinsTeam() || !D.findOpenMP("shared"))
    return;
  const OpenMPClause *Nest = D.findOpenMP("collapse");
  unsigned Depth = 1;
  if (Nest && Nest->argument().trim().getAsInteger(10, Depth))
    return;
  const std::vector<std::string> Counters = countersBehind(End, Depth, PP);
  for (OpenMPClause &C : D.OpenMP) {
    auto IsCounter = [&](const Token &T) { return llvm::is_contained(Counters, PP.getSpelling(T)); };
    if (C.Name != "shared" || llvm::none_of(C.Tokens, IsCounter))
      continue;
    std::vector<Token> Kept;
    for (const Token &T : C.Tokens) {
      if (IsCounter(T) || (T.is(tok::comma) && Kept.back().isOneOf(tok::comma, tok::l_paren)))
        continue;
      if (T.is(tok::r_paren) && Kept.back().is(tok::comma))
        Kept.pop_back();
      Kept.push_back(T);
    }
    C.Tokens = std::move(Kept);
    C.Text = spell(C.Tokens, PP);
  }
  llvm::erase_if(D.OpenMP, [](const OpenMPClause &C) { return C.Name == "shared" && C.argument().trim().empty(); });
}

constexpr const char DealsOutOne[] = " schedule(dynamic)";

/// Returns the pragma line of an OpenMP `for` loop with `schedule(dynamic)` in place of its schedule. Returns "" for
/// other directives and for `ordered` loops.
std::string lineThatDealsOut(llvm::ArrayRef<Token> Line, clang::Preprocessor &PP) {
  const std::string Name = directiveNameOf(Line, PP);
  if (!llvm::is_contained(llvm::split(Name, ' '), "for"))
    return "";
  std::string Text = "#pragma";
  unsigned Depth = 0;
  bool InSchedule = false;
  for (const Token &T : Line) {
    const std::string Word = PP.getSpelling(T);
    if (Depth == 0 && Word == "ordered")
      return "";
    InSchedule = Depth == 0 ? Word == "schedule" || (InSchedule && T.is(tok::l_paren)) : InSchedule;
    Depth += T.is(tok::l_paren);
    if (!InSchedule)
      Text += " " + Word;
    if (T.is(tok::r_paren) && Depth && --Depth == 0)
      InSchedule = false;
  }
  return Text + DealsOutOne + "\n";
}

/// Handles all pragmas that begin with `omp` or `acc`.
class Handler : public clang::PragmaHandler {
public:
  Handler(llvm::StringRef Name, clang::Sema &S, DirectiveList &Directives, Diagnostics &Diags, OpenMPOptions Options)
      : PragmaHandler(Name), S(S), Directives(Directives), Diags(Diags), Options(Options) {}

  void HandlePragma(clang::Preprocessor &PP, clang::PragmaIntroducer Introducer, Token &First) override {
    const PragmaLine Read = readPragma(PP, First);
    HeldLines Around = std::exchange(Held, HeldLines());
    const std::optional<PragmaLine> Joined = Around.Each.empty() ? std::nullopt : joined(Around.Joined, Read, PP);
    const PragmaLine *Line = Around.Each.empty() ? &Read : Joined ? &*Joined : nullptr;
    const DirectiveLine Place = {Introducer.Loc, Read.Tokens.front().getLocation(), Read.Tokens.back().getLocation()};
    if (Line && mayHold(Place) && isContinued(*Line, PP)) {
      Held = {*Line, std::move(Around.Each)};
      Held.Each.push_back({Place, Read});
      return;
    }
    if (Joined && takeJoined(PP, Place, *Joined, Read, Around))
      return;
    handle(PP, Introducer, Read);
    for (const HeldLines::Line &Each :
         llvm::reverse(Around.Each)) // in reverse order, because tokens that are entered later are read earlier
      takeAutomatically(PP, Each.Place.HashLoc, Each.Read);
  }

private:
  /// Whether the handler may keep a line at this place until the next pragma line, to join the two.
  bool mayHold(const DirectiveLine &Place) const {
    return Options.Auto != AutoMode::Off && !Place.HashLoc.isMacroID() && !S.CurContext->isFileContext();
  }

  /// Translates a loop's line, `Read`, and the lines of outer constructs before it as one directive, `Joined`, at the
  /// place of the last line. Returns false, and does nothing, if the joined directive cannot be translated.
  bool takeJoined(clang::Preprocessor &PP, const DirectiveLine &Place, const PragmaLine &Joined, const PragmaLine &Read,
                  const HeldLines &Around) {
    std::string WhyNot;
    const bool IsLoop =
        !isOurDirective(Read.Tokens, PP) && autoRoleOf(Joined.Tokens, PP, Options.Auto) == AutoRole::Loop;
    std::optional<Directive> D = IsLoop ? automatic(PP, Place.HashLoc, Joined, WhyNot) : std::nullopt;
    if (!D) {
      Directives.DynamicSchedules.erase(Place.HashLoc); // automatic() has stored the joined line there
      return false;
    }
    static_cast<DirectiveLine &>(*D) = Place;
    for (const HeldLines::Line &Each : Around.Each)
      D->Outer.push_back(Each.Place);
    add(PP, std::move(*D), Read.End);
    return true;
  }

  /// Handles one pragma line that has not been joined with other lines.
  void handle(clang::Preprocessor &PP, clang::PragmaIntroducer Introducer, const PragmaLine &Read) {
    const llvm::ArrayRef<Token> Line = Read.Tokens;
    const auto *Bare = llvm::find_if(Line, [](const Token &Word) {
      return Word.is(tok::identifier) && Word.getIdentifierInfo()->getName() == "HETCC";
    });
    if (Bare != Line.end()) {
      const bool IsMacro = Bare->getIdentifierInfo()->hasMacroDefinition();
      Diags.report(Bare->getLocation(), IsMacro ? message::err_bare_macro : message::err_no_macro);
      if (IsMacro)
        Diags.report(Bare->getLocation(), message::note_remedy)
            << "put the clauses in brackets behind it, as in 'HETCC(hetero(1))'";
      return;
    }
    if (std::optional<MemoryRequirement> Required = memoryRequirementOf(Line, Introducer.Loc, PP)) {
      Directives.HasOneMemory |= llvm::any_of(Line, [&](const Token &T) { return isOneMemory(T, PP); });
      Directives.Requirements.push_back(std::move(*Required));
      return pass(PP, Introducer.Loc, Line.drop_front(), Read.End, /*Reinject=*/false);
    }
    if (getName() == "omp" && isUnknown(Line, PP)) {
      Directives.Unknown.push_back({Introducer.Loc, Line.front().getLocation(), Line.back().getLocation()});
      return;
    }
    if (!isOurDirective(Line, PP)) {
      if (Read.Inside.isInvalid() && takeAutomatically(PP, Introducer.Loc, Read))
        return;
      noteNotAsked(PP, Line);
      if (saysIndependent(Line))
        Directives.Independent.push_back(Line.back().getLocation());
      if (getName() == "omp")
        pass(PP, Introducer.Loc, Line.drop_front(), Read.End, /*Reinject=*/false);
      return;
    }
    if (Read.Inside.isValid()) {
      Diags.report(Read.Inside, message::err_pragma_inside);
      return;
    }
    if (dataDirectiveOf(Line, PP).second == DirectiveKind::Data ||
        dataDirectiveOf(Line, PP).second == DirectiveKind::DataChange)
      if (takeAutomatically(PP, Introducer.Loc, Read))
        return;
    std::optional<Directive> D = parseDirective(Line, Introducer.Loc, PP, Diags);
    if (!D)
      return;
    // A directive in a class is in a member function, because clang lexes the bodies of member functions before it
    // parses them.
    if (S.CurContext->isFileContext()) {
      // After an error, clang may not have recognised the enclosing function. The host compiler will report that error.
      if (PP.getDiagnostics().hasUncompilableErrorOccurred())
        Directives.Lost = true;
      else
        Diags.report(D->Begin, message::err_file_scope) << D->Name;
      return;
    }
    add(PP, std::move(*D), Read.End);
  }

  /// Reports the directive in a remark if --hetcc-auto=all would try to split its loop; called in the other modes.
  void noteNotAsked(clang::Preprocessor &PP, llvm::ArrayRef<Token> Line) {
    if (autoRoleOf(Line, PP, AutoMode::All) != AutoRole::Loop ||
        PP.getSourceManager().isInSystemHeader(Line.front().getLocation()))
      return;
    Directives.HasPlainLoops = true;
    Diags.report(Line.front().getLocation(), message::remark_not_asked) << directiveNameOf(Line, PP);
  }

  /// Appends the directive to the list and injects its marker.
  void add(clang::Preprocessor &PP, Directive D, SourceLocation End) {
    D.Id = Directives.size();
    if (const auto &Pack = S.AlignPackStack.CurrentValue; Pack.IsPackSet())
      D.Pack = Pack.getPackNumber();
    Directives.push_back(std::move(D));
    inject(PP, Directives.back(), End);
  }

  /// Handles a plain OpenMP directive under --hetcc-auto: makes it a hetcc directive if possible; otherwise stores it
  /// in HostConstructs and passes it on to clang. Returns false if --hetcc-auto leaves directives of this kind alone.
  bool takeAutomatically(clang::Preprocessor &PP, SourceLocation Hash, const PragmaLine &Read) {
    const auto [DataName, Kind] = dataDirectiveOf(Read.Tokens, PP);
    const bool OfData = !DataName.empty();
    const AutoRole Role = autoRoleOf(Read.Tokens, PP, Options.Auto);
    if (Role == AutoRole::None)
      return false;
    const Token &First = Read.Tokens.front(), &Last = Read.Tokens.back();
    HostConstruct Other = {Hash,
                           First.getLocation(),
                           Last.getLocation(),
                           directiveNameOf(Read.Tokens, PP),
                           OfData && Kind == DirectiveKind::DataChange,
                           Role == AutoRole::Loop,
                           ""};
    if (Role == AutoRole::Loop || OfData)
      if (std::optional<Directive> D = automatic(PP, Hash, Read, Other.Why)) {
        add(PP, std::move(*D), Read.End);
        return true;
      }
    Directives.HostConstructs.push_back(std::move(Other));
    pass(PP, Hash, llvm::ArrayRef(Read.Tokens).drop_front(), Read.End, /*Reinject=*/false);
    return true;
  }

  /// Makes a hetcc directive from a plain OpenMP directive. If this is not possible, returns nullopt and sets `WhyNot`.
  std::optional<Directive> automatic(clang::Preprocessor &PP, SourceLocation Hash, const PragmaLine &Read,
                                     std::string &WhyNot) {
    if (Options.Checked && autoRoleOf(Read.Tokens, PP, Options.Auto) == AutoRole::Loop)
      if (std::string Line = lineThatDealsOut(Read.Tokens, PP); !Line.empty())
        Directives.DynamicSchedules[Hash] = std::move(Line);
    Diagnostics::Silence Quiet(Diags);
    std::optional<Directive> D = parseDirective(Read.Tokens, Hash, PP, Diags);
    // With `safelen(n)`, an iteration may depend on iterations that are n or more before it, so the loop must keep its
    // order.
    const bool Ordered = D && D->Name == "omp target simd" && D->findOpenMP("safelen");
    // Under --hetcc-check (only then has DynamicSchedules an entry), each iteration of a collapsed nest is to be
    // checked. A split loop would check only the iterations of the outermost loop, so the nest is left to OpenMP.
    const bool IsNest = D && D->findOpenMP("collapse") && Directives.DynamicSchedules.count(Hash);
    if (!D || Ordered || IsNest || S.CurContext->isFileContext()) {
      WhyNot = Ordered  ? "under 'safelen', iterations may depend on each other"
               : IsNest ? "each iteration of its nest is checked"
               : D      ? "it stands outside of any function"
                        : Quiet.kept().Text;
      return std::nullopt;
    }
    D->Automatic = true;
    leaveOutCounters(*D, Read.End, PP);
    D->HasOneMemory = Directives.HasOneMemory;
    D->Mapped = std::move(D->Windows); // `map` gives only the lengths of arrays; Analysis finds in the body which
                                       // elements are used
    D->Windows.clear();
    return D;
  }

  /// Passes an OpenMP directive on to clang's parser. `Words` are its tokens after `omp`.
  void pass(clang::Preprocessor &PP, SourceLocation Hash, llvm::ArrayRef<Token> Words, SourceLocation End,
            bool Reinject) {
    TokenBuilder Out(PP, Hash);
    Out.annotation(tok::annot_pragma_openmp, Hash).append(Words).annotation(tok::annot_pragma_openmp_end, End);
    Out.enter(Reinject);
  }

  /// Gives the marker and the plain OpenMP directive to the parser. The tokens are flagged as reinjected, so that a
  /// TokenStream does not record them, because it contains only the user's tokens.
  void inject(clang::Preprocessor &PP, Directive &D, SourceLocation EndOfLine) {
    TokenBuilder Out(PP, D.Begin);
    appendMarker(Out, D, EndOfLine);
    if (D.standsAlone())
      Out.punctuation({tok::semi});
    if (!D.isRegion())
      return Out.enter(true);
    Out.annotation(tok::annot_pragma_openmp, D.Begin);
    if (!D.joinsTeam())
      Out.word("parallel");
    if (D.isLoop())
      Out.word("for");
    if (D.Simd)
      Out.word("simd");
    for (const OpenMPClause &C : D.OpenMP)
      if (goesToSema(C, D))
        Out.append(C.Tokens);
    if (namesBounds(D))
      Out.word("firstprivate")
          .punctuation({tok::l_paren})
          .append(D.Partition->Start->Tokens)
          .punctuation({tok::comma})
          .append(D.Partition->End->Tokens)
          .punctuation({tok::r_paren});
    Out.annotation(tok::annot_pragma_openmp_end, EndOfLine).enter(true);
  }

  clang::Sema &S;
  DirectiveList &Directives;
  Diagnostics &Diags;
  OpenMPOptions Options;
  HeldLines Held; ///< lines of outer constructs, which are kept until the next pragma line; handle() has not processed
                  ///< them yet
};

/// Handles pragmas whose first word no other handler knows. If such a pragma has hetcc's clauses, the user has mistyped
/// `omp` or `acc`; this is reported, because clang would ignore the pragma silently.
class UnknownHandler : public clang::PragmaHandler {
public:
  explicit UnknownHandler(Diagnostics &Diags) : PragmaHandler(""), Diags(Diags) {}

  void HandlePragma(clang::Preprocessor &PP, clang::PragmaIntroducer, Token &First) override {
    const PragmaLine Line = readPragma(PP, First);
    const llvm::StringRef Word = First.getIdentifierInfo() ? First.getIdentifierInfo()->getName() : "";
    const llvm::StringRef Meant = Word.empty() ? "" : meantFamily(Word, Line.Tokens, PP);
    if (!Meant.empty())
      Diags.report(First.getLocation(), message::err_unknown_family)
          << Word << Meant << clang::FixItHint::CreateReplacement(First.getLocation(), Meant);
  }

private:
  Diagnostics &Diags;
};

/// Reports a `HETCC(...)` of hetcc.h that begins a line of its own: outside of a directive its clauses would be read as
/// calls of functions. One that is an argument of another macro may get into a directive, so it is accepted.
class StrayMacro : public clang::PPCallbacks {
public:
  StrayMacro(const clang::SourceManager &SM, Diagnostics &Diags) : SM(SM), Diags(Diags) {}

  void MacroExpands(const Token &Name, const clang::MacroDefinition &Macro, clang::SourceRange,
                    const clang::MacroArgs *) override {
    const SourceLocation Loc = Name.getLocation();
    if (Name.isAtStartOfLine() && Loc.isFileID() && Name.getIdentifierInfo()->getName() == "HETCC" &&
        SM.isInSystemHeader(Macro.getMacroInfo()->getDefinitionLoc()) && !isArgument(Loc))
      Diags.report(Loc, message::err_stray_macro);
  }

private:
  /// Whether a bracket or a comma stands before `Loc`.
  bool isArgument(SourceLocation Loc) const {
    const auto [File, Offset] = SM.getDecomposedLoc(Loc);
    const llvm::StringRef Before = SM.getBufferData(File).take_front(Offset).rtrim();
    return Before.ends_with("(") || Before.ends_with(",");
  }

  const clang::SourceManager &SM;
  Diagnostics &Diags;
};

} // namespace

std::optional<MemoryRequirement> hetcc::memoryRequirementOf(llvm::ArrayRef<Token> Line, SourceLocation HashLoc,
                                                            clang::Preprocessor &PP) {
  auto IsWord = [&](const Token &T, llvm::StringRef Word) {
    return T.getIdentifierInfo() && PP.getSpelling(T) == Word;
  };
  if (Line.size() < 3 || !IsWord(Line[0], "omp") || !IsWord(Line[1], "requires"))
    return std::nullopt;
  MemoryRequirement Found{HashLoc, Line.front().getLocation(), Line.back().getLocation(), "", ""};
  bool Is = false;
  unsigned Depth = 0;
  for (const Token &T : Line.drop_front(2)) {
    if (T.is(tok::comma))
      continue;
    const bool OfMemory = Depth == 0 && (IsWord(T, "unified_shared_memory") || IsWord(T, "unified_address"));
    const std::string Text = (Depth == 0 && T.getIdentifierInfo() ? " " : "") + PP.getSpelling(T);
    Depth = T.is(tok::l_paren) ? Depth + 1 : T.is(tok::r_paren) && Depth ? Depth - 1 : Depth;
    Is |= OfMemory;
    Found.Whole += Text;
    Found.Rest += OfMemory ? "" : Text;
  }
  return Is ? std::optional(std::move(Found)) : std::nullopt;
}

/// gcc knows these clauses only from version 13 on, so older versions get the line without them.
std::string hetcc::hostText(const MemoryRequirement &Of) {
  const std::string Line = "#pragma omp requires";
  return "#if defined(__clang__) || !defined(__GNUC__) || __GNUC__ > 12\n" + Line + Of.Whole + "\n" +
         (Of.Rest.empty() ? "" : "#else\n" + Line + Of.Rest + "\n") + "#endif\n";
}

void hetcc::installPragmaHandlers(clang::Sema &S, DirectiveList &Directives, Diagnostics &Diags,
                                  OpenMPOptions Options) {
  clang::Preprocessor &PP = S.getPreprocessor();
  for (llvm::StringRef Name : {"omp", "acc"}) {
    // The preprocessor finds the handler to remove by its name; the parser still owns and deletes that object.
    clang::EmptyPragmaHandler Namesake(Name);
    PP.RemovePragmaHandler(&Namesake);
    // The parser's destructor removes this handler by its name, but does not delete it. The object is never deleted:
    // the process ends with the compiler instance.
    PP.AddPragmaHandler(new Handler(Name, S, Directives, Diags, Options));
  }
  PP.AddPragmaHandler(new UnknownHandler(Diags));
  PP.addPPCallbacks(std::make_unique<StrayMacro>(PP.getSourceManager(), Diags));
}

/// Returns the text of a `map(tofrom: ...)` clause for the items of a `shared` clause on `target parallel`; else "".
/// `shared` applies to `parallel` only, so without the `map`, `target` would copy a scalar among the items.
static std::string sharedBeyond(const Directive &D, const OpenMPClause &C) {
  const bool Shared = D.copiesScalars() && C.Name == "shared";
  return Shared ? " map(tofrom: " + llvm::StringRef(C.Text).split('(').second.str() : "";
}

std::string hetcc::plainDirective(const Directive &D, llvm::StringRef Condition, bool DealsOut) {
  if (D.standsAlone() || D.Kind == DirectiveKind::Bind)
    return "";
  // A block without partition gets a team of one thread, because each thread of a larger team would run the whole body.
  const bool IsBlock = D.Kind == DirectiveKind::Block;
  std::string Text = taskDirective(D);
  if (!Text.empty()) // `if(0)` makes the task undeferred: the program waits for its end
    Text += " if(0) default(shared)\n#pragma omp ";
  Text = "#pragma omp " + Text +
         (D.copiesScalars()  ? "target parallel num_threads(1) if(target: 0)"
          : IsBlock          ? "parallel num_threads(1)"
          : D.joinsTeam()    ? llvm::StringRef(D.Name).drop_front(4).str()
          : D.isOpenMPLoop() ? "parallel loop"
          : D.Simd           ? "parallel for simd"
                             : "parallel for");
  DealsOut = DealsOut && !IsBlock && !D.isOpenMPLoop() && !D.findOpenMP("ordered");
  if (DealsOut)
    Text += DealsOutOne;
  for (const OpenMPClause &C : D.OpenMP)
    if ((IsBlock && C.Role == ClauseRole::Threads) || (DealsOut && C.Name == "schedule"))
      continue;
    else if (goesToSema(C, D) || (C.Name == "schedule" && !D.isOpenMPLoop()) || C.Name == "order")
      Text += " " + C.Text + sharedBeyond(D, C);
  if (namesBounds(D))
    Text += " firstprivate(" + D.Partition->Start->Text + ", " + D.Partition->End->Text + ")";
  if (D.joinsTeam()) // `omp for` has no `if` clause, so the condition becomes a statement
    return (Condition.empty() ? "" : "if (!" + Condition.str() + ") ; else\n") + Text + "\n";
  if (IsBlock)
    return Text + "\n";
  IfConditions If = ifConditions(D, [](const IfClause &C) { return "(" + C.Condition.Text + ")"; });
  bool Same = !D.Simd || (If.Parallel == If.Simd && Condition.empty());
  if (!Condition.empty())
    If.Parallel = (Condition + (If.Parallel.empty() ? "" : " && " + If.Parallel)).str();
  if (!If.Parallel.empty())
    Text += (Same ? " if(" : " if(parallel: ") + If.Parallel + ")";
  if (!Same && !If.Simd.empty())
    Text += " if(simd: " + If.Simd + ")";
  return Text + "\n";
}
