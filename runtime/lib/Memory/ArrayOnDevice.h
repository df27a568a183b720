// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One array of a pass on one accelerator: what is there of it for each launch, how that gets there, and how what the
// launch wrote gets back.
//
//   begin() -> turnTo(range) -> bringIn() -> [launch] -> findOutputs(), sendOut() -> [synchronize] -> commit()
//                                                                              or, after a fault, abandon()
//
// Kinds differ in what the device has, and how long:
//
//   ShareOnDevice                        what the iterations of a launch touch, packed, for that launch
//   ComparedShare                        the same, where loops may leave some of what they may write as it is: only
//                                        bytes that differ from a snapshot are written back, as others may write the
//                                        rest
//   PassCopy                             all of it, for the pass: full copies, and shares that cannot be packed
//   KeptCopy                             all of it, from pass to pass, in the Directory
//   ComparedCopy                         all of it, for the pass, compared to find what launches wrote (ComparedCopy.h)
//   GatheredIndices, GatheredElements    the elements that are indexed, and their places among these (GatheredArrays.h)
//   InPlace                              nothing: the device works on the program's own memory
//
// For the thread that drives the device, and one pass. Two launches may be under way at once, each in a slot of its
// own.
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

/// A device in a pass, which outlives what is made of it.
struct PassDevice {
  const PassArrays &Arrays;
  DeviceMemory &Home;
  Directory &Known;

  /// Drops copies that the pass does not need where the device is full; then `Crowded` becomes true.
  Status allocate(std::uint64_t Bytes, DeviceAddress &Address, bool &Crowded) const;
};

/// The memory that an array has for a launch.
struct ArrayStorage {
  Iterations Of;
  DeviceAddress Address = 0; ///< 0: nowhere.
  Layout Where;              ///< Of what begins there.

  /// Where this index of dimension 0 is, and 0 of all others.
  WindowPlace placeOf(std::int64_t Index) const { return {Address + Where.offsetOf({Index}), Where.Stride}; }
};

inline constexpr unsigned LaunchSlots = 2;

class ArrayOnDevice {
public:
  ArrayOnDevice(const PassDevice &On, unsigned Index);

  /// Frees what does not outlive the pass.
  virtual ~ArrayOnDevice() = default;
  ArrayOnDevice(const ArrayOnDevice &) = delete;
  ArrayOnDevice &operator=(const ArrayOnDevice &) = delete;

  const Array &array() const { return What; }
  const ArrayStorage &storage(unsigned Slot) const { return Storage[Slot]; }

  /// The elements that this device wrote in the pass, as far as launches were committed.
  const BoxSet &written() const { return Written; }

  /// The device begins its pass of this number. A copy that it kept of an array which it keeps no more makes way, once
  /// the host has what it holds.
  virtual Status begin(std::uint64_t Pass);

  /// The slot's next launch is over these iterations: frees what its last one had, which was committed or abandoned.
  /// Comes for all arrays of the pass before any is brought in.
  void turnTo(Iterations Of, unsigned Slot);

  /// Allocates, and enqueues the copies that the launch needs.
  Status bringIn(unsigned Slot);

  /// Enqueues them again: what is there is brought up to date with the host's array.
  Status fill(unsigned Slot) { return What.Uses.reads() ? moveIn(Slot) : Status::success(); }

  /// Says what the kernel may touch.
  virtual hetrt_bounds bounds(unsigned Window, unsigned Slot) const { return boundsOf(What, Window, Storage[Slot].Of); }

  /// What the device has was chosen by numbers of the program's, which the program must not change before the pass
  /// ends: an error if it has. `Indices`: also those that name single elements, all of which have to be looked at.
  virtual Status checkUnchanged(unsigned Slot, bool Indices) const;

  /// Finds what the slot's launch wrote and returns how many bytes of it go by way of a staging area, so that a launch
  /// that breaks off can be done again from the old values.
  std::uint64_t findOutputs(unsigned Slot);

  /// Enqueues the copies of that. `Stage` is where its part of the staging area begins, and becomes where it ends.
  Status sendOut(unsigned Slot, std::byte *&Stage);

  /// Whether what a launch wrote is found by comparing: then one is under way at a time, since what another one writes
  /// would count as the first one's.
  virtual bool compares() const { return false; }

  /// After synchronizing, before commit(): finds it. Waits for copies out.
  virtual Status compare() { return Status::success(); }

  /// What committed launches have changed and is not in its place yet: where it has to wait until no device computes
  /// any more. For the last call.
  virtual std::optional<Difference> takeChanges() { return std::nullopt; }

  /// After synchronizing: the slot's launch succeeded.
  void commit(unsigned Slot);

  /// After a fault, with all queues empty: writes back what only this device holds, and forgets what it has. `UnderWay`
  /// are the iterations of launches that were not committed. An error if something is lost.
  Status abandon(std::span<const Iterations> UnderWay);

  /// \name Indices along the dimension that follows the loop, of what slot 0 has
  /// To the host's array, from it, and straight from another device (the caller drives both). They only enqueue.
  /// @{
  Status give(Interval Along) const;
  Status take(Interval Along) const;
  Status takeFrom(const ArrayOnDevice &Other, Interval Along) const;
  /// @}

  /// Seconds since the last call that went to making room for what stays when the pass is over.
  virtual double takeSetupSeconds() { return 0; }

protected:
  Device &device() const { return On.Home.device(); }

  /// The promise of persist clauses and of data regions: the array stays where it is.
  HostArray lasting() const { return Entry ? HostArray{Entry->Base, Entry->Bytes} : HostArray{}; }

  /// This device's copy in the directory. There is an entry.
  FullCopy &entryCopy() const { return Entry->Copies[On.Home.number()]; }

  /// Enqueues copies from the host's array; or from an image of what the device is to have at this place, which stays
  /// until the queue has been waited for.
  Status copyIn(const ArrayStorage &At, const std::vector<Piece> &Pieces, const std::byte *Image = nullptr) const;

  const PassDevice &On;
  const unsigned Index; ///< In the call's arrays.
  const Array &What;
  PersistentArray *const Entry; ///< Null where nothing outlives the pass. Also of arrays that are not kept here.
  std::array<ArrayStorage, LaunchSlots> Storage;

private:
  virtual void release(unsigned Slot) { Storage[Slot].Address = 0; }
  virtual void prepare(unsigned) {}
  virtual Status locate(unsigned Slot) = 0;
  virtual Status moveIn(unsigned Slot) = 0;
  virtual bool sendsOut() const { return true; }
  /// Puts one row of what the slot's launch wrote in its place, from the staging area.
  virtual void store(unsigned Slot, const Piece &Part, std::uint64_t Row, const std::byte *From);
  virtual void noteWritten(const Box &) {}
  virtual Status forget(std::span<const Iterations>) { return Status::success(); }
  std::vector<Piece> piecesAlong(Interval Along) const;

  BoxSet Written;
  std::vector<Piece> Outputs;  ///< Of the launch that is being sent out.
  std::byte *Staged = nullptr; ///< The first of them; null if they go straight to their place.
};

/// What is made for a launch and goes with it.
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
  /// What a device has been given, as it lies there.
  struct Image {
    std::unique_ptr<std::byte[]> First;
    std::uint64_t Bytes = 0;
  };

  Status moveIn(unsigned Slot) override;
  void store(unsigned Slot, const Piece &Part, std::uint64_t Row, const std::byte *From) override;

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

/// Error of an array that was chosen by numbers of another one, which are others now.
Status changedMeanwhile(const Array &What, const hetrt_array_info &By, const std::string &Found);

} // namespace hetrt

#endif
