/* server_ptx.c - kernels of a program's own: it sends them decoded (ptx/decoded.h), in parts.
 *
 * Nothing in them is believed. A module is copied out of the shared memory whole, verified, and only
 * then becomes known; how many there may be, and how large, is bounded, because they are never given
 * back while the program runs. A launch is checked as CUDA checks it, and its arguments copied. */
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/ptx/decoded.h"
#include "framework/simcuda/ptx/launch.h"
#include "framework/simcuda/remote/server/server.h"

#define MODULES       64
#define CODED_BYTES   (32U << 20)  /* of all modules together, as they came */
#define IMAGE_BYTES   (256U << 20) /* of all variables that were made on all GPUs */
#define TOLD_BYTES    65536 /* of first values that are not zero, where a judge counts copies */
#define BLOCK_THREADS 1024
#define GRID_YZ       65535
#define BLOCKS_MOST   32                  /* that a multiprocessor holds */
#define RUNNING_BYTES (UINT64_C(3) << 30) /* that warps take while they run */

/* A warp's instructions in a second of the processor, at the least that is usual; and how much of a
 * machine's seconds one kernel may take, so that it is told of its endless loop rather than killed. */
#define RATE  5000000
#define SHARE 5

typedef struct ServerPtx {
	SimPtx *module[MODULES];
	uint32_t modules;
	bool launched;         /* one of their kernels was */
	unsigned char *coming; /* a module of which parts are still to come */
	size_t coming_bytes, coded;
	uint64_t image_bytes, told_bytes;
	uint32_t images;
	unsigned char param[PTX_MAX_PARAMS];
	const void *argument[PTX_MAX_PARAM_COUNT];
} ServerPtx;

static ServerPtx *all_of(Server *server)
{
	if (!server->ptx)
		server->ptx = calloc(1, sizeof *server->ptx);
	return server->ptx;
}

void server_ptx_forget(Server *server)
{
	ServerPtx *all = server->ptx;
	if (!all)
		return;
	for (uint32_t i = 0; i < all->modules; i++)
		sim_ptx_free(all->module[i]);
	free(all->coming);
	free(all);
	server->ptx = NULL;
}

uint64_t server_ptx_budget(int seconds)
{
	return seconds > 0 ? (uint64_t)seconds * RATE / SHARE : RATE / SHARE;
}

/* --- loading ---------------------------------------------------------------------------------- */

/* Where a judge looks on, all modules come before the first launch: what kernels find, and print, could else come
 * back as the first values of another module, and be a copy that nobody counts. */
cudaError_t server_ptx_part(Server *server)
{
	ServerPtx *all = all_of(server);
	uint64_t bytes = server->call.bytes;
	if (!all || bytes > REMOTE_WINDOW || bytes > PTX_DECODED_BYTES - all->coming_bytes)
		return all ? cudaErrorInvalidValue : cudaErrorMemoryAllocation;
	unsigned char *grown = realloc(all->coming, all->coming_bytes + bytes + 1);
	if (!grown)
		return cudaErrorMemoryAllocation;
	memcpy(grown + all->coming_bytes, server->channel->window, bytes);
	all->coming = grown;
	all->coming_bytes += bytes;
	return cudaSuccess;
}

static cudaError_t refuse(Server *server, const PtxError *error)
{
	RemoteProblem problem = {.line = error->line};
	memcpy(problem.text, error->text, sizeof problem.text);
	problem.text[sizeof problem.text - 1] = '\0';
	memcpy(server->channel->window, &problem, sizeof problem);
	return cudaErrorInvalidPtx;
}

static SimPtx *module_make(const void *bytes, size_t size, PtxError *error)
{
	PtxModule *module = ptx_decode(bytes, size, error);
	if (module && !ptx_link(module, error)) {
		ptx_free(module);
		module = NULL;
	}
	SimPtx *made = module ? sim_ptx_make(module) : NULL;
	if (module && !made)
		*error = (PtxError){0, "no memory"};
	return made;
}

cudaError_t server_ptx_load(Server *server)
{
	PtxError error = {0, "more of a program's own modules than the machine takes"};
	ServerPtx *all = all_of(server);
	if (!all)
		return cudaErrorMemoryAllocation;
	SimPtx *made = NULL;
	if (server->no_kernels)
		error = (PtxError){0, "this exercise has no kernels of its own"};
	else if (server->judge > 0 && all->launched)
		error = (PtxError){0, "a module that comes after a kernel, where a judge looks on"};
	else if (all->modules < MODULES && all->coming_bytes <= CODED_BYTES - all->coded)
		made = module_make(all->coming, all->coming_bytes, &error);
	if (made) {
		all->coded += all->coming_bytes;
		server->answer.reply.value[0] = all->modules;
		all->module[all->modules++] = made;
	}
	free(all->coming);
	all->coming = NULL;
	all->coming_bytes = 0;
	return made ? cudaSuccess : refuse(server, &error);
}

static const SimPtx *module_of(const Server *server)
{
	uint32_t number = server->call.ptx - 1;
	return server->call.ptx && server->ptx && number < server->ptx->modules
		       ? server->ptx->module[number]
		       : NULL;
}

/* --- variables -------------------------------------------------------------------------------- */

/* They cost the program nothing, so there are not many: their first values could be a copy that nobody
 * counts. */
