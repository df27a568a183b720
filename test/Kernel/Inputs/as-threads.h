// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Replacements for what a GPU kernel asks the hardware, so that its source runs as host threads: the threads of a block
// at the same time, the blocks one after another. `launch(blocks, threads, kernel)` calls `kernel` in each thread.
#include <pthread.h>
#include <string.h>

enum { MostThreads = 64 };
static _Thread_local unsigned ownThread, ownBlock;
static unsigned allThreads, allBlocks;
static pthread_barrier_t together;
static char hetrt_shared[16 << 10] __attribute__((aligned(16)));
#define __nvvm_read_ptx_sreg_tid_x() ownThread
#define __nvvm_read_ptx_sreg_ntid_x() allThreads
#define __nvvm_read_ptx_sreg_ctaid_x() ownBlock
#define __nvvm_read_ptx_sreg_ctaid_y() 0u
#define __nvvm_read_ptx_sreg_nctaid_x() allBlocks
#define __nvvm_read_ptx_sreg_nctaid_y() 1u
#define __syncthreads() pthread_barrier_wait(&together)

struct place {
  unsigned block, thread;
  void (*kernel)(void);
};
static void *runThread(void *given) {
  struct place *own = given;
  ownBlock = own->block, ownThread = own->thread;
  own->kernel();
  return 0;
}
static void launch(unsigned blocks, unsigned threads, void (*kernel)(void)) {
  allBlocks = blocks, allThreads = threads;
  for (unsigned block = 0; block < blocks; block++) {
    pthread_t running[MostThreads];
    struct place places[MostThreads];
    memset(hetrt_shared, 0x5a, sizeof hetrt_shared);
    pthread_barrier_init(&together, 0, threads);
    for (unsigned thread = 0; thread < threads; thread++) {
      places[thread] = (struct place){block, thread, kernel};
      pthread_create(&running[thread], 0, runThread, &places[thread]);
    }
    for (unsigned thread = 0; thread < threads; thread++)
      pthread_join(running[thread], 0);
    pthread_barrier_destroy(&together);
  }
}
