// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists of arrays in clauses: windows, full copies, sections, and names.
#include "Directive/ClauseParser.h"
#include "llvm/ADT/STLExtras.h"

using namespace hetcc;
using clang::SourceLocation;
using clang::Token;
using llvm::ArrayRef;
using llvm::StringRef;
namespace tok = clang::tok;

bool ClauseParser::windows(StringRef Clause, Tokens_ Arguments) {
  if (Arguments.empty())
    return fail(here(), "an array", Clause);
  for (Tokens_ Item : splitAt(Arguments, tok::comma)) {
    std::optional<WindowSpec> W = window(Clause, Item, /*Section=*/false);
    if (!W)
      return false;
    W->In = !Clause.ends_with("out");
    W->Out = !Clause.ends_with("in");
    D.Windows.push_back(std::move(*W));
  }
  return true;
}

/// `var [(size)] [..] ...`; with Section the brackets are OpenMP's `[lower:length]`.
std::optional<WindowSpec> ClauseParser::window(StringRef Clause, Tokens_ Item, bool Section) {
  WindowSpec W;
  W.Clause = Clause.str();
  size_t I = !Item.empty() && Item.front().is(tok::l_paren) ? std::min(closing(Item, 0) + 1, Item.size()) : 0;
  while (I < Item.size() && !Item[I].isOneOf(tok::l_square, tok::l_paren))
    ++I;
  if (I == 0) {
    fail(Item.empty() ? here() : Item.front().getLocation(), "an array", Clause);
    return std::nullopt;
  }
  W.Array = expression(Item.slice(0, I));
  if (I < Item.size() && Item[I].is(tok::l_paren)) {
    size_t Close = closing(Item, I);
    if (Close == Item.size() || Close == I + 1) {
      fail(Item[I].getLocation(), "the element size", Clause);
      return std::nullopt;
    }
    W.ElementSize = expression(Item.slice(I + 1, Close - I - 1));
    I = Close + 1;
  }
  while (I < Item.size()) {
    size_t Close = Item[I].is(tok::l_square) ? closing(Item, I) : Item.size();
    if (Close == Item.size()) {
      fail(Item[I].getLocation(), "'['", Clause);
      return std::nullopt;
    }
    if (!dimension(W, Item.slice(I + 1, Close - I - 1), Item[I].getLocation(), Section))
      return std::nullopt;
    I = Close + 1;
  }
  if (W.Dimensions.empty() || W.Dimensions.size() > 3) {
    Diags.report(W.Array.Begin, message::err_rank) << W.Array.Text << unsigned(W.Dimensions.size());
    return std::nullopt;
  }
  return W;
}

bool ClauseParser::dimension(WindowSpec &W, Tokens_ Inside, SourceLocation Loc, bool Section) {
  std::vector<Tokens_> Parts = splitAt(Inside, tok::colon);
  bool Complete = llvm::none_of(Parts, [](Tokens_ P) { return P.empty(); });
  if (Section ? Parts.size() != 2 || !Complete : Parts.size() < 2 || Parts.size() > 3 || !Complete)
    return fail(Loc, Section ? "[lower:length]" : "[cond:num] or [cond:num:halo]", W.Clause);
  Dimension Dim{expression(Parts[0]), expression(Parts[1]), std::nullopt};
  if (Parts.size() == 3)
    Dim.Halo = expression(Parts[2]);
  W.Dimensions.push_back(std::move(Dim));
  return true;
}

/// `map([to|from|tofrom:] list)`: full copies.
bool ClauseParser::map(Tokens_ Arguments, SourceLocation Loc) {
  if (Arguments.empty())
    return fail(Loc, "an array", "map");
  std::string Type = "tofrom";
  std::vector<Tokens_> Parts = splitAt(Arguments, tok::colon);
  if (Parts.size() == 2) {
    Type = spell(Parts[0], PP);
    if (Type != "to" && Type != "from" && Type != "tofrom")
      return fail(Arguments.front().getLocation(), "'to', 'from' or 'tofrom'", "map");
    Arguments = Parts[1];
  }
  size_t Old = D.Windows.size();
  if (!copies(Type == "to" ? "copyin" : Type == "from" ? "copyout" : "copy", Arguments))
    return false;
  for (size_t I = Old; I < D.Windows.size(); ++I)
    D.Windows[I].Clause = "map(" + Type + ":)";
  return true;
}

