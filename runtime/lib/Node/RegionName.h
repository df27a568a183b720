// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of regions and programs that are the same in every process that runs the same files, wherever these are loaded.
//
// A region's descriptor is constant data of a program or a library, a *module*. The offset of the descriptor from the
// module's beginning is the same in every process; a hash of the build id says which module it is.
#ifndef HETRT_NODE_REGIONNAME_H
#define HETRT_NODE_REGIONNAME_H

#include "hetrt/hetrt.h"

#include <cstdint>
#include <optional>
#include <string>

namespace hetrt::node {

struct RegionName {
  std::uint64_t Module = 0;  ///< The hash of the module's build id, or of its file if it has none.
  std::uint64_t Offset = 0;  ///< Where the descriptor lies, counted from the address at which the module is loaded.
  std::uint64_t Content = 0; ///< hetrt_region::content. This and the next members tell the descriptor from other bytes.
  std::uint32_t ValuesSize = 0, ArrayCount = 0, Ordinal = 0;

  bool operator==(const RegionName &) const = default;
};

/// The name of a region; nothing if its descriptor was made at run time. Any thread may call.
std::optional<RegionName> nameOf(const hetrt_region &Region);

/// Gives a descriptor that was made at run time, and lives as long as the process, the name of the descriptor `Of` from
/// which it was made. Any thread may call.
void nameAlike(const hetrt_region &Copy, const hetrt_region &Of);

/// The region with this name in this process. Null, with a reason in `Why`, if its module is not loaded here, or has
/// other bytes where the descriptor should be. Accepts any name. Any thread may call.
const hetrt_region *regionOf(const RegionName &Name, std::string &Why);

/// Hashes of the program's file, and of the file that contains the runtime; equal in a static program.
struct ProgramName {
  std::uint64_t Program = 0, Runtime = 0;
  bool operator==(const ProgramName &) const = default;
};
ProgramName programName();

} // namespace hetrt::node

#endif
