// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which members of a group make a check fail.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace hetcc::driver {

/// What became of one member.
struct Bisected {
  bool Out = true;    ///< it has to be left out, or the checks did not show that it need not
  bool Alone = false; ///< with it, and without all others that are out, the check failed
  std::string Errors; ///< of that check
};

/// Finds which of \p Count members must be left out for a check to pass, which fails with all of them and passes with
/// none. \p Check says what fails with those members that are not out; nothing where it passes. Halves are tried,
/// large ones first, since a check takes long and most members mostly do no harm. What \p MostChecks calls have not
/// shown to be harmless stays out.
std::vector<Bisected> bisect(size_t Count, unsigned MostChecks,
                             const std::function<std::optional<std::string>(const std::vector<Bisected> &)> &Check);

} // namespace hetcc::driver
