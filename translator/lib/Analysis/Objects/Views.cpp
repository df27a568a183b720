// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Recognises views (Views.h): follows calls until they yield a pointer value (ViewFollower.h), and expresses its
// distance from the array's beginning as a sum that counts elements.
#include "Analysis/Objects/Views.h"
#include "Analysis/Calls/Callees.h"
#include "Analysis/Objects/ViewFollower.h"
#include "Analysis/Region/Region.h"
#include "Analysis/Region/View.h"
#include "Analysis/Syntax/AddressForms.h"
#include "Analysis/Syntax/Changes.h"
#include "Analysis/Syntax/InnerLoop.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Syntax/SourceText.h"
#include "Analysis/Syntax/Statements.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/SaveAndRestore.h"
#include <map>
#include <memory>

using namespace hetcc;
using namespace clang;

namespace {

using views::Follower, views::Locals, views::Product, views::Sum, views::Value;

/// The variables that represent steps (View::Term::Step), by the function, the step's text and the members in the text.
using Steps = std::map<std::tuple<const FunctionDecl *, std::string, std::vector<MemberPath>>, const VarDecl *>;

/// Makes a View from a pointer value: converts the distance in bytes to a sum in elements.
class Writer {
public:
  Writer(const FunctionDecl &User, const Follower &Followed, Steps &Known, ASTContext &Context)
      : User(User), Followed(Followed), Known(Known), Context(Context) {}

