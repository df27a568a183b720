// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the text of the emulated kernel, the outlined form and the GPU kernel. The three forms differ in how they
// write the types of captured variables, whether they check subscripts, and how iterations are distributed. The same
// code writes everything else.
#include "Kernel/KernelWriter.h"
#include "Analysis/AccessPaths.h"
#include "Analysis/Body.h"
#include "Analysis/DynamicVisitor.h"
#include "Analysis/Markers.h"
#include "Analysis/Views.h"
#include "Directive/LineMarker.h"
#include "Kernel/LaneWriter.h"
#include "Kernel/ReductionWriter.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/StringExtras.h"

using namespace hetcc;
using namespace clang;

std::string hetcc::packed(const std::string &Text, unsigned Alignment) {
  return Alignment ? "#pragma pack(push, " + std::to_string(Alignment) + ")\n" + Text + "#pragma pack(pop)\n" : Text;
}

std::string hetcc::elementOf(const Window &W, StringRef Name) {
  if (W.Container && !W.Rows)
    return "*" + pointerText(W, Name.str());
  std::string Text = W.Container ? "(" + Name.str() + ")" : Name.str();
  for (unsigned I = 0; I < W.DeclaredRank; ++I)
    Text += "[0]" + (I < W.RowParts.size() ? textOf(W.RowParts, I) : "");
  return Text;
}

/// The suffix ULL fits all other 64-bit numbers. A negative number is written as `(number + 1)LL - 1`, because C has no
/// literal for the smallest 64-bit integer.
std::string hetcc::numberText(const llvm::APSInt &Value) {
  if (Value.isNegative())
    return llvm::toString(Value.extend(65) + llvm::APSInt::get(1).extend(65), 10) + "LL - 1";
  return llvm::toString(Value, 10) + "ULL";
}

KernelWriter::KernelWriter(const Region &R, ASTContext &Context, const TokenStream &Tokens)
    : R(R), Context(Context), Tokens(Tokens) {
  for (const Capture &C : R.Captures) {
    Field F = {fieldName(C.What), "__typeof__(" + hostName(C) + ")", guarded(hostName(C), C.Guard, "0"), C.Type, {},
               typeName(C)};
    if (R.travelsAsBytes(C))
      F.AsBytes = true, F.Initializer = "{0}";
    else if (R.objectOf(C) && !C.Guard.empty()) // in C, the 0 in `guard ? object : 0` would not have the object's type,
                                                // so pointers to objects are used
      F.Initializer = "*" + guarded("&" + hostName(C), C.Guard, "&(" + F.HostType + "){0}");
    if (C.Kind == CaptureKind::Value || C.Kind == CaptureKind::FirstPrivate)
      Fields.push_back(std::move(F));
  }
  for (Field &F : ReductionWriter(R, Context, Tokens, *this).fields())
    Fields.push_back(std::move(F));
  if (!R.Lanes.Loops.empty())
    Fields.push_back({SharedTripsField, "hetrt_int64", SharedTripsField, {}, {}, {}});
  for (const Window &W : R.Windows) {
    if (!W.Array.Decl)
      continue;
    std::string Name = hostName(W), Element = elementOf(W, Name);
    if (W.ElementType->isVoidType())
      Fields.push_back({fieldName(W.Array),
                        "__typeof__(" + Name + ")",
                        guarded(Name, W.Guard, "0"),
                        {},
                        elementType(W),
                        elementName(W)});
    else
      Fields.push_back({fieldName(W.Array),
                        "__typeof__(" + Element + ") *",
                        "(__typeof__(" + Element + ") *)" + guarded(pointerText(W, Name), W.Guard, "0"),
                        {},
                        elementType(W),
                        elementName(W)});
    // The strides directly follow the pointer, because the runtime writes them there.
    for (unsigned D = 0; hasStrides(W) && D + 1 < W.Shape.rank(); ++D) {
      std::string Row = Name;
      for (unsigned Outer = 0; Outer <= D; ++Outer)
        Row += "[0]";
      const std::string Size = W.Strided ? "" : sizeOfRow(Row, typeOfRow(W, D + 1, Context), Context);
      Fields.push_back({strideName(W, D),
                        "hetrt_int64",
                        W.Strided ? "0" : "(hetrt_int64)(" + Size + " / sizeof(" + Element + "))",
                        {},
                        {},
                        {}});
    }
  }
}

