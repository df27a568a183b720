/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rows of arrays of containers, as C++ kernels see them. hetrt_int64 is defined before. The program may have macros
   named `begin`, `size` and so on, which are the names of functions here: the macros are suspended in this file. */
#ifndef HETRT_ROWS_H
#define HETRT_ROWS_H

#if defined(__cplusplus) && __cplusplus >= 201103L
#pragma push_macro("begin")
#pragma push_macro("end")
#pragma push_macro("size")
#pragma push_macro("empty")
#pragma push_macro("data")
#undef begin
#undef end
#undef size
#undef empty
#undef data
template <class hetrt_element> struct hetrt_row {
  hetrt_element *hetrt_first;
  decltype(sizeof 0) hetrt_count;
  hetrt_element *begin() const { return hetrt_first; }
  hetrt_element *end() const { return hetrt_first + hetrt_count; }
  decltype(sizeof 0) size() const { return hetrt_count; }
  bool empty() const { return hetrt_count == 0; }
  hetrt_element *data() const { return hetrt_first; }
  hetrt_element &operator[](decltype(sizeof 0) hetrt_index) const { return hetrt_first[hetrt_index]; }
};
/* Row number `hetrt_index`, of rows that are `hetrt_stride` elements apart. The container that holds the row in the
   program tells its length. */
template <class hetrt_element, class hetrt_holder>
hetrt_row<hetrt_element> hetrt_row_of(hetrt_element *hetrt_rows, hetrt_int64 hetrt_stride,
                                      const hetrt_holder *hetrt_holders, hetrt_int64 hetrt_index) {
  return {hetrt_rows + hetrt_index * hetrt_stride, hetrt_holders[hetrt_index].size()};
}
#pragma pop_macro("data")
#pragma pop_macro("empty")
#pragma pop_macro("size")
#pragma pop_macro("end")
#pragma pop_macro("begin")
#endif

#endif
