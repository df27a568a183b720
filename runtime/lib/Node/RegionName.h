// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions and programs by names that hold in every process that runs the same files, wherever these are loaded.
//
// A region's descriptor is constant data of a program or a library, a *module*. Its distance from where the module
// begins is the same everywhere; which module it is, says a hash of the build id.
#ifndef HETRT_NODE_REGIONNAME_H
#define HETRT_NODE_REGIONNAME_H

#include "hetrt/hetrt.h"

#include <cstdint>
#include <optional>
#include <string>

namespace hetrt::node {

struct RegionName {
  std::uint64_t Module = 0;  ///< Hash of its build id; of its file where it has none.
  std::uint64_t Offset = 0;  ///< Of the descriptor, from where the module is loaded.
  std::uint64_t Content = 0; ///< hetrt_region::content, and what else tells a descriptor from other bytes:
  std::uint32_t ValuesSize = 0, ArrayCount = 0, Ordinal = 0;

  bool operator==(const RegionName &) const = default;
};

/// The region's name; absent if its descriptor was made at run time. Any thread may call.
std::optional<RegionName> nameOf(const hetrt_region &Region);

/// A descriptor that is made at run time, for as long as the process lives, goes by the name of the one that it was
/// made from. Any thread may call.
void nameAlike(const hetrt_region &Copy, const hetrt_region &Of);

/// The region of that name in this process; null, and why, if its module is not loaded here or has something else
/// there. Trusts nothing of the name. Any thread may call.
const hetrt_region *regionOf(const RegionName &Name, std::string &Why);

/// Hashes of the program's file and of the file that has the runtime, which are one in a static program.
struct ProgramName {
  std::uint64_t Program = 0, Runtime = 0;
  bool operator==(const ProgramName &) const = default;
};
ProgramName programName();

} // namespace hetrt::node

#endif
