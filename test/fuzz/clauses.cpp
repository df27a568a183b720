// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fuzzes the parser of directives on the tokens of pragma lines, without code around them. The input follows `#pragma
// omp parallel for`; if it begins with a blank, it follows `#pragma`.
#include "Check.h"
#include "Unit.h"

namespace {

constexpr const char *Before = "#define HETCC(...) __VA_ARGS__\n"
                               "#define NEG -1\n"
                               "#define BOTH(a, b) a, b\n"
                               "#define ROWS [1:n]\n"
                               "#define CLAUSES hetero(1) part_copy(x ROWS)\n"
                               "#define DO(x) _Pragma(#x)\n";

void checkPragma(const hetcc::PragmaLine &Line, clang::SourceLocation Hash, clang::Preprocessor &PP,
                 hetcc::Diagnostics &Diags) {
  // Our handler rejects a pragma inside another one.
  if (Line.Inside.isValid() || !hetcc::isOurDirective(Line.Tokens, PP))
    return;
  const unsigned Errors = Diags.errorCount();
  std::optional<hetcc::Directive> D = hetcc::parseDirective(Line.Tokens, Hash, PP, Diags);
  check(D || Diags.errorCount() > Errors, "what is refused has a message", hetcc::spell(Line.Tokens, PP));
  if (D && Diags.errorCount() == Errors)
    fuzz::checkAccepted(*D, Line.Tokens, PP);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  static fuzz::PragmaReader Reader(Before);
  static const fuzz::PragmaListener Check = checkPragma;
  const std::string_view Text = asText(Data, Size);
  const std::string Pragma =
      Text.starts_with(' ') ? std::string(Text.substr(1)) : "omp parallel for " + std::string(Text);
  if (fuzz::leavesNoTrace(Pragma))
    Reader.read(Pragma, Check);
  else
    fuzz::preprocess({Before + ("#pragma " + Pragma) + "\n", {}}, Check);
  return 0;
}
