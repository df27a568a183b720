// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads the kernels of an NVIDIA GPU and chooses their launch shapes.

#include "Device/Cuda/CudaDevice.h"

#include <algorithm>
#include <cstring>

namespace hetrt {

using cuda::Result;

namespace {

/// PTX is text, and the driver wants its end marked; the binary formats know their own sizes.
bool isText(const hetrt_image &Image) { return Image.begin[0] == '/' || Image.begin[0] == '.'; }

std::string firstLine(const char *Text) { return std::string(Text, std::strcspn(Text, "\n")); }

} // namespace

/// False once an attempt to load its kernel has failed.
bool CudaDevice::isLoadable(const hetrt_region &Region) const {
  std::lock_guard Guard(UnloadableLock);
  return !Unloadable.count(&Region);
}

/// The kernel of a region, from the cache or from its image. A kernel that cannot be loaded is remembered, so that the
/// attempt is made and reported once.
Status CudaDevice::loadKernel(const hetrt_region &Region, const Kernel *&Loaded) {
  if (auto Found = Kernels.find(&Region); Found != Kernels.end()) {
    Loaded = &Found->second;
    return Status::success();
  }
  cuda::Module Image = nullptr;
  Kernel K;
  Status Result = loadModule(Region, Image);
  if (Result.ok())
    Result = check(
        Cuda.ModuleGetFunction(&K.Entry, Image, Region.cuda_kernel),
        (std::string("looking for the kernel ") + Region.cuda_kernel + " of the region " + Region.location).c_str());
  if (Result.ok())
    Result = shape(Region, K);
  if (!Result.ok()) {
    std::lock_guard Guard(UnloadableLock);
    Unloadable.insert(&Region);
    return Result;
  }
  Loaded = &Kernels.emplace(&Region, K).first->second;
  return Status::success();
}

Status CudaDevice::loadModule(const hetrt_region &Region, cuda::Module &Loaded) {
  const hetrt_image &Image = *Region.image;
  if (auto Found = Modules.find(Image.begin); Found != Modules.end()) {
    Loaded = Found->second;
    return Status::success();
  }
  char Log[1024] = "";
  int Names[] = {cuda::JitErrorLogBuffer, cuda::JitErrorLogBufferBytes};
  void *Values[] = {Log, reinterpret_cast<void *>(sizeof Log - 1)};
  std::string Text;
  const void *Data = Image.begin;
  if (isText(Image)) {
    Text.assign(Image.begin, Image.end);
    Data = Text.c_str();
  }
  const Result Error = Cuda.ModuleLoadDataEx(&Loaded, Data, 2, Names, Values);
  std::string Doing = std::string("loading the kernel of the region ") + Region.location;
  if (Log[0])
    Doing += " (" + firstLine(Log) + ")";
  if (Status S = check(Error, Doing.c_str()); !S.ok())
    return S;
  Modules.emplace(Image.begin, Loaded);
  return Status::success();
}

/// As many blocks as the device holds at once: the kernel strides over the rest of its iterations.
Status CudaDevice::shape(const hetrt_region &Region, Kernel &K) {
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
  K.BlockSize = static_cast<unsigned>(BlockSize);
  K.MaxThreads = static_cast<unsigned>(std::max(MaxThreads, 1));
  K.MaxBlocks = static_cast<unsigned>(std::max(BlocksPerMultiprocessor * Multiprocessors, 1));
  return Status::success();
}

} // namespace hetrt
