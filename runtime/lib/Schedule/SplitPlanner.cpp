// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Estimates the devices' times, computes fractions of the loop from the times, and rounds the fractions to ranges.
#include "Schedule/SplitPlanner.h"

#include <algorithm>
#include <cmath>

namespace hetrt {

void SplitPlanner::setDevices(std::span<const Participant> List) {
  auto SameDevice = [](const Participant &A, const Participant &B) {
    return A.Record == B.Record && A.TakesPart == B.TakesPart;
  };
  if (!std::ranges::equal(List, Devices, SameDevice)) {
    Valid = false;
    Portions.assign(List.size(), {});
    Shares.assign(List.size(), {});
    Rates.resize(List.size());
    Costs.resize(List.size());
    Candidate.resize(List.size());
    Order.resize(List.size());
    Records.clear();
    for (const Participant &P : List)
      Records.push_back(P.Record);
  } else if (!std::ranges::equal(List, Devices)) {
    LaidOut = false;
    Valid &= !Limited;
  } else {
    return;
  }
  Devices.assign(List.begin(), List.end());
}

void SplitPlanner::measured(double SecondsPerIteration, double Iterations) {
  NewMeasurements = true;
  Trust.measured(SecondsPerIteration, Iterations);
  if (Valid)
    Waits.measured(Devices, Portions);
}

bool SplitPlanner::anythingMeasured() const {
  return std::ranges::any_of(Records, [](const DeviceRecord *R) { return R->Rates.measured(); });
}

/// Fills Rates (seconds per iteration) and Costs (seconds for `Iterations` iterations) from the devices' records.
void SplitPlanner::estimate(uint64_t Iterations) {
  Estimator.estimate(Records, !Options.CoresAlike || Trust.tellsApart() ? Options.CoreTolerance : INFINITY, Rates);
  if (For.AllWait)
    Waits.apply(Devices, Rates);
  auto Total = static_cast<double>(Iterations);
  for (size_t J = 0; J < Devices.size(); ++J) {
    bool Apart = For.FixedCosts && Records[J]->Rates.measured();
    double Fixed = Apart ? Records[J]->fixedSeconds() : 0;
    double PerIteration = Fixed > 0 ? Rates[J] - Fixed / Records[J]->Rates.iterations() : Rates[J];
    Costs[J].Seconds = Devices[J].TakesPart ? PerIteration * Total : INFINITY;
    Costs[J].FixedSeconds = Devices[J].TakesPart ? Fixed : 0;
    Costs[J].Minimum = Records[J]->Kind == ProcessorKind::Accelerator ? Options.MinimumShare : 0;
    Costs[J].Limit = Devices[J].Limit >= Iterations ? 1 : static_cast<double>(Devices[J].Limit) / Total;
  }
}

/// Changes Costs so that a split by them gives all cores together the fraction Options.Ratio, and the accelerators the
/// rest. Does nothing if only cores or only accelerators take part.
void SplitPlanner::applyRatio() {
  double Cores = 0, Accelerators = 0;
  for (size_t J = 0; J < Devices.size(); ++J)
    (Records[J]->Kind == ProcessorKind::Cpu ? Cores : Accelerators) += 1 / Costs[J].Seconds;
  if (std::isnan(Options.Ratio) || Cores == 0 || Accelerators == 0)
    return;
  double Ratio = std::clamp(Options.Ratio, 0.0, 1.0);
  double CoresFactor = Ratio > 0 ? Cores / Ratio : INFINITY;
  double AcceleratorsFactor = Ratio < 1 ? Accelerators / (1 - Ratio) : INFINITY;
  for (size_t J = 0; J < Devices.size(); ++J)
    Costs[J].Seconds *= Records[J]->Kind == ProcessorKind::Cpu ? CoresFactor : AcceleratorsFactor;
}

/// Whether the current split, in a pass of Iterations iterations, exceeds a device's memory limit, or was made to fit
/// memory limits in a pass of another size.
bool SplitPlanner::limitsBroken(uint64_t Iterations) const {
  if (Limited)
    return Iterations != SplitIterations;
  for (size_t J = 0; J < Devices.size(); ++J)
    if (Devices[J].Limit < Iterations &&
        Portions[J].Fraction * static_cast<double>(Iterations) > static_cast<double>(Devices[J].Limit) + 1)
      return true;
  return false;
}

bool SplitPlanner::worthIt(double Now, double Then) const {
  return Now > Then * (1 + Options.RebalanceThreshold) && Now - Then > Options.RebalanceMinimumSeconds;
}

/// Whether, by the new measurements, another split is better by more than the threshold; stores that split in
/// Candidate.
bool SplitPlanner::movePays(uint64_t Iterations) {
  estimate(Iterations);
  for (size_t J = 0; J < Devices.size(); ++J)
    Candidate[J] = Portions[J].Fraction;
  double Now = predictedSeconds(Costs, Candidate);
  // equalSplit() ignores limits, so its time is a lower bound for the time of any split, and the call costs little. If
  // even this time is not shorter by more than the threshold, no split is.
  double Least = equalSplit(Costs, Candidate);
  if (!worthIt(Now, Least))
    return false;
  if (meetsLimits(Costs, Candidate))
    return true;
  // If solve() returns false, the devices' memory is too small for all iterations, and every device already has as many
  // as fit.
  return Balance.solve(Costs, Candidate) && worthIt(Now, predictedSeconds(Costs, Candidate));
}

/// Whether Candidate moves iterations from some cores to others.
bool SplitPlanner::movesBetweenCores() const {
  constexpr double Noticeable = 0.1; // a change of a core's share counts only if it is at least this fraction of the
                                     // share
  bool Gained = false, Lost = false;
  for (size_t J = 0; J < Devices.size(); ++J) {
    if (Records[J]->Kind != ProcessorKind::Cpu)
      continue;
    double Before = Portions[J].Fraction, Change = Candidate[J] - Before;
    Gained |= Change > Noticeable * Before;
    Lost |= Change < -Noticeable * Before;
  }
  return Gained && Lost;
}

/// Whether the estimated times per iteration differ between cores.
bool SplitPlanner::coresDiffer() const {
  double Least = INFINITY, Most = 0;
  for (size_t J = 0; J < Devices.size(); ++J)
    if (Devices[J].TakesPart && Records[J]->Kind == ProcessorKind::Cpu) {
      double Cost = Rates[J] * Records[J]->SimdWidth;
      Least = std::min(Least, Cost);
      Most = std::max(Most, Cost);
    }
  return Most > Least * (1 + 1e-9);
}

/// Makes Candidate the current split.
void SplitPlanner::adopt(uint64_t Iterations, bool Fits) {
  if (Valid && movesBetweenCores())
    Trust.moved(coresDiffer());
  Limited = !Fits;
  for (size_t J = 0; J < Devices.size(); ++J) {
    Portions[J].Fraction = Candidate[J];
    Portions[J].Seconds = Rates[J];
    Limited |= Costs[J].Limit < 1 && Candidate[J] >= Costs[J].Limit * (1 - 1e-9);
  }
  SplitIterations = Iterations;
  Valid = true;
  LaidOut = false;
}

/// For every device with Retry whose share is empty: moves one iteration from the largest share to this device.
void SplitPlanner::giveRetries() {
  for (size_t J = 0; J < Devices.size(); ++J) {
    if (!Devices[J].Retry || Portions[J].Count > 0 || Portions[J].Limit == 0)
      continue;
    Portion &Largest = *std::ranges::max_element(Portions, {}, &Portion::Count);
    if (Largest.Count < 2)
      return;
    --Largest.Count;
    ++Portions[J].Count;
  }
}

void SplitPlanner::layOut(Range NewWhole) {
  if (LaidOut && NewWhole == Whole)
    return;
  for (size_t J = 0; J < Devices.size(); ++J)
    Portions[J].Limit = Devices[J].TakesPart ? Devices[J].Limit : 0;
  uint64_t Left = apportion(NewWhole.size(), Portions, Order);
  giveRetries();
  uint64_t First = NewWhole.First;
  for (size_t J = 0; J < Devices.size(); ++J) {
    Shares[J] = {First, First + Portions[J].Count};
    First = Shares[J].Last;
  }
  Rest = {NewWhole.Last - Left, NewWhole.Last};
  Whole = NewWhole;
  LaidOut = true;
}

void SplitPlanner::plan(Range NewWhole, Purpose NewFor) {
  NewMeasurements |= For != NewFor;
  For = NewFor;
  uint64_t Iterations = NewWhole.size();
  if (!Valid || limitsBroken(Iterations)) {
    estimate(Iterations);
    if (!anythingMeasured())
      applyRatio();
    bool Fits = Balance.solve(Costs, Candidate);
    adopt(Iterations, Fits);
  } else if (NewMeasurements) {
    if (movePays(Iterations) && !(Trust.cold() && coresDiffer()))
      adopt(Iterations, true);
  }
  NewMeasurements = false;
  layOut(NewWhole);
}

} // namespace hetrt
