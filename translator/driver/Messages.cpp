// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints messages of the driver.
#include "Messages.h"

#include <cstdio>

namespace hetcc::driver {

void print(std::string_view Text) { fwrite(Text.data(), 1, Text.size(), stderr); }

std::string errorLine(const std::string &Message) { return "hetcc: error: " + Message + "\n"; }

int fail(const std::string &Message) {
  print(errorLine(Message));
  return 1;
}

std::string textOf(const DriverWarning &Warning, const std::vector<std::string> &Arguments, const MessageOptions &How,
                   bool &IsError) {
  const Severity Level = How.severityOf(Warning.In);
  if (Level == Severity::Ignored)
    return {};
  std::string Text;
  for (size_t I = 0; I < Warning.Text.size(); ++I)
    if (Warning.Text[I] == '%')
      Text += Arguments[size_t(Warning.Text[++I] - '0')];
    else
      Text += Warning.Text[I];
  IsError |= Level == Severity::Error;
  return How.format(Level == Severity::Error ? "error" : "warning", Text, MessageOptions::optionOf(Warning.In, Level));
}

bool warn(const DriverWarning &Warning, const std::vector<std::string> &Arguments, const MessageOptions &How) {
  bool IsError = false;
  print(textOf(Warning, Arguments, How, IsError));
  return IsError;
}

static std::string_view lineAround(std::string_view Text, size_t Position) {
  size_t Start = Text.rfind('\n', Position);
  Start = Start == Text.npos ? 0 : Start + 1;
  return Text.substr(Start, Text.find('\n', Position) - Start);
}

std::string_view firstError(std::string_view Text) {
  size_t Position = Text.find("error");
  return lineAround(Text, Position == Text.npos ? 0 : Position);
}

std::string_view reason(std::string_view Text) {
  size_t Fatal = Text.find("fatal");
  return Fatal == Text.npos ? firstError(Text) : lineAround(Text, Fatal);
}

} // namespace hetcc::driver
