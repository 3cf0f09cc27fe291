/* sim_judge.h - what the machine does for a judge, or for a test: it tells what was launched and what became of events,
 * shows memory and writes there, and changes what the program's work takes or gives. Nothing of it takes time. */
#ifndef SIM_JUDGE_H
#define SIM_JUDGE_H

#include "framework/simcuda/core/sim.h"

/* --- what was done: sim.c, is_work.c, event.c, launch_log.c -------------------------------------------------------- */

/* Counts a call that failed as a judge had ordered, and that the core was not asked to carry out. */
void sim_failed(Sim *sim);

/* Of a request that a judge may let fail: whether it could go well (is_work.c). All others are work. */
bool sim_is_work(const Sim *sim, const SimRequest *request);

/* An event that is there. */
typedef struct SimEvent {
	uint64_t number;   /* of those that were made, from 1 */
	uint64_t recorded; /* 1: it was, */
	int64_t over;      /* and what stands before it is over then; ns */
} SimEvent;

#define SIM_EVENTS_TOLD 16

/* Copies what is there of the `room` events that were made up to that number, in no order; returns how many. */
size_t sim_events(const Sim *sim, uint64_t number, SimEvent *to, size_t room);

#define SIM_OPERANDS 3

/* A kernel of the machine's own that was launched (cuBLAS's, the framework's), or, without a name, a question
 * how much time lies between two events. A record of fixed size, without pointers. */
typedef struct SimLaunched {
	char name[24]; /* "cublasSgemm"; cut off if it is longer */
	struct {
		uint64_t address, bytes; /* rows without the gaps between them; 0: there is none */
	} operand[SIM_OPERANDS]; /* the first that it reads or writes, in the kernel's order */
	double flops;
	int32_t gpu;
	uint16_t working;   /* 1: its GPU had work that was not over when it was asked for */
	uint16_t adds;      /* 1: it reads an operand that it writes, as a product with beta does */
	int64_t start, end; /* ns; of a question: where the two events were */
	uint64_t readings;  /* of the clock by then, with no GPU at work */
	uint64_t
		stream; /* its number, never given again; of a question: both events', 0: they have two */
} SimLaunched;

/* How many are kept. */
#define SIM_LAUNCH_LOG 16384

/* Those since the log was cleared, the oldest first; valid until the next one. *lost: how many more there
 * were. *readings: of the clock by now. */
size_t sim_launched(const Sim *sim, const SimLaunched **launched, uint64_t *lost,
		    uint64_t *readings);
/* The first time begins the log. Each time the intervals between readings of the clock begin anew, for all threads,
 * and so does peak_bytes of the counters, from what is held. */
void sim_launched_clear(Sim *sim);

/* --- which calls were made: call_notes.c ---------------------------------------------------------------- */

/* A call that a judge may let fail. With the same program and inputs of the same sizes two runs have the same notes. */
typedef struct SimNote {
	uint64_t what;   /* what it does: its code, sizes, kernel and GPU; a hash */
	uint64_t where;  /* in which stream and which memory, or of which event; a hash */
	double size;     /* bytes; of a kernel its FLOPs, or its bytes if it has none */
	int32_t gpu;     /* on which it works; else the current one */
	uint32_t thread; /* of the host */
	char kind[8];    /* SIM_FAILING_NAME: of failing.h */
} SimNote;

/* How many are kept. */
#define SIM_NOTES 65536

/* Notes a request that is to be answered, if it is one of a kind of failing.h. Returns `what` of the note; 0: none. */
uint64_t sim_note(Sim *sim, const SimRequest *request);

/* Those since they were cleared; valid until the next one. *lost: how many more there were; *rest: a hash of them. */
size_t sim_notes(const Sim *sim, const SimNote **notes, uint64_t *lost, uint64_t *rest);
void sim_notes_clear(Sim *sim);

/* --- memory and numbers: peek.c, host_take.c, numbers.c, launch.c, ptx_launch.c ----------------------------------- */

/* Reads `bytes` bytes of device memory as the host would find them now, without waiting for
 * anything and without any effect on times or counters. 0, or -1 when the range is not inside one
 * live allocation or the system is out of memory. For judges and tests. */
int sim_peek(Sim *sim, uint64_t address, void *to, size_t bytes);

/* The same, as all work that is queued leaves it. */
int sim_peek_queued(Sim *sim, uint64_t address, void *to, size_t bytes);

/* Takes what queued work is going to read in pinned and managed memory as it is there now: who writes to it from now on
 * changes nothing. What somebody still has to write there before is left. 0, or -1: no memory. For judges. */
int sim_take_host(Sim *sim);

/* Counts as what a kernel writes to the host's memory: an answer that hangs on so many bytes of a GPU's tells of them. */
void sim_told(Sim *sim, uint64_t bytes);

/* Bytes of a single result, at most. */
#define SIM_LIBRARY_RESULT 16

/* Whether the libraries have that memory of a GPU for themselves: the program has not worked in it. */
bool sim_is_library(const Sim *sim, uint64_t address, uint64_t bytes);

/* From now on kernels of that GPU take so many thousandths of their time, 1000 at least: as on a GPU that is
 * too warm. 0, or -1: there is no such GPU. For judges. */
int sim_slow(Sim *sim, uint64_t gpu, uint64_t thousandths);

/* From now on each number of a product of float32 is off by a thousandth at most, another one each time, as the seed has
 * it (numbers_rough): who knew that could take it out again. 0: none is. For judges. */
void sim_rough(Sim *sim, uint64_t seed);

/* Whether kernels in PTX have it counted what their threads hand each other in shared memory; and what comes out of
 * there instead, at most SIM_DYES. 0, or -1: too many, or no memory. For judges. */
#define SIM_DYES 65536
int sim_hand(Sim *sim, int on, const PtxDye *dye, size_t dyes);

/* Writes `bytes` bytes of device memory behind all work that is queued on them, without any effect on
 * times or counters. 0, or -1 as sim_peek. For judges and tests. */
int sim_poke(Sim *sim, uint64_t address, const void *from, size_t bytes);

/* Has `count` floats of that seed (numbers.h) written from `address` on, beginning with number `first`: behind all
 * work that is queued on their GPU, in no time, and uncounted. Their bytes are made when somebody needs them.
 * 0, or -1 as sim_peek, and where no float can be. For judges. */
int sim_draw(Sim *sim, uint64_t address, uint64_t first, uint64_t count, uint64_t seed);

/* The float at `address` as all work that is queued leaves it, where that can be told without the other
 * numbers of its array; else as sim_peek_queued. For judges. */
int sim_number(Sim *sim, uint64_t address, float *value);

#endif
