// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What others gave us, as it can stand in a message: on one line, without what a terminal would obey, and short.
#ifndef HETRT_SETTINGS_QUOTE_H
#define HETRT_SETTINGS_QUOTE_H

#include <string>
#include <string_view>

namespace hetrt {

/// Control characters as \n, \t or \x1b; other bytes as they are, since names may be in any encoding.
std::string escaped(std::string_view Text);

/// The same of a value; of a long one its beginning, and how long it is.
std::string shown(std::string_view Value);

} // namespace hetrt

#endif
