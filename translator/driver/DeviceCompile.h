// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes the commands that compile a device source (a unit's kernels for GPUs) into one image for NVIDIA GPUs.
//
//   device source --clang--> PTX of the oldest architecture --ptxas--> machine code per architecture --fatbinary--+
//                             |                                                                                   v
//                             +---------------------------------------------------------------------> image: code, PTX
//
// The image contains the PTX after the machine code. The GPU's driver assembles the PTX if there is no machine code for
// the GPU, or if the driver is older than the toolkit that made the machine code. If ptxas or fatbinary is missing, the
// image is only the PTX.
#pragma once

#include "CommandLine.h"
#include "Process.h"
#include "Toolchain.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hetcc::driver {

/// The device source of one unit, and where its results go.
struct DeviceJob {
  std::string Source;
  InputType Language = InputType::C;
  std::string Stem;               ///< beginning of the paths of intermediate files
  std::string Image;              ///< path of the image
  std::string Directory;          ///< the folder of the user's source: searched first for "headers"
  std::vector<std::string> Extra; ///< further options besides the user's own
  std::string Folder;             ///< the unit's temporary folder, which debug information must not name
  std::string MappedDirectory;    ///< the folder that debug information names instead
};

/// The commands that make machine code for one architecture.
struct Assembly {
  std::string Arch, Code; ///< Code: path of the result
  Command Run;
  /// Runs ptxas for `DevicePlan::EmptyPtx`, to find out whether ptxas knows the architecture and this version of PTX.
  Command RunEmpty;
};

/// The commands that make an image.
struct DevicePlan {
  std::string Ptx, Bundle; ///< paths; Bundle contains the machine code of all architectures
  std::string EmptyPtx;    ///< path of a module without kernels
  Command Compile;
  std::vector<Assembly> Assemble; ///< may run in any order; empty without ptxas and fatbinary
  std::string Fatbinary;

  /// The command for a source in which clang has reported that a constant takes more steps than `Compile` allows.
  std::optional<Command> compileWithMoreSteps(std::string_view Errors) const;

  /// The command that bundles the machine code of the architectures for which ptxas succeeded.
  Command bundle(const std::vector<Assembly> &Made) const;
};

DevicePlan planDevice(const DeviceJob &Job, const CommandLine &Line, const DeviceTools &Tools);

/// The name of a function or variable that the module declares but that neither the module nor the GPU's driver
/// defines; empty if there is none.
std::string unresolvedIn(std::string_view Ptx);

/// A module without functions and variables, with the version and target of \p Ptx.
std::string emptied(std::string_view Ptx);

/// The image that is embedded in the object: machine code (\p Code, may be empty), a zero byte, and the PTX with a zero
/// byte at its end. The runtime finds the PTX between the last two zero bytes.
std::string imageOf(const std::string &Code, const std::string &Ptx);

} // namespace hetcc::driver
