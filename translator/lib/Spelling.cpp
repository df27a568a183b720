// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The distance, row by row.
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

unsigned hetcc::spellingDistance(std::string_view Word, std::string_view Name) {
  std::vector<unsigned> Row(Name.size() + 1);
  for (size_t J = 0; J < Row.size(); ++J)
    Row[J] = unsigned(J) * MissingLetter;
  for (char Letter : Word) {
    unsigned Diagonal = Row[0];
    Row[0] += WrongLetter;
    for (size_t J = 1; J < Row.size(); ++J) {
      const unsigned Replaced = Diagonal + (lower(Letter) == lower(Name[J - 1]) ? 0 : WrongLetter);
      Diagonal = Row[J];
      Row[J] = std::min({Row[J] + WrongLetter, Row[J - 1] + MissingLetter, Replaced});
    }
  }
  return Row.back();
}
