// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the tables that describe a kernel of the user's (`variant`). For `variant(cuda: axpy(a, x, y), 128)`:
//
//     static const hetrt_int32 hetrt_arguments_2[] = {-1, 0, 1};
//     static const hetrt_variant hetrt_variant_2 = {.name = "axpy", .function = (const void *)(axpy), ...};
//     const double hetrt_argument_2_0 = (a);
//     const void *const hetrt_values_of_2[] = {&hetrt_argument_2_0, 0, 0};
//     const hetrt_variant_call hetrt_variant_call_2 = {.shape = {(hetrt_int64)(128)}, .values = hetrt_values_of_2};
#include "Rewrite/CallWriter.h"
#include "Rewrite/TableWriter.h"

using namespace hetcc;
using namespace clang;

namespace {

/// Returns for each argument of the kernel the index of its window; -1 for an argument that is not a window's array.
std::vector<int> windowsOf(const Region &R) {
  const VariantClause &V = *R.Site.Source->Variant;
  std::vector<int> Windows;
  if (!V.Listed)
    for (size_t W = 0; W < R.Windows.size(); ++W)
      Windows.push_back(int(W));
  for (const ClauseExpr &Argument : V.Arguments)
    Windows.push_back(argumentWindow(R, Argument));
  return Windows;
}

/// Returns the type of the kernel's parameter for an argument; a null type if the kernel has no prototype in this unit.
QualType parameterType(const VariantClause &V, size_t Argument) {
  constexpr size_t Leading = 2;
  if (!V.Function)
    return {};
  auto *Ref = dyn_cast<DeclRefExpr>(V.Function->Checked->IgnoreParenImpCasts());
  auto *F = Ref ? dyn_cast<FunctionDecl>(Ref->getDecl()) : nullptr;
  return F && F->hasPrototype() ? F->getParamDecl(unsigned(Leading + Argument))->getType().getUnqualifiedType()
                                : QualType();
}

} // namespace

/// Returns a constant that describes the user's kernel of a `variant` clause; "" if there is no such clause.
std::string TableWriter::variant() const {
  if (!hasVariant())
    return "";
  const VariantClause &V = *R.Site.Source->Variant;
  std::vector<std::string> Windows;
  for (int Window : windowsOf(R))
    Windows.push_back(std::to_string(Window));
  const std::string Arguments = Windows.empty() ? "0" : "hetrt_arguments_" + N;
  return (Windows.empty() ? "" : "static const hetrt_int32 " + Arguments + "[] = " + braced(Windows) + ";\n") +
         Initializer()
             .set("name", quoted(V.Name))
             .set("function", V.Function ? "(const void *)(" + V.Function->Text + ")" : "0")
             .set("launch", V.Function ? "&hetrt_cuda_launch" : "0")
             .set("file", V.Function ? "0" : V.File)
             .set("argument_count", Windows.size())
             .set("shape_count", V.Shape.size())
             .set("arguments", Arguments)
             .define("static const hetrt_variant hetrt_variant_" + N);
}

/// Returns the values of that kernel's arguments in this call; "" if there is no `variant` clause.
std::string CallWriter::variantCall() const {
  if (!R.Site.Source->Variant)
    return "";
  const VariantClause &V = *R.Site.Source->Variant;
  std::string Text;
  std::vector<std::string> Values, Shape;
  for (size_t A = 0; A < V.Arguments.size(); ++A) {
    const ClauseExpr &Argument = V.Arguments[A];
    const std::string Name = "hetrt_argument_" + N + "_" + std::to_string(A);
    const bool IsWindow = argumentWindow(R, Argument) >= 0;
    Values.push_back(IsWindow ? "0" : "(const void *)&" + Name);
    if (IsWindow)
      continue;
    const QualType T = parameterType(V, A);
    std::string Declared = !T.isNull() ? kernel().declare(T, Name)
                           : hasAuto() ? "auto " + Name
                                       : "__typeof__((" + Argument.Text + ")) " + Name;
    Text += Declared + " = (" + Argument.Text + ");\n";
  }
  const std::string Passed = Values.empty() ? "0" : "hetrt_values_of_" + N;
  if (!Values.empty())
    Text += "const void *const " + Passed + "[] = " + braced(Values) + ";\n";
  for (const ClauseExpr &Number : V.Shape)
    Shape.push_back("(hetrt_int64)(" + Number.Text + ")");
  return Text + Initializer()
                    .set("shape", Shape)
                    .set("values", Passed)
                    .define("const hetrt_variant_call hetrt_variant_call_" + N);
}
