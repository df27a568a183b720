// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Notes in the directory of persistent arrays which device wrote which elements in a pass.
#include "Pass/PassRecord.h"

#include "Team/Accelerator.h"

namespace hetrt {

void noteWrites(const PassArrays &Arrays, Iterations Of, const PassRecord &Did, std::span<const DeviceSlot> Devices) {
  for (const PassArray &What : Arrays.Call.Arrays) {
    PersistentArray *const Entry = What.Entry.get();
    if (!Entry || !What.Uses.writes())
      continue;
    std::vector<BoxSet> Wrote(Entry->Copies.size());
    for (std::size_t Position = 0; Position < Did.Slots.size(); ++Position)
      for (const WrittenElements &Each : Did.Slots[Position].Written)
        if (Each.Of == Entry)
          Wrote[Devices[Position].Known->Accel->number()] = Each.Elements;
    Entry->wroteElsewhere(What.Uses.writtenHull(Of), Wrote, What.Uses.leavesGaps());
    Entry->Early.confirm(Wrote, [&](std::size_t Device) { return Entry->Copies[Device].changes(); });
  }
}

} // namespace hetrt
