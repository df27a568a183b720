// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What tests may ask of the fake CUDA driver (fake_libcuda.cpp), beside its driver entry points.
#ifndef HETRT_TEST_DEVICE_FAKE_LIBCUDA_H
#define HETRT_TEST_DEVICE_FAKE_LIBCUDA_H

#include <cstddef>
#include <cstdint>

/// Stands for a kernel: all its blocks and threads at once.
using FakeKernel = void(std::uint64_t First, std::uint64_t Last, const void *Values, void *BlockPartials,
                        unsigned Blocks, unsigned BlockSize);

/// Stands for a kernel that hetcc did not make: it gets copies of its parameters.
using FakePlainKernel = void(void *const *Parameters, unsigned Blocks, unsigned BlockSize, unsigned SharedBytes);

/// A launch: its shape as x, y, z, and the kernel's name.
struct FakeLaunch {
  unsigned Blocks[3] = {}, Threads[3] = {}, SharedBytes = 0;
  const char *Kernel = "";
};

/// All functions may be called from any thread.
struct FakeCuda {
  /// Forgets faults, counts and sticky errors. What devices own stays.
  void (*Reset)();
  /// Makes a kernel known. The driver must know how long the values are, as real images say it.
  void (*Register)(const char *Name, FakeKernel *Kernel, std::size_t ValuesSize);
  /// The same for a kernel with parameters of its own, of so many bytes each.
  void (*RegisterPlain)(const char *Name, FakePlainKernel *Kernel, const std::size_t *Sizes, std::size_t Count);
  /// The n-th call from now of an entry point, of any if null, returns an error.
  void (*Fail)(const char *Symbol, std::uint64_t Number, int Error);
  /// The next kernel that runs leaves the context with an error that every later call returns.
  void (*FaultNextKernel)(int Error);
  /// From now on every call returns an error, as after a fault of somebody's kernel.
  void (*FaultNow)(int Error);
  /// Calls of an entry point since the reset; of all of them if null.
  std::uint64_t (*Calls)(const char *Symbol);
  /// What the last launch since the reset asked for.
  FakeLaunch (*LastLaunch)();
  /// Makes a device's primary context current in the calling thread, as the program's own CUDA code does.
  void (*MakeCurrent)(int Device);
  /// The calling thread's current context; null: none.
  const void *(*CurrentContext)();
  /// Memory that the program has allocated for itself: a device's, or managed.
  void *(*AllocateForProgram)(int Device, std::size_t Bytes, bool Managed);
  /// Live device and pinned allocations, registered memory, streams, events, modules and retained contexts.
  std::uint64_t (*LiveObjects)();
  /// How many devices there are from the next enumeration on, and how much memory each has.
  void (*SetDevices)(int Count, std::size_t MemoryBytes);
  /// What device memory is handed out in multiples of.
  void (*SetGranule)(std::size_t Bytes);
  /// The largest pitch of a 2-D copy.
  void (*SetMaxPitch)(int Bytes);
  /// Whether devices reach each other's memory.
  void (*SetPeerAccess)(bool Can);
  /// What a transfer from or to registered memory takes; all others take 1.
  void (*SetRegisteredMilliseconds)(float Milliseconds);
  /// What launches take, by their shapes; null: each takes 1.
  void (*SetLaunchMilliseconds)(float (*Of)(const FakeLaunch &Launch));
};

/// The symbol of a function `const FakeCuda *fakecuda()`.
inline constexpr const char *FakeCudaSymbol = "fakecuda";

#endif
