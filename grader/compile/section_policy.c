/* section_policy.c - sections that no compiler makes of an exercise, and too much of what it makes. */
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "grader/compile/lint.h"

#define DEBUG_MAX (4 << 20) /* bytes; the largest source, full of functions, makes not one MiB */

/* What compilers make of C, each also with a dot and more behind it. */
static const char *const usual[] = {
	".text",    ".data",     ".bss",  ".rodata", ".tdata",
	".tbss",    ".eh_frame", ".note", ".sdata",  ".gcc_except_table",
	".lrodata", ".ldata",    ".lbss",
};

/* What clang makes of a file with kernels. */
static const char *const of_kernels[] = {".nv_fatbin", ".nvFatBinSegment"};

/* What they make that is not loaded. */
static const char *const beside[] = {".debug_",
				     ".comment",
				     ".symtab",
				     ".strtab",
				     ".shstrtab",
				     ".group",
				     ".gnu.build.attributes",
				     ".llvm_addrsig",
				     ".GCC.command.line"};

/* Not from a build with counters or a sanitizer either. */
static const char *const unusual[] = {".gnu.lto_", ".gnu.offload_lto_", ".interp",
				      ".dynamic",  ".gnu.warning",      ".rela"};

static bool is_usual(const Lint *lint, const char *name)
{
	if (name[0] != '.')
		return true; /* __attribute__((section("mine"))) */
	for (size_t i = 0; lint->kernels && i < sizeof of_kernels / sizeof *of_kernels; i++)
		if (strcmp(name, of_kernels[i]) == 0)
			return true;
	for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
		if (is_called(name, usual[i]))
			return true;
	return false;
}

static bool begins_one(const char *name, const char *const *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (begins(name, list[i]))
			return true;
	return false;
}

static bool runs_by_itself(const char *name, unsigned type)
{
	static const char *const begun[] = {".init", ".fini", ".preinit_array", ".ctors", ".dtors"};

	return begins_one(name, begun, sizeof begun / sizeof *begun) || type == SHT_INIT_ARRAY ||
	       type == SHT_FINI_ARRAY || type == SHT_PREINIT_ARRAY;
}

/* Where the first entry of the section points to: a place in another one. */
typedef struct Pointed {
	size_t section;
	uint64_t offset;
} Pointed;

/* How many relocations the section has; what the first one says is in *to. Who has more than entries can have one
 * entry filled in twice. */
static size_t pointed_find(Object *object, size_t section, Pointed *to)
{
	size_t found = 0;

	for (Elf_Scn *s = NULL; (s = elf_nextscn(object->elf, s));) {
		GElf_Shdr head;
		GElf_Rela entry;
		GElf_Sym symbol;

		if (!gelf_getshdr(s, &head) ||
		    (head.sh_type != SHT_RELA && head.sh_type != SHT_REL) ||
		    head.sh_info != section)
			continue;
		found += head.sh_entsize > 0 ? head.sh_size / head.sh_entsize : 2;
		if (!gelf_getrela(elf_getdata(s, NULL), 0, &entry) || entry.r_offset != 0) {
			found++; /* not as a compiler makes it */
			continue;
		}
		object_symbol(object, GELF_R_SYM(entry.r_info), &symbol);
		*to = (Pointed){symbol.st_shndx, symbol.st_value + (uint64_t)entry.r_addend};
	}
	return found;
}

/* The line of the first function that the section points to. */
static int pointed_line(Object *object, size_t section)
{
	Pointed to = {0, 0};

	return pointed_find(object, section, &to) > 0
		       ? object_line_at(object, to.section, to.offset)
		       : 0;
}

