// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Members of variables, `s.x` and `p->x`, that regions use as if they were variables of their own: device code has no
// `s`, whose pointers mean nothing there. Each has a declaration that stands nowhere in the source.
#include "Analysis/Region.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include <map>

using namespace hetcc;
using namespace clang;

namespace {

/// They live as long as the unit's syntax tree, of which a process has one.
std::map<MemberPath, const VarDecl *> &entities() {
  static std::map<MemberPath, const VarDecl *> All;
  return All;
}

/// The members from a variable to what E names, which may be the variable alone. `Behind` gets the paths of the
/// pointers on the way.
MemberPath pathOf(const Expr *E, std::vector<MemberPath> *Behind = nullptr) {
  E = E->IgnoreParenImpCasts();
  if (auto *Ref = dyn_cast<DeclRefExpr>(E))
    return isa<VarDecl>(Ref->getDecl()) ? MemberPath{cast<ValueDecl>(Ref->getDecl()->getCanonicalDecl())}
                                        : MemberPath();
  auto *Member = dyn_cast<MemberExpr>(E);
  if (!Member || !isa<FieldDecl>(Member->getMemberDecl()))
    return {};
  const Expr *Base = Member->getBase()->IgnoreParenImpCasts();
  auto *Deref = dyn_cast<UnaryOperator>(Base);
  bool Starred = Deref && Deref->getOpcode() == UO_Deref;
  MemberPath Path = pathOf(Starred ? Deref->getSubExpr() : Base, Behind);
  if (Path.empty())
    return {};
  if (Behind && (Starred || Member->isArrow()))
    Behind->push_back(Path);
  Path.push_back(cast<ValueDecl>(Member->getMemberDecl()->getCanonicalDecl()));
  return Path;
}

} // namespace

MemberPath hetcc::memberPath(const Expr *E) {
  MemberPath Path = pathOf(E);
  return Path.size() > 1 ? Path : MemberPath();
}

bool hetcc::isReachedAnyway(const Region &R, const Expr *E) {
  std::vector<MemberPath> Wanted, Followed;
  pathOf(E, &Wanted);
  for (const Window &W : R.Windows) {
    pathOf(W.Spec->Array.Checked, &Followed);
    for (const Dimension &D : W.Spec->Dimensions)
      pathOf(D.Num.Checked, &Followed);
  }
  for (const Expr *Of : {R.Loop.Lower, R.Loop.Bound})
    pathOf(Of, &Followed);
  return llvm::all_of(Wanted, [&](const MemberPath &Pointer) { return llvm::is_contained(Followed, Pointer); });
}

const ValueDecl *hetcc::memberEntity(const Expr *E) {
  auto Found = entities().find(memberPath(E));
  return Found == entities().end() ? nullptr : Found->second;
}

const ValueDecl *hetcc::makeMemberEntity(const Expr *E, const FunctionDecl &User, ASTContext &Context) {
  MemberPath Path = memberPath(E);
  if (Path.empty())
    return nullptr;
  const VarDecl *&Entity = entities()[Path];
  if (!Entity)
    Entity = VarDecl::Create(Context, const_cast<FunctionDecl *>(&User), Path.back()->getLocation(),
                             Path.back()->getLocation(), Path.back()->getIdentifier(),
                             E->IgnoreParenImpCasts()->getType(), nullptr, SC_None);
  return Entity;
}
