// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decides for each name that the body uses what device code has in its place: a window, a variable of a clause, or a
// copy of the value. If none of these is possible, the loop stays on the host.
#include "Analysis/Body/BodyScan.h"
#include "Analysis/Calls/Callees.h"
#include "Analysis/Objects/ObjectArguments.h"
#include "Analysis/Syntax/DynamicVisitor.h"
#include "Analysis/Syntax/Expressions.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Syntax/Rows.h"
#include "Analysis/Syntax/SourceText.h"
#include "Analysis/Syntax/Statements.h"
#include "Analysis/Syntax/Types.h"
#include "Analysis/Variables/ThreadSums.h"
#include "Analysis/Variables/ThreadVariables.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/OpenMPClause.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace hetcc;
using namespace clang;

bool hetcc::isKnownNumber(const VarDecl &Var, const ASTContext &Context) {
  QualType T = Var.getType();
  if (isa<VarTemplateSpecializationDecl>(Var) || T->isReferenceType() || isUnnamed(T) ||
      !Var.isUsableInConstantExpressions(Context))
    return false;
  const APValue *Value = Var.evaluateValue();
  bool Number = Value && Value->isInt() && T->isIntegralOrEnumerationType() && Context.getIntWidth(T) <= 64;
  bool Double = Value && Value->isFloat() &&
                (T->isSpecificBuiltinType(BuiltinType::Float) || T->isSpecificBuiltinType(BuiltinType::Double));
  return Number || (Double && Value->getFloat().isFinite());
}

bool hetcc::isCopied(QualType T, ASTContext &Context) {
  return !T->isPointerType() && !T->isArrayType() && !T.isVolatileQualified() && travelsByValue(T, Context) &&
         !isUnnamed(T);
}

void BodyScan::capture(const Expr *E, CaptureKind Kind) {
  const ValueDecl *Decl = R.named(E);
  QualType Type = Decl->getType().getNonReferenceType().getUnqualifiedType();
  // A private pointer may be of any type: its value does not travel, since the iteration sets it on the device.
  const bool Points = Kind == CaptureKind::Private && Type->isPointerType() && !Type->isFunctionPointerType();
  if ((!Points && !travelsByValue(Type, Context)) || isUnnamed(Type))
    stop(E->getBeginLoc(), "'" + Decl->getNameAsString() + "' is of a type that does not travel to a device: '" +
                               Type.getAsString(Context.getPrintingPolicy()) + "'");
  if (Kind == CaptureKind::FirstPrivate && Type->isArrayType())
    stop(E->getBeginLoc(), "the array '" + Decl->getNameAsString() + "' is firstprivate", "name it in 'map(to:)'");
  R.Captures.push_back({{Decl, ""}, Kind, Type, {}, nameInFunction(E, Decl, Context), ""});
}

/// Notes the variables of a `lastprivate` clause. The thread or device that runs the last iteration copies their
/// values.
void BodyScan::lastPrivate(const OMPLastprivateClause *Clause) {
  auto Plain = [&](const Expr *Var, std::string Cause) {
    R.Fate.restrict(RunsOn::Plain, Var ? Var->getBeginLoc() : Clause->getBeginLoc(), std::move(Cause),
                    "leave out 'lastprivate' if the program does not need it");
  };
  if (Clause->getKind() != OMPC_LASTPRIVATE_unknown)
    return Plain(nullptr, "'lastprivate' with a modifier is not carried over to devices");
  for (const Expr *Var : Clause->varlists()) {
    const ValueDecl *Decl = R.named(Var);
    if (Decl == R.Loop.Iterator)
      continue; // the generated code computes the iterator's last value from the bounds
    auto *Variable = dyn_cast_or_null<VarDecl>(Decl);
    if (!Variable || isa<OMPCapturedExprDecl>(Decl) || Variable->getStorageClass() == SC_Register)
      return Plain(Var, "the lastprivate variable has no address of its own");
    if (findWindow(R, Decl) >= 0)
      return Plain(Var, "'" + Decl->getNameAsString() + "' is lastprivate and in a data clause");
    QualType Type = Decl->getType().getNonReferenceType();
    if (Type->isArrayType() && !Type.isTriviallyCopyableType(Context))
      return Plain(Var, "the lastprivate array '" + Decl->getNameAsString() + "' cannot be copied byte by byte");
    auto First = llvm::find_if(R.Captures, [&](const Capture &C) { return C.What.Decl == Decl; });
    if (First == R.Captures.end()) {
      capture(Var, CaptureKind::Private);
      First = std::prev(R.Captures.end());
      if (Type->isPointerType())
        stop(Var->getBeginLoc(), "the pointer '" + Decl->getNameAsString() + "' is lastprivate");
    }
    // The thread with the last iteration might set the variable before all other threads have copied the variable's
    // first value.
    if (R.Source->joinsTeam() && First->Kind == CaptureKind::FirstPrivate)
      return Plain(Var, "'" + Decl->getNameAsString() + "' is firstprivate and lastprivate");
    First->Last = true;
  }
}

