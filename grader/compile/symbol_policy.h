/* symbol_policy.h - refuses a compiled lab that would change the program around it.
 *
 * The lab is linked with the drive and the libraries, and its names come first: a lab that defines
 * malloc, cudaMemcpy or simcuda_counters would have the drive and the simulator call it. Code that
 * runs before main, or when the program is loaded, could prepare what the exercises then find. So a
 * lab may define what it likes but those names, and has no such code.
 *
 * What it cannot see: what inline assembly does with numbers instead of names. The judge believes
 * nothing that the program says either way. */
#ifndef GRADER_COMPILE_SYMBOL_POLICY_H
#define GRADER_COMPILE_SYMBOL_POLICY_H

#include "grader/setup/options.h"
#include "grader/setup/registry.h"

/* What an exercise with forbidden calls must not use either, as it leads to any function: by its
 * name, by the tables of the loader, or by a section whose begin the linker knows. */
#define SYMBOL_DETOURS                                                                             \
	"dlsym dlvsym dlopen dlmopen dladdr dladdr1 dlinfo dl_iterate_phdr _dl_* __libc_dl* "      \
	"_DYNAMIC _GLOBAL_OFFSET_TABLE_ _r_debug* _rtld_global* getauxval __getauxval environ "    \
	"_environ __environ __libc_stack_end __ehdr_start __executable_start __start_* __stop_* "  \
	"syscall clone vfork ptrace process_vm_readv process_vm_writev cudaGetDriverEntryPoint*"

/* Looks at the object of a lab, in a process that may crash. 0 when it may be linked; -1
 * when not, with one line in `why` that begins with the place, which is in `where` too; -2 with a
 * line when the kit's own files cannot be read. */
int symbol_policy_check(const Options *options, const LabChecks *lab, const char *object, char *why,
			size_t why_size, char *where, size_t where_size);

#endif
