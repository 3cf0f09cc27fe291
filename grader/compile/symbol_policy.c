/* symbol_policy.c - names that others have already.
 *
 * The lab is linked with the drive and the libraries, and its names come first: a lab that defines
 * malloc, cudaMemcpy or simcuda_counters would have the drive and the simulator call it. So a lab
 * may define what it likes but those names. */
#include <stdbool.h>
#include <string.h>

#include "grader/compile/lint.h"

static bool same(const char *a, const char *b)
{
	size_t length = strcspn(a, "@");

	return length == strcspn(b, "@") && strncmp(a, b, length) == 0;
}

/* Names that C keeps for the compiler and the C library, which call some of them unasked:
 * __gmon_start__, _ITM_registerTMCloneTable, __asan_default_options. */
static bool is_reserved(const Lint *lint, const char *name)
{
	static const char *const added[] = {
		"__odr_asan", "___asan_gen_", "__asan_globals_registered",
		"__gcov",     "__llvm",       "__prof"};

	for (size_t i = 0; lint->instrumented && i < sizeof added / sizeof *added; i++)
		if (begins(name, added[i]))
			return false;
	if (lint->kernels && begins(name, "_Z")) /* names of C++; no library of the kit's has any */
		return false;
	return name[0] == '_' && (name[1] == '_' || (name[1] >= 'A' && name[1] <= 'Z'));
}

typedef enum Known { UNKNOWN, USED, DEFINED } Known;

/* What the drive uses weakly are the exercises, and one table that hidden checks may bring. */
static Known drive_knows(const Lint *lint, const char *name)
{
	Known known = UNKNOWN;

	if (same(name, "hidden_drives") || begins(name, "drive_heap_"))
		return DEFINED;
	for (size_t k = 0; k < LINT_DRIVES; k++) {
		Object *drive = lint->drives[k];

		for (size_t i = 1; i < drive->symbol_count; i++) {
			GElf_Sym symbol;
			const char *each = object_symbol(drive, i, &symbol);
			unsigned binding = GELF_ST_BIND(symbol.st_info);

			if (!same(each, name))
				continue;
			/* what else heap.o defines the C library has, too, and the lab may have first */
			if (symbol.st_shndx != SHN_UNDEF && binding != STB_LOCAL && k != LINT_HEAP)
				return DEFINED;
			if (symbol.st_shndx == SHN_UNDEF && binding == STB_GLOBAL)
				known = USED;
		}
	}
	return known;
}

/* Whom the name belongs to, NULL when nobody but the lab knows it. */
static const char *owner_find(const Lint *lint, const char *name)
{
	static const struct {
		const char *begin, *owner;
	} known[] = {{"cublas", "cuBLAS"},
		     {"cuda", "CUDA"},
		     {"simcuda", "the simulator"},
		     {"cblas_", "OpenBLAS"}};
	const char *owner = NULL;
	Known drive;

	if (is_reserved(lint, name))
		return "the compiler and the C library";
	drive = drive_knows(lint, name);
	if (drive == DEFINED)
		return "the kit";
	if (drive == USED)
		owner = "the C library";
	for (size_t k = 0; k < sizeof lint->library / sizeof *lint->library; k++) {
		for (size_t i = 1; i < lint->library[k].count; i++) {
			GElf_Sym symbol;

			if (!gelf_getsym(lint->library[k].symbols, (int)i, &symbol))
				continue;

			const char *each = elf_strptr(lint->library[k].elf, lint->library[k].names,
						      symbol.st_name);

			if (!each || !same(each, name))
				continue;
			/* Defined twice or only used: either way others would get the lab's. */
			if (lint->library[k].owner && symbol.st_shndx != SHN_UNDEF)
				owner = lint->library[k].owner;
			else if (!owner)
				owner = "the C library";
		}
	}
	for (size_t i = 0; owner && i < sizeof known / sizeof *known; i++)
		if (begins(name, known[i].begin))
			owner = known[i].owner;
	return owner;
}

/* What only the drive and the simulator's own parts may call. */
static bool is_inner(const Lint *lint, const char *name)
{
	static const char *const simulator[] = {"simcuda_request", "simcuda_machine"};

	for (size_t i = 0; i < sizeof simulator / sizeof *simulator; i++)
		if (same(name, simulator[i]))
			return true;
	return !same(name, "lab_todo") && drive_knows(lint, name) == DEFINED;
}

/* Whether a library that looks for the name would find the lab's: it is compiled so that none is shown. Libraries look for
 * some of their own before an exercise is called, such as libgcc_s at the first backtrace(). */
static bool is_shown(const Lint *lint, const char *name, const GElf_Sym *symbol)
{
	const unsigned visibility = GELF_ST_VISIBILITY(symbol->st_other);

	if (lint->instrumented || (lint->kernels && begins(name, "_Z")))
		return false; /* a sanitizer's; what the headers of C++ define */
	return visibility != STV_HIDDEN && visibility != STV_INTERNAL;
}

/* Whether the lab would keep a name from the libraries, or the drive from theirs, that it only uses: of all that a program
 * has of a name the narrowest visibility goes. A function that the drive has in the place of the C library's would be the
 * program's alone, and one of the simulator's that the drive looks for would not be there. */
static bool is_withheld(const Lint *lint, const char *name, const GElf_Sym *symbol)
{
	return !lint->instrumented && !is_reserved(lint, name) &&
	       GELF_ST_VISIBILITY(symbol->st_other) != STV_DEFAULT;
}

/* The line of the first code that uses that symbol. */
static int used_line(Object *object, size_t number)
{
	for (Elf_Scn *s = NULL; (s = elf_nextscn(object->elf, s));) {
		GElf_Shdr head;
		GElf_Rela entry;
		Elf_Data *data;

		if (!gelf_getshdr(s, &head) || head.sh_type != SHT_RELA)
			continue;
		data = elf_getdata(s, NULL);
		for (int i = 0; data && gelf_getrela(data, i, &entry); i++)
			if (GELF_R_SYM(entry.r_info) == number)
				return object_line_at(object, head.sh_info, entry.r_offset);
	}
	return 0;
}

void symbols_look(const Lint *lint, Fault *fault)
{
	Object *lab = lint->lab;

	for (size_t i = 1; !fault->found && i < lab->symbol_count; i++) {
		GElf_Sym symbol;
		const char *name = object_symbol(lab, i, &symbol), *owner;

		if (GELF_ST_TYPE(symbol.st_info) == STT_GNU_IFUNC)
			fault_say(fault, object_line(lab, name),
				  "chooses %s when the program is loaded (ifunc); take that out",
				  name);
		else if (name[0] == '\0' || GELF_ST_BIND(symbol.st_info) == STB_LOCAL)
			continue;
		else if (symbol.st_shndx == SHN_UNDEF && is_inner(lint, name))
			fault_say(fault, used_line(lab, i),
				  "uses %s, which is the kit's own and not for exercises", name);
		else if (symbol.st_shndx == SHN_UNDEF && is_withheld(lint, name, &symbol))
			fault_say(fault, used_line(lab, i),
				  "keeps %s from others (by a visibility, or asm); take it out",
				  name);
		else if (symbol.st_shndx != SHN_UNDEF && (owner = owner_find(lint, name)))
			fault_say(fault, object_line(lab, name),
				  "defines %s, which belongs to %s; give it another name, or "
				  "make it static",
				  name, owner);
		else if (symbol.st_shndx != SHN_UNDEF && is_shown(lint, name, &symbol))
			fault_say(fault, object_line(lab, name),
				  "shows %s to libraries (by a visibility, or asm); take it out",
				  name);
	}
}
