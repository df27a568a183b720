// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types whose values lead to rows of elements: pointers, std::vector and std::unique_ptr<T[]>.
#include "Analysis/Syntax/Rows.h"
#include "Analysis/Syntax/AddressForms.h"
#include "Analysis/Syntax/Types.h"
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

QualType hetcc::typeOfRow(QualType T, unsigned Dimensions, const ASTContext &Context) {
  for (; Dimensions > 0; --Dimensions)
    if (const ArrayType *Array = Context.getAsArrayType(T))
      T = Array->getElementType();
    else if (const auto Row = rowHolder(T, Context))
      T = Row->Element;
  return T;
}

std::string hetcc::sizeOfRow(const std::string &Row, QualType T, const ASTContext &Context) {
  if (!Context.getLangOpts().CPlusPlus || !T->isVariablyModifiedType())
    return "sizeof(" + Row + ")";
  return "((const char *)(&" + Row + " + 1) - (const char *)&" + Row + ")";
}

bool hetcc::hasLengthsByAlias(QualType T, const ASTContext &Context) {
  while (T->isVariablyModifiedType()) {
    auto *Typedef = T->getAs<TypedefType>();
    if (Typedef && isa<TypeAliasDecl>(Typedef->getDecl()))
      return true;
    const QualType Inner = Typedef ? Typedef->desugar() : typeOfRow(T, 1, Context);
    if (Inner == T)
      return false;
    T = Inner;
  }
  return false;
}

std::string hetcc::lengthByType(std::string Array, QualType T, unsigned D, const ASTContext &Context) {
  for (unsigned Outer = 0; Outer < D; ++Outer)
    Array += "[0]";
  return "(hetrt_int64)(" + sizeOfRow(Array, typeOfRow(T, D, Context), Context) + " / " +
         sizeOfRow(Array + "[0]", typeOfRow(T, D + 1, Context), Context) + ")";
}

/// The text of one step to a member, `.x` or `.Base::x`. Empty for an unnamed struct, because its members are written
/// like members of the object around the struct.
static std::string memberText(const ElementPart &Part) {
  const std::string Name = Part.Field->getNameAsString();
  if (!Part.Base || Name.empty())
    return Name.empty() ? "" : "." + Name;
  const ASTContext &Context = Part.Base->getASTContext();
  return "." + Context.getTypeDeclType(Part.Base).getAsString(Context.getPrintingPolicy()) + "::" + Name;
}

std::string hetcc::textOf(const RowPath &RowParts, unsigned Level) {
  std::string Text;
  for (const ElementPart &Each : RowParts[Level])
    Text += Each.Field ? memberText(Each) : "[" + std::to_string(Each.Index) + "]";
  return Text;
}

std::string hetcc::nameOfRows(const std::string &Array, const RowPath &RowParts) {
  std::string Text = Array;
  if (llvm::any_of(RowParts, [](const ElementParts &Each) { return !Each.empty(); }))
    for (unsigned Level = 0; Level < RowParts.size(); ++Level)
      Text += "[]" + textOf(RowParts, Level);
  return Text;
}