/// Makes a capture of a variable of which each iteration on a device has its own; false if there is a capture already.
bool BodyScan::ownOfThread(const ThreadVariable &Each) {
  const bool New = llvm::none_of(R.Captures, [&](const Capture &C) { return C.What.Decl == Each.Var; });
  if (New)
    capture(Each.Use, CaptureKind::Private);
  return New;
}

void BodyScan::clause(const OMPClause &Clause) {
  if (auto *Private = dyn_cast<OMPPrivateClause>(&Clause)) {
    for (const Expr *Var : Private->varlists())
      if (R.named(Var) != R.Loop.Iterator)
        capture(Var, CaptureKind::Private);
  } else if (auto *First = dyn_cast<OMPFirstprivateClause>(&Clause)) {
    for (const Expr *Var : First->varlists())
      if (findWindow(R, R.named(Var)) < 0)
        capture(Var, CaptureKind::FirstPrivate);
  } else if (auto *Reduction = dyn_cast<OMPReductionClause>(&Clause)) {
    Reduced.clause(Reduction);
  } else if (auto *Copyin = dyn_cast<OMPCopyinClause>(&Clause)) {
    for (const Expr *Var : Copyin->varlists())
      CopiedIn.insert(R.named(Var));
  }
}

/// Makes captures of the variables of which each thread of a team has its own.
void BodyScan::variablesOfTeam() {
  for (const ThreadVariable &Each : setAnew(R, Context))
    ownOfThread(Each);
  for (const ThreadSum &Each : threadSums(R, Context))
    Reduced.sumOfThread(Each);
  checkLeftInTeam(R, Context);
  if (R.InTarget)
    R.Fate.restrict(RunsOn::Plain, R.Source->Begin, "it stands in a 'target' construct", "");
}

/// A window cannot have an array that the pointer of each thread leads to.
void BodyScan::stopAtOwnPointers() {
  for (const Capture &C : R.Captures)
    if (const Window *W = windowBehind(R, C.What.Decl))
      R.Fate.restrict(RunsOn::Plain, W->Spec->Array.Begin,
                      "each thread has a '" + C.What.name() + "' of its own, and '" + W->Spec->Array.Text +
                          "' is in a data clause",
                      "copy the pointer to a local variable and name that in '" + W->Spec->Clause + "'");
}

void BodyScan::clauses() {
  auto *Directive = dyn_cast<OMPExecutableDirective>(R.Marker->getElse());
  if (!Directive)
    return;
  if (R.InBlock) {
    Reduced.clausesOfBlock(*Directive);
    for (const ThreadVariable &Each : setAnew(R, Context))
      ownOfThread(Each);
    return;
  }
  for (const OMPClause *Clause : Directive->clauses())
    clause(*Clause);
  for (const DeclRefExpr *Iterator : R.Collapsed)
    if (llvm::none_of(R.Captures, [&](const Capture &C) { return C.What.Decl == R.named(Iterator); }))
      capture(Iterator, CaptureKind::Private);
  for (const ThreadArray &Each : arraysSetAnew(R, Context)) {
    capture(Each.Use, CaptureKind::Private);
    llvm::append_range(R.Foreign.Filled, Each.Elsewhere);
  }
  for (const ThreadVariable &Each : sharedSetAnew(R, Context))
    if (ownOfThread(Each)) {
      R.Captures.back().Found = true;
      R.Source->FoundPrivate.insert(Each.Var->getNameAsString());
    }
  if (R.Source->joinsTeam())
    variablesOfTeam();
  // The clauses that give the variables their first values have been visited before.
  for (const OMPClause *Clause : Directive->clauses())
    if (auto *Last = dyn_cast<OMPLastprivateClause>(Clause))
      lastPrivate(Last);
  stopAtOwnPointers();
}

