// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reports ranges to tools that listen by NVTX, such as Nsight Systems. Events.h says which events become ranges.
//
// A tool that starts a program names its library in NVTX_INJECTION64_PATH. The library asks for tables of function
// pointers and fills in its own functions. NVIDIA's NVTX headers document this protocol; they are not needed to build
// or to run.
#ifndef HETRT_TRACE_NVTX_H
#define HETRT_TRACE_NVTX_H

#include <string>

namespace hetrt::nvtx {

/// Loads the tool's library, unless the path is null or empty. Called once, before any range. Returns an error, or "".
std::string attach(const char *LibraryPath);

/// Whether a tool listens.
bool attached();

/// Begins and ends a range of the calling thread; ranges of a thread nest.
void push(const std::string &Name);
void pop();

} // namespace hetrt::nvtx

#endif
