// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the text of the emulated kernel, the outlined form and the GPU kernel. The three forms differ in how they
// write the types of captured variables, whether they check subscripts, and how iterations are distributed. The same
// code writes everything else.
#include "Kernel/KernelWriter.h"
#include "Analysis/Region/Region.h"
#include "Analysis/Syntax/Rows.h"
#include "Analysis/Syntax/Statements.h"
#include "Directive/LineMarker.h"
#include "Kernel/LaneWriter.h"
#include "Kernel/ReductionWriter.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
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
  for (const Capture &C : R.Body.Captures) {
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
  return InHost ? Text : packed(Text, R.Site.Source->Pack);
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
  for (const Capture &C : R.Body.Captures) {
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
  for (const ObjectCopy &O : R.Body.Objects)
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

/// Declares the private variables of an iteration. In emulated kernels, those without a constructor lose the value that
/// the last iteration left in them.
std::string KernelWriter::privates(Form F) const {
  std::string Text;
  for (const Capture &C : R.Body.Captures)
    if (C.Kind == CaptureKind::Private && !C.Last) {
      const std::string Name = localName(C.What), Size = "sizeof " + Name;
      Text += declareLocal(C, F) + ";\n";
      if (F == Form::EmulatedC)
        Text += "hetrt_forget((void *)&" + Name + ", " + Size + ");\n";
      else if (F == Form::EmulatedCXX)
        Text += "hetrt_forget((void *)__builtin_addressof(" + Name + "), __is_trivial(__typeof__(" + Name + ")) ? " +
                Size + " : 0);\n";
    }
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
  if (!R.Site.Source->Simd || !R.Site.Source->Ifs.empty())
    return "";
  std::string Text = "\n#pragma omp simd";
  for (const Capture &C : R.Body.Captures) {
    const bool Reduces = C.Kind == CaptureKind::Reduction;
    if ((C.Last && C.Kind == CaptureKind::FirstPrivate) || (Reduces && (C.Reduced.Array || C.Reduced.Declared)))
      return ""; // the variable would begin without a value, or the clause would need names of the user's function
    if (C.Last)
      Text += " lastprivate(" + localName(C.What) + ")";
    else if (Reduces)
      Text += " reduction(" + C.Reduced.Operator + " : " + localName(C.What) + ")";
  }
  for (const OpenMPClause &C : R.Site.Source->OpenMP)
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
  return lineMarker(Context.getSourceManager(), R.Site.Source->HashLoc, 0, true) + "\n";
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
  return R.Shared.HoldsCallees ? "static __attribute__((flatten)) void " : "static void ";
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
