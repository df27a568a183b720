// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the path from an array to the row or the element of a row that an expression names, such as `cells[i].x[k]`.
#include "Analysis/Objects/AccessPaths.h"
#include "Analysis/Region/Region.h"
#include "Analysis/Syntax/Expressions.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Syntax/Rows.h"
#include "Analysis/Syntax/Types.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/RecordLayout.h"

using namespace hetcc;
using namespace clang;

bool AccessPath::leadsInto(const RowPath &RowParts) const {
  if (Indices.empty() || Indices.size() > RowParts.size() + 1)
    return false;
  for (size_t Level = 0; Level < Indices.size(); ++Level)
    if (Level < RowParts.size() ? Parts[Level] != RowParts[Level] : !Parts[Level].empty())
      return false;
  return true;
}

namespace {

class PathReader {
public:
  PathReader(const ASTContext &Context, MeaningOf Meaning) : Context(Context), Meaning(Meaning) {}

  std::optional<AccessPath> read(const Expr *E, unsigned Depth = 0) const {
    constexpr unsigned Deepest = 16;
    E = E->IgnoreParenImpCasts();
    if (Depth > Deepest)
      return std::nullopt;
    if (auto Of = local(E, Depth))
      return Of;
    if (auto *Member = dyn_cast<MemberExpr>(E))
      if (auto Of = member(*Member, Depth))
        return Of;
    if (auto *Deref = dyn_cast<UnaryOperator>(E); Deref && Deref->getOpcode() == UO_Deref)
      if (auto Of = behind(Deref->getSubExpr(), Depth)) {
        Of->Object = Of->Reference && !Of->Object ? Deref : Of->Object;
        return Of;
      }
    if (!accessorOf(E) && !isIndexFirst(E))
      if (const auto Level = subscript(E))
        return element(*Level, Depth);
    if (pathOf(E).empty())
      return std::nullopt;
    AccessPath Start;
    Start.Array = E;
    return Start;
  }

private:
  /// Whether E has the form `k[x]`: the text has the index before the array, but a path has each index after the array,
  /// so accessPath() does not handle this form.
  static bool isIndexFirst(const Expr *E) {
    auto *Element = dyn_cast<ArraySubscriptExpr>(E);
    return Element && Element->getLHS() != Element->getBase();
  }
  static bool follows(const std::optional<AccessPath> &Of) { return Of && !Of->Indices.empty(); }

  /// The path to the object that a local reference of the body is bound to.
  std::optional<AccessPath> local(const Expr *E, unsigned Depth) const {
    auto *Ref = dyn_cast<DeclRefExpr>(E);
    auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (!Var || !Var->isLocalVarDecl() || !Var->getType()->isReferenceType())
      return std::nullopt;
    auto Of = standingFor(Meaning(Var), Ref, Depth);
    if (Of)
      Of->Object = Ref;
    return Of;
  }
  std::optional<AccessPath> standingFor(const Expr *Object, const DeclRefExpr *Ref, unsigned Depth) const {
    auto Of = Object ? read(Object, Depth + 1) : std::nullopt;
    if (!follows(Of) || Of->Indices.size() != 1 || !Of->Parts.back().empty() || Of->Reference)
      return std::nullopt;
    Of->Reference = Ref;
    return Of;
  }
  /// The path to the object that `Pointer` points to.
  std::optional<AccessPath> behind(const Expr *Pointer, unsigned Depth) const {
    Pointer = Pointer->IgnoreParenImpCasts();
    if (auto *Address = dyn_cast<UnaryOperator>(Pointer); Address && Address->getOpcode() == UO_AddrOf)
      return read(Address->getSubExpr(), Depth + 1);
    auto *Ref = dyn_cast<DeclRefExpr>(Pointer);
    auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (Var && Var->isLocalVarDecl() && Var->getType()->isPointerType())
      if (const Expr *Value = Meaning(Var)) {
        auto *Address = dyn_cast<UnaryOperator>(Value->IgnoreParenImpCasts());
        return Address && Address->getOpcode() == UO_AddrOf ? standingFor(Address->getSubExpr(), Ref, Depth)
                                                            : std::nullopt;
      }
    auto Of = read(Pointer, Depth + 1);
    if (!follows(Of) || !Pointer->getType()->isPointerType())
      return std::nullopt;
    Of->Indices.push_back(nullptr);
    Of->Parts.emplace_back();
    return Of;
  }
  std::optional<AccessPath> member(const MemberExpr &E, unsigned Depth) const {
    auto *Field = dyn_cast<FieldDecl>(E.getMemberDecl());
    if (!Field || Field->getType()->isReferenceType() || Field->isBitField())
      return std::nullopt;
    auto Of = E.isArrow() ? behind(E.getBase(), Depth) : read(E.getBase(), Depth + 1);
    if (!follows(Of))
      return std::nullopt;
    Of->Object = Of->Reference && !Of->Object ? &E : Of->Object;
    Of->Parts.back().push_back({Field->getCanonicalDecl(), 0, baseOf(E, *Field)});
    return Of;
  }
  /// The base class that declares the member `Field`; null if the object's own class declares the member.
  static const CXXRecordDecl *baseOf(const MemberExpr &E, const FieldDecl &Field) {
    QualType Object = E.getBase()->IgnoreParenImpCasts()->getType();
    Object = E.isArrow() ? Object->getPointeeType() : Object;
    auto *Class = dyn_cast<CXXRecordDecl>(Field.getParent());
    return Class && Object->getAsCXXRecordDecl() &&
                   Object->getAsCXXRecordDecl()->getCanonicalDecl() != Class->getCanonicalDecl()
               ? Class
               : nullptr;
  }
  std::optional<AccessPath> element(const Subscript &Level, unsigned Depth) const {
    const Expr *Base = Level.Base->IgnoreParenImpCasts();
    const QualType T = Base->getType().getNonReferenceType();
    auto Of = read(Base, Depth + 1);
    if (!Of || (!T->isPointerType() && !T->isArrayType() && !rowHolder(T, Context) && elementOfContainer(T).isNull()))
      return std::nullopt;
    // `cells[i].x[0].v`, where x is an array inside of the element: a constant index names the same part in every
    // element, so the index becomes a part of the path and not a subscript.
    if (T->isArrayType() && !Of->Indices.empty()) {
      const auto Number = Level.Index->isValueDependent() ? std::nullopt : Level.Index->getIntegerConstantExpr(Context);
      auto *Array = Context.getAsConstantArrayType(T);
      if (!Number || !Array || Number->isNegative() || !(Number->getExtValue() < int64_t(Array->getZExtSize())))
        return std::nullopt;
      Of->Parts.back().push_back({nullptr, uint64_t(Number->getExtValue())});
      return Of;
    }
    Of->Indices.push_back(Level.Index);
    Of->Parts.emplace_back();
    return Of;
  }

