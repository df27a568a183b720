// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `omp atomic` in a body, and other atomic operations. An element that belongs to one iteration needs no atomicity on a
// device. A variable that all iterations share, and that the loop only ever updates by one operator, becomes a
// reduction: each device accumulates in values of its own, which are added to the variable by the same operation when
// the region's outputs have been written back. With any other atomic operation the loop stays on the host.
#include "Analysis/Region/Region.h"
#include "Analysis/Syntax/Changes.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Syntax/SourceText.h"
#include "Analysis/Syntax/Statements.h"
#include "Analysis/Syntax/Types.h"
#include "Analysis/Variables/Atomics.h"
#include "Analysis/Variables/Reductions.h"
#include "Analysis/Variables/ThreadVariables.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/StringExtras.h"

using namespace hetcc;
using namespace clang;

namespace {

/// The constant length of an array parameter, 64 of `int h[64]`; "" if `Decl` is not such a parameter.
std::string parameterLength(const ValueDecl *Decl, const ASTContext &Context) {
  auto *Parameter = dyn_cast<ParmVarDecl>(Decl);
  auto *Array = Parameter ? Context.getAsConstantArrayType(Parameter->getOriginalType()) : nullptr;
  return Array ? llvm::toString(llvm::APSInt(Array->getSize()), 10) : "";
}

/// The part of an array that a data clause names: for an array with rows the indices of its first dimension, for a flat
/// array the elements of all dimensions. Nothing if generated code cannot express that part.
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
  for (const Capture &C : Body.Captures) {
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

/// Whether an atomic directive updates an element of a container that stores its elements like an array, `v[i]`.
static bool isContainer(const AtomicUse &Use) {
  const QualType Held = elementOfContainer(Use.Root->getType().getNonReferenceType());
  auto *Subscript = dyn_cast<CXXOperatorCallExpr>(Use.Object->IgnoreParenImpCasts());
  return !Held.isNull() && Use.What == AtomicUse::Kind::Directive && Subscript && Use.Indices.size() == 1;
}

/// The part of an array that is found when the loop begins: the data region or else the allocation that contains the
/// address in the pointer `Name`. Of this part, the loop changes only the elements that it updates, and leaves all
/// others alone.
static Reduction::Level levelFound(const std::string &Name) {
  const std::string Elements = "hetrt_elements(" + Name + ", sizeof(" + Name + "[0]), ";
  return {nullptr, nullptr, true, "-" + Elements + "0)", Elements + "0) + " + Elements + "1)", true};
}

/// Whether a `target` construct works on its own copy of a variable, and discards the copy at the end. A construct does
/// so with each scalar that no clause names.
static bool isCopyOfTarget(const Region &R, const VarDecl &Var, QualType Type) {
  if (!R.Site.Source->Automatic || R.Site.isInBlock() || !R.Site.Source->has("target") || !Type->isScalarType() ||
      Type->isPointerType() || Var.hasAttr<OMPDeclareTargetDeclAttr>() || R.Site.Source->findOpenMP("defaultmap"))
    return false;
  return llvm::none_of(R.Site.Source->Mapped, [&](const WindowSpec &Each) {
    return Each.Array.Checked && namedDirectly(Each.Array.Checked) == &Var;
  });
}

/// Whether a statement may read a variable that it does not name: it uses a pointer, a reference, a member or a call.
static bool mayReadOthers(const Stmt *S) {
  return anyIn(S, [](const Stmt *Part) {
    auto *Unary = dyn_cast<UnaryOperator>(Part);
    auto *Element = dyn_cast<ArraySubscriptExpr>(Part);
    auto *Ref = dyn_cast<DeclRefExpr>(Part);
    return (Unary && Unary->getOpcode() == UO_Deref) || isa<CallExpr, MemberExpr, CXXConstructExpr, StmtExpr>(Part) ||
           (Element && !Element->getBase()->IgnoreParenImpCasts()->getType()->isArrayType()) ||
           (Ref && Ref->getDecl()->getType()->isReferenceType());
  });
}

/// Whether a section of the loop may read the variable of `First`, which sections update, by another name. No other
/// name leads to a local variable whose address the function never takes. Any section counts, since one section may
/// read what another one updates.
static bool mayReadOtherwise(const Region &R, const AtomicUses &Uses, const AtomicUse &First) {
  auto *Var = dyn_cast<VarDecl>(First.Root);
  if (!Var || Var->getType()->isReferenceType() || hasOtherName(*Var))
    return true;
  if (Var->hasLocalStorage() && functionOf(*Var) != R.Site.Function->getCanonicalDecl())
    return true;
  if (Var->hasLocalStorage() && !changes(R.Site.Function->getBody(), Var, R.Members).Aliased)
    return false;
  return llvm::any_of(Uses.All, [](const AtomicUse &Use) {
    return Use.What == AtomicUse::Kind::Section && mayReadOthers(cast<OMPExecutableDirective>(Use.Where)->getRawStmt());
  });
}

/// Why updates by other means than `omp atomic` cannot become a reduction, although the same updates under `omp atomic`
/// could; empty if there is no such obstacle.
static std::string otherObstacle(const Region &R, const AtomicUses &Uses, const AtomicUse &First) {
  auto *Var = dyn_cast<VarDecl>(First.Root);
  const bool InSection = First.What == AtomicUse::Kind::Section;
  for (const AtomicUse &Use : Uses.All)
    if (Use.Root == First.Root && (Use.Name != First.Name || (Use.What == AtomicUse::Kind::Section) != InSection))
      return "nothing keeps some of its updates from others";
  if (First.What == AtomicUse::Kind::Directive)
    return "";
  if (R.Site.isInBlock() || R.Site.Source->Variant)
    return "the form of the loop has no copies of it";
  if (R.Site.Source->joinsTeam() && (Var ? isOwnInTeam(R, Var) : !R.Site.Team))
    return "each thread has one of its own";
  if (InSection && mayReadOtherwise(R, Uses, First))
    return "it may be read by another name";
  return "";
}

/// Why no atomic update of the variable can become a reduction, whatever the operation is; nothing if an update can.
static std::optional<Refusal> refusalOfVariable(const Region &R, const AtomicUse &First) {
  const ValueDecl *Root = First.Root;
  const std::string Name = "'" + Root->getNameAsString() + "'";
  const SourceLocation Loc = First.Where->getBeginLoc();
  auto *Var = dyn_cast<VarDecl>(Root);
  const std::string Elsewhere = "let the loop accumulate in a variable or an array of the function";
  const bool OfThis = isa<FieldDecl>(Root) && !isInLambda(R) && !R.Site.isInBlock();
  if ((!Var && !OfThis) || First.Member || (Var && R.Members.member(First.Base)))
    return Refusal{Loc, "'omp atomic' is on " + std::string(First.Member ? "a member of " : "the member ") + Name,
                   Elsewhere};
  if (OfThis && cast<FieldDecl>(Root)->isBitField())
    return Refusal{Loc, Name + " is a bit-field", Elsewhere};
  if (Var && isOfEachThread(Var))
    return Refusal{Loc, Name + " is thread-local", Elsewhere};
  if (Var && isCopyOfTarget(R, *Var->getCanonicalDecl(), Root->getType().getNonReferenceType()))
    return Refusal{Loc, "'omp atomic' is on " + Name + ", of which the 'target' construct has a copy",
                   "add 'map(tofrom: " + Root->getNameAsString() + ")' if its value is used after the loop"};
  return std::nullopt;
}

/// Why the update `Use` prevents a reduction of its variable; nothing if it does not. All updates have to combine the
/// variable with other values, by the operation of the update `First`.
static std::optional<Refusal> refusalOfUpdate(const AtomicUse &Use, const AtomicUse &First) {
  const std::string Name = "'" + Use.Root->getNameAsString() + "'";
  const SourceLocation Loc = Use.Where->getBeginLoc();
  if (!Use.Value)
    return Refusal{Loc, "'omp atomic " + Use.Form + "' is on " + Name + ", which all iterations share",
                   "update " + Name + " alone in the loop, and use its value after the loop"};
  if (!Use.How && First.Element->isIntegerType() && Use.Value->getType()->isRealFloatingType())
    return Refusal{
        Loc, "'omp atomic' combines the integer " + Name + " with floating-point numbers, and is cut after each step",
        "add into a floating-point variable, and convert its value after the loop"};
  if (!Use.How)
    return Refusal{
        Loc, "'omp atomic' combines " + Name + " by '" + Use.Operator + "', which is not the same in any order", ""};
  if (Use.Operator != First.Operator)
    return Refusal{Loc, "'omp atomic' combines " + Name + " by '" + First.Operator + "' and by '" + Use.Operator + "'",
                   ""};
  return std::nullopt;
}

/// Why devices cannot have partials of the variable or array that the updates change; nothing if they can. `Of` is the
/// window of the array, or null.
std::optional<Refusal> Reductions::refusalOfPlace(const AtomicUses &Uses, const AtomicUse &First,
                                                  const Window *Of) const {
  const ValueDecl *Root = First.Root;
  const std::string Name = "'" + Root->getNameAsString() + "'";
  const SourceLocation Loc = First.Where->getBeginLoc();
  const QualType Element = First.Element;
  if (std::string Cause = otherObstacle(R, Uses, First); !Cause.empty())
    return Refusal{Loc, "of " + Name + ", which iterations share, " + Cause, ""};
  if (Element.isVolatileQualified())
    return Refusal{Loc, Name + " is volatile", ""};
  if (Element->isAtomicType() || Element->isBitIntType() || Element->isEnumeralType())
    return Refusal{Loc, Name + " is of a type that does not travel to a device", ""};
  if (auto Other = Uses.Others.find(Root); Other != Uses.Others.end())
    return Refusal{Other->second->getBeginLoc(), Name + " is updated by 'omp atomic', and used in another way too",
                   "update " + Name + " alone in the loop, and use its value after the loop"};
  if (R.Site.Source->Variant)
    return Refusal{Loc, Name + " is updated by 'omp atomic', which a kernel of the program's own cannot stand for", ""};
  if (Of && R.Site.isInBlock())
    return Refusal{Loc, "'omp atomic' is on " + Name + ", which each thread of the block has a copy of", ""};
  if (Of && !part(First, Of))
    return Refusal{Loc, "what 'omp atomic' updates of " + Name + " has no length that travels",
                   "name a pointer to the elements in 'map(tofrom: pointer[0:length])'"};
  if (!Of && (First.leads() || isContainer(First)) && !part(First, Of))
    return Refusal{Loc, Name + " is in no data clause", "add 'map(tofrom: " + Root->getNameAsString() + "[0:extent])'"};
  return std::nullopt;
}

/// The part of an array that all iterations share and update, as a data clause or the type of a parameter gives it. If
/// the directive is one of plain OpenMP, without clauses of this project, the part is found when the loop begins.
/// Nothing if the part is not known.
std::optional<Reduction::Level> Reductions::part(const AtomicUse &First, const Window *Of) const {
  if (auto Level = Of ? levelOf(*Of, Context) : std::nullopt)
    return Level;
  if (std::string Length = parameterLength(First.Root, Context); !Of && !Length.empty())
    return Reduction::Level{nullptr, nullptr, true, "", Length};
  if (R.Site.Source->Automatic && isContainer(First))
    return Reduction::Level{nullptr, nullptr, true, "", nameInFunction(First.Base, First.Root, Context) + ".size()"};
  return R.Site.Source->Automatic && First.leads()
             ? std::optional(levelFound(nameInFunction(First.Base, First.Root, Context)))
             : std::nullopt;
}

/// Makes a reduction of a variable that all iterations share, or says why the variable cannot become a reduction.
std::optional<Refusal> Reductions::reduceUpdates(const AtomicUses &Uses, const AtomicUse &First, const Window *Of) {
  if (auto Why = refusalOfVariable(R, First))
    return Why;
  for (const AtomicUse &Use : Uses.All)
    if (Use.Root == First.Root)
      if (auto Why = refusalOfUpdate(Use, First))
        return Why;
  if (auto Why = refusalOfPlace(Uses, First, Of))
    return Why;
  Reduction Item;
  Item.Operator = First.Operator;
  Item.Base = First.Base;
  Item.Atomic = First.What != AtomicUse::Kind::Section;
  Item.InSection = !Item.Atomic;
  Item.Section = First.Name;
  if (auto Level = part(First, Of))
    Item.Levels.push_back(std::move(*Level));
  reduceInto(std::move(Item), First.Where->getBeginLoc());
  return std::nullopt;
}

/// The refusal of an update that is not under `omp atomic`.
static Refusal needsOneAddressSpace(const AtomicUse &Use) {
  const bool IsSection = Use.What == AtomicUse::Kind::Section;
  return {Use.Where->getBeginLoc(),
          "it contains " + std::string(IsSection ? "'omp critical'" : "an atomic operation") +
              ", which needs one address space",
          "use a 'reduction' clause, or 'omp atomic', where the loop accumulates"};
}

/// Makes a reduction of the variable that `Use` updates, if all iterations share it, or says why devices cannot execute
/// the update. `Known` has what was found for other updates of the variable.
std::optional<Refusal> Reductions::tryUpdate(const AtomicUses &Uses, const AtomicUse &Use, KnownUpdates &Known) {
  const SourceLocation Loc = Use.Where->getBeginLoc();
  if (Use.InLambda)
    return Refusal{Loc, "'omp atomic' stands in a lambda", "let it stand in the loop itself"};
  if (!Use.Root)
    return Refusal{Loc, "'omp atomic' is on memory that no variable names", "name the variable or the array itself"};
  if (auto Found = Known.find(Use.Root); Found != Known.end())
    return Found->second;
  const bool IsDirective = Use.What == AtomicUse::Kind::Directive, IsSection = Use.What == AtomicUse::Kind::Section;
  const int At = findWindow(R, Use.Root);
  if (At >= 0 && !R.Windows[At].Spec->WholeCopy) // each iteration updates only its own elements, which Footprint checks
    return IsDirective ? std::nullopt : std::optional(needsOneAddressSpace(Use));
  const bool Declared = Uses.Declared.contains(Use.Root);
  if (Declared || llvm::any_of(R.Body.Captures, [&](const Capture &C) { return C.What.Decl == Use.Root; })) {
    const QualType T = Use.Root->getType();
    const bool Leads =
        T->isReferenceType() || (T->isPointerType() && (!IsDirective || Use.Object->IgnoreParens() != Use.Base));
    if (IsSection || (!IsDirective && Leads))
      return needsOneAddressSpace(Use);
    if (Declared && Leads)
      return Refusal{Loc, "'omp atomic' is on what '" + Use.Root->getNameAsString() + "' leads to",
                     "name the variable or the array itself"};
    return std::nullopt; // the iteration or the thread has its own copy of the variable
  }
  if (IsSection && At >= 0)
    return needsOneAddressSpace(Use);
  return Known[Use.Root] = reduceUpdates(Uses, Use, At >= 0 ? &R.Windows[At] : nullptr);
}

/// Notes a directive that is left out of device code: an `omp atomic`, or an `omp critical` whose updates were found.
void Reductions::noteDirective(const AtomicUse &Use) {
  if (Use.What == AtomicUse::Kind::Directive)
    R.Body.Atomics.push_back({cast<OMPExecutableDirective>(Use.Where), Use.Root, Use.Form == "compare"});
  else if (Use.What == AtomicUse::Kind::Section &&
           llvm::none_of(R.Body.Atomics, [&](const auto &Each) { return Each.Directive == Use.Where; }))
    R.Body.Atomics.push_back({cast<OMPExecutableDirective>(Use.Where), nullptr, false});
}

void Reductions::atomics() {
  const AtomicUses Uses = findAtomics(R.Loop.For->getBody(), R.Members, Context);
  KnownUpdates Known;
  for (const AtomicUse &Use : Uses.All) {
    noteDirective(Use);
    if (auto Why = tryUpdate(Uses, Use, Known)) {
      if (Use.What != AtomicUse::Kind::Directive)
        Why = needsOneAddressSpace(Use);
      R.Fate.toHost(Why->Loc, std::move(Why->Cause), std::move(Why->Remedy));
    }
  }
  compareOperators();
  forgetReducedWindows();
}

/// Keeps the loop on the host if the loop updates two arrays by different operators, the extents of both are found when
/// the loop begins, and so both may be the same array: the partials of the two operators could then not be combined in
/// the order of the iterations.
void Reductions::compareOperators() {
  auto IsElsewhere = [](const Capture &C) {
    return C.Reduced.Atomic && (C.Reduced.Array || isa<FieldDecl>(C.What.Decl));
  };
  for (const Capture &C : R.Body.Captures)
    for (const Capture &Other : R.Body.Captures)
      if (IsElsewhere(C) && C.Reduced.isFound() && IsElsewhere(Other) && C.Reduced.Operator != Other.Reduced.Operator &&
          Context.hasSameUnqualifiedType(C.Reduced.Element, Other.Reduced.Element))
        return R.Fate.toHost(C.Reduced.Base->getBeginLoc(),
                             "'" + C.What.name() + "' and '" + Other.What.name() +
                                 "' may lead to one array, of which it updates elements by different operators",
                             "");
}

/// Removes the arrays that are reduced into from the windows, since devices have partials in place of these arrays.
void Reductions::forgetReducedWindows() {
  for (const Capture &C : R.Body.Captures) {
    const int At = C.Reduced.Atomic ? findWindow(R, C.What.Decl) : -1;
    if (At < 0)
      continue;
    R.Windows.erase(R.Windows.begin() + At);
    if (R.Loop.BaseWindow > At)
      --R.Loop.BaseWindow;
  }
}
