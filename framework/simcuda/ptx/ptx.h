/* ptx.h - kernels in PTX: text is parsed into a decoded form, which warps of 32 lanes run.
 *
 * Nothing here knows the simulated machine: memory of a GPU is reached through PtxMemory. A decoded
 * module is bounded and verified: every register, constant, target and variable that an instruction
 * names lies inside its kernel, so that running it checks only addresses. */
#ifndef PTX_H
#define PTX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "framework/simcuda/ptx/counts.h"

#define PTX_LANES 32

/* Where the address spaces lie among generic addresses, which no GPU's memory reaches. */
#define PTX_WINDOW_SHARED (UINT64_C(1) << 56)
#define PTX_WINDOW_LOCAL  (UINT64_C(2) << 56)
#define PTX_WINDOW_MODULE (UINT64_C(3) << 56) /* .const and .global variables */
#define PTX_WINDOW_PARAM  (UINT64_C(4) << 56)
#define PTX_WINDOW_CODE   (UINT64_C(5) << 56) /* functions, by number */
#define PTX_WINDOW_GRID   (UINT64_C(6) << 56) /* what the blocks of a cooperative launch meet by */
#define PTX_WINDOW_MASK   (UINT64_C(255) << 56)

/* --- limits of what is parsed; beyond them text is refused ------------------------------------ */

#define PTX_MAX_TEXT        (64U << 20)
#define PTX_MAX_CODE        (1U << 20)  /* instructions of a kernel */
#define PTX_MAX_REGISTERS   (1U << 16)  /* of a kernel */
#define PTX_MAX_BYTES       (64U << 20) /* of variables */
#define PTX_MAX_SHARED      (1U << 20)
#define PTX_MAX_LOCAL       (1U << 19) /* of a thread */
#define PTX_MAX_PARAMS      32764      /* bytes */
#define PTX_MAX_PARAM_COUNT 1024
#define PTX_MAX_STACK       (1U << 20)  /* bytes of local memory of a thread, its calls included */
#define PTX_MAX_DEPTH       4096        /* of calls in each other */
#define PTX_MAX_FRAMES      (64U << 20) /* bytes of registers of a warp, its calls included */
#define PTX_MAX_TOGETHER    65536       /* blocks of a cooperative launch */

typedef enum PtxType {
	PTX_NONE,
	PTX_B8,
	PTX_B16,
	PTX_B32,
	PTX_B64,
	PTX_U8,
	PTX_U16,
	PTX_U32,
	PTX_U64,
	PTX_S8,
	PTX_S16,
	PTX_S32,
	PTX_S64,
	PTX_F32,
	PTX_F64,
	PTX_PRED,
	PTX_F16,
	PTX_F16X2,
	PTX_BF16,
	PTX_BF16X2,
	PTX_TYPES
} PtxType;

typedef enum PtxSpace {
	PTX_GENERIC,
	PTX_GLOBAL,
	PTX_SHARED,
	PTX_LOCAL,
	PTX_CONST,
	PTX_PARAM,
	PTX_SPACES
} PtxSpace;

