// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds atomic operations: `omp atomic`, atomic operations of the compiler, calls of functions that only update what
// their parameters lead to, and `critical` sections that only update variables.
#include "Analysis/Variables/Atomics.h"
#include "Analysis/Syntax/AddressForms.h"
#include "Analysis/Syntax/Combining.h"
#include "Analysis/Syntax/DynamicVisitor.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Syntax/Updates.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/OpenMPClause.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace hetcc;
using namespace clang;

namespace {

/// The operator of `__sync_fetch_and_add`, `__sync_add_and_fetch` and the like; nothing for other functions.
std::optional<BinaryOperatorKind> operatorOf(const FunctionDecl *Builtin) {
  StringRef Name = Builtin && Builtin->getBuiltinID() ? Builtin->getName() : "";
  if (!Name.consume_front("__sync_"))
    return std::nullopt;
  Name = Name.rtrim("0123456789").rtrim('_'); // clang appends the size: "__sync_fetch_and_add_4"
  if (!Name.consume_front("fetch_and_") && !Name.consume_back("_and_fetch"))
    return std::nullopt;
  return llvm::StringSwitch<std::optional<BinaryOperatorKind>>(Name)
      .Case("add", BO_Add)
      .Case("sub", BO_Sub)
      .Case("and", BO_And)
      .Case("or", BO_Or)
      .Case("xor", BO_Xor)
      .Default(std::nullopt);
}

std::optional<BinaryOperatorKind> operatorOf(const AtomicExpr &E) {
  switch (E.getOp()) {
  case AtomicExpr::AO__atomic_fetch_add:
  case AtomicExpr::AO__atomic_add_fetch:
    return BO_Add;
  case AtomicExpr::AO__atomic_fetch_sub:
  case AtomicExpr::AO__atomic_sub_fetch:
    return BO_Sub;
  case AtomicExpr::AO__atomic_fetch_and:
  case AtomicExpr::AO__atomic_and_fetch:
    return BO_And;
  case AtomicExpr::AO__atomic_fetch_or:
  case AtomicExpr::AO__atomic_or_fetch:
    return BO_Or;
  case AtomicExpr::AO__atomic_fetch_xor:
  case AtomicExpr::AO__atomic_xor_fetch:
    return BO_Xor;
  default:
    return std::nullopt;
  }
}

/// Goes from the updated lvalue, or from a pointer to the lvalue, to the variable that contains the lvalue or points to
/// it. Notes the variable, and the subscripts on the way.
void followObject(AtomicUse &Use, const MemberEntities &Members) {
  for (const Expr *E = Use.Object; E;) {
    E = E->IgnoreParenImpCasts();
    if (const ValueDecl *Decl = Members.named(E)) {
      Use.Base = E, Use.Root = Decl;
      return;
    }
    auto *Member = dyn_cast<MemberExpr>(E);
    auto *Unary = dyn_cast<UnaryOperator>(E);
    auto *Sum = dyn_cast<BinaryOperator>(E);
    if (auto Level = subscript(E)) {
      Use.Indices.push_back(Level->Index);
      E = Level->Base;
    } else if (Member && !Member->isArrow()) {
      Use.Member = true;
      E = Member->getBase();
    } else if (Unary && (Unary->getOpcode() == UO_Deref || Unary->getOpcode() == UO_AddrOf)) {
      E = Unary->getSubExpr();
    } else if (Sum && Sum->isAdditiveOp() && Sum->getType()->isPointerType()) {
      const bool Left = Sum->getLHS()->getType()->isPointerType();
      Use.Indices.push_back(Left ? Sum->getRHS() : Sum->getLHS());
      E = Left ? Sum->getLHS() : Sum->getRHS();
    } else {
      return;
    }
  }
}

/// The depth of nested calls up to which the bodies of called functions are searched.
constexpr unsigned MostCalls = 4;

class AtomicFinder : public DynamicVisitor {
public:
  AtomicFinder(const MemberEntities &Members, ASTContext &Context, AtomicUses &Found, unsigned Calls = 0)
      : Members(Members), Context(Context), Found(Found), Calls(Calls) {}

