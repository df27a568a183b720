// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two regions with device forms for every kind of device, written by hand in the form of generated code.
#ifndef HETRT_TEST_DEVICE_TESTKERNELS_H
#define HETRT_TEST_DEVICE_TESTKERNELS_H

#include "hetrt/hetrt.h"

#include "fake_libcuda.h"

namespace hetrt::test {

/// y[i] = a * x[i] + y[i]; windows x (in) and y (inout).
struct AxpyValues {
  double A;
  const double *X;
  double *Y;
};
extern const hetrt_region AxpyRegion;

/// sum += x[i], a reduction over 64-bit integers; window x (in).
struct SumValues {
  const long long *X;
};
extern const hetrt_region SumRegion;

/// All kernels are in the same image; this region's kernel is not in it.
extern const hetrt_region MissingKernelRegion;

/// A region whose image for GPUs is damaged; its kernel for emulated accelerators is valid.
extern const hetrt_region DamagedImageRegion;

/// Opens a team of plain threads, which sanitizers understand.
void openTeam(int Count, hetrt_team_member *Member, void *Data);

/// A region without any device form.
extern const hetrt_region HostOnlyRegion;

/// Whether the image has kernels for real GPUs: the build had a device compiler.
bool haveDeviceCode();

/// Registers the kernels with the fake CUDA driver.
void registerWith(const FakeCuda &Fake);

} // namespace hetrt::test

#endif
