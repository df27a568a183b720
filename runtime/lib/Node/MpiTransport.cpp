// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls MPI through the shim (a library that is compiled against MPI's header), and keeps the shim's requests. Returns
// control messages in the order in which they were probed.
#include "Node/MpiTransport.h"

#include "Node/Pace.h"
#include "Node/Shim/Shim.h"

#include <algorithm>
#include <deque>
#include <dlfcn.h>
#include <map>
#include <unistd.h>
#include <utility>

namespace hetrt::node {
namespace {

/// Control messages have tag 0.
constexpr unsigned ControlTag = 0;
constexpr unsigned MostNumbers = 1u << 14;

std::vector<hetrt_mpi_rows> rowsOf(const Rectangles &All) {
  std::vector<hetrt_mpi_rows> Rows;
  for (const Rectangle &Each : All)
    Rows.push_back({Each.First, Each.Rows, Each.RowBytes, Each.Pitch});
  return Rows;
}

std::string said(const char *Why) { return Why ? Why : ""; }

class MpiTransport final : public Transport {
public:
  MpiTransport(const hetrt_mpi &Shim, const hetrt_mpi_start &Began)
      : Transport(Began.rank, Began.ranks), Shim(Shim), Numbers(std::min(Began.greatest_tag, MostNumbers)),
        AnyThread(Began.any_thread) {}

  unsigned numbers() const override { return Numbers; }
  bool takesAnyThread() const override { return AnyThread; }

  std::string post(unsigned To, std::vector<std::byte> Message) override {
    Sending &Next = Posted.emplace_back();
    Next.Message = std::move(Message);
    const hetrt_mpi_rows Rows = {Next.Message.data(), 1, Next.Message.size(), Next.Message.size()};
    return said(Shim.send(To, ControlTag, &Rows, 1, &Next.Request));
  }

  std::string take(std::optional<Arrival> &Next) override {
    if (std::string Why = letGo(); !Why.empty())
      return Why;
    if (std::string Why = probe(); !Why.empty() || Coming.empty())
      return Why;
    int Done = 0;
    if (const char *Why = Shim.test(&Coming.front().Request, &Done))
      return Why;
    if (Done) {
      Next = std::move(Coming.front().What);
      Coming.pop_front();
    }
    return "";
  }

  std::string send(unsigned To, unsigned Number, const Rectangles &From, Ticket &Under) override {
    const std::vector<hetrt_mpi_rows> Rows = rowsOf(From);
    Under = ++Last;
    return said(Shim.send(To, Number, Rows.data(), Rows.size(), &Open[Under]));
  }

  std::string receive(unsigned From, unsigned Number, const Rectangles &To, Ticket &Under) override {
    const std::vector<hetrt_mpi_rows> Rows = rowsOf(To);
    Under = ++Last;
    return said(Shim.receive(From, Number, Rows.data(), Rows.size(), &Open[Under]));
  }

  std::string test(Ticket Under, bool &Done) override {
    const auto Found = Open.find(Under);
    if (Found == Open.end())
      return "no data is under way with this ticket";
    int Yes = 0;
    const char *Why = Shim.test(&Found->second, &Yes);
    Done = Yes;
    if (Done || Why)
      Open.erase(Found);
    return said(Why);
  }

  void finish() override {
    for (Pace Rhythm; !Posted.empty() && letGo().empty();)
      Rhythm.pause();
    Shim.finish();
  }

  void abandon(int Code) override { Shim.abort(Code); }

private:
  struct Sending {
    std::vector<std::byte> Message;
    void *Request = nullptr;
  };
  struct Receiving {
    Arrival What;
    void *Request = nullptr;
  };

  /// Drops the messages that have been sent completely.
  std::string letGo() {
    while (!Posted.empty()) {
      int Done = 0;
      if (const char *Why = Shim.test(&Posted.front().Request, &Done))
        return Why;
      if (!Done)
        break;
      Posted.pop_front();
    }
    return "";
  }

  std::string probe() {
    int Found = 0;
    unsigned From = 0;
    std::uint64_t Bytes = 0;
    void *Message = nullptr;
    if (const char *Why = Shim.probe(&Found, &From, &Bytes, &Message); Why || !Found)
      return said(Why);
    Receiving &Next = Coming.emplace_back();
    Next.What = {From, std::vector<std::byte>(Bytes)};
    return said(Shim.receive_probed(Message, Next.What.Message.data(), Bytes, &Next.Request));
  }

  const hetrt_mpi &Shim;
  const unsigned Numbers;
  const bool AnyThread;
  std::deque<Sending> Posted;
  std::deque<Receiving> Coming;
  std::map<Ticket, void *> Open;
  Ticket Last = 0;
};

/// The folder of the library or program that contains this code.
std::string ownFolder() {
  Dl_info Where;
  if (!dladdr(reinterpret_cast<void *>(&ownFolder), &Where) || !Where.dli_fname)
    return ".";
  const std::string Path = Where.dli_fname;
  const std::size_t Slash = Path.rfind('/');
  return Slash == std::string::npos ? "." : Path.substr(0, Slash);
}

} // namespace

std::string findShim(Mpi Family) {
  const std::string Name = "libhetrt-mpi-" + std::string(tagOf(Family)) + ".so", Own = ownFolder();
  for (const std::string &Folder : {Own + "/hetcc/", Own + "/../lib/hetcc/", Own + "/../" HETRT_LIBDIR "/hetcc/"})
    if (access((Folder + Name).c_str(), R_OK) == 0)
      return Folder + Name;
  return "";
}

std::unique_ptr<Transport> openMpi(const Job &Mine, std::string &Why) {
  const std::string Name(nameOf(Mine.Family)), Path = findShim(Mine.Family);
  if (Path.empty()) {
    Why = "the job was started by " + Name + ", for which this hetcc has no 'libhetrt-mpi-" +
          std::string(tagOf(Mine.Family)) + ".so'";
    return nullptr;
  }
  // RTLD_LOCAL, since the symbols of this MPI must not be visible to the program or to another MPI that it uses.
  void *Library = dlopen(Path.c_str(), RTLD_NOW | RTLD_LOCAL);
  const auto *Shim = Library ? static_cast<const hetrt_mpi *>(dlsym(Library, HETRT_MPI_TABLE)) : nullptr;
  if (!Shim || Shim->version != HETRT_MPI_VERSION) {
    const char *Error = Library ? "it is of another version of hetcc" : dlerror();
    Why = "cannot load '" + Path + "': " + (Error ? Error : "no reason given");
    return nullptr;
  }
  hetrt_mpi_start Began = {};
  if (const char *Problem = Shim->start(&Began)) {
    Why = Problem;
    return nullptr;
  }
  if (Began.rank != Mine.Rank || Began.ranks != Mine.Ranks) {
    Why = std::string(Shim->name) + " is another MPI than that of 'mpirun': it finds rank " +
          std::to_string(Began.rank) + " of " + std::to_string(Began.ranks) + ", and 'mpirun' has started rank " +
          std::to_string(Mine.Rank) + " of " + std::to_string(Mine.Ranks);
    Shim->finish();
    return nullptr;
  }
  return std::make_unique<MpiTransport>(*Shim, Began);
}

} // namespace hetrt::node
