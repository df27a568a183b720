// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds which pointers in an object the functions use that get the object. Walks each of these functions, and the
// functions to which they pass the object on.
#include "Analysis/Objects/ObjectArguments.h"
#include "Analysis/Calls/Callees.h"
#include "Analysis/Syntax/AddressForms.h"
#include "Analysis/Syntax/DynamicVisitor.h"
#include "Analysis/Syntax/MessageText.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Syntax/Rows.h"
#include "Analysis/Syntax/SourceText.h"
#include "Analysis/Syntax/Types.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecordLayout.h"
#include "llvm/ADT/MapVector.h"
#include <map>
#include <set>

using namespace hetcc;
using namespace clang;

/// The variable that an argument names, or of which the argument is the address or a copy; null for all other
/// arguments.
static const DeclRefExpr *variableOf(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (auto *Copy = dyn_cast<CXXConstructExpr>(E);
      Copy && Copy->getConstructor()->isCopyConstructor() && Copy->getNumArgs() == 1)
    E = Copy->getArg(0)->IgnoreParenImpCasts();
  if (auto *Unary = dyn_cast<UnaryOperator>(E);
      Unary && (Unary->getOpcode() == UO_AddrOf || Unary->getOpcode() == UO_Deref))
    E = Unary->getSubExpr()->IgnoreParenImpCasts();
  return dyn_cast<DeclRefExpr>(E);
}

namespace {

/// The members from an object to a part of it. A null after a pointer or reference stands for a dereference: the
/// members after the null are those of another object, which the pointer or reference leads to.
using FieldPath = std::vector<const FieldDecl *>;

bool beginsWith(const FieldPath &Path, const FieldPath &Beginning) {
  return Path.size() >= Beginning.size() && std::equal(Beginning.begin(), Beginning.end(), Path.begin());
}

/// Whether a pointer leads to a class object that itself holds pointers. The analysis treats such a pointer as a
/// pointer to a single object, not to an array.
bool leadsToObject(QualType T) {
  const QualType To = T->isPointerType() ? T->getPointeeType() : QualType();
  return !To.isNull() && !T.isVolatileQualified() && To->isRecordType() && !To->isIncompleteType() &&
         elementOfContainer(To).isNull() && holdsPointers(To, /*ToChange=*/false);
}

/// How many pointers from one object to the next are followed. A limit is needed, since lists have no end.
constexpr auto MostFollowed = 3;

/// Whether a function, or the class that it is a member of, belongs to the C++ library.
bool isOfLibrary(const FunctionDecl &F) {
  const DeclContext *Around = F.getDeclContext();
  while (Around && !Around->isStdNamespace())
    Around = Around->getParent();
  return Around;
}

/// Collects what functions do with the members of an object that is passed to them.
class MemberUses : public DynamicVisitor {
public:
  explicit MemberUses(Callees &Called) : Called(Called) {}
  /// Whether F, and the functions that F calls, only read members of the object's part `Part`, which parameter `Number`
  /// gets. The functions may also write elements that pointers among the members lead to.
  bool look(const FunctionDecl *F, unsigned Number, const FieldPath &Part = {}) {
    const FunctionUse *Known = F ? Called.usesOf(F) : nullptr;
    const FunctionDecl *Definition = nullptr;
    if (!Known || !F->hasBody(Definition) || Number >= Known->size() || (*Known)[Number].CastsConstAway ||
        llvm::count(Part, nullptr) > MostFollowed)
      return false;
    // Objects of the library may hold pointers to themselves, as short strings do. In a device's copy, these pointers
    // would still lead to the original.
    if (isOfLibrary(*Definition))
      return false;
    const bool IsThis = Number == F->getNumParams();
    auto *Method = dyn_cast<CXXMethodDecl>(Definition);
    if (IsThis && (!Method || Method->isStatic() || Method->isVirtual() || Method->getParent()->isLambda()))
      return false;
    if (!Seen.insert({Definition, Number, Part}).second)
      return true;
    follow(Part);
    const ValueDecl *Outer = std::exchange(Parameter, IsThis ? nullptr : Definition->getParamDecl(Number));
    FieldPath OuterPart = std::exchange(Prefix, Part);
    const bool OuterWrites = std::exchange(Writes, (*Known)[Number].Written);
    AnyWrites |= Writes;
    TraverseStmt(Definition->getBody());
    Parameter = Outer;
    Prefix = std::move(OuterPart);
    Writes = OuterWrites;
    return !Other;
  }
  /// Whether the functions write no members. They may still write elements that pointers among the members lead to.
  bool leavesMembers() const { return !(AnyWrites && Lends); }