/// Notes that the body may read an element of a window at an index that is not known, and may write it if U says so.
void BodyScan::pointed(Window &W, unsigned U, Reach How) {
  if (W.Objects && How != Reach::Part)
    stop(W.Loc, "the elements of '" + W.Spec->Array.Text + "' hold pointers or own something, and some are handed on",
         "let the loop use members of the elements, and elements of the rows that these lead to");
  W.Pointed = W.Read = true;
  W.RowsUnseen |= How != Reach::Row;
  if (written(W, U) && !std::exchange(W.Written, true))
    W.Writer = Writer;
}

/// Which part of the array the pointer `Pointer`, one that is followed, may reach: if it leads into a row, only that
/// row, which the access in the pointer's initializer names.
BodyScan::Reach BodyScan::reachOf(const Window &W, const ValueDecl &Pointer) {
  const QualType T = Pointer.getType();
  const bool IntoRow = W.Rows && T->isPointerType() &&
                       T->getPointeeType().getCanonicalType().getUnqualifiedType() ==
                           W.ElementType.getCanonicalType().getUnqualifiedType();
  return IntoRow ? Reach::Row : Reach::All;
}

/// Whether the use U counts as a write of the window. An array that a function of another unit gets counts as written:
/// whether the function writes it is known only at run time, from the record of the other unit (OtherUnits.h). If a
/// clause says that the loop only reads the array, the record has to confirm this, and the array does not count as
/// written.
bool BodyScan::written(Window &W, unsigned U) {
  if (!(U & Writes))
    return false;
  if (!(U & ByOtherUnit)) {
    W.WrittenHere = true;
    return true;
  }
  Lending To = Lent;
  To.MustNotWrite = !W.Shape.Inferred && !W.Spec->Out && !W.Spec->WholeCopy;
  W.Lendings.push_back(To);
  return !To.MustNotWrite;
}

/// Visits the name of a window's array where no subscript follows.
void BodyScan::window(Window &W, const Expr *E, unsigned U) {
  if (W.Container)
    return stop(E->getBeginLoc(), "the container '" + W.Spec->Array.Text + "' is used without a subscript",
                "let the loop work on its elements, '" + W.Spec->Array.Text + "[...]'");
  if (W.Rows)
    return stop(E->getBeginLoc(), "the pointers to rows of '" + W.Spec->Array.Text + "' are used without a subscript",
                "use '" + W.Spec->Array.Text + "[...][...]', or hand on one row, '" + W.Spec->Array.Text + "[...]'");
  if (W.Type->isArrayType())
    return pointed(W, U);
  if (U & Writes)
    return stop(E->getBeginLoc(), "the pointer '" + W.Spec->Array.Text + "' itself is changed");
  pointed(W, W.Type->getPointeeType().isConstQualified() ? Reads : Modifies);
}

/// The variable that generated code has for a member which is copied to a device alone, because the object around the
/// member cannot be copied: a pointer leads to the object, or the object holds pointers. Null for all other members.
const ValueDecl *BodyScan::valueMember(const MemberExpr *E) {
  MemberPath Path = memberPath(E);
  if (Path.size() < 2 || Path.front() == R.Loop.Iterator || Names.isLocal(Path.front()) ||
      findWindow(R, Path.front()) >= 0 || E->refersToBitField())
    return nullptr;
  bool OfClause = llvm::any_of(
      R.Captures, [&](const Capture &C) { return C.What.Decl == Path.front() && C.Kind != CaptureKind::Value; });
  bool WholeTravels =
      isCopied(Path.front()->getType().getNonReferenceType(), Context) && !windowInside(R, {Path.front()});
  return OfClause || WholeTravels || !isCopied(E->getType(), Context) ||
                 (!E->getType()->isScalarType() && !guardOf(R, E, Context).empty())
             ? nullptr
             : R.Members.make(E, *R.Function, Context);
}

/// Notes that generated code replaces the name in E. Nothing is added if E's place in the text is on the list already.
void BodyScan::renameOnce(const Expr *E, const ValueDecl *Decl, Renaming::Kind As) {
  if (llvm::none_of(R.Replaced.Names,
                    [&](const Renaming &Other) { return Other.Use->getBeginLoc() == E->getBeginLoc(); }))
    R.Replaced.Names.push_back({E, Decl, As});
}

