// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `omp atomic` in a body. What belongs to the iteration needs no atomicity on a device. A variable that all iterations
// share and only ever update, by one operator, is reduced into: each device accumulates in values of its own, which are
// added to the variable, atomically too, when the region's outputs are in their place. All else stays on the host.
#include "Analysis/Body.h"
#include "Analysis/DynamicVisitor.h"
#include "Analysis/Reductions.h"
#include "Analysis/Updates.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/OpenMPClause.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace hetcc;
using namespace clang;

/// One directive, and what it is on.
struct hetcc::AtomicUse {
  const OMPAtomicDirective *Directive = nullptr;
  std::string Form = "update";
  const Expr *Object = nullptr;         ///< the lvalue
  const Expr *Base = nullptr;           ///< the variable's name in it
  const ValueDecl *Root = nullptr;      ///< the variable; null: none is named
  SmallVector<const Expr *, 2> Indices; ///< of the lvalue
  bool Member = false;                  ///< the lvalue is a member of an object
  bool InLambda = false;
  std::optional<Combining> How; ///< of an update that may be done in any order
  std::string Operator;         ///< of an update, as a `reduction` clause names it, or as it is written
  const Expr *Value = nullptr;  ///< what an update combines with the variable
};

/// All of a body, and what else it names.
struct hetcc::AtomicUses {
  std::vector<AtomicUse> All;
  llvm::MapVector<const ValueDecl *, const Expr *> Others; ///< the first use that is no atomic update
  llvm::SmallPtrSet<const ValueDecl *, 16> Declared;       ///< in the body
};

namespace {

class AtomicFinder : public DynamicVisitor {
public:
  AtomicFinder(const ASTContext &Context, AtomicUses &Found) : Context(Context), Found(Found) {}

  bool dataTraverseStmtPre(Stmt *S) override {
    if (auto *Atomic = dyn_cast<OMPAtomicDirective>(S))
      return atomic(Atomic), false;
    Lambdas += isa<LambdaExpr>(S);
    return true;
  }
  bool dataTraverseStmtPost(Stmt *S) override {
    Lambdas -= isa<LambdaExpr>(S);
    return true;
  }
  bool VisitVarDecl(VarDecl *Var) override {
    Found.Declared.insert(Var->getCanonicalDecl());
    return true;
  }
  bool VisitExpr(Expr *E) override {
    if (const ValueDecl *Decl = isa<DeclRefExpr, MemberExpr>(E) ? namedEntity(E) : nullptr)
      Found.Others.insert({Decl, E});
    return true;
  }

private:
  void atomic(const OMPAtomicDirective *S) {
    Found.All.push_back(describe(S));
    const AtomicUse Use = Found.All.back();
    if (!Use.Value || !Use.Root || Use.InLambda) {
      TraverseStmt(S->getRawStmt());
      return;
    }
    for (const Expr *Index : Use.Indices)
      TraverseStmt(Index);
    TraverseStmt(Use.Value);
  }
  AtomicUse describe(const OMPAtomicDirective *S) const {
    AtomicUse Use;
    Use.Directive = S;
    Use.Object = S->getX();
    Use.InLambda = Lambdas > 0;
    followObject(Use);
    if (S->getSingleClause<OMPReadClause>())
      Use.Form = "read";
    else if (S->getSingleClause<OMPWriteClause>())
      Use.Form = "write";
    else if (S->getSingleClause<OMPCaptureClause>())
      Use.Form = "capture";
    else if (S->getSingleClause<OMPCompareClause>())
      comparison(Use);
    else
      update(Use);
    return Use;
  }

  /// From the lvalue to the variable that it is a part of, or that points to it.
  void followObject(AtomicUse &Use) const {
    for (const Expr *E = Use.Object; E;) {
      E = E->IgnoreParenImpCasts();
      if (const ValueDecl *Decl = namedEntity(E)) {
        Use.Base = E, Use.Root = Decl;
        return;
      }
      auto *Member = dyn_cast<MemberExpr>(E);
      auto *Unary = dyn_cast<UnaryOperator>(E);
      if (auto Level = subscript(E)) {
        Use.Indices.push_back(Level->Index);
        E = Level->Base;
      } else if (Member && !Member->isArrow()) {
        Use.Member = true;
        E = Member->getBase();
      } else if (Unary && Unary->getOpcode() == UO_Deref) {
        E = Unary->getSubExpr();
      } else {
        return;
      }
    }
  }

