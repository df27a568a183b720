// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a command line says of our warnings and of the form of messages, as gcc understands it. Plain C++: the driver,
// which has warnings of its own, and the translator share it.
//
//     MessageOptions Options;
//     Options.take("-Werror=hetcc-host-only");
//     Options.severityOf(Group::host_only); // Severity::Error
#ifndef HETCC_LIB_MESSAGEOPTIONS_H
#define HETCC_LIB_MESSAGEOPTIONS_H

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace hetcc {

/// The groups of warnings, from the table of diagnostics.
enum class Group : unsigned {
#define GROUP(Id, Name, Meaning) Id,
#include "Diagnostics.def"
  Count
};

/// As it stands behind `-W`: "hetcc-host-only".
std::string_view nameOf(Group G);
/// What its warnings are about, for --hetcc-help=warnings.
std::string_view meaningOf(Group G);

/// The groups that a name behind `-W` means: one, or all for "hetcc".
struct GroupName {
  bool Known = false;
  std::optional<Group> One; ///< nothing: all of them
};
GroupName findGroup(std::string_view Name);

/// Whether an option is spelled as one about our groups, known or not: -Whetcc..., -Wno-error=hetcc-...
bool isGroupOption(std::string_view Word);
/// What is wrong with such an option; empty where nothing is. As with gcc, `-Wno-` of what is not known is nothing.
std::string errorInGroupOption(std::string_view Word);

enum class Severity { Ignored, Warning, Error };
enum class MessageFormat { Text, Json, Sarif };

/// A warning that the driver prints, from the table of diagnostics.
struct DriverWarning {
  Group In;
  std::string_view Text;
};
namespace driver_warning {
#define DRIVER(Name, In, Text) extern const DriverWarning Name;
#include "Diagnostics.def"
} // namespace driver_warning

class MessageOptions {
public:
  /// Takes one option of a command line; false for those that say nothing of messages.
  bool take(std::string_view Word);

  /// By the command line alone; of pragmas the translator knows.
  Severity severityOf(Group G) const;
  /// What stands in brackets behind a warning: "-Whetcc-host-only", or "-Werror=hetcc-host-only".
  static std::string optionOf(Group G, Severity S);
  /// A message without a place in a source, as a line of the format that was asked for.
  std::string format(std::string_view Kind, std::string_view Text, std::string_view Option) const;

  bool IgnoreAll = false;     ///< -w: which no option and no pragma changes
  bool SystemHeaders = false; ///< -Wsystem-headers
  unsigned MaxErrors = 0;     ///< -fmax-errors=, -Wfatal-errors; 0: any number
  bool Fatal = false;         ///< it was -Wfatal-errors
  bool ShowOption = true;     ///< -fdiagnostics-show-option
  bool ShowCaret = true;      ///< -fdiagnostics-show-caret
  bool ParseableFixIts = false;
  MessageFormat Format = MessageFormat::Text;

private:
  struct Said {
    std::optional<bool> Enabled, AsError;
  };
  bool takeGroup(std::string_view Word);

  bool Errors = false; ///< -Werror
  Said All;            ///< of `hetcc`; what is said of a group goes before it, wherever it stands
  std::array<Said, unsigned(Group::Count)> Each;
};

/// A text as it stands between the quotes of a JSON string.
std::string jsonEscaped(std::string_view Text);

} // namespace hetcc
#endif
