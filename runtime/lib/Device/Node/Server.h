// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A rank that serves: memory, copies and ranges of iterations for rank 0.
//
// The thread that calls run() makes every call of the transport; a second one runs kernels, so that copies go on and
// the rank stays heard while it computes. A range runs by the outlined form of the loop, on the cores that the greeting
// says.
#ifndef HETRT_DEVICE_NODE_SERVER_H
#define HETRT_DEVICE_NODE_SERVER_H

#include "Device/Node/OwnDevices.h"
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

/// What this process says of itself. `RanksHere` share the memory of the machine, and its cores where neither a
/// launcher nor OMP_NUM_THREADS has given each its own.
Greeting greetingOf(unsigned RanksHere);

/// Why a server has ended, where rank 0 cannot say it.
inline constexpr const char *Rank0IsSilent = "rank 0 is silent";

/// One launch, in the thread that computes and in the team that it opens.
class Worker {
public:
  /// Without devices of its own (null), teams of so many threads compute.
  Worker(unsigned Threads, OwnDevices *Own) : Threads(Threads), Own(Own) {}
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

  /// Starts the job; there is none under way. Fails if the system grants no thread.
  Status start(Job Next);

  /// Whether the job is over; its result then.
  bool finished(Result &Into);

  /// From start() until finished() has said that it is over.
  bool isBusy() {
    std::lock_guard Lock(Mutex);
    return IsBusy;
  }

  /// Rests for so long at most while a job is under way, and returns true; false: there is none.
  bool restWhileBusy(std::chrono::microseconds Most);

private:
  void run();
  Result compute(const Job &What) const;

  const unsigned Threads; ///< Of a team, at most.
  OwnDevices *const Own;
  std::mutex Mutex;
  std::condition_variable Wake, Over;
  bool HasJob = false, IsOver = false, Ends = false;
  bool IsBusy = false; ///< From start() until finished() has said so.
  Job Current;
  Result Last;
  std::thread Thread; ///< Made by the first job.
};

class Server {
public:
  /// `Mine` is the greeting. `AreCrowded`: there are more ranks here than processors.
  /// `Own` divides launches where rank 0 asks for that; null: they are not divided.
  Server(Transport &Network, Greeting Mine, bool AreCrowded = true, std::unique_ptr<OwnDevices> Own = nullptr);
  ~Server();
  Server(const Server &) = delete;
  Server &operator=(const Server &) = delete;

  /// Serves until rank 0 lets it go. Returns why it ended in any other way: rank 0 was silent for `SilenceSeconds` or
  /// what its welcome said, or sent what no rank 0 sends; else "".
  std::string run(double SilenceSeconds);

  /// How long rank 0 may say nothing.
  double silenceSeconds() const { return SilenceSeconds; }

private:
  using Work = std::variant<Copy, LaunchRange, Order, TakeEarly>;
  struct Waiting {
    Work What;
    CallBytes Shape{}; ///< Of a launch.
    bool Started = false, IsOver = false;
    Ticket Under = 0;
    double Begin = 0, End = 0;
  };
  struct Queue {
    std::deque<Waiting> All; ///< Copies at its head move at the same time.
    std::uint64_t Done = 0;
  };

  /// Data that was sent here before rank 0 has asked for it.
  struct EarlyData {
    std::vector<std::byte> Bytes;
    Ticket Under = 0;
    bool HasCome = false;
    std::uint64_t Slices = 0, Taken = 0; ///< Of which nothing was heard; that wait in queues.
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
  std::map<std::uint64_t, std::uint64_t> Live; ///< Allocations and their bytes.
  std::array<Queue, QueueCount> Queues;
  std::map<std::uint64_t, EarlyData> Early;
  bool Dropping = false; ///< After a fault: launches do nothing.
  bool Ends = false;
  std::vector<std::byte> ToSay; ///< One message, when this look around is over.
  std::string Problem;
  double SilenceSeconds = 0;
  Silence Quiet;
  Pace::Clock::time_point LastBeat;
  const std::unique_ptr<OwnDevices> Own;
  bool Divides = false; ///< Rank 0 has asked for it, and there is something to divide among.
  std::array<CallBytes, ShapeCount> Shapes;
  std::vector<std::uint64_t> Released; ///< And not freed yet: devices may have something of it.
  std::future<Message> Finding; ///< What takes long and is to be said; nothing else uses devices meanwhile.
  Worker Computing;
};

} // namespace hetrt::node

#endif
