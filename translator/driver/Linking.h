// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds out what a link needs besides the user's words: whether an object, archive, library or linker script refers to
// hetcc's runtime library, or needs OpenMP.
#pragma once

#include "CommandLine.h"

namespace hetcc::driver {

/// What the inputs of a link need in addition to the user's words.
struct LinkNeeds {
  bool OpenMP = false;       ///< libgomp is needed, because directives of a unit compiled without -fopenmp have become
                             ///< plain OpenMP
  bool Runtime = false;      ///< libhetrt, which itself needs libgomp
  bool Allocations = false;  ///< libhetalloc is needed, because some loop uses arrays whose length only the allocator
                             ///< knows
  bool Instrumented = false; ///< libhetcheck is needed: a unit compiled with --hetcc-check reports its memory accesses
                             ///< to this library
  bool CxxLibrary = false;   ///< libstdc++ is needed for translated C++ loops; used only if the C compiler links

  LinkNeeds &operator|=(const LinkNeeds &Other);
};

/// What all inputs and libraries of a link need.
LinkNeeds linkNeeds(const CommandLine &Line);

/// An error message if the link would fail because an option of hetcc's is missing; else "".
std::string missingOption(const LinkNeeds &Needs, const CommandLine &Line);

/// What an input with this text needs; used for assembler text from standard input or a pipe.
LinkNeeds linkNeedsOfText(std::string_view Text);

/// What one object, archive or library needs.
LinkNeeds linkNeedsOf(const std::string &Path);

} // namespace hetcc::driver
