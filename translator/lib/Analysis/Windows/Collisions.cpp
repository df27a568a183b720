// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Races that two boxes show.
#include "Analysis/Windows/Collisions.h"
#include "llvm/ADT/STLExtras.h"

using namespace hetcc;
using namespace clang;

/// The factor of the iterator in the one term of an end, which is 0 or 1; nothing else is looked at.
static std::optional<int64_t> slope(ArrayRef<Term> End, const ValueDecl *Iterator) {
  if (End.size() != 1 || !End[0].isPlain())
    return std::nullopt;
  auto Parts = End[0].Value.split(Iterator);
  auto Factor = Parts ? Parts->first.asConstant() : std::nullopt;
  return Factor && (*Factor == 0 || *Factor == 1) ? Factor : std::nullopt;
}

static bool isFixed(const Interval &Of, const ValueDecl *Iterator) {
  return slope(Of.Lower, Iterator) == 0 && slope(Of.Upper, Iterator) == 0;
}

/// By how many iterations the index that is read in this dimension is from the one that is written; nothing where that
/// is not a number, or both are more than an index.
static std::optional<int64_t> distance(const Interval &Read, const Interval &Written, const ValueDecl *Iterator) {
  for (const Interval *Each : {&Read, &Written})
    if (slope(Each->Lower, Iterator) != 1 || slope(Each->Upper, Iterator) != 1)
      return std::nullopt;
  // A box of what is read may be the hull of several accesses, of which those at its ends are certain.
  auto Low = (Read.Lower[0].Value + -Written.Lower[0].Value).asConstant(),
       High = (Read.Upper[0].Value + -Written.Upper[0].Value).asConstant();
  if (!Low || !High)
    return std::nullopt;
  return *Low != 0 ? *Low : *High;
}

/// Whether each iteration reads what one that is a few before or behind it writes.
static bool readsNeighbour(const Box &Read, const Box &Written, const ValueDecl *Iterator) {
  unsigned Apart = 0;
  for (auto [R, W] : llvm::zip(Read.Dimensions, Written.Dimensions)) {
    if (R == W)
      continue;
    auto Far = distance(R, W, Iterator);
    if (!Far)
      return false;
    Apart += *Far != 0;
  }
  return Apart == 1;
}

/// Whether the loop's own directive keeps the order of iterations: by one team, or one thread.
static bool runsInOrder(const Directive &D) {
  return llvm::any_of(D.OpenMP, [](const OpenMPClause &C) {
    const bool Counts = C.Name == "num_threads" || C.Name == "num_teams" || C.Name == "thread_limit";
    return C.Name == "safelen" || (Counts && C.argument().trim(" ()") == "1");
  });
}

bool hetcc::collides(const Region &R, const ArrayUse &Use) {
  if (runsInOrder(*R.Source))
    return true;
  const ValueDecl *Iterator = R.Loop.Iterator;
  const bool EachValue = !R.Loop.Step;
  for (const Box &Written : Use.Boxes)
    for (const Box &Read : Use.Boxes) {
      if (!Written.Write || !Read.Read || Read.Dimensions.size() != Written.Dimensions.size())
        continue;
      const bool Fixed = llvm::all_of(Written.Dimensions, [&](const Interval &D) { return isFixed(D, Iterator); });
      if (Fixed && Read.Dimensions == Written.Dimensions && !Written.Surely)
        return true;
      if (EachValue && Read.Attained && Written.Attained && readsNeighbour(Read, Written, Iterator))
        return true;
    }
  return false;
}
