// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// For `hetsim --what-if`: simulates a program on other mixes (numbers of devices of each kind) of a machine's devices,
// such as twice as many GPUs.
#ifndef HETSIM_WHAT_IF_H
#define HETSIM_WHAT_IF_H

#include "Simulation/Model.h"

#include <string>
#include <vector>

namespace hetsim {

/// The times of a program on a mix of devices.
struct Mix {
  std::string Devices; ///< the mix as in HETRT_DEVICES: "cpu:7,gpu:1"
  double Seconds = 0, IdealSeconds = 0;
};

/// The mixes to simulate: the machine's own devices first; the cores alone; the accelerators alone; two and four times
/// as many accelerators of each kind; twice as many cores; and `Also`, unless it is empty. No mix is in the list twice.
std::vector<std::string> mixesOf(const hetrt::MachineModel &Machine, const std::string &Also);

/// A table for human readers. `MeasuredSeconds`: the time of the real run from which the program was fitted. It is
/// printed in the row of the first mix, which is that of the real run; 0: there was no real run.
std::string formatMixes(const std::vector<Mix> &Mixes, double MeasuredSeconds);

} // namespace hetsim

#endif
