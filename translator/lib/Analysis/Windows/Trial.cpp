// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the arrays that a loop body uses and no clause names, and analyses the region with windows for them.
#include "Analysis/Windows/Trial.h"
#include "Analysis/Calls/Callees.h"
#include "Analysis/Calls/DeviceFunctions.h"
#include "Analysis/Objects/AccessPaths.h"
#include "Analysis/Objects/ObjectArguments.h"
#include "Analysis/Objects/Views.h"
#include "Analysis/Region/Region.h"
#include "Analysis/Region/Steps.h"
#include "Analysis/Region/View.h"
#include "Analysis/Syntax/AddressForms.h"
#include "Analysis/Syntax/DynamicVisitor.h"
#include "Analysis/Syntax/Expressions.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Syntax/Rows.h"
#include "Analysis/Syntax/SourceText.h"
#include "Analysis/Syntax/Types.h"
#include "Analysis/Variables/Atomics.h"
#include "Analysis/Variables/ThreadSums.h"
#include "Analysis/Variables/ThreadVariables.h"
#include "Diagnostics.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/OpenMPClause.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/ScopeExit.h"

using namespace hetcc;
using namespace clang;

bool hetcc::keepsWindow(const ClauseExpr &Persist, const WindowSpec &Spec) {
  if (Persist.Text == Spec.Array.Text)
    return true;
  if (!Persist.Checked || !Spec.Array.Checked)
    return false;
  const MemberPath Path = pathOf(Persist.Checked);
  return !Path.empty() && Path == pathOf(Spec.Array.Checked);
}

std::vector<MemberPath> hetcc::updatedByAtomic(const Stmt *S, const MemberEntities &Members, ASTContext &Context) {
  std::vector<MemberPath> Found;
  for (const AtomicUse &Use : findAtomics(S, Members, Context).All) {
    const Expr *Object = Use.Object;
    while (Object && pathOf(Object).empty())
      Object = baseOf(Object->IgnoreParenImpCasts());
    if (Object)
      Found.push_back(pathOf(Object));
  }
  return Found;
}

