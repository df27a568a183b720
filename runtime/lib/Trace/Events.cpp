// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sink of events: the ring buffers of threads, whose events are written to the trace's file.
#include "Trace/Events.h"

#include "Trace/Nvtx.h"
#include "Trace/OfThread.h"
#include "Trace/TraceFile.h"

#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <unistd.h>
#include <vector>

namespace hetrt::events {
namespace {

/// A ring buffer with the events of one thread. This thread puts events in; the thread that holds the sink's lock takes
/// them out.
class Ring {
public:
  explicit Ring(unsigned Thread) : Thread(Thread) {}

  /// Called by the ring's thread. Returns false, without storing the event, if the ring is full.
  bool put(const Event &Of) {
    const std::uint64_t At = In.load(std::memory_order_relaxed);
    if (At - Out.load(std::memory_order_acquire) == Events.size())
      return false;
    Events[At % Events.size()] = Of;
    In.store(At + 1, std::memory_order_release);
    return true;
  }

  /// Moves the events of the ring to the trace file. Called with the sink's lock held.
  void take(TraceFile &To) {
    const std::uint64_t End = In.load(std::memory_order_acquire);
    std::uint64_t At = Out.load(std::memory_order_relaxed);
    for (; At < End; ++At)
      To.add(Events[At % Events.size()], Thread);
    Out.store(At, std::memory_order_release);
  }

  /// The actions of the thread that have begun and not ended, the outermost first.
  std::vector<std::pair<const void *, Event>> Open;

  const unsigned Thread;
  bool Used = true; ///< A living thread uses the ring. Guarded by the sink's lock.

private:
  std::array<Event, 1024> Events;
  alignas(64) std::atomic<std::uint64_t> In{0};
  alignas(64) std::atomic<std::uint64_t> Out{0};
};

class TheSink final : public Sink {
public:
  explicit TheSink(bool ToTool) : ToTool(ToTool) {}

  void passBegins(const char *Location) override {
    if (ToTool)
      nvtx::push(std::string("hetrt ") + Location);
  }
  void passEnds() override {
    if (ToTool)
      nvtx::pop();
  }

  void shareBegins(const Event &Share) override {
    if (ToTool)
      nvtx::push(std::string(Share.Kind) + ":" + std::to_string(Share.Index) + " " + Share.Where);
  }
  void shareEnds(Event Share) override {
    if (ToTool)
      nvtx::pop();
    Share.End = now();
    happened(Share);
  }

  void happened(const Event &Of) override;
  void begins(const void *Key, const Event &Of) override;
  void ends(const void *Key, std::int64_t Now) override;
  const char *name(std::string_view Text) override;

  std::string open(const std::string &Path);
  void flush();
  void close();
  void gone(Ring &Of);
  void leave() { HasFile.store(false); } // does not lock, since another thread may have held the lock during fork()

private:
  Ring &own();
  void empty();

  const bool ToTool;
  std::mutex Mutex; ///< Guards all fields below down to Rings, and Ring::take().
  std::optional<TraceFile> File;
  std::vector<std::unique_ptr<Ring>> Rings;
  std::atomic<bool> HasFile{false};
  std::atomic<std::int64_t> Emptied{0}; ///< When the rings were last emptied.

