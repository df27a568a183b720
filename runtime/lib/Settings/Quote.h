// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes text from users and files safe to show in messages: on one line, without control characters for the terminal,
// and short.
#ifndef HETRT_SETTINGS_QUOTE_H
#define HETRT_SETTINGS_QUOTE_H

#include <string>
#include <string_view>

namespace hetrt {

/// Replaces control characters by \n, \t or \x1b; other bytes stay, since names may be in any encoding.
std::string escaped(std::string_view Text);

/// Like escaped(), for a value; a long value is cut after 200 bytes, followed by its size.
std::string shown(std::string_view Value);

} // namespace hetrt

#endif
