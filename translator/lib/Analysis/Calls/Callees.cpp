// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Walks each function to find which of its variables may lead to the objects that its parameters lead to. The analysis
// ignores the order of statements. Functions that call each other are walked until nothing new is found. A pointer that
// is loaded from an object of a parameter counts as leading to the same object, so that lists and rows of pointers need
// no special treatment.
#include "Analysis/Calls/Callees.h"
#include "Analysis/Syntax/AddressForms.h"
#include "Analysis/Syntax/DynamicVisitor.h"
#include "Analysis/Syntax/MessageText.h"
#include "Analysis/Syntax/Types.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace hetcc;
using namespace clang;

namespace {

constexpr unsigned MostParameters = 63;

/// The parameters whose objects an expression or a variable may lead to. Bit I stands for parameter number I.
struct PointsTo {
  uint64_t To = 0;
  uint64_t CastsConstAway = 0; ///< the bits of To for which a conversion has dropped a `const`
  PointsTo &operator|=(const PointsTo &Other) {
    To |= Other.To, CastsConstAway |= Other.CastsConstAway;
    return *this;
  }
};

/// The index in a FunctionUse of the object of a member function: the entry after that of the last parameter.
unsigned objectOf(const FunctionDecl *F) { return F->getNumParams(); }

bool isRecordOrPointer(QualType T) { return T->isReferenceType() || holdsPointers(T, /*ToChange=*/false); }

class FunctionWalk : public DynamicVisitor {
public:
  /// Returns what is known of a called function so far; null if its definition cannot be analysed, see
  /// Callees::known().
  using Lookup = llvm::function_ref<const FunctionUse *(const FunctionDecl *)>;
  FunctionWalk(const FunctionDecl *F, FunctionUse &Use, Lookup Find) : F(F), Use(Use), Find(Find) {
    VisitsImplicitCode = true;
  }

  /// Walks the function. Returns whether the walk has found something new.
  bool run() {
    const FunctionUse Before = Use;
    size_t Known = 0;
    do { // until no variable is found to lead to further parameters
      Known = count();
      TraverseStmt(F->getBody());
      if (auto *Constructor = dyn_cast<CXXConstructorDecl>(F))
        for (const CXXCtorInitializer *Init : Constructor->inits())
          initializer(Init);
    } while (count() != Known);
    auto Same = [](const ParameterUse &A, const ParameterUse &B) {
      return A.Written == B.Written && A.CastsConstAway == B.CastsConstAway && A.Returned == B.Returned &&
             A.ReturnedWithoutConst == B.ReturnedWithoutConst && A.ComparedWith == B.ComparedWith &&
             A.ComparedOutside.size() == B.ComparedOutside.size() && A.SeenAsOther == B.SeenAsOther;
    };
    return !std::equal(Before.begin(), Before.end(), Use.begin(), Same);
  }

