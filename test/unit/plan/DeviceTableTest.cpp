// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which accelerators serve a pass, after random faults, give-ups and passes of other regions, compared with a small
// model.
#include "Plan/DeviceTable.h"
#include "Team/DeviceChoice.h"

#include "Device/Emulated/EmulatedDevice.h"
#include "Team/DeviceChoice.h"

#include <algorithm>
#include <gmock/gmock.h>
#include <memory>
#include <optional>
#include <random>
#include <set>

using namespace hetrt;
using testing::ElementsAre;

namespace {

struct DeviceTables : testing::Test {
  explicit DeviceTables(unsigned Count = 5) {
    for (unsigned Number = 0; Number < Count; ++Number)
      All.Members.push_back(
          std::make_unique<Accelerator>(std::make_unique<EmulatedDevice>(Number, EmulatedOptions{}), Number));
  }

  Accelerator &device(unsigned Number) { return *All.Members[Number]; }

  /// The scheduler's list for a pass with one core: the numbers of accelerators, in brackets if they do not serve.
  static std::string list(DeviceTable &Table, std::span<const AcceleratorLease> Serving) {
    std::vector<DeviceSlot> Slots(1);
    Table.list(Serving, Slots);
    std::string Text = "core";
    for (std::size_t Position = 1; Position < Slots.size(); ++Position) {
      const DeviceSlot &Each = Slots[Position];
      const std::string Number = std::to_string(Each.Known->Accel->number());
      Text += Each.As == DeviceSlot::Role::Rests ? " (" + Number + ")" : " " + Number;
      EXPECT_EQ(Each.Model.Usable, Each.isServing());
    }
    return Text;
  }

  Fleet All;
  DeviceTable Table;
};

/// A scheduler that gives up the devices at these positions of its list.
struct GivesUp final : Scheduler {
  explicit GivesUp(std::set<unsigned> Positions) : Positions(std::move(Positions)) {}
  void beginPass(uint64_t, std::span<const DeviceModel>) override {}
  Assignment next(unsigned) override { return {}; }
  void finished(unsigned, Range, double) override {}
  void returned(unsigned, Range) override {}
  uint64_t endPass() override { return 0; }
  bool givenUp(unsigned Device) const override { return Positions.contains(Device); }

