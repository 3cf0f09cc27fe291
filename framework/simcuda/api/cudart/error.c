/* error.c - the last error of each thread, and every error in words. */
#include <stdatomic.h>
#include <stdbool.h>

#include "framework/simcuda/api/cudart/refused.h"

typedef struct ErrorText {
	cudaError_t error;
	const char *name, *text;
} ErrorText;

static const ErrorText texts[] = {
#define ERROR(name, text) {cuda##name, "cuda" #name, text},
#include "framework/simcuda/api/cudart/error_texts.h"
#undef ERROR
};

static _Thread_local cudaError_t last;
static _Thread_local SimSite last_site; /* of the call that returned it */

/* For simcuda_failure(). */
static _Thread_local cudaError_t first;
static _Thread_local SimSite first_site;

/* Of what turns on what is on already nothing has failed: it is told where nothing else is. */
static bool is_first_failure(cudaError_t error)
{
	return first == cudaSuccess ? error != cudaErrorNotReady
				    : first == cudaErrorPeerAccessAlreadyEnabled &&
					      error != cudaErrorNotReady && error != first;
}

/* Success does not clear an earlier error. */
cudaError_t runtime_return_from(cudaError_t error, const SimSite *site)
{
	if (error == cudaSuccess)
		return error;
	last = error;
	last_site = *site;
	if (!site->frame[0])
		site_capture(&last_site);
	if (is_first_failure(error)) {
		first = error;
		first_site = last_site;
	}
	return error;
}

cudaError_t runtime_return(cudaError_t error)
{
	const SimSite here = {{0}};
	return runtime_return_from(error, &here);
}

static _Atomic uint64_t kept; /* 0: there is no key yet */

bool failure_is_kept(void)
{
	return atomic_load(&kept) != 0;
}

bool failure_is_key(uint64_t key)
{
	uint64_t before = 0;

	return atomic_compare_exchange_strong(&kept, &before, key) || before == key;
}

const char *simcuda_failure(uint64_t key, uint64_t *places, int most)
{
	for (int i = 0; places && i < most; i++)
		places[i] = 0;
	if (!failure_is_key(key))
		return NULL;
	if (!places)
		first = cudaSuccess;
	for (int i = 0; places && i < most; i++)
		places[i] = first != cudaSuccess && i < SIM_SITE_DEPTH ? first_site.frame[i] : 0;
	return first == cudaSuccess ? NULL : cudaGetErrorName(first);
}

int simcuda_error_place(char *text, size_t size)
{
	Resolver *resolver = last == cudaSuccess ? NULL : resolver_create();
	if (size > 0)
		text[0] = '\0';
	if (!resolver || size == 0) {
		resolver_free(resolver);
		return 0;
	}
	resolver_text(resolver, &last_site, text, size);
	resolver_free(resolver);
	return text[0] != '\0';
}

/* After these the GPU's state is lost: CUDA refuses all further work of the process. */
int error_is_sticky(cudaError_t error)
{
	return error == cudaErrorIllegalAddress || error == cudaErrorLaunchFailure ||
	       error == cudaErrorMisalignedAddress || error == cudaErrorLaunchTimeout ||
	       error == cudaErrorAssert;
}

cudaError_t cudaGetLastError(void)
{
	cudaError_t error = last;
	if (!error_is_sticky(error))
		last = cudaSuccess;
	if (error != cudaSuccess)
		refused_asked();
	return error;
}

cudaError_t cudaPeekAtLastError(void)
{
	if (last != cudaSuccess)
		refused_asked();
	return last;
}

static const ErrorText *find_text(cudaError_t error)
{
	static const ErrorText unknown = {cudaErrorUnknown, "unrecognized error code",
					  "unrecognized error code"};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		if (texts[i].error == error)
			return &texts[i];
	return &unknown;
}

const char *cudaGetErrorName(cudaError_t error)
{
	return find_text(error)->name;
}

const char *cudaGetErrorString(cudaError_t error)
{
	return find_text(error)->text;
}
