// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the body of a loop for the forms of KernelWriter.h: the user's tokens, with subscripts checked or flattened,
// and with views, objects and names of functions replaced.
#include "Analysis/Region/Region.h"
#include "Analysis/Region/View.h"
#include "Analysis/Syntax/DynamicVisitor.h"
#include "Analysis/Syntax/Markers.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Syntax/Statements.h"
#include "Kernel/KernelWriter.h"
#include "Kernel/LaneWriter.h"
#include "Kernel/ReductionWriter.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace hetcc;
using namespace clang;

/// Whether the text of a statement ends with `}`. In a template instance, clang replaces a discarded branch of `if
/// constexpr` by an empty CompoundStmt, whatever its text is, so the first token is checked.
static bool endsInBrace(const Stmt *S, const TokenStream &Tokens) {
  if (!isa<CompoundStmt>(S))
    return isa<CXXTryStmt>(S);
  size_t First = Tokens.find(S->getBeginLoc());
  return First != TokenStream::None && Tokens[First].is(tok::l_brace);
}

/// Returns the indices of the first and last token of a statement, with its semicolon; None for tokens that were not
/// recorded.
std::pair<size_t, size_t> KernelWriter::statementTokens(const Stmt *S) const {
  // A marker has no tokens in the stream. The OpenMP directive that PragmaHandler puts after it has none either.
  if (auto *If = dyn_cast<IfStmt>(S); If && markerId(If) >= 0)
    S = withoutDirectives(If->getElse());
  if (R.Loop.Range && S == R.Loop.For)
    S = R.Loop.Range;
  else if (R.Loop.Range && S == R.Loop.For->getBody())
    S = R.Loop.Range->getBody();
  const Stmt *End = lastPart(S);
  size_t First = Tokens.find(S->getBeginLoc()), Last = Tokens.find(End->getEndLoc());
  if (Last != TokenStream::None && Last + 1 < Tokens.size() && !endsInBrace(End, Tokens) &&
      Tokens[Last].isNot(tok::semi) && Tokens[Last + 1].is(tok::semi))
    ++Last;
  return {First, Last};
}

/// Wraps the indices of `a[i][j]` in checks. If the length of rows is not constant, changes the access to `a[(i) *
/// stride + (j)]`, and a row `a[i]` to `(&a[(i) * stride])`. This is needed because NVPTX has no arrays of variable
/// length, and because the runtime chooses the row length of a window that it packs.
void KernelWriter::editRows(const Access &A, Form F, TokenEdits &Edits) const {
  if (A.RowLengthsWindow >= 0)
    return editRow(A, F, Edits);
  const Window &W = R.Windows[A.Window];
  bool Checked = isChecked(F), Flatten = W.Strided || (F == Form::Device && hasVariableRows(W));
  const unsigned Given = std::min<unsigned>(A.Indices.size(), W.DeclaredRank);
  for (unsigned D = 0; D < Given; ++D) {
    size_t First = Tokens.find(A.Indices[D]->getBeginLoc()), Last = Tokens.find(A.Indices[D]->getEndLoc());
    if (First == TokenStream::None || Last == TokenStream::None)
      continue;
    if (Flatten && D > 0) // replaces `][` between two indices
      Edits.replace(Tokens.find(A.Indices[D - 1]->getEndLoc()) + 1, First - 1, ") * " + strideName(W, D - 1) + " + (");
    if (Flatten && D == 0)
      Edits.insertBefore(First, "(");
    if (Checked && !A.Addressed) {
      Edits.insertBefore(First, (A.Write ? "hetrt_write_index(" : "hetrt_read_index(") + boundsOf(A) + ", " +
                                    std::to_string(D) + ", ");
      Edits.insertAfter(Last, ")");
    }
    if (Flatten && D + 1 == Given)
      Edits.insertAfter(Last, Given < W.DeclaredRank ? ") * " + strideName(W, D) : ")");
  }
  if (Flatten && Given < W.DeclaredRank) {
    Edits.insertBefore(Tokens.find(A.Whole->getBeginLoc()), "(&");
    Edits.insertAfter(Tokens.find(A.Whole->getEndLoc()), ")");
  }
}

