/* object.c - reads symbols with libelf, lines with libdwfl.
 *
 * libdwfl gives each section of an object an address and applies the relocations of its debug
 * information. It is told nothing but the open file: it looks for no other one, whatever the object
 * names. */
#include "grader/probe/object_state.h"

#include <dwarf.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/base/text.h"

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

/* There must be one table of symbols, of the usual kind: of another one, or a second, who links the
 * object might see more than we do. */
static void symbols_find(Object *object)
{
	const size_t each = gelf_fsize(object->elf, ELF_T_SYM, 1, EV_CURRENT);
	int tables = 0;

	for (Elf_Scn *s = NULL; (s = elf_nextscn(object->elf, s));) {
		GElf_Shdr head;

		if (!gelf_getshdr(s, &head) || head.sh_type != SHT_SYMTAB)
			continue;
		tables++;
		object->symbols = head.sh_entsize == each ? elf_getdata(s, NULL) : NULL;
		object->symbol_count = head.sh_size / each;
		object->names = head.sh_link;
	}
	if (tables != 1)
		object->symbols = NULL;
}

/* Whether it is one object: libdwfl would unpack a compressed file, and look into an archive. */
static bool is_object(Elf *elf)
{
	GElf_Ehdr head;

	return elf_kind(elf) == ELF_K_ELF && gelf_getehdr(elf, &head) && head.e_type == ET_REL;
}

/* libdwfl's view of the file, with a descriptor of its own. */
static void module_open(Object *object, int fd)
{
	int own = fcntl(fd, F_DUPFD_CLOEXEC, 0);
	GElf_Addr bias;

	object->dwfl = own < 0 ? NULL : dwfl_begin(&callbacks);
	if (object->dwfl)
		object->module = dwfl_report_offline(object->dwfl, "lab", "lab", own);
	if (!object->module) {
		if (own >= 0)
			close(own);
		return;
	}
	dwfl_report_end(object->dwfl, NULL, NULL);
	object->placed = dwfl_module_getelf(object->module, &bias);
}

Object *object_open(int fd)
{
	Object *object = memory_new(sizeof *object);

	elf_version(EV_CURRENT);
	object->elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
	if (is_object(object->elf))
		module_open(object, fd);
	if (object->placed)
		symbols_find(object);
	if (!object->symbols) {
		object_close(object);
		return NULL;
	}
	return object;
}

void object_close(Object *object)
{
	if (!object)
		return;
	if (object->dwfl)
		dwfl_end(object->dwfl);
	if (object->elf)
		elf_end(object->elf);
	free(object);
}

const char *object_symbol(Object *object, size_t i, GElf_Sym *symbol)
{
	const char *name = NULL;

	*symbol = (GElf_Sym){0};
	if (i < object->symbol_count && gelf_getsym(object->symbols, (int)i, symbol))
		name = elf_strptr(object->elf, object->names, symbol->st_name);
	return !name ? "" : name;
}

int object_function(Object *object, const char *function, GElf_Sym *symbol)
{
	for (size_t i = 1; i < object->symbol_count; i++)
		if (strcmp(object_symbol(object, i, symbol), function) == 0 &&
		    GELF_ST_TYPE(symbol->st_info) == STT_FUNC &&
		    GELF_ST_BIND(symbol->st_info) != STB_LOCAL && symbol->st_shndx != SHN_UNDEF)
			return 1;
	return 0;
}

int object_has_function(Object *object, const char *function)
{
	GElf_Sym symbol;

	return object_function(object, function, &symbol);
}

/* Whether the definition is known by that name, to the source or to the linker. */
static int die_is(Dwarf_Die *die, const char *name)
{
	Dwarf_Attribute attribute;
	const char *own = dwarf_diename(die);
	const char *linked = dwarf_formstring(dwarf_attr(die, DW_AT_linkage_name, &attribute));

	if (dwarf_tag(die) != DW_TAG_subprogram && dwarf_tag(die) != DW_TAG_variable)
		return 0;
	if (dwarf_attr(die, DW_AT_declaration, &attribute))
		return 0;
	return (own && strcmp(own, name) == 0) || (linked && strcmp(linked, name) == 0);
}

void object_definitions(Object *object, const char *name, DefinitionLook *look, void *data)
{
	Dwarf_Addr bias;
	Dwarf_Die *unit = NULL, die;

	while ((unit = dwfl_module_nextcu(object->module, unit, &bias))) {
		if (dwarf_child(unit, &die) != 0)
			continue;
		do {
			if (die_is(&die, name))
				look(&die, data);
		} while (dwarf_siblingof(&die, &die) == 0);
	}
}

static void line_look(Dwarf_Die *die, void *data)
{
	int *line = data;

	if (*line == 0 && dwarf_decl_line(die, line) != 0)
		*line = 0;
}

int object_line(Object *object, const char *name)
{
	int line = 0;

	object_definitions(object, name, line_look, &line);
	return line;
}

/* Asks every compilation unit in turn (there is one), because not every compiler writes the table
 * that would lead from an address to its unit. */
int object_line_at(Object *object, size_t section, uint64_t offset)
{
	GElf_Shdr head;
	Dwarf_Addr bias;
	Dwarf_Die *unit = NULL;

	if (!gelf_getshdr(elf_getscn(object->placed, section), &head))
		return 0;
	while ((unit = dwfl_module_nextcu(object->module, unit, &bias))) {
		Dwarf_Line *found = dwarf_getsrc_die(unit, head.sh_addr + offset - bias);
		int line = 0;

		if (found && dwarf_lineno(found, &line) == 0)
			return line;
	}
	return 0;
}