  std::set<unsigned> Positions;
};

TEST_F(DeviceTables, ChooseThoseThatFitInTheirOrder) {
  EXPECT_TRUE(Table.empty());
  Table.choose(All, [](Accelerator &Each) { return Each.number() != 2; });
  EXPECT_EQ(list(Table, Table.acquire(false)), "core 0 1 3 4");
  Table.chooseNone();
  EXPECT_TRUE(Table.empty());
  EXPECT_EQ(list(Table, Table.acquire(false)), "core");
}

TEST_F(DeviceTables, GiveOneAcceleratorToOnePassAtATime) {
  DeviceTable Other;
  for (DeviceTable *Each : {&Table, &Other})
    Each->choose(All, [](Accelerator &Which) { return Which.number() < 3; });
  ASSERT_TRUE(device(1).tryAcquire());
  std::vector<AcceleratorLease> Serving = Table.acquire(false);
  EXPECT_EQ(list(Table, Serving), "core 0 2 (1)");
  Serving.pop_back();
  EXPECT_EQ(list(Table, Serving), "core 0 (1) (2)") << "who is not needed rests";
  EXPECT_EQ(list(Other, Other.acquire(false)), "core 2 (0) (1)") << "and can be had by others";
  Serving.clear();
  device(1).release();
  EXPECT_EQ(list(Other, Other.acquire(false)), "core 0 1 2");
}

TEST_F(DeviceTables, KeepFaultsWhenTheyChooseAnewAndNothingElse) {
  const auto Everybody = [](Accelerator &) { return true; };
  Table.choose(All, Everybody);
  Table.all()[1].GivenUp = Table.all()[1].Prepared = true;
  EXPECT_TRUE(DeviceTable::leaveOut(Table.all()[3]));
  EXPECT_FALSE(DeviceTable::leaveOut(Table.all()[3])) << "one message for each device";
  EXPECT_EQ(list(Table, Table.acquire(false)), "core 0 2 4 (1)");
  Table.choose(All, Everybody);
  EXPECT_FALSE(Table.all()[1].Prepared);
  EXPECT_EQ(list(Table, Table.acquire(false)), "core 0 1 2 4");
}

TEST_F(DeviceTables, AreInServiceWhileOneOfThoseChosenIs) {
  Table.choose(All, [](Accelerator &Each) { return Each.number() < 2; });
  EXPECT_TRUE(Table.anyInService());
  DeviceTable::leaveOut(Table.all()[0]);
  Table.all()[1].GivenUp = true;
  EXPECT_TRUE(Table.anyInService()) << "one that was given up is tried again";
  device(1).retire();
  EXPECT_FALSE(Table.anyInService());
}

TEST_F(DeviceTables, LeasesCountWhatMovesMeanwhile) {
  Table.choose(All, [](Accelerator &Each) { return Each.number() == 0; });
  DeviceAddress Memory = 0;
  ASSERT_TRUE(device(0).device().allocate(64, Memory).ok());
  const std::vector<std::byte> Bytes(64);
  const auto Move = [&](std::uint64_t Count) {
    ASSERT_TRUE(device(0).device().copyIn(Memory, Bytes.data(), Count).ok());
    ASSERT_TRUE(device(0).device().synchronize().ok());
  };
  Move(64);
  const std::vector<AcceleratorLease> Serving = Table.acquire(true);
  Move(16);
  ASSERT_EQ(Serving.size(), 1u);
  EXPECT_EQ(Serving.front().moved().In, 16u);
  ASSERT_TRUE(device(0).device().release(Memory).ok());
}

/// The expected state of a table, as sets of accelerators' numbers.
struct TableModel {
  std::set<unsigned> Chosen, LeftOut, GivenUp, Retired, OthersHave;

  std::vector<unsigned> serving() const {
    std::vector<unsigned> Who;
    for (unsigned Number : Chosen)
      if (!LeftOut.contains(Number) && !GivenUp.contains(Number) && !Retired.contains(Number) &&
          !OthersHave.contains(Number))
        Who.push_back(Number);
    return Who;
  }

