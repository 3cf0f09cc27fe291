/* symbol_policy.c - three tables: sections, names, uses; the first that is not allowed is told. */
#include "grader/compile/symbol_policy.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/base/text.h"
#include "grader/probe/object_state.h"
#include "grader/setup/kit_copy.h"

#define SECONDS   20
#define OURS      2
#define DEBUG_MAX (4 << 20) /* bytes; the largest source, full of functions, makes not one MiB */

/* What was found, handed from the process that looks to the one that asks. */
typedef struct Fault {
	int found;      /* 1, or OURS when the kit's own files cannot be read */
	int line;       /* 0: unknown */
	char text[240]; /* "defines write, which ..." */
} Fault;

/* One lab's object, and what the kit adds to it. */
typedef struct Lint {
	Object *lab;
	int instrumented; /* by the compiler, as the grader asked: it adds code and names of its own
			   */
	Object *drives[2];
	struct {
		const char *owner;
		Elf *elf;
		Elf_Data *symbols;
		size_t count, names;
	} library[3];
} Lint;

static int begins(const char *text, const char *with)
{
	return strncmp(text, with, strlen(with)) == 0;
}

/* --- sections --------------------------------------------------------------------------------- */

/* What compilers make of C, each also with a dot and more behind it. */
static const char *const usual[] = {
	".text",    ".data",     ".bss",  ".rodata", ".tdata",
	".tbss",    ".eh_frame", ".note", ".sdata",  ".gcc_except_table",
	".lrodata", ".ldata",    ".lbss",
};

/* Not loaded, but the linker would do something about them. */
static const char *const unusual[] = {".gnu.lto_", ".gnu.offload_lto_", ".interp", ".dynamic",
				      ".gnu.warning"};

static bool is_usual(const char *name)
{
	if (name[0] != '.')
		return true; /* __attribute__((section("mine"))) */
	for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
		char next = name[begins(name, usual[i]) ? strlen(usual[i]) : 0];

		if (next == '\0' || (begins(name, usual[i]) && next == '.'))
			return true;
	}
	return false;
}

static int runs_by_itself(const char *name, unsigned type)
{
	static const char *const begun[] = {".init", ".fini", ".preinit_array", ".ctors", ".dtors"};

	for (size_t i = 0; i < sizeof begun / sizeof *begun; i++)
		if (begins(name, begun[i]))
			return 1;
	return type == SHT_INIT_ARRAY || type == SHT_FINI_ARRAY || type == SHT_PREINIT_ARRAY;
}

/* The line of the first function that the section points to. */
static int pointed_line(Object *object, size_t section)
{
	for (Elf_Scn *s = NULL; (s = elf_nextscn(object->elf, s));) {
		GElf_Shdr head;
		GElf_Rela entry;
		GElf_Sym symbol;

		if (!gelf_getshdr(s, &head) || head.sh_type != SHT_RELA ||
		    head.sh_info != section || !gelf_getrela(elf_getdata(s, NULL), 0, &entry))
			continue;
		object_symbol(object, GELF_R_SYM(entry.r_info), &symbol);
		return object_line_at(object, symbol.st_shndx,
				      symbol.st_value + (uint64_t)entry.r_addend);
	}
	return 0;
}

/* NULL when it cannot be read. */
static const char *section_name(Elf *elf, size_t names, Elf_Scn *section, GElf_Shdr *head)
{
	return !gelf_getshdr(section, head) ? NULL : elf_strptr(elf, names, head->sh_name);
}

static bool is_debug(const char *name)
{
	return begins(name, ".debug") || begins(name, ".zdebug");
}

/* What could make others work without end who read the object: so many sections that their numbers
 * do not fit a symbol, and debug information that unpacks to gigabytes. Nobody has asked libdw for
 * any yet. */