namespace {

/// Finds the arrays that a body uses and no clause names, in the order of the text.
class ArrayNames : public DynamicVisitor {
public:
  ArrayNames(const Region &R, ASTContext &Context, bool Objects)
      : Context(Context), Called(*R.Site.Called), Body(R), OnlyCopies(canReachOnlyCopies(R)), Objects(Objects) {
    if (auto *Directive = dyn_cast_or_null<OMPExecutableDirective>(R.Site.Marker->getElse()))
      for (const OMPClause *Clause : Directive->clauses())
        own(*Clause);
    Named.insert(R.Loop.Iterator);
    for (const ThreadSum &Each : threadSums(R, Context)) // devices have partials of these variables
      Named.insert(Each.Var);
    for (const ThreadArray &Each : arraysSetAnew(R, Context)) // each iteration on a device has its own array
      Named.insert(Each.Var);
    Updated = updatedByAtomic(R.Loop.For->getBody(), R.Members, Context);
    if (R.Loop.isPointer() && !use(startOf(R.Loop.Lower)) && !R.Loop.OfClass && !R.Site.Source->isTask())
      elementsFrom(R);
    TraverseStmt(R.Loop.For->getBody());
    for (const DeviceFunction &F : findDeviceFunctions(R, Context).All)
      // The name is qualified, because at the loop the bare name may mean another variable.
      for (const DeclRefExpr *Use : F.Reads)
        use(Use, Context.getLangOpts().CPlusPlus ? "::" + qualifiedName(*Use->getDecl()) : "");
  }
  struct Use {
    const Expr *Array = nullptr;
    std::string Address = {}; ///< the array's address in generated code, if that is not the array's name
    std::string Text = {};    ///< the array in messages, if the source has no name for it
  };
  llvm::MapVector<MemberPath, Use, std::map<MemberPath, unsigned>> Found;
  /// Arrays of vectors or the like of which the body uses rows as a whole. Devices need copies of the vectors, which
  /// hold the lengths of the rows.
  llvm::MapVector<MemberPath, const Expr *, std::map<MemberPath, unsigned>> WithHolders;
  /// The rows behind members of an array's elements that the body uses, as `x` in `cells[i].x[k]`.
  struct Rows {
    MemberPath Path;
    const Expr *Array = nullptr;
    RowPath RowParts;
  };
  std::vector<Rows> ByParts;

private:
  bool dataTraverseStmtPre(Stmt *S) override {
    if (isa<UnaryExprOrTypeTraitExpr>(S)) // the operand of `sizeof` and the like is not evaluated
      return false;
    if (auto *E = dyn_cast<Expr>(S); E && Pointers.contains(E))
      return false;
    if (auto *E = dyn_cast<Expr>(S)) {
      row(E);
      if (Objects && E->isGLValue())
        rowsOfPart(E);
    }
    if (const LocalObject *Own = localObject(S, Body, Context)) {
      for (const Expr *By : Own->Integers)
        TraverseStmt(const_cast<Expr *>(By));
      return false;
    }
    const View *V = isa<Expr>(S) ? viewOf(cast<Expr>(S), Body, Context) : nullptr;
    const bool Shared = V && llvm::none_of(V->members(), [&](const MemberExpr *Each) {
                          return Named.contains(memberPath(Each).front());
                        });
    if (Shared) {
      use(V->Array, V->Address);
      for (const View::Term &Each : V->Terms)
        if (Each.Count)
          TraverseStmt(const_cast<Expr *>(Each.Count));
      return false;
    }
    if (auto *E = dyn_cast<Expr>(S))
      if (auto Through = accessorOf(E); Through && E == Through->Call && use(arrayBehind(*Through))) {
        TraverseStmt(Through->Call->getArg(0));
        return false;
      }
    if (auto *E = dyn_cast<Expr>(S); E && asksForNumber(E) && !pathOf(E).empty())
      return false;
    if (auto *Call = dyn_cast<CallExpr>(S))
      handed(*Call);
    if (auto *Deref = dyn_cast<UnaryOperator>(S);
        Deref && pathOf(Deref).size() > 1) // as the name in a clause, `*p` needs parentheses
      return !use(Deref, "(" + sourceText(Deref, Context) + ")");
    auto *Member = dyn_cast<MemberExpr>(S); // use() has handled the whole path `p->s.x`, so its parts are skipped
    return !Member || !use(Member);
  }
  /// Notes rows that the body uses as a whole: `a[i]` without a further subscript, or `&a[i][j]`.
  void row(const Expr *E) {
    if (auto *Address = dyn_cast<UnaryOperator>(E); Address && Address->getOpcode() == UO_AddrOf)
      if (const auto Level = subscript(Address->getSubExpr()))
        usedWhole(Level->Base);
    const auto Level = accessorOf(E) ? std::nullopt : subscript(E);
    if (!Level)
      return;
    Subscripted.insert(Level->Base->IgnoreParenImpCasts());
    if (!Subscripted.contains(E->IgnoreParenImpCasts()))
      usedWhole(E);
  }
  void usedWhole(const Expr *Row) {
    const auto Level = accessorOf(Row) ? std::nullopt : subscript(Row);
    const Expr *Base = Level ? Level->Base->IgnoreParenImpCasts() : nullptr;
    const auto Holder = Base ? rowHolder(Row->getType(), Context) : std::nullopt;
    if (Holder && Holder->End > 0 && !pathOf(Base).empty())
      WithHolders.insert({pathOf(Base), Base});
  }
  /// Notes a part of an element that leads to a row, as `cells[i].x`.
  void rowsOfPart(const Expr *E) {
    const QualType T = E->getType();
    if (!rowHolder(T, Context))
      return;
    auto Path = accessPath(E, Context, [](const VarDecl *Var) { return Var->getInit(); });
    if (!Path || Path->Indices.empty() || llvm::all_of(Path->Parts, [](const auto &Each) { return Each.empty(); }))
      return;
    const MemberPath Array = pathOf(Path->Array);
    QualType Of = Path->Array->getType().getNonReferenceType();
    Of = !elementOfContainer(Of).isNull() ? elementOfContainer(Of) : typeOfRow(Of, 1, Context);
    RowPath RowParts = extended(Of, Path->Parts, Context);
    const bool IsKnown =
        llvm::any_of(ByParts, [&](const Rows &Other) { return Other.Path == Array && Other.RowParts == RowParts; });
    if (!IsKnown && rowLevels(Of, RowParts, Context) && RowParts.size() < 3 && !Named.contains(Array.front()))
      ByParts.push_back({Array, Path->Array, std::move(RowParts)});
  }
  /// Handles a loop whose first pointer is not the value of a variable, as `for (p = first(); ...)`. The array then
  /// begins at this pointer.
  void elementsFrom(const Region &R) {
    auto *Var = VarDecl::Create(Context, const_cast<FunctionDecl *>(R.Site.Function), R.Loop.Lower->getBeginLoc(),
                                R.Loop.Lower->getBeginLoc(), &Context.Idents.get(ElementsName),
                                R.Loop.Lower->getType().getUnqualifiedType(), nullptr, SC_None);
    const Expr *Name = DeclRefExpr::Create(Context, NestedNameSpecifierLoc(), SourceLocation(), Var, false,
                                           R.Loop.Lower->getBeginLoc(), Var->getType(), VK_LValue);
    const std::string Text =
        sourceText(R.Loop.Range ? R.Loop.Range->getRangeInit() : static_cast<const Expr *>(R.Loop.Lower), Context);
    Found.insert({MemberPath{Var}, Use{Name, ElementsName, Text}});
  }
  /// Notes the arrays that are members of objects passed to a called function, or to which pointers in these objects
  /// lead. The object of a member function counts as an argument.
  void handed(const CallExpr &Call) {
    const FunctionDecl *Callee = Call.getDirectCallee();
    const auto [Object, Given] = objectAndArguments(Call);
    if (Object && Callee)
      object(Object, Callee, Callee->getNumParams());
    for (unsigned I = 0; I < Given.size(); ++I)
      object(Given[I], Callee, I);
  }
  void object(const Expr *E, const FunctionDecl *Callee, unsigned Number) {
    if (!elementOfIterator(E->IgnoreParenImpCasts()->getType()).isNull())
      return;
    std::string Obstacle;
    const auto Handed = objectArgument(E, Callee, Number, Called, Context, &Obstacle);
    const auto Object = designated(E);
    if (!Object || Named.contains(frontOf(*Object)))
      return;
    if (Handed)
      arraysOf(*Handed);
    // The pointer leads to a single object, of which devices have a copy, and not to an array.
    if (Object->Behind && (Handed || (!Obstacle.empty() && OnlyCopies)))
      Pointers.insert(Object->Name);
  }
  void arraysOf(const ObjectArgument &Handed) {
    for (const ArgumentArray &Each : Handed.Arrays)
      use(Each.Array, Each.Address);
    for (const ObjectArgument &Each : Handed.Behind)
      arraysOf(Each);
  }
  bool VisitVarDecl(VarDecl *Local) override {
    Named.insert(Local->getCanonicalDecl());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    use(E);
    return true;
  }
  template <typename ClauseType> void note(const OMPClause &Clause) {
    if (auto *Of = dyn_cast<ClauseType>(&Clause))
      for (const Expr *Item : Of->varlists())
        if (const ValueDecl *D = namedDirectly(Item))
          Named.insert(D);
  }
  /// Notes the variables that an OpenMP clause makes private or reduces into, because they need no window. If an item
  /// of `reduction` is a section, its base is noted.
  void own(const OMPClause &Clause) {
    note<OMPPrivateClause>(Clause);
    note<OMPLastprivateClause>(Clause);
    note<OMPLinearClause>(Clause);
    // A firstprivate pointer is left out, because the elements that it leads to are shared.
    if (auto *First = dyn_cast<OMPFirstprivateClause>(&Clause))
      for (const Expr *Item : First->varlists())
        if (const ValueDecl *D = namedDirectly(Item); D && !D->getType().getNonReferenceType()->isPointerType())
          Named.insert(D);
    if (auto *Reduced = dyn_cast<OMPReductionClause>(&Clause))
      for (const Expr *Item : Reduced->varlists())
        for (const Expr *Base = Item->IgnoreParenImpCasts(); Base;) {
          if (const ValueDecl *D = namedDirectly(Base)) {
            Named.insert(D);
            break;
          }
          auto *Section = dyn_cast<ArraySectionExpr>(Base);
          auto *Element = dyn_cast<ArraySubscriptExpr>(Base);
          Base = Section   ? Section->getBase()->IgnoreParenImpCasts()
                 : Element ? Element->getBase()->IgnoreParenImpCasts()
                           : nullptr;
        }
  }
  bool isArray(QualType T) const {
    T = T.getNonReferenceType();
    if (T->isPointerType())
      return !T->isFunctionPointerType();
    return T->isArrayType() || !elementOfContainer(T).isNull();
  }
  /// Whether an array is a member of an object that is copied to devices as a whole, so that it needs no window.
  bool isPartOfValue(const Expr *E, const MemberPath &Path) const {
    std::vector<MemberPath> Followed;
    memberPath(E, &Followed);
    return Path.size() > 1 && Followed.empty() && E->getType()->isArrayType() &&
           isCopied(Path.front()->getType().getNonReferenceType(), Context);
  }
  /// Notes the array that an expression names, if the array needs a window. False if the expression is neither a
  /// variable nor a path of members.
  bool use(const Expr *E, const std::string &Address = "") {
    const MemberPath Path = pathOf(E);
    if (Path.empty())
      return false;
    auto *Var = dyn_cast<VarDecl>(Path.front());
    const bool Known = Named.contains(Path.front()) || !isa<VarDecl, FieldDecl>(Path.front()) ||
                       (Var && (isConstantTable(Var, Context) || Var->getTLSKind() != VarDecl::TLS_None));
    if (!Known && !llvm::is_contained(Updated, Path) && isArray(E->getType()) && !isPartOfValue(E, Path))
      Found.insert({Path, Use{E, Address}});
    return true;
  }

