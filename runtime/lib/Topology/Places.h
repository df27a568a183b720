// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Places: sets of hardware threads that belong together, such as those of a NUMA node. If regions run inside of a
// region over places, each thread of the outer team gets one or more places.
#ifndef HETRT_TOPOLOGY_PLACES_H
#define HETRT_TOPOLOGY_PLACES_H

#include <span>
#include <string>
#include <vector>

namespace hetrt {

/// Hardware threads by the system's numbers, in ascending order.
using Processors = std::vector<unsigned>;

/// The hardware threads that the calling thread may use. If `Bound` (OpenMP binds threads), all hardware threads that
/// are online, since the mask of a bound thread contains only its own place.
Processors allowedProcessors(bool Bound);

/// The hardware threads near the device with this PCI address ("dddd:bb:dd.f"); empty if the system does not know them.
/// `Sys` is where sysfs is mounted ("/sys").
Processors processorsNear(const std::string &Sys, const std::string &PciAddress);

/// For each NUMA node with hardware threads in `Allowed`: these threads, as one place. If no such node is found,
/// `Allowed` is the only place. `Folder` is "/sys/devices/system/node".
std::vector<Processors> numaNodes(const std::string &Folder, const Processors &Allowed);

/// Cuts the list `All` into `Count` places, each a part of the list; their sizes differ by at most one. If there are
/// fewer processors than places, several places have the same processor. `Count` and the number of processors are at
/// least 1.
std::vector<Processors> cutIntoPlaces(const Processors &All, unsigned Count);

/// The processors of each of `Threads` threads under OpenMP's `spread` (5.2, section 10.1.3): each thread gets
/// consecutive places, whose number differs by at most one between threads. If there are more threads than places, each
/// thread gets a part of one place.
std::vector<Processors> spreadOver(std::span<const Processors> Places, unsigned Threads);

/// How many of `Cores` cores each place gets: the cores are given to the places in turn. Each place gets at least one
/// core, and at most as many as it has processors.
std::vector<unsigned> dealCores(std::span<const Processors> Places, unsigned Cores);

/// While an object of this class lives, its thread, and threads that this thread creates, run only on the given
/// processors. If the system refuses, the thread's binding stays as it was.
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
