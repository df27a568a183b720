/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * hetrt.h: the C interface of the hetcc runtime, and all that generated code sees of it.
 *
 * The header includes nothing but its own part for C++ (cxx.h), so that it can stand before the first line of any
 * translation unit (feature-test macros of the user's keep their effect). Fixed-width types come from the compiler's
 * own macros.
 *
 * A region (one annotated loop) runs as one pass:
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
 *         if (initial) ... store the thread's reduction values, which are those that private copies begin with ...
 *         while (hetrt_next(member, &range)) {
 *           ... iterations [range.first, range.last) ...
 *           if (initial) ... store the reduction values to hetrt_range_partial(member), reset them to `initial` ...
 *         }
 *       }
 *       const void *partial = 0;
 *       while ((partial = hetrt_next_partial(pass, partial))) ... combine reduction values that were left ...
 *       code = hetrt_end(pass);
 *       if (code) hetrt_handle_error(code);
 *     }
 *
 * The team is opened by the user's unit, with the user's OpenMP runtime: the library itself uses none.
 */
#ifndef HETRT_HETRT_H
#define HETRT_HETRT_H

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
/* The library is built without -fpack-struct. */
#pragma pack(push, 16)
#endif

typedef __UINT8_TYPE__ hetrt_uint8;
typedef __UINT16_TYPE__ hetrt_uint16;
typedef __INT32_TYPE__ hetrt_int32;
typedef __UINT32_TYPE__ hetrt_uint32;
typedef __INT64_TYPE__ hetrt_int64;
typedef __UINT64_TYPE__ hetrt_uint64;

/* The version of the structs below, and of what kernels expect of launches: object and runtime must have the same. */
#define HETRT_ABI 8

/* Threads per block of a launch, at most: enough warps to hide latencies, few enough that blocks of heavy kernels still
   fit. */
#define HETRT_BLOCK_SIZE 128

/* What the name of a kernel ends with that allows for arrays that share memory. */
#define HETRT_OVERLAPPING_KERNEL "_overlapping"

/* Bytes of a block's own memory that reduction values take, at most. */
#define HETRT_BLOCK_MEMORY (16 << 10)

/* Threads of a GPU's block, at most, and lanes of an iteration that meet. */
#define HETRT_MOST_THREADS 1024
#define HETRT_MOST_LANES HETRT_MOST_THREADS

/* Arrays have at most this many dimensions. */
#define HETRT_MAX_RANK 4

/* hetrt_begin() and hetrt_run() want to know the arrays of the call. */
#define HETRT_WANTS_ARRAYS (-1)

/* A number that cannot be formed: it overflowed, or something that was assumed of it does not hold. */
#define HETRT_UNKNOWN (-__INT64_MAX__ - 1)

/* What went wrong. Every function that returns `int` returns one of these; hetrt_last_message() has the details. */
enum hetrt_code {
  HETRT_SUCCESS = 0,
  HETRT_ERROR_ABI = 1,      /* object and runtime were built from versions that do not fit */
  HETRT_ERROR_SETTING = 2,  /* an environment setting has an unknown name or an unusable value */
  HETRT_ERROR_ARGUMENT = 3, /* a clause argument is unusable at run time: an extent, a halo, a ratio */
  HETRT_ERROR_DEVICE = 4,   /* no device that was asked for exists (mandatory offload), or all failed */
  HETRT_ERROR_WINDOW = 5,   /* the loop body touched an index outside its window */
  HETRT_ERROR_OVERLAP = 6,  /* windows that overlap in memory, one of them written */
  HETRT_ERROR_KERNEL = 7,   /* the loop body itself faulted on an accelerator */
  HETRT_ERROR_PERSIST = 8,  /* the program has written an array that devices keep */
  HETRT_ERROR_INTERNAL = 9, /* a fault of the runtime's own: please report it */
  HETRT_ERROR_PRESENT = 10  /* `present` of an array that is in no data region */
};

/* ---- Constant descriptions, emitted once per region --------------------------------------------------------- */

/* ---- Footprints: which elements iterations use ------------------------------------------------------------------ */
/*
 * Constant tables of formulas, written by the translator. What is known only when a pass begins has a place, a slot, in
 * an array of numbers that a call fills in if it is asked to: see hetrt_begin().
 *
 * An iteration whose iterator has the value v uses of an array some boxes. In each dimension a box goes from the
 * greatest of its lower terms to the least of its upper ones, which are exclusive; an end without terms is the end of
 * the indices that exist, so that a box without terms is the whole array. Of pointers, v counts elements from the
 * first one of the array.
 */

/* constant + numbers[slot], where numbers[0] is 0. */
typedef struct hetrt_number {
  hetrt_int32 constant;
  hetrt_uint32 slot;
} hetrt_number;

/* An index that does not turn round: floor((slope * v + offset) / divisor); or, of that as an index of a table of the
 * program's integers, which do not fall, scale * table[index] + add. A term whose slope's slot is 0 and whose constant
 * is 0 does not move. */
typedef struct hetrt_term {
  hetrt_number slope, offset;
  hetrt_number divisor;    /* at least 1; {0, 0} stands for 1 */
  hetrt_number scale, add; /* of a table: scale is at least 1, and {0, 0} stands for 1 */
  hetrt_uint32 table;      /* 0: none; else 1 + the number of an array with elements of 1, 2, 4 or 8 bytes */
  hetrt_uint32 reading; /* of a table, 0: its elements are the integers, which do not fall. Else HETRT_READING and more:
                           they fall or not, `within` is added to each, and the sum is converted as in the program */
  hetrt_number within;
} hetrt_term;

/* hetrt_term::reading. The size of an integer type is the binary logarithm of its bytes, in two bits. */
enum {
  HETRT_READING = 1u,
  HETRT_READING_UNSIGNED = 2u,    /* of the integers in the table, as is */
  HETRT_READING_SIZE_AT = 2,      /* from this bit on, their size */
  HETRT_CONVERSIONS_AT = 4,       /* from this bit on, up to two conversions, the first one in the lower bits */
  HETRT_CONVERSION_BITS = 4,      /* of each: the size of the type, and */
  HETRT_CONVERSION_UNSIGNED = 4u, /* whether it has no sign; */
  HETRT_CONVERSION = 8u,          /* there is one */
  HETRT_READING_MEMBER = 4096u,   /* the integers are members of the elements, */
  HETRT_READING_PLACE_AT = 13     /* and lie in them behind as many bytes as the bits from this one on say */
};

