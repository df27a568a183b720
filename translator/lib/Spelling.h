// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Edit distances between a mistyped word and known words. The driver and the translator share this header, which does
// not use LLVM.
#ifndef HETCC_LIB_SPELLING_H
#define HETCC_LIB_SPELLING_H

#include <cstddef>
#include <string_view>

namespace hetcc {

/// The cost of a wrong or additional letter, and of a missing letter. Missing letters cost less, because people
/// abbreviate words. The case of letters does not matter.
inline constexpr unsigned WrongLetter = 2, MissingLetter = 1;

/// Returns the Levenshtein distance with the costs above. If it is greater than \p Most, returns any number greater
/// than \p Most.
unsigned spellingDistance(std::string_view Word, std::string_view Name, unsigned Most = ~0u);

/// Whether the word is nearer to Name than to Other. If the distances are equal, the name with the longer common prefix
/// is nearer: `part_in` means `part_copyin`, not `partition`.
bool isNearer(std::string_view Word, std::string_view Name, std::string_view Other);

/// Finds the name that is nearest to a word, by isNearer(), among names that are offered one by one. Of equally near
/// names, it keeps the first one offered.
class NearestName {
public:
  /// Names at a distance greater than \p Most are ignored.
  explicit NearestName(std::string_view Word, unsigned Most = ~0u) : Word(Word), Distance(Most) {}

  void offer(std::string_view Name);

  /// Returns the nearest name; "" if no name was near enough.
  std::string_view name() const { return Name; }

private:
  std::string_view Word, Name;
  unsigned Distance;
};

/// Whether the word is so near to the name that the user probably mistyped the name. Short words must be nearer.
inline bool isNearly(std::string_view Word, std::string_view Name) {
  const unsigned Most = Word.size() > 5 ? 2 * WrongLetter : unsigned(Word.size()) - 2;
  return Word.size() > 3 && spellingDistance(Word, Name, Most) <= Most;
}

} // namespace hetcc
#endif
