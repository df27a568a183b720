// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tells what a link step needs of ours: whether an object, archive, library or linker script that it reads refers to
// the runtime library, or to OpenMP alone.
#pragma once

#include "CommandLine.h"

namespace hetcc::driver {

/// What objects need beside what their users link.
struct LinkNeeds {
  bool OpenMP = false;     ///< units whose directives are plain OpenMP, without -fopenmp
  bool Runtime = false;    ///< libhetrt, and OpenMP with it
  bool Allocations = false; ///< libhetalloc: some loop asks how long arrays are that the allocator alone knows
  bool Instrumented = false; ///< beside the runtime, the functions that are told of accesses
  bool CxxLibrary = false; ///< libstdc++, as what we make of C++ loops does, where the C compiler links

  LinkNeeds &operator|=(const LinkNeeds &Other);
};

LinkNeeds linkNeeds(const CommandLine &Line);

/// Why a link of what needs this would fail for the lack of an option of ours; empty: it would not.
std::string missingOption(const LinkNeeds &Needs, const CommandLine &Line);

/// What an input of this text needs: one for the assembler, from standard input or a pipe.
LinkNeeds linkNeedsOfText(std::string_view Text);

/// What one object, archive or library needs.
LinkNeeds linkNeedsOf(const std::string &Path);

} // namespace hetcc::driver