/* The ends of one dimension: terms [lower, lower + lower_count) of the region, and so on. */
typedef struct hetrt_ends {
  hetrt_uint16 lower, lower_count, upper, upper_count;
} hetrt_ends;

enum hetrt_box_flag {
  HETRT_READ = 1u,      /* what an iteration has not written itself */
  HETRT_WRITE = 2u,     /* perhaps, but for `surely` */
  HETRT_ATTAINED = 4u,  /* every iteration touches the first and the last index of each dimension, whatever the data */
  HETRT_OWN = 8u,       /* a clause's window without halo: must lie in the extent, which cuts all other boxes */
  HETRT_DECLARED = 16u, /* said by a clause: numbers that do not fit are an error of the program */
  HETRT_PROVEN = 32u,   /* found, or confirmed, by the translator */
  HETRT_GUARDED = 64u   /* holds for iterator values `from` to `to` only */
};

/* One box. Which boxes an array has is for the text to say; one that an instance of a template lacks has from > to. */
typedef struct hetrt_box_info {
  hetrt_uint32 array, flags; /* number of the array; hetrt_box_flag */
  hetrt_number from, to;     /* with HETRT_GUARDED: the least and the greatest iterator value, both included */
  hetrt_number surely;       /* not 0, of writes: each element is written in its iteration, before it is read there.
                                So are those of clauses that move nothing in. HETRT_UNKNOWN: 0 */
  hetrt_uint32 first_end;    /* `rank` ends of the region, one per dimension, the slowest first */
  hetrt_uint32 loop;         /* of a nest: the loop whose value the terms take; 0: the outermost */
  hetrt_uint32 line;         /* of the clause or the access */
  hetrt_uint32 reserved;
  const char *access; /* "x[i + 1]": what made it so; of a clause, its text */
} hetrt_box_info;

/* What an array is. */
enum hetrt_array_flag {
  HETRT_PERSIST = 1u,    /* the device keeps its copy between passes, until hetrt_depersist() */
  HETRT_PRESENT = 2u,    /* the array must be in a data region */
  HETRT_STRIDED = 4u,    /* behind its address in the values struct stand rank - 1 hetrt_int64: the strides, in
                            elements, between indices of each dimension but the last. The kernel forms its subscripts
                            with them, and the runtime sets them to those of the device's copy */
  HETRT_UNSIGNED = 8u,   /* of an array that another one or a term goes through: its integers have no sign */
  HETRT_GATHER = 16u,    /* only elements occur that the share of the array `through` has as its elements. The
                            device gets these, packed, and instead of the indices their places. One box without
                            terms, of reads */
  HETRT_BALANCE = 32u,   /* of an array that segments go through: shares are of equal numbers of their elements,
                            where each iteration counts as one more than its segment has */
  HETRT_ALLOCATED = 64u, /* of a loop of a block: memory that hetrt_target_allocate() gave the thread, any of which
                            may be used; one flat dimension */
  HETRT_COPIED = 128u,   /* under HETRT_MEMORY_REPLICATE, the block's text asks hetrt_part_array() for the array */
  HETRT_WRITES_ANYWHERE = 256u, /* written at any index: devices work on full copies, and the bytes that they changed
                                   are written back when no thread computes any more */
  HETRT_FLAT = 512u,         /* the program's subscripts are one index: boxes that leave their rows are formed anew in
                                one dimension */
  HETRT_FIND_EXTENT = 1024u, /* extent[0] is not known: a data region around the address says it, or else the boxes
                               with HETRT_ATTAINED, in which the others have to lie; of what is
                               only read, the others say it too, where all of that can be read */
  HETRT_ROWS = 2048u,        /* with HETRT_STRIDED, of rank 2 or 3: the address is that of an array of pointers to rows,
                                or to arrays of these, in which the elements lie; or of objects that hold such
                                pointers, see holder. extent[1] and extent[2]: 0 where no clause says them. Devices
                                have the rows as those of one array, wherever they lie */
  HETRT_OUT_ONLY = 4096u,    /* with HETRT_WRITES_ANYWHERE: the clause says that old values are not needed */
  HETRT_ELEMENTS = 8192u,    /* with HETRT_FLAT: extent[0] counts the elements of the array, and not rows, of which the
                                last one may be there in part */
  HETRT_KEEPS_POINTERS = 16384u /* of objects: the loop writes members of them that lead to no rows, so that those
                                   which others with HETRT_ROWS have in `through` stay what they are */
};

/* An object that leads to a row, in pointers: its size, where 0 stands for 1; the place in it of the pointer to the
   row's first element, and of the one behind its last. end 0: the object does not say how long the row is. */
typedef struct hetrt_row_holder {
  hetrt_uint16 size, begin, end, reserved;
} hetrt_row_holder;

/* One array of a region. Two of them may be the same memory. */
typedef struct hetrt_array_info {
  const char *name;            /* as the user wrote it, e.g. "x" */
  const char *clause;          /* e.g. "part_copyin"; null: no clause names it. Then what of its boxes and numbers does
                                  not fit leaves the pass to the cores */
  hetrt_uint32 line;           /* source line of the clause, or of the loop */
  hetrt_uint32 flags;          /* hetrt_array_flag */
  hetrt_uint32 rank;           /* 1 .. HETRT_MAX_RANK dimensions */
  hetrt_uint32 pointer_offset; /* byte offset, in the values struct, of its address, which stands nowhere else */
  hetrt_uint32 through; /* with HETRT_GATHER: the number of the array of indices; where a loop of a block does not
                           use that one, the array's own. With HETRT_ROWS: 1 + the number of the array of the objects
                           that lead to rows, as which the region has them too; 0: of none */
  /* With HETRT_ROWS: the objects of the array, and of the rows that they lead to where these are arrays of objects in
     turn. */
  hetrt_row_holder holder[2];
  hetrt_number element_size;           /* bytes */
  hetrt_number first;                  /* the lowest index of the first dimension */
  hetrt_number extent[HETRT_MAX_RANK]; /* elements; behind `rank` they are not looked at */
} hetrt_array_info;

