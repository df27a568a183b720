// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the NVIDIA GPUs of this machine, for the table of device kinds.

#include "Device/Cuda/CudaDevice.h"

#include <algorithm>
#include <cctype>

namespace hetrt {

namespace {

/// The SIMD lanes of a host core, assumed to be 256-bit vectors of floats. Only the order of magnitude matters, since
/// this is used for the first pass only.
constexpr double HostLanes = 8;
constexpr double WarpLanes = 32;

std::string pciAddressOf(const cuda::Driver &Cuda, cuda::DeviceOrdinal Ordinal) {
  char Text[32] = "";
  if (Cuda.DeviceGetPciBusId(Text, sizeof Text - 1, Ordinal) != cuda::Success)
    return {};
  std::string Address = Text;
  std::transform(Address.begin(), Address.end(), Address.begin(), [](unsigned char C) { return std::tolower(C); });
  return Address;
}

/// The device's rounding of allocations. At most an eighth of its memory is kept for later allocations, since other
/// processes may use the device.
AllocationUnits unitsOf(const cuda::Driver &Cuda, cuda::DeviceOrdinal Ordinal, std::uint64_t MemoryBytes) {
  constexpr std::size_t Usual = std::size_t(2) << 20; // the granule on all NVIDIA GPUs since 2014, in bytes
  constexpr std::uint64_t Least = 512;
  cuda::MemoryProperties Plain;
  Plain.DeviceNumber = Ordinal;
  std::size_t Granule = 0;
  if (!Cuda.MemGetAllocationGranularity ||
      Cuda.MemGetAllocationGranularity(&Granule, &Plain, cuda::GranularityMinimum) != cuda::Success || Granule == 0)
    Granule = Usual;
  return {.Least = Least, .MostRounded = MemoryBytes / 8, .Granule = Granule};
}

Capabilities capabilitiesOf(const cuda::Driver &Cuda, cuda::DeviceOrdinal Ordinal, unsigned Index) {
  Capabilities What;
  What.Kind = "cuda";
  What.Index = Index;
  char Name[256] = "";
  if (Cuda.DeviceGetName(Name, sizeof Name - 1, Ordinal) == cuda::Success)
    What.Name = Name;
  std::size_t Bytes = 0;
  if (Cuda.DeviceTotalMem(&Bytes, Ordinal) == cuda::Success)
    What.MemoryBytes = Bytes;
  What.Units = unitsOf(Cuda, Ordinal, Bytes);
  const int Multiprocessors = Cuda.attribute(Ordinal, cuda::AttributeMultiprocessors);
  What.Identity = What.Name + ", " + std::to_string(Multiprocessors) + " multiprocessors, sm_" +
                  std::to_string(Cuda.attribute(Ordinal, cuda::AttributeComputeCapabilityMajor)) +
                  std::to_string(Cuda.attribute(Ordinal, cuda::AttributeComputeCapabilityMinor));
  // The GPU reaches host memory by the host's page tables, as on a GH200, or by pages that the driver moves (HMM).
  // Whether such access is fast is measured at run time (Plan/ReachChooser.h).
  What.LoadsKernels = true;
  What.ReachesHost = Cuda.attribute(Ordinal, cuda::AttributePageableMemoryAccess) != 0 &&
                     Cuda.attribute(Ordinal, cuda::AttributeConcurrentManagedAccess) != 0;
  if (What.ReachesHost)
    What.Identity += ", reaches the host's memory";
  What.PciAddress = pciAddressOf(Cuda, Ordinal);
  What.SimdBytes = static_cast<std::uint64_t>(4 * WarpLanes);
  What.RelativeWidth = std::max(Multiprocessors, 1) * WarpLanes / HostLanes;
  return What;
}

} // namespace

FoundDevices enumerateCuda(const DeviceRequest &Request) {
  FoundDevices Found;
  if (Request.Count == 0u)
    return Found; // no GPU is wanted, so do not open the driver, which takes long to start
  if (inForkedChild()) {
    Found.WhyNot = "a forked child process has no accelerators";
    return Found;
  }
  const cuda::Driver *Cuda = cuda::openDriver(std::string(Request.Options), Found.WhyNot);
  if (!Cuda)
    return Found;
  int Total = 0;
  if (cuda::Result Error = Cuda->DeviceGetCount(&Total)) {
    Found.WhyNot = "the CUDA driver does not count its devices: " + Cuda->describe(Error);
    return Found;
  }
  const unsigned Present = static_cast<unsigned>(std::max(Total, 0));
  const unsigned Wanted = Request.Count.value_or(Present);
  for (unsigned I = 0; I < std::min(Wanted, Present); ++I) {
    const unsigned Number = (Request.Rotate + I) % Present;
    cuda::DeviceOrdinal Ordinal = 0;
    if (Cuda->DeviceGet(&Ordinal, static_cast<int>(Number)) == cuda::Success)
      Found.Devices.push_back(std::make_unique<CudaDevice>(*Cuda, Ordinal, capabilitiesOf(*Cuda, Ordinal, Number)));
  }
  if (Present == 0)
    Found.WhyNot = "the CUDA driver finds no device";
  else if (Wanted > Present)
    Found.WhyNot = std::to_string(Wanted) + " CUDA devices wanted, " + std::to_string(Present) + " present";
  return Found;
}

} // namespace hetrt
