// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parses lists of arrays in clauses: windows of `part_copy`, `part_copyin` and `part_copyout`, sections of `map`,
// `copy`, `present` and `depend`, and the names in `persist` and `padding_...`.
#include "Directive/ClauseParser.h"
#include "llvm/ADT/STLExtras.h"

using namespace hetcc;
using clang::SourceLocation;
using clang::Token;
using llvm::ArrayRef;
using llvm::StringRef;
namespace tok = clang::tok;

/// Parses the list of `part_copy`, `part_copyin` or `part_copyout`.
bool ClauseParser::windows(StringRef Clause, TokenList Arguments) {
  if (Arguments.empty())
    return fail(here(), "an array", Clause);
  for (TokenList Item : splitAt(Arguments, tok::comma)) {
    std::optional<WindowSpec> W = window(Clause, Item, /*Section=*/false);
    if (!W)
      return false;
    W->In = !Clause.ends_with("out");
    W->Out = !Clause.ends_with("in");
    D.Windows.push_back(std::move(*W));
  }
  return true;
}

/// Parses one list item, `var [(size)] [..] ...`. If `Section` is set, the brackets are OpenMP's `[lower:length]`,
/// otherwise `[cond:num]`. Returns nullopt after an error.
std::optional<WindowSpec> ClauseParser::window(StringRef Clause, TokenList Item, bool Section, Association How) {
  WindowSpec W;
  W.How = How;
  W.Clause = Clause.str();
  size_t I = !Item.empty() && Item.front().is(tok::l_paren) ? std::min(closing(Item, 0) + 1, Item.size()) : 0;
  while (I < Item.size() && !Item[I].isOneOf(tok::l_square, tok::l_paren, tok::l_brace))
    ++I;
  if (I == 0) {
    fail(Item.empty() ? here() : Item.front().getLocation(), "an array", Clause);
    return std::nullopt;
  }
  W.Array = expression(Item.slice(0, I), Wanted::Anything);
  if (I < Item.size() && Item[I].is(tok::l_paren)) {
    size_t Close = closing(Item, I);
    if (Close < Item.size() && splitAt(Item.slice(I + 1, Close - I - 1), tok::colon).size() > 1) {
      fail(Item[I].getLocation(), "'['", Clause);
      return std::nullopt;
    }
    if (Close == Item.size() || Close == I + 1) {
      fail(Item[I].getLocation(), "the element size", Clause);
      return std::nullopt;
    }
    W.ElementSize = expression(Item.slice(I + 1, Close - I - 1), Wanted::Integer);
    I = Close + 1;
  }
  while (I < Item.size()) {
    size_t Close = Item[I].is(tok::l_square) ? closing(Item, I) : Item.size();
    if (Close == Item.size()) {
      fail(Item[I].getLocation(), Item[I - 1].is(tok::r_square) && Item[I].getIdentifierInfo() ? "','" : "'['", Clause);
      return std::nullopt;
    }
    W.Section = Section;
    ArrayRef<Token> Inside = Item.slice(I + 1, Close - I - 1);
    if (!(Section ? section(W, Inside, Item[I].getLocation()) : dimension(W, Inside, Item[I].getLocation())))
      return std::nullopt;
    I = Close + 1;
  }
  if (W.Dimensions.empty() && Clause.starts_with("map(") && D.isLoop() && How == Association::Array && !W.ElementSize) {
    W.Bare = W.Section = true;
    W.Array.Type = Wanted::Object;
    return W;
  }
  if (W.Dimensions.empty() || W.Dimensions.size() > MostDimensions) {
    Diags.report(W.Array.Begin, message::err_rank) << W.Array.Text << unsigned(W.Dimensions.size());
    if (W.Dimensions.empty())
      Diags.report(W.Array.Begin, message::note_remedy) << "leave '" + W.Array.Text +
                                                               "' out if it is no array; else say which part, as in '" +
                                                               W.Array.Text + (Section ? "[0:length]'" : "[1:length]'");
    return std::nullopt;
  }
  return W;
}

/// Parses one bracket `[cond:num]` or `[cond:num:halo]`, of which `Inside` are the tokens between the brackets.
bool ClauseParser::dimension(WindowSpec &W, TokenList Inside, SourceLocation Loc) {
  std::vector<TokenList> Parts = splitAt(Inside, tok::colon);
  bool Complete = llvm::none_of(Parts, [](TokenList P) { return P.empty(); });
  if (Parts.size() < 2 || Parts.size() > 3 || !Complete) {
    fail(Loc, "[cond:num] or [cond:num:halo]", W.Clause);
    const TokenList Last = splitAt(Inside, tok::comma).back();
    if (Parts.size() == 1 && Complete && !Last.empty()) {
      const std::string Length = text(Last).Text;
      Diags.report(Loc, message::note_remedy) << "write '[1:" + Length +
                                                     "]' if index i belongs to iteration i, '[0:" + Length +
                                                     "]' if each iteration may use any";
    }
    return false;
  }
  Dimension Dim;
  Dim.Loc = Loc;
  Dim.Cond = expression(Parts[0], Wanted::Integer);
  Dim.Num = expression(Parts[1], Wanted::Integer);
  if (Parts.size() == 3)
    Dim.Halo = expression(Parts[2], Wanted::Integer);
  W.Dimensions.push_back(std::move(Dim));
  return true;
}

