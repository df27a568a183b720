// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies the gathered elements of an array (as x in `x[col[k]]`) to a device one after the other, and the indices
// (col) as positions among these elements.
#include "Memory/GatheredArrays.h"

#include <fmt/format.h>

namespace hetrt {

static Status copyAll(Device &To, DeviceAddress Address, const std::vector<std::byte> &Bytes) {
  return Bytes.empty() ? Status::success() : To.copyIn(Address, Bytes.data(), Bytes.size(), Queue::In);
}

void GatheredIndices::prepare(unsigned Slot) {
  NamedIndices[Slot] = indicesNamed(On.Arrays.Call, Index, Storage[Slot].Of);
}

Layout GatheredIndices::layOut(unsigned Slot) {
  return shareLayout(What, Storage[Slot].Of, device().capabilities().SimdBytes);
}

Status GatheredIndices::moveIn(unsigned Slot) {
  Taken[Slot] = positionsOf(What, Storage[Slot].Of, NamedIndices[Slot]);
  return copyAll(device(), Storage[Slot].Address, Taken[Slot]);
}

std::optional<std::uint64_t> GatheredIndices::firstChanged(unsigned Slot) const {
  const std::vector<std::byte> &Was = Taken[Slot];
  const std::uint64_t First = hetrt::firstChanged(What, Storage[Slot].Of, NamedIndices[Slot], Was);
  if (First >= Was.size() / What.ElementSize)
    return std::nullopt;
  return std::uint64_t(What.Uses.held(Storage[Slot].Of)[0].Lower) * What.perIndex() + First;
}

Layout GatheredElements::layOut(unsigned Slot) {
  Packed[Slot] = packedForm(What, By.named(Slot));
  return wholeLayout(Packed[Slot]);
}

Status GatheredElements::moveIn(unsigned Slot) {
  Taken[Slot] = pack(What, By.named(Slot));
  return copyAll(device(), Storage[Slot].Address, Taken[Slot]);
}

hetrt_bounds GatheredElements::bounds(unsigned Window, unsigned Slot) const {
  return boundsOf(Packed[Slot], Window, Storage[Slot].Of);
}

Status GatheredElements::checkUnchanged(unsigned Slot, bool Indices) const {
  const std::optional<std::uint64_t> Changed = Indices ? By.firstChanged(Slot) : std::nullopt;
  return Changed ? changedMeanwhile(What, *By.array().Indirect.Integers.Info, fmt::format("element {}", *Changed))
                 : Status::success();
}

} // namespace hetrt
