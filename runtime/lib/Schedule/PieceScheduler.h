// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The base class of schedulers whose pieces shrink towards the end of a pass, so that all devices end at about the same
// time even if their speeds are not known well: `guided`, and `auto` in passes that are faster with pieces.
#ifndef HETRT_SCHEDULE_PIECE_SCHEDULER_H
#define HETRT_SCHEDULE_PIECE_SCHEDULER_H

#include "Schedule/PassScheduler.h"

namespace hetrt {

class PieceScheduler : public PassScheduler {
public:
  using PassScheduler::PassScheduler;

protected:
  /// Form::Queue if there is an accelerator that has not been measured, so that its first piece is small; else
  /// Form::Pieces, in which a device computes about the same iterations in every pass.
  Form formOfPass() override { return unknownAccelerators() > 0 ? Form::Queue : Form::Pieces; }
  uint64_t pieceOfShare(unsigned Device, uint64_t Left) override;
  uint64_t pieceOfRest(unsigned Device, uint64_t Left) override { return piece(Device, Left, 1); }
  uint64_t pieceOfOthers(unsigned Device, unsigned Owner, uint64_t Left) override;
  bool countsFixedCosts() const override { return true; }
  bool wasSlow(const Member &Accelerator, const Others &Of) const override;

  size_t unknownAccelerators() const;

private:
  uint64_t probe(const Member &M) const;
  double speedBound(const Member &M, const Member &Asking, double TypicalCore) const;
  double speedOfOthers(unsigned Device) const;
  bool anotherIsSooner(unsigned Device, uint64_t Left, double Seconds) const;
  double weight(const Member &M) const;
  uint64_t piece(unsigned Device, uint64_t Left, double Weight);
};

} // namespace hetrt

#endif
