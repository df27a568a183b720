// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Walks over code in the order in which it is executed, with a list of boxes of elements that are known to be set. The
// ends of a box are polynomials in values that the code does not change, and in the counters of enclosing loops. At the
// end of a loop, each box is extended to all values of the loop's counter. Within a turn of a loop, an element counts
// as set only if it was set before the loop or in the same turn.
#include "Analysis/Variables/Fillings.h"
#include "Analysis/Calls/OtherUnits.h"
#include "Analysis/Syntax/Changes.h"
#include "Analysis/Syntax/InnerLoop.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Syntax/Statements.h"
#include "Analysis/Values/RunningValues.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/Builtins.h"
#include "llvm/ADT/Sequence.h"

using namespace hetcc;
using namespace clang;

namespace {

constexpr unsigned MostCalls = 8; ///< the depth of nested calls up to which the bodies of called functions are walked

/// Whether control may enter a statement from elsewhere, or leave the statement by jumps that the walk does not follow.
bool isTangled(const Stmt *S) {
  return anyIn(S, [](const Stmt *Part) {
    return isa<LabelStmt, GotoStmt, IndirectGotoStmt, AsmStmt, CXXTryStmt, CXXThrowExpr, CoroutineSuspendExpr,
               OMPCancelDirective, OMPCancellationPointDirective>(Part);
  });
}

std::vector<FilledParameter> filledBy(const FunctionDecl &F, ASTContext &Context, unsigned Depth);

class FillWalk {
public:
  FillWalk(const Stmt *Whole, const FunctionDecl &F, const VarDecl *Array, ASTContext &Context, unsigned Depth)
      : Whole(Whole), Array(Array->getCanonicalDecl()), Context(Context), Depth(Depth), Values(Whole, F, Context) {
    QualType T = Array->getType();
    for (; const auto *Fixed = Context.getAsConstantArrayType(T); T = Fixed->getElementType())
      Extents.push_back(int64_t(Fixed->getZExtSize()));
    if (Extents.empty() && T->isPointerType())
      T = T->getPointeeType(), IsPointer = true;
    Element = T;
  }

  Filling run() {
    if ((Extents.empty() && !IsPointer) || !Element->isArithmeticType() || Element.isVolatileQualified() ||
        isTangled(Whole))
      return {};
    statement(Whole);
    if (!Good)
      return {};
    return {true, std::move(Set), std::move(Elsewhere)};
  }

private:
  using Counter = RunningValues::Counter;
  unsigned rank() const { return IsPointer ? 1 : unsigned(Extents.size()); }

  // ---- Statements.

  void statements(llvm::iterator_range<CompoundStmt::const_body_iterator> All) {
    for (const Stmt *Each : All)
      statement(Each);
  }
  void statement(const Stmt *S) {
    if (!S || !Good)
      return;
    if (auto *Directive = dyn_cast<OMPExecutableDirective>(S))
      return directive(*Directive);
    if (auto *Braces = dyn_cast<CompoundStmt>(S))
      return statements(Braces->body());
    if (auto *E = dyn_cast<Expr>(S))
      return expression(E);
    if (auto *Declared = dyn_cast<DeclStmt>(S))
      return declaration(*Declared);
    if (auto *For = dyn_cast<ForStmt>(S))
      return loop(*For);
    if (auto *If = dyn_cast<IfStmt>(S))
      return choice(*If);
    Values.forgetChangedIn(S);
    if (auto *Return = dyn_cast<ReturnStmt>(S))
      return read(Return->getRetValue());
    if (isa<NullStmt, BreakStmt, ContinueStmt>(S) || !mentions(S, Array, MemberEntities()))
      return;
    if (auto *While = dyn_cast<WhileStmt>(S); While && !While->getConditionVariable()) {
      read(While->getCond());
      return perhaps(While->getBody());
    }
    if (auto *Do = dyn_cast<DoStmt>(S)) {
      perhaps(Do->getBody());
      return read(Do->getCond());
    }
    Good = false;
  }

