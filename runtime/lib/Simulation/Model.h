// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Machines and programs as plain values, and what a range of a program costs a device of a machine.
#ifndef HETRT_SIMULATION_MODEL_H
#define HETRT_SIMULATION_MODEL_H

#include "Simulation/Network.h"
#include "Simulation/VirtualMachine.h"
#include "Simulation/WorkProfile.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace hetrt {

/// The way between the host's memory and an accelerator's.
struct LinkModel {
  double LatencySeconds = 0; ///< of one copy
  double BytesPerSecondIn = std::numeric_limits<double>::infinity();
  double BytesPerSecondOut = std::numeric_limits<double>::infinity();
};

/// A change of a device's speed, at a moment or at the start of a pass; all changes of a device are of one sort.
struct SpeedChange {
  std::optional<double> AtSeconds = {};
  std::optional<unsigned> AtPass = {};
  double Speed = 1;
};

/// One CPU core or one accelerator.
struct ModelledDevice {
  std::string Name; ///< "cpu:0", "gpu:1"
  ProcessorKind Kind = ProcessorKind::Cpu;
  /// Times as fast as the device of its kind for which programs state their rates.
  double Speed = 1;
  double SimdWidth = 1;     ///< what the scheduler is told
  double LaunchSeconds = 0; ///< paid for every range: launch of a kernel; on a core, fetching the range
  /// Accelerators only.
  LinkModel Link = {};
  double MemoryBytes = std::numeric_limits<double>::infinity();
  std::vector<SpeedChange> Changes = {};
};

/// What it costs the runtime to decide, where there are several nodes.
struct DecidingModel {
  double PlanningSeconds = 0; ///< of each pass
  double PlanningSecondsPerDevice = 0;
  double NodeStartSeconds = 0; ///< of a node, for each range: from the order until its devices are at work, and back
};

/// One node, and how many of them there are. The program runs on the first one, rank 0.
struct MachineModel {
  std::string Name;
  std::vector<ModelledDevice> Devices = {}; ///< cores first
  double MemoryBytesPerSecond = std::numeric_limits<double>::infinity();
  /// Whether the host thread of an accelerator takes a core from the team, as without a count in HETRT_DEVICES.
  bool HostThreadsTakeCores = true;
  unsigned Nodes = 1;
  std::optional<NetworkModel> Network = {}; ///< Between nodes; where there are several, there is one.
  DecidingModel Deciding = {};

  size_t cores() const;
  size_t accelerators() const { return Devices.size() - cores(); }
  /// Cores that drive accelerators: the last ones. At least one core computes.
  size_t hostCores() const;
  /// Index in Devices of the core that drives an accelerator (counted among accelerators), if it has one to itself.
  std::optional<size_t> hostCoreOf(size_t Accelerator) const;
};

/// What a program's arrays do where there are several nodes.
struct NodeArrays {
  /// They stay on the nodes from pass to pass (`persist`, a data region). If not, windows and full copies come from
  /// rank 0 for each range, and results go back.
  bool Stay = false;
  bool ResultsReturn = false; ///< to rank 0 in each pass, though the arrays stay
  double BytesInPerIteration = 0, BytesOutPerIteration = 0;
  /// What a range reads beyond each of its ends, and other iterations write in each pass; of arrays that stay.
  double HaloBytes = 0;
  /// What every node has in full.
  double FullBytes = 0;
  enum class Writer : uint8_t { Nobody, Host, Iterations };
  Writer FullWrittenBy = Writer::Nobody; ///< in each pass; of iterations, each writes an equal part
  bool FullGrows = false;                ///< with the number of iterations
};

/// One loop that runs pass after pass.
struct ProgramModel {
  std::string Name;
  uint64_t Iterations = 0;
  unsigned Passes = 1;
  WorkProfile Profile = {};
  /// Of an iteration of average cost, on a device of speed 1, with the memory to itself, without launch and copies.
  double CoreSeconds = 0;
  double AcceleratorSeconds = 0;
  /// Paid once per range by an accelerator beyond the machine's launch.
  double AcceleratorFixedSeconds = 0;
  /// Copies of an accelerator: windows by iteration, full copies once in a pass for each accelerator that takes part.
  double BytesInPerIteration = 0, BytesOutPerIteration = 0;
  double FullBytesIn = 0, FullBytesOut = 0;
  /// What a core draws from the shared memory for an iteration.
  double MemoryBytesPerIteration = 0;
  NodeArrays OnNodes = {};

  double secondsPerIteration(const ModelledDevice &Device) const;
};

/// The program with so many times the iterations, each as it was: a weak scaling's on so many nodes.
ProgramModel timesAsLong(const ProgramModel &Program, uint64_t Times);

/// What Part costs Device, alone and undisturbed. FirstInPass: it also pays for full copies.
Cost costOf(const ProgramModel &Program, const ModelledDevice &Device, Range Part, bool FirstInPass);

/// Iterations of Program whose data fit into Device.
uint64_t memoryLimit(const ProgramModel &Program, const ModelledDevice &Device);

/// Disturbances: every device is slower or faster in every pass by a factor drawn evenly from 1 - Amount to 1 + Amount.
/// It depends on Seed, Pass and Device alone, so that all schedulers meet the same disturbances.
double noiseFactor(double Amount, uint64_t Seed, unsigned Pass, unsigned Device);

/// Ideal time of a pass: one over the sum of all rates, where a device's rate is one over the seconds that it needs for
/// the whole loop alone, launch and copies included. Nothing is quicker: a device that does a part only pays its fixed
/// costs in full. Of an accelerator and the core that would drive it, the faster one counts.
double idealSeconds(const ProgramModel &Program, const MachineModel &Machine);

} // namespace hetrt

#endif