  struct Array {
    QualType Member; ///< the member's type
    bool Written = false;
  };
  llvm::MapVector<FieldPath, Array, std::map<FieldPath, unsigned>> Arrays;
  SourceLocation UsedWhole;     ///< where the object is first used as a whole; invalid if not known
  std::set<FieldPath> Followed; ///< paths to the other objects that functions use
  bool Lends = false;           ///< a function does more with a member than read it or access its elements

private:
  /// The part of the object that an expression names or, if the expression is a pointer, leads to; nothing if there is
  /// no such part.
  std::optional<FieldPath> part(const Expr *E) const {
    E = E->IgnoreParenImpCasts();
    if (isa<CXXThisExpr>(E) && !Parameter)
      return Prefix;
    if (auto *Member = dyn_cast<MemberExpr>(E)) {
      auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
      auto Path = Field ? part(Member->getBase()) : std::nullopt;
      if (!Path || (Member->isArrow() && !behind(*Path, Member->getBase())))
        return std::nullopt;
      Path->push_back(Field->getCanonicalDecl());
      const QualType To = Field->getType().getNonReferenceType();
      const bool Refers = Field->getType()->isReferenceType();
      if (Refers && (!To->isRecordType() || To->isIncompleteType() || !elementOfContainer(To).isNull()))
        return std::nullopt;
      if (Refers)
        Path->push_back(nullptr);
      return Path;
    }
    if (auto *Unary = dyn_cast<UnaryOperator>(E);
        Unary && (Unary->getOpcode() == UO_AddrOf || Unary->getOpcode() == UO_Deref)) {
      auto Path = part(Unary->getSubExpr());
      const bool Follows = Unary->getOpcode() == UO_Deref && Path;
      return Follows && !behind(*Path, Unary->getSubExpr()) ? std::nullopt : Path;
    }
    const DeclRefExpr *Ref = Parameter ? variableOf(E) : nullptr;
    return Ref && Ref->getDecl() == Parameter ? std::optional(Prefix) : std::nullopt;
  }
  /// Extends `Path`, which leads to a pointer, to the object that the pointer leads to. False if the pointer does not
  /// lead to a single object.
  bool behind(FieldPath &Path, const Expr *Pointer) const {
    if (Path.size() == Prefix.size()) // the pointer is the parameter itself
      return true;
    if (!leadsToObject(Pointer->IgnoreParenImpCasts()->getType()))
      return false;
    Path.push_back(nullptr);
    return true;
  }
  void follow(const FieldPath &Path) {
    for (size_t I = 0; I < Path.size(); ++I)
      if (!Path[I])
        Followed.insert(FieldPath(Path.begin(), Path.begin() + I + 1));
  }
  /// The member by which E reaches an element, or a part of an element: `o.data` in `o.data[i].x`. Null if there is no
  /// such member.
  Expr *memberBehind(Expr *E) const {
    for (E = E->IgnoreParens();;) {
      auto *Member = dyn_cast<MemberExpr>(E);
      if (!Member || Member->isArrow())
        break;
      E = Member->getBase()->IgnoreParens();
    }
    auto *Deref = dyn_cast<UnaryOperator>(E);
    const auto Element = subscript(E);
    Expr *Base = Element                                   ? const_cast<Expr *>(Element->Base)
                 : Deref && Deref->getOpcode() == UO_Deref ? Deref->getSubExpr()
                                                           : nullptr;
    Base = Base ? Base->IgnoreParenImpCasts() : nullptr;
    return Base && isa<MemberExpr>(Base) && !leadsToObject(Base->getType()) && part(Base) &&
                   (Base->getType()->isPointerType() || !elementOfContainer(Base->getType()).isNull())
               ? Base
               : nullptr;
  }
  /// Notes an expression that only reads an element, or makes a reference to `const` of the element. False for all
  /// other expressions.
  bool readsElement(Expr *E) {
    auto *Cast = dyn_cast<ImplicitCastExpr>(E);
    const bool Reads =
        Cast && (Cast->getCastKind() == CK_LValueToRValue ||
                 (Cast->getCastKind() == CK_NoOp && Cast->isGLValue() && Cast->getType().isConstQualified()));
    Expr *Member = Reads ? memberBehind(Cast->getSubExpr()) : nullptr;
    if (!Member)
      return false;
    member(*part(Member), Member->getType(), /*Written=*/false, Member);
    for (Expr *Inner = Cast->getSubExpr()->IgnoreParens(); Inner != Member;) {
      if (const auto Element = subscript(Inner)) {
        TraverseStmt(const_cast<Expr *>(Element->Index));
        break;
      }
      auto *Part = dyn_cast<MemberExpr>(Inner);
      if (!Part)
        break;
      Inner = Part->getBase()->IgnoreParens();
    }
    return true;
  }
  /// Notes a `void *` that is used as a pointer to elements, `((const float *)data)[i]`; false for all other
  /// expressions. If another use of the member converts it to a pointer to other elements, the object counts as used as
  /// a whole.
  bool seesElements(Expr *E) {
    auto *Cast = dyn_cast<ExplicitCastExpr>(E);
    auto *Member = Cast && Cast->getCastKind() == CK_BitCast
                       ? dyn_cast<MemberExpr>(Cast->getSubExpr()->IgnoreParenImpCasts())
                       : nullptr;
    const auto Path = Member && Member->getType()->isVoidPointerType() ? part(Member) : std::nullopt;
    if (Path)
      member(*Path, Cast->getType(), Writes, Member);
    return Path.has_value();
  }
  /// Notes a test whether a `void *` is null, which has the same result on a device as on the host. False for all other
  /// expressions.
  bool asksForMemory(Expr *E) {
    auto *Test = dyn_cast<BinaryOperator>(E);
    auto *Cast = dyn_cast<CastExpr>(E);
    auto IsNull = [](const Expr *Each) {
      return isa<ImplicitCastExpr>(Each) && cast<CastExpr>(Each)->getCastKind() == CK_NullToPointer;
    };
    Expr *Asked = Cast && Cast->getCastKind() == CK_PointerToBoolean       ? Cast->getSubExpr()
                  : Test && Test->isEqualityOp() && IsNull(Test->getRHS()) ? Test->getLHS()
                  : Test && Test->isEqualityOp() && IsNull(Test->getLHS()) ? Test->getRHS()
                                                                           : nullptr;
    auto *Member = Asked ? dyn_cast<MemberExpr>(Asked->IgnoreParenImpCasts()) : nullptr;
    const auto Path = Member && Member->getType()->isVoidPointerType() ? part(Member) : std::nullopt;
    if (Path)
      follow(*Path);
    return Path.has_value();
  }
  bool dataTraverseStmtPre(Stmt *S) override {
    if (auto *E = dyn_cast<Expr>(S); E && (readsElement(E) || seesElements(E) || asksForMemory(E)))
      return false;
    auto *Load = dyn_cast<CastExpr>(S);
    const bool IsLoad = Load && Load->getCastKind() == CK_LValueToRValue;
    if (auto *Member = dyn_cast<MemberExpr>(IsLoad ? Load->getSubExpr()->IgnoreParens() : S))
      if (const auto Path = part(Member)) {
        Lends |= !IsLoad;
        member(*Path, Member->getType(), Writes, Member);
        return false;
      }
    auto *Call = dyn_cast<CallExpr>(S);
    return !Call || call(*Call);
  }
  /// Visits a call. True if the call is not handled here, so that the walk has to visit its parts as usual.
  bool call(CallExpr &Call) {
    const FunctionDecl *Callee = Call.getDirectCallee();
    const auto [Object, Given] = objectAndArguments(Call);
    if (!Callee)
      return true;
    if (Object)
      handed(Object, Callee, Callee->getNumParams());
    else
      TraverseStmt(Call.getCallee());
    for (unsigned I = 0; I < Given.size(); ++I)
      handed(Given[I], Callee, I);
    return false;
  }
  void handed(const Expr *E, const FunctionDecl *Callee, unsigned Number) {
    const auto Path = part(E);
    const QualType T = E->IgnoreParenImpCasts()->getType();
    const bool IsContainer = T->isRecordType() && !elementOfContainer(T).isNull() && holdsPointers(T, false);
    if (Path && IsContainer && Number == Callee->getNumParams()) {
      const FunctionUse *Known = Called.usesOf(Callee);
      whole(!Known || (*Known)[Number].Written, E);
      member(*Path, T, Writes, E);
    } else if (Path && Path->size() > Prefix.size() && leadsToObject(T)) {
      FieldPath To = *Path;
      To.push_back(nullptr);
      whole(!look(Callee, Number, To), E);
    } else if (Path && (Path->size() == Prefix.size() || (T->isRecordType() && elementOfContainer(T).isNull())))
      whole(!look(Callee, Number, *Path), E);
    else
      TraverseStmt(const_cast<Expr *>(E));
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    whole(Parameter && E->getDecl() == Parameter, E);
    return true;
  }
  bool VisitCXXThisExpr(CXXThisExpr *E) override {
    whole(!Parameter, E);
    return true;
  }
  bool VisitLambdaExpr(LambdaExpr *E) override { // the lambda may capture the object, and use it by another name
    whole(true, E);
    return true;
  }
  /// Notes that the expression E reads the member at the end of `Path`, as a value of type T.
  void member(const FieldPath &Path, QualType T, bool Written, const Expr *E) {
    follow(Path);
    const QualType Element = T->isPointerType() ? T->getPointeeType() : elementOfContainer(T);
    const bool Leads = holdsPointers(T, /*ToChange=*/false) && !Element.isNull() && !T->isFunctionPointerType() &&
                       !T.isVolatileQualified() && !Element->isIncompleteType() &&
                       !holdsPointers(Element, /*ToChange=*/false);
    if (Leads) {
      Array &Known = Arrays.insert({Path, Array{T}}).first->second;
      Known.Written |= Written && !Element.isConstQualified();
      auto ElementType = [](QualType Each) { return Each->getPointeeType().getCanonicalType().getUnqualifiedType(); };
      whole(T->isPointerType() && ElementType(Known.Member) != ElementType(T), E);
    } else
      whole(holdsPointers(T, /*ToChange=*/false), E);
  }
  void whole(bool Is, const Expr *E) {
    if (Is && !Other)
      UsedWhole = E->getExprLoc();
    Other = Other || Is;
  }