  /// Walks the statement of a directive. Only a `simd` directive keeps the order within an iteration; with any other
  /// directive, the statement must not use the array.
  void directive(const OMPExecutableDirective &D) {
    if (isa<OMPSimdDirective>(D) && D.clauses().empty())
      return statement(D.getRawStmt());
    Values.forgetChangedIn(&D);
    Good = Good && !mentions(withoutDirectives(&D), Array, MemberEntities());
  }

  void declaration(const DeclStmt &S) {
    for (const Decl *D : S.decls())
      if (auto *Var = dyn_cast<VarDecl>(D); Var && Var->getInit()) {
        Values.forgetChangedIn(Var->getInit());
        read(Var->getInit());
        Values.learn(Var->getCanonicalDecl(), Var->getInit());
      }
  }

  /// Walks a statement that may be skipped, so elements that the statement sets do not count as set afterwards.
  void perhaps(const Stmt *S) {
    if (!S)
      return;
    Values.forgetChangedIn(S);
    const size_t Before = Set.size();
    statement(S);
    Set.resize(std::min(Set.size(), Before));
    Values.forgetChangedIn(S);
  }

  void choice(const IfStmt &If) {
    if (If.getInit() || If.getConditionVariable() || If.isConsteval())
      Good = Good && !mentions(&If, Array, MemberEntities());
    Values.forgetChangedIn(If.getCond());
    read(If.getCond());
    if (auto Known = If.getCond()->isValueDependent() ? std::nullopt : If.getCond()->getIntegerConstantExpr(Context))
      return statement(Known->getBoolValue() ? If.getThen() : If.getElse());
    perhaps(If.getThen());
    perhaps(If.getElse());
  }

  void loop(const ForStmt &For) {
    if (For.getConditionVariable())
      Good = Good && !mentions(&For, Array, MemberEntities());
    statement(For.getInit());
    Values.forgetChangedIn(&For);
    const auto Counted = countedLoop(&For, Context);
    const auto Run = Counted ? runOf(*Counted) : std::nullopt;
    read(For.getCond());
    const size_t Before = Set.size();
    if (Run)
      Values.enter(*Run);
    statement(For.getBody());
    read(For.getInc());
    if (Run)
      Values.leave();
    llvm::SmallVector<FilledBox, 4> New;
    if (Set.size() > Before)
      New.assign(Set.begin() + Before, Set.end());
    Set.resize(std::min(Set.size(), Before));
    Values.forgetChangedIn(&For);
    if (Run && std::abs(Counted->Step) == 1 && !mayLeave(For.getBody()))
      for (FilledBox &Each : New)
        if (overAll(Each, *Run))
          add(std::move(Each));
  }

  std::optional<Counter> runOf(const InnerLoop &Loop) const {
    const auto First = Values.of(Loop.First), Limit = Values.of(Loop.Limit);
    if (!First || !Limit)
      return std::nullopt;
    const Polynomial One = Polynomial::constant(1);
    if (Loop.Upwards)
      return Counter{Loop.Counter, *First, Loop.Inclusive ? *Limit + One : *Limit};
    return Counter{Loop.Counter, Loop.Inclusive ? *Limit : *Limit + One, *First + One};
  }

  /// Extends a box that one turn of a loop sets to what all turns set together; false if this is not known. If the box
  /// moves with the counter, by one element in one dimension, it becomes the range of all these elements. A box that
  /// does not move stays as it is, if the loop is known to have at least one turn.
  bool overAll(FilledBox &Box, const Counter &Of) const {
    bool Moves = false;
    for (auto &[First, End] : Box) {
      const auto Low = First.split(Of.Var), High = End.split(Of.Var);
      if (!Low || !High)
        return false;
      const bool LowMoves = !(Low->first == Polynomial()), HighMoves = !(High->first == Polynomial());
      if (!LowMoves && !HighMoves)
        continue;
      const Polynomial One = Polynomial::constant(1);
      if (Moves || !(Low->first == One) || !(High->first == One) || !(End + -First == One))
        return false;
      Moves = true;
      First = Low->second + Of.First;
      End = Low->second + Of.End;
    }
    return Moves || Values.isNeverNegative(Of.End + -Of.First + Polynomial::constant(-1));
  }

