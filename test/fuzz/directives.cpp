// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fuzzes directives in a translation unit, with clang's parser and our pragma handlers. The input follows `#pragma omp
// parallel for` before a loop; if it begins with a blank, it follows `#pragma`.
#include "Check.h"
#include "Unit.h"
#include <algorithm>

namespace {

constexpr const char *Macros = "#define HETCC(...) __VA_ARGS__\n"
                               "#define NEG -1\n"
                               "#define ROWS [1:n]\n";
constexpr const char *Ahead = "struct s { double *x, y[8]; int n; };\n"
                              "void kernel(long long, long long, double *);\n"
                              "int f(int);\n"
                              "void g(int n, int m, double a, double *x, double *y, double (*u)[8], int *row,\n"
                              "       unsigned *col, struct s *p) {\n"
                              "  int start = 0, end = n, sum = 0, i = 0;\n";
constexpr const char *Behind = "  for (i = 0; i < n; i++)\n"
                               "    y[i] += x[i];\n"
                               "}\n";

void checkDirectives(hetcc::DirectiveList &Accepted, clang::Preprocessor &PP) {
  for (hetcc::Directive &D : Accepted)
    fuzz::checkAccepted(D, {}, PP);
}

/// Whether the text has an `allocate` clause with more than names in it, on some of which clang 19 crashes, as on
/// `allocate(n, (*n))`. The driver then leaves the unit to the host compiler (translator-crashes.test).
bool mayCrashClang(std::string_view Text) {
  const std::size_t Clause = Text.find("allocate");
  if (Clause == Text.npos)
    return false;
  const std::size_t Bracket = Text.find('(', Clause);
  return Bracket != Text.npos && Text.find_first_of("(*[&", Bracket + 1) != Text.npos;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  static fuzz::PragmaReader Readers[] = {fuzz::PragmaReader(Macros, false), fuzz::PragmaReader(Macros, true)};
  static const fuzz::DirectiveListener Check = checkDirectives;
  const std::string_view Text = asText(Data, Size);
  // Only inputs of one line, because the rest of the language is clang's task. Few brackets, because clang's time
  // doubles with each level of nested brackets.
  if (Text.find_first_of("\r\n") != Text.npos || std::count(Text.begin(), Text.end(), '(') > 16 ||
      mayCrashClang(Text))
    return 0;
  const std::string Pragma =
      Text.starts_with(' ') ? std::string(Text.substr(1)) : "omp parallel for " + std::string(Text);
  const bool Cxx = Size % 2;
  const auto Auto = static_cast<hetcc::AutoMode>(Size / 2 % 3);
  if (fuzz::leavesNoTrace(Pragma))
    Readers[Cxx].parse(Ahead, Pragma, Behind, Auto, Check);
  else
    fuzz::parse({std::string(Macros) + Ahead + "#pragma " + Pragma + "\n" + Behind, {}, Cxx, Auto}, Check);
  return 0;
}
