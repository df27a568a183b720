// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Adds the data clauses that a directive lacks, as found from the loop body. For this it makes a Trial: the region,
// analysed as if clauses named all of its arrays.
#include "Analysis/Windows/Inference.h"
#include "Analysis/Region/Region.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Syntax/SourceText.h"
#include "Analysis/Syntax/Statements.h"
#include "Analysis/Syntax/Types.h"
#include "Analysis/Windows/Collisions.h"
#include "Analysis/Windows/Lowering.h"
#include "Analysis/Windows/Mapped.h"
#include "Analysis/Windows/Tables.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringExtras.h"

using namespace hetcc;
using namespace clang;

static std::string bracket(const Dimension &Dim) {
  auto Text = [](const std::optional<ClauseExpr> &E) { return E ? E->Text : std::string("0"); };
  if (!Dim.IsSection)
    return "[" + Dim.Cond->Text + ":" + Dim.Num->Text + (Dim.Halo ? ":" + Dim.Halo->Text : "") + "]";
  std::string Inside = Dim.Cond ? Dim.Cond->Text + ":" + Dim.Num->Text : ":";
  if (Dim.Halo || Dim.Post)
    Inside = Text(Dim.Halo) + "|" + Inside + "|" + Text(Dim.Post);
  if (!Dim.Id.empty())
    Inside += ", " + Dim.Id + (Dim.Stride ? ", " + Dim.Stride->Text : "");
  return "[" + Inside + "]";
}

std::string hetcc::clauseText(const WindowSpec &W) {
  StringRef Clause = W.Clause;
  std::string Text = Clause.consume_back(")") ? Clause.str() + " " : Clause.str() + "(";
  Text += W.Array.Text;
  for (const Dimension &Dim : W.Dimensions)
    Text += bracket(Dim);
  return Text + ")";
}