/* Inclusive lower and exclusive upper bounds, in the user's own indices, of what a launch may touch. */
typedef struct hetrt_bounds {
  hetrt_int64 lower[HETRT_MAX_RANK], upper[HETRT_MAX_RANK];             /* may be read, per dimension */
  hetrt_int64 write_lower[HETRT_MAX_RANK], write_upper[HETRT_MAX_RANK]; /* may be written: no halo */
  hetrt_int64 flat_lower, flat_upper;                                   /* read, as one flat index */
  hetrt_int64 flat_write_lower, flat_write_upper;                       /* written, as one flat index */
  hetrt_int64 inner_stride, inner_extent;                               /* of `inner`: elements between indices */
  hetrt_int64 element_size;                                             /* bytes, as the clause has it */
  hetrt_uint32 inner;                                                   /* a dimension but the first that alone
                                                                           follows the loop; 0: none */
  hetrt_uint32 window;                                                  /* the number of the array */
  const void *context;                                                  /* the runtime's own, for the message */
} hetrt_bounds;

/* The device form of a body as the emulated accelerator runs it: iterations [first, last), with `values` as filled by
 * the call except that each array's address is an offset pointer into device memory. Reduction variables start from
 * what private copies begin with, and are stored to `partials` on return. Called from one thread at a time per emulated
 * device, and from any threads of a rank that serves.
 */
typedef void hetrt_emulated_kernel(hetrt_uint64 first, hetrt_uint64 last, const void *values, void *partials,
                                   const hetrt_bounds *bounds);

/* The loop in a function of its own, for the cores of a rank that serves: iterations [first, last) with `values` and
 * `partials` as above, and the arrays' addresses once more. Checks nothing, and takes the arrays for different memory
 * where one is written. Any threads may call it at once, each with partials of its own. `in_order` not 0: reductions
 * keep the order of iterations. */
typedef void hetrt_outlined_loop(hetrt_uint64 first, hetrt_uint64 last, const void *values, void *partials,
                                 void *const *arrays, int in_order);

/* Calls `member` in each thread of a team of `threads`, or of as many as there are, and returns when all have returned.
 * Generated code has it: see hetrt_open_team(). */
typedef void hetrt_team_member(void *data, int number, int count);
typedef void hetrt_team_opener(int threads, hetrt_team_member *member, void *data);

/* A fat binary (or PTX text) embedded in the object; size 0 means that there is none. */
typedef struct hetrt_image {
  const unsigned char *begin, *end;
} hetrt_image;

/* The CUDA runtime's dim3 and cudaLaunchKernel(), by other names, so that its headers may be included too. */
typedef struct hetrt_cuda_extent {
  hetrt_uint32 x, y, z;
} hetrt_cuda_extent;
typedef int hetrt_cuda_launcher(const void *function, hetrt_cuda_extent grid, hetrt_cuda_extent block, void **arguments,
                                __SIZE_TYPE__ shared, void *stream);
hetrt_cuda_launcher hetrt_cuda_launch __asm__("cudaLaunchKernel") __attribute__((weak));

/* A kernel of the user's that computes iterations on NVIDIA GPUs in place of what hetcc makes of the loop's body. Its
 * parameters are the iterator's value in the first iteration and the number of iterations, both `long long`, and then
 * the arguments. */
typedef struct hetrt_variant {
  const char *name;             /* as the clause has it; in a file, the kernel's entry */
  const void *function;         /* what stands for a __global__ function on the host; null: it is in a file */
  hetrt_cuda_launcher *launch;  /* launches it; null if the program is not linked with the CUDA runtime */
  const char *file;             /* machine code, a fat binary or PTX; relative to the program's own folder */
  hetrt_uint32 argument_count;  /* after the first two */
  hetrt_uint32 shape_count;     /* how many numbers of a launch's shape the clause has, 0 .. 3 */
  const hetrt_int32 *arguments; /* each the number of an array, for the device's pointer to it, at which the user's
                                   indices hold; or negative, for a value of each call's own */
} hetrt_variant;

/* What a call passes to it. */
typedef struct hetrt_variant_call {
  hetrt_int64 shape[3];      /* threads of a block, blocks, bytes of dynamic shared memory, as far as they are given */
  const void *const *values; /* one entry per argument, null for those that are arrays */
} hetrt_variant_call;

/* Stands in the descriptor of a block all of whose loops have a form for emulated accelerators. */
hetrt_emulated_kernel hetrt_partition_kernel;
/* The same of one all of whose loops have an outlined form. */
hetrt_outlined_loop hetrt_partition_loop;

/* What is known of a kernel whose lanes share each iteration: the iterations of the loops inside are dealt to them
 * cyclically. As many lanes as the runtime likes may run it, one of them too. */
enum hetrt_lane_flag {
  HETRT_REASSOCIATES = 1u, /* floating-point numbers are combined in an order that depends on the number of lanes */
  HETRT_MANY_LANES = 2u,   /* neighbouring lanes touch neighbouring elements, neighbouring iterations do not */
  HETRT_FEW_LANES = 4u,    /* the other way round */
  HETRT_COLUMNS = 8u,      /* the same, in blocks of columns: see hetrt_region::lanes; no reductions of the region */
  HETRT_FREE_LANES = 16u,  /* lanes never wait for each other */
  HETRT_STREAMS = 32u      /* each block brings all that the turns of its iterations read, once for all of them */
};
typedef struct hetrt_lanes {
  hetrt_uint32 flags;        /* hetrt_lane_flag */
  hetrt_uint32 trips_offset; /* byte offset, in the values struct, of a hetrt_int64: how often the shared loops run,
                                an estimate; 0: not known */
} hetrt_lanes;

/* ---- Functions of other units ---------------------------------------------------------------------------------- */
/*
 * A unit that hetcc builds has, beside each function that others can call, a record of what it does. Loops that call it
 * refer to the record by a weak symbol: `hetcc_function_` and what the linker calls the function. When such a loop is
 * first met, the runtime holds all records to what the loop takes for granted; where one is missing or says otherwise,
 * cores alone run the loop.
 */
typedef struct hetrt_function hetrt_function;

/* A function that a loop calls, or another function. Bits are parameters, and behind them the object of a member
 * function. The last one stands for addresses: they are kept where the function is handed some of different arrays,
 * and written where it compares those that it is handed. */
