// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tables of library functions, with what each of them means for devices and for threads.
#include "Analysis/Syntax/LibraryFunctions.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"

using namespace hetcc;
using namespace clang;

bool hetcc::isOfCLibrary(const FunctionDecl &F, const ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  if (llvm::any_of(F.redecls(), [&](const FunctionDecl *D) { return SM.isInSystemHeader(D->getLocation()); }))
    return true;
  ASTContext::GetBuiltinTypeError Error = ASTContext::GE_None;
  const unsigned Builtin = F.getBuiltinID();
  const QualType Own = Builtin ? Context.GetBuiltinType(Builtin, Error) : QualType();
  return !Own.isNull() && !Error && Context.hasSameFunctionTypeIgnoringExceptionSpec(Own, F.getType());
}

bool hetcc::hasDeviceForm(StringRef Name) {
  static const llvm::StringSet<> Suffixed = {
      "acos",      "acosh", "asin",      "asinh",  "atan",   "atan2", "atanh",   "cbrt",   "ceil",   "copysign",
      "cos",       "cosh",  "erf",       "erfc",   "exp",    "exp2",  "expm1",   "fabs",   "fdim",   "floor",
      "fma",       "fmax",  "fmin",      "fmod",   "frexp",  "hypot", "ilogb",   "ldexp",  "lgamma", "llrint",
      "llround",   "log",   "log10",     "log1p",  "log2",   "logb",  "lrint",   "lround", "modf",   "nearbyint",
      "nextafter", "pow",   "remainder", "remquo", "rint",   "round", "scalbln", "scalbn", "sin",    "sincos",
      "sinh",      "sqrt",  "tan",       "tanh",   "tgamma", "trunc"};
  static const llvm::StringSet<> Alone = {"abs",    "labs",    "llabs", "j0",     "j0f",   "j1",     "j1f",  "jn",
                                          "jnf",    "y0",      "y0f",   "y1",     "y1f",   "yn",     "ynf",  "memcpy",
                                          "memset", "memmove", "creal", "crealf", "cimag", "cimagf", "conj", "conjf"};
  bool Suffix = Name.ends_with("f") || Name.ends_with("l");
  return Alone.contains(Name) || Suffixed.contains(Name) || (Suffix && Suffixed.contains(Name.drop_back()));
}

bool hetcc::isDefinedForDevices(StringRef Name) {
  return llvm::is_contained(
      llvm::ArrayRef<StringRef>({"abort", "exit", "_exit", "_Exit", "quick_exit", "__assert_fail", "printf"}), Name);
}

bool hetcc::staysWithinArguments(StringRef Name) {
  static const llvm::StringSet<> Names = {"rand_r",
                                          "erand48",
                                          "nrand48",
                                          "jrand48",
                                          "strlen",
                                          "strnlen",
                                          "strcmp",
                                          "strncmp",
                                          "strcpy",
                                          "strncpy",
                                          "strcat",
                                          "strncat",
                                          "strspn",
                                          "strcspn",
                                          "memcmp",
                                          "isalnum",
                                          "isalpha",
                                          "isdigit",
                                          "islower",
                                          "isspace",
                                          "isupper",
                                          "isxdigit",
                                          "tolower",
                                          "toupper",
                                          "atoi",
                                          "atol",
                                          "atoll",
                                          "atof",
                                          "div",
                                          "ldiv",
                                          "lldiv",
                                          "__ctype_b_loc",
                                          "__ctype_tolower_loc",
                                          "__ctype_toupper_loc"};
  return Names.contains(Name);
}

bool hetcc::setsArgument(StringRef Name, unsigned Number) {
  return llvm::any_of(ArrayRef<StringRef>({"", "f", "l"}), [&](StringRef Suffix) {
    return (Number >= 1 && Name == ("sincos" + Suffix).str()) || (Number == 1 && Name == ("modf" + Suffix).str()) ||
           (Number == 1 && Name == ("frexp" + Suffix).str()) ||
           (Number == 1 && Name == ("lgamma" + Suffix + "_r").str());
  });
}

bool hetcc::isAllocator(StringRef Name) {
  return llvm::is_contained(llvm::ArrayRef<StringRef>({"malloc", "calloc", "realloc", "reallocarray", "aligned_alloc",
                                                       "memalign", "valloc", "posix_memalign", "free"}),
                            Name);
}

