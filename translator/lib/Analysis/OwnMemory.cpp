// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is given back has been allocated in the same body, as far as all that is stored on the way to it says: in the
// variable that the pointer is reached from, and behind each pointer up to the one that is given back.
#include "Analysis/OwnMemory.h"
#include "Analysis/Body.h"
#include "Analysis/Callees.h"
#include "Analysis/DynamicVisitor.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <set>

using namespace hetcc;
using namespace clang;

bool hetcc::allocates(llvm::StringRef Library) {
  return llvm::is_contained(
      llvm::ArrayRef<llvm::StringRef>({"malloc", "calloc", "realloc", "reallocarray", "aligned_alloc", "free"}),
      Library);
}

/// The name of the allocator that a call calls; empty if it calls another function.
static llvm::StringRef allocatorOf(const Expr *E) {
  auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  const bool OfLibrary = Callee && Callee->getIdentifier() && Callee->isExternC() && !Callee->hasBody();
  return OfLibrary && allocates(Callee->getName()) ? Callee->getName() : "";
}

namespace {

/// A variable, and how many pointers are followed from it.
struct Cell {
  const VarDecl *Root = nullptr;
  unsigned Depth = 0;
};

/// What an lvalue lies in; no root where that is reached in another way.
Cell cellOf(const Expr *E) {
  Cell Found;
  for (;;) {
    E = E->IgnoreParenImpCasts();
    auto *Member = dyn_cast<MemberExpr>(E);
    auto *Deref = dyn_cast<UnaryOperator>(E);
    if (auto *Element = dyn_cast<ArraySubscriptExpr>(E)) {
      E = Element->getBase();
      Found.Depth += !E->IgnoreParenImpCasts()->getType()->isArrayType();
    } else if (Member && isa<FieldDecl>(Member->getMemberDecl())) {
      E = Member->getBase();
      Found.Depth += Member->isArrow();
    } else if (Deref && Deref->getOpcode() == UO_Deref) {
      E = Deref->getSubExpr();
      ++Found.Depth;
    } else {
      auto *Ref = dyn_cast<DeclRefExpr>(E);
      Found.Root = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
      return Found;
    }
  }
}

/// Whether pointers may be stored behind a value of a type.
bool leadsToPointers(QualType T) {
  return T->isPointerType() && holdsPointers(T->getPointeeType(), /*ToChange=*/false);
}

/// All that a body stores in variables and behind them. Depth 0 is the variable.
class Stores : public DynamicVisitor {
public:
  explicit Stores(const Stmt &Body) { TraverseStmt(&Body); }

