// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Measures how long streams work, by CUDA events before and after the operations.

#include "Device/Cuda/QueueClock.h"

#include <chrono>

namespace hetrt::cuda {

Result QueueClock::enter(const Work &What, std::uint64_t Bytes, Stream On) {
  for (Measured &Each : Stretches)
    if (Each.On == On && !Each.End && Each.What == What) {
      Each.Bytes += Bytes;
      return Success;
    }
  if (Result Error = leave(On))
    return Error;
  if (Stretches.empty())
    if (Result Error = setZero(On))
      return Error;
  Event Begin = nullptr;
  if (Result Error = mark(On, Begin))
    return Error;
  Stretches.push_back({What, Bytes, On, Begin, nullptr});
  return Success;
}

Result QueueClock::leave(Stream On) {
  for (Measured &Each : Stretches)
    if (Each.On == On && !Each.End)
      return mark(On, Each.End);
  return Success;
}

Result QueueClock::collect(Stream On, std::vector<Stretch> &Ended) {
  for (const Measured &Each : Stretches) {
    if (Each.On != On || !Each.End)
      continue;
    Stretch Told{Each.What, Each.Bytes, 0, 0};
    if (Result Error = secondsSinceZero(Each.Begin, Told.Begin))
      return Error;
    if (Result Error = secondsSinceZero(Each.End, Told.End))
      return Error;
    Ended.push_back(Told);
    Spare.push_back(Each.Begin);
    Spare.push_back(Each.End);
  }
  std::erase_if(Stretches, [&](const Measured &Each) { return Each.On == On && Each.End; });
  return Success;
}

void QueueClock::drop() {
  for (const Measured &Each : Stretches)
    for (Event Used : {Each.Begin, Each.End})
      if (Used)
        Spare.push_back(Used);
  Stretches.clear();
}

void QueueClock::close() {
  drop();
  for (Event Unused : Spare)
    Cuda.EventDestroy(Unused);
  Spare.clear();
  if (Zero)
    Cuda.EventDestroy(Zero);
  Zero = nullptr;
}

/// Records an event in a stream, behind everything that is enqueued there.
Result QueueClock::mark(Stream On, Event &Made) {
  if (Spare.empty()) {
    Event Created = nullptr;
    if (Result Error = Cuda.EventCreate(&Created, 0))
      return Error;
    Spare.push_back(Created);
  }
  if (Result Error = Cuda.EventRecord(Spare.back(), On))
    return Error;
  Made = Spare.back();
  Spare.pop_back();
  return Success;
}

/// Sets Zero, the event from which times are measured, to the present if it is too old for precise times. No work is
/// under way, so the event happens at once. Times that were measured from different zeros can be compared only as
/// precisely as the host's and the device's clocks agree.
Result QueueClock::setZero(Stream On) {
  const double Now = std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  constexpr double Precise = 1; // seconds for which single precision is exact to a tenth of a microsecond
  if (Now - ZeroSeconds < Precise)
    return Success;
  if (!Zero)
    if (Result Error = Cuda.EventCreate(&Zero, 0))
      return Error;
  const Result Error = Cuda.EventRecord(Zero, On);
  ZeroSeconds = Error ? Never : Now;
  return Error;
}

Result QueueClock::secondsSinceZero(Event Of, double &Seconds) const {
  float Milliseconds = 0;
  const Result Error = Cuda.EventElapsedTime(&Milliseconds, Zero, Of);
  Seconds = ZeroSeconds + double(Milliseconds) * 1e-3;
  return Error;
}

} // namespace hetrt::cuda
