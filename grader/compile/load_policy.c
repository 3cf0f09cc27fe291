/* load_policy.c - what the linker and the loader would do with an object's sections, whatever these are called: by their
 * rights, their places, their first values and what is filled in.
 *
 * The lab is linked with the drive. Parts of both that have the same rights come into one segment: one section of the
 * lab's that can be written to, among those that cannot, and the drive's code can be, too. And what the loader does is
 * done before the drive begins: before the judge has looked at the program's memory, and before anything is closed. */
#include <stdint.h>

#include "grader/compile/lint.h"

#define ALIGN_MOST 4096 /* bytes: so a program has no more segments than the kit's own parts make */
#define FIRST_MOST                                                                                 \
	((uint64_t)256                                                                             \
	 << 10) /* bytes; whoever looks for memory that is held looks for four times as much */
#define X86_64_LARGE_COMMON 0xff02 /* as SHN_COMMON, for those that lie far */
#define RIGHTS              (SHF_WRITE | SHF_EXECINSTR | SHF_TLS)

/* What compilers give to sections of that name, and to those with a dot and more behind it. All others are only read. */
static const struct {
	const char *name;
	uint64_t rights;
} usual[] = {
	{".text", SHF_EXECINSTR},        {".data", SHF_WRITE},           {".bss", SHF_WRITE},
	{".sdata", SHF_WRITE},           {".ldata", SHF_WRITE},          {".lbss", SHF_WRITE},
	{".tdata", SHF_WRITE | SHF_TLS}, {".tbss", SHF_WRITE | SHF_TLS}, {".init_array", SHF_WRITE},
	{".nvFatBinSegment", SHF_WRITE},
};

static bool has_usual_rights(const char *name, uint64_t flags)
{
	uint64_t rights = 0;

	if (name[0] != '.') /* one of the lab's own, of code or of variables */
		return (flags & RIGHTS) == SHF_WRITE || (flags & RIGHTS) == SHF_EXECINSTR ||
		       (flags & RIGHTS) == 0;
	for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
		if (is_called(name, usual[i].name))
			rights = usual[i].rights;
	return (flags & RIGHTS) == rights;
}

/* Whether the section has bytes that are the program's own before it begins: the loader fills some of them in, and a
 * thread's variables all, also with zeros. */
static bool is_made_early(const char *name, const GElf_Shdr *head)
{
	return (head->sh_flags & SHF_TLS) || is_called(name, ".tdata") ||
	       is_called(name, ".tbss") ||
	       ((head->sh_flags & SHF_WRITE) && head->sh_type != SHT_NOBITS);
}

/* --- what is filled in ---------------------------------------------------------------------------- */

/* How many bytes such a relocation fills in; -1: it is one that linkers make, for loaders. */
static int bytes_filled(unsigned machine, unsigned type)
{
	if (machine == EM_AARCH64)
		return type == R_AARCH64_ABS64 || type == R_AARCH64_PREL64 ? 8 : 4;
	if (machine != EM_X86_64)
		return 4;
	switch (type) {
	case R_X86_64_NONE:
	case R_X86_64_TLSDESC_CALL:
		return 0;
	case R_X86_64_8:
	case R_X86_64_PC8:
		return 1;
	case R_X86_64_16:
	case R_X86_64_PC16:
		return 2;
	case R_X86_64_PC32:
	case R_X86_64_GOT32:
	case R_X86_64_PLT32:
	case R_X86_64_GOTPCREL:
	case R_X86_64_32:
	case R_X86_64_32S:
	case R_X86_64_TLSGD:
	case R_X86_64_TLSLD:
	case R_X86_64_DTPOFF32:
	case R_X86_64_GOTTPOFF:
	case R_X86_64_TPOFF32:
	case R_X86_64_GOTPC32:
	case R_X86_64_SIZE32:
	case R_X86_64_GOTPC32_TLSDESC:
	case R_X86_64_GOTPCRELX:
	case R_X86_64_REX_GOTPCRELX:
		return 4;
	case R_X86_64_COPY:
	case R_X86_64_GLOB_DAT:
	case R_X86_64_JUMP_SLOT:
	case R_X86_64_RELATIVE:
	case R_X86_64_RELATIVE64:
	case R_X86_64_IRELATIVE:
		return -1;
	default:
		return 8;
	}
}

