// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The error value of the runtime: a code of hetrt.h, a message, and whether the work may be redone elsewhere.
#ifndef HETRT_DEVICE_STATUS_H
#define HETRT_DEVICE_STATUS_H

#include "hetrt/hetrt.h"

#include <string>
#include <utility>

namespace hetrt {

/// What became of an operation. Nothing in the runtime throws; functions that can fail return a Status.
///
/// Two kinds of failure look different to the caller. A *device* fault (allocation, copy, launch, a lost device) says
/// nothing about the program: its iterations go to the other devices and the pass completes. A *program* fault (an
/// index outside its window, an illegal address in a kernel, a mistyped setting) would happen again anywhere: it ends
/// the pass with an error.
class [[nodiscard]] Status {
public:
  Status() = default;

  static Status success() { return {}; }
  static Status deviceFault(std::string Message) { return Status(HETRT_ERROR_DEVICE, true, std::move(Message)); }
  /// A device fault of an allocation for which a device lacks memory now: with less, it may do its part.
  static Status outOfMemory(std::string Message) {
    Status Made = deviceFault(std::move(Message));
    Made.OutOfMemory = true;
    return Made;
  }
  static Status programFault(int Code, std::string Message) { return Status(Code, false, std::move(Message)); }

  /// A device fault that the device's next pass would not avoid either.
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
