// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How an existing team joins a pass (`omp for` inside `omp parallel`): its threads come one after the other, each with
// its arguments; the last one to come begins the pass; and all threads take part in the pass.
//
// All threads wait for the last one, not only for the first, for two reasons. A device may need elements that a thread
// has just computed in an earlier loop with `nowait`; and only when all threads have come can their private values be
// compared.
#ifndef HETRT_REGION_MEETING_H
#define HETRT_REGION_MEETING_H

#include "Device/Status.h"
#include "Memory/CallTables.h"
#include "Settings/Settings.h"
#include "Team/Waiting.h"
#include "hetrt/hetrt.h"

#include <atomic>
#include <cstdint>
#include <span>
#include <string>

/// One meeting, for one pass.
struct hetrt_meeting {
public:
  /// A meeting of `Count` threads, at least one.
  hetrt_meeting(std::uint32_t Count, hetrt::WaitPolicy Wait) : Count(Count), Wait(Wait) {}

  /// A function that begins the pass. `WhyNot` says why devices cannot take part (private values differ between
  /// threads); empty if they can.
  using Beginner = hetrt::Status (*)(const hetrt::CallTables &Given, const std::string &WhyNot, hetrt_pass *&Into);

  /// Called once by each thread. Returns when the pass has begun; the last thread also gets the error if the pass could
  /// not begin. `Into` is then null in all threads. The last thread to leave frees the meeting.
  hetrt::Status attend(const hetrt::CallTables &Given, std::span<const hetrt_own_value> Own, Beginner Begin,
                       hetrt_pass *&Into);

private:
  void compare(const hetrt::CallTables &Given, std::span<const hetrt_own_value> Own);

  const std::uint32_t Count;
  const hetrt::WaitPolicy Wait;
  std::atomic<const hetrt::CallTables *> First{nullptr}; ///< The call of the thread that came first.
  std::atomic<const char *> DiffersIn{nullptr}; ///< The name of a value that differs between two threads; null: none.
  std::atomic<bool> OtherIterations{false};     ///< Two threads have different loop bounds.
  std::atomic<std::uint32_t> Came{0}, Left{0};
  hetrt::WaitedNumber Begun;
  hetrt_pass *Pass = nullptr; ///< The pass, once it has begun.
};

#endif
