// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds dependences between iterations in the boxes of an array.
#include "Analysis/Windows/Collisions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace hetcc;
using namespace clang;

/// The factor of the iterator in an end of a box, if the end has a single term and the factor is 0 or 1; nothing for
/// all other ends.
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

/// The number of iterations by which, in one dimension, the indices that are read differ from the indices that are
/// written. Nothing if this is not a constant, or if some end does not move by 1 with the iterator.
static std::optional<int64_t> distance(const Interval &Read, const Interval &Written, const ValueDecl *Iterator) {
  for (const Interval *Each : {&Read, &Written})
    if (slope(Each->Lower, Iterator) != 1 || slope(Each->Upper, Iterator) != 1)
      return std::nullopt;
  // The box of the reads may be the smallest box around several accesses, so only the accesses at its ends are certain.
  auto Low = (Read.Lower[0].Value + -Written.Lower[0].Value).asConstant(),
       High = (Read.Upper[0].Value + -Written.Upper[0].Value).asConstant();
  if (!Low || !High)
    return std::nullopt;
  return *Low != 0 ? *Low : *High;
}

/// Whether each iteration reads an element that another iteration writes, a few iterations before or after.
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

/// Whether the directive itself keeps the iterations in order: it has one team or one thread, or a `safelen`.
static bool runsInOrder(const Directive &D) {
  return llvm::any_of(D.OpenMP, [](const OpenMPClause &C) {
    const bool Counts = C.Name == "num_threads" || C.Name == "num_teams" || C.Name == "thread_limit";
    return C.Name == "safelen" || (Counts && C.argument().trim(" ()") == "1");
  });
}

/// Whether a loop of plain OpenMP names a chunk of several iterations. One thread runs the iterations of a chunk in
/// order, so they may depend on each other. Where no chunk is named, the number of threads decides where chunks begin,
/// so no iteration can rely on the one before it.
static bool runsChunksInOrder(const Directive &D) {
  const std::string Chunk = D.schedule().Chunk;
  return D.Automatic && !Chunk.empty() && StringRef(Chunk).trim() != "1";
}

/// Whether the elements of one iteration do not overlap with those of the next, in this dimension.
static bool isApart(ArrayRef<Box> Boxes, unsigned Dimension, const ValueDecl *Iterator) {
  int64_t Pace = 0; // the step of the ends from one iteration to the next; 0: not known yet
  int64_t Least = 0, Most = 0;
  for (const Box &Each : Boxes) {
    if (Each.Dimensions.size() <= Dimension)
      return false;
    const Interval &Of = Each.Dimensions[Dimension], &First = Boxes.front().Dimensions[Dimension];
    for (ArrayRef<Term> End : {ArrayRef<Term>(Of.Lower), ArrayRef<Term>(Of.Upper)}) {
      if (End.size() != 1 || !End[0].isPlain() || First.Lower.size() != 1)
        return false;
      const auto Parts = End[0].Value.split(Iterator);
      const int64_t Factor = Parts ? Parts->first.asConstant().value_or(0) : 0;
      const auto Offset = (End[0].Value + -First.Lower[0].Value).asConstant();
      if (Factor == 0 || !Offset || (Pace != 0 && Pace != Factor))
        return false;
      Pace = Factor;
      Least = std::min(Least, *Offset), Most = std::max(Most, *Offset);
    }
  }
  return Pace != 0 && Most - Least <= std::abs(Pace);
}

bool hetcc::collides(const Region &R, const ArrayUse &Use) {
  if (runsInOrder(*R.Site.Source))
    return true;
  const ValueDecl *Iterator = R.Loop.Iterator;
  auto Apart = [&](unsigned D) { return isApart(Use.Boxes, D, Iterator); };
  if (runsChunksInOrder(*R.Site.Source) && !llvm::any_of(llvm::seq(0U, unsigned(MostDimensions)), Apart))
    return true;
  const bool EachValue = !R.Loop.Step;
  for (const Box &Written : Use.Boxes)
    for (const Box &Read : Use.Boxes) {
      if (!Written.Write || !Read.Read || Read.Dimensions.size() != Written.Dimensions.size())
        continue;
      const bool Fixed = llvm::all_of(Written.Dimensions, [&](const Interval &D) { return isFixed(D, Iterator); });
      if (Fixed && Read.Dimensions == Written.Dimensions && !Written.WrittenBeforeRead)
        return true;
      if (EachValue && Read.Attained && Written.Attained && readsNeighbour(Read, Written, Iterator))
        return true;
    }
  return false;
}
