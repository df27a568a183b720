// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A recording: what was decided in a run, as text. One JSON object on each line:
//
//   {"hetrt_recording":1,"program":NAME}            first
//   {"devices":[NAME...]}                           accelerators, by their numbers, once they are known
//   {"region":R,"file","function","ordinal",...}    when region number R is first met
//   {"pass":P,"of":R,...}                           when pass number P of region R has ended
//   {"hetrt_end":N}                                 last, after N passes; it is missing if the program was killed
//
// The last field of each, "sum", is a check of the line before it. docs/tracing.md says what stands in it.
#ifndef HETRT_REPLAY_RECORDING_H
#define HETRT_REPLAY_RECORDING_H

#include "Replay/RecordedPass.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hetrt {

/// Who a region is in every run of a program.
struct RegionName {
  std::string File, Function; ///< As generated code says them; of older code, the place in the source and "".
  std::uint32_t Ordinal = 0;
  std::int64_t Place = -1;    ///< Whose cores run it; -1: it has the whole machine.
  std::uint32_t Instance = 1; ///< Regions with all of this alike, in the order in which they were met.

  /// For messages.
  std::string text() const;
  auto operator<=>(const RegionName &) const = default;
};

/// What it is: other text of the program gives another one.
struct RegionText {
  std::uint64_t Content = 0;
  std::string Location;
};

struct RecordedRegion {
  RegionName Name;
  RegionText Text;
  std::vector<std::optional<RecordedPass>> Passes; ///< By number; those that never ended are missing.
};

struct Recording {
  std::string Program;
  std::optional<std::vector<std::string>> Devices; ///< Unless the run never looked for them.
  std::vector<RecordedRegion> Regions;
  bool IsWhole = false; ///< The program came to its end.

  const RecordedRegion *find(const RegionName &Name) const;
};

/// A name as a recording has it: what is no UTF-8 in it is replaced.
std::string asWritten(std::string_view Name);

// ---- Lines, each with its end.

std::string recordingHead(std::string_view Program);
std::string lineOfDevices(const std::vector<std::string> &Names);
std::string lineOfRegion(std::size_t Number, const RegionName &Name, const RegionText &Text);
std::string lineOfPass(std::size_t Region, std::uint64_t Number, const RecordedPass &Pass);
std::string recordingEnd(std::uint64_t Passes);

/// Reads all lines. Returns what is wrong, with the line's number, or "". A last line that is cut off is wrong.
std::string parseRecording(std::string_view Text, Recording &Into);

} // namespace hetrt

#endif
