/* client_ptx.c - kernels in PTX, whose machine is in another process: their text is parsed here, where
 * the program is, and the machine gets the decoded form, which it does not believe. */
#include "framework/simcuda/remote/client/client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/ptx/decoded.h"
#include "framework/simcuda/ptx/launch.h"

/* A kernel as the runtime library knows it. */
typedef struct ClientEntry {
	SimKernel kernel;
	SimPtx *ptx;
	uint32_t number;
} ClientEntry;

struct SimPtx {
	PtxModule *module;
	ClientEntry *entry;  /* one for each kernel */
	unsigned char *code; /* to be sent; NULL: it has been */
	size_t bytes;
	uint32_t number;   /* the machine's */
	cudaError_t error; /* what the machine said to it */
};

/* Makes a launch known as one of PTX. */
static void run_nothing(const void *const *arguments, uint64_t threads, void *const *memory)
{
	(void)arguments, (void)threads, (void)memory;
}

static const ClientEntry *entry_of(const SimKernel *kernel)
{
	return kernel && kernel->run == run_nothing ? (const ClientEntry *)(const void *)kernel
						    : NULL;
}

/* --- reading ---------------------------------------------------------------------------------- */

static bool entries_make(SimPtx *ptx)
{
	uint32_t count = ptx->module->kernels;
	ptx->entry = calloc((size_t)count + 1, sizeof *ptx->entry);
	for (uint32_t i = 0; i < count && ptx->entry; i++) {
		uint32_t params = ptx->module->kernel[i].params;
		ptx->entry[i] = (ClientEntry){
			.kernel = {.name = ptx_source_name(ptx->module->kernel[i].name),
				   .run = run_nothing},
			.ptx = ptx,
			.number = i};
		if (!ptx->entry[i].kernel.name)
			return false;
		ptx->entry[i].kernel.arguments =
			(int)(params < SIM_MAX_ARGUMENTS ? params : SIM_MAX_ARGUMENTS);
	}
	return ptx->entry != NULL;
}

static void entries_free(ClientEntry *entry, uint32_t count)
{
	for (uint32_t i = 0; entry && i < count; i++)
		free((char *)(uintptr_t)entry[i].kernel.name);
	free(entry);
}

/* Linked here only so that what no handler executes is refused at once, and in the same words. */
SimPtx *sim_ptx_load(const char *text, size_t bytes, const char *const *managed, char *problem,
		     size_t size)
{
	PtxError error = {0, "no memory, or more of it than another process takes"};
	SimPtx *ptx = calloc(1, sizeof *ptx);
	PtxModule *module = ptx ? ptx_parse_managed(text, bytes, managed, &error) : NULL;
	bool good = module && (ptx->code = ptx_encode(module, &ptx->bytes));
	good = good && ptx_link(module, &error);
	if (good)
		ptx->module = module;
	if (good && entries_make(ptx))
		return ptx;
	snprintf(problem, size, "line %u of its PTX: %s", error.line, error.text);
	if (ptx) {
		entries_free(ptx->entry, ptx->module ? ptx->module->kernels : 0);
		free(ptx->code);
	}
	ptx_free(module);
	free(ptx);
	return NULL;
}

const SimKernel *sim_ptx_kernel(const SimPtx *ptx, const char *name)
{
	const PtxKernel *code = ptx_find(ptx->module, name);
	return code ? &ptx->entry[code - ptx->module->kernel].kernel : NULL;
}

int sim_ptx_is(const SimKernel *kernel)
{
	return entry_of(kernel) != NULL;
}

uint32_t sim_ptx_shared(const SimKernel *kernel)
{
	const ClientEntry *entry = entry_of(kernel);
	const PtxModule *module = entry ? entry->ptx->module : NULL;
	return entry ? ptx_shared_used(module, &module->kernel[entry->number]) : 0;
}

uint64_t sim_ptx_image_bytes(const SimPtx *ptx)
{
	return ptx->module->image_bytes;
}

int sim_ptx_variable(const SimPtx *ptx, const char *name, uint64_t *offset, uint64_t *bytes)
{
	return ptx_variable_place(ptx->module, name, offset, bytes);
}

int sim_ptx_managed(const SimPtx *ptx, const char *name, uint32_t *number, const void **first,
		    uint64_t *bytes)
{
	return ptx_variable_managed(ptx->module, name, number, first, bytes);
}

/* --- sending ---------------------------------------------------------------------------------- */

static void refused(const Sim *sim)
{
	RemoteProblem problem;
	memcpy(&problem, sim->channel->window, sizeof problem);
	problem.text[sizeof problem.text - 1] = '\0';
	fprintf(stderr,
		"simcuda: the machine takes no code of this program: line %u of its PTX: %s\n",
		problem.line, problem.text);
}

/* In parts of a window, once. */
static cudaError_t module_send(Sim *sim, SimPtx *ptx)
{
	RemoteAnswer answer = {.ask = REMOTE_DONE};
	for (size_t at = 0; ptx->code && at < ptx->bytes;) {
		size_t part = ptx->bytes - at < REMOTE_WINDOW ? ptx->bytes - at : REMOTE_WINDOW;
		memcpy(sim->channel->window, ptx->code + at, part);
		sim->channel->call.bytes = part;
		client_send(sim, REMOTE_PTX_PART, &answer);
		at = answer.reply.error == cudaSuccess ? at + part : ptx->bytes;
	}
	if (!ptx->code)
		return ptx->error;
	ptx->error = answer.reply.error;
	if (ptx->error == cudaSuccess) {
		client_send(sim, REMOTE_PTX_LOAD, &answer);
		ptx->error = answer.reply.error;
		ptx->number = (uint32_t)answer.reply.value[0];
	}
	if (ptx->error == cudaErrorInvalidPtx)
		refused(sim);
	free(ptx->code);
	ptx->code = NULL;
	return ptx->error;
}

/* The parameters as the kernel finds them. */
static void params_fill(const Sim *sim, const PtxKernel *code, const void *const *arguments)
{
	unsigned char *to = sim->channel->window;
	memset(to, 0, code->param_bytes);
	for (uint32_t i = 0; i < code->params; i++)
		memcpy(to + code->param[i].offset, arguments[i], code->param[i].bytes);
}

cudaError_t client_ptx_launch(Sim *sim, const SimRequest *request)
{
	const ClientEntry *entry = entry_of(request->u.launch.kernel);
	const PtxKernel *code = &entry->ptx->module->kernel[entry->number];
	if (!request->u.launch.arguments && code->params > 0)
		return cudaErrorInvalidValue;
	cudaError_t error = module_send(sim, entry->ptx);
	if (error != cudaSuccess)
		return error;
	params_fill(sim, code, request->u.launch.arguments);
	sim->channel->call.ptx = 1 + entry->ptx->number;
	sim->channel->call.number = entry->number;
	return cudaSuccess;
}

cudaError_t client_ptx_send(Sim *sim, const SimPtx *of)
{
	SimPtx *ptx = (SimPtx *)(uintptr_t)of;
	cudaError_t error = module_send(sim, ptx);
	if (error == cudaSuccess)
		sim->channel->call.ptx = 1 + ptx->number;
	return error;
}
