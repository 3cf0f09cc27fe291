/* relocation_policy.c - relocations that lie outside of their section. The linker leaves some to the loader, which would
 * write there: into what the drive has. */
#include "grader/compile/lint.h"

/* How many bytes are written; only the wide ones are told. */
static uint64_t width_of(Elf *elf, uint64_t info)
{
	static const uint64_t wide_x86[] = {
		R_X86_64_64,      R_X86_64_DTPMOD64, R_X86_64_DTPOFF64, R_X86_64_TPOFF64,
		R_X86_64_PC64,    R_X86_64_GOTOFF64, R_X86_64_GOT64,    R_X86_64_GOTPCREL64,
		R_X86_64_GOTPC64, R_X86_64_PLTOFF64, R_X86_64_SIZE64};
	static const uint64_t wide_arm[] = {R_AARCH64_ABS64, R_AARCH64_PREL64};
	GElf_Ehdr head;
	const bool is_arm = gelf_getehdr(elf, &head) && head.e_machine == EM_AARCH64;
	const uint64_t *wide = is_arm ? wide_arm : wide_x86;
	const size_t count =
		is_arm ? sizeof wide_arm / sizeof *wide_arm : sizeof wide_x86 / sizeof *wide_x86;

	for (size_t i = 0; i < count; i++)
		if (wide[i] == GELF_R_TYPE(info))
			return sizeof(uint64_t);
	return 1;
}

/* Whether each of that section's is within the one that it is of. */
static bool are_within(Elf *elf, Elf_Scn *section, const GElf_Shdr *head)
{
	Elf_Data *data = elf_getdata(section, NULL);
	GElf_Shdr of;
	GElf_Rela entry;

	if (!gelf_getshdr(elf_getscn(elf, head->sh_info), &of))
		return false;
	for (int i = 0; data && gelf_getrela(data, i, &entry); i++) {
		const uint64_t width = width_of(elf, entry.r_info);

		if (GELF_R_TYPE(entry.r_info) != 0 && /* one that does nothing */
		    (of.sh_size < width || entry.r_offset > of.sh_size - width))
			return false;
	}
	return true;
}

void relocations_look(const Lint *lint, Fault *fault)
{
	Elf *elf = lint->lab->elf;

	for (Elf_Scn *s = NULL; !fault->found && (s = elf_nextscn(elf, s));) {
		GElf_Shdr head;

		if (gelf_getshdr(s, &head) && head.sh_type == SHT_RELA &&
		    !are_within(elf, s, &head))
			fault_say(fault, 0,
				  "has something filled in outside of its sections (.reloc); take "
				  "it out");
	}
}
