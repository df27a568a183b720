// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kind of ArrayOnDevice for arrays that the loop writes at indices which no window describes, as `y[perm[i]]`; see
// Difference.h. The device has a copy of the whole array for the pass, filled from a snapshot on the host; after each
// launch the copy is copied back block by block and compared with the snapshot.
#ifndef HETRT_MEMORY_COMPAREDCOPY_H
#define HETRT_MEMORY_COMPAREDCOPY_H

#include "Memory/ArrayOnDevice.h"

#include <memory>
#include <utility>

namespace hetrt {

class ComparedCopy final : public ArrayOnDevice {
public:
  using ArrayOnDevice::ArrayOnDevice;
  ~ComparedCopy() override { On.Home.release(Copy); }

  bool compares() const override { return true; }
  Status compare() override;
  std::optional<Difference> takeChanges() override { return std::exchange(Changes, std::nullopt); }

private:
  Status locate(unsigned Slot) override;
  Status moveIn(unsigned Slot) override;
  bool sendsOut() const override { return false; }
  void noteWritten(const Box &) override;
  Status forget(std::span<const Iterations> UnderWay) override;
  Status fetch(std::uint64_t At);
  std::vector<Difference::Part> rowsOf(const Box &Used) const;
  std::span<std::byte> block(std::uint64_t At) const;

  DeviceAddress Copy = 0;
  std::uint64_t Begin = 0; ///< The offset in bytes of the first element that the loop may use.
  /// The snapshot from Begin on, and the differences from it; empty before the first launch.
  std::optional<Difference> Changes;
  std::unique_ptr<std::byte[]> Stage; ///< Two blocks: one is copied to the host while the other is compared.
};

} // namespace hetrt

#endif