#define HETRT_ADDRESSES (1ull << 63)
typedef struct hetrt_callee {
  const char *name;               /* as it is called in messages */
  void (*address)(void);          /* of what is called */
  const hetrt_function *function; /* null: its unit says nothing of it */
  hetrt_uint64 signature;         /* as it is declared here */
  hetrt_uint64 kept;              /* what these lead to is taken not to be written */
} hetrt_callee;

/* A function sets elements of what a parameter leads to, from `first` to the one before `end`, and reads none of these
 * elements, or of others there, that it has not set. */
typedef struct hetrt_filling {
  hetrt_uint32 parameter;
  hetrt_uint32 counted; /* not 0: `end` is so many more as the value of parameter `counted` - 1 says */
  hetrt_int64 first, end;
} hetrt_filling;

/* One function. */
struct hetrt_function {
  hetrt_uint32 abi, size; /* HETRT_ABI, sizeof(hetrt_function) */
  const char *name, *location;
  void (*address)(void);  /* of the definition that this is about: another one may be called */
  hetrt_uint64 signature; /* as it is defined */
  hetrt_uint64 written;   /* what these lead to may be written */
  const char *why;        /* why no device can run it; null: nothing is against it but what it calls */
  const hetrt_callee *const *callees; /* in other units, by itself or by what it calls */
  hetrt_uint32 callee_count, filling_count;
  const hetrt_filling *fillings;
};

/* An array that only functions of other units may write: their records say whether they do. The tables have it as
 * written at any index. */
typedef struct hetrt_lending {
  hetrt_uint32 array, parameter; /* number of the array; bit of the parameter that it is handed to */
  hetrt_uint32 kept, reserved;   /* not 0: a clause says that it is not written */
  const hetrt_callee *to;
} hetrt_lending;

/* In a loop of which each iteration has an array of its own, the compiler has relied on a function to set these
 * elements of it. */
typedef struct hetrt_filled {
  const hetrt_callee *to;
  hetrt_uint32 parameter, argument_count;
  hetrt_int64 first, end;
  const hetrt_int64 *arguments; /* of the call, those that are constants */
  hetrt_uint64 known;           /* which are, by bits */
} hetrt_filled;

struct hetrt_region_state; /* the runtime's own memory of a region: scheduler, timings, report */

enum hetrt_region_flag {
  HETRT_HOST_ONLY = 1u, /* no device can run the body: CPUs only */
  HETRT_PARTITION = 2u, /* a block over a partition, whose loops are regions of their own; its kernels are not launched,
                           and are not null where all of its loops have one */
  HETRT_BOUND = 4u,     /* of a loop: bound to the partition, whose shares are timed on it; of a block: it has one */
  HETRT_PLACES = 8u,    /* of a block: its threads stand for places, and regions inside run on theirs */
  HETRT_TENTATIVE = 32u,  /* the program has not asked for devices: where something about the arrays does not fit
                             them, cores alone run the loop, and there is no error */
  HETRT_REACH_ONLY = 64u, /* nothing says how much there is of some array: of devices, those have a part that reach the
                             host's memory, and use arrays where they are */
  HETRT_ONE_PARTIAL = 16u /* threads of a GPU update one partial atomically, see cuda_kernel */
};

/* Where the pages of a directive's arrays go, and what cores of a block work on. */
enum hetrt_memory_policy {
  HETRT_MEMORY_UNSAID = 0,             /* no clause says it */
  HETRT_MEMORY_COHERENT = 1,           /* pages stay where they are */
  HETRT_MEMORY_INTERLEAVE = 2,         /* over the memory nodes in turn */
  HETRT_MEMORY_MIGRATE = 3,            /* to the node of the thread whose share has most of a page */
  HETRT_MEMORY_MIGRATE_INTERLEAVE = 4, /* the same, and pages of arrays that are not split in turn */
  HETRT_MEMORY_REPLICATE = 5           /* of a block: each part has copies of its own; see hetrt_part_array() */
};

/* One annotated loop. Constant for the life of the program. Fields may be appended: zero means as
 * before, and `size` tells what is there; likewise of the tables' entries. */
typedef struct hetrt_region {
  hetrt_uint32 abi, size;            /* HETRT_ABI, sizeof(hetrt_region) */
  const char *location;              /* "file:line" of the directive */
  struct hetrt_region_state **state; /* one writable slot, zero at program start */
  hetrt_uint32 flags;                /* hetrt_region_flag */
  hetrt_uint32 values_size;          /* bytes; of all regions with arrays, whose addresses stand there */
  hetrt_emulated_kernel *emulated;   /* null if left out */
  const hetrt_image *image;          /* null if left out */
  const char *cuda_kernel;           /* entry in the image, null if left out: (uint64 first, uint64 last,
                                        values by value, void *partials, void *scratch, uint64 grain, and the
                                        addresses of the arrays), which takes them for different memory; where
                                        there are several, one of them written, a second entry, named after
                                        this one and HETRT_OVERLAPPING_KERNEL, does not.
                                        With a grain, one thread computes each `grain` iterations in order,
                                        and leaves their reduction values at the grain's place in
                                        `partials`; with 0, each block leaves one partial there, blocks along x
                                        first, and has room for one per thread in `scratch`, or where that is
                                        null in its dynamic shared memory. With HETRT_ONE_PARTIAL and grain 0, one
                                        launch without iterations, of any shape, sets one partial in `partials`, and
                                        another one with them adds to it; blocks have room for one partial in their
                                        dynamic shared memory, unless it is larger than HETRT_BLOCK_MEMORY */
  const hetrt_lanes *lanes;          /* null: a thread for each iteration. Else blocks are two-dimensional: the lanes
                                        of an iteration along x, 2^n of them, and iterations along y, one where there
                                        are more than 32 lanes; lanes in excess of one want grain 0. With
                                        HETRT_FREE_LANES the lanes of an iteration may be in several blocks, which
                                        lie along y of the grid, and any number of iterations in a block. With
                                        HETRT_COLUMNS iterations lie along x, any number of them, and lanes along y;
                                        more than one lane wants eight bytes of dynamic shared memory per thread */
  const hetrt_variant *variant;      /* runs on NVIDIA GPUs instead, if not null */
  hetrt_uint32 memory;               /* hetrt_memory_policy; not looked at in loops of a block */
  hetrt_uint32 kernel_count;
  const struct hetrt_region *kernels; /* kernel_count of them. Of a block: the kernels of its loops, which are loaded
                                         before anything moves; of each, its forms and a location for messages, and
                                         nothing else */
  /* The tables, and the bytes of one entry of each. */
  hetrt_uint32 array_count, box_count, end_count, term_count;
  hetrt_uint32 array_size, box_size, end_size, term_size;
  const hetrt_array_info *arrays;
  const hetrt_box_info *boxes;
  const hetrt_ends *ends;
  const hetrt_term *terms;
  hetrt_uint32 number_count; /* of a call; 0 counts as 1, since numbers[0] is 0 */
  hetrt_uint32 loaded_count; /* of hetrt_arrays::loaded */
  /* Who the region is: the base name of its file, the function as __PRETTY_FUNCTION__ or __func__ has it, and which of
     the directives there, from 0 on; and what it is: a hash of its tables, layouts, options and text. */
  const char *file, *function;
  hetrt_uint32 ordinal, reserved;
  hetrt_uint64 content;
  hetrt_outlined_loop *outlined; /* null if left out */
  hetrt_team_opener *open_team;  /* in which it runs; null if it is */
  const hetrt_callee *const *callees; /* functions of other units that it calls */
  hetrt_uint32 callee_count, lending_count;
  const hetrt_lending *lendings;
  const hetrt_filled *filled;
  hetrt_uint32 filled_count, unused;
} hetrt_region;

