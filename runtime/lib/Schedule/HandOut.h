// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The forms in which PassScheduler hands out the iterations of a round (the head of PassScheduler.h describes them),
// one class for each. Planning, the pool, and what devices report, measure and return are the same for all forms.
#ifndef HETRT_SCHEDULE_HAND_OUT_H
#define HETRT_SCHEDULE_HAND_OUT_H

#include "Schedule/OpenRound.h"

namespace hetrt {

/// How many iterations a device takes next. Each scheduler has rules of its own; see PassScheduler.
class PieceRules {
public:
  virtual uint64_t pieceOfShare(unsigned Device, uint64_t Left) = 0;
  virtual uint64_t pieceOfRest(unsigned Device, uint64_t Left) = 0;
  virtual uint64_t pieceOfOthers(unsigned Device, unsigned Owner, uint64_t Left) = 0;

protected:
  ~PieceRules() = default;
};

/// The virtual functions of this class do what Form::Shares and Form::Pieces need, unless they say otherwise.
class HandOut {
public:
  /// Round and Rules outlive the object.
  HandOut(OpenRound &Round, PieceRules &Rules) : Of(Round), By(Rules) {}
  HandOut(const HandOut &) = delete;
  HandOut &operator=(const HandOut &) = delete;
  virtual ~HandOut() = default;

  /// Takes the device's next range; empty if there is none for it now.
  Range take(unsigned Device);

  /// Whether each device computes its share of the round and no more, so that the others wait for the slowest one.
  virtual bool areSharesFixed() const { return false; }
  /// Gives devices what belongs to them of the planned round. Returns the iterations that belong to the pool.
  virtual Range divide();
  /// Called when a device reports or returns the range Part.
  virtual void reported(ScheduledDevice & /*M*/, Range /*Part*/) {}
  /// Whether the time of the range Part is used to compute the device's next share.
  virtual bool tellsOfShare(unsigned /*Device*/, Range /*Part*/) const { return true; }
  /// Called when the time of a range of Count iterations was measured.
  virtual void measured(ScheduledDevice & /*M*/, uint64_t /*Count*/, double /*SecondsPerIteration*/) {}

protected:
  OpenRound &Of;
  PieceRules &By;

private:
  Range takeFromPool(unsigned Device);

  /// How many of the Left iterations of its share a device takes next.
  virtual uint64_t ofShare(unsigned /*Device*/, uint64_t Left) { return Left; }
  /// How many iterations a device takes next from the pool. That of Form::Pieces and Form::Queue.
  virtual uint64_t ofPool(unsigned Device);
  /// Takes iterations from another device's share; empty if there are none for this device.
  virtual Range takeFromOthers(unsigned /*Device*/) { return {}; }
};

class ByShares final : public HandOut {
public:
  using HandOut::HandOut;
  bool areSharesFixed() const override { return true; }
  void reported(ScheduledDevice &M, Range Part) override;

private:
  uint64_t ofPool(unsigned Device) override;
};

class ByPieces final : public HandOut {
public:
  using HandOut::HandOut;
  bool tellsOfShare(unsigned Device, Range Part) const override;

private:
  uint64_t ofShare(unsigned Device, uint64_t Left) override;
  Range takeFromOthers(unsigned Device) override;
};

class ByQueue final : public HandOut {
public:
  using HandOut::HandOut;
  Range divide() override { return Of.Whole; }
  void measured(ScheduledDevice &M, uint64_t Count, double SecondsPerIteration) override;
};

} // namespace hetrt

#endif
