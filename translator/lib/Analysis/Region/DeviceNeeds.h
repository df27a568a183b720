// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a body, or a function that it calls, needs of the devices that run it.
#ifndef HETCC_LIB_ANALYSIS_REGION_DEVICENEEDS_H
#define HETCC_LIB_ANALYSIS_REGION_DEVICENEEDS_H

#include "Analysis/Region/ForeignFunctions.h"
#include "clang/AST/Decl.h"
#include <set>
#include <string>
#include <vector>

namespace hetcc {

struct DeviceNeeds {
  std::set<std::string> Library;              ///< functions of the C library that generated device code defines itself
  std::set<std::string> HostLibrary;          ///< library functions that the body calls and that GPUs do not have
  std::vector<const clang::VarDecl *> Tables; ///< constant variables that are copied into the device image
  ForeignFunctions Foreign;   ///< functions of other units that the body calls; the scan of the body adds what these
                              ///< must do with the arrays that they get
  bool UsesWideFloat = false; ///< floating-point types that only the host has
  bool UsesComplex = false;   ///< C's complex numbers, whose operators are functions
};

} // namespace hetcc
#endif
