// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What gcc takes, or only warns of, and clang calls an error unless it is told otherwise, by the names of clang's
// warnings. The compiler of the host form says whether it is one.
#ifndef HETCC_LIB_ACCEPTEDBYGCC_H
#define HETCC_LIB_ACCEPTEDBYGCC_H

namespace hetcc {

inline constexpr const char *AcceptedByGcc[] = {
    // Old C, before gcc 14: `f(x)` without a declaration, `static n;`.
    "implicit-int", "implicit-function-declaration", "int-conversion", "incompatible-function-pointer-types",
    "return-mismatch", "return-type",
    // C++.
    "c++11-narrowing",                             // int a[] = {n}, n of type long
    "enum-constexpr-conversion",                   // constexpr E e = E(7), which E has no bits for
    "missing-template-arg-list-after-template-kw", // v.template emplace_back(1)
    "register",                                    // from C++17 on
    "reserved-user-defined-literal",               // "%"PRId64
};

/// Nor has gcc a limit of brackets inside of each other, and it computes longer constants.
inline constexpr unsigned BracketDepth = 1 << 14, ConstexprSteps = 1 << 25;

} // namespace hetcc
#endif