typedef enum PtxOp {
	PTX_ADD,
	PTX_SUB,
	PTX_MUL,
	PTX_MUL_HI,
	PTX_MUL_WIDE,
	PTX_MAD,
	PTX_MAD_HI,
	PTX_MAD_WIDE,
	PTX_FMA,
	PTX_DIV,
	PTX_REM,
	PTX_NEG,
	PTX_ABS,
	PTX_MIN,
	PTX_MAX,
	PTX_AND,
	PTX_OR,
	PTX_XOR,
	PTX_NOT,
	PTX_SHL,
	PTX_SHR,
	PTX_POPC,
	PTX_CLZ,
	PTX_BREV,
	PTX_SQRT,
	PTX_RSQRT,
	PTX_RCP,
	PTX_EX2,
	PTX_LG2,
	PTX_SIN,
	PTX_COS,
	PTX_MOV,
	PTX_SELP,
	PTX_SETP,
	PTX_SET,
	PTX_CVT,
	PTX_CVTA,
	PTX_LD,
	PTX_ST,
	PTX_ATOM,
	PTX_RED,
	PTX_SHFL,
	PTX_VOTE,
	PTX_ACTIVEMASK,
	PTX_BRA,
	PTX_RET,
	PTX_BAR,
	PTX_NOTHING, /* fences: warps run one after the other, and see each other's memory at once */
	PTX_TRAP,
	PTX_EXIT,
	PTX_CALL,
	PTX_BRX, /* bra to one of a list */
	PTX_BAR_WARP,
	PTX_BAR_ARRIVE,
	PTX_BAR_RED,
	PTX_MATCH,
	PTX_REDUX,
	PTX_ADDC,
	PTX_SUBC,
	PTX_MADC,
	PTX_SAD,
	PTX_MUL24,
	PTX_MAD24,
	PTX_BFE,
	PTX_BFI,
	PTX_BFIND,
	PTX_FNS,
	PTX_DP4A,
	PTX_DP2A,
	PTX_LOP3,
	PTX_SHF_L,
	PTX_SHF_R,
	PTX_PRMT,
	PTX_CNOT,
	PTX_SLCT,
	PTX_TESTP,
	PTX_COPYSIGN,
	PTX_TANH,
	PTX_PACK,   /* mov: the target is made of several sources */
	PTX_UNPACK, /* mov: several targets are made of one source */
	PTX_ISSPACEP,
	PTX_CLOCK, /* counts the warp's instructions */
	PTX_PRINT, /* calls of vprintf and __assertfail, with lists as calls have: see ptx/parse/known.c */
	PTX_ASSERT,
	PTX_OPS
} PtxOp;

/* Comparisons, roundings, kinds of atomics, shuffles and votes: PtxInstr.mode. */
typedef enum PtxMode {
	PTX_PLAIN,
	PTX_EQ,
	PTX_NE,
	PTX_LT,
	PTX_LE,
	PTX_GT,
	PTX_GE,
	PTX_EQU,
	PTX_NEU,
	PTX_LTU,
	PTX_LEU,
	PTX_GTU,
	PTX_GEU,
	PTX_NUM,
	PTX_NAN,
	PTX_NEAREST, /* to even */
	PTX_TO_ZERO,
	PTX_DOWN,
	PTX_UP,
	PTX_ATOM_ADD,
	PTX_ATOM_MIN,
	PTX_ATOM_MAX,
	PTX_ATOM_AND,
	PTX_ATOM_OR,
	PTX_ATOM_XOR,
	PTX_ATOM_EXCH,
	PTX_ATOM_CAS,
	PTX_ATOM_INC,
	PTX_ATOM_DEC,
	PTX_SHFL_UP,
	PTX_SHFL_DOWN,
	PTX_SHFL_BFLY,
	PTX_SHFL_IDX,
	PTX_VOTE_ALL,
	PTX_VOTE_ANY,
	PTX_VOTE_UNI,
	PTX_VOTE_BALLOT,
	PTX_FROM_SPACE, /* cvta: to generic addresses */
	PTX_TO_SPACE,
	PTX_MODE_LO,
	PTX_MODE_HI,
	PTX_MODE_WIDE,
	PTX_APPROX,
	PTX_INT_NEAREST, /* cvt to an integral value */
	PTX_INT_ZERO,
	PTX_INT_DOWN,
	PTX_INT_UP,
	PTX_MATCH_ANY,
	PTX_MATCH_ALL,
	PTX_POPC_OF, /* bar.red */
	PTX_WRAP,
	PTX_CLAMP,
	PTX_SHIFT_AMOUNT,
	PTX_FINITE,
	PTX_INFINITE,
	PTX_NUMBER,
	PTX_NOTANUMBER,
	PTX_NORMAL,
	PTX_SUBNORMAL,
	PTX_PRMT_F4E,
	PTX_PRMT_B4E,
	PTX_PRMT_RC8,
	PTX_PRMT_ECL,
	PTX_PRMT_ECR,
	PTX_PRMT_RC16,
	PTX_MODES
} PtxMode;

