/* resolve.c - turns return addresses into file and line, with the debug information in the
 * objects themselves (libdw). Nothing is looked for elsewhere, least of all on the network.
 *
 * CUDA's headers define small functions that call the library, cudaMallocHost(T **, ...) for one.
 * Their lines say nothing about the program, so the line that called them is named instead: that of
 * the code into which they were inlined, or the next frame's. Without line information their names
 * tell them from the program's functions. */
#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/api/cudart/libdw.h"
#include "framework/simcuda/api/cudart/runtime.h"

static const Libdw *dw; /* once there is a Dwfl */

struct Resolver {
	Dwfl *dwfl;
};

static int find_no_debuginfo(Dwfl_Module *module, void **data, const char *name, Dwarf_Addr base,
			     const char *file, const char *link, GElf_Word crc, char **found)
{
	(void)module, (void)data, (void)name, (void)base;
	(void)file, (void)link, (void)crc, (void)found;
	return -1;
}

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

static int report_object(struct dl_phdr_info *info, size_t size, void *dwfl)
{
	(void)size;
	const char *path = *info->dlpi_name ? info->dlpi_name : site_program();
	if (*path == '/') /* the kernel's vdso has no file */
		dw->dwfl_report_elf(dwfl, base_name(path), path, -1, info->dlpi_addr, true);
	return 0;
}

Resolver *resolver_create(void)
{
	static Dwfl_Callbacks callbacks = {.find_debuginfo = find_no_debuginfo};
	Resolver *resolver = calloc(1, sizeof *resolver);
	if (!resolver)
		return NULL;
	dw = libdw_load();
	if (!dw)
		return resolver;
	callbacks.section_address = dw->dwfl_offline_section_address;
	resolver->dwfl = dw->dwfl_begin(&callbacks);
	if (resolver->dwfl) {
		dw->dwfl_report_begin(resolver->dwfl);
		dl_iterate_phdr(report_object, resolver->dwfl);
		dw->dwfl_report_end(resolver->dwfl, NULL, NULL);
	}
	return resolver;
}

void resolver_free(Resolver *resolver)
{
	if (resolver && resolver->dwfl)
		dw->dwfl_end(resolver->dwfl);
	free(resolver);
}

/* The headers of the CUDA toolkit that define functions for the host. */
static const char *const cuda_headers[] = {
	"cuda_runtime.h",       "cuda_runtime_api.h", "cublas_v2.h",
	"cublas_api.h",         "cublas.h",           "host_runtime.h",
	"channel_descriptor.h", "vector_functions.h", "vector_functions.hpp",
	"cuda_fp16.h",          "cuda_fp16.hpp",      "cuda_bf16.h",
	"cuda_bf16.hpp",        "cuda_fp8.h",         "cuda_fp8.hpp",
};

static int is_cuda_header(const char *file)
{
	for (size_t i = 0; i < sizeof cuda_headers / sizeof *cuda_headers; i++)
		if (strcmp(base_name(file), cuda_headers[i]) == 0)
			return 1;
	return 0;
}

/* A line of the program; no file when it is not known. */
typedef struct Place {
	const char *file;
	int line;
} Place;

/* Where the function was called that is inlined here; no file for another kind of scope. */
static Place called_from(Dwarf_Die *unit, Dwarf_Die *scope)
{
	Dwarf_Attribute attribute;
	Dwarf_Word file = 0, line = 0;
	Dwarf_Files *files;
	size_t count;
	if (dw->dwarf_tag(scope) != DW_TAG_inlined_subroutine ||
	    dw->dwarf_formudata(dw->dwarf_attr(scope, DW_AT_call_file, &attribute), &file) != 0 ||
	    dw->dwarf_formudata(dw->dwarf_attr(scope, DW_AT_call_line, &attribute), &line) != 0 ||
	    dw->dwarf_getsrcfiles(unit, &files, &count) != 0)
		return (Place){NULL, 0};
	return (Place){dw->dwarf_filesrc(files, file, NULL, NULL), (int)line};
}

