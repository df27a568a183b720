// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Handles `diagnostic` pragmas itself, because clang's own handler offers no callback for groups of warnings that clang
// does not know.
#include "Frontend/WarningPragmas.h"
#include "clang/Lex/LiteralSupport.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringSwitch.h"

using namespace hetcc;
using namespace clang;

namespace hetcc {

class DiagnosticPragma : public PragmaHandler {
public:
  DiagnosticPragma(WarningPragmas &State, WarningPragmas::Observer OnOurs)
      : PragmaHandler("diagnostic"), State(State), OnOurs(std::move(OnOurs)) {}

  /// Handles `push`, `pop`, and `ignored|warning|error|fatal "-Wgroup"`. Ignores malformed pragmas, because the host
  /// compiler reports them.
  void HandlePragma(Preprocessor &PP, PragmaIntroducer Introducer, Token &) override {
    Token Word, Text;
    PP.LexUnexpandedToken(Word);
    if (Word.isNot(tok::identifier))
      return;
    const StringRef Kind = Word.getIdentifierInfo()->getName();
    if (Kind == "push") {
      State.Pushed.push_back(State.now());
      return;
    }
    if (Kind == "pop") {
      const bool Any = !State.Pushed.empty();
      State.Changes.push_back({Introducer.Loc, Any ? State.Pushed.back() : WarningPragmas::State()});
      if (Any)
        State.Pushed.pop_back();
      return;
    }
    const auto Level = llvm::StringSwitch<std::optional<Severity>>(Kind)
                           .Case("ignored", Severity::Ignored)
                           .Case("warning", Severity::Warning)
                           .Cases("error", "fatal", Severity::Error)
                           .Default(std::nullopt);
    PP.LexUnexpandedToken(Text);
    if (!Level || Text.isNot(tok::string_literal))
      return;
    StringLiteralParser Literal(Text, PP);
    StringRef Option = Literal.hadError ? "" : Literal.GetString();
    if (!Option.consume_front("-W"))
      return;
    if (const GroupName Name = findGroup(Option); Name.Known)
      set(Introducer.Loc, Name, *Level, Text.getLocation());
  }

private:
  void set(SourceLocation From, GroupName Name, Severity Level, SourceLocation Last) {
    WarningPragmas::State Then = State.now();
    if (Name.One)
      Then[unsigned(*Name.One)] = Level;
    else
      Then.fill(Level);
    State.Changes.push_back({From, Then});
    if (OnOurs)
      OnOurs(From, Last);
  }

  WarningPragmas &State;
  WarningPragmas::Observer OnOurs;
};

} // namespace hetcc

void WarningPragmas::install(Preprocessor &PP, Observer OnOurs, bool Instead) {
  for (StringRef Space : {"GCC", "clang"}) {
    EmptyPragmaHandler Namesake("diagnostic");
    if (Instead)
      PP.RemovePragmaHandler(Space, &Namesake);
    PP.AddPragmaHandler(Space, new DiagnosticPragma(*this, OnOurs)); // the preprocessor owns the handler
  }
}

std::optional<Severity> WarningPragmas::severityAt(SourceLocation Loc, Group G, const SourceManager &SM) const {
  if (Loc.isInvalid())
    return std::nullopt;
  Loc = SM.getExpansionLoc(Loc);
  for (const Change &Each : llvm::reverse(Changes))
    if (SM.isBeforeInTranslationUnit(SM.getExpansionLoc(Each.From), Loc))
      return Each.Then[unsigned(G)];
  return std::nullopt;
}