  Callees &Called;
  std::set<std::tuple<const FunctionDecl *, unsigned, FieldPath>> Seen;
  const ValueDecl *Parameter = nullptr; ///< the parameter that gets the object; null if the object is `*this`
  FieldPath Prefix;                     ///< the part of the object that the parameter gets
  bool Writes = false;                  ///< the function writes that part, or elements that its pointers lead to
  bool AnyWrites = false;               ///< one of the functions visited so far writes its part, or elements that
                                        ///< pointers lead to
  bool Other = false;                   ///< the object is used as a whole, and not only by its members
};

/// The text of a path, `part.member`.
std::string nameOf(const FieldPath &Path) {
  std::string Name;
  for (const FieldDecl *Field : Path)
    Name += (Name.empty() ? "" : ".") + Field->getNameAsString();
  return Name;
}

/// Finds the offsets of members, and how code outside of the class reaches the elements that members lead to.
class MemberOffsets {
public:
  MemberOffsets(const Designated &Object, ASTContext &Context) : Object(Object), Context(Context) {}

  /// Whether the loop's function may use the names of the members: they are public, or members of `*this`.
  bool canBeNamed(const FieldPath &Path) const {
    QualType T = Object.type();
    return llvm::all_of(Path, [&](const FieldDecl *Field) {
      auto *Class = T->getAsCXXRecordDecl();
      const bool Own = !Class || Class->getCanonicalDecl() == Field->getParent()->getCanonicalDecl(),
                 IsMine = Object.isThis() && Field == Path.front();
      T = Field->getType();
      return Own && (IsMine || Field->getAccess() == AS_public || Field->getAccess() == AS_none) &&
             Field->getIdentifier();
    });
  }
  const MemberExpr *expression(const FieldPath &Path) const {
    auto *E = const_cast<Expr *>(Object.Name);
    bool IsArrow = Object.Behind;
    if (Object.isThis()) // the arrow must be explicit, because an implicit `this` has no place in the source
      E = CXXThisExpr::Create(Context, E->getBeginLoc(), E->getType(), /*IsImplicit=*/false);
    else if (isa<UnaryOperator>(E)) // `(*p)->x`
      E = new (Context) ParenExpr(E->getBeginLoc(), E->getEndLoc(), E);
    if (IsArrow && E->isGLValue())
      E = ImplicitCastExpr::Create(Context, E->getType().getUnqualifiedType(), CK_LValueToRValue, E, nullptr,
                                   VK_PRValue, FPOptionsOverride());
    for (const FieldDecl *Field : Path) {
      E = MemberExpr::CreateImplicit(Context, E, IsArrow, const_cast<FieldDecl *>(Field),
                                     Field->getType().getNonReferenceType(), VK_LValue, OK_Ordinary);
      IsArrow = false;
    }
    return cast<MemberExpr>(E);
  }
  std::optional<ArgumentArray> array(const FieldPath &Path, QualType Type) const {
    ArgumentArray Result;
    Result.Name = nameOf(Path);
    const QualType Element = Type->isPointerType() ? Type->getPointeeType() : elementOfContainer(Type);
    const auto Offset = offset(Path);
    Result.Array = expression(Path);
    Result.Element = Element;
    const bool IsUntyped = Result.member()->getType()->isVoidPointerType();
    if (IsUntyped)
      seeAs(Element.getCanonicalType().getUnqualifiedType(), Result);
    if (!Offset || !pointersIn(Type, Element, *Offset, Result.Pointers, Context))
      return std::nullopt;
    const size_t Count = Type->isPointerType() || Type->getAsRecordDecl()->getName() == "span" ? 1 : 3;
    // A container of another library: it is not known what each of its pointers leads to.
    if (Result.Pointers.size() != Count)
      return std::nullopt;
    if (canBeNamed(Path) && !IsUntyped)
      return Result;
    if (!isNamed(Element))
      return std::nullopt;
    Result.Address = at(Result.Pointers.front(), "*const *", Element);
    return Result;
  }
  /// Code that reads an integer member whose name is not accessible outside of the class; empty if the name is
  /// accessible.
  std::string integer(const FieldPath &Path) const {
    const auto Offset = canBeNamed(Path) ? std::nullopt : offset(Path);
    return Offset ? at(*Offset, "*", Path.back()->getType().withConst()) : "";
  }