/* The innermost place outside CUDA's headers, or the first one of all if there is none. */
static Place outside_headers(Dwarf_Die *unit, Dwarf_Addr address, Place first)
{
	Dwarf_Die *scopes = NULL;
	int count = is_cuda_header(first.file) ? dw->dwarf_getscopes(unit, address, &scopes) : 0;
	Place place = first;
	for (int i = 0; i < count && is_cuda_header(place.file); i++) {
		Place outer = called_from(unit, &scopes[i]);
		if (outer.file)
			place = outer;
	}
	free(scopes);
	return is_cuda_header(place.file) ? first : place;
}

/* What optimisers make of several lines has line 0: then it is the one before it, up to so many bytes back. */
#define LINELESS_BYTES 64

static Place row_of(Dwarf_Die *unit, Dwarf_Addr address)
{
	Place place = {NULL, 0};
	for (Dwarf_Addr back = 0; place.line == 0 && back < LINELESS_BYTES && back <= address;
	     back++) {
		Dwarf_Line *line = dw->dwarf_getsrc_die(unit, address - back);
		const char *file = line ? dw->dwarf_linesrc(line, NULL, NULL) : NULL;
		if (!file || dw->dwarf_lineno(line, &place.line) != 0)
			break;
		place.file = file;
	}
	return place;
}

/* The line of the address; no file when there is no line information. The compilation units are
 * searched one by one: clang writes no table of which addresses belong to which. */
static Place place_of(Dwfl *dwfl, uint64_t address)
{
	const Place unknown = {NULL, 0};
	Dwfl_Module *module = dw->dwfl_addrmodule(dwfl, address);
	Dwarf_Addr bias;
	for (Dwarf_Die *unit = NULL;
	     module && (unit = dw->dwfl_module_nextcu(module, unit, &bias));) {
		if (dw->dwarf_haspc(unit, address - bias) != 1)
			continue;
		Place place = row_of(unit, address - bias);
		return place.file ? outside_headers(unit, address - bias, place) : unknown;
	}
	return unknown;
}

/* Templates of CUDA's headers, as C++ writes their names: _Z10cudaMallocIfE... */
static int is_cuda_template(const char *name)
{
	const char *rest = name + (strncmp(name, "_Z", 2) == 0 ? 2 : 0);
	rest += strspn(rest, "0123456789");
	return rest > name + 2 && strncmp(rest, "cuda", 4) == 0 && rest[4] >= 'A' && rest[4] <= 'Z';
}

static void name_text(Dwfl *dwfl, uint64_t address, char *text, size_t size)
{
	Dwfl_Module *module = dwfl ? dw->dwfl_addrmodule(dwfl, address) : NULL;
	const char *name = module ? dw->dwfl_module_addrname(module, address) : NULL;
	Dl_info info;
	if (name)
		snprintf(text, size, "%s", name);
	else if (dladdr((void *)(uintptr_t)address, &info) && info.dli_sname)
		snprintf(text, size, "%s", info.dli_sname);
	else if (dladdr((void *)(uintptr_t)address, &info))
		snprintf(text, size, "%s?", base_name(info.dli_fname));
	else
		snprintf(text, size, "?");
}

void resolver_text(Resolver *resolver, const SimSite *site, char *text, size_t size)
{
	Dwfl *dwfl = resolver ? resolver->dwfl : NULL;
	Place named = {NULL, 0};
	text[0] = '\0';
	for (int i = 0; dwfl && i < SIM_SITE_DEPTH && site->frame[i]; i++) {
		/* less one: the call itself, not what follows it */
		Place place = place_of(dwfl, site->frame[i] - 1);
		if (place.file && (!named.file || !is_cuda_header(place.file)))
			named = place;
		if (named.file && !is_cuda_header(named.file))
			break;
	}
	if (named.file)
		snprintf(text, size, "%s:%d", base_name(named.file), named.line);
	for (int i = 0; !named.file && i < SIM_SITE_DEPTH && site->frame[i]; i++) {
		name_text(dwfl, site->frame[i] - 1, text, size);
		if (!is_cuda_template(text))
			break;
	}
}
