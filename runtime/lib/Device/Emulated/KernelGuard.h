// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a kernel on the host so that an invalid access in it ends the launch and not the process.
#ifndef HETRT_DEVICE_EMULATED_KERNELGUARD_H
#define HETRT_DEVICE_EMULATED_KERNELGUARD_H

#include "Device/Device.h"

#include <span>

namespace hetrt {

/// One call of a region's emulated kernel, or of its outlined form (the loop in a function, for the cores of a node).
struct KernelCall {
  const hetrt_region *Region = nullptr;
  std::uint64_t First = 0, Last = 0;
  const void *Values = nullptr;
  void *Partials = nullptr;
  std::span<const hetrt_bounds> Bounds;
  std::span<const DeviceRange> Windows; ///< Used for messages only; may be empty.
  void *const *Arrays = nullptr;        ///< Arguments of the outlined form; null: call the emulated kernel.
  bool InOrder = false;                 ///< An argument of the outlined form.
};

/// Installs handlers for SIGSEGV and SIGBUS, at the first call only. The handlers act on faults in kernels that
/// runKernel() runs. They pass all other faults to the handlers that were installed before, or to the default action.
void installKernelFaultHandlers();

/// Calls the kernel in this thread. A subscript outside its window (hetrt_window_violation) and an invalid memory
/// access are returned as program faults that name region, array and place; the destructors of the kernel's stack
/// frames do not run then. An exception that leaves the kernel terminates the process, as in an OpenMP loop.
Status runKernel(const KernelCall &Call) noexcept;

/// The Landing of this thread, that is, the place on the thread's stack to which control jumps if the kernel that runs
/// has a fault; null outside of kernels. A thread that switches between the stacks of several kernels has to save and
/// restore it.
void *kernelLanding();
void setKernelLanding(void *Landing);

/// While an object of this class exists, the calling thread has a stack for signal handlers. Without one, a kernel that
/// overflows its stack would end the process. A thread that has one already keeps it.
class KernelStack {
public:
  KernelStack();
  ~KernelStack();
  KernelStack(const KernelStack &) = delete;
  KernelStack &operator=(const KernelStack &) = delete;

private:
  bool StackWasLent = false;
};

} // namespace hetrt

#endif
