// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// hetcc-translate, the program that the driver hetcc calls to translate a unit. Its arguments are options of the
// translator, then `--`, then the arguments of a compiler.
#include "hetcc/Translate.h"
#include "llvm/Support/CommandLine.h"
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

int main(int ArgCount, const char **Args) {
  signal(SIGXFSZ, SIG_IGN); // at the limit of file sizes, write() then fails with an error
  hetcc::TranslateOptions Options;
  std::vector<const char *> Rest;
  bool Ours = true;
  auto Value = [](llvm::StringRef Arg, llvm::StringRef Name, std::string &Into) {
    if (!Arg.consume_front(Name))
      return false;
    Into = Arg.str();
    return true;
  };
  auto Entry = [](llvm::StringRef Arg, llvm::StringRef Name, std::map<std::string, std::string> &Into) {
    if (!Arg.consume_front(Name))
      return false;
    auto [Region, Cause] = Arg.split(':');
    Into[Region.str()] = Cause.str();
    return true;
  };
  for (int I = 1; I < ArgCount; ++I) {
    llvm::StringRef Arg = Args[I];
    if (!Ours)
      Rest.push_back(Args[I]);
    else if (Arg == "--")
      Ours = false;
    else if (Arg == "--no-emulated")
      Options.Emulated = false;
    else if (Arg == "--no-outlined")
      Options.Outlined = false;
    else if (Arg == "--plain")
      Options.Plain = true;
    else if (Arg == "--marked")
      Options.Marked = true;
    else if (Arg == "--preprocessed")
      Options.Preprocessed = true;
    else if (Arg == "--readable")
      Options.Readable = true;
    else if (Arg == "--explain")
      Options.Explain = true;
    else if (Arg == "--show-clauses")
      Options.ShowClauses = true;
    else if (Arg == "--fix")
      Options.Fix = true;
    else if (Arg == "--checked")
      Options.Checked = true;
    else if (Arg == "--functions")
      Options.Functions = hetcc::TranslateOptions::RecordsFor::UnitsWithDirectives;
    else if (Arg == "--functions=always")
      Options.Functions = hetcc::TranslateOptions::RecordsFor::EveryUnit;
    else if (Arg == "--no-reassociate")
      Options.Reassociate = false;
    else if (Arg == "--no-barriers")
      Options.Barriers = false;
    else if (Arg.starts_with("--auto="))
      Options.Auto = hetcc::autoModeOf(Arg.split('=').second).value_or(hetcc::AutoMode::Off);
    else if (std::string Word; Value(Arg, "--message=", Word))
      Options.Messages.take(Word);
    else if (!Value(Arg, "--host-output=", Options.HostOutput) &&
             !Value(Arg, "--device-output=", Options.DeviceOutput) && !Value(Arg, "--output-dir=", Options.OutputDir) &&
             !Value(Arg, "--image=", Options.Image) && !Value(Arg, "--regions=", Options.Regions) &&
             !Value(Arg, "--summary=", Options.Summary) && !Entry(Arg, "--leave=", Options.Leave) &&
             !Entry(Arg, "--leave-gpu=", Options.LeaveGpu)) {
      llvm::errs() << "hetcc-translate: error: unknown option '" << Arg << "'\n";
      return int(hetcc::Outcome::Errors);
    }
  }
  return runDeep([&] { return int(hetcc::translate(Options, Rest, HETCC_CLANG_PATH)); });
}
