// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Directive: the parser over the tokens of one pragma line. Clauses that say which devices compute what are
// in DirectiveParser.cpp and PartitionClauses.cpp, those that name arrays in DataClauses.cpp.
#ifndef HETCC_LIB_DIRECTIVE_PARSER_H
#define HETCC_LIB_DIRECTIVE_PARSER_H

#include "Directive/DirectiveParser.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringSet.h"

namespace hetcc {

/// Which directives may carry a clause: `acc`, `omp`, both.
enum Family : unsigned { A = 1, O = 2, B = 3 };

struct ClauseRow {
  llvm::StringRef Name;
  ClauseRole Role;
  Family Families;
};

/// The name of a list that is nearest to a mistyped word; empty when none is near.
llvm::StringRef nearest(llvm::StringRef Word, llvm::ArrayRef<llvm::StringRef> Names);

bool isSchedulerName(llvm::StringRef Word);
std::vector<llvm::StringRef> schedulerNames();

class Parser {
  using SourceLocation = clang::SourceLocation;
  using Token = clang::Token;
  using StringRef = llvm::StringRef;
  template <typename T> using ArrayRef = llvm::ArrayRef<T>;

public:
  Parser(ArrayRef<Token> Tokens, clang::Preprocessor &PP, Diagnostics &Diags) : Tokens(Tokens), PP(PP), Diags(Diags) {}

  std::optional<Directive> run(SourceLocation HashLoc);

private:
  using Tokens_ = ArrayRef<Token>;

  // -- cursor
  bool atEnd() const { return Next >= Tokens.size(); }
  const Token &peek() const { return Tokens[Next]; }
  std::string word(const Token &T) const { return PP.getSpelling(T); }
  SourceLocation here() const { return atEnd() ? Tokens.back().getLocation() : peek().getLocation(); }
  std::optional<Tokens_> parenthesised(StringRef Clause);
  static std::vector<Tokens_> splitAt(Tokens_ List, clang::tok::TokenKind Separator);
  static size_t closing(Tokens_ List, size_t Open);

  // -- pieces
  bool directiveName();
  bool clause();
  ClauseExpr expression(Tokens_ List);
  bool hetero(Tokens_ Arguments, SourceLocation Loc);
  bool heteroDevices(ArrayRef<Tokens_> &Rest, SourceLocation Loc);
  bool windows(StringRef Clause, Tokens_ Arguments);
  std::optional<WindowSpec> window(StringRef Clause, Tokens_ Item, bool Section);
  bool dimension(WindowSpec &W, Tokens_ Inside, SourceLocation Loc);
  bool section(WindowSpec &W, Tokens_ Inside, SourceLocation Loc);
  bool padding(Dimension &Dim, Tokens_ &Range, SourceLocation Loc, StringRef Clause);
  bool mapHead(Tokens_ Head, std::string &Type);
  bool map(Tokens_ Arguments, SourceLocation Loc);
  bool copies(StringRef Clause, Tokens_ Arguments, bool In, bool Out);
  bool partition(std::optional<Tokens_> Arguments, SourceLocation Loc);
  bool schedule(Tokens_ Words);
  bool loopExpression(Tokens_ Loop, SourceLocation Loc);
  bool loopStart(Tokens_ Part);
  bool loopEnd(Tokens_ Part);
  bool loopStep(Tokens_ Part);
  bool devices(Tokens_ Arguments, SourceLocation Loc);
  bool bind();
  bool padding(StringRef Clause, Tokens_ Arguments);
  bool deviceIds(ArrayRef<Tokens_> Ids, StringRef Type);
  bool checkPartition();
  bool condition(Tokens_ Arguments, SourceLocation Loc);
  bool variables(std::vector<ClauseExpr> &Into, StringRef Clause, Tokens_ Arguments);
  void keep(const ClauseRow &Row, const Token &First, std::optional<Tokens_> Arguments);
  bool checkArrays();

  bool fail(SourceLocation Loc, StringRef Wanted, StringRef Clause) {
    Diags.report(Loc, message::err_expected) << Wanted << Clause;
    return false;
  }

  ArrayRef<Token> Tokens;
  clang::Preprocessor &PP;
  Diagnostics &Diags;
  Directive D;
  size_t Next = 0;
  bool IsAcc = false;
  llvm::StringSet<> Seen;
};

} // namespace hetcc
#endif