  // ---- Expressions.

  /// Walks an expression that is a statement. Such an expression is always executed, so elements that it assigns count
  /// as set from here on.
  void expression(const Expr *E) {
    E = E->IgnoreParens();
    if (auto *Full = dyn_cast<FullExpr>(E))
      return expression(Full->getSubExpr());
    if (auto *Cast = dyn_cast<CastExpr>(E); Cast && Cast->getCastKind() == CK_ToVoid)
      return expression(Cast->getSubExpr());
    if (auto *Call = dyn_cast<CallExpr>(E)) {
      Values.forgetChangedIn(Call);
      return call(*Call, /*Surely=*/true, /*Dropped=*/true);
    }
    auto *Binary = dyn_cast<BinaryOperator>(E);
    if (Binary && Binary->isCommaOp()) {
      expression(Binary->getLHS());
      return expression(Binary->getRHS());
    }
    if (!Binary || Binary->getOpcode() != BO_Assign) {
      Values.forgetChangedIn(E);
      return read(E);
    }
    const VarDecl *Var = namedVariable(Binary->getLHS());
    Values.forgetChangedIn(Binary->getRHS());
    if (auto *Call = dyn_cast<CallExpr>(Binary->getRHS()->IgnoreParenCasts()))
      call(*Call, /*Surely=*/true);
    else
      read(Binary->getRHS());
    if (Var)
      return Var == Array ? void(Good = false) : Values.learn(Var, Binary->getRHS());
    Values.forgetChangedIn(Binary->getLHS());
    const auto At = elementOf(Binary->getLHS());
    if (!At)
      return read(Binary->getLHS());
    read(*At);
    if (auto Box = boxOf(*At))
      add(std::move(*Box));
  }

  /// Walks an expression, some branches of which may be skipped. Elements that the expression reads must have been set
  /// before; elements that it assigns do not count as set.
  void read(const Stmt *S) {
    if (!S || !Good || hasUnevaluatedOperands(S))
      return;
    if (auto *Call = dyn_cast<CallExpr>(S))
      return call(*Call, /*Surely=*/false);
    if (auto *Assign = dyn_cast<BinaryOperator>(S); Assign && Assign->getOpcode() == BO_Assign)
      if (const auto At = elementOf(Assign->getLHS())) {
        read(Assign->getRHS());
        return read(*At);
      }
    auto *Load = dyn_cast<CastExpr>(S);
    auto *Changed = dyn_cast<UnaryOperator>(S);
    auto *Updated = dyn_cast<CompoundAssignOperator>(S);
    const Expr *Object = Load && Load->getCastKind() == CK_LValueToRValue ? Load->getSubExpr()
                         : Changed && Changed->isIncrementDecrementOp()   ? Changed->getSubExpr()
                         : Updated                                        ? Updated->getLHS()
                                                                          : nullptr;
    if (const auto At = Object ? elementOf(Object) : std::nullopt) {
      read(*At);
      if (Updated)
        read(Updated->getRHS());
      Good = Good && isSet(*At);
      return;
    }
    // The body of a lambda runs later, and a statement expression may contain any code.
    if (isa<LambdaExpr, StmtExpr>(S) && mentions(S, Array, MemberEntities()))
      Good = false;
    if (isa<DeclRefExpr>(S) && namedVariable(S) == Array)
      Good = false;
    for (const Stmt *Part : S->children())
      read(Part);
  }

  void read(llvm::ArrayRef<const Expr *> Indices) {
    for (const Expr *Each : Indices)
      read(Each);
  }

