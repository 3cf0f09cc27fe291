/* program_policy.c - what a program must not have the kernel or the loader do before main, in the process that reads it.
 *
 * Read as they read it: by segments and the dynamic section, whatever the sections are said to be. */
#include "grader/compile/program_policy.h"

#include <stdint.h>

#include "grader/base/file.h"
#include "grader/compile/program_file.h"

/* Bytes from the entry on in which the C library's own beginning lies, and the code that it has the loader run: the
 * linker puts them before the lab's. */
#define BEGIN_BYTES 0x400
#define WORD        sizeof(uint64_t)

/* --- segments ------------------------------------------------------------------------------------- */

static bool is_segment_usual(unsigned type)
{
	switch (type) {
	case PT_PHDR:
	case PT_INTERP:
	case PT_LOAD:
	case PT_DYNAMIC:
	case PT_NOTE:
	case PT_TLS:
	case PT_GNU_EH_FRAME:
	case PT_GNU_STACK:
	case PT_GNU_RELRO:
	case PT_GNU_PROPERTY:
		return true;
	default: /* one of the processor's own, such as of attributes */
		return type >= PT_LOPROC && type <= PT_HIPROC;
	}
}

static void segments_look(Program *program, Fault *fault)
{
	int dynamic = 0, code = 0;

	for (int i = 0; i < program->head.e_phnum; i++) {
		GElf_Phdr each;

		if (!gelf_getphdr(program->elf, i, &each) || !is_segment_usual(each.p_type)) {
			fault_say(fault, 0, "has a segment that no program needs");
			return;
		}
		/* a stack can be run where a function within another one is handed on: that is GNU C */
		if ((each.p_flags & PF_W) && (each.p_flags & PF_X) && each.p_type != PT_GNU_STACK)
			fault_say(fault, 0, "has memory that can be written to and run");
		if (each.p_type == PT_LOAD) {
			code += (each.p_flags & PF_X) != 0;
			if (program->loads < LOADS_MAX)
				program->load[program->loads] = each;
			program->loads++;
		}
		if (each.p_type != PT_DYNAMIC)
			continue;
		dynamic++;
		program->dynamic = elf_getdata_rawchunk(program->elf, (int64_t)each.p_offset,
							each.p_filesz, ELF_T_DYN);
	}
	if (program->loads > LOADS_MAX || code != 1 || dynamic != 1 || !program->dynamic)
		fault_say(fault, 0, "has other segments than a linker makes of an exercise");
}

/* --- the dynamic section ---------------------------------------------------------------------------- */

static bool is_tag_usual(int64_t tag)
{
	switch (tag) {
	case DT_NULL:
	case DT_NEEDED:
	case DT_PLTRELSZ:
	case DT_PLTGOT:
	case DT_HASH:
	case DT_STRTAB:
	case DT_SYMTAB:
	case DT_RELA:
	case DT_RELASZ:
	case DT_RELAENT:
	case DT_STRSZ:
	case DT_SYMENT:
	case DT_INIT:
	case DT_FINI:
	case DT_RUNPATH:
	case DT_PLTREL:
	case DT_DEBUG:
	case DT_JMPREL:
	case DT_BIND_NOW:
	case DT_INIT_ARRAY:
	case DT_FINI_ARRAY:
	case DT_INIT_ARRAYSZ:
	case DT_FINI_ARRAYSZ:
	case DT_FLAGS:
	case DT_FLAGS_1:
	case DT_GNU_HASH:
	case DT_RELACOUNT:
	case DT_RELR: /* of places in the order of their addresses */
	case DT_RELRSZ:
	case DT_RELRENT:
	case DT_VERSYM:
	case DT_VERNEED:
	case DT_VERNEEDNUM:
		return true;
	default: /* one of the processor's own, such as how branches are guarded */
		return tag >= DT_LOPROC && tag < DT_AUXILIARY;
	}
}

/* A sanitizer's own functions come before all others. */
static bool is_sanitizers(const ProgramQuestion *question, int64_t tag)
{
	return question->instrumented && (tag == DT_PREINIT_ARRAY || tag == DT_PREINIT_ARRAYSZ);
}

static void tags_look(const Program *program, const ProgramQuestion *question, Fault *fault)
{
	GElf_Dyn each;

	for (int i = 0; gelf_getdyn(program->dynamic, i, &each) && each.d_tag != DT_NULL; i++)
		if (!(is_tag_usual(each.d_tag) || is_sanitizers(question, each.d_tag)) ||
		    (each.d_tag == DT_FLAGS && (each.d_un.d_val & (DF_TEXTREL | DF_SYMBOLIC))))
			fault_say(fault, 0,
				  "asks something of the loader that no exercise needs (%#llx)",
				  (unsigned long long)each.d_tag);
}

/* --- what the loader fills in ------------------------------------------------------------------------- */

static bool is_kind_loaders(unsigned machine, unsigned kind)
{
	if (machine == EM_X86_64)
		return kind == R_X86_64_RELATIVE || kind == R_X86_64_GLOB_DAT ||
		       kind == R_X86_64_JUMP_SLOT || kind == R_X86_64_64 || kind == R_X86_64_COPY ||
		       kind == R_X86_64_DTPMOD64 || kind == R_X86_64_DTPOFF64 ||
		       kind == R_X86_64_TPOFF64 || kind == R_X86_64_TLSDESC;
	return machine != EM_AARCH64 || kind != R_AARCH64_IRELATIVE;
}

