// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parses variant(), which names a kernel that the user wrote. Devices run it instead of the kernel that hetcc
// generates.
#include "Directive/ClauseParser.h"

using namespace hetcc;
using clang::SourceLocation;
namespace tok = clang::tok;

/// Parses `cuda: name[(arguments)] [in "file"] [, threads [, blocks [, shared]]]`.
bool ClauseParser::variant(TokenList Arguments, SourceLocation Loc) {
  constexpr size_t MostNumbers = 3;
  if (Arguments.size() < 3 || !Arguments[0].getIdentifierInfo() || Arguments[1].isNot(tok::colon))
    return fail(Arguments.empty() ? Loc : Arguments[0].getLocation(), "'cuda: kernel'", "variant");
  if (word(Arguments[0]) != "cuda") {
    Diags.report(Arguments[0].getLocation(), message::err_variant_kind) << word(Arguments[0]);
    return false;
  }
  D.Variant.emplace();
  D.Variant->Loc = Loc;
  std::vector<TokenList> Parts = splitAt(Arguments.drop_front(2), tok::comma);
  if (Parts.size() > 1 + MostNumbers) {
    Diags.report(Parts.back().empty() ? Loc : Parts.back().front().getLocation(), message::err_extra_argument)
        << "variant" << 1 + MostNumbers;
    return false;
  }
  if (!variantKernel(Parts[0]))
    return false;
  for (TokenList Number : llvm::ArrayRef(Parts).drop_front()) {
    if (Number.empty())
      return fail(Loc, "a number of threads, of blocks or of bytes", "variant");
    D.Variant->Shape.push_back(expression(Number, Wanted::Integer));
  }
  return true;
}

/// Whether the tokens may be a name such as `f`, `ns::f` or `f<int>`. Not if an identifier directly follows another
/// one.
static bool isName(llvm::ArrayRef<clang::Token> Words) {
  if (Words.empty() || !Words[0].isOneOf(tok::identifier, tok::coloncolon))
    return false;
  for (size_t I = 1; I < Words.size(); ++I)
    if (Words[I - 1].is(tok::identifier) && Words[I].is(tok::identifier))
      return false;
  return true;
}

/// Parses `name[(arguments)] [in "file"]`. The name may be qualified or name an instance of a template.
bool ClauseParser::variantKernel(TokenList Words) {
  VariantClause &V = *D.Variant;
  if (Words.empty())
    return fail(V.Loc, "the name of a kernel", "variant");
  V.NameLoc = Words[0].getLocation();
  if (Words.size() > 2 && Words.back().is(tok::string_literal) && word(Words[Words.size() - 2]) == "in") {
    V.File = word(Words.back());
    Words = Words.drop_back(2);
  }
  size_t End = 0;
  while (End < Words.size() && Words[End].isNot(tok::l_paren))
    ++End;
  TokenList Name = Words.take_front(End);
  if (!isName(Name) || (End < Words.size() && closing(Words, End) != Words.size() - 1))
    return fail(V.NameLoc, "'kernel', 'kernel(arguments)' or either with 'in \"file\"'", "variant");
  V.Name = spell(Name, PP);
  if (V.File.empty())
    V.Function = expression(Name, Wanted::Anything);
  else if (Name.size() != 1)
    return fail(V.NameLoc, "the name of a kernel as the file has it", "variant");
  V.Listed = End < Words.size();
  return !V.Listed || expressions(V.Arguments, Words.slice(End + 1, Words.size() - End - 2), V.NameLoc);
}

/// Parses a list of expressions, which may be empty, and appends it to `Into`.
bool ClauseParser::expressions(std::vector<ClauseExpr> &Into, TokenList List, SourceLocation Loc) {
  if (List.empty())
    return true;
  for (TokenList Each : splitAt(List, tok::comma)) {
    if (Each.empty())
      return fail(Loc, "an argument between the commas", "variant");
    Into.push_back(expression(Each, Wanted::Anything));
  }
  return true;
}

/// Reports `reduction` and `lastprivate` together with `variant`, because a user's kernel returns values only in
/// arrays. Also reports arrays mapped as `indexed`.
bool ClauseParser::checkVariant() {
  if (!D.Variant)
    return true;
  for (const OpenMPClause &C : D.OpenMP)
    if (C.Name == "reduction" || C.Name == "lastprivate") {
      Diags.report(C.Loc, message::err_unsupported_clause) << C.Name << "variant";
      return false;
    }
  for (const WindowSpec &W : D.Windows) // hetcc does not see which indices the kernel uses
    if (W.How == Association::Indexed) {
      Diags.report(W.Array.Begin, message::err_unsupported_clause) << W.Clause << "variant";
      return false;
    }
  return true;
}
