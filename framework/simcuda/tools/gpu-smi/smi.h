/* smi.h - the map of gpu-smi's inside, grouped by source file.
 *
 * One look fills an Smi: all GPUs, simulated and real, and the processes that use them. What prints
 * it knows nothing of where it came from. */
#ifndef SMI_H
#define SMI_H

#include <stddef.h>
#include <stdint.h>

#include "framework/simcuda/machine/machine.h"

#define SMI_VERSION  "1.0"
#define SMI_REAL_MAX 64 /* real GPUs that are looked at */

/* What is not known, or makes no sense for this GPU: */
#define SMI_NO_NUMBER (-1)
#define SMI_NO_WATT   (-1.0)
#define SMI_NO_BYTES  UINT64_MAX

typedef enum SmiPeer { PEER_APART, PEER_NONE, PEER_PCIE, PEER_NVLINK } SmiPeer;

typedef struct SmiGpu {
	int index;
	int simulated;  /* 1, or 0: a real one */
	int named;      /* 1: of the machine that SIMCUDA_MACHINE names */
	char model[32]; /* simulated: with the next, which GPU this is */
	int physical;
	char name[128], uuid[96], bus[32], capability[8];
	uint64_t total, used, free; /* bytes of memory */
	int busy;                   /* percent: see simulated.c for what it means there */
	int fan, temperature;       /* percent, degrees Celsius */
	int persistence;            /* 0 or 1 */
	double power, power_limit;  /* W */
} SmiGpu;

/* One process on one GPU. */
typedef struct SmiProcess {
	int gpu; /* its index */
	int pid;
	char gpu_uuid[96], gpu_name[128], gpu_bus[32];
	char name[512];
	uint64_t used;            /* bytes */
	int64_t busy_ns, span_ns; /* simulated: how long the GPU worked, of how long */
} SmiProcess;

typedef struct Smi {
	SmiGpu *gpu;
	int gpus;
	SmiProcess *process; /* by GPU, then by pid */
	int processes;
	char driver[80];    /* of the real GPUs; "" when there are none */
	char cuda[16];      /* "13.0" */
	SmiPeer named_peer; /* between GPUs of the machine that is named */
	int first_real;     /* index of the first real GPU */
	SmiPeer real_peer[SMI_REAL_MAX][SMI_REAL_MAX];
	char *note[8]; /* what the user should know besides */
	int notes;
} Smi;

/* --- smi.c ------------------------------------------------------------------------------------ */

/* Looks. `before`, if not NULL, is an earlier look: simulated GPUs are then busy for what happened
 * since. 0, or -1 with one line in `problem` when SIMCUDA_MACHINE names no machine. */
int smi_look(Smi *smi, const Smi *before, char *problem, size_t size);
void smi_release(Smi *smi);

SmiGpu *smi_add_gpu(Smi *smi); /* all unknown; valid until the next is added */
SmiProcess *smi_add_process(Smi *smi, int gpu);
void smi_note(Smi *smi, const char *format, ...) __attribute__((format(printf, 2, 3)));
SmiPeer smi_peer(const Smi *smi, int a, int b);

/* --- simulated.c, nvml.c: where the facts come from ------------------------------------------- */
int simulated_look(Smi *smi, const Smi *before, char *problem, size_t size);
void nvml_look(Smi *smi);

/* --- fields.c: what can be asked by name ------------------------------------------------------ */

typedef enum FieldKind { FIELD_TEXT, FIELD_NUMBER, FIELD_MIB, FIELD_WATT } FieldKind;

typedef struct Field {
	const char *name;   /* as in --query-gpu */
	const char *header; /* of its column */
	const char *unit;   /* "": none */
	const char *json;   /* its name there; sizes are bytes there */
	FieldKind kind;
	size_t offset; /* in SmiGpu or SmiProcess */
} Field;

extern const Field gpu_fields[], process_fields[]; /* end with a name of NULL */

/* The field of that name (`length` characters long); NULL. */
const Field *field_find(const Field *fields, const char *name, size_t length);

/* Whether the row (an SmiGpu or SmiProcess) has it. The others ask only for what is known. */
int field_known(const Field *field, const void *row);
const char *field_text(const Field *field, const void *row);
double field_number(const Field *field, const void *row); /* MiB for sizes */
uint64_t field_bytes(const Field *field, const void *row);

/* --- options.c -------------------------------------------------------------------------------- */

typedef enum Show { SHOW_TABLE, SHOW_LIST, SHOW_TOPOLOGY, SHOW_JSON, SHOW_GPUS, SHOW_APPS } Show;

#define OPTIONS_FIELDS 32

typedef struct Options {
	Show show;
	const Field *field[OPTIONS_FIELDS]; /* SHOW_GPUS, SHOW_APPS */
	int fields;
	int header, units; /* 1: print them */
	double interval;   /* seconds; 0: once */
} Options;

/* Reads the command line. When there is nothing left to do (--help, or a mistake that it has
 * printed) it returns 1 and sets *status. */
int options_read(int count, char **text, Options *options, int *status);

/* --- table.c, csv.c, other.c: printing -------------------------------------------------------- */
void print_table(const Smi *smi);
void print_csv(const Smi *smi, const Options *options, int first);
void print_list(const Smi *smi);
void print_topology(const Smi *smi);
void print_json(const Smi *smi);

#endif
