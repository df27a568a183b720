// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The text of the tables of arrays. For `part_copyin(x[1:n]) part_copy(y[1:n])`, in region 2:
//
//     static const hetrt_term hetrt_terms_2[] = {{.slope = {1}}, {.slope = {1}, .offset = {1}}};
//     static const hetrt_ends hetrt_ends_2[] = {{.lower_count = 1, .upper = 1, .upper_count = 1}};
//     static const hetrt_box_info hetrt_boxes_2[] = {{.flags = HETRT_READ | HETRT_OWN | HETRT_DECLARED, ...}, ...};
//     static const hetrt_array_info hetrt_arrays_2[] = {{.name = "x", ..., .extent = {{0, 1}}}, ...};
//
// and code that is executed only if the runtime requests a description of the call's arrays (HETRT_WANTS_ARRAYS):
//
//     const hetrt_int64 hetrt_numbers_2[] = {0, (hetrt_int64)(n)};
//     const hetrt_arrays hetrt_described_2 = {..., .values = &hetrt_captured_2, .numbers = hetrt_numbers_2};
#include "Rewrite/ArrayWriter.h"
#include "Analysis/Region/Region.h"
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Syntax/Rows.h"
#include "Analysis/Syntax/SourceText.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace hetcc;
using namespace clang;

/// Returns `{constant, slot}`; for the number 0 returns "0", so that Initializer leaves the field out.
static std::string text(const TableNumber &N) {
  if (N.Slot == 0)
    return N.Constant == 0 ? "0" : "{" + std::to_string(N.Constant) + "}";
  return "{" + std::to_string(N.Constant) + ", " + std::to_string(N.Slot) + "}";
}

static std::string text(const TableTerm &T) {
  return Initializer()
      .set("slope", text(T.Slope))
      .set("offset", text(T.Offset))
      .set("divisor", T.Divisor == 1 ? "0" : "{" + std::to_string(T.Divisor) + "}")
      .set("add", text(T.Add))
      .set("table", T.Table)
      .set("reading", T.Reading)
      .set("within", text(T.Within))
      .text();
}

static std::string text(const TableEnds &E) {
  return Initializer()
      .set("lower", E.Lower)
      .set("lower_count", E.LowerCount)
      .set("upper", E.Upper)
      .set("upper_count", E.UpperCount)
      .text();
}

std::string ArrayWriter::boxInfo(const TableBox &B) const {
  const Window &W = R.Windows[B.Array];
  const SourceManager &SM = Context.getSourceManager();
  const SourceLocation At = B.Of ? B.Of->getExprLoc() : W.Loc;
  FlagList Flags;
  Flags.add(B.Read, "HETRT_READ");
  Flags.add(B.Write, "HETRT_WRITE");
  Flags.add(B.Attained, "HETRT_ATTAINED");
  Flags.add(B.Own, "HETRT_OWN");
  Flags.add(B.Declared && !W.Shape.Inferred, "HETRT_DECLARED");
  // In a loop of a block, a device may run any part of the share, so the body must stay in the window for each part.
  const auto StaysThere = [&](const Region &Each) {
    return B.Array < Each.Windows.size() && Each.Windows[B.Array].StaysInside;
  };
  Flags.add(R.Site.isPartOfBlock() ? llvm::all_of(Group.Instances, StaysThere) : W.Shape.Inferred, "HETRT_PROVEN");
  Flags.add(B.Guarded, "HETRT_GUARDED");
  return Initializer()
      .set("array", B.Array)
      .set("flags", Flags.text())
      .set("from", text(B.From))
      .set("to", text(B.To))
      .set("surely", text(TableNumber{B.WrittenBeforeRead, 0}))
      .set("first_end", B.FirstEnd)
      .set("line", SM.getPresumedLoc(SM.getExpansionLoc(At)).getLine())
      .set("access", quoted(B.Of ? sourceText(B.Of, Context) : W.Clause + "(" + W.Spec->Array.Text + ")"))
      .text();
}

std::string ArrayWriter::arrayFlags(const Window &W, const TableArray &A) const {
  auto GoesThrough = [&](const Window &Other) { return throughWindow(R, Other) == &W - R.Windows.data(); };
  const bool Balances = R.Site.Source->Balance && !R.Site.isInBlock() && R.Site.Source->Balance->Text == W.Name;
  FlagList Flags;
  Flags.add(W.Persist, "HETRT_PERSIST");
  Flags.add(W.Strided, "HETRT_STRIDED");
  Flags.add(W.Rows, "HETRT_ROWS");
  Flags.add(W.Objects, "HETRT_KEEPS_POINTERS");
  Flags.add(W.Shape.Present, "HETRT_PRESENT");
  Flags.add(W.Shape.How == Association::Indexed, "HETRT_GATHER");
  // The runtime reads integers from index arrays, and from arrays that terms use as tables, so it needs their sign.
  Flags.add(
      W.ElementType->isIntegerType() &&
          (llvm::any_of(R.Windows, GoesThrough) ||
           llvm::any_of(Own.Terms, [&](const TableTerm &T) { return T.Table == unsigned(&W - R.Windows.data()) + 1; })),
      "((__typeof__(" + elementOf(W, W.Name) + "))-1 > 0 ? HETRT_UNSIGNED : 0)");
  Flags.add(Balances, "HETRT_BALANCE");
  Flags.add(W.Shape.Allocated, "HETRT_ALLOCATED");
  Flags.add(W.Replicated, "HETRT_COPIED");
  Flags.add(A.WritesAnywhere, "HETRT_WRITES_ANYWHERE");
  Flags.add(A.WritesAnywhere && W.Shape.Out && !W.Shape.In && !W.Shape.Inferred, "HETRT_OUT_ONLY");
  Flags.add(A.Flat, "HETRT_FLAT");
  Flags.add(A.FindExtent, "HETRT_FIND_EXTENT");
  Flags.add(A.CountsElements, "HETRT_ELEMENTS");
  return Flags.text();
}

