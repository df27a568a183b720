// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions by `reduction` clauses, and by sums that each thread keeps in its own variable: into scalars, objects and
// arrays, with OpenMP's operators or a `declare reduction`. Reductions by `omp atomic` are in AtomicReductions.cpp.
#include "Analysis/Variables/Reductions.h"
#include "Analysis/Region/Region.h"
#include "Analysis/Syntax/Changes.h"
#include "Analysis/Syntax/Combining.h"
#include "Analysis/Syntax/DynamicVisitor.h"
#include "Analysis/Syntax/SourceText.h"
#include "Analysis/Syntax/Types.h"
#include "Analysis/Variables/ThreadSums.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/OpenMPClause.h"
#include "clang/AST/StmtOpenMP.h"

using namespace hetcc;
using namespace clang;

const OMPDeclareReductionDecl *hetcc::declaredReduction(const Expr *Operation) {
  auto *Call = dyn_cast_or_null<CallExpr>(Operation);
  auto *Callee = Call ? dyn_cast<OpaqueValueExpr>(Call->getCallee()) : nullptr;
  auto *Ref = Callee ? dyn_cast<DeclRefExpr>(Callee->getSourceExpr()->IgnoreImpCasts()) : nullptr;
  return Ref ? dyn_cast<OMPDeclareReductionDecl>(Ref->getDecl()) : nullptr;
}

std::string hetcc::operatorOf(const OMPReductionClause &Clause) {
  const DeclarationName Name = Clause.getNameInfo().getName();
  return Name.getNameKind() == DeclarationName::CXXOperatorName ? getOperatorSpelling(Name.getCXXOverloadedOperator())
                                                                : Name.getAsString();
}

/// Whether the initializer of a `declare reduction` reads the original variable (`omp_orig`).
static bool usesOriginal(const OMPDeclareReductionDecl *D) {
  struct Uses : DynamicVisitor {
    const ValueDecl *Wanted = nullptr;
    bool Found = false;
    bool VisitDeclRefExpr(DeclRefExpr *Ref) override { return !(Found |= Ref->getDecl() == Wanted); }
  } Uses;
  if (!D || !D->getInitializer())
    return false;
  Uses.Wanted = cast<DeclRefExpr>(D->getInitOrig())->getDecl();
  Uses.TraverseStmt(D->getInitializer());
  return Uses.Found;
}

void Reductions::clause(const OMPReductionClause *Clause) {
  Reduction Of;
  Of.Operator = operatorOf(*Clause);
  if (Clause->getModifier() == OMPC_REDUCTION_inscan || Clause->getModifier() == OMPC_REDUCTION_task) {
    std::string Modifier = getOpenMPSimpleClauseTypeName(llvm::omp::OMPC_reduction, Clause->getModifier());
    R.Fate.restrict(RunsOn::Plain, Clause->getModifierLoc(),
                    "the modifier '" + Modifier + "' is not carried over to devices",
                    Modifier == "task" ? "leave out 'task' if the loop makes no tasks" : "");
  }
  auto Operation = Clause->reduction_ops().begin();
  for (const Expr *Item : Clause->varlists()) {
    Of.Declared = declaredReduction(*Operation++);
    if (!R.Site.isInBlock() || accumulates(Item))
      item(Item, Of);
  }
}

/// Adds the items of a block's `reduction` clauses that a loop inside of the block accumulates into. The loop does not
/// use the clauses' other items, which are private to the block's threads.
void Reductions::clausesOfBlock(const OMPExecutableDirective &Directive) {
  for (const auto *Clause : Directive.getClausesOfKind<OMPReductionClause>())
    if (llvm::any_of(Clause->varlists(), [&](const Expr *Item) { return accumulates(Item); }))
      clause(Clause);
}

/// Whether the region, a loop inside of a block, may change an item of the block's `reduction` clauses.
bool Reductions::accumulates(const Expr *Item) const {
  const Expr *Base = Item->IgnoreParenImpCasts();
  while (!R.named(Base))
    if (auto *Section = dyn_cast<ArraySectionExpr>(Base))
      Base = Section->getBase()->IgnoreParenImpCasts();
    else if (auto *Element = dyn_cast<ArraySubscriptExpr>(Base))
      Base = Element->getBase()->IgnoreParenImpCasts();
    else
      return false;
  const ValueDecl *Decl = R.named(Base);
  if (Base != Item->IgnoreParenImpCasts() || Decl->getType().getNonReferenceType()->isArrayType())
    return mentions(R.Loop.For->getBody(), Decl, R.Members);
  const Changes Found = changes(R.Loop.For->getBody(), Decl, R.Members);
  return Found.Assigned || Found.Aliased;
}

void Reductions::item(const Expr *Item, Reduction Of) {
  for (Of.Base = Item->IgnoreParenImpCasts();; Of.Base = Of.Base->IgnoreParenImpCasts())
    if (auto *Section = dyn_cast<ArraySectionExpr>(Of.Base)) {
      bool One = Section->getColonLocFirst().isInvalid();
      Of.Levels.insert(Of.Levels.begin(), {Section->getLowerBound(), Section->getLength(), !One, {}, {}});
      Of.Base = Section->getBase();
    } else if (auto *Element = dyn_cast<ArraySubscriptExpr>(Of.Base)) {
      Of.Levels.insert(Of.Levels.begin(), {Element->getIdx(), nullptr, false, {}, {}});
      Of.Base = Element->getBase();
    } else {
      break;
    }
  reduceInto(std::move(Of), Item->getBeginLoc());
}

