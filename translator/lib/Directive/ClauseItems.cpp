// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the clause around an item by the brackets in the text.
#include "Directive/ClauseItems.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Basic/SourceManager.h"
#include <optional>

using namespace hetcc;
using namespace clang;

namespace {

/// Offsets in a file of an item and of the clause that contains the item. Each end is the offset after the last
/// character.
struct ItemPlace {
  size_t Clause = 0, ClauseEnd = 0, Item = 0, ItemEnd = 0;
  std::optional<size_t> CommaBefore, CommaBehind;
};

bool opens(char C) { return C == '(' || C == '[' || C == '{'; }
bool closes(char C) { return C == ')' || C == ']' || C == '}'; }

/// Finds the clause around the item at offset `Item`; nullopt if no clause contains it.
std::optional<ItemPlace> placeOf(StringRef Text, size_t Item) {
  ItemPlace Place;
  Place.Item = Item;
  int Depth = 0;
  size_t At = Item;
  for (; At < Text.size() && !(Depth == 0 && closes(Text[At])); ++At) {
    Depth += opens(Text[At]) - closes(Text[At]);
    if (Depth == 0 && Text[At] == ',' && !Place.CommaBehind)
      Place.CommaBehind = At;
  }
  if (At == Text.size() || Text[At] != ')')
    return std::nullopt;
  Place.ItemEnd = Place.CommaBehind.value_or(At);
  Place.ClauseEnd = At + 1;
  for (At = Item; At-- > 0 && !(Depth == 0 && opens(Text[At]));) {
    Depth += closes(Text[At]) - opens(Text[At]);
    if (Depth == 0 && Text[At] == ',' && !Place.CommaBefore)
      Place.CommaBefore = At;
    if (Text[At] == '#')
      return std::nullopt;
  }
  if (At == StringRef::npos || Text[At] != '(')
    return std::nullopt;
  while (At > 0 && isHorizontalWhitespace(Text[At - 1]))
    --At;
  Place.Clause = At;
  while (Place.Clause > 0 && isAsciiIdentifierContinue(Text[Place.Clause - 1]))
    --Place.Clause;
  return Place.Clause < At ? std::optional(Place) : std::nullopt;
}

} // namespace

SmallVector<FixItHint, 2> hetcc::replacedItem(SourceLocation Item, StringRef Clause, const SourceManager &SM) {
  if (Item.isMacroID() && !SM.isMacroArgExpansion(Item))
    return {};
  const SourceLocation Spelled = SM.getSpellingLoc(Item);
  const FileID File = SM.getFileID(Spelled);
  if (SM.isWrittenInScratchSpace(Spelled) || !SM.getFileEntryRefForID(File))
    return {};
  const auto Place = placeOf(SM.getBufferData(File), SM.getFileOffset(Spelled));
  if (!Place)
    return {};
  auto Range = [&](size_t From, size_t To) {
    return CharSourceRange::getCharRange(SM.getComposedLoc(File, From), SM.getComposedLoc(File, To));
  };
  if (!Place->CommaBefore && !Place->CommaBehind)
    return {FixItHint::CreateReplacement(Range(Place->Clause, Place->ClauseEnd), Clause)};
  // If the clause has several items, as in `map(to: a, b)`, the item is removed together with a comma: "a," or ", b".
  const auto Removed =
      Place->CommaBefore ? Range(*Place->CommaBefore, Place->ItemEnd) : Range(Place->Item, *Place->CommaBehind + 1);
  return {FixItHint::CreateRemoval(Removed),
          FixItHint::CreateInsertion(SM.getComposedLoc(File, Place->ClauseEnd), (" " + Clause).str())};
}
