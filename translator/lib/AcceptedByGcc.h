// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Warnings of clang that are errors by default although gcc accepts the code or only warns. The translator makes them
// warnings again, so that the host compiler decides whether the code is an error.
#ifndef HETCC_LIB_ACCEPTEDBYGCC_H
#define HETCC_LIB_ACCEPTEDBYGCC_H

namespace hetcc {

inline constexpr const char *AcceptedByGcc[] = {
    // C before C99, which gcc accepts up to version 13: `f(x)` without a declaration, `static n;`.
    "implicit-int", "implicit-function-declaration", "int-conversion", "incompatible-function-pointer-types",
    "return-mismatch", "return-type",
    // C++.
    "c++11-narrowing",                             // int a[] = {n}, n of type long
    "enum-constexpr-conversion",                   // constexpr E e = E(7), where 7 is out of the range of E
    "invalid-constexpr",                           // a constexpr function that never has a constant value
    "missing-template-arg-list-after-template-kw", // v.template emplace_back(1)
    "register",                                    // `register int i;`, an error from C++17 on
    "reserved-user-defined-literal",               // "%"PRId64
};

/// Limits for clang. They are high, because gcc has no limit for nested brackets, and allows more steps in constant
/// expressions.
inline constexpr unsigned BracketDepth = 1 << 14, ConstexprSteps = 1 << 25;

/// The limit of the first attempt. Clang tries to compute the initial value of each variable of static memory: for
/// millions of objects with constexpr constructors, that takes minutes, and in vain. Where a constant is needed, clang
/// reports an error with the note StepsExceeded, and the next attempt has the limit above.
inline constexpr unsigned FewConstexprSteps = 1 << 17;
inline constexpr const char *StepsExceeded = "constexpr evaluation hit maximum step limit";

} // namespace hetcc
#endif
