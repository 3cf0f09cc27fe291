/* object_facts.c - what is asked of a compiled lab, in the process that reads it. */
#include "grader/compile/object_facts.h"

#include <stdio.h>

#include "grader/base/file.h"

const struct LintLibrary lint_libraries[LINT_LIBRARIES] = {
	{"the framework", "lib/libusegpu.so"},
	{NULL, "simcuda/libcudart.so.13"}, /* it has the C library's clocks too */
	{NULL, "simcuda/libcublas.so.13"},
};

/* What an exercise with forbidden calls must not use either. */
static const char detours[] =
	"dlsym dlvsym dlopen dlmopen dladdr dladdr1 dlinfo dl_iterate_phdr _dl_* __libc_dl* "
	"_DYNAMIC _GLOBAL_OFFSET_TABLE_ _r_debug* _rtld_global* getauxval __getauxval environ "
	"_environ __environ __libc_stack_end __ehdr_start __executable_start __start_* __stop_* "
	"syscall clone vfork ptrace process_vm_readv process_vm_writev cudaGetDriverEntryPoint*";

static void use_find(Object *lab, const char *function, const char *forbidden, SymbolUse *use)
{
	if (!object_find_forbidden(lab, function, forbidden, use->symbol, sizeof use->symbol,
				   &use->line))
		use->symbol[0] = '\0';
}

static uint64_t used_find(Object *lab, const LabChecks *checks, const char *function)
{
	const char *others[LAB_CHECKS_MAX];

	for (int i = 0; i < checks->count; i++)
		others[i] = checks->checks[i].function;
	return object_find_used(lab, function, others, checks->count);
}

static void facts_find(Object *lab, const LabChecks *checks, const Check *check, CheckFacts *facts)
{
	facts->there = object_has_function(lab, check->function);
	if (!facts->there)
		return;
	facts->line = object_line(lab, check->function);
	facts->uses = used_find(lab, checks, check->function);
	if (!check->forbidden)
		return;
	use_find(lab, check->function, check->forbidden, &facts->forbidden);
	use_find(lab, check->function, detours, &facts->detour);
}

/* The names that a library takes part in. */
static int library_open(Lint *lint, int k, int file)
{
	Elf *elf = elf_begin(file, ELF_C_READ_MMAP, NULL);

	for (Elf_Scn *s = NULL; elf && (s = elf_nextscn(elf, s));) {
		GElf_Shdr head;

		if (!gelf_getshdr(s, &head) || head.sh_type != SHT_DYNSYM || head.sh_entsize == 0)
			continue;
		lint->library[k].owner = lint_libraries[k].owner;
		lint->library[k].elf = elf;
		lint->library[k].symbols = elf_getdata(s, NULL);
		lint->library[k].count = head.sh_size / head.sh_entsize;
		lint->library[k].names = head.sh_link;
		return 0;
	}
	return -1;
}

/* -1 when one of them cannot be read. The process ends; nothing has to be freed. */
static int lint_open(Lint *lint, const int *files, const ObjectQuestion *question)
{
	int bad;

	lint->instrumented = question->instrumented;
	lint->kernels = question->lab->is_cuda;
	lint->lab = object_open(files[LAB_FILE]);
	bad = !lint->lab;
	for (int k = 0; k < LINT_DRIVES; k++) {
		lint->drives[k] = object_open(files[DRIVE_FILE + k]);
		bad |= !lint->drives[k];
	}
	for (int k = 0; k < LINT_LIBRARIES; k++)
		bad |= library_open(lint, k, files[LIBRARY_FILE + k]) < 0;
	return bad ? -1 : 0;
}

int object_answer(const int *files, int answer, const void *about)
{
	static ObjectAnswer said; /* all of it 0 */
	const ObjectQuestion *question = about;
	Lint lint = {.lab = NULL};

	if (lint_open(&lint, files, question) < 0)
		return 1;
	amounts_look(&lint, &said.fault);
	if (!said.fault.found)
		sections_look(&lint, &said.fault);
	if (!said.fault.found)
		sizes_look(&lint, &said.fault);
	if (!said.fault.found)
		loads_look(&lint, &said.fault);
	if (!said.fault.found)
		symbols_look(&lint, &said.fault);
	if (!said.fault.found && !lint.instrumented)
		commons_look(&lint, &said.fault);
	for (int i = 0; !said.fault.found && i < question->lab->count; i++)
		facts_find(lint.lab, question->lab, &question->lab->checks[i], &said.facts[i]);
	return file_write(answer, &said, sizeof said) < 0;
}
