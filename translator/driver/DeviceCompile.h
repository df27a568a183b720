// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The commands that turn a device source into one image for NVIDIA GPUs.
//
//   device source --clang--> PTX of the oldest architecture --ptxas--> machine code per architecture --fatbinary--+
//                             |                                                                                   v
//                             +---------------------------------------------------------------------> image: code, PTX
//
// The PTX stands behind the machine code: the driver of a GPU for which there is none, or which is older than the
// toolkit that made it, assembles the PTX itself. Without ptxas and fatbinary the PTX alone is the image.
#pragma once

#include "CommandLine.h"
#include "Process.h"
#include "Toolchain.h"

#include <string>
#include <string_view>
#include <vector>

namespace hetcc::driver {

struct DeviceJob {
  std::string Source;
  InputType Language = InputType::C;
  std::string Stem;               ///< path and beginning of the name of what is made on the way
  std::string Image;              ///< where the image goes
  std::string Directory;          ///< of the user's source, where its "headers" are looked for first
  std::vector<std::string> Extra; ///< options beside the user's own
  std::string Folder;             ///< the private folder, to be left out of debug information
  std::string MappedDirectory;    ///< what stands there instead
};

/// Makes machine code for one architecture.
struct Assembly {
  std::string Arch, Code; ///< `Code`: the file
  Command Run;
  Command RunEmpty; ///< of `DevicePlan::EmptyPtx`: does it know the architecture, and this version of PTX?
};

struct DevicePlan {
  std::string Ptx, Bundle; ///< files; `Bundle` has all machine code
  std::string EmptyPtx;    ///< where a module goes that has no kernels
  Command Compile;
  std::vector<Assembly> Assemble; ///< independent of each other; none without the tools
  std::string Fatbinary;

  /// Bundles the machine code that could be made.
  Command bundle(const std::vector<Assembly> &Made) const;
};

DevicePlan planDevice(const DeviceJob &Job, const CommandLine &Line, const DeviceTools &Tools);

/// A function or variable that a module needs and that no driver has; empty where there is none.
std::string unresolvedIn(std::string_view Ptx);

/// A module as \p Ptx, with nothing in it.
std::string emptied(std::string_view Ptx);

/// What goes into the object; `Code` is empty where there is no machine code. The runtime finds the PTX, a C string,
/// behind the last zero byte before its own.
std::string imageOf(const std::string &Code, const std::string &Ptx);

} // namespace hetcc::driver
