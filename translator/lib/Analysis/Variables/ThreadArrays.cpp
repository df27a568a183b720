// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds scratch arrays of threads, which each iteration sets before it reads them, so that on a device each iteration
// can have an array of its own:
//
//   static double buffer[N];
//   #pragma omp threadprivate(buffer)
//   #pragma omp for
//   for (i = 0; i < n; i++) { fill(buffer, x[i]); y[i] = sum(buffer); }
//
// Fillings.h tells whether an iteration may read what another iteration has left in the array. To find out whether
// other code reads the array's elements after the loop, the finder examines all uses of the array; for a static array,
// the uses in the whole unit.
#include "Analysis/Calls/OtherUnits.h"
#include "Analysis/Region/Region.h"
#include "Analysis/Syntax/Changes.h"
#include "Analysis/Syntax/ControlFlow.h"
#include "Analysis/Syntax/DynamicVisitor.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Syntax/Statements.h"
#include "Analysis/Syntax/Types.h"
#include "Analysis/Variables/Fillings.h"
#include "Analysis/Variables/ThreadVariables.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/OpenMPClause.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/Builtins.h"
#include <functional>

using namespace hetcc;
using namespace clang;

namespace {

/// The limit in bytes for all scratch arrays of a loop together. Devices that are CPU cores have these arrays on a
/// thread's stack.
constexpr int64_t LargestArray = 1 << 20;

using Uses = llvm::SmallPtrSet<const Stmt *, 16>;

/// The name `x` of the array in an expression `x[e]...[e]` for an element; null for other expressions.
const DeclRefExpr *elementsArray(const Expr *E) {
  if (E->getType()->isArrayType())
    return nullptr;
  E = E->IgnoreParenImpCasts();
  bool Subscript = false;
  for (; auto *Level = dyn_cast<ArraySubscriptExpr>(E); E = Level->getBase()->IgnoreParenImpCasts())
    Subscript = true;
  return Subscript ? dyn_cast<DeclRefExpr>(E) : nullptr;
}

/// The name `x` of the array in a pointer `x`, `x + e` or `&x[e]`; null for other expressions.
const DeclRefExpr *arrayLed(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (auto *Sum = dyn_cast<BinaryOperator>(E); Sum && Sum->isAdditiveOp())
    E = Sum->getLHS()->IgnoreParenCasts();
  if (auto *Unary = dyn_cast<UnaryOperator>(E); Unary && Unary->getOpcode() == UO_AddrOf)
    return elementsArray(Unary->getSubExpr());
  return dyn_cast<DeclRefExpr>(E);
}

/// The loop that a directive distributes to threads; null for other directives, and for loops with `collapse` or
/// `ordered`.
const ForStmt *sharedLoop(const Stmt *S) {
  auto *Directive = dyn_cast<OMPExecutableDirective>(S);
  if (!isa<OMPForDirective, OMPForSimdDirective, OMPParallelForDirective, OMPParallelForSimdDirective>(S) ||
      Directive->hasClausesOfKind<OMPCollapseClause>() || Directive->hasClausesOfKind<OMPOrderedClause>())
    return nullptr;
  return dyn_cast_or_null<ForStmt>(withoutDirectives(S));
}

/// Finds all uses of an array in a unit or a statement, and what each may do.
struct ArrayUses : DynamicVisitor {
  ArrayUses(const VarDecl *Var, ASTContext &Context, std::function<bool(const FunctionDecl &)> KeepsNone)
      : Var(Var), Context(Context), KeepsNone(std::move(KeepsNone)) {
    VisitsTemplateInstantiations = true;
  }
  const VarDecl *Var;
  ASTContext &Context;
  std::function<bool(const FunctionDecl &)> KeepsNone;
  std::vector<const DeclRefExpr *> All;
  Uses Harmless; ///< uses that neither read an element nor store the array's address
  Uses Short;    ///< uses that do not store the array's address
  struct SharedLoop {
    const ForStmt *For = nullptr;
    const FunctionDecl *Of = nullptr; ///< the function that contains the loop; null if it is not known
  };
  std::vector<SharedLoop> Loops;
  const FunctionDecl *Current = nullptr;
  bool NamesMain = false;

