// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reports ranges (named intervals of time of a thread) to profiling tools that use NVTX, such as Nsight Systems.
// Events.h says which events become ranges.
//
// A tool that starts a program puts the path of its library into NVTX_INJECTION64_PATH. The library asks the runtime
// for tables of function pointers, and stores pointers to its own functions there. NVIDIA's NVTX headers document this
// protocol; the headers are not needed to build or to run.
#ifndef HETRT_TRACE_NVTX_H
#define HETRT_TRACE_NVTX_H

#include <string>

namespace hetrt::nvtx {

/// Loads the tool's library, unless the path is null or empty. Called once, before any range. Returns why that failed,
/// or "".
std::string attach(const char *LibraryPath);

/// Whether a tool is attached.
bool attached();

/// Begins and ends a range of the calling thread; ranges of a thread nest.
void push(const std::string &Name);
void pop();

} // namespace hetrt::nvtx

#endif
