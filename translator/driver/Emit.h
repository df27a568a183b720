// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes a translated source complete (for --hetcc-emit-source and --save-temps): #include lines of the translator's
// copies of headers, which are in the temporary folder, are replaced by the text of these headers.
#pragma once

#include <string>
#include <string_view>

namespace hetcc::driver {

/// \p Source with every `#include "Folder/..."` replaced by the file's text, and with line markers by which all
/// positions stay right. A file with `#pragma once` is included once.
std::string withCopiesInside(std::string_view Source, const std::string &Folder);

} // namespace hetcc::driver
