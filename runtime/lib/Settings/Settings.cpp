// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of settings, and the functions that read their values.
#include "Settings/Settings.h"

#include "Files/Rights.h"
#include "Settings/Quote.h"
#include "Settings/Suggest.h"

#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <initializer_list>

namespace hetrt {
namespace {

constexpr std::string_view Prefix = "HETRT_";

/// The result of a function that reads a value: nothing if the value was right, else a text that says what was wanted.
using Complaint = std::optional<std::string>;

/// A larger number of devices or passes in a setting is an error, since it is probably a typing mistake.
constexpr unsigned LargestCount = 1u << 16;
constexpr std::size_t MostKinds = 64;

std::optional<unsigned> readCount(std::string_view Text) {
  unsigned Value = 0;
  auto [End, Error] = std::from_chars(Text.data(), Text.data() + Text.size(), Value);
  if (Error != std::errc() || End != Text.data() + Text.size() || Value > LargestCount)
    return std::nullopt;
  return Value;
}

Complaint readInto(std::string_view Value, unsigned &Into) {
  auto Count = readCount(Value);
  if (!Count)
    return "wanted a whole number from 0 to 65536";
  Into = *Count;
  return std::nullopt;
}

Complaint readDevice(std::string_view Item, Settings &Into) {
  if (Item.find(' ') != std::string_view::npos)
    return "wanted commas between devices, and no blanks";
  const std::size_t Colon = Item.find(':');
  DeviceWish Wish{std::string(Item.substr(0, Colon)), std::nullopt};
  if (Colon != std::string_view::npos) {
    Wish.Count = readCount(Item.substr(Colon + 1));
    if (!Wish.Count)
      return "wanted a count from 0 to 65536 after '" + shown(Wish.Kind) + ":'";
  }
  if (Wish.Kind == "cpu") {
    Into.UseCores = Wish.Count != 0u;
    if (Into.UseCores)
      Into.Cores = Wish.Count;
    return std::nullopt;
  }
  Into.Accelerators->push_back(std::move(Wish));
  return std::nullopt;
}

Complaint readDevices(std::string_view Value, Settings &Into) {
  Into.Accelerators.emplace();
  Into.UseCores = false;
  std::vector<std::string> Named;
  while (true) {
    const std::size_t Comma = Value.find(',');
    const std::string_view Item = Value.substr(0, Comma);
    if (Item.empty())
      return "wanted a list such as 'cpu:2,emulated:1'";
    const std::string Kind(Item.substr(0, Item.find(':')));
    if (std::find(Named.begin(), Named.end(), Kind) != Named.end())
      return "'" + shown(Kind) + "' stands there twice";
    Named.push_back(Kind);
    if (Named.size() > MostKinds)
      return "wanted at most " + std::to_string(MostKinds) + " kinds of devices";
    if (auto Wrong = readDevice(Item, Into))
      return Wrong;
    if (Comma == std::string_view::npos)
      return std::nullopt;
    Value.remove_prefix(Comma + 1);
  }
}

/// Stores a name, which is checked later. Returns Wanted if the name has more than Longest characters.
Complaint readName(std::string_view Value, std::size_t Longest, const char *Wanted, std::string &Into) {
  if (Value.size() > Longest)
    return Wanted;
  Into = Value;
  return std::nullopt;
}

Complaint readSchedule(std::string_view Value, Settings &Into) {
  return readName(Value, 100, "wanted the name of a scheduler", Into.Schedule);
}

Complaint readReport(std::string_view Value, Settings &Into) {
  constexpr std::string_view Json = "json:";
  if (Value == "0") {
    Into.Report = ReportForm::None;
  } else if (Value == "1") {
    Into.Report = ReportForm::Table;
  } else if (Value.starts_with(Json) && Value.size() > Json.size()) {
    Into.Report = ReportForm::Json;
    Into.ReportFile = Value.substr(Json.size());
  } else {
    return "wanted '0', '1' or 'json:FILE'";
  }
  return std::nullopt;
}

/// Words lists pairs of a word and a value. Stores the value of the word `Value`; if the word is not in the list,
/// returns what was wanted.
template <typename Choice>
Complaint readWord(std::string_view Value, std::initializer_list<std::pair<std::string_view, Choice>> Words,
                   Choice &Into) {
  for (const auto &[Word, Meaning] : Words)
    if (Value == Word) {
      Into = Meaning;
      return std::nullopt;
    }
  std::vector<std::string_view> Known;
  for (const auto &Each : Words)
    Known.push_back(Each.first);
  return "wanted " + alternatives(Known);
}

Complaint readReportSignal(std::string_view Value, Settings &Into) {
  return readWord(Value, {{"USR1", SIGUSR1}, {"USR2", SIGUSR2}, {"HUP", SIGHUP}, {"QUIT", SIGQUIT}}, Into.ReportSignal);
}

Complaint readTrace(std::string_view Value, Settings &Into) {
  return readName(Value, 4095, "wanted the name of a file", Into.TraceFile);
}

Complaint readRecord(std::string_view Value, Settings &Into) {
  return readName(Value, 4095, "wanted the name of a file", Into.RecordFile);
}

Complaint readReplay(std::string_view Value, Settings &Into) {
  return readName(Value, 4095, "wanted the name of a file", Into.ReplayFile);
}

Complaint readHostThread(std::string_view Value, Settings &Into) {
  return readWord(Value,
                  {{"dedicated", HostThread::Dedicated},
                   {"oversubscribe", HostThread::Oversubscribe},
                   {"collaborative", HostThread::Collaborative}},
                  Into.HostThreads);
}

Complaint readWait(std::string_view Value, Settings &Into) {
  return readWord(Value, {{"block", WaitPolicy::Block}, {"yield", WaitPolicy::Yield}, {"spin", WaitPolicy::Spin}},
                  Into.Wait);
}

Complaint readWrite(std::string_view Value, Settings &Into) {
  return readWord(Value,
                  {{"through", WritePolicy::Through},
                   {"back", WritePolicy::Back},
                   {"none", WritePolicy::None},
                   {"check", WritePolicy::Check}},
                  Into.Write);
}

/// "coherent | interleave | ...".
#define POLICY(Number, Name, Word) " | " Word
constexpr std::string_view PolicyWords = std::string_view(HETRT_MEMORY_POLICIES(POLICY)).substr(3);
#undef POLICY

Complaint readMemoryPolicy(std::string_view Value, Settings &Into) {
#define POLICY(Number, Name, Word)                                                                                     \
  if (Value == (Word)) {                                                                                               \
    Into.Memory = HETRT_MEMORY_##Name;                                                                                 \
    return std::nullopt;                                                                                               \
  }
  HETRT_MEMORY_POLICIES(POLICY)
#undef POLICY
  constexpr std::string_view Words[] = {
#define POLICY(Number, Name, Word) Word,
      HETRT_MEMORY_POLICIES(POLICY)
#undef POLICY
  };
  return "there is no such memory policy" + suggestion(Value, Words);
}

Complaint readMinimumShare(std::string_view Value, Settings &Into) {
  double Share = 0;
  auto [End, Error] = std::from_chars(Value.data(), Value.data() + Value.size(), Share);
  if (Error != std::errc() || End != Value.data() + Value.size() || !(Share >= 0 && Share <= 1))
    return "wanted a number from 0 to 1";
  Into.MinimumShare = Share;
  return std::nullopt;
}

Complaint readBackoff(std::string_view Value, Settings &Into) { return readInto(Value, Into.BackoffPasses); }

Complaint readRetry(std::string_view Value, Settings &Into) { return readInto(Value, Into.RetryPasses); }

Complaint readHistory(std::string_view Value, Settings &Into) {
  return readWord(Value, {{"off", HistoryUse::Off}, {"read", HistoryUse::Read}, {"on", HistoryUse::On}}, Into.History);
}

/// Reads a number of threads of a GPU's block, or of lanes (threads that share an iteration).
std::optional<unsigned> readThreads(std::string_view Text) {
  constexpr unsigned Most = 1u << 15; // more than a block can have, since the lanes of one iteration may be in several
                                      // blocks if they never wait for each other
  auto Count = readCount(Text);
  return Count && *Count > 0 && *Count <= Most ? Count : std::nullopt;
}

Complaint readLaunchShape(std::string_view Value, Settings &Into) {
  if (Value == "tuned" || Value == "computed") {
    Into.LaunchShape = {.Tune = Value == "tuned"};
    return std::nullopt;
  }
  const std::size_t Times = Value.find('x');
  const auto Threads = readThreads(Value.substr(0, Times));
  const auto Lanes = Times == std::string_view::npos ? std::optional(0u) : readThreads(Value.substr(Times + 1));
  if (!Threads || !Lanes)
    return "wanted 'tuned', 'computed', or threads of a block and, if need be, lanes, such as '256' or '256x32'";
  Into.LaunchShape = {false, *Threads, *Lanes};
  return std::nullopt;
}

Complaint readCheck(std::string_view Value, Settings &Into) {
  return readWord(Value, {{"0", false}, {"1", true}}, Into.Check);
}

Complaint readDeterministic(std::string_view Value, Settings &Into) {
  return readWord(Value, {{"0", false}, {"1", true}}, Into.Deterministic);
}

Complaint readCheckSeed(std::string_view Value, Settings &Into) { return readInto(Value, Into.CheckSeed); }

Complaint readPlaces(std::string_view Value, Settings &Into) {
  unsigned Count = 0;
  if (readInto(Value, Count) || Count == 0 || Count > 4096)
    return "wanted a whole number from 1 to 4096";
  Into.Places = Count;
  return std::nullopt;
}

/// Whether a value is the given lower-case word, in upper or lower case: OpenMP ignores the case of its variables.
bool sameWord(std::string_view Value, std::string_view Word) {
  return std::equal(Value.begin(), Value.end(), Word.begin(), Word.end(),
                    [](char A, char B) { return (A >= 'A' && A <= 'Z' ? A - 'A' + 'a' : A) == B; });
}

/// Values that OpenMP does not define are ignored here, since the OpenMP runtime reports them.
Complaint readOffload(std::string_view Value, Settings &Into) {
  if (sameWord(Value, "mandatory"))
    Into.TargetOffload = Offload::Mandatory;
  else if (sameWord(Value, "disabled"))
    Into.TargetOffload = Offload::Disabled;
  return std::nullopt;
}

Complaint readThreads(std::string_view Value, Settings &Into) {
  Into.OneThread = Value == "1" || Value.starts_with("1,");
  return std::nullopt;
}

Complaint readCancellation(std::string_view Value, Settings &Into) {
  Into.Cancellation = sameWord(Value, "true");
  return std::nullopt;
}

constexpr bool NamesFiles = true;

constexpr SettingRow Table[] = {
    {"HETRT_DEVICES", "list of KIND[:COUNT]", "every core and GPU granted",
     "Devices to use, for example 'cpu:2,emulated:3'; NVIDIA's GPUs are 'cuda'. A kind without a count means all "
     "devices of that kind; one line "
     "says so if there are none. Kinds that are not named, and those with the count 0, are not used. If 'cpu' is not "
     "named, cores compute only what no accelerator can. With 'cpu:N' the team has N threads (one in loops that are "
     "too short for a team), and no core is set aside for an accelerator.",
     readDevices},
    {"HETRT_SCHEDULE", "scheduler", "each region's own", "Scheduler of every region, whatever its clause says.",
     readSchedule},
    {"HETRT_REPORT", "0 | 1 | json:FILE", "0",
     "What is written at exit: nothing, a table on standard error (per region and device: iterations, seconds, "
     "bytes), or the figures of every pass as JSON.",
     readReport, NamesFiles},
    {"HETRT_REPORT_SIGNAL", "USR1 | USR2 | HUP | QUIT", "none",
     "A signal at which the report is written as it stands, while the program goes on: where HETRT_REPORT says, else "
     "as a table on standard error.",
     readReportSignal},
    {"HETRT_TRACE", "file", "none",
     "Where a trace is written while the program runs: passes, ranges, copies, kernels, waits and decisions, for "
     "Perfetto, Chrome's viewer and hetreport.",
     readTrace, NamesFiles},
    {"HETRT_RECORD", "file", "none",
     "Where every decision is kept while the program runs: which device got which iterations, in which order, in which "
     "pass of which region.",
     readRecord, NamesFiles},
    {"HETRT_REPLAY", "file", "none",
     "A recording of HETRT_RECORD whose decisions are repeated: the same devices get the same iterations in the same "
     "order. Where that cannot be, since the program, its loops' sizes or its devices are others, the region fails.",
     readReplay, NamesFiles},
    {"HETRT_HOST_THREAD", "dedicated | oversubscribe | collaborative", "dedicated",
     "Who drives an accelerator: a host thread on a core of its own, so that one core fewer computes unless "
     "HETRT_DEVICES counts the cores; a host thread beside a computing one, which it takes time from only while it "
     "does not wait; or a computing thread, which looks after it between pieces of its own iterations.",
     readHostThread},
    {"HETRT_WAIT", "block | yield | spin", "block",
     "How threads of a pass wait for ranges that others hold, and for accelerators: asleep, but for the first 50 us, "
     "giving way to others, or ready at once.",
     readWait},
    {"HETRT_MINIMUM_SHARE", "number", "0",
     "The smallest share worth an accelerator's while, as a fraction of the loop: where 'static' and 'adaptive' split "
     "a pass, it gets at least as much, or nothing. Schedulers that hand out pieces do not look at it, nor do trials "
     "of a device that was given up.",
     readMinimumShare},
    {"HETRT_BACKOFF_PASSES", "number", "2",
     "An accelerator is given up after this many passes in which it took longer for an iteration than the slowest "
     "core. It stays if the next passes take longer without it, or if it does more than a third of the work. 0: never.",
     readBackoff},
    {"HETRT_RETRY_PASSES", "number", "100",
     "After this many passes an accelerator that was given up is tried again, then after twice as many, and so on. 0: "
     "never, and its speed alone decides.",
     readRetry},
    {"HETRT_WRITE", "through | back | none | check", "through",
     "What devices do with persistent arrays: keep them and bring what they write to the host with each pass; keep "
     "them, and bring what they wrote when the host or another device needs it, or at 'depersist'; or keep nothing. "
     "'check' is 'through', and compares what was kept, and in blocks what indices were, with the host's array before "
     "it is used.",
     readWrite},
    {"HETRT_MEMORY_POLICY", PolicyWords, "each directive's own",
     "Memory policy of every directive, whatever its clause says: leave pages of arrays alone; put them on the "
     "memory nodes in turn; take them to the node of the device that has the share; the same, and in turn those of "
     "arrays that are not split; or, in blocks that say 'memory(replicate)', copies for each thread.",
     readMemoryPolicy},
    {"HETRT_HISTORY", "off | read | on", "off",
     "Whether first passes follow what earlier runs measured ('read'), and this run adds to that at its end ('on'). "
     "'hetinfo --history' shows it.",
     readHistory, NamesFiles},
    {"HETRT_LAUNCH_SHAPE", "tuned | computed | THREADS[xLANES]", "tuned",
     "How GPUs launch kernels: in the shape that was the fastest of some that were tried while the program runs, in "
     "the computed one, or in blocks of so many threads, of which so many, the lanes, share an iteration, as far as a "
     "kernel allows it. What is tuned is remembered under HETRT_HISTORY.",
     readLaunchShape},
    {"HETRT_DETERMINISTIC", "0 | 1", "0",
     "1: reductions are the same bits for every split, scheduler, number of threads and set of devices with the same "
     "arithmetic. A plain sum takes up to twice as long, and memory for a value of every few hundred iterations.",
     readDeterministic},
    {"HETRT_CHECK", "0 | 1", "0",
     "1: every pass checks what clauses say of its arrays, and their memory, also where cores alone run it and need "
     "no check.",
     readCheck},
    {"HETRT_CHECK_SEED", "number", "1",
     "The order of iterations in programs of 'hetcc --hetcc-check'. No order has findings that another one lacks; "
     "results may differ where there are some.",
     readCheckSeed},
    {"HETRT_PLACES", "number", "those of OpenMP, or NUMA nodes",
     "How many places blocks with 'proc_bind(spread)' find, each with as many of the processors as the others: for "
     "trying, on a machine that has other ones.",
     readPlaces},
};

constexpr SettingRow Honoured[] = {
    {"OMP_NUM_THREADS", "number", "cores granted",
     "Threads of a team without 'num_threads' and without 'cpu:N' in HETRT_DEVICES, at most the cores granted.",
     readThreads},
    {"OMP_TARGET_OFFLOAD", "default | mandatory | disabled", "default",
     "'disabled' leaves every accelerator out. 'mandatory' makes it an error when a region finds none.", readOffload},
    {"OMP_CANCELLATION", "true | false", "false",
     "'true' leaves loops that a team shares out ('omp for') to the cores: a pass would wait for threads that were "
     "cancelled.",
     readCancellation},
    {"NVTX_INJECTION64_PATH", "library", "none",
     "A tool that listens by NVTX, such as Nsight Systems, sets it: passes and accelerators' shares are ranges for it.",
     nullptr, NamesFiles},
    {"CUDA_VISIBLE_DEVICES", "list of GPUs", "all", "GPUs that the CUDA driver shows to the process.", nullptr},
    {"XDG_STATE_HOME", "folder", "$HOME/.local/state", "Where the history lies, in a folder 'hetcc'.", nullptr,
     NamesFiles},
    {"HOME", "folder", "none", "Where the history lies if XDG_STATE_HOME is not set.", nullptr, NamesFiles},
};

std::string complain(std::string_view Name, std::string_view Value, const std::string &What) {
  return "setting " + std::string(Name) + "='" + shown(Value) + "': " + What;
}

std::string unknownSetting(std::string_view Name, std::span<const std::string_view> KindSettings) {
  std::vector<std::string_view> Names(KindSettings.begin(), KindSettings.end());
  for (const SettingRow &Row : Table)
    Names.push_back(Row.Name);
  return "setting " + shown(Name) + ": there is no such setting" + suggestion(Name, Names);
}

const SettingRow *findRow(std::span<const SettingRow> Rows, std::string_view Name) {
  auto Found = std::find_if(Rows.begin(), Rows.end(), [&](const SettingRow &Row) { return Row.Name == Name; });
  return Found == Rows.end() ? nullptr : &*Found;
}

/// Checks the names of device kinds in HETRT_DEVICES. This is done after reading, since the functions of the table do
/// not know which kinds exist.
Complaint checkKinds(const Settings &Read, std::span<const std::string_view> Kinds) {
  std::vector<std::string_view> Known(Kinds.begin(), Kinds.end());
  Known.push_back("cpu");
  if (Read.Accelerators)
    for (const DeviceWish &Wish : *Read.Accelerators)
      if (std::find(Known.begin(), Known.end(), Wish.Kind) == Known.end())
        return "'" + shown(Wish.Kind) + "' is no kind of device" +
               (Wish.Kind == "gpu" || Wish.Kind == "gpus"
                    ? std::string("; wanted 'cuda' for NVIDIA's GPUs, as in 'cuda:1'")
                    : suggestion(Wish.Kind, Known));
  return std::nullopt;
}

/// Reads one variable; a wrong value leaves `Into` unchanged.
Complaint readRow(const SettingRow &Row, std::string_view Value, std::span<const std::string_view> Kinds,
                  Settings &Into) {
  Settings Candidate = Into;
  if (auto Wrong = Row.Read(Value, Candidate))
    return Wrong;
  if (auto Wrong = checkKinds(Candidate, Kinds))
    return Wrong;
  Into = std::move(Candidate);
  return std::nullopt;
}

} // namespace

std::string_view Settings::kindOptions(std::string_view Name) const {
  for (const auto &[Setting, Value] : KindOptions)
    if (Setting == Name)
      return Value;
  return {};
}

std::span<const SettingRow> settingTable() { return Table; }
std::span<const SettingRow> honouredTable() { return Honoured; }

bool isFollowed(std::string_view Name, bool Privileged, std::span<const std::string_view> KindFiles) {
  if (!Privileged)
    return true;
  for (const auto &Rows : {settingTable(), honouredTable()})
    if (const SettingRow *Row = findRow(Rows, Name); Row && Row->NamesFiles)
      return false;
  return std::find(KindFiles.begin(), KindFiles.end(), Name) == KindFiles.end();
}

const char *followedVariable(const char *Name) {
  return isFollowed(Name, isPrivileged()) ? std::getenv(Name) : nullptr;
}

std::vector<const char *> followedEnvironment(const char *const *Environment, bool Privileged,
                                              std::span<const std::string_view> KindFiles,
                                              std::vector<std::string_view> &LeftOut) {
  std::vector<const char *> Followed;
  for (const char *const *Entry = Environment; Entry && *Entry; ++Entry) {
    const std::string_view Text = *Entry, Name = Text.substr(0, Text.find('='));
    if (isFollowed(Name, Privileged, KindFiles))
      Followed.push_back(*Entry);
    else if (Name.starts_with(Prefix) && Text.size() > Name.size() + 1)
      LeftOut.push_back(Name);
  }
  Followed.push_back(nullptr);
  return Followed;
}

std::vector<std::string> readSettings(const char *const *Environment, std::span<const std::string_view> KindSettings,
                                      std::span<const std::string_view> Kinds, Settings &Into) {
  std::vector<std::string> Wrong;
  for (const char *const *Entry = Environment; Entry && *Entry; ++Entry) {
    const std::string_view Text = *Entry;
    const std::size_t Equals = Text.find('=');
    if (Equals == std::string_view::npos)
      continue;
    const std::string_view Name = Text.substr(0, Equals), Value = Text.substr(Equals + 1);
    const bool Ours = Name.starts_with(Prefix);
    const SettingRow *Row = findRow(Ours ? settingTable() : honouredTable(), Name);
    if (Row && Row->Read) {
      // A setting with an empty value counts as not set, since many users unset a variable in this way.
      if (Value.empty())
        continue;
      if (auto Complaint = readRow(*Row, Value, Kinds, Into))
        Wrong.push_back(complain(Name, Value, *Complaint));
    } else if (Ours && std::find(KindSettings.begin(), KindSettings.end(), Name) != KindSettings.end()) {
      Into.KindOptions.emplace_back(Name, Value);
    } else if (Ours) {
      Wrong.push_back(unknownSetting(Name, KindSettings));
    }
  }
  return Wrong;
}

} // namespace hetrt
