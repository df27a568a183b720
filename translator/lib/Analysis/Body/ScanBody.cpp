// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs the passes over a loop body that find out what the body uses, and settles whether each window is copied to the
// devices, back to the host, or both.
#include "Analysis/Body/BodyScan.h"
#include "Analysis/Calls/DeviceFunctions.h"
#include "Analysis/Calls/TeamWaits.h"
#include "Analysis/Region/Steps.h"
#include "Analysis/Syntax/DynamicVisitor.h"
#include "Analysis/Syntax/Rows.h"
#include "Analysis/Values/Affine.h"
#include "Analysis/Variables/Atomics.h"
#include "Analysis/Variables/ThreadVariables.h"
#include "clang/AST/ASTContext.h"

using namespace hetcc;
using namespace clang;

namespace {

/// Sets MoveIn, MoveOut and WritesAnywhere of all windows from their clauses and from what the body does.
void settleDirections(Region &R, ASTContext &Context) {
  for (unsigned I = 0; I < R.Windows.size(); ++I) {
    Window &W = R.Windows[I];
    W.WritesAnywhere = W.Spec->WholeCopy && !W.Spec->ByBoxes && W.Written && R.Site.Source->isLoop() &&
                       !R.Site.isInBlock() && R.Site.Around.empty();
    W.MoveOut = W.Spec->Out || W.WritesAnywhere;
    W.MoveIn = W.Spec->In;
    if (W.Spec->Out && !W.Spec->In && R.Fate.Where == RunsOn::Everywhere &&
        !writesAll(R, I, Context)) // if the loop does not write all elements, the write-back would also copy elements
                                   // that no device has set, so the device needs their old values
      W.MoveIn = true;
  }
}

} // namespace

/// The BaseWindow of a loop with a pointer iterator: the window of the array into which the iterator's first value
/// points. If there is none, the loop stays on the host.
static int findBaseWindow(const Region &R, Verdict &Fate, ASTContext &Context) {
  if (!R.Loop.isPointer())
    return -1;
  const auto First = Affine(R, Context).place(R.Loop.Lower);
  auto StartsHere = [](const Window &W) { return W.Spec->Array.Variable == ElementsName; };
  const auto Elements = llvm::find_if(R.Windows, StartsHere); // found if the loop's first value is an expression
  const int Found = First && First->Rows.empty()  ? findWindow(R, First->Array)
                    : Elements != R.Windows.end() ? int(Elements - R.Windows.begin())
                                                  : -1;
  auto Row = [&](const Window &W) { return W.DeclaredRank == 1 ? W.ElementType : typeOfRow(W.Type, 1, Context); };
  const bool Fits = Found >= 0 && !R.Windows[Found].Rows &&
                    !R.Loop.IteratorType->getPointeeType()->isVariablyModifiedType() &&
                    Context.hasSameUnqualifiedType(R.Loop.IteratorType->getPointeeType(), Row(R.Windows[Found]));
  if (Fits)
    return Found;
  Fate.restrict(RunsOn::Host, R.Loop.Lower->getBeginLoc(),
                R.Loop.Range ? "the elements of the range are in no array that is known"
                             : (R.Loop.OfClass ? "the iterator '" : "the pointer '") +
                                   R.Loop.Iterator->getNameAsString() + "' starts at no array that is known",
                "let it start at an array or a container that is a variable, or that a 'part_copy' clause names");
  return -1;
}

/// The statements of a loop's body that only update a variable, by other means than `omp atomic`.
static UpdateStatements updatesIn(const Region &R, ASTContext &Context) {
  UpdateStatements Found;
  for (const AtomicUse &Use : findAtomics(R.Loop.For->getBody(), R.Members, Context).All)
    if (Use.What != AtomicUse::Kind::Directive)
      Found.insert(Use.Where);
  return Found;
}

namespace {

/// Collects every `if constexpr` in a statement, by its location.
struct ConstantConditions : DynamicVisitor {
  llvm::DenseMap<SourceLocation, const IfStmt *> At;
  bool VisitIfStmt(IfStmt *If) override {
    if (If->isConstexpr())
      At[If->getIfLoc()] = If;
    return true;
  }
};

} // namespace

