// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The number of cases that randomised tests try.
#pragma once

#include <cstdint>

namespace hetrt::test {

#ifdef HETCC_SANITIZED
constexpr bool Sanitized = true;
#else
constexpr bool Sanitized = false;
#endif

/// The number of cases to try when \p All are wanted: all of them, or an eighth of them under sanitizers, where a case
/// takes up to ten times as long. At least one.
constexpr std::uint32_t rounds(std::uint32_t All) { return Sanitized ? (All + 7) / 8 : All; }

} // namespace hetrt::test