/// Notes that generated code has to replace the name in E. False if the name is that of a constant, which device code
/// may use as it is.
bool BodyScan::rename(const Expr *E, const ValueDecl *Decl) {
  auto *Ref = dyn_cast<DeclRefExpr>(E);
  bool Qualified = Ref && (Ref->hasQualifier() || isa<VarTemplateSpecializationDecl>(Decl));
  auto *Var = dyn_cast<VarDecl>(Decl);
  bool Table = Var && Var->getType()->isArrayType() && isConstantTable(Var, Context);
  if (Qualified && Var && (Table || (Var->isUsableInConstantExpressions(Context) && leadsNowhere(*Var))))
    return false;
  if (!Qualified && !isa<MemberExpr, UnaryOperator>(E) && !isa<FieldDecl>(Decl))
    R.Outer.Unqualified.insert(Decl);
  else
    renameOnce(E, Decl);
  return true;
}

void BodyScan::named(const Expr *E, const ValueDecl *Decl, unsigned U) {
  if (Rows.contains(Decl))
    return stop(E->getBeginLoc(), "the row that '" + Decl->getNameAsString() + "' refers to is used as a whole",
                "let the loop use its elements, '" + Decl->getNameAsString() + "[...]'");
  if (Names.isLocal(Decl)) {
    if (reference(E, Decl, U))
      return;
    if (const auto Of = Names.followed(Decl))
      pointed(R.Windows[size_t(*Of)], Decl->getType()->getPointeeType().isConstQualified() ? Reads : Modifies,
              reachOf(R.Windows[size_t(*Of)], *Decl));
    // The reference may be bound to an element of any array, and its address may reach the neighbours.
    if (Aliases.contains(Decl) && (U & Escapes))
      for (Window &W : R.Windows)
        pointed(W, U);
    return;
  }
  if (Decl == R.Loop.Iterator) {
    if ((U & Writes) && (U & Escapes))
      stop(E->getBeginLoc(), "it takes the address of '" + Decl->getNameAsString() + "'");
    // Devices have a pointer in place of an iterator of a class type, so only element accesses are allowed.
    if (R.Loop.OfClass)
      stop(E->getBeginLoc(), "'" + Decl->getNameAsString() + "' is used for more than to reach elements",
           "reach elements by '*' and by subscripts, or write the loop over an index");
    return;
  }
  if (!isa<FieldDecl, VarDecl>(Decl))
    return; // a function or an enumerator
  if (!rename(E, Decl))
    return;
  if (int W = findWindow(R, Decl); W >= 0)
    return window(R.Windows[W], E, U);
  captureValue(E, Decl, U);
}

void BodyScan::stopOfBits(const Expr *E, const std::string &Name) {
  stop(E->getBeginLoc(), "'" + Name + "' is a std::vector<bool>, whose elements are bits without addresses",
       "use a std::vector<char> instead, or one with a copy of the elements, as in 'std::vector<char> bytes(" + Name +
           ".begin(), " + Name + ".end());'");
}

/// Stops because of a variable that the loop writes, though no clause makes it private.
void BodyScan::stopWritten(const Expr *E, const ValueDecl *Decl, unsigned U, const std::string &Name) {
  const QualType Type = Decl->getType().getNonReferenceType();
  auto *Var = dyn_cast<VarDecl>(Decl);
  if (holdsBits(Type))
    return stopOfBits(E, Name);
  const std::string Pointer = pointerToElements(Type, Name);
  if ((U & Calls) && Type->isRecordType() && !(U & Escapes) && IsConstMember && !Writer.empty())
    return stop(E->getBeginLoc(), "'" + Name + "' may be written" + Writer,
                "let the function hand out pointers and references to 'const' where nothing is written through them");
  if ((U & Calls) && Type->isRecordType() && !(U & Escapes))
    return stop(E->getBeginLoc(), "it calls a member function of '" + Name + "' that is not const",
                !isCopied(Type, Context) && Pointer.empty() ? CopyParts
                                                            : "read '" + Name + "' through a reference to 'const'" +
                                                                  (Pointer.empty() ? "" : ", or " + Pointer));
  if (Type->isRecordType() && !(U & Escapes) && !Pointer.empty())
    return stop(E->getBeginLoc(), "'" + Name + "' is shared and written by the loop", Pointer);
  if (U & Escapes)
    return stop(E->getBeginLoc(), "it takes the address of '" + Name + "'",
                "make the pointer one to 'const' if nothing is written through it");
  if (U & Lends)
    return stop(E->getBeginLoc(), "'" + Name + "' is shared, and may be written through a reference" + Writer,
                "copy it into a variable of the body where it is only read");
  if (R.Source->joinsTeam() && Var && isOwnInTeam(R, Var))
    return stop(E->getBeginLoc(), "each thread of the team has a '" + Name + "' of its own, which the loop changes",
                "declare '" + Name + "' inside the loop if each iteration sets it anew");
  if (isa<MemberExpr>(E->IgnoreParenImpCasts()) && Var)
    return stop(E->getBeginLoc(), "'" + Name + "' is shared and written by the loop",
                "let the loop accumulate in a variable of the function, with a 'reduction' clause");
  if (Type->isArrayType())
    return stopWithoutClause(E->getBeginLoc(), Name, clauseFor(*Decl, Name));
  if (R.InBlock)
    return stop(E->getBeginLoc(), "'" + Name + "' is written by the loop",
                "declare '" + Name + "' inside the loop, or use 'reduction(operator: " + Name +
                    ")' where the loop accumulates");
  stop(E->getBeginLoc(), "'" + Name + "' is shared and written by the loop",
       Type->isRecordType() && !isCopied(Type, Context)
           ? CopyParts
           : "use 'reduction(operator: " + Name + ")' where the loop accumulates, or 'private(" + Name +
                 ")' where each iteration sets it anew; unless a lock guards it, OpenMP's threads on the CPUs race for "
                 "it as well");
}

