// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fuzzes control messages between ranks: any bytes either are read as a message, which is written as the same bytes
// again, or are rejected with a reason.
#include "Check.h"

#include "Node/Protocol.h"

#include <algorithm>
#include <span>

using namespace hetrt::node;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *Data, std::size_t Size) {
  const std::span Bytes(reinterpret_cast<const std::byte *>(Data), Size);
  Message Read;
  if (!decode(Bytes, Read).empty())
    return 0;
  const std::vector<std::byte> Again = encode(Read);
  check(std::ranges::equal(Again, Bytes), "what was read is written again, the same");
  return 0;
}
