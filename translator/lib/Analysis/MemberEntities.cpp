// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Members of variables, `s.x` and `p->x`, that regions use as if they were variables of their own: device code has no
// `s`, whose pointers mean nothing there. Each has a declaration that stands nowhere in the source.
#include "Analysis/Region.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace hetcc;
using namespace clang;

namespace {

/// Of the region that is being looked at; one at a time is. Another one may know the whole of an object instead.
std::shared_ptr<MemberEntities> &current() {
  static std::shared_ptr<MemberEntities> Own = std::make_shared<MemberEntities>();
  return Own;
}

bool beginsWith(const MemberPath &Path, const MemberPath &Beginning) {
  return Path.size() >= Beginning.size() && std::equal(Beginning.begin(), Beginning.end(), Path.begin());
}

} // namespace

MemberPath hetcc::memberPath(const Expr *E, std::vector<MemberPath> *Followed) {
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
  MemberPath Path = memberPath(Starred ? Deref->getSubExpr() : Base, Followed);
  if (Path.empty())
    return {};
  if (Followed && (Starred || Member->isArrow()))
    Followed->push_back(Path);
  Path.push_back(cast<ValueDecl>(Member->getMemberDecl()->getCanonicalDecl()));
  return Path;
}

bool hetcc::isReachedAnyway(const Region &R, const Expr *E) {
  std::vector<MemberPath> Wanted, Followed;
  memberPath(E, &Wanted);
  for (const Window &W : R.Windows) {
    memberPath(W.Spec->Array.Checked, &Followed);
    for (const Dimension &D : W.Spec->Dimensions)
      for (const auto &Each : {D.Num, D.Distance})
        if (Each)
          memberPath(Each->Checked, &Followed);
  }
  for (const Expr *Of : {R.Loop.Lower, R.Loop.Bound})
    memberPath(Of, &Followed);
  return llvm::all_of(Wanted, [&](const MemberPath &Pointer) { return llvm::is_contained(Followed, Pointer); });
}

const Window *hetcc::windowBehind(const Region &R, const ValueDecl *Variable) {
  auto Found = llvm::find_if(R.Windows, [&](const Window &W) {
    MemberPath Path = memberPath(W.Spec->Array.Checked);
    return Path.size() > 1 && Path.front() == Variable;
  });
  return Found == R.Windows.end() ? nullptr : &*Found;
}

const Window *hetcc::windowInside(const Region &R, const MemberPath &Object) {
  if (Object.empty())
    return nullptr;
  auto Found = llvm::find_if(R.Windows, [&](const Window &W) {
    std::vector<MemberPath> Followed;
    MemberPath Path = memberPath(W.Spec->Array.Checked, &Followed);
    auto Leaves = [&](const MemberPath &Pointer) { return beginsWith(Pointer, Object); };
    return W.Type->isArrayType() && Path.size() > Object.size() && beginsWith(Path, Object) &&
           llvm::none_of(Followed, Leaves);
  });
  return Found == R.Windows.end() ? nullptr : &*Found;
}

void hetcc::useMemberEntities(Region &R) {
  if (!R.Members)
    R.Members = std::make_shared<MemberEntities>();
  current() = R.Members;
}

const ValueDecl *hetcc::memberEntity(const Expr *E) {
  auto Found = current()->find(memberPath(E));
  return Found == current()->end() ? nullptr : Found->second;
}

const ValueDecl *hetcc::makeMemberEntity(const Expr *E, const FunctionDecl &User, ASTContext &Context) {
  MemberPath Path = memberPath(E);
  if (Path.size() < 2)
    return nullptr;
  const VarDecl *&Entity = (*current())[Path];
  if (!Entity)
    Entity = VarDecl::Create(Context, const_cast<FunctionDecl *>(&User), Path.back()->getLocation(),
                             Path.back()->getLocation(), Path.back()->getIdentifier(),
                             E->IgnoreParenImpCasts()->getType(), nullptr, SC_None);
  return Entity;
}