/// Whether the body of a region assigns to an element that the array or pointer `Array` leads to.
static bool assignsElementOf(const ValueDecl &Array, const Region &R) {
  return anyIn(R.Loop.For->getBody(), [&](const Stmt *S) {
    auto *Binary = dyn_cast<BinaryOperator>(S);
    auto *Unary = dyn_cast<UnaryOperator>(S);
    const Expr *To = Binary && Binary->isAssignmentOp()         ? Binary->getLHS()
                     : Unary && Unary->isIncrementDecrementOp() ? Unary->getSubExpr()
                                                                : nullptr;
    for (To = To ? baseOf(To->IgnoreParenImpCasts()) : nullptr; To; To = baseOf(To->IgnoreParenImpCasts()))
      if (R.named(To->IgnoreParenImpCasts()) == &Array)
        return true;
    return false;
  });
}

/// The remedy for an array that is in no data clause.
std::string BodyScan::clauseFor(const ValueDecl &Decl, const std::string &Name) const {
  auto *Array = Context.getAsConstantArrayType(Decl.getType().getNonReferenceType());
  const std::string Extent = Array ? llvm::toString(llvm::APSInt(Array->getSize()), 10) : "extent",
                    Whole = "or 'map(to: " + Name + "[0:" + Extent + "])' if every iteration may read all of it";
  if (R.InBlock)
    return "add 'map(to: " + Name + "[0:" + Extent + ", " + R.Source->Partition->Id +
           "])' to the block's directive if iteration i reads element i, 'map(tofrom: ...)' if it writes it, " + Whole;
  if (assignsElementOf(Decl, R))
    return "add 'part_copy(" + Name + "[1:" + Extent +
           "])' if iteration i writes no element but its own, element i, or 'map(tofrom: " + Name + "[0:" + Extent +
           "])'";
  return "add 'part_copyin(" + Name + "[1:" + Extent + "])' if iteration i reads element i, 'part_copy' if it writes " +
         "it, " + Whole;
}

