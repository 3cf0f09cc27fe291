/* resolve.c - turns return addresses into file and line, with the debug information in the
 * objects themselves (libdw). Nothing is looked for elsewhere, least of all on the network. */
#include <dlfcn.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

#include "runtime.h"

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

static const Dwfl_Callbacks callbacks = {
	.find_debuginfo = find_no_debuginfo,
	.section_address = dwfl_offline_section_address,
};

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
		dwfl_report_elf(dwfl, base_name(path), path, -1, info->dlpi_addr, true);
	return 0;
}

Resolver *resolver_create(void)
{
	Resolver *resolver = calloc(1, sizeof *resolver);
	if (!resolver)
		return NULL;
	resolver->dwfl = dwfl_begin(&callbacks);
	if (resolver->dwfl) {
		dwfl_report_begin(resolver->dwfl);
		dl_iterate_phdr(report_object, resolver->dwfl);
		dwfl_report_end(resolver->dwfl, NULL, NULL);
	}
	return resolver;
}

void resolver_free(Resolver *resolver)
{
	if (resolver && resolver->dwfl)
		dwfl_end(resolver->dwfl);
	free(resolver);
}

/* "a.c:12" into text; 0 when there is no line information. The compilation units are searched one
 * by one: clang writes no table of which addresses belong to which. */
static int line_text(Dwfl *dwfl, uint64_t address, char *text, size_t size)
{
	Dwfl_Module *module = dwfl_addrmodule(dwfl, address);
	Dwarf_Addr bias;
	for (Dwarf_Die *unit = NULL; module && (unit = dwfl_module_nextcu(module, unit, &bias));) {
		if (dwarf_haspc(unit, address - bias) != 1)
			continue;
		Dwarf_Line *line = dwarf_getsrc_die(unit, address - bias);
		const char *file = line ? dwarf_linesrc(line, NULL, NULL) : NULL;
		int number;
		if (!file || dwarf_lineno(line, &number) != 0)
			return 0;
		snprintf(text, size, "%s:%d", base_name(file), number);
		return 1;
	}
	return 0;
}

static void name_text(Dwfl *dwfl, uint64_t address, char *text, size_t size)
{
	Dwfl_Module *module = dwfl ? dwfl_addrmodule(dwfl, address) : NULL;
	const char *name = module ? dwfl_module_addrname(module, address) : NULL;
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
	text[0] = '\0';
	for (int i = 0; dwfl && i < SIM_SITE_DEPTH && site->frame[i]; i++)
		if (line_text(dwfl, site->frame[i] - 1, text, size))
			return; /* less one: the call itself, not what follows it */
	if (site->frame[0])
		name_text(dwfl, site->frame[0] - 1, text, size);
}
