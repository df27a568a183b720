// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tool that NVTX loads, written after NVIDIA's headers: prints where ranges begin and end on the program's first
// thread, with their depth, and counts ranges of other threads.
#include <nvtx3/nvToolsExt.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_t First;
static int Depth, Others;

static int NVTX_API push(const char *Name) {
  if (pthread_equal(pthread_self(), First))
    fprintf(stderr, "%d begin %s\n", Depth++, Name);
  else
    fprintf(stderr, "elsewhere %d begin %s\n", Others++, Name);
  return 0;
}

static int NVTX_API pop(void) {
  if (pthread_equal(pthread_self(), First))
    fprintf(stderr, "%d end\n", --Depth);
  else
    fprintf(stderr, "elsewhere end\n");
  return 0;
}

int InitializeInjectionNvtx2(NvtxGetExportTableFunc_t Get) {
  const NvtxExportTableCallbacks *Callbacks = Get(NVTX_ETID_CALLBACKS);
  const NvtxExportTableVersionInfo *Version = Get(NVTX_ETID_VERSIONINFO);
  NvtxFunctionTable Table = NULL;
  unsigned Size = 0;
  First = pthread_self();
  if (!Callbacks || Callbacks->struct_size < sizeof *Callbacks || !Version || Version->version != NVTX_VERSION ||
      !Callbacks->GetModuleFunctionTable(NVTX_CB_MODULE_CORE, &Table, &Size) || Size < NVTX_CBID_CORE_SIZE ||
      Table[NVTX_CBID_CORE_SIZE] || Callbacks->GetModuleFunctionTable(NVTX_CB_MODULE_SYNC, &Table, &Size))
    abort();
  *Table[NVTX_CBID_CORE_RangePushA] = (NvtxFunctionPointer)push;
  *Table[NVTX_CBID_CORE_RangePop] = (NvtxFunctionPointer)pop;
  return 1;
}
