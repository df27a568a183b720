// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reports events of running regions to a profiling tool that uses NVTX (Trace/Nvtx.h), and writes them to the file of
// HETRT_TRACE (Trace/TraceFile.h).
//
//   hooks --> sink() --+--> NVTX: passes and shares, as ranges of the thread
//                      +--> the ring of the calling thread --> a thread that finds it full, or old --> the file
//
// If there is neither a tool nor a trace, an event costs one test of a pointer. With a trace file it costs reading the
// clock and storing 64 bytes in a ring buffer that belongs to the thread. A thread takes a lock only to empty the
// rings, that is, to write the events of all threads' rings to the file. A thread does so when its ring is full, when
// the rings were last emptied a quarter of a second ago or earlier, before an error is reported to the program, and at
// exit. So if the program crashes, only the last events are missing.
#ifndef HETRT_TRACE_EVENTS_H
#define HETRT_TRACE_EVENTS_H

#include "Trace/Event.h"

#include <atomic>
#include <cstdint>
#include <ctime>
#include <string>
#include <string_view>

namespace hetrt::events {

/// Nanoseconds of the monotonic clock that all events use; passes and devices use the same clock.
inline std::int64_t now() {
  timespec Now;
  clock_gettime(CLOCK_MONOTONIC, &Now);
  return Now.tv_sec * std::int64_t{1000000000} + Now.tv_nsec;
}

class Sink;

/// The object that gets all events; null if there is neither a trace nor a tool. sink() may be called by any thread.
inline std::atomic<Sink *> Listening{nullptr};
inline Sink *sink() { return Listening.load(std::memory_order_acquire); }

/// Makes the sink; called once, before any pass. ToTool: events are also reported to the tool that is attached by NVTX.
/// Path is the file of the trace; empty: no trace. Returns why the trace cannot be written, or "".
std::string listen(bool ToTool, const std::string &Path);

/// Writes the remaining events, and ends the trace. Called at exit.
void close();

/// Writes the events in the rings to the file; called before something that may end the program.
void flush();

/// Removes the sink. Called in a forked child: the trace belongs to the parent process, whose threads do not exist in
/// the child.
void forget();

/// Gets the events of all threads. All functions may be called by any thread.
class Sink {
public:
  virtual ~Sink() = default;

  /// Called before and after a pass of the calling thread, for tools. Passes of one thread nest.
  virtual void passBegins(const char *Location) = 0;
  virtual void passEnds() = 0;

  /// Called before and after an accelerator's share of a pass.
  virtual void shareBegins(const Event &Share) = 0;
  virtual void shareEnds(Event Share) = 0;

  virtual void happened(const Event &Of) = 0;

  /// begins(): an action of the calling thread, such as computing a range, begins at Of.Begin. ends(): the action with
  /// this `Key` ends at Now. Actions nest: if an outer action ends, the actions inside of it that have not ended are
  /// dropped. The time is an argument, since callers have read the clock already, and reading it takes about as long as
  /// the rest of the call.
  virtual void begins(const void *Key, const Event &Of) = 0;
  virtual void ends(const void *Key, std::int64_t Now) = 0;

  /// Returns a string with this content that lives as long as the process.
  virtual const char *name(std::string_view Text) = 0;
};

/// Sink::name(), or null if there is no sink.
inline const char *name(std::string_view Text) {
  Sink *To = sink();
  return To ? To->name(Text) : nullptr;
}

/// Reports an event that ends at Of.End and took Seconds.
inline void ended(Event Of, double Seconds) {
  Sink *To = sink();
  if (!To) [[likely]]
    return;
  Of.Begin = Of.End - static_cast<std::int64_t>(Seconds * 1e9);
  To->happened(Of);
}

/// Reports an event between two times in seconds.
inline void between(Event Of, double Begin, double End) {
  Sink *To = sink();
  if (!To) [[likely]]
    return;
  Of.Begin = static_cast<std::int64_t>(Begin * 1e9);
  Of.End = static_cast<std::int64_t>(End * 1e9);
  To->happened(Of);
}

/// Reports an accelerator's share of a pass, which lasts as long as this object lives.
class Share {
public:
  Share(const char *Kind, unsigned Index, const char *Where)
      : To(sink()), Own{.Is = What::Share, .Index = Index, .Kind = Kind, .Where = Where} {
    if (!To) [[likely]]
      return;
    Own.Begin = now();
    To->shareBegins(Own);
  }
  ~Share() {
    if (To) [[unlikely]]
      To->shareEnds(Own);
  }
  Share(const Share &) = delete;
  Share &operator=(const Share &) = delete;

private:
  Sink *const To;
  Event Own;
};

} // namespace hetrt::events

#endif
