/* program_file.c - what is read of a linked program, and the names that it shows to libraries. */
#include "grader/compile/program_file.h"

const GElf_Phdr *program_load(const Program *program, uint64_t place, uint64_t bytes)
{
	for (int i = 0; i < program->loads; i++) {
		const GElf_Phdr *load = &program->load[i];

		if (place >= load->p_vaddr && place - load->p_vaddr <= load->p_filesz &&
		    bytes <= load->p_filesz - (place - load->p_vaddr))
			return load;
	}
	return NULL;
}

Elf_Data *program_bytes(const Program *program, uint64_t place, uint64_t bytes, Elf_Type type)
{
	const GElf_Phdr *load = program_load(program, place, bytes);

	return load ? elf_getdata_rawchunk(program->elf,
					   (int64_t)(load->p_offset + (place - load->p_vaddr)),
					   bytes, type)
		    : NULL;
}

uint64_t program_tag(const Program *program, int64_t tag)
{
	GElf_Dyn each;

	for (int i = 0; gelf_getdyn(program->dynamic, i, &each) && each.d_tag != DT_NULL; i++)
		if (each.d_tag == tag)
			return each.d_un.d_val;
	return 0;
}

/* --- names that libraries find -------------------------------------------------------------------------- */

/* Whether a file of the kit's own defines the name for others. */
static bool drives_define(Elf *const *drives, const char *name)
{
	for (int k = 0; k < LINT_DRIVES; k++)
		for (Elf_Scn *s = NULL; (s = elf_nextscn(drives[k], s));) {
			GElf_Shdr head;
			GElf_Sym symbol;
			Elf_Data *data;

			if (!gelf_getshdr(s, &head) || head.sh_type != SHT_SYMTAB)
				continue;
			data = elf_getdata(s, NULL);
			for (int i = 1; data && gelf_getsym(data, i, &symbol); i++) {
				const char *each =
					elf_strptr(drives[k], head.sh_link, symbol.st_name);

				if (each && symbol.st_shndx != SHN_UNDEF &&
				    GELF_ST_BIND(symbol.st_info) != STB_LOCAL &&
				    strcmp(each, name) == 0)
					return true;
			}
		}
	return false;
}

void program_names_look(const Program *program, Elf *const *drives, bool kernels, Fault *fault)
{
	for (Elf_Scn *s = NULL; !fault->found && (s = elf_nextscn(program->elf, s));) {
		GElf_Shdr head;
		GElf_Sym symbol;
		Elf_Data *data;

		if (!gelf_getshdr(s, &head) || head.sh_type != SHT_DYNSYM)
			continue;
		data = elf_getdata(s, NULL);
		for (int i = 1; data && gelf_getsym(data, i, &symbol); i++) {
			const char *name = elf_strptr(program->elf, head.sh_link, symbol.st_name);

			if (symbol.st_shndx == SHN_UNDEF ||
			    GELF_ST_TYPE(symbol.st_info) == STT_OBJECT)
				continue; /* variables of a library's that the program has a copy of */
			if (!name ||
			    (!(kernels && begins(name, "_Z")) && !drives_define(drives, name)))
				fault_say(fault, 0, "shows %s to libraries",
					  name ? name : "a name");
		}
	}
}
