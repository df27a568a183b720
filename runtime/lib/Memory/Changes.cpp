// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Brings copies back block by block, and compares.
#include "Memory/Changes.h"

#include <algorithm>

namespace hetrt {

/// Of a copy on its way back: both blocks stay in a core's cache while they are compared.
static constexpr std::uint64_t BlockBytes = 256 << 10;
static_assert(BlockBytes % Difference::WordBytes == 0);

Changes::Changes(const ResolvedCall &Call) {
  for (unsigned Index = 0; Index < Call.Arrays.size(); ++Index) {
    const Array &What = Call.Arrays[Index];
    if (!What.Difference || What.InPlace)
      continue;
    const Box Used = What.Uses.held({0, Call.Space.TripCount});
    std::uint64_t First = 0, Last = What.ElementSize;
    bool Empty = false;
    for (unsigned D = 0; D < MaxRank; ++D) {
      Empty |= Used[D].empty();
      First += std::uint64_t(Used[D].Lower) * What.strideBytes(D);
      Last += std::uint64_t(Used[D].Upper - 1) * What.strideBytes(D);
    }
    if (!Empty)
      All.push_back({.Index = Index, .Base = What.Base + First, .Begin = First, .Bytes = Last - First, .Of = {}});
  }
}

Status Changes::fill(unsigned Index, DeviceMemory &Home, DeviceAddress Copy) {
  const auto There = std::find_if(All.begin(), All.end(), [&](const Each &What) { return What.Index == Index; });
  if (There == All.end() || There->Of)
    return Status::success();
  There->Copy = Copy + There->Begin;
  There->Of.emplace(std::span<const std::byte>(There->Base, There->Bytes));
  return Home.device().copyIn(There->Copy, There->Of->bytes().data(), There->Bytes, Queue::In);
}

Status Changes::compare(Each &What, DeviceMemory &Home) {
  const auto Length = [&](std::uint64_t At) { return std::min(BlockBytes, What.Bytes - At); };
  const auto BlockAt = [&](std::uint64_t At) { return Blocks.get() + At / BlockBytes % 2 * BlockBytes; };
  const auto Fetch = [&](std::uint64_t At) {
    return Home.device().copyOut(BlockAt(At), What.Copy + At, Length(At), Queue::Out);
  };
  Status Result = Fetch(0);
  for (std::uint64_t At = 0; Result.ok() && At < What.Bytes; At += BlockBytes) {
    if (Result = Home.device().synchronize(Queue::Out); !Result.ok())
      break;
    if (At + BlockBytes < What.Bytes)
      Result = Fetch(At + BlockBytes);
    What.Of->compare(At, {BlockAt(At), Length(At)});
  }
  return Result;
}

Status Changes::compare(DeviceMemory &Home) {
  if (any() && !Blocks)
    Blocks.reset(new std::byte[2 * BlockBytes]);
  for (Each &What : All)
    if (What.Of)
      if (Status Result = compare(What, Home); !Result.ok())
        return Result;
  return Status::success();
}

void Changes::keep() {
  for (Each &What : All)
    if (What.Of)
      What.Of->keep();
}

void Changes::drop() {
  for (Each &What : All)
    if (What.Of)
      What.Of->drop();
}

void Changes::store() const {
  for (const Each &What : All)
    if (What.Of)
      What.Of->store(What.Base);
}

} // namespace hetrt
