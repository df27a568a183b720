// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The error value of the runtime: a code of hetrt.h, a message, and whether another device may redo the work.
#ifndef HETRT_DEVICE_STATUS_H
#define HETRT_DEVICE_STATUS_H

#include "hetrt/hetrt.h"

#include <string>
#include <utility>

namespace hetrt {

/// The result of an operation. The runtime does not throw exceptions; functions that can fail return a Status.
///
/// There are two kinds of failure. A *device* fault (in an allocation, copy or launch, or a lost device) says nothing
/// about the program: other devices compute the iterations, and the pass completes. A *program* fault (an index outside
/// its window, an illegal address in a kernel, a mistyped setting) would happen on every device, so it ends the pass
/// with an error.
class [[nodiscard]] Status {
public:
  Status() = default;

  static Status success() { return {}; }
  static Status deviceFault(std::string Message) { return Status(HETRT_ERROR_DEVICE, true, std::move(Message)); }
  /// A device fault: the device does not have enough memory now. It may succeed with a smaller range.
  static Status outOfMemory(std::string Message) {
    Status Made = deviceFault(std::move(Message));
    Made.OutOfMemory = true;
    return Made;
  }
  static Status programFault(int Code, std::string Message) { return Status(Code, false, std::move(Message)); }

  /// A copy of this status with isOutOfMemory() false. Used if the device would fail for the same reason in the next
  /// pass, too, so that it is left out.
  Status forGood() const {
    Status Made = *this;
    Made.OutOfMemory = false;
    return Made;
  }

  bool ok() const { return Code == HETRT_SUCCESS; }
  bool isDeviceFault() const { return DeviceFault; }
  bool isOutOfMemory() const { return OutOfMemory; }
  bool isProgramFault() const { return !ok() && !DeviceFault; }

  /// A value of hetrt_code.
  int code() const { return Code; }

  /// One line without a newline: what was wanted and what was found. Empty on success.
  const std::string &message() const { return Message; }

private:
  Status(int Code, bool DeviceFault, std::string Message)
      : Code(Code), DeviceFault(DeviceFault), Message(std::move(Message)) {}

  int Code = HETRT_SUCCESS;
  bool DeviceFault = false, OutOfMemory = false;
  std::string Message;
};

} // namespace hetrt

#endif
