// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The devices of an MPI rank other than rank 0, and what the rank remembers of each region. Rank 0 sends launches
// (ranges of a region's pass) to the rank, which divides them among its devices by the speeds that it has measured.
//
//   server ---RankDevices---> NodeFleet ---> NodeRegion    scheduler, accelerators and what is known of them
//                                |
//                                +-------> DividedLaunch  one launch: a queue of ranges, a team, accelerators
#ifndef HETRT_SERVE_NODEFLEET_H
#define HETRT_SERVE_NODEFLEET_H

#include "Device/Node/RankDevices.h"
#include "Plan/DeviceTable.h"
#include "Plan/Planner.h"
#include "Settings/Settings.h"
#include "Team/Fleet.h"

#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace hetrt::node {

/// What a serving rank remembers of a region from earlier launches, for later ones.
struct NodeRegion {
  DeviceTable Devices;
  std::unique_ptr<Scheduler> Plan;
  Planner Plans;
  PassPlan Made;     ///< The plan of the last launch.
  CallBytes Shape;   ///< The encoded call (arrays and arguments of the region) of the last launch that contained one.
  ResolvedCall Call; ///< Shape, decoded, without addresses.
};

class NodeFleet final : public RankDevices {
public:
  /// Environment: the rank's environment variables, from which the options of devices are read: a null-terminated array
  /// of "NAME=value". It outlives this object.
  explicit NodeFleet(const char *const *Environment);

  Equipment find(const std::string &Wanted, unsigned Cores) override;
  void prepare(const hetrt_region &Region) override;
  void written(const void *Memory, std::uint64_t Bytes) override;
  void freed(const void *Memory) override;
  DividedResult run(const hetrt_region &Region, const LaunchRange &Wanted, const CallBytes &Shape) override;

  const Settings &settings() const { return Set; }
  Fleet &fleet() { return All; }

  /// The number of the machine's cores that the largest team may use.
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
  Fleet &All; ///< The accelerators. They live as long as the process, since their host threads use them until then.
  unsigned Cores = 1;
  std::mutex Mutex; ///< Guards Regions.
  std::map<const hetrt_region *, std::unique_ptr<NodeRegion>> Regions;
};

} // namespace hetrt::node

#endif