  void find(const Stmt *S) {
    Unused.begin(S);
    TraverseStmt(S);
  }

  bool dataTraverseStmtPre(Stmt *S) override {
    Unused.note(S);
    if (auto *Return = dyn_cast<ReturnStmt>(S); Return && Return->getRetValue())
      Result = Return->getRetValue()->IgnoreParenImpCasts();
    if (auto *Atomic = dyn_cast<OMPAtomicDirective>(S))
      return directive(Atomic), false;
    if (auto *Critical = dyn_cast<OMPCriticalDirective>(S))
      return !section(*Critical);
    if (auto *Call = dyn_cast<CallExpr>(S))
      return !operation(*Call) && !call(*Call);
    if (auto *Atomic = dyn_cast<AtomicExpr>(S))
      return !operation(*Atomic);
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
    const ValueDecl *Decl = isa<DeclRefExpr, MemberExpr>(E) ? Members.named(E) : nullptr;
    if (Decl)
      Found.Others.insert({Decl, E});
    return true;
  }

private:
  void directive(const OMPAtomicDirective *S) {
    Found.All.push_back(describe(S));
    const AtomicUse Use = Found.All.back();
    if (!Use.Value || !Use.Root || Use.InLambda) {
      TraverseStmt(S->getRawStmt());
      return;
    }
    traverse(Use);
  }
  void traverse(const AtomicUse &Use) {
    for (const Expr *Index : Use.Indices)
      TraverseStmt(Index);
    TraverseStmt(Use.Value);
  }
  AtomicUse describe(const OMPAtomicDirective *S) const {
    AtomicUse Use;
    Use.Where = S;
    Use.Object = S->getX();
    Use.Element = S->getX() ? S->getX()->getType() : QualType();
    Use.InLambda = Lambdas > 0;
    followObject(Use, Members);
    if (S->getSingleClause<OMPReadClause>())
      Use.Form = "read";
    else if (S->getSingleClause<OMPWriteClause>())
      Use.Form = "write";
    else if (S->getSingleClause<OMPCaptureClause>())
      Use.Form = "capture";
    else if (S->getSingleClause<OMPCompareClause>())
      comparison(*S, Use);
    else
      update(*S, Use);
    return Use;
  }

  void update(const OMPAtomicDirective &S, AtomicUse &Use) const {
    const Expr *Updated = S.getUpdateExpr();
    auto *Operation = Updated ? dyn_cast<BinaryOperator>(Updated->IgnoreParenImpCasts()) : nullptr;
    if (!Operation)
      return;
    Use.Operator = Operation->getOpcodeStr().str();
    Use.Value = S.getExpr();
    const bool FromLeft = S.isXLHSInRHSPart();
    if (Operation->getOpcode() != BO_Sub || FromLeft)
      Use.How = combiningOf(Operation->getOpcode(), Use.Element, Operation->getType());
    if (Use.How)
      Use.Operator = hetcc::operatorOf(*Use.How);
    else if (!FromLeft)
      Use.Operator = "value " + Use.Operator + " variable";
  }

  void comparison(const OMPAtomicDirective &S, AtomicUse &Use) const {
    Use.Form = "compare";
    const Expr *Condition = S.getCondExpr();
    auto *Test = Condition ? dyn_cast<BinaryOperator>(Condition->IgnoreParenImpCasts()) : nullptr;
    const Expr *Value = S.getExpr();
    if (!Test || !Test->isRelationalOp() || !Value)
      return;
    Use.Operator = Test->getOpcodeStr().str();
    Use.Value = Value;
    auto Op = sameExpression(Test->getLHS(), Use.Object, Context)
                  ? BinaryOperator::reverseComparisonOp(Test->getOpcode())
                  : Test->getOpcode();
    if (Context.hasSameUnqualifiedType(Value->IgnoreParenImpCasts()->getType(), Use.Element))
      Use.How = extremeOf(Op);
    if (Use.How)
      Use.Operator = hetcc::operatorOf(*Use.How);
  }

  // ---- Atomic operations of the compiler.

