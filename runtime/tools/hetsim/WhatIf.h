// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// "What if I had two of them": a program on other mixes of a machine's devices.
#ifndef HETSIM_WHAT_IF_H
#define HETSIM_WHAT_IF_H

#include "Simulation/Model.h"

#include <string>
#include <vector>

namespace hetsim {

/// A program on a mix of devices.
struct Mix {
  std::string Devices; ///< as in HETRT_DEVICES
  double Seconds = 0, IdealSeconds = 0;
};

/// The mixes to ask for: the machine's own first; the cores alone, the accelerators alone; two and four times as many
/// accelerators of each kind; twice the cores; and Also, unless it is empty. Each once.
std::vector<std::string> mixesOf(const hetrt::MachineModel &Machine, const std::string &Also);

/// A table for people. MeasuredSeconds, of the run that the program was taken from, stand beside the first mix, which
/// is that of the run; 0: none were measured.
std::string formatMixes(const std::vector<Mix> &Mixes, double MeasuredSeconds);

} // namespace hetsim

#endif
