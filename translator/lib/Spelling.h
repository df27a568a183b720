// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How far a mistyped word is from one that there is. Plain C++, for the driver and the translator.
#ifndef HETCC_LIB_SPELLING_H
#define HETCC_LIB_SPELLING_H

#include <cstddef>
#include <string_view>

namespace hetcc {

/// What a letter costs that is wrong or too many, and one that was left out, as words are written in short. The case of
/// letters does not matter.
inline constexpr unsigned WrongLetter = 2, MissingLetter = 1;

/// Levenshtein's distance with these costs; of words that are farther apart than \p Most, any number beyond that.
unsigned spellingDistance(std::string_view Word, std::string_view Name, unsigned Most = ~0u);

/// Whether a word is nearer to a name than to another. Of two at the same distance, that is the one which begins alike
/// for longer: `part_in` is `part_copyin` in short, and not `partition` with other letters.
bool isNearer(std::string_view Word, std::string_view Name, std::string_view Other);

/// Of names that are offered one by one the nearest to a word, as isNearer() has it; the first of those alike.
class NearestName {
public:
  /// Names that are farther away than \p Most do not count.
  explicit NearestName(std::string_view Word, unsigned Most = ~0u) : Word(Word), Distance(Most) {}

  void offer(std::string_view Name);

  /// Empty where none was near enough.
  std::string_view name() const { return Name; }

private:
  std::string_view Word, Name;
  unsigned Distance;
};

/// Whether a word is so near to a name that it can hardly be another one; short words have to be nearer.
inline bool isNearly(std::string_view Word, std::string_view Name) {
  const unsigned Most = Word.size() > 5 ? 2 * WrongLetter : unsigned(Word.size()) - 2;
  return Word.size() > 3 && spellingDistance(Word, Name, Most) <= Most;
}

} // namespace hetcc
#endif