/* Registers and constants are arrays of 32 lanes, of 4 bytes each or, for 64 bits, of 8; a
 * predicate is one word, a bit a lane. `at` counts bytes from where a warp's registers, or the
 * kernel's constants, begin. */
typedef struct PtxOperand {
	enum { PTX_ABSENT, PTX_REGISTER, PTX_CONSTANT } kind;
	uint32_t at;
	uint8_t bits; /* of a register as declared; 1: a predicate */
} PtxOperand;

#define PTX_OPERANDS 6

/* Operands: targets first. ld, st: up to four values, then at PTX_ADDRESS the address. The second
 * target of setp, shfl and match, a predicate, is operand PTX_SECOND. */
#define PTX_ADDRESS 4
#define PTX_SECOND  5

/* PtxInstr.order: none, volatile, or more than one of the others. */
enum {
	PTX_ORDER_VOLATILE = 1,
	PTX_ORDER_RELAXED = 2,
	PTX_ORDER_ACQUIRE = 4,
	PTX_ORDER_RELEASE = 8,
};

/* Between whom an access or a fence orders. */
typedef enum PtxScope {
	PTX_SCOPE_NONE, /* not said: of an atomic, the GPU */
	PTX_SCOPE_BLOCK,
	PTX_SCOPE_GPU,
	PTX_SCOPE_SYSTEM,
} PtxScope;

typedef struct PtxInstr {
	uint8_t op, type, from; /* from: the second type of cvt, set, cvta and the like */
	uint8_t mode, space, vector;
	bool flush;      /* .ftz */
	bool saturate;   /* .sat */
	bool carry;      /* .cc: the carry is kept */
	bool strong;     /* ld, st: volatile, or ordered with other threads */
	bool nan;        /* min, max: .NaN */
	bool partial;    /* barrier: warps may come in parts */
	uint8_t combine; /* setp, set: with a predicate, by PTX_AND, PTX_OR or PTX_XOR; else
			  * PTX_ADD */
	bool negated;    /* the predicate that is a source counts as its opposite */
	bool guard_not;
	PtxOperand guard; /* PTX_ABSENT: none */
	PtxOperand operand[PTX_OPERANDS];
	int64_t offset;  /* of the address; the table of lop3 */
	uint32_t target; /* of bra; of brx and call: which of the kernel's lists */
	uint32_t
		reconverge; /* where the lanes that part here meet again; the count of instructions:
			      * at the end */
	uint32_t file, line;  /* of the source, by .loc; 0: not known */
	uint32_t text_line;   /* of the PTX */
	uint8_t order, scope; /* of memory: PTX_ORDER_..., PtxScope */
	/* by ptx_link(): */
	uint8_t kind;                    /* PtxClass */
	bool waits_global, waits_shared; /* uses what was loaded from there */
	bool words;                      /* a load or store of whole words */
} PtxInstr;

typedef struct PtxParam {
	uint32_t offset, bytes;
} PtxParam;

/* What a register holds when a warp starts. */
typedef enum PtxSpecial {
	PTX_TID_X,
	PTX_TID_Y,
	PTX_TID_Z,
	PTX_NTID_X,
	PTX_NTID_Y,
	PTX_NTID_Z,
	PTX_CTAID_X,
	PTX_CTAID_Y,
	PTX_CTAID_Z,
	PTX_NCTAID_X,
	PTX_NCTAID_Y,
	PTX_NCTAID_Z,
	PTX_LANEID,
	PTX_WARPID,
	PTX_LANEMASK_EQ,
	PTX_LANEMASK_LT,
	PTX_LANEMASK_LE,
	PTX_LANEMASK_GT,
	PTX_LANEMASK_GE,
	PTX_NWARPID,
	PTX_GRIDID,
	PTX_SMID,
	PTX_NSMID,
	PTX_DYNAMIC_SHARED,
	PTX_TOTAL_SHARED,
	PTX_ENVREG,  /* of any number: 0 */
	PTX_DYNAMIC, /* where dynamic shared memory begins */
	PTX_FRAME,   /* 64 bits: where a call's local memory begins */
	PTX_IMAGE,   /* 64 bits: where the module's variables begin */
	PTX_ENVREG1, /* of a cooperative launch the upper and the lower half of where its blocks meet */
	PTX_ENVREG2,
	PTX_SPECIALS
} PtxSpecial;

