// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints the section of hetinfo on the machine, from the data of hwloc.
#include "Listings.h"

#include "Topology/Nodes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <hwloc.h>
#include <string>

namespace hetinfo {
namespace {

/// The machine's topology in hwloc, including PCI devices and co-processors.
class Topology {
public:
  Topology() {
    Loaded = hwloc_topology_init(&Handle) == 0;
    if (Loaded) {
      hwloc_topology_set_io_types_filter(Handle, HWLOC_TYPE_FILTER_KEEP_IMPORTANT);
      Loaded = hwloc_topology_load(Handle) == 0;
    }
  }
  ~Topology() {
    if (Handle)
      hwloc_topology_destroy(Handle);
  }
  Topology(const Topology &) = delete;
  Topology &operator=(const Topology &) = delete;

  bool loaded() const { return Loaded; }
  int count(hwloc_obj_type_t Type) const { return hwloc_get_nbobjs_by_type(Handle, Type); }
  hwloc_obj_t object(hwloc_obj_type_t Type, unsigned Index) const {
    return hwloc_get_obj_by_type(Handle, Type, Index);
  }
  hwloc_topology_t get() const { return Handle; }

private:
  hwloc_topology_t Handle = nullptr;
  bool Loaded = false;
};

std::string gib(std::uint64_t Bytes) { return fmt::format("{:.1f} GiB", double(Bytes) / double(1ull << 30)); }

void listCaches(const Topology &Machine) {
  const hwloc_obj_type_t Levels[] = {HWLOC_OBJ_L1CACHE, HWLOC_OBJ_L2CACHE, HWLOC_OBJ_L3CACHE};
  for (hwloc_obj_type_t Level : Levels)
    if (int Count = Machine.count(Level); Count > 0)
      fmt::print("  {:<14}{} x {} KiB\n", fmt::format("cache {}", hwloc_obj_type_string(Level)), Count,
                 Machine.object(Level, 0)->attr->cache.size / 1024);
}

/// The distances from a memory node to all nodes; "" if there is only one node.
std::string distances(unsigned Node) {
  const std::vector<unsigned> All = hetrt::nodeDistances("/sys", Node);
  return All.size() > 1 ? fmt::format(", distances {}", fmt::join(All, " ")) : "";
}

void listNodes(const Topology &Machine) {
  for (int Node = 0; Node < Machine.count(HWLOC_OBJ_NUMANODE); ++Node) {
    const hwloc_obj_t At = Machine.object(HWLOC_OBJ_NUMANODE, unsigned(Node));
    fmt::print("  {:<14}{} with {} hardware threads{}\n", fmt::format("memory node {}", At->os_index),
               gib(At->attr->numanode.local_memory), hwloc_bitmap_weight(At->cpuset), distances(At->os_index));
  }
}

/// Prints whether memory policies can move pages on this machine.
void listPolicy() {
  const hetrt::NodeMemory *System = hetrt::systemNodes();
  if (!System)
    return fmt::print("  {:<14}one node, so policies move nothing; 'replicate' copies all the same\n",
                      "memory policy");
  fmt::print("  {:<14}pages move between nodes {}\n", "memory policy", fmt::join(System->nodes(), ", "));
}

/// Names the memory node that a device is attached to; "" on a machine with one node.
std::string nodeNear(const Topology &Machine, hwloc_obj_t Device) {
  if (Machine.count(HWLOC_OBJ_NUMANODE) < 2)
    return "";
  const hwloc_obj_t Around = hwloc_get_non_io_ancestor_obj(Machine.get(), Device);
  if (!Around || hwloc_bitmap_weight(Around->nodeset) != 1)
    return ", near no memory node in particular";
  return fmt::format(", near memory node {}", hwloc_bitmap_first(Around->nodeset));
}

void listCoprocessors(const Topology &Machine) {
  for (hwloc_obj_t At = nullptr; (At = hwloc_get_next_osdev(Machine.get(), At));)
    if (At->attr->osdev.type == HWLOC_OBJ_OSDEV_COPROC || At->attr->osdev.type == HWLOC_OBJ_OSDEV_GPU)
      fmt::print("  {:<14}{}{}\n", "accelerator", At->name ? At->name : "?", nodeNear(Machine, At));
}

} // namespace

void listMachine() {
  const Topology Machine;
  if (!Machine.loaded()) {
    fmt::print("machine: hwloc cannot read it\n");
    return;
  }
  const hwloc_obj_t Package = Machine.object(HWLOC_OBJ_PACKAGE, 0);
  const char *Model = Package ? hwloc_obj_get_info_by_name(Package, "CPUModel") : nullptr;
  fmt::print("machine:\n  {:<14}{} x {}\n", "packages", Machine.count(HWLOC_OBJ_PACKAGE), Model ? Model : "unknown");
  fmt::print("  {:<14}{} with {} hardware threads\n", "cores", Machine.count(HWLOC_OBJ_CORE),
             Machine.count(HWLOC_OBJ_PU));
  listCaches(Machine);
  listNodes(Machine);
  listPolicy();
  listCoprocessors(Machine);
}

} // namespace hetinfo