/// Adds a sum that each thread of a team keeps in its own variable. Devices accumulate partials of it, and one thread
/// combines these with its variable.
void Reductions::sumOfThread(const ThreadSum &Sum) {
  Reduction Item;
  Item.Operator = operatorOf(Sum.How);
  Item.Base = Sum.Use;
  Item.OfThread = true;
  reduceInto(std::move(Item), Sum.Use->getBeginLoc());
  Leading.insert(Sum.Leading.begin(), Sum.Leading.end());
  LedByObject |= Sum.OfObject;
}

/// Makes captures of the pointers that lead to the sums of threads, unless they are captures or windows already. The
/// threads of a team compare the values of their captures before a pass begins, and so compare these pointers as well.
void Reductions::compareLeading() {
  for (const VarDecl *Var : Leading)
    if (!R.entity(Var))
      R.Body.Captures.push_back(
          {{Var, ""}, CaptureKind::Value, Var->getType().getUnqualifiedType(), {}, Var->getNameAsString(), ""});
  if (!LedByObject)
    return;
  auto *Object = VarDecl::Create(Context, const_cast<FunctionDecl *>(R.Site.Function), R.Site.Function->getLocation(),
                                 R.Site.Function->getLocation(), &Context.Idents.get("hetrt_object"),
                                 Context.getPointerType(Context.VoidTy.withConst()), nullptr, SC_None);
  Object->setImplicit(); // makes Entity::isMember() true
  R.Body.Captures.push_back({{Object, ""}, CaptureKind::Value, Object->getType(), {}, "this", ""});
}

void Reductions::reduceInto(Reduction Of, SourceLocation Loc) {
  auto Stop = [&](std::string Cause, std::string Remedy = "") {
    R.Body.ReductionsTravel &= Of.isInPlace();
    R.Fate.toHost(Loc, std::move(Cause), std::move(Remedy));
  };
  const ValueDecl *Decl = R.named(Of.Base);
  if (!Decl)
    return Stop("the reduction is into a part of an object", "reduce into a variable");
  QualType Type = Decl->getType().getNonReferenceType().getUnqualifiedType();
  const QualType Held = Of.Levels.empty() ? QualType() : elementOfContainer(Type);
  if (!Held.isNull()) // generated code has a pointer in place of a container
    Type = Context.getPointerType(Held);
  R.Body.Captures.push_back({{Decl, ""},
                             CaptureKind::Reduction,
                             Type,
                             {},
                             nameInFunction(Of.Base, Decl, Context) + (Held.isNull() ? "" : ".data()")});
  Of.Array = !Of.Levels.empty() || Type->isArrayType();
  Of.Element = Type;
  for (const Reduction::Level &L : Of.Levels) {
    if (Of.Element->isPointerType() && &L != &Of.Levels.front())
      return Stop("the reduction is into memory behind a pointer in '" + Decl->getNameAsString() + "'",
                  "reduce into one array");
    Of.Element = Of.Element->isPointerType() ? Of.Element->getPointeeType()
                                             : QualType(Context.getAsArrayType(Of.Element)->getElementType());
  }
  QualType Row = !Of.Array               ? Type
                 : Type->isPointerType() ? Type->getPointeeType()
                                         : QualType(Context.getAsArrayType(Type)->getElementType());
  Of.Element = Context.getBaseElementType(Of.Element).getUnqualifiedType();
  Of.UsesOriginal = usesOriginal(Of.Declared);
  R.Body.Captures.back().Reduced = Of;
  if (Row->isVariablyModifiedType())
    return Stop("the rows of '" + Decl->getNameAsString() + "' are of variable length",
                "reduce into an array of one dimension");
  bool Wide = Of.Element->isIntegerType() && Context.getIntWidth(Of.Element) > 64;
  bool Extreme = !Of.Declared && (Of.Operator == "min" || Of.Operator == "max");
  bool Travels = Of.Declared ? elementsTravel(Of.Element, Context) && !isUnnamed(Of.Element)
                             : Of.Element->isArithmeticType() && !(Wide && Extreme);
  constexpr unsigned MostAligned = 128; // in bits: the alignment of partials (values to combine)
  if (!Travels || Of.Element.isVolatileQualified() || Context.getTypeAlign(Of.Element) > MostAligned)
    return Stop("'" + Decl->getNameAsString() + "' is of a type that does not travel to a device: '" +
                Of.Element.getAsString(Context.getPrintingPolicy()) + "'");
  if (Of.UsesOriginal && (Of.Array || !travelsByValue(Of.Element, Context)))
    return Stop("what '" + Of.Operator + "' begins with depends on the original of '" + Decl->getNameAsString() + "'",
                "let the initializer do without 'omp_orig'");
}
