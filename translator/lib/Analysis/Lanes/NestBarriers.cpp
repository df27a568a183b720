// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decides before which segments (parts of the body) the lanes of an iteration (threads that execute it together) meet
// at a barrier. A segment is pending if control has passed it since the last barrier, so that some lanes may still be
// executing it.
#include "Analysis/Lanes/NestFinder.h"

using namespace hetcc;
using namespace clang;

namespace {

/// Follows the body's control flow with the set of pending segments, and marks each segment that needs a barrier before
/// it.
class Placer {
public:
  explicit Placer(const LoopSharing &Sharing) : Sharing(Sharing) {}

  using Pending = llvm::SetVector<const Segment *>;
  void flow(const Flow &F, Pending &Since);
  std::vector<const Stmt *> Marked;

private:
  bool conflict(const Segment &Earlier, const Segment &Later) const;
  bool staysInLane(const Segment &A, const Segment &B, unsigned Window) const;
  void pass(const Segment &S, Pending &Since);
  static void collect(const Flow &F, Pending &Into);

  const LoopSharing &Sharing;
};

/// Whether each element of a window that segments A and B both use, and one of them writes, is used by one lane only.
/// This is not known for two loops that are shared together (Loop.Inner), because the lane that runs an iteration
/// depends on the inner loop's trip count.
bool Placer::staysInLane(const Segment &A, const Segment &B, unsigned Window) const {
  if (A.What == Segment::FirstLane && B.What == Segment::FirstLane)
    return true;
  const auto IsOneLoop = [](const Segment &S) { return S.What == Segment::Shared && S.Loop->Loop.Inner.empty(); };
  const bool LoopA = IsOneLoop(A), LoopB = IsOneLoop(B);
  const auto Stay = [&](const Access &Own, const Access &Other) {
    const Subscripts &Of = Sharing.subscripts();
    if (LoopA && LoopB)
      return Of.meetAtOneValue(A.Loop->Counted, Own, B.Loop->Counted, Other);
    return LoopA ? Of.isBeside(Other, A.Loop->Counted, Own) : LoopB && Of.isBeside(Own, B.Loop->Counted, Other);
  };
  for (const Access *Own : A.Does.Touched)
    for (const Access *Other : B.Does.Touched)
      if (Own->Window == Window && Other->Window == Window && (Own->Write || Other->Write) && !Stay(*Own, *Other))
        return false;
  return true;
}

bool Placer::conflict(const Segment &Earlier, const Segment &Later) const {
  for (const Access *A : Earlier.Does.Touched)
    if (Later.Does.touches(A->Window) && (Earlier.Does.writes(A->Window) || Later.Does.writes(A->Window)) &&
        !staysInLane(Earlier, Later, A->Window))
      return true;
  return false;
}

void Placer::pass(const Segment &S, Pending &Since) {
  bool Barrier = llvm::is_contained(Marked, S.At);
  if (!Barrier && llvm::any_of(Since, [&](const Segment *Each) { return conflict(*Each, S); })) {
    Marked.push_back(S.At);
    Barrier = true;
  }
  if (Barrier)
    Since.clear();
  Since.insert(&S);
  if (S.endsTogether())
    Since.clear();
}

void Placer::collect(const Flow &F, Pending &Into) {
  if (F.Own.At)
    Into.insert(&F.Own);
  for (const Flow &Part : F.Parts)
    collect(Part, Into);
}

void Placer::flow(const Flow &F, Pending &Since) {
  if (F.Own.At)
    pass(F.Own, Since);
  if (F.What == Flow::Sequence) {
    for (const Flow &Part : F.Parts)
      flow(Part, Since);
  } else if (F.What == Flow::Branches) {
    Pending After;
    for (const Flow &Part : F.Parts) {
      Pending Own = Since;
      flow(Part, Own);
      After.insert(Own.begin(), Own.end());
    }
    Since = After;
  } else if (F.What == Flow::Loop) {
    for (size_t Before = ~size_t(0); Before != Since.size();) {
      Before = Since.size();
      Pending Own = Since;
      flow(F.Parts.front(), Own);
      if (F.Jumps)
        collect(F.Parts.front(), Own);
      Since.insert(Own.begin(), Own.end());
    }
  }
}

} // namespace

std::vector<const Stmt *> hetcc::placeBarriers(const Flow &Body, const LoopSharing &Sharing) {
  Placer Place(Sharing);
  Placer::Pending Since;
  Place.flow(Body, Since);
  return std::move(Place.Marked);
}