/// If `Range` is `pre|section|post`, stores the padding in `Dim` and reduces `Range` to `section`. `pre` and `post` may
/// be empty.
bool ClauseParser::padding(Dimension &Dim, TokenList &Range, SourceLocation Loc, StringRef Clause) {
  std::vector<TokenList> Parts = splitAt(Range, tok::pipe);
  if (Parts.size() == 1)
    return true;
  if (Parts.size() != 3 || Dim.Id.empty())
    return fail(Loc, "'pre|section|post, id' where there is padding", Clause);
  if (!Parts[0].empty())
    Dim.Halo = expression(Parts[0], Wanted::Integer);
  if (!Parts[2].empty())
    Dim.Post = expression(Parts[2], Wanted::Integer);
  Range = Parts[1];
  return true;
}

/// Parses `lower:length` or `:` into `Dim`; on loops, a single index is allowed as well.
bool ClauseParser::bounds(WindowSpec &W, Dimension &Dim, TokenList Range, SourceLocation Loc) {
  std::vector<TokenList> Ends = splitAt(Range, tok::colon);
  const bool IsElement = D.isLoop() && Ends.size() == 1 && !Ends[0].empty() && Dim.Id.empty(); // `x[i]` is `x[i:1]`
  if (!IsElement && (Ends.size() != 2 || (Ends[1].empty() && !Ends[0].empty())))
    return fail(Loc, "[lower:length]", W.Clause);
  if (IsElement || !Ends[1].empty()) {
    const Token Zero = number("0", Loc), One = number("1", Loc);
    Dim.Cond = expression(Ends[0].empty() ? TokenList(Zero) : Ends[0], Wanted::Integer);
    Dim.Num = expression(IsElement ? TokenList(One) : Ends[1], Wanted::Integer);
  }
  return true;
}

/// Parses `[lower:length, array, id]`, the first bracket of an array mapped as `segmented` or `indexed`. `array` is the
/// index array.
bool ClauseParser::sectionThrough(WindowSpec &W, TokenList Inside, SourceLocation Loc) {
  Dimension Dim;
  Dim.IsSection = true;
  Dim.Loc = Loc;
  std::vector<TokenList> Parts = splitAt(Inside, tok::comma);
  if (Parts.size() != 3 || Parts[1].empty() || Parts[2].size() != 1 || Parts[2][0].isNot(tok::identifier) ||
      splitAt(Parts[0], tok::pipe).size() > 1)
    return fail(Loc, "[lower:length, array, id]", W.Clause);
  Dim.Id = word(Parts[2][0]);
  Dim.IdLoc = Parts[2][0].getLocation();
  W.Through = text(Parts[1]);
  if (!bounds(W, Dim, Parts[0], Loc))
    return false;
  W.Dimensions.push_back(std::move(Dim));
  return true;
}

/// Parses one section: `[lower:length]`, `[:]`, `[pre|:|post, id]` or `[:, id, stride]`.
bool ClauseParser::section(WindowSpec &W, TokenList Inside, SourceLocation Loc) {
  if (W.How != Association::Array && W.Dimensions.empty())
    return sectionThrough(W, Inside, Loc);
  Dimension Dim;
  Dim.IsSection = true;
  Dim.Loc = Loc;
  std::vector<TokenList> Parts = splitAt(Inside, tok::comma);
  if (Parts.size() > 3 || (Parts.size() == 3 && Parts[2].empty()))
    return fail(Parts[2].empty() ? Loc : Parts[2].front().getLocation(), "[lower:length, id, stride]", W.Clause);
  if (Parts.size() == 3)
    Dim.Stride = expression(Parts[2], Wanted::Integer);
  if (Parts.size() >= 2) {
    if (W.How != Association::Array)
      return fail(Parts[1].empty() ? Loc : Parts[1].front().getLocation(), "an id in the first dimension alone",
                  W.Clause);
    if (Parts[1].size() != 1 || Parts[1][0].isNot(tok::identifier))
      return fail(Parts[1].empty() ? Loc : Parts[1].front().getLocation(), "the id of a partition", W.Clause);
    Dim.Id = word(Parts[1][0]);
    Dim.IdLoc = Parts[1][0].getLocation();
  }
  TokenList Range = Parts[0];
  if (!padding(Dim, Range, Loc, W.Clause))
    return false;
  if (!bounds(W, Dim, Range, Loc))
    return false;
  W.Dimensions.push_back(std::move(Dim));
  return true;
}