/// Returns the type that a window's pointer in generated code points to.
QualType KernelWriter::elementType(const Window &W) const {
  if (W.Rows)
    return typeOfRow(W, W.DeclaredRank, Context);
  QualType To = W.Type->isPointerType() ? W.Type->getPointeeType() : W.Type;
  return To->isVoidType() ? To : Context.getBaseElementType(To);
}

/// Returns the type of `a[0]` for a window of array `a`: an element or a row.
QualType KernelWriter::rowType(const Window &W) const {
  return W.Type->isPointerType() ? W.Type->getPointeeType()
                                 : QualType(Context.getAsArrayType(W.Type)->getElementType());
}

/// Whether rows have variable length, so that strides are members of the values struct.
bool KernelWriter::hasVariableRows(const Window &W) const { return rowType(W)->isVariablyModifiedType(); }

bool KernelWriter::isCXX() const { return Context.getLangOpts().CPlusPlus; }

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

/// Whether the values struct has members for the strides of the window.
bool KernelWriter::hasStrides(const Window &W) const { return W.Strided || (!W.Flat && hasVariableRows(W)); }

/// Returns the name of the variable for the stride of a dimension, that is, the distance of two consecutive indices in
/// elements.
std::string KernelWriter::strideName(const Window &W, unsigned Dimension) const {
  return "hetrt_stride_" + localName(W.Array) + "_" + std::to_string(Dimension);
}

