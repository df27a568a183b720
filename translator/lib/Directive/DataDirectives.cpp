// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parses directives that say how long devices keep arrays: `target data` and `acc data`, their forms without a block
// (`enter data`, `exit data`), and `update`. Clauses such as `device` and `nowait`, which name no memory, have no
// effect.
#include "Directive/ClauseParser.h"
#include "llvm/ADT/StringSet.h"

using namespace hetcc;
using clang::SourceLocation;
using clang::Token;
using llvm::ArrayRef;
using llvm::StringRef;
namespace tok = clang::tok;

/// Whether a `target update` has hetcc's clauses `padding_...`, which exchange padding inside a block.
static bool updatesPadding(ArrayRef<Token> Tokens, clang::Preprocessor &PP) {
  return llvm::any_of(Tokens, [&](const Token &T) { return StringRef(PP.getSpelling(T)).starts_with("padding_"); });
}

std::pair<StringRef, DirectiveKind> hetcc::dataDirectiveOf(ArrayRef<Token> Tokens, clang::Preprocessor &PP) {
  static constexpr std::pair<StringRef, DirectiveKind> All[] = {
      {"omp target data", DirectiveKind::Data},
      {"omp target enter data", DirectiveKind::DataChange},
      {"omp target exit data", DirectiveKind::DataChange},
      {"omp target update", DirectiveKind::DataChange},
      {"acc data", DirectiveKind::Data},
      {"acc enter data", DirectiveKind::DataChange},
      {"acc exit data", DirectiveKind::DataChange},
      {"acc update", DirectiveKind::DataChange},
  };
  std::string Words;
  for (const Token &T : Tokens) {
    Words += (Words.empty() ? "" : " ") + PP.getSpelling(T);
    for (const auto &Each : All)
      if (Each.first == Words)
        return {Each.first, updatesPadding(Tokens, PP) ? DirectiveKind::Padding : Each.second};
    if (Words.size() > All[1].first.size())
      break;
  }
  return {};
}

bool ClauseParser::isDataDirective() {
  auto [Name, Kind] = dataDirectiveOf(Tokens, PP);
  D.Name = Name.str();
  D.Kind = Name.empty() ? D.Kind : Kind;
  Next = Name.empty() ? 0 : 1 + Name.count(' ');
  IsAcc = Name.starts_with("acc");
  return !Name.empty();
}

/// Returns the present name of a clause with an older name: OpenACC renamed `present_or_copy` (`pcopy`) and the like to
/// `copy`, when `copy` itself began to look whether an array is on the device already.
static std::string withoutPresence(StringRef Name) {
  if (Name == "pcopy" || Name == "pcopyin" || Name == "pcopyout" || Name == "pcreate")
    Name = Name.drop_front();
  Name.consume_front("present_or_");
  return Name.str();
}

/// Returns the arguments without a modifier such as `readonly:`.
static ArrayRef<Token> withoutModifier(ArrayRef<Token> Arguments) {
  const bool Has = Arguments.size() > 2 && Arguments[0].is(tok::identifier) && Arguments[1].is(tok::colon);
  return Has ? Arguments.drop_front(2) : Arguments;
}

/// The column of DataClauses.def for a data directive.
static DataKind kindOf(const Directive &D) {
  return D.Kind == DirectiveKind::Data ? DataKind::Block
         : D.has("exit")               ? DataKind::Exit
         : D.has("update")             ? DataKind::Update
                                       : DataKind::Enter;
}

bool ClauseParser::dataClause() {
  const Token First = peek();
  const SourceLocation At = First.getLocation();
  const std::string Name = IsAcc ? withoutPresence(word(First)) : word(First);
  Current = word(First);
  ++Next;
  const DataClauseRow *Row = findDataClause(Name, family());
  std::optional<TokenList> Arguments;
  if (!Row || !Row->has(rule::Bare) || (!atEnd() && peek().is(tok::l_paren)))
    if (!(Arguments = parenthesised(Name)))
      return false;
  if (Row && Row->has(rule::Alone) && Arguments) {
    Diags.report(At, message::err_no_arguments) << Current;
    return false;
  }
  const auto Items = [&] { return IsAcc ? withoutModifier(*Arguments) : *Arguments; };
  switch (Row && meet(Row->Families, family()) ? Row->on(kindOf(D)) : DataEffect::No) {
  case DataEffect::No:
    break;
  case DataEffect::If:
    return condition(*Arguments, At);
  case DataEffect::Map:
    return dataMap(*Arguments, At);
  case DataEffect::Enter:
    return dataItems(Name, DataAction::Enter, Items());
  case DataEffect::Exit:
    return dataItems(Name, DataAction::Exit, Items());
  case DataEffect::Present:
    return dataItems(Name, DataAction::Present, *Arguments);
  case DataEffect::To:
    return dataItems(Name, DataAction::UpdateTo, *Arguments);
  case DataEffect::From:
    return dataItems(Name, DataAction::UpdateFrom, *Arguments);
  case DataEffect::None:
    return withoutEffect(Arguments, At);
  case DataEffect::Skip:
    return true;
  }
  Diags.report(At, message::err_clause_not_here) << Name << D.Name;
  return false;
}

