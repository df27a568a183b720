// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What `--hetcc-version` prints.
#pragma once

#include "Toolchain.h"

#include <string>

namespace hetcc::driver {

/// What `--hetcc-version` prints: the version on the first line, then the commit and each part that a build would use.
std::string versionText(const Installation &Parts);

} // namespace hetcc::driver
