// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Models of machines and programs as plain values, and the time that a range of a program takes on a device of a
// machine.
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

/// The connection between the host's memory and an accelerator's.
struct LinkModel {
  double LatencySeconds = 0; ///< the latency of one copy
  double BytesPerSecondIn = std::numeric_limits<double>::infinity();
  double BytesPerSecondOut = std::numeric_limits<double>::infinity();
};

/// A change of a device's speed, either at a moment (AtSeconds) or at the start of a pass (AtPass); the other field is
/// empty. All changes of one device are of the same sort.
struct SpeedChange {
  std::optional<double> AtSeconds = {};
  std::optional<unsigned> AtPass = {};
  double Speed = 1;
};

/// One CPU core or one accelerator.
struct ModelledDevice {
  std::string Name; ///< "cpu:0", "gpu:1"
  ProcessorKind Kind = ProcessorKind::Cpu;
  /// Speed relative to a device of speed 1: ProgramModel states its seconds for a core and an accelerator of speed 1.
  double Speed = 1;
  double SimdWidth = 1;     ///< see DeviceModel::SimdWidth
  double LaunchSeconds = 0; ///< the additional time of every range: for the launch of a kernel or, on a core, for
                            ///< fetching the range
  /// For accelerators only.
  LinkModel Link = {};
  double MemoryBytes = std::numeric_limits<double>::infinity();
  std::vector<SpeedChange> Changes = {};
};

/// The time that the runtime itself needs to plan passes and to start ranges if there are several nodes.
struct DecidingModel {
  double PlanningSeconds = 0; ///< the time of planning for each pass, without the part that depends on the number of
                              ///< devices
  double PlanningSecondsPerDevice = 0;
  double NodeStartSeconds = 0; ///< the additional time for each range of a node: from the arrival of the order until
                               ///< the node's devices begin, plus from the end of the devices' work until the node
                               ///< sends its answer
};

/// A machine of one or more equal nodes. Devices are those of one node. The program runs on the first node, rank 0.
struct MachineModel {
  std::string Name;
  std::vector<ModelledDevice> Devices = {}; ///< cores first
  double MemoryBytesPerSecond = std::numeric_limits<double>::infinity();
  /// Whether the host thread of each accelerator takes a core from the team. This is what the runtime does if
  /// HETRT_DEVICES states no number of cores.
  bool HostThreadsTakeCores = true;
  unsigned Nodes = 1;
  std::optional<NetworkModel> Network = {}; ///< the network between nodes; must be set if Nodes > 1
  DecidingModel Deciding = {};

  size_t cores() const;
  size_t accelerators() const { return Devices.size() - cores(); }
  /// The number of cores that drive accelerators instead of computing; these are the last cores of the list. At least
  /// one core computes.
  size_t hostCores() const;
  /// The index in Devices of the core that drives only this accelerator; nothing if no core does. Accelerator: its
  /// number among the accelerators, from 0.
  std::optional<size_t> hostCoreOf(size_t Accelerator) const;
};

/// Where a program's arrays are if there are several nodes.
struct NodeArrays {
  /// Arrays stay on the nodes from pass to pass (`persist`, a data region). If not, a node that computes a range gets
  /// the range's windows, and full copies of arrays, from rank 0 and returns the results.
  bool Stay = false;
  bool ResultsReturn = false; ///< results go to rank 0 in each pass, although arrays stay
  double BytesInPerIteration = 0, BytesOutPerIteration = 0;
  /// If Stay: the bytes that a range reads beyond each of its two ends, which other iterations write in each pass.
  double HaloBytes = 0;
  /// Size of the arrays that every node has in full.
  double FullBytes = 0;
  enum class Writer : uint8_t { Nobody, Host, Iterations };
  Writer FullWrittenBy = Writer::Nobody; ///< what writes the arrays of FullBytes in each pass; Iterations: each
                                         ///< iteration writes an equal part of them
  bool FullGrows = false;                ///< FullBytes grows in proportion to the trip count
};

/// One loop that runs pass after pass: its trip count and costs, relative to devices of speed 1.
struct ProgramModel {
  std::string Name;
  uint64_t Iterations = 0;
  unsigned Passes = 1;
  WorkProfile Profile = {};
  /// Seconds for an iteration of average cost on a device of speed 1 that has the memory to itself, without launch and
  /// copies.
  double CoreSeconds = 0;
  double AcceleratorSeconds = 0;
  /// Seconds for each range on an accelerator, in addition to ModelledDevice::LaunchSeconds.
  double AcceleratorFixedSeconds = 0;
  /// Bytes that an accelerator copies: for windows, bytes per iteration; for full copies of arrays, bytes per pass for
  /// each accelerator that takes part.
  double BytesInPerIteration = 0, BytesOutPerIteration = 0;
  double FullBytesIn = 0, FullBytesOut = 0;
  /// Bytes that a core moves to and from the shared memory for an iteration.
  double MemoryBytesPerIteration = 0;
  NodeArrays OnNodes = {};

  double secondsPerIteration(const ModelledDevice &Device) const;
};

/// The program with Times times as many iterations, of the same cost. Used for weak scaling: Times is the number of
/// nodes.
ProgramModel timesAsLong(const ProgramModel &Program, uint64_t Times);

/// The time of the range Part on Device if no other device runs. FirstInPass: whether this is the device's first range
/// of the pass, whose time contains the full copies.
Cost costOf(const ProgramModel &Program, const ModelledDevice &Device, Range Part, bool FirstInPass);

/// The number of Program's iterations whose data fit into Device's memory.
uint64_t memoryLimit(const ProgramModel &Program, const ModelledDevice &Device);

/// A factor for the speed of Device in Pass, uniformly distributed between 1 - Amount and 1 + Amount. It depends on
/// Seed, Pass and Device only, so that all schedulers are compared under the same disturbances.
double noiseFactor(double Amount, uint64_t Seed, unsigned Pass, unsigned Device);

/// A lower bound for the time of a pass: 1 / (sum of all rates), where a device's rate is 1 / (the seconds that it
/// needs for the whole loop alone, with launch and copies). No schedule is faster, since a device that computes only a
/// part of the loop has the same fixed costs. If a core drives an accelerator, the two do not both compute, so only the
/// faster of them is counted.
double idealSeconds(const ProgramModel &Program, const MachineModel &Machine);

} // namespace hetrt

#endif