static void amounts_look(const Lint *lint, Fault *fault)
{
	Elf *elf = lint->lab->elf;
	size_t names, sections = 0;
	uint64_t bytes = 0;

	if (elf_getshdrstrndx(elf, &names) != 0 || elf_getshdrnum(elf, &sections) != 0)
		return;
	for (Elf_Scn *s = NULL; !fault->found && (s = elf_nextscn(elf, s));) {
		GElf_Shdr head;
		const char *name = section_name(elf, names, s, &head);

		if (!name)
			continue;
		if (is_debug(name))
			bytes += head.sh_size;
		if ((head.sh_flags & SHF_COMPRESSED) || begins(name, ".zdebug")) {
			fault->found = 1;
			text_format(fault->text, sizeof fault->text,
				    "has a section %s that is compressed; take it out", name);
		}
	}
	if (!fault->found && sections >= SHN_LORESERVE) {
		fault->found = 1;
		text_format(fault->text, sizeof fault->text,
			    "has %zu sections; wanted less than %d", sections, SHN_LORESERVE);
	} else if (!fault->found && bytes > DEBUG_MAX) {
		fault->found = 1;
		text_format(fault->text, sizeof fault->text,
			    "has %llu MiB of debug information; wanted at most %d",
			    (unsigned long long)(bytes >> 20), DEBUG_MAX >> 20);
	}
}

static void sections_look(const Lint *lint, Fault *fault)
{
	Elf *elf = lint->lab->elf;
	size_t names;

	if (elf_getshdrstrndx(elf, &names) != 0)
		return;
	for (Elf_Scn *s = NULL; !fault->found && (s = elf_nextscn(elf, s));) {
		GElf_Shdr head;
		const char *name = section_name(elf, names, s, &head);
		int bad = 0;

		if (!name || head.sh_type == SHT_RELA)
			continue;
		if (runs_by_itself(name, head.sh_type)) {
			if (lint->instrumented &&
			    (head.sh_type == SHT_INIT_ARRAY || head.sh_type == SHT_FINI_ARRAY))
				continue;
			fault->found = 1;
			fault->line = pointed_line(lint->lab, elf_ndxscn(s));
			text_format(fault->text, sizeof fault->text,
				    "has code that runs before or after the exercises (%s: a "
				    "constructor or destructor); take it out",
				    name);
			return;
		}
		for (size_t i = 0; i < sizeof unusual / sizeof *unusual; i++)
			bad |= begins(name, unusual[i]);
		if ((head.sh_flags & SHF_ALLOC) && !lint->instrumented)
			bad |= !is_usual(name);
		if (bad) {
			fault->found = 1;
			text_format(fault->text, sizeof fault->text,
				    "has a section %s, which no exercise needs; take it out", name);
		}
	}
}

/* --- names ------------------------------------------------------------------------------------ */

static int same(const char *a, const char *b)
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
	return name[0] == '_' && (name[1] == '_' || (name[1] >= 'A' && name[1] <= 'Z'));
}

typedef enum Known { UNKNOWN, USED, DEFINED } Known;