bool ClauseParser::copies(StringRef Clause, Tokens_ Arguments) {
  if (Arguments.empty())
    return fail(here(), "an array", Clause);
  for (Tokens_ Item : splitAt(Arguments, tok::comma)) {
    std::optional<WindowSpec> W = window(Clause, Item, /*Section=*/true);
    if (!W)
      return false;
    W->Full = true;
    W->In = true;
    W->WholeCopy = !Clause.ends_with("copyin");
    D.Windows.push_back(std::move(*W));
  }
  return true;
}

/// `present(list)`: full copies of what devices keep; without a section, of all of it.
bool ClauseParser::present(Tokens_ Arguments) {
  if (Arguments.empty())
    return fail(here(), "an array", "present");
  for (Tokens_ Item : splitAt(Arguments, tok::comma)) {
    std::optional<WindowSpec> W = WindowSpec();
    if (!Item.empty() && Item.back().is(tok::r_square)) {
      W = window("present", Item, /*Section=*/true);
    } else if (Item.empty()) {
      return fail(here(), "an array", "present");
    } else {
      W->Clause = "present";
      W->Array = expression(Item);
      W->Unsized = true;
      Dimension All;
      All.Cond.Begin = All.Num.Begin = W->Array.Begin;
      All.Cond.End = All.Num.End = W->Array.End;
      All.Cond.Text = All.Num.Text = "0";
      W->Dimensions.push_back(std::move(All));
    }
    if (!W)
      return false;
    W->Full = W->In = W->Present = true;
    D.Windows.push_back(std::move(*W));
  }
  return true;
}

/// `depend(type: list)`. The text goes to the host compiler as it is; the list says which memory is meant.
bool ClauseParser::depend(Tokens_ Arguments, SourceLocation Loc) {
  std::vector<Tokens_> Parts = splitAt(Arguments, tok::colon);
  std::string Type = Parts.front().size() == 1 ? word(Parts.front().front()) : "";
  static const llvm::StringSet<> Types = {"in", "out", "inout", "mutexinoutset", "inoutset"};
  if (Parts.size() < 2 || !Types.contains(Type))
    return fail(Arguments.empty() ? Loc : Arguments.front().getLocation(),
                "'in:', 'out:', 'inout:', 'mutexinoutset:' or 'inoutset:'", "depend");
  for (Tokens_ Each : splitAt(Arguments.drop_front(2), tok::comma)) {
    std::optional<DependItem> Item = sectionOf("depend", Each);
    if (!Item)
      return false;
    Item->Writes = Type != "in";
    D.Depends.push_back(std::move(*Item));
  }
  return true;
}

/// An object, with `[index]` or `[lower:length]` behind it.
std::optional<DependItem> ClauseParser::sectionOf(StringRef Clause, Tokens_ Item) {
  size_t I = 0;
  for (; I < Item.size() && Item[I].isNot(tok::l_square); ++I)
    if (Item[I].is(tok::l_paren))
      I = std::min(closing(Item, I), Item.size() - 1);
  if (I == 0) {
    fail(Item.empty() ? here() : Item.front().getLocation(), "a variable or an array section", Clause);
    return std::nullopt;
  }
  DependItem Result;
  Result.Object = expression(Item.slice(0, I));
  while (I < Item.size()) {
    size_t Close = Item[I].is(tok::l_square) ? closing(Item, I) : Item.size();
    std::vector<Tokens_> Parts;
    if (Close < Item.size())
      Parts = splitAt(Item.slice(I + 1, Close - I - 1), tok::colon);
    if (Parts.empty() || Parts.size() > 2 || Parts.back().empty()) {
      fail(Item[I].getLocation(), "[index] or [lower:length]", Clause);
      return std::nullopt;
    }
    DependItem::Bracket Each;
    if (!Parts.front().empty())
      Each.Lower = expression(Parts.front());
    if (Parts.size() == 2)
      Each.Length = expression(Parts.back());
    Result.Brackets.push_back(std::move(Each));
    I = Close + 1;
  }
  return Result;
}

bool ClauseParser::variables(std::vector<ClauseExpr> &Into, StringRef Clause, Tokens_ Arguments) {
  if (Arguments.empty())
    return fail(here(), "an array", Clause);
  for (Tokens_ Item : splitAt(Arguments, tok::comma)) {
    if (Item.empty())
      return fail(here(), "an array", Clause);
    Into.push_back(expression(Item));
  }
  return true;
}
