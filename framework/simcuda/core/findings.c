/* findings.c - what the program did wrong: a list without repetitions, and the search for leaks. */
#include <stdarg.h>
#include <string.h>

#include "framework/simcuda/core/core.h"

void finding_add(Sim *sim, SimFindingKind kind, const SimSite *at, const SimSite *other,
		 const char *format, ...)
{
	if (sim->findings >= SIM_MAX_FINDINGS && sim->findings_of[kind] >= SIM_KIND_FINDINGS)
		return;
	SimFinding *finding = &sim->finding[sim->findings];
	memset(finding, 0, sizeof(*finding));
	finding->kind = kind;
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(finding->message, sizeof(finding->message), format, arguments);
	va_end(arguments);
	finding->site[finding->sites++] = *at;
	if (other)
		finding->site[finding->sites++] = *other;
	for (int i = 0; i < sim->findings; i++) {
		const SimFinding *old = &sim->finding[i];
		if (old->kind == kind && strcmp(old->message, finding->message) == 0 &&
		    memcmp(old->site, finding->site, sizeof(old->site)) == 0)
			return;
	}
	sim->findings++;
	sim->findings_of[kind]++;
}

int sim_findings(const Sim *sim, const SimFinding **findings)
{
	*findings = sim->finding;
	return sim->findings;
}

cudaError_t blas_unready(Call *call)
{
	finding_add(call->sim, SIM_FINDING_NOT_INITIALISED, &call->request->site, NULL,
		    "a routine of cublas.h was called without cublasInit(), and did nothing; only "
		    "cublasGetError() tells");
	return cudaSuccess;
}

static bool leaked(const Alloc *alloc)
{
	return !alloc->freed && !alloc->internal && !alloc->reported;
}

void leak_report(Sim *sim, Gpu *gpu)
{
	for (int i = 0; i < sim->machine.gpus; i++)
		if (sim->gpu[i].fault) /* CUDA refuses everything from then on */
			return;
	for (size_t i = 0; i < gpu->alloc_count; i++) {
		const SimSite *site = &gpu->alloc[i]->made;
		uint64_t count = 0, bytes = 0;
		char text[BYTES_TEXT];
		for (size_t k = i; k < gpu->alloc_count; k++) {
			Alloc *alloc = gpu->alloc[k];
			if (!leaked(alloc) || memcmp(&alloc->made, site, sizeof(*site)) != 0)
				continue;
			alloc->reported = true;
			count++;
			bytes += alloc->bytes;
		}
		bytes_text(text, bytes);
		if (count == 1)
			finding_add(sim, SIM_FINDING_LEAK, site, NULL,
				    "1 allocation of %s on GPU %d was never freed", text,
				    gpu->index);
		else if (count > 1)
			finding_add(sim, SIM_FINDING_LEAK, site, NULL,
				    "%llu allocations, %s in all, on GPU %d were never freed",
				    (unsigned long long)count, text, gpu->index);
	}
}
