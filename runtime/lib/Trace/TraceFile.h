// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The file of HETRT_TRACE: events in Chrome's trace event format, as Perfetto and chrome://tracing open it.
//
// It is an array of objects, one on a line. Both viewers accept one that is cut off, so a program that is killed leaves
// a trace that opens. docs/tracing.md says what stands in it.
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

/// For one thread at a time.
class TraceFile {
public:
  /// `Process` and `Program` say whose it is.
  TraceFile(const std::string &Path, int Process, std::string_view Program);

  /// Makes it, or empties what was there. Returns why it cannot be written, or "".
  std::string open();

  /// An event of the thread with this number.
  void add(const events::Event &Of, unsigned Thread);

  /// Bytes that wait to be written.
  std::size_t pending() const { return Text.size(); }

  /// Writes them. Returns why that failed, or "": then the file has no half of them.
  std::string write();

  /// The end of the array. Nothing comes after it.
  void end();

private:
  unsigned trackOf(const events::Event &Of, unsigned Thread);
  unsigned laneOf(const events::Event &Pass);
  unsigned trackNamed(const std::string &Name, unsigned Order);
  const std::string &quoted(const char *Text);

  const GrowingFile File;
  const int Process;
  std::string Text;
  std::vector<std::int64_t> Lanes;        ///< Where passes that run at once are shown: the end of each one's last.
  std::map<std::string, unsigned> Tracks; ///< By name.
  std::unordered_map<unsigned, unsigned> Threads;                                  ///< Tracks of threads.
  std::map<std::pair<const char *, unsigned>, std::vector<unsigned>> Accelerators; ///< Tracks of each.
  std::unordered_map<const char *, std::string> Quoted;
};

} // namespace hetrt

#endif