/* A list: the targets of a brx, or the local memory that a call hands over and gets back. */
typedef struct PtxList {
	uint32_t callee; /* of a call: which function; PTX_INDIRECT: operand 0 says */
	uint32_t ins, count;
	uint32_t *target; /* of brx */
	PtxParam *param;  /* of a call: ins, then those it gets back */
} PtxList;

#define PTX_INDIRECT UINT32_MAX

struct PtxWarp;
typedef void (*PtxHandler)(struct PtxWarp *warp, const PtxInstr *instr, uint32_t lanes);

/* A kernel, or a function that kernels call. */
typedef struct PtxKernel {
	char *name;
	PtxParam *param; /* of a function: local memory, what it returns comes last */
	uint32_t params, param_bytes;
	PtxInstr *code;
	uint32_t count;
	uint32_t register_bytes;
	uint32_t special[PTX_SPECIALS]; /* 1 + where it lies; 0: not used */
	unsigned char *constant;        /* lanes, as registers */
	uint32_t constant_bytes;
	uint32_t shared_bytes, local_bytes; /* static, local of one thread */
	uint32_t shared_used; /* of shared_bytes, those of variables that the code names */
	uint32_t returns;     /* of params */
	PtxList *list;
	uint32_t lists;
	uint32_t threads_most, min_blocks; /* .maxntid, .minnctapersm; 0: not said */
	uint32_t registers_said;           /* .maxnreg; 0: not said */
	uint32_t shared_align;             /* of what comes after the static part */
	bool function;
	/* by ptx_link(): */
	PtxHandler *handler; /* of each instruction */
	uint32_t live;       /* registers of 32 bits that are in use at once, estimated */
} PtxKernel;

typedef struct PtxVariable {
	char *name;
	uint32_t offset, bytes; /* in the image */
} PtxVariable;

typedef struct PtxModule {
	PtxKernel *kernel;
	uint32_t kernels;
	PtxVariable *variable;
	uint32_t variables;
	unsigned char *image; /* the first bytes of .const and .global variables */
	uint32_t image_bytes;
	char **file; /* by number; NULL where there is none */
	uint32_t files;
	PtxKernel *function; /* which kernels call */
	uint32_t functions;
	uint32_t target; /* 75: .target sm_75 */
	/* Where the image holds an address of a variable, of 8 bytes, as if the variables began at
	 * PTX_WINDOW_MODULE. */
	uint32_t *relocation;
	uint32_t relocations;
	uint32_t shared_bytes; /* of variables that stand outside of kernels */
} PtxModule;

/* A text that cannot be used, in one sentence. */
typedef struct PtxError {
	uint32_t line;
	char text[200];
} PtxError;

/* NULL, and *error says why. The text needs no 0 at its end. */
PtxModule *ptx_parse(const char *text, size_t bytes, PtxError *error);
void ptx_free(PtxModule *module);
const PtxKernel *ptx_find(const PtxModule *module, const char *name);

/* Gives every instruction what executes it, once, before anything of the module runs. False, and
 * *error says which instruction nothing executes. */
bool ptx_link(PtxModule *module, PtxError *error);

/* The bytes of a value of that type; 1 for a predicate. */
uint32_t ptx_type_bytes(PtxType type);

/* --- running ---------------------------------------------------------------------------------- */

/* An allocation of a GPU: addresses from `base`, whose bytes lie at `at`. mark has a byte for each
 * of them, to which PTX_READ and PTX_WRITTEN are added, and PTX_READ_FIRST where it was read before this
 * kernel wrote it; NULL: nobody wants to know. */