  void update(AtomicUse &Use) const {
    const Expr *Updated = Use.Directive->getUpdateExpr();
    auto *Operation = Updated ? dyn_cast<BinaryOperator>(Updated->IgnoreParenImpCasts()) : nullptr;
    if (!Operation)
      return;
    Use.Operator = Operation->getOpcodeStr().str();
    Use.Value = Use.Directive->getExpr();
    const bool FromLeft = Use.Directive->isXLHSInRHSPart();
    if (Operation->getOpcode() != BO_Sub || FromLeft)
      Use.How = combiningOf(Operation->getOpcode(), Use.Object->getType(), Operation->getType());
    if (Use.How)
      Use.Operator = operatorOf(*Use.How);
    else if (!FromLeft)
      Use.Operator = "value " + Use.Operator + " variable";
  }

  void comparison(AtomicUse &Use) const {
    Use.Form = "compare";
    const Expr *Condition = Use.Directive->getCondExpr();
    auto *Test = Condition ? dyn_cast<BinaryOperator>(Condition->IgnoreParenImpCasts()) : nullptr;
    const Expr *Value = Use.Directive->getExpr();
    if (!Test || !Test->isRelationalOp() || !Value)
      return;
    Use.Operator = Test->getOpcodeStr().str();
    Use.Value = Value;
    auto Op = sameExpression(Test->getLHS(), Use.Object, Context)
                  ? BinaryOperator::reverseComparisonOp(Test->getOpcode())
                  : Test->getOpcode();
    if (Context.hasSameUnqualifiedType(Value->IgnoreParenImpCasts()->getType(), Use.Object->getType()))
      Use.How = extremeOf(Op);
    if (Use.How)
      Use.Operator = operatorOf(*Use.How);
  }

  const ASTContext &Context;
  AtomicUses &Found;
  unsigned Lambdas = 0;
};

/// How long an array parameter is declared to be; "" if it is none, or the length is no constant.
std::string parameterLength(const ValueDecl *Decl, const ASTContext &Context) {
  auto *Parameter = dyn_cast<ParmVarDecl>(Decl);
  auto *Array = Parameter ? Context.getAsConstantArrayType(Parameter->getOriginalType()) : nullptr;
  return Array ? llvm::toString(llvm::APSInt(Array->getSize()), 10) : "";
}

/// The part of an array that a data clause says: the first dimension of an array with rows, and of a flat one the
/// product of all. Nothing where generated code cannot say it.
std::optional<Reduction::Level> levelOf(const Window &W, const ASTContext &Context) {
  const auto &Dimensions = W.Spec->Dimensions;
  bool Given = llvm::all_of(Dimensions, [](const Dimension &D) { return D.Num.has_value(); });
  if (W.Container || W.Spec->ElementSize || W.Spec->Unsized || !Given)
    return std::nullopt;
  Reduction::Level Level;
  Level.Section = true;
  for (unsigned D = 0; D < (W.Flat ? Dimensions.size() : 1); ++D)
    Level.LengthText += (D ? " * " : "") + std::string("(hetrt_int64)(") + Dimensions[D].Num->code() + ")";
  if (Dimensions.front().Cond && !isZero(Dimensions.front().Cond, Context)) {
    if (W.Flat && Dimensions.size() > 1)
      return std::nullopt;
    Level.LowerText = Dimensions.front().Cond->code();
  }
  return Level;
}

} // namespace

bool Region::canHaveOnePartial() const {
  bool Arrays = false;
  for (const Capture &C : Captures) {
    if (C.Kind != CaptureKind::Reduction)
      continue;
    const Reduction &Of = C.Reduced;
    Arrays |= Of.Array;
    const bool Operation = !Of.Declared && Of.Operator != "&&" && Of.Operator != "||";
    if (!Of.Atomic && (!Operation || Of.Array || !Of.Element->isRealType()))
      return false;
  }
  return Arrays && !hasLastValues();
}

