// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes the text of `--hetcc-version`.
#pragma once

#include "Toolchain.h"

#include <string>

namespace hetcc::driver {

/// The text of `--hetcc-version`: the version on the first line, then the commit, and each part that a build would use.
std::string versionText(const Installation &Parts);

} // namespace hetcc::driver
