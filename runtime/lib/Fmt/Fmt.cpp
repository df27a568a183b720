// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The non-template parts of fmt, compiled once. Debian's fmt is a shared library, on which users' programs
// should not depend, and as headers alone it makes half of the time that files take to compile which include it.
#include <fmt/format-inl.h>

template auto fmt::detail::thousands_sep_impl<char>(locale_ref) -> thousands_sep_result<char>;
template auto fmt::detail::decimal_point_impl<char>(locale_ref) -> char;