/// The array section that the longest data region around the pointer's address has, as the runtime tells it when the
/// loop begins.
Reduction::Level levelFound(const ValueDecl *Pointer) {
  const std::string Name = Pointer->getNameAsString();
  const std::string Elements = "hetrt_elements(" + Name + ", sizeof(" + Name + "[0]), ";
  return {nullptr, nullptr, true, "-" + Elements + "0)", Elements + "0) + " + Elements + "1)", true};
}

/// Whether a `target` construct of OpenMP's works on a copy of a variable, which is gone after it: on that of each
/// scalar that no clause names.
static bool isCopyOfTarget(const Region &R, const VarDecl &Var, QualType Type) {
  if (!R.Source->Automatic || R.InBlock || !R.Source->has("target") || !Type->isScalarType() || Type->isPointerType() ||
      Var.hasAttr<OMPDeclareTargetDeclAttr>() || R.Source->findOpenMP("defaultmap"))
    return false;
  return llvm::none_of(R.Source->Mapped, [&](const WindowSpec &Each) {
    return Each.Array.Checked && namedEntity(Each.Array.Checked) == &Var;
  });
}

/// Why the atomic updates of a variable that iterations share are no reduction; empty if they are one.
std::string Reductions::atomicObstacle(const AtomicUses &Uses, const AtomicUse &First, const Window *Of,
                                       SourceLocation &Loc, std::string &Remedy) const {
  const ValueDecl *Root = First.Root;
  const std::string Name = "'" + Root->getNameAsString() + "'";
  QualType Type = Root->getType().getNonReferenceType(), Element = First.Object->getType();
  auto *Var = dyn_cast<VarDecl>(Root);
  Remedy = "let the loop accumulate in a variable or an array of the function";
  if (!Var || First.Member || memberEntity(First.Base))
    return "'omp atomic' is on " + std::string(First.Member ? "a member of " : "the member ") + Name;
  if (Var->getTLSKind() != VarDecl::TLS_None || Var->hasAttr<OMPThreadPrivateDeclAttr>())
    return Name + " is thread-local";
  if (isCopyOfTarget(R, *Var->getCanonicalDecl(), Type)) {
    Remedy = "add 'map(tofrom: " + Root->getNameAsString() + ")' if its value is used after the loop";
    return "'omp atomic' is on " + Name + ", of which the 'target' construct has a copy";
  }
  for (const AtomicUse &Use : Uses.All) {
    if (Use.Root != Root)
      continue;
    Loc = Use.Directive->getBeginLoc();
    if (!Use.Value) {
      Remedy = "update " + Name + " alone in the loop, and use its value after the loop";
      return "'omp atomic " + Use.Form + "' is on " + Name + ", which all iterations share";
    }
    const bool Cut = Element->isIntegerType() && Use.Value->getType()->isRealFloatingType();
    if (!Use.How && Cut) {
      Remedy = "add into a floating-point variable, and convert its value after the loop";
      return "'omp atomic' combines the integer " + Name + " with floating-point numbers, and is cut after each step";
    }
    if (!Use.How) {
      Remedy = "";
      return "'omp atomic' combines " + Name + " by '" + Use.Operator + "', which is not the same in any order";
    }
    if (Use.Operator != First.Operator) {
      Remedy = "";
      return "'omp atomic' combines " + Name + " by '" + First.Operator + "' and by '" + Use.Operator + "'";
    }
  }
  Loc = First.Directive->getBeginLoc();
  Remedy = "";
  if (Element.isVolatileQualified())
    return Name + " is volatile";
  if (Element->isAtomicType() || Element->isBitIntType() || Element->isEnumeralType())
    return Name + " is of a type that does not travel to a device";
  if (auto Other = Uses.Others.find(Root); Other != Uses.Others.end()) {
    Loc = Other->second->getBeginLoc();
    Remedy = "update " + Name + " alone in the loop, and use its value after the loop";
    return Name + " is updated by 'omp atomic', and used in another way too";
  }
  if (R.Source->Variant)
    return Name + " is updated by 'omp atomic', which a kernel of the program's own cannot stand for";
  if (Of && R.InBlock)
    return "'omp atomic' is on " + Name + ", which each thread of the block has a copy of";
  if (Of && !part(First, Of)) {
    Remedy = "name a pointer to the elements in 'map(tofrom: pointer[0:length])'";
    return "what 'omp atomic' updates of " + Name + " has no length that travels";
  }
  if (!Of && Type->isPointerType() && !First.Object->getType()->isPointerType() && !part(First, Of)) {
    Remedy = "add 'map(tofrom: " + Root->getNameAsString() + "[0:extent])'";
    return Name + " is in no data clause";
  }
  return "";
}