  std::optional<View> write(const Expr *Whole, const Value &Pointer) const {
    const QualType T = Whole->isGLValue() ? Whole->getType() : Whole->getType()->getPointeeType(),
                   Element = T.getCanonicalType().getUnqualifiedType();
    const QualType Own = Pointer.Base->getType()->getPointeeType();
    if (!Element->isBuiltinType() || !Element->isArithmeticType() || T.isVolatileQualified() ||
        Own.isVolatileQualified() || Context.hasSameUnqualifiedType(Own, Element) ||
        !(Own->isVoidType() || Own->isCharType()))
      return std::nullopt;
    View V;
    V.Whole = Whole;
    V.Element = Element;
    const QualType To = Context.getPointerType(Element);
    const std::string Base = textOfMember(*Pointer.Base, Context);
    V.Address = "((" + To.getAsString(Context.getPrintingPolicy()) + ")" + Base + ")";
    auto *Load =
        ImplicitCastExpr::Create(Context, Pointer.Base->getType().getUnqualifiedType(), CK_LValueToRValue,
                                 const_cast<MemberExpr *>(Pointer.Base), nullptr, VK_PRValue, FPOptionsOverride());
    V.Array = CStyleCastExpr::Create(Context, To, VK_PRValue, CK_BitCast, Load, nullptr, FPOptionsOverride(),
                                     Context.getTrivialTypeSourceInfo(To), Whole->getBeginLoc(), SourceLocation());
    const int64_t Size = Context.getTypeSizeInChars(Element).getQuantity();
    llvm::SmallVector<const Expr *, 3> Arguments;
    for (const Product &Each : Pointer.Terms)
      if (!llvm::is_contained(Arguments, Each.Variable))
        Arguments.push_back(Each.Variable);
    const SourceManager &SM = Context.getSourceManager();
    llvm::sort(Arguments, [&](const Expr *A, const Expr *B) {
      return A && (!B || SM.isBeforeInTranslationUnit(A->getBeginLoc(), B->getBeginLoc()));
    });
    for (const Expr *By : Arguments)
      if (!term(By, Pointer.Terms, Size, V))
        return std::nullopt;
    V.Index = indexOf(V);
    V.ByLocalObject = Followed.usesObjects();
    return V;
  }

private:
  const Expr *indexOf(const View &V) const {
    const SourceLocation Loc = V.Whole->getExprLoc();
    const QualType Type = Context.LongLongTy;
    auto Both = [&](const Expr *A, const Expr *B, BinaryOperatorKind How) {
      return BinaryOperator::Create(Context, const_cast<Expr *>(A), const_cast<Expr *>(B), How, Type, VK_PRValue,
                                    OK_Ordinary, Loc, FPOptionsOverride());
    };
    auto Number = [&](int64_t Value) {
      return IntegerLiteral::Create(Context, llvm::APInt(64, uint64_t(Value), /*isSigned=*/true), Type, Loc);
    };
    const Expr *Sum = nullptr;
    for (const View::Term &Each : V.Terms) {
      const Expr *Own = Number(Each.Number);
      if (Each.Step)
        Own = DeclRefExpr::Create(Context, NestedNameSpecifierLoc(), SourceLocation(), const_cast<VarDecl *>(Each.Step),
                                  false, Loc, Type, VK_LValue);
      Own = Each.Count ? Both(Each.Count, Own, BO_Mul) : Own;
      Sum = Sum ? Both(Sum, Own, BO_Add) : Own;
    }
    return Sum ? Sum : Number(0);
  }
  bool term(const Expr *By, const Sum &All, int64_t Size, View &V) const {
    View::Term Term;
    Term.Count = By;
    Term.Object = By ? Followed.ownerOf(By) : nullptr;
    int64_t Known = 0;
    std::string Text;
    for (const Product &Each : All) {
      if (Each.Variable != By)
        continue;
      if (Each.Members.empty())
        Known += Each.Factor;
      std::string Own = Each.Members.empty() || Each.Factor != 1 ? std::to_string(Each.Factor) + "LL" : "";
      for (const MemberExpr *Member : Each.Members) {
        Own += (Own.empty() ? "" : " * ") + ("(long long)" + textOfMember(*Member, Context));
        Term.Uses.push_back(Member);
      }
      Text += (Text.empty() ? "" : " + ") + Own;
    }
    if (Term.Uses.empty()) {
      Term.Number = Known / Size;
      V.Terms.push_back(Term);
      return Known % Size == 0;
    }
    Term.Code = Size == 1 ? "(" + Text + ")" : "((" + Text + ") / " + std::to_string(Size) + ")";
    Term.Step = stepOf(Term.Code, Term.Uses);
    if (Size != 1)
      V.Needed.push_back({"(" + Text + ") % " + std::to_string(Size) + " == 0", Term.Uses});
    V.Terms.push_back(Term);
    return true;
  }
  /// The variable that represents a step (View::Term::Step) with the text `Code`; equal steps have the same variable.
  const VarDecl *stepOf(const std::string &Code, ArrayRef<const MemberExpr *> Uses) const {
    std::vector<MemberPath> Paths;
    for (const MemberExpr *Each : Uses)
      Paths.push_back(memberPath(Each));
    const VarDecl *&Step = Known[{&User, Code, std::move(Paths)}];
    if (!Step) {
      auto *Var = VarDecl::Create(Context, const_cast<FunctionDecl *>(&User), User.getLocation(), User.getLocation(),
                                  &Context.Idents.get("hetrt_step"), Context.LongLongTy, nullptr, SC_None);
      Var->setImplicit();
      Step = Var;
    }
    return Step;
  }