  bool operation(const CallExpr &Call) {
    const auto Op = operatorOf(Call.getDirectCallee());
    return Op && Call.getNumArgs() >= 2 && operation(Call, *Op, Call.getArg(0), Call.getArg(1));
  }
  bool operation(const AtomicExpr &E) {
    const auto Op = operatorOf(E);
    return Op && operation(E, *Op, E.getPtr(), E.getVal1());
  }
  /// Notes an atomic operation that only updates an integer of 32 or 64 bits, as devices have atomic operations for
  /// these sizes only. Returns false for any other operation.
  bool operation(const Expr &Whole, BinaryOperatorKind Op, const Expr *Pointer, const Expr *Value) {
    AtomicUse Use;
    Use.What = AtomicUse::Kind::Operation;
    Use.Where = &Whole;
    Use.Object = Pointer;
    Use.Element = Pointer->IgnoreParenImpCasts()->getType()->getPointeeType();
    if (Use.Element.isNull() || !Use.Element->isIntegerType() || Use.Element->isEnumeralType() ||
        Use.Element->isBooleanType() || !isOfWord(Use.Element) || !takeValue(Whole, Use))
      return false;
    Use.Element = Use.Element.getUnqualifiedType();
    Use.How = combiningOf(Op, Use.Element, Use.Element);
    Use.Value = Value;
    return take(std::move(Use));
  }
  bool isOfWord(QualType T) const { return Context.getTypeSize(T) == 32 || Context.getTypeSize(T) == 64; }

  /// Whether no code needs the value of an operation here: the value is dropped, or the walked function returns it, and
  /// the caller checks what becomes of the result.
  bool takeValue(const Expr &Whole, AtomicUse &Use) const {
    Use.Returned = Calls > 0 && Result == &Whole;
    return Use.Returned || Unused.contains(&Whole);
  }

  bool take(AtomicUse Use) {
    Use.InLambda = Lambdas > 0;
    followObject(Use, Members);
    if (!Use.Root || !Use.How || Use.InLambda || Use.Member)
      return false;
    Use.Operator = hetcc::operatorOf(*Use.How);
    traverse(Use);
    Found.All.push_back(std::move(Use));
    return true;
  }

  // ---- Functions.

  /// Whether `Use` updates the object that a parameter of the function leads to, and the function does nothing else
  /// with that object.
  bool isOfParameter(const AtomicUse &Use, const AtomicUses &Inside, const FunctionDecl &Definition) const {
    auto *Parameter = dyn_cast_or_null<ParmVarDecl>(Use.Root);
    if (!Parameter || !Use.How || !Use.Value || Use.Member || Use.InLambda || Use.What == AtomicUse::Kind::Section ||
        Inside.Others.contains(Parameter) || !llvm::is_contained(Definition.parameters(), Parameter) ||
        !(Parameter->getType()->isReferenceType() || Use.leads()))
      return false;
    // A directive with `seq_cst` or the like does more than update.
    auto *Directive = dyn_cast<OMPExecutableDirective>(Use.Where);
    return !Directive || llvm::all_of(Directive->clauses(), [](const OMPClause *Each) {
      return isa<OMPUpdateClause, OMPCompareClause, OMPRelaxedClause>(Each);
    });
  }

