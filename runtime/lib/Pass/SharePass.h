// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes on cores in which the share of each member is known once the team is there: an equal part, or the part that
// the scheduler has given it.
#ifndef HETRT_PASS_SHAREPASS_H
#define HETRT_PASS_SHAREPASS_H

#include "Pass/Execution.h"

namespace hetrt {

/// Measures the time of each share. If the team is smaller than planned, its members also compute the shares of the
/// missing threads, one after another.
class SharePass : public Execution {
public:
  using Execution::Execution;

  void finish(PassRecord &Into) override;

protected:
  /// Begins the member's next share, of `Shares` shares, and notes the time of the last one. `ShareOf` gives the
  /// iterations of the share with a number.
  template <typename Function>
  int nextOf(std::uint32_t Shares, ::hetrt_member &Member, hetrt_range &Into, Function ShareOf);
};

/// Form::Even: every thread that came has an equal part. There is no scheduler.
class EvenPass final : public SharePass {
public:
  using SharePass::SharePass;

  int next(::hetrt_member &Member, hetrt_range &Into) override;
};

/// Form::Split: the scheduler has divided the iterations among all threads.
class SplitPass final : public SharePass {
public:
  using SharePass::SharePass;

  WaitReader waitReader() const override { return WaitReader::SchedulerAndCache; }
  int next(::hetrt_member &Member, hetrt_range &Into) override;
  void finish(PassRecord &Into) override;
  void tell(Scheduler &By, const PassRecord &Did) const override;
};

} // namespace hetrt

#endif
