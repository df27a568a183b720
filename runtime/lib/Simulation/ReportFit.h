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

/// The measured work of one device for a region; each list has one entry per pass.
struct MeasuredDevice {
  std::string Name, Kind;
  std::vector<uint64_t> Iterations;
  std::vector<double> Seconds;
  double BytesIn = 0, BytesOut = 0; ///< sums over all passes
  double SimdWidth = 1;             ///< see DeviceModel::SimdWidth

  bool isCore() const { return Kind == "cpu"; }
};

struct MeasuredRegion {
  std::string Location;
  unsigned Passes = 0; ///< the number of passes of one run; if addPasses() has added other runs, the devices' lists
                       ///< have the passes of all runs
  std::vector<MeasuredDevice> Devices;
  double Seconds = 0; ///< the time of all passes, from the report
  /// The ranges of each pass, if known: either the scheduler gives each device one range, in the devices' order, or
  /// there is a trace. From them fitRun() finds whether iterations differ in cost (ProfileFit.h).
  std::vector<MeasuredRange> Ranges = {};
};

/// Reads a report; throws ModelError.
std::vector<MeasuredRegion> parseReport(std::string_view Text, const std::string &Source);

/// Appends the passes of More, another run of the same program on the same devices, to those of Into, region by region
/// and device by device. If the other run used another scheduler, its different shares help to tell fixed costs from
/// costs per iteration. Throws ModelError if regions or devices differ.
void addPasses(std::vector<MeasuredRegion> &Into, const std::vector<MeasuredRegion> &More, const std::string &Source);

/// Replaces the ranges of the report's regions by those in the trace of the same run (HETRT_TRACE=FILE). The trace may
/// lack its end. Throws ModelError if Text is no trace, or contains none of the regions.
void addTrace(std::vector<MeasuredRegion> &Into, std::string_view Text, const std::string &Source);

/// The region whose location contains Location; if Location is empty, the only region. Throws ModelError, with the list
/// of regions, unless there is exactly one.
const MeasuredRegion &chooseRegion(const std::vector<MeasuredRegion> &Regions, std::string_view Location,
                                   const std::string &Source);

/// A region as a model of a program, and a model of the machine on which it ran. Cores, and the first accelerator that
/// computed, have speed 1. The seconds of an accelerator contain its copies, and its LaunchSeconds are fitted, so the
/// machine model has no links and no other costs.
struct FittedRun {
  ProgramModel Program;
  MachineModel Machine;
};

/// Fits the two models to a region of a report. All iterations have the same cost unless the region's ranges show that
/// costs differ. Throws ModelError if no device computed an iteration.
FittedRun fitRun(const MeasuredRegion &Region);

/// Returns the machine with only those devices that Text names, as in HETRT_DEVICES: "cpu:2,gpu:1" stands for two cores
/// and one GPU. A device's kind is the part of its name before the colon. If the machine has fewer devices of a kind,
/// this is an error, or, with Repeat, the last device of the kind is repeated. If Text states the number of cores, host
/// threads of accelerators take no cores. Throws ModelError.
MachineModel chooseDevices(const MachineModel &Machine, std::string_view Text, bool Repeat = false);

/// Converts the program of Run, which was measured on devices like those of Machine, so that it can be simulated on
/// machines from files: its rates become those of devices of speed 1, and launches and copies are subtracted from the
/// seconds of accelerators, since the machine models add them again. Throws ModelError if the result is not above 0.
ProgramModel relativeTo(const FittedRun &Run, const MachineModel &Machine);

} // namespace hetrt

#endif