/* Whether clang's own function, which registers the kernels, is all that runs before the exercises. */
static bool registers_only(const Lint *lint, Elf_Scn *section, const GElf_Shdr *head)
{
	Pointed to = {0, 0};

	return lint->kernels && head->sh_type == SHT_INIT_ARRAY &&
	       head->sh_size == sizeof(uint64_t) &&
	       pointed_find(lint->lab, elf_ndxscn(section), &to) == 1 &&
	       is_registering(lint->lab, to.section, to.offset);
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

void fault_say(Fault *fault, int line, const char *format, ...)
{
	va_list arguments;

	if (fault->found)
		return;
	va_start(arguments, format);
	vsnprintf(fault->text, sizeof fault->text, format, arguments);
	va_end(arguments);
	fault->found = 1;
	fault->line = line;
}

/* Debug information in another file, which libraries would open by the name that is in there. */
static bool is_link(const char *name)
{
	static const char *const links[] = {".gnu_debuglink", ".gnu_debugaltlink", ".gnu_debugdata",
					    ".debug_sup"};

	for (size_t i = 0; i < sizeof links / sizeof *links; i++)
		if (strcmp(name, links[i]) == 0)
			return true;
	return false;
}

void amounts_look(const Lint *lint, Fault *fault)
{
	Elf *elf = lint->lab->elf;
	size_t names, sections = 0;
	uint64_t bytes = 0;

	if (elf_getshdrstrndx(elf, &names) != 0 || elf_getshdrnum(elf, &sections) != 0) {
		fault_say(fault, 0, "has sections whose names cannot be read");
		return;
	}
	for (Elf_Scn *s = NULL; !fault->found && (s = elf_nextscn(elf, s));) {
		GElf_Shdr head;
		const char *name = section_name(elf, names, s, &head);

		if (!name)
			fault_say(fault, 0, "has a section whose name cannot be read");
		else if (is_link(name))
			fault_say(fault, 0,
				  "has a section %s, which names another file; take it out", name);
		else if ((head.sh_flags & SHF_COMPRESSED) || begins(name, ".zdebug"))
			fault_say(fault, 0, "has a section %s that is compressed; take it out",
				  name);
		else if (is_debug(name))
			bytes += section_bytes(&head);
	}
	if (sections >= SHN_LORESERVE)
		fault_say(fault, 0, "has %zu sections; wanted less than %d", sections,
			  SHN_LORESERVE);
	if (bytes > DEBUG_MAX)
		fault_say(fault, 0, "has %llu MiB of debug information; wanted at most %d",
			  (unsigned long long)(bytes >> 20), DEBUG_MAX >> 20);
}

/* Relocations for the linker are called as the section that they are of. Others it would give to the loader, for
 * which the name is enough: that would do what they say before the program begins. */
static bool is_for_linker(Elf *elf, size_t names, const char *name, const GElf_Shdr *head)
{
	static const char rela[] = ".rela";
	Elf_Scn *of = head->sh_info > 0 ? elf_getscn(elf, head->sh_info) : NULL;
	GElf_Shdr of_head;
	const char *of_name = of ? section_name(elf, names, of, &of_head) : NULL;

	return head->sh_type == SHT_RELA && !(head->sh_flags & SHF_ALLOC) && of_name &&
	       begins(name, rela) && strcmp(name + sizeof rela - 1, of_name) == 0;
}

/* Kinds that compilers make. The linker goes by some others, whatever the section is called: relocations it would give
 * to the loader, which carries them out before the program begins. */
static bool is_kind_usual(const Lint *lint, unsigned type)
{
	enum { LLVM_ADDRSIG = 0x6fff4c03, X86_64_UNWIND = 0x70000001 };
	GElf_Ehdr head;

	switch (type) {
	case SHT_PROGBITS:
	case SHT_NOBITS:
	case SHT_NOTE:
	case SHT_SYMTAB:
	case SHT_STRTAB:
	case SHT_GROUP:
	case LLVM_ADDRSIG:
		return true;
	default: /* one of the processor's own: of others than x86-64 no list is kept */
		return type == X86_64_UNWIND ||
		       (type > SHT_LOPROC && type <= SHT_HIPROC &&
			gelf_getehdr(lint->lab->elf, &head) && head.e_machine != EM_X86_64);
	}
}

/* What the linker or the loader would do more about than to put it into the program. Whether a section is loaded does
 * not matter: the linker takes it by its name to those that are. */
static bool is_unwanted(const Lint *lint, const char *name, const GElf_Shdr *head)
{
	if (head->sh_type != SHT_NULL && !is_kind_usual(lint, head->sh_type))
		return true;
	if (head->sh_type == SHT_NOTE && !begins(name, ".note."))
		return true; /* the linker puts notes beside what it has for the loader */
	if (head->sh_type == SHT_SYMTAB && strcmp(name, ".symtab") != 0)
		return true;
	if (begins_one(name, unusual, sizeof unusual / sizeof *unusual))
		return true;
	if ((head->sh_flags & SHF_ALLOC) &&
	    begins_one(name, beside, sizeof beside / sizeof *beside))
		return true;
	return name[0] != '\0' && !lint->instrumented && !is_usual(lint, name) &&
	       !begins_one(name, beside, sizeof beside / sizeof *beside);
}

/* Counters and sanitizers have such code, which the compiler added. */
static bool is_added(const Lint *lint, const GElf_Shdr *head)
{
	return lint->instrumented &&
	       (head->sh_type == SHT_INIT_ARRAY || head->sh_type == SHT_FINI_ARRAY);
}

void sections_look(const Lint *lint, Fault *fault)
{
	Elf *elf = lint->lab->elf;
	size_t names;

	if (elf_getshdrstrndx(elf, &names) != 0)
		return; /* amounts_look has said so */
	for (Elf_Scn *s = NULL; !fault->found && (s = elf_nextscn(elf, s));) {
		GElf_Shdr head;
		const char *name = section_name(elf, names, s, &head);

		if (!name || is_for_linker(elf, names, name, &head))
			continue;
		if (!runs_by_itself(name, head.sh_type)) {
			if (is_unwanted(lint, name, &head))
				fault_say(fault, 0,
					  "has a section %s, which no exercise needs; take it out",
					  name);
		} else if (!is_added(lint, &head) && !registers_only(lint, s, &head)) {
			fault_say(fault, pointed_line(lint->lab, elf_ndxscn(s)),
				  "has code that runs before or after the exercises (%s: a "
				  "constructor or destructor%s); take it out",
				  name, lint->kernels ? ", such as <iostream> brings" : "");
		}
	}
}
