// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Converts between launch shapes and entries of the history.
#include "Region/LaunchHistory.h"

namespace hetrt {

std::vector<LaunchShape> LaunchHistory::earlier(const LaunchClass &What) const {
  std::vector<LaunchShape> Known;
  for (const HistoryKey &Each : Earlier.launchShapes(keyOf(What, {})))
    Known.push_back({Each.Threads, Each.Lanes});
  return Known;
}

void LaunchHistory::found(const LaunchClass &What, LaunchShape Shape, double SecondsPerIteration) {
  std::lock_guard Lock(Mutex);
  Found.push_back({keyOf(What, Shape), SecondsPerIteration});
}

std::vector<HistorySample> LaunchHistory::samples() const {
  std::lock_guard Lock(Mutex);
  return Found;
}

} // namespace hetrt
