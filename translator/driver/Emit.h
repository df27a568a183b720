// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes a translated source complete: the translator's copies of headers, which lie in the private folder, are put in
// the places of the directives that include them.
#pragma once

#include <string>
#include <string_view>

namespace hetcc::driver {

/// \p Source with every `#include "Folder/..."` replaced by the file's text, line markers kept right. A file with
/// `#pragma once` comes once.
std::string withCopiesInside(std::string_view Source, const std::string &Folder);

} // namespace hetcc::driver
