// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which types and constants device code can have: values that are passed to kernels, elements of arrays, tables.
#include "Analysis/Syntax/Types.h"
#include "Analysis/Syntax/AddressForms.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"

using namespace hetcc;
using namespace clang;

/// Whether a class or one of its bases has a member function of which `Is` is true.
static bool hasMethod(const CXXRecordDecl *Class, llvm::function_ref<bool(const CXXMethodDecl *)> Is) {
  if (!Class || !Class->hasDefinition())
    return false;
  return llvm::any_of(Class->methods(), Is) || llvm::any_of(Class->bases(), [&](const CXXBaseSpecifier &Base) {
           return hasMethod(Base.getType()->getAsCXXRecordDecl(), Is);
         });
}

/// Whether a class has a member function of that name without parameters that returns a pointer.
static bool handsOutPointer(const CXXRecordDecl *Class, StringRef Name) {
  return hasMethod(Class, [&](const CXXMethodDecl *M) {
    return M->getIdentifier() && M->getName() == Name && M->getNumParams() == 0 && M->getReturnType()->isPointerType();
  });
}

std::string hetcc::pointerToElements(QualType T, const std::string &Name) {
  const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
  const bool HasElements =
      hasMethod(Class, [](const CXXMethodDecl *M) { return M->getOverloadedOperator() == OO_Subscript; });
  const char *Call = handsOutPointer(Class, "data")                 ? ".data()"
                     : HasElements && handsOutPointer(Class, "get") ? ".get()" // as in std::unique_ptr<int[]>
                                                                    : nullptr;
  return Call ? "take a pointer before the loop, as in 'auto *p = " + Name + Call +
                    ";', and use 'p' in the data clause and in the loop"
              : "";
}

bool hetcc::holdsBits(QualType T) {
  auto *Class = dyn_cast_or_null<ClassTemplateSpecializationDecl>(T->getAsCXXRecordDecl());
  return Class && Class->isInStdNamespace() && Class->getName() == "vector" &&
         Class->getTemplateArgs()[0].getAsType()->isBooleanType();
}

bool hetcc::isUnnamed(QualType T) {
  const TagDecl *Tag = T.getNonReferenceType().getCanonicalType()->getAsTagDecl();
  return Tag && !Tag->getIdentifier() && !Tag->getTypedefNameForAnonDecl();
}

bool hetcc::hasOpenEnd(QualType T) {
  auto *Record = T.getCanonicalType()->getAsRecordDecl();
  if (!Record || !Record->isCompleteDefinition())
    return false;
  const FieldDecl *Last = nullptr;
  for (const FieldDecl *Field : Record->fields())
    Last = Field;
  auto *Array = Last ? dyn_cast<ConstantArrayType>(Last->getType().getCanonicalType()) : nullptr;
  return Record->hasFlexibleArrayMember() || (Array && Array->isZeroSize()) || (Last && hasOpenEnd(Last->getType()));
}

bool hetcc::travelsByValue(QualType T, ASTContext &Context) {
  T = T.getNonReferenceType().getCanonicalType();
  if (hasOpenEnd(T))
    return false;
  if (T->isAnyPointerType() || T->isReferenceType() || T->isMemberPointerType() || T->isFunctionType())
    return false;
  if (auto *Array = Context.getAsArrayType(T))
    return isa<ConstantArrayType>(Array) && travelsByValue(Array->getElementType(), Context);
  if (auto *Record = T->getAsRecordDecl()) {
    if (!T.isTriviallyCopyableType(Context))
      return false;
    if (auto *Class = dyn_cast<CXXRecordDecl>(Record)) {
      if (Class->isLambda())
        return false;
      for (const CXXBaseSpecifier &Base : Class->bases())
        if (!travelsByValue(Base.getType(), Context))
          return false;
    }
    for (const FieldDecl *Field : Record->fields())
      if (!travelsByValue(Field->getType(), Context))
        return false;
    return true;
  }
  return T->isArithmeticType() || T->isEnumeralType() || T->isVectorType();
}