namespace {

/// Functions of C and POSIX in which no thread waits for another thread, and which other threads do not notice, without
/// the functions in the tables above.
bool isQuiet(StringRef Name) {
  static const llvm::StringSet<> Names = {
      // mathematics
      "cabs", "cacos", "cacosh", "carg", "casin", "casinh", "catan", "catanh", "ccos", "ccosh", "cexp", "clog", "cpow",
      "cproj", "csin", "csinh", "csqrt", "ctan", "ctanh", "drem", "exp10", "feclearexcept", "fegetenv", "fegetround",
      "feholdexcept", "feraiseexcept", "fesetenv", "fesetround", "fetestexcept", "feupdateenv", "finite", "fpclassify",
      "gamma", "isinf", "isnan", "nan", "nexttoward", "pow10", "significand", "__finite", "__fpclassify", "__isinf",
      "__isnan", "__signbit", "lgamma_r",
      // numbers, characters and memory
      "bsearch", "bcmp", "bcopy", "bzero", "index", "initstate", "isblank", "iscntrl", "isgraph", "isprint", "ispunct",
      "memccpy", "memchr", "memmem", "mempcpy", "memrchr", "qsort", "qsort_r", "random_r", "rindex", "setstate",
      "srandom_r", "drand48_r", "lrand48_r", "srand48_r", "stpcpy", "strcasecmp", "strcasestr", "strchr", "strcoll",
      "strcspn", "strdup", "strerror", "strncasecmp", "strndup", "strpbrk", "strrchr", "strsep", "strstr", "strtod",
      "strtof", "strtok", "strtok_r", "strtol", "strtold", "strtoll", "strtoul", "strtoull", "strxfrm", "swab",
      "wcscat", "wcscmp", "wcscpy", "wcslen", "wmemcpy", "wmemset", "alloca", "malloc_usable_size", "malloc_trim",
      "mallopt", "mmap", "munmap", "madvise", "mprotect", "sprintf", "snprintf", "vsprintf", "vsnprintf", "sscanf",
      "vsscanf", "__isoc99_sscanf", "__isoc23_sscanf", "__isoc23_strtol", "__isoc23_strtoul", "__isoc23_strtoll",
      "__isoc23_strtoull", "__sprintf_chk", "__snprintf_chk", "__vsnprintf_chk", "__memcpy_chk", "__memset_chk",
      "__memmove_chk", "__strcpy_chk", "__strcat_chk", "__strncpy_chk", "__errno_location", "__assert_perror_fail",
      // the time, the process, and the thread
      "asctime", "asctime_r", "clock", "clock_getres", "clock_gettime", "ctime", "ctime_r", "difftime", "ftime",
      "gethostname", "getpagesize", "getpid", "getppid", "gettid", "gettimeofday", "gmtime", "gmtime_r", "localtime",
      "localtime_r", "mktime", "strftime", "sysconf", "time", "times", "timespec_get", "thrd_current", "thrd_equal",
      "tss_get", "tss_set", "pthread_equal", "pthread_getspecific", "pthread_self", "pthread_setaffinity_np",
      "pthread_setspecific", "MPI_Comm_rank", "MPI_Comm_size", "MPI_Initialized", "MPI_Wtick", "MPI_Wtime"};
  const bool Suffix = Name.starts_with("c") && (Name.ends_with("f") || Name.ends_with("l"));
  return hasDeviceForm(Name) || staysWithinArguments(Name) || isAllocator(Name) || Names.contains(Name) ||
         (Suffix && Names.contains(Name.drop_back()));
}

/// Functions of C and POSIX in which no thread waits for another thread of the program, but which other threads may
/// notice.
bool isNoticed(StringRef Name) {
  static const llvm::StringSet<> Names = {"fprintf",
                                          "vprintf",
                                          "vfprintf",
                                          "__printf_chk",
                                          "__fprintf_chk",
                                          "__vfprintf_chk",
                                          "puts",
                                          "fputs",
                                          "putchar",
                                          "putc",
                                          "fputc",
                                          "putchar_unlocked",
                                          "putc_unlocked",
                                          "fputc_unlocked",
                                          "fwrite",
                                          "fflush",
                                          "perror",
                                          "clearerr",
                                          "fileno",
                                          "fseek",
                                          "fseeko",
                                          "rewind",
                                          "setbuf",
                                          "setvbuf",
                                          "fclose",
                                          "atexit",
                                          "srand",
                                          "srandom",
                                          "srand48",
                                          "setenv",
                                          "sched_setaffinity",
                                          "pthread_setaffinity_np",
                                          "putenv",
                                          "unsetenv",
                                          "pthread_mutex_init",
                                          "pthread_mutex_destroy",
                                          "pthread_mutex_unlock",
                                          "pthread_spin_init",
                                          "pthread_spin_unlock",
                                          "pthread_rwlock_init",
                                          "pthread_rwlock_unlock",
                                          "pthread_cond_init",
                                          "pthread_cond_signal",
                                          "pthread_cond_broadcast",
                                          "sem_init",
                                          "sem_post",
                                          "mtx_init",
                                          "mtx_unlock",
                                          "cnd_init",
                                          "cnd_signal",
                                          "cnd_broadcast"};
  return isDefinedForDevices(Name) || Names.contains(Name);
}

/// Functions of C and POSIX whose result may show what another thread has done, or which programs call in loops that
/// wait for another thread.
bool isAsking(StringRef Name) {
  static const llvm::StringSet<> Names = {"getrusage",
                                          "rand",
                                          "random",
                                          "drand48",
                                          "lrand48",
                                          "mrand48",
                                          "getenv",
                                          "secure_getenv",
                                          "sched_getaffinity",
                                          "pthread_getaffinity_np",
                                          "getcpu",
                                          "sched_getcpu",
                                          "feof",
                                          "ferror",
                                          "ftell",
                                          "ftello",
                                          "pthread_mutex_trylock",
                                          "pthread_spin_trylock",
                                          "pthread_rwlock_tryrdlock",
                                          "pthread_rwlock_trywrlock",
                                          "sem_trywait",
                                          "sem_getvalue",
                                          "mtx_trylock",
                                          "sleep",
                                          "usleep",
                                          "nanosleep",
                                          "clock_nanosleep",
                                          "sched_yield",
                                          "pthread_yield",
                                          "thrd_yield",
                                          "thrd_sleep"};
  return Names.contains(Name);
}

Waiting waitingInOpenMP(StringRef Name) {
  if (Name == "omp_set_lock" || Name == "omp_set_nest_lock" || Name.starts_with("omp_set_lock_with") ||
      Name.starts_with("omp_target_memcpy"))
    return Name.starts_with("omp_set") ? Waiting::Waits : Waiting::Unknown;
  if (Name == "omp_test_lock" || Name == "omp_test_nest_lock" || Name == "omp_target_is_present" ||
      Name == "omp_get_mapped_ptr")
    return Waiting::Asks;
  const bool Only = Name.starts_with("omp_get_") || Name.starts_with("omp_in_") || Name.starts_with("omp_is_");
  const bool Known = Name.starts_with("omp_set_") || Name.starts_with("omp_init_") || Name.starts_with("omp_unset_") ||
                     Name.starts_with("omp_destroy_") || Name.starts_with("omp_target_is_") ||
                     Name == "omp_fulfill_event";
  return Only ? Waiting::Never : Known ? Waiting::Tells : Waiting::Unknown;
}

/// The name of the file that declares a function, without its folders.
StringRef headerOf(const FunctionDecl &F, const ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  const PresumedLoc At = SM.getPresumedLoc(SM.getExpansionLoc(F.getLocation()));
  return At.isValid() ? llvm::sys::path::filename(At.getFilename()) : "";
}

/// Whether a function reads from a stream of C++, which may be a pipe.
bool readsStream(const FunctionDecl &F) {
  return llvm::any_of(F.parameters(), [](const ParmVarDecl *P) {
    const CXXRecordDecl *Class = P->getType().getNonReferenceType()->getAsCXXRecordDecl();
    return Class && Class->getIdentifier() && Class->getName() == "basic_istream";
  });
}

/// Whether a function tells how many pointers share an object, as `shared_ptr::use_count()` does.
bool countsOwners(const FunctionDecl &F) {
  static const llvm::StringSet<> Names = {"use_count", "unique", "expired", "lock"};
  auto *Method = dyn_cast<CXXMethodDecl>(&F);
  const StringRef Class = Method && Method->getParent()->getIdentifier() ? Method->getParent()->getName() : "";
  return (Class.contains("shared") || Class.contains("weak")) && F.getIdentifier() && Names.contains(F.getName());
}

/// What the functions that a header of the C++ library declares mean for threads. Waits: all functions of the header
/// may wait. Asks: the header declares atomic objects, so all functions but constructors ask. Tells: the functions that
/// the header does not define tell. Unknown: nothing is known of the header.
Waiting meaningOf(StringRef Header) {
  static const llvm::StringSet<> Waits = {"atomic_futex.h",
                                          "atomic_timed_wait.h",
                                          "atomic_wait.h",
                                          "barrier",
                                          "condition_variable",
                                          "condition_variable.h",
                                          "future",
                                          "istream",
                                          "istream.tcc",
                                          "latch",
                                          "lock_guard.h",
                                          "mutex",
                                          "mutex.h",
                                          "scoped_lock.h",
                                          "semaphore",
                                          "semaphore_base.h",
                                          "shared_lock.h",
                                          "shared_mutex",
                                          "std_mutex.h",
                                          "std_thread.h",
                                          "stop_token",
                                          "syncstream",
                                          "thread",
                                          "thread.h",
                                          "unique_lock.h"};
  static const llvm::StringSet<> Asks = {"atomic",        "atomic.h",     "atomic_base.h",
                                         "atomic_flag.h", "atomic_ref.h", "shared_ptr_atomic.h"};
  static const llvm::StringSet<> Tells = {"basic_ios.h",   "basic_string.h",
                                          "c++config.h",   "charconv",
                                          "chrono",        "chrono.h",
                                          "exception.h",   "exception_ptr.h",
                                          "functexcept.h", "functional_hash.h",
                                          "hash_bytes.h",  "hashtable_policy.h",
                                          "ios_base.h",    "locale_facets.h",
                                          "ostream",       "random.h",
                                          "sstream",       "stdexcept",
                                          "stl_list.h",    "stl_tree.h",
                                          "streambuf",     "string_conversions.h",
                                          "system_error",  "valarray"};
  return Waits.contains(Header)   ? Waiting::Waits
         : Asks.contains(Header)  ? Waiting::Asks
         : Tells.contains(Header) ? Waiting::Tells
                                  : Waiting::Unknown;
}

} // namespace

