// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Puts the device image into the host source as assembler directives, so that the source, its assembly listing, or an
// LTO object does not depend on another file.
#pragma once

#include <string>
#include <string_view>

namespace hetcc::driver {

/// Replaces each `.incbin \"PATH\"` in an asm string of \p Source by directives with the bytes of \p Image. The number
/// of lines does not change.
std::string embedImage(std::string_view Source, std::string_view Path, std::string_view Image);

} // namespace hetcc::driver
