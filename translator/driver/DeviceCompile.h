// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The commands that turn a device source into one image for NVIDIA GPUs.
//
//   device source --clang--> PTX of the oldest architecture --ptxas--> machine code per architecture --fatbinary-->
//   image
//
// Without ptxas and fatbinary the PTX itself is the image, and the driver of the GPU assembles it.
#pragma once

#include "CommandLine.h"
#include "Process.h"
#include "Toolchain.h"

#include <string>
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

struct DevicePlan {
  std::string Ptx;
  Command Compile;
  std::vector<Command> Assemble; ///< independent of each other
  Command Bundle;                ///< no words where the PTX is the image

  bool bundles() const { return !Bundle.Words.empty(); }
};

DevicePlan planDevice(const DeviceJob &Job, const CommandLine &Line, const DeviceTools &Tools);

} // namespace hetcc::driver
