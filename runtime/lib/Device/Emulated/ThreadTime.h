// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Measures the processor time of the calling thread, which does not depend on other load of the machine.
#ifndef HETRT_DEVICE_EMULATED_THREADTIME_H
#define HETRT_DEVICE_EMULATED_THREADTIME_H

#include <ctime>

namespace hetrt {

/// Seconds of processor time that the calling thread has used. Thread safe.
inline double threadSeconds() {
  timespec Now = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &Now);
  return static_cast<double>(Now.tv_sec) + 1e-9 * static_cast<double>(Now.tv_nsec);
}

} // namespace hetrt
#endif
