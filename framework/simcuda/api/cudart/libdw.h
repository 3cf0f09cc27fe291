/* libdw.h - for resolve.c alone: the functions of libdw, which is loaded when a line is first asked
 * for. With what it needs it is a third of a program's libraries, and few programs ask. */
#ifndef SIMCUDA_CUDART_LIBDW_H
#define SIMCUDA_CUDART_LIBDW_H

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>

#define LIBDW_FUNCTIONS(X)                                                                         \
	X(dwarf_attr)                                                                              \
	X(dwarf_filesrc)                                                                           \
	X(dwarf_formudata)                                                                         \
	X(dwarf_getscopes)                                                                         \
	X(dwarf_getsrc_die)                                                                        \
	X(dwarf_getsrcfiles)                                                                       \
	X(dwarf_haspc)                                                                             \
	X(dwarf_lineno)                                                                            \
	X(dwarf_linesrc)                                                                           \
	X(dwarf_tag)                                                                               \
	X(dwfl_addrmodule)                                                                         \
	X(dwfl_begin)                                                                              \
	X(dwfl_end)                                                                                \
	X(dwfl_module_addrname)                                                                    \
	X(dwfl_module_nextcu)                                                                      \
	X(dwfl_offline_section_address)                                                            \
	X(dwfl_report_begin)                                                                       \
	X(dwfl_report_elf)                                                                         \
	X(dwfl_report_end)

#define LIBDW_MEMBER(name) __typeof__(name) *name;

typedef struct Libdw {
	LIBDW_FUNCTIONS(LIBDW_MEMBER)
} Libdw;

/* NULL where the library cannot be loaded. */
const Libdw *libdw_load(void);

#endif
