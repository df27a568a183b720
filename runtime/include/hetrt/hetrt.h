/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * hetrt.h: the C interface of the hetcc runtime; generated code uses nothing else of the runtime.
 *
 * The header includes nothing except its own part for C++ (cxx.h), so that it can be included before the first line of
 * any translation unit: feature-test macros that the program defines later still have their effect. Fixed-width types
 * come from macros that the compiler predefines.
 *
 * A region (one annotated loop) is executed in passes. Generated code for one pass:
 *
 *     hetrt_pass *pass;
 *     int code = hetrt_begin(&region, &call, &pass);     // accelerators start on their shares
 *     if (code == HETRT_WANTS_ARRAYS) code = hetrt_describe(pass, &arrays);
 *     if (code) hetrt_handle_error(code);
 *     else {
 *       #pragma omp parallel num_threads(hetrt_threads(pass))
 *       { hetrt_range range = {0, 0};
 *         hetrt_member *member = hetrt_join(pass, omp_get_thread_num(), omp_get_num_threads());
 *         void *initial = hetrt_initial_values(member);   // regions with reductions only; usually null
 *         if (initial) ... store the initial values of the thread's private reduction variables there ...
 *         while (hetrt_next(member, &range)) {
 *           ... iterations [range.first, range.last) ...
 *           if (initial) ... store the reduction values to hetrt_range_partial(member), reset them to `initial` ...
 *         }
 *       }
 *       const void *partial = 0;
 *       while ((partial = hetrt_next_partial(pass, partial))) ... combine the partial with the variables ...
 *       code = hetrt_end(pass);
 *       if (code) hetrt_handle_error(code);
 *     }
 *
 * A partial holds the reduction values of one thread, range or device. The user's unit opens the team, with the user's
 * OpenMP runtime: the library itself uses none.
 */
#ifndef HETRT_HETRT_H
#define HETRT_HETRT_H

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
/* The library itself is compiled without -fpack-struct. */
#pragma pack(push, 16)
#endif

typedef __UINT8_TYPE__ hetrt_uint8;
typedef __UINT16_TYPE__ hetrt_uint16;
typedef __INT32_TYPE__ hetrt_int32;
typedef __UINT32_TYPE__ hetrt_uint32;
typedef __INT64_TYPE__ hetrt_int64;
typedef __UINT64_TYPE__ hetrt_uint64;

/* The version of the structs below, and of the parameters of kernels. Object and runtime must have the same version. */
#define HETRT_ABI 8

/* The maximum number of threads per block of a launch: enough warps to hide latencies, few enough that blocks of
   kernels with many registers still fit. */
#define HETRT_BLOCK_SIZE 128

/* The end of the name of a kernel variant that allows its arrays to overlap in memory. */
#define HETRT_OVERLAPPING_KERNEL "_overlapping"

/* The maximum number of bytes of a block's shared memory that reduction values take. */
#define HETRT_BLOCK_MEMORY (16 << 10)

/* The maximum number of threads of a GPU's block, and of lanes of an iteration that wait for each other. */
#define HETRT_MOST_THREADS 1024
#define HETRT_MOST_LANES HETRT_MOST_THREADS

/* The maximum number of dimensions of an array. */
#define HETRT_MAX_RANK 4

/* Returned by hetrt_begin() and hetrt_run() if the caller has to describe the arrays of the call. */
#define HETRT_WANTS_ARRAYS (-1)

/* Stands for a number that could not be computed: it overflowed, or an assumption behind its formula does not hold. */
#define HETRT_UNKNOWN (-__INT64_MAX__ - 1)

/* The kinds of errors. A function that returns `int` as a code returns one of these values; hetrt_last_message()
 * returns a message with the details. */
enum hetrt_code {
  HETRT_SUCCESS = 0,
  HETRT_ERROR_ABI = 1,      /* object and runtime were built from versions of hetcc that do not fit together */
  HETRT_ERROR_SETTING = 2,  /* an environment setting has an unknown name or an unusable value */
  HETRT_ERROR_ARGUMENT = 3, /* a clause argument is unusable at run time: an extent, a halo, a ratio */
  HETRT_ERROR_DEVICE = 4,   /* no device of the requested kind exists (mandatory offload), or all have failed */
  HETRT_ERROR_WINDOW = 5,   /* the loop body touched an index outside its window */
  HETRT_ERROR_OVERLAP = 6,  /* two windows overlap in memory, and one of them is written */
  HETRT_ERROR_KERNEL = 7,   /* the loop body itself faulted on an accelerator */
  HETRT_ERROR_PERSIST = 8,  /* the program has written an array of which devices keep copies */
  HETRT_ERROR_INTERNAL = 9, /* a bug in the runtime: please report it */
  HETRT_ERROR_PRESENT = 10  /* a `present` clause names an array that is in no data region */
};

/* ---- Constant descriptions, emitted once per region --------------------------------------------------------- */

/* ---- Footprints: which elements of arrays an iteration uses ----------------------------------------------------- */
/*
 * Footprints are constant tables of formulas, written by the translator. A formula may use numbers that are known only
 * when a pass begins: these are in an array that the call provides (hetrt_arrays::numbers), and the tables refer to
 * them by their indices, called slots. Most passes do not need the arrays: see hetrt_begin().
 *
 * An iteration whose iterator has the value v uses some boxes of an array. In each dimension a box extends from the
 * greatest of its lower terms to the least of its upper terms, which are exclusive. An end without terms is the end of
 * the array's own indices, so a box without any terms is the whole array. If the iterator is a pointer, v counts
 * elements from the first one of the array.
 */

/* The value constant + numbers[slot]; numbers[0] is 0. */
typedef struct hetrt_number {
  hetrt_int32 constant;
  hetrt_uint32 slot;
} hetrt_number;

/* A bound that is monotonic in v: floor((slope * v + offset) / divisor). With a table (an array of the program whose
 * integers never decrease, as `row` in `for (k = row[i]; k < row[i + 1]; ++k)`), that value is an index, and the
 * bound is scale * table[index] + add. A term whose slope has slot 0 and constant 0 does not depend on v. */
typedef struct hetrt_term {
  hetrt_number slope, offset;
  hetrt_number divisor;    /* at least 1; {0, 0} stands for 1 */
  hetrt_number scale, add; /* with a table only: scale is at least 1, and {0, 0} stands for 1 */
  hetrt_uint32 table;      /* 0: no table; else 1 + the number of an array with elements of 1, 2, 4 or 8 bytes */
  hetrt_uint32 reading;    /* with a table only; 0: its elements are the integers, which never decrease. Else
                              HETRT_READING and more flags: the integers may have any order, `within` is added to each,
                              and the sum is converted as in the program */
  hetrt_number within;
} hetrt_term;

/* Flags of hetrt_term::reading. The size of an integer type is given as the binary logarithm of its bytes, in two
   bits. */
enum {
  HETRT_READING = 1u,
  HETRT_READING_UNSIGNED = 2u,    /* the integers in the table are unsigned */
  HETRT_READING_SIZE_AT = 2,      /* from this bit on: the size of the integers */
  HETRT_CONVERSIONS_AT = 4,       /* from this bit on: up to two conversions, the first one in the lower bits */
  HETRT_CONVERSION_BITS = 4,      /* bits of each conversion: the size of the type, */
  HETRT_CONVERSION_UNSIGNED = 4u, /* a flag for unsigned types, */
  HETRT_CONVERSION = 8u,          /* and a flag that there is a conversion */
  HETRT_READING_MEMBER = 4096u,   /* the integers are members of the table's elements */
  HETRT_READING_PLACE_AT = 13     /* from this bit on: the byte offset of the member in the element */
};

/* The ends of a box in one dimension: the lower terms are [lower, lower + lower_count) of the region's terms, the
   upper ones likewise. */
