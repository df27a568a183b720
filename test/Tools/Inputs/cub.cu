// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Block and warp primitives of CUB, with each of their algorithms, compared with the C++ library on the host. Each kernel tests one
// primitive in several blocks, each on its own tile. Prints a line for each test, and the number of tests that differ.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cub/block/block_shuffle.cuh>
#include <cub/cub.cuh>
#include <functional>
#include <numeric>
#include <random>
#include <vector>

constexpr int Threads = 128, Items = 5, Tile = Threads * Items, Blocks = 3, Warps = Threads / 32;
int Failures = 0;

// Versions of CUB have different names for these operators.
#define OPERATION(name, result)                                                                                        \
  struct name {                                                                                                         \
    template <typename T> __host__ __device__ auto operator()(const T &A, const T &B) const { return result; }         \
  }
OPERATION(Maximum, A < B ? B : A);
OPERATION(Less, A < B);
OPERATION(Difference, A - B);
OPERATION(Unequal, A != B);

/// Launches `Kernel` with random input; returns its output, `PerBlock` values for each block.
template <typename In, typename Out, typename Kernel>
std::vector<Out> launched(const std::vector<In> &Input, int PerBlock, Kernel Run) {
  In *Read = nullptr;
  Out *Written = nullptr;
  std::vector<Out> Result(static_cast<std::size_t>(PerBlock) * Blocks);
  cudaMalloc(reinterpret_cast<void **>(&Read), Input.size() * sizeof(In));
  cudaMalloc(reinterpret_cast<void **>(&Written), Result.size() * sizeof(Out));
  cudaMemcpy(Read, Input.data(), Input.size() * sizeof(In), cudaMemcpyHostToDevice);
  Run(Read, Written);
  cudaMemcpy(Result.data(), Written, Result.size() * sizeof(Out), cudaMemcpyDeviceToHost);
  if (cudaGetLastError() != cudaSuccess)
    Failures++;
  cudaFree(Read);
  cudaFree(Written);
  return Result;
}

template <typename T> std::vector<T> random(T Least, T Most) {
  std::mt19937_64 Numbers(sizeof(T));
  std::vector<T> Made(Tile * Blocks);
  for (T &Each : Made)
    Each = static_cast<T>(Least + static_cast<T>(Numbers() % 100003) * (Most - Least) / 100003);
  return Made;
}

template <typename T> void compare(const char *What, const std::vector<T> &Found, const std::vector<T> &Wanted) {
  const bool Same = Found == Wanted;
  Failures += !Same;
  std::printf("%s: %s\n", What, Same ? "same" : "differs");
}

/// Calls `Of(first, last, out)` on the host for each tile, and returns what it writes to `out`.
template <typename Out, typename In, typename Function> std::vector<Out> perTile(const std::vector<In> &Input, Function Of) {
  std::vector<Out> Result;
  for (int B = 0; B < Blocks; B++)
    Of(Input.begin() + B * Tile, Input.begin() + (B + 1) * Tile, std::back_inserter(Result));
  return Result;
}

// ---- Blocks ---------------------------------------------------------------------------------------------------------

template <typename T, cub::BlockReduceAlgorithm Algorithm> __global__ void reduce(const T *In, T *Out) {
  using Reduce = cub::BlockReduce<T, Threads, Algorithm>;
  __shared__ typename Reduce::TempStorage Storage;
  T Mine[Items];
  cub::LoadDirectBlocked(threadIdx.x, In + blockIdx.x * Tile, Mine);
  const T Sum = Reduce(Storage).Sum(Mine);
  __syncthreads();
  const T Most = Reduce(Storage).Reduce(Mine, Maximum());
  if (threadIdx.x == 0)
    Out[2 * blockIdx.x] = Sum, Out[2 * blockIdx.x + 1] = Most;
}

template <typename T, cub::BlockReduceAlgorithm Algorithm> void tryReduce(const char *What) {
  auto Input = random<T>(-1000, 1000);
  for (T &Each : Input)
    Each = static_cast<T>(static_cast<int>(Each)); // sums of integers are exact in any order
  compare(What, launched<T, T>(Input, 2, [](auto *In, auto *Out) { reduce<T, Algorithm><<<Blocks, Threads>>>(In, Out); }),
          perTile<T>(Input, [](auto First, auto Last, auto To) {
            *To++ = std::accumulate(First, Last, T());
            *To++ = *std::max_element(First, Last);
          }));
}