  ASTContext &Context;
  Callees &Called;
  const Region &Body;
  const bool OnlyCopies, Objects;
  llvm::SmallPtrSet<const ValueDecl *, 16> Named; ///< variables of the body and of clauses, which need no window
  std::vector<MemberPath> Updated;                ///< arrays that `omp atomic` updates
  llvm::SmallPtrSet<const Expr *, 8> Subscripted; ///< expressions to which a subscript is applied
  llvm::SmallPtrSet<const Expr *, 8> Pointers;    ///< pointers to single objects, of which devices have copies; not to
                                                  ///< arrays
};

/// The text for an array in messages and clauses; `(&o.at(0))` for an array that can be reached only by an accessor.
std::string arrayText(const Expr *Array, const ASTContext &Context) {
  auto *Address = dyn_cast<UnaryOperator>(Array->IgnoreParenImpCasts());
  const auto Through = Address ? accessorOf(Address->getSubExpr()) : std::nullopt;
  return Through ? "(&" + sourceText(Through->Callee, Context) + "(0))" : sourceText(Array, Context);
}

/// A window over a whole array of unknown extents.
WindowSpec wholeOf(const Expr *Array, const std::string &Address, const std::string &Text, const ASTContext &Context) {
  WindowSpec W;
  W.Clause = "map(to:)";
  W.Array.Text = Text.empty() ? arrayText(Array, Context) : Text;
  W.Array.Variable = Address;
  W.Array.Begin = W.Array.End = Array->getBeginLoc();
  W.Array.Checked = Array;
  W.Inferred = W.Unsized = W.Full = W.In = true;
  ClauseExpr Zero;
  Zero.Begin = Zero.End = W.Array.Begin;
  Zero.Text = "0";
  Dimension All;
  All.Cond = All.Num = Zero;
  W.Dimensions.push_back(std::move(All));
  return W;
}

} // namespace

