// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the forms of handing out do with shares and with the pool.
#include "Schedule/HandOut.h"

#include <algorithm>

namespace hetrt {

/// How many of Count iterations fit into M's memory at once.
static uint64_t allowed(const ScheduledDevice &M, uint64_t Count) {
  return M.accelerator() ? std::min(Count, M.Model.MemoryLimitIterations) : Count;
}

Range HandOut::divide() {
  for (size_t J = 0; J < Of.Devices.size(); ++J) {
    Of.Devices[J].Home = Of.Planner.shares()[J];
    Of.hold(Of.Devices[J], Of.Devices[J].Home.size());
  }
  return Of.Planner.rest();
}

Range HandOut::take(unsigned Device) {
  ScheduledDevice &M = Of.Devices[Device];
  if (!M.Home.empty()) {
    const Range Part{M.Home.First, M.Home.First + ofShare(Device, M.Home.size())};
    M.Home.First = Part.Last;
    return Part;
  }
  if (!Of.helps(M))
    return {};
  return Of.Pool.empty() ? takeFromOthers(Device) : takeFromPool(Device);
}

Range HandOut::takeFromPool(unsigned Device) {
  const Range Part = Of.Pool.take(allowed(Of.Devices[Device], ofPool(Device)));
  Of.hold(Of.Devices[Device], Part.size());
  return Part;
}

uint64_t HandOut::ofPool(unsigned Device) {
  const uint64_t Left = Of.Pool.size();
  if (!Of.Devices[Device].works())
    return Of.fairPart(Device, Left);
  const uint64_t Count = By.pieceOfRest(Device, Left);
  return Count == 0 && !Of.othersGoOn() ? Of.fairPart(Device, Left) : Count;
}

//===-- Shares ---------------------------------------------------------------------------------------------------===//

uint64_t ByShares::ofPool(unsigned Device) { return Of.fairPart(Device, Of.Pool.size()); }

/// If the device has read its share in shares() and so has not called next(), the share counts as taken from now on.
void ByShares::reported(ScheduledDevice &M, Range Part) {
  if (!Part.empty() && Part.First >= M.Home.First && Part.Last <= M.Home.Last)
    M.Home = {};
}

//===-- Pieces ---------------------------------------------------------------------------------------------------===//

uint64_t ByPieces::ofShare(unsigned Device, uint64_t Left) {
  return Of.Devices[Device].works() ? std::clamp<uint64_t>(By.pieceOfShare(Device, Left), 1, Left) : Left;
}

/// Takes a piece from the end of a share of another device: of the share that would be finished last.
Range ByPieces::takeFromOthers(unsigned Device) {
  if (!Of.Devices[Device].works())
    return {};
  ScheduledDevice *Owner = nullptr;
  double Longest = 0;
  uint64_t Left = 0; // of all shares
  for (size_t J = 0; J < Of.Devices.size(); ++J) {
    Left += Of.Devices[J].Home.size();
    double Seconds = static_cast<double>(Of.Devices[J].Home.size()) / Of.Planner.speed(J);
    if (Seconds > Longest) {
      Longest = Seconds;
      Owner = &Of.Devices[J];
    }
  }
  if (!Owner)
    return {};
  uint64_t Count = By.pieceOfOthers(Device, static_cast<unsigned>(Owner - Of.Devices.data()), Left);
  Count = std::min(allowed(Of.Devices[Device], Count), Owner->Home.size());
  Range Part{Owner->Home.Last - Count, Owner->Home.Last};
  Owner->Home.Last = Part.First;
  Of.letGo(*Owner, Count);
  Of.hold(Of.Devices[Device], Count);
  return Part;
}

/// Ranges from other devices' shares do not tell: in a triangular loop, for example, the iterations at one end are
/// cheap, and a device that takes some of them is not faster than others.
bool ByPieces::tellsOfShare(unsigned Device, Range Part) const {
  Range Share = Of.Planner.shares()[Device];
  return Part.First >= Share.First && Part.Last <= Share.Last;
}

//===-- Queue ----------------------------------------------------------------------------------------------------===//

void ByQueue::measured(ScheduledDevice &M, uint64_t Count, double SecondsPerIteration) {
  M.Record->Growth.add(Count, SecondsPerIteration);
}

} // namespace hetrt
