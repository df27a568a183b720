// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decides for each name that the body uses what device code has in its place: a window, a variable of a clause, or a
// copy of the value. If none of these is possible, the loop stays on the host.
#include "Analysis/Body/BodyScan.h"
#include "Analysis/Objects/ObjectArguments.h"
#include "Analysis/Syntax/DynamicVisitor.h"
#include "Analysis/Syntax/Expressions.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Syntax/Rows.h"
#include "Analysis/Syntax/SourceText.h"
#include "Analysis/Syntax/Statements.h"
#include "Analysis/Syntax/Types.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"

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
  R.Body.Captures.push_back({{Decl, ""}, Kind, Type, {}, nameInFunction(E, Decl, Context), ""});
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
      R.Body.Captures, [&](const Capture &C) { return C.What.Decl == Path.front() && C.Kind != CaptureKind::Value; });
  bool WholeTravels =
      isCopied(Path.front()->getType().getNonReferenceType(), Context) && !windowInside(R, {Path.front()});
  return OfClause || WholeTravels || !isCopied(E->getType(), Context) ||
                 (!E->getType()->isScalarType() && !guardOf(R, E, Context).empty())
             ? nullptr
             : R.Members.make(E, *R.Site.Function, Context);
}

/// Notes that generated code replaces the name in E. Nothing is added if E's place in the text is on the list already.
void BodyScan::renameOnce(const Expr *E, const ValueDecl *Decl, Renaming::Kind As) {
  if (llvm::none_of(R.Body.Replaced.Names,
                    [&](const Renaming &Other) { return Other.Use->getBeginLoc() == E->getBeginLoc(); }))
    R.Body.Replaced.Names.push_back({E, Decl, As});
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
    R.Body.Unqualified.insert(Decl);
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
  if (R.Site.Source->joinsTeam() && Var && isOwnInTeam(R, Var))
    return stop(E->getBeginLoc(), "each thread of the team has a '" + Name + "' of its own, which the loop changes",
                "declare '" + Name + "' inside the loop if each iteration sets it anew");
  if (isa<MemberExpr>(E->IgnoreParenImpCasts()) && Var)
    return stop(E->getBeginLoc(), "'" + Name + "' is shared and written by the loop",
                "let the loop accumulate in a variable of the function, with a 'reduction' clause");
  if (Type->isArrayType())
    return stopWithoutClause(E->getBeginLoc(), Name, clauseFor(*Decl, Name));
  if (R.Site.isInBlock())
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
  if (R.Site.isInBlock())
    return "add 'map(to: " + Name + "[0:" + Extent + ", " + R.Site.Source->Partition->Id +
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
  auto Same = llvm::find_if(R.Body.Captures, [&](const Capture &C) { return C.What.Decl == Decl; });
  bool Listed = Same != R.Body.Captures.end();
  if (Listed && Same->Kind != CaptureKind::Value) {
    if (isa<FieldDecl>(Decl) && !Same->Reduced.isInPlace())
      R.Body.MemberCopies.push_back(E->getExprLoc());
    return;
  }
  // A `copyin` variable has the same value in all threads. Threads that meet before a pass compare the values of their
  // copies.
  const bool MayBeSame = (CopiedIn.contains(Decl) || R.Site.Source->joinsTeam()) && !(U & Writes);
  if (Var && isOfEachThread(Var) && !MayBeSame)
    return stop(E->getBeginLoc(), "'" + Name + "' is thread-local",
                "copy its value into a local variable before the loop");
  if (U & Writes)
    return stopWritten(E, Decl, U, Name);
  if (Listed)
    return;
  if (Var && isKnownNumber(*Var, Context)) {
    R.Body.Captures.push_back(
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
  R.Body.Captures.push_back(
      {{Decl, ""}, CaptureKind::Value, Type, {}, nameInFunction(E, Decl, Context), guardOf(R, E, Context)});
}

/// Stops because of an array without a clause. Further ones are named too, so that the user can add all at once.
void BodyScan::stopWithoutClause(SourceLocation At, const std::string &Name, const std::string &Remedy) {
  if (!WithoutClause.insert(Name).second)
    return;
  if (!LacksClause) {
    LacksClause = R.Fate.Where < RunsOn::Host;
    // The clause by which the arrays that no clause names are found.
    const bool Lacking = R.Site.Source->isLoop() && !R.Site.Source->HasHetero && !R.Site.Source->Automatic &&
                         !R.Site.Source->Partition && !R.Site.Source->Variant && !R.Site.isInBlock() &&
                         R.Site.Around.empty();
    return stop(At, "'" + Name + "' is in no data clause",
                (Lacking ? "add 'hetero(1)', by which arrays are found without clauses; or " : "") + Remedy);
  }
  if (R.Fate.Where != RunsOn::Host) // something else has restricted the loop further since
    return;
  R.Fate.Cause += ", nor '" + Name + "'";
  R.Fate.Remedy += "; " + Remedy;
}

/// Notes an access to an element that a call names, such as `m(i, j)`; false if the index is not known.
bool BodyScan::element(const NamedElement &Named, unsigned Window) {
  for (const MemberExpr *Each : Named.Of.Members) {
    const ValueDecl *Decl = R.Members.make(Each, *R.Site.Function, Context);
    if (!Decl)
      return false;
    if (llvm::none_of(R.Body.IndexMembers, [&](const IndexMember &M) { return M.Decl == Decl; }))
      R.Body.IndexMembers.push_back({Decl, Each, codeOfMember(*Each, Context)});
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