typedef struct hetrt_ends {
  hetrt_uint16 lower, lower_count, upper, upper_count;
} hetrt_ends;

enum hetrt_box_flag {
  HETRT_READ = 1u,      /* elements that the iteration reads and has not written before */
  HETRT_WRITE = 2u,     /* elements that the iteration may write; see `surely` */
  HETRT_ATTAINED = 4u,  /* every iteration touches the first and the last index of each dimension, whatever the data */
  HETRT_OWN = 8u,       /* a clause's window without its halo: must lie in the extent; other boxes are cut at the
                           extent */
  HETRT_DECLARED = 16u, /* stated by a clause: if numbers do not fit, it is an error of the program */
  HETRT_PROVEN = 32u,   /* found, or confirmed, by the translator */
  HETRT_GUARDED = 64u   /* holds for iterator values `from` to `to` only */
};

/* One box. The list of boxes depends on the text of the loop only, so all instances of a template have the same list.
 * If an instance lacks a box, the box has from > to. */
typedef struct hetrt_box_info {
  hetrt_uint32 array, flags; /* number of the array; hetrt_box_flag */
  hetrt_number from, to;     /* with HETRT_GUARDED: the least and the greatest iterator value, both included */
  hetrt_number surely;       /* for writes: not 0 if the iteration writes each element before it reads the element,
                                so that no old values are needed. Also not 0 for clauses that copy nothing in.
                                HETRT_UNKNOWN counts as 0 */
  hetrt_uint32 first_end;    /* `rank` ends of the region begin here, one for each dimension, the slowest first */
  hetrt_uint32 loop;         /* in a loop nest: the number of the loop whose iterator the terms use; 0: the outermost */
  hetrt_uint32 line;         /* source line of the clause or the access */
  hetrt_uint32 reserved;
  const char *access; /* the access, such as "x[i + 1]", or the clause's text */
} hetrt_box_info;

/* Properties of an array. */
enum hetrt_array_flag {
  HETRT_PERSIST = 1u,    /* the device keeps its copy between passes, until hetrt_depersist() */
  HETRT_PRESENT = 2u,    /* the array must be in a data region */
  HETRT_STRIDED = 4u,    /* behind the array's address in the values struct there are rank - 1 hetrt_int64: the strides,
                            in elements, of each dimension but the last. The kernel computes subscripts with them,
                            and the runtime sets them to those of the device's copy */
  HETRT_UNSIGNED = 8u,   /* for an array whose elements are used as indices, of another array or of a term: they are
                            unsigned */
  HETRT_GATHER = 16u,    /* an iteration uses only elements whose indices are in its part of the array `through`, as
                            x in x[col[k]]. A device gets these elements packed, and in place of the indices their
                            positions. The array has one box without terms, for reads */
  HETRT_BALANCE = 32u,   /* for an array that holds bounds of segments, as `row` in `row[i] .. row[i + 1]`: shares
                            have equal sums of segment lengths, where each iteration counts as one element more */
  HETRT_ALLOCATED = 64u, /* in a loop of a block: memory that hetrt_target_allocate() gave to the thread, all of
                            which may be used; one flat dimension */
  HETRT_COPIED = 128u,   /* under HETRT_MEMORY_REPLICATE, the block's code calls hetrt_part_array() for the array */
  HETRT_WRITES_ANYWHERE = 256u, /* written at any index: devices work on full copies, and the bytes that they changed
                                   are written back when no thread computes any more */
  HETRT_FLAT = 512u,            /* the program uses a single index, such as a[i * n + j]: boxes that leave their rows
                                   are replaced by boxes of one dimension */
  HETRT_FIND_EXTENT = 1024u,    /* extent[0] is not known. It is that of a data region around the address; otherwise
                                   it follows from the boxes with HETRT_ATTAINED, in which the other boxes have to
                                   lie. Of an array that is only read, it may follow from the other boxes too, if all
                                   memory in them can be read */
  HETRT_ROWS = 2048u,           /* with HETRT_STRIDED and rank 2 or 3: the address is that of an array of pointers to
                                   rows, or to arrays of such pointers; or of objects that hold such pointers (see
                                   `holder`). extent[1] and extent[2] are 0 if no clause states them. Devices have the
                                   rows as those of one array, wherever they lie on the host */
  HETRT_OUT_ONLY = 4096u,       /* with HETRT_WRITES_ANYWHERE: the clause says that old values are not needed */
  HETRT_ELEMENTS = 8192u, /* with HETRT_FLAT: extent[0] counts elements, not rows; the last row may be incomplete */
  HETRT_KEEPS_POINTERS = 16384u /* for arrays of objects: the loop writes members of them, but no pointers to rows,
                                   so that arrays with HETRT_ROWS that have this one in `through` keep their rows */
};

/* An object that holds a pointer to a row, such as a std::vector. In units of a pointer: the object's size, where 0
   stands for 1; the offset in it of the pointer to the row's first element, and of the pointer behind its last. end
   0: the object does not tell the row's length. */
typedef struct hetrt_row_holder {
  hetrt_uint16 size, begin, end, reserved;
} hetrt_row_holder;

/* One array of a region. Two arrays of a region may be the same memory. */
typedef struct hetrt_array_info {
  const char *name;            /* as the user wrote it, e.g. "x" */
  const char *clause;          /* e.g. "part_copyin"; null: no clause names the array. If so, boxes or numbers that
                                  do not fit are no error of the program, and the cores run the pass */
  hetrt_uint32 line;           /* source line of the clause, or of the loop */
  hetrt_uint32 flags;          /* hetrt_array_flag */
  hetrt_uint32 rank;           /* 1 .. HETRT_MAX_RANK dimensions */
  hetrt_uint32 pointer_offset; /* byte offset of its address in the values struct; no other array has the same one */
  hetrt_uint32 through; /* with HETRT_GATHER: the number of the array of indices, or the array's own number if a loop
                           of a block does not use the indices. With HETRT_ROWS: 1 + the number of the array of
                           objects that hold the rows' pointers, if the region also uses that as an array; 0: it does
                           not */
  /* With HETRT_ROWS: holder[0] describes the array's objects; holder[1] the objects of the rows, if these are arrays
     of objects in turn. */
  hetrt_row_holder holder[2];
  hetrt_number element_size;           /* bytes */
  hetrt_number first;                  /* the lowest index of the first dimension */
  hetrt_number extent[HETRT_MAX_RANK]; /* elements; entries from `rank` on are not used */
  hetrt_uint64 declared;               /* bytes that the type of the variable or member has; 0: no type says it */
} hetrt_array_info;

/* The elements that a launch may touch: inclusive lower and exclusive upper bounds, in the user's own indices. */
typedef struct hetrt_bounds {
  hetrt_int64 lower[HETRT_MAX_RANK], upper[HETRT_MAX_RANK];             /* for reads, per dimension */
  hetrt_int64 write_lower[HETRT_MAX_RANK], write_upper[HETRT_MAX_RANK]; /* for writes, per dimension: without halo */
  hetrt_int64 flat_lower, flat_upper;                                   /* for reads, as one flat index */
  hetrt_int64 flat_write_lower, flat_write_upper;                       /* for writes, as one flat index */
  hetrt_int64 inner_stride, inner_extent;                               /* of dimension `inner`: its stride in
                                                                           elements, and its extent */
  hetrt_int64 element_size;                                             /* bytes of an element, by the clause */
  hetrt_uint32 inner;                                                   /* the dimension, other than the first, that
                                                                           alone depends on the iteration; 0: there
                                                                           is none */
  hetrt_uint32 window;                                                  /* the number of the array */
  const void *context;                                                  /* used by the runtime for messages about
                                                                           violations */
} hetrt_bounds;

/* The device form of a loop body for emulated accelerators: computes iterations [first, last). `values` is as the
 * call has filled it, except that each array's address is an offset pointer into device memory. Reduction variables
 * start with the initial values of private copies, and are stored to `partials` on return. Called by one thread at a
 * time per emulated device, and by any threads of a rank that serves. */
