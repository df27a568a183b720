// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The memory of one accelerator as passes use it: allocation that drops copies which no pass needs now, and
// host memory for staging.
#ifndef HETRT_MEMORY_DEVICEMEMORY_H
#define HETRT_MEMORY_DEVICEMEMORY_H

#include "Device/Device.h"
#include "Memory/BoxSet.h"

#include <functional>
#include <memory>
#include <mutex>

namespace hetrt {

/// One device's copy of a whole array, and which elements it holds. The address, and when it was used, are for the
/// thread that drives the device; what is valid, for any thread: regions that write other parts of a persistent array
/// end meanwhile.
class FullCopy {
public:
  DeviceAddress Address = 0;

  /// In passes of the device, from 1; 0: never. A pass in which an array does not fit counts as one that wanted it.
  std::uint64_t LastUsed = 0, LastWanted = 0;

  void holds(const Box &Part);

  /// The same, of what came straight from another device for the pass under way: the host may have old values.
  void fetched(const Box &Part);

  /// Keeps what is held of `Part` until the pass under way is over, which copies nothing that is held: the host may
  /// have old values of that, too.
  void relyOn(const Box &Part);

  /// Returns what of `Part` the copy does not hold, and has it hold that, for a thread that is about to copy it: what
  /// others write while it copies counts as old.
  BoxSet holdMissing(const Box &Part);

  /// A pass of the device is over: what it relied on has been used.
  void settle();

  /// What of `Part` the copy holds; of that, what the host has too, as far as is known; and what the copy holds alone,
  /// as its device wrote it and the host has old values.
  BoxSet held(const Box &Part) const;
  BoxSet shared(const Box &Part) const;
  BoxSet newest(const Box &Part) const;

  /// All elements of which this copy alone has the present values.
  BoxSet newest() const;
  bool holdsNewest() const;

  /// Whether newest() is in so many pieces that writing it back costs less than keeping track of it.
  bool isScattered() const;

  /// The device wrote these elements, of which the host now has old values.
  void wrote(const Box &Part);

  /// The host has these elements too, or new values of its own.
  void landed(const Box &Part);

  /// The device has computed some of it anew.
  void computed();

  /// What is held may be other values than when this number was another one.
  std::uint64_t changes() const;

  /// Others wrote these elements; with `Gaps`, some of them, and not those that only this copy has.
  void wroteElsewhere(const BoxSet &Others, bool Gaps = false);

  /// Others wrote elements that are not known, but none that only this copy has: nothing else is valid any more.
  void keepNewest();
  void forget();

private:
  mutable std::mutex Mutex;
  /// What is held in more boxes than this counts as not held.
  static constexpr std::size_t MostBoxes = 64;

  void forgetScattered();

  std::uint64_t Changes = 0;
  BoxSet Valid, Newest, Relied; ///< The last two are parts of Valid.
};

/// A range that a device computes between the steps of the pass that drives it.
class RangeUnderWay {
public:
  /// Takes all steps that are left. Waits for the device and nothing else. The caller holds the device's lock.
  virtual void complete() = 0;

protected:
  ~RangeUnderWay() = default;
};

/// Held by the thread that uses a device. No thread waits for anything but devices while holding one, nor runs code of
/// the program other than kernels, and who needs two devices locks both at once.
///
/// A pass holds it for one step of a range after the other and may do something else in between. Others come when they
/// fetch what only the device has: the thread that finds a range under way completes it first, so no thread has to wait
/// until the thread that drives the pass comes back to it.
class DrivingLock {
public:
  void lock() {
    Mutex.lock();
    completeRange();
  }
  bool try_lock() {
    if (!Mutex.try_lock())
      return false;
    completeRange();
    return true;
  }
  void unlock() { Mutex.unlock(); }

  /// The same lock, which leaves the range under way as it is: for who takes its steps.
  std::mutex &ofSteps() { return Mutex; }

  /// What is under way from now on, or null. For the pass, which holds the lock.
  void setRange(RangeUnderWay *Which) { Current = Which; }

private:
  void completeRange() {
    if (Current)
      Current->complete();
  }

  std::mutex Mutex;
  RangeUnderWay *Current = nullptr;
};

class DeviceMemory {
public:
  DeviceMemory(Device &Owner, unsigned Number) : Owner(Owner), Number(Number) {}
  ~DeviceMemory() { Owner.forgetHost(Stage.get()); }

  DrivingLock &driving() { return Driving; }

  Device &device() const { return Owner; }

  std::string label() const { return Owner.label(); }

  /// Number of the accelerator in the process, from 0.
  unsigned number() const { return Number; }

  /// Others have so much of the memory that its size does not say what fits. For the thread that drives the device.
  bool asksRoom() const { return AsksRoom; }
  void askRoom() { AsksRoom = true; }

  /// Counts a pass; the first one is number 1.
  std::uint64_t beginPass() { return ++Passes; }

  /// Allocates; when the device is full, calls `MakeRoom`, which drops copies that the host has too, as long as that
  /// returns true because there was something to drop.
  Status allocate(std::uint64_t Bytes, DeviceAddress &Address, const std::function<bool()> &MakeRoom);

  /// Frees at once. Faults of a release are of no consequence to the program: the memory stays taken.
  void release(DeviceAddress &Address);

  /// At least so many bytes of host memory, contents undefined; valid until the next call.
  std::byte *staging(std::uint64_t Bytes);

  /// What staging() returned a part of.
  HostArray stagingArray() const { return {Stage.get(), StageBytes}; }

private:
  Device &Owner;
  const unsigned Number;
  DrivingLock Driving;
  std::uint64_t Passes = 0; ///< For the thread that drives the device.
  bool AsksRoom = false;
  std::unique_ptr<std::byte[]> Stage;
  std::uint64_t StageBytes = 0;
};

} // namespace hetrt

#endif
