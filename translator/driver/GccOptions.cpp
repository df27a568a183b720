// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of gcc's options.
#include "GccOptions.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace hetcc::driver {

namespace {

using enum ValueForm;
using enum OptionKind;

constexpr GccOption Table[] = {
    // Which step of the compilation is the last.
    {"-c", None, Mode},
    {"-S", None, Mode},
    {"-E", None, Mode},
    {"-M", None, Mode},
    {"-MM", None, Mode},
    {"-fsyntax-only", None, Mode},
    {"-o", JoinedOrSeparate, Output},
    {"-x", JoinedOrSeparate, InputLanguage},

    // Questions about the compiler itself.
    {"--version", None, Query},
    {"-###", None, Query},
    {"--help", Joined, Query},
    {"--target-help", None, Query},
    {"-dumpmachine", None, Query},
    {"-dumpversion", None, Query},
    {"-dumpfullversion", None, Query},
    {"-dumpspecs", None, Query},
    {"-print-", Joined, Query},
    {"--print-", Joined, Query},

    // Rules for make.
    {"-MD", None, Dependency},
    {"-MMD", None, Dependency},
    {"-MP", None, Dependency},
    {"-MG", None, Dependency},
    {"-MF", JoinedOrSeparate, Dependency},
    {"-MT", JoinedOrSeparate, Dependency},
    {"-MQ", JoinedOrSeparate, Dependency},

    // The preprocessor.
    {"-I", JoinedOrSeparate, Preprocessor},
    {"-D", JoinedOrSeparate, Preprocessor},
    {"-U", JoinedOrSeparate, Preprocessor},
    {"-A", JoinedOrSeparate, Preprocessor},
    {"-isystem", JoinedOrSeparate, Preprocessor},
    {"-iquote", JoinedOrSeparate, Preprocessor},
    {"-idirafter", JoinedOrSeparate, Preprocessor},
    {"-include", JoinedOrSeparate, Preprocessor},
    {"-imacros", JoinedOrSeparate, Preprocessor},
    {"-iprefix", JoinedOrSeparate, Preprocessor},
    {"-iwithprefix", JoinedOrSeparate, Preprocessor},
    {"-iwithprefixbefore", JoinedOrSeparate, Preprocessor},
    {"-isysroot", JoinedOrSeparate, Preprocessor},
    {"-imultilib", JoinedOrSeparate, Preprocessor},
    {"-imultiarch", JoinedOrSeparate, Preprocessor},
    {"--sysroot", Separate, Preprocessor},
    {"--sysroot=", Joined, Preprocessor},
    {"-undef", None, Preprocessor},
    {"-nostdinc", None, Preprocessor},
    {"-nostdinc++", None, Preprocessor},
    {"-trigraphs", None, Preprocessor},
    {"-Wp,", Joined, Preprocessor},
    {"-Xpreprocessor", Separate, Preprocessor},

    // The language.
    {"-std=", Joined, Language},
    {"-std", Separate, Language},
    {"-ansi", None, Language},
    {"-m", Joined, Language},
    {"-W", Joined, Language},
    {"-w", None, Language},
    {"-O", Joined, Language},
    {"-pthread", None, Language},
    {"-pedantic", None, Language},
    {"-pedantic-errors", None, Language},
    {"-Xclang", Separate, Language},
    {"-mllvm", Separate, Host},
    {"-target", Separate, Language},

    // The linker.
    {"-l", JoinedOrSeparate, Linker},
    {"-L", JoinedOrSeparate, Linker},
    {"-Wl,", Joined, Linker},
    {"-Xlinker", Separate, Linker},
    {"-T", JoinedOrSeparate, Linker},
    {"-u", JoinedOrSeparate, Linker},
    {"-z", JoinedOrSeparate, Linker},
    {"-e", JoinedOrSeparate, Linker},
    {"-h", JoinedOrSeparate, Linker},
    {"-R", JoinedOrSeparate, Linker},
    {"-s", None, Linker},
    {"-r", None, Linker},
    {"-pie", None, Linker},
    {"-no-pie", None, Linker},
    {"-static", None, Linker},
    {"-static-pie", None, Linker},
    {"-static-lib", Joined, Linker},
    {"-shared", None, Linker},
    {"-shared-libgcc", None, Linker},
    {"-symbolic", None, Linker},
    {"-rdynamic", None, Linker},
    {"-nostdlib", Joined, Linker},
    {"-nostartfiles", None, Linker},
    {"-nodefaultlibs", None, Linker},
    {"-nolibc", None, Linker},
    {"-fuse-ld=", Joined, Linker},

    // Variants of jumps and returns that clang does not have; they do not change the meaning of code.
    {"-mfunction-return", Joined, Host},
    {"-mindirect-branch", Joined, Host},

    // Other options with a value, and options that mean something else to clang.
    {"-f", Joined, Host},
    {"-Wa,", Joined, Host},
    {"-Xassembler", Separate, Host},
    {"-B", JoinedOrSeparate, Host},
    {"-G", JoinedOrSeparate, Host},
    {"-specs=", Joined, Host},
    {"-specs", Separate, Host},
    {"-wrapper", Separate, Host},
    {"--param", Separate, Host},
    {"--param=", Joined, Host},
    {"-aux-info", Separate, Host},
    {"-dumpdir", Separate, Host},
    {"-dumpbase", Separate, Host},
    {"-dumpbase-ext", Separate, Host},
    {"--dump", Separate, Host},

    // Options of other languages, which gcc accepts and ignores.
    {"-F", JoinedOrSeparate, Host},
    {"-J", JoinedOrSeparate, Host},
    {"-Hd", JoinedOrSeparate, Host},
    {"-Hf", JoinedOrSeparate, Host},
    {"-Xf", JoinedOrSeparate, Host},
    {"-gnatO", Separate, Host},
    {"-fintrinsic-modules-path", JoinedOrSeparate, Host},
    {"--output-pch=", JoinedOrSeparate, Host},
};

/// The -f options, with or without `no-`, that change what the parser accepts, types, predefined macros, the symbols
/// that a shared library exports, or the look of messages. Each entry stands for all options that begin with it. All
/// other -f options are only for the host compiler, because clang, which also parses the unit, has some of the same
/// names with other meanings.
constexpr std::string_view LanguageFeatures[] = {
    "PIC",
    "PIE",
    "access-control",
    "aligned-",
    "asm",
    "associative-math",
    "blocks",
    "builtin",
    "char8_t",
    "concepts",
    "constexpr-",
    "color-diagnostics",
    "coroutines",
    "delayed-template-parsing",
    "diagnostics-color",
    "directives",
    "dollars-in-identifiers",
    "elide-constructors",
    "exceptions",
    "exec-charset=",
    "ext-numeric-literals",
    "fast-math",
    "file-prefix-map=",
    "finite-math-only",
    "fp-contract=",
    "freestanding",
    "gnu",
    "hosted",
    "implicit-templates",
    "input-charset=",
    "lax-vector-conversions",
    "macro-prefix-map=",
    "math-errno",
    "message-length=",
    "modules",
    "ms-extensions",
    "new-ttp-matching",
    "nonansi-builtins",
    "openacc",
    "openmp",
    "operator-names",
    "pack-struct",
    "permissive",
    "pic",
    "pie",
    "plan9-extensions",
    "reciprocal-math",
    "rounding-math",
    "rtti",
    "sanitize",
    "semantic-interposition",
    "short-",
    "signaling-nans",
    "signed-",
    "single-precision-constant",
    "sized-deallocation",
    "stack-protector",
    "strict-",
    "template-",
    "threadsafe-statics",
    "trapping-math",
    "trapv",
    "unsafe-math-optimizations",
    "unsigned-",
    "visibility",
    "wide-exec-charset=",
    "wrapv",
};

constexpr GccOption LanguageFeature = {"-f", Joined, Language};

bool isLanguageFeature(std::string_view Word) {
  if (!Word.starts_with("-f"))
    return false;
  Word.remove_prefix(2);
  if (Word.starts_with("no-"))
    Word.remove_prefix(3);
  return std::any_of(std::begin(LanguageFeatures), std::end(LanguageFeatures),
                     [&](std::string_view Feature) { return Word.starts_with(Feature); });
}

constexpr std::pair<std::string_view, std::string_view> LongNames[] = {
    {"--compile", "-c"},
    {"--assemble", "-S"},
    {"--preprocess", "-E"},
    {"--output", "-o"},
    {"--language", "-x"},
    {"--include-directory", "-I"},
    {"--include-barrier", "-I-"},
    {"--include-directory-after", "-idirafter"},
    {"--include-prefix", "-iprefix"},
    {"--include-with-prefix", "-iwithprefix"},
    {"--include-with-prefix-after", "-iwithprefix"},
    {"--include-with-prefix-before", "-iwithprefixbefore"},
    {"--assert", "-A"},
    {"--trigraphs", "-trigraphs"},
    {"--define-macro", "-D"},
    {"--undefine-macro", "-U"},
    {"--include", "-include"},
    {"--imacros", "-imacros"},
    {"--dependencies", "-M"},
    {"--user-dependencies", "-MM"},
    {"--write-dependencies", "-MD"},
    {"--write-user-dependencies", "-MMD"},
    {"--library-directory", "-L"},
    {"--for-linker", "-Xlinker"},
    {"--std", "-std"},
    {"--ansi", "-ansi"},
    {"--for-assembler", "-Xassembler"},
    {"--entry", "-e"},
    {"--force-link", "-u"},
    {"--prefix", "-B"},
    {"--specs", "-specs"},
    {"--dumpdir", "-dumpdir"},
    {"--dumpbase", "-dumpbase"},
    {"--dumpbase-ext", "-dumpbase-ext"},
    {"--shared", "-shared"},
    {"--static", "-static"},
    {"--static-pie", "-static-pie"},
    {"--no-standard-includes", "-nostdinc"},
    {"--no-standard-libraries", "-nostdlib"},
    {"--machine", "-m"},
    {"--optimize", "-O"},
    {"--all-warnings", "-Wall"},
    {"--extra-warnings", "-Wextra"},
    {"--verbose", "-v"},
    {"--no-warnings", "-w"},
    {"--pedantic", "-pedantic"},
};

bool matches(const GccOption &Option, std::string_view Word) {
  bool Joins = Option.Form == Joined || Option.Form == JoinedOrSeparate;
  return Joins ? Word.starts_with(Option.Name) : Word == Option.Name;
}

} // namespace

const GccOption *findGccOption(std::string_view Word) {
  if (isLanguageFeature(Word))
    return &LanguageFeature;
  const GccOption *Best = nullptr;
  for (const GccOption &Option : Table)
    if (matches(Option, Word) && (!Best || Best->Name.size() < Option.Name.size()))
      Best = &Option;
  return Best;
}

std::string_view shortNameOf(std::string_view LongName) {
  for (const auto &[Long, Short] : LongNames)
    if (Long == LongName)
      return Short;
  return {};
}

} // namespace hetcc::driver
