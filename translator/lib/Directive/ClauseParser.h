// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The recursive-descent parser for the tokens of one pragma line. Only files of this folder include this header. Each
// role of a clause (Clauses.def) has a parsing function, which DirectiveParser.cpp calls. The functions are in
// HeteroClause.cpp, PartitionClauses.cpp, DataClauses.cpp and VariantClause.cpp; those for data directives are in
// DataDirectives.cpp.
#ifndef HETCC_LIB_DIRECTIVE_CLAUSEPARSER_H
#define HETCC_LIB_DIRECTIVE_CLAUSEPARSER_H

#include "Directive/ClauseTable.h"
#include "Directive/DirectiveParser.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace hetcc {

/// Whether the token is a number that consists of decimal digits only.
bool isNumber(const clang::Token &T, const clang::Preprocessor &PP);

/// A name of a scheduler in clauses, and the scheduler that it stands for, by its name in hetrt/schedulers.h.
struct SchedulerName {
  llvm::StringRef Name, InHetero, InPartition;
};

/// Parses one hetcc directive. A parsing function appends the clause to the directive `D`. A function of type `bool`
/// reports errors and returns false if there are any; `Loc` is the location for the report if there is no token to
/// point at.
class ClauseParser {
public:
  ClauseParser(llvm::ArrayRef<clang::Token> Tokens, clang::Preprocessor &PP, Diagnostics &Diags)
      : Tokens(Tokens), PP(PP), Diags(Diags) {}

  std::optional<Directive> run(clang::SourceLocation HashLoc);

private:
  using TokenList = llvm::ArrayRef<clang::Token>;

  // -- the next token, and lists of tokens in brackets
  bool atEnd() const { return Next >= Tokens.size(); }
  const clang::Token &peek() const { return Tokens[Next]; }
  std::string word(const clang::Token &T) const { return PP.getSpelling(T); }
  clang::SourceLocation here() const { return atEnd() ? Tokens.back().getLocation() : peek().getLocation(); }
  std::optional<TokenList> parenthesised(llvm::StringRef Clause);
  static std::vector<TokenList> splitAt(TokenList List, clang::tok::TokenKind Separator);
  static size_t closing(TokenList List, size_t Open);

  // -- the directive's name, and clauses of loops
  bool directiveName();
  Family family() const { return IsAcc ? Family::Acc : Family::OpenMP; }
  bool clause();
  void reportUnknown(const clang::Token &First, const std::string &Name);
  bool mayStand(const ClauseRow &Row, const clang::Token &First);
  bool byRole(const ClauseRow &Row, const clang::Token &First, const std::optional<TokenList> &Arguments);
  ClauseExpr text(TokenList List) const;
  ClauseExpr expression(TokenList List, Wanted Type);
  bool checkBrackets();
  bool checkSemicolons();
  bool holdsClauses(size_t Open) const;
  bool checkAllowed(const ClauseRow &Row, const clang::Token &First);
  bool unused(TokenList List, llvm::StringRef What, Wanted Type, clang::SourceLocation Loc);
  bool accArguments(std::optional<TokenList> Arguments, clang::SourceLocation Loc);
  bool withoutEffect(std::optional<TokenList> Arguments, clang::SourceLocation Loc);
  bool hetero(TokenList Arguments, clang::SourceLocation Loc);
  const SchedulerName *schedulerName(TokenList Words, llvm::StringRef Clause);
  bool heteroDevices(llvm::ArrayRef<TokenList> &Rest, clang::SourceLocation Loc);
  bool windows(llvm::StringRef Clause, TokenList Arguments);
  std::optional<WindowSpec> window(llvm::StringRef Clause, TokenList Item, bool Section,
                                   Association How = Association::Array);
  bool dimension(WindowSpec &W, TokenList Inside, clang::SourceLocation Loc);
  bool section(WindowSpec &W, TokenList Inside, clang::SourceLocation Loc);
  bool bounds(WindowSpec &W, Dimension &Dim, TokenList Range, clang::SourceLocation Loc);
  bool sectionThrough(WindowSpec &W, TokenList Inside, clang::SourceLocation Loc);
  bool padding(Dimension &Dim, TokenList &Range, clang::SourceLocation Loc, llvm::StringRef Clause);
  bool mapHead(TokenList Head, std::string &Type, Association &How);
  bool map(TokenList Arguments, clang::SourceLocation Loc);
  bool copies(llvm::StringRef Clause, TokenList Arguments, bool In, bool Out, Association How = Association::Array);
  void impliedWindows();
  clang::Token number(llvm::StringRef Text, clang::SourceLocation Loc) const;
  bool condition(TokenList Arguments, clang::SourceLocation Loc);
  bool depend(TokenList Arguments, clang::SourceLocation Loc);
  std::optional<DependItem> sectionOf(llvm::StringRef Clause, TokenList Item);
  bool variables(std::vector<ClauseExpr> &Into, llvm::StringRef Clause, TokenList Arguments);
  void keep(const ClauseRow &Row, const clang::Token &First, std::optional<TokenList> Arguments);
  bool present(TokenList Arguments);
  bool variant(TokenList Arguments, clang::SourceLocation Loc);
  bool variantKernel(TokenList Words);
  bool expressions(std::vector<ClauseExpr> &Into, TokenList List, clang::SourceLocation Loc);
  bool checkVariant();
  void setMapsAside();
  bool checkArrays();

  // -- clauses of partitions
  bool partition(std::optional<TokenList> Arguments, clang::SourceLocation Loc);
  bool schedule(TokenList Words);
  bool loopExpression(TokenList Loop, clang::SourceLocation Loc);
  bool loopStart(TokenList Part);
  bool loopEnd(TokenList Part);
  bool loopStep(TokenList Part);
  bool devices(TokenList Arguments, clang::SourceLocation Loc);
  bool deviceIds(llvm::ArrayRef<TokenList> Ids, llvm::StringRef Type);
  bool memory(TokenList Arguments, clang::SourceLocation Loc);
  bool checkMemory();
  bool balance(TokenList Arguments, clang::SourceLocation Loc);
  bool checkBalance();
  bool bind();
  bool padding(llvm::StringRef Clause, TokenList Arguments);
  bool checkPartition();

  // -- data directives
  bool isDataDirective();
  bool dataClause();
  bool dataMap(TokenList Arguments, clang::SourceLocation Loc);
  bool dataItems(const std::string &Clause, DataAction Action, TokenList Arguments);

  bool fail(clang::SourceLocation Loc, llvm::StringRef Wanted, llvm::StringRef Clause) {
    Diags.report(Loc, message::err_expected) << Wanted << Clause;
    return false;
  }

  llvm::ArrayRef<clang::Token> Tokens;
  clang::Preprocessor &PP;
  Diagnostics &Diags;
  Directive D;
  size_t Next = 0;
  std::string Current;    ///< the name of the clause that is being parsed
  bool IsAcc = false;     ///< the directive begins with `acc`, or is `omp acc_region_loop`
  llvm::StringSet<> Seen; ///< the clauses parsed so far that may occur only once
};

} // namespace hetcc
#endif
