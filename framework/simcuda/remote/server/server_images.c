/* server_images.c - where modules' variables lie, which a program is told once and tells again with each launch.
 *
 * What is read of constant memory is counted as no request, and a module's variables are all that there is of it.
 * So where a judge looks on, a program cannot say that they lie elsewhere, nor have the judge put or read numbers
 * among them. */
#include <stdlib.h>

#include "framework/simcuda/remote/server/server.h"

struct ServerImages {
	uint32_t count;
	struct {
		uint32_t module;
		uint64_t address; /* 0: given back */
	} of[SERVER_IMAGES];
};

void server_images_forget(Server *server)
{
	free(server->images);
	server->images = NULL;
}

cudaError_t server_images_note(Server *server, uint32_t module, uint64_t address)
{
	if (!server->images)
		server->images = calloc(1, sizeof *server->images);
	struct ServerImages *images = server->images;
	if (!images || images->count == SERVER_IMAGES)
		return cudaErrorMemoryAllocation;
	images->of[images->count].module = module;
	images->of[images->count++].address = address;
	return cudaSuccess;
}

/* The allocation that the address is in; 0: none that is there. */
static uint64_t base_of(const Server *server, uint64_t address)
{
	int device;
	uint64_t base = 0, bytes;
	SimSite made;
	return sim_describe(server->sim, address, &device, &base, &bytes, &made) == 1 ? base : 0;
}

void server_images_given_back(Server *server, uint64_t address)
{
	for (uint32_t i = 0; server->images && i < server->images->count; i++)
		if (server->images->of[i].address == address)
			server->images->of[i].address = 0;
}

void server_images_look(Server *server)
{
	for (uint32_t i = 0; server->images && i < server->images->count; i++)
		if (base_of(server, server->images->of[i].address) != server->images->of[i].address)
			server->images->of[i].address = 0;
}

bool server_is_image(const Server *server, uint32_t module, uint64_t address)
{
	for (uint32_t i = 0; server->images && address && i < server->images->count; i++)
		if (server->images->of[i].module == module &&
		    server->images->of[i].address == address)
			return true;
	return false;
}

bool server_in_image(const Server *server, uint64_t address)
{
	uint64_t base = base_of(server, address);
	for (uint32_t i = 0; server->images && base && i < server->images->count; i++)
		if (server->images->of[i].address == base)
			return true;
	return false;
}