  std::mutex NamesMutex;
  std::set<std::string, std::less<>> Names;
};

/// The sink, also after close() and forget(). Never destroyed, since other threads may be in one of its functions at
/// any time.
TheSink *Made = nullptr;

/// The ring of the current thread. When the thread ends, its ring becomes free for another thread.
struct OwnRing {
  Ring *Of = nullptr;
  ~OwnRing() {
    if (Of)
      Made->gone(*Of);
  }
};

Ring &TheSink::own() {
  OwnRing &Mine = OfThread<OwnRing>::get();
  if (Mine.Of) [[likely]]
    return *Mine.Of;
  std::lock_guard Lock(Mutex);
  for (const auto &Each : Rings)
    if (!Each->Used) {
      Each->Used = true;
      return *(Mine.Of = Each.get());
    }
  Rings.push_back(std::make_unique<Ring>(static_cast<unsigned>(Rings.size())));
  return *(Mine.Of = Rings.back().get());
}

void TheSink::gone(Ring &Of) {
  std::lock_guard Lock(Mutex);
  Of.Open.clear();
  Of.Used = false;
}

void TheSink::happened(const Event &Of) {
  constexpr std::int64_t Old = 250'000'000;
  if (!HasFile.load(std::memory_order_relaxed))
    return;
  Ring &To = own();
  while (!To.put(Of))
    flush();
  if (Of.End - Emptied.load(std::memory_order_relaxed) > Old)
    flush();
}

void TheSink::begins(const void *Key, const Event &Of) {
  if (!HasFile.load(std::memory_order_relaxed))
    return;
  own().Open.emplace_back(Key, Of);
}

void TheSink::ends(const void *Key, std::int64_t Now) {
  if (!HasFile.load(std::memory_order_relaxed))
    return;
  auto &Open = own().Open;
  for (std::size_t I = Open.size(); I-- > 0;)
    if (Open[I].first == Key) {
      Event Ended = Open[I].second;
      Open.resize(I);
      Ended.End = Now;
      return happened(Ended);
    }
}

const char *TheSink::name(std::string_view Text) {
  std::lock_guard Lock(NamesMutex);
  const auto At = Names.find(Text);
  return (At == Names.end() ? *Names.emplace(Text).first : *At).c_str();
}

std::string nameOfProgram() {
  std::error_code Error;
  return std::filesystem::read_symlink("/proc/self/exe", Error).filename();
}

std::string TheSink::open(const std::string &Path) {
  File.emplace(Path, getpid(), nameOfProgram());
  std::string Problem = File->open();
  HasFile.store(Problem.empty());
  Emptied.store(now());
  return Problem;
}

/// Writes the events of all rings to the file; called with the lock held. If writing fails, the trace ends, and the
/// program goes on.
void TheSink::empty() {
  constexpr std::size_t Enough = 1 << 16;
  std::string Problem;
  for (const auto &Each : Rings) {
    Each->take(*File);
    if (File->pending() > Enough && Problem.empty())
      Problem = File->write();
  }
  if (Problem.empty())
    Problem = File->write();
  Emptied.store(now(), std::memory_order_relaxed);
  if (Problem.empty())
    return;
  if (HasFile.exchange(false))
    std::fprintf(stderr, "hetrt: warning: setting HETRT_TRACE: the trace ends early: %s\n", Problem.c_str());
}

void TheSink::flush() {
  std::lock_guard Lock(Mutex);
  if (HasFile.load(std::memory_order_relaxed))
    empty();
  else if (File) // rings of living threads, which may still report events
    for (const auto &Each : Rings)
      Each->take(*File);
}

void TheSink::close() {
  std::lock_guard Lock(Mutex);
  if (!HasFile.load(std::memory_order_relaxed))
    return;
  for (const auto &Each : Rings)
    Each->take(*File);
  File->end();
  empty();
  HasFile.store(false);
}

} // namespace

std::string listen(bool ToTool, const std::string &Path) {
  if (!ToTool && Path.empty())
    return {};
  Made = new TheSink(ToTool);
  std::string Problem = Path.empty() ? "" : Made->open(Path);
  if (ToTool || Problem.empty())
    Listening.store(Made, std::memory_order_release);
  return Problem;
}

void flush() {
  if (sink())
    Made->flush();
}

void close() {
  if (!sink())
    return;
  Listening.store(nullptr, std::memory_order_release);
  Made->close();
}

void forget() {
  if (!Listening.exchange(nullptr))
    return;
  Made->leave();
  OfThread<OwnRing>::get().Of = nullptr;
}

} // namespace hetrt::events
