/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The parts into which a kernel divides a loop with reductions or lastprivate variables. A part is a grain, that is,
   consecutive iterations that are reduced in order; if the launch has no grain size (0), there is one part for each
   group of threads. hetrt_uint64 is defined before. */
#ifndef HETRT_PARTS_H
#define HETRT_PARTS_H

#define HETRT_INLINE static __inline __attribute__((__always_inline__, __unused__))

/* How many parts iterations [hetrt_first, hetrt_last) have. */
HETRT_INLINE hetrt_uint64 hetrt_part_count(hetrt_uint64 hetrt_first, hetrt_uint64 hetrt_last, hetrt_uint64 hetrt_grain,
                                           hetrt_uint64 hetrt_groups) {
  return hetrt_grain ? (hetrt_last - hetrt_first - 1) / hetrt_grain + 1 : hetrt_groups;
}
/* The first iteration of a part, */
HETRT_INLINE hetrt_uint64 hetrt_part_begin(hetrt_uint64 hetrt_first, hetrt_uint64 hetrt_part,
                                           hetrt_uint64 hetrt_grain) {
  return hetrt_first + hetrt_part * (hetrt_grain ? hetrt_grain : 1);
}
/* and the iteration after its last one. */
HETRT_INLINE hetrt_uint64 hetrt_part_end(hetrt_uint64 hetrt_begin, hetrt_uint64 hetrt_last, hetrt_uint64 hetrt_grain) {
  return hetrt_grain && hetrt_last - hetrt_begin > hetrt_grain ? hetrt_begin + hetrt_grain : hetrt_last;
}
/* One more than the last of a part's iterations, which are hetrt_stride apart; 0 if there is none. */
HETRT_INLINE hetrt_uint64 hetrt_part_last(hetrt_uint64 hetrt_begin, hetrt_uint64 hetrt_end, hetrt_uint64 hetrt_stride) {
  return hetrt_begin < hetrt_end ? (hetrt_end - 1 - hetrt_begin) / hetrt_stride * hetrt_stride + hetrt_begin + 1 : 0;
}

#undef HETRT_INLINE

#endif