std::unique_ptr<Trial> hetcc::makeTrial(const RegionSite &Site, ASTContext &Context, DiagnosticsEngine &Engine,
                                        const MemberPath &Without, bool Objects) {
  auto T = std::make_unique<Trial>(Site);
  llvm::erase_if(T->Source.Windows, [](const WindowSpec &W) { return W.Inferred; }); // drops windows that were inferred
                                                                                     // for another instance
  const bool Silent = Engine.getSuppressAllDiagnostics();
  Engine.setSuppressAllDiagnostics(true);
  auto Restore = llvm::make_scope_exit([&] { Engine.setSuppressAllDiagnostics(Silent); });
  Diagnostics Quiet(Engine);
  std::optional<CanonicalLoop> Loop = findLoop(T->R.Site, T->R.Members, T->R.Fate, Context, Quiet);
  if (!Loop || !Loop->For)
    return nullptr;
  T->R.Loop = std::move(*Loop);
  llvm::erase_if(T->Source.Windows,
                 [&](const WindowSpec &W) { return !Without.empty() && pathOf(W.Array.Checked) == Without; });
  llvm::SmallVector<MemberPath, 4> Given;
  for (const WindowSpec &W : T->Source.Windows)
    Given.push_back(pathOf(W.Array.Checked));
  T->FirstInferred = T->Source.Windows.size();
  ArrayNames Names(T->R, Context, Objects);
  for (auto &[Path, Use] : Names.Found)
    if (!llvm::is_contained(Given, Path)) {
      T->Source.Windows.push_back(wholeOf(Use.Array, Use.Address, Use.Text, Context));
      T->Source.Windows.back().MayBeObjects = Objects;
    }
  for (const auto &Each : Names.ByParts)
    if (Names.Found.contains(Each.Path) && !llvm::is_contained(Given, Each.Path)) {
      T->Source.Windows.push_back(wholeOf(Each.Array, "", "", Context));
      T->Source.Windows.back().MayBeObjects = true;
      T->Source.Windows.back().RowParts = Each.RowParts;
    }
  for (auto &[Path, Array] : Names.WithHolders)
    if (Names.Found.contains(Path)) {
      T->Source.Windows.push_back(wholeOf(Array, "", "", Context));
      T->Source.Windows.back().Holders = true;
    }
  if (T->FirstInferred == T->Source.Windows.size() || !resolveWindows(T->R, Context, Quiet))
    return nullptr;
  scanBody(T->R, Context);
  return T;
}