namespace {

/// A "stated" window, for which the boxes of the body (the elements of one iteration, see ArrayUse.h) and not a clause
/// give the used elements; nullopt if this is not possible. The array's extent must be known: some iteration surely
/// uses the last element of a box, or the array's type has a length, or all boxes have both ends. The runtime checks
/// the numbers in each pass. `Pointed`: for arrays into which pointers of the body lead, so that all of the array's
/// memory counts as used.
std::optional<WindowSpec> asStated(const Trial &T, const ArrayUse &Use, ASTContext &Context, bool Pointed = false) {
  const Window &W = T.R.Windows[Use.Window];
  const Spellings Names(T.R, Context);
  const bool Spelled =
      llvm::all_of(Use.Inner, [&](const auto &Each) { return !Use.Split || (Each && Names.knows(*Each)); });
  auto HasEnds = [](const Box &B) {
    return !B.Dimensions.empty() && !B.Dimensions[0].Lower.empty() && !B.Dimensions[0].Upper.empty();
  };
  // For automatic directives (--hetcc-auto), the runtime may find the extent in a data region around the loop.
  const bool Sized = W.Container || declaresLength(W) ||
                     llvm::any_of(Use.Boxes, [](const Box &B) { return B.Attained && !B.Dimensions.empty(); }) ||
                     llvm::all_of(Use.Boxes, HasEnds);
  if (W.Pointed != Pointed || (W.Rows && W.RowsUnseen) || !(Sized || T.Source.Automatic) || !Spelled ||
      !whyNoTable(Use).empty() || (W.Written && collides(T.R, Use)))
    return std::nullopt;
  WindowSpec Spec = *W.Spec; // the trial's window: the whole array, of unknown extent
  Spec.ByBoxes = true;
  Spec.FoundLate = !Sized;
  Spec.Out = W.Written;
  Spec.Clause = Spec.Array.Clause = W.Written ? "map(tofrom:)" : "map(to:)";
  return Spec;
}

/// Whether devices that can access the host's memory may use an array without a copy, although its extent is not known.
/// They may not if iterations race on the array, nor under automatic directives (--hetcc-auto), unless the unit says
/// that all devices can access the host's memory.
bool mayBeHostMemoryOnly(const Trial &T, const ArrayUse &Use) {
  const Window &W = T.R.Windows[Use.Window];
  const bool Wanted = !T.Source.Automatic || T.Source.HasOneMemory;
  return Wanted && W.DeclaredRank <= MostDimensions && !(W.Written && collides(T.R, Use));
}

/// A window for an array for which mayBeHostMemoryOnly() is true: devices access the array in the host's memory.
WindowSpec asHostMemoryOnly(const Trial &T, const ArrayUse &Use, ASTContext &Context) {
  const Window &W = T.R.Windows[Use.Window];
  const Spellings Names(T.R, Context);
  const bool Spelled =
      llvm::all_of(Use.Inner, [&](const auto &Each) { return !Use.Split || (Each && Names.knows(*Each)); });
  WindowSpec Spec = *W.Spec; // the trial's window: the whole array, of unknown extent
  Spec.HostMemoryOnly = true;
  Spec.ByBoxes = !W.Pointed && Spelled && whyNoTable(Use).empty();
  Spec.Out = W.Written && Spec.ByBoxes;
  Spec.WholeCopy = W.Written && !Spec.ByBoxes;
  Spec.Clause = Spec.Array.Clause = W.Written ? "map(tofrom:)" : "map(to:)";
  return Spec;
}

/// The expression for the row that the loop uses of an array of pointers, as `a[k]`, if all iterations use the same
/// row; else null.
const Expr *oneRow(const Region &R, const ValueDecl *Array, const ASTContext &Context) {
  const auto Uses = [](const Expr *E, llvm::function_ref<bool(const ValueDecl *)> Is) {
    return anyIn(E, [&](const Stmt *S) {
      auto *Use = dyn_cast<DeclRefExpr>(S);
      return Use && Is(Use->getDecl());
    });
  };
  const Expr *Row = nullptr;
  const bool Found = anyIn(R.Loop.For->getBody(), [&](const Stmt *S) {
    auto *E = dyn_cast<Expr>(S);
    const auto Element = E ? subscript(E) : std::nullopt;
    Row = Element ? Element->Base->IgnoreParenImpCasts() : nullptr;
    return Row && Row->getType()->isPointerType() && !isa<DeclRefExpr>(Row) &&
           Uses(Row, [&](const ValueDecl *D) { return D == Array; });
  });
  const SourceRange Loop = R.Loop.For->getSourceRange();
  const auto IsOfLoop = [&](const ValueDecl *D) {
    return D == R.Loop.Iterator ||
           Context.getSourceManager().isPointWithin(D->getLocation(), Loop.getBegin(), Loop.getEnd());
  };
  return Found && !Uses(Row, IsOfLoop) ? Row : nullptr;
}

std::string remedyOfRows(const Region &R, const Window &Of, const ASTContext &Context) {
  const Expr *Row = oneRow(R, Of.Array.Decl, Context);
  if (!Row)
    return "add 'part_copy(" + Of.Spec->Array.Text + "[1:count][0:length])' if iteration i uses row i";
  std::string Declared = "row";
  Row->getType().getUnqualifiedType().getAsStringInternal(Declared, Context.getPrintingPolicy());
  return "declare '" + Declared + " = " + sourceText(Row, Context) + ";' before the loop, and use 'row' in it";
}

/// The stated window for an array of pointers to rows. The runtime finds the number and the length of the rows.
LoweredWindow rowsAsStated(const Trial &T, const ArrayUse &Use, ASTContext &Context) {
  const WindowSpec &Spec = *T.R.Windows[Use.Window].Spec;
  LoweredWindow Found;
  if (!Use.Boxes.empty())
    Found.Spec = asStated(T, Use, Context, T.R.Windows[Use.Window].Rows && T.R.Windows[Use.Window].Pointed);
  if (!Found.Spec && !Use.Boxes.empty()) {
    const Box &First = Use.Boxes.front();
    Found.At = First.From ? First.From->getExprLoc() : Spec.Array.Begin;
    Found.Cause = "what it uses of the rows behind the pointers of '" + Spec.Array.Text + "' is not known";
    Found.Remedy = remedyOfRows(T.R, T.R.Windows[Use.Window], Context);
  }
  return Found;
}

/// Why arrays have no window: the reason of the first, the names of the others, and the remedies of all, so that the
/// user can add all clauses at once.
class Reasons {
public:
  void add(LoweredWindow Why, const std::string &Name) {
    if (!empty()) {
      Others.push_back("'" + Name + "'");
    } else {
      At = Why.At;
      Cause = std::move(Why.Cause);
    }
    if (!Why.Remedy.empty() && !llvm::is_contained(Remedies, Why.Remedy))
      Remedies.push_back(std::move(Why.Remedy));
  }
  bool empty() const { return Cause.empty(); }
  /// Restricts what a region can run on to the host.
  void restrict(Verdict &Of) const {
    const std::string More = Others.empty() ? "" : "; no window either: " + llvm::join(Others, ", ");
    Of.restrict(RunsOn::Host, At, Cause + More, llvm::join(Remedies, "; "));
  }

private:
  SourceLocation At;
  std::string Cause;
  std::vector<std::string> Others; ///< in quotes
  std::vector<std::string> Remedies;
};

/// The windows that have been found for one instance of a region.
struct Found {
  std::vector<WindowSpec> Windows;
  std::vector<std::string> Needed; ///< conditions that must hold when the loop begins
  Reasons Refused;                 ///< why arrays have no window, so that the loop stays on the host
  Reasons HostMemoryOnly;          ///< why only devices that can access the host's memory can run the loop
};

Found find(Trial &T, ASTContext &Context) {
  Found Result;
  const std::vector<ArrayUse> Uses = findUses(T.R, Context);
  Lowering Lower(T, Context);
  for (const ArrayUse &Use : Uses) {
    if (!T.R.Windows[Use.Window].Spec->Inferred)
      continue;
    const std::string Name = T.R.Windows[Use.Window].Spec->Array.Text;
    const bool Rows = T.R.Windows[Use.Window].Rows;
    // No clause can describe elements that are objects with pointers, so the boxes of the body describe them.
    const bool AsStated = Rows || T.R.Windows[Use.Window].Spec->Holders || T.R.Windows[Use.Window].Objects;
    LoweredWindow Each = AsStated ? rowsAsStated(T, Use, Context) : Lower.lower(Use);
    if (!Each.Spec && Each.Cause.empty()) // the body names the array, but uses no element of it
      continue;
    const bool Said = isMapped(T, Use); // if false, only a data region around the loop can give the extent at run time
    if (!Each.Spec && !AsStated && !Said)
      Each.Spec = asStated(T, Use, Context);
    if (!Each.Spec && !AsStated)
      Each.Spec = asMapped(T, Use);
    if (!Each.Spec && !AsStated && Said)
      Each.Spec = asStated(T, Use, Context);
    if (!Each.Spec && !AsStated)
      Each.Spec = asStated(T, Use, Context, /*Pointed=*/true);
    if (!Each.Spec && !AsStated && mayBeHostMemoryOnly(T, Use)) {
      Result.HostMemoryOnly.add(Each, Name);
      Each.Spec = asHostMemoryOnly(T, Use, Context);
    }
    if (!Each.Spec) {
      Result.Refused.add(std::move(Each), Name);
      continue;
    }
    Result.Windows.push_back(std::move(*Each.Spec));
  }
  Result.Needed = Lower.needed();
  llvm::append_range(Result.Needed, T.R.Body.NeededByViews);
  return Result;
}

bool mayInfer(const RegionSite &Site) {
  return Site.Source->isLoop() && (Site.Source->HasHetero || Site.Source->Automatic) && !Site.Source->Partition &&
         !Site.Source->Variant && !Site.isInBlock() && Site.Around.empty();
}

/// Whether each array in the directive's clauses is a window of the loop, or is reduced into by atomic updates (devices
/// then have partials of it).
bool resolvesAll(const Trial &T) {
  return llvm::all_of(T.Source.Windows, [&](const WindowSpec &Spec) {
    const ValueDecl *Named = T.R.named(Spec.Array.Checked);
    return llvm::any_of(T.R.Windows, [&](const Window &W) { return W.Spec == &Spec; }) ||
           llvm::any_of(T.R.Body.Captures, [&](const Capture &C) { return C.Reduced.Atomic && C.What.Decl == Named; });
  });
}

bool areOfSameArrays(ArrayRef<WindowSpec> A, ArrayRef<WindowSpec> B) {
  return A.size() == B.size() && llvm::all_of(llvm::zip(A, B), [](auto Pair) {
           return std::get<0>(Pair).Array.Text == std::get<1>(Pair).Array.Text &&
                  std::get<0>(Pair).RowParts == std::get<1>(Pair).RowParts;
         });
}

/// `Shown` are the directive's windows, which were made from the first instance of a template, and `Own` those of
/// another instance. If a window differs, no clause describes both instances, so the window becomes a stated one
/// (ByBoxes).
void keepWhatAllUse(llvm::MutableArrayRef<WindowSpec> Shown, const Directive &Of, const Found &Own) {
  for (size_t W = 0; W < Own.Windows.size(); ++W)
    Shown[W].ByBoxes |= Of.Needed != Own.Needed || clauseText(Shown[W]) != clauseText(Own.Windows[W]);
}

} // namespace