  /// Whether a body has the variable for itself, and whatever it has it from is seen.
  bool declares(const VarDecl *Var) const { return Declared.contains(Var); }
  /// What is stored; null in it: somebody may store anything.
  llvm::ArrayRef<const Expr *> at(const Cell &Of) const {
    auto Found = Known.find({Of.Root, Of.Depth});
    return Found == Known.end() ? llvm::ArrayRef<const Expr *>() : llvm::ArrayRef<const Expr *>(Found->second);
  }
  bool isUsedOtherwise(const VarDecl *Var) const { return Otherwise.contains(Var); }

private:
  bool VisitVarDecl(VarDecl *Var) override {
    if (!Var->isLocalVarDecl() || Var->isStaticLocal() || Var->getType()->isReferenceType())
      return true;
    Declared.insert(Var);
    if (const Expr *Init = Var->getInit())
      store({Var, 0}, Init->getType()->isPointerType() ? Init : nullptr);
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *E) override {
    if (E->isAssignmentOp())
      Consumed.insert(E->getLHS()->IgnoreParens());
    if (E->isAssignmentOp() && holdsPointers(E->getType(), /*ToChange=*/false)) {
      store(cellOf(E->getLHS()), E->getOpcode() == BO_Assign && E->getType()->isPointerType() ? E->getRHS() : nullptr);
      noteUse(E->getLHS());
    }
    return !E->isEqualityOp() || (noteUse(E->getLHS()) && noteUse(E->getRHS()));
  }
  bool VisitUnaryOperator(UnaryOperator *E) override {
    if (E->isIncrementDecrementOp())
      Consumed.insert(E->getSubExpr()->IgnoreParens());
    if (E->isIncrementDecrementOp() && E->getType()->isPointerType())
      store(cellOf(E->getSubExpr()), nullptr);
    if (E->getOpcode() == UO_Deref)
      Cells.push_back(E);
    return (E->getOpcode() != UO_LNot && E->getOpcode() != UO_Deref) || noteUse(E->getSubExpr());
  }
  bool VisitCallExpr(CallExpr *E) override {
    if (!allocatorOf(E).empty())
      for (const Expr *Given : E->arguments())
        noteUse(Given->IgnoreParenCasts());
    return true;
  }
  /// A pointer is followed, compared, or asked whether it is null.
  bool VisitArraySubscriptExpr(ArraySubscriptExpr *E) override {
    Cells.push_back(E);
    if (auto *Decay = dyn_cast<ImplicitCastExpr>(E->getBase()->IgnoreParens()))
      Consumed.insert(Decay->getSubExpr()->IgnoreParens());
    return noteUse(E->getBase());
  }
  bool VisitMemberExpr(MemberExpr *E) override {
    Cells.push_back(E);
    if (isa<FieldDecl>(E->getMemberDecl())) // a member function has the object itself
      Consumed.insert(E->getBase()->IgnoreParens());
    return noteUse(E->getBase());
  }
  bool VisitCastExpr(CastExpr *E) override {
    if (E->getCastKind() == CK_LValueToRValue)
      Consumed.insert(E->getSubExpr()->IgnoreParens());
    return E->getCastKind() != CK_PointerToBoolean || noteUse(E->getSubExpr());
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    if (auto *Var = dyn_cast<VarDecl>(E->getDecl()); Var && !Noted.contains(E))
      Uses.push_back(E);
    return true;
  }
  bool dataTraverseStmtPre(Stmt *S) override { return !isa<UnaryExprOrTypeTraitExpr>(S); } // evaluates nothing
  /// Uses come before what they are parts of is visited, or behind it: what is left over is told at the end.
  bool dataTraverseStmtPost(Stmt *S) override {
    if (auto *Cast = dyn_cast<CastExpr>(S); Cast && Cast->getCastKind() == CK_LValueToRValue)
      if (auto *Ref = dyn_cast<DeclRefExpr>(Cast->getSubExpr()->IgnoreParens()))
        Loaded.insert(Ref);
    return true;
  }
  bool noteUse(const Expr *E) {
    for (E = E->IgnoreParenImpCasts();; E = E->IgnoreParenImpCasts()) {
      auto *Ref = dyn_cast<DeclRefExpr>(E);
      if (Ref)
        Noted.insert(Ref);
      auto *Element = dyn_cast<ArraySubscriptExpr>(E);
      auto *Member = dyn_cast<MemberExpr>(E);
      auto *Unary = dyn_cast<UnaryOperator>(E);
      if (!Element && !Member && !(Unary && Unary->getOpcode() == UO_Deref))
        return true;
      E = Element ? Element->getBase() : Member ? Member->getBase() : Unary->getSubExpr();
    }
  }
  void store(const Cell &Where, const Expr *Value) {
    if (Where.Root)
      Known[{Where.Root, Where.Depth}].push_back(Value);
  }

public:
  /// Others may get to know what a variable holds, or the variable itself or a part of it: somebody stores there
  /// unseen.
  void settle() {
    for (const Expr *Each : Cells)
      if (const VarDecl *Root = Consumed.contains(Each) || !Each->isGLValue() ? nullptr : cellOf(Each).Root)
        Otherwise.insert(Root);
    for (const DeclRefExpr *Each : Uses)
      if (auto *Var = cast<VarDecl>(Each->getDecl());
          !Noted.contains(Each) && (!Loaded.contains(Each) || leadsToPointers(Var->getType())))
        Otherwise.insert(Var);
  }

private:
  llvm::SmallPtrSet<const VarDecl *, 16> Declared, Otherwise;
  llvm::SmallPtrSet<const DeclRefExpr *, 32> Noted, Loaded;
  llvm::SmallVector<const Expr *, 32> Cells;    ///< parts of variables, and what pointers lead to
  llvm::SmallPtrSet<const Expr *, 32> Consumed; ///< of these, those that are loaded, set, or that a part is taken of
  llvm::SmallVector<const DeclRefExpr *, 32> Uses;
  llvm::DenseMap<std::pair<const VarDecl *, unsigned>, llvm::SmallVector<const Expr *, 2>> Known;
};

class OwnMemory {
public:
  OwnMemory(const Stmt &Body, llvm::function_ref<bool(const VarDecl &)> IsOwn) : All(Body), IsOwn(IsOwn) {
    All.settle();
  }

  /// Whether a value is null, or leads to the beginning of memory that the body has allocated.
  bool has(const Expr *E) {
    E = E ? E->IgnoreParenCasts() : nullptr;
    if (!E)
      return false;
    if (auto *Choice = dyn_cast<ConditionalOperator>(E))
      return has(Choice->getTrueExpr()) && has(Choice->getFalseExpr());
    if (E->getType()->isIntegerType() ||
        isa<GNUNullExpr, CXXNullPtrLiteralExpr>(E)) // a number other than 0 stops a device
      return true;
    if (const llvm::StringRef Name = allocatorOf(E); !Name.empty())
      return Name != "free" && (!Name.starts_with("realloc") || has(cast<CallExpr>(E)->getArg(0)));
    const Cell Of = cellOf(E);
    if (!Of.Root || !(All.declares(Of.Root) || IsOwn(*Of.Root)) || All.isUsedOtherwise(Of.Root))
      return false;
    for (unsigned Depth = 0; Depth <= Of.Depth; ++Depth)
      if (!holds({Of.Root, Depth}))
        return false;
    return true;
  }

private:
  bool holds(const Cell &Of) {
    if (!Seen.insert({Of.Root, Of.Depth}).second)
      return true;
    return llvm::all_of(All.at(Of), [&](const Expr *Value) { return has(Value); });
  }

  Stores All;
  llvm::function_ref<bool(const VarDecl &)> IsOwn;
  std::set<std::pair<const VarDecl *, unsigned>> Seen;
};

} // namespace

bool hetcc::givesBackOwn(const CallExpr &Call, const Stmt &Body, llvm::function_ref<bool(const VarDecl &)> IsOwn) {
  const llvm::StringRef Name = allocatorOf(&Call);
  const bool Takes = Name == "free" || Name.starts_with("realloc");
  return !Name.empty() && (!Takes || (Call.getNumArgs() > 0 && OwnMemory(Body, IsOwn).has(Call.getArg(0))));
}
