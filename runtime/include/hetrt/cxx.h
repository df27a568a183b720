/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The part of hetrt.h for code generated from C++; hetrt.h includes it. */
#ifndef HETRT_CXX_H
#define HETRT_CXX_H

#include "hetrt.h"
#include "rows.h"

/* Declares a constant table, or a pointer to one. */
#if __cplusplus >= 201103L
#define HETRT_CONSTANT constexpr const
#else
#define HETRT_CONSTANT const
#endif

/* The initial value of a minimum (greatest is true) or of a maximum of numbers. */
template <class Number> Number hetrt_extreme(bool greatest) {
  const float infinity = __builtin_huge_valf();
  if (Number(0.5f) != Number(0) && Number(2) != Number(1)) /* no integer, and no bool */
    return Number(greatest ? infinity : -infinity);
  const bool isSigned = Number(-1) < Number(0);
  const int bits = 8 * int(sizeof(Number)) - isSigned;
  const Number most = Number(~0ULL >> (bits < 64 ? 64 - bits : 0));
  return greatest ? most : isSigned ? Number(-most - 1) : Number(0);
}

/* A data region around a block. Its constructor's argument evaluates the calls that enter the region; the region
 * ends when control leaves the block, also by an exception. */
class hetrt_data_block {
public:
  explicit hetrt_data_block(int /*entered*/) : inside(false) {}
  ~hetrt_data_block() {
    if (inside)
      (void)hetrt_data_next();
  }
  bool next() { return inside = hetrt_data_next() != 0; }

private:
  hetrt_data_block(const hetrt_data_block &);
  void operator=(const hetrt_data_block &);
  bool inside;
};

/* The address of the first element of the argument of a `depersist` clause: a pointer, an array, or a container. */
inline const void *hetrt_base(const volatile void *array) { return const_cast<const void *>(array); }
#if __cplusplus >= 201103L
/* The elements between two iterators, for a range-based for statement. */
template <class Iterator> struct hetrt_elements_between {
  Iterator first, last;
  Iterator begin() const { return first; }
  Iterator end() const { return last; }
};
template <class Iterator> hetrt_elements_between<Iterator> hetrt_elements(Iterator first, Iterator last) {
  return {first, last};
}
/* The beginning and the end of a range, for arrays and for types with begin() and end(), as members or found by
   argument-dependent lookup. */
template <class Element, decltype(sizeof 0) Count> Element *hetrt_first_of(Element (&array)[Count], int) {
  return array;
}
template <class Element, decltype(sizeof 0) Count> Element *hetrt_end_of(Element (&array)[Count], int) {
  return array + Count;
}
template <class Range> auto hetrt_first_of(Range &range, int) -> decltype(range.begin()) { return range.begin(); }
template <class Range> auto hetrt_end_of(Range &range, int) -> decltype(range.end()) { return range.end(); }
template <class Range> auto hetrt_first_of(Range &range, long) -> decltype(begin(range)) { return begin(range); }
template <class Range> auto hetrt_end_of(Range &range, long) -> decltype(end(range)) { return end(range); }
template <class Container> auto hetrt_base(const Container &array) -> decltype((const void *)array.data()) {
  return array.data();
}
#endif

#endif
