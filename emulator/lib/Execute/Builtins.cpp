// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// vprintf and __assertfail, which a device provides to every module. vprintf formats as C's printf does; its arguments
// are in a buffer, in which each argument is aligned to its size.

#include "Execute/Builtins.h"

#include "Execute/Access.h"

#include <cstdio>
#include <cstring>

namespace emulator {

namespace {

/// Reads memory at generic addresses of one thread.
class Reader {
public:
  Reader(Warp &W, unsigned Lane) : W(W), Lane(Lane) {}

  template <typename T> T at(std::uint64_t Address) {
    Access Of(W, Anywhere, sizeof(T), "load by a function of the device");
    T Value;
    std::memcpy(&Value, Of.place(Lane, Address), sizeof(T));
    return Value;
  }
  std::string textAt(std::uint64_t Address) {
    std::string Text;
    while (const char C = at<char>(Address++))
      Text += C;
    return Text;
  }

private:
  Warp &W;
  unsigned Lane;
  const Instruction Anywhere{};
};

template <typename T> T argument(const Warp &W, const CallSite &Site, std::size_t Number, unsigned Lane) {
  T Value{};
  std::memcpy(&Value, W.area(Lane) + Site.Arguments[Number].Caller,
              std::min<std::size_t>(sizeof(T), Site.Arguments[Number].Bytes));
  return Value;
}

std::string formatted(const std::string &Directive, auto Value) {
  char Text[512];
  const int Length = std::snprintf(Text, sizeof Text, Directive.c_str(), Value);
  return std::string(Text, static_cast<std::size_t>(std::max(0, std::min<int>(Length, sizeof Text - 1))));
}

/// Reads the arguments of vprintf, one after the other.
class Arguments {
public:
  Arguments(Reader &From, std::uint64_t At) : From(From), At(At) {}
  template <typename T> T next() {
    At = (At + sizeof(T) - 1) / sizeof(T) * sizeof(T);
    const T Value = From.at<T>(At);
    At += sizeof(T);
    return Value;
  }

private:
  Reader &From;
  std::uint64_t At;
};

/// Formats one conversion, such as "%-8.3lf". At is the position of its '%' in the format; the function sets At to the
/// position after the conversion.
std::string convert(const std::string &Format, std::size_t &At, Arguments &Given, Reader &From) {
  std::string Directive = "%";
  bool IsLong = false;
  for (++At; At < Format.size(); ++At) {
    const char C = Format[At];
    if (C == 'l' || C == 'z' || C == 'j' || C == 't') {
      IsLong = true;
    } else if (C == '*') {
      Directive += std::to_string(Given.next<int>());
    } else if (std::strchr("-+ #0123456789.h", C)) {
      if (C != 'h')
        Directive += C;
    } else {
      ++At;
      if (C == '%')
        return "%";
      if (std::strchr("eEfFgGaA", C))
        return formatted(Directive + C, Given.next<double>());
      if (C == 's')
        return formatted(Directive + C, From.textAt(Given.next<std::uint64_t>()).c_str());
      if (C == 'p')
        return formatted(Directive + C, reinterpret_cast<void *>(Given.next<std::uint64_t>()));
      if (C == 'c' || (std::strchr("diouxX", C) && !IsLong))
        return formatted(Directive + C, Given.next<int>());
      if (std::strchr("diouxX", C))
        return formatted(Directive + "ll" + C, Given.next<long long>());
      return Directive + C;
    }
  }
  return Directive;
}

int print(Warp &W, const CallSite &Site, unsigned Lane) {
  Reader From(W, Lane);
  const std::string Format = From.textAt(argument<std::uint64_t>(W, Site, 0, Lane));
  Arguments Given(From, argument<std::uint64_t>(W, Site, 1, Lane));
  std::string Text;
  for (std::size_t At = 0; At < Format.size();)
    if (Format[At] == '%')
      Text += convert(Format, At, Given, From);
    else
      Text += Format[At++];
  std::fwrite(Text.data(), 1, Text.size(), stdout);
  return static_cast<int>(Text.size());
}

} // namespace

void runBuiltin(Warp &W, const CallSite &Site, Lanes Who) {
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane) {
    if (!(Who >> Lane & 1))
      continue;
    if (Site.Builtin == CallSite::AssertFail) {
      Reader From(W, Lane);
      W.fail(Fault::Assertion, Lane,
             "assertion '" + From.textAt(argument<std::uint64_t>(W, Site, 0, Lane)) + "' failed at " +
                 From.textAt(argument<std::uint64_t>(W, Site, 1, Lane)) + ":" +
                 std::to_string(argument<std::uint32_t>(W, Site, 2, Lane)));
    }
    const int Printed = print(W, Site, Lane);
    if (!Site.Results.empty())
      std::memcpy(W.area(Lane) + Site.Results[0].Caller, &Printed, sizeof Printed);
  }
}

} // namespace emulator
