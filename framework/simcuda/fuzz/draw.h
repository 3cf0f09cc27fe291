/* draw.h - makes requests out of bytes, for fuzz_requests.c. */
#ifndef DRAW_H
#define DRAW_H

#include "framework/simcuda/core/sim.h"

#define DRAW_GPUS       3
#define DRAW_THREADS    4
#define DRAW_POINTERS   128
#define DRAW_HANDLES    24
#define DRAW_HOST_BASE  UINT64_C(0x7000000)
#define DRAW_HOST_BYTES 65536
#define DRAW_HOST_MOST                                                                             \
	(UINT64_C(1) << 18) /* bytes that are pinned at once, or copied within the host */

/* A place that a request may name: memory of a GPU, or pinned memory. */
typedef struct DrawPointer {
	uint64_t address, bytes;
	int host;
} DrawPointer;

typedef struct Draw {
	const uint8_t *at, *end;
	int gpus;
	DrawPointer pointer[DRAW_POINTERS]; /* all that ever were, freed ones too */
	int pointers;
	uint64_t stream[DRAW_HANDLES], event[DRAW_HANDLES], pool[DRAW_HANDLES];
	int streams, events, pools;
	unsigned char host[DRAW_HOST_BYTES]; /* the program's memory */
} Draw;

/* The arguments of a launch: ranges, each an address, width, rows and pitch, and an access. */
#define DRAW_RANGES 2
typedef struct DrawKernel {
	SimRange range[DRAW_RANGES];
	const void *argument[DRAW_RANGES];
} DrawKernel;

/* --- draw.c: values --------------------------------------------------------------------------- */

SimMachine draw_machine(uint8_t byte);
uint64_t draw_gpu_base(int gpu);
int draw_is_gpu(const Draw *draw, uint64_t address); /* whether it is one of a GPU's */

void draw_open(Draw *draw, const uint8_t *data, size_t size, int gpus);
int draw_more(const Draw *draw); /* whether bytes are left, and room to remember pointers */

uint64_t draw_bytes(Draw *draw, int bytes); /* a number of so many bytes */
int draw_below(Draw *draw, int limit);      /* 0 to limit - 1 */
double draw_double(Draw *draw);             /* any bits */
int draw_device(Draw *draw);

/* An address, and in *about what it points into; NULL when that is nothing known. */
uint64_t draw_pointer(Draw *draw, const DrawPointer **about);

/* Often about the size of *about, which may be NULL. */
uint64_t draw_size(Draw *draw, const DrawPointer *about);

uint64_t draw_handle(Draw *draw, const uint64_t *known, int count);
uint64_t draw_stream(Draw *draw);
uint64_t draw_event(Draw *draw);

/* Keeps what the machine has given out. */
void draw_remember(Draw *draw, const SimRequest *request, const SimReply *reply);

/* --- draw_request.c --------------------------------------------------------------------------- */

/* The next request; *kernel holds the arguments of a launch. */
void draw_request(Draw *draw, SimRequest *request, DrawKernel *kernel);

#endif
