// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays that a device has in full: for a pass, or from pass to pass.
#ifndef HETRT_MEMORY_COPIESONDEVICE_H
#define HETRT_MEMORY_COPIESONDEVICE_H

#include "Memory/ArrayOnDevice.h"

namespace hetrt {

/// One copy for all launches. What one has moved in is there for the next.
class CopyOnDevice : public ArrayOnDevice {
public:
  using ArrayOnDevice::ArrayOnDevice;

protected:
  virtual FullCopy &copy() = 0;

  /// Makes the copy if there is none. `Crowded` becomes true if another one had to go for it.
  Status makeCopy(bool &Crowded);

  void noteWritten(const Box &Wrote) override;

private:
  virtual Status make() = 0;
  virtual Status check(const ArrayStorage &, const Box &) { return Status::success(); }
  Status locate(unsigned Slot) final;
  Status moveIn(unsigned Slot) final;
};

class PassCopy final : public CopyOnDevice {
public:
  using CopyOnDevice::CopyOnDevice;
  ~PassCopy() override { On.Home.release(Own.Address); }

private:
  FullCopy &copy() override { return Own; }
  Status make() override;
  Status forget(std::span<const Iterations> UnderWay) override;

  FullCopy Own;
};

class KeptCopy final : public CopyOnDevice {
public:
  /// With `MayWriteBack`, what the device writes stays there until somebody needs it. Not where loops leave gaps
  /// between what they write: boxes could not tell what is new.
  KeptCopy(const PassDevice &On, unsigned Index, bool MayWriteBack)
      : CopyOnDevice(On, Index), WritesBack(MayWriteBack && !What.Uses.leavesGaps()) {}
  ~KeptCopy() override;

  Status begin(std::uint64_t Pass) override;
  double takeSetupSeconds() override;

private:
  FullCopy &copy() override { return entryCopy(); }
  Status make() override;
  Status check(const ArrayStorage &At, const Box &Needed) override;
  Status compare(const ArrayStorage &At, const Piece &Part) const;
  bool sendsOut() const override { return !WritesBack; }
  void noteWritten(const Box &Wrote) override;
  Status forget(std::span<const Iterations> UnderWay) override;
  Status rescue(std::span<const Iterations> UnderWay);

  const bool WritesBack;
  double SetupSeconds = 0;
};

} // namespace hetrt

#endif