  bool VisitBinaryOperator(BinaryOperator *E) override {
    if (E->isAssignmentOp()) {
      write(place(E->getLHS()), E->getExprLoc());
      if (E->getOpcode() == BO_Assign || E->getType()->isPointerType())
        store(E->getLHS(), value(E->getRHS()), E->getRHS()->getType(), E->getExprLoc());
    }
    if (comparesAddresses(E)) {
      const PointsTo Left = value(E->getLHS()), Right = value(E->getRHS());
      compare(Left, Right);
      compare(Left, outside(E->getRHS()));
      compare(Right, outside(E->getLHS()));
    }
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *E) override {
    if (E->isIncrementDecrementOp())
      write(place(E->getSubExpr()), E->getExprLoc());
    return true;
  }
  bool VisitVarDecl(VarDecl *Var) override {
    if (const Expr *Init = Var->getInit(); Init && !isa<ParmVarDecl>(Var))
      Reached[Var->getCanonicalDecl()] |= Var->getType()->isReferenceType() ? object(Init) : value(Init);
    return true;
  }
  bool VisitCallExpr(CallExpr *E) override {
    call(E);
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) override {
    arguments(E->getConstructor(), {E->getArgs(), E->getNumArgs()}, nullptr, E->getBeginLoc());
    return true;
  }
  bool VisitInitListExpr(InitListExpr *E) override { return aggregate(E->getType(), E->inits(), E->getBeginLoc()); }
  bool VisitCXXParenListInitExpr(CXXParenListInitExpr *E) override {
    return aggregate(E->getType(), E->getInitExprs(), E->getBeginLoc());
  }
  /// Notes that the object at an address counts as written if the address becomes a number, because the walk does not
  /// see what is done with the number.
  bool VisitCastExpr(CastExpr *E) override {
    if (E->getCastKind() == CK_PointerToIntegral)
      write(value(E->getSubExpr()), E->getExprLoc());
    if (changesObject(E)) {
      const Expr *From = E->getSubExpr();
      forEach((From->isGLValue() ? object(From) : value(From)).To, [](ParameterUse &Each) { Each.SeenAsOther = true; });
    }
    if (makesBytes(E)) {
      const QualType To = E->getType()->isPointerType() ? E->getType()->getPointeeType() : E->getType();
      copyBytes(E->getSubExpr(), !To.isConstQualified(), E->getExprLoc());
    }
    return true;
  }
  bool VisitMemberExpr(MemberExpr *E) override {
    if (makesBytes(E))
      copyBytes(E->getBase(), /*ToChange=*/true, E->getExprLoc());
    return true;
  }
  bool VisitAtomicExpr(AtomicExpr *E) override {
    for (Stmt *Operand : E->children())
      if (auto *Each = dyn_cast_or_null<Expr>(Operand))
        write(Each->isGLValue() ? object(Each) : value(Each), E->getBeginLoc());
    return true;
  }
  bool VisitAsmStmt(AsmStmt *S) override {
    for (Stmt *Operand : S->children())
      if (auto *E = dyn_cast<Expr>(Operand))
        write(E->isGLValue() ? object(E) : value(E), S->getBeginLoc());
    return true;
  }
  bool VisitReturnStmt(ReturnStmt *S) override {
    const Expr *E = S->getRetValue();
    if (!E || Lambdas)
      return true;
    const PointsTo Found = E->isGLValue() ? object(E) : value(E);
    forEach(Found.To, [&](ParameterUse &Each) { Each.Returned = true; });
    forEach(Found.CastsConstAway, [&](ParameterUse &Each) { Each.ReturnedWithoutConst = true; });
    return true;
  }
  /// The body of a lambda counts as executed where the lambda is made, even if nothing calls it.
  bool dataTraverseStmtPre(Stmt *S) override { return Lambdas += isa<LambdaExpr>(S), true; }
  bool dataTraverseStmtPost(Stmt *S) override { return Lambdas -= isa<LambdaExpr>(S), true; }

private:
  /// An aggregate gets its addresses without a constructor. Its destructor and the initializers of its members, which
  /// the walk does not see, may write by them.
  template <typename Inits> bool aggregate(QualType T, const Inits &Given, SourceLocation Loc) {
    const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
    if (Class && Class->hasDefinition() && (Class->hasNonTrivialDestructor() || Class->hasInClassInitializer()))
      for (const Expr *Each : Given)
        if (Each && !isa<CXXDefaultInitExpr>(Each))
          write(Each->isGLValue() ? object(Each) : value(Each), Loc);
    return true;
  }
  template <typename Function> void forEach(uint64_t Parameters, Function Do) {
    for (unsigned I = 0; I < Use.size(); ++I)
      if (Parameters >> I & 1)
        Do(Use[I]);
  }
  static size_t count(const PointsTo &Each) { return llvm::popcount(Each.To) + llvm::popcount(Each.CastsConstAway); }
  size_t count() const {
    size_t Bits = count(Bytes) + count(Loose);
    for (const auto &[Var, To] : Reached)
      Bits += count(To);
    return Bits;
  }
  void write(const PointsTo &Where, SourceLocation Loc, const FunctionDecl *Callee = nullptr, unsigned Parameter = 0) {
    forEach(Where.To, [&](ParameterUse &Each) {
      if (!Each.Written)
        Each.Where = Loc, Each.Callee = Callee, Each.CalleeParameter = Parameter;
      Each.Written = true;
    });
    forEach(Where.CastsConstAway, [&](ParameterUse &Each) { Each.CastsConstAway = true; });
  }
  /// Whether parameter I may lead to addresses in several arrays. An object that holds pointers may; a plain pointer to
  /// elements leads into one array only.
  bool leadsToSeveral(unsigned I) const {
    auto *Method = dyn_cast<CXXMethodDecl>(F);
    if (I == objectOf(F)) { // the member functions of a library container compare only addresses in the container
      const QualType Object = Method && !Method->isStatic() ? Method->getFunctionObjectParameterType() : QualType();
      return !Object.isNull() && holdsPointers(Object, false) && elementOfContainer(Object).isNull();
    }
    const QualType T = F->getParamDecl(I)->getType();
    return holdsPointers(T->isPointerType() || T->isReferenceType() ? T->getPointeeType() : T, /*ToChange=*/false);
  }
  void compare(const PointsTo &Some, const PointsTo &Others) {
    for (unsigned I = 0; I < Use.size(); ++I) {
      const uint64_t Bit = uint64_t(1) << I, Self = leadsToSeveral(I) ? 0 : Bit;
      Use[I].ComparedWith |= ((Some.To & Bit ? Others.To : 0) | (Others.To & Bit ? Some.To : 0)) & ~Self;
    }
  }
  void compare(const PointsTo &Some, const VarDecl *Outside) {
    if (Outside)
      forEach(Some.To, [&](ParameterUse &Each) {
        if (!llvm::is_contained(Each.ComparedOutside, Outside))
          Each.ComparedOutside.push_back(Outside);
      });
  }
  /// The variable that an address lies in, or that stores the address, if the variable is global or captured by a
  /// lambda; else null.
  static const VarDecl *outside(const Expr *E) {
    for (;;) {
      E = E->IgnoreParenCasts();
      auto *Unary = dyn_cast<UnaryOperator>(E);
      auto *Sum = dyn_cast<BinaryOperator>(E);
      if (auto *Element = dyn_cast<ArraySubscriptExpr>(E))
        E = Element->getBase();
      else if (Unary && (Unary->getOpcode() == UO_AddrOf || Unary->getOpcode() == UO_Deref))
        E = Unary->getSubExpr();
      else if (Sum && Sum->isAdditiveOp())
        E = Sum->getLHS()->getType()->isPointerType() ? Sum->getLHS() : Sum->getRHS();
      else
        break;
    }
    auto *Ref = dyn_cast<DeclRefExpr>(E);
    auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    return Var && (Var->hasGlobalStorage() || Ref->refersToEnclosingVariableOrCapture()) ? Var->getCanonicalDecl()
                                                                                         : nullptr;
  }
  /// Notes the comparisons that a called function makes, as comparisons of what the arguments lead to: argument I leads
  /// to the objects To[I], or to the variable Outside[I].
  void compareInside(const FunctionUse &Known, ArrayRef<PointsTo> To, ArrayRef<const VarDecl *> Outside) {
    for (unsigned I = 0; I < To.size(); ++I) {
      for (unsigned J = I; J < To.size(); ++J)
        if (Known[I].ComparedWith >> J & 1) {
          compare(To[I], To[J]);
          compare(To[I], Outside[J]);
          compare(To[J], Outside[I]);
        }
      for (const VarDecl *Var : Known[I].ComparedOutside) {
        compare(To[I], stored(Var)); // if the callee is a lambda, it may have captured Var from this function
        compare(To[I], Var);
      }
    }
  }
  /// Notes that a pointer is stored. If the target is a local variable, the walk follows the variable; if it is
  /// anything else, the object that the pointer leads to counts as written, because other code may write by way of the
  /// pointer.
  void store(const Expr *Target, const PointsTo &Value, QualType T, SourceLocation Loc) {
    if (!Value.To || !holdsPointers(T, /*ToChange=*/false))
      return;
    if (const VarDecl *Var = variable(Target); Var && Var->hasLocalStorage()) {
      Reached[Var->getCanonicalDecl()] |= Value;
      return;
    }
    Loose |= Value;
    if (holdsPointers(T, /*ToChange=*/true) || Value.CastsConstAway)
      write(Value, Loc);
  }
  /// Notes that the bytes of an object with pointers are read or written, as by memcpy(). The bytes may come from any
  /// other object whose bytes are read, so from now on the object may lead to the parameters that such objects lead to.
  void copyBytes(const Expr *Seen, bool ToChange, SourceLocation Loc) {
    const Expr *E = Seen->IgnoreParenCasts();
    bool IsObject = Seen->isGLValue() || E->getType()->isArrayType();
    if (auto *Unary = dyn_cast<UnaryOperator>(E); Unary && Unary->getOpcode() == UO_AddrOf)
      E = Unary->getSubExpr(), IsObject = true;
    PointsTo Found = E->isGLValue() ? object(E) : value(E);
    if (!holdsPointers(E->getType(), /*ToChange=*/true))
      Found.CastsConstAway = Found.To; // Seen holds only pointers to `const`, but code that copies their bytes to other
                                       // pointers may change the objects
    Bytes |= Found;
    const VarDecl *Var = E->isGLValue() ? variable(E) : nullptr;
    const bool IsLocal = Var && Var->hasLocalStorage();
    if (IsLocal)
      Reached[Var->getCanonicalDecl()] |= Bytes;
    // The bytes go into an object outside of this function, so other code may find pointers in it.
    if (ToChange && !(IsLocal && IsObject))
      write({Bytes.To & ~Found.To, Bytes.CastsConstAway & ~Found.To}, Loc);
  }
  void initializer(const CXXCtorInitializer *Init) {
    const Expr *E = Init->getInit();
    TraverseStmt(const_cast<Expr *>(E));
    const QualType T = Init->getAnyMember() ? Init->getAnyMember()->getType() : E->getType();
    const PointsTo Value = E->isGLValue() ? object(E) : value(E);
    if (isRecordOrPointer(T) && (holdsPointers(T, /*ToChange=*/true) || Value.CastsConstAway))
      write(Value, Init->getSourceLocation()); // later code may write by way of the member that is initialized
  }