/* Whether all that the list has filled in lies in the section that it is for: the linker does not look where a place of
 * 8 bytes lies, and has the loader fill it in. */
static bool fills_within(Object *object, Elf_Scn *list, const GElf_Shdr *of)
{
	Elf_Data *data = elf_getdata(list, NULL);
	GElf_Ehdr about;
	GElf_Rela entry;

	if (!gelf_getehdr(object->elf, &about))
		return false;
	for (int i = 0; data && gelf_getrela(data, i, &entry); i++) {
		const int bytes =
			bytes_filled(about.e_machine, (unsigned)GELF_R_TYPE(entry.r_info));

		if (bytes < 0 || entry.r_offset > of->sh_size ||
		    of->sh_size - entry.r_offset < (uint64_t)bytes)
			return false;
	}
	return true;
}

/* --- variables in no section ------------------------------------------------------------------------ */

/* The linker makes room for common variables, of which the object has names alone. No compiler makes any here
 * (-fno-common); those of a thread would be filled by the loader, and the place of one can be a multiple of anything. */
void commons_look(const Lint *lint, Fault *fault)
{
	for (size_t i = 1; !fault->found && i < lint->lab->symbol_count; i++) {
		GElf_Sym symbol;
		const char *name = object_symbol(lint->lab, i, &symbol);

		if (symbol.st_shndx == SHN_COMMON || symbol.st_shndx == X86_64_LARGE_COMMON)
			fault_say(fault, 0, "has %s in no section (a common variable); take it out",
				  name);
	}
}

/* --- all sections ----------------------------------------------------------------------------------- */

static void section_look(const Lint *lint, Elf_Scn *section, const char *name,
			 const GElf_Shdr *head, Fault *fault)
{
	GElf_Shdr of;

	if (head->sh_type == SHT_RELA &&
	    gelf_getshdr(elf_getscn(lint->lab->elf, head->sh_info), &of) &&
	    !fills_within(lint->lab, section, &of))
		fault_say(fault, 0,
			  "has something filled in outside of a section (%s); take it out", name);
	if (!(head->sh_flags & SHF_ALLOC) || lint->instrumented)
		return;
	if (!has_usual_rights(name, head->sh_flags))
		fault_say(fault, 0,
			  "has a section %s with rights that no compiler gives it; take it out",
			  name);
	if (head->sh_addralign > ALIGN_MOST)
		fault_say(fault, 0,
			  "has a section %s whose address is to be a multiple of %llu; take it "
			  "out, or have at most %d",
			  name, (unsigned long long)head->sh_addralign, ALIGN_MOST);
}

void loads_look(const Lint *lint, Fault *fault)
{
	Elf *elf = lint->lab->elf;
	size_t names;
	uint64_t early = 0;

	if (elf_getshdrstrndx(elf, &names) != 0)
		return; /* amounts_look has said so */
	for (Elf_Scn *s = NULL; !fault->found && (s = elf_nextscn(elf, s));) {
		GElf_Shdr head;
		const char *name =
			gelf_getshdr(s, &head) ? elf_strptr(elf, names, head.sh_name) : NULL;

		if (!name)
			continue;
		section_look(lint, s, name, &head, fault);
		if ((head.sh_flags & SHF_ALLOC) && is_made_early(name, &head))
			early += section_bytes(&head);
	}
	if (early > FIRST_MOST && !lint->instrumented)
		fault_say(fault, 0,
			  "has %llu KiB of variables with first values, or of each thread; take "
			  "it out, or have at most %d",
			  (unsigned long long)(early >> 10), (int)(FIRST_MOST >> 10));
}