static bool is_copy(unsigned machine, unsigned kind)
{
	return (machine == EM_X86_64 && kind == R_X86_64_COPY) ||
	       (machine == EM_AARCH64 && kind == R_AARCH64_COPY);
}

/* Whether there is a list that holds only what loaders are to fill in, in variables that have first values. */
static bool is_list_good(const Program *program, uint64_t place, uint64_t bytes)
{
	Elf_Data *list = program_bytes(program, place, bytes, ELF_T_RELA);
	GElf_Rela entry;

	for (int i = 0; list && gelf_getrela(list, i, &entry); i++) {
		const unsigned kind = (unsigned)GELF_R_TYPE(entry.r_info);
		const GElf_Phdr *load = program_load(program, entry.r_offset, WORD);

		if (!is_kind_loaders(program->head.e_machine, kind))
			return false;
		if (!is_copy(program->head.e_machine, kind) && (!load || !(load->p_flags & PF_W)))
			return false;
	}
	return list != NULL;
}

static void filled_look(const Program *program, Fault *fault)
{
	const uint64_t bytes = program_tag(program, DT_RELASZ),
		       calls = program_tag(program, DT_PLTRELSZ);

	if ((bytes > 0 && !is_list_good(program, program_tag(program, DT_RELA), bytes)) ||
	    (calls > 0 && !is_list_good(program, program_tag(program, DT_JMPREL), calls)))
		fault_say(fault, 0, "has the loader fill in what no exercise needs");
}

/* --- what runs before main and behind it ---------------------------------------------------------------- */

/* Where the word of a table points to: what the loader fills in there, or what is there; 0: it fills it in twice. */
static uint64_t pointed(const Program *program, uint64_t place)
{
	const uint64_t bytes = program_tag(program, DT_RELASZ);
	Elf_Data *list = bytes > 0 ? program_bytes(program, program_tag(program, DT_RELA), bytes,
						   ELF_T_RELA)
				   : NULL,
		 *word = program_bytes(program, place, WORD, ELF_T_XWORD);
	GElf_Rela entry;
	uint64_t filled = 0;
	int times = 0;

	for (int i = 0; list && gelf_getrela(list, i, &entry); i++)
		if (entry.r_offset > place - WORD && entry.r_offset < place + WORD) {
			filled = entry.r_offset == place ? (uint64_t)entry.r_addend : 0;
			times++;
		}
	if (times > 0)
		return times == 1 ? filled : 0;
	return word && word->d_size == WORD ? *(const uint64_t *)word->d_buf : 0;
}

/* Whether the table holds the C library's own function, and `more` of others. */
static bool is_table_good(const Program *program, int64_t tag, int64_t bytes_tag, uint64_t more)
{
	const uint64_t place = program_tag(program, tag), bytes = program_tag(program, bytes_tag),
		       begin = program->head.e_entry;

	if (bytes == 0)
		return true;
	if (bytes > (1 + more) * WORD)
		return false;
	const uint64_t first = pointed(program, place);

	return first >= begin && first - begin < BEGIN_BYTES;
}

/* The code of these two is the C library's alone: it is in pieces of which each file may add one. */
static bool is_code_good(const Program *program, int64_t tag, const char *section)
{
	const uint64_t place = program_tag(program, tag);
	const uint64_t most = 32; /* bytes; it takes 27 with x86-64, 24 with AArch64 */
	size_t names;

	if (place == 0)
		return true;
	if (elf_getshdrstrndx(program->elf, &names) != 0)
		return false;
	for (Elf_Scn *s = NULL; (s = elf_nextscn(program->elf, s));) {
		GElf_Shdr head;
		const char *name = gelf_getshdr(s, &head)
					   ? elf_strptr(program->elf, names, head.sh_name)
					   : NULL;

		if (name && strcmp(name, section) == 0)
			return head.sh_addr == place && head.sh_size <= most;
	}
	return false;
}

static void begins_look(const Program *program, const ProgramQuestion *question, Fault *fault)
{
	const uint64_t more = question->kernels ? 1 : 0;

	if (!is_table_good(program, DT_INIT_ARRAY, DT_INIT_ARRAYSZ, more) ||
	    !is_table_good(program, DT_FINI_ARRAY, DT_FINI_ARRAYSZ, more) ||
	    !is_code_good(program, DT_INIT, ".init") || !is_code_good(program, DT_FINI, ".fini"))
		fault_say(fault, 0, "has code that runs before main or behind it");
}

int program_answer(const int *files, int answer, const void *about)
{
	static Fault said; /* all of it 0 */
	static Program program;
	const ProgramQuestion *question = about;
	Elf *drives[LINT_DRIVES];

	elf_version(EV_CURRENT);
	program.elf = elf_begin(files[PROGRAM_FILE], ELF_C_READ_MMAP, NULL);
	if (elf_kind(program.elf) != ELF_K_ELF || !gelf_getehdr(program.elf, &program.head))
		return 1;
	for (int k = 0; k < LINT_DRIVES; k++)
		if (!(drives[k] = elf_begin(files[PROGRAM_DRIVES + k], ELF_C_READ_MMAP, NULL)))
			return 1;
	segments_look(&program, &said);
	if (!said.found)
		tags_look(&program, question, &said);
	if (!said.found)
		filled_look(&program, &said);
	if (!said.found && !question->instrumented) /* a sanitizer's are others */
		begins_look(&program, question, &said);
	if (!said.found && !question->instrumented)
		program_names_look(&program, drives, question->kernels, &said);
	return file_write(answer, &said, sizeof said) < 0;
}