typedef void hetrt_emulated_kernel(hetrt_uint64 first, hetrt_uint64 last, const void *values, void *partials,
                                   const hetrt_bounds *bounds);

/* The loop in a function of its own, for the cores of a rank that serves: iterations [first, last), with `values`
 * and `partials` as above, and the arrays' addresses again in `arrays`. Checks no bounds, and assumes that a written
 * array overlaps no other. Any threads may call it at the same time, each with its own partials. `in_order` not 0:
 * reductions keep the order of iterations. */
typedef void hetrt_outlined_loop(hetrt_uint64 first, hetrt_uint64 last, const void *values, void *partials,
                                 void *const *arrays, int in_order);

/* A function that calls `member` in each thread of a team of `threads` threads, or of as many threads as OpenMP gives,
 * and returns when all calls have returned. Generated code contains such a function, which calls hetrt_open_team(). */
typedef void hetrt_team_member(void *data, int number, int count);
typedef void hetrt_team_opener(int threads, hetrt_team_member *member, void *data);

/* A fat binary (or PTX text) embedded in the object; empty (begin == end) if there is none. */
typedef struct hetrt_image {
  const unsigned char *begin, *end;
} hetrt_image;

/* The CUDA runtime's dim3 and cudaLaunchKernel() under other names, so that CUDA's headers can be included too. */
typedef struct hetrt_cuda_extent {
  hetrt_uint32 x, y, z;
} hetrt_cuda_extent;
typedef int hetrt_cuda_launcher(const void *function, hetrt_cuda_extent grid, hetrt_cuda_extent block, void **arguments,
                                __SIZE_TYPE__ shared, void *stream);
hetrt_cuda_launcher hetrt_cuda_launch __asm__("cudaLaunchKernel") __attribute__((weak));

/* A kernel that the user provides, which computes iterations on NVIDIA GPUs in place of the kernel that hetcc makes
 * from the loop's body. Its parameters are the iterator's value in the first iteration and the number of iterations,
 * both `long long`, and then the arguments. */
typedef struct hetrt_variant {
  const char *name;             /* as in the clause; in a file, the kernel's entry */
  const void *function;         /* the host's symbol of a __global__ function; null: the kernel is in a file */
  hetrt_cuda_launcher *launch;  /* launches the function; null if the program is not linked with the CUDA runtime */
  const char *file;             /* machine code, a fat binary or PTX; relative to the program's own folder */
  hetrt_uint32 argument_count;  /* the number of arguments, without the first two parameters */
  hetrt_uint32 shape_count;     /* how many of a launch's shape numbers the clause has, 0 .. 3 */
  const hetrt_int32 *arguments; /* for each argument: the number of an array, whose device pointer is passed, with
                                   which the user's indices are valid; or a negative number for a value that each
                                   call provides */
} hetrt_variant;

/* The arguments that one call passes to a hetrt_variant. */
typedef struct hetrt_variant_call {
  hetrt_int64 shape[3];      /* threads of a block, blocks, bytes of dynamic shared memory; only the first
                                shape_count are given */
  const void *const *values; /* one pointer for each argument, null for arrays */
} hetrt_variant_call;

/* In the descriptor of a block, shows that all its loops have a form for emulated accelerators; it is not launched. */
hetrt_emulated_kernel hetrt_partition_kernel;
/* In the descriptor of a block, shows that all its loops have an outlined form; it is not called. */
hetrt_outlined_loop hetrt_partition_loop;

/* Properties of a kernel in which several threads (lanes) share each iteration of the annotated loop: they divide the
 * iterations of its inner loops cyclically among themselves. The kernel is correct with any number of lanes, also with
 * one. */
enum hetrt_lane_flag {
  HETRT_REASSOCIATES = 1u, /* floating-point numbers are combined in an order that depends on the number of lanes */
  HETRT_MANY_LANES = 2u,   /* neighbouring lanes touch neighbouring elements, neighbouring iterations do not */
  HETRT_FEW_LANES = 4u,    /* neighbouring iterations touch neighbouring elements, neighbouring lanes do not */
  HETRT_COLUMNS = 8u,      /* as HETRT_FEW_LANES, with blocks of columns: see hetrt_region::lanes; the region has no
                              reductions */
  HETRT_FREE_LANES = 16u,  /* lanes never wait for each other */
  HETRT_STREAMS = 32u      /* each block copies the elements that the inner loop reads to shared memory, once for all
                              its iterations */
};
typedef struct hetrt_lanes {
  hetrt_uint32 flags;        /* hetrt_lane_flag */
  hetrt_uint32 trips_offset; /* byte offset in the values struct of a hetrt_int64: an estimate of the inner loops'
                                trip count; 0: not known */
} hetrt_lanes;

/* ---- Functions of other units ---------------------------------------------------------------------------------- */
/*
 * A unit that hetcc compiles contains, for each function with external linkage, a record of what the function does.
 * Loops of other units that call the function refer to the record by a weak symbol: `hetcc_function_` and the
 * function's mangled name. When such a loop is first executed, the runtime compares all records with what the loop's
 * translation assumed; if a record is missing or differs, cores alone run the loop.
 */
typedef struct hetrt_function hetrt_function;

/* A function that a loop, or another function, calls. Bit masks have a bit for each parameter, followed by one for
 * the object of a member function. The last bit of a mask stands for the values of addresses: it is in `kept` if the
 * function gets addresses in different arrays, and in `written` if the function compares addresses that it gets. */
#define HETRT_ADDRESSES (1ull << 63)
typedef struct hetrt_callee {
  const char *name;               /* its name for messages */
  void (*address)(void);          /* its address */
  const hetrt_function *function; /* the record of the function; null: its unit has none */
  hetrt_uint64 signature;         /* a hash of its declaration in this unit */
  hetrt_uint64 kept;              /* parameters whose memory is assumed not to be written */
} hetrt_callee;

/* Says that a function sets the elements from `first` to `end` - 1 of the memory at a parameter, and reads no element
 * of this memory before it has set it. */
typedef struct hetrt_filling {
  hetrt_uint32 parameter;
  hetrt_uint32 counted; /* not 0: the value of parameter number `counted` - 1 is added to `end` */
  hetrt_int64 first, end;
} hetrt_filling;

/* The record of one function. */
struct hetrt_function {
  hetrt_uint32 abi, size; /* HETRT_ABI, sizeof(hetrt_function) */
  const char *name, *location;
  void (*address)(void);  /* of the definition that the record describes; differs from the callee's address if the
                             linker has chosen another definition */
  hetrt_uint64 signature; /* a hash of its definition's type */
  hetrt_uint64 written;   /* parameters whose memory may be written */
  const char *why;        /* why no device can run it; null: nothing prevents it except, perhaps, functions that it
                             calls */
  const hetrt_callee *const *callees; /* functions of other units that it calls, directly or by other functions */
  hetrt_uint32 callee_count, filling_count;
  const hetrt_filling *fillings;
};

/* An array that a loop passes to a function of another unit. Only such functions may write the array, and their records
 * say whether they do. In the tables the array is written at any index. */
typedef struct hetrt_lending {
  hetrt_uint32 array, parameter; /* number of the array; bit of the function's parameter */
  hetrt_uint32 kept, reserved;   /* not 0: a clause says that it is not written */
  const hetrt_callee *to;
} hetrt_lending;

/* An assumption of the compiler: the function `to` sets these elements of an array of which each iteration has its
 * own. */
typedef struct hetrt_filled {
  const hetrt_callee *to;
  hetrt_uint32 parameter, argument_count;
  hetrt_int64 first, end;
  const hetrt_int64 *arguments; /* arguments of the call, as far as they are constants */
  hetrt_uint64 known;           /* bit mask: which arguments are constants */
} hetrt_filled;

