// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// For `hetsim --what-if`: a program on other mixes of a machine's devices, such as twice as many GPUs.
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
/// as many accelerators of each kind; twice as many cores; and `Also`, unless it is empty. No mix comes twice.
std::vector<std::string> mixesOf(const hetrt::MachineModel &Machine, const std::string &Also);

/// A table for people. `MeasuredSeconds`: the time of the real run that the program was taken from, printed for the
/// first mix, the one of that run; 0: there is none.
std::string formatMixes(const std::vector<Mix> &Mixes, double MeasuredSeconds);

} // namespace hetsim

#endif
