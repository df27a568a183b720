// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `omp atomic` in a body, and its like. What belongs to the iteration needs no atomicity on a device. A variable that
// all iterations share and only ever update, by one operator, is reduced into: each device accumulates in values of its
// own, which are added to the variable, as the loop does it, when the region's outputs are in their place. All else
// stays on the host.
#include "Analysis/Atomics.h"
#include "Analysis/Body.h"
#include "Analysis/Callees.h"
#include "Analysis/DynamicVisitor.h"
#include "Analysis/Reductions.h"
#include "Analysis/SourceText.h"
#include "Analysis/ThreadVariables.h"
#include "Analysis/Updates.h"
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

/// Of `__sync_fetch_and_add` and its like, and of those that return the new value, the operator.
std::optional<BinaryOperatorKind> operatorOf(const FunctionDecl *Builtin) {
  StringRef Name = Builtin && Builtin->getBuiltinID() ? Builtin->getName() : "";
  if (!Name.consume_front("__sync_"))
    return std::nullopt;
  Name = Name.rtrim("0123456789").rtrim('_'); // clang appends the size
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

/// From an lvalue, or a pointer, to the variable that it is a part of, or that points there.
void followObject(AtomicUse &Use) {
  for (const Expr *E = Use.Object; E;) {
    E = E->IgnoreParenImpCasts();
    if (const ValueDecl *Decl = namedEntity(E)) {
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

/// Calls of functions that call each other are followed so far.
constexpr unsigned MostCalls = 4;

class AtomicFinder : public DynamicVisitor {
public:
  AtomicFinder(ASTContext &Context, AtomicUses &Found, unsigned Calls = 0)
      : Context(Context), Found(Found), Calls(Calls) {}

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
    const ValueDecl *Decl = isa<DeclRefExpr, MemberExpr>(E) ? namedEntity(E) : nullptr;
    if (Decl && !llvm::is_contained(Combined, Decl))
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
    followObject(Use);
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

  // ---- Operations of the compiler's.

  bool operation(const CallExpr &Call) {
    const auto Op = operatorOf(Call.getDirectCallee());
    return Op && Call.getNumArgs() >= 2 && operation(Call, *Op, Call.getArg(0), Call.getArg(1));
  }
  bool operation(const AtomicExpr &E) {
    const auto Op = operatorOf(E);
    return Op && operation(E, *Op, E.getPtr(), E.getVal1());
  }
  /// Whether it is one update of an integer of a size that devices have such operations for.
  bool operation(const Expr &Whole, BinaryOperatorKind Op, const Expr *Pointer, const Expr *Value) {
    AtomicUse Use;
    Use.By = AtomicUse::Kind::Operation;
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

  /// Whether nobody in what is walked through uses the value of an operation.
  bool takeValue(const Expr &Whole, AtomicUse &Use) const {
    Use.Returned = Calls > 0 && Result == &Whole;
    return Use.Returned || Unused.contains(&Whole);
  }

  bool take(AtomicUse Use) {
    Use.InLambda = Lambdas > 0;
    followObject(Use);
    if (!Use.Root || !Use.How || Use.InLambda || Use.Member)
      return false;
    Use.Operator = hetcc::operatorOf(*Use.How);
    traverse(Use);
    Found.All.push_back(std::move(Use));
    return true;
  }

  // ---- Functions.

  /// Whether all that a function does with what a parameter leads to is one such update or several.
  bool isOfParameter(const AtomicUse &Use, const AtomicUses &Inside, const FunctionDecl &Definition) const {
    auto *Parameter = dyn_cast_or_null<ParmVarDecl>(Use.Root);
    if (!Parameter || !Use.How || !Use.Value || Use.Member || Use.InLambda || Use.By == AtomicUse::Kind::Section ||
        Inside.Others.contains(Parameter) || !llvm::is_contained(Definition.parameters(), Parameter) ||
        !(Parameter->getType()->isReferenceType() || Use.leads()))
      return false;
    auto *Directive = dyn_cast<OMPExecutableDirective>(Use.Where); // an order of memory would be a call
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
    AtomicFinder(Context, Inside, Calls + 1).find(Definition->getBody());
    const auto [Object, Given] = objectAndArguments(Call);
    llvm::SmallVector<AtomicUse, 2> Uses;
    llvm::SmallPtrSet<const Expr *, 2> Updated;
    for (const AtomicUse &Each : Inside.All) {
      AtomicUse Use;
      Use.By = AtomicUse::Kind::Call;
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
      followObject(Use);
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

  // ---- Sections that one thread enters at a time.

  /// Whether all that a section does is to combine values into variables.
  bool section(const OMPCriticalDirective &S) {
    const Stmt *Body = S.hasAssociatedStmt() ? S.getRawStmt() : nullptr;
    const Updates All = Body ? findUpdates(Body, Context) : Updates();
    if (All.empty() || !S.clauses().empty() || Lambdas > 0 || Calls > 0 || !combines(Body))
      return false;
    llvm::SmallVector<AtomicUse, 2> Uses;
    for (const auto &[Decl, Of] : All) {
      if (Found.Declared.contains(Decl)) { // behind pointers and references lies what others have too
        const QualType T = Decl->getType();
        if (Of.Whole ? T->isReferenceType() : !T->isArrayType())
          return false;
        continue;
      }
      const bool Decides = Of.How == Combining::Both || Of.How == Combining::Either;
      if (!Of.Whole || Of.Otherwise || Of.Strict || Of.Target->getType().isVolatileQualified() ||
          (Decides && !Of.Guarded.empty()))
        return false;
      AtomicUse Use;
      Use.By = AtomicUse::Kind::Section;
      Use.Where = &S;
      Use.Object = Use.Value = Of.Target;
      Use.Element = Of.Target->getType();
      Use.Name = S.getDirectiveName().getAsString();
      Use.How = Of.How;
      Use.Operator = hetcc::operatorOf(Of.How);
      followObject(Use);
      if (Use.Root != Decl)
        return false;
      Uses.push_back(std::move(Use));
    }
    for (const AtomicUse &Use : Uses)
      Combined.push_back(Use.Root);
    TraverseStmt(Body);
    Combined.clear();
    llvm::append_range(Found.All, Uses);
    return true;
  }

  /// Whether a statement changes nothing but variables that it combines values into, and the body's own.
  bool combines(const Stmt *S) {
    if (!S || isa<NullStmt>(S))
      return true;
    if (auto *Compound = dyn_cast<CompoundStmt>(S))
      return llvm::all_of(Compound->body(), [&](const Stmt *Each) { return combines(Each); });
    if (auto *Declared = dyn_cast<DeclStmt>(S))
      return llvm::all_of(Declared->decls(), [&](const Decl *D) {
        auto *Var = dyn_cast<VarDecl>(D);
        const bool Good = Var && !Var->isStaticLocal() && Var->getType()->isArithmeticType() &&
                          (!Var->getInit() || isPlain(Var->getInit()));
        if (Good)
          Found.Declared.insert(Var->getCanonicalDecl());
        return Good;
      });
    if (auto *If = dyn_cast<IfStmt>(S); If && !isUpdate(If, Context))
      return !If->getInit() && !If->getConditionVariable() && isPlain(If->getCond()) && combines(If->getThen()) &&
             combines(If->getElse());
    auto *Assign = dyn_cast<BinaryOperator>(S);
    auto *Own = Assign && Assign->isAssignmentOp() ? dyn_cast<DeclRefExpr>(Assign->getLHS()->IgnoreParens()) : nullptr;
    if (Own && Found.Declared.contains(cast<ValueDecl>(Own->getDecl()->getCanonicalDecl())) &&
        Own->getDecl()->getType()->isArithmeticType())
      return isPlain(Assign->getRHS());
    return isUpdate(S, Context) && isPlain(S);
  }
  /// Whether nothing is called that might know more than what it is given.
  static bool isPlain(const Stmt *S) {
    return !anyIn(S, [](const Stmt *Part) {
      auto *Call = dyn_cast<CallExpr>(Part);
      const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
      return isa<CXXConstructExpr, LambdaExpr, AtomicExpr, StmtExpr, CXXNewExpr, CXXDeleteExpr>(Part) ||
             (Call && !(Callee && (Callee->isInStdNamespace() ||
                                   (Callee->getBuiltinID() && !Callee->getName().starts_with("__sync_")))));
    });
  }

  ASTContext &Context;
  AtomicUses &Found;
  const unsigned Calls; ///< of functions, around what is looked at
  UnusedValues Unused;
  const Expr *Result = nullptr; ///< that a function returns
  unsigned Lambdas = 0;
  llvm::SmallVector<const ValueDecl *, 2> Combined; ///< by the section that is being visited
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

AtomicUses hetcc::findAtomics(const Stmt *S, ASTContext &Context) {
  AtomicUses Found;
  AtomicFinder(Context, Found).find(S);
  return Found;
}

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

/// Whether what is updated are elements that a container has as an array has them.
static bool isContainer(const AtomicUse &Use) {
  const QualType Held = elementOfContainer(Use.Root->getType().getNonReferenceType());
  auto *Subscript = dyn_cast<CXXOperatorCallExpr>(Use.Object->IgnoreParenImpCasts());
  return !Held.isNull() && Use.By == AtomicUse::Kind::Directive && Subscript && Use.Indices.size() == 1;
}

/// What the data region, or else the allocation, around the address that a pointer has is of its array, when the loop
/// begins. Of that, the loop changes no more than it updates.
static Reduction::Level levelFound(const std::string &Name) {
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

/// Whether a section reads something that may be a variable under another name.
static bool mayReadOtherwise(const Region &R, const AtomicUse &Use, const ASTContext &Context) {
  auto *Var = dyn_cast<VarDecl>(Use.Root);
  const bool IsKnown = Var && Var->hasLocalStorage() && !Var->getType()->isReferenceType() && R.Function->getBody() &&
                       !changes(R.Function->getBody(), Var).Aliased;
  return !IsKnown && anyIn(cast<OMPExecutableDirective>(Use.Where)->getRawStmt(), [&](const Stmt *Part) {
    auto *Unary = dyn_cast<UnaryOperator>(Part);
    auto *Element = dyn_cast<ArraySubscriptExpr>(Part);
    auto *Ref = dyn_cast<DeclRefExpr>(Part);
    auto *Member = dyn_cast<MemberExpr>(Part);
    const bool Follows = (Unary && Unary->getOpcode() == UO_Deref) ||
                         isa<CXXOperatorCallExpr, CXXMemberCallExpr>(Part) ||
                         (Member && namedEntity(Member) != Use.Root) ||
                         (Element && !isa<DeclRefExpr>(Element->getBase()->IgnoreParenImpCasts())) ||
                         (Element && Element->getBase()->IgnoreParenImpCasts()->getType()->isPointerType()) ||
                         (Ref && Ref->getDecl() != Use.Root && Ref->getDecl()->getType()->isReferenceType());
    return Follows && Context.hasSameUnqualifiedType(cast<Expr>(Part)->getType(), Use.Element);
  });
}

/// Why updates that are not under `omp atomic` are no reduction; empty if nothing is known that they have not in common
/// with those.
static std::string otherObstacle(const Region &R, const AtomicUses &Uses, const AtomicUse &First,
                                 const ASTContext &Context) {
  auto *Var = dyn_cast<VarDecl>(First.Root);
  for (const AtomicUse &Use : Uses.All)
    if (Use.Root == First.Root &&
        (Use.Name != First.Name || (Use.By == AtomicUse::Kind::Section) != (First.By == AtomicUse::Kind::Section)))
      return "nothing keeps some of its updates from others";
  if (First.By == AtomicUse::Kind::Directive)
    return "";
  if (R.InBlock || R.Source->Variant)
    return "the form of the loop has no copies of it";
  if (R.Source->joinsTeam() && (Var ? isOwnInTeam(R, Var) : !R.Team))
    return "each thread has one of its own";
  if (First.By == AtomicUse::Kind::Section && mayReadOtherwise(R, First, Context))
    return "it may be read by another name";
  return "";
}

/// Why the atomic updates of a variable that iterations share are no reduction; empty if they are one.
std::string Reductions::atomicObstacle(const AtomicUses &Uses, const AtomicUse &First, const Window *Of,
                                       SourceLocation &Loc, std::string &Remedy) const {
  const ValueDecl *Root = First.Root;
  const std::string Name = "'" + Root->getNameAsString() + "'";
  QualType Type = Root->getType().getNonReferenceType(), Element = First.Element;
  auto *Var = dyn_cast<VarDecl>(Root);
  Remedy = "let the loop accumulate in a variable or an array of the function";
  const bool OfThis = isa<FieldDecl>(Root) && !isInLambda(R) && !R.InBlock;
  if ((!Var && !OfThis) || First.Member || (Var && memberEntity(First.Base)))
    return "'omp atomic' is on " + std::string(First.Member ? "a member of " : "the member ") + Name;
  if (OfThis && cast<FieldDecl>(Root)->isBitField())
    return Name + " is a bit-field";
  if (Var && isOfEachThread(Var))
    return Name + " is thread-local";
  if (Var && isCopyOfTarget(R, *Var->getCanonicalDecl(), Type)) {
    Remedy = "add 'map(tofrom: " + Root->getNameAsString() + ")' if its value is used after the loop";
    return "'omp atomic' is on " + Name + ", of which the 'target' construct has a copy";
  }
  for (const AtomicUse &Use : Uses.All) {
    if (Use.Root != Root)
      continue;
    Loc = Use.Where->getBeginLoc();
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
  Loc = First.Where->getBeginLoc();
  Remedy = "";
  if (std::string Cause = otherObstacle(R, Uses, First, Context); !Cause.empty())
    return "of " + Name + ", which iterations share, " + Cause;
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
  if (!Of && (First.leads() || isContainer(First)) && !part(First, Of)) {
    Remedy = "add 'map(tofrom: " + Root->getNameAsString() + "[0:extent])'";
    return Name + " is in no data clause";
  }
  return "";
}

/// The part of an array that all iterations share and update: what a data clause or the type of a parameter says, or,
/// of a directive that has nothing of ours, what is found when the loop begins. Nothing where nothing says it.
std::optional<Reduction::Level> Reductions::part(const AtomicUse &First, const Window *Of) const {
  if (auto Level = Of ? levelOf(*Of, Context) : std::nullopt)
    return Level;
  if (std::string Length = parameterLength(First.Root, Context); !Of && !Length.empty())
    return Reduction::Level{nullptr, nullptr, true, "", Length};
  if (R.Source->Automatic && isContainer(First))
    return Reduction::Level{nullptr, nullptr, true, "", nameInFunction(First.Base, First.Root, Context) + ".size()"};
  return R.Source->Automatic && First.leads()
             ? std::optional(levelFound(nameInFunction(First.Base, First.Root, Context)))
             : std::nullopt;
}

/// Whether a variable that all iterations share is reduced into.
bool Reductions::atomicsOf(const AtomicUses &Uses, const AtomicUse &First, Window *Of) {
  SourceLocation Loc = First.Where->getBeginLoc();
  std::string Remedy;
  if (std::string Cause = atomicObstacle(Uses, First, Of, Loc, Remedy); !Cause.empty()) {
    if (First.By == AtomicUse::Kind::Directive)
      stop(Loc, std::move(Cause), std::move(Remedy));
    return false;
  }
  Reduction Item;
  Item.Operator = First.Operator;
  Item.Base = First.Base;
  Item.Atomic = First.By != AtomicUse::Kind::Section;
  Item.InSection = !Item.Atomic;
  Item.Section = First.Name;
  if (auto Level = part(First, Of))
    Item.Levels.push_back(std::move(*Level));
  reduceInto(std::move(Item), Loc);
  return true;
}

/// Whether a section, of which several updates are, is not known.
static bool isNew(const Region &R, const OMPExecutableDirective *Section) {
  return Section && llvm::none_of(R.Atomics, [&](const AtomicDirective &Each) { return Each.Directive == Section; });
}

/// Whether devices can do it.
bool Reductions::atomic(const AtomicUses &Uses, const AtomicUse &Use, std::map<const ValueDecl *, bool> &Known) {
  const SourceLocation Loc = Use.Where->getBeginLoc();
  const bool IsDirective = Use.By == AtomicUse::Kind::Directive;
  if (auto *Directive = dyn_cast<OMPExecutableDirective>(Use.Where); IsDirective || isNew(R, Directive))
    R.Atomics.push_back({Directive, IsDirective ? Use.Root : nullptr, Use.Form == "compare"});
  if (Use.InLambda) {
    stop(Loc, "'omp atomic' stands in a lambda", "let it stand in the loop itself");
    return false;
  }
  if (!Use.Root) {
    stop(Loc, "'omp atomic' is on memory that no variable names", "name the variable or the array itself");
    return false;
  }
  const int At = findWindow(R, Use.Root);
  auto OfClause = llvm::find_if(R.Captures, [&](const Capture &C) { return C.What.Decl == Use.Root; });
  const bool Declared = Uses.Declared.contains(Use.Root), Own = Declared || OfClause != R.Captures.end();
  const QualType T = Use.Root->getType();
  const bool Leads =
      T->isReferenceType() || (T->isPointerType() && (!IsDirective || Use.Object->IgnoreParens() != Use.Base));
  if (At >= 0 && !R.Windows[At].Spec->WholeCopy)
    return IsDirective; // the iteration's own elements; if it may not write them, Footprint says so
  const auto [Of, New] = Known.insert({Use.Root, Own && !Leads});
  if (New && !Own)
    Of->second = atomicsOf(Uses, Use, At >= 0 ? &R.Windows[At] : nullptr);
  else if (Declared && Leads && IsDirective)
    stop(Loc, "'omp atomic' is on what '" + Use.Root->getNameAsString() + "' leads to",
         "name the variable or the array itself");
  return Of->second;
}

void Reductions::atomics() {
  const AtomicUses Uses = findAtomics(R.Loop.For->getBody(), Context);
  std::map<const ValueDecl *, bool> Known;
  for (const AtomicUse &Use : Uses.All)
    if (!atomic(Uses, Use, Known) && Use.By != AtomicUse::Kind::Directive)
      stop(Use.Where->getBeginLoc(),
           "it contains " + std::string(Use.By == AtomicUse::Kind::Section ? "'omp critical'" : "an atomic operation") +
               ", which needs one address space",
           "use a 'reduction' clause, or 'omp atomic', where the loop accumulates");
  compareOperators();
  forgetReducedWindows();
}

/// Arrays whose ends are found when the loop begins may be one under two names: then updates by two operators would
/// come in another order than iteration by iteration.
void Reductions::compareOperators() {
  auto IsElsewhere = [](const Capture &C) {
    return C.Reduced.Atomic && (C.Reduced.Array || isa<FieldDecl>(C.What.Decl));
  };
  for (const Capture &C : R.Captures)
    for (const Capture &Other : R.Captures)
      if (IsElsewhere(C) && C.Reduced.isFound() && IsElsewhere(Other) && C.Reduced.Operator != Other.Reduced.Operator &&
          Context.hasSameUnqualifiedType(C.Reduced.Element, Other.Reduced.Element))
        return stop(C.Reduced.Base->getBeginLoc(),
                    "'" + C.What.name() + "' and '" + Other.What.name() +
                        "' may lead to one array, of which it updates elements by different operators",
                    "");
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
