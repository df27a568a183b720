// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A rank that serves rank 0: allocates memory, copies data, and computes ranges of iterations.
//
// The thread that calls run() makes all calls of the transport. A second thread runs kernels, so that copies go on, and
// rank 0 still gets answers, during a kernel. A range of iterations is computed by the outlined form of the loop, on as
// many cores as this rank has told rank 0 in its greeting.
#ifndef HETRT_DEVICE_NODE_SERVER_H
#define HETRT_DEVICE_NODE_SERVER_H

#include "Device/Node/RankDevices.h"
#include "Node/Batch.h"
#include "Node/Pace.h"
#include "Node/Protocol.h"
#include "Node/Transport.h"

#include <array>
#include <condition_variable>
#include <deque>
#include <future>
#include <map>
#include <mutex>
#include <span>
#include <thread>
#include <variant>

namespace hetrt::node {

/// The first message to rank 0: this rank's host, cores and memory. `RanksHere` ranks share the memory of the machine,
/// and its cores unless the launcher or OMP_NUM_THREADS has assigned cores to each rank.
Greeting greetingOf(unsigned RanksHere);

/// The result of Server::run() if no message from rank 0 has come for too long.
inline constexpr const char *Rank0IsSilent = "rank 0 is silent";

/// The thread of a rank that computes launches, one at a time, and opens teams for them.
class Worker {
public:
  /// Launches are divided among the devices `Own`; if `Own` is null, teams of up to `Threads` threads compute them.
  Worker(unsigned Threads, RankDevices *Own) : Threads(Threads), Own(Own) {}
  ~Worker();
  Worker(const Worker &) = delete;
  Worker &operator=(const Worker &) = delete;

  struct Job {
    const hetrt_region *Region = nullptr;
    LaunchRange Wanted;
    CallBytes Shape;
    bool Divides = false;
  };
  struct Result : DividedResult {
    double Begin = 0, End = 0;
  };

  /// Starts a job; none may be running. Fails if the system cannot create a thread.
  Status start(Job Next);

  /// Whether the job has ended; its result is then moved to `Into`.
  bool finished(Result &Into);

  /// True from start() until finished() has returned true.
  bool isBusy() {
    std::lock_guard Lock(Mutex);
    return IsBusy;
  }

  /// If a job is running, waits until it ends, for at most the time `Most`, and returns true; else returns false at
  /// once.
  bool restWhileBusy(std::chrono::microseconds Most);

private:
  void run();
  Result compute(const Job &What) const;

  const unsigned Threads; ///< The most threads in a team.
  RankDevices *const Own;
  std::mutex Mutex;
  std::condition_variable Wake, Over;
  bool HasJob = false, IsOver = false, Ends = false;
  bool IsBusy = false; ///< True from start() until finished() has returned true.
  Job Current;
  Result Last;
  std::thread Thread; ///< Started for the first job.
};

/// The server of a rank: handles the messages of rank 0, and keeps the rank's memory and queues.
class Server {
public:
  /// `Mine`: the greeting to send. `AreCrowded`: there are more ranks than processors on this machine. `Own` divides
  /// launches if rank 0 asks for it; null: launches are not divided.
  Server(Transport &Network, Greeting Mine, bool AreCrowded = true, std::unique_ptr<RankDevices> Own = nullptr);
  ~Server();
  Server(const Server &) = delete;
  Server &operator=(const Server &) = delete;

  /// Serves until rank 0 ends the job, and returns "". Otherwise returns why the server has stopped: no message from
  /// rank 0 for `SilenceSeconds` (or the time in rank 0's welcome), or a message that is not valid.
  std::string run(double SilenceSeconds);

  /// The longest time without a message from rank 0.
  double silenceSeconds() const { return SilenceSeconds; }

private:
  using Work = std::variant<Copy, LaunchRange, Order, TakeEarly>;
  struct Waiting {
    Work What;
    CallBytes Shape{}; ///< The tables of a launch's call.
    bool Started = false, IsOver = false;
    Ticket Under = 0;
    double Begin = 0, End = 0;
  };
  struct Queue {
    std::deque<Waiting> All; ///< Copies at the head of the queue may move at the same time.
    std::uint64_t Done = 0;
  };

  /// Data that another rank has sent before rank 0 has asked for it (Device::sendEarly()).
  struct EarlyData {
    std::vector<std::byte> Bytes;
    Ticket Under = 0;
    bool HasCome = false;
    /// Slices: the number of slices that rank 0 has neither taken nor dropped yet. Taken: the number of TakeEarly
    /// operations for this data that wait in queues.
    std::uint64_t Slices = 0, Taken = 0;
  };

  bool step();
  void hear(std::span<const std::byte> Packet);
  std::string take(Message What);
  std::string enqueue(Message What);
  void answer(const Allocate &What);
  void answer(const Prepare &What);
  void equip(const std::string &Devices);
  bool sayWhatIsFound();
  void noteWritten(std::span<const Place> Parts);
  void freeReleased();
  std::string keepShape(LaunchRange &Range, CallBytes &Into);
  bool advance(unsigned Number);
  bool moves(Waiting &Next);
  bool advanceCopies(unsigned Number);
  std::string expect(const Expect &What);
  bool lookForEarly();
  bool advance(unsigned Number, const TakeEarly &What);
  bool advance(unsigned Number, Waiting &Next, LaunchRange &What);
  void over(unsigned Number, Worker::Result Result);
  bool isInsideAllocation(std::uint64_t Address, std::uint64_t Rows, std::uint64_t RowBytes, std::uint64_t Pitch) const;
  void say(const Message &What);
  void speak();
  void giveUp(const std::string &Why);

  Transport &Network;
  const Greeting Mine;
  const bool AreCrowded;
  std::map<std::uint64_t, std::uint64_t> Live; ///< Addresses and sizes of allocations.
  std::array<Queue, QueueCount> Queues;
  std::map<std::uint64_t, EarlyData> Early;
  bool Dropping = false; ///< Set by a fault until rank 0 sends Resume: launches do nothing.
  bool Ends = false;
  std::vector<std::byte> ToSay; ///< Messages for rank 0, sent together at the end of step().
  std::string Problem;
  double SilenceSeconds = 0;
  Silence Quiet;
  Pace::Clock::time_point LastBeat;
  const std::unique_ptr<RankDevices> Own;
  bool Divides = false; ///< Launches are divided: rank 0 asks for it, and the rank has devices.
  std::array<CallBytes, ShapeCount> Shapes;
  std::vector<std::uint64_t> Released; ///< Released memory that is not freed yet, since devices may hold copies of it.
  /// The answer of a slow call of RankDevices that runs in another thread; no other call is made meanwhile.
  std::future<Message> Finding;
  Worker Computing;
};

} // namespace hetrt::node

#endif
