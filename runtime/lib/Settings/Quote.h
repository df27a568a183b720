// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes text from users and files safe to show in messages: the result is one line without control characters, which
// could change the state of the terminal, and is not too long.
#ifndef HETRT_SETTINGS_QUOTE_H
#define HETRT_SETTINGS_QUOTE_H

#include <string>
#include <string_view>

namespace hetrt {

/// Replaces control characters by escapes such as \n, \t and \x1b. Other bytes stay as they are, since names may be in
/// any encoding.
std::string escaped(std::string_view Text);

/// Like escaped(), for a value that may be long: of more than 200 bytes only the first 200 are shown, and then the
/// value's size.
std::string shown(std::string_view Value);

} // namespace hetrt

#endif
