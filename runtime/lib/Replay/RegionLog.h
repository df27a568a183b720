// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The passes of one region: those of a recording that are to be repeated, and those that are being recorded.
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

  /// Region number `Number`, with nothing to repeat. `Write` is empty if nothing is recorded.
  RegionLog(std::size_t Number, Writer Write) : Number(Number), Write(std::move(Write)) {}

  /// Sets the recorded passes that are to be repeated: those of `Of`. If `Of` is null, the recording lacks the region,
  /// and passes fail with the message `Missing`.
  void repeat(const RecordedRegion *Of, bool IsWhole, std::string Missing);

  // ---- May be called by any thread.

  /// A pass begins. AnyOrder: the place of this pass among the region's passes may differ from run to run. The pass
  /// repeats the next recorded pass or, if several threads or tasks run the region, the next one with the same trip
  /// count. Returns why there is none, or "".
  std::string begin(std::uint64_t TripCount, bool AnyOrder, std::unique_ptr<PassLog> &Into);

  /// A pass has ended: writes it, unless it could not be repeated. Returns why it could not, or "".
  std::string end(PassLog &Of) const;

  /// The number of passes of the recording that were repeated.
  std::size_t taken();

  // ---- Called by the thread that holds the region's lock.

  /// Wraps the region's scheduler `Own`, or replaces it, so that passes are recorded or repeated.
  std::unique_ptr<Scheduler> schedule(std::unique_ptr<Scheduler> Own);

  /// Sets the pass that the scheduler handles.
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
  std::vector<bool> IsTaken; ///< For each pass of the recording: it has been repeated, or is being repeated.
  std::size_t FirstLeft = 0; ///< The smallest index that is not taken.
};

} // namespace hetrt

#endif