struct hetrt_region_state; /* the runtime's own memory of a region: scheduler, timings, report */

enum hetrt_region_flag {
  HETRT_HOST_ONLY = 1u,   /* no device can run the body: CPUs only */
  HETRT_PARTITION = 2u,   /* a block over a partition, whose loops are regions of their own. The block's own kernels
                             are not launched; they are not null if all its loops have kernels */
  HETRT_BOUND = 4u,       /* of a loop in a block: the block's shares follow the times of this loop; of a block: it
                             has such a loop */
  HETRT_PLACES = 8u,      /* of a block: its threads stand for places, and regions inside of it run on their thread's
                             place */
  HETRT_TENTATIVE = 32u,  /* the program has not asked for devices, so arrays that devices cannot use are no error:
                             cores alone run the loop */
  HETRT_REACH_ONLY = 64u, /* the size of some array is not known: only devices that can access the host's memory take
                             part, and use arrays in place */
  HETRT_ONE_PARTIAL = 16u /* threads of a GPU update one partial atomically, see cuda_kernel */
};

/* Where the pages of a directive's arrays are placed, and whether threads of a block work on replicas:
 * POLICY(Number, Name, "word"), where the word is that of the clause `memory` and of HETRT_MEMORY_POLICY.
 *
 * COHERENT            pages stay where they are
 * INTERLEAVE          over the memory nodes in turn
 * MIGRATE             to the node of the thread whose share has the largest part of the page
 * MIGRATE_INTERLEAVE  as MIGRATE; pages of arrays that are not split: over the nodes in turn
 * REPLICATE           in a block: each part has its own copies; see hetrt_part_array() */
#define HETRT_MEMORY_POLICIES(POLICY)                                                                                  \
  POLICY(1, COHERENT, "coherent")                                                                                      \
  POLICY(2, INTERLEAVE, "interleave")                                                                                  \
  POLICY(3, MIGRATE, "migrate")                                                                                        \
  POLICY(4, MIGRATE_INTERLEAVE, "migrate_interleave")                                                                  \
  POLICY(5, REPLICATE, "replicate")

enum hetrt_memory_policy {
#define HETRT_POLICY(Number, Name, Word) HETRT_MEMORY_##Name = (Number),
  HETRT_MEMORY_POLICIES(HETRT_POLICY)
#undef HETRT_POLICY
      HETRT_MEMORY_UNSAID = 0 /* no clause states a policy */
};

/* One annotated loop. Constant for the life of the program. New fields may be added at the end: zero in them means
 * the behaviour without them. The runtime refuses structs whose `size` is not its own; likewise for the tables'
 * entries. */
typedef struct hetrt_region {
  hetrt_uint32 abi, size;            /* HETRT_ABI, sizeof(hetrt_region) */
  const char *location;              /* "file:line" of the directive */
  struct hetrt_region_state **state; /* one writable slot, zero at program start */
  hetrt_uint32 flags;                /* hetrt_region_flag */
  hetrt_uint32 values_size;          /* bytes of the values struct, which holds the arrays' addresses */
  hetrt_emulated_kernel *emulated;   /* null if there is none */
  const hetrt_image *image;          /* null if there is none */
  const char *cuda_kernel;           /* entry in the image, null if there is none. Its parameters: (uint64 first,
                                        uint64 last, values by value, void *partials, void *scratch, uint64 grain,
                                        and the addresses of the arrays). It assumes that arrays do not overlap; if
                                        there are several, one of them written, a second entry, with
                                        HETRT_OVERLAPPING_KERNEL after its name, does not assume it. With a grain,
                                        one thread computes each `grain` consecutive iterations in order, and stores
                                        their reduction values at the grain's place in `partials`. With grain 0, each
                                        block stores one partial there, in the order of blocks along x first, and has
                                        room for one partial per thread in `scratch` or, if that is null, in its
                                        dynamic shared memory. With HETRT_ONE_PARTIAL and grain 0, a launch without
                                        iterations, of any shape, initialises one partial in `partials`, and another
                                        launch with the iterations adds to it; blocks have room for one partial in
                                        their dynamic shared memory, unless it is larger than HETRT_BLOCK_MEMORY */
  const hetrt_lanes *lanes;          /* null: one thread for each iteration. Else blocks are two-dimensional: the 2^n
                                        lanes of an iteration along x, and iterations along y; with more than 32
                                        lanes, one iteration per block; more than one lane needs grain 0. With
                                        HETRT_FREE_LANES the lanes of an iteration may be in several blocks, which
                                        are along y of the grid, and a block may have any number of iterations. With
                                        HETRT_COLUMNS any number of iterations is along x, and lanes are along y;
                                        more than one lane needs eight bytes of dynamic shared memory per thread */
  const hetrt_variant *variant;      /* if not null, a user's kernel for NVIDIA GPUs */
  hetrt_uint32 memory;               /* hetrt_memory_policy; not used for loops of a block */
  hetrt_uint32 kernel_count;
  const struct hetrt_region *kernels; /* for a block: descriptors of its loops' kernels, kernel_count of them, which
                                         are loaded before any data is copied; each has its kernel forms and a
                                         location for messages, and nothing else */
  /* The numbers of entries of the tables, and the bytes of one entry of each. */
  hetrt_uint32 array_count, box_count, end_count, term_count;
  hetrt_uint32 array_size, box_size, end_size, term_size;
  const hetrt_array_info *arrays;
  const hetrt_box_info *boxes;
  const hetrt_ends *ends;
  const hetrt_term *terms;
  hetrt_uint32 number_count; /* length of hetrt_arrays::numbers; 0 counts as 1, since numbers[0] is 0 */
  hetrt_uint32 loaded_count; /* length of hetrt_arrays::loaded */
  /* Identifies the region from run to run: the base name of its file, the function's name by __PRETTY_FUNCTION__ or
     __func__, and its number among the directives in the function, from 0 on. `content` is a hash of its tables,
     layouts, options and text, and changes with them. */
  const char *file, *function;
  hetrt_uint32 ordinal, reserved;
  hetrt_uint64 content;
  hetrt_outlined_loop *outlined;      /* null if there is none */
  hetrt_team_opener *open_team;       /* opens a team that runs `outlined`; null if `outlined` is */
  const hetrt_callee *const *callees; /* functions of other units that it calls */
  hetrt_uint32 callee_count, lending_count;
  const hetrt_lending *lendings;
  const hetrt_filled *filled;
  hetrt_uint32 filled_count, unused;
} hetrt_region;

/* ---- Values of one call -------------------------------------------------------------------------------------- */

/* hetrt_call::in_parallel of a region that is a task of its own: it may use the whole machine although it is in a
 * parallel region, since the threads of that region wait, or run other such tasks, among which the cores are
 * divided. */
#define HETRT_OWN_TASK 2

/* hetrt_call::in_parallel of a region that the threads of a team of `num_threads` execute together: see
   hetrt_meets(). */
#define HETRT_IN_TEAM 3

typedef struct hetrt_call {
  hetrt_uint32 abi, size; /* HETRT_ABI, sizeof(hetrt_call) */
  hetrt_uint64 trip_count;
  hetrt_int64 lower, step;    /* iteration k has the iterator value lower + k * step (modulo 2^64) */
  hetrt_int32 condition;      /* 0: the loop runs on the host team, statically. The value of `hetero`'s first
                                 argument, combined with conditions that the translation depends on */
  hetrt_int32 num_threads;    /* of the num_threads clause; 0: absent */
  hetrt_int32 max_threads;    /* omp_get_max_threads() */
  hetrt_int32 in_parallel;    /* omp_in_parallel(), HETRT_OWN_TASK or HETRT_IN_TEAM */
  const char *devices;        /* "all", "cpu", "gpu", "gpu:0,2", ...; null: all */
  const char *scheduler;      /* a scheduler's name; null: the default */
  double ratio;               /* the CPUs' share in the first pass; negative: by the device models */
  hetrt_int64 div;            /* subpasses; 0: the default */
  hetrt_uint64 partials_size; /* bytes of one partial, a multiple of its alignment; 0 without reductions */
  hetrt_int32 asked;          /* not 0: the program's own conditions (`hetero`, `if`) are true, whatever `condition`
                                 is */
  hetrt_int32 reserved;
  const char *failed; /* if `condition` is 0: which condition is false, in words, for reports; null: not known */
} hetrt_call;

