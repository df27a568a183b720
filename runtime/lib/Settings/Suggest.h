// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the known word that is nearest to a mistyped one, for messages.
#ifndef HETRT_SETTINGS_SUGGEST_H
#define HETRT_SETTINGS_SUGGEST_H

#include <span>
#include <string>
#include <string_view>

namespace hetrt {

/// The number of insertions, deletions, replacements and swaps of neighbouring letters that turn one word into the
/// other; if it exceeds `Most`, the result may be any number above `Most`.
unsigned editDistance(std::string_view From, std::string_view To, unsigned Most = ~0u);

/// The candidate nearest to `Word`; empty if no candidate is near. Near means that at most a third of the letters
/// differ, but one letter may always differ.
std::string_view nearest(std::string_view Word, std::span<const std::string_view> Candidates);

/// "; did you mean 'x'?", or "; known are 'a', 'b', 'c'" if no candidate is near. Empty without candidates.
std::string suggestion(std::string_view Word, std::span<const std::string_view> Candidates);

/// The words as alternatives: "'a', 'b' or 'c'".
std::string alternatives(std::span<const std::string_view> Words);

} // namespace hetrt

#endif
