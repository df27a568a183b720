// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes the text of `--hetcc-version`.
#include "Version.h"

#include "BuildConfig.h"
#include "Commit.h"

namespace hetcc::driver {

static std::string joined(const std::vector<std::string> &Words) {
  std::string Text;
  for (const std::string &Word : Words)
    Text += (Text.empty() ? "" : " ") + Word;
  return Text;
}

std::string versionText(const Installation &Parts) {
  const DeviceTools Tools = findDeviceTools();
  std::string Text = "hetcc " HETCC_VERSION "\n"
                     "commit: " HETCC_COMMIT "\n"
                     "parser: LLVM and Clang " HETCC_LLVM_VERSION "\n";
  Text += "translator: " + Parts.Translator + "\nruntime: " + Parts.LibDir + "\n";
  Text += "host compilers: " + joined(hostCompiler(false)) + ", " + joined(hostCompiler(true)) + "\n";
  Text += "form for GPUs: ";
  if (!Tools.canCompile())
    return Text + "none, " + Tools.Missing + "\n";
  Text += "PTX by " + Tools.Clang;
  return Text +
         (Tools.canAssemble() ? ", machine code by " + Tools.Ptxas : ", no machine code: no ptxas and fatbinary") +
         "\n";
}

} // namespace hetcc::driver
