// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Merges the regions of all instances of a template into one layout. Instances may use different variables and
// functions where an `if constexpr`, an overload or a dependent name is resolved differently in each.
#include "Analysis/MergeInstances.h"
#include "Analysis/Calls/CallTree.h"
#include "Analysis/Calls/DeviceFunctions.h"
#include "Analysis/Region/RegionGroup.h"
#include "Analysis/Syntax/DynamicVisitor.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/StringSet.h"

using namespace hetcc;
using namespace clang;

namespace {

/// Finds the variable or member that is declared at location Loc.
class DeclarationAt : public DynamicVisitor {
public:
  explicit DeclarationAt(SourceLocation Loc) : Loc(Loc) { VisitsImplicitCode = true; }
  const ValueDecl *Found = nullptr;
  bool VisitVarDecl(VarDecl *Var) override { return look(Var); }
  bool look(const ValueDecl *Decl) {
    if (Decl->getLocation() == Loc)
      Found = cast<ValueDecl>(Decl->getCanonicalDecl());
    return !Found;
  }
  void lookIn(const FunctionDecl *F) {
    for (const ParmVarDecl *Parameter : F->parameters())
      look(Parameter);
    TraverseStmt(F->getBody());
  }
  void lookIn(const CXXRecordDecl *Class) {
    for (const Decl *D : Class->decls())
      if (isa<FieldDecl, VarDecl>(D))
        look(cast<ValueDecl>(D));
    if (Class->hasDefinition())
      for (const CXXBaseSpecifier &Base : Class->bases())
        if (const CXXRecordDecl *Outer = Base.getType()->getAsCXXRecordDecl(); Outer && !Found)
          lookIn(Outer);
  }

private:
  SourceLocation Loc;
};

/// The declaration in instance `In` that corresponds to `Decl` of another instance; null if there is none.
const ValueDecl *counterpart(const ValueDecl *Decl, const Region &In) {
  auto *Var = dyn_cast<VarDecl>(Decl);
  bool OfFunction = Var && Decl->getDeclContext()->isFunctionOrMethod();
  if (!OfFunction && !Decl->getDeclContext()->isRecord())
    return Decl; // a declaration in a namespace is the same for all instances
  DeclarationAt Search(Decl->getLocation());
  for (const DeclContext *Scope = In.Site.Function; Scope && !Search.Found; Scope = Scope->getParent()) {
    if (auto *F = dyn_cast<FunctionDecl>(Scope); F && OfFunction)
      Search.lookIn(F);
    else if (auto *Class = dyn_cast<CXXRecordDecl>(Scope); Class && !OfFunction)
      Search.lookIn(Class);
  }
  return Search.Found;
}

// Whether two items of different instances come from the same source text. At the directive, one spelling means one
// variable.
bool sameInSource(const Capture &A, const Capture &B) { return A.Spelling == B.Spelling; }
bool sameInSource(const Access &A, const Access &B) { return A.Whole->getSourceRange() == B.Whole->getSourceRange(); }
bool sameInSource(const Renaming &A, const Renaming &B) { return A.Use->getSourceRange() == B.Use->getSourceRange(); }

template <typename T> T *findSame(std::vector<T> &List, const T &Wanted) {
  auto It = llvm::find_if(List, [&](const T &Own) { return sameInSource(Own, Wanted); });
  return It == List.end() ? nullptr : &*It;
}

class Merger {
public:
  Merger(RegionGroup &G, ASTContext &Context) : G(G), Context(Context) {}

  void run() {
    for (Region &To : G.Instances)
      for (const Region &From : G.Instances)
        if (&To != &From)
          take(To, From);
    for (Region &R : G.Instances) {
      llvm::stable_sort(R.Body.Captures, [](const Capture &A, const Capture &B) { return A.Spelling < B.Spelling; });
      settleKinds(R);
      nameEntities(R);
    }
    SharedForm Shared;
    Shared.ReductionsTravel = llvm::all_of(G.Instances, [](const Region &R) { return R.Body.ReductionsTravel; });
    Shared.OnePartial = llvm::all_of(G.Instances, [](const Region &R) { return R.canHaveOnePartial(); });
    Shared.HoldsCallees = llvm::any_of(G.Instances, [](const Region &R) { return holdsCallees(R); });
    for (Region &R : G.Instances) {
      R.Fate = G.Fate;
      R.Shared = Shared;
      // Without devices, the atomic updates of the CPU threads need no reduction.
      if (G.Fate.Where != RunsOn::Everywhere)
        llvm::erase_if(R.Body.Captures, [](const Capture &C) { return C.Reduced.Atomic || C.Reduced.InSection; });
    }
  }

private:
  /// Adds to instance `To` what instance `From` captures, renames and accesses.
  void take(Region &To, const Region &From) {
    for (size_t I = 0; I < To.Windows.size() && I < From.Windows.size(); ++I) {
      To.Windows[I].MoveIn |= From.Windows[I].MoveIn;
      To.Windows[I].MoveOut |= From.Windows[I].MoveOut;
      To.Windows[I].WritesAnywhere |= From.Windows[I].WritesAnywhere;
      To.Windows[I].Strided &= From.Windows[I].Strided; // all kernels share one descriptor, so all must use strides
    }
    for (const Capture &C : From.Body.Captures)
      if (!findSame(To.Body.Captures, C))
        takeCapture(To, C);
    for (const Renaming &N : From.Body.Replaced.Names)
      if (!findSame(To.Body.Replaced.Names, N))
        if (const ValueDecl *Decl = counterpart(N.Decl, To))
          To.Body.Replaced.Names.push_back({N.Use, Decl});
    for (const ValueDecl *Decl : From.Body.Unqualified)
      if (llvm::none_of(To.Body.Unqualified, [&](auto *Own) { return Own->getLocation() == Decl->getLocation(); }))
        if (const ValueDecl *Own = counterpart(Decl, To))
          To.Body.Unqualified.insert(Own);
    for (const Access &A : From.Body.Accesses)
      if (Access *Own = findSame(To.Body.Accesses, A))
        Own->Read |= A.Read, Own->Write |= A.Write, Own->Assigned |= A.Assigned, Own->Overwrites &= A.Overwrites;
      else
        To.Body.Accesses.push_back(A);
    for (const OuterName &Name : From.Outer.OuterNames)
      if (Name.Decl && llvm::none_of(To.Outer.OuterNames, [&](const OuterName &Own) { return Own.Loc == Name.Loc; }))
        To.Outer.OuterNames.push_back(Name);
  }

