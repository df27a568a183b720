// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Driver functions for streams and events.

#include "Driver/EntryPoints.h"

#include <algorithm>

using namespace emulator;

namespace {

EventTag &eventOf(Event Of) {
  static_cast<void>(current());
  std::lock_guard Guard(world().Lock);
  for (const auto &[Key, Each] : world().Contexts)
    if (Each->Events.count(Of))
      return *Of;
  throw Refusal{InvalidHandle};
}

/// The completion of the work after which the event was last recorded. The returned object does not change if the event
/// is recorded again later.
Finished recordedOf(const EventTag &Of) {
  std::lock_guard Guard(world().Lock);
  return Of.Recorded;
}

} // namespace

ENTRY(cuStreamCreate, Stream *Created, unsigned Flags) {
  return guarded([&]() -> Result {
    ContextTag &Now = current();
    wantPointer(Created);
    if (Flags > StreamNonBlocking)
      return InvalidValue;
    auto Made = std::make_unique<StreamTag>(Now, Flags != StreamNonBlocking);
    *Created = Made.get();
    std::lock_guard Guard(world().Lock);
    Now.Streams.insert(std::move(Made));
    return Success;
  });
}

/// NVIDIA's driver returns at once and lets the stream finish its work; here the call waits until the work is done.
ENTRY(cuStreamDestroy_v2, Stream Destroyed) {
  return guarded([&]() -> Result {
    wantReady();
    std::unique_ptr<StreamTag> Dying;
    {
      std::lock_guard Guard(world().Lock);
      for (const auto &[Key, Each] : world().Contexts) {
        auto Found = std::find_if(Each->Streams.begin(), Each->Streams.end(),
                                  [&](const auto &S) { return S.get() == Destroyed; });
        if (Found != Each->Streams.end())
          Dying = std::move(Each->Streams.extract(Found).value());
      }
    }
    return Dying ? Success : Result(InvalidHandle);
  });
}

ENTRY(cuStreamSynchronize, Stream On) {
  return guarded([&] { return waitFor(streamOf(On)); });
}

ENTRY(cuStreamQuery, Stream On) {
  return guarded([&]() -> Result {
    StreamTag &Of = streamOf(On);
    const Finished Last = Of.Queue.last();
    if (Last && !Last->isDone())
      return NotReady;
    return Of.In->Error;
  });
}

ENTRY(cuStreamWaitEvent, Stream On, Event For, unsigned Flags) {
  return guarded([&]() -> Result {
    StreamTag &Of = streamOf(On);
    const Finished Recorded = recordedOf(eventOf(For));
    if (Flags)
      return InvalidValue;
    if (Recorded)
      enqueue(Of, [Recorded] { Recorded->wait(); });
    return Success;
  });
}

ENTRY(cuEventCreate, Event *Created, unsigned Flags) {
  return guarded([&]() -> Result {
    ContextTag &Now = current();
    wantPointer(Created);
    auto Made = std::make_unique<EventTag>();
    Made->In = &Now;
    Made->HasTime = !(Flags & EventDisableTiming);
    *Created = Made.get();
    std::lock_guard Guard(world().Lock);
    Now.Events.emplace(*Created, std::move(Made));
    return Success;
  });
}

ENTRY(cuEventDestroy_v2, Event Destroyed) {
  return guarded([&]() -> Result {
    wantReady();
    std::lock_guard Guard(world().Lock);
    for (const auto &[Key, Each] : world().Contexts)
      if (Each->Events.erase(Destroyed))
        return Success;
    return InvalidHandle;
  });
}

ENTRY(cuEventRecord, Event Recorded, Stream On) {
  return guarded([&]() -> Result {
    EventTag &Of = eventOf(Recorded);
    StreamTag &Queue = streamOf(On);
    if (Of.In->Device != Queue.In->Device)
      return InvalidHandle;
    const Finished Done = enqueue(Queue, [] {});
    std::lock_guard Guard(world().Lock);
    Of.Recorded = Done;
    return Success;
  });
}

ENTRY(cuEventSynchronize, Event For) {
  return guarded([&]() -> Result {
    const EventTag &Of = eventOf(For);
    if (const Finished Recorded = recordedOf(Of))
      Recorded->wait();
    return Of.In->Error;
  });
}

ENTRY(cuEventQuery, Event For) {
  return guarded([&]() -> Result {
    const EventTag &Of = eventOf(For);
    const Finished Recorded = recordedOf(Of);
    return Recorded && !Recorded->isDone() ? Result(NotReady) : Of.In->Error.load();
  });
}

ENTRY(cuEventElapsedTime, float *Milliseconds, Event From, Event To) {
  return guarded([&]() -> Result {
    wantPointer(Milliseconds);
    const EventTag &First = eventOf(From), &Second = eventOf(To);
    const Finished Begin = recordedOf(First), End = recordedOf(Second);
    if (!First.HasTime || !Second.HasTime || !Begin || !End)
      return InvalidHandle;
    if (!Begin->isDone() || !End->isDone())
      return NotReady;
    *Milliseconds = std::chrono::duration<float, std::milli>(End->when() - Begin->when()).count();
    return Success;
  });
}