  bool call(const CallExpr &Call) {
    const FunctionDecl *Definition = nullptr;
    auto *Method = dyn_cast_or_null<CXXMethodDecl>(Call.getDirectCallee());
    if (Calls >= MostCalls || !Call.getDirectCallee() || !Call.getDirectCallee()->hasBody(Definition) ||
        Definition->isDependentContext() || (Method && Method->isVirtual()))
      return false;
    AtomicUses Inside;
    AtomicFinder(Members, Context, Inside, Calls + 1).find(Definition->getBody());
    const auto [Object, Given] = objectAndArguments(Call);
    llvm::SmallVector<AtomicUse, 2> Uses;
    llvm::SmallPtrSet<const Expr *, 2> Updated;
    for (const AtomicUse &Each : Inside.All) {
      AtomicUse Use;
      Use.What = AtomicUse::Kind::Call;
      Use.Where = &Call;
      if (!isOfParameter(Each, Inside, *Definition) || (Each.Returned && !takeValue(Call, Use)))
        return false;
      const unsigned Number = cast<ParmVarDecl>(Each.Root)->getFunctionScopeIndex();
      if (Number >= Given.size())
        return false;
      Use.Object = Given[Number];
      Use.Element = Each.Element;
      Use.How = Each.How;
      Use.Value = &Call;
      Use.Operator = Each.Operator;
      Use.InLambda = Lambdas > 0;
      followObject(Use, Members);
      if (!Use.Root || Use.InLambda || Use.Member)
        return false;
      Updated.insert(Use.Object);
      Uses.push_back(std::move(Use));
    }
    for (const AtomicUse &Use : Uses)
      for (const Expr *Index : Use.Indices)
        TraverseStmt(Index);
    for (const Expr *Other : Given)
      if (!Uses.empty() && !Updated.contains(Other))
        TraverseStmt(Other);
    if (!Uses.empty() && Object)
      TraverseStmt(Object);
    llvm::append_range(Found.All, Uses);
    return !Uses.empty();
  }

  // ---- `critical` sections, which one thread enters at a time.

  /// Whether a `critical` section only adds to variables, or sets or clears bits of variables; if so, notes its
  /// updates.
  bool section(const OMPCriticalDirective &S) {
    const Stmt *Body = S.hasAssociatedStmt() ? S.getRawStmt() : nullptr;
    if (!Body || !S.clauses().empty() || Lambdas > 0 || Calls > 0 || !areUpdates(Body))
      return false;
    const Updates All = findUpdates(Body, Members, Context);
    llvm::SmallVector<AtomicUse, 2> Uses;
    for (const auto &[Decl, Of] : All) {
      AtomicUse Use;
      Use.What = AtomicUse::Kind::Section;
      Use.Where = &S;
      Use.Object = Use.Value = Of.Target;
      Use.Element = Of.Target->getType();
      Use.Name = S.getDirectiveName().getAsString();
      Use.How = Of.How;
      Use.Operator = hetcc::operatorOf(Of.How);
      followObject(Use, Members);
      if (Use.Root != Decl || !Of.Whole || Of.Otherwise || Of.Strict || !Of.Guarded.empty() ||
          !changesNothingAtFirst(Of.How, Use.Element))
        return false;
      Uses.push_back(std::move(Use));
    }
    for (const auto &[Decl, Of] : All)
      for (const Expr *Value : Of.Values)
        TraverseStmt(const_cast<Expr *>(Value));
    llvm::append_range(Found.All, Uses);
    return !Uses.empty();
  }
  bool areUpdates(const Stmt *S) const {
    if (auto *Compound = dyn_cast<CompoundStmt>(S))
      return llvm::all_of(Compound->body(), [&](const Stmt *Each) { return areUpdates(Each); });
    return isa<Expr>(S) && isUpdate(S, Context);
  }
  /// Whether the reduction has an identity that is exact to the bit, as 0 is for a sum. A device whose iterations do
  /// not enter the section yields the identity, and combining it must leave the variable as it is. Minima, maxima and
  /// truth values have no such identity, and a product of partials may overflow where the program's does not.
  static bool changesNothingAtFirst(Combining How, QualType Type) {
    const bool Bits = How == Combining::And || How == Combining::Or || How == Combining::Xor;
    if (Type.isVolatileQualified() || !(Bits || How == Combining::Sum))
      return false;
    return Type->isIntegerType() ? !Type->isBooleanType() && !Type->isEnumeralType()
                                 : How == Combining::Sum && Type->isRealFloatingType();
  }

  const MemberEntities &Members;
  ASTContext &Context;
  AtomicUses &Found;
  const unsigned Calls; ///< the number of nested calls that lead from the region's body to the walked code
  UnusedValues Unused;
  const Expr *Result = nullptr; ///< the value that the last walked `return` returns
  unsigned Lambdas = 0;
};

} // namespace

AtomicUses hetcc::findAtomics(const Stmt *S, const MemberEntities &Members, ASTContext &Context) {
  AtomicUses Found;
  AtomicFinder(Members, Context, Found).find(S);
  return Found;
}
