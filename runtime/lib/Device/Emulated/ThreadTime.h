// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Processor time of the calling thread: what its work took, whatever else the machine was doing.
#ifndef HETRT_DEVICE_EMULATED_THREADTIME_H
#define HETRT_DEVICE_EMULATED_THREADTIME_H

#include <ctime>

namespace hetrt {

/// In seconds, from some moment on. Thread safe.
inline double threadSeconds() {
  timespec Now = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &Now);
  return static_cast<double>(Now.tv_sec) + 1e-9 * static_cast<double>(Now.tv_nsec);
}

} // namespace hetrt
#endif