  const ASTContext &Context;
  MeaningOf Meaning;
};

/// The offset of a member in objects of type T, in bytes; nothing if the offset may differ between objects (virtual
/// bases), or if the member shares its bytes (unions).
std::optional<uint64_t> placeIn(QualType T, const FieldDecl *Field, const ASTContext &Context) {
  const RecordDecl *Record = T->getAsRecordDecl();
  Record = Record ? Record->getDefinition() : nullptr;
  if (!Record || Record->isUnion() || hasBaseTwice(T))
    return std::nullopt;
  if (Field->getParent()->getCanonicalDecl() == Record->getCanonicalDecl())
    return Context.getFieldOffset(Field) / 8;
  auto *Class = dyn_cast<CXXRecordDecl>(Record);
  if (!Class)
    return std::nullopt;
  const ASTRecordLayout &Layout = Context.getASTRecordLayout(Record);
  for (const CXXBaseSpecifier &Each : Class->bases())
    if (!Each.isVirtual())
      if (auto At = placeIn(Each.getType(), Field, Context))
        return *At + uint64_t(Layout.getBaseClassOffset(Each.getType()->getAsCXXRecordDecl()).getQuantity());
  return std::nullopt;
}

/// How an element of type T leads to a row by its part `Parts`, which is a pointer to the row's elements or a container
/// of them. Nothing if the part is neither, or if its offset cannot be expressed in a RowHolder.
std::optional<RowHolder> holderOf(QualType T, const ElementParts &Parts, const ASTContext &Context) {
  const uint64_t Unit = uint64_t(Context.getTypeSizeInChars(Context.VoidPtrTy).getQuantity());
  const uint64_t Size = T->isIncompleteType() ? 0 : uint64_t(Context.getTypeSizeInChars(T).getQuantity());
  const auto Part = partOf(T, Parts, Context);
  if (!Part)
    return std::nullopt;
  const uint64_t At = Part->Place;
  auto Found = Part->Type.isVolatileQualified() ? std::nullopt : rowHolder(Part->Type, Context);
  if (!Found || !Found->Element->isObjectType() || Size == 0 || Size % Unit || At % Unit || Size / Unit > UINT16_MAX)
    return std::nullopt;
  Found->Begin += unsigned(At / Unit);
  Found->End += Found->End ? unsigned(At / Unit) : 0;
  Found->Size = unsigned(Size / Unit);
  return Found;
}

} // namespace

std::optional<PartPlace> hetcc::partOf(QualType T, const ElementParts &Parts, const ASTContext &Context) {
  uint64_t At = 0;
  for (const ElementPart &Each : Parts) {
    const ArrayType *Array = Each.Field ? nullptr : Context.getAsArrayType(T);
    const auto Place =
        Each.Field ? placeIn(T, Each.Field, Context)
        : Array
            ? std::optional(Each.Index * uint64_t(Context.getTypeSizeInChars(Array->getElementType()).getQuantity()))
            : std::nullopt;
    if (!Place)
      return std::nullopt;
    At += *Place;
    T = Each.Field ? Each.Field->getType() : Array->getElementType();
  }
  return PartPlace{T, At};
}

std::optional<AccessPath> hetcc::accessPath(const Expr *E, const ASTContext &Context, MeaningOf Meaning) {
  return PathReader(Context, Meaning).read(E);
}

std::optional<RowLevels> hetcc::rowLevels(QualType Element, const RowPath &RowParts, const ASTContext &Context) {
  RowLevels Found;
  for (const ElementParts &Each : RowParts) {
    const auto Next = holderOf(Element, Each, Context);
    if (!Next)
      return std::nullopt;
    Found.Holders.push_back(*Next);
    Element = Next->Element;
  }
  return Found;
}

RowPath hetcc::extended(QualType Element, RowPath RowParts, const ASTContext &Context) {
  const auto Levels = rowLevels(Element, RowParts, Context);
  if (!Levels || Levels->Holders.empty())
    return RowParts;
  Element = Levels->Holders.back().Element;
  while (const auto Next = RowParts.size() + 2 < MostDimensions ? rowHolder(Element, Context) : std::nullopt) {
    RowParts.emplace_back();
    Element = Next->Element;
  }
  return RowParts;
}

int hetcc::rowsWindow(const Region &R, const AccessPath &Path) {
  const MemberPath Array = pathOf(Path.Array);
  for (size_t I = 0; I < R.Windows.size(); ++I) {
    const Window &W = R.Windows[I];
    if (W.Rows && Path.leadsInto(W.RowParts) && pathOf(W.Spec->Array.Checked) == Array)
      return int(I);
  }
  return -1;
}
