// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// hetcc-translate, the program that the driver hetcc calls to translate a unit. Its arguments are options of the
// translator, then `--`, then the arguments of a compiler.
#include "hetcc/Translate.h"
#include "llvm/Support/CommandLine.h"
#include <algorithm>
#include <csignal>
#include <pthread.h>

/// Calls \p Work in a thread with a large stack: clang handles expressions by recursion, and a generated program may
/// have sums of many thousand terms. If the system provides no such stack, calls \p Work in this thread.
template <typename Callable> static int runDeep(Callable Work) {
  constexpr size_t Depth = size_t(1) << 29; // bytes; the system provides only pages that are used
  struct Call {
    Callable &Work;
    int Result;
  } Deep{Work, 0};
  pthread_attr_t Attributes;
  pthread_t Thread;
  pthread_attr_init(&Attributes);
  const auto Run = [](void *Argument) -> void * {
    Call &Mine = *static_cast<Call *>(Argument);
    Mine.Result = Mine.Work();
    return nullptr;
  };
  if (pthread_attr_setstacksize(&Attributes, Depth) != 0 || pthread_create(&Thread, &Attributes, Run, &Deep) != 0)
    return Work();
  pthread_join(Thread, nullptr);
  return Deep.Result;
}

namespace {

using hetcc::TranslateOptions;

/// Sets an option that is one word; false if there is no such option.
bool takeWord(llvm::StringRef Arg, TranslateOptions &Options) {
  struct Flag {
    llvm::StringRef Name;
    bool TranslateOptions::*Field;
    bool Value;
  };
  constexpr Flag Flags[] = {{"--no-emulated", &TranslateOptions::Emulated, false},
                            {"--no-outlined", &TranslateOptions::Outlined, false},
                            {"--plain", &TranslateOptions::Plain, true},
                            {"--marked", &TranslateOptions::Marked, true},
                            {"--preprocessed", &TranslateOptions::Preprocessed, true},
                            {"--readable", &TranslateOptions::Readable, true},
                            {"--explain", &TranslateOptions::Explain, true},
                            {"--show-clauses", &TranslateOptions::ShowClauses, true},
                            {"--fix", &TranslateOptions::Fix, true},
                            {"--checked", &TranslateOptions::Checked, true},
                            {"--no-reassociate", &TranslateOptions::Reassociate, false},
                            {"--no-barriers", &TranslateOptions::Barriers, false}};
  for (const Flag &Each : Flags)
    if (Arg == Each.Name)
      return Options.*Each.Field = Each.Value, true;
  if (Arg == "--functions")
    return Options.Functions = TranslateOptions::RecordsFor::UnitsWithDirectives, true;
  if (Arg == "--functions=always")
    return Options.Functions = TranslateOptions::RecordsFor::EveryUnit, true;
  return false;
}

/// Sets an option that has a value, `--name=value`; false if there is no such option.
bool takeValue(llvm::StringRef Arg, TranslateOptions &Options) {
  const auto Text = [&](llvm::StringRef Name, std::string &Into) {
    return Arg.consume_front(Name) && (Into = Arg.str(), true);
  };
  const auto Entry = [&](llvm::StringRef Name, std::map<std::string, std::string> &Into) {
    if (!Arg.consume_front(Name))
      return false;
    auto [Region, Cause] = Arg.split(':');
    Into[Region.str()] = Cause.str();
    return true;
  };
  if (Arg.consume_front("--auto="))
    return Options.Auto = hetcc::autoModeOf(Arg).value_or(hetcc::AutoMode::Off), true;
  if (Arg.consume_front("--message="))
    return Options.Messages.take(Arg.str()), true;
  return Text("--host-output=", Options.HostOutput) || Text("--device-output=", Options.DeviceOutput) ||
         Text("--output-dir=", Options.OutputDir) || Text("--image=", Options.Image) ||
         Text("--regions=", Options.Regions) || Text("--summary=", Options.Summary) ||
         Entry("--leave=", Options.Leave) || Entry("--leave-gpu=", Options.LeaveGpu);
}

} // namespace

int main(int ArgCount, const char **Args) {
  signal(SIGXFSZ, SIG_IGN); // at the limit of file sizes, write() then fails with an error
  TranslateOptions Options;
  int I = 1;
  for (; I < ArgCount && llvm::StringRef(Args[I]) != "--"; ++I)
    if (!takeWord(Args[I], Options) && !takeValue(Args[I], Options)) {
      llvm::errs() << "hetcc-translate: error: unknown option '" << Args[I] << "'\n";
      return int(hetcc::Outcome::Errors);
    }
  const std::vector<const char *> OfCompiler(Args + std::min(I + 1, ArgCount), Args + ArgCount);
  return runDeep([&] { return int(hetcc::translate(Options, OfCompiler, HETCC_CLANG_PATH)); });
}
