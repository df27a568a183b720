// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the members of a group that make a check fail.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace hetcc::driver {

/// The result for one member of the group.
struct Bisected {
  /// The member must be left out, because a check failed with it, or because the checks did not show that it is
  /// harmless.
  bool Out = true;
  bool Alone = false; ///< a check failed in which all other members were known to be harmless
  std::string Errors; ///< the errors of that check
};

/// Finds which of \p Count members must be left out for \p Check to pass. The check is known to fail with all members,
/// and to pass with none. Check(members) tries the members whose `Out` is false; it returns the errors, or nothing if
/// it passes. A check takes long, and most members are usually harmless, so halves of the group are tried, large ones
/// first. At most \p MostChecks checks are made; members that are not known to be harmless by then stay out.
std::vector<Bisected> bisect(size_t Count, unsigned MostChecks,
                             const std::function<std::optional<std::string>(const std::vector<Bisected> &)> &Check);

} // namespace hetcc::driver
