// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Places: hardware threads that belong together, as those of a NUMA node do. Teams of teams give one to each thread of
// the outer team. Everything here but the binding of a thread is computed from its arguments.
#ifndef HETRT_TOPOLOGY_PLACES_H
#define HETRT_TOPOLOGY_PLACES_H

#include <span>
#include <string>
#include <vector>

namespace hetrt {

/// Hardware threads by the system's numbers, ascending.
using Processors = std::vector<unsigned>;

/// The hardware threads that the calling thread may use; where `Bound`, those that are online, since an OpenMP binding
/// leaves a thread only its own place.
Processors allowedProcessors(bool Bound);

/// The hardware threads near a device with this PCI address ("dddd:bb:dd.f"); empty where the system does not say.
/// `Sys` is where sysfs is mounted ("/sys").
Processors processorsNear(const std::string &Sys, const std::string &PciAddress);

/// The NUMA nodes, as far as they have processors that are allowed; all allowed ones together where none are found.
/// `Folder` is "/sys/devices/system/node".
std::vector<Processors> numaNodes(const std::string &Folder, const Processors &Allowed);

/// Cuts processors into places of consecutive ones whose sizes differ by at most one. Where there are fewer processors
/// than places, some places share one. `Count` and the number of processors are at least 1.
std::vector<Processors> cutIntoPlaces(const Processors &All, unsigned Count);

/// What each of `Threads` threads has of some places under OpenMP's `spread` (5.2, section 10.1.3): consecutive places,
/// as many as the others or one more; or where there are more threads than places, a part of one.
std::vector<Processors> spreadOver(std::span<const Processors> Places, unsigned Threads);

/// How many of `Cores` cores each place gets, dealt in turn: at most as many as it has processors, and at least one.
std::vector<unsigned> dealCores(std::span<const Processors> Places, unsigned Cores);

/// Binds the calling thread to processors until it ends: threads that it makes meanwhile inherit them. Where the system
/// refuses, the thread stays where it was.
class PlaceBinding {
public:
  explicit PlaceBinding(const Processors &On);
  ~PlaceBinding();
  PlaceBinding(const PlaceBinding &) = delete;
  PlaceBinding &operator=(const PlaceBinding &) = delete;

private:
  std::vector<unsigned char> Before; ///< The mask, or nothing if it was not changed.
};

} // namespace hetrt

#endif
