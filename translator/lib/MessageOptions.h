// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Options of the command line about hetcc's warnings and the format of messages; they mean what they mean in gcc. The
// driver and the translator both print warnings, so they share this class, which does not use LLVM.
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

/// Returns the name of the group in `-W` options: "hetcc-host-only".
std::string_view nameOf(Group G);
/// Returns one line on the warnings of the group, for --hetcc-help=warnings.
std::string_view meaningOf(Group G);

/// The groups that a name in a `-W` option means: one group, or all groups for "hetcc".
struct GroupName {
  bool Known = false;       ///< the name means a group
  std::optional<Group> One; ///< the group; nullopt: all groups
};
GroupName findGroup(std::string_view Name);

/// Whether the option has the form of an option about hetcc's groups, -Whetcc... or -Wno-error=hetcc-..., even if there
/// is no such group.
bool isGroupOption(std::string_view Word);
/// Returns an error message if the option has the form of isGroupOption() and names an unknown group; else "". As in
/// gcc, `-Wno-` with an unknown name is not an error.
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

/// The options of one command line.
class MessageOptions {
public:
  /// Reads one option of the command line. Returns false if the option is not about messages.
  bool take(std::string_view Word);

  /// Returns the severity that the command line gives the group. Pragmas, which WarningPragmas reads, may change it.
  Severity severityOf(Group G) const;
  /// Returns the option that is printed in brackets after a warning: "-Whetcc-host-only" or "-Werror=hetcc-host-only".
  static std::string optionOf(Group G, Severity S);
  /// Returns a message without a source location as one line in the requested format.
  std::string format(std::string_view Kind, std::string_view Text, std::string_view Option) const;

  bool IgnoreAll = false;     ///< -w: no warnings, even if other options or pragmas request them
  bool SystemHeaders = false; ///< -Wsystem-headers
  unsigned MaxErrors = 0;     ///< -fmax-errors=; 0: no limit
  bool Fatal = false;         ///< -Wfatal-errors
  bool ShowOption = true;     ///< -fdiagnostics-show-option
  bool ShowCaret = true;      ///< -fdiagnostics-show-caret
  bool ParseableFixIts = false;
  MessageFormat Format = MessageFormat::Text;

private:
  /// What options say about a group: -Wname and -Wno-name set Enabled, -Werror=name and -Wno-error=name set AsError.
  /// nullopt if there is no such option.
  struct Said {
    std::optional<bool> Enabled, AsError;
  };
  bool takeGroup(std::string_view Word);

  bool Errors = false; ///< -Werror
  Said All;            ///< what options with the name `hetcc`, such as -Wno-hetcc, say about all groups; options with a
                       ///< group's name, such as -Whetcc-host-only, have priority
  std::array<Said, unsigned(Group::Count)> Each;
};

/// Returns the text with escapes, as it must be written between the quotes of a JSON string.
std::string jsonEscaped(std::string_view Text);

} // namespace hetcc
#endif