  PointsTo parameter(const ValueDecl *Decl) const {
    for (unsigned I = 0; I < F->getNumParams(); ++I)
      if (F->getParamDecl(I) == Decl)
        return {uint64_t(1) << I, 0};
    return {};
  }
  PointsTo stored(const VarDecl *Var) const {
    auto It = Reached.find(Var->getCanonicalDecl());
    PointsTo Found = It == Reached.end() ? PointsTo() : It->second;
    if (isRecordOrPointer(Var->getType())) {
      Found |= parameter(Var);
      if (Var->hasLocalStorage())
        Found |= Loose;
    }
    return Found;
  }

  /// The parameters whose objects contain a glvalue, and the parameters that pointers in the glvalue lead to.
  PointsTo object(const Expr *E) {
    PointsTo Found = place(E);
    if (const VarDecl *Var = variable(E))
      Found |= stored(Var);
    return Found;
  }

  /// The parameters whose objects contain a glvalue.
  PointsTo place(const Expr *E) {
    E = E->IgnoreParens();
    if (auto *Ref = dyn_cast<DeclRefExpr>(E)) {
      if (auto *Binding = dyn_cast<BindingDecl>(Ref->getDecl()))
        return Binding->getBinding() ? place(Binding->getBinding()) : PointsTo();
      auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
      return Var && Var->getType()->isReferenceType() ? stored(Var) : PointsTo();
    }
    if (auto *Member = dyn_cast<MemberExpr>(E)) {
      const Expr *Base = Member->getBase();
      PointsTo Found = Base->isGLValue() ? place(Base) : value(Base);
      if (Member->getMemberDecl()->getType()->isReferenceType() && Base->isGLValue())
        Found |= object(Base);
      return Found;
    }
    if (auto *Element = dyn_cast<ArraySubscriptExpr>(E))
      return Element->getBase()->isGLValue() ? place(Element->getBase()) : value(Element->getBase());
    if (auto *Unary = dyn_cast<UnaryOperator>(E))
      return Unary->getSubExpr()->isGLValue() ? place(Unary->getSubExpr()) : value(Unary->getSubExpr());
    if (auto *Cast = dyn_cast<CastExpr>(E))
      return converted(place(Cast->getSubExpr()), Cast);
    if (auto *Choice = dyn_cast<AbstractConditionalOperator>(E)) {
      PointsTo Found = place(Choice->getTrueExpr());
      return Found |= place(Choice->getFalseExpr());
    }
    if (auto *Binary = dyn_cast<BinaryOperator>(E))
      return place(Binary->isAssignmentOp() ? Binary->getLHS() : Binary->getRHS());
    return value(E);
  }