  /// The offset of a part in the object, in bytes; nothing if it is not known at compile time.
  std::optional<uint64_t> offset(const FieldPath &Path) const {
    uint64_t Offset = 0;
    const RecordDecl *Class = Object.type()->getAsRecordDecl();
    for (const FieldDecl *Field : Path) {
      if (!Class || Field->isBitField())
        return std::nullopt;
      auto *Derived = dyn_cast<CXXRecordDecl>(Class);
      const auto Base =
          Derived ? offsetOfBase(Derived, cast<CXXRecordDecl>(Field->getParent())) : std::optional<uint64_t>(0);
      if (!Base)
        return std::nullopt;
      Offset += *Base + Context.getFieldOffset(Field) / 8;
      Class = Field->getType()->getAsRecordDecl();
    }
    return Offset;
  }

private:
  /// Makes `(T *)object.member` of a `void *`, the form that a view of the member's memory has.
  void seeAs(QualType Element, ArgumentArray &Untyped) const {
    const QualType To = Context.getPointerType(Element);
    const SourceLocation Loc = Untyped.Array->getBeginLoc();
    auto *Load = ImplicitCastExpr::Create(Context, Untyped.Array->getType().getUnqualifiedType(), CK_LValueToRValue,
                                          const_cast<Expr *>(Untyped.Array), nullptr, VK_PRValue, FPOptionsOverride());
    Untyped.Array = CStyleCastExpr::Create(Context, To, VK_PRValue, CK_BitCast, Load, nullptr, FPOptionsOverride(),
                                           Context.getTrivialTypeSourceInfo(To), Loc, SourceLocation());
    Untyped.Element = Element;
  }
  /// Code for an object at an offset: `(*(const int *)((const char *)__builtin_addressof(o) + 8))`.
  std::string at(uint64_t Offset, std::string Declarator, QualType T) const {
    PrintingPolicy Policy = Context.getPrintingPolicy();
    Policy.FullyQualifiedName = Policy.PrintCanonicalTypes = Policy.SuppressUnwrittenScope = true;
    T.getCanonicalType().getAsStringInternal(Declarator, Policy);
    return "(*(" + Declarator + ")((const char *)" + address() + " + " + std::to_string(Offset) + "))";
  }
  std::string address() const {
    std::string Name;
    llvm::raw_string_ostream Out(Name);
    Object.Name->printPretty(Out, nullptr, Context.getPrintingPolicy());
    return (Object.Behind ? "(" : "__builtin_addressof(") + Name + ")";
  }
  /// Whether a type has a name that can be used anywhere: a builtin type, a class of a namespace, or an instance of a
  /// namespace's template whose arguments are named types and integers.
  static bool isNamed(QualType T) {
    T = T.getCanonicalType();
    if (T->isBuiltinType())
      return true;
    auto *Tag = T->getAsTagDecl();
    if (!Tag || !Tag->getIdentifier() || !Tag->getDeclContext()->getRedeclContext()->isFileContext())
      return false;
    auto *Instance = dyn_cast<ClassTemplateSpecializationDecl>(Tag);
    return !Instance || llvm::all_of(Instance->getTemplateArgs().asArray(), [](const TemplateArgument &Each) {
      return Each.getKind() == TemplateArgument::Type
                 ? isNamed(Each.getAsType())
                 : Each.getKind() == TemplateArgument::Integral && !Each.getIntegralType()->isEnumeralType();
    });
  }
  /// The offset of a base in a class, in bytes; nothing if the offset is only known at run time.
  std::optional<uint64_t> offsetOfBase(const CXXRecordDecl *Class, const CXXRecordDecl *Base) const {
    if (Class->getCanonicalDecl() == Base->getCanonicalDecl())
      return 0;
    const ASTRecordLayout &Layout = Context.getASTRecordLayout(Class);
    for (const CXXBaseSpecifier &Each : Class->bases()) {
      const CXXRecordDecl *Next = Each.getType()->getAsCXXRecordDecl();
      if (Each.isVirtual())
        return std::nullopt;
      if (const auto Further = offsetOfBase(Next, Base))
        return uint64_t(Layout.getBaseClassOffset(Next).getQuantity()) + *Further;
    }
    return std::nullopt;
  }

