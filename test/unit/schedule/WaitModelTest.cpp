// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The estimate of what devices lose by waiting for the slowest.
#include "Schedule/WaitModel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <random>

using namespace hetrt;

namespace {

using Rates = std::vector<double>;

/// Devices with one equal portion each.
struct Waits : testing::Test {
  std::deque<DeviceRecord> Records;
  std::vector<Participant> Devices;
  std::vector<Portion> Portions;
  WaitModel Model;

  void list(ProcessorKind Kind, double SecondsPerIteration, int Count = 1) {
    for (int I = 0; I < Count; ++I) {
      Records.push_back({.Kind = Kind});
      Devices.push_back({&Records.back(), true, false, DeviceModel::Unlimited});
      Portions.push_back({.Seconds = SecondsPerIteration, .Count = 10});
    }
  }

  /// A pass in which device J took Factors[J] times the expected time.
  void pass(const Rates &Factors) {
    for (size_t J = 0; J < Factors.size(); ++J)
      Records[J].Rates.add(Factors[J] * Portions[J].Seconds, 10);
    Model.measured(Devices, Portions);
  }

  Rates corrected() {
    Rates R;
    for (const Portion &P : Portions)
      R.push_back(P.Seconds);
    Model.apply(Devices, R);
    return R;
  }
};

} // namespace

TEST_F(Waits, WhereNothingIsKnownNothingIsCorrected) {
  list(ProcessorKind::Cpu, 1, 3);
  list(ProcessorKind::Accelerator, .1);
  EXPECT_EQ(corrected(), (Rates{1, 1, 1, .1}));
}

TEST_F(Waits, SteadyDevicesAreNotCorrected) {
  list(ProcessorKind::Cpu, 1, 3);
  list(ProcessorKind::Accelerator, .1);
  for (int I = 0; I < 4; ++I)
    pass({1, 1, 1, 1});
  EXPECT_EQ(corrected(), (Rates{1, 1, 1, .1}));
}

TEST_F(Waits, AmongEqualCoresNothingChanges) {
  list(ProcessorKind::Cpu, 1, 4);
  pass({.9, 1.1, 1, 1});
  Rates R = corrected();
  EXPECT_GT(R[0], 1);
  EXPECT_EQ(R, Rates(4, R[0]));
}

TEST_F(Waits, WhatSlowsAllAlikeIsNotWaitedFor) {
  list(ProcessorKind::Cpu, 1, 3);
  list(ProcessorKind::Accelerator, 1);
  for (double Factor : {1., 1.2, .8, 1.1})
    pass({Factor, Factor, Factor, 1});
  EXPECT_EQ(corrected(), (Rates{1, 1, 1, 1}));
}

TEST_F(Waits, WhoVariesMoreCountsAsSlower) {
  list(ProcessorKind::Cpu, 1, 4);
  list(ProcessorKind::Accelerator, 1);
  for (int I = 0; I < 8; ++I)
    pass(I % 2 ? Rates{.9, 1.1, 1, 1, 1} : Rates{1, .9, 1.1, 1, 1});
  Rates R = corrected();
  EXPECT_GT(R[0], 1.04);
  EXPECT_LT(R[0], 1.2);
  EXPECT_EQ(R[4], 1);
}

TEST_F(Waits, AnEquallyFastAcceleratorThatVariesAsMuchIsTreatedAsACore) {
  list(ProcessorKind::Cpu, 1, 4);
  list(ProcessorKind::Accelerator, 1);
  pass({.9, 1.1, 1, 1, 1}); // it is not known how much the accelerator's times vary
  Rates R = corrected();
  EXPECT_EQ(R, Rates(5, R[0]));
}

TEST_F(Waits, TheFasterMayRatherBeTheLast) {
  list(ProcessorKind::Cpu, 1, 4);
  list(ProcessorKind::Accelerator, .01);
  pass({.9, 1.1, 1, 1, 1});
  Rates R = corrected();
  EXPECT_GT(R[0] / R[4], 103);
  EXPECT_LT(R[0] / R[4], 130);
}

TEST_F(Waits, ThoseWhoTakeNoPartDoNotCount) {
  list(ProcessorKind::Cpu, 1, 2);
  list(ProcessorKind::Accelerator, .01);
  pass({.9, 1.1, 1});
  Devices[2].TakesPart = false;
  Rates R = corrected();
  EXPECT_EQ(R[0], R[1]);
  EXPECT_EQ(R[2], .01);
}

TEST_F(Waits, ADisturbanceIsNoNoise) {
  list(ProcessorKind::Cpu, 1, 2);
  pass({1, 1000});
  EXPECT_LT(corrected()[0], 1.4);
}

/// The expected time of the slowest device if f_j = (1/p_j) / sum_k (1/p_k) with the rates Believed, while the rates
/// True vary by Noise.
static double expectedLast(const Rates &True, const Rates &Believed, double Noise) {
  double Speeds = 0;
  for (double Each : Believed)
    Speeds += 1 / Each;
  std::minstd_rand Random(1);
  std::uniform_real_distribution<double> Factor(1 - Noise, 1 + Noise);
  constexpr int Passes = 20000;
  double Sum = 0;
  for (int P = 0; P < Passes; ++P) {
    double Last = 0;
    for (size_t J = 0; J < True.size(); ++J)
      Last = std::max(Last, True[J] / Believed[J] / Speeds * Factor(Random));
    Sum += Last / Passes;
  }
  return Sum;
}

TEST_F(Waits, TheLastIsExpectedSooner) {
  for (double Speed : {.2, 1., 3., 10., 50.})
    for (int Cores : {1, 3, 7, 11}) {
      Records.clear(), Devices.clear(), Portions.clear();
      Model = {};
      list(ProcessorKind::Cpu, 1, Cores);
      list(ProcessorKind::Accelerator, 1 / Speed);
      std::minstd_rand Random(7);
      std::uniform_real_distribution<double> Factor(.9, 1.1);
      for (int P = 0; P < 12; ++P) {
        Rates Factors;
        for (size_t J = 0; J < Records.size(); ++J)
          Factors.push_back(Factor(Random));
        pass(Factors);
      }
      Rates True(static_cast<size_t>(Cores), 1);
      True.push_back(1 / Speed);
      EXPECT_LE(expectedLast(True, corrected(), .1), 1.002 * expectedLast(True, True, .1)) << Speed << " " << Cores;
    }
}