cudaError_t server_ptx_image(Server *server, SimRequest *request)
{
	const SimPtx *ptx = module_of(server);
	if (!ptx || !request->internal)
		return cudaErrorInvalidValue;
	ServerPtx *all = server->ptx;
	uint64_t bytes = sim_ptx_image_bytes(ptx), told = ptx_image_told(sim_ptx_module(ptx));
	if (all->images == SERVER_IMAGES || bytes > IMAGE_BYTES - all->image_bytes)
		return cudaErrorMemoryAllocation;
	if (server->judge > 0 && told > TOLD_BYTES - all->told_bytes)
		return cudaErrorNotSupported;
	all->images++;
	all->image_bytes += bytes;
	all->told_bytes += server->judge > 0 ? told : 0;
	request->u.image.ptx = ptx;
	return cudaSuccess;
}

/* Where we make its pages they are shared; else they are the program's own, as what it registers is. */
cudaError_t server_ptx_place(Server *server, SimRequest *request)
{
	const SimPtx *ptx = module_of(server);
	const PtxModule *module = ptx ? sim_ptx_module(ptx) : NULL;
	uint64_t offset = request->u.place.address - server->pinned;
	if (!module || !request->internal || request->u.place.variable >= module->variables)
		return cudaErrorInvalidValue;
	uint64_t bytes = module->variable[request->u.place.variable].bytes;
	bool is_shared = offset < server->page_bytes && bytes <= server->page_bytes - offset;
	if (request->u.place.apart && !is_shared)
		return cudaErrorInvalidValue;
	request->u.place.ptx = ptx;
	request->u.place.apart = request->u.place.apart != 0;
	return cudaSuccess;
}

/* --- launches --------------------------------------------------------------------------------- */

static bool shape_fits(const SimRequest *request)
{
	const uint32_t *grid = request->u.launch.grid, *block = request->u.launch.block;
	for (int i = 0; i < 3; i++)
		if (grid[i] == 0 || block[i] == 0 || block[i] > BLOCK_THREADS)
			return false;
	return grid[0] <= INT32_MAX && grid[1] <= GRID_YZ && grid[2] <= GRID_YZ &&
	       (uint64_t)block[0] * block[1] * block[2] <= BLOCK_THREADS;
}

/* Every product of a shape that fits is below 2^63 + 2^32, but of all six numbers. */
static uint64_t threads_of(const SimRequest *request)
{
	const uint32_t *grid = request->u.launch.grid, *block = request->u.launch.block;
	uint64_t blocks = (uint64_t)grid[0] * grid[1] * grid[2];
	uint64_t each = (uint64_t)block[0] * block[1] * block[2];
	return blocks > UINT64_MAX / each ? UINT64_MAX : blocks * each;
}

/* Registers and local memory of the warps that are there at once. */
static bool memory_suffices(const Server *server, const SimRequest *request, const PtxKernel *code)
{
	const uint32_t *grid = request->u.launch.grid, *block = request->u.launch.block;
	bool drawn = request->u.launch.schedule || request->u.launch.compare;
	uint64_t blocks = request->u.launch.cooperative ? (uint64_t)grid[0] * grid[1] * grid[2]
							: (drawn ? PTX_DRAWN_TOGETHER : 1);
	uint64_t warps = ((uint64_t)block[0] * block[1] * block[2] + PTX_LANES - 1) / PTX_LANES;
	uint64_t each = code->register_bytes + (uint64_t)code->local_bytes * PTX_LANES + 4096;
	return blocks <= (uint64_t)server->machine.multiprocessors * BLOCKS_MOST &&
	       blocks * warps <= RUNNING_BYTES / each;
}

static void params_take(ServerPtx *all, const Server *server, const PtxKernel *code)
{
	memcpy(all->param, server->channel->window, code->param_bytes);
	for (uint32_t i = 0; i < code->params; i++)
		all->argument[i] = all->param + code->param[i].offset;
}

cudaError_t server_ptx_launch(Server *server, SimRequest *request)
{
	const SimPtx *ptx = module_of(server);
	const SimKernel *kernel = ptx ? sim_ptx_kernel_at(ptx, server->call.number) : NULL;
	if (!kernel)
		return cudaErrorInvalidDeviceFunction;
	if (request->internal)
		return cudaErrorNotSupported;
	if (!shape_fits(request))
		return cudaErrorInvalidConfiguration;
	if (request->u.launch.shared > PTX_MAX_SHARED ||
	    request->u.launch.shared + sim_ptx_shared(kernel) >
		    (uint32_t)machine_limits(&server->machine)->shared_optin_kib * 1024U)
		return cudaErrorInvalidValue;
	request->u.launch.cooperative = request->u.launch.cooperative != 0;
	if (server->judge > 0) { /* all run in the judge's order, and are looked through */
		request->u.launch.schedule = server->order ? server->order | PTX_STALLS : 0;
		request->u.launch.compare = 0;
		request->u.launch.unchecked = 0;
	}
	if (request->u.launch.compare > SIM_SCHEDULES)
		return cudaErrorInvalidValue;
	const PtxKernel *code = &sim_ptx_module(ptx)->kernel[server->call.number];
	if (!memory_suffices(server, request, code))
		return request->u.launch.cooperative ? cudaErrorCooperativeLaunchTooLarge
						     : cudaErrorMemoryAllocation;
	if (server->judge > 0 && sim_ptx_image_bytes(ptx) > 0 &&
	    !server_is_image(server, server->call.ptx, request->u.launch.image))
		return cudaErrorInvalidValue;
	params_take(server->ptx, server, code);
	server->ptx->launched = true;
	request->u.launch.kernel = kernel;
	request->u.launch.arguments = server->ptx->argument;
	request->u.launch.threads = threads_of(request);
	if (server->budget && request->u.launch.budget > server->budget)
		request->u.launch.budget = server->budget;
	return cudaSuccess;
}
