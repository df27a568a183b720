// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches the program's own kernels, which a clause `variant(cuda: ...)` names in place of the loop body. The kernel
// is linked into the program with the CUDA runtime, or is in a file that the driver loads.

#include "Device/Cuda/CudaDevice.h"

#include "Files/Program.h"
#include "Files/Rights.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace hetrt {

namespace {

/// Threads per block if the clause does not give a number.
constexpr unsigned DefaultThreads = 256;

/// How messages name the kernel: "the kernel axpy of the region a.c:3".
std::string kernelOf(const hetrt_region &Region) {
  return std::string("the kernel ") + Region.variant->name + " of the region " + Region.location;
}

/// The path of a kernel's file; relative paths start at the program's own folder.
std::filesystem::path imageFile(const char *File) { return std::filesystem::path(programPath()).parent_path() / File; }

/// The shape of a launch: threads per block, blocks, and bytes of shared memory.
struct VariantShape {
  std::uint64_t Threads = DefaultThreads, Blocks = 0, SharedBytes = 0;
};

Status wrongShape(const hetrt_region &Region, const char *What, hetrt_int64 Least, hetrt_int64 Most,
                  hetrt_int64 Found) {
  return Status::programFault(HETRT_ERROR_ARGUMENT, std::string("variant(") + Region.variant->name + "): wanted " +
                                                        What + " from " + std::to_string(Least) + " to " +
                                                        std::to_string(Most) + ", found " + std::to_string(Found));
}

/// Reads the shape from the arguments of the clause. Without a number of blocks, there are so many that each iteration
/// has a thread. A number out of range is a program fault.
Status launchShapeOf(const hetrt_region &Region, const hetrt_variant_call &Call, std::uint64_t Iterations,
                     VariantShape &Into) {
  constexpr hetrt_int64 MostThreads = 1024, MostBlocks = INT32_MAX;
  const unsigned Given = Region.variant->shape_count;
  if (Given > 0 && (Call.shape[0] < 1 || Call.shape[0] > MostThreads))
    return wrongShape(Region, "threads of a block", 1, MostThreads, Call.shape[0]);
  if (Given > 1 && (Call.shape[1] < 1 || Call.shape[1] > MostBlocks))
    return wrongShape(Region, "blocks", 1, MostBlocks, Call.shape[1]);
  if (Given > 2 && (Call.shape[2] < 0 || Call.shape[2] > INT32_MAX))
    return wrongShape(Region, "bytes of shared memory", 0, INT32_MAX, Call.shape[2]);
  if (Given > 0)
    Into.Threads = std::uint64_t(Call.shape[0]);
  Into.Blocks = Given > 1 ? std::uint64_t(Call.shape[1])
                          : std::min<std::uint64_t>((Iterations - 1) / Into.Threads + 1, MostBlocks);
  Into.SharedBytes = Given > 2 ? std::uint64_t(Call.shape[2]) : 0;
  return Status::success();
}

/// The members with which every `values` struct of generated code begins: the iterator's first value, and its step.
struct IteratorValues {
  std::uint64_t Lower, Step;
};

} // namespace

Status CudaDevice::loadVariant(const hetrt_region &Region, const Kernel *&Loaded) {
  const hetrt_variant &Own = *Region.variant;
  const KernelKey Key = keyOf(Region, true);
  if (auto Found = Kernels.find(Key); Found != Kernels.end()) {
    Loaded = &Found->second;
    return Status::success();
  }
  Kernel K;
  Status Result;
  if (Own.file) {
    cuda::Module Image = nullptr;
    Result = loadFile(Region, Image);
    if (Result.ok())
      Result = findEntry(Region, Image, Own.name, K);
  } else if (!Own.function || !Own.launch) {
    Result = Status::deviceFault(label() + ": " + kernelOf(Region) + " cannot be launched: the program is not linked " +
                                 (Own.function ? "with the CUDA runtime (-lcudart)" : "with an object that has it"));
  }
  return keep(Key, K, Result, Loaded);
}

/// Loads a file of kernels. A file is loaded once, even if several regions use it.
Status CudaDevice::loadFile(const hetrt_region &Region, cuda::Module &Loaded) {
  const std::filesystem::path Path = imageFile(Region.variant->file);
  if (auto Found = Files.find(Path); Found != Files.end()) {
    Loaded = Found->second;
    return Status::success();
  }
  // In a set-user-ID program, relative paths are not safe: a user who starts it can choose the program's folder, by
  // making a hard link to the program elsewhere. So the file is not loaded.
  if (isPrivileged() && std::filesystem::path(Region.variant->file).is_relative())
    return Status::deviceFault(label() + ": " + kernelOf(Region) + ": '" + Region.variant->file +
                               "' is not loaded from beside a program with more rights than who started it");
  std::ifstream In(Path, std::ios::binary);
  const std::string Image{std::istreambuf_iterator<char>(In), {}};
  if (Image.empty())
    return Status::deviceFault(label() + ": " + kernelOf(Region) + ": cannot read '" + Path.string() + "'");
  std::string Log;
  const cuda::Result Error = loadImage(Image.c_str(), Loaded, Log);
  const std::string Doing = "loading " + kernelOf(Region) + " from '" + Path.string() + "'" +
                            (Log.empty() ? "" : " (" + Log.substr(0, Log.find('\n')) + ")");
  if (Status S = check(Error, Doing.c_str()); !S.ok())
    return S;
  Files.emplace(Path, Loaded);
  return Status::success();
}

/// Launches the kernel that the clause names. The driver copies the parameters during the call.
Status CudaDevice::launchVariant(const Launch &Wanted) {
  const hetrt_region &Region = *Wanted.Region;
  const hetrt_variant &Own = *Region.variant;
  const Kernel *K = nullptr;
  if (Status Loaded = loadVariant(Region, K); !Loaded.ok())
    return Loaded;
  VariantShape How;
  if (Status Known = launchShapeOf(Region, *Wanted.Variant, Wanted.Last - Wanted.First, How); !Known.ok())
    return Known;
  IteratorValues Iterator;
  std::memcpy(&Iterator, Wanted.Values.data(), sizeof Iterator);
  auto First = static_cast<long long>(Iterator.Lower + Wanted.First * Iterator.Step);
  auto Count = static_cast<long long>(Wanted.Last - Wanted.First);
  std::vector<void *> Parameters = {&First, &Count};
  for (unsigned A = 0; A < Own.argument_count; ++A) {
    const hetrt_int32 Window = Own.arguments[A];
    const void *Value =
        Window < 0 ? Wanted.Variant->values[A] : Wanted.Values.data() + Region.arrays[Window].pointer_offset;
    Parameters.push_back(const_cast<void *>(Value));
  }
  if (Status Entered = check(Clock.enter({}, 0, stream(Queue::Compute)), "measuring time"); !Entered.ok())
    return Entered;
  Launched.push_back(&Region);
  const auto Blocks = static_cast<unsigned>(How.Blocks), Threads = static_cast<unsigned>(How.Threads);
  const cuda::Result Error =
      Own.file ? Cuda.LaunchKernel(K->Entry, Blocks, 1, 1, Threads, 1, 1, static_cast<unsigned>(How.SharedBytes),
                                   stream(Queue::Compute), Parameters.data(), nullptr)
               : Own.launch(Own.function, {Blocks, 1, 1}, {Threads, 1, 1}, Parameters.data(), How.SharedBytes,
                            stream(Queue::Compute));
  return check(Error, ("launching " + kernelOf(Region)).c_str());
}

} // namespace hetrt