  void takeCapture(Region &To, Capture C) {
    const ValueDecl *Own = counterpart(C.What.Decl, To);
    QualType Type = Own ? Own->getType().getNonReferenceType() : QualType();
    if (!Own || !isCopied(Type, Context))
      return G.Fate.restrict(RunsOn::Host, G.Source->Begin,
                             "'" + C.What.name() + "' does not travel to a device in every instance of the template",
                             CopyParts);
    C.What.Decl = Own;
    C.Type = Type.getUnqualifiedType();
    To.Body.Captures.push_back(std::move(C));
  }

  /// Makes a constant an ordinary value if the compiler does not know its value in every instance.
  void settleKinds(Region &R) const {
    auto Known = [&](const Capture &C) {
      auto *Var = dyn_cast<VarDecl>(C.What.Decl);
      return C.Kind == CaptureKind::Constant && Var && isKnownNumber(*Var, Context);
    };
    for (Capture &C : R.Body.Captures)
      if (C.Kind == CaptureKind::Constant && !llvm::all_of(G.Instances, [&](Region &Other) {
            Capture *Same = findSame(Other.Body.Captures, C);
            return Same && Known(*Same);
          }))
        C.Kind = CaptureKind::Value;
  }

  /// Chooses the names of captures and windows in device code. An entity in OuterDeclarations::Unqualified keeps its
  /// name, because the text of the body names it; all others get unique names.
  void nameEntities(Region &R) {
    std::vector<Entity *> All;
    for (Capture &C : R.Body.Captures)
      All.push_back(&C.What);
    for (Window &W : R.Windows)
      if (W.Array.Decl)
        All.push_back(&W.Array);
    llvm::StringSet<> Taken;
    for (Entity *E : All)
      if (R.Body.Unqualified.contains(E->Decl) && !Taken.insert(E->Local = E->name()).second)
        G.Fate.restrict(RunsOn::Host, G.Source->Begin, "the loop names two variables '" + E->name() + "'",
                        "rename one of them");
    for (Entity *E : All) {
      if (R.Body.Unqualified.contains(E->Decl))
        continue;
      std::string Base = (E->isMember() ? "hetrt_member_" : "hetrt_outer_") + E->name(), Name = Base;
      for (unsigned Count = 2; !Taken.insert(Name).second; ++Count)
        Name = Base + "_" + std::to_string(Count);
      E->Local = Name;
    }
  }

  RegionGroup &G;
  ASTContext &Context;
};

} // namespace

/// For messages: the text ", in 'f<B>'..." if not all instances run on the same devices; else empty.
static std::string whichInstance(const RegionGroup &G, const Region &R, ASTContext &Context) {
  if (llvm::all_of(G.Instances, [&](const Region &Other) { return Other.Fate.Where == R.Fate.Where; }))
    return {};
  std::string Name;
  llvm::raw_string_ostream Stream(Name);
  R.Site.Function->getNameForDiagnostic(Stream, Context.getPrintingPolicy(), /*Qualified=*/true);
  return ", in '" + Name + "', and one text serves all instances";
}

/// A function that two instances call and that needs a different device form for each; null if there is none.
static const FunctionDecl *differentForms(const RegionGroup &G) {
  for (const Region &A : G.Instances)
    for (const Region &B : G.Instances)
      for (const DeviceFunction &F : A.Functions.All)
        for (const DeviceFunction &Other : B.Functions.All)
          if (isSameText(F, Other) && !haveSameForm(F, Other))
            return F.Definition;
  return nullptr;
}

void hetcc::mergeInstances(RegionGroup &G, ASTContext &Context) {
  for (const Region &R : G.Instances)
    G.Fate.restrict(R.Fate.Where, R.Fate.Loc, R.Fate.Cause + whichInstance(G, R, Context), R.Fate.Remedy);
  if (const FunctionDecl *F = differentForms(G))
    G.Fate.restrict(RunsOn::Host, G.Source->Begin,
                    "'" + F->getNameAsString() + "' reads other variables in each instance of the template",
                    "pass them as arguments");
  Merger(G, Context).run();
}