/// Changes `cells[i].x[k]` to `x[0 + (i) * stride + (k)]`, and the row `cells[i].x` to the address of its first
/// element. Returns false if the tokens of the access were not recorded.
bool KernelWriter::editPath(const Access &A, Form F, TokenEdits &Edits) const {
  const Window &W = R.Windows[A.Window];
  size_t Next = Tokens.find(A.Whole->getBeginLoc());
  const size_t Last = Tokens.find(A.Arrow ? cast<MemberExpr>(A.Whole)->getOperatorLoc() : A.Whole->getEndLoc());
  if (Next == TokenStream::None || Last == TokenStream::None)
    return false;
  const size_t Given = std::min<size_t>(A.Indices.size(), W.DeclaredRank);
  std::string Text = (Given < W.DeclaredRank ? "(&" : "") + localName(W.Array) + "[0";
  for (unsigned D = 0; D < Given; ++D) {
    if (A.Implied >> D & 1)
      continue;
    const Expr *Index = A.Reference && D == 0 ? A.Reference : A.Indices[D];
    const size_t From = Tokens.find(Index->getBeginLoc()), To = Tokens.find(Index->getEndLoc());
    if (From == TokenStream::None || To == TokenStream::None || From < Next || To > Last || To < From)
      return false;
    const bool IsChecked = isChecked(F) && !A.Addressed;
    Text += " + (";
    if (IsChecked)
      Text += (A.Write ? "hetrt_write_index(" : "hetrt_read_index(") + boundsOf(A) + ", " + std::to_string(D) + ", ";
    if (Index == A.Reference)
      Text += A.Reference->getDecl()->getType()->isPointerType() ? "(hetrt_int64)((" : "(hetrt_int64)(&(";
    From > Next ? Edits.replace(Next, From - 1, Text) : Edits.insertBefore(From, Text);
    Text = Index == A.Reference ? ") - " + localName(R.Windows[size_t(A.Objects)].Array) + ")" : "";
    Text += IsChecked ? "))" : ")";
    if (D + 1 < W.DeclaredRank)
      Text += " * " + strideName(W, D);
    Next = To + 1;
  }
  Text += Given < W.DeclaredRank ? "])" : A.Arrow ? "]." : "]";
  Next <= Last ? Edits.replace(Next, Last, Text) : Edits.insertAfter(Last, Text);
  return true;
}

/// Changes a row as a whole, `a[i]`, to an object that also knows the row's length:
/// `hetrt_row_of(a, stride, holders, i)`.
void KernelWriter::editRow(const Access &A, Form F, TokenEdits &Edits) const {
  const size_t First = Tokens.find(A.Indices[0]->getBeginLoc()), Last = Tokens.find(A.Indices[0]->getEndLoc()),
               From = Tokens.find(A.Whole->getBeginLoc()), To = Tokens.find(A.Whole->getEndLoc());
  if (First == TokenStream::None || Last == TokenStream::None || From == TokenStream::None || To == TokenStream::None)
    return;
  Edits.insertBefore(From, "hetrt_row_of(");
  Edits.replace(First - 1, First - 1,
                ", " + strideName(R.Windows[A.Window], 0) + ", " +
                    localName(R.Windows[size_t(A.RowLengthsWindow)].Array) + ", ");
  if (isChecked(F) && !A.Addressed) {
    Edits.insertBefore(First, (A.Write ? "hetrt_write_index(" : "hetrt_read_index(") + boundsOf(A) + ", 0, ");
    Edits.insertAfter(Last, ")");
  }
  Edits.replace(To, To, ")");
}