/// Whether the word is a modifier that OpenMP allows before the type of a `map`. On a loop, modifiers are skipped:
/// each pass copies what it needs, so `always` and `close` would change nothing, and `present` is not checked.
static bool isMapModifier(StringRef Word) { return Word == "always" || Word == "close" || Word == "present"; }

/// Parses the words of a `map` before the colon: modifiers, then `to`, `from`, `tofrom` or `alloc`, then perhaps
/// `array`, `segmented` or `indexed`.
bool ClauseParser::mapHead(TokenList Head, std::string &Type, Association &How) {
  while (D.isLoop() && Head.size() > 1 && isMapModifier(word(Head.front())))
    Head = Head.drop_front(Head[1].is(tok::comma) ? 2 : 1);
  std::vector<TokenList> Words = splitAt(Head, tok::comma);
  Type = spell(Words[0], PP);
  const bool IsType = Type == "to" || Type == "from" || Type == "tofrom" || (Type == "alloc" && D.isLoop());
  if (Words[0].empty() || !IsType)
    return fail(Head.empty() ? here() : Head.front().getLocation(), "'to', 'from' or 'tofrom'", "map");
  std::string Name = Words.size() == 2 ? spell(Words[1], PP) : "array";
  if (Words.size() > 2 || (Name != "array" && Name != "segmented" && Name != "indexed"))
    return fail(Head.back().getLocation(), "'array', 'segmented' or 'indexed'", "map");
  if (Name == "indexed" && Type != "to") {
    Diags.report(Words[0].front().getLocation(), message::err_indexed_out) << Type;
    return false;
  }
  How = Name == "segmented" ? Association::Segmented : Name == "indexed" ? Association::Indexed : Association::Array;
  return true;
}

/// Parses `map([to|from|tofrom[, association]:] list)` on a loop or block.
bool ClauseParser::map(TokenList Arguments, SourceLocation Loc) {
  if (Arguments.empty())
    return fail(Loc, "an array", "map");
  std::string Type = "tofrom";
  Association How = Association::Array;
  std::vector<TokenList> Parts = splitAt(Arguments, tok::colon);
  if (Parts.size() == 2) {
    if (!mapHead(Parts[0], Type, How))
      return false;
    Arguments = Parts[1];
  }
  std::string Named = How == Association::Segmented ? ", segmented" : How == Association::Indexed ? ", indexed" : "";
  return copies("map(" + Type + Named + ":)", Arguments, Type != "from", Type != "to", How);
}

/// Parses a list of arrays with sections. If no section of an array names an id, every device gets a copy of the whole
/// array; otherwise each device gets its share of the partition.
bool ClauseParser::copies(StringRef Clause, TokenList Arguments, bool In, bool Out, Association How) {
  if (Arguments.empty())
    return fail(here(), "an array", Clause);
  for (TokenList Item : splitAt(Arguments, tok::comma)) {
    std::optional<WindowSpec> W = window(Clause, Item, /*Section=*/true, How);
    if (!W)
      return false;
    W->Full =
        How == Association::Indexed || llvm::all_of(W->Dimensions, [](const Dimension &Dim) { return Dim.Id.empty(); });
    W->In = W->Full || In;
    W->Out = !W->Full && Out;
    W->WholeCopy = W->Full && Out;
    D.Windows.push_back(std::move(*W));
  }
  return true;
}

/// Returns a token for the number `Text`, which is not in the source, at the location `Loc`.
Token ClauseParser::number(StringRef Text, SourceLocation Loc) const {
  Token T;
  T.startToken();
  T.setKind(tok::numeric_constant);
  PP.CreateString(Text, T, Loc, Loc);
  return T;
}

/// Adds windows for index arrays that no clause names. For `map(segmented: a[0:n, r, i])`, iteration i uses elements i
/// and i + 1 of r, the beginning and the end of its segment; for `indexed`, only element i.
void ClauseParser::impliedWindows() {
  std::vector<WindowSpec> Implied;
  for (const WindowSpec &W : D.Windows) {
    auto Names = [&](const WindowSpec &Other) { return Other.Array.Text == W.Through->Text; };
    if (!W.Through || llvm::any_of(D.Windows, Names) || llvm::any_of(Implied, Names))
      continue;
    WindowSpec Begins;
    Begins.Clause = W.Clause;
    Begins.Array = expression(W.Through->Tokens, Wanted::Anything);
    Begins.Section = Begins.Implied = Begins.In = true;
    Dimension Dim;
    Dim.IsSection = true;
    Dim.Id = W.Dimensions.front().Id;
    Dim.Loc = Dim.IdLoc = W.Through->Begin;
    if (W.How == Association::Segmented)
      Dim.Post = expression(number("1", W.Through->Begin), Wanted::Integer);
    Begins.Dimensions.push_back(std::move(Dim));
    Implied.push_back(std::move(Begins));
  }
  llvm::move(Implied, std::back_inserter(D.Windows));
}

