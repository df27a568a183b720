// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pins arrays when that pays, and compares the routes of copies.

#include "Device/Cuda/Pinning.h"

#include <bit>
#include <chrono>

namespace hetrt::cuda {

namespace {

/// The smallest copy whose time is measured, in bytes. The time of smaller copies is mostly that of starting them,
/// which is the same for both routes.
constexpr std::uint64_t WorthMeasuring = std::uint64_t(64) << 10;

/// The slower route of a class is tried again after this number of copies.
constexpr unsigned ChoicesBeforeRetry = 256;

/// A Rate is the mean over about this number of the bytes that were copied last.
constexpr double MemoryBytes = 256 << 20;

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

} // namespace

CopyClass CopyClass::of(Activity Direction, const CopyShape &Shape) {
  return {Direction, flattened(Shape).Rows == 1 ? 0 : unsigned(std::bit_width(Shape.RowBytes))};
}

void Pinning::Rate::add(double MoreSeconds, double MoreBytes) {
  const double Keep = Bytes > MemoryBytes ? MemoryBytes / Bytes : 1;
  Seconds = Seconds * Keep + MoreSeconds;
  Bytes = Bytes * Keep + MoreBytes;
}

Route Pinning::choose(Activity Direction, const CopyShape &Shape, const HostArray &Of) {
  // The driver would need a call for each row, which costs more than packing the rows into a pinned buffer.
  const bool IsRectangle = flattened(Shape).Rows > 1;
  if (!Of.Begin || Shape.bytes() < WorthMeasuring ||
      (IsRectangle && std::max(Shape.DevicePitch, Shape.HostPitch) > MaxPitch))
    return Route::Staged;
  Routes &Ways = Known[CopyClass::of(Direction, Shape)];
  const Rate &Staged = Ways.Of[unsigned(Route::Staged)], &Straight = Ways.Of[unsigned(Route::Straight)];
  if (!Staged.known() || !isPinned(Of, Staged.perByte(), Shape.bytes()))
    return Route::Staged;
  if (!Straight.known())
    return Route::Straight;
  const bool StraightIsFaster = Straight.perByte() < Staged.perByte();
  const bool Retry = ++Ways.Choices % ChoicesBeforeRetry == 0;
  return StraightIsFaster != Retry ? Route::Straight : Route::Staged;
}

void Pinning::note(const CopyClass &Which, Route Taken, std::uint64_t Bytes, double Seconds) {
  if (Bytes >= WorthMeasuring)
    Known[Which].Of[unsigned(Taken)].add(Seconds, double(Bytes));
}

/// Adds the time of a staged copy to the array's account, and pins the array once the account exceeds the cost of
/// pinning. For the first array, whose cost is not known yet, pinning is assumed to cost as much as a staged copy of
/// the array. Returns whether the array is pinned.
bool Pinning::isPinned(const HostArray &Of, double PerByte, std::uint64_t Bytes) {
  Pinned &Entry = Arrays[Of.Begin];
  if (Entry.Held == Pinned::Not) {
    Entry.Staged += PerByte * double(Bytes);
    const double Cost = (PinningCost.known() ? PinningCost.perByte() : PerByte) * double(Of.Bytes);
    if (Entry.Staged > Cost)
      pin(Of, Entry);
  }
  return Entry.Held == Pinned::Ours || Entry.Held == Pinned::Elsewhere;
}

void Pinning::pin(const HostArray &Of, Pinned &Entry) {
  const double Begin = now();
  const Result Error = Cuda.MemHostRegister(const_cast<void *>(Of.Begin), Of.Bytes, 0);
  const double Took = now() - Begin;
  PinningCost.add(Took, double(Of.Bytes));
  Seconds += Took;
  Entry.Held = Error == Success                       ? Pinned::Ours
               : Error == HostMemoryAlreadyRegistered ? Pinned::Elsewhere
                                                      : Pinned::Refused;
}

void Pinning::forget(const void *Begin) {
  auto There = Arrays.find(Begin);
  if (There == Arrays.end())
    return;
  if (There->second.Held == Pinned::Ours)
    Cuda.MemHostUnregister(const_cast<void *>(Begin));
  Arrays.erase(There);
}

void Pinning::close() {
  while (!Arrays.empty())
    forget(Arrays.begin()->first);
}

} // namespace hetrt::cuda
