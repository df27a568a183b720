// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The argument of --hetcc-auto. The driver and the translator share this header, which does not use LLVM.
#ifndef HETCC_LIB_AUTOMODE_H
#define HETCC_LIB_AUTOMODE_H

#include <optional>
#include <string_view>

namespace hetcc {

/// Which plain OpenMP loops, that is, loops without hetcc's clauses, are split if Analysis proves that splitting is
/// right.
enum class AutoMode {
  Off,
  Target, ///< loops of `target` constructs
  All,    ///< loops of `target` and `parallel` constructs
};

/// Returns the mode for "no", "target" or "all"; nullopt for other words.
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
