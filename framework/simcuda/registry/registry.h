/* registry.h - how running simulated processes become visible to gpu-smi.
 *
 * Every process that makes a machine keeps one small file, its entry, in a folder of its user. The
 * file is mapped, so that publishing is a few plain stores after a call and no system call. It
 * carries nothing that the process reads back: what a program is told never depends on it.
 *
 * Who is alive is the kernel's word, not the file's: a process holds a POSIX lock on its entry,
 * which goes when the process ends in whatever way, or executes another program, and which a child
 * of fork() does not inherit. F_GETLK also tells who holds it, so no file can name a process that
 * is not its own. Entries that nobody locks are remains, and whoever meets them removes them.
 *
 * The folder is /dev/shm/usegpu-UID, or /tmp/usegpu-UID where that cannot be had. SIMCUDA_REGISTRY
 * names another, and SIMCUDA_REGISTRY=off keeps the process to itself. Whatever goes wrong turns
 * publishing off and is no error of the program's. */
#ifndef REGISTRY_H
#define REGISTRY_H

#include <stdatomic.h>
#include <stdint.h>
#include <sys/types.h>

#include "framework/simcuda/core/sim.h"

#define REGISTRY_MAX    1024 /* entries that are looked at in one folder */
#define REGISTRY_PREFIX "usegpu-process-"
#define REGISTRY_MAGIC  "usegpu1\n" /* 8 characters */

/* Of one GPU, numbered as in the whole machine. */
typedef struct RegistryGpu {
	_Atomic uint64_t attached;   /* 1: the process uses it */
	_Atomic uint64_t used_bytes; /* of its memory, CUDA's own part included */
	_Atomic int64_t busy_ns;     /* virtual time in which its compute engine works */
	_Atomic int64_t span_ns;     /* virtual time up to now, or to the end of that work */
} RegistryGpu;

typedef struct RegistryEntry {
	char magic[8];
	uint64_t size; /* of this struct: another one is another version's */
	int64_t pid;
	int64_t gpus; /* of the whole machine */
	int32_t capability_major, capability_minor;
	uint64_t memory_bytes; /* of each GPU */
	char model[32], name[128];
	char program[512];         /* its path; the end of it where that is longer */
	_Atomic uint64_t sequence; /* odd while the fields below change */
	RegistryGpu gpu[MACHINE_MAX_GPUS];
} RegistryEntry;

/* --- publish.c: the process that publishes itself, under the machine's lock ------------------ */

/* `machine` counts the visible GPUs, of `whole`; visible GPU i is the machine's physical[i]. */
void registry_start(const SimMachine *machine, int whole, const int *physical);

/* Publishes what has changed by a request of `thread`. */
void registry_update(const Sim *sim, int thread);

/* --- folder.c -------------------------------------------------------------------------------- */

/* Whether SIMCUDA_REGISTRY says "off". */
int registry_is_off(void);

/* Opens this user's folder and makes it if need be. A descriptor, or -1. */
int registry_folder(void);

/* Calls `each` with a descriptor of every folder that may hold entries, which stays the caller's:
 * the one that SIMCUDA_REGISTRY names, or those of all users. Returns how many others there are
 * that cannot be opened. */
int registry_folders(void (*each)(int folder, void *context), void *context);

/* --- read.c ---------------------------------------------------------------------------------- */

/* An entry of a live process. Its texts are printable ASCII, its figures are possible ones. */
typedef struct RegistryProcess {
	pid_t pid; /* as seen from here; 0 for one of another container */
	RegistryEntry entry;
} RegistryProcess;

typedef struct RegistryList {
	RegistryProcess *process; /* by pid */
	size_t count;
	int hidden; /* folders of other users, which cannot be opened */
} RegistryList;

/* Reads all entries and removes this user's remains. 0, or -1 when there is no memory. */
int registry_read(RegistryList *list);
void registry_release(RegistryList *list);

/* Removes what dead processes left in this folder. The calling process must have no entry there:
 * closing its own file would drop its lock. */
void registry_sweep(int folder);

#endif
