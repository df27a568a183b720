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
  /// The member has to be left out: it made a check fail, or the checks did not show that it is harmless.
  bool Out = true;
  bool Alone = false; ///< a check failed in which only this member was not known to be harmless
  std::string Errors; ///< the errors of that check
};

/// Finds which of \p Count members have to be left out for \p Check to pass. The check fails with all members, and
/// passes with none. Check(members) tries the members whose `Out` is false, and returns the errors, or nothing if the
/// check passes. Halves of the group are tried, large ones first, since a check takes long and most members are usually
/// harmless. At most \p MostChecks checks are made; members that these have not shown to be harmless stay out.
std::vector<Bisected> bisect(size_t Count, unsigned MostChecks,
                             const std::function<std::optional<std::string>(const std::vector<Bisected> &)> &Check);

} // namespace hetcc::driver
