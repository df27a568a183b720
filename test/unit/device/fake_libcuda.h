// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions by which tests control the fake CUDA driver (fake_libcuda.cpp), in addition to its driver entry points.
#ifndef HETRT_TEST_DEVICE_FAKE_LIBCUDA_H
#define HETRT_TEST_DEVICE_FAKE_LIBCUDA_H

#include <cstddef>
#include <cstdint>

/// Stands for a kernel made by hetcc; it is called once for all blocks and threads of a launch.
using FakeKernel = void(std::uint64_t First, std::uint64_t Last, const void *Values, void *BlockPartials,
                        unsigned Blocks, unsigned BlockSize);

/// Stands for a kernel that hetcc did not make; it gets copies of its parameters.
using FakePlainKernel = void(void *const *Parameters, unsigned Blocks, unsigned BlockSize, unsigned SharedBytes);

/// A launch: its shape along x, y, z, and the kernel's name.
struct FakeLaunch {
  unsigned Blocks[3] = {}, Threads[3] = {}, SharedBytes = 0;
  const char *Kernel = "";
};

/// The control functions. All may be called by any thread.
struct FakeCuda {
  /// Forgets faults, counts and sticky errors. Objects on devices stay.
  void (*Reset)();
  /// Registers a kernel by name. The driver needs the size of the values, which real images contain.
  void (*Register)(const char *Name, FakeKernel *Kernel, std::size_t ValuesSize);
  /// Registers a kernel that hetcc did not make, by name; Sizes has the bytes of each of its parameters.
  void (*RegisterPlain)(const char *Name, FakePlainKernel *Kernel, const std::size_t *Sizes, std::size_t Count);
  /// The call number `Number` from now of an entry point (any if null) returns an error.
  void (*Fail)(const char *Symbol, std::uint64_t Number, int Error);
  /// The next kernel that runs leaves an error in the context, which every later call returns.
  void (*FaultNextKernel)(int Error);
  /// From now on every call returns an error, as after a fault of another kernel.
  void (*FaultNow)(int Error);
  /// The number of calls of an entry point since the reset; of all entry points if null.
  std::uint64_t (*Calls)(const char *Symbol);
  /// The last launch since the reset.
  FakeLaunch (*LastLaunch)();
  /// Makes a device's primary context current in the calling thread, as the program's own CUDA code does.
  void (*MakeCurrent)(int Device);
  /// The calling thread's current context; null: none.
  const void *(*CurrentContext)();
  /// Allocates memory as the program itself would: on a device, or managed.
  void *(*AllocateForProgram)(int Device, std::size_t Bytes, bool Managed);
  /// The number of live device and pinned allocations, registered memory, streams, events, modules and retained
  /// contexts.
  std::uint64_t (*LiveObjects)();
  /// Sets how many devices later enumerations find, and how much memory each has.
  void (*SetDevices)(int Count, std::size_t MemoryBytes);
  /// Sets the size of which allocations take a multiple.
  void (*SetGranule)(std::size_t Bytes);
  /// Sets the largest pitch of a 2-D copy.
  void (*SetMaxPitch)(int Bytes);
  /// Sets whether devices can access each other's memory.
  void (*SetPeerAccess)(bool Can);
  /// Sets the time of a transfer from or to registered memory; all others take 1.
  void (*SetRegisteredMilliseconds)(float Milliseconds);
  /// Sets the function that tells how long launches take, by their shapes; null: each takes 1.
  void (*SetLaunchMilliseconds)(float (*Of)(const FakeLaunch &Launch));
};

/// The symbol of a function `const FakeCuda *fakecuda()`.
inline constexpr const char *FakeCudaSymbol = "fakecuda";

#endif
