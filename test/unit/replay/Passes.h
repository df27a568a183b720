// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Recorded passes for tests.
#ifndef HETRT_TEST_REPLAY_PASSES_H
#define HETRT_TEST_REPLAY_PASSES_H

#include "Replay/RecordedPass.h"

namespace hetrt {

using Kind = RecordedStep::Kind;

/// A pass of 100 units on a core and an accelerator, which took ranges in turn; the accelerator returned part of one.
inline RecordedPass mixedPass() {
  RecordedPass Pass;
  Pass.TripCount = 100;
  Pass.Wanted = Pass.Team = Pass.Came = 1;
  Pass.Serving = {0};
  Pass.Scheduler = "guided";
  Pass.Units = 100;
  Pass.Devices = {{0, false, true}, {1u << 20, true, true}};
  Pass.Steps = {{Kind::Take, 0, {0, 40}},    {Kind::Take, 1, {40, 80}},   {Kind::Finish, 0, {0, 40}},
                {Kind::Finish, 1, {40, 50}}, {Kind::Return, 1, {50, 80}}, {Kind::Take, 0, {50, 80}},
                {Kind::Finish, 0, {50, 80}}, {Kind::Take, 0, {80, 100}},  {Kind::Finish, 0, {80, 100}}};
  Pass.GivenUp = {1};
  return Pass;
}

/// A pass of two cores with a split.
inline RecordedPass splitPass() {
  RecordedPass Pass;
  Pass.TripCount = Pass.Units = 10;
  Pass.Wanted = Pass.Team = Pass.Came = 2;
  Pass.Scheduler = "static";
  Pass.Devices = {{0, false, true}, {1, false, true}};
  Pass.Shares = {{0, 6}, {6, 10}};
  Pass.Steps = {{Kind::Finish, 0, {0, 6}}, {Kind::Finish, 1, {6, 10}}};
  return Pass;
}

} // namespace hetrt

#endif
