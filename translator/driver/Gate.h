// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lets the host compiler run while the device image is still being made. Only its last step, the assembler, reads the
// image; gcc starts each step through the program that -wrapper names, which is hetcc again: it waits where it must.
//
//   hetcc: translate --> start gcc -wrapper hetcc --> make the image --> open the gate --> wait for gcc
//   gcc:                 hetcc cc1 ...  hetcc as ... (waits for the gate, then becomes the assembler)
#pragma once

#include <string>
#include <vector>

namespace hetcc::driver {

/// A file lock, held until the image is there or this process is gone.
class Gate {
public:
  Gate() = default;
  Gate(const Gate &) = delete;
  Gate &operator=(const Gate &) = delete;
  ~Gate() { abandon(); }

  /// Makes the file at \p Path and locks it; false where that fails.
  bool close(const std::string &Path);
  /// Lets the assembler pass; false where that fails.
  bool open();
  /// Makes the assembler fail, as does the end of this process.
  void abandon();

  /// The options that make gcc wait, empty where its -wrapper cannot express them.
  static std::vector<std::string> options(const std::string &Path);

private:
  int Descriptor = -1;
};

/// True where \p Words are those of a step that gcc starts through us.
bool isGatedStep(const std::vector<std::string> &Words);

/// Waits if the step is the assembler, then becomes the step. Returns only where that fails.
int runGatedStep(const std::vector<std::string> &Words);

} // namespace hetcc::driver
