/* symbol.c - variables of device code by their host side: cudaMemcpyToSymbol and its family. They lie
 * in memory of the GPU as all else, so copies are the ones of copy.c. */
#include <stdbool.h>

#include "framework/simcuda/api/cudart/binary.h"

static cudaError_t find(const void *symbol, uint64_t *address, uint64_t *bytes)
{
	const char *name;
	Binary *binary = symbol ? register_variable(symbol, &name) : NULL;
	return binary ? binary_variable(binary, name, address, bytes) : cudaErrorInvalidSymbol;
}

static bool is_managed(const void *symbol)
{
	const char *name;
	Binary *binary = register_variable(symbol, &name);
	return binary && managed_variable_address(binary, name);
}

/* Where `count` bytes from that offset of the variable lie. What runs over the end of one on the GPU is refused by
 * the machine, with a finding. */
static cudaError_t find_part(const void *symbol, size_t count, size_t offset, void **place)
{
	uint64_t address, bytes;
	cudaError_t error = find(symbol, &address, &bytes);
	if (error != cudaSuccess)
		return error;
	if (offset > bytes || (count > bytes - offset && is_managed(symbol)))
		return cudaErrorInvalidValue;
	*place = (void *)(uintptr_t)(address + offset);
	return cudaSuccess;
}

cudaError_t cudaGetSymbolAddress(void **devPtr, const void *symbol)
{
	if (!devPtr)
		return runtime_return(cudaErrorInvalidValue);
	cudaError_t error = find_part(symbol, 0, 0, devPtr);
	return error == cudaSuccess ? cudaSuccess : runtime_return(error);
}

cudaError_t cudaGetSymbolSize(size_t *size, const void *symbol)
{
	uint64_t address, bytes = 0;
	cudaError_t error = size ? find(symbol, &address, &bytes) : cudaErrorInvalidValue;
	if (error != cudaSuccess)
		return runtime_return(error);
	*size = bytes;
	return cudaSuccess;
}

/* A variable is on the GPU whatever the caller says of the other side. */
static bool kind_fits(enum cudaMemcpyKind kind, enum cudaMemcpyKind other)
{
	return kind == other || kind == cudaMemcpyDeviceToDevice || kind == cudaMemcpyDefault;
}

cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *src, size_t count, size_t offset,
			       enum cudaMemcpyKind kind)
{
	void *place;
	cudaError_t error = find_part(symbol, count, offset, &place);
	if (error == cudaSuccess && !kind_fits(kind, cudaMemcpyHostToDevice))
		error = cudaErrorInvalidMemcpyDirection;
	return error == cudaSuccess ? cudaMemcpy(place, src, count, kind) : runtime_return(error);
}

cudaError_t cudaMemcpyFromSymbol(void *dst, const void *symbol, size_t count, size_t offset,
				 enum cudaMemcpyKind kind)
{
	void *place;
	cudaError_t error = find_part(symbol, count, offset, &place);
	if (error == cudaSuccess && !kind_fits(kind, cudaMemcpyDeviceToHost))
		error = cudaErrorInvalidMemcpyDirection;
	return error == cudaSuccess ? cudaMemcpy(dst, place, count, kind) : runtime_return(error);
}

cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *src, size_t count,
				    size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream)
{
	void *place;
	cudaError_t error = find_part(symbol, count, offset, &place);
	if (error == cudaSuccess && !kind_fits(kind, cudaMemcpyHostToDevice))
		error = cudaErrorInvalidMemcpyDirection;
	return error == cudaSuccess ? cudaMemcpyAsync(place, src, count, kind, stream)
				    : runtime_return(error);
}

cudaError_t cudaMemcpyFromSymbolAsync(void *dst, const void *symbol, size_t count, size_t offset,
				      enum cudaMemcpyKind kind, cudaStream_t stream)
{
	void *place;
	cudaError_t error = find_part(symbol, count, offset, &place);
	if (error == cudaSuccess && !kind_fits(kind, cudaMemcpyDeviceToHost))
		error = cudaErrorInvalidMemcpyDirection;
	return error == cudaSuccess ? cudaMemcpyAsync(dst, place, count, kind, stream)
				    : runtime_return(error);
}
