// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kinds of arrays of which a device has a full copy: for one pass, or from pass to pass.
#ifndef HETRT_MEMORY_COPIESONDEVICE_H
#define HETRT_MEMORY_COPIESONDEVICE_H

#include "Memory/ArrayOnDevice.h"

namespace hetrt {

/// An array of which the device has one copy for all launches of a pass. Elements that one launch has copied to the
/// device are not copied again for the next launch.
class CopyOnDevice : public ArrayOnDevice {
public:
  using ArrayOnDevice::ArrayOnDevice;

protected:
  virtual FullCopy &copy() = 0;

  /// Allocates the copy if there is none. Sets `Crowded` if another copy was dropped for it.
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
  /// With `MayWriteBack`, elements that the device writes stay on the device until the host or another device needs
  /// them. If the loop leaves gaps between the elements that it writes, results are nevertheless copied to the host in
  /// each pass, since the boxes of a FullCopy could not tell the new elements from those in the gaps.
  KeptCopy(const PassDevice &On, unsigned Index, bool MayWriteBack)
      : CopyOnDevice(On, Index), WritesBack(MayWriteBack && !What.Uses.leavesGaps()) {}
  ~KeptCopy() override;

  Status begin(std::uint64_t Pass) override;
  double takeSetupSeconds() override;

private:
  FullCopy &copy() override { return entryCopy(); }
  Status make() override;
  Status check(const ArrayStorage &At, const Box &Needed) override;
  Status compare(const ArrayStorage &At, const CopyRectangle &Part) const;
  bool sendsOut() const override { return !WritesBack; }
  void noteWritten(const Box &Wrote) override;
  Status forget(std::span<const Iterations> UnderWay) override;
  Status rescue(std::span<const Iterations> UnderWay);

  const bool WritesBack;
  double SetupSeconds = 0;
};

} // namespace hetrt

#endif
