// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From a compiler's errors in what the translator wrote back to the loops and blocks that they are about, so that these
// alone are left out of the translation.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hetcc::driver {

/// Who compiles a form of a region.
enum class Stage { Host, Gpu };

/// The lines of a loop or block, its directive included.
struct RegionLines {
  Stage Of = Stage::Host;
  unsigned Id = 0;
  unsigned Instances = 1; ///< of the template that it stands in
  long First = 0, Last = 0;
  std::string File;
};

/// Reads what the translator writes for --regions.
std::vector<RegionLines> readRegions(std::string_view Text);

/// A region that is left out, and why.
struct Refusal {
  Stage Of = Stage::Host;
  std::string Region; ///< its number, and behind a point that of an instance
  std::string Cause;

  /// The translator's option.
  std::string option() const;
};

/// The first error in a compiler's output, as "file:line: what"; of a tool that names no place, its line.
std::string firstErrorIn(std::string_view Output);

/// The regions that errors are about, with the first error each. Errors at other lines belong to the regions that their
/// notes name.
std::vector<Refusal> refusalsIn(std::string_view Output, Stage Of, const std::vector<RegionLines> &Regions);

} // namespace hetcc::driver