  const Designated &Object;
  ASTContext &Context;
};

/// How many bytes of a kernel's arguments an object may take.
constexpr int64_t MostBytes = 2048;

/// Whether a copy of an object's bytes can take the place of the object, in code that has no pointer to the original.
bool canBeCopied(const Designated &O, bool MayHoldNone, const ASTContext &Context) {
  const QualType T = O.type();
  const RecordDecl *Record = T->getAsRecordDecl();
  auto *Class = dyn_cast_or_null<CXXRecordDecl>(Record);
  auto *Variable = dyn_cast_or_null<VarDecl>(frontOf(O));
  return Record && Record->isCompleteDefinition() && !Record->isUnion() && !T.isVolatileQualified() &&
         !(Variable && Variable->getTLSKind() != VarDecl::TLS_None) && !isUnnamed(T) && !hasOpenEnd(T) &&
         !hasBaseTwice(T) && !(Class && Class->getNumVBases()) && // the host's virtual tables say where virtual bases
                                                                  // are, so a device could not find these
         (MayHoldNone || O.isThis() || holdsPointers(T, /*ToChange=*/false)) &&
         Context.getTypeSizeInChars(T).getQuantity() <= MostBytes;
}

/// Makes an ObjectArgument from what the functions do with an object, and with the objects that its pointers lead to.
class Builder {
public:
  Builder(const MemberUses &Uses, bool Returned, ASTContext &Context)
      : Uses(Uses), Returned(Returned), Context(Context) {}