  void found(const DeclRefExpr *Ref, Uses &As) {
    if (Ref && namedVariable(Ref) == Var)
      As.insert(Ref);
  }
  bool dataTraverseStmtPre(Stmt *S) override { return !isa<UnaryExprOrTypeTraitExpr>(S); }
  bool VisitFunctionDecl(FunctionDecl *F) override {
    if (F->doesThisDeclarationHaveABody())
      Current = F;
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *Ref) override {
    if (namedVariable(Ref) == Var && !llvm::is_contained(All, Ref))
      All.push_back(Ref);
    auto *F = dyn_cast<FunctionDecl>(Ref->getDecl());
    NamesMain |= F && F->isMain();
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *E) override {
    if (E->isAssignmentOp())
      found(elementsArray(E->getLHS()), E->getOpcode() == BO_Assign ? Harmless : Short);
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *E) override {
    if (E->isIncrementDecrementOp())
      found(elementsArray(E->getSubExpr()), Short);
    return true;
  }
  bool VisitCastExpr(CastExpr *E) override {
    if (E->getCastKind() == CK_LValueToRValue)
      found(elementsArray(E->getSubExpr()), Short);
    return true;
  }
  bool VisitCallExpr(CallExpr *Call) override {
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (Callee && KeepsNone(*Callee))
      for (const Expr *Argument : Call->arguments())
        if (!Argument->isGLValue())
          found(arrayLed(Argument), Short);
    return true;
  }
  bool VisitOMPExecutableDirective(OMPExecutableDirective *D) override {
    // A `copyin` clause copies the array. Its mention of the array is harmless, because reads of the copies are found
    // as other uses.
    for (const auto *Clause : D->getClausesOfKind<OMPCopyinClause>())
      for (const Expr *Item : Clause->varlists())
        found(dyn_cast<DeclRefExpr>(Item->IgnoreParenImpCasts()), Harmless);
    if (const ForStmt *For = sharedLoop(D))
      Loops.push_back({For, Current});
    return true;
  }
  bool VisitOMPThreadPrivateDecl(OMPThreadPrivateDecl *D) override {
    for (const Expr *Item : D->varlists())
      found(dyn_cast<DeclRefExpr>(Item->IgnoreParenImpCasts()), Harmless);
    return true;
  }
};

bool isIn(const Stmt *Part, const Stmt *Whole) {
  return anyIn(Whole, [&](const Stmt *Each) { return Each == Part; });
}

/// Finds out whether each iteration of a loop may have its own copy of one array.
class ArrayFinder {
public:
  ArrayFinder(const Region &Loop, const VarDecl *Var, ASTContext &Context) : Loop(Loop), Var(Var), Context(Context) {}

  /// What functions of other units have to set in the array so that iterations can have their own copies of it (may be
  /// empty); nullopt if iterations cannot have copies.
  std::optional<std::vector<FilledElsewhere>> find() {
    if (!isOwn() || !mayTravel() || isNamedByClause())
      return std::nullopt;
    Filling Here = fillingOf(Loop.Loop.For->getBody(), *Loop.Site.Function, Var, Context);
    if (!Here.SetsFirst)
      return std::nullopt;
    Elsewhere = std::move(Here.Elsewhere);
    return isForgotten() ? std::optional(std::move(Elsewhere)) : std::nullopt;
  }

private:
  bool isOwn() const {
    const bool Static = Var->hasGlobalStorage();
    if (Static && (Var->isExternallyVisible() || Var->hasAttr<UsedAttr>() ||
                   Var->getDeclContext()->isDependentContext() || hasOtherName(*Var)))
      return false;
    // If another function declares the array, the loop is in a lambda that captures it.
    if (!Static && functionOf(*Var) != Loop.Site.Function->getCanonicalDecl())
      return false;
    return isOfEachThread(Var) ||
           (!Static && Loop.Site.Source->joinsTeam() && isOwnInTeam(Loop, Var) && !isCombinedByTeam());
  }
  bool isCombinedByTeam() const {
    return Loop.Site.Team &&
           llvm::any_of(Loop.Site.Team->getClausesOfKind<OMPReductionClause>(), [&](const auto *Clause) {
             return llvm::any_of(Clause->varlists(),
                                 [&](const Expr *Item) { return mentions(Item, Var, Loop.Members); });
           });
  }
  bool mayTravel() const {
    const QualType T = Var->getType(), Element = Context.getBaseElementType(T);
    return Context.getAsConstantArrayType(T) && !T->isVariablyModifiedType() && Element->isArithmeticType() &&
           !Element.isVolatileQualified() && !Element.isConstQualified() &&
           Context.getTypeSizeInChars(T).getQuantity() <= LargestArray;
  }
  bool isNamedByClause() const {
    const auto &Directive = *cast<OMPExecutableDirective>(Loop.Site.Marker->getElse());
    return llvm::any_of(
               Loop.Site.Source->Windows,
               [&](const WindowSpec &W) { return !W.Inferred && mentions(W.Array.Checked, Var, Loop.Members); }) ||
           llvm::any_of(Directive.clauses(), [&](const OMPClause *Clause) {
             return !isa<OMPCopyinClause>(Clause) &&
                    llvm::any_of(const_cast<OMPClause *>(Clause)->children(),
                                 [&](const Stmt *S) { return mentions(S, Var, Loop.Members); });
           });
  }
  /// Whether no code after the loop reads the elements that the loop has set in the array.
  bool isForgotten() {
    const bool Static = Var->hasGlobalStorage();
    const Stmt *Whole = Static || !Loop.Site.Team ? Loop.Site.Function->getBody()
                                                  : Loop.Site.Team->getInnermostCapturedStmt()->getCapturedStmt();
    ArrayUses Found(Var, Context, [&](const FunctionDecl &F) { return keepsNoAddress(Loop, F, Context); });
    Found.Current = Loop.Site.Function;
    if (Static)
      Found.TraverseDecl(Context.getTranslationUnitDecl());
    else
      Found.TraverseStmt(Whole);
    for (const DeclRefExpr *Ref : Found.All) {
      if (isIn(Ref, Loop.Loop.For->getBody()))
        continue;
      if (isInLoopThatSets(Ref, Found))
        Found.Harmless.insert(Ref);
      if (!Found.Harmless.contains(Ref) && (!Found.Short.contains(Ref) || !isIn(Ref, Whole)))
        return false;
    }
    // Begins: at the beginning of the function, the array does not have values that the loop has left. For a static
    // array, this is certain only in `main`, if the program never calls `main`.
    const bool Begins = !Static || (Loop.Site.Function->isMain() && !Found.NamesMain);
    return !needed(Whole, Loop.Site.Function, Begins, Context, [&](const Stmt *S) {
      if (!isa<DeclRefExpr>(S) || namedVariable(S) != Var)
        return Effect::None;
      if (isIn(S, Loop.Loop.For->getBody()))
        return Effect::Loses;
      return Found.Harmless.contains(S) ? Effect::None : Effect::Needs;
    });
  }
  /// Whether a use is in another shared loop whose iterations, too, set the array before they read it.
  bool isInLoopThatSets(const DeclRefExpr *Ref, const ArrayUses &Found) {
    for (const ArrayUses::SharedLoop &Each : Found.Loops) {
      if (!Each.Of || !isIn(Ref, Each.For->getBody()))
        continue;
      Filling There = fillingOf(Each.For->getBody(), *Each.Of, Var, Context);
      llvm::append_range(Elsewhere, There.Elsewhere);
      return There.SetsFirst;
    }
    return false;
  }

