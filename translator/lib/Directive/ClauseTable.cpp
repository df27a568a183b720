// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes the parser's tables from Clauses.def and DataClauses.def, and finds the word that a mistyped word probably
// means.
#include "Directive/ClauseTable.h"
#include "Spelling.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Frontend/OpenMP/OMP.h"

using namespace hetcc;
using llvm::ArrayRef;
using llvm::StringRef;

namespace {

// The words of the tables.
using namespace rule;
constexpr Family A = Family::Acc, O = Family::OpenMP, B = Family::Both;

constexpr ClauseRow ClauseTable[] = {
#define CLAUSE(Name, Role, Families, Rules) {Name, ClauseRole::Role, Families, Rules},
#include "Directive/Clauses.def"
};

/// Words that make an `omp` or `acc` directive a hetcc directive. OpenMP's own clauses, such as `map`, are not among
/// them.
constexpr StringRef OwnWords[] = {
#define OWN_CLAUSE(Name, Role, Families, Rules, Rarity) Name,
#define OWN_WORD(Name, Rarity, Place) Name,
#include "Directive/Clauses.def"
};

constexpr DirectiveWord DirectiveWords[] = {
#define OWN_WORD(Name, Rarity, Place) {Name, DirectiveWord::Place},
#include "Directive/Clauses.def"
};

template <typename RowType> const RowType *find(ArrayRef<RowType> Rows, StringRef Name, Family Preferred) {
  const RowType *Found = nullptr;
  for (const RowType &Row : Rows)
    if (Row.Name == Name && (!Found || !meet(Found->Families, Preferred)))
      Found = &Row;
  return Found;
}

} // namespace

ArrayRef<ClauseRow> hetcc::clauseTable() { return ClauseTable; }

const ClauseRow *hetcc::findClause(StringRef Name, Family Preferred) { return find(clauseTable(), Name, Preferred); }

bool hetcc::isOurWord(StringRef Word) { return llvm::is_contained(OwnWords, Word); }

ArrayRef<DirectiveWord> hetcc::directiveWords() { return DirectiveWords; }

StringRef hetcc::nearest(StringRef Word, ArrayRef<StringRef> Names) {
  NearestName Best(Word, (unsigned(Word.size()) / 3 + 1) * WrongLetter);
  for (StringRef Name : Names)
    Best.offer(Name);
  return Best.name();
}

std::string hetcc::alternatives(ArrayRef<StringRef> Words) {
  std::string Text;
  for (size_t I = 0; I < Words.size(); ++I)
    Text += ((I == 0 ? "'" : I + 1 < Words.size() ? ", '" : " or '") + Words[I] + "'").str();
  return Text;
}

/// Whether the word belongs to OpenMP: a directive or clause that clang knows, a word that occurs only within the names
/// of directives, or a clause of a newer OpenMP version.
static bool isOtherOpenMPWord(StringRef Word) {
  static const StringRef Others[] = {"data",
                                     "enter",
                                     "exit",
                                     "update",
                                     "declare",
                                     "begin",
                                     "end",
                                     "point",
                                     "cancellation",
                                     "mapper",
                                     "variant",
                                     "apply",
                                     "looprange",
                                     "counts",
                                     "induction",
                                     "transparent",
                                     "threadset",
                                     "replayable",
                                     "safesync",
                                     "memscope",
                                     "self_maps",
                                     "otherwise",
                                     "no_openmp_constructs"};
  return llvm::is_contained(Others, Word) || llvm::omp::getOpenMPDirectiveKind(Word) != llvm::omp::OMPD_unknown ||
         llvm::omp::getOpenMPClauseKind(Word) != llvm::omp::OMPC_unknown;
}

StringRef hetcc::meantWord(StringRef Word) {
  // The word may be a macro of the program or a clause of a newer compiler, so only a word that is very similar to one
  // of hetcc's counts as mistyped.
  if (Word == "HETCC" || findClause(Word) || isOurWord(Word) || isOtherOpenMPWord(Word))
    return "";
  std::vector<StringRef> Names = {"HETCC"};
  llvm::append_range(Names, OwnWords);
  const StringRef Near = nearest(Word, Names);
  return Word.starts_with("part_") || isNearly(Word, Near) ? Near : "";
}

const DataClauseRow *hetcc::findDataClause(StringRef Name, Family Preferred) {
  static constexpr DataClauseRow Rows[] = {
#define DATA_CLAUSE(Name, Families, Rules, Block, Enter, Exit, Update)                                                 \
  {Name, Families, Rules, {DataEffect::Block, DataEffect::Enter, DataEffect::Exit, DataEffect::Update}},
#include "Directive/DataClauses.def"
  };
  return find(ArrayRef(Rows), Name, Preferred);
}
