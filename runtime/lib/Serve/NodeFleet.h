// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The devices of a rank that serves, and what it remembers of each region: a launch that comes is a pass here, divided
// by speeds that were measured here.
//
//   server ---OwnDevices---> NodeFleet ---> NodeRegion    scheduler, accelerators and what is known of them
//                                |
//                                +-------> DividedLaunch  one launch: a queue of ranges, a team, accelerators
#ifndef HETRT_SERVE_NODEFLEET_H
#define HETRT_SERVE_NODEFLEET_H

#include "Device/Node/OwnDevices.h"
#include "Plan/DeviceTable.h"
#include "Plan/Planner.h"
#include "Settings/Settings.h"
#include "Team/Fleet.h"

#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace hetrt::node {

/// What a rank knows of a region from its earlier launches.
struct NodeRegion {
  DeviceTable Devices;
  std::unique_ptr<Scheduler> Plan;
  Planner Plans;
  PassPlan Made;     ///< For the last launch.
  CallBytes Shape;   ///< Of the last launch that had one,
  ResolvedCall Call; ///< and what it says, without addresses.
};

class NodeFleet final : public OwnDevices {
public:
  /// What the devices are like stands in the rank's own environment, which outlives this: "NAME=value", and null at the
  /// end.
  explicit NodeFleet(const char *const *Environment);

  Equipment find(const std::string &Wanted, unsigned Cores) override;
  void prepare(const hetrt_region &Region) override;
  void written(const void *Memory, std::uint64_t Bytes) override;
  void freed(const void *Memory) override;
  DividedResult run(const hetrt_region &Region, const LaunchRange &Wanted, const CallBytes &Shape) override;

  const Settings &settings() const { return Set; }
  Fleet &fleet() { return All; }

  /// Of the machine, for the largest team.
  unsigned cores() const { return Cores; }

private:
  std::string readWish(const std::string &Wanted);
  std::string whyFewer() const;
  NodeRegion &regionOf(const hetrt_region &Region);
  std::string whyCores(const hetrt_region &Region, const LaunchRange &Wanted, const CallBytes &Shape, NodeRegion &Known,
                       PassArrays &Arrays);
  void forgetWindows(const hetrt_region &Region, const LaunchRange &Wanted);
  std::string findKept(PassArrays &Arrays);
  DividedResult runOnCores(const hetrt_region &Region, const LaunchRange &Wanted, std::string Why);

  const char *const *const Environment;
  Settings Set;
  Fleet &All; ///< Lives as long as the process: threads of accelerators sleep on it.
  unsigned Cores = 1;
  std::mutex Mutex; ///< Of the list.
  std::map<const hetrt_region *, std::unique_ptr<NodeRegion>> Regions;
};

} // namespace hetrt::node

#endif