  const Region &Loop;
  const VarDecl *const Var;
  ASTContext &Context;
  std::vector<FilledElsewhere> Elsewhere;
};

/// Finds the arrays that a statement names: each array once, with one of its uses.
struct NamedArrays : DynamicVisitor {
  std::vector<std::pair<const VarDecl *, const Expr *>> Found;
  bool dataTraverseStmtPre(Stmt *S) override { return !isa<UnaryExprOrTypeTraitExpr>(S); }
  bool VisitDeclRefExpr(DeclRefExpr *Ref) override {
    const VarDecl *Var = namedVariable(Ref);
    if (Var && Var->getType()->isArrayType() && llvm::none_of(Found, [&](auto &Each) { return Each.first == Var; }))
      Found.emplace_back(Var, Ref);
    return true;
  }
};

} // namespace

bool hetcc::keepsNoAddress(const Region &Loop, const FunctionDecl &F, ASTContext &Context) {
  if (F.getMemoryFunctionKind() || mayKeepAddresses(F)) // memcpy() and similar functions return an address they get
    return false;
  const FunctionDecl *Definition = nullptr;
  if (F.hasBody(Definition))
    return findFunctionLimits(*Definition, Context).Why.empty();
  return anyIn(Loop.Loop.For->getBody(), [&](const Stmt *S) {
    auto *Call = dyn_cast<CallExpr>(S);
    return Call && Call->getDirectCallee() && Call->getDirectCallee()->getCanonicalDecl() == F.getCanonicalDecl();
  });
}

bool hetcc::isInLambda(const Region &Loop) {
  return anyIn(Loop.Site.Function->getBody(),
               [&](const Stmt *S) { return isa<LambdaExpr>(S) && isIn(Loop.Loop.For, S); });
}

std::vector<ThreadArray> hetcc::arraysSetAnew(const Region &Loop, ASTContext &Context) {
  std::vector<ThreadArray> All;
  if (!isa_and_nonnull<OMPExecutableDirective>(Loop.Site.Marker->getElse()) || Loop.Site.isInBlock() ||
      Loop.Site.InTarget || !Loop.Site.Source->isLoop() || !Loop.Loop.Collapsed.empty() ||
      !sharedLoop(Loop.Site.Marker->getElse()) || isInLambda(Loop))
    return All;
  NamedArrays Named;
  Named.TraverseStmt(Loop.Loop.For->getBody());
  int64_t Room = LargestArray;
  for (auto [Var, Use] : Named.Found)
    if (auto Elsewhere = ArrayFinder(Loop, Var, Context).find()) {
      Room -= Context.getTypeSizeInChars(Var->getType()).getQuantity();
      if (Room >= 0)
        All.push_back({Var, Use, std::move(*Elsewhere)});
    }
  return All;
}