/// Returns an expression for the product of the extents of dimensions First to Last, computed from strides.
std::string KernelWriter::extentText(const Window &W, unsigned First, unsigned Last) const {
  std::string Outer = strideName(W, First - 1);
  return Last + 1 == W.Shape.rank() ? Outer : "(" + Outer + " / " + strideName(W, Last) + ")";
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
    const Expr *Index = A.By && D == 0 ? A.By : A.Indices[D];
    const size_t From = Tokens.find(Index->getBeginLoc()), To = Tokens.find(Index->getEndLoc());
    if (From == TokenStream::None || To == TokenStream::None || From < Next || To > Last || To < From)
      return false;
    const bool IsChecked = isChecked(F) && !A.Addressed;
    Text += " + (";
    if (IsChecked)
      Text += (A.Write ? "hetrt_write_index(" : "hetrt_read_index(") + boundsOf(A) + ", " + std::to_string(D) + ", ";
    if (Index == A.By)
      Text += A.By->getDecl()->getType()->isPointerType() ? "(hetrt_int64)((" : "(hetrt_int64)(&(";
    From > Next ? Edits.replace(Next, From - 1, Text) : Edits.insertBefore(From, Text);
    Text = Index == A.By ? ") - " + localName(R.Windows[size_t(A.Objects)].Array) + ")" : "";
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
  const auto Object = llvm::find_if(R.LocalObjects, [&](const LocalObject *O) { return O->Var == Term.Of; });
  assert(Object != R.LocalObjects.end() && "views are used behind the declaration");
  const auto By =
      llvm::find_if((*Object)->By, [&](const Expr *E) { return E->getBeginLoc() == Term.Count->getBeginLoc(); });
  return integerName(size_t(Object - R.LocalObjects.begin()), size_t(By - (*Object)->By.begin()));
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
  const size_t Number = size_t(llvm::find(R.LocalObjects, &Object) - R.LocalObjects.begin());
  std::vector<KeptTokens> Kept;
  for (size_t I = 0; I < Object.By.size(); ++I)
    Kept.push_back({Tokens.find(Object.By[I]->getBeginLoc()), Tokens.find(Object.By[I]->getEndLoc()),
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
    if (Each.Count && !Each.Of)
      Kept.push_back({Tokens.find(Each.Count->getBeginLoc()), Tokens.find(Each.Count->getEndLoc()),
                      Step + " * (hetrt_int64)(", ")"});
    else
      Begin += Step + (Each.Of ? " * " + integerOf(Each) : "");
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
  for (const Renaming &N : R.Renamed) {
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
  for (const auto &[Length, Value] : R.Lengths)
    if (const size_t First = Tokens.find(Length->getBeginLoc()), Last = Tokens.find(Length->getEndLoc());
        First != TokenStream::None && Last != TokenStream::None)
      Edits.replace(First, Last, std::to_string(Value));
  // In a kernel, `__func__` would be the name of the kernel, so a string replaces it.
  for (const PredefinedExpr *Name : namesOfFunction(R.Loop.For->getBody()))
    if (size_t At = Tokens.find(Name->getLocation()); At != TokenStream::None && Name->getFunctionName())
      Edits.replace(At, At,
                    isCXX() ? quotedName(*Name->getFunctionName()) : "\"" + R.Function->getNameAsString() + "\"");
  if (F == Form::Device) // a GPU kernel is outside of the user's class and namespace
    nameOuter(Edits);
  const TokenEdits Renames = Edits;
  for (const Access &A : R.Accesses)
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
  for (const VarDecl *Row : R.RowReferences)
    if (const size_t From = Tokens.find(Row->getBeginLoc()), Name = Tokens.find(Row->getLocation());
        From != TokenStream::None && Name != TokenStream::None && From < Name)
      Edits.replace(From, Name - 1, "auto &&");
  for (const auto &[A, Of] : R.Accessors)
    editAccessor(A, R.Windows[Of], Edits);
  for (const LocalObject *Each : R.LocalObjects)
    if (!editLocalObject(*Each, Edits))
      return NotRecordedView;
  for (const auto &[Each, Of] : R.Views)
    if (!editView(*Each, R.Windows[Of], Edits))
      return NotRecordedView;
  for (const auto &[Call, Of] : R.Begins)
    if (const size_t From = Tokens.find(Call->getBeginLoc()), To = Tokens.find(Call->getEndLoc());
        From != TokenStream::None && To != TokenStream::None)
      Edits.replace(From, To, localName(R.Windows[Of].Array));
  editCalls(R.Functions.Calls, nullptr, Edits);
  editLambdas(Edits);
  if (isChecked(F))
    ReductionWriter(R, Context, Tokens, *this).checkElements(Edits);
  // A GPU kernel is not a template, so its `if constexpr` would not discard the branch.
  for (const Stmt *S : R.Discarded)
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

/// Returns the values struct. In the user's function (`InHost`), types are written with `__typeof__`, so that the text
/// is right in every instance of a template. A kernel at file scope uses typedefs, and needs the `#pragma pack` that is
/// in effect at the directive.
std::string KernelWriter::structs(StringRef Suffix, bool InHost, StringRef Members) const {
  auto Declared = [&](const Field &F) {
    if (F.AsBytes)
      return "char " + F.Name + "[sizeof(" + (InHost ? F.HostType : declareAs(F.Type, F.TypeName, "")) + ")];\n";
    if (InHost)
      return F.HostType + " " + F.Name + ";\n";
    if (!F.Pointee.isNull())
      return declarePointer(F.Pointee, F.TypeName, F.Name) + ";\n";
    return (F.Type.isNull() ? "hetrt_int64 " + F.Name : declareAs(F.Type, F.TypeName, F.Name)) + ";\n";
  };
  std::string Text = "struct hetrt_values" + Suffix.str() + " {\nhetrt_uint64 hetrt_lower, hetrt_step;\n";
  for (const Field &F : Fields)
    Text += Declared(F);
  Text += Members.str() + "};\n";
  return InHost ? Text : packed(Text, R.Source->Pack);
}

/// Declares the pointer to a window's array under the array's name, and the window's strides.
std::string KernelWriter::windowLocal(const Window &W, Form F, StringRef Access) const {
  const std::string Name = localName(W.Array), Field = Access.str() + fieldName(W.Array),
                    Value = isChecked(F) ? Field : pointerName(W);
  QualType Row = rowType(W), Element = elementType(W);
  bool Typed = isInFunction(F), Fixed = !hasVariableRows(W);
  const std::string TypeOfField = Element->isVoidType() ? "__typeof__(" + Field + ") " : "__typeof__(*" + Field + ") *";
  std::string Strides;
  for (unsigned D = 0; hasStrides(W) && D + 1 < W.Shape.rank(); ++D)
    Strides += "const hetrt_int64 " + strideName(W, D) + " = " + (Access + strideName(W, D)).str() + "; (void)" +
               strideName(W, D) + ";\n";
  auto Pointer = [&](QualType To, const std::string &Alias) {
    return declarePointer(To, Alias, Name) + " = (" + declarePointer(To, Alias, "") + ")" + Value + ";\n";
  };
  if (W.DeclaredRank == 1 || W.Strided || (F == Form::Device && !Fixed))
    return Strides + (!Typed ? Pointer(Element, elementName(W))
                             : TypeOfField + Name + " = (" + TypeOfField + ")" + Value + ";\n");
  if (!Typed && Fixed)
    return Pointer(Row, rowName(W));
  std::string Extents;
  for (unsigned D = 1; D < W.DeclaredRank && !Fixed; ++D)
    Extents += "[" + extentText(W, D, D) + "]";
  if (!Typed) {
    std::string Begin = declareAs(Element, elementName(W), "(*");
    return Strides + Begin + Name + ")" + Extents + " = (" + Begin + ")" + Extents + ")" + Value + ";\n";
  }
  // A typedef is needed, because g++ parses `__typeof__(x) (*y)` as an expression.
  std::string Type = "hetrt_row_" + Name;
  return Strides + "typedef __typeof__(" +
         (Fixed ? hostName(W) + "[0]) " + Type : "*" + Field + ") " + Type + Extents) + ";\n" + Type + " *" + Name +
         " = (" + Type + " *)" + Value + ";\n";
}

/// Declares a constant in the kernel with the value of a captured constant. The user's constant itself cannot be used:
/// a member function of the local struct cannot bind references to a variable of the user's function, and kernels at
/// file scope do not see the variable.
std::string KernelWriter::constant(const Capture &C, Form F) const {
  auto *Var = cast<VarDecl>(C.What.Decl);
  std::string Name = localName(C.What), Kind = Var->isConstexpr() ? "constexpr " : "const ";
  if (!isInFunction(F))
    return constantText(*Var, Name, typeName(C));
  std::string Type = Kind + "__typeof__(" + hostName(C) + ") ", Copy = "hetrt_constant_" + Name;
  return Type + Copy + " = " + hostName(C) + ";\n" + Type + Name + " = " + Copy + "; (void)" + Name + ";\n";
}

/// Returns the declaration `T name` of a captured variable. In the user's function, the type is written with
/// `__typeof__`, because it may differ between template instances.
std::string KernelWriter::declareLocal(const Capture &C, Form F) const {
  return isInFunction(F) ? "__typeof__(" + hostName(C) + ") " + localName(C.What)
                         : declareAs(C.Type, typeName(C), localName(C.What));
}

/// Declares local copies of all captured variables and the pointers to arrays, under the names that the body uses.
/// ReductionWriter declares reduction variables.
std::string KernelWriter::locals(Form F, StringRef Access) const {
  std::string Text;
  for (const Capture &C : R.Captures) {
    std::string Name = localName(C.What);
    if (C.Kind == CaptureKind::Constant)
      Text += constant(C, F);
    else if (C.Kind == CaptureKind::Private && C.Last) // lastprivate variables are declared outside of the loop
      Text += declareLocal(C, F) + "; __builtin_memset((void *)&" + Name + ", 0, sizeof " + Name +
              ");\n"; // without an initial value, compilers would warn that the variable may be uninitialised
    else if (R.travelsAsBytes(C))
      Text += objectLocal(C, F, Access);
    else if (C.Kind == CaptureKind::Value || C.Kind == CaptureKind::FirstPrivate)
      Text += declareLocal(C, F) + " = " + (Access + fieldName(C.What)).str() + "; (void)" + Name + ";\n";
    if (R.objectOf(C) && !R.travelsAsBytes(C))
      Text += "__typeof__(" + Name + ") *const " + pointerToObject(C.What) + " = " +
              (isCXX() ? "__builtin_addressof(" : "&(") + Name + "); (void)" + pointerToObject(C.What) + ";\n";
  }
  for (const Window &W : R.Windows)
    if (W.Array.Decl)
      Text += windowLocal(W, F, Access) + "(void)" + localName(W.Array) + ";\n";
  for (const ObjectCopy &O : R.Objects)
    Text += objectPointers(O);
  return Text;
}

/// Declares a local copy of an object of which the values struct has the bytes and not the value (ObjectCopy::AsBytes).
std::string KernelWriter::objectLocal(const Capture &C, Form F, StringRef Access) const {
  const std::string Name = localName(C.What), Bytes = "hetrt_object_" + Name;
  const std::string Plain = isInFunction(F) ? "__typeof__(" + hostName(C) + ")" : declareAs(C.Type, typeName(C), ""),
                    Type = (C.What.Decl->getType().getNonReferenceType().isConstQualified() ? "const " : "") + Plain;
  return "__attribute__((aligned(__alignof__(" + Plain + ")))) char " + Bytes + "[sizeof(" + Plain +
         ")];\n__builtin_memcpy(" + Bytes + ", " + (Access + fieldName(C.What)).str() + ", sizeof " + Bytes + ");\n" +
         Type + " *const " + pointerToObject(C.What) + " = (" + Type + " *)(void *)" + Bytes + ";\n" + Type + " &" +
         Name + " = *" + pointerToObject(C.What) + "; (void)" + Name + ";\n";
}

/// Sets the pointers in the copy of an object to the kernel's arrays. All pointers of a container are moved by the same
/// distance as the first.
std::string KernelWriter::objectPointers(const ObjectCopy &O) const {
  const std::string Name = localName(*R.entity(O.Object)), Bytes = "hetrt_object_" + Name;
  std::string Text;
  for (const ObjectCopy::Member &Each : O.Arrays) {
    const std::string Array = localName(R.Windows[Each.Window].Array), Member = Name + "." + Each.Name;
    if (!O.AsBytes) {
      Text += Member + " = (__typeof__(" + Member + "))" + Array + ";\n";
      continue;
    }
    auto At = [&](uint64_t Offset) { return Bytes + " + " + std::to_string(Offset); };
    Text += "{\nconst char *hetrt_first, *hetrt_other;\n__builtin_memcpy(&hetrt_first, " + At(Each.Pointers.front()) +
            ", sizeof hetrt_first);\n";
    for (uint64_t Offset : Each.Pointers)
      Text += "__builtin_memcpy(&hetrt_other, " + At(Offset) + ", sizeof hetrt_other);\nhetrt_other = (const char *)" +
              Array + " + (hetrt_other - hetrt_first);\n__builtin_memcpy(" + At(Offset) +
              ", &hetrt_other, sizeof hetrt_other);\n";
    Text += "}\n";
  }
  for (const ObjectCopy::Link &Each : O.Links) {
    const std::string Pointer = pointerToObject(*R.entity(Each.To)), Member = Name + "." + Each.Name,
                      At = Bytes + " + " + std::to_string(Each.Offset);
    Text += O.AsBytes ? "{\nconst void *hetrt_other;\n__builtin_memcpy(&hetrt_other, " + At +
                            ", sizeof hetrt_other);\nif (hetrt_other)\nhetrt_other = " + Pointer +
                            ";\n__builtin_memcpy(" + At + ", &hetrt_other, sizeof hetrt_other);\n}\n"
                      : "if (" + Member + ")\n" + Member + " = (__typeof__(" + Member + "))" + Pointer + ";\n";
  }
  return Text;
}

bool KernelWriter::isPointerToRows() const {
  return R.Loop.isPointer() && R.Loop.IteratorType->getPointeeType()->isArrayType();
}

/// Returns the type of the iterator in form `F`.
std::string KernelWriter::iteratorType(Form F) const {
  if (!isInFunction(F))
    return isPointerToRows() ? IteratorTypeName : declareAs(R.Loop.IteratorType, IteratorTypeName, "");
  return R.Loop.DeclaredHere || R.Loop.OfClass ? IteratorTypeName
                                               : "__typeof__(" + R.Loop.Iterator->getNameAsString() + ")";
}

/// Returns the absolute value of the loop's step: the number if it is an integer literal in the text, "1" for `++` and
/// `--`, and "" for all other steps.
std::string KernelWriter::knownStep() const {
  if (!R.Loop.Step)
    return "1";
  auto *Number = dyn_cast<IntegerLiteral>(R.Loop.Step->IgnoreParenImpCasts());
  return Number ? llvm::toString(Number->getValue(), 10, /*Signed=*/false) : "";
}

/// Returns an expression for the iterator's value in iteration K.
std::string KernelWriter::iteratorAt(Form F, StringRef Access, StringRef K) const {
  const std::string Known = knownStep(), Sign = Known.empty() || !R.Loop.Decreasing ? " + " : " - ";
  const std::string Distance = K.str() + (Known.empty()  ? " * " + Access.str() + "hetrt_step"
                                          : Known == "1" ? ""
                                                         : " * " + Known + "ULL");
  const std::string Value = Access.str() + "hetrt_lower" + Sign + Distance;
  return R.Loop.isPointer() ? localName(R.Windows[R.Loop.BaseWindow].Array) + " + (hetrt_int64)(" + Value + ")"
                            : "(" + iteratorType(F) + ")(" + Value + ")";
}

/// Declares the private variables of an iteration.
std::string KernelWriter::privates(Form F) const {
  std::string Text;
  for (const Capture &C : R.Captures)
    if (C.Kind == CaptureKind::Private && !C.Last)
      Text += declareLocal(C, F) + ";\n";
  return Text;
}

/// Declares the iterator with its value in iteration K.
std::string KernelWriter::iterator(Form F, StringRef Access, StringRef K) const {
  const std::string Name = R.Loop.Iterator->getNameAsString();
  return iteratorType(F) + " " + Name + " = " + iteratorAt(F, Access, K) + ";\n(void)" + Name + ";\n";
}

std::string KernelWriter::deviceIterator(StringRef K) const { return iterator(Form::Device, "hetrt_v->", K); }

/// Returns the beginning of an iteration: declarations of the iterator and of private variables.
std::string KernelWriter::iteration(Form F, StringRef Access) const {
  return iterator(F, Access, "hetrt_k") + privates(F);
}

/// Returns the increment of the iterator. If the step is a literal in the user's text, it is written as a number, which
/// helps compilers to optimise; other steps are read from the values struct, because the text must be the same in all
/// instances of a template.
std::string KernelWriter::increment(StringRef Access) const {
  const std::string Name = R.Loop.Iterator->getNameAsString();
  if (!R.Loop.Step)
    return (R.Loop.Decreasing ? "--" : "++") + Name;
  if (const std::string Known = knownStep(); !Known.empty())
    return Name + (R.Loop.Decreasing ? " -= " : " += ") + Known;
  return (Name + " += (hetrt_int64)" + Access + "hetrt_step").str();
}

/// Returns `#pragma omp simd` for the outlined form if the user's directive has `simd` and its clauses can be written
/// there; else "". `aligned` clauses are left out, because they are about the user's arrays, not about copies of them.
std::string KernelWriter::simd() const {
  if (!R.Source->Simd || !R.Source->Ifs.empty())
    return "";
  std::string Text = "\n#pragma omp simd";
  for (const Capture &C : R.Captures) {
    const bool Reduces = C.Kind == CaptureKind::Reduction;
    if ((C.Last && C.Kind == CaptureKind::FirstPrivate) || (Reduces && (C.Reduced.Array || C.Reduced.Declared)))
      return ""; // the variable would begin without a value, or the clause would need names of the user's function
    if (C.Last)
      Text += " lastprivate(" + localName(C.What) + ")";
    else if (Reduces)
      Text += " reduction(" + C.Reduced.Operator + " : " + localName(C.What) + ")";
  }
  for (const OpenMPClause &C : R.Source->OpenMP)
    if (C.Name == "safelen" || C.Name == "simdlen")
      Text += " " + C.Text;
  return Text + (R.hasReductions() ? " if(!hetrt_in_order)" : "") + "\n";
}

/// Returns the loop over a range of iterations with the user's iterator as its counter, so that compilers optimise it
/// as well as the user's loop. It ends when the iterator has the value after the range's last iteration, a value that
/// the iterator also has in the user's loop.
std::string KernelWriter::countedLoop(Form F, StringRef Access) const {
  const std::string Name = R.Loop.Iterator->getNameAsString(), Type = iteratorType(F);
  const BinaryOperatorKind Relation = R.Loop.Relation;
  const char *Goes = Relation == BO_NE ? " != " : Relation == BO_LT || Relation == BO_LE ? " < " : " > ";
  return "const " + Type + " hetrt_to = " + iteratorAt(F, Access, "hetrt_last") + ";\n" + Type + " " + Name + ";\n" +
         simd() + "for (" + Name + " = " + iteratorAt(F, Access, "hetrt_first") + "; " + Name + Goes + "hetrt_to; " +
         increment(Access) + ") {\n" + privates(F) + bodyText(F) + "\n" + marker() + "}\n";
}

/// Returns the line marker of generated code, with the line number of the directive.
std::string KernelWriter::marker() const {
  return lineMarker(Context.getSourceManager(), R.Source->HashLoc, 0, true) + "\n";
}

/// Returns the loop with the head `Head` and the body of one iteration.
std::string KernelWriter::loop(Form F, StringRef Access, StringRef Head) const {
  return Head.str() + " {\n" + iteration(F, Access) + bodyText(F) + "\n" + marker() + "}\n";
}

namespace {
constexpr const char EmulatedParameters[] =
    "(hetrt_uint64 hetrt_first, hetrt_uint64 hetrt_last, const void *hetrt_bytes,\n"
    "    void *hetrt_partial_bytes, const hetrt_bounds *hetrt_bounds_";
constexpr const char OutlinedParameters[] =
    "(hetrt_uint64 hetrt_first, hetrt_uint64 hetrt_last, const void *hetrt_bytes,\n"
    "    void *hetrt_partial_bytes, ";
constexpr const char EmulatedLoop[] =
    "hetrt_uint64 hetrt_k;\nfor (hetrt_k = hetrt_first; hetrt_k < hetrt_last; ++hetrt_k)";
} // namespace

std::string KernelWriter::assign(const Capture &C, StringRef To, StringRef From) {
  return C.Type->isArrayType() ? ("__builtin_memcpy(&" + To + ", &" + From + ", sizeof " + To + ");\n").str()
                               : (To + " = " + From + ";\n").str();
}

/// Returns the beginning of the definition of an emulated kernel or an outlined form. The attribute `flatten` makes the
/// compiler inline all calls in it.
std::string KernelWriter::formOfHost() const {
  return R.HoldsCallees ? "static __attribute__((flatten)) void " : "static void ";
}

/// If lanes share loops of the body, the kernel is an inline function that is called in two places, for one lane and
/// for several. In the call for one lane, compilers then remove all code for sharing.
std::string KernelWriter::emulatedKernel(Form F, StringRef Name, const Scopes &Around, StringRef Suffix) const {
  ReductionWriter Reductions(R, Context, Tokens, *this);
  LaneWriter Lanes(R, Tokens, *this, true);
  std::string Type = "const struct hetrt_values" + Suffix.str() + " *", Access = "hetrt_v->";
  std::string Body = " {\n" + Around.Text + Type + "hetrt_v = (" + Type +
                     ")hetrt_bytes;\n(void)hetrt_v; (void)hetrt_partial_bytes; (void)hetrt_bounds_;\n" +
                     locals(F, Access) + Reductions.privates(isInFunction(F), Access, "hetrt_partial_bytes") +
                     (Lanes.columns() ? loop(F, Access, Lanes.stripes("hetrt_first", "hetrt_columns")) + "}\n"
                                      : loop(F, Access, EmulatedLoop)) +
                     Reductions.leave(Suffix, "hetrt_partial_bytes", "hetrt_last") + Around.close() + "}\n";
  std::string Parameters = EmulatedParameters, Kernel = formOfHost() + Name.str() + Parameters + ")";
  if (!Lanes.any())
    return Kernel + Body;
  std::string Shared = Name.str() + "_shared",
              Call = Shared + "(hetrt_first, hetrt_last, hetrt_bytes, hetrt_partial_bytes, hetrt_bounds_, ";
  return "static __inline__ __attribute__((always_inline)) void " + Shared + Parameters + ",\n    " +
         Lanes.parameters() + ")" + Body + Kernel + " {\nif (hetrt_emulated_lane_count() == 1)\n" + Call +
         Lanes.oneLane() + ");\nelse\n" + Call + Lanes.emulatedLane() + ");\n}\n";
}

/// Returns the outlined form. Unlike the loop in place, it gets its bounds and values from the values struct, and
/// leaves its reductions in a partial. The arrays are `restrict` parameters of an inner function, so that compilers
/// know that they do not overlap.
std::string KernelWriter::outlinedLoop(Form F, StringRef Name, const Scopes &Around, StringRef Suffix) const {
  ReductionWriter Reductions(R, Context, Tokens, *this);
  const std::string Type = "const struct hetrt_values" + Suffix.str() + " *", Access = "hetrt_v->",
                    Body = Name.str() + "_body";
  std::string Arrays;
  for (size_t W = 0; W < R.Windows.size(); ++W)
    Arrays += ", hetrt_arrays_[" + std::to_string(W) + "]";
  return formOfHost() + Body + OutlinedParameters + "int hetrt_in_order" + pointers(true, false) + ") {\n" +
         Around.Text + Type + "hetrt_v = (" + Type +
         ")hetrt_bytes;\n(void)hetrt_v; (void)hetrt_partial_bytes; (void)hetrt_in_order;\n" + locals(F, Access) +
         Reductions.privates(isInFunction(F), Access, "hetrt_partial_bytes") + "{\n" + countedLoop(F, Access) + "}\n" +
         Reductions.leave(Suffix, "hetrt_partial_bytes", "hetrt_last") + Around.close() + "}\nstatic void " +
         Name.str() + OutlinedParameters + "void *const *hetrt_arrays_, int hetrt_in_order) {\n(void)hetrt_arrays_;\n" +
         Body + "(hetrt_first, hetrt_last, hetrt_bytes, hetrt_partial_bytes, hetrt_in_order" + Arrays + ");\n}\n";
}

std::string KernelWriter::emulatedFunction(StringRef Name) const {
  return emulatedKernel(Form::EmulatedC, Name, fileScopes(Form::EmulatedC), "");
}

std::string KernelWriter::outlinedFunction(StringRef Name) const {
  return outlinedLoop(Form::OutlinedC, Name, fileScopes(Form::OutlinedC), "");
}

/// C only: returns the declarations at the beginning of a function at file scope.
KernelWriter::Scopes KernelWriter::fileScopes(Form F) const {
  Scopes Around = declarations(F, {});
  Around.Text += ReductionWriter(R, Context, Tokens, *this).partialStruct("") + structs("", false);
  return Around;
}

std::string KernelWriter::hostStructs(StringRef Suffix, StringRef Iterator, HostForms Wanted) const {
  std::string Members;
  if (isCXX()) {
    Members = "typedef __typeof__(" + (R.Loop.OfClass ? "&*" + Iterator.str() : Iterator.str()) + ") " +
              std::string(IteratorTypeName) + ";\n";
    if (Wanted.Emulated)
      Members += emulatedKernel(Form::EmulatedCXX, "hetrt_emulated", {}, Suffix);
    if (Wanted.Outlined)
      Members += outlinedLoop(Form::OutlinedCXX, "hetrt_outlined", {}, Suffix);
  }
  return structs(Suffix, true, Members);
}