template <typename T, cub::BlockScanAlgorithm Algorithm> __global__ void scan(const T *In, T *Out) {
  using Scan = cub::BlockScan<T, Threads, Algorithm>;
  using Load = cub::BlockLoad<T, Threads, Items, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
  using Store = cub::BlockStore<T, Threads, Items, cub::BLOCK_STORE_TRANSPOSE>;
  __shared__ union {
    typename Load::TempStorage Load;
    typename Scan::TempStorage Scan;
    typename Store::TempStorage Store;
  } Storage;
  T Mine[Items];
  Load(Storage.Load).Load(In + blockIdx.x * Tile, Mine);
  __syncthreads();
  Scan(Storage.Scan).InclusiveSum(Mine, Mine);
  __syncthreads();
  Store(Storage.Store).Store(Out + blockIdx.x * Tile, Mine);
}

template <typename T, cub::BlockScanAlgorithm Algorithm> void tryScan(const char *What) {
  const auto Input = random<T>(0, 1000);
  compare(What, launched<T, T>(Input, Tile, [](auto *In, auto *Out) { scan<T, Algorithm><<<Blocks, Threads>>>(In, Out); }),
          perTile<T>(Input, [](auto First, auto Last, auto To) { std::partial_sum(First, Last, To); }));
}

template <typename T, bool Down> __global__ void radixSort(const T *In, T *Out) {
  using Sort = cub::BlockRadixSort<T, Threads, Items, int>;
  __shared__ typename Sort::TempStorage Storage;
  T Mine[Items];
  int From[Items];
  cub::LoadDirectBlocked(threadIdx.x, In + blockIdx.x * Tile, Mine);
  for (int I = 0; I < Items; I++)
    From[I] = threadIdx.x * Items + I;
  if (Down)
    Sort(Storage).SortDescending(Mine, From);
  else
    Sort(Storage).Sort(Mine, From);
  // From holds the original position of each key: the key must be found there.
  for (int I = 0; I < Items; I++)
    Out[blockIdx.x * Tile + threadIdx.x * Items + I] = In[blockIdx.x * Tile + From[I]] == Mine[I] ? Mine[I] : T();
}

template <typename T, bool Down> void tryRadixSort(const char *What, T Least, T Most) {
  const auto Input = random<T>(Least, Most);
  compare(What, launched<T, T>(Input, Tile, [](auto *In, auto *Out) { radixSort<T, Down><<<Blocks, Threads>>>(In, Out); }),
          perTile<T>(Input, [](auto First, auto Last, auto To) {
            std::vector<T> Keys(First, Last);
            std::sort(Keys.begin(), Keys.end());
            if (Down)
              std::reverse(Keys.begin(), Keys.end());
            std::copy(Keys.begin(), Keys.end(), To);
          }));
}

__global__ void mergeSort(const int *In, int *Out) {
  using Sort = cub::BlockMergeSort<int, Threads, Items>;
  __shared__ typename Sort::TempStorage Storage;
  int Mine[Items];
  cub::LoadDirectBlocked(threadIdx.x, In + blockIdx.x * Tile, Mine);
  Sort(Storage).Sort(Mine, Less());
  cub::StoreDirectBlocked(threadIdx.x, Out + blockIdx.x * Tile, Mine);
}

__global__ void exchange(const int *In, int *Out) {
  using Exchange = cub::BlockExchange<int, Threads, Items>;
  __shared__ typename Exchange::TempStorage Storage;
  int Mine[Items];
  cub::LoadDirectStriped<Threads>(threadIdx.x, In + blockIdx.x * Tile, Mine);
  Exchange(Storage).StripedToBlocked(Mine, Mine);
  for (int &Each : Mine)
    Each = 2 * Each + 1;
  __syncthreads();
  Exchange(Storage).BlockedToWarpStriped(Mine, Mine);
  cub::StoreDirectWarpStriped(threadIdx.x, Out + blockIdx.x * Tile, Mine);
}

