// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One array of a pass on one accelerator: which device memory each launch has for the array, how elements are copied to
// the device, and how the elements that a launch wrote are copied back.
//
//   begin() -> beginRange(range) -> bringIn() -> [launch] -> findOutputs(), sendOut() -> [synchronize] -> commit()
//                                                                              or, after a fault, abandon()
//
// Kinds differ in which elements of the array the device has, and for how long:
//
//   ShareOnDevice                        the elements that the iterations of a launch touch, packed, for that launch
//   ComparedShare                        the same, for loops that may leave elements unchanged that they may write:
//                                        only bytes that differ from a snapshot are written back, since other threads
//                                        may write the other bytes
//   PassCopy                             the whole array, for the pass: full copies, and shares that cannot be packed
//   KeptCopy                             the whole array, from pass to pass, in the Directory
//   ComparedCopy                         the whole array, for the pass, compared to find the bytes that launches wrote
//                                        (ComparedCopy.h)
//   GatheredIndices, GatheredElements    the elements that indices name; and these indices, as positions among the
//                                        elements (GatheredArrays.h)
//   InPlace                              nothing: the device works on the program's own memory
//
// An object serves the thread that drives the device, for one pass. Two launches may be under way at once, each in its
// own slot.
#ifndef HETRT_MEMORY_ARRAYONDEVICE_H
#define HETRT_MEMORY_ARRAYONDEVICE_H

