// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes the elements of persistent arrays of which only devices have the present values back to the host, and reports
// elements that are lost.
#include "Memory/Directory.h"

#include <algorithm>
#include <fmt/format.h>

namespace hetrt {

std::string PersistentArray::describe(const BoxSet &Elements) const {
  std::string Text;
  for (const Box &Part : Elements.boxes()) {
    Text += (Text.empty() ? "" : ", ") + Name;
    for (unsigned D = 0; D < Rank; ++D)
      Text += fmt::format("[{}:{}]", Part[D].Lower, Part[D].size());
  }
  return fmt::format("{} (line {})", Text, Line);
}

namespace {

Status lost(const DeviceMemory &From, const std::string &What, const std::string &Why) {
  return Status::programFault(
      HETRT_ERROR_DEVICE,
      fmt::format("{}: wanted what only this device holds under HETRT_WRITE=back, found it lost: {}{}", From.label(),
                  What, Why.empty() ? "" : ": " + Why));
}

} // namespace

Status Directory::enqueueWriteBack(const PersistentArray &Of, DeviceMemory &From, const BoxSet &Parts) {
  const Array Form = Of.form();
  const Layout Where = wholeLayout(Form);
  const DeviceAddress Begin = Of.Copies[From.number()].Address;
  for (const Box &Part : Parts.boxes())
    for (const CopyRectangle &Each : rectanglesOf(Form, Where, Part))
      if (Status Result = From.device().copyOut(Of.Base + Each.HostOffset, Begin + Each.DeviceOffset,
                                                {Each.Rows, Each.RowBytes, Each.DevicePitch, Each.HostPitch},
                                                Queue::Out, {Of.Base, Of.Bytes});
          !Result.ok())
        return Result;
  return Status::success();
}

/// Copies elements from a device's copy to the host, and waits until they have arrived.
Status Directory::copyToHost(const PersistentArray &Of, DeviceMemory &From, const BoxSet &Parts) {
  const Status Result = enqueueWriteBack(Of, From, Parts);
  return Result.ok() ? From.device().synchronize(Queue::Out) : Result;
}

Status Directory::writeBack(PersistentArray &Of, DeviceMemory &From, const Box &Part) {
  FullCopy &Copy = Of.Copies[From.number()];
  const BoxSet Alone = Copy.newest(Part);
  if (Alone.empty())
    return Status::success();
  Status Result = copyToHost(Of, From, Alone);
  if (!Result.ok() && !From.device().lost())
    Result = copyToHost(Of, From, Alone);
  if (!Result.ok())
    return lost(From, Of.describe(Alone), Result.message());
  for (const Box &Each : Alone.boxes())
    Copy.writtenBack(Each);
  return Status::success();
}

Status Directory::writeBack(PersistentArray &Of, const BoxSet &Part) {
  Status First;
  for (DeviceMemory *From : Memories)
    if (Of.Copies[From->number()].holdsNewest()) {
      std::lock_guard Driving(From->driving());
      for (const Box &Each : Part.boxes())
        if (Status Result = writeBack(Of, *From, Each); !Result.ok() && First.ok())
          First = Result;
    }
  return First;
}

Status Directory::writeBackOverlapping(const void *Memory, std::uint64_t Bytes, const PersistentArray *Except) {
  for (const auto &Entry : entries())
    if (Entry.get() != Except && Entry->overlaps(Memory, Bytes))
      if (Status Result = writeBack(*Entry, Entry->elementsIn(Memory, Bytes)); !Result.ok())
        return Result;
  return Status::success();
}

Status Directory::writeBackAll() {
  for (const auto &Entry : entries())
    if (Status Result = writeBack(*Entry); !Result.ok())
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
    const BoxSet Alone = Entry->Copies[Gone.number()].newest();
    Entry->Copies[Gone.number()].forget();
    if (!Alone.empty())
      What += (What.empty() ? "" : "; ") + Entry->describe(Alone);
  }
  return What.empty() ? Status::success() : lost(Gone, What, {});
}

} // namespace hetrt
