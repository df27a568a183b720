// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Members of variables, `s.x` and `p->x`, and pointers that pointers lead to, `*p`, which regions use. Device code has
// a variable for each of them instead of the object `s`, whose pointers are invalid there. In Analysis, an implicit
// VarDecl (the member's entity), which is not in the source, represents this variable.
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Syntax/AddressForms.h"
#include "Analysis/Syntax/Expressions.h"
#include "Analysis/Syntax/SourceText.h"
#include "Analysis/Syntax/Types.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace hetcc;
using namespace clang;

/// The field `m` if the returned expression is `m[i]`, where m is a member of `*this` and i a parameter; else null.
static const FieldDecl *elementOfMember(const Expr *Result) {
  auto *Element = dyn_cast<ArraySubscriptExpr>(Result);
  auto *Operator = dyn_cast<CXXOperatorCallExpr>(Result);
  if (!Element && !(Operator && Operator->getOperator() == OO_Subscript && Operator->getNumArgs() == 2))
    return nullptr;
  const Expr *Base = (Element ? Element->getBase() : Operator->getArg(0))->IgnoreParenImpCasts();
  const Expr *Index = (Element ? Element->getIdx() : Operator->getArg(1))->IgnoreParenImpCasts();
  auto *Member = dyn_cast<MemberExpr>(Base);
  auto *Parameter = dyn_cast<DeclRefExpr>(Index);
  if (!Member || !isa<CXXThisExpr>(Member->getBase()->IgnoreParenImpCasts()) || !Parameter ||
      !isa<ParmVarDecl>(Parameter->getDecl()) || (Operator && elementOfContainer(Base->getType()).isNull()))
    return nullptr;
  return dyn_cast<FieldDecl>(Member->getMemberDecl());
}

std::optional<Accessor> hetcc::accessorOf(const Expr *E) {
  auto *Call = dyn_cast<CXXMemberCallExpr>(E->IgnoreParenImpCasts());
  auto *Callee = Call ? dyn_cast<MemberExpr>(Call->getCallee()->IgnoreParens()) : nullptr;
  const CXXMethodDecl *Method = Callee ? Call->getMethodDecl() : nullptr;
  if (!Method || Method->isVirtual() || Method->getNumParams() != 1 || Call->getNumArgs() != 1 ||
      !Method->getReturnType()->isLValueReferenceType())
    return std::nullopt;
  const QualType Element = Method->getReturnType().getNonReferenceType();
  const QualType Wanted = Method->getParamDecl(0)->getType(), Given = Call->getArg(0)->IgnoreParenImpCasts()->getType();
  const ASTContext &Context = Method->getASTContext();
  if (Element->isPointerType() || Element->isArrayType() || !elementOfContainer(Element).isNull() ||
      !Wanted->isIntegerType() || !Given->isIntegerType() || Context.getTypeSize(Given) > Context.getTypeSize(Wanted))
    return std::nullopt; // for instance, converting the index to the parameter's type may change its value
  const FunctionDecl *Definition = nullptr;
  const Expr *Result = Method->hasBody(Definition) ? returnedAlone(*Definition) : nullptr;
  const FieldDecl *Array = Result ? elementOfMember(Result->IgnoreParenImpCasts()) : nullptr;
  return Array ? std::optional(Accessor{Call, Callee, Array}) : std::nullopt;
}

const Expr *hetcc::arrayBehind(const Accessor &A) {
  const ASTContext &Context = A.Call->getMethodDecl()->getASTContext();
  return UnaryOperator::Create(Context, const_cast<CXXMemberCallExpr *>(A.Call), UO_AddrOf,
                               Context.getPointerType(A.Call->getType()), VK_PRValue, OK_Ordinary,
                               A.Call->getBeginLoc(), false, FPOptionsOverride());
}

/// The member that an expression names, and its MemberExpr; null if it does not name a member. A call such as
/// `v.size()`, whose value depends only on the object's members (asksForNumber()), counts as a member: the function
/// then returns the method.
static std::pair<const MemberExpr *, const ValueDecl *> memberOf(const Expr *E) {
  E = behindView(E)->IgnoreParenImpCasts();
  if (asksForNumber(E)) {
    auto *Call = cast<CXXMemberCallExpr>(E);
    return {cast<MemberExpr>(Call->getCallee()->IgnoreParens()), Call->getMethodDecl()};
  }
  if (auto *Address = dyn_cast<UnaryOperator>(E); Address && Address->getOpcode() == UO_AddrOf)
    if (auto Through = accessorOf(Address->getSubExpr()))
      return {Through->Callee, Through->Array};
  auto *Member = dyn_cast<MemberExpr>(E);
  auto *Field = Member ? dyn_cast<FieldDecl>(Member->getMemberDecl()) : nullptr;
  return {Field ? Member : nullptr, Field};
}