/// Returns for each dimension where its elements hold the pointers to rows; "0" if the elements are themselves
/// pointers.
static std::string holders(const Window &W) {
  if (llvm::all_of(W.Holders, [](const RowHolder &Each) { return Each.Size == 1; }))
    return "0";
  std::vector<std::string> All;
  for (const RowHolder &Each : W.Holders)
    All.push_back(braced({std::to_string(Each.Size), std::to_string(Each.Begin), std::to_string(Each.End), "0"}));
  return braced(All);
}

/// The size of the variable or member that a clause names, if its type says it; else "0". The host compiler computes
/// it, since instances of a template share one text.
std::string ArrayWriter::declaredBytes(const Window &W) const {
  if (W.Shape.Inferred || !W.Spec->Array.Checked)
    return "0";
  const Expr *Named = W.Spec->Array.Checked->IgnoreParenImpCasts();
  const QualType Type = Named->getType();
  const bool SaysAll = isa<DeclRefExpr, MemberExpr>(Named) && !Type->isDependentType() &&
                       Context.getAsConstantArrayType(Type) != nullptr;
  return SaysAll ? "sizeof(" + W.Name + ")" : "0";
}

std::string ArrayWriter::arrayInfo(unsigned Which) const {
  const SourceManager &SM = Context.getSourceManager();
  const Window &W = R.Windows[Which];
  const TableArray &A = Own.Arrays[Which];
  const int Itself = W.Shape.Through.empty() ? 0 : int(Which);
  const int Through = W.Rows ? objectsOf(R, W) + 1 : throughWindow(R, W);
  std::vector<std::string> Extent;
  for (const TableNumber &Each : A.Extent)
    Extent.push_back(Each == TableNumber() ? "{0}" : text(Each));
  const bool AllZero = llvm::all_of(A.Extent, [](const TableNumber &Each) { return Each == TableNumber(); });
  const TableNumber Size = A.ElementSize;
  return Initializer()
      .set("name", quoted(nameOfRows(W.Spec->Array.Text, W.RowParts)))
      .set("clause", W.Shape.Inferred ? "0" : quoted(W.Clause))
      .set("line", SM.getPresumedLoc(SM.getExpansionLoc(W.Loc)).getLine())
      .set("flags", arrayFlags(W, A))
      .set("rank", A.Extent.size())
      .set("pointer_offset", "__builtin_offsetof(struct hetrt_values_" + N + ", " + arrayField(W) + ")")
      .set("through", uint64_t(Through >= 0 ? Through : Itself))
      .set("holder", holders(W))
      .set("element_size", Size == TableNumber() ? "{(hetrt_int32)sizeof(" + elementOf(W, W.Name) + ")}" : text(Size))
      .set("extent", AllZero ? "0" : braced(Extent))
      .set("declared", declaredBytes(W))
      .text();
}

std::string ArrayWriter::tables() const {
  auto Table = [&](const char *Type, const char *Name, const auto &Rows, auto Text) {
    std::string All;
    for (const auto &Row : Rows)
      All += Text(Row) + ",\n";
    return Rows.empty()
               ? std::string()
               : std::string("static const hetrt_") + Type + " hetrt_" + Name + "_" + N + "[] = {\n" + All + "};\n";
  };
  std::vector<unsigned> Arrays(Own.Arrays.size());
  for (unsigned I = 0; I < Arrays.size(); ++I)
    Arrays[I] = I;
  return mark() + Table("term", "terms", Own.Terms, [](const TableTerm &T) { return text(T); }) +
         Table("ends", "ends", Own.Ends, [](const TableEnds &E) { return text(E); }) +
         Table("box_info", "boxes", Own.Boxes, [&](const TableBox &B) { return boxInfo(B); }) +
         Table("array_info", "arrays", Arrays, [&](unsigned Which) { return arrayInfo(Which); });
}