/// Visits a variable or a member that belongs to no window. Either a clause names the variable, or devices get a copy
/// of its value.
void BodyScan::captureValue(const Expr *E, const ValueDecl *Decl, unsigned U) {
  bool OfVariable = isa<MemberExpr>(E->IgnoreParenImpCasts()) && !isa<FieldDecl>(Decl);
  std::string Name = OfVariable ? nameInFunction(E, Decl, Context) : Decl->getNameAsString();
  QualType Type = Decl->getType().getNonReferenceType();
  auto *Var = dyn_cast<VarDecl>(Decl);
  auto Same = llvm::find_if(R.Captures, [&](const Capture &C) { return C.What.Decl == Decl; });
  bool Listed = Same != R.Captures.end();
  if (Listed && Same->Kind != CaptureKind::Value) {
    if (isa<FieldDecl>(Decl) && !Same->Reduced.isInPlace())
      R.MemberCopies.push_back(E->getExprLoc());
    return;
  }
  // A `copyin` variable has the same value in all threads. Threads that meet before a pass compare the values of their
  // copies.
  const bool MayBeSame = (CopiedIn.contains(Decl) || R.Source->joinsTeam()) && !(U & Writes);
  if (Var && isOfEachThread(Var) && !MayBeSame)
    return stop(E->getBeginLoc(), "'" + Name + "' is thread-local",
                "copy its value into a local variable before the loop");
  if (U & Writes)
    return stopWritten(E, Decl, U, Name);
  if (Listed)
    return;
  if (Var && isKnownNumber(*Var, Context)) {
    R.Captures.push_back(
        {{Decl, ""}, CaptureKind::Constant, Type.getUnqualifiedType(), {}, nameInFunction(E, Decl, Context), ""});
    return;
  }
  if (isa<VarTemplateSpecializationDecl>(Decl))
    return stop(E->getBeginLoc(), "'" + Name + "' is a variable template", "copy its value into a local variable");
  if (Var && Var->getType()->isArrayType() && isConstantTable(Var, Context))
    return; // device code has the constant array under its own name, and DeviceLimits has noted the array
  if (Type->isPointerType() || Type->isArrayType())
    return stopWithoutClause(E->getBeginLoc(), Name, clauseFor(*Decl, Name));
  if (Type.isVolatileQualified())
    return stop(E->getBeginLoc(), "'" + Name + "' is volatile", "copy its value into another variable before the loop");
  if (isUnnamed(Type) && travelsByValue(Type, Context))
    return stop(E->getBeginLoc(), "'" + Name + "' is of an unnamed type", "give the type a name");
  if (const Window *Part = windowInside(R, memberPath(E)))
    return stop(E->getBeginLoc(),
                "'" + Name + "' is used as a whole, and '" + Part->Spec->Array.Text + "' is in a data clause",
                "name the members that the loop needs");
  const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
  if (Class && Class->isLambda())
    return stop(E->getBeginLoc(), "'" + Name + "' is a lambda, whose type does not travel to a device",
                "define it inside the loop, or call a function");
  const std::string Pointer = pointerToElements(Type, Name);
  if (holdsBits(Type))
    return stopOfBits(E, Name);
  if (!isCopied(Type, Context))
    return stop(E->getBeginLoc(),
                "'" + Name + "' is of a type that does not travel to a device: '" +
                    Type.getUnqualifiedType().getAsString(Context.getPrintingPolicy()) + "'",
                Pointer.empty() ? CopyParts : Pointer + "; compute what else the loop needs of it before the loop");
  copyValue(E, Decl);
}

/// Notes that the variable or member `Decl` is copied to the devices.
void BodyScan::copyValue(const Expr *E, const ValueDecl *Decl) {
  const QualType Type = Decl->getType().getNonReferenceType().getUnqualifiedType();
  R.Captures.push_back(
      {{Decl, ""}, CaptureKind::Value, Type, {}, nameInFunction(E, Decl, Context), guardOf(R, E, Context)});
}

/// Notes that a called function gets an object with pointers of which a device has a copy; the pointers in the copy
/// lead to the device's arrays. The function's result may lead into these arrays, and `Result` says how the body uses
/// the result. False if the argument is not such an object.
bool BodyScan::passObject(const Expr *E, const FunctionDecl *Callee, unsigned Number, unsigned Result,
                          const std::optional<NamedElement> &Named) {
  std::string Obstacle;
  const auto Handed = R.InBlock ? std::nullopt : objectArgument(E, Callee, Number, *R.Called, Context, &Obstacle);
  if (!Obstacle.empty() && (canReachOnlyCopies(R) || designated(E)->isThis()))
    stop(E->getExprLoc(), std::move(Obstacle),
         "hand on what the function needs of it: numbers, and pointers to elements");
  if (!Handed || !areOneForAll(*Handed) || (Handed->LendsItself && (Result & Writes)))
    return false;
  const ParameterUse &Use = (*R.Called->usesOf(Callee))[Number];
  llvm::SaveAndRestore By(Writer, Use.Written ? R.Called->chain(Callee, Number) : "");
  const QualType To = Callee->getReturnType()->getPointeeType();
  const bool Returned = Use.Returned && (Result & Writes);
  auto IsOfType = [&](QualType Element) { return !To.isNull() && Context.hasSameUnqualifiedType(To, Element); };
  const bool Any = llvm::none_of(Handed->Arrays, [&](const ArgumentArray &Each) { return IsOfType(Each.Element); });
  const ValueDecl *Entity = copyObject(*Handed, Named, [&](const ArgumentArray &Each) {
    return Each.Written || (Returned && (Any || IsOfType(Each.Element))) ? unsigned(Modifies) : unsigned(Reads);
  });
  renameObject(Handed->Object, Entity);
  return true;
}

