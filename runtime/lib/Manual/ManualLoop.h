// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The runtime's side of hetrt/manual.h: a loop whose kernels the program itself provides. A team computes the loop; it
// has one thread for each device (core or accelerator).
//
//   join: the first thread opens a pass: acquires accelerators, decides which device each thread serves next: the first
//   thread begins the scheduler's pass; each thread takes a range (RangeQueue) and copies its windows leave: the last
//   thread closes the pass: reductions, persistent copies, report; the other threads wait until it has
//
// ManualMember.cpp has the functions that a thread calls in between.
#ifndef HETRT_MANUAL_MANUALLOOP_H
#define HETRT_MANUAL_MANUALLOOP_H

#include "Manual/ManualSetup.h"
#include "Memory/PassMemory.h"
#include "Pass/RangeQueue.h"
#include "Team/Clock.h"

#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace hetrt {
using ManualMember = ::hetrt_manual_member;
}

struct hetrt_manual {
public:
  explicit hetrt_manual(hetrt::ManualSetup Made);
  ~hetrt_manual();

  unsigned threads() const { return static_cast<unsigned>(Setup.Cores + Setup.Accelerators.size()); }

  hetrt::Status unmap(const void *Base);
  hetrt::Status retarget(const void *From, const void *To);

  // ---- Called by the members, that is, by the threads of the team.

  /// Returns member `Number` of the open pass; opens a pass of `Count` threads if none is open.
  hetrt::ManualMember &join(unsigned Number, unsigned Count);

  /// Sets the trip count of the pass. Every member calls this; if members state different trip counts, this is an
  /// error.
  hetrt::Status begin(std::uint64_t TripCount);

  /// Called when a member has finished its part; waits until all members have finished theirs. If the pass has failed,
  /// the call returns the error to one of the members.
  hetrt::Status leave();

  hetrt::RangeQueue &ranges() { return *Ranges; }
  hetrt::Directory *known() { return Setup.All ? Setup.All->Known.get() : nullptr; }
  const std::string &location() const { return Setup.Location; }

  /// Finds or creates the devices' copies of an array. Padded: whether the rows of the copies are padded.
  hetrt::Status copiesOf(const hetrt::Array &What, bool Padded, std::shared_ptr<hetrt::PersistentArray> &Into);

  /// Called when an accelerator has failed: no later pass uses it. The first call for an accelerator prints a warning.
  void leaveOut(hetrt::Accelerator &Accel, const hetrt::Status &Why);

private:
  /// The copies of an array on all devices. They belong to the directory of persistent arrays (InDirectory), or to this
  /// loop alone.
  struct Mapped {
    std::shared_ptr<hetrt::PersistentArray> Copies;
    bool InDirectory = false, Padded = false;
  };

  /// An accelerator of the loop, and its role in the open pass.
  struct KnownAccelerator {
    hetrt::Accelerator *Accel;
    bool LeftOut = false; ///< The device has failed and takes part in no later pass.
    bool GivenUp = false; ///< The scheduler has given up the device for some passes.
    bool Serves = false;  ///< The open pass uses the device.
    unsigned Device = 0;  ///< The accelerator's index in the scheduler's list.
  };

  void open(unsigned Count);
  void giveRoles(unsigned Count);
  hetrt::Status close();
  void noteGivenUp();
  void noteWrites();
  void note();
  hetrt::Status release(const void *Base, Mapped &Array);

  const hetrt::ManualSetup Setup;
  hetrt::WaitPolicy Wait;

  std::mutex Mutex; ///< Guards all fields below.
  std::map<const void *, Mapped> Arrays;
  std::vector<std::unique_ptr<hetrt::ManualMember>> Members;
  std::vector<KnownAccelerator> Accelerators; ///< In the order of the threads that drive them.

  // The open pass.
  bool IsOpen = false, IsBegun = false;
  unsigned Count = 0, Gone = 0;
  std::uint64_t TripCount = 0;
  hetrt::Stopwatch SinceOpen;
  std::vector<hetrt::DeviceModel> Models;
  std::unique_ptr<hetrt::RangeQueue> Ranges;
  hetrt::WaitedNumber Closed; ///< The number of passes closed so far.
};

#endif
