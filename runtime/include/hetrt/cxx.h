/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What code generated from C++ uses of the runtime's besides hetrt.h, which includes this. */
#ifndef HETRT_CXX_H
#define HETRT_CXX_H

#include "hetrt.h"
#include "rows.h"

/* A table that is constant, or a pointer to one. */
#if __cplusplus >= 201103L
#define HETRT_CONSTANT constexpr const
#else
#define HETRT_CONSTANT const
#endif

/* What a minimum (greatest) or a maximum of numbers begins with. */
template <class Number> Number hetrt_extreme(bool greatest) {
  const float infinity = __builtin_huge_valf();
  if (Number(0.5f) != Number(0) && Number(2) != Number(1)) /* no integer, and no bool */
    return Number(greatest ? infinity : -infinity);
  const bool isSigned = Number(-1) < Number(0);
  const int bits = 8 * int(sizeof(Number)) - isSigned;
  const Number most = Number(~0ULL >> (bits < 64 ? 64 - bits : 0));
  return greatest ? most : isSigned ? Number(-most - 1) : Number(0);
}

/* A data region around a block, whose entry the calls in the argument are: it ends when control leaves the block, by an
 * exception too. */
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

/* The first element of what stands in a `depersist` clause: a pointer, an array, or a container. */
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
/* Where a range begins and ends: one text for arrays and for what has members or functions of these names. */
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
