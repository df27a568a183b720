// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types whose values lead to rows of elements: pointers, std::vector and std::unique_ptr<T[]>.
#include "Analysis/Body.h"
#include "Analysis/Callees.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecordLayout.h"

using namespace hetcc;
using namespace clang;

bool hetcc::pointersIn(QualType T, QualType Element, uint64_t At, llvm::SmallVectorImpl<uint64_t> &Into,
                       const ASTContext &Context) {
  if (!holdsPointers(T, /*ToChange=*/false))
    return true;
  if (T->isPointerType()) {
    Into.push_back(At);
    return Context.hasSameUnqualifiedType(T->getPointeeType(), Element);
  }
  auto *Class = T->getAsCXXRecordDecl();
  if (!Class || Class->isUnion())
    return false;
  const ASTRecordLayout &Layout = Context.getASTRecordLayout(Class);
  for (const CXXBaseSpecifier &Each : Class->bases())
    if (Each.isVirtual() ||
        !pointersIn(Each.getType(), Element,
                    At + uint64_t(Layout.getBaseClassOffset(Each.getType()->getAsCXXRecordDecl()).getQuantity()), Into,
                    Context))
      return false;
  return llvm::all_of(Class->fields(), [&](const FieldDecl *Field) {
    return pointersIn(Field->getType(), Element, At + Context.getFieldOffset(Field) / 8, Into, Context);
  });
}

std::optional<RowHolder> hetcc::rowHolder(QualType T, const ASTContext &Context) {
  if (T->isPointerType())
    return RowHolder{T->getPointeeType()};
  auto *Class = dyn_cast_or_null<ClassTemplateSpecializationDecl>(T->getAsCXXRecordDecl());
  const bool Known = Class && Class->isCompleteDefinition() && Class->isInStdNamespace() && Class->getIdentifier() &&
                     llvm::is_contained({"vector", "unique_ptr"}, Class->getName());
  const QualType Element = Known ? elementBySubscript(T) : QualType();
  const uint64_t Unit = uint64_t(Context.getTypeSizeInChars(Context.VoidPtrTy).getQuantity());
  llvm::SmallVector<uint64_t, 3> Pointers;
  if (Element.isNull() || !pointersIn(T, Element, 0, Pointers, Context))
    return std::nullopt;
  // In libstdc++ and libc++, a vector has three pointers: to the first element, to the end of the elements, and to the
  // end of the allocated memory.
  if (Pointers.size() != (Class->getName() == "vector" ? 3 : 1))
    return std::nullopt;
  const uint64_t Size = uint64_t(Context.getTypeSizeInChars(T).getQuantity());
  if (Size % Unit != 0 || Size / Unit > UINT16_MAX || llvm::any_of(Pointers, [&](uint64_t At) { return At % Unit; }))
    return std::nullopt;
  return RowHolder{Element, unsigned(Size / Unit), unsigned(Pointers[0] / Unit),
                   Pointers.size() > 1 ? unsigned(Pointers[1] / Unit) : 0};
}
