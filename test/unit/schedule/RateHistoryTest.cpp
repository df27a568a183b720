// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is believed after which measurements.
#include "Schedule/RateHistory.h"

#include <gtest/gtest.h>

#include <deque>
#include <initializer_list>

using namespace hetrt;

namespace {

RateHistory measured(ProcessorKind Kind, double Width, std::initializer_list<double> Samples) {
  static uint32_t Id = 0;
  RateHistory H(Id++, Kind, Width);
  for (double S : Samples)
    H.add(S);
  return H;
}

RateHistory core(std::initializer_list<double> Samples) { return measured(ProcessorKind::Cpu, 1, Samples); }

std::vector<double> estimated(const std::deque<RateHistory> &Devices) {
  std::vector<const RateHistory *> Pointers;
  for (const RateHistory &H : Devices)
    Pointers.push_back(&H);
  std::vector<double> Rates(Devices.size());
  RateEstimator().estimate(Pointers, 0.03, Rates);
  return Rates;
}

using Rates = std::vector<double>;

} // namespace

TEST(RateHistory, BelievesTheOnlyMeasurement) { EXPECT_EQ(core({7}).secondsPerIteration(), 7); }

TEST(RateHistory, OfTwoBelievesTheSmaller) { EXPECT_EQ(core({7, 5}).secondsPerIteration(), 5); }

TEST(RateHistory, OneOutlierOfThreeIsWithoutEffect) {
  EXPECT_EQ(core({5, 5, 50}).secondsPerIteration(), 5);
  EXPECT_EQ(core({5, 50, 5}).secondsPerIteration(), 5);
  EXPECT_EQ(core({50, 5, 5}).secondsPerIteration(), 5);
}

TEST(RateHistory, ForgetsWhatIsOlderThanTheWindow) {
  EXPECT_EQ(core({9, 9, 9, 9, 9, 1, 1, 1}).secondsPerIteration(), 1);
  EXPECT_EQ(core({9, 9, 9, 9, 9, 1, 1}).secondsPerIteration(), 9);
}

TEST(RateHistory, AChangedShareMakesTheNextMeasurementTheOnlyOne) {
  RateHistory H = core({5, 5, 5});
  H.shareChanged();
  EXPECT_EQ(H.secondsPerIteration(), 5);
  H.add(9);
  EXPECT_EQ(H.secondsPerIteration(), 9);
  H.add(8);
  EXPECT_EQ(H.secondsPerIteration(), 8);
}

TEST(RateHistory, NoiseIsWhatMeasurementsUsuallyVaryBy) {
  RateHistory H = core({1});
  EXPECT_EQ(H.noise(), 0);
  for (int I = 0; I < 40; ++I)
    H.add(I % 2 ? 1 : 1.1);
  EXPECT_NEAR(H.noise(), .095, .01);
  H.shareChanged();
  H.add(2);
  EXPECT_NEAR(H.noise(), .095, .01); // another share is no noise
  H.add(2000);
  EXPECT_LT(H.noise(), .13); // nor does an outlier drown the rest
}

TEST(RateEstimator, WithoutMeasurementTheModelSpeaks) {
  EXPECT_EQ(estimated({core({}), measured(ProcessorKind::Accelerator, 4, {})}), (Rates{1, .25}));
}

TEST(RateEstimator, TheUnmeasuredIsPutBesideItsKind) {
  EXPECT_EQ(estimated({core({2}), core({}), measured(ProcessorKind::Cpu, 2, {}), measured(ProcessorKind::Accelerator, 4, {8}),
                       measured(ProcessorKind::Accelerator, 8, {})}),
            (Rates{2, 2, 1, 8, 4}));
}

TEST(RateEstimator, TheUnmeasuredKindIsPutBesideTheOther) {
  EXPECT_EQ(estimated({core({}), measured(ProcessorKind::Accelerator, 4, {1})}), (Rates{4, 1}));
}

TEST(RateEstimator, CoresCountAsEqualUntilSeenToDiffer) {
  EXPECT_EQ(estimated({core({1.0}), core({1.2}), core({1.1})}), (Rates{1.1, 1.1, 1.1}));
  EXPECT_EQ(estimated({core({1.0}), core({2.0}), core({1.0})}), (Rates{1, 2, 1}));
}

TEST(RateEstimator, ThreeMeasurementsProveADifference) {
  EXPECT_EQ(estimated({core({1, 1, 1}), core({1.2, 1.2, 1.2}), core({1, 1, 1})}), (Rates{1, 1.2, 1}));
}

TEST(RateEstimator, ADifferenceWithinTheNoiseIsNone) {
  Rates R = estimated({core({1, 1.1, 0.9}), core({1.05, 1.15, 0.95}), core({1.1, 0.9, 1})});
  EXPECT_EQ(R[0], R[1]);
  EXPECT_EQ(R[0], R[2]);
}

TEST(RateEstimator, NoisyCoresCountAsSlowerByWhatTheSlowestLoses) {
  RateHistory Steady = core({1, 1, 1, 1}), Noisy = core({1, 1.2, 1, 0.8, 1, 1.2, 1, 0.8, 1});
  EXPECT_EQ(estimated({Steady, Steady, measured(ProcessorKind::Accelerator, 1, {1})}), (Rates{1, 1, 1}));
  EXPECT_EQ(estimated({Noisy, measured(ProcessorKind::Accelerator, 1, {1})}), (Rates{1, 1})); // one waits for nobody
  Rates R = estimated({Noisy, Noisy, Noisy, Noisy, measured(ProcessorKind::Accelerator, 1, {1})});
  EXPECT_GT(R[0], 1.05);
  EXPECT_LT(R[0], 1.2);
  EXPECT_EQ(R[4], 1);
}

TEST(RateEstimator, AcceleratorsArePooledWithNobody) {
  EXPECT_EQ(estimated({measured(ProcessorKind::Accelerator, 1, {1}), measured(ProcessorKind::Accelerator, 1, {1.1})}),
            (Rates{1, 1.1}));
}
