// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a kernel on the host so that a stray access ends the launch and not the process.
#ifndef HETRT_DEVICE_EMULATED_KERNELGUARD_H
#define HETRT_DEVICE_EMULATED_KERNELGUARD_H

#include "Device/Device.h"

#include <span>

namespace hetrt {

/// One call of a region's emulated kernel, or of its outlined loop.
struct KernelCall {
  const hetrt_region *Region = nullptr;
  std::uint64_t First = 0, Last = 0;
  const void *Values = nullptr;
  void *Partials = nullptr;
  std::span<const hetrt_bounds> Bounds;
  std::span<const DeviceRange> Windows; ///< For the message only; may be empty.
  void *const *Arrays = nullptr;        ///< Of an outlined loop; null: an emulated kernel.
  bool InOrder = false;                 ///< The same.
};

/// Installs the process's handlers for invalid memory accesses, once. They serve kernels that run by runKernel() only:
/// faults of any other code go to the handlers that were there before, or end the process as they always did.
void installKernelFaultHandlers();

/// Calls the kernel in this thread. A subscript outside its window (hetrt_window_violation) and an invalid memory
/// access come back as program faults that name region, array and place; the kernel's stack frames are then gone
/// without their destructors having run. An exception that leaves the kernel terminates the process, as it does in an
/// OpenMP loop.
Status runKernel(const KernelCall &Call) noexcept;

/// Where the kernel that this thread runs returns to after a fault; a thread that goes from one kernel's stack to
/// another's takes it along.
void *kernelLanding();
void setKernelLanding(void *Landing);

/// Lends this thread a stack for signal handlers while a kernel runs, unless it has one: without it a kernel that
/// exhausts its stack would end the process.
class KernelStack {
public:
  KernelStack();
  ~KernelStack();
  KernelStack(const KernelStack &) = delete;
  KernelStack &operator=(const KernelStack &) = delete;

private:
  bool Lent = false;
};

} // namespace hetrt

#endif
