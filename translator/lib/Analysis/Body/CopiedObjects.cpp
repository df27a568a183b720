// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects with pointers that the body hands to functions: devices have copies of them, in which the pointers lead to
// the devices' arrays.
#include "Analysis/Body/BodyScan.h"
#include "Analysis/Calls/Callees.h"
#include "Analysis/Objects/ObjectArguments.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Syntax/SourceText.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace hetcc;
using namespace clang;

/// Notes that a called function gets an object with pointers of which a device has a copy; the pointers in the copy
/// lead to the device's arrays. The function's result may lead into these arrays, and `Result` says how the body uses
/// the result. False if the argument is not such an object.
bool BodyScan::passObject(const Expr *E, const FunctionDecl *Callee, unsigned Number, unsigned Result,
                          const std::optional<NamedElement> &Named) {
  std::string Obstacle;
  const auto Handed =
      R.Site.isInBlock() ? std::nullopt : objectArgument(E, Callee, Number, *R.Site.Called, Context, &Obstacle);
  if (!Obstacle.empty() && (canReachOnlyCopies(R) || designated(E)->isThis()))
    stop(E->getExprLoc(), std::move(Obstacle),
         "hand on what the function needs of it: numbers, and pointers to elements");
  if (!Handed || !areOneForAll(*Handed) || (Handed->LendsItself && (Result & Writes)))
    return false;
  const ParameterUse &Use = (*R.Site.Called->usesOf(Callee))[Number];
  llvm::SaveAndRestore By(Receiving.Writer, Use.Written ? R.Site.Called->chain(Callee, Number) : "");
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
    Captured.rename(O.Name, Entity);
    return;
  }
  Captured.renameOnce(O.Name, Entity, O.Behind ? Renaming::Kind::Pointer : Renaming::Kind::Object);
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
  const ValueDecl *Entity = R.Members.make(Handed.Object, *R.Site.Function, Context);
  const std::string Guard = guardOf(R, Handed.Object, Context);
  std::vector<ObjectCopy::Link> Links;
  for (size_t I = 0; I < Handed.Behind.size(); ++I)
    Links.push_back(
        {Handed.Pointers[I].Name, Handed.Pointers[I].Offset, copyObject(Handed.Behind[I], std::nullopt, UseOf)});
  auto Own = llvm::find_if(R.Body.Objects, [&](const ObjectCopy &O) { return O.Object == Entity; });
  if (Own == R.Body.Objects.end())
    Own = R.Body.Objects.insert(Own, {Entity, Handed.Object, false, {}, {}});
  // If a pointer to the object may be null, the object is copied as bytes, because C++ has no value that could be
  // copied when there is no object.
  Own->AsBytes |= Handed.AsBytes || (!Guard.empty() && Context.getLangOpts().CPlusPlus);
  for (ObjectCopy::Link &Each : Links)
    if (!llvm::is_contained(Own->Links, Each))
      Own->Links.push_back(std::move(Each));
  for (const ArgumentArray &Each : Handed.Arrays)
    arrayOfObject(Handed, Each, *Own, Named, UseOf(Each));
  if (llvm::none_of(R.Body.Captures, [&](const Capture &C) { return C.What.Decl == Entity; }))
    R.Body.Captures.push_back({{Entity, ""},
                               CaptureKind::Value,
                               Handed.Object.type().getUnqualifiedType(),
                               {},
                               spelling(Handed.Object, Entity),
                               Guard});
  return Entity;
}

void BodyScan::arrayOfObject(const ObjectArgument &Handed, const ArgumentArray &Each, ObjectCopy &Own,
                             const std::optional<NamedElement> &Named, unsigned U) {
  const ValueDecl *Array = R.named(Each.Array);
  const int Of = Array ? findWindow(R, Array) : -1;
  if (Of < 0) {
    const SourceLocation At = Handed.Object.Name->getBeginLoc();
    const std::string Name = sourceText(Each.member(), Context), Object = sourceText(Handed.Object.Name, Context);
    if (Context.getSourceManager().isInSystemHeader(Each.member()->getMemberDecl()->getLocation()))
      return Missing.add(At, Object, // an iterator, whose member no clause can name
                         "before the loop, take a pointer to the elements that '" + Object +
                             "' leads to, as in 'auto *elements = &*" + Object + ";', and use it in the loop");
    return Missing.add(At, Name, "add 'map(to: " + Name + "[0:extent])'");
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
  for (const ObjectCopy &O : R.Body.Objects)
    for (const Window &W : R.Windows)
      if (W.Written && liesIn(W, O.Original))
        stop(O.Original.Name->getBeginLoc(),
             "'" + W.Spec->Array.Text + "', which the loop writes, is a part of an object that it hands to a function",
             "hand on the members that the function needs");
}
