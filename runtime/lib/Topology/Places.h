// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Places: sets of hardware threads that belong together, such as those of a NUMA node. A team of teams gives places to
// the threads of the outer team. All functions but PlaceBinding compute their results from their arguments.
#ifndef HETRT_TOPOLOGY_PLACES_H
#define HETRT_TOPOLOGY_PLACES_H

#include <span>
#include <string>
#include <vector>

namespace hetrt {

/// Hardware threads by the system's numbers, in ascending order.
using Processors = std::vector<unsigned>;

/// The hardware threads that the calling thread may use. If `Bound`, all that are online, since an OpenMP binding
/// leaves a thread only its own place.
Processors allowedProcessors(bool Bound);

/// The hardware threads near the device with this PCI address ("dddd:bb:dd.f"); empty if the system does not tell.
/// `Sys` is where sysfs is mounted ("/sys").
Processors processorsNear(const std::string &Sys, const std::string &PciAddress);

/// The allowed hardware threads of each NUMA node that has any; if no node is found, all allowed ones as one place.
/// `Folder` is "/sys/devices/system/node".
std::vector<Processors> numaNodes(const std::string &Folder, const Processors &Allowed);

/// Cuts processors into `Count` places of consecutive ones whose sizes differ by at most one. With fewer processors
/// than places, several places have the same processor. `Count` and the number of processors are at least 1.
std::vector<Processors> cutIntoPlaces(const Processors &All, unsigned Count);

/// The processors of each of `Threads` threads under OpenMP's `spread` (5.2, section 10.1.3): consecutive places, the
/// same number for each thread or one more; with more threads than places, a part of one place.
std::vector<Processors> spreadOver(std::span<const Processors> Places, unsigned Threads);

/// How many of `Cores` cores each place gets, dealt out in turn: at least one, and at most as many as it has
/// processors.
std::vector<unsigned> dealCores(std::span<const Processors> Places, unsigned Cores);

/// Binds the calling thread to processors during its lifetime; threads that it creates meanwhile inherit the binding.
/// If the system refuses, the thread's binding stays as it was.
class PlaceBinding {
public:
  explicit PlaceBinding(const Processors &On);
  ~PlaceBinding();
  PlaceBinding(const PlaceBinding &) = delete;
  PlaceBinding &operator=(const PlaceBinding &) = delete;

private:
  std::vector<unsigned char> Before; ///< The mask before; empty if it was not changed.
};

} // namespace hetrt

#endif
