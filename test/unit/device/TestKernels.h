// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two regions with device forms for every kind of device, written as generated code has them.
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

/// Both images are the same, so this is a region whose kernel the image does not have.
extern const hetrt_region MissingKernelRegion;

/// A region whose image is damaged, with a kernel for emulated accelerators that is not.
extern const hetrt_region DamagedImageRegion;

/// A team without OpenMP, whose threads sanitizers understand.
void openTeam(int Count, hetrt_team_member *Member, void *Data);

/// A region without any device form.
extern const hetrt_region HostOnlyRegion;

/// The image holds kernels for real GPUs: the build had a device compiler.
bool haveDeviceCode();

/// Makes the kernels known to the fake CUDA driver.
void registerWith(const FakeCuda &Fake);

} // namespace hetrt::test

#endif