/* Memory of the program: `bytes` bytes, beginning at `first`. */
typedef struct hetrt_memory {
  const void *first;
  hetrt_uint64 bytes;
} hetrt_memory;

/* The arrays of a call, passed if the runtime asks for them. */
typedef struct hetrt_arrays {
  hetrt_uint32 abi, size;     /* HETRT_ABI, sizeof(hetrt_arrays) */
  const void *values;         /* hetrt_region::values_size bytes */
  const hetrt_int64 *numbers; /* number_count of them; null: only numbers[0], which is 0 */
  const hetrt_memory *loaded; /* loaded_count variables whose values were read when the pass began; if the region
                                 writes one of them through an array, cores run the loop */
  const hetrt_variant_call *variant; /* not null if the region's `variant` is not null; valid, with all that it
                                        points to, until hetrt_end() */
} hetrt_arrays;

/* Arithmetic for the numbers of a call: HETRT_UNKNOWN if an operand is unknown or the result does not fit into 64
   bits. */
static __inline__ hetrt_int64 hetrt_plus(hetrt_int64 a, hetrt_int64 b) {
  hetrt_int64 sum;
  return a == HETRT_UNKNOWN || b == HETRT_UNKNOWN || __builtin_add_overflow(a, b, &sum) ? HETRT_UNKNOWN : sum;
}
static __inline__ hetrt_int64 hetrt_times(hetrt_int64 a, hetrt_int64 b) {
  hetrt_int64 product;
  return a == HETRT_UNKNOWN || b == HETRT_UNKNOWN || __builtin_mul_overflow(a, b, &product) ? HETRT_UNKNOWN : product;
}
static __inline__ hetrt_int64 hetrt_negated(hetrt_int64 a) { return hetrt_times(a, -1); }
/* The greater and the lesser of two numbers; HETRT_UNKNOWN if one of them is unknown. */
static __inline__ hetrt_int64 hetrt_greater(hetrt_int64 a, hetrt_int64 b) {
  return a == HETRT_UNKNOWN || b == HETRT_UNKNOWN ? HETRT_UNKNOWN : a > b ? a : b;
}
static __inline__ hetrt_int64 hetrt_lesser(hetrt_int64 a, hetrt_int64 b) {
  return a < b ? a : b; /* HETRT_UNKNOWN is less than every number */
}
/* Returns `a` if `condition` is true, an assumption under which the formula of `a` is right; else HETRT_UNKNOWN. */
static __inline__ hetrt_int64 hetrt_if(int condition, hetrt_int64 a) { return condition ? a : HETRT_UNKNOWN; }
/* The value of an unsigned type, if it fits. */
static __inline__ hetrt_int64 hetrt_unsigned(hetrt_uint64 a) {
  return a > (hetrt_uint64)__INT64_MAX__ ? HETRT_UNKNOWN : (hetrt_int64)a;
}
/* The least and the greatest iterator value v for which p * v + q >= 0: `from` and `to` of a box with this guard.
 * For several guards, take the greatest of the least and the least of the greatest values. If there is no such
 * value, the least is above the greatest. */
static __inline__ hetrt_int64 hetrt_least_where(hetrt_int64 p, hetrt_int64 q) {
  if (p == HETRT_UNKNOWN || q == HETRT_UNKNOWN)
    return HETRT_UNKNOWN;
  if (p <= 0)
    return p == 0 && q < 0 ? __INT64_MAX__ : -__INT64_MAX__;
  return -(q / p - (q % p < 0)); /* -floor(q / p) */
}
static __inline__ hetrt_int64 hetrt_greatest_where(hetrt_int64 p, hetrt_int64 q) {
  if (p == HETRT_UNKNOWN || q == HETRT_UNKNOWN)
    return HETRT_UNKNOWN;
  if (p >= 0)
    return p == 0 && q < 0 ? -__INT64_MAX__ : __INT64_MAX__;
  return q / -p - (q % p < 0); /* floor(q / -p) */
}

/* ---- One pass ------------------------------------------------------------------------------------------------ */

typedef struct hetrt_pass hetrt_pass;     /* valid from hetrt_begin() to hetrt_end() */
typedef struct hetrt_member hetrt_member; /* one thread of the team; valid inside the team */

typedef struct hetrt_range {
  hetrt_uint64 first, last; /* iterations [first, last) */
} hetrt_range;

/* Starts a pass: plans the shares and starts the accelerators. Any threads may call it at the same time. Only if the
 * runtime needs to know the arrays, it returns HETRT_WANTS_ARRAYS: the pass then waits, and the region is locked,
 * until the same thread has called hetrt_describe(), which must come before any other call for the pass:
 *
 *     int code = hetrt_begin(&region, &call, &pass);
 *     if (__builtin_expect(code == HETRT_WANTS_ARRAYS, 0)) {
 *       const struct values values = {...};
 *       const hetrt_int64 numbers[] = {0, n, hetrt_times(m, 4)};
 *       const hetrt_arrays arrays = {HETRT_ABI, sizeof(hetrt_arrays), &values, numbers, 0, 0};
 *       code = hetrt_describe(pass, &arrays);
 *     }
 *     if (code) hetrt_handle_error(code);
 *     else ... the team ...
 *
 * Any code other than these two and HETRT_SUCCESS is an error: there is no pass, and nothing runs. The symbol ends
 * in the version of the interface, as those of all functions whose structs have changed, so that old objects do not
 * link. */
int hetrt_begin(const hetrt_region *region, const hetrt_call *call, hetrt_pass **pass) __asm__("hetrt_begin_8");

/* Continues after HETRT_WANTS_ARRAYS; the hetrt_call of hetrt_begin() must still exist. Checks the arrays that are
 * used, plans the shares and starts the accelerators. Copies everything that it keeps. After an error there is no
 * pass, and nothing is locked. */
int hetrt_describe(hetrt_pass *pass, const hetrt_arrays *arrays);

/* Called in place of a pass if an array section of a clause has fewer than `least` elements, 0 or 1. `item` names it,
 * as "reduction(h)"; `location` is "file:line". Returns the error's code. */
int hetrt_bad_length(const char *location, const char *item, hetrt_int64 length, hetrt_int64 least);

/* The number of threads that the team should have. */
int hetrt_threads(const hetrt_pass *pass);

/* Called by each thread of the team: enters the pass as thread `number` of `count`. The team may be smaller than
   hetrt_threads(). */
hetrt_member *hetrt_join(hetrt_pass *pass, int number, int count);

/* Stores the member's next iterations in `range` and returns 1, or returns 0 when the whole pass is complete. May
 * wait while an accelerator could still fail and leave its range to the team. */
int hetrt_next(hetrt_member *member, hetrt_range *range);

/* If reductions must give the same bits on any devices, ranges are the grains of a fixed division of the iterations,
 * and the team stores the reduction values of each grain. Then returns memory for one partial, in which the member
 * may keep the initial values of its private copies; else null: the private copies just accumulate. */
void *hetrt_initial_values(hetrt_member *member);

/* Where the member stores the reduction values of the last range that hetrt_next() gave. */
void *hetrt_range_partial(hetrt_member *member);

/* Iterates over the partials of the pass, those of grains in the order of iterations: `previous` is null at first,
 * then the last result; null after the last partial. */
const void *hetrt_next_partial(const hetrt_pass *pass, const void *previous);

