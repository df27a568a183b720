// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Evaluates calls of functions and the construction of objects, to find views (ViewFollower.h).
#include "Analysis/Calls/OtherUnits.h"
#include "Analysis/Objects/ViewFollower.h"
#include "Analysis/Syntax/AddressForms.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace hetcc::views {

Value Follower::called(const CallExpr &Call, Frame &In) {
  auto *Method = dyn_cast_or_null<CXXMethodDecl>(Call.getDirectCallee());
  const auto [Object, Given] = objectAndArguments(Call);
  if (!Call.getDirectCallee() || (Method && (Method->isVirtual() || Method->getParent()->isLambda())))
    return fail();
  Frame Next;
  if (Object)
    Next.This = Object->getType()->isPointerType() ? behind(Object, In) : object(Object, In);
  return run(Call.getDirectCallee(), Given, std::move(Next), In);
}

Value Follower::run(const FunctionDecl *F, ArrayRef<const Expr *> Given, Frame Next, Frame &From) {
  const FunctionDecl *Definition = nullptr;
  if (Failed || !F->hasBody(Definition) || F->isVariadic() || Definition->isWeak() ||
      Given.size() > F->getNumParams() || isReplaceable(*Definition, Context))
    return fail();
  llvm::SaveAndRestore Deeper(Depth, Depth + 1);
  constexpr unsigned Deepest = 16;
  if (Depth > Deepest)
    return fail();
  HasCalled = true;
  Next.Function = Definition;
  Next.Around = Uncertain;
  for (unsigned I = 0; I < Given.size(); ++I)
    if (!parameter(*Definition->getParamDecl(I), Given[I], Next, From))
      return fail();
  llvm::SaveAndRestore Lent(References, References + Next.References);
  if (auto *Constructor = dyn_cast<CXXConstructorDecl>(Definition))
    initialise(*Constructor, Next);
  statement(Definition->getBody(), Next);
  return std::move(Next.Result);
}

bool Follower::parameter(const ParmVarDecl &P, const Expr *Given, Frame &Next, Frame &From) {
  const QualType T = P.getType(), To = T.getNonReferenceType();
  if (To.isVolatileQualified() || To->isArrayType())
    return false;
  if (T->isReferenceType() && !To->isRecordType() && From.Function && Given->isGLValue())
    ++Next.References; // the reference may be bound to a member, so store() must not change members while the
                       // parameter lives
  if (T->isReferenceType() && To->isRecordType())
    Next.Variables[&P] = evaluate(Given, From);
  else if (T->isReferenceType() && !(To.isConstQualified() && To->isScalarType()))
    return false;
  else if (T->isReferenceType())
    Next.Variables[&P] = Given->isGLValue() ? loadedFor(Given, From) : evaluate(Given, From);
  else
    Next.Variables[&P] = evaluate(Given, From);
  return !Failed;
}

Value Follower::loadedFor(const Expr *Given, Frame &From) {
  if (From.Function || isa<MaterializeTemporaryExpr>(Given->IgnoreParens()))
    return load(Given, From);
  auto *Load = ImplicitCastExpr::Create(Context, Given->getType().getUnqualifiedType(), CK_LValueToRValue,
                                        const_cast<Expr *>(Given), nullptr, VK_PRValue, FPOptionsOverride());
  return ofCaller(Load);
}

Value Follower::constructed(const CXXConstructExpr &E, Frame &In) {
  const CXXConstructorDecl *Constructor = E.getConstructor();
  const CXXRecordDecl *Class = Constructor->getParent();
  if (Class->isUnion() || Class->getNumBases() || Class->isDynamicClass() || E.getType().isVolatileQualified() ||
      E.getType()->isArrayType())
    return fail();
  Value V;
  V.Is = Value::Kind::Made;
  V.State = std::make_shared<ObjectState>();
  V.State->Class = Class;
  Made.push_back(V.State);
  const bool Copies = Constructor->isCopyOrMoveConstructor() && E.getNumArgs() == 1;
  const FunctionDecl *Definition = nullptr;
  // The result of copying is an object with the same members, whether or not the compiler elides the copy.
  if (Copies && (Constructor->isTrivial() || E.isElidable())) {
    const Value From = evaluate(E.getArg(0), In);
    if (From.Is != Value::Kind::Made || (E.isElidable() && !Constructor->isTrivial() && !copies(*Constructor, From)))
      return fail();
    V.State->Members = From.State->Members;
    return Failed ? Value() : V;
  }
  if (Constructor->isTrivial() && E.getNumArgs() == 0)
    return V;
  if (!Constructor->hasBody(Definition))
    return fail();
  Frame Next;
  Next.This = V;
  run(Constructor, llvm::ArrayRef<const Expr *>(E.getArgs(), E.getNumArgs()), std::move(Next), In);
  return Failed ? Value() : V;
}

bool Follower::copies(const CXXConstructorDecl &Constructor, const Value &From) {
  const FunctionDecl *Definition = nullptr;
  if (!Constructor.hasBody(Definition))
    return false;
  Value Copy;
  Copy.Is = Value::Kind::Made;
  Copy.State = std::make_shared<ObjectState>();
  Copy.State->Class = Constructor.getParent();
  Made.push_back(Copy.State);
  Frame Next;
  Next.Function = Definition;
  Next.Around = Uncertain;
  Next.This = Copy;
  Next.Variables[Definition->getParamDecl(0)] = From;
  if (auto *Own = dyn_cast<CXXConstructorDecl>(Definition))
    initialise(*Own, Next);
  statement(Definition->getBody(), Next);
  return !Failed && llvm::all_of(From.State->Members, [&](const auto &Each) {
    const Value &Own = Copy.State->Members[Each.first], &Old = Each.second;
    return Own.Is == Old.Is && Own.Base == Old.Base && Own.Terms.size() == Old.Terms.size() &&
           llvm::all_of(llvm::zip(Own.Terms, Old.Terms), [](auto Pair) {
             const auto &[A, B] = Pair;
             return A.Factor == B.Factor && A.Variable == B.Variable && A.Members == B.Members;
           });
  });
}

void Follower::initialise(const CXXConstructorDecl &Constructor, Frame &In) {
  for (const CXXCtorInitializer *Init : Constructor.inits()) {
    const FieldDecl *Field = Init->getMember();
    if (!Field || Field->getType()->isRecordType() || Field->getType()->isArrayType() ||
        Field->getType()->isReferenceType())
      return void(fail());
    In.This.State->Members[cast<FieldDecl>(Field->getCanonicalDecl())] = evaluate(Init->getInit(), In);
  }
}

void Follower::destroy(const std::shared_ptr<ObjectState> &Of) {
  const CXXRecordDecl *Class = Of->Class;
  const CXXDestructorDecl *End = Class->getDestructor();
  if (Failed || Class->hasTrivialDestructor())
    return;
  const bool OfParts = llvm::any_of(
      Class->fields(), [&](const FieldDecl *F) { return F->getType().isDestructedType() != QualType::DK_none; });
  if (!End || End->isVirtual() || OfParts || Class->getNumBases())
    return void(fail());
  if (End->isDefaulted())
    return;
  Frame Next, Nobody;
  Next.This.Is = Value::Kind::Made;
  Next.This.State = Of;
  Nobody.Function = End;
  run(End, {}, std::move(Next), Nobody);
}

} // namespace hetcc::views