  static PointsTo converted(PointsTo Found, const CastExpr *Cast) {
    if (castsConstAway(*Cast))
      Found.CastsConstAway |= Found.To;
    return Found;
  }

  /// The parameters whose objects a value leads to.
  PointsTo value(const Expr *E) {
    E = E->IgnoreParens();
    if (!E->isGLValue() && !holdsPointers(E->getType(), /*ToChange=*/false))
      return {};
    if (isa<CXXThisExpr>(E))
      return {uint64_t(1) << objectOf(F), 0};
    if (auto *Cast = dyn_cast<CastExpr>(E)) {
      const Expr *From = Cast->getSubExpr();
      switch (Cast->getCastKind()) {
      case CK_LValueToRValue:
      case CK_ArrayToPointerDecay:
        return object(From);
      case CK_IntegralToPointer:
        return Bytes;
      default:
        return converted(From->isGLValue() ? object(From) : value(From), Cast);
      }
    }
    if (auto *Unary = dyn_cast<UnaryOperator>(E))
      return Unary->getSubExpr()->isGLValue() ? object(Unary->getSubExpr()) : value(Unary->getSubExpr());
    if (auto *Call = dyn_cast<CallExpr>(E))
      return result(Call);
    if (auto *Choice = dyn_cast<AbstractConditionalOperator>(E)) {
      PointsTo Found = value(Choice->getTrueExpr());
      return Found |= value(Choice->getFalseExpr());
    }
    if (auto *Block = dyn_cast<StmtExpr>(E)) {
      auto *Last = dyn_cast_or_null<Expr>(Block->getSubStmt()->body_back());
      return Last ? value(Last) : PointsTo();
    }
    PointsTo Found; // a new object leads to all objects that its parts lead to
    for (const Stmt *Part : E->children())
      if (auto *Inner = dyn_cast_or_null<Expr>(Part))
        Found |= Inner->isGLValue() ? object(Inner) : value(Inner);
    return Found;
  }