  /// Makes the ObjectArgument of `Object`, which the path `From` leads to. Nothing if a device cannot have a copy of
  /// the object, or of an object that its pointers lead to.
  std::optional<ObjectArgument> build(Designated Object, const FieldPath &From) const {
    ObjectArgument Result;
    if (!canBeCopied(Object, !From.empty(), Context))
      return std::nullopt;
    Result.Object = std::move(Object);
    const MemberOffsets Of(Result.Object, Context);
    bool ByNames = isValue(Result.Object);
    for (const auto &[Path, Use] : Uses.Arrays) {
      const auto Own = within(Path, From);
      auto Each = Own ? Of.array(*Own, Use.Member) : std::nullopt;
      if (Own && !Each)
        return std::nullopt;
      if (!Own)
        continue;
      Each->Written = Use.Written;
      ByNames &= Use.Member->isPointerType() && Each->Address.empty();
      Result.Arrays.push_back(std::move(*Each));
    }
    for (FieldPath Path : Uses.Followed) {
      Path.pop_back(); // the path ends with the null that stands for the dereference of the pointer
      const auto Own = within(Path, From);
      if (!Own)
        continue;
      Path.push_back(nullptr);
      const auto At = Of.offset(*Own);
      const bool Refers = Own->back()->getType()->isReferenceType();
      auto To = Of.canBeNamed(*Own) && At ? build({Of.expression(*Own), !Refers, {}}, Path) : std::nullopt;
      if (!To)
        return std::nullopt;
      ByNames &= !Refers;
      Result.Pointers.push_back({nameOf(*Own), *At});
      Result.Behind.push_back(std::move(*To));
    }
    Result.AsBytes = Returned || !ByNames;
    return Result.AsBytes && !Context.getLangOpts().CPlusPlus ? std::nullopt : std::optional(std::move(Result));
  }

private:
  /// The part of `Path` after `From`, if it stays inside of one object; else nothing.
  static std::optional<FieldPath> within(const FieldPath &Path, const FieldPath &From) {
    if (!beginsWith(Path, From) || Path.size() == From.size())
      return std::nullopt;
    FieldPath Rest(Path.begin() + From.size(), Path.end());
    return llvm::is_contained(Rest, nullptr) ? std::nullopt : std::optional(std::move(Rest));
  }
  /// Whether a device's copy can be made as a value, so that generated code sets the copy's pointers by their names.
  bool isValue(const Designated &O) const {
    const QualType T = O.type();
    return T.isTriviallyCopyableType(Context) && !(Context.getLangOpts().CPlusPlus && T.isConstQualified());
  }

