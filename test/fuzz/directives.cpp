// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Directives in a unit, as far as clang's own parser and the handlers that we put before it: the input stands behind
// `#pragma omp parallel for` before a loop, or behind `#pragma` where it begins with a blank.
#include "Check.h"
#include "Unit.h"

namespace {

constexpr const char *Before = "#define HETCC(...) __VA_ARGS__\n"
                               "#define NEG -1\n"
                               "#define ROWS [1:n]\n"
                               "struct s { double *x, y[8]; int n; };\n"
                               "void kernel(long long, long long, double *);\n"
                               "int f(int);\n"
                               "void g(int n, int m, double a, double *x, double *y, double (*u)[8], int *row,\n"
                               "       unsigned *col, struct s *p) {\n"
                               "  int start = 0, end = n, sum = 0, i = 0;\n"
                               "#pragma ";
constexpr const char *After = "\n"
                              "  for (i = 0; i < n; i++)\n"
                              "    y[i] += x[i];\n"
                              "}\n";

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  const std::string_view Text = asText(Data, Size);
  // One line: what else there is of the language is clang's.
  if (Text.find_first_of("\r\n") != Text.npos)
    return 0;
  fuzz::Unit Unit;
  Unit.Text = Before + std::string(Text.starts_with(' ') ? "" : "omp parallel for ") + std::string(Text) + After;
  Unit.Cxx = Size % 2;
  Unit.Auto = static_cast<hetcc::AutoMode>(Size / 2 % 3);
  fuzz::parse(Unit, [](hetcc::DirectiveList &Accepted, clang::Preprocessor &PP) {
    for (hetcc::Directive &D : Accepted)
      fuzz::checkAccepted(D, {}, PP);
  });
  return 0;
}
