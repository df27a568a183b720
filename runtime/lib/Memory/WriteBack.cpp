// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What only devices hold of persistent arrays, on its way to the host, and what is said where it is lost.
#include "Memory/Directory.h"

#include <algorithm>
#include <fmt/format.h>

namespace hetrt {

Array PersistentArray::along(unsigned Dimension) const {
  Array Form;
  Form.Base = Base;
  Form.ElementSize = ElementSize;
  Form.Rank = Rank;
  Form.Extent = Extent;
  Form.Tied[Dimension] = true;
  return Form;
}

std::string PersistentArray::describe(unsigned Dimension, const IntervalSet &Indices) const {
  std::string Text;
  for (Interval I : Indices.intervals())
    Text += fmt::format("{}{} to {}", Text.empty() ? "" : ", ", I.Lower, I.Upper - 1);
  return fmt::format("{} (line {}): indices {} of dimension {}", Name, Line, Text, Dimension);
}

namespace {

Status lost(const DeviceMemory &From, const std::string &What, const std::string &Why) {
  return Status::programFault(
      HETRT_ERROR_DEVICE,
      fmt::format("{}: wanted what only this device holds under HETRT_WRITE=back, found it lost: {}{}", From.label(),
                  What, Why.empty() ? "" : ": " + Why));
}

} // namespace

/// Copies indices to the host, and waits.
Status Directory::copyHome(PersistentArray &Of, DeviceMemory &From, unsigned Dimension, const IntervalSet &Parts) {
  const Array Form = Of.along(Dimension);
  const Layout Where = wholeLayout(Form);
  const DeviceAddress Begin = Of.Copies[From.number()].Address;
  for (Interval Part : Parts.intervals())
    for (const Piece &Each : piecesOf(Form, Where, slab(Form, Part)))
      if (Status Result = From.device().copyOut(Of.Base + Each.HostOffset, Begin + Each.DeviceOffset,
                                                {Each.Rows, Each.RowBytes, Each.DevicePitch, Each.HostPitch},
                                                Queue::Out, {Of.Base, Of.Bytes});
          !Result.ok())
        return Result;
  return From.device().synchronize(Queue::Out);
}

Status Directory::bringHome(PersistentArray &Of, DeviceMemory &From, unsigned Dimension, Interval Part) {
  FullCopy &Copy = Of.Copies[From.number()];
  const IntervalSet Alone = Copy.newest(Dimension, Part);
  if (Alone.empty())
    return Status::success();
  Status Result = copyHome(Of, From, Dimension, Alone);
  if (!Result.ok() && !From.device().lost())
    Result = copyHome(Of, From, Dimension, Alone);
  if (!Result.ok())
    return lost(From, Of.describe(Dimension, Alone), Result.message());
  for (Interval Each : Alone.intervals())
    Copy.landed(Each);
  return Status::success();
}

Status Directory::bringHome(PersistentArray &Of, DeviceMemory &From) {
  unsigned Dimension = 0;
  if (Of.Copies[From.number()].newest(Dimension).empty())
    return Status::success();
  return bringHome(Of, From, Dimension, {0, Of.Extent[Dimension]});
}

Status Directory::bringHome(PersistentArray &Of) {
  Status First;
  for (DeviceMemory *From : Memories)
    if (Of.Copies[From->number()].holdsNewest()) {
      std::lock_guard Driving(From->driving());
      if (Status Result = bringHome(Of, *From); !Result.ok() && First.ok())
        First = Result;
    }
  return First;
}

Status Directory::bringHomeOverlapping(const void *Memory, std::uint64_t Bytes, const PersistentArray *Except) {
  for (const auto &Entry : entries())
    if (Entry.get() != Except && Entry->overlaps(Memory, Bytes))
      if (Status Result = bringHome(*Entry); !Result.ok())
        return Result;
  return Status::success();
}

Status Directory::bringAllHome() {
  for (const auto &Entry : entries())
    if (Status Result = bringHome(*Entry); !Result.ok())
      return Result;
  return Status::success();
}

std::string Directory::heldAlone() {
  std::string Names;
  for (const auto &Entry : entries())
    if (std::any_of(Entry->Copies.begin(), Entry->Copies.end(), [](const FullCopy &C) { return C.holdsNewest(); }))
      Names += fmt::format("{}{} (line {})", Names.empty() ? "" : ", ", Entry->Name, Entry->Line);
  return Names;
}

Status Directory::deviceLost(DeviceMemory &Gone) {
  std::string What;
  for (const auto &Entry : entries()) {
    unsigned Dimension = 0;
    const IntervalSet Alone = Entry->Copies[Gone.number()].newest(Dimension);
    Entry->Copies[Gone.number()].forget();
    if (!Alone.empty())
      What += (What.empty() ? "" : "; ") + Entry->describe(Dimension, Alone);
  }
  return What.empty() ? Status::success() : lost(Gone, What, {});
}

} // namespace hetrt
