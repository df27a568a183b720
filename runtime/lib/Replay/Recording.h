// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A recording: the decisions of a run as text, one JSON object on each line:
//
//   {"hetrt_recording":1,"program":NAME}            first
//   {"devices":[NAME...]}                           accelerators, by their numbers, once they are known
//   {"region":R,"file","function","ordinal",...}    when region number R is first met
//   {"pass":P,"of":R,...}                           when pass number P of region R has ended
//   {"hetrt_end":N}                                 last, after N passes; it is missing if the program was killed
//
// The last field of each line, "sum", is a checksum of the text of the line in front of it. docs/tracing.md describes
// all fields.
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

/// Identifies a region in every run of a program.
struct RegionName {
  std::string File, Function; ///< The source file and the function, as generated code states them; for older generated
                              ///< code, the region's place in the source and "".
  std::uint32_t Ordinal = 0;  ///< The number of the directive among those of its function.
  std::int64_t Place = -1;    ///< The place (set of processors) whose cores run the region; -1: the region uses the
                              ///< whole machine.
  std::uint32_t Instance = 1; ///< The number of the region among the regions that are equal in all other fields, in the
                              ///< order of their first passes.

  /// The name as it is shown in messages.
  std::string text() const;
  auto operator<=>(const RegionName &) const = default;
};

/// A hash of the region's text and options, and the region's place in the source. If these differ from the recorded
/// ones, the program has been changed.
struct RegionText {
  std::uint64_t Content = 0;
  std::string Location;
};

struct RecordedRegion {
  RegionName Name;
  RegionText Text;
  std::vector<std::optional<RecordedPass>> Passes; ///< The passes by number; those that did not end have no value.
};

struct Recording {
  std::string Program;
  std::optional<std::vector<std::string>> Devices; ///< The names of the accelerators; no value if the run did not look
                                                   ///< for accelerators.
  std::vector<RecordedRegion> Regions;
  bool IsWhole = false; ///< The recording has its last line, so the program was not killed.

  const RecordedRegion *find(const RegionName &Name) const;
};

/// Returns a name in the form in which a recording contains it: bytes that are not valid UTF-8 are replaced.
std::string asWritten(std::string_view Name);

// ---- The lines of a recording, each with its newline.

std::string recordingHead(std::string_view Program);
std::string lineOfDevices(const std::vector<std::string> &Names);
std::string lineOfRegion(std::size_t Number, const RegionName &Name, const RegionText &Text);
std::string lineOfPass(std::size_t Region, std::uint64_t Number, const RecordedPass &Pass);
std::string recordingEnd(std::uint64_t Passes);

/// Reads all lines. Returns what is wrong, with the line's number, or "". An incomplete last line is an error.
std::string parseRecording(std::string_view Text, Recording &Into);

} // namespace hetrt

#endif
