// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds loops that can be interchanged with the shared loops inside of them. All lanes (threads that share an
// iteration) go through the outer loop together, and the turns of a shared loop are dealt to the lanes. If no lane
// needs values that another lane computes, a lane may run all turns of the outer loop for one of its turns of the
// shared loop, and then for the next. An element that all turns of the outer loop use then stays in a register: in `for
// (k) for (j) c[j] += a[k] * b[k][j]`, the lane would otherwise read and write its elements of c for each k.
#include "Analysis/Lanes/NestFinder.h"
#include "Analysis/Region/Region.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Syntax/Statements.h"
#include "Analysis/Syntax/Updates.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace hetcc;
using namespace clang;

namespace {

/// Whether a statement calls functions. Operators that name an element, such as `v[i]`, do not count.
bool hasCall(const Stmt *S) {
  return anyIn(S, [](const Stmt *Part) {
    bool Element = isa<CXXOperatorCallExpr>(Part) && subscript(cast<Expr>(Part));
    return !Element && isa<CallExpr, CXXConstructExpr>(Part);
  });
}

/// Whether a statement declares types or constants, whose names may mean something else outside of the statement.
bool declaresNames(const Stmt *S) {
  return anyIn(S, [](const Stmt *Part) {
    auto *Declaration = dyn_cast<DeclStmt>(Part);
    return Declaration && !llvm::all_of(Declaration->decls(), [](const Decl *D) { return isa<VarDecl>(D); });
  });
}

/// Whether an expression cannot fail, so that generated code may evaluate it even where the program would not.
bool isHarmless(const Expr *E, const Region &R) {
  E = E->IgnoreParenImpCasts();
  auto *Binary = dyn_cast<BinaryOperator>(E);
  return isa<IntegerLiteral>(E) || R.named(E) || (isa<DeclRefExpr>(E) && E->isPRValue()) ||
         (Binary && (Binary->isAdditiveOp() || Binary->getOpcode() == BO_Mul) && isHarmless(Binary->getLHS(), R) &&
          isHarmless(Binary->getRHS(), R));
}

/// Decides whether one loop can be interchanged with the shared loops in it.
class Turned {
public:
  Turned(const Flow &Loop, ArrayRef<const Stmt *> Meetings, const LoopSharing &Sharing, ASTContext &Context)
      : Loop(Loop), Meetings(Meetings), Sharing(Sharing), Context(Context), All(Sharing.effects().of({Loop.For})) {}

  bool can() {
    return !All.Unknown && !All.Through && !All.Leaves && keepsVariables() && !callsIn(*Loop.For) &&
           !declaresNames(Loop.For) && llvm::all_of(Loop.Parts, [&](const Flow &Part) { return can(Part); }) &&
           gains() && llvm::all_of(Inside, [&](const Candidate *C) { return runAlike(C->Loop, Inside.front()->Loop); });
  }
  ArrayRef<const Candidate *> shared() const { return Inside; }

private:
  static bool callsIn(const ForStmt &For) {
    return hasCall(For.getInit()) || hasCall(For.getCond()) || hasCall(For.getInc());
  }

  /// Whether the loop leaves no variable changed, so that a lane may run the loop several times and find the same
  /// values each time.
  bool keepsVariables() const {
    return llvm::all_of(All.Changed,
                        [&](const ValueDecl *V) { return All.Declared.contains(V) || Sharing.isOnlyCounter(V); });
  }

  /// Whether a part of the loop allows the interchange. After the interchange, all lanes execute the part once for each
  /// turn of a shared loop, so only cheap parts do.
  bool can(const Flow &Part) {
    if (Part.What == Flow::Loop && (!Part.For || callsIn(*Part.For)))
      return false;
    if (auto *If = dyn_cast_or_null<IfStmt>(Part.Own.At);
        If && Part.What == Flow::Branches && (hasCall(If->getCond()) || llvm::is_contained(Meetings, If)))
      return false;
    if (Part.What == Flow::Leaf && Part.Own.At && !can(Part.Own))
      return false;
    return llvm::all_of(Part.Parts, [&](const Flow &Each) { return can(Each); });
  }

  bool can(const Segment &Own) {
    if (llvm::is_contained(Meetings, Own.At) || Own.What == Segment::FirstLane)
      return false;
    if (Own.What == Segment::AllLanes)
      return !hasCall(Own.At) && loopDepth(Own.At, Context) == 0;
    if (!Own.Loop->Loop.Reductions.empty() || !Own.Loop->Loop.Inner.empty() || !hasFixedBounds(*Own.Loop))
      return false;
    Inside.push_back(Own.Loop);
    return true;
  }

  /// Whether the number of turns of a shared loop can be computed before the outer loop, even in a run in which the
  /// outer loop never gets to the shared loop.
  bool hasFixedBounds(const Candidate &C) const {
    const Effects Head = Sharing.effects().of({C.Counted.First, C.Counted.Limit});
    return isHarmless(C.Counted.First, Sharing.region()) && isHarmless(C.Counted.Limit, Sharing.region()) &&
           llvm::none_of(Head.Read, [&](const ValueDecl *V) { return All.varies(V); });
  }

  bool runAlike(const SharedLoop &A, const SharedLoop &B) const {
    return A.Step == B.Step && A.Inclusive == B.Inclusive && A.Unequal == B.Unequal &&
           Context.hasSameType(A.Counter->getType(), B.Counter->getType()) &&
           sameExpression(A.First, B.First, Context) && sameExpression(A.Limit, B.Limit, Context);
  }

  /// Whether the interchange is of use: a turn of a shared loop writes the same element in each turn of the outer loop,
  /// so that the element can stay in a register.
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
  ASTContext &Context;
  const Effects All;
  std::vector<const Candidate *> Inside;
};

} // namespace

void hetcc::findInterchanges(const Flow &Body, ArrayRef<const Stmt *> Meetings, const LoopSharing &Sharing,
                             ASTContext &Context, Interchanges &Into) {
  if (Body.What == Flow::Loop && Body.For) {
    if (Turned Found(Body, Meetings, Sharing, Context); Found.can()) {
      for (const Candidate *Each : Found.shared())
        Into[Each->Loop.For] = Body.For;
      return;
    }
  }
  for (const Flow &Part : Body.Parts)
    findInterchanges(Part, Meetings, Sharing, Context, Into);
}