  // ---- Calls.

  PointsTo given(const Expr *E, const ParmVarDecl *Parameter) {
    const bool Reference = Parameter ? Parameter->getType()->isReferenceType() : E->isGLValue();
    return Reference || E->isGLValue() ? object(E) : value(E);
  }

  void call(const CallExpr *E) {
    auto [Object, Given] = objectAndArguments(*E);
    arguments(E->getDirectCallee(), Given, Object, E->getBeginLoc());
  }

  void arguments(const FunctionDecl *Callee, llvm::ArrayRef<const Expr *> Given, const Expr *Object,
                 SourceLocation Loc) {
    const FunctionUse *Known = Callee ? Find(Callee) : nullptr;
    PointsTo All;
    llvm::SmallVector<PointsTo, 4> Each(Known ? Known->size() : 0);
    llvm::SmallVector<const VarDecl *, 4> Outside(Each.size());
    for (unsigned I = 0; I < Given.size(); ++I) {
      const ParmVarDecl *Parameter = Callee && I < Callee->getNumParams() ? Callee->getParamDecl(I) : nullptr;
      const PointsTo To = given(Given[I], Parameter);
      All |= To;
      if (Known && Parameter) {
        Each[I] = To;
        Outside[I] = outside(Given[I]);
        used((*Known)[I], To, Loc, Callee, I);
      } else {
        const QualType T = Parameter ? Parameter->getType() : Given[I]->getType();
        if (holdsPointers(T, /*ToChange=*/true))
          write(To, Loc);
      }
    }
    auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
    if (Object) {
      const PointsTo To = Object->isGLValue() ? object(Object) : value(Object);
      All |= To;
      if (Known) {
        Each[objectOf(Callee)] = To;
        Outside[objectOf(Callee)] = outside(Object);
        used((*Known)[objectOf(Callee)], To, Loc, Callee, objectOf(Callee));
      } else if (!Method || !Method->isConst())
        write(To, Loc);
    }
    if (Known)
      compareInside(*Known, Each, Outside);
    if (!All.To)
      return;
    auto MayStore = [&](unsigned I) { return !Known || I >= Known->size() || (*Known)[I].Written; };
    for (unsigned I = 0; I < Given.size(); ++I) // the function may store all of its arguments in an object that it gets
      keep(Given[I], All, MayStore(I));
    if (Object)
      keep(Object, All, MayStore(Callee ? objectOf(Callee) : 0));
  }

