// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The nearest known word to a mistyped one, by restricted edit distance.
#include "Settings/Suggest.h"

#include <algorithm>
#include <vector>

namespace hetrt {

unsigned editDistance(std::string_view From, std::string_view To) {
  const std::size_t Width = To.size() + 1;
  std::vector<unsigned> Cost((From.size() + 1) * Width);
  auto At = [&](std::size_t Row, std::size_t Column) -> unsigned & { return Cost[Row * Width + Column]; };
  for (std::size_t Row = 0; Row <= From.size(); ++Row)
    At(Row, 0) = static_cast<unsigned>(Row);
  for (std::size_t Column = 0; Column <= To.size(); ++Column)
    At(0, Column) = static_cast<unsigned>(Column);
  for (std::size_t Row = 1; Row <= From.size(); ++Row)
    for (std::size_t Column = 1; Column <= To.size(); ++Column) {
      const unsigned Replaced = At(Row - 1, Column - 1) + (From[Row - 1] != To[Column - 1]);
      unsigned Best = std::min({Replaced, At(Row - 1, Column) + 1, At(Row, Column - 1) + 1});
      const bool Swapped = Row > 1 && Column > 1 && From[Row - 1] == To[Column - 2] && From[Row - 2] == To[Column - 1];
      if (Swapped)
        Best = std::min(Best, At(Row - 2, Column - 2) + 1);
      At(Row, Column) = Best;
    }
  return At(From.size(), To.size());
}

std::string_view nearest(std::string_view Word, std::span<const std::string_view> Candidates) {
  std::string_view Best;
  unsigned BestDistance = std::max<unsigned>(1, static_cast<unsigned>(Word.size() / 3)) + 1;
  for (std::string_view Candidate : Candidates) {
    // Comparing takes as long as the product of both lengths, which are no less apart than the words.
    if (std::max(Word.size(), Candidate.size()) - std::min(Word.size(), Candidate.size()) >= BestDistance)
      continue;
    if (unsigned Distance = editDistance(Word, Candidate); Distance < BestDistance) {
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

} // namespace hetrt