/// Whether an object, and the objects that its pointers lead to, are the same in all iterations.
bool BodyScan::areOneForAll(const ObjectArgument &Handed) const {
  return Names.isOneForAll(Handed.Object) &&
         llvm::all_of(Handed.Behind, [&](const ObjectArgument &Each) { return areOneForAll(Each); });
}

/// Notes that the generated body names the device's copy, `Entity`, in place of the object O.
void BodyScan::renameObject(const Designated &O, const ValueDecl *Entity) {
  if (isa<DeclRefExpr>(O.Name) && !O.Behind) {
    rename(O.Name, Entity);
    return;
  }
  renameOnce(O.Name, Entity, O.Behind ? Renaming::Kind::Pointer : Renaming::Kind::Object);
}

std::string BodyScan::spelling(const Designated &O, const ValueDecl *Entity) const {
  if (!O.Behind)
    return nameInFunction(O.Name, Entity, Context);
  const MemberPath Path = O.isThis() ? MemberPath() : memberPath(O.Name);
  return "(*" + (O.isThis() ? "this" : nameInFunction(O.Name, Path.size() == 1 ? Path.front() : Entity, Context)) + ")";
}

/// Notes an object of which devices have a copy, and the arrays and objects that its pointers lead to. Returns the
/// variable that stands for the object.
const ValueDecl *BodyScan::copyObject(const ObjectArgument &Handed, const std::optional<NamedElement> &Named,
                                      llvm::function_ref<unsigned(const ArgumentArray &)> UseOf) {
  const ValueDecl *Entity = R.Members.make(Handed.Object, *R.Function, Context);
  const std::string Guard = guardOf(R, Handed.Object, Context);
  std::vector<ObjectCopy::Link> Links;
  for (size_t I = 0; I < Handed.Behind.size(); ++I)
    Links.push_back(
        {Handed.Pointers[I].Name, Handed.Pointers[I].Offset, copyObject(Handed.Behind[I], std::nullopt, UseOf)});
  auto Own = llvm::find_if(R.Objects, [&](const ObjectCopy &O) { return O.Object == Entity; });
  if (Own == R.Objects.end())
    Own = R.Objects.insert(Own, {Entity, Handed.Object, false, {}, {}});
  // If a pointer to the object may be null, the object is copied as bytes, because C++ has no value that could be
  // copied when there is no object.
  Own->AsBytes |= Handed.AsBytes || (!Guard.empty() && Context.getLangOpts().CPlusPlus);
  for (ObjectCopy::Link &Each : Links)
    if (!llvm::is_contained(Own->Links, Each))
      Own->Links.push_back(std::move(Each));
  for (const ArgumentArray &Each : Handed.Arrays)
    arrayOfObject(Handed, Each, *Own, Named, UseOf(Each));
  if (llvm::none_of(R.Captures, [&](const Capture &C) { return C.What.Decl == Entity; }))
    R.Captures.push_back({{Entity, ""},
                          CaptureKind::Value,
                          Handed.Object.type().getUnqualifiedType(),
                          {},
                          spelling(Handed.Object, Entity),
                          Guard});
  return Entity;
}

/// Stops because of an array without a clause. Further ones are named too, so that the user can add all at once.
void BodyScan::stopWithoutClause(SourceLocation At, const std::string &Name, const std::string &Remedy) {
  if (!WithoutClause.insert(Name).second)
    return;
  if (!LacksClause) {
    LacksClause = R.Fate.Where < RunsOn::Host;
    // The clause by which the arrays that no clause names are found.
    const bool Lacking = R.Source->isLoop() && !R.Source->HasHetero && !R.Source->Automatic && !R.Source->Partition &&
                         !R.Source->Variant && !R.InBlock && R.Around.empty();
    return stop(At, "'" + Name + "' is in no data clause",
                (Lacking ? "add 'hetero(1)', by which arrays are found without clauses; or " : "") + Remedy);
  }
  if (R.Fate.Where != RunsOn::Host) // something else has restricted the loop further since
    return;
  R.Fate.Cause += ", nor '" + Name + "'";
  R.Fate.Remedy += "; " + Remedy;
}

