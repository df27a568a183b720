// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops that lanes go through together, with shared loops inside: where no lane needs what another one does in there,
// each may as well go through the outer loop for one of its turns of the inner ones, and then for the next. An element
// that the outer loop comes back to again and again stays in a register then: of `for (k) for (j) c[j] += a[k] *
// b[k][j]` each pass through the inner loop would otherwise read and write all of c.
#include "Analysis/Body.h"
#include "Analysis/NestFinder.h"
#include "clang/AST/ExprCXX.h"

using namespace hetcc;
using namespace clang;

namespace {

/// Whether a statement calls functions, other than to get at elements.
bool hasCall(const Stmt *S) {
  if (!S)
    return false;
  bool Element = isa<CXXOperatorCallExpr>(S) && subscript(cast<Expr>(S));
  return (!Element && isa<CallExpr, CXXConstructExpr>(S)) || llvm::any_of(S->children(), hasCall);
}

/// One loop that might be turned, and what is in it.
class Turned {
public:
  Turned(const Flow &Loop, ArrayRef<const Stmt *> Meetings, const LoopSharing &Sharing)
      : Loop(Loop), Meetings(Meetings), Sharing(Sharing), All(Sharing.effects().of({Loop.For})) {}

  bool can() {
    return !All.Unknown && !All.Through && !All.Leaves && keepsVariables() && !callsIn(*Loop.For) &&
           llvm::all_of(Loop.Parts, [&](const Flow &Part) { return can(Part); }) && gains();
  }
  ArrayRef<const Candidate *> shared() const { return Inside; }

private:
  static bool callsIn(const ForStmt &For) {
    return hasCall(For.getInit()) || hasCall(For.getCond()) || hasCall(For.getInc());
  }

  /// Gone through several times, the loop has to find what it found the first time.
  bool keepsVariables() const {
    return llvm::all_of(All.Changed,
                        [&](const ValueDecl *V) { return All.Declared.contains(V) || Sharing.isOnlyCounter(V); });
  }

  /// What all lanes do they then do for every turn, so that has to be little.
  bool can(const Flow &Part) {
    if (Part.What == Flow::Loop && (!Part.For || callsIn(*Part.For)))
      return false;
    if (auto *If = dyn_cast_or_null<IfStmt>(Part.Own.At); If && Part.What == Flow::Branches && hasCall(If->getCond()))
      return false;
    if (Part.What == Flow::Leaf && Part.Own.At && !can(Part.Own))
      return false;
    return llvm::all_of(Part.Parts, [&](const Flow &Each) { return can(Each); });
  }

  bool can(const Segment &Own) {
    if (llvm::is_contained(Meetings, Own.At) || Own.What == Segment::FirstLane)
      return false;
    if (Own.What == Segment::AllLanes)
      return !hasCall(Own.At) && !Sharing.loops(Own.At);
    if (!Own.Loop->Loop.Reductions.empty() || !Own.Loop->Loop.Inner.empty() || !hasFixedBounds(*Own.Loop))
      return false;
    Inside.push_back(Own.Loop);
    return true;
  }

  /// How many turns there are is found out before the loop begins.
  bool hasFixedBounds(const Candidate &C) const {
    const Effects Head = Sharing.effects().of({C.Counted.First, C.Counted.Limit});
    return Head.Touched.empty() && !hasCall(C.Counted.First) && !hasCall(C.Counted.Limit) &&
           llvm::none_of(Head.Read, [&](const ValueDecl *V) { return All.varies(V); });
  }

  /// Whether a turn writes an element in every pass through the loop anew.
  bool gains() const {
    return llvm::any_of(Inside, [&](const Candidate *C) {
      return llvm::any_of(C->Body.Touched,
                          [&](const Access *A) { return A->Write && isStill(*A, C->Counted.Counter); });
    });
  }

  bool isStill(const Access &A, const ValueDecl *Counter) const {
    SmallVector<const Stmt *, 3> Indices(A.Indices.begin(), A.Indices.end());
    const Effects Of = Sharing.effects().of(Indices);
    return !A.Addressed && Of.Touched.empty() &&
           llvm::all_of(Of.Read, [&](const ValueDecl *V) { return V == Counter || !All.varies(V); });
  }

  const Flow &Loop;
  ArrayRef<const Stmt *> Meetings;
  const LoopSharing &Sharing;
  const Effects All;
  std::vector<const Candidate *> Inside;
};

} // namespace

void hetcc::findInterchanges(const Flow &Body, ArrayRef<const Stmt *> Meetings, const LoopSharing &Sharing,
                             Interchanges &Into) {
  if (Body.What == Flow::Loop && Body.For) {
    if (Turned Found(Body, Meetings, Sharing); Found.can()) {
      for (const Candidate *Each : Found.shared())
        Into[Each->Loop.For] = Body.For;
      return;
    }
  }
  for (const Flow &Part : Body.Parts)
    findInterchanges(Part, Meetings, Sharing, Into);
}
