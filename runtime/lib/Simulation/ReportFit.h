// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes a model of a program and of its machine from the report of a real run (HETRT_REPORT=json:FILE).
#ifndef HETRT_SIMULATION_REPORT_FIT_H
#define HETRT_SIMULATION_REPORT_FIT_H

#include "Simulation/Model.h"
#include "Simulation/ProfileFit.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hetrt {

/// What one device did for a region; each list has one entry per pass.
struct MeasuredDevice {
  std::string Name, Kind;
  std::vector<uint64_t> Iterations;
  std::vector<double> Seconds;
  double BytesIn = 0, BytesOut = 0; ///< sums over all passes
  double SimdWidth = 1;             ///< the width in the scheduler's device model

  bool isCore() const { return Kind == "cpu"; }
};

struct MeasuredRegion {
  std::string Location;
  unsigned Passes = 0; ///< the number of passes of one run; if several runs were added, the devices' lists have the
                       ///< passes of all of them
  std::vector<MeasuredDevice> Devices;
  double Seconds = 0; ///< the time of all passes, from the report
  /// The ranges of each pass, if known: from schedulers that give each device one range in the devices' order, or from
  /// a trace. With them fitRun() finds iterations of different cost (ProfileFit.h).
  std::vector<MeasuredRange> Ranges = {};
};

/// Reads a report; throws ModelError.
std::vector<MeasuredRegion> parseReport(std::string_view Text, const std::string &Source);

/// Appends the passes of More to Into, region by region and device by device: another run of the same program on the
/// same devices, for example under another scheduler, whose different shares help to tell fixed costs from costs per
/// iteration. Throws ModelError if regions or devices differ.
void addPasses(std::vector<MeasuredRegion> &Into, const std::vector<MeasuredRegion> &More, const std::string &Source);

/// Replaces the ranges of the report's regions by those in the trace of the same run (HETRT_TRACE=FILE). The trace may
/// be cut off. Throws ModelError if Text is no trace, or has none of the regions.
void addTrace(std::vector<MeasuredRegion> &Into, std::string_view Text, const std::string &Source);

/// The only region, or the only one whose location contains Location; else throws ModelError with the list of regions.
const MeasuredRegion &chooseRegion(const std::vector<MeasuredRegion> &Regions, std::string_view Location,
                                   const std::string &Source);

/// A region as a program, and the machine on which it ran. A core, and the first accelerator that computed, have speed
/// 1. An accelerator's seconds contain its copies, and its LaunchSeconds are fitted; the machine model adds no other
/// costs.
struct FittedRun {
  ProgramModel Program;
  MachineModel Machine;
};

/// Fits the model. Iterations cost the same unless the region's ranges show otherwise. Throws ModelError if no device
/// computed anything.
FittedRun fitRun(const MeasuredRegion &Region);

/// The machine with the devices that Text names, as in HETRT_DEVICES: "cpu:2,gpu:1". A device's kind is the part of its
/// name before the colon. A count larger than the machine has is an error, or, with Repeat, repeats the last device of
/// its kind. If Text counts cores, host threads of accelerators take none. Throws ModelError.
MachineModel chooseDevices(const MachineModel &Machine, std::string_view Text, bool Repeat = false);

/// Run's program for use on machines from files, if it was measured on devices of Machine: its rates become those of
/// devices of speed 1, and launches and copies are deducted from an accelerator's seconds, since the other machine adds
/// its own. Throws ModelError if nothing is left.
ProgramModel relativeTo(const FittedRun &Run, const MachineModel &Machine);

} // namespace hetrt

#endif