/* ---- Values of one call -------------------------------------------------------------------------------------- */

/* A region that is a task of its own has the whole machine although it stands in a parallel region: the threads of that
 * one wait, or run other such tasks, among which the cores are divided. */
#define HETRT_OWN_TASK 2

/* A region that a team meets, whose size is `num_threads`: see hetrt_meets(). */
#define HETRT_IN_TEAM 3

typedef struct hetrt_call {
  hetrt_uint32 abi, size; /* HETRT_ABI, sizeof(hetrt_call) */
  hetrt_uint64 trip_count;
  hetrt_int64 lower, step;    /* iteration k has the iterator value lower + k * step (modulo 2^64) */
  hetrt_int32 condition;      /* hetero's first argument, and what the translator needs to be so: 0 runs the loop on
                                 the host team, statically */
  hetrt_int32 num_threads;    /* of the num_threads clause; 0: absent */
  hetrt_int32 max_threads;    /* omp_get_max_threads() */
  hetrt_int32 in_parallel;    /* omp_in_parallel(), HETRT_OWN_TASK or HETRT_IN_TEAM */
  const char *devices;        /* "all", "cpu", "gpu", "gpu:0,2", ...; null: all */
  const char *scheduler;      /* a scheduler's name; null: the default */
  double ratio;               /* first-pass share of the CPUs; negative: from the device model */
  hetrt_int64 div;            /* subpasses; 0: the default */
  hetrt_uint64 partials_size; /* bytes of one partial, a multiple of what aligns them; 0 without
                                 reductions */
  hetrt_int32 asked;          /* not 0: the program's own conditions (`hetero`, `if`) hold, whatever `condition` is */
  hetrt_int32 reserved;
} hetrt_call;

/* Memory of the program's: `bytes` from `first` on. */
typedef struct hetrt_memory {
  const void *first;
  hetrt_uint64 bytes;
} hetrt_memory;

/* The arrays of a call, for who asks. */
typedef struct hetrt_arrays {
  hetrt_uint32 abi, size;     /* HETRT_ABI, sizeof(hetrt_arrays) */
  const void *values;         /* hetrt_region::values_size bytes */
  const hetrt_int64 *numbers; /* number_count of them; null: there is only the first, 0 */
  const hetrt_memory *loaded; /* loaded_count: variables whose values were taken when the pass began. If the region
                                 writes one through an array, cores run the loop */
  const hetrt_variant_call *variant; /* not null if the region's is not; stays until hetrt_end(), with all that it
                                        points to */
} hetrt_arrays;

/* Numbers of a call. What is unknown stays so, and what leaves 64 bits becomes it. */
static __inline__ hetrt_int64 hetrt_plus(hetrt_int64 a, hetrt_int64 b) {
  hetrt_int64 sum;
  return a == HETRT_UNKNOWN || b == HETRT_UNKNOWN || __builtin_add_overflow(a, b, &sum) ? HETRT_UNKNOWN : sum;
}
static __inline__ hetrt_int64 hetrt_times(hetrt_int64 a, hetrt_int64 b) {
  hetrt_int64 product;
  return a == HETRT_UNKNOWN || b == HETRT_UNKNOWN || __builtin_mul_overflow(a, b, &product) ? HETRT_UNKNOWN : product;
}
static __inline__ hetrt_int64 hetrt_negated(hetrt_int64 a) { return hetrt_times(a, -1); }
/* The greater and the lesser one. */
static __inline__ hetrt_int64 hetrt_greater(hetrt_int64 a, hetrt_int64 b) {
  return a == HETRT_UNKNOWN || b == HETRT_UNKNOWN ? HETRT_UNKNOWN : a > b ? a : b;
}
static __inline__ hetrt_int64 hetrt_lesser(hetrt_int64 a, hetrt_int64 b) {
  return a < b ? a : b; /* nothing is less than what is unknown */
}
/* `a` where something holds that its form assumes. */
static __inline__ hetrt_int64 hetrt_if(int condition, hetrt_int64 a) { return condition ? a : HETRT_UNKNOWN; }
/* A value of an unsigned type. */
static __inline__ hetrt_int64 hetrt_unsigned(hetrt_uint64 a) {
  return a > (hetrt_uint64)__INT64_MAX__ ? HETRT_UNKNOWN : (hetrt_int64)a;
}
/* The least and the greatest iterator value v for which p * v + q >= 0: `from` and `to` of a box with this guard. Those
 * of several guards are the greater and the lesser one of these. Without such a value, the least is greater. */
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

/* Starts a pass, without a look at arrays if nothing needs them: plans the shares and starts the accelerators. On
 * success stores the pass; otherwise nothing runs. Any thread may call it, several at once. HETRT_WANTS_ARRAYS: the
 * pass waits for them, and the region is locked, until the same thread has called hetrt_describe(), which has to come
 * before anything else of the pass, always:
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
 * Any other code but HETRT_SUCCESS is an error: there is no pass. Its symbol, as those of all functions that take
 * structs which changed, is one that no object of an older version knows. */