/// Wraps a flat subscript, as in `a[i * n + j]`, in a check. In a strided window, the extents in the subscript are
/// replaced by those of the device's copy. The check gets the subscript as the user wrote it, and the indices of
/// dimensions that may follow the loop.
void KernelWriter::editFlat(const Access &A, bool Checked, const TokenEdits &Renames, TokenEdits &Edits) const {
  const Window &W = R.Windows[A.Window];
  size_t First = Tokens.find(A.Indices[0]->getBeginLoc()), Last = Tokens.find(A.Indices[0]->getEndLoc());
  if (First == TokenStream::None || Last == TokenStream::None)
    return;
  std::string Kind = A.Write ? "hetrt_write_" : "hetrt_read_";
  if (!W.Strided) {
    if (Checked && !A.Addressed) {
      std::string Unit = W.Shape.ElementSize.isKnown() ? "sizeof *" + localName(W.Array) + ", " : "";
      Edits.insertBefore(First, Kind + (Unit.empty() ? "flat(" : "part(") + boundsOf(A) + ", " + Unit);
      Edits.insertAfter(Last, ")");
    }
    return;
  }
  auto With = [&](llvm::function_ref<std::string(const ExtentFactor &)> Text) {
    TokenEdits Own = Renames;
    for (const ExtentFactor &F : A.Factors)
      if (std::string Instead = Text(F); !Instead.empty())
        Own.replace(Tokens.find(F.Part->getBeginLoc()), Tokens.find(F.Part->getEndLoc()), Instead);
    return "(" + Tokens.print(First, Last, Own, false) + ")";
  };
  std::string Packed = With([&](const ExtentFactor &F) { return extentText(W, F.First, F.Last); });
  if (!Checked)
    return Edits.replace(First, Last, Packed);
  std::string Text = "((void)" + Kind + "flat(" + boundsOf(A) + ", " + With([](auto &) { return ""; }) + "), ";
  for (unsigned D = 1; D < W.Shape.rank(); ++D) {
    if (!mayFollowInside(W, D))
      continue;
    std::string Index = With([&](const ExtentFactor &F) { return F.First <= D ? "0" : ""; });
    if (D + 1 < W.Shape.rank())
      Index = "hetrt_floor(" + Index + ", " + strideName(W, D) + ")";
    Text += "(void)" + Kind + "index(" + boundsOf(A) + ", " + std::to_string(D) + ", " + Index + "), ";
  }
  Edits.replace(First, Last, Text + Packed + ")");
}

/// Changes `o.at(i)`, a call of an accessor, to `m[i]`, where `m` is the local name of the array.
void KernelWriter::editAccessor(const Accessor &A, const Window &Of, TokenEdits &Edits) const {
  const size_t First = Tokens.find(A.Call->getBeginLoc()), Name = Tokens.find(A.Callee->getMemberLoc()),
               Close = Tokens.find(A.Call->getRParenLoc());
  if (First == TokenStream::None || Name == TokenStream::None || Close == TokenStream::None)
    return;
  Edits.replace(First, Name + 1, localName(Of.Array) + "[");
  Edits.replace(Close, Close, "]");
}

/// Returns the name of a kernel's variable that holds integer number `Integer` of local object number `Object`.
static std::string integerName(size_t Object, size_t Integer) {
  return "hetrt_part" + std::to_string(Object) + "_" + std::to_string(Integer);
}
/// Returns the name of the variable for an integer of a local object that a view uses.
std::string KernelWriter::integerOf(const View::Term &Term) const {
  const auto Object =
      llvm::find_if(R.Body.Replaced.LocalObjects, [&](const LocalObject *O) { return O->Var == Term.Object; });
  assert(Object != R.Body.Replaced.LocalObjects.end() && "views are used behind the declaration");
  const auto By =
      llvm::find_if((*Object)->Integers, [&](const Expr *E) { return E->getBeginLoc() == Term.Count->getBeginLoc(); });
  return integerName(size_t(Object - R.Body.Replaced.LocalObjects.begin()), size_t(By - (*Object)->Integers.begin()));
}

/// The user's tokens [First, Last], which stay although generated text replaces the tokens around them.
namespace {
struct KeptTokens {
  size_t First = TokenStream::None, Last = TokenStream::None;
  std::string Before, Behind; ///< generated text around the kept tokens
};
} // namespace

/// Replaces tokens [From, Last], except the tokens `Kept`, by generated text from `Begin` to `End`. If some of the kept
/// tokens are not among these tokens, returns false and edits nothing.
static bool replaceAround(size_t From, size_t Last, std::vector<KeptTokens> Kept, const std::string &Begin,
                          const std::string &End, TokenEdits &Edits) {
  llvm::sort(Kept, [](const KeptTokens &A, const KeptTokens &B) { return A.First < B.First; });
  size_t Next = From;
  for (const KeptTokens &Each : Kept) {
    if (Each.First == TokenStream::None || Each.Last == TokenStream::None || Each.First <= Next ||
        Each.Last < Each.First || Each.Last >= Last)
      return false;
    Next = Each.Last + 1;
  }
  if (From == TokenStream::None || Last == TokenStream::None || Last < From)
    return false;
  std::string Text = Begin;
  for (const KeptTokens &Each : Kept) {
    Edits.replace(From, Each.First - 1, Text + Each.Before);
    Text = Each.Behind;
    From = Each.Last + 1;
  }
  Edits.replace(From, Last, Text + End);
  return true;
}

