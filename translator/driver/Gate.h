// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lets the host compiler start while the device image is still being made, since only its last step, the assembler,
// reads the image. gcc starts each step by the program in its option -wrapper, which is hetcc again: hetcc waits for
// the image before it starts the assembler.
//
//   hetcc: translate --> start gcc -wrapper hetcc --> make the image --> open the gate --> wait for gcc
//   gcc:                 hetcc cc1 ...  hetcc as ... (waits for the gate, then becomes the assembler)
#pragma once

#include <string>
#include <vector>

namespace hetcc::driver {

/// The gate at which the assembler waits: a file lock, which this process holds until the image is ready, or until the
/// process ends.
class Gate {
public:
  Gate() = default;
  Gate(const Gate &) = delete;
  Gate &operator=(const Gate &) = delete;
  ~Gate() { abandon(); }

  /// Creates the file \p Path and locks it; false if that fails.
  bool close(const std::string &Path);
  /// The image is ready: lets the assembler start. False if that fails.
  bool open();
  /// Releases the lock without an image, so that the assembler step fails. If this process ends, the effect is the
  /// same.
  void abandon();

  /// The options that make gcc wait at this gate; empty if its -wrapper cannot express the paths.
  static std::vector<std::string> options(const std::string &Path);

private:
  int Descriptor = -1;
};

/// Whether \p Words are the command of a step that gcc starts by hetcc, as its -wrapper.
bool isGatedStep(const std::vector<std::string> &Words);

/// Waits for the gate if the step is the assembler, then executes the step in this process. Returns only if the step
/// cannot be executed.
int runGatedStep(const std::vector<std::string> &Words);

} // namespace hetcc::driver
