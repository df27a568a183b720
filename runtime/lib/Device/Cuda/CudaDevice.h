// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An NVIDIA GPU, driven through the CUDA driver interface.
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
/// Nothing is set up on the GPU until it is first used: then its primary context is retained, the one that other CUDA
/// code in the process shares. Every operation makes it current for its own duration only, so the caller's current
/// context stays.
///
/// Each queue is a stream of its own that does not wait for the default stream. Copies go through pinned buffers
/// (Staging.h). Waiting sleeps instead of spinning: the core belongs to the team.
///
/// A kernel that faults takes the context with it, so the device is lost afterwards, for other CUDA code in the process
/// too; resetting the context would take away their memory.
class CudaDevice final : public Device {
public:
  CudaDevice(const cuda::Driver &Cuda, cuda::DeviceOrdinal Ordinal, Capabilities What);
  ~CudaDevice() override;

  double takeSetupSeconds() override { return Pins.takeSeconds(); }
  LaunchBytes launchBytes(const PartialsKind &Of) const override;
  void shapeLaunches(LaunchShaping &By) override { Shapes.follow(By); }

private:
  /// A loaded kernel and what limits its launches.
  struct Kernel {
    cuda::Function Entry = nullptr;
    cuda::LaunchLimits Limits;
  };

  /// What tells kernels apart, whichever descriptors name them: the image or the variant, and the entry.
  struct KernelKey {
    const void *From = nullptr;
    std::string Name; ///< A copy: the library that has it may be unloaded.
    auto operator<=>(const KernelKey &) const = default;
  };
  static KernelKey keyOf(const hetrt_region &Region, bool Apart);

  /// Reduction values on the device, one partial per block or grain, on their way to the host.
  struct BlockPartials {
    cuda::DevicePointer Buffer = 0;
    std::uint64_t Bytes = 0;
    cuda::DevicePointer Scratch = 0; ///< Partials of threads, where they do not fit into the block's own memory.
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

  /// Calls Body() with the device's context current.
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
  const bool SharesManaged; ///< It and the host may work on managed memory at the same time.
  cuda::Context Context = nullptr;
  std::array<cuda::Stream, QueueCount> Streams = {};
  std::array<cuda::Event, QueueCount> Marks = {}; ///< For ordering and waiting, one per queue.
  cuda::BlockCache Memory;
  const cuda::Transfer Rows;
  cuda::Staging In, Out;
  cuda::Pinning Pins;
  cuda::QueueClock Clock;
  cuda::LaunchTuning Shapes;
  std::unordered_set<cuda::Context> Peers;                         ///< Whose memory can be reached.
  std::unordered_map<const unsigned char *, cuda::Module> Modules; ///< By the address of their image.
  std::map<std::string, cuda::Module> Files;                       ///< The same of variants, by path.
  std::map<KernelKey, Kernel> Kernels;
  mutable std::mutex UnloadableLock;
  std::set<KernelKey> Unloadable; ///< These do not load here.
  std::vector<BlockPartials> PendingPartials;
  std::vector<const hetrt_region *> Launched; ///< Since the last wait: one of them is to blame for a fault.
};

/// The row's function in the list of device kinds. The options are the path of the driver library.
FoundDevices enumerateCuda(const DeviceRequest &Request);

} // namespace hetrt

#endif