  const FunctionDecl &User;
  const Follower &Followed;
  Steps &Known;
  ASTContext &Context;
};

/// The call on an object that makes the pointer E, without casts around it, or that names the element E; null if there
/// is no such call.
const Expr *madeOf(const Expr *E) {
  if (E->isGLValue()) {
    auto *Call = dyn_cast<CallExpr>(E);
    return Call && E->getType()->isArithmeticType() && objectAndArguments(*Call).first ? E : nullptr;
  }
  for (;;) {
    E = E->IgnoreParens();
    if (auto *Full = dyn_cast<FullExpr>(E))
      E = Full->getSubExpr();
    else if (auto *Cast = dyn_cast<CastExpr>(E);
             Cast && (Cast->getCastKind() == CK_BitCast || Cast->getCastKind() == CK_NoOp ||
                      Cast->getCastKind() == CK_UserDefinedConversion))
      E = Cast->getSubExpr();
    else
      return isa<CXXMemberCallExpr>(E) ? E : nullptr;
  }
}

std::optional<View> follow(const Expr *E, const FunctionDecl &User, const Locals &Objects, Steps &Known,
                           ASTContext &Context) {
  if (E->isTypeDependent() || !(E->isGLValue() || E->getType()->isPointerType()) || !madeOf(E))
    return std::nullopt;
  Follower Followed(Context, Objects);
  const auto Pointer = Followed.pointer(E);
  return Pointer ? Writer(User, Followed, Known, Context).write(E, *Pointer) : std::nullopt;
}

/// Finds the LocalObjects of a body: objects whose initializers can be evaluated, and which the body uses only in
/// views.
class LocalObjects {
public:
  LocalObjects(const Region &R, Steps &Known, ASTContext &Context) : R(R), Known(Known), Context(Context) {
    if (!R.Loop.For)
      return;
    Body = R.Loop.For->getBody();
    if (R.Loop.Iterator)
      Counters.insert(R.Loop.Iterator);
    find(Body);
    // Repeated until no object is removed, because a view may use several local objects.
    for (size_t Before = ~size_t(0); Before != Found.size();) {
      Before = Found.size();
      Bad.clear();
      uses(Body);
      for (const VarDecl *Each : Bad)
        Found.erase(Each);
    }
  }
  Locals Found;

private:
  void find(const Stmt *S) {
    if (auto *Block = dyn_cast<CompoundStmt>(S))
      for (const Stmt *Each : Block->body())
        if (auto *At = dyn_cast<DeclStmt>(Each); At && At->isSingleDecl())
          if (auto *Var = dyn_cast<VarDecl>(At->getSingleDecl()))
            declared(*Var, *At);
    const auto Loop = countedLoop(S, Context);
    const bool Counts = Loop && Counters.insert(Loop->Counter).second;
    for (const Stmt *Part : partsOf(S))
      find(Part);
    if (Counts)
      Counters.erase(Loop->Counter);
  }
  void declared(const VarDecl &Var, const DeclStmt &At) {
    const QualType T = Var.getType().getNonReferenceType();
    const bool Plain = Var.hasLocalStorage() && T->isRecordType() && !T.isVolatileQualified() && !Var.hasAttrs() &&
                       !isa<DecompositionDecl>(Var) && Var.getInit() && !Var.getInit()->isTypeDependent() &&
                       (!Var.getType()->isReferenceType() || T.isConstQualified());
    if (!Plain)
      return;
    Found[&Var] = {&Var, &At, {}};
    const auto By = Follower(Context, Found).integersOf(&Var);
    if (!By || !llvm::all_of(*By, [&](const Expr *E) { return stays(E); }))
      return void(Found.erase(&Var));
    Found[&Var].Integers = *By;
  }
  /// Whether an integer in an object's initializer still has the same value at the views: the body changes no variable
  /// in it.
  bool stays(const Expr *E) const {
    return !anyIn(E, [&](const Stmt *Part) {
      auto *Name = dyn_cast<Expr>(Part);
      const ValueDecl *D = Name ? R.named(Name) : nullptr;
      if (!D || Counters.contains(D))
        return false;
      const Changes Of = changes(Body, D, R.Members);
      return Of.Assigned || Of.Aliased;
    });
  }

  void uses(const Stmt *S) {
    llvm::SaveAndRestore Atomic(InAtomic, InAtomic || isa<OMPAtomicDirective>(S)); // an object that is used in `omp
                                                                                   // atomic` is not a LocalObject
    if (auto *Ref = dyn_cast<DeclRefExpr>(S))
      if (auto *Var = dyn_cast<VarDecl>(Ref->getDecl()); Var && Found.contains(Var))
        Bad.insert(Var);
    if (auto *Directive = dyn_cast<OMPExecutableDirective>(S))
      for (const OMPClause *Clause : Directive->clauses())
        for (const Stmt *Part : Clause->children())
          if (Part)
            uses(Part);
    if (auto *At = dyn_cast<DeclStmt>(S); At && At->isSingleDecl())
      if (auto Object = Found.find(dyn_cast<VarDecl>(At->getSingleDecl())); Object != Found.end()) {
        const auto By = Follower(Context, Found).integersOf(Object->first); // Found may have fewer objects than before
        if (!By)
          return void(Bad.insert(Object->first));
        Object->second.Integers = *By;
        for (const Expr *Each : *By)
          uses(Each);
        return;
      }
    auto *E = dyn_cast<Expr>(S);
    const auto V = E && !InAtomic ? follow(E, *R.Site.Function, Found, Known, Context) : std::nullopt;
    if (V) {
      for (const Expr *Each : V->integers())
        uses(Each);
      return;
    }
    for (const Stmt *Part : S->children())
      if (Part)
        uses(Part);
  }

