/* managed_variable.c - __managed__ variables: host memory by one address for the program and all GPUs.
 *
 * nvcc's programs reach one through a pointer, which is filled in before its first use
 * (__cudaInitModule): we make pages for it, as cudaMallocManaged does. In those of clang, which does
 * not know such variables, our headers put it into a section of its own, on pages of its own; it is
 * registered as any variable, and its memory is the program's. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/api/cudart/binary.h"
#include "framework/simcuda/api/cudart/host_pages.h"

typedef struct Variable {
	Binary *binary;
	char *name;
	void **pointer;
	char *memory; /* NULL: not made yet */
	size_t bytes;
	int filled, placed;
	struct Variable *next;
} Variable;

typedef struct Section {
	const char *start, *end;
	struct Section *next;
} Section;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Variable *variables;
static Section *sections; /* of programs and libraries by clang */

void simcuda_managed_section(const void *start, const void *end);

static void *made(size_t bytes, const char *what)
{
	void *memory = calloc(1, bytes);
	if (!memory) {
		fprintf(stderr, "simcuda: no memory to register %s\n", what);
		exit(2);
	}
	return memory;
}

/* Before the variables in it are registered. */
void simcuda_managed_section(const void *start, const void *end)
{
	Section *section = made(sizeof *section, "managed variables");
	pthread_mutex_lock(&lock);
	*section = (Section){start, end, sections};
	sections = section;
	pthread_mutex_unlock(&lock);
}

int managed_variable_is(const void *variable)
{
	const char *at = variable;
	int found = 0;
	pthread_mutex_lock(&lock);
	for (const Section *s = sections; s && !found; s = s->next)
		found = at >= s->start && at < s->end;
	pthread_mutex_unlock(&lock);
	return found;
}

void managed_variable_add(Binary *binary, const char *name, void **pointer, void *memory,
			  size_t bytes)
{
	Variable *variable = made(sizeof *variable, name);
	size_t size = strlen(name) + 1;
	char *copy = made(size, name);
	memcpy(copy, name, size);
	pthread_mutex_lock(&lock);
	*variable = (Variable){.binary = binary,
			       .name = copy,
			       .pointer = pointer,
			       .memory = memory,
			       .bytes = bytes,
			       .next = variables};
	variables = variable;
	pthread_mutex_unlock(&lock);
}

const char **managed_variable_names(const Binary *binary)
{
	size_t count = 0;
	pthread_mutex_lock(&lock);
	for (const Variable *v = variables; v; v = v->next)
		count += v->binary == binary;
	const char **names = count ? made((count + 1) * sizeof *names, "managed variables") : NULL;
	for (const Variable *v = variables; v && count; v = v->next)
		if (v->binary == binary)
			names[--count] = v->name;
	pthread_mutex_unlock(&lock);
	return names;
}

/* The memory, and its first bytes. Without PTX there are none, and kernels say why. */
static cudaError_t fill(Variable *variable, const void *first, uint64_t bytes)
{
	if (!variable->memory)
		variable->memory = host_pages_take(variable->bytes, 1);
	if (!variable->memory)
		return cudaErrorMemoryAllocation;
	if (variable->pointer)
		*variable->pointer = variable->memory;
	if (first)
		memcpy(variable->memory, first, bytes < variable->bytes ? bytes : variable->bytes);
	variable->filled = 1;
	return cudaSuccess;
}

static cudaError_t ready(Variable *variable, const SimPtx *ptx)
{
	SimRequest request = {.code = SIM_PLACE, .internal = 1, .u.place.ptx = ptx};
	const void *first = NULL;
	uint64_t bytes = 0;
	cudaError_t error = cudaSuccess;
	int known = ptx && sim_ptx_managed(ptx, variable->name, &request.u.place.variable, &first,
					   &bytes) == 0;
	if (!variable->filled)
		error = fill(variable, first, bytes);
	if (error != cudaSuccess || !known || variable->placed)
		return error;
	error = host_memory_place(variable->memory, bytes, &request);
	variable->placed = error == cudaSuccess;
	return error;
}

cudaError_t managed_variables_ready(const Binary *binary, const SimPtx *ptx)
{
	cudaError_t error = cudaSuccess;
	pthread_mutex_lock(&lock);
	for (Variable *v = variables; v && error == cudaSuccess; v = v->next)
		if (v->binary == binary && !(v->filled && v->placed))
			error = ready(v, ptx);
	pthread_mutex_unlock(&lock);
	return error;
}

uint64_t managed_variable_address(const Binary *binary, const char *name)
{
	uint64_t address = 0;
	pthread_mutex_lock(&lock);
	for (const Variable *v = variables; v && !address; v = v->next)
		if (v->binary == binary && strcmp(v->name, name) == 0)
			address = (uint64_t)(uintptr_t)v->memory;
	pthread_mutex_unlock(&lock);
	return address;
}

Binary *managed_variable_binary(const void *memory, const char **name)
{
	Binary *found = NULL;
	pthread_mutex_lock(&lock);
	for (const Variable *v = variables; v && !found; v = v->next)
		if (v->memory == memory && memory) {
			found = v->binary;
			*name = v->name;
		}
	pthread_mutex_unlock(&lock);
	return found;
}

int managed_variables_any(const Binary *binary)
{
	int found = 0;
	pthread_mutex_lock(&lock);
	for (const Variable *v = variables; v && !found; v = v->next)
		found = v->binary == binary;
	pthread_mutex_unlock(&lock);
	return found;
}

void managed_variables_reset(void)
{
	pthread_mutex_lock(&lock);
	for (Variable *v = variables; v; v = v->next)
		v->placed = 0;
	pthread_mutex_unlock(&lock);
}