/// The part of an array that all iterations share and update: what a data clause or the type of a parameter says, or,
/// of a `target` directive that has nothing of ours, the data region that the program is in: no such loop may touch
/// more. Nothing where no clause says it.
std::optional<Reduction::Level> Reductions::part(const AtomicUse &First, const Window *Of) const {
  if (auto Level = Of ? levelOf(*Of, Context) : std::nullopt)
    return Level;
  if (std::string Length = parameterLength(First.Root, Context); !Of && !Length.empty())
    return Reduction::Level{nullptr, nullptr, true, "", Length};
  const bool Leads = First.Root->getType()->isPointerType() && !First.Object->getType()->isPointerType();
  return R.Source->Automatic && R.Source->has("target") && Leads ? std::optional(levelFound(First.Root)) : std::nullopt;
}

/// A variable that all iterations share.
void Reductions::atomicsOf(const AtomicUses &Uses, const AtomicUse &First, Window *Of) {
  SourceLocation Loc = First.Directive->getBeginLoc();
  std::string Remedy;
  if (std::string Cause = atomicObstacle(Uses, First, Of, Loc, Remedy); !Cause.empty())
    return stop(Loc, std::move(Cause), std::move(Remedy));
  Reduction Item;
  Item.Operator = First.Operator;
  Item.Base = First.Base;
  Item.Atomic = true;
  if (auto Level = part(First, Of))
    Item.Levels.push_back(std::move(*Level));
  reduceInto(std::move(Item), Loc);
}

void Reductions::atomics() {
  AtomicUses Uses;
  AtomicFinder(Context, Uses).TraverseStmt(R.Loop.For->getBody());
  llvm::SmallPtrSet<const ValueDecl *, 4> Looked;
  for (const AtomicUse &Use : Uses.All) {
    const SourceLocation Loc = Use.Directive->getBeginLoc();
    R.Atomics.push_back({Use.Directive, Use.Root, Use.Form == "compare"});
    if (Use.InLambda) {
      stop(Loc, "'omp atomic' stands in a lambda", "let it stand in the loop itself");
      continue;
    }
    if (!Use.Root) {
      stop(Loc, "'omp atomic' is on memory that no variable names", "name the variable or the array itself");
      continue;
    }
    const int At = findWindow(R, Use.Root);
    auto OfClause = llvm::find_if(R.Captures, [&](const Capture &C) { return C.What.Decl == Use.Root; });
    const bool Own = Uses.Declared.contains(Use.Root) || OfClause != R.Captures.end();
    const bool Leads = Use.Root->getType()->isReferenceType() ||
                       (Use.Root->getType()->isPointerType() && Use.Object->IgnoreParens() != Use.Base);
    if (At >= 0 && !R.Windows[At].Spec->WholeCopy)
      continue; // the iteration's own elements; if it may not write them, Footprint says so
    if (Looked.insert(Use.Root).second && !Own)
      atomicsOf(Uses, Use, At >= 0 ? &R.Windows[At] : nullptr);
    else if (Uses.Declared.contains(Use.Root) && Leads)
      stop(Loc, "'omp atomic' is on what '" + Use.Root->getNameAsString() + "' leads to",
           "name the variable or the array itself");
  }
  forgetReducedWindows();
}

/// Arrays that are reduced into are no windows: devices have values of their own in their place.
void Reductions::forgetReducedWindows() {
  for (const Capture &C : R.Captures) {
    const int At = C.Reduced.Atomic ? findWindow(R, C.What.Decl) : -1;
    if (At < 0)
      continue;
    R.Windows.erase(R.Windows.begin() + At);
    if (R.Loop.BaseWindow > At)
      --R.Loop.BaseWindow;
  }
}