  /// The indices of the element of the array that E names, the outermost first; nothing if E does not name an element.
  std::optional<llvm::SmallVector<const Expr *, 3>> elementOf(const Expr *E) const {
    llvm::SmallVector<const Expr *, 3> Indices;
    E = E->IgnoreParenImpCasts();
    if (auto *First = dyn_cast<UnaryOperator>(E); First && First->getOpcode() == UO_Deref) { // `*b` is b[0]
      Indices.push_back(IntegerLiteral::Create(Context, llvm::APInt(32, 0), Context.IntTy, First->getExprLoc()));
      E = First->getSubExpr()->IgnoreParenImpCasts();
    }
    for (; auto *Level = dyn_cast<ArraySubscriptExpr>(E); E = Level->getBase()->IgnoreParenImpCasts())
      Indices.insert(Indices.begin(), Level->getIdx());
    if (namedVariable(E) != Array || Indices.size() != rank())
      return std::nullopt;
    return Indices;
  }

  std::optional<FilledBox> boxOf(llvm::ArrayRef<const Expr *> At) const {
    FilledBox Box;
    for (const Expr *Index : At) {
      const auto Value = Values.of(Index);
      if (!Value)
        return std::nullopt;
      Box.emplace_back(*Value, *Value + Polynomial::constant(1));
    }
    return Box;
  }

  bool isSet(llvm::ArrayRef<const Expr *> At) const {
    llvm::SmallVector<std::optional<Polynomial>, 3> Indices;
    for (const Expr *Index : At)
      Indices.push_back(Values.of(Index));
    return llvm::any_of(Set, [&](const FilledBox &Box) {
      for (unsigned D = 0; D < rank(); ++D) {
        const auto &[First, End] = Box[D];
        const bool Within = Indices[D] && Values.isNeverNegative(*Indices[D] + -First) &&
                            Values.isNeverNegative(End + -*Indices[D] + Polynomial::constant(-1));
        if (!Within && !isWhole(Box, D))
          return false;
      }
      return true;
    });
  }
  bool isWhole(const FilledBox &Box, unsigned D) const {
    return !IsPointer && Values.isNeverNegative(-Box[D].first) &&
           Values.isNeverNegative(Box[D].second + Polynomial::constant(-Extents[D]));
  }
  bool isAllSet() const {
    return llvm::any_of(Set, [&](const FilledBox &Box) {
      return llvm::all_of(llvm::seq(rank()), [&](unsigned D) { return isWhole(Box, D); });
    });
  }

  /// Adds a box to the list. If the box continues another box in one dimension, the two are merged.
  void add(FilledBox New) {
    for (FilledBox &Old : Set) {
      unsigned Differ = 0, Where = 0;
      for (unsigned D = 0; D < rank(); ++D)
        if (!(Old[D].first == New[D].first) || !(Old[D].second == New[D].second))
          ++Differ, Where = D;
      if (Differ != 1)
        continue;
      if (Old[Where].second == New[Where].first)
        New[Where].first = Old[Where].first;
      else if (New[Where].second == Old[Where].first)
        New[Where].second = Old[Where].second;
    }
    // A new box goes to the end of the list, because loop() takes the boxes that were added since the loop's beginning.
    Set.push_back(std::move(New));
  }

  // ---- Calls.

  /// The index of the element of the array that an argument points to; nothing if the index is no constant.
  std::optional<int64_t> placeOf(const Expr *E) const {
    E = E->IgnoreParenCasts();
    if (namedVariable(E) == Array)
      return 0;
    if (auto *Unary = dyn_cast<UnaryOperator>(E); Unary && Unary->getOpcode() == UO_AddrOf)
      if (auto *At = dyn_cast<ArraySubscriptExpr>(Unary->getSubExpr()->IgnoreParens()); At && rank() == 1) {
        const auto Index = namedVariable(At->getBase()) == Array ? Values.of(At->getIdx()) : std::nullopt;
        return Index ? Index->asConstant() : std::nullopt;
      }
    auto *Sum = dyn_cast<BinaryOperator>(E);
    if (!Sum || !Sum->isAdditiveOp() || rank() != 1 || namedVariable(Sum->getLHS()) != Array)
      return std::nullopt;
    const auto By = Values.of(Sum->getRHS());
    const auto Number = By ? By->asConstant() : std::nullopt;
    return !Number ? std::nullopt : std::optional(Sum->getOpcode() == BO_Add ? *Number : -*Number);
  }

