// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Properties that hold for every scheduler on randomised machines, for all devices, speeds, failures and orders of
// calls.
#include "Machines.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

using namespace hetrt;
using namespace hetrt::test;

namespace {

using Random = std::mt19937_64;

double logUniform(Random &R, double Least, double Most) {
  return std::exp(std::uniform_real_distribution<double>(std::log(Least), std::log(Most))(R));
}

bool chance(Random &R, double Probability) { return std::bernoulli_distribution(Probability)(R); }

ScheduleOptions randomOptions(Random &R) {
  ScheduleOptions O;
  if (chance(R, .3))
    O.Ratio = static_cast<double>(R() % 5) / 4;
  O.Div = 1 + R() % 20;
  O.BackOffPasses = static_cast<unsigned>(R() % 4);
  return O;
}

uint64_t randomTripCount(Random &R) {
  static constexpr uint64_t Special[] = {0, 1, 2, 3, 7, 97, 1009, 10'000'000, 1ull << 53, (1ull << 63) + 11};
  return chance(R, .5) ? Special[R() % std::size(Special)] : R() % 5000;
}

/// A random mix of devices: failing, unusable, short of memory, noisy, with broken clocks.
std::vector<VirtualDevice> randomDevices(Random &R) {
  std::vector<VirtualDevice> Devices;
  size_t Cores = R() % 9, Accelerators = R() % 5;
  for (size_t J = 0; J < Cores + Accelerators; ++J) {
    double Rate = logUniform(R, 1e-6, 1e-3);
    VirtualDevice D = J < Cores ? VirtualDevice::core(Rate)
                                : VirtualDevice::accelerator(Rate, logUniform(R, .5, 500), chance(R, .5) ? 1e-3 : 0);
    D.Model.Usable = !chance(R, .1);
    D.Model.Id = static_cast<uint32_t>(J);
    if (J >= Cores && chance(R, .2)) {
      double Probability = chance(R, .5) ? 1 : .3;
      auto Own = std::make_shared<Random>(R());
      D.Fails = [=](Range, unsigned) { return chance(*Own, Probability); };
      D.VanishesOnFailure = Probability == 1;
    }
    if (J >= Cores && chance(R, .2))
      D.Model.MemoryLimitIterations = (1ull << 60) + R() % 10000; // close to the trip count, so that huge loops have
                                                                  // few pieces
    if (chance(R, .2)) {
      static constexpr double Broken[] = {0, -1, NAN, INFINITY, 1e-320, 1e-25, 1e25, 1e300};
      double Value = Broken[R() % std::size(Broken)];
      D.Reported = [=](double) { return Value; };
    }
    Devices.push_back(D);
  }
  std::shuffle(Devices.begin(), Devices.end(), R);
  return Devices;
}

VirtualMachine randomMachine(Random &R) {
  VirtualMachine M;
  M.Devices = randomDevices(R);
  auto Own = std::make_shared<Random>(R());
  M.Tie = [=](unsigned N) { return static_cast<unsigned>((*Own)() % N); };
  M.UseShares = chance(R, .5);
  return M;
}

bool hasUsable(const VirtualMachine &M) {
  return std::ranges::any_of(M.Devices, [](const VirtualDevice &D) { return D.Model.Usable && !D.VanishesOnFailure; });
}

struct Property : testing::TestWithParam<const SchedulerDescriptor *> {
  std::unique_ptr<Scheduler> make(const ScheduleOptions &O = {}) { return GetParam()->Create(O); }
};

/// The seconds of the best split if rates are constant.
double idealSeconds(const std::vector<double> &Rates, uint64_t Iterations) {
  double Speed = 0;
  for (double R : Rates)
    Speed += 1 / R;
  return static_cast<double>(Iterations) / Speed;
}

/// Schedulers that give each device one range per round.
struct Splitting : Property {};

/// Schedulers that follow measurements.
struct Learning : Property {};

} // namespace

TEST_P(Property, EveryIterationRunsExactlyOnce) {
  Random R(11);
  for (int Case = 0; Case < 400; ++Case) {
    auto S = make(randomOptions(R));
    VirtualMachine M = randomMachine(R);
    for (int Pass = 0; Pass < 6; ++Pass) {
      PassResult Result = M.run(*S, randomTripCount(R));
      ASSERT_EQ(Result.Violation, "") << "case " << Case << " pass " << Pass;
      if (hasUsable(M)) {
        ASSERT_EQ(Result.Unfinished, 0u) << "case " << Case << " pass " << Pass;
      }
      if (chance(R, .2)) // the following passes have other devices
        M.Devices = randomDevices(R);
    }
  }
}

TEST_P(Property, TheSameCallsGetTheSameAnswers) {
  for (int Case = 0; Case < 50; ++Case) {
    std::vector<std::vector<std::vector<Range>>> Runs[2];
    for (auto &Passes : Runs) {
      Random R(100 + static_cast<uint64_t>(Case));
      auto S = make(randomOptions(R));
      VirtualMachine M = randomMachine(R);
      for (int Pass = 0; Pass < 5; ++Pass)
        Passes.push_back(M.run(*S, 1000 + 100 * static_cast<uint64_t>(Pass)).Ranges);
    }
    ASSERT_EQ(Runs[0], Runs[1]);
  }
}

