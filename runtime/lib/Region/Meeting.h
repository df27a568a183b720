// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a team that is there joins a pass: its threads come one after the other with calls of their own, the last one
// begins the pass, and all leave with it.
//
// Everybody waits for the last thread, and not for the first one alone: what a device is given may be what a thread
// has just computed in a loop before, under `nowait`, and whether the threads' own values are one is known only then.
#ifndef HETRT_REGION_MEETING_H
#define HETRT_REGION_MEETING_H

#include "Device/Status.h"
#include "Memory/CallTables.h"
#include "Pass/Waiting.h"
#include "Settings/Settings.h"
#include "hetrt/hetrt.h"

#include <atomic>
#include <cstdint>
#include <span>
#include <string>

struct hetrt_meeting {
public:
  /// For `Count` threads, one at least.
  hetrt_meeting(std::uint32_t Count, hetrt::WaitPolicy Wait) : Count(Count), Wait(Wait) {}

  /// Begins the pass; `WhyNot` says why devices cannot have a part in it, and is empty if they can.
  using Beginner = hetrt::Status (*)(const hetrt::CallTables &Given, const std::string &WhyNot, hetrt_pass *&Into);

  /// Each thread, once. Returns when the pass has begun, with the fault in one of the threads; `Into` is null if it
  /// could not begin. The last thread that leaves frees the meeting.
  hetrt::Status attend(const hetrt::CallTables &Given, std::span<const hetrt_own_value> Own, Beginner Begin,
                       hetrt_pass *&Into);

private:
  void compare(const hetrt::CallTables &Given, std::span<const hetrt_own_value> Own);

  const std::uint32_t Count;
  const hetrt::WaitPolicy Wait;
  std::atomic<const hetrt::CallTables *> First{nullptr}; ///< Of the thread that came first.
  std::atomic<const char *> DiffersIn{nullptr};          ///< What two threads have different values of.
  std::atomic<bool> OtherIterations{false};              ///< Two threads have different bounds.
  std::atomic<std::uint32_t> Came{0}, Left{0};
  hetrt::WaitedNumber Begun;
  hetrt_pass *Pass = nullptr; ///< Once it has begun.
};

#endif
