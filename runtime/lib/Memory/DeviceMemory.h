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

  /// The numbers of the device's passes (counted from 1; 0: never) that last used the copy, and that last wanted the
  /// copy. They differ where a pass wanted a kept copy and there was not enough memory for it.
  std::uint64_t LastUsed = 0, LastWanted = 0;

  /// Called when the copy has got the present values of these elements: they are valid from now on.
  void holds(const Box &Part);

  /// Like holds(), for elements that were copied straight from another device for the pass under way. The host may have
  /// old values of them, so forgetScattered() does not drop them before settle().
  void fetched(const Box &Part);

  /// Protects the valid elements of `Part` from being dropped by forgetScattered() before settle(). The pass under way
  /// does not copy in elements that are valid already, and the host may have old values of them.
  void protect(const Box &Part);

  /// Returns the elements of `Part` that are not valid in the copy, and counts them as valid, for a thread that is
  /// about to copy them in. An element that another thread writes during the copying is marked as not valid by that
  /// thread (wroteElsewhere()).
  BoxSet holdMissing(const Box &Part);

  /// Called when a pass of the device is over: ends the protection by fetched() and protect(), since the pass has used
  /// the elements.
  void settle();

  /// Elements of `Part`. held(): the valid elements. newest(): the valid elements of which only this copy has the
  /// present values, since its device wrote them and the host has old values. shared(): the other valid elements, of
  /// which the host has the present values, too, as far as is known.
  BoxSet held(const Box &Part) const;
  BoxSet shared(const Box &Part) const;
  BoxSet newest(const Box &Part) const;

  /// All elements of which this copy alone has the present values.
  BoxSet newest() const;
  bool holdsNewest() const;

  /// Whether newest() consists of so many boxes that writing it back costs less than keeping track of it.
  bool isScattered() const;

  /// Called when the device has written these elements, so that the host has old values of them.
  void wrote(const Box &Part);

  /// Called when the host has got the present values of these elements, or newer values: they are not in newest() any
  /// more.
  void writtenBack(const Box &Part);

  /// Called when the device has computed elements of the copy: increases changes().
  void computed();

  /// A counter: while it does not change, neither do the values of the copy's valid elements.
  std::uint64_t changes() const;

  /// Called when another device or the host has written the elements `Others`, so that these are no longer valid in
  /// this copy. With `Gaps`, only some of them were written, and none of newest(), so newest() stays valid.
  void wroteElsewhere(const BoxSet &Others, bool Gaps = false);

  /// Called when another device or the host has written elements that are not known, but none of newest(). So all
  /// elements except newest() are no longer valid.
  void keepNewest();
  /// Marks all elements as not valid.
  void forget();

private:
  mutable std::mutex Mutex;
  /// If Valid has more boxes than this, forgetScattered() drops the smallest ones.
  static constexpr std::size_t MostBoxes = 64;

  void forgetScattered();

  std::uint64_t Changes = 0;
  /// Protected: the elements that fetched() and protect() protect. Newest and Protected are subsets of Valid.
  BoxSet Valid, Newest, Protected;
};

/// A range of iterations that a pass computes on a device step by step.
class RangeUnderWay {
public:
  /// Takes all steps that are left, in the calling thread, which holds the device's lock. Waits for nothing but the
  /// device.
  virtual void complete() = 0;

protected:
  ~RangeUnderWay() = default;
};

/// The lock of a device, which the thread that uses the device holds. While a thread holds such a lock, it waits for
/// nothing but devices, and runs no code of the program except kernels. A thread that needs two devices locks them in
/// the order of their numbers, or by std::scoped_lock.
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

  /// The mutex alone, for the thread that takes the steps of the range itself. Locking this mutex, unlike lock(), does
  /// not complete the range.
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

  /// Whether an allocation has failed on this device, because other processes use much of its memory. If so, plans ask
  /// the device how much memory is free, since its size does not say what fits. For the thread that drives the device.
  bool queriesFreeMemory() const { return QueriesFreeMemory; }
  void queryFreeMemory() { QueriesFreeMemory = true; }

  /// Counts a pass, and returns its number; the first one has number 1.
  std::uint64_t beginPass() { return ++Passes; }

  /// Allocates device memory. While the allocation fails for lack of memory, calls `MakeRoom` and tries again.
  /// `MakeRoom` drops a copy of an array, and returns false if there was none to drop.
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