TEST_P(Splitting, WithoutFailuresASharePerRoundIsOneRange) {
  Random R(12);
  for (int Case = 0; Case < 200; ++Case) {
    ScheduleOptions O = randomOptions(R);
    auto S = make(O);
    VirtualMachine M = randomMachine(R);
    for (VirtualDevice &D : M.Devices) {
      D.Fails = nullptr;
      D.Model.MemoryLimitIterations = DeviceModel::Unlimited;
    }
    for (int Pass = 0; Pass < 3; ++Pass) {
      PassResult Result = M.run(*S, R() % 5000);
      ASSERT_EQ(Result.Violation, "");
      size_t Rounds = GetParam()->Name == "split" ? O.Div : GetParam()->Name == "quick" && Pass == 0 ? 2 : 1;
      for (auto &Ranges : Result.Ranges)
        ASSERT_LE(Ranges.size(), Rounds);
    }
  }
}

TEST_P(Learning, ConstantRatesConvergeAfterOnePass) {
  Random R(13);
  for (int Case = 0; Case < 300; ++Case) {
    // Equal cores and accelerators of different speeds, which the training pass has to measure.
    VirtualMachine M;
    std::vector<double> Rates;
    double Core = logUniform(R, 1e-5, 1e-3);
    size_t Cores = 1 + R() % 8, Accelerators = R() % 4;
    for (size_t J = 0; J < Cores + Accelerators; ++J) {
      Rates.push_back(J < Cores ? Core : Core * logUniform(R, .005, .9));
      M.Devices.push_back(J < Cores ? VirtualDevice::core(Core) : VirtualDevice::accelerator(Rates[J], 4));
    }
    auto S = make();
    uint64_t Iterations = 200'000;
    M.run(*S, Iterations);
    for (int Pass = 1; Pass < 4; ++Pass) {
      PassResult Result = M.run(*S, Iterations);
      ASSERT_EQ(Result.Violation, "");
      ASSERT_LE(Result.Seconds, 1.04 * idealSeconds(Rates, Iterations)) << "case " << Case << " pass " << Pass;
    }
  }
}

TEST_P(Learning, AnyConstantRatesConverge) {
  Random R(14);
  for (int Case = 0; Case < 300; ++Case) {
    VirtualMachine M;
    std::vector<double> Rates(1 + R() % 8);
    for (double &Rate : Rates) {
      Rate = logUniform(R, 1e-5, 1e-3);
      M.Devices.push_back(VirtualDevice::core(Rate));
    }
    auto S = make();
    for (int Pass = 0; Pass < 8; ++Pass)
      M.run(*S, 200'000);
    ASSERT_LE(M.run(*S, 200'000).Seconds, 1.04 * idealSeconds(Rates, 200'000)) << "case " << Case;
  }
}

TEST_P(Learning, RecoversAfterAStepChange) {
  Random R(15);
  for (int Case = 0; Case < 200; ++Case) {
    VirtualMachine M;
    std::vector<double> After;
    size_t Cores = 1 + R() % 6;
    for (size_t J = 0; J < Cores + 2; ++J) {
      double Base = J < Cores ? 1e-4 : logUniform(R, 1e-6, 1e-5);
      double Then = Base * (chance(R, .3) ? logUniform(R, .3, 5) : 1);
      VirtualDevice D = J < Cores ? VirtualDevice::core(Base) : VirtualDevice::accelerator(Base);
      D.Seconds = [=](Range Part, unsigned Pass) {
        return (Pass < 8 ? Base : Then) * static_cast<double>(Part.size());
      };
      M.Devices.push_back(D);
      After.push_back(Then);
    }
    auto S = make();
    for (int Pass = 0; Pass < 16; ++Pass)
      M.run(*S, 500'000);
    ASSERT_LE(M.run(*S, 500'000).Seconds, 1.04 * idealSeconds(After, 500'000)) << "case " << Case;
  }
}

TEST_P(Learning, EqualCoresStayAtTheEqualSplitUnderNoise) {
  // Each measurement is off by up to a few percent, and one in fifty is disturbed, as on an idle machine.
  Random R(16);
  for (int Case = 0; Case < 50; ++Case) {
    VirtualMachine M;
    size_t Cores = 2 + R() % 15;
    auto Own = std::make_shared<Random>(R());
    for (size_t J = 0; J < Cores; ++J) {
      VirtualDevice D = VirtualDevice::core(1e-4);
      D.Reported = [=](double Seconds) {
        double Noise = std::abs(std::normal_distribution<double>(0, .01)(*Own));
        return Seconds * (1 + Noise) * (chance(*Own, .02) ? 1.5 : 1);
      };
      M.Devices.push_back(D);
    }
    auto S = make();
    double Ideal = idealSeconds(std::vector<double>(Cores, 1e-4), Cores * 1000), Sum = 0;
    constexpr int Passes = 100;
    for (int Pass = 0; Pass < Passes; ++Pass)
      Sum += M.run(*S, Cores * 1000).Seconds;
    ASSERT_LE(Sum / Passes, 1.01 * Ideal) << "case " << Case << " cores " << Cores;
  }
}

INSTANTIATE_TEST_SUITE_P(Schedulers, Property, allExcept({}), schedulerOf);
INSTANTIATE_TEST_SUITE_P(Schedulers, Splitting,
                         allExcept({"auto", "chunk", "chunk_static", "chunk_dynamic", "hybrid_chunk", "throughput",
                                    "guided"}),
                         schedulerOf);
// Those left out keep to the device model or one kind of device, or their chunks of the first pass are too coarse.
INSTANTIATE_TEST_SUITE_P(Schedulers, Learning,
                         allExcept({"static", "chunk", "chunk_static", "chunk_dynamic", "throughput", "cpu", "gpu"}),
                         schedulerOf);