/// Parses `present(list)`: arrays that a data region keeps on the devices. An item without a section means the whole
/// array.
bool ClauseParser::present(TokenList Arguments) {
  if (Arguments.empty())
    return fail(here(), "an array", "present");
  for (TokenList Item : splitAt(Arguments, tok::comma)) {
    std::optional<WindowSpec> W = WindowSpec();
    if (!Item.empty() && Item.back().is(tok::r_square)) {
      W = window("present", Item, /*Section=*/true);
    } else if (Item.empty()) {
      return fail(here(), "an array", "present");
    } else {
      W->Clause = "present";
      W->Array = expression(Item, Wanted::Anything);
      W->Unsized = true;
      ClauseExpr Zero;
      Zero.Begin = W->Array.Begin;
      Zero.End = W->Array.End;
      Zero.Text = "0";
      Dimension All;
      All.Cond = All.Num = Zero;
      W->Dimensions.push_back(std::move(All));
    }
    if (!W)
      return false;
    W->Full = W->In = W->Present = true;
    D.Windows.push_back(std::move(*W));
  }
  return true;
}

/// Parses `depend(type: list)`. The host compiler gets the clause's text unchanged; generated code uses the list items.
bool ClauseParser::depend(TokenList Arguments, SourceLocation Loc) {
  std::vector<TokenList> Parts = splitAt(Arguments, tok::colon);
  std::string Type = Parts.front().size() == 1 ? word(Parts.front().front()) : "";
  static const llvm::StringSet<> Types = {"in", "out", "inout", "mutexinoutset", "inoutset"};
  if (Parts.size() < 2 || !Types.contains(Type))
    return fail(Arguments.empty() ? Loc : Arguments.front().getLocation(),
                "'in:', 'out:', 'inout:', 'mutexinoutset:' or 'inoutset:'", "depend");
  for (TokenList Each : splitAt(Arguments.drop_front(2), tok::comma)) {
    std::optional<DependItem> Item = sectionOf("depend", Each);
    if (!Item)
      return false;
    Item->Writes = Type != "in";
    D.Depends.push_back(std::move(*Item));
  }
  return true;
}

/// Parses one list item, an object that brackets `[index]` or `[lower:length]` may follow. Returns nullopt after an
/// error.
std::optional<DependItem> ClauseParser::sectionOf(StringRef Clause, TokenList Item) {
  size_t I = 0;
  for (; I < Item.size() && Item[I].isNot(tok::l_square); ++I)
    if (Item[I].is(tok::l_paren))
      I = std::min(closing(Item, I), Item.size() - 1);
  if (I == 0) {
    fail(Item.empty() ? here() : Item.front().getLocation(), "a variable or an array section", Clause);
    return std::nullopt;
  }
  DependItem Result;
  Result.Object = expression(Item.slice(0, I), Wanted::Object);
  while (I < Item.size()) {
    size_t Close = Item[I].is(tok::l_square) ? closing(Item, I) : Item.size();
    std::vector<TokenList> Parts;
    if (Close < Item.size())
      Parts = splitAt(Item.slice(I + 1, Close - I - 1), tok::colon);
    if (Parts.empty() || Parts.size() > 2 || Parts.back().empty()) {
      fail(Item[I].getLocation(), "[index] or [lower:length]", Clause);
      return std::nullopt;
    }
    DependItem::Bracket Each;
    if (!Parts.front().empty())
      Each.Lower = expression(Parts.front(), Wanted::Integer);
    if (Parts.size() == 2)
      Each.Length = expression(Parts.back(), Wanted::Integer);
    Result.Brackets.push_back(std::move(Each));
    I = Close + 1;
  }
  return Result;
}

/// Parses a list of arrays without brackets and appends it to `Into`.
bool ClauseParser::variables(std::vector<ClauseExpr> &Into, StringRef Clause, TokenList Arguments) {
  if (Arguments.empty())
    return fail(here(), "an array", Clause);
  for (TokenList Item : splitAt(Arguments, tok::comma)) {
    if (Item.empty())
      return fail(here(), "an array", Clause);
    for (const Token &Each : Item)
      if (Each.is(tok::semi))
        return fail(Each.getLocation(), "','", Clause);
    Into.push_back(expression(Item, Wanted::Array));
  }
  return true;
}