constexpr int Bins = 64;
template <cub::BlockHistogramAlgorithm Algorithm> __global__ void histogram(const unsigned *In, int *Out) {
  using Histogram = cub::BlockHistogram<unsigned, Threads, Items, Bins, Algorithm>;
  __shared__ typename Histogram::TempStorage Storage;
  __shared__ int Counts[Bins];
  unsigned Mine[Items];
  cub::LoadDirectBlocked(threadIdx.x, In + blockIdx.x * Tile, Mine);
  Histogram(Storage).Histogram(Mine, Counts);
  __syncthreads();
  for (int I = threadIdx.x; I < Bins; I += Threads)
    Out[blockIdx.x * Bins + I] = Counts[I];
}

template <cub::BlockHistogramAlgorithm Algorithm> void tryHistogram(const char *What) {
  const auto Input = random<unsigned>(0, Bins);
  compare(What, launched<unsigned, int>(Input, Bins, [](auto *In, auto *Out) { histogram<Algorithm><<<Blocks, Threads>>>(In, Out); }),
          perTile<int>(Input, [](auto First, auto Last, auto To) {
            for (unsigned Bin = 0; Bin < Bins; Bin++)
              *To++ = static_cast<int>(std::count(First, Last, Bin));
          }));
}

__global__ void differences(const int *In, int *Out) {
  using Adjacent = cub::BlockAdjacentDifference<int, Threads>;
  __shared__ typename Adjacent::TempStorage Storage;
  int Mine[Items];
  cub::LoadDirectBlocked(threadIdx.x, In + blockIdx.x * Tile, Mine);
  Adjacent(Storage).SubtractLeft(Mine, Mine, Difference());
  cub::StoreDirectBlocked(threadIdx.x, Out + blockIdx.x * Tile, Mine);
}

__global__ void heads(const int *In, int *Out) {
  using Discontinuity = cub::BlockDiscontinuity<int, Threads>;
  __shared__ typename Discontinuity::TempStorage Storage;
  int Mine[Items], Flags[Items];
  cub::LoadDirectBlocked(threadIdx.x, In + blockIdx.x * Tile, Mine);
  Discontinuity(Storage).FlagHeads(Flags, Mine, Unequal());
  cub::StoreDirectBlocked(threadIdx.x, Out + blockIdx.x * Tile, Flags);
}

__global__ void shuffled(const int *In, int *Out) {
  using Shuffle = cub::BlockShuffle<int, Threads>;
  __shared__ typename Shuffle::TempStorage Storage;
  int Other = -1;
  Shuffle(Storage).Rotate(In[blockIdx.x * Threads + threadIdx.x], Other, 7);
  Out[blockIdx.x * Threads + threadIdx.x] = Other;
}

// ---- Warps ----------------------------------------------------------------------------------------------------------

template <int Width> __global__ void warps(const int *In, int *Out) {
  using Reduce = cub::WarpReduce<int, Width>;
  using Scan = cub::WarpScan<int, Width>;
  constexpr int Groups = Threads / Width;
  __shared__ typename Reduce::TempStorage Reductions[Groups];
  __shared__ typename Scan::TempStorage Scans[Groups];
  const int Group = threadIdx.x / Width, At = blockIdx.x * Threads + threadIdx.x;
  int Before, All;
  Scan(Scans[Group]).ExclusiveSum(In[At], Before, All);
  const int Most = Reduce(Reductions[Group]).Reduce(In[At], Maximum());
  Out[At] = threadIdx.x % Width == 0 ? Most : Before + All;
}

template <int Width> void tryWarps(const char *What) {
  auto Input = random<int>(-500, 500);
  std::vector<int> Wanted;
  for (int First = 0; First < Blocks * Threads; First += Width) {
    const auto From = Input.begin() + First, To = From + Width;
    const int All = std::accumulate(From, To, 0);
    Wanted.push_back(*std::max_element(From, To));
    for (int I = 1; I < Width; I++)
      Wanted.push_back(std::accumulate(From, From + I, 0) + All);
  }
  compare(What, launched<int, int>(Input, Threads, [](auto *In, auto *Out) { warps<Width><<<Blocks, Threads>>>(In, Out); }), Wanted);
}