int hetrt_begin(const hetrt_region *region, const hetrt_call *call, hetrt_pass **pass) __asm__("hetrt_begin_8");

/* Goes on where hetrt_begin() has stopped; its call has to be there still. Checks what is used, plans the shares and
 * starts the accelerators. Copies what it keeps of the arrays. On an error nothing is held, and there is no pass. */
int hetrt_describe(hetrt_pass *pass, const hetrt_arrays *arrays);

/* Instead of a pass: a section of a clause, as "reduction(h)", has fewer than `least` elements, 0 or 1. Returns the
 * code. `location` is "file:line". */
int hetrt_bad_length(const char *location, const char *item, hetrt_int64 length, hetrt_int64 least);

/* The number of threads the team should have. */
int hetrt_threads(const hetrt_pass *pass);

/* Enters the team as thread `number` of `count`. A team smaller than asked for is fine. */
hetrt_member *hetrt_join(hetrt_pass *pass, int number, int count);

/* Stores the member's next iterations and returns 1, or returns 0 when the whole pass is complete. May wait while an
 * accelerator could still fail and leave its range to the team. */
int hetrt_next(hetrt_member *member, hetrt_range *range);

/* Where reductions are to be the same bits on any devices, ranges are the grains of a fixed division of the
 * iterations, and the team leaves the reduction values of each grain. Returns room for one partial, in which a member
 * may keep what its private copies begin with; or null, if they just accumulate. */
void *hetrt_initial_values(hetrt_member *member);

/* Where the reduction values of the range that hetrt_next() gave last belong. */
void *hetrt_range_partial(hetrt_member *member);

/* Walks the reduction values that were left, those of grains in the order of iterations: pass null first, then what
 * the last call returned; null ends. */
const void *hetrt_next_partial(const hetrt_pass *pass, const void *previous);

/* Ends the pass and frees it; outputs are in the user's arrays. */
int hetrt_end(hetrt_pass *pass);

/* ---- A pass of a team that is there (`omp for`) ---------------------------------------------------------------- */
/*
 * All threads of the team meet the region, each with its own call:
 *
 *     hetrt_pass *pass = 0;
 *     hetrt_int64 count = omp_get_num_threads(), turns = count, turn;
 *     const int met = hetrt_meets();
 *     if (met) {
 *       hetrt_meeting *meeting = 0;
 *       #pragma omp single copyprivate(meeting)           // all threads are there behind it
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
 *       #pragma omp single                                // accelerators' outputs are home behind it
 *       if (pass) { ... combine what hetrt_next_partial() gives ...; code = hetrt_end_in_team(pass); ... }
 *     }
 */
typedef struct hetrt_meeting hetrt_meeting;

/* Whether the threads have to meet: accelerators are there, or somebody wants to know what is done. Without that, a
 * loop is as OpenMP shares it out, and no thread waits. The same in all threads of a team. */
int hetrt_meets(void);

/* Where `count` threads meet once. Freed when all have attended. */
hetrt_meeting *hetrt_open_meeting(hetrt_int64 count);

/* A value of hetrt_call::values that each thread has its own of: byte offset and size there. */
typedef struct hetrt_own_value {
  const char *name;
  hetrt_uint32 offset, size;
} hetrt_own_value;

/* The last thread to come begins the pass; the others wait for it. Devices know one thread's values, so where `own`,
 * which names values of hetrt_arrays::values, or the arrays differ between the threads, cores alone run the loop. Every
 * thread gets the pass; null if it could not begin, and one of the threads the error. The call with all that it points
 * to stays until hetrt_end_in_team(); of the arrays, which are always given, nothing has to stay. */
int hetrt_attend(hetrt_meeting *meeting, const hetrt_region *region, const hetrt_call *call, const hetrt_arrays *arrays,
                 const hetrt_own_value *own, hetrt_uint32 own_count, hetrt_pass **pass) __asm__("hetrt_attend_8");

/* The same as hetrt_end(), in any thread of the team, when all have left the loop. */
int hetrt_end_in_team(hetrt_pass *pass);

/* The iterations of a turn without a pass: with `unit`, so many; with 0, an equal part of `count`, the first ones of
 * which are the larger. */
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

/* How many turns a loop has that is shared out by `unit` iterations. */
static __inline__ hetrt_int64 hetrt_turns(hetrt_uint64 trips, hetrt_uint64 unit) {
  return (hetrt_int64)(trips / unit + (trips % unit != 0));
}

/* A chunk that a `schedule` clause names. */
static __inline__ hetrt_uint64 hetrt_unit(hetrt_int64 chunk) { return chunk < 1 ? 1 : (hetrt_uint64)chunk; }

/* For schedules that choose the size of pieces: as few iterations as are worth a turn. */
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
 * Every thread of the team runs the block once, for a device:
 *
 *     hetrt_part *part = hetrt_take_part(pass, omp_get_thread_num(), omp_get_num_threads(), &range);
 *     ... the block, with the bounds of iterations [range.first, range.last); of each of its loops:
 *         here = hetrt_run(part, &loop, &call);
 *         if (here == HETRT_WANTS_ARRAYS) here = hetrt_run_arrays(part, &loop, &call, &arrays);
 *         if (here) { ... the loop in place ...; hetrt_ran(part); }
 *         else while ((partial = hetrt_run_partial(part, partial))) ... combine with the thread's variables ...
 *     hetrt_leave_part(part);
 *
 * Nothing here returns an error; hetrt_end() does.
 */
typedef struct hetrt_part hetrt_part; /* one device's part; valid inside the team */

/* What thread `number` of `count` computes, which may be nothing. */
hetrt_part *hetrt_take_part(hetrt_pass *pass, int number, int count, hetrt_range *range);

/* What the part's thread uses in place of the array with this number, `base`, in a block under HETRT_MEMORY_REPLICATE:
 * its copy, at which the array's own indices hold, until it leaves; or the array itself. The copy has what the share
 * uses of it, with halo, and nothing else. */
void *hetrt_part_array(hetrt_part *part, hetrt_uint32 array, const void *base);

