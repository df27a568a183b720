// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The passes of one region: those of a recording that are to be repeated, and those of this run that are recorded.
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

/// A region's part of the DecisionLog. Lives as long as the process.
class RegionLog {
public:
  /// A function that writes a line to the recording.
  using Writer = std::function<void(std::string Line)>;

  /// Makes the log of region number `Number`; repeat() sets the passes to be repeated. `Write` is empty if nothing is
  /// recorded.
  RegionLog(std::size_t Number, Writer Write) : Number(Number), Write(std::move(Write)) {}

  /// Sets the recorded passes that are to be repeated: those of `Of`. If `Of` is null, the recording does not have the
  /// region, and begin() returns the message `Missing`.
  void repeat(const RecordedRegion *Of, bool IsWhole, std::string Missing);

  // ---- May be called by any thread.

  /// Called when a pass begins; makes its PassLog. AnyOrder: the region's passes may have another order in another run.
  /// The pass repeats the next recorded pass or, if several threads or tasks run the region, the next recorded pass
  /// with the same trip count. Returns "", or a message if there is no such pass.
  std::string begin(std::uint64_t TripCount, bool AnyOrder, std::unique_ptr<PassLog> &Into);

  /// Called when a pass has ended: writes it to the recording, unless PassLog::why() says that it could not be
  /// repeated. Returns that reason, or "".
  std::string end(PassLog &Of) const;

  /// The number of passes of the recording that were repeated.
  std::size_t taken();

  // ---- Called by the thread that holds the region's lock.

  /// Returns the scheduler for the region: one that records the calls of `Own`, the region's own scheduler, or one that
  /// replaces `Own` to repeat passes.
  std::unique_ptr<Scheduler> schedule(std::unique_ptr<Scheduler> Own);

  /// Sets the log of the pass that the scheduler handles now; null: none.
  void setPass(PassLog *To) { Current = To; }

private:
  std::string find(std::uint64_t TripCount, const RecordedPass *&Into);

  const std::size_t Number;
  const Writer Write;
  const RecordedRegion *Of = nullptr;
  bool IsRepeated = false, IsWhole = true;
  bool AnyOrder = false; ///< Passes may be repeated in another order than recorded.
  std::string Missing;
  CurrentPass Current = nullptr;

  std::mutex Mutex;          ///< Guards all fields below.
  std::uint64_t Begun = 0;   ///< The number of passes begun.
  std::thread::id First;     ///< The thread that began the first pass.
  std::vector<bool> IsTaken; ///< For each pass of the recording: whether it has been repeated, or is being repeated.
  std::size_t FirstLeft = 0; ///< The smallest index of a pass that is not taken.
};

} // namespace hetrt

#endif
