// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A device that stands for another rank of the MPI job, a node. Rank 0 uses it; its addresses are addresses in the
// other rank's process.
#ifndef HETRT_DEVICE_NODE_NODEDEVICE_H
#define HETRT_DEVICE_NODE_NODEDEVICE_H

#include "Device/DeviceKind.h"
#include "Node/Hub.h"

namespace hetrt::node {

/// The device of one rank: each call becomes an operation of the link to that rank.
class NodeDevice final : public Device {
public:
  /// The hub (rank 0's side of the job) and the link outlive the device.
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
  double LastEnd = 0; ///< The time when the last kernel ended.
  /// Set if the device has sent data to another node since the host last waited for the device.
  bool SentAcross = false;

  /// The tables of calls (LaunchParts::Shape) that the rank keeps, by number, and the number that is replaced next.
  std::vector<std::vector<std::byte>> Shapes;
  std::uint32_t NextShape = 0;
};

/// Devices for the ranks of a hub, at most `Count` of them; without a count, all.
std::vector<std::unique_ptr<Device>> devicesOf(Hub &Job, std::optional<unsigned> Count);

} // namespace hetrt::node

namespace hetrt {

/// The function in the table of device kinds: finds the ranks that serve this one, if the settings ask for nodes and
/// the program was started as an MPI job.
FoundDevices enumerateNodes(const DeviceRequest &Request);

} // namespace hetrt

#endif