/* A loop over the part's share: 1 if the thread is to run it in place, 0 if its accelerator has done so; or
 * HETRT_WANTS_ARRAYS, and then hetrt_run_arrays() says it. The call has the iterations of the share; its arrays are
 * those of the block, known by their addresses. */
int hetrt_run(hetrt_part *part, const hetrt_region *loop, const hetrt_call *call) __asm__("hetrt_run_8");
int hetrt_run_arrays(hetrt_part *part, const hetrt_region *loop, const hetrt_call *call, const hetrt_arrays *arrays);
void hetrt_ran(hetrt_part *part);

/* Walks the reduction values that the accelerator left in the last hetrt_run(). */
const void *hetrt_run_partial(const hetrt_part *part, const void *previous);

/* Padding of an array of the block is exchanged. All threads do this at the same place of the block; a thread returns
 * when its neighbours' values have arrived and its own were taken. `location` is "file:line". */
enum hetrt_padding {
  HETRT_PADDING_TO = 1u,     /* from the host's array to the devices */
  HETRT_PADDING_FROM = 2u,   /* from the devices that own the values to the host's array */
  HETRT_PADDING_NEARBY = 4u, /* from the devices that own the values to those beside them */
  HETRT_PADDING_INDEXED = 8u /* of the elements that are indexed, whichever device owns them */
};
void hetrt_update_padding(hetrt_part *part, const void *base, hetrt_uint32 how, const char *clause, const char *name,
                          const char *location);

/* What the accelerator wrote is in the program's arrays when this returns. */
void hetrt_leave_part(hetrt_part *part);

/* Memory that a block places by hand: of the accelerator whose thread asks; of the host in a core's thread, and in one
 * that has no part. Contents undefined; null without enough memory. What a part has left is freed when it leaves. */
void *hetrt_target_allocate(hetrt_uint64 bytes);
void hetrt_target_release(void *memory);

/* Copies between such memory and the host's, which is `to` unless `placed` is: offsets in bytes. Returns when it is
 * done. Any code but HETRT_SUCCESS: nothing was copied. */
int hetrt_target_memcpy(void *to, hetrt_uint64 to_offset, const void *from, hetrt_uint64 from_offset,
                        hetrt_uint64 bytes, int placed);

/* OpenMP's places, before the first block with HETRT_PLACES: `sizes` has a number of processors for each of `count`
 * places, `processors` their numbers, one place after the other. No place: OpenMP binds no threads. */
int hetrt_wants_places(void);
void hetrt_set_places(int count, const int *sizes, const int *processors);

/* ---- Regions as tasks ------------------------------------------------------------------------------------------ */

/* Memory that a `depend` clause names: bytes [first, last). */
typedef struct hetrt_section {
  const volatile void *first, *last;
  hetrt_int32 writes; /* 0: `in` */
} hetrt_section;

/* A region with `depend` clauses, from the moment it is met until it is done. */
typedef struct hetrt_task hetrt_task;

/* A task is about to be made. Remembers its sections, and finds the tasks that are not done and of which sections
 * overlap its own, at least one of both being written. */
hetrt_task *hetrt_task_begin(const hetrt_section *sections, hetrt_uint64 count);

/* Bytes that stand for tasks in `depend` clauses: the task's own, and those of the tasks that it has to wait for. */
char *hetrt_task_mark(hetrt_task *task);
char *const *hetrt_task_before(const hetrt_task *task);
hetrt_uint64 hetrt_task_before_count(const hetrt_task *task);

/* The task's work is done. Frees it. */
void hetrt_task_end(hetrt_task *task);

/* ---- Data regions ----------------------------------------------------------------------------------------------- */

/* What a clause of a data directive says of an array. */
enum hetrt_data_action {
  HETRT_DATA_ENTER,   /* from now on devices keep what they have of it, as under `persist` */
  HETRT_DATA_EXIT,    /* no longer, if that has been said as often as `enter`; the host gets what devices alone have */
  HETRT_DATA_PRESENT, /* it must be in a data region */
  HETRT_DATA_UPDATE_TO,  /* the host has written these bytes, and devices have old ones */
  HETRT_DATA_UPDATE_FROM /* the host wants these bytes */
};

/* A data region is about to be entered; hetrt_data() then names its arrays, and ends their part when it is left:
 *
 *     for (hetrt_data_open(), hetrt_data(1, HETRT_DATA_ENTER, ...), ...; hetrt_data_next();)
 *       block
 *
 * Between hetrt_data_open() and the first hetrt_data_next(), HETRT_DATA_ENTER is of the region; anywhere else it holds
 * until HETRT_DATA_EXIT. */
void hetrt_data_open(void);
int hetrt_data_next(void);

/* Bytes [first, last) of an array; nothing where `condition` is 0. Errors go to hetrt_handle_error(). */
void hetrt_data(int condition, int action, const volatile void *first, const volatile void *last, const char *name,
                const char *clause, const char *location);

/* ---- Outside a pass ------------------------------------------------------------------------------------------ */

/* Brings the host copy of a persistent array up to date and frees the devices' copies. `location` is "file:line". */
int hetrt_depersist(const void *base, const char *name, const char *location);

/* A loop is about to run on the host that may read and write anything: whatever devices alone hold comes to the host,
 * and what they keep is not valid any more. Returns 1, so that it can stand in a condition. */
int hetrt_host_writes(void);

/* The same for some bytes that a region uses besides its arrays, and writes or not. */
void hetrt_host_uses(const volatile void *first, hetrt_uint64 bytes, int writes);

/* How many whole elements of `size` bytes lie before an address, and how many from there on (`behind`), in the longest
 * data region around it, or else in the allocation; 0 where neither is known, and without accelerators. Thread safe. */
hetrt_int64 hetrt_elements(const volatile void *at, hetrt_uint64 size, int behind);

/* Whether there is memory where a pointer leads that the loop may not follow at all. */
int hetrt_can_read(const volatile void *first, hetrt_uint64 bytes);

/* What the last failing call of this thread had to say: one line, no newline; valid until the next call. */
const char *hetrt_last_message(void);

/* What generated code does with a non-zero code. The default prints the message and aborts. Returns the old one;
 * null restores the default. Thread safe. */