/// Finds the branches of `if constexpr` that an instance does not have. The instance's AST does not contain them, so
/// they are found in the template's AST. Device code leaves them out, since it is not a template.
static std::vector<const Stmt *> findDiscarded(const Region &R, ASTContext &Context) {
  const FunctionDecl *Template = R.Site.Function->getTemplateInstantiationPattern();
  if (!Template || !Template->getBody())
    return {};
  std::vector<const Stmt *> Discarded;
  ConstantConditions Instance, Pattern;
  Instance.TraverseStmt(R.Loop.For->getBody());
  if (Instance.At.empty())
    return {};
  Pattern.TraverseStmt(Template->getBody());
  for (auto [Loc, If] : Instance.At) {
    const IfStmt *Whole = Pattern.At.lookup(Loc);
    if (!Whole || If->getCond()->isValueDependent())
      continue;
    bool Taken = If->getCond()->EvaluateKnownConstInt(Context).getBoolValue();
    if (const Stmt *Other = Taken ? Whole->getElse() : Whole->getThen())
      Discarded.push_back(Other);
  }
  return Discarded;
}

bool Window::isWrittenByAny() const { return Written && (WritesAnywhere || Spec->ByBoxes || Spec->Full); }

/// Keeps a loop on the host if it may write any element of an array of which each thread of the team has its own. With
/// such an array, an iteration may read what an earlier iteration of the same thread has written, and a device would
/// run them in another order.
static void checkScratch(Region &R) {
  if (!R.Site.Source->joinsTeam())
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

/// Leaves a loop that joins a team to the host compiler if it has `schedule(static, n)` and uses memory of which each
/// thread has its own. OpenMP promises that loops of a team with equal chunks and trip counts give each thread the same
/// iterations, and programs that keep results in such memory rely on this. Without accelerators, the runtime hands out
/// the chunks as OpenMP does; with accelerators, it divides the iterations in another way.
static void keepPromisedThreads(Region &R) {
  const ScheduleWords Words = R.Site.Source->schedule();
  if (!R.Site.Source->joinsTeam() || Words.Kind != "static" || Words.Chunk.empty())
    return;
  auto IsOwn = [&](const Entity &E) { return E.Decl && mayDifferInTeam(R, E.Decl); };
  const bool UsesOwn = llvm::any_of(R.Windows, [&](const Window &W) { return IsOwn(W.Array); }) ||
                       llvm::any_of(R.Body.Captures, [&](const Capture &C) {
                         return (C.Kind == CaptureKind::Value || C.Kind == CaptureKind::FirstPrivate) && IsOwn(C.What);
                       });
  if (UsesOwn || R.Site.Source->findOpenMP("collapse"))
    R.Fate.restrict(RunsOn::Plain, R.Site.Source->findOpenMP("schedule")->Loc,
                    "'schedule' says which thread of the team runs which iterations",
                    "leave out the chunk size if the program does not need it");
  else if (R.Fate.Where == RunsOn::Host) // the runtime would divide the iterations into equal parts instead of chunks
    R.Fate.Where = RunsOn::Plain;
}

void hetcc::scanBody(Region &R, ASTContext &Context) {
  if (R.Fate.Where == RunsOn::Plain)
    return;
  R.Loop.BaseWindow = findBaseWindow(R, R.Fate, Context);
  R.Functions = findDeviceFunctions(R, Context);
  const UpdateStatements Updates = updatesIn(R, Context);
  R.Needs = findDeviceNeeds(R, Updates, R.Fate, Context);
  BodyScan(R, Updates, Context).run();
  R.Outer = findLocalNames(R, R.Fate, Context);
  R.Body.Replaced.Discarded = findDiscarded(R, Context);
  settleDirections(R, Context);
  checkScratch(R);
  checkCarried(R, Context);
  keepPromisedThreads(R);
  keepWaitingThreads(R, Context);
}