  const Region &R;
  Steps &Known;
  ASTContext &Context;
  const Stmt *Body = nullptr;
  llvm::SmallPtrSet<const ValueDecl *, 4> Counters; ///< the counters of the loops around the current statement
  bool InAtomic = false;
  llvm::SmallPtrSet<const VarDecl *, 4> Bad; ///< objects that the body uses otherwise than in views
};

/// The local objects and views of one loop body. A null View means that the statement has been examined and is not a
/// view.
struct BodyViews {
  Locals Objects;
  llvm::DenseMap<const Stmt *, std::unique_ptr<View>> Views;
};
} // namespace

/// The views of all loop bodies of a translation unit.
struct hetcc::KnownViews {
  std::map<const Stmt *, BodyViews> Bodies;
  Steps Known;
};

static KnownViews &viewsOfUnit(const Region &R) {
  if (!R.Site.Called->Views)
    R.Site.Called->Views = std::make_shared<KnownViews>();
  return *R.Site.Called->Views;
}

static BodyViews &viewsOfBody(const Region &R, ASTContext &Context) {
  KnownViews &All = viewsOfUnit(R);
  auto [At, New] = All.Bodies.try_emplace(R.Loop.For);
  if (New)
    At->second.Objects = LocalObjects(R, All.Known, Context).Found;
  return At->second;
}

const View *hetcc::viewOf(const Expr *E, const Region &R, ASTContext &Context) {
  BodyViews &Known = viewsOfBody(R, Context);
  auto [At, New] = Known.Views.try_emplace(E);
  if (New)
    if (auto Found = follow(E, *R.Site.Function, Known.Objects, viewsOfUnit(R).Known, Context))
      At->second = std::make_unique<View>(std::move(*Found));
  return At->second.get();
}

const View *hetcc::knownView(const Stmt *S, const Region &R) {
  if (!R.Site.Called || !R.Site.Called->Views)
    return nullptr;
  const auto &Bodies = R.Site.Called->Views->Bodies;
  auto Body = Bodies.find(R.Loop.For);
  if (Body == Bodies.end())
    return nullptr;
  auto Found = Body->second.Views.find(S);
  return Found == Body->second.Views.end() ? nullptr : Found->second.get();
}

const LocalObject *hetcc::localObject(const ValueDecl *Var, const Region &R, ASTContext &Context) {
  const Locals &Objects = viewsOfBody(R, Context).Objects;
  auto Found = Objects.find(dyn_cast_or_null<VarDecl>(Var));
  return Found == Objects.end() ? nullptr : &Found->second;
}

const LocalObject *hetcc::localObject(const Stmt *S, const Region &R, ASTContext &Context) {
  auto *At = dyn_cast<DeclStmt>(S);
  auto *Var = At && At->isSingleDecl() ? dyn_cast<VarDecl>(At->getSingleDecl()) : nullptr;
  return Var ? localObject(Var, R, Context) : nullptr;
}

llvm::SmallVector<const Expr *, 3> View::integers() const {
  llvm::SmallVector<const Expr *, 3> Found;
  for (const Term &Each : Terms)
    if (Each.Count && !Each.Object)
      Found.push_back(Each.Count);
  return Found;
}

llvm::SmallVector<const MemberExpr *, 4> View::members() const {
  llvm::SmallVector<const MemberExpr *, 4> All = {cast<MemberExpr>(behindView(Array)->IgnoreParenImpCasts())};
  for (const Term &Each : Terms)
    All.append(Each.Uses.begin(), Each.Uses.end());
  return All;
}