/* Ends the pass and frees it; then outputs are in the user's arrays. */
int hetrt_end(hetrt_pass *pass);

/* ---- A pass of an existing team (`omp for`) ---------------------------------------------------------------------- */
/*
 * All threads of the team execute this, each with its own call:
 *
 *     hetrt_pass *pass = 0;
 *     hetrt_int64 count = omp_get_num_threads(), turns = count, turn;
 *     const int met = hetrt_meets();
 *     if (met) {
 *       hetrt_meeting *meeting = 0;
 *       #pragma omp single copyprivate(meeting)           // after this, all threads have arrived
 *       meeting = hetrt_open_meeting(count);
 *       code = hetrt_attend(meeting, &region, &call, &arrays, own, own_count, &pass);
 *       if (code) hetrt_handle_error(code);
 *       turns = pass ? count : 0;
 *     }
 *     #pragma omp for schedule(static, 1) nowait
 *     for (turn = 0; turn < turns; ++turn) {
 *       hetrt_range range = hetrt_turn(pass, trip_count, 0, turn, count);
 *       hetrt_member *member = pass ? hetrt_join(pass, turn, count) : 0;
 *       int left = 1;
 *       while (member ? hetrt_next(member, &range) : hetrt_once(&left, &range)) ... iterations of the range ...
 *     }
 *     if (met) {
 *       #pragma omp barrier
 *       #pragma omp single                                // after this, accelerators' outputs are on the host
 *       if (pass) { ... combine what hetrt_next_partial() gives ...; code = hetrt_end_in_team(pass); ... }
 *     }
 */
typedef struct hetrt_meeting hetrt_meeting;

/* Whether the threads of the team have to begin a pass together, since there are accelerators, or the settings ask for
 * a report or a trace. If not, the loop is a plain OpenMP loop, and no thread waits. All threads of a team get the same
 * answer. */
int hetrt_meets(void);

/* Makes an object in which `count` threads meet once. It is freed when all of them have called hetrt_attend(). */
hetrt_meeting *hetrt_open_meeting(hetrt_int64 count);

/* A value in the values struct that differs from thread to thread: its byte offset and size there. */
typedef struct hetrt_own_value {
  const char *name;
  hetrt_uint32 offset, size;
} hetrt_own_value;

/* The last thread to call this begins the pass; the others wait for it. Devices get the values of one thread only. So
 * if the values that `own` names (in hetrt_arrays::values), or the arrays, differ between threads, cores alone run the
 * loop. Every thread gets the pass. If it could not begin, every thread gets null, and one of them the error. `call`,
 * with all that it points to, must exist until hetrt_end_in_team(); `arrays`, which every thread passes, need not. */
int hetrt_attend(hetrt_meeting *meeting, const hetrt_region *region, const hetrt_call *call, const hetrt_arrays *arrays,
                 const hetrt_own_value *own, hetrt_uint32 own_count, hetrt_pass **pass) __asm__("hetrt_attend_8");

/* The same as hetrt_end(); called by any one thread of the team after all have left the loop. */
int hetrt_end_in_team(hetrt_pass *pass);

/* The iterations of turn number `turn`. A turn is an iteration of the `omp for` above; without a pass, it stands for
 * `unit` iterations of the loop or, if `unit` is 0, for one of `count` nearly equal parts of it, the larger ones first.
 * With a pass, hetrt_next() gives the iterations, and the result is empty. */
static __inline__ hetrt_range hetrt_turn(const hetrt_pass *pass, hetrt_uint64 trips, hetrt_uint64 unit,
                                         hetrt_uint64 turn, hetrt_uint64 count) {
  hetrt_range range = {0, 0};
  if (pass)
    return range;
  if (unit) {
    range.first = turn * unit;
    range.last = trips - range.first < unit ? trips : range.first + unit;
  } else {
    const hetrt_uint64 part = trips / count, larger = trips % count;
    range.first = turn * part + (turn < larger ? turn : larger);
    range.last = range.first + part + (turn < larger);
  }
  return range;
}

/* The number of turns (see hetrt_turn()) of a loop that is divided into pieces of `unit` iterations. */
static __inline__ hetrt_int64 hetrt_turns(hetrt_uint64 trips, hetrt_uint64 unit) {
  return (hetrt_int64)(trips / unit + (trips % unit != 0));
}

/* The number of iterations of a turn for the chunk size in a `schedule` clause. */
static __inline__ hetrt_uint64 hetrt_unit(hetrt_int64 chunk) { return chunk < 1 ? 1 : (hetrt_uint64)chunk; }

/* The number of iterations of a turn for schedules without a chunk size: small enough to balance the load, and so large
 * that a turn is worth its cost. */
static __inline__ hetrt_uint64 hetrt_small_unit(hetrt_uint64 trips, hetrt_uint64 count) {
  return trips / (count * 32) + 1;
}

static __inline__ int hetrt_once(int *left, const hetrt_range *range) {
  const int now = *left && range->first < range->last;
  *left = 0;
  return now;
}

/* ---- A pass of a block ---------------------------------------------------------------------------------------- */
/*
 * Every thread of the team executes the block once, for one device:
 *
 *     hetrt_part *part = hetrt_take_part(pass, omp_get_thread_num(), omp_get_num_threads(), &range);
 *     ... the block, with the bounds of iterations [range.first, range.last); of each of its loops:
 *         here = hetrt_run(part, &loop, &call);
 *         if (here == HETRT_WANTS_ARRAYS) here = hetrt_run_arrays(part, &loop, &call, &arrays);
 *         if (here) { ... the loop in place ...; hetrt_ran(part); }
 *         else while ((partial = hetrt_run_partial(part, partial))) ... combine with the thread's variables ...
 *     hetrt_leave_part(part);
 *
 * None of these functions returns an error; hetrt_end() does.
 */
typedef struct hetrt_part hetrt_part; /* one device's part; valid inside the team */

/* Stores the iterations of thread `number` of `count` in `range`, which may be empty. */
hetrt_part *hetrt_take_part(hetrt_pass *pass, int number, int count, hetrt_range *range);

/* The address that the part's thread uses in place of `base`, the address of array number `array`, in a block under
 * HETRT_MEMORY_REPLICATE: that of the thread's own copy, which exists until the thread leaves the part, or `base`
 * itself. The program's indices are valid in the copy, which has only the elements that the share uses, with halo. */
void *hetrt_part_array(hetrt_part *part, hetrt_uint32 array, const void *base);

/* Runs a loop of the block over the part's share. Returns 1 if the thread has to run the loop itself, and then call
 * hetrt_ran(); 0 if the thread's accelerator has run the loop; HETRT_WANTS_ARRAYS if hetrt_run_arrays() has to be
 * called, which returns 0 or 1. `call` has the iterations of the share; its arrays are those of the block, recognised
 * by their addresses. */
int hetrt_run(hetrt_part *part, const hetrt_region *loop, const hetrt_call *call) __asm__("hetrt_run_8");
int hetrt_run_arrays(hetrt_part *part, const hetrt_region *loop, const hetrt_call *call, const hetrt_arrays *arrays);
void hetrt_ran(hetrt_part *part);

/* Iterates over the partials that the accelerator left in the last hetrt_run(), like hetrt_next_partial(). */
const void *hetrt_run_partial(const hetrt_part *part, const void *previous);

/* Exchanges the padding (halo) of an array of the block, as `how` (flags of hetrt_padding) says. All threads call this
 * at the same place of the block. The call returns when the values of the part's neighbours have arrived and its own
 * values have been copied. `location` is "file:line". */
enum hetrt_padding {
  HETRT_PADDING_TO = 1u,     /* from the host's array to the devices */
  HETRT_PADDING_FROM = 2u,   /* from the devices that own the values to the host's array */
  HETRT_PADDING_NEARBY = 4u, /* from the devices that own the values to those beside them */
  HETRT_PADDING_INDEXED = 8u /* of elements that index arrays name, whichever device owns them */
};
void hetrt_update_padding(hetrt_part *part, const void *base, hetrt_uint32 how, const char *clause, const char *name,
                          const char *location);

