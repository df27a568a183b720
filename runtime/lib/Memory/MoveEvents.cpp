// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reports copies of an array's pieces as events.
#include "Memory/MoveEvents.h"

#include "Device/Device.h"

namespace hetrt {

void reportMoves(events::What Is, const Device &On, const Array &What, const std::vector<Piece> &Pieces) {
  events::Sink *To = Pieces.empty() ? nullptr : events::sink();
  if (!To) [[likely]]
    return;
  events::Event Of{.Is = Is,
                   .Index = On.capabilities().Index,
                   .Kind = On.capabilities().Kind.c_str(),
                   .Label = To->name(What.Info->name),
                   .Last = Pieces.size()};
  for (const Piece &Part : Pieces)
    Of.First += Part.bytes();
  Of.Begin = Of.End = events::now();
  To->happened(Of);
}

} // namespace hetrt