typedef void hetrt_error_handler(int code, const char *message);
hetrt_error_handler *hetrt_set_error_handler(hetrt_error_handler *handler);
void hetrt_handle_error(int code);

/* ---- The user's OpenMP runtime, whichever it is ---------------------------------------------------------------- */

/* By other names, so that <omp.h> may be included before or after. Defined by libgomp or libomp, not by libhetrt. */
int hetrt_omp_max_threads(void) __asm__("omp_get_max_threads");
int hetrt_omp_in_parallel(void) __asm__("omp_in_parallel");
int hetrt_omp_thread_num(void) __asm__("omp_get_thread_num");
int hetrt_omp_num_threads(void) __asm__("omp_get_num_threads");
int hetrt_omp_active_level(void) __asm__("omp_get_active_level");
int hetrt_omp_max_active_levels(void) __asm__("omp_get_max_active_levels");
void hetrt_omp_set_max_active_levels(int levels) __asm__("omp_set_max_active_levels");
void hetrt_omp_schedule(int *kind, int *chunk) __asm__("omp_get_schedule");
int hetrt_omp_proc_bind(void) __asm__("omp_get_proc_bind"); /* an enum of OpenMP's; 0: false */
int hetrt_omp_num_places(void) __asm__("omp_get_num_places");
int hetrt_omp_place_num_procs(int place) __asm__("omp_get_place_num_procs");
void hetrt_omp_place_proc_ids(int place, int *processors) __asm__("omp_get_place_proc_ids");

/* A team of the user's OpenMP runtime, for who has no other way to it. */
static __inline__ void hetrt_open_team(int threads, hetrt_team_member *member, void *data) {
#ifdef _OPENMP
#pragma omp parallel num_threads(threads)
  member(data, hetrt_omp_thread_num(), hetrt_omp_num_threads());
#else
  (void)threads;
  member(data, 0, 1);
#endif
}

/* The iterations of a turn under `schedule(runtime)`. A kind is an omp_sched_t: 1 static, 3 guided. */
static __inline__ hetrt_uint64 hetrt_runtime_unit(hetrt_uint64 trips, hetrt_uint64 count) {
  int kind = 0, chunk = 0;
  hetrt_omp_schedule(&kind, &chunk);
  kind &= 0xffff;
  return kind == 3   ? hetrt_small_unit(trips, count)
         : chunk > 0 ? (hetrt_uint64)chunk
         : kind == 1 ? trips / count + 1
                     : 1;
}

/* Tells the runtime of OpenMP's places, once. */
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

/* Lets the calling thread of a team have teams of its own. */
static __inline__ void hetrt_nest(void) {
  const int level = hetrt_omp_active_level();
  if (hetrt_omp_max_active_levels() <= level)
    hetrt_omp_set_max_active_levels(level + 1); /* for this task alone */
}

/* Called inside a region's own task: lets it have a team, and says what hetrt_call::in_parallel is. */
static __inline__ hetrt_int32 hetrt_own_task(void) {
  hetrt_nest();
  return hetrt_omp_in_parallel() ? HETRT_OWN_TASK : 0;
}

/* For sections: a share with its padding ends where the array does, and one without iterations may lie anywhere. */
static __inline__ hetrt_int64 hetrt_clipped(hetrt_int64 index, hetrt_int64 lower, hetrt_int64 upper) {
  return index < lower ? lower : index > upper ? upper : index;
}

/* Whether a loop's iterator is never negative. */
static __inline__ int hetrt_no_negative(hetrt_int64 lower, hetrt_int64 step, hetrt_uint64 trips) {
  return trips == 0 || (lower >= 0 && (hetrt_int64)((hetrt_uint64)lower + (trips - 1) * (hetrt_uint64)step) >= 0);
}

/* ---- For emulated kernels ------------------------------------------------------------------------------------ */

/* Reports that `index` (dimension `dimension`, or flat when negative) is outside the window, and stops the kernel. The
 * same of an array that a kernel accumulates in, of which the clause names elements [lower, upper): "array 'h'
 * (reduction, line 5)" is an `item`. */
#if defined(__GNUC__)
__attribute__((noreturn, cold))
#endif
void hetrt_window_violation(const hetrt_bounds *bounds, int dimension, hetrt_int64 index, int write),
    hetrt_section_violation(const char *item, hetrt_int64 index, hetrt_int64 lower, hetrt_int64 upper);

/* The lanes of an emulated accelerator: each calls the kernel on a stack of its own, one after the other in an order
 * that changes at each barrier, for which all have to come. The calling one's number, and how many there are; the same
 * of columns, one without HETRT_COLUMNS; the barrier; and eight bytes for all to see, a place for each of all lanes. */
hetrt_uint32 hetrt_emulated_lane(void), hetrt_emulated_lane_count(void);
hetrt_uint32 hetrt_emulated_column(void), hetrt_emulated_column_count(void);
void hetrt_emulated_barrier(void);
void *hetrt_emulated_exchange(hetrt_uint32 place);

/* The greatest whole number not above index / distance, for a positive distance. */
static __inline__ hetrt_int64 hetrt_floor(hetrt_int64 index, hetrt_int64 distance) {
  return index / distance - (index % distance < 0);
}

/* Returns `element` if it is one of `count` values of `size` bytes each, which begin `first` bytes behind the beginning
 * of the array, and does not return otherwise. */
static __inline__ void *hetrt_section_element(void *element, const void *values, hetrt_int64 first, hetrt_int64 count,
                                              hetrt_int64 size, const char *item) {
  const hetrt_int64 offset = (hetrt_int64)((__UINTPTR_TYPE__)element - (__UINTPTR_TYPE__)values);
  if (offset < 0 || offset >= count * size)
    hetrt_section_violation(item, hetrt_floor(offset + first, size), first / size, first / size + count);
  return element;
}

/* The index that a flat one stands for in the inner dimension that follows the loop. */
static __inline__ hetrt_int64 hetrt_inner_index(const hetrt_bounds *bounds, hetrt_int64 index) {
  const hetrt_int64 row = hetrt_floor(index, bounds->inner_stride);
  return row - hetrt_floor(row, bounds->inner_extent) * bounds->inner_extent;
}

/* Each returns `index` if it lies inside the window, and does not return otherwise. */
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

/* The same where the array's type has elements of another size, of `part` bytes, than the clause. */
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