/// Whether a class's destructor does nothing, apart from the destructors of its bases and members.
static bool hasIdleDestructor(const CXXRecordDecl &Class) {
  const CXXDestructorDecl *End = Class.getDestructor();
  if (!End || Class.hasTrivialDestructor() || End->isImplicit() || End->isDefaulted())
    return !End || !End->isDeleted();
  const FunctionDecl *Definition = nullptr; // null if another unit defines the destructor
  auto *Body = End->hasBody(Definition) ? dyn_cast<CompoundStmt>(Definition->getBody()) : nullptr;
  return Body && Body->body_empty();
}

bool hetcc::elementsTravel(QualType T, ASTContext &Context, bool Pointers) {
  T = Context.getBaseElementType(T).getCanonicalType();
  auto *Record = T->getAsRecordDecl();
  if (Pointers && T->isPointerType() && !T->isFunctionPointerType())
    return true;
  if (!Record)
    return !T->isAnyPointerType() && !T->isReferenceType() && !T->isMemberPointerType();
  if (hasOpenEnd(T))
    return false;
  if (auto *Class = dyn_cast<CXXRecordDecl>(Record)) {
    if (!Class->hasDefinition() || !hasIdleDestructor(*Class) || Class->isDynamicClass())
      return false;
    for (const CXXBaseSpecifier &Base : Class->bases())
      if (!elementsTravel(Base.getType(), Context, Pointers))
        return false;
  }
  return llvm::all_of(Record->fields(),
                      [&](const FieldDecl *F) { return elementsTravel(F->getType(), Context, Pointers); });
}

bool hetcc::leadsNowhere(const VarDecl &Var) {
  return !holdsPointers(Var.getType(), /*ToChange=*/false) && !Var.getType()->isMemberPointerType();
}

bool hetcc::isConstantValue(const VarDecl *Var) { return Var->isConstexpr() && leadsNowhere(*Var); }

bool hetcc::isConstantTable(const VarDecl *Var, ASTContext &Context) {
  QualType T = Context.getBaseElementType(Var->getType());
  const Expr *Value = Var->getAnyInitializer();
  return Var->hasGlobalStorage() && !Var->isWeak() && T.isConstQualified() && !T.isVolatileQualified() &&
         travelsByValue(T, Context) && Value && !Value->isValueDependent() &&
         const_cast<Expr *>(Value)->isConstantInitializer(Context, false);
}

bool hetcc::isOfEachThread(const VarDecl *Var) {
  return Var->getTLSKind() != VarDecl::TLS_None || Var->hasAttr<OMPThreadPrivateDeclAttr>();
}

QualType hetcc::elementOfContainer(QualType T) {
  auto *Class = dyn_cast_or_null<ClassTemplateSpecializationDecl>(T->getAsCXXRecordDecl());
  if (!Class || !Class->isInStdNamespace() || !llvm::is_contained({"vector", "array", "span"}, Class->getName()))
    return {};
  return elementBySubscript(T);
}

QualType hetcc::elementBySubscript(QualType T) {
  QualType Element;
  for (const CXXMethodDecl *Method : T->getAsCXXRecordDecl()->methods())
    if (Method->getOverloadedOperator() == OO_Subscript && Method->getReturnType()->isLValueReferenceType() &&
        (Element.isNull() || Method->isConst() == T.isConstQualified()))
      Element = Method->getReturnType().getNonReferenceType();
  return Element;
}

QualType hetcc::elementOfIterator(QualType T) {
  auto *Class = dyn_cast_or_null<ClassTemplateSpecializationDecl>(T.getNonReferenceType()->getAsCXXRecordDecl());
  // In libstdc++ and libc++, these iterators are used only for containers with contiguous elements.
  if (!Class || !llvm::is_contained({"__normal_iterator", "__wrap_iter"}, Class->getName()))
    return {};
  for (const CXXMethodDecl *Method : Class->methods())
    if (Method->getOverloadedOperator() == OO_Star && Method->getReturnType()->isLValueReferenceType())
      return Method->getReturnType().getNonReferenceType();
  return {};
}

bool hetcc::hasTypeAnywhere(const ValueDecl &Var) {
  QualType T = Var.getType().getCanonicalType();
  while (T->isArrayType() || T->isPointerType())
    T = T->isArrayType() ? QualType(T->getArrayElementTypeNoTypeQual(), 0) : T->getPointeeType();
  return T->isBuiltinType();
}