#define PTX_PIECE 1024
typedef struct PtxSpan {
	uint64_t base, bytes;
	unsigned char *at, *mark;
	uint64_t *
		pieces; /* of mark: bit i is set when byte i * PTX_PIECE or one of those behind it is
			   * marked; NULL: nobody wants to know */
	bool host;      /* pinned memory, which no cache of the GPU holds */
} PtxSpan;

enum { PTX_READ = 1, PTX_WRITTEN = 2, PTX_READ_FIRST = 4 };

typedef struct PtxMemory {
	void *context;
	/* The allocation that holds this byte. False: none does. */
	bool (*find)(void *context, uint64_t address, PtxSpan *span);
} PtxMemory;

struct PtxFault;

typedef struct PtxLaunch {
	const PtxModule *module;
	const PtxKernel *kernel;
	uint32_t grid[3], block[3];
	uint32_t dynamic_shared;
	const void *params; /* kernel->param_bytes */
	uint64_t budget;    /* instructions of warps */
	PtxMemory memory;
	/* Told of mistakes after which the kernel goes on, PTX_RACE and PTX_UNWRITTEN: the first of each.
	 * NULL: nobody is. The context is memory's. */
	void (*report)(void *context, const struct PtxFault *fault);
	/* Gets what the kernel prints, or of an assertion that does not hold. NULL: nobody does. The
	 * context is memory's. */
	void (*print)(void *context, const char *text, size_t bytes, bool is_error);
	bool cooperative;       /* blocks may wait for each other: they all run at once */
	uint64_t image_address; /* where the module's variables lie in the GPU's memory */
	/* For each instruction of the kernel, then of each of the module's functions, what it did is added
	 * up: ptx_code_count() of them. NULL: nobody wants to know. */
	PtxTally *tally;
} PtxLaunch;

typedef enum PtxEnd {
	PTX_DONE,
	PTX_OUT_OF_BOUNDS,
	PTX_MISALIGNED,
	PTX_CONST_WRITTEN,
	PTX_DIVERGENT_BARRIER,
	PTX_DIVERGENT_SYNC, /* a shuffle or vote whose mask names lanes that do not take part */
	PTX_BUDGET,
	PTX_TRAPPED,
	PTX_RACE,           /* two threads, in shared or global memory */
	PTX_UNWRITTEN,      /* shared memory is read that nobody has written */
	PTX_STACK_OVERFLOW, /* calls */
	PTX_BAD_BARRIER,    /* a barrier's number or count of threads */
	PTX_NO_MEMORY,      /* of the computer */
	PTX_ASSERTED,       /* an assertion did not hold; the line has been printed */
} PtxEnd;

/* How a launch ended, and where: for all but PTX_DONE and PTX_NO_MEMORY. */
typedef struct PtxFault {
	PtxEnd end;
	const PtxInstr *instr;
	uint32_t block[3], thread[3];
	PtxSpace space; /* of an access */
	uint64_t address;
	uint32_t bytes;
	uint64_t limit; /* how many bytes that space has; not of global memory */
	bool write;
	/* of a race: the access before */
	const PtxInstr *other;
	uint32_t other_thread[3], other_block[3];
	bool other_wrote;
} PtxFault;

/* Adds to *counts. */
PtxEnd ptx_run(const PtxLaunch *launch, PtxFault *fault, PtxCounts *counts);

/* How many instructions the kernel and the module's functions have. */
size_t ptx_code_count(const PtxModule *module, const PtxKernel *kernel);
/* Which instruction a tally is of. */
const PtxInstr *ptx_code_at(const PtxModule *module, const PtxKernel *kernel, size_t number);
/* Static shared memory of a block on a GPU, bytes: of the kernel, and of functions that it may call. */
uint32_t ptx_shared_used(const PtxModule *module, const PtxKernel *kernel);
/* Registers of 32 bits that a thread has on a GPU: estimated, because only NVIDIA's assembler says. */
uint32_t ptx_registers_estimated(const PtxModule *module, const PtxKernel *kernel);

#endif
