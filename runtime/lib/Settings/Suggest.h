// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The nearest known word to a mistyped one, for messages.
#ifndef HETRT_SETTINGS_SUGGEST_H
#define HETRT_SETTINGS_SUGGEST_H

#include <span>
#include <string>
#include <string_view>

namespace hetrt {

/// Number of insertions, deletions, replacements and swaps of neighbours that turn one word into the other; of words
/// that are farther apart than `Most`, any number beyond that.
unsigned editDistance(std::string_view From, std::string_view To, unsigned Most = ~0u);

/// The candidate nearest to `Word`, or an empty view if none is near enough to be what was meant (a third of the
/// letters, and at least one, may differ).
std::string_view nearest(std::string_view Word, std::span<const std::string_view> Candidates);

/// "; did you mean 'x'?", or "; known are 'a', 'b', 'c'" where nothing is near. Empty without candidates.
std::string suggestion(std::string_view Word, std::span<const std::string_view> Candidates);

} // namespace hetrt

#endif
