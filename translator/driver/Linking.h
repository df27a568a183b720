// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tells what a link step needs of ours: whether an object, archive or shared library named on the command line refers
// to the runtime, or to OpenMP alone.
#pragma once

#include "CommandLine.h"

namespace hetcc::driver {

/// What objects need beside what their users link, each including the ones before.
enum class LinkNeeds {
  Nothing,
  OpenMP, ///< units whose directives are plain OpenMP, for which nobody said -fopenmp
  Runtime
};

LinkNeeds linkNeeds(const CommandLine &Line);

/// What one object, archive or library needs.
LinkNeeds linkNeedsOf(const std::string &Path);

} // namespace hetcc::driver