void BodyScan::arrayOfObject(const ObjectArgument &Handed, const ArgumentArray &Each, ObjectCopy &Own,
                             const std::optional<NamedElement> &Named, unsigned U) {
  const ValueDecl *Array = R.named(Each.Array);
  const int Of = Array ? findWindow(R, Array) : -1;
  if (Of < 0) {
    const SourceLocation At = Handed.Object.Name->getBeginLoc();
    const std::string Name = sourceText(Each.member(), Context), Object = sourceText(Handed.Object.Name, Context);
    if (Context.getSourceManager().isInSystemHeader(Each.member()->getMemberDecl()->getLocation()))
      return stopWithoutClause(At, Object, // an iterator, whose member no clause can name
                               "before the loop, take a pointer to the elements that '" + Object +
                                   "' leads to, as in 'auto *elements = &*" + Object + ";', and use it in the loop");
    return stopWithoutClause(At, Name, "add 'map(to: " + Name + "[0:extent])'");
  }
  const bool IsNamed = Named && !Each.Written && memberPath(Named->Of.Array) == memberPath(Each.Array);
  if (!IsNamed || !element(*Named, unsigned(Of)))
    pointed(R.Windows[size_t(Of)], U);
  if (const QualType Seen = typeOfRow(R.Windows[size_t(Of)], 1, Context);
      Each.member() != Each.Array && !Context.hasSameUnqualifiedType(Seen, Each.Element))
    return stop(Handed.Object.Name->getBeginLoc(),
                "'" + sourceText(Each.member(), Context) + "' leads to elements of several types",
                "hand on a pointer to the elements that the function needs");
  const auto *Field = cast<FieldDecl>(Each.member()->getMemberDecl());
  if (llvm::none_of(Own.Arrays, [&](auto &Other) { return Other.Pointers == Each.Pointers; }))
    Own.Arrays.push_back({Field, Each.Name, Each.Pointers, unsigned(Of)});
}

/// Reports an array that is a member of a copied object, if the loop writes the array: the new elements would not get
/// into a device's copy of the object.
void BodyScan::checkObjects() {
  for (const ObjectCopy &O : R.Objects)
    for (const Window &W : R.Windows)
      if (W.Written && liesIn(W, O.Original))
        stop(O.Original.Name->getBeginLoc(),
             "'" + W.Spec->Array.Text + "', which the loop writes, is a part of an object that it hands to a function",
             "hand on the members that the function needs");
  for (auto [Variable, Loc] : CopiedVariables)
    for (const ObjectCopy &O : R.Objects)
      if (O.Object == Variable && O.AsBytes)
        stop(Loc, "a lambda has a copy of '" + Variable->getNameAsString() + "', which a device cannot make",
             "capture it by reference");
}

/// Notes an access to an element that a call names, such as `m(i, j)`; false if the index is not known.
bool BodyScan::element(const NamedElement &Named, unsigned Window) {
  for (const MemberExpr *Each : Named.Of.Members) {
    const ValueDecl *Decl = R.Members.make(Each, *R.Function, Context);
    if (!Decl)
      return false;
    if (llvm::none_of(R.IndexMembers, [&](const IndexMember &M) { return M.Decl == Decl; }))
      R.IndexMembers.push_back({Decl, Each, codeOfMember(*Each, Context)});
  }
  Access A;
  A.Whole = Named.Whole;
  A.Indices = {Named.Of.Index ? Named.Of.Index
                              : IntegerLiteral::Create(Context, llvm::APInt(64, 0), Context.LongLongTy,
                                                       Named.Whole->getExprLoc())};
  A.ByPointer = true;
  access(std::move(A), nullptr, int(Window), Named.Use);
  return true;
}

/// Captures the constants in sizes of arrays, `case` labels, template arguments and assertions. The walk does not visit
/// these expressions, because they are not evaluated, but device code contains them and so needs the constants.
void BodyScan::knownNumbers() {
  struct : DynamicVisitor {
    std::vector<const DeclRefExpr *> Found;
    bool VisitDeclRefExpr(DeclRefExpr *Ref) override {
      Found.push_back(Ref);
      return true;
    }
  } Uses;
  Uses.TraverseStmt(R.Loop.For->getBody());
  const SourceManager &SM = Context.getSourceManager();
  for (const DeclRefExpr *Ref : Uses.Found) {
    auto *Var = dyn_cast_or_null<VarDecl>(R.named(Ref));
    if (Var && !Ref->hasQualifier() && isKnownNumber(*Var, Context) &&
        SM.isBeforeInTranslationUnit(Var->getLocation(), R.Loop.For->getBeginLoc()) && rename(Ref, Var))
      captureValue(Ref, Var, Reads);
  }
}
