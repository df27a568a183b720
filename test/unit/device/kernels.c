/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The device forms of the conformance suite's kernels for real GPUs, as generated code has them; see TestKernels.h. */

typedef unsigned long long Iteration;

static Iteration first_of_thread(Iteration first) {
  return first + (Iteration)__nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() +
         __nvvm_read_ptx_sreg_tid_x();
}

static Iteration stride(void) {
  return (Iteration)__nvvm_read_ptx_sreg_nctaid_x() * __nvvm_read_ptx_sreg_ntid_x();
}

struct axpy {
  double a;
  const double *x;
  double *y;
};

__attribute__((nvptx_kernel)) void device_test_axpy(Iteration first, Iteration last, struct axpy v, void *partials) {
  (void)partials;
  for (Iteration i = first_of_thread(first); i < last; i += stride())
    v.y[i] = v.a * v.x[i] + v.y[i];
}

struct sum {
  const long long *x;
};

__attribute__((nvptx_kernel)) void device_test_sum(Iteration first, Iteration last, struct sum v, void *partials) {
  static __attribute__((address_space(3))) long long of_thread[1024];
  long long total = 0;
  for (Iteration i = first_of_thread(first); i < last; i += stride())
    total += v.x[i];
  of_thread[__nvvm_read_ptx_sreg_tid_x()] = total;
  __syncthreads();
  if (__nvvm_read_ptx_sreg_tid_x() != 0)
    return;
  for (int t = 1; t < __nvvm_read_ptx_sreg_ntid_x(); t++)
    total += of_thread[t];
  ((long long *)partials)[__nvvm_read_ptx_sreg_ctaid_x()] = total;
}
