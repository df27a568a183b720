// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the nearest known word by restricted edit distance.
#include "Settings/Suggest.h"

#include <algorithm>
#include <vector>

namespace hetrt {

namespace {

/// Removes the common beginning and end of the two words, which no edit changes.
void dropCommonEnds(std::string_view &A, std::string_view &B) {
  while (!A.empty() && !B.empty() && A.front() == B.front()) {
    A.remove_prefix(1);
    B.remove_prefix(1);
  }
  while (!A.empty() && !B.empty() && A.back() == B.back()) {
    A.remove_suffix(1);
    B.remove_suffix(1);
  }
}

} // namespace

unsigned editDistance(std::string_view From, std::string_view To, unsigned Most) {
  dropCommonEnds(From, To);
  const std::size_t Width = To.size() + 1;
  std::vector<unsigned> Rows(3 * Width);
  unsigned *Before = Rows.data(), *Last = Before + Width, *Cost = Last + Width; // three rows of the table, since a swap
                                                                                // of two letters needs the row before
                                                                                // the last one
  for (std::size_t Column = 0; Column < Width; ++Column)
    Cost[Column] = static_cast<unsigned>(Column);
  unsigned LastLeast = 0;
  for (std::size_t Row = 1; Row <= From.size(); ++Row) {
    unsigned *Free = Before;
    Before = Last, Last = Cost, Cost = Free;
    unsigned Least = Cost[0] = static_cast<unsigned>(Row);
    for (std::size_t Column = 1; Column < Width; ++Column) {
      const unsigned Replaced = Last[Column - 1] + (From[Row - 1] != To[Column - 1]);
      unsigned Best = std::min(Replaced, std::min(Last[Column], Cost[Column - 1]) + 1);
      if (Row > 1 && Column > 1 && From[Row - 1] == To[Column - 2] && From[Row - 2] == To[Column - 1])
        Best = std::min(Best, Before[Column - 2] + 1);
      Cost[Column] = Best;
      Least = std::min(Least, Best);
    }
    if (Least > Most && LastLeast >= Most) // no later row can have a smaller value
      return Least;
    LastLeast = Least;
  }
  return Cost[Width - 1];
}

std::string_view nearest(std::string_view Word, std::span<const std::string_view> Candidates) {
  std::string_view Best;
  unsigned BestDistance = std::max<unsigned>(1, static_cast<unsigned>(Word.size() / 3)) + 1;
  for (std::string_view Candidate : Candidates) {
    // Computing the distance takes time in proportion to the product of the lengths. It is at least the difference in
    // length, so words of very different length are skipped.
    if (std::max(Word.size(), Candidate.size()) - std::min(Word.size(), Candidate.size()) >= BestDistance)
      continue;
    if (unsigned Distance = editDistance(Word, Candidate, BestDistance - 1); Distance < BestDistance) {
      Best = Candidate;
      BestDistance = Distance;
    }
  }
  return Best;
}

std::string suggestion(std::string_view Word, std::span<const std::string_view> Candidates) {
  if (Candidates.empty())
    return {};
  if (std::string_view Best = nearest(Word, Candidates); !Best.empty())
    return "; did you mean '" + std::string(Best) + "'?";
  std::string Text = "; known are ";
  for (std::size_t I = 0; I < Candidates.size(); ++I)
    Text += (I ? ", '" : "'") + std::string(Candidates[I]) + "'";
  return Text;
}

std::string alternatives(std::span<const std::string_view> Words) {
  std::string Text;
  for (std::size_t I = 0; I < Words.size(); ++I)
    Text.append(I == 0 ? "'" : I + 1 < Words.size() ? ", '" : " or '").append(Words[I]).append("'");
  return Text;
}

} // namespace hetrt