/* What the drive uses weakly are the exercises, and one table that hidden checks may bring. */
static Known drive_knows(const Lint *lint, const char *name)
{
	Known known = UNKNOWN;

	if (same(name, "hidden_drives") || begins(name, "drive_heap_")) /* of drive_heap.o */
		return DEFINED;
	for (size_t k = 0; k < 2; k++) {
		Object *drive = lint->drives[k];

		for (size_t i = 1; i < drive->symbol_count; i++) {
			GElf_Sym symbol;
			const char *each = object_symbol(drive, i, &symbol);
			unsigned binding = GELF_ST_BIND(symbol.st_info);

			if (!same(each, name))
				continue;
			if (symbol.st_shndx != SHN_UNDEF && binding != STB_LOCAL)
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

static void symbols_look(const Lint *lint, Fault *fault)
{
	Object *lab = lint->lab;

	for (size_t i = 1; !fault->found && i < lab->symbol_count; i++) {
		GElf_Sym symbol;
		const char *name = object_symbol(lab, i, &symbol), *owner;

		if (GELF_ST_TYPE(symbol.st_info) == STT_GNU_IFUNC) {
			fault->found = 1;
			fault->line = object_line(lab, name);
			text_format(fault->text, sizeof fault->text,
				    "chooses %s when the program is loaded (ifunc); take that out",
				    name);
		} else if (name[0] == '\0' || GELF_ST_BIND(symbol.st_info) == STB_LOCAL) {
			continue;
		} else if (symbol.st_shndx == SHN_UNDEF && is_inner(lint, name)) {
			fault->found = 1;
			fault->line = used_line(lab, i);
			text_format(fault->text, sizeof fault->text,
				    "uses %s, which is the kit's own and not for exercises", name);
		} else if (symbol.st_shndx != SHN_UNDEF && (owner = owner_find(lint, name))) {
			fault->found = 1;
			fault->line = object_line(lab, name);
			text_format(fault->text, sizeof fault->text,
				    "defines %s, which belongs to %s; give it another name, or "
				    "make it static",
				    name, owner);
		}
	}
}

/* --- the whole -------------------------------------------------------------------------------- */

static int library_open(Lint *lint, int k, const char *owner, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	Elf *elf = fd < 0 ? NULL : elf_begin(fd, ELF_C_READ_MMAP, NULL);

	for (Elf_Scn *s = NULL; elf && (s = elf_nextscn(elf, s));) {
		GElf_Shdr head;

		if (!gelf_getshdr(s, &head) || head.sh_type != SHT_DYNSYM || head.sh_entsize == 0)
			continue;
		lint->library[k].owner = owner;
		lint->library[k].elf = elf;
		lint->library[k].symbols = elf_getdata(s, NULL);
		lint->library[k].count = head.sh_size / head.sh_entsize;
		lint->library[k].names = head.sh_link;
		return 0;
	}
	return -1;
}

/* In a process of its own, which frees nothing. */
static void look(const Options *o, const LabChecks *lab, const char *object, Fault *fault)
{
	static const struct {
		const char *owner, *file;
	} files[] = {
		{"the framework", "lib/libusegpu.so"},
		{NULL, "simcuda/libcudart.so.13"}, /* it has the C library's clocks too */
		{NULL, "simcuda/libcublas.so.13"},
	};
	char *drives[2] = {kit_drive(o->build, lab, 0), kit_drive(o->build, NULL, 1)};
	Lint lint = {.instrumented = options_have_flag(o, "-fsanitize") ||
				     options_have_flag(o, "--coverage")};
	int bad = 0;

	lint.lab = object_open(object);
	for (int k = 0; k < 2; k++) {
		lint.drives[k] = object_open(drives[k]);
		free(drives[k]);
	}
	for (int k = 0; k < 3; k++) {
		char *path = text_new("%s/%s", o->build, files[k].file);

		bad |= library_open(&lint, k, files[k].owner, path) < 0;
		free(path);
	}
	if (!lint.lab || !lint.drives[0] || !lint.drives[1] || bad) {
		fault->found = !lint.lab ? 1 : OURS;
		text_format(fault->text, sizeof fault->text, "%s",
			    !lint.lab ? "its compiled form cannot be read"
				      : "the kit's own objects cannot be read");
	}
	if (lint.lab && !fault->found)
		amounts_look(&lint, fault);
	if (lint.lab && !fault->found)
		sections_look(&lint, fault);
	if (lint.lab && !fault->found)
		symbols_look(&lint, fault);
}

int symbol_policy_check(const Options *options, const LabChecks *lab, const char *object, char *why,
			size_t why_size, char *where, size_t where_size)
{
	Fault fault = {0};
	int answer[2], status = 0;
	pid_t pid;

	pid = pipe2(answer, O_CLOEXEC) < 0 ? -1 : fork();
	if (pid < 0)
		abort(); /* to say that nothing was found would be a lie */
	if (pid == 0) {
		alarm(SECONDS);
		look(options, lab, object, &fault);
		_exit(write(answer[1], &fault, sizeof fault) == sizeof fault ? 0 : 1);
	}
	close(answer[1]);
	ssize_t got = read(answer[0], &fault, sizeof fault);
	close(answer[0]);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (got != sizeof fault && WIFEXITED(status)) {
		fault = (Fault){.found = OURS};
		text_format(fault.text, sizeof fault.text, "there is no memory to look into it");
	} else if (got != sizeof fault) {
		fault = (Fault){.found = 1};
		text_format(fault.text, sizeof fault.text, "its compiled form cannot be read");
	}
	if (!fault.found)
		return 0;

	char line[24] = "", clean[sizeof fault.text];

	if (fault.line > 0)
		snprintf(line, sizeof line, ":%d", fault.line);
	text_clean(clean, sizeof clean, fault.text, strlen(fault.text));
	snprintf(where, where_size, "%s.c%s", lab->name, line);
	text_format(why, why_size, "%s: %s", where, clean);
	return fault.found == OURS ? -2 : -1;
}