  void used(const ParameterUse &As, const PointsTo &To, SourceLocation Loc, const FunctionDecl *Callee, unsigned I) {
    if (As.SeenAsOther)
      forEach(To.To, [](ParameterUse &Each) { Each.SeenAsOther = true; });
    if (!As.Written)
      return;
    PointsTo Written = To;
    if (As.CastsConstAway)
      Written.CastsConstAway = To.To;
    write(Written, Loc, Callee, I);
  }

  /// Notes where a function may store its arguments, `All`: in a variable whose address it gets as `In` or, if `In` is
  /// a pointer to pointers, in a variable that is not known.
  void keep(const Expr *In, const PointsTo &All, bool MayStore) {
    const Expr *E = In->IgnoreParenImpCasts();
    auto *Address = dyn_cast<UnaryOperator>(E);
    const bool Taken = Address && Address->getOpcode() == UO_AddrOf;
    const bool Behind = !Taken && !In->isGLValue() && E->getType()->isPointerType();
    const QualType Kept = Behind  ? E->getType()->getPointeeType()
                          : Taken ? E->getType()->getPointeeType()
                                  : E->getType();
    if (!holdsPointers(Kept, /*ToChange=*/false) || Kept.isConstQualified())
      return;
    const VarDecl *Var = Behind ? nullptr : variable(Taken ? Address->getSubExpr() : E);
    if (Var && Var->hasLocalStorage())
      Reached[Var->getCanonicalDecl()] |= All;
    else if (MayStore)
      Loose |= All;
  }

  PointsTo result(const CallExpr *E) {
    PointsTo Found;
    const FunctionDecl *Callee = E->getDirectCallee();
    const FunctionUse *Known = Callee ? Find(Callee) : nullptr;
    auto [Object, Given] = objectAndArguments(*E);
    auto Add = [&](const ParameterUse *As, PointsTo To) {
      if (As && As->ReturnedWithoutConst)
        To.CastsConstAway = To.To;
      if (!As || As->Returned)
        Found |= To;
    };
    for (unsigned I = 0; I < Given.size(); ++I) {
      const ParmVarDecl *Parameter = Callee && I < Callee->getNumParams() ? Callee->getParamDecl(I) : nullptr;
      Add(Known && Parameter ? &(*Known)[I] : nullptr, given(Given[I], Parameter));
    }
    auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
    if (Object) // a lambda's result may lead to what the lambda has captured, so its own record is not used
      Add(Known && !(Method && Method->getParent()->isLambda()) ? &(*Known)[objectOf(Callee)] : nullptr,
          Object->isGLValue() ? object(Object) : value(Object));
    return Found;
  }

