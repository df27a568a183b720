// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The memory of one accelerator as passes use it: which elements each full copy holds, the lock of the device,
// allocation that drops copies which no pass needs now, and host memory for staging. A thread *drives* a device while
// it holds the device's lock.
#ifndef HETRT_MEMORY_DEVICEMEMORY_H
#define HETRT_MEMORY_DEVICEMEMORY_H

#include "Device/Device.h"
#include "Memory/BoxSet.h"

#include <functional>
#include <memory>
#include <mutex>

namespace hetrt {

/// One device's copy of a whole array, and which of its elements are valid. The address and the times of use are for
/// the thread that drives the device. Any thread may ask or say which elements are valid, since regions that write
/// other parts of the same array may end meanwhile.
class FullCopy {
public:
  DeviceAddress Address = 0;

  /// The device's passes (counted from 1; 0: never) that last used the copy, and that last wanted it. A pass that has
  /// no memory for a kept copy only wants it.
  std::uint64_t LastUsed = 0, LastWanted = 0;

  /// The copy has the present values of these elements.
  void holds(const Box &Part);

  /// The copy has the present values of these elements, which came straight from another device for the pass under way.
  /// The host may have old values of them, so they are not forgotten before settle().
  void fetched(const Box &Part);

  /// Protects the elements of `Part` that the copy holds from being forgotten before settle(): the pass under way does
  /// not move in elements that the copy holds already, and the host may have old values of them.
  void protect(const Box &Part);

  /// Returns the elements of `Part` that the copy does not hold, and counts them as held, for a thread that is about to
  /// copy them in. An element that another thread writes during the copying counts as old afterwards.
  BoxSet holdMissing(const Box &Part);

  /// Called when a pass of the device is over: the elements of fetched() and protect() have been used.
  void settle();

  /// Elements of `Part`: those that the copy holds; those of them that the host has too, as far as is known; and those
  /// that only the copy has, since its device wrote them and the host has old values.
  BoxSet held(const Box &Part) const;
  BoxSet shared(const Box &Part) const;
  BoxSet newest(const Box &Part) const;

  /// All elements of which this copy alone has the present values.
  BoxSet newest() const;
  bool holdsNewest() const;

  /// Whether newest() consists of so many boxes that writing it back costs less than keeping track of it.
  bool isScattered() const;

  /// The device wrote these elements, of which the host now has old values.
  void wrote(const Box &Part);

  /// The host has these elements too, or newer values of them: they are not in newest() any more.
  void writtenBack(const Box &Part);

  /// The device has computed elements of the copy anew.
  void computed();

  /// A counter: while it does not change, neither do the values of elements that are held.
  std::uint64_t changes() const;

  /// Another device or the host wrote the elements `Others`; with `Gaps`, only some of them, and none of newest().
  void wroteElsewhere(const BoxSet &Others, bool Gaps = false);

  /// Another device or the host wrote unknown elements, but none of newest(): all other elements become invalid.
  void keepNewest();
  /// All elements become invalid.
  void forget();

private:
  mutable std::mutex Mutex;
  /// If there are more boxes than this in Valid, the smallest ones count as not held.
  static constexpr std::size_t MostBoxes = 64;

  void forgetScattered();

  std::uint64_t Changes = 0;
  /// Protected: the elements that fetched() and protect() protect. Newest and Protected are subsets of Valid.
  BoxSet Valid, Newest, Protected;
};

/// A range of iterations that a pass computes on a device step by step.
class RangeUnderWay {
public:
  /// Takes all steps that are left, in the calling thread. Waits for nothing but the device. The caller holds the
  /// device's lock.
  virtual void complete() = 0;

protected:
  ~RangeUnderWay() = default;
};

/// The lock of a device, which the thread that uses the device holds. While a thread holds such a lock, it waits for
/// nothing but devices, and runs no code of the program except kernels. A thread that needs two devices locks both at
/// once.
///
/// A pass locks the device for one step of a range at a time, and may do something else in between. Another thread may
/// lock the device meanwhile, to fetch elements that only this device has. If a range is under way, lock() first
/// completes it in that thread, so that no thread has to wait until the pass goes on.
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

  /// The mutex alone, for the thread that takes the steps of the range: to lock it does not complete the range.
  std::mutex &ofSteps() { return Mutex; }

  /// Sets the range that is under way from now on; null: none. Called by the pass, which holds the lock.
  void setRange(RangeUnderWay *Which) { Current = Which; }

private:
  void completeRange() {
    if (Current)
      Current->complete();
  }

  std::mutex Mutex;
  RangeUnderWay *Current = nullptr;
};

/// One accelerator with its lock, its allocations and its staging buffer.
class DeviceMemory {
public:
  DeviceMemory(Device &Owner, unsigned Number) : Owner(Owner), Number(Number) {}
  ~DeviceMemory() { Owner.forgetHost(Stage.get()); }

  DrivingLock &driving() { return Driving; }

  Device &device() const { return Owner; }

  std::string label() const { return Owner.label(); }

  /// Number of the accelerator in the process, from 0.
  unsigned number() const { return Number; }

  /// Whether an allocation has failed on this device, because other processes use much of its memory: then plans ask
  /// the device how much is free, since its size does not say what fits. For the thread that drives the device.
  bool queriesFreeMemory() const { return QueriesFreeMemory; }
  void queryFreeMemory() { QueriesFreeMemory = true; }

  /// Counts a pass, and returns its number; the first one has number 1.
  std::uint64_t beginPass() { return ++Passes; }

  /// Allocates device memory. While the device is full, calls `MakeRoom` and tries again. `MakeRoom` drops a copy that
  /// the host has too, and returns false if there was none to drop.
  Status allocate(std::uint64_t Bytes, DeviceAddress &Address, const std::function<bool()> &MakeRoom);

  /// Frees the memory at once, and sets `Address` to 0. If freeing fails, the memory stays taken, which has no
  /// consequence for the program.
  void release(DeviceAddress &Address);

  /// Returns host memory of at least `Bytes` bytes, contents undefined; valid until the next call.
  std::byte *staging(std::uint64_t Bytes);

  /// All of the memory that staging() has returned.
  HostArray stagingArray() const { return {Stage.get(), StageBytes}; }

private:
  Device &Owner;
  const unsigned Number;
  DrivingLock Driving;
  std::uint64_t Passes = 0; ///< How many passes the device has begun. For the thread that drives the device.
  bool QueriesFreeMemory = false;
  std::unique_ptr<std::byte[]> Stage;
  std::uint64_t StageBytes = 0;
};

} // namespace hetrt

#endif
