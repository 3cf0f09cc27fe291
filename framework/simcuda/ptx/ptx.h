/* ptx.h - kernels in PTX: text is parsed into a decoded form, which warps of 32 lanes run (launch.h).
 *
 * Nothing here knows the simulated machine: memory of a GPU is reached through PtxMemory. A decoded
 * module is bounded and verified: every register, constant, target and variable that an instruction
 * names lies inside its kernel, so that running it checks only addresses. */
#ifndef PTX_H
#define PTX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "framework/simcuda/ptx/ops.h"

#define PTX_LANES        32
#define PTX_VECTOR_BYTES 16U /* the most that one access of a thread has */

/* Where the address spaces lie among generic addresses, which no GPU's memory reaches. */
#define PTX_WINDOW_SHARED (UINT64_C(1) << 56)
#define PTX_WINDOW_LOCAL  (UINT64_C(2) << 56)
#define PTX_WINDOW_MODULE (UINT64_C(3) << 56) /* .const and .global variables */
#define PTX_WINDOW_PARAM  (UINT64_C(4) << 56)
#define PTX_WINDOW_CODE   (UINT64_C(5) << 56) /* functions, by number */
#define PTX_WINDOW_GRID   (UINT64_C(6) << 56) /* what the blocks of a cooperative launch meet by */
#define PTX_WINDOW_MASK   (UINT64_C(255) << 56)

/* --- limits of what is parsed; beyond them text is refused ------------------------------------ */

#define PTX_MAX_TEXT      (64U << 20)
#define PTX_MAX_CODE      (1U << 20)  /* instructions of a kernel */
#define PTX_MAX_REGISTERS (1U << 16)  /* of a kernel */
#define PTX_MAX_BYTES     (64U << 20) /* of variables */
/* Between two variables of the image lies nothing, of the first one's size and within these bounds, so that an
 * index that leaves it does not come to the second. */
#define PTX_GAP_LEAST       256U
#define PTX_GAP_MOST        (64U << 10)
#define PTX_MAX_SHARED      (1U << 20)
#define PTX_MAX_LOCAL       (1U << 19) /* of a thread */
#define PTX_MAX_PARAMS      32764      /* bytes */
#define PTX_MAX_PARAM_COUNT 1024
#define PTX_MAX_STACK       (1U << 20)  /* bytes of local memory of a thread, its calls included */
#define PTX_MAX_DEPTH       4096        /* of calls in each other */
#define PTX_MAX_FRAMES      (64U << 20) /* bytes of registers of a warp, its calls included */
#define PTX_DRAWN_TOGETHER  8     /* blocks that are there at once in an order that is drawn */
#define PTX_MAX_TOGETHER    65536 /* blocks of a cooperative launch */

/* Registers and constants are arrays of 32 lanes, of 4 bytes each or, for 64 bits, of 8; a
 * predicate is one word, a bit a lane. `at` counts bytes from where a warp's registers, or the
 * kernel's constants, begin. */
typedef enum PtxKind { PTX_ABSENT, PTX_REGISTER, PTX_CONSTANT } PtxKind;
typedef struct PtxOperand {
	uint32_t at;
	uint8_t kind; /* PtxKind */
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

/* Without a hole, so that a test can look at each byte of it (tests/core/core_decoded.c): a field of it that
 * coder.c forgets would be lost on its way to another process. */
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"
typedef struct PtxInstr {
	PtxOperand operand[PTX_OPERANDS];
	PtxOperand guard; /* PTX_ABSENT: none */
	int64_t offset;   /* of the address; the table of lop3 */
	uint32_t target;  /* of bra; of brx and call: which of the kernel's lists; of matrices: from
			      * where on more operands stand */
	uint32_t file, line; /* of the source, by .loc; 0: not known */
	uint32_t text_line;  /* of the PTX */
	uint32_t reconverge; /* by ptx_flow_find(): where the lanes that part here meet again; the
			      * count of instructions: at the end */
	uint8_t op, type, from; /* from: the second type of cvt, set, cvta and the like */
	uint8_t mode, space, vector;
	uint8_t combine; /* setp, set: with a predicate, by PTX_AND, PTX_OR or PTX_XOR; else PTX_ADD */
	uint8_t order, scope;  /* of memory: PTX_ORDER_..., PtxScope */
	uint8_t shape, layout; /* of matrices: PtxShape; 1: column by column, or transposed */
	bool flush;            /* .ftz */
	bool saturate;         /* .sat */
	bool carry;            /* .cc: the carry is kept */
	bool strong;           /* ld, st: volatile, or ordered with other threads */
	bool nan;              /* min, max: .NaN */
	bool partial;          /* barrier: warps may come in parts */
	bool negated;          /* the predicate that is a source counts as its opposite */
	bool guard_not;
	/* by ptx_link(): */
	uint8_t kind;                    /* PtxClass */
	bool waits_global, waits_shared; /* uses what was loaded from there */
	bool words;                      /* a load or store of whole words */
	bool idle;                       /* atom.exch: nobody uses what was there */
	uint8_t flops;                   /* of each lane */
	uint8_t unused[3];
} PtxInstr;
#pragma GCC diagnostic pop

typedef struct PtxParam {
	uint32_t offset, bytes;
} PtxParam;

/* A register that holds where a managed variable lies, when a warp starts. */
typedef struct PtxManaged {
	uint32_t at, variable;
} PtxManaged;

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
	PtxManaged *managed;            /* of the variables that the code names */
	uint32_t manageds;
	unsigned char *constant; /* lanes, as registers */
	uint32_t constant_bytes;
	uint32_t shared_bytes, local_bytes; /* static, local of one thread */
	uint32_t shared_used; /* of shared_bytes, those of variables that the code names */
	uint32_t returns;     /* of params */
	PtxList *list;
	uint32_t lists;
	PtxOperand *more; /* matrix.h */
	uint32_t mores;
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
	bool managed;           /* there the image has its first bytes alone */
	uint64_t address;       /* of a managed one: where it is; 0: nowhere yet */
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
	unsigned char
		*owned; /* by ptx_link(): of each byte of the image a bit: it is a variable's */
} PtxModule;

/* A text that cannot be used, in one sentence. */
typedef struct PtxError {
	uint32_t line;
	char text[200];
} PtxError;

/* NULL, and *error says why. The text needs no 0 at its end. */
PtxModule *ptx_parse(const char *text, size_t bytes, PtxError *error);
/* The same; variables of these names are managed, besides those of which the text says so. NULL ends them. */
PtxModule *ptx_parse_managed(const char *text, size_t bytes, const char *const *managed,
			     PtxError *error);
void ptx_free(PtxModule *module);
const PtxKernel *ptx_find(const PtxModule *module, const char *name);
/* Of "_Z5scalePff" and "_ZN3lab5scaleEPf" the names without the types: "scale", "lab::scale". To be freed; NULL: no
 * memory. */
char *ptx_source_name(const char *name);
/* Where a variable lies in the image, and its bytes. 0; -1: there is none of that name. */
int ptx_variable_place(const PtxModule *module, const char *name, uint64_t *offset,
		       uint64_t *bytes);
/* Of a managed one: its number in the module, and what it holds first. 0; -1: there is no managed one of that name. */
int ptx_variable_managed(const PtxModule *module, const char *name, uint32_t *number,
			 const void **first, uint64_t *bytes);

/* Gives every instruction what executes it, once, before anything of the module runs. False, and
 * *error says which instruction nothing executes. */
bool ptx_link(PtxModule *module, PtxError *error);

/* The bytes of a value of that type; 1 for a predicate. */
uint32_t ptx_type_bytes(PtxType type);

#endif
