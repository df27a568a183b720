// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Computes the edit distance between two words with one row of the usual table.
#include "Spelling.h"

#include <algorithm>
#include <vector>

static char lower(char C) { return C >= 'A' && C <= 'Z' ? char(C - 'A' + 'a') : C; }

static size_t commonStart(std::string_view A, std::string_view B) {
  size_t Length = 0;
  while (Length < std::min(A.size(), B.size()) && lower(A[Length]) == lower(B[Length]))
    ++Length;
  return Length;
}

bool hetcc::isNearer(std::string_view Word, std::string_view Name, std::string_view Other) {
  const unsigned One = spellingDistance(Word, Name), Two = spellingDistance(Word, Other);
  return One != Two ? One < Two : commonStart(Word, Name) > commonStart(Word, Other);
}

void hetcc::NearestName::offer(std::string_view Offered) {
  const unsigned Away = spellingDistance(Word, Offered, Distance);
  if (Away > Distance || (Away == Distance && !Name.empty() && commonStart(Word, Offered) <= commonStart(Word, Name)))
    return;
  Name = Offered;
  Distance = Away;
}

unsigned hetcc::spellingDistance(std::string_view Word, std::string_view Name, unsigned Most) {
  // The difference of the lengths alone is a lower bound, which often exceeds `Most`.
  const size_t Least = Word.size() > Name.size() ? (Word.size() - Name.size()) * WrongLetter
                                                 : (Name.size() - Word.size()) * MissingLetter;
  if (Least > Most)
    return unsigned(Least);
  std::vector<unsigned> Costs(Name.size() + 1);
  unsigned *Row = Costs.data();
  for (size_t J = 0; J <= Name.size(); ++J)
    Row[J] = unsigned(J) * MissingLetter;
  for (char Letter : Word) {
    unsigned Diagonal = Row[0], Nearest = Row[0] += WrongLetter;
    for (size_t J = 1; J <= Name.size(); ++J) {
      const unsigned Replaced = Diagonal + (lower(Letter) == lower(Name[J - 1]) ? 0 : WrongLetter);
      Diagonal = Row[J];
      Row[J] = std::min(std::min(Row[J] + WrongLetter, Row[J - 1] + MissingLetter), Replaced);
      Nearest = std::min(Nearest, Row[J]);
    }
    if (Nearest > Most) // all later rows have a minimum at least as large
      return Nearest;
  }
  return Row[Name.size()];
}
