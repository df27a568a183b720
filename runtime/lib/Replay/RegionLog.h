// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The passes of one region: those that a recording has, and those that are kept.
#ifndef HETRT_REPLAY_REGIONLOG_H
#define HETRT_REPLAY_REGIONLOG_H

#include "Replay/LoggedSchedulers.h"
#include "Replay/PassLog.h"
#include "Replay/Recording.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace hetrt {

/// Lives as long as the process.
class RegionLog {
public:
  /// Gets a line for the file.
  using Writer = std::function<void(std::string Line)>;

  /// Nothing is repeated. `Write` is empty where nothing is kept.
  RegionLog(std::size_t Number, Writer Write) : Number(Number), Write(std::move(Write)) {}

  /// The region's passes are those of `Of`, which is null if the recording has none; `Missing` says how the
  /// region is not there.
  void repeat(const RecordedRegion *Of, bool IsWhole, std::string Missing);

  bool isRepeated() const { return IsRepeated; }

  // ---- Any thread.

  /// A pass begins; `AnyOrder` where nothing says whether it comes before others of the region. It repeats the next
  /// one, or, if several threads or tasks run the region, the next one with its trip count. Returns why there is none,
  /// or "".
  std::string begin(std::uint64_t TripCount, bool AnyOrder, std::unique_ptr<PassLog> &Into);

  /// The pass has ended: it is written, unless it cannot be repeated. Returns why it cannot, or "".
  std::string end(PassLog &Of) const;

  /// How many passes of the recording were repeated.
  std::size_t taken();

  // ---- Of the thread that has the region's lock.

  /// The scheduler that the region asks instead of its own.
  std::unique_ptr<Scheduler> schedule(std::unique_ptr<Scheduler> Own);

  /// The pass that the scheduler is asked about.
  void setPass(PassLog *To) { Current = To; }

private:
  std::string find(std::uint64_t TripCount, const RecordedPass *&Into);

  const std::size_t Number;
  const Writer Write;
  const RecordedRegion *Of = nullptr;
  bool IsRepeated = false, IsWhole = true;
  bool AnyOrder = false; ///< Of passes that are repeated.
  std::string Missing;
  CurrentPass Current = nullptr;

  std::mutex Mutex;          ///< Guards all below.
  std::uint64_t Begun = 0;   ///< Passes.
  std::thread::id First;     ///< Who began the first of them.
  std::vector<bool> IsTaken; ///< By number of the pass in the recording,
  std::size_t FirstLeft = 0; ///< and the first that is not.
};

} // namespace hetrt

#endif