  std::string list(const std::vector<unsigned> &Serving) const {
    std::string Text = "core";
    for (unsigned Number : Serving)
      Text += " " + std::to_string(Number);
    for (unsigned Number : Chosen)
      if (!LeftOut.contains(Number) && std::ranges::find(Serving, Number) == Serving.end())
        Text += " (" + std::to_string(Number) + ")";
    return Text;
  }
};

/// One random event before a pass: other accelerators are chosen, a pass of another region begins or ends, a device is
/// lost.
void somethingHappens(std::mt19937 &Random, Fleet &All, DeviceTable &Table, TableModel &Model) {
  const unsigned Who = Random() % All.Members.size();
  switch (Random() % 8) {
  case 0: {
    const unsigned Mask = Random() % 64;
    Table.choose(All, [&](Accelerator &Each) { return Mask >> Each.number() & 1; });
    Model.Chosen.clear();
    Model.GivenUp.clear();
    for (unsigned Number = 0; Number < All.Members.size(); ++Number)
      if (Mask >> Number & 1)
        Model.Chosen.insert(Number);
    break;
  }
  case 1:
  case 2:
    if (Model.OthersHave.erase(Who))
      All.Members[Who]->release();
    else if (All.Members[Who]->tryAcquire())
      Model.OthersHave.insert(Who);
    break;
  case 3:
    if (Random() % 20 == 0) {
      All.Members[Who]->retire();
      Model.Retired.insert(Who);
    }
    break;
  default:
    break;
  }
}

TEST(DeviceTable, ListsWhomAModelListsAfterRandomFaultsAndGiveUps) {
  for (unsigned Seed = 0; Seed < 200; ++Seed) {
    std::mt19937 Random(Seed);
    Fleet All;
    for (unsigned Number = 0; Number < 6; ++Number)
      All.Members.push_back(
          std::make_unique<Accelerator>(std::make_unique<EmulatedDevice>(Number, EmulatedOptions{}), Number));
    DeviceTable Table;
    TableModel Model;
    Table.choose(All, [](Accelerator &) { return true; });
    Model.Chosen = {0, 1, 2, 3, 4, 5};
    for (unsigned Pass = 0; Pass < 60; ++Pass) {
      SCOPED_TRACE(testing::Message() << "seed " << Seed << ", pass " << Pass);
      somethingHappens(Random, All, Table, Model);
      std::vector<AcceleratorLease> Serving = Table.acquire(false);
      std::vector<unsigned> Expected = Model.serving();
      // Some passes use all but the last accelerator, or a single one.
      if (!Expected.empty() && Random() % 8 == 0) {
        Serving.pop_back();
        Expected.pop_back();
      } else if (!Expected.empty() && Random() % 8 == 0) {
        const unsigned Only = Expected[Random() % Expected.size()];
        std::erase_if(Serving, [&](const AcceleratorLease &Each) { return Each.accelerator().number() != Only; });
        Expected = {Only};
      }
      ASSERT_EQ(DeviceTables::list(Table, Serving), Model.list(Expected));

      std::vector<DeviceSlot> Slots(1);
      Table.list(Serving, Slots);
      GivesUp Plan({});
      for (unsigned Position = 1; Position < Slots.size(); ++Position) {
        RegionDevice &Which = *Slots[Position].Known;
        if (Random() % 4 == 0)
          Plan.Positions.insert(Position);
        if (Slots[Position].isServing() && Random() % 40 == 0) {
          DeviceTable::leaveOut(Which);
          Model.LeftOut.insert(Which.Accel->number());
        }
      }
      DeviceTable::noteGivenUp(Slots, Plan);
      for (unsigned Position = 1; Position < Slots.size(); ++Position) {
        const unsigned Number = Slots[Position].Known->Accel->number();
        if (Plan.Positions.contains(Position))
          Model.GivenUp.insert(Number);
        else
          Model.GivenUp.erase(Number);
      }
      for (unsigned Number : Expected)
        ASSERT_FALSE(All.Members[Number]->tryAcquire()) << "served two passes at once";
    }
  }
}

/// In each case: the device names of a clause, and whether the cores and each of three accelerators take part. The
/// third accelerator is another rank.
TEST(DeviceChoice, NamesKindsAndNumbers) {
  struct {
    const char *Text;
    bool Cores, First, Second, Rank;
  } const Cases[] = {{nullptr, true, true, true, true},    {"all", true, true, true, true},
                     {"cpu", true, false, false, false},   {"gpu", false, true, true, false},
                     {"node", false, false, false, true},  {"gpu:1", false, false, true, false},
                     {"gpu:0,2", false, true, false, true}};
  for (const auto &Each : Cases) {
    DeviceChoice Choice;
    ASSERT_TRUE(parseDevices(Each.Text, Choice).ok());
    const char *Text = Each.Text ? Each.Text : "nothing";
    EXPECT_EQ(Choice.Cores, Each.Cores) << Text;
    EXPECT_EQ(Choice.names(0, false), Each.First) << Text;
    EXPECT_EQ(Choice.names(1, false), Each.Second) << Text;
    EXPECT_EQ(Choice.names(2, true), Each.Rank) << Text;
    EXPECT_EQ(Choice.accelerators(), Each.First || Each.Second || Each.Rank) << Text;
  }
}

} // namespace
