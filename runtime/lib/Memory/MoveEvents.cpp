// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reports copies of an array's rectangles as events.
#include "Memory/MoveEvents.h"

#include "Device/Device.h"

namespace hetrt {

void reportMoves(events::What Is, const Device &On, const Array &What, const std::vector<CopyRectangle> &Parts) {
  events::Sink *To = Parts.empty() ? nullptr : events::sink();
  if (!To) [[likely]]
    return;
  events::Event Of{.Is = Is,
                   .Index = On.capabilities().Index,
                   .Kind = On.capabilities().Kind.c_str(),
                   .Label = To->name(What.Info->name),
                   .Last = Parts.size()};
  for (const CopyRectangle &Part : Parts)
    Of.First += Part.bytes();
  Of.Begin = Of.End = events::now();
  To->happened(Of);
}

} // namespace hetrt