/// Changes the declaration of a local object, `const Tensor t = image.channel(q);`, to variables for its integers:
/// `const hetrt_int64 hetrt_part0_0 = (q);`. Returns false if its tokens were not recorded.
bool KernelWriter::editLocalObject(const LocalObject &Object, TokenEdits &Edits) const {
  const size_t Number =
      size_t(llvm::find(R.Body.Replaced.LocalObjects, &Object) - R.Body.Replaced.LocalObjects.begin());
  std::vector<KeptTokens> Kept;
  for (size_t I = 0; I < Object.Integers.size(); ++I)
    Kept.push_back({Tokens.find(Object.Integers[I]->getBeginLoc()), Tokens.find(Object.Integers[I]->getEndLoc()),
                    "const hetrt_int64 " + integerName(Number, I) + " = (hetrt_int64)(",
                    "); (void)" + integerName(Number, I) + "; "});
  return replaceAround(Tokens.find(Object.At->getBeginLoc()), Tokens.find(Object.At->getEndLoc()), std::move(Kept), "",
                       ";", Edits);
}

/// Changes a view of an array, `image.channel(q)`, to `(data + step * (q))`, and an element `image[i]` to
/// `(*(data + 1 * (i)))`. Returns false if its tokens were not recorded.
bool KernelWriter::editView(const View &V, const Window &Of, TokenEdits &Edits) const {
  std::string Begin = (V.isElement() ? "(*(" : "(") + localName(Of.Array);
  std::vector<KeptTokens> Kept;
  for (const View::Term &Each : V.Terms) {
    const std::string Step = " + " + (Each.Step ? localName(*R.entity(Each.Step)) : std::to_string(Each.Number) + "LL");
    if (Each.Count && !Each.Object)
      Kept.push_back({Tokens.find(Each.Count->getBeginLoc()), Tokens.find(Each.Count->getEndLoc()),
                      Step + " * (hetrt_int64)(", ")"});
    else
      Begin += Step + (Each.Object ? " * " + integerOf(Each) : "");
  }
  return replaceAround(Tokens.find(V.Whole->getBeginLoc()), Tokens.find(V.Whole->getEndLoc()), std::move(Kept), Begin,
                       V.isElement() ? "))" : ")", Edits);
}

/// Returns the address of the bounds of an access's window in an emulated kernel.
std::string KernelWriter::boundsOf(const Access &A) const { return "&hetrt_bounds_[" + std::to_string(A.Window) + "]"; }

/// Collects uses of `__func__` and the like in the body, as in `assert`.
static std::vector<const PredefinedExpr *> namesOfFunction(const Stmt *Body) {
  struct : DynamicVisitor {
    std::vector<const PredefinedExpr *> Found;
    bool VisitPredefinedExpr(PredefinedExpr *E) override {
      Found.push_back(E);
      return true;
    }
    /// Skips lambdas, because in a lambda, `__func__` is the name of its call operator.
    bool dataTraverseStmtPre(Stmt *S) override { return !isa<LambdaExpr>(S); }
  } Names;
  Names.TraverseStmt(Body);
  return Names.Found;
}

static std::string quotedName(const StringLiteral &Name) {
  std::string Text;
  llvm::raw_string_ostream Out(Text);
  Name.outputString(Out);
  return Text;
}

/// Replaces names in the body by those of the kernel's variables: an object `o` by `(*copy)`, a pointer `p` and `this`
/// by `copy`, and a call `f()` of a member function of `*this` by `copy->f()`.
void KernelWriter::editNames(TokenEdits &Edits) const {
  for (const Renaming &N : R.Body.Replaced.Names) {
    const size_t First = Tokens.find(N.Use->getBeginLoc()), Last = Tokens.find(N.Use->getEndLoc());
    const Entity *E = R.entity(N.Decl);
    if (!E || First == TokenStream::None || Last == TokenStream::None)
      continue;
    auto *Callee = dyn_cast<MemberExpr>(N.Use);
    const bool OfThis = Callee && isa<CXXMethodDecl>(Callee->getMemberDecl());
    if (N.As == Renaming::Kind::Name)
      Edits.replace(First, Last, localName(*E));
    else if (N.As == Renaming::Kind::Object)
      Edits.replace(First, Last, "(*" + pointerToObject(*E) + ")");
    else if (OfThis)
      Edits.prefix(First, pointerToObject(*E) + "->");
    else
      Edits.replace(First, Last, pointerToObject(*E));
  }
}

