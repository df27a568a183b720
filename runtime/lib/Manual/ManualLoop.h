// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop whose kernels are the program's own, run by a team with a thread per device.
//
//   join:  the first thread opens a pass: acquires accelerators, gives each thread its role
//   next:  the first thread begins the scheduler's pass; each asks for its range (RangeQueue) and moves its windows
//   leave: the last thread closes the pass: reductions, persistent copies, report; the others wait for it
//
// What threads do in between is in ManualMember.
#ifndef HETRT_MANUAL_MANUALLOOP_H
#define HETRT_MANUAL_MANUALLOOP_H

#include "Manual/ManualSetup.h"
#include "Memory/PassMemory.h"
#include "Pass/Clock.h"
#include "Pass/RangeQueue.h"

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

  // ---- For members.

  /// The member with this number, in the pass that is open; opens one of `Count` threads if none is.
  hetrt::ManualMember &join(unsigned Number, unsigned Count);

  /// The pass has so many iterations. Every member says so; the first one counts, the others agree or err.
  hetrt::Status begin(std::uint64_t TripCount);

  /// The member has no more to do: waits until that is so for all. One of them gets the pass's error.
  hetrt::Status leave();

  hetrt::RangeQueue &ranges() { return *Ranges; }
  hetrt::Directory *known() { return Setup.All ? Setup.All->Known.get() : nullptr; }
  const std::string &location() const { return Setup.Location; }

  /// The devices' copies of an array.
  hetrt::Status copiesOf(const hetrt::Array &What, bool Padded, std::shared_ptr<hetrt::PersistentArray> &Into);

  /// Says once that a device failed, and uses it no more.
  void leaveOut(hetrt::Accelerator &Who, const hetrt::Status &Why);

private:
  /// Copies of an array on all devices: an entry of the directory, or the loop's own.
  struct Mapped {
    std::shared_ptr<hetrt::PersistentArray> Copies;
    bool InDirectory = false, Padded = false;
  };

  /// What the loop knows of an accelerator, and the part of that in the pass that is open.
  struct KnownAccelerator {
    hetrt::Accelerator *Who;
    bool LeftOut = false; ///< After a fault, for good.
    bool GivenUp = false; ///< By the scheduler.
    bool Serves = false;  ///< The pass holds it.
    unsigned Device = 0;  ///< Its number to the scheduler.
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

  std::mutex Mutex; ///< Guards all below.
  std::map<const void *, Mapped> Arrays;
  std::vector<std::unique_ptr<hetrt::ManualMember>> Members;
  std::vector<KnownAccelerator> Accelerators; ///< In the order of their threads.

  // The pass that is open.
  bool IsOpen = false, IsBegun = false;
  unsigned Count = 0, Gone = 0;
  std::uint64_t TripCount = 0;
  hetrt::Stopwatch SinceOpen;
  std::vector<hetrt::DeviceModel> Models;
  std::unique_ptr<hetrt::RangeQueue> Ranges;
  hetrt::WaitedNumber Closed; ///< Passes so far.
};

#endif
