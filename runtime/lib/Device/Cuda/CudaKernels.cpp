// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads the kernels of an NVIDIA GPU from the images in the program.

#include "Device/Cuda/CudaDevice.h"

#include <algorithm>
#include <cstring>

namespace hetrt {

using cuda::Result;

namespace {

/// The parts of an image: machine code (a cubin, which contains its own size), then a zero byte and PTX as text. One of
/// the two may be missing.
struct Contents {
  const unsigned char *Code = nullptr;
  std::string Ptx;
};

bool isText(const unsigned char *Begin, const unsigned char *End) {
  return Begin != End && (*Begin == '/' || *Begin == '.');
}

Contents contentsOf(const hetrt_image &Image) {
  const unsigned char *End = Image.end;
  while (End != Image.begin && End[-1] == 0)
    --End;
  const unsigned char *Text = End;
  while (Text != Image.begin && Text[-1] != 0)
    --Text;
  Contents Found;
  if (isText(Text, End))
    Found.Ptx.assign(Text, End);
  if (Found.Ptx.empty() || Text != Image.begin)
    Found.Code = Image.begin;
  return Found;
}

/// Whether an error says that the driver cannot use this image, so that loading another image may succeed. After other
/// errors, another image would fail, too.
bool isRefusal(Result Error) {
  switch (Error) {
  case cuda::InvalidImage:
  case cuda::NoBinaryForGpu:
  case cuda::InvalidPtx:
  case cuda::UnsupportedPtxVersion:
  case cuda::InvalidSource:
  case cuda::NotSupported:
    return true;
  default:
    return false;
  }
}

std::string firstLine(const char *Text) { return std::string(Text, std::strcspn(Text, "\n")); }

} // namespace

CudaDevice::KernelKey CudaDevice::keyOf(const hetrt_region &Region, bool Apart) {
  return Region.variant ? KernelKey{Region.variant, Region.variant->name}
                        : KernelKey{Region.image->begin,
                                    std::string(Region.cuda_kernel) + (Apart ? "" : HETRT_OVERLAPPING_KERNEL)};
}

/// False if an attempt to load the region's kernel has failed before.
bool CudaDevice::isLoadable(const hetrt_region &Region) const {
  std::lock_guard Guard(UnloadableLock);
  return !Unloadable.count(keyOf(Region, true));
}

/// Finds the kernel of a region in the cache, or loads it from its image. `Apart`: loads the kernel that assumes that
/// windows do not share memory. A kernel that cannot be loaded is remembered, so that there is only one attempt and one
/// report.
Status CudaDevice::loadKernel(const hetrt_region &Region, bool Apart, const Kernel *&Loaded) {
  const KernelKey Key = keyOf(Region, Apart);
  if (auto Found = Kernels.find(Key); Found != Kernels.end()) {
    Loaded = &Found->second;
    return Status::success();
  }
  cuda::Module Image = nullptr;
  Kernel K;
  Status Result = loadModule(Region, Image);
  if (Result.ok())
    Result = findEntry(Region, Image, Key.Name.c_str(), K);
  if (Result.ok())
    Result = findLimits(Region, K);
  return keep(Key, K, Result, Loaded);
}

/// Looks up the kernel `Name` in a module.
Status CudaDevice::findEntry(const hetrt_region &Region, cuda::Module In, const char *Name, Kernel &Found) {
  return check(Cuda.ModuleGetFunction(&Found.Entry, In, Name),
               (std::string("looking for the kernel ") + Name + " of the region " + Region.location).c_str());
}

/// Stores the kernel if `Result` is a success; else remembers that it cannot be loaded.
Status CudaDevice::keep(const KernelKey &Key, const Kernel &Made, const Status &Result, const Kernel *&Loaded) {
  if (Result.ok()) {
    Loaded = &Kernels.emplace(Key, Made).first->second;
  } else {
    std::lock_guard Guard(UnloadableLock);
    Unloadable.insert(Key);
  }
  return Result;
}

/// Loads the machine code if the driver accepts it; else the PTX, which works on GPUs that are newer than the program,
/// and with drivers that are older than the CUDA toolkit that the program was built with.
Status CudaDevice::loadModule(const hetrt_region &Region, cuda::Module &Loaded) {
  const hetrt_image &Image = *Region.image;
  if (auto Found = Modules.find(Image.begin); Found != Modules.end()) {
    Loaded = Found->second;
    return Status::success();
  }
  const Contents Held = contentsOf(Image);
  std::string Log;
  Result Error = cuda::InvalidImage;
  if (Held.Code)
    Error = loadImage(Held.Code, Loaded, Log);
  if (isRefusal(Error) && !Held.Ptx.empty())
    Error = loadImage(Held.Ptx.c_str(), Loaded, Log);
  const std::string Why = Log.empty() ? "" : " (" + firstLine(Log.c_str()) + ")";
  if (Status S = check(Error, (std::string("loading the kernel of the region ") + Region.location + Why).c_str());
      !S.ok())
    return S;
  Modules.emplace(Image.begin, Loaded);
  return Status::success();
}

Result CudaDevice::loadImage(const void *Image, cuda::Module &Loaded, std::string &Log) {
  char Text[1024] = "";
  int Names[] = {cuda::JitErrorLogBuffer, cuda::JitErrorLogBufferBytes};
  void *Values[] = {Text, reinterpret_cast<void *>(sizeof Text - 1)};
  const Result Error = Cuda.ModuleLoadDataEx(&Loaded, Image, 2, Names, Values);
  Log = Text;
  return Error;
}

/// Finds the largest block of the kernel, and the number of blocks that the device can run at the same time.
Status CudaDevice::findLimits(const hetrt_region &Region, Kernel &K) {
  const std::string Doing = std::string("asking about the kernel of the region ") + Region.location;
  int MaxThreads = 0, BlocksPerMultiprocessor = 0, Multiprocessors = 0;
  if (Status S = check(Cuda.FuncGetAttribute(&MaxThreads, cuda::FunctionMaxThreadsPerBlock, K.Entry), Doing.c_str());
      !S.ok())
    return S;
  const int BlockSize = std::max(std::min(HETRT_BLOCK_SIZE, MaxThreads), 1);
  if (Status S = check(Cuda.OccupancyMaxActiveBlocks(&BlocksPerMultiprocessor, K.Entry, BlockSize, 0), Doing.c_str());
      !S.ok())
    return S;
  if (Status S =
          check(Cuda.DeviceGetAttribute(&Multiprocessors, cuda::AttributeMultiprocessors, Ordinal), Doing.c_str());
      !S.ok())
    return S;
  K.Limits.BlockSize = static_cast<unsigned>(BlockSize);
  K.Limits.MaxThreads = static_cast<unsigned>(std::clamp(MaxThreads, 1, HETRT_MOST_THREADS));
  K.Limits.MaxBlocks = static_cast<unsigned>(std::max(BlocksPerMultiprocessor * Multiprocessors, 1));
  return Status::success();
}

} // namespace hetrt
