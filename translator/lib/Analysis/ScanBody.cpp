// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the loop body touches, and which way each window has to travel for it.
#include "Analysis/Affine.h"
#include "Analysis/Atomics.h"
#include "Analysis/BodyScan.h"
#include "Analysis/DeviceFunctions.h"
#include "Analysis/DynamicVisitor.h"
#include "Analysis/ThreadVariables.h"
#include "clang/AST/ASTContext.h"

using namespace hetcc;
using namespace clang;

namespace {

/// Directions that the runtime is told, from the clause and from what the body does.
void settleDirections(Region &R, ASTContext &Context) {
  for (unsigned I = 0; I < R.Windows.size(); ++I) {
    Window &W = R.Windows[I];
    W.Difference =
        W.Spec->WholeCopy && !W.Spec->Stated && W.Written && R.Source->isLoop() && !R.InBlock && R.Around.empty();
    W.MoveOut = W.Spec->Out || W.Difference;
    W.MoveIn = W.Spec->In;
    if (W.Spec->Out && !W.Spec->In && R.Fate.Where == RunsOn::Everywhere &&
        !writesAll(R, I, Context)) // what is moved back has to be there
      W.MoveIn = true;
  }
}

} // namespace

/// A pointer iterator counts from the first element of the window that its first value is computed from.
static void findBaseWindow(Region &R, ASTContext &Context) {
  if (!R.Loop.isPointer())
    return;
  const auto First = Affine(R, Context).place(R.Loop.Lower);
  auto StartsHere = [](const Window &W) { return W.Spec->Array.Variable == ElementsName; };
  const auto Elements = llvm::find_if(R.Windows, StartsHere); // of a loop that starts at no variable
  const int Found = First && First->Rows.empty()  ? findWindow(R, First->Array)
                    : Elements != R.Windows.end() ? int(Elements - R.Windows.begin())
                                                  : -1;
  auto Row = [&](const Window &W) { return W.DeclaredRank == 1 ? W.ElementType : typeOfRow(W.Type, 1, Context); };
  const bool Fits = Found >= 0 && !R.Windows[Found].Rows &&
                    !R.Loop.IteratorType->getPointeeType()->isVariablyModifiedType() &&
                    Context.hasSameUnqualifiedType(R.Loop.IteratorType->getPointeeType(), Row(R.Windows[Found]));
  R.Loop.BaseWindow = Fits ? Found : -1;
  if (!Fits)
    R.Fate.restrict(RunsOn::Host, R.Loop.Lower->getBeginLoc(),
                    R.Loop.Range ? "the elements of the range are in no array that is known"
                                 : (R.Loop.OfClass ? "the iterator '" : "the pointer '") +
                                       R.Loop.Iterator->getNameAsString() + "' starts at no array that is known",
                    "let it start at an array or a container that is a variable, or that a 'part_copy' clause names");
}

namespace {

/// Every `if constexpr` of a function, by its place in the source.
struct ConstantConditions : DynamicVisitor {
  llvm::DenseMap<SourceLocation, const IfStmt *> At;
  bool VisitIfStmt(IfStmt *If) override {
    if (If->isConstexpr())
      At[If->getIfLoc()] = If;
    return true;
  }
};

} // namespace

/// An instance has no trace of the branches that it does not take, and no other instance's types would fit there: the
/// template says where they are.
static void findDiscarded(Region &R, ASTContext &Context) {
  const FunctionDecl *Template = R.Function->getTemplateInstantiationPattern();
  if (!Template || !Template->getBody())
    return;
  ConstantConditions Instance, Pattern;
  Instance.TraverseStmt(R.Loop.For->getBody());
  if (Instance.At.empty())
    return;
  Pattern.TraverseStmt(Template->getBody());
  for (auto [Loc, If] : Instance.At) {
    const IfStmt *Whole = Pattern.At.lookup(Loc);
    if (!Whole || If->getCond()->isValueDependent())
      continue;
    bool Taken = If->getCond()->EvaluateKnownConstInt(Context).getBoolValue();
    if (const Stmt *Other = Taken ? Whole->getElse() : Whole->getThen())
      R.Discarded.push_back(Other);
  }
}

bool Window::isWrittenByAny() const { return Written && (Difference || Spec->Stated || Spec->Full); }

/// An array that each thread of a team declares for itself, and of which iterations may use what others of the thread
/// have left there: threads of a team always differ in it.
static void checkScratch(Region &R) {
  if (!R.Source->joinsTeam())
    return;
  for (const Window &W : R.Windows) {
    const auto *Var = dyn_cast_or_null<VarDecl>(W.Array.Decl);
    if (W.isWrittenByAny() && Var && Var->getType()->isArrayType() && isOwnInTeam(R, Var))
      R.Fate.restrict(RunsOn::Host, W.Loc,
                      "each thread of the team has a '" + Var->getNameAsString() +
                          "' of its own, which the loop changes",
                      "declare '" + Var->getNameAsString() + "' inside the loop if each iteration sets it anew");
  }
}

void hetcc::scanBody(Region &R, ASTContext &Context) {
  if (R.Fate.Where == RunsOn::Plain)
    return;
  findBaseWindow(R, Context);
  R.Functions = findDeviceFunctions(R, Context);
  for (const AtomicUse &Use : findAtomics(R.Loop.For->getBody(), Context).All)
    if (Use.By != AtomicUse::Kind::Directive)
      R.Combines.insert(Use.Where);
  findDeviceLimits(R, Context);
  BodyScan(R, Context).run();
  findLocalNames(R, Context);
  findDiscarded(R, Context);
  settleDirections(R, Context);
  checkScratch(R);
}