/* Ends the thread's part; then the values that the accelerator wrote are in the program's arrays. */
void hetrt_leave_part(hetrt_part *part);

/* Memory that a block allocates by hand: on the accelerator of the calling thread; on the host if the thread stands
 * for a core or has no part. Contents undefined; null without enough memory. Memory that a part has not released is
 * freed when its thread leaves the part. */
void *hetrt_target_allocate(hetrt_uint64 bytes);
void hetrt_target_release(void *memory);

/* Copies between memory of hetrt_target_allocate() and the host's memory: `to` is the former if `placed` is not 0,
 * else `from` is. Offsets are in bytes. Returns when the copy is done. Any code other than HETRT_SUCCESS: nothing
 * was copied. */
int hetrt_target_memcpy(void *to, hetrt_uint64 to_offset, const void *from, hetrt_uint64 from_offset,
                        hetrt_uint64 bytes, int placed);

/* Tells the runtime which places OpenMP has, before the first block with HETRT_PLACES. `sizes` has the number of
 * processors of each of the `count` places, `processors` the numbers of these processors, one place after the other.
 * `count` is 0 if OpenMP binds no threads. hetrt_wants_places() returns whether this call is still missing. */
int hetrt_wants_places(void);
void hetrt_set_places(int count, const int *sizes, const int *processors);

/* ---- Regions as tasks ------------------------------------------------------------------------------------------ */

/* Memory that a `depend` clause names: bytes [first, last). */
typedef struct hetrt_section {
  const volatile void *first, *last;
  hetrt_int32 writes; /* 0: the dependence is `in` */
} hetrt_section;

/* A region with `depend` clauses, from the moment when a thread meets it until it is done. */
typedef struct hetrt_task hetrt_task;

/* Called before a task is created. Remembers its sections, and finds the unfinished tasks that it must wait for: those
 * with a section that overlaps one of its own, if the task or the unfinished one writes there. */
hetrt_task *hetrt_task_begin(const hetrt_section *sections, hetrt_uint64 count);

/* Addresses that stand for tasks in `depend` clauses: that of the task itself, and those of the tasks it must wait
   for. */
char *hetrt_task_mark(hetrt_task *task);
char *const *hetrt_task_before(const hetrt_task *task);
hetrt_uint64 hetrt_task_before_count(const hetrt_task *task);

/* Called when the task's work is done. Frees the task. */
void hetrt_task_end(hetrt_task *task);

/* ---- Data regions ----------------------------------------------------------------------------------------------- */

/* What a clause of a data directive states about an array. */
enum hetrt_data_action {
  HETRT_DATA_ENTER,      /* from now on devices keep their copies, as under `persist` */
  HETRT_DATA_EXIT,       /* ends one HETRT_DATA_ENTER; when the last one has ended, values that only devices have are
                            copied to the host, and devices keep no copies any more */
  HETRT_DATA_PRESENT,    /* the array must be in a data region */
  HETRT_DATA_UPDATE_TO,  /* the host has written these bytes, and devices have old ones */
  HETRT_DATA_UPDATE_FROM /* the host is going to read these bytes */
};

/* Enters a data region; hetrt_data() then names its arrays. hetrt_data_next() returns 1 at first; when the region is
 * left, it ends the arrays' part in the region and returns 0:
 *
 *     for (hetrt_data_open(), hetrt_data(1, HETRT_DATA_ENTER, ...), ...; hetrt_data_next();)
 *       block
 *
 * Between hetrt_data_open() and the first hetrt_data_next(), HETRT_DATA_ENTER belongs to the region; anywhere else
 * it holds until HETRT_DATA_EXIT. */
void hetrt_data_open(void);
int hetrt_data_next(void);

/* Applies `action` to the bytes [first, last) of an array; does nothing if `condition` is 0. Errors go to
   hetrt_handle_error(). */
void hetrt_data(int condition, int action, const volatile void *first, const volatile void *last, const char *name,
                const char *clause, const char *location);

/* ---- Outside a pass ------------------------------------------------------------------------------------------ */

/* Updates the host's copy of a persistent array, and frees the devices' copies. `location` is "file:line". */
int hetrt_depersist(const void *base, const char *name, const char *location);

/* Called before a loop that runs on the host and may read and write any memory: copies all values that only devices
 * have to the host, and marks all copies on devices as not valid. Returns 1, so that it can be used in a condition. */
int hetrt_host_writes(void);

/* Called before a region uses bytes that are not in its arrays: copies the values of these bytes that only devices have
 * to the host and, if `writes` is not 0, marks the devices' copies of them as not valid. */
void hetrt_host_uses(const volatile void *first, hetrt_uint64 bytes, int writes);

/* The number of whole elements of `size` bytes before the address `at`, or, if `behind` is not 0, from it on: in the
 * longest data region around it, or else in its allocation. 0 if neither is known, and without accelerators. Thread
 * safe. */
hetrt_int64 hetrt_elements(const volatile void *at, hetrt_uint64 size, int behind);

/* Whether all these bytes are readable memory. Called before generated code reads behind a pointer ahead of the loop,
 * since the loop itself perhaps does not follow the pointer. */
int hetrt_can_read(const volatile void *first, hetrt_uint64 bytes);

/* The message of the last failing call of this thread: one line, without newline; valid until the next call. */
const char *hetrt_last_message(void);

/* hetrt_handle_error() is called by generated code with a non-zero code, and calls the handler. The default handler
 * prints the message and aborts. hetrt_set_error_handler() returns the old handler; null restores the default.
 * Thread safe. */
typedef void hetrt_error_handler(int code, const char *message);
hetrt_error_handler *hetrt_set_error_handler(hetrt_error_handler *handler);
void hetrt_handle_error(int code);

/* ---- The user's OpenMP runtime ----------------------------------------------------------------------------------- */

/* Functions of OpenMP under other names, so that <omp.h> may be included before or after. They are defined by the
   user's OpenMP runtime (libgomp or libomp), not by libhetrt. */
int hetrt_omp_max_threads(void) __asm__("omp_get_max_threads");
int hetrt_omp_in_parallel(void) __asm__("omp_in_parallel");
int hetrt_omp_thread_num(void) __asm__("omp_get_thread_num");
int hetrt_omp_num_threads(void) __asm__("omp_get_num_threads");
int hetrt_omp_active_level(void) __asm__("omp_get_active_level");
int hetrt_omp_max_active_levels(void) __asm__("omp_get_max_active_levels");
void hetrt_omp_set_max_active_levels(int levels) __asm__("omp_set_max_active_levels");
void hetrt_omp_schedule(int *kind, int *chunk) __asm__("omp_get_schedule");
int hetrt_omp_proc_bind(void) __asm__("omp_get_proc_bind"); /* a value of omp_proc_bind_t; 0: false */
int hetrt_omp_num_places(void) __asm__("omp_get_num_places");
int hetrt_omp_place_num_procs(int place) __asm__("omp_get_place_num_procs");
void hetrt_omp_place_proc_ids(int place, int *processors) __asm__("omp_get_place_proc_ids");

/* Calls `member` in each thread of a team of the user's OpenMP runtime. libhetrt uses no OpenMP runtime itself, so
 * generated code calls this function, in a hetrt_team_opener. */
static __inline__ void hetrt_open_team(int threads, hetrt_team_member *member, void *data) {
#ifdef _OPENMP
#pragma omp parallel num_threads(threads)
  member(data, hetrt_omp_thread_num(), hetrt_omp_num_threads());
#else
  (void)threads;
  member(data, 0, 1);
#endif
}

