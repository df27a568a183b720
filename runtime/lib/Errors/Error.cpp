// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The last message of each thread, the error handler, and the default handler.
#include "Errors/Error.h"

#include "Settings/Quote.h"
#include "Trace/Events.h"
#include "Trace/OfThread.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <set>

namespace {

struct LastMessage {
  std::string Text;
};
std::string &lastMessage() { return hetrt::OfThread<LastMessage>::get().Text; }

void printAndAbort(int, const char *Message) {
  std::fprintf(stderr, "hetrt: error: %s\n", Message);
  std::abort();
}

std::atomic<hetrt_error_handler *> Handler{printAndAbort};

} // namespace

namespace hetrt {

int report(const Status &Result) {
  lastMessage() = escaped(Result.message());
  return Result.code();
}

void warn(const std::string &Text) { std::fprintf(stderr, "hetrt: warning: %s\n", escaped(Text).c_str()); }

void warnOnce(const std::string &Text) {
  static std::mutex Mutex;
  static std::set<std::string> Said;
  std::lock_guard Lock(Mutex);
  if (Said.insert(Text).second)
    warn(Text);
}

} // namespace hetrt

const char *hetrt_last_message(void) { return lastMessage().c_str(); }

hetrt_error_handler *hetrt_set_error_handler(hetrt_error_handler *New) {
  return Handler.exchange(New ? New : printAndAbort);
}

void hetrt_handle_error(int Code) {
  hetrt::events::flush(); // the handler may end the program
  Handler.load()(Code, lastMessage().c_str());
}
