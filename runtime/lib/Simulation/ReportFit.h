// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes a modelled program and its devices from the report of a real run (HETRT_REPORT=json:FILE).
#ifndef HETRT_SIMULATION_REPORT_FIT_H
#define HETRT_SIMULATION_REPORT_FIT_H

#include "Simulation/Model.h"
#include "Simulation/ProfileFit.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hetrt {

/// What one device did for a region: one entry per pass.
struct MeasuredDevice {
  std::string Name, Kind;
  std::vector<uint64_t> Iterations;
  std::vector<double> Seconds;
  double BytesIn = 0, BytesOut = 0; ///< of all passes
  double SimdWidth = 1;             ///< what schedulers were told

  bool isCore() const { return Kind == "cpu"; }
};

struct MeasuredRegion {
  std::string Location;
  unsigned Passes = 0; ///< of one run; devices have those of all runs, one after the other
  std::vector<MeasuredDevice> Devices;
  double Seconds = 0; ///< of all passes, as the report says
  /// Where it is known: under schedulers that give each device one range in their order, and of traces. Then costs of
  /// iterations that differ are found (ProfileFit.h).
  std::vector<MeasuredRange> Ranges = {};
};

/// Reads a report; throws ModelError.
std::vector<MeasuredRegion> parseReport(std::string_view Text, const std::string &Source);

/// Adds the passes of More to Into, region by region and device by device: more runs of the same program on the same
/// mix of devices, say under another scheduler, whose shares tell fixed costs from those of an iteration. Throws
/// ModelError where regions or devices differ.
void addPasses(std::vector<MeasuredRegion> &Into, const std::vector<MeasuredRegion> &More, const std::string &Source);

/// Takes the ranges of the report's regions from the trace of the same run (HETRT_TRACE=FILE), which may be cut off.
/// Throws ModelError where Text is no trace, or one of other regions.
void addTrace(std::vector<MeasuredRegion> &Into, std::string_view Text, const std::string &Source);

/// The only region, or the one whose location contains Location; throws ModelError that names all.
const MeasuredRegion &chooseRegion(const std::vector<MeasuredRegion> &Regions, std::string_view Location,
                                   const std::string &Source);

/// A region as a program, and the machine on which it ran. Devices of speed 1 are a core, and the first accelerator
/// that computed. An accelerator's seconds contain its launches and copies, so the machine charges none for them.
struct FittedRun {
  ProgramModel Program;
  MachineModel Machine;
};

/// Iterations cost the same unless the region's ranges tell otherwise. Throws ModelError where no device computed
/// anything.
FittedRun fitRun(const MeasuredRegion &Region);

/// The mix of devices that Text names, as in HETRT_DEVICES: "cpu:2,gpu:1". Kinds are the first parts of devices' names.
/// A count beyond the machine's devices is an error, or else, with `Repeat`, it repeats the last one of its kind. Where
/// cores are counted, host threads take none. Throws ModelError.
MachineModel chooseDevices(const MachineModel &Machine, std::string_view Text, bool Repeat = false);

/// What Run's program would be on machines described in files, if it was measured on devices of Machine: its rates
/// become those of devices of speed 1, and launch and copies are taken out of an accelerator's seconds, for the other
/// machine to charge. Throws ModelError where that leaves nothing.
ProgramModel relativeTo(const FittedRun &Run, const MachineModel &Machine);

} // namespace hetrt

#endif