/// Texts for a body whose tokens were not recorded. No compiler accepts them.
static constexpr const char NotRecordedView[] = "what views are made of is not among the tokens that were seen;\n";
static constexpr const char NotRecordedPath[] = "what leads to a row is not among the tokens that were seen;\n";
static constexpr const char NotRecordedRange[] = "the range's variable is not among the tokens that were seen;\n";

/// Returns the text of the loop's body with all edits for form `F`.
std::string KernelWriter::bodyText(Form F) const {
  TokenEdits Edits;
  editNames(Edits);
  for (const auto &[Length, Value] : R.Body.Replaced.Lengths)
    if (const size_t First = Tokens.find(Length->getBeginLoc()), Last = Tokens.find(Length->getEndLoc());
        First != TokenStream::None && Last != TokenStream::None)
      Edits.replace(First, Last, std::to_string(Value));
  // In a kernel, `__func__` would be the name of the kernel, so a string replaces it.
  for (const PredefinedExpr *Name : namesOfFunction(R.Loop.For->getBody()))
    if (size_t At = Tokens.find(Name->getLocation()); At != TokenStream::None && Name->getFunctionName())
      Edits.replace(At, At,
                    isCXX() ? quotedName(*Name->getFunctionName()) : "\"" + R.Site.Function->getNameAsString() + "\"");
  if (F == Form::Device) // a GPU kernel is outside of the user's class and namespace
    nameOuter(Edits);
  const TokenEdits Renames = Edits;
  for (const Access &A : R.Body.Accesses)
    if (A.ByPointer) // the pointer already leads to the device's array
      continue;
    else if (A.ByPath && !editPath(A, F, Edits))
      return NotRecordedPath;
    else if (A.ByPath)
      continue;
    else if (R.Windows[A.Window].Flat)
      editFlat(A, isChecked(F), Renames, Edits);
    else
      editRows(A, F, Edits);
  for (const VarDecl *Row : R.Body.Replaced.RowReferences)
    if (const size_t From = Tokens.find(Row->getBeginLoc()), Name = Tokens.find(Row->getLocation());
        From != TokenStream::None && Name != TokenStream::None && From < Name)
      Edits.replace(From, Name - 1, "auto &&");
  for (const auto &[A, Of] : R.Body.Replaced.Accessors)
    editAccessor(A, R.Windows[Of], Edits);
  for (const LocalObject *Each : R.Body.Replaced.LocalObjects)
    if (!editLocalObject(*Each, Edits))
      return NotRecordedView;
  for (const auto &[Each, Of] : R.Body.Replaced.Views)
    if (!editView(*Each, R.Windows[Of], Edits))
      return NotRecordedView;
  for (const auto &[Call, Of] : R.Body.Replaced.Begins)
    if (const size_t From = Tokens.find(Call->getBeginLoc()), To = Tokens.find(Call->getEndLoc());
        From != TokenStream::None && To != TokenStream::None)
      Edits.replace(From, To, localName(R.Windows[Of].Array));
  editCalls(R.Functions.Calls, nullptr, Edits);
  editLambdas(Edits);
  if (isChecked(F))
    ReductionWriter(R, Context, Tokens, *this).checkElements(Edits);
  // A GPU kernel is not a template, so its `if constexpr` would not discard the branch.
  for (const Stmt *S : R.Body.Replaced.Discarded)
    if (auto [From, To] = statementTokens(S); F == Form::Device && From != TokenStream::None && To != TokenStream::None)
      Edits.discard(From, To, "{}");
  const LaneWriter Nest(R, Tokens, *this, isChecked(F));
  if (isOutlined(F))
    Nest.removeDirectives(Edits);
  else
    Nest.edit(Edits);
  auto [First, Last] = statementTokens(R.Loop.For->getBody());
  const std::string Body = Tokens.print(First, Last, Edits, /*Lines=*/true);
  return R.Loop.Range ? rangeVariable(Edits) + Body : Body;
}

/// Declares the variable of a range-based `for` statement, with the element that the kernel's iterator points to.
std::string KernelWriter::rangeVariable(const TokenEdits &Edits) const {
  const VarDecl *Var = R.Loop.Range->getLoopVariable();
  const size_t First = Tokens.find(Var->getBeginLoc());
  size_t Colon = Tokens.find(R.Loop.Range->getColonLoc());
  if (First == TokenStream::None || Colon == TokenStream::None || Colon == 0)
    return NotRecordedRange;
  return Tokens.print(First, Colon - 1, Edits, /*Lines=*/false) + " = *" + R.Loop.Iterator->getNameAsString() + ";\n";
}
