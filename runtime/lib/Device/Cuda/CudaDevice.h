// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An NVIDIA GPU, used through the CUDA driver API.
#ifndef HETRT_DEVICE_CUDA_CUDADEVICE_H
#define HETRT_DEVICE_CUDA_CUDADEVICE_H

#include "Device/Cuda/BlockCache.h"
#include "Device/Cuda/Driver.h"
#include "Device/Cuda/LaunchTuning.h"
#include "Device/Cuda/QueueClock.h"
#include "Device/Cuda/Staging.h"
#include "Device/DeviceKind.h"

#include <array>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace hetrt {

/// One GPU.
///
/// The GPU is set up when it is first used: its primary context is retained, which is shared with other CUDA code in
/// the process. Each operation makes this context current, and restores the caller's current context afterwards.
///
/// Each queue is a CUDA stream that does not synchronize with the default stream. Copies go through pinned buffers
/// (Staging.h). Threads that wait for the GPU sleep after a short time, since the OpenMP team needs their core.
///
/// A kernel that faults destroys the context, so the device is then lost, also for other CUDA code in the process. The
/// context is not reset, since that would free the memory of such other code.
class CudaDevice final : public Device {
public:
  CudaDevice(const cuda::Driver &Cuda, cuda::DeviceOrdinal Ordinal, Capabilities What);
  ~CudaDevice() override;

  double takeSetupSeconds() override { return Pins.takeSeconds(); }
  LaunchBytes launchBytes(const PartialsKind &Of) const override;
  void shapeLaunches(LaunchShaping &By) override { Shapes.follow(By); }

private:
  /// A loaded kernel, and the limits of its launches (threads in a block, for example).
  struct Kernel {
    cuda::Function Entry = nullptr;
    cuda::LaunchLimits Limits;
  };

  /// Identifies a kernel: the image or the variant that contains it, and its name. Several descriptors may name one
  /// kernel.
  struct KernelKey {
    const void *From = nullptr;
    std::string Name; ///< A copy, since the library that contains the text may be unloaded.
    auto operator<=>(const KernelKey &) const = default;
  };
  static KernelKey keyOf(const hetrt_region &Region, bool Apart);

  /// The partials of a launch (one reduced value per block or grain) that have to be copied to the host.
  struct BlockPartials {
    cuda::DevicePointer Buffer = 0;
    std::uint64_t Bytes = 0;
    cuda::DevicePointer Scratch = 0; ///< Partials of threads, if they do not fit into shared memory; else 0.
    std::vector<std::byte> *Target = nullptr;
  };

  bool canRunImpl(const hetrt_region &Region) const override;
  bool mayHaveArrays() const override { return true; }
  Residence residenceOfImpl(const void *Array) const override;
  std::uint64_t availableBytesImpl() override;
  Status allocateImpl(std::uint64_t Bytes, DeviceAddress &Address) override;
  Status releaseImpl(DeviceAddress Address) override;
  Status copyInImpl(DeviceAddress To, const void *From, const CopyShape &Shape, Queue On, const HostArray &Of) override;
  Status copyPartsInImpl(DeviceAddress To, const std::byte *From, std::span<const CopyPart> Parts, Queue On,
                         const HostArray &Of) override;
  Status copyOutImpl(void *To, DeviceAddress From, const CopyShape &Shape, Queue On, const HostArray &Of) override;
  void forgetHostImpl(const void *Begin) override;
  bool canCopyFromImpl(const Device &Other) const override;
  Status copyAcrossImpl(DeviceAddress To, Device &Source, DeviceAddress From, const CopyShape &Shape,
                        Queue On) override;
  Status prepareImpl(const hetrt_region &Region) override;
  Status launchImpl(const Launch &Wanted) override;
  Status orderAfterImpl(Queue Later, Queue Earlier) override;
  Status synchronizeImpl(Queue On) override;
  Status finishedImpl(Queue On, bool &Done) override;
  void abandonImpl() override;

  /// Calls Body() while the device's context is current.
  template <typename Function> Status inContext(Function Body);

  Status open();
  Status createQueues();
  bool isLoadable(const hetrt_region &Region) const;
  Status loadKernel(const hetrt_region &Region, bool Apart, const Kernel *&Loaded);
  Status findEntry(const hetrt_region &Region, cuda::Module In, const char *Name, Kernel &Found);
  Status keep(const KernelKey &Key, const Kernel &Made, const Status &Result, const Kernel *&Loaded);
  Status loadModule(const hetrt_region &Region, cuda::Module &Loaded);
  cuda::Result loadImage(const void *Image, cuda::Module &Loaded, std::string &Log);
  Status findLimits(const hetrt_region &Region, Kernel &K);
  static cuda::LaunchDemand demandOf(const Launch &Wanted);
  Status loadVariant(const hetrt_region &Region, const Kernel *&Loaded);
  Status loadFile(const hetrt_region &Region, cuda::Module &Loaded);
  Status launchVariant(const Launch &Wanted);
  Status setPartial(const Kernel &K, const cuda::LaunchGrid &How, std::vector<void *> Parameters);
  Status makePartials(const Launch &Wanted, cuda::LaunchGrid &How, BlockPartials &Made);
  cuda::Result copy(Activity Direction, DeviceAddress There, void *Here, const CopyShape &Shape, Queue On,
                    const HostArray &Of);
  cuda::Result gather(DeviceAddress To, const std::byte *From, std::span<const CopyPart> Parts, Queue On);
  Status reach(CudaDevice &Peer);
  Status orderBehind(const CudaDevice &Peer, Queue On);
  cuda::Result waitFor(Queue On, cuda::Event Last);
  Status noteTimes(Queue On, double UnpackSeconds);
  Status fetchPartials();
  void dropPartials();

  Status check(cuda::Result Error, const char *Doing);
  std::string launchedRegions() const;

  cuda::Stream stream(Queue On) const { return Streams[static_cast<unsigned>(On)]; }

  const cuda::Driver &Cuda;
  const cuda::DeviceOrdinal Ordinal;
  const bool SharesManaged; ///< The device and the host can use managed memory at the same time.
  cuda::Context Context = nullptr;
  std::array<cuda::Stream, QueueCount> Streams = {};
  std::array<cuda::Event, QueueCount> Marks = {}; ///< One event per queue, for ordering and waiting.
  cuda::BlockCache Memory;
  const cuda::Transfer Rows;
  cuda::Staging In, Out;
  cuda::Pinning Pins;
  cuda::QueueClock Clock;
  cuda::LaunchTuning Shapes;
  std::unordered_set<cuda::Context> Peers; ///< Contexts of devices whose memory this one can access.
  std::unordered_map<const unsigned char *, cuda::Module> Modules; ///< Loaded modules by the address of their image.
  std::map<std::string, cuda::Module> Files; ///< Loaded modules of variants by the path of their file.
  std::map<KernelKey, Kernel> Kernels;
  mutable std::mutex UnloadableLock;
  std::set<KernelKey> Unloadable; ///< Kernels that could not be loaded.
  std::vector<BlockPartials> PendingPartials;
  /// Regions launched since the last wait. If a kernel faults, it belongs to one of these regions.
  std::vector<const hetrt_region *> Launched;
};

/// The function in the table of device kinds. The options are the path of the driver library.
FoundDevices enumerateCuda(const DeviceRequest &Request);

} // namespace hetrt

#endif
