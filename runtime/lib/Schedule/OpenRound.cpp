// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps account of the iterations of a round.
#include "Schedule/OpenRound.h"

#include <algorithm>
#include <cmath>

namespace hetrt {

void OpenRound::begin() {
  Number = Unfinished = HeldByAccelerators = 0;
  Whole = {};
  Pool.clear();
}

void OpenRound::hold(ScheduledDevice &M, uint64_t Count) {
  M.Held += Count;
  if (M.accelerator())
    HeldByAccelerators += Count;
}

void OpenRound::letGo(ScheduledDevice &M, uint64_t Count) {
  M.Held -= Count;
  if (M.accelerator())
    HeldByAccelerators -= Count;
}

void OpenRound::leaveHome(ScheduledDevice &M) {
  letGo(M, M.Home.size());
  Pool.add(M.Home);
  M.Home = {};
}

bool OpenRound::othersGoOn() const {
  return Unfinished > Pool.size() ||
         std::ranges::any_of(Devices, [](const ScheduledDevice &M) { return M.works() && M.WillAsk; });
}

/// The device's part of the iterations `Left`, in proportion to its speed among the devices that may take some, so that
/// all end at about the same time. The part has a lower bound, so that a slow device does not take very many pieces. If
/// only accelerators that have failed in this pass are left, a device takes all iterations, since the other
/// accelerators may never call next() again.
uint64_t OpenRound::fairPart(unsigned Device, uint64_t Left) const {
  constexpr double MostPieces = 64;
  double Speeds = 0, Helpers = 0;
  for (size_t J = 0; J < Devices.size(); ++J)
    if (helps(Devices[J]) && (J == Device || Active != Tier::Failing)) {
      Speeds += Planner.speed(J);
      ++Helpers;
    }
  auto All = static_cast<double>(Left);
  const double Known = Planner.speed(Device) / Speeds, Share = std::isfinite(Known) ? Known : 1 / Helpers;
  const double Part = std::ceil(All * std::max(Share, 1 / (MostPieces * Helpers)));
  return Part < All ? static_cast<uint64_t>(Part) : Left;
}

} // namespace hetrt
