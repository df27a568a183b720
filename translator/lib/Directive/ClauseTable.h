// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the parser knows of each clause by its name. The rows are in Clauses.def and, for directives such as `target
// data`, in DataClauses.def.
#ifndef HETCC_LIB_DIRECTIVE_CLAUSETABLE_H
#define HETCC_LIB_DIRECTIVE_CLAUSETABLE_H

#include "Directive/Directive.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace hetcc {

/// Which directives may carry a clause.
enum class Family : unsigned { Acc = 1, OpenMP = 2, Both = Acc | OpenMP };

inline bool meet(Family A, Family B) { return (unsigned(A) & unsigned(B)) != 0; }

/// The rules of a clause, see Clauses.def.
namespace rule {
enum : unsigned { Any = 0, Bare = 1, Alone = 2 | Bare, Once = 4, Joins = 8 };
}

/// One row of Clauses.def.
struct ClauseRow {
  llvm::StringRef Name;
  ClauseRole Role;
  Family Families;
  unsigned Rules; ///< a sum of constants from namespace `rule`

  bool has(unsigned Rule) const { return (Rules & Rule) == Rule; }
};

/// All rows of Clauses.def, in its order.
llvm::ArrayRef<ClauseRow> clauseTable();

/// Returns the row of the clause `Name`; null if there is none. If several rows have this name, prefers one for
/// `Preferred`.
const ClauseRow *findClause(llvm::StringRef Name, Family Preferred = Family::Both);

/// Whether the word alone makes its directive a hetcc directive.
bool isOurWord(llvm::StringRef Word);

/// A word of hetcc in the name of a directive, such as `depersist`: see OWN_WORD in Clauses.def.
struct DirectiveWord {
  enum Place { Alone, Combined };
  llvm::StringRef Name;
  Place Where;
};
llvm::ArrayRef<DirectiveWord> directiveWords();

/// Returns the name in `Names` that is most similar to the mistyped word `Word`; "" if no name is similar. Missing
/// letters and letters of the other case count less than wrong letters.
llvm::StringRef nearest(llvm::StringRef Word, llvm::ArrayRef<llvm::StringRef> Names);

/// Returns the words as alternatives for a message: "'a', 'b' or 'c'".
std::string alternatives(llvm::ArrayRef<llvm::StringRef> Words);

/// Returns the word of hetcc that the user probably meant by the mistyped `Word`; "" if `Word` resembles none, or is
/// itself a word of hetcc or OpenMP.
llvm::StringRef meantWord(llvm::StringRef Word);

/// What a clause of a data directive does.
enum class DataEffect {
  No,      ///< the directive may not have the clause
  Map,     ///< `map`: its type says what is done
  Enter,   ///< the items are on the devices from now on
  Exit,    ///< the items leave the devices
  Present, ///< the items must be on the devices
  To,      ///< the items' values go to the devices
  From,    ///< the items' values come back from the devices
  If,      ///< the directive has an effect only if the condition holds
  None,    ///< no effect, but Sema checks the expressions
  Skip     ///< the arguments are not read
};

/// The kinds of data directives; the order is that of the columns of DataClauses.def.
enum class DataKind { Block, Enter, Exit, Update };

/// One row of DataClauses.def.
struct DataClauseRow {
  llvm::StringRef Name;
  Family Families;
  unsigned Rules;        ///< rule::Any, rule::Bare or rule::Alone
  DataEffect Effects[4]; ///< one for each DataKind

  bool has(unsigned Rule) const { return (Rules & Rule) == Rule; }
  DataEffect on(DataKind Kind) const { return Effects[unsigned(Kind)]; }
};

/// The same as findClause() for the clauses of data directives.
const DataClauseRow *findDataClause(llvm::StringRef Name, Family Preferred);

} // namespace hetcc
#endif