#include "Memory/Difference.h"
#include "Memory/Directory.h"

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace hetrt {

/// A device in a pass: the pass's arrays, the device's memory, and the directory of persistent arrays. Outlives the
/// objects that refer to it.
struct PassDevice {
  const PassArrays &Arrays;
  DeviceMemory &Home;
  Directory &Known;

  /// Allocates device memory. Where the device is full, drops copies that the pass does not need, and sets `Crowded`.
  Status allocate(std::uint64_t Bytes, DeviceAddress &Address, bool &Crowded) const;
};

/// The device memory that an array has for one launch.
struct ArrayStorage {
  Iterations Of;
  DeviceAddress Address = 0; ///< 0: no device memory is allocated for the array.
  Layout Where;              ///< Which box of the array lies at Address, and with which strides.

  /// The address of the element with index `Index` in dimension 0 and index 0 in all others, and the strides.
  WindowPlace placeOf(std::int64_t Index) const { return {Address + Where.offsetOf({Index}), Where.Stride}; }
};

inline constexpr unsigned LaunchSlots = 2;

/// The base of all kinds; see the head of this file for the order of calls.
class ArrayOnDevice {
public:
  ArrayOnDevice(const PassDevice &On, unsigned Index);

  /// Frees the memory that is used in this pass only. The memory of a KeptCopy stays.
  virtual ~ArrayOnDevice() = default;
  ArrayOnDevice(const ArrayOnDevice &) = delete;
  ArrayOnDevice &operator=(const ArrayOnDevice &) = delete;

  const Array &array() const { return What; }
  const ArrayStorage &storage(unsigned Slot) const { return Storage[Slot]; }

  /// The elements that this device wrote in the pass, in launches that were committed.
  const BoxSet &written() const { return Written; }

  /// Called when the device begins its pass number `Pass`. If the device has a kept copy of the array from earlier
  /// passes, but not in this pass, writes back the elements that only that copy has, and frees the copy.
  virtual Status begin(std::uint64_t Pass);

  /// Prepares the slot's next launch, over the iterations `Of`: frees the memory of its last launch, which was
  /// committed or abandoned. Called for all arrays of the pass before bringIn() is called for any of them.
  void beginRange(Iterations Of, unsigned Slot);

  /// Allocates the launch's memory, and enqueues the copies to the device.
  Status bringIn(unsigned Slot);

  /// Enqueues the copies to the device again, which brings the device's elements up to date with the host's array.
  Status fill(unsigned Slot) { return What.Uses.reads() ? moveIn(Slot) : Status::success(); }

  /// The indices that the slot's kernel may read and write; `Window` is the array's number in the region.
  virtual hetrt_bounds bounds(unsigned Window, unsigned Slot) const { return boundsOf(What, Window, Storage[Slot].Of); }

  /// Some kinds use the program's integers to choose the elements that a device gets. Returns an error if the program
  /// has changed these integers before the end of the pass, which it must not do. `Indices`: checks single indices of
  /// gathered arrays, too, which means reading all of them.
  virtual Status checkUnchanged(unsigned Slot, bool Indices) const;

  /// Finds the bytes that the slot's launch wrote. Returns how many of them sendOut() will copy to a staging area
  /// instead of the host's array (bytes of arrays that the loop also reads, whose old values are needed to repeat a
  /// launch that has failed).
  std::uint64_t findOutputs(unsigned Slot);

  /// Enqueues the copies of the bytes that findOutputs() has found to the host. `Stage` is where the array's part of
  /// the staging area begins; sendOut() sets it to where that part ends.
  Status sendOut(unsigned Slot, std::byte *&Stage);

  /// Whether the bytes that a launch wrote are found by comparing the device's copy with a snapshot (ComparedShare,
  /// ComparedCopy). Then only one launch may be under way at a time, since the comparison would take bytes that a
  /// second launch wrote for bytes of the first.
  virtual bool compares() const { return false; }

  /// Called after synchronizing and before commit(): compares the device's copy with the snapshot, if compares() is
  /// true. Waits for the copies to the host.
  virtual Status compare() { return Status::success(); }

  /// If compares() is true: the changes of committed launches, which the caller stores in the host's array when no
  /// device computes any more. No other function is called afterwards.
  virtual std::optional<Difference> takeChanges() { return std::nullopt; }

  /// Called after synchronizing: the slot's launch has succeeded, and its staged outputs are stored in the host's
  /// array.
  void commit(unsigned Slot);

  /// Called after a fault, with all queues empty: writes back the elements of which only this device's copy has the
  /// present values, and counts all elements of the copy as not valid. `UnderWay` are the iterations of launches that
  /// were not committed. Returns an error if elements are lost.
  Status abandon(std::span<const Iterations> UnderWay);

  /// \name Copies of the indices `Along` of the dimension that follows the loop, in slot 0
  /// give() copies them to the host's array, take() from the host's array, takeFrom() straight from another device; the
  /// caller drives both devices. The functions only enqueue.
  /// @{
  Status give(Interval Along) const;
  Status take(Interval Along) const;
  Status takeFrom(const ArrayOnDevice &Other, Interval Along) const;
  /// @}

  /// Seconds spent since the last call on allocating copies that stay when the pass is over.
  virtual double takeSetupSeconds() { return 0; }

protected:
  Device &device() const { return On.Home.device(); }

  /// The host's memory of a persistent array, which stays at its address as long as the array is persistent, so that
  /// the device may pin it for faster copies; empty for other arrays.
  HostArray lasting() const { return Entry ? HostArray{Entry->Base, Entry->Bytes} : HostArray{}; }

  /// This device's copy in the directory. Valid only if Entry is not null.
  FullCopy &entryCopy() const { return Entry->Copies[On.Home.number()]; }

  /// Enqueues copies to the device, from the host's array or from `Image`, a buffer on the host with the layout of the
  /// device's memory, which must exist until the queue has been synchronized.
  Status copyIn(const ArrayStorage &At, const std::vector<CopyRectangle> &Rectangles,
                const std::byte *Image = nullptr) const;

  const PassDevice &On;
  const unsigned Index; ///< The array's index in the call's list.
  const Array &What;
  /// The directory's entry for the array, whether or not this device keeps a copy; null if the array is not persistent.
  PersistentArray *const Entry;
  std::array<ArrayStorage, LaunchSlots> Storage;

private:
  virtual void release(unsigned Slot) { Storage[Slot].Address = 0; }
  virtual void prepare(unsigned) {}
  virtual Status locate(unsigned Slot) = 0;
  virtual Status moveIn(unsigned Slot) = 0;
  virtual bool sendsOut() const { return true; }
  /// Stores one row that the slot's launch wrote in the host's array; `From` is that row in the staging area.
  virtual void store(unsigned Slot, const CopyRectangle &Part, std::uint64_t Row, const std::byte *From);
  virtual void noteWritten(const Box &) {}
  virtual Status forget(std::span<const Iterations>) { return Status::success(); }
  std::vector<CopyRectangle> rectanglesAlong(Interval Along) const;

  BoxSet Written;
  std::vector<CopyRectangle> Outputs; ///< The outputs of the launch that are being copied to the host.
  /// Where the staging area has these outputs; null if they go straight to the host's array.
  std::byte *Staged = nullptr;
};

/// The base of kinds whose device memory is allocated for one launch and freed after it.
class PerLaunch : public ArrayOnDevice {
public:
  using ArrayOnDevice::ArrayOnDevice;
  ~PerLaunch() override;
  Status checkUnchanged(unsigned Slot, bool Indices) const override;

private:
  virtual Layout layOut(unsigned Slot) = 0;
  void release(unsigned Slot) final { On.Home.release(Storage[Slot].Address); }
  Status locate(unsigned Slot) final;
};

class PackedShare : public PerLaunch {
public:
  using PerLaunch::PerLaunch;

private:
  Layout layOut(unsigned Slot) final;
};

class ShareOnDevice final : public PackedShare {
public:
  using PackedShare::PackedShare;

private:
  Status moveIn(unsigned Slot) override;
};

class ComparedShare final : public PackedShare {
public:
  using PackedShare::PackedShare;

private:
  /// A snapshot, in the host's memory, of the elements that were copied to the device, at the same offsets as in the
  /// device's memory.
  struct Image {
    std::unique_ptr<std::byte[]> First;
    std::uint64_t Bytes = 0;
  };

  Status moveIn(unsigned Slot) override;
  void store(unsigned Slot, const CopyRectangle &Part, std::uint64_t Row, const std::byte *From) override;

  std::array<Image, LaunchSlots> Snapshots;
};

class InPlace final : public ArrayOnDevice {
public:
  using ArrayOnDevice::ArrayOnDevice;
  hetrt_bounds bounds(unsigned Window, unsigned Slot) const override;

private:
  Status locate(unsigned Slot) override;
  Status moveIn(unsigned) override { return Status::success(); }
  bool sendsOut() const override { return false; }
};

/// The error for an array whose elements on a device were chosen by the integers of array `By`, which the program has
/// changed since. `Found` says what differs.
Status changedMeanwhile(const Array &What, const hetrt_array_info &By, const std::string &Found);

} // namespace hetrt

#endif
