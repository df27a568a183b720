// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What --hetcc-auto says, for the driver and the translator. No LLVM.
#ifndef HETCC_LIB_AUTOMODE_H
#define HETCC_LIB_AUTOMODE_H

#include <optional>
#include <string_view>

namespace hetcc {

/// Which of OpenMP's own loops are split where that is found to be right.
enum class AutoMode {
  Off,
  Target, ///< those of `target`
  All,    ///< those of `parallel`, too
};

/// "no", "target" or "all"; nothing for other words.
inline std::optional<AutoMode> autoModeOf(std::string_view Word) {
  if (Word == "no")
    return AutoMode::Off;
  if (Word == "target")
    return AutoMode::Target;
  if (Word == "all")
    return AutoMode::All;
  return std::nullopt;
}

} // namespace hetcc
#endif