  /// Walks a call. `Surely`: the call is certainly executed. `Dropped`: no code uses the call's result, which may be
  /// the array's address.
  void call(const CallExpr &Call, bool Surely, bool Dropped = false) {
    std::optional<unsigned> Given;
    int64_t Place = 0;
    read(Call.getCallee());
    for (unsigned I = 0; I < Call.getNumArgs(); ++I) {
      const Expr *Argument = Call.getArg(I);
      const auto At = Argument->getType()->isPointerType() ? placeOf(Argument) : std::nullopt;
      if (!At)
        read(Argument);
      else if (Given)
        Good = false; // the function gets two pointers into the array, and may use the array by both
      else
        Given = I, Place = *At;
    }
    if (Given && !Dropped && !Call.getType()->isVoidType() && !Call.getType()->isArithmeticType())
      Good = false;
    if (Given && Good)
      hand(Call, *Given, Place, Surely);
  }

  void hand(const CallExpr &Call, unsigned Number, int64_t Place, bool Surely) {
    const FunctionDecl *Callee = Call.getDirectCallee();
    if (const unsigned Kind = Callee ? Callee->getMemoryFunctionKind() : 0) {
      const bool Sets = Number == 0 && (Kind == Builtin::BImemset || Kind == Builtin::BImemcpy);
      if (Sets && Surely && setsAllBytes(Call, Place))
        return addAll();
      Good = Sets || isAllSet();
      return;
    }
    if (!Callee || isa<CXXOperatorCallExpr>(Call) || mayKeepAddresses(*Callee) || Number >= Callee->getNumParams() ||
        !Context.hasSameUnqualifiedType(Callee->getParamDecl(Number)->getType()->getPointeeType(), Element)) {
      Good = false;
      return;
    }
    if (isAllSet())
      return;
    const FunctionDecl *Definition = nullptr;
    const bool MaySet = !Callee->getParamDecl(Number)->getType()->getPointeeType().isConstQualified();
    if (!Callee->hasBody(Definition) && Surely && MaySet && rank() == 1 && whyNotOfOtherUnit(*Callee, Context).empty())
      return elsewhere(Call, *Callee, Number, Place);
    const auto Found = Definition && !Definition->isWeak() && rank() == 1 ? filled(Call, *Definition, Number, Place)
                                                                          : std::vector<FilledBox>();
    Good = !Found.empty();
    for (const FilledBox &Each : Found)
      if (Surely)
        add(Each);
  }

  /// The boxes of the array that a function of the unit sets before it reads any element. The function gets a pointer
  /// to element number `Place` as its parameter number `Number`. Empty if the function may read elements that it has
  /// not set.
  std::vector<FilledBox> filled(const CallExpr &Call, const FunctionDecl &Definition, unsigned Number,
                                int64_t Place) const;
  std::optional<int64_t> constant(const CallExpr &Call, unsigned Number) const {
    const Expr *E = Number < Call.getNumArgs() ? Call.getArg(Number) : nullptr;
    const auto Value = E && !E->isValueDependent() ? E->getIntegerConstantExpr(Context) : std::nullopt;
    return Value && Value->isRepresentableByInt64() ? std::optional(Value->getExtValue()) : std::nullopt;
  }

  /// Notes that a function of another unit must set all of the array. At run time, the record of that unit
  /// (OtherUnits.h) must confirm this.
  void elsewhere(const CallExpr &Call, const FunctionDecl &Callee, unsigned Number, int64_t Place) {
    if (IsPointer) {
      Good = false;
      return;
    }
    FilledElsewhere Of{Callee.getCanonicalDecl(), Number, -Place, Extents[0] - Place, {}};
    for (unsigned I = 0; I < Call.getNumArgs(); ++I)
      Of.Arguments.push_back(constant(Call, I));
    Elsewhere.push_back(std::move(Of));
    addAll();
  }

