// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Another rank of the job as a device. Its addresses are those of that process.
#ifndef HETRT_DEVICE_NODE_NODEDEVICE_H
#define HETRT_DEVICE_NODE_NODEDEVICE_H

#include "Device/DeviceKind.h"
#include "Node/Hub.h"

namespace hetrt::node {

class NodeDevice final : public Device {
public:
  /// The hub and the link outlive the device.
  NodeDevice(Hub &Job, Link &To);
  ~NodeDevice() override;

private:
  bool canRunImpl(const hetrt_region &Region) const override;
  std::uint64_t availableBytesImpl() override;
  Status allocateImpl(std::uint64_t Bytes, DeviceAddress &Address) override;
  Status releaseImpl(DeviceAddress Address) override;
  Status copyInImpl(DeviceAddress To, const void *From, const CopyShape &Shape, Queue On, const HostArray &Of) override;
  Status copyOutImpl(void *To, DeviceAddress From, const CopyShape &Shape, Queue On, const HostArray &Of) override;
  bool canCopyFromImpl(const Device &Other) const override;
  Status copyAcrossImpl(DeviceAddress There, Device &Source, DeviceAddress From, const CopyShape &Shape,
                        Queue On) override;
  bool sendsEarly() const override { return true; }
  std::uint64_t sendEarlyImpl(Device &Other, std::span<const DevicePart> Parts, std::uint64_t Slices) override;
  Status takeEarlyImpl(std::uint64_t Number, std::uint64_t Offset, std::span<const DevicePart> Parts,
                       Queue On) override;
  void dropEarlyImpl(std::uint64_t Number) override;
  InnerReport takeInnerReport() override;
  Status prepareImpl(const hetrt_region &Region) override;
  Status launchImpl(const Launch &Wanted) override;
  Status orderAfterImpl(Queue Later, Queue Earlier) override;
  Status synchronizeImpl(Queue On) override;
  Status finishedImpl(Queue On, bool &Done) override;
  void abandonImpl() override;

  Status copy(DeviceAddress There, std::byte *Here, const CopyShape &Shape, Queue On, bool Out);
  Status statusOf(const Outcome &Result);
  Status usable();
  void noteWork();
  void tellParts(const LaunchParts &Of, LaunchRange &Into);

  Hub &Job;
  Link &To;
  double LastEnd = 0;      ///< When the last kernel ended.
  bool SentAcross = false; ///< Data was sent to another node since this device was last waited for.

  /// Tables of calls that the rank has, by their numbers, and the number that goes next.
  std::vector<std::vector<std::byte>> Shapes;
  std::uint32_t NextShape = 0;
};

/// Nodes of a hub, at most so many.
std::vector<std::unique_ptr<Device>> devicesOf(Hub &Job, std::optional<unsigned> Count);

} // namespace hetrt::node

namespace hetrt {

/// The row's function in the list of device kinds: the ranks that serve this one, if nodes were asked for and the
/// program was started as a job.
FoundDevices enumerateNodes(const DeviceRequest &Request);

} // namespace hetrt

#endif