namespace {

/// A trial, and the windows that were found from it.
struct Attempt {
  std::unique_ptr<Trial> T;
  Found All;
  bool Good = false; ///< all arrays have windows
  /// Whether the reason of this attempt should be reported instead of the reason of Other, if both keep the loop on the
  /// host: Other's is only that elements hold pointers.
  bool explains(const Attempt &Other) const {
    return (T->R.Fate.Where == RunsOn::Host || !All.Refused.empty()) && Other.T->R.StaysForPointers;
  }
};

Attempt attempt(const RegionSite &Site, ASTContext &Context, DiagnosticsEngine &Engine, bool Objects) {
  Attempt Made;
  Made.T = makeTrial(Site, Context, Engine, {}, Objects);
  Made.Good = Made.T && Made.T->R.Fate.Where == RunsOn::Everywhere && Made.T->R.Loop.counts() && resolvesAll(*Made.T);
  if (Made.Good) {
    Made.All = find(*Made.T, Context);
    Made.Good = Made.All.Refused.empty();
  }
  return Made;
}

/// Whether some array that no clause names has elements that hold pointers.
bool holdsObjects(const Trial &T, ASTContext &Context) {
  return llvm::any_of(T.R.Windows, [&](const Window &W) {
    return W.Spec->Inferred && !W.Spec->Holders && !elementsTravel(W.ElementType, Context);
  });
}

} // namespace

