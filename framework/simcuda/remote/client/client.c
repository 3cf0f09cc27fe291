/* client.c - the channel to the machine's process: opening it, sending, serving what comes back. */
#include "framework/simcuda/remote/client/client.h"
#include "framework/simcuda/api/cudart/host_pages.h"

#include <fcntl.h>
#include <link.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

bool client_reserve(void *array, size_t *room, size_t count, size_t size)
{
	void **pointer = array;
	if (count <= *room)
		return true;
	size_t wanted = count > 2 * *room ? count : 2 * *room;
	void *grown = realloc(*pointer, wanted * size);
	if (!grown)
		return false;
	*pointer = grown;
	*room = wanted;
	return true;
}

/* --- sending ---------------------------------------------------------------------------------- */

/* Another thread uses the channel for as long as the machine works; a fault handler that comes while
 * a thread is there itself waits in vain, and gives up. */
bool client_take(Sim *sim)
{
	const struct timespec nap = {.tv_nsec = 1000000};
	for (int i = 0; i < 1000 && !sim->asking; i++) {
		if (!atomic_flag_test_and_set(&sim->busy))
			return true;
		nanosleep(&nap, NULL);
	}
	return false;
}

void client_release(Sim *sim)
{
	atomic_flag_clear(&sim->busy);
}

static void protect(const Sim *sim, const RemoteAnswer *answer)
{
	for (uint32_t i = 0; i < answer->protects && i < REMOTE_CLOSED; i++)
		sim->host.protect(sim->host.context, answer->protect[i].address,
				  answer->protect[i].bytes, answer->protect[i].protection);
}

/* Bytes for the program's memory, which follow each other in the window. */
static void take_written(const Sim *sim, const RemoteAnswer *answer)
{
	const SimHost *host = &sim->host;
	uint64_t at = answer->written;
	for (uint32_t i = 0; i < answer->writes && i < REMOTE_WRITTEN; i++) {
		host->write(host->context, answer->write[i].address, sim->channel->window + at,
			    answer->write[i].bytes);
		at += answer->write[i].bytes;
	}
}

/* True when the call is over. */
static bool serve(const Sim *sim, const RemoteAnswer *answer)
{
	const SimHost *host = &sim->host;
	protect(sim, answer);
	take_written(sim, answer);
	if (answer->ask == REMOTE_READ)
		host->read(host->context, sim->channel->window, answer->address, answer->bytes);
	if (answer->ask == REMOTE_CALL)
		host->call(host->context, answer->address, answer->bytes);
	return answer->ask == REMOTE_DONE;
}

void client_send(Sim *sim, RemoteKind kind, RemoteAnswer *answer)
{
	RemoteChannel *channel = sim->channel;
	bool over;
	channel->call.kind = kind;
	channel->call.pay = sim->pay;
	channel->call.pay_thread = sim->pay_thread;
	sim->pay = 0;
	channel->call.queued = sim->queued;
	sim->queued = 0;
	do {
		remote_give(channel, REMOTE_MACHINE);
		if (remote_wait(channel, REMOTE_PROGRAM, sim->life, NULL, NULL) != 0) {
			fputs("simcuda: the process of the simulated machine has ended\n", stderr);
			_exit(2);
		}
		remote_copy_answer(answer, &channel->answer, kind);
		sim->asking = answer->ask != REMOTE_DONE || answer->writes > 0;
		over = serve(sim, answer);
		sim->asking = false;
		channel->call.kind = REMOTE_SERVED;
	} while (!over);
}

/* --- opening ---------------------------------------------------------------------------------- */

/* Maps the memory file that the variable names. NULL, with a line, when there is none. */
static RemoteChannel *channel_open(int *memory, int *life, uint64_t *pages)
{
	const char *text = getenv(REMOTE_VARIABLE);
	struct stat status;
	char rest;
	if (!text || sscanf(text, "%d,%d%c", memory, life, &rest) != 2 ||
	    fstat(*memory, &status) != 0 || (uint64_t)status.st_size < remote_pages_offset()) {
		fprintf(stderr,
			"simcuda: %s=%s: expected two descriptors as in \"3,4\", from "
			"simcuda-remote; this library has no machine of its own\n",
			REMOTE_VARIABLE, text ? text : "");
		return NULL;
	}
	void *at =
		mmap(NULL, remote_pages_offset(), PROT_READ | PROT_WRITE, MAP_SHARED, *memory, 0);
	*pages = (uint64_t)status.st_size - remote_pages_offset();
	return at == MAP_FAILED ? NULL : at;
}

/* A file of another version has no such figures there; hello() tells that later. */
bool host_machine(SimMachine *machine)
{
	const char *text = getenv(REMOTE_VARIABLE);
	int memory;
	return text && sscanf(text, "%d,", &memory) == 1 &&
	       pread(memory, machine, sizeof *machine, offsetof(RemoteChannel, machine)) ==
		       (ssize_t)sizeof *machine &&
	       machine->multiprocessors > 0 && machine->gpus >= 0 &&
	       machine->gpus <= MACHINE_MAX_GPUS;
}

/* The main program comes first. */
static int note_program(struct dl_phdr_info *info, size_t size, void *program)
{
	(void)size;
	*(uint64_t *)program = info->dlpi_addr;
	return 1;
}

/* Tells the machine's process where our addresses are. */
static int hello(Sim *sim, const SimMachine *machine, const uint64_t *base)
{
	RemoteAnswer answer;
	RemoteCall *call = &sim->channel->call;
	memset(call, 0, sizeof *call);
	call->version = REMOTE_VERSION;
	call->call_bytes = sizeof(RemoteCall);
	call->number = (uint32_t)machine->gpus;
	call->pinned = client_pages_base();
	call->page = sim->host.page_bytes;
	dl_iterate_phdr(note_program, &call->program);
	for (int i = 0; i < machine->gpus && i < REMOTE_GPUS; i++)
		call->base[i] = base[i];
	client_send(sim, REMOTE_HELLO, &answer);
	return answer.reply.error == cudaSuccess ? 0 : -1;
}

Sim *sim_create(const SimMachine *machine, const SimHost *host, const uint64_t *device_base)
{
	int memory, life;
	uint64_t pages;
	Sim *sim = calloc(1, sizeof *sim);
	RemoteChannel *channel = sim ? channel_open(&memory, &life, &pages) : NULL;
	if (!channel) {
		free(sim);
		return NULL;
	}
	remote_spin_limit(channel->spin_limit);
	fcntl(memory, F_SETFD, FD_CLOEXEC);
	fcntl(life, F_SETFD, FD_CLOEXEC);
	*sim = (Sim){.channel = channel, .life = life, .host = *host, .busy = ATOMIC_FLAG_INIT};
	sim->gpus = machine->gpus;
	sim->device_base = UINT64_MAX;
	for (int i = 0; i < machine->gpus; i++)
		if (device_base[i] < sim->device_base)
			sim->device_base = device_base[i];
	if (client_pages_open(memory, pages) == 0 && hello(sim, machine, device_base) == 0)
		return sim;
	fputs("simcuda: the process of the simulated machine refuses this program\n", stderr);
	sim_free(sim);
	return NULL;
}

void sim_free(Sim *sim)
{
	if (!sim)
		return;
	munmap(sim->channel, remote_pages_offset());
	free(sim->clock);
	free(sim->device);
	free(sim->kernel);
	free(sim->finding);
	free(sim->record);
	free(sim);
}