/// Parses the arguments of a clause that has no effect, as `device(n)`, `async(n)` or `use_device_ptr(p)`. Sema still
/// checks expressions in it.
bool ClauseParser::withoutEffect(std::optional<TokenList> Arguments, SourceLocation Loc) {
  if (!Arguments)
    return true;
  if (Current == "default") {
    const std::string Word = spell(*Arguments, PP);
    return Word == "none" || Word == "present" || fail(Loc, "'none' or 'present'", Current);
  }
  if (Current == "device" || Current == "async" || Current == "wait") {
    static const llvm::StringSet<> Words = {"ancestor", "device_num", "devnum", "queues"};
    for (TokenList Part : splitAt(*Arguments, tok::colon)) // as in `wait(devnum: n: queues: list)`
      if (!(Part.size() == 1 && Words.contains(word(Part[0]))) && !unused(Part, "a number", Wanted::Integer, Loc))
        return false;
    return true;
  }
  for (TokenList Each : splitAt(*Arguments, tok::comma)) {
    std::optional<DependItem> Item = sectionOf(Current, Each);
    if (!Item)
      return false;
    D.Unused.push_back(std::move(Item->Object));
    for (DependItem::Bracket &Bracket : Item->Brackets)
      for (std::optional<ClauseExpr> *Bound : {&Bracket.Lower, &Bracket.Length})
        if (*Bound)
          D.Unused.push_back(std::move(**Bound));
  }
  return true;
}

/// Parses `map([always,] [close,] [present,] [type:] list)` of a data directive.
bool ClauseParser::dataMap(TokenList Arguments, SourceLocation Loc) {
  std::vector<TokenList> Parts;
  for (size_t I = 0; I < Arguments.size() && Parts.empty(); ++I)
    if (Arguments[I].isOneOf(tok::l_paren, tok::l_square))
      I = closing(Arguments, I);
    else if (Arguments[I].is(tok::colon))
      Parts = {Arguments.take_front(I), Arguments.drop_front(I + 1)};
  std::string Type = D.has("exit") ? "from" : "tofrom", Clause = "map";
  bool Present = false;
  if (!Parts.empty()) {
    for (const Token &Each : Parts[0]) {
      const std::string Word = word(Each);
      static const llvm::StringSet<> Modifiers = {"always", "close", "present", ","};
      Present |= Word == "present";
      if (Modifiers.contains(Word))
        continue;
      if (&Each != &Parts[0].back())
        return fail(Each.getLocation(), "'always', 'close' or 'present'", "map");
      Type = Word;
    }
    Clause = "map(" + Type + ":)";
    Arguments = Parts[1];
  }
  static const llvm::StringSet<> Begins = {"to", "from", "tofrom", "alloc"},
                                 Ends = {"from", "tofrom", "release", "delete"};
  const bool Exits = D.has("exit");
  if (!(Exits ? Ends : Begins).contains(Type))
    return fail(Loc, Exits ? "'from', 'tofrom', 'release' or 'delete'" : "'to', 'from', 'tofrom' or 'alloc'", "map");
  return (!Present || dataItems("map(present, " + Type + ":)", DataAction::Present, Arguments)) &&
         dataItems(Clause, Exits ? DataAction::Exit : DataAction::Enter, Arguments);
}

/// Parses the list of a clause of a data directive.
bool ClauseParser::dataItems(const std::string &Clause, DataAction Action, TokenList Arguments) {
  for (TokenList Each : splitAt(Arguments, tok::comma)) {
    std::optional<DependItem> Item = sectionOf(Clause, Each);
    if (!Item)
      return false;
    D.Data.push_back({Clause, Action, std::move(*Item)});
  }
  return true;
}
