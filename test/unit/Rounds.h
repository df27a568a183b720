// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How much tests that try many cases try.
#pragma once

#include <cstdint>

namespace hetrt::test {

#ifdef HETCC_SANITIZED
constexpr bool Sanitized = true;
#else
constexpr bool Sanitized = false;
#endif

/// How many of \p All cases to try: all, and an eighth of them under sanitizers, where each takes up to ten times as
/// long. At least one.
constexpr std::uint32_t rounds(std::uint32_t All) { return Sanitized ? (All + 7) / 8 : All; }

} // namespace hetrt::test