  const FunctionDecl *F;
  FunctionUse &Use;
  Lookup Find;
  llvm::DenseMap<const VarDecl *, PointsTo> Reached; ///< the parameters that local variables lead to
  /// The parameters that objects lead to which are read or written byte by byte, as by memcpy().
  PointsTo Bytes;
  /// The parameters that pointers lead to which are stored in unknown variables.
  PointsTo Loose;
  unsigned Lambdas = 0; ///< how many lambdas enclose the visited code
};

/// The functions that a function calls.
struct Called : DynamicVisitor {
  llvm::SmallSetVector<const FunctionDecl *, 8> Found;
  Called() { VisitsImplicitCode = true; }
  bool VisitCallExpr(CallExpr *E) override {
    if (const FunctionDecl *Callee = E->getDirectCallee())
      Found.insert(Callee);
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) override {
    Found.insert(E->getConstructor());
    return true;
  }
};

} // namespace

/// The definition of a function, if it can be analysed; else null. A virtual or weak function cannot be, because at run
/// time another function may take its place.
const FunctionDecl *Callees::known(const FunctionDecl *F) const {
  const FunctionDecl *Definition = nullptr;
  auto *Method = dyn_cast<CXXMethodDecl>(F);
  if (!F->hasBody(Definition) || F->getNumParams() > MostParameters - 1 || (Method && Method->isVirtual()) ||
      Definition->isWeak() || Definition->isDependentContext() || F->isVariadic())
    return nullptr;
  return Definition;
}

const FunctionUse *Callees::usesOf(const FunctionDecl *F) {
  const FunctionDecl *First = known(F);
  if (!First)
    return nullptr;
  if (auto It = Uses.find(First); It != Uses.end())
    return &It->second;
  llvm::SetVector<const FunctionDecl *> New; // First and the functions that it calls, directly or not, as far as their
                                             // uses are not known yet
  New.insert(First);
  for (size_t I = 0; I < New.size(); ++I) {
    Called Inside;
    Inside.TraverseStmt(New[I]->getBody());
    if (auto *Constructor = dyn_cast<CXXConstructorDecl>(New[I]))
      for (const CXXCtorInitializer *Init : Constructor->inits())
        Inside.TraverseStmt(Init->getInit());
    for (const FunctionDecl *Callee : Inside.Found)
      if (const FunctionDecl *Definition = known(Callee); Definition && !Uses.count(Definition))
        New.insert(Definition);
  }
  for (const FunctionDecl *Each : New)
    Uses[Each] = FunctionUse(Each->getNumParams() + 1);
  auto Find = [&](const FunctionDecl *Callee) -> const FunctionUse * {
    auto It = Uses.find(known(Callee));
    return It == Uses.end() ? nullptr : &It->second;
  };
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const FunctionDecl *Each : llvm::reverse(New)) // the reverse order has most callees before their callers
      Changed |= FunctionWalk(Each, Uses.find(Each)->second, Find).run();
  }
  return &Uses.find(First)->second;
}

std::string Callees::chain(const FunctionDecl *F, unsigned Parameter) {
  std::string Callers;
  for (unsigned Depth = 0;; ++Depth) {
    const FunctionDecl *Definition = known(F);
    const ParameterUse &Use = (*usesOf(F))[Parameter];
    if (Use.Callee && Depth < 16) { // a limit for recursive functions
      Callers = ", called by '" + F->getNameAsString() + "'" + Callers;
      F = Use.Callee, Parameter = Use.CalleeParameter;
      continue;
    }
    return " in '" + Definition->getNameAsString() + "'" + lineText(Use.Where, Context) + Callers;
  }
}