  const MemberUses &Uses;
  const bool Returned;
  ASTContext &Context;
};

} // namespace

std::optional<ObjectArgument> hetcc::objectArgument(const Expr *Argument, const FunctionDecl *Callee, unsigned Number,
                                                    Callees &Called, ASTContext &Context, std::string *Obstacle) {
  auto Object = designated(Argument);
  if (!Object)
    return std::nullopt;
  const std::string What =
                        Object->isThis() ? "this object" : "what '" + sourceText(Object->Name, Context) + "' leads to",
                    Who = "it calls '" + (Callee ? Callee->getNameAsString() : "") + "', which ";
  auto Fail = [&](std::string Why) {
    if (Obstacle && Object->Behind && (Object->isThis() || holdsPointers(Object->type(), /*ToChange=*/false)))
      *Obstacle = std::move(Why);
    return std::nullopt;
  };
  const bool IsArray = Object->Part.empty() && !elementOfContainer(Object->type()).isNull();
  if (IsArray || !canBeCopied(*Object, /*MayHoldNone=*/false, Context))
    return Fail("a device cannot have a copy of " + What);
  const FunctionUse *Known = Callee ? Called.usesOf(Callee) : nullptr;
  if (!Known)
    return Fail("a function gets " + What + " that is virtual, weak or not defined in this unit");
  MemberUses Uses(Called);
  if (!Uses.look(Callee, Number, Object->Part))
    return Fail(Who + "does more with " + What + " than to use members and to follow pointers in it" +
                lineText(Uses.UsedWhole, Context));
  if (!Uses.leavesMembers())
    return Fail(Who + "may write members of " + What + Called.chain(Callee, Number));
  auto Result = Builder(Uses, (*Known)[Number].Returned, Context).build(*Object, {});
  if (!Result)
    return Fail("a device cannot have copies of the objects that " + What + " leads to in its turn");
  Result->LendsItself = Uses.Lends && (*Known)[Number].Returned;
  return Result;
}

const MemberExpr *ArgumentArray::member() const { return cast<MemberExpr>(behindView(Array)->IgnoreParenImpCasts()); }

std::string hetcc::codeOfMember(const MemberExpr &Member, const ASTContext &Context) {
  auto Object = designated(Member.getBase());
  auto *Field = dyn_cast<FieldDecl>(Member.getMemberDecl());
  if (!Object || !Field)
    return "";
  // An object that is a member of `*this` is passed as a part of `*this`: a base class may declare the member, and
  // generated code may then not be allowed to use the member's name.
  if (auto *Outer = Object->Behind ? nullptr : dyn_cast<MemberExpr>(Object->Name))
    if (auto Around = designated(Outer->getBase());
        Around && Around->isThis() && !Outer->getMemberDecl()->getType()->isReferenceType()) {
      Around->Part.push_back(cast<FieldDecl>(Outer->getMemberDecl())->getCanonicalDecl());
      llvm::append_range(Around->Part, Object->Part);
      Object = std::move(Around);
    }
  Object->Part.push_back(Field->getCanonicalDecl());
  return MemberOffsets(*Object, const_cast<ASTContext &>(Context)).integer(Object->Part);
}
