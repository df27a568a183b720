// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What happens while regions run, told once to everybody who listens: a tool by NVTX (Trace/Nvtx.h), and the file of
// HETRT_TRACE (Trace/TraceFile.h).
//
//   hooks --> sink() --+--> NVTX: passes and shares, as ranges of the thread
//                      +--> the ring of the calling thread --> a thread that finds it full, or old --> the file
//
// Without a listener a hook is one test of a pointer. With a file it is the time and 64 bytes of a ring that belongs to
// the thread; no thread takes a lock but the one that empties rings: into the file, all of them, when one is full, a
// quarter of a second after the last time, before the program is told of an error, and at exit. So what a crash loses
// is short.
#ifndef HETRT_TRACE_EVENTS_H
#define HETRT_TRACE_EVENTS_H

#include "Trace/Event.h"

#include <atomic>
#include <cstdint>
#include <ctime>
#include <string>
#include <string_view>

namespace hetrt::events {

/// Nanoseconds of the clock of all events, which never goes back: that of passes and of devices.
inline std::int64_t now() {
  timespec Now;
  clock_gettime(CLOCK_MONOTONIC, &Now);
  return Now.tv_sec * std::int64_t{1000000000} + Now.tv_nsec;
}

class Sink;

/// Who listens, or null. Any thread.
inline std::atomic<Sink *> Listening{nullptr};
inline Sink *sink() { return Listening.load(std::memory_order_acquire); }

/// Begins to listen; once, before any pass. With `ToTool` a tool is attached by NVTX. Path is the trace's file; empty:
/// none. Returns why the trace cannot be written, or "".
std::string listen(bool ToTool, const std::string &Path);

/// Ends the trace: at exit.
void close();

/// What is in the rings goes to the file, before something may end the program.
void flush();

/// In a forked child: the trace is the parent's, and its threads are not here.
void forget();

/// Any thread, unless it is said otherwise.
class Sink {
public:
  virtual ~Sink() = default;

  /// Around passes, for tools. Of the calling thread, whose ranges nest.
  virtual void passBegins(const char *Location) = 0;
  virtual void passEnds() = 0;

  /// Around the share of an accelerator.
  virtual void shareBegins(const Event &Share) = 0;
  virtual void shareEnds(Event Share) = 0;

  virtual void happened(const Event &Of) = 0;

  /// Something that the calling thread does begins at Of.Begin, and ends; it nests. `Key` tells one from another: what
  /// has not ended when something around it ends, never will. A caller that has read the clock says so: a reading takes
  /// about as long as all the rest.
  virtual void begins(const void *Key, const Event &Of) = 0;
  virtual void ends(const void *Key, std::int64_t Now) = 0;

  /// A text with this content that lives as long as the process.
  virtual const char *name(std::string_view Text) = 0;
};

/// A text for events; null where no trace or tool wants them.
inline const char *name(std::string_view Text) {
  Sink *To = sink();
  return To ? To->name(Text) : nullptr;
}

/// Tells of what took so long until its end.
inline void ended(Event Of, double Seconds) {
  Sink *To = sink();
  if (!To) [[likely]]
    return;
  Of.Begin = Of.End - static_cast<std::int64_t>(Seconds * 1e9);
  To->happened(Of);
}

/// Tells of what went on between two times in seconds.
inline void between(Event Of, double Begin, double End) {
  Sink *To = sink();
  if (!To) [[likely]]
    return;
  Of.Begin = static_cast<std::int64_t>(Begin * 1e9);
  Of.End = static_cast<std::int64_t>(End * 1e9);
  To->happened(Of);
}

/// The share of an accelerator in a pass, as long as this lives.
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
