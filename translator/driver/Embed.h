// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Puts the device image into the host source itself, so that the source, an assembly listing made from it and an LTO
// object are complete without any other file.
#pragma once

#include <string>
#include <string_view>

namespace hetcc::driver {

/// Replaces each `.incbin \"PATH\"` inside an asm string of \p Source by directives that hold \p Image. The text stays
/// on its line, so that line numbers hold.
std::string embedImage(std::string_view Source, std::string_view Path, std::string_view Image);

} // namespace hetcc::driver