/// The pointer `p` in `p->x` or `(*p).x`; null for `s.x`.
static const Expr *pointerBefore(const MemberExpr *Member) {
  const Expr *Base = Member->getBase()->IgnoreParenImpCasts();
  auto *Deref = dyn_cast<UnaryOperator>(Base);
  if (Deref && Deref->getOpcode() == UO_Deref)
    return Deref->getSubExpr()->IgnoreParenImpCasts();
  return Member->isArrow() ? Base : nullptr;
}

static bool isOfThis(const MemberExpr &Member) {
  const Expr *Base = Member.getBase()->IgnoreParenImpCasts();
  if (auto *Deref = dyn_cast<UnaryOperator>(Base); Deref && Deref->getOpcode() == UO_Deref)
    Base = Deref->getSubExpr()->IgnoreParenImpCasts();
  return isa<CXXThisExpr>(Base);
}

/// The `p` in `*p` if `*p` is itself a pointer, but no function pointer; else null.
static const Expr *pointerToPointer(const Expr *E) {
  auto *Deref = dyn_cast<UnaryOperator>(E->IgnoreParenImpCasts());
  const bool Leads = Deref && Deref->getOpcode() == UO_Deref && Deref->getType()->isPointerType() &&
                     !Deref->getType()->isFunctionPointerType();
  return Leads ? Deref->getSubExpr()->IgnoreParenImpCasts() : nullptr;
}

void hetcc::pointersOf(const Expr *E, std::vector<const Expr *> &Into) {
  if (const Expr *Pointer = memberPath(E).empty() ? nullptr : pointerToPointer(E)) {
    pointersOf(Pointer, Into);
    return Into.push_back(Pointer);
  }
  const MemberExpr *Member = memberOf(E).first;
  if (!Member || memberPath(E).empty() || isOfThis(*Member))
    return;
  const Expr *Pointer = pointerBefore(Member);
  pointersOf(Pointer ? Pointer : Member->getBase(), Into);
  if (Pointer)
    Into.push_back(Pointer);
}

/// Adds the direct and indirect bases of a class; false if a base occurs twice or is not defined.
static bool noteBases(const CXXRecordDecl &Class, llvm::SmallPtrSetImpl<const CXXRecordDecl *> &Into) {
  return llvm::all_of(Class.bases(), [&](const CXXBaseSpecifier &Each) {
    const CXXRecordDecl *Base = Each.getType()->getAsCXXRecordDecl();
    return Base && Base->hasDefinition() && Into.insert(Base->getCanonicalDecl()).second &&
           noteBases(*Base->getDefinition(), Into);
  });
}

bool hetcc::hasBaseTwice(QualType T) {
  const CXXRecordDecl *Class = T->isPointerType() ? T->getPointeeCXXRecordDecl() : T->getAsCXXRecordDecl();
  llvm::SmallPtrSet<const CXXRecordDecl *, 8> Bases;
  return Class && Class->hasDefinition() && Class->getNumBases() && !noteBases(*Class->getDefinition(), Bases);
}

MemberPath hetcc::memberPath(const Expr *E, std::vector<MemberPath> *Followed) {
  E = behindView(E)->IgnoreParenImpCasts();
  if (auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    // In OpenMP constructs, clang puts this declaration in place of a member of `*this`.
    if (auto *Stand = dyn_cast<OMPCapturedExprDecl>(Ref->getDecl()))
      return memberPath(Stand->getInit(), Followed);
    if (behindRange(Ref) != Ref)
      return memberPath(behindRange(Ref), Followed);
    return isa<VarDecl>(Ref->getDecl()) ? MemberPath{cast<ValueDecl>(Ref->getDecl()->getCanonicalDecl())}
                                        : MemberPath();
  }
  if (const Expr *To = pointerToPointer(E)) {
    MemberPath Path = memberPath(To, Followed);
    if (Path.empty())
      return {};
    if (Followed)
      Followed->push_back(Path);
    Path.push_back(Path.back()); // the path repeats the pointer's last entry, to stand for the `*`, which is not a
                                 // member
    return Path;
  }
  const auto [Member, Field] = memberOf(E);
  // The path would not tell which of the two bases is meant.
  if (!Member || hasBaseTwice(Member->getBase()->IgnoreParenImpCasts()->getType()))
    return {};
  if (isOfThis(*Member)) // the path of a member of `*this` begins with the member, as if it were a variable
    return isa<FieldDecl>(Field) ? MemberPath{cast<ValueDecl>(Field->getCanonicalDecl())} : MemberPath();
  const Expr *Pointer = pointerBefore(Member);
  MemberPath Path = memberPath(Pointer ? Pointer : Member->getBase(), Followed);
  if (Path.empty())
    return {};
  if (Followed && Pointer)
    Followed->push_back(Path);
  Path.push_back(cast<ValueDecl>(Field->getCanonicalDecl()));
  return Path;
}