Waiting hetcc::waitingIn(const FunctionDecl &F, const ASTContext &Context) {
  const StringRef Name = F.getIdentifier() ? F.getName() : "";
  if (Name.starts_with("omp_"))
    return waitingInOpenMP(Name);
  if (!F.isExternC() || !isOfCLibrary(F, Context))
    return Waiting::Unknown;
  if (isQuiet(Name))
    return Waiting::Never;
  if (isNoticed(Name))
    return Waiting::Tells;
  if (isAsking(Name))
    return Waiting::Asks;
  const bool Waits = llvm::any_of(ArrayRef<StringRef>({"pthread_", "sem_", "mtx_", "cnd_", "thrd_"}),
                                  [&](StringRef Prefix) { return Name.starts_with(Prefix); });
  return Waits ? Waiting::Waits : Waiting::Unknown;
}

bool hetcc::isOfStandardLibrary(const FunctionDecl &F) {
  const SourceManager &SM = F.getASTContext().getSourceManager();
  if (!SM.isInSystemHeader(SM.getExpansionLoc(F.getLocation()))) // a program may specialise templates of `std`
    return false;
  const NamespaceDecl *Outermost = nullptr;
  for (const DeclContext *Each = F.getDeclContext(); Each; Each = Each->getParent())
    if (auto *Space = dyn_cast<NamespaceDecl>(Each))
      Outermost = Space;
  return Outermost && llvm::is_contained(ArrayRef<StringRef>({"std", "__gnu_cxx", "__cxxabiv1"}), Outermost->getName());
}

Waiting hetcc::waitingInStandard(const FunctionDecl &F, const ASTContext &Context) {
  auto *Space = dyn_cast<NamespaceDecl>(F.getDeclContext());
  if (Space && Space->getDeclName().isIdentifier() && Space->getName() == "this_thread")
    return F.getName() == "get_id" ? Waiting::Never : Waiting::Asks;
  const Waiting ByHeader = meaningOf(headerOf(F, Context));
  if (ByHeader == Waiting::Waits || readsStream(F))
    return Waiting::Waits;
  if (ByHeader == Waiting::Asks)
    return isa<CXXConstructorDecl>(F) ? Waiting::Tells : Waiting::Asks;
  if (countsOwners(F))
    return Waiting::Asks;
  if (F.hasBody() || F.isDefaulted())
    return Waiting::Unknown;
  const bool IsNowhereEvaluated = F.getTemplateSpecializationKind() == TSK_ImplicitInstantiation;
  if (F.getBuiltinID() || IsNowhereEvaluated) // clang expands std::move() itself
    return Waiting::Never;
  return ByHeader == Waiting::Tells ? Waiting::Tells : Waiting::Asks;
}
