// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parses OpenACC clauses that have no effect on a loop that hetcc splits. Sema still checks the expressions in these
// clauses.
#include "Directive/ClauseParser.h"

using namespace hetcc;
using clang::SourceLocation;
using llvm::StringRef;
namespace tok = clang::tok;

/// Parses the list of expressions of a clause without effect. `What` names the expected argument in error messages.
bool ClauseParser::unused(TokenList List, StringRef What, Wanted Type, SourceLocation Loc) {
  for (TokenList Each : splitAt(List, tok::comma)) {
    if (Each.empty())
      return fail(List.empty() ? Loc : List.front().getLocation(), What, Current);
    D.Unused.push_back(expression(Each, Type));
  }
  return true;
}

/// Parses the arguments of `gang[([num:|dim:] n, static: n|*)]`, `worker[([num:] n)]`, `vector[([length:] n)]`,
/// `num_gangs(list)`, `num_workers(n)`, `vector_length(n)`, `independent`.
bool ClauseParser::accArguments(std::optional<TokenList> Arguments, SourceLocation Loc) {
  if (!Arguments)
    return true;
  if (Current == "independent") {
    Diags.report(Loc, message::err_no_arguments) << Current;
    return false;
  }
  const std::vector<TokenList> Parts = splitAt(*Arguments, tok::comma);
  if (Parts.size() > 1 && Current != "gang" && Current != "num_gangs") {
    Diags.report(Parts[1].empty() ? Loc : Parts[1].front().getLocation(), message::err_extra_argument) << Current << 1;
    return false;
  }
  const llvm::StringSet<> Words = Current == "gang"     ? llvm::StringSet<>{"num", "dim", "static"}
                                  : Current == "worker" ? llvm::StringSet<>{"num"}
                                  : Current == "vector" ? llvm::StringSet<>{"length"}
                                                        : llvm::StringSet<>();
  for (TokenList Part : Parts) {
    const bool Named = Part.size() > 1 && Part[1].is(tok::colon) && Words.contains(word(Part[0]));
    const bool Any = Named && Part.size() == 3 && Part[2].is(tok::star) && word(Part[0]) == "static";
    if (!Any && !unused(Named ? Part.drop_front(2) : Part, "a number", Wanted::Integer, Loc))
      return false;
  }
  return true;
}