MemberPath hetcc::pathOf(const Expr *E) {
  MemberPath Path = memberPath(E);
  if (Path.size() > 1)
    return Path;
  const ValueDecl *D = namedDirectly(E);
  return D ? MemberPath{D} : Path;
}

static bool findObject(const Expr *E, Designated &Into);

/// Sets `Into` to the object that the pointer `E` leads to; false if no name designates the object.
static bool findBehind(const Expr *E, Designated &Into) {
  E = E->IgnoreParenImpCasts();
  if (auto *Address = dyn_cast<UnaryOperator>(E); Address && Address->getOpcode() == UO_AddrOf)
    return findObject(Address->getSubExpr(), Into);
  Into.Name = E;
  Into.Behind = true;
  const QualType T = E->getType();
  return isa<CXXThisExpr>(E) || (T->isPointerType() && !T.isVolatileQualified() && !memberPath(E).empty());
}

/// Sets `Into` to the object that the glvalue `E` is, or is a part of; false if no name designates the object.
static bool findObject(const Expr *E, Designated &Into) {
  E = E->IgnoreParenImpCasts();
  if (auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    // In OpenMP constructs, clang puts this declaration in place of a member of `*this`.
    if (auto *Stand = dyn_cast<OMPCapturedExprDecl>(Ref->getDecl()))
      return findObject(Stand->getInit(), Into);
    if (behindRange(Ref) != Ref)
      return findObject(behindRange(Ref), Into);
    Into.Name = Ref;
    return isa<VarDecl>(Ref->getDecl());
  }
  if (auto *Deref = dyn_cast<UnaryOperator>(E); Deref && Deref->getOpcode() == UO_Deref)
    return findBehind(Deref->getSubExpr(), Into);
  auto *Member = dyn_cast<MemberExpr>(E);
  auto *Field = Member ? dyn_cast<FieldDecl>(Member->getMemberDecl()) : nullptr;
  if (!Field)
    return false;
  if (isOfThis(*Member) || Field->getType()->isReferenceType()) {
    Into.Name = Member;
    return !memberPath(Member).empty();
  }
  Into.Part.insert(Into.Part.begin(), Field->getCanonicalDecl());
  return Member->isArrow() ? findBehind(Member->getBase(), Into) : findObject(Member->getBase(), Into);
}

std::optional<Designated> hetcc::designated(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (auto *Copy = dyn_cast<CXXConstructExpr>(E);
      Copy && Copy->getConstructor()->isCopyConstructor() && Copy->getNumArgs() == 1)
    E = Copy->getArg(0)->IgnoreParenImpCasts();
  Designated Found;
  const bool Good = E->getType()->isRecordType() ? findObject(E, Found) : findBehind(E, Found);
  return Good && Found.type()->isRecordType() ? std::optional(std::move(Found)) : std::nullopt;
}

/// The path that identifies an object's entity. For `*this` it is {nullptr}, so it differs from all other paths.
static MemberPath objectPath(const Designated &O) {
  MemberPath Path = O.isThis() ? MemberPath{nullptr} : memberPath(O.Name);
  if (O.Behind && !O.isThis())
    Path.push_back(Path.back());
  return Path;
}

const ValueDecl *hetcc::frontOf(const Designated &O) { return objectPath(O).front(); }

static const ValueDecl *named(const Expr *E, const MemberEntities &Members) {
  E = behindView(E)->IgnoreParenImpCasts();
  auto *Ref = dyn_cast<DeclRefExpr>(E);
  // In clauses, and in the body outside of templates, clang puts an OMPCapturedExprDecl in place of a member.
  if (auto *Stand = Ref ? dyn_cast<OMPCapturedExprDecl>(Ref->getDecl()) : nullptr)
    return named(Stand->getInit(), Members);
  if (Ref && behindRange(Ref) != Ref)
    return named(behindRange(Ref), Members);
  if (Ref)
    return dyn_cast<ValueDecl>(Ref->getDecl()->getCanonicalDecl());
  if (auto *Member = dyn_cast<MemberExpr>(E);
      Member && !isa<FieldDecl>(Member->getMemberDecl()) && isa<CXXThisExpr>(Member->getBase()->IgnoreParenImpCasts()))
    return cast<ValueDecl>(Member->getMemberDecl()->getCanonicalDecl()); // a static member, or a function
  return isa<MemberExpr, UnaryOperator, CXXMemberCallExpr>(E) ? Members.member(E) : nullptr;
}

