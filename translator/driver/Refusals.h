// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the regions (loops and blocks with directives) in whose translated code a compiler reports errors, so that only
// these regions are left out of the translation.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hetcc::driver {

/// The compiler that reports an error: the host compiler, or the one for GPUs.
enum class Stage { Host, Gpu };

/// The lines of the translated source that belong to a region.
struct RegionLines {
  Stage Of = Stage::Host;
  unsigned Id = 0;
  unsigned Instances = 1; ///< the number of instances of the template that contains the region; or 1
  long First = 0, Last = 0;
  std::string File;
};

/// Parses the file that the translator writes for its option --regions.
std::vector<RegionLines> readRegions(std::string_view Text);

/// A region to leave out of the translation, and the reason.
struct Refusal {
  Stage Of = Stage::Host;
  std::string Region; ///< the region's number; for an instance of a template, "." and the instance's number follow
  std::string Cause;

  /// The option that tells the translator to leave the region out.
  std::string option() const;
};

/// The first error in a compiler's output, as "file:line: message". If the tool gives no location, the line with the
/// error.
std::string firstErrorIn(std::string_view Output);

/// The regions in which the errors are, each with its first error. For an error outside of all regions, the locations
/// in its notes decide.
std::vector<Refusal> refusalsIn(std::string_view Output, Stage Of, const std::vector<RegionLines> &Regions);

} // namespace hetcc::driver
