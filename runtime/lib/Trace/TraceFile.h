// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The file of HETRT_TRACE: events in Chrome's trace event format, as Perfetto and chrome://tracing open it.
//
// The file is an array of objects, one on each line. Both viewers accept an array without an end, so a program that is
// killed leaves a usable trace. docs/tracing.md describes the contents.
#ifndef HETRT_TRACE_TRACEFILE_H
#define HETRT_TRACE_TRACEFILE_H

#include "Files/GrowingFile.h"
#include "Trace/Event.h"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace hetrt {

/// Used by one thread at a time.
class TraceFile {
public:
  /// `Process` and `Program` are written into the trace.
  TraceFile(const std::string &Path, int Process, std::string_view Program);

  /// Creates the file, or empties it. Returns why it cannot be written, or "".
  std::string open();

  /// Adds an event of the thread with this number to the text that write() will write.
  void add(const events::Event &Of, unsigned Thread);

  /// The number of bytes that write() has still to write.
  std::size_t pending() const { return Text.size(); }

  /// Writes the pending text to the file. Returns why that failed, or "". If it fails, no part of the text is written.
  std::string write();

  /// Adds the end of the array to the text. No event may be added afterwards.
  void end();

private:
  unsigned trackOf(const events::Event &Of, unsigned Thread);
  unsigned laneOf(const events::Event &Pass);
  unsigned trackNamed(const std::string &Name, unsigned Order);
  const std::string &quoted(const char *Text);

  const GrowingFile File;
  const int Process;
  std::string Text;
  std::vector<std::int64_t> Lanes;        ///< For each track (a row in the viewer) of passes: the end of its last pass.
                                          ///< Passes that overlap have different tracks.
  std::map<std::string, unsigned> Tracks; ///< Numbers of tracks by name.
  std::unordered_map<unsigned, unsigned> Threads;                                  ///< The track of each thread.
  std::map<std::pair<const char *, unsigned>, std::vector<unsigned>> Accelerators; ///< The tracks of each accelerator.
  std::unordered_map<const char *, std::string> Quoted;
};

} // namespace hetrt

#endif