/* The number of iterations of a turn under `schedule(runtime)`. A kind is an omp_sched_t: 1 static, 3 guided. */
static __inline__ hetrt_uint64 hetrt_runtime_unit(hetrt_uint64 trips, hetrt_uint64 count) {
  int kind = 0, chunk = 0;
  hetrt_omp_schedule(&kind, &chunk);
  kind &= 0xffff;
  return kind == 3   ? hetrt_small_unit(trips, count)
         : chunk > 0 ? (hetrt_uint64)chunk
         : kind == 1 ? trips / count + 1
                     : 1;
}

/* Tells the runtime which places OpenMP has, if it does not know yet. */
static __inline__ void hetrt_tell_places(void) {
  int count = 0, total = 0, at = 0, place;
  int *sizes, *processors;
  if (!hetrt_wants_places())
    return;
  if (hetrt_omp_proc_bind())
    count = hetrt_omp_num_places();
  sizes = (int *)__builtin_alloca(sizeof(int) * (__SIZE_TYPE__)(count + 1));
  for (place = 0; place < count; ++place)
    total += sizes[place] = hetrt_omp_place_num_procs(place);
  processors = (int *)__builtin_alloca(sizeof(int) * (__SIZE_TYPE__)(total + 1));
  for (place = 0; place < count; at += sizes[place++])
    hetrt_omp_place_proc_ids(place, processors + at);
  hetrt_set_places(count, sizes, processors);
}

/* Allows the calling thread, which is in a team, to open teams inside of it. */
static __inline__ void hetrt_nest(void) {
  const int level = hetrt_omp_active_level();
  if (hetrt_omp_max_active_levels() <= level)
    hetrt_omp_set_max_active_levels(level + 1); /* for this task only */
}

/* Called inside a region's own task: allows it to open a team, and returns the value for hetrt_call::in_parallel. */
static __inline__ hetrt_int32 hetrt_own_task(void) {
  hetrt_nest();
  return hetrt_omp_in_parallel() ? HETRT_OWN_TASK : 0;
}

/* Clips an index to lower .. upper, for the bounds of sections: a share with its padding may extend beyond the array,
 * and an empty share may lie anywhere. */
static __inline__ hetrt_int64 hetrt_clipped(hetrt_int64 index, hetrt_int64 lower, hetrt_int64 upper) {
  return index < lower ? lower : index > upper ? upper : index;
}

/* Whether the loop's iterator is never negative. */
static __inline__ int hetrt_no_negative(hetrt_int64 lower, hetrt_int64 step, hetrt_uint64 trips) {
  return trips == 0 || (lower >= 0 && (hetrt_int64)((hetrt_uint64)lower + (trips - 1) * (hetrt_uint64)step) >= 0);
}

/* ---- For emulated kernels ------------------------------------------------------------------------------------ */

/* hetrt_window_violation() reports that `index` of dimension `dimension` (negative: a flat index) is outside the
 * window, and ends the kernel. hetrt_section_violation() does so for an array that a kernel accumulates in, and of
 * which the clause names elements [lower, upper); `item` is "array 'h' (reduction, line 5)". */
#if defined(__GNUC__)
__attribute__((noreturn, cold))
#endif
void hetrt_window_violation(const hetrt_bounds *bounds, int dimension, hetrt_int64 index, int write),
    hetrt_section_violation(const char *item, hetrt_int64 index, hetrt_int64 lower, hetrt_int64 upper);

/* The lanes of an emulated accelerator: each calls the kernel on a stack of its own, one after the other, in an
 * order that changes at each barrier. hetrt_emulated_lane() is the calling lane's number,
 * hetrt_emulated_lane_count() how many there are; likewise for columns (HETRT_COLUMNS; else one column). All lanes
 * must reach each barrier. hetrt_emulated_exchange() is eight bytes of memory that all lanes see, one place for
 * each. */
hetrt_uint32 hetrt_emulated_lane(void), hetrt_emulated_lane_count(void);
hetrt_uint32 hetrt_emulated_column(void), hetrt_emulated_column_count(void);
void hetrt_emulated_barrier(void);
void *hetrt_emulated_exchange(hetrt_uint32 place);

/* Sets the bytes of a private variable at the beginning of an iteration. Each iteration has a variable of its own on a
 * GPU, while here it is at the address that the last iteration used. So an iteration that used the last one's value
 * would have the right result by chance. Large arrays keep their bytes, since setting them would take long. */
static __inline__ void hetrt_forget(void *at, hetrt_uint64 size) {
  if (size <= 256)
    __builtin_memset(at, 0x7b, size);
}

/* floor(index / distance), for a positive distance. */
static __inline__ hetrt_int64 hetrt_floor(hetrt_int64 index, hetrt_int64 distance) {
  return index / distance - (index % distance < 0);
}

/* Returns `element` if it is one of `count` values of `size` bytes each, of which the first is `first` bytes behind
 * the beginning of the array; does not return otherwise. */
static __inline__ void *hetrt_section_element(void *element, const void *values, hetrt_int64 first, hetrt_int64 count,
                                              hetrt_int64 size, const char *item) {
  const hetrt_int64 offset = (hetrt_int64)((__UINTPTR_TYPE__)element - (__UINTPTR_TYPE__)values);
  if (offset < 0 || offset >= count * size)
    hetrt_section_violation(item, hetrt_floor(offset + first, size), first / size, first / size + count);
  return element;
}

/* The index in dimension bounds->inner that belongs to the flat index `index`. */
static __inline__ hetrt_int64 hetrt_inner_index(const hetrt_bounds *bounds, hetrt_int64 index) {
  const hetrt_int64 row = hetrt_floor(index, bounds->inner_stride);
  return row - hetrt_floor(row, bounds->inner_extent) * bounds->inner_extent;
}

/* Each of these returns `index` if it is inside the window, and does not return otherwise. */
static __inline__ hetrt_int64 hetrt_read_index(const hetrt_bounds *bounds, int dimension, hetrt_int64 index) {
  if (index < bounds->lower[dimension] || index >= bounds->upper[dimension])
    hetrt_window_violation(bounds, dimension, index, 0);
  return index;
}
static __inline__ hetrt_int64 hetrt_write_index(const hetrt_bounds *bounds, int dimension, hetrt_int64 index) {
  if (index < bounds->write_lower[dimension] || index >= bounds->write_upper[dimension])
    hetrt_window_violation(bounds, dimension, index, 1);
  return index;
}
static __inline__ hetrt_int64 hetrt_read_flat(const hetrt_bounds *bounds, hetrt_int64 index) {
  if (index < bounds->flat_lower || index >= bounds->flat_upper)
    hetrt_window_violation(bounds, -1, index, 0);
  if (bounds->inner)
    hetrt_read_index(bounds, (int)bounds->inner, hetrt_inner_index(bounds, index));
  return index;
}
static __inline__ hetrt_int64 hetrt_write_flat(const hetrt_bounds *bounds, hetrt_int64 index) {
  if (index < bounds->flat_write_lower || index >= bounds->flat_write_upper)
    hetrt_window_violation(bounds, -1, index, 1);
  if (bounds->inner)
    hetrt_write_index(bounds, (int)bounds->inner, hetrt_inner_index(bounds, index));
  return index;
}

/* Like the functions above, if the program's type has elements of `part` bytes, which are not the clause's elements. */
static __inline__ hetrt_int64 hetrt_read_part(const hetrt_bounds *bounds, hetrt_int64 part, hetrt_int64 index) {
  hetrt_read_flat(bounds, hetrt_floor(index * part, bounds->element_size));
  return index;
}
static __inline__ hetrt_int64 hetrt_write_part(const hetrt_bounds *bounds, hetrt_int64 part, hetrt_int64 index) {
  hetrt_write_flat(bounds, hetrt_floor(index * part, bounds->element_size));
  return index;
}

#if defined(__GNUC__)
#pragma pack(pop)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}

#include "cxx.h"
#endif
#endif