  bool setsAllBytes(const CallExpr &Call, int64_t Place) const {
    const auto Bytes = constant(Call, 2);
    return Bytes && !IsPointer && Place == 0 && *Bytes >= Context.getTypeSizeInChars(Array->getType()).getQuantity();
  }
  void addAll() {
    FilledBox All;
    for (int64_t Extent : Extents)
      All.emplace_back(Polynomial(), Polynomial::constant(Extent));
    add(std::move(All));
  }

  const Stmt *Whole;
  const VarDecl *Array;
  ASTContext &Context;
  unsigned Depth;
  QualType Element;
  llvm::SmallVector<int64_t, 3> Extents; ///< the lengths of the array's dimensions; empty for a pointer
  bool IsPointer = false;
  bool Good = true;
  std::vector<FilledBox> Set;
  std::vector<FilledElsewhere> Elsewhere;
  RunningValues Values;
};

/// Whether a function returns only at the end of its body.
bool returnsAtEnd(const CompoundStmt &Body) {
  return !anyIn(&Body, [&](const Stmt *S) { return isa<ReturnStmt>(S) && S != Body.body_back(); });
}

/// The elements in a box of one dimension, in the form that F's record for other units has. Nothing if the beginning of
/// the box is not a constant, or its end is neither a constant nor the value of a parameter plus a constant.
std::optional<FilledParameter> asRecord(const FilledBox &Box, const FunctionDecl &F, unsigned Number) {
  const auto &[First, End] = Box.front();
  const auto Begin = First.asConstant();
  if (!Begin)
    return std::nullopt;
  if (const auto Known = End.asConstant())
    return FilledParameter{Number, *Begin, *Known, std::nullopt};
  for (unsigned I = 0; I < F.getNumParams(); ++I) {
    const auto Rest = (End + -Polynomial::variable(F.getParamDecl(I)->getCanonicalDecl())).asConstant();
    if (Rest)
      return FilledParameter{Number, *Begin, *Rest, I};
  }
  return std::nullopt;
}

std::vector<FilledParameter> filledBy(const FunctionDecl &F, ASTContext &Context, unsigned Depth) {
  std::vector<FilledParameter> Found;
  auto *Body = dyn_cast_or_null<CompoundStmt>(F.getBody());
  if (!Body || Body->body_empty() || !returnsAtEnd(*Body) || F.isDependentContext())
    return Found;
  for (unsigned I = 0; I < F.getNumParams(); ++I) {
    const ParmVarDecl *Each = F.getParamDecl(I);
    if (!Each->getType()->isPointerType() || Each->getType()->getPointeeType().isConstQualified())
      continue;
    const Filling Inside = FillWalk(Body, F, Each, Context, Depth).run();
    for (const FilledBox &Box : Inside.Boxes)
      if (auto Record = asRecord(Box, F, I))
        Found.push_back(*Record);
  }
  return Found;
}

std::vector<FilledBox> FillWalk::filled(const CallExpr &Call, const FunctionDecl &Definition, unsigned Number,
                                        int64_t Place) const {
  std::vector<FilledBox> All;
  if (Depth >= MostCalls)
    return All;
  for (const FilledParameter &Of : filledBy(Definition, Context, Depth + 1)) {
    const auto Count = Of.Counted && *Of.Counted < Call.getNumArgs() ? Values.of(Call.getArg(*Of.Counted))
                                                                     : std::optional(Polynomial());
    if (Of.Parameter == Number && Count)
      All.push_back({{Polynomial::constant(Place + Of.First), *Count + Polynomial::constant(Place + Of.End)}});
  }
  return All;
}

} // namespace

Filling hetcc::fillingOf(const Stmt *S, const FunctionDecl &F, const VarDecl *Array, ASTContext &Context) {
  return FillWalk(S, F, Array, Context, 0).run();
}

std::vector<FilledParameter> hetcc::filledParameters(const FunctionDecl &F, ASTContext &Context) {
  return filledBy(F, Context, 0);
}
