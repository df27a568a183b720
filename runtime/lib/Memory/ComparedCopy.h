// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An array that the loop writes at indices which no window describes: see Difference.h. A device has all of it for the
// pass, filled from a snapshot; after each launch it comes back block by block, and is compared.
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
  std::uint64_t Begin = 0;            ///< Bytes before those that the loop uses at all.
  std::optional<Difference> Changes;  ///< Of these; nothing before the first launch.
  std::unique_ptr<std::byte[]> Stage; ///< Two blocks: one arrives while the other is compared.
};

} // namespace hetrt

#endif