const ValueDecl *hetcc::namedDirectly(const Expr *E) { return named(E, MemberEntities()); }

const ValueDecl *MemberEntities::named(const Expr *E) const { return ::named(E, *this); }

const ValueDecl *MemberEntities::member(const Expr *E) const {
  const MemberPath Path = memberPath(E);
  if (Path.size() == 1)
    return dyn_cast<FieldDecl>(Path.front());
  const auto Found = Made.find(Path);
  return Found == Made.end() ? nullptr : Found->second;
}

const ValueDecl *MemberEntities::root(const Expr *E) const {
  for (;;) {
    E = E->IgnoreParenImpCasts();
    if (const ValueDecl *Decl = named(E))
      return Decl;
    if (auto *Member = dyn_cast<MemberExpr>(E); Member && !Member->isArrow())
      E = Member->getBase();
    else if (auto *Subscript = dyn_cast<ArraySubscriptExpr>(E);
             Subscript && Subscript->getBase()->IgnoreParenImpCasts()->getType()->isArrayType())
      E = Subscript->getBase();
    else
      return nullptr;
  }
}

bool MemberEntities::has(const ValueDecl *D) const {
  return llvm::any_of(Made, [&](const auto &Each) { return Each.second == D; });
}

const ValueDecl *MemberEntities::make(const MemberPath &Path, QualType T, const FunctionDecl &User,
                                      ASTContext &Context) {
  const VarDecl *&Entity = Made[Path];
  if (!Entity) {
    const ValueDecl *Last = Path.back();
    const SourceLocation At = Last ? Last->getLocation() : User.getLocation();
    auto *Made =
        VarDecl::Create(Context, const_cast<FunctionDecl *>(&User), At, At,
                        Last ? Last->getIdentifier() : &Context.Idents.get("this_object"), T, nullptr, SC_None);
    Made->setImplicit(!Last || isa<FieldDecl>(Path.front())); // an implicit entity is one that Entity::isMember()
                                                              // recognises
    Entity = Made;
  }
  return Entity;
}

const ValueDecl *MemberEntities::make(const Expr *E, const FunctionDecl &User, ASTContext &Context) {
  const MemberPath Path = memberPath(E);
  return Path.size() < 2 ? nullptr : make(Path, E->IgnoreParenImpCasts()->getType(), User, Context);
}

const ValueDecl *MemberEntities::make(const Designated &O, const FunctionDecl &User, ASTContext &Context) {
  const MemberPath Path = objectPath(O);
  return Path.size() == 1 && Path.front() ? Path.front() : make(Path, O.type(), User, Context);
}

const Expr *hetcc::behindView(const Expr *E) {
  auto *Cast = dyn_cast<CStyleCastExpr>(E->IgnoreParenImpCasts());
  return Cast && Cast->getRParenLoc().isInvalid() ? Cast->getSubExpr() : E;
}

const Expr *hetcc::behindRange(const Expr *E) {
  auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  const bool Stands = Var && !Var->isCXXForRangeDecl() && Var->isImplicit() && Var->getInit() &&
                      Var->getType()->isLValueReferenceType() && Var->getName().starts_with("__range");
  return Stands ? Var->getInit()->IgnoreParenImpCasts() : E;
}

std::optional<Subscript> hetcc::subscript(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (auto *Level = dyn_cast<ArraySubscriptExpr>(E))
    return Subscript{Level->getBase(), Level->getIdx()};
  if (auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
      Call && Call->getOperator() == OO_Subscript && Call->getNumArgs() == 2)
    return Subscript{Call->getArg(0), Call->getArg(1)};
  if (auto Through = accessorOf(E))
    return Subscript{arrayBehind(*Through), Through->Call->getArg(0)};
  return std::nullopt;
}

const VarDecl *hetcc::namedVariable(const Stmt *S) {
  auto *E = dyn_cast_or_null<Expr>(S);
  auto *Ref = E ? dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts()) : nullptr;
  auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return Var ? Var->getCanonicalDecl() : nullptr;
}

const FunctionDecl *hetcc::functionOf(const VarDecl &Var) {
  const DeclContext *In = Var.getDeclContext();
  while (isa<CapturedDecl>(In))
    In = In->getParent();
  auto *F = dyn_cast<FunctionDecl>(In);
  return F ? F->getCanonicalDecl() : nullptr;
}