__global__ void warpSort(const int *In, int *Out) {
  using Sort = cub::WarpMergeSort<int, Items, 32>;
  using Exchange = cub::WarpExchange<int, Items, 32>;
  __shared__ typename Sort::TempStorage Sorts[Warps];
  __shared__ typename Exchange::TempStorage Exchanges[Warps];
  const int Warp = threadIdx.x / 32, Lane = threadIdx.x % 32, At = blockIdx.x * Tile + Warp * 32 * Items;
  int Mine[Items];
  for (int I = 0; I < Items; I++)
    Mine[I] = In[At + I * 32 + Lane];
  Exchange(Exchanges[Warp]).StripedToBlocked(Mine, Mine);
  Sort(Sorts[Warp]).Sort(Mine, Less());
  for (int I = 0; I < Items; I++)
    Out[At + Lane * Items + I] = Mine[I];
}

int main() {
  tryReduce<int, cub::BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY>("reduce, raking, int");
  tryReduce<std::int64_t, cub::BLOCK_REDUCE_RAKING>("reduce, raking in order, int64");
  tryReduce<double, cub::BLOCK_REDUCE_WARP_REDUCTIONS>("reduce, warps, double");
  tryScan<int, cub::BLOCK_SCAN_RAKING>("scan, raking, int");
  tryScan<std::uint64_t, cub::BLOCK_SCAN_RAKING_MEMOIZE>("scan, raking with memory, uint64");
  tryScan<int, cub::BLOCK_SCAN_WARP_SCANS>("scan, warps, int");
  tryRadixSort<int, false>("radix sort, int", -70000, 70000);
  tryRadixSort<std::uint64_t, true>("radix sort, uint64, down", 0, std::uint64_t(1) << 40);
  tryRadixSort<float, false>("radix sort, float", -3.5f, 900.f);
  tryHistogram<cub::BLOCK_HISTO_SORT>("histogram, sort");
  tryHistogram<cub::BLOCK_HISTO_ATOMIC>("histogram, atomic");
  tryWarps<32>("warp reduce and scan, 32");
  tryWarps<8>("warp reduce and scan, 8");

  const auto Input = random<int>(0, 40);
  const auto Sorted = perTile<int>(Input, [](auto First, auto Last, auto To) {
    std::vector<int> Keys(First, Last);
    std::sort(Keys.begin(), Keys.end());
    std::copy(Keys.begin(), Keys.end(), To);
  });
  compare("merge sort", launched<int, int>(Input, Tile, [](auto *In, auto *Out) { mergeSort<<<Blocks, Threads>>>(In, Out); }), Sorted);
  compare("exchange", launched<int, int>(Input, Tile, [](auto *In, auto *Out) { exchange<<<Blocks, Threads>>>(In, Out); }),
          perTile<int>(Input, [](auto First, auto Last, auto To) { std::transform(First, Last, To, [](int X) { return 2 * X + 1; }); }));
  compare("adjacent difference", launched<int, int>(Input, Tile, [](auto *In, auto *Out) { differences<<<Blocks, Threads>>>(In, Out); }),
          perTile<int>(Input, [](auto First, auto Last, auto To) { std::adjacent_difference(First, Last, To); }));
  compare("discontinuity", launched<int, int>(Input, Tile, [](auto *In, auto *Out) { heads<<<Blocks, Threads>>>(In, Out); }),
          perTile<int>(Input, [](auto First, auto Last, auto To) {
            for (auto At = First; At != Last; ++At)
              *To++ = At == First || *At != *(At - 1);
          }));
  compare("shuffle", launched<int, int>(Input, Threads, [](auto *In, auto *Out) { shuffled<<<Blocks, Threads>>>(In, Out); }), [&] {
    std::vector<int> Wanted;
    for (int B = 0; B < Blocks; B++)
      for (int I = 0; I < Threads; I++)
        Wanted.push_back(Input[B * Threads + (I + 7) % Threads]);
    return Wanted;
  }());
  compare("warp sort and exchange", launched<int, int>(Input, Tile, [](auto *In, auto *Out) { warpSort<<<Blocks, Threads>>>(In, Out); }), [&] {
    auto Wanted = Input;
    for (std::size_t First = 0; First < Wanted.size(); First += 32 * Items)
      std::sort(Wanted.begin() + First, Wanted.begin() + First + 32 * Items);
    return Wanted;
  }());
  std::printf("%d differ\n", Failures);
  return Failures != 0;
}