InferredWindows hetcc::inferWindows(const RegionSite &Site, Verdict &Fate, Verdict &Reach, ASTContext &Context,
                                    DiagnosticsEngine &Engine) {
  if (!mayInfer(Site))
    return {};
  adoptAtomicMaps(Site, Context);
  Attempt Made = attempt(Site, Context, Engine, /*Objects=*/false);
  // Pointers in elements may lead to rows. Devices can have copies of them, so a second attempt looks for these.
  if (Made.T && holdsObjects(*Made.T, Context)) {
    Attempt Other = attempt(Site, Context, Engine, /*Objects=*/true);
    if (Other.T && (Other.Good || (!Made.Good && Other.explains(Made))))
      Made = std::move(Other);
  }
  std::unique_ptr<Trial> &T = Made.T;
  Found &All = Made.All;
  const bool Good = Made.Good;
  Directive &Own = *Site.Source, &First = *Site.First;
  Own.Inferred = Good ? Directive::Inference::Done : Directive::Inference::Failed;
  if (Good)
    llvm::copy(All.Windows, std::back_inserter(Own.Windows));
  Own.Needed = All.Needed;
  if (!T)
    return {};
  if (!Good && !All.Refused.empty())
    All.Refused.restrict(Fate);
  else if (!Good)
    Fate.restrict(T->R.Fate.Where, T->R.Fate.Loc, T->R.Fate.Cause, T->R.Fate.Remedy);
  if (!Good)
    return {};
  const size_t Others = First.Windows.size() - std::min(First.Windows.size(), All.Windows.size());
  const llvm::MutableArrayRef<WindowSpec> Shown = llvm::MutableArrayRef<WindowSpec>(First.Windows).drop_front(Others);
  if (First.Inferred == Directive::Inference::Failed || !areOfSameArrays(Shown, All.Windows)) {
    Fate.restrict(RunsOn::Host, First.Begin, "instances of the template need different windows",
                  "write the data clauses that hold in all of them");
    return {};
  }
  keepWhatAllUse(Shown, First, All);
  Reach = T->R.Reach; // a restriction that no clause could avoid
  if (!All.HostMemoryOnly.empty())
    All.HostMemoryOnly.restrict(Reach);
  return {std::make_shared<std::vector<WindowSpec>>(std::move(All.Windows)), std::move(All.Needed)};
}

std::optional<std::string> hetcc::clauseOfBody(const RegionSite &Site, const WindowSpec &Contradicted,
                                               ASTContext &Context, DiagnosticsEngine &Engine) {
  if (!mayInfer(Site) || Contradicted.Implied || Contradicted.Inherited)
    return std::nullopt;
  const MemberPath Path = pathOf(Contradicted.Array.Checked);
  auto IsOfArray = [&](const WindowSpec &W) { return pathOf(W.Array.Checked) == Path; };
  std::unique_ptr<Trial> T = makeTrial(Site, Context, Engine, Path);
  Found All;
  if (T && T->R.Fate.Where == RunsOn::Everywhere && resolvesAll(*T))
    All = find(*T, Context);
  const auto Own = llvm::find_if(All.Windows, IsOfArray);
  const bool Plain =
      Own != All.Windows.end() && !Own->WholeCopy && !Own->ByBoxes && !Own->HostMemoryOnly && !Own->Unsized;
  return Plain && All.Refused.empty() && All.Needed.empty() ? std::optional(clauseText(*Own)) : std::nullopt;
}

std::vector<FoundBox> hetcc::explainBoxes(const Region &R, ASTContext &Context, DiagnosticsEngine &Engine) {
  std::vector<FoundBox> Lines;
  std::unique_ptr<Trial> T = mayInfer(R.Site) ? makeTrial(R.Site, Context, Engine) : nullptr;
  for (const ArrayUse &Use : T && T->R.Loop.counts() ? findUses(T->R, Context) : std::vector<ArrayUse>()) {
    const WindowSpec &Spec = *T->R.Windows[Use.Window].Spec;
    for (const Box &B : Use.Boxes)
      if (Spec.Inferred)
        Lines.push_back({B.From ? B.From->getExprLoc() : Spec.Array.Begin,
                         "'" + (B.From ? sourceText(B.From, Context) : Spec.Array.Text) + "' " + textOf(B)});
  }
  return Lines;
}
