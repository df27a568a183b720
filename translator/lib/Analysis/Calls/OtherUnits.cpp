// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the unit that calls a function and the unit that defines the function have to agree on: names, types, and
// whether devices may run the function.
#include "Analysis/Calls/OtherUnits.h"
#include "Analysis/Syntax/AddressForms.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace hetcc;
using namespace clang;

/// The number of parameters for which keptParameters() has bits; one more bit is for the object.
constexpr unsigned MostNumbered = 63;

static const CXXMethodDecl *methodWithObject(const FunctionDecl &F) {
  auto *Method = dyn_cast<CXXMethodDecl>(&F);
  return Method && !Method->isStatic() ? Method : nullptr;
}

/// Whether T is a type of values without pointers, or a pointer or reference to such values. For all other types, a
/// function's declaration does not tell which memory the function may access.
static bool isUnderstood(QualType T) {
  if (!holdsPointers(T, /*ToChange=*/false))
    return !T->isIncompleteType() && !T->isFunctionPointerType() && !T->isMemberPointerType();
  if (!T->isPointerType() && !T->isReferenceType())
    return false;
  const QualType To = T->getPointeeType();
  return To->isObjectType() && !To->isIncompleteType() && !holdsPointers(To, /*ToChange=*/false);
}

bool hetcc::mayKeepAddresses(const FunctionDecl &F) {
  const QualType Result = F.getReturnType();
  const CXXMethodDecl *Method = methodWithObject(F);
  return F.isVariadic() || !F.hasPrototype() || Result->isReferenceType() ||
         holdsPointers(Result, /*ToChange=*/false) || (Method && !isUnderstood(Method->getThisType())) ||
         !llvm::all_of(F.parameters(), [](const ParmVarDecl *P) { return isUnderstood(P->getType()); });
}

std::string hetcc::whyNotOfOtherUnit(const FunctionDecl &F, ASTContext &Context) {
  if (Context.getSourceManager().isInSystemHeader(F.getLocation()))
    return "which is one of a library";
  if (!F.hasPrototype())
    return "whose declaration has no parameters";
  if (F.getNumParams() >= MostNumbered)
    return "which has more than 62 parameters";
  if (isa<CXXConstructorDecl, CXXDestructorDecl>(F))
    return "which makes or ends objects";
  if (!F.isExternallyVisible() || F.isInlined() || F.getTemplatedKind() != FunctionDecl::TK_NonTemplate)
    // Internal linkage, a template, or an inline function: its definition should be in this unit.
    return "which should be defined in this one";
  const QualType Result = F.getReturnType();
  if (Result->isReferenceType() || holdsPointers(Result, /*ToChange=*/false))
    return "which returns what leads to other objects";
  for (const ParmVarDecl *P : F.parameters())
    if (!isUnderstood(P->getType()))
      return "whose parameter '" + P->getNameAsString() + "' is of a type that may lead to pointers";
  if (const CXXMethodDecl *Method = methodWithObject(F);
      Method && (!isUnderstood(Method->getThisType()) || Method->getParent()->isDynamicClass()))
    return "whose object may lead to pointers";
  return "";
}

bool hetcc::isForOtherUnits(const FunctionDecl &F, ASTContext &Context) {
  return F.doesThisDeclarationHaveABody() && !F.isMain() && !F.isInvalidDecl() && !F.isDependentContext() &&
         F.getTemplatedKind() == FunctionDecl::TK_NonTemplate && F.isExternallyVisible() && !F.isDefaulted() &&
         !F.isDeleted() && Context.GetGVALinkageForFunction(&F) == GVA_StrongExternal &&
         !isa<CXXConstructorDecl, CXXDestructorDecl>(F) && !F.isMultiVersion() && !F.hasAttr<AlwaysInlineAttr>() &&
         !Context.getSourceManager().isInSystemHeader(F.getLocation());
}

bool hetcc::isForSharedLibrary(const ASTContext &Context) {
  return Context.getLangOpts().PICLevel > 0 && !Context.getLangOpts().PIE;
}

bool hetcc::isReplaceable(const FunctionDecl &Definition, ASTContext &Context) {
  const LangOptions &Options = Context.getLangOpts();
  // Without -fno-semantic-interposition, clang's driver sets HalfNoSemanticInterposition for shared libraries.
  const bool Promised = !Options.SemanticInterposition && !Options.HalfNoSemanticInterposition;
  return isForSharedLibrary(Context) && !Promised && Definition.isExternallyVisible() &&
         Definition.getVisibility() == DefaultVisibility && !Definition.isInlined() &&
         Context.GetGVALinkageForFunction(&Definition) == GVA_StrongExternal;
}

uint64_t hetcc::signatureOf(const FunctionDecl &F, ASTContext &Context) {
  PrintingPolicy Policy(Context.getLangOpts()); // prints types alike in C and in C++
  Policy.SuppressTagKeyword = true;
  Policy.FullyQualifiedName = true;
  Policy.Bool = true;
  std::string Text;
  auto Add = [&](QualType T) {
    T = T.getCanonicalType().getUnqualifiedType();
    Text += T.getAsString(Policy) + ":";
    const QualType Of = T->isAnyPointerType() || T->isReferenceType() ? T->getPointeeType() : T;
    if (!Of->isIncompleteType() && Of->isObjectType())
      Text += std::to_string(Context.getTypeSizeInChars(Of).getQuantity());
    Text += ",";
  };
  Add(F.getReturnType());
  for (const ParmVarDecl *P : F.parameters())
    Add(P->getType());
  if (const CXXMethodDecl *Method = methodWithObject(F))
    Add(Method->getThisType());
  return llvm::xxh3_64bits(Text);
}

uint64_t hetcc::keptParameters(const FunctionDecl &F) {
  uint64_t Kept = 0;
  auto Note = [&](unsigned Number, QualType T) {
    if ((T->isPointerType() || T->isReferenceType()) && T->getPointeeType().isConstQualified())
      Kept |= uint64_t(1) << Number;
  };
  for (unsigned I = 0; I < F.getNumParams(); ++I)
    Note(I, F.getParamDecl(I)->getType());
  if (const CXXMethodDecl *Method = methodWithObject(F))
    Note(F.getNumParams(), Method->getThisType());
  return Kept;
}