/// Returns a reference to the symbol `hetrt_allocations` if the runtime has to find the lengths of arrays at run time;
/// else "". hetcc links programs whose objects contain this symbol with libhetalloc, which records allocations.
std::string ArrayWriter::mark() const {
  const auto IsOpen = [&](const TableBox &B) {
    const TableArray &Of = Own.Arrays[B.Array];
    if (!R.Windows[B.Array].Rows)
      return Of.FindExtent && !B.Attained;
    const TableEnds &Row = Own.Ends[B.FirstEnd + Of.Extent.size() - 1];
    return !B.Declared && !R.Windows[B.Array].Holders.back().End && (Row.LowerCount == 0 || Row.UpperCount == 0);
  };
  const bool IsFound = llvm::any_of(R.Body.Captures, [](const Capture &C) { return C.Reduced.isFound(); });
  if (R.Reach.Where != RunsOn::Everywhere || (!IsFound && llvm::none_of(Own.Boxes, IsOpen)))
    return "";
  return "static const char *const hetrt_asks_" + N + " __attribute__((used)) = &hetrt_allocations;\n";
}

void ArrayWriter::describe(Initializer &Descriptor) const {
  auto Name = [&](const char *Of, bool There) { return There ? std::string("hetrt_") + Of + "_" + N : "0"; };
  Descriptor.set("array_count", Own.Arrays.size())
      .set("box_count", Own.Boxes.size())
      .set("end_count", Own.Ends.size())
      .set("term_count", Own.Terms.size())
      .set("array_size", Own.Arrays.empty() ? "0" : "sizeof(hetrt_array_info)")
      .set("box_size", Own.Boxes.empty() ? "0" : "sizeof(hetrt_box_info)")
      .set("end_size", Own.Ends.empty() ? "0" : "sizeof(hetrt_ends)")
      .set("term_size", Own.Terms.empty() ? "0" : "sizeof(hetrt_term)")
      .set("arrays", Name("arrays", !Own.Arrays.empty()))
      .set("boxes", Name("boxes", !Own.Boxes.empty()))
      .set("ends", Name("ends", !Own.Ends.empty()))
      .set("terms", Name("terms", !Own.Terms.empty()))
      .set("number_count", Own.Numbers.slots().size() + 1)
      .set("loaded_count", R.Described.Copied.size());
}

/// Declares variables with lengths of arrays whose types are aliases of variable-length array types. g++ computes such
/// a length where code first uses it, even if that is in a branch that is not taken, and reuses it later. The
/// declarations make sure that the first use is always executed.
std::string ArrayWriter::lengthsByAlias() const {
  std::string Text;
  for (const Window &W : R.Windows)
    for (unsigned D = 1; D < W.DeclaredRank && isCXX() && hasLengthsByAlias(W.Type, Unit.Context); ++D) {
      const std::string Name = "hetrt_length_" + std::to_string(&W - R.Windows.data()) + "_" + std::to_string(D);
      Text += "const hetrt_int64 " + Name + " = " + lengthByType(W.Name, W.Type, D, Unit.Context) + "; (void)" + Name +
              ";\n";
    }
  return Text;
}

std::string ArrayWriter::once() const {
  std::string Text = lengthsByAlias();
  for (size_t I = 0; I < Own.Numbers.slots().size(); ++I)
    if (const Number &Each = Own.Numbers.slots()[I]; Each.Once)
      Text += "const hetrt_int64 " + onceName(I) + " = " + Each.Code + ";\n";
  return Text;
}

std::string ArrayWriter::numbers() const {
  std::vector<std::string> All = {"0"};
  for (size_t I = 0; I < Own.Numbers.slots().size(); ++I)
    All.push_back(Own.Numbers.slots()[I].Once ? onceName(I) : Own.Numbers.slots()[I].Code);
  // If there are several instances, another one may have numbers, and all instances need the same text.
  const bool Alone = All.size() == 1 && Group.Instances.size() == 1;
  std::vector<std::string> Memory;
  for (const CopiedValue &Each : R.Described.Copied) {
    const std::string Address = (isCXX() ? "__builtin_addressof(" : "&(") + Each.Name + ")";
    Memory.push_back("{" + guarded(Each.Guard.empty() ? Address : "(const void *)" + Address, Each.Guard, "0") +
                     ", sizeof(" + Each.Name + ")}");
  }
  return (Alone ? "" : "const hetrt_int64 hetrt_numbers_" + N + "[] = " + braced(All) + ";\n") +
         (Memory.empty() ? "" : "const hetrt_memory hetrt_copied_" + N + "[] = " + braced(Memory) + ";\n") +
         Initializer()
             .set("abi", "HETRT_ABI")
             .set("size", "sizeof(hetrt_arrays)")
             .set("values", hasValues() ? "&hetrt_captured_" + N : "0")
             .set("numbers", Alone ? "0" : "hetrt_numbers_" + N)
             .set("loaded", Memory.empty() ? "0" : "hetrt_copied_" + N)
             .set("variant", R.Site.Source->Variant ? "&hetrt_variant_call_" + N : "0")
             .define("const hetrt_arrays hetrt_described_" + N);
}
