# failing.sh - allocations that fail; to be read after kit.sh. A small library loaded before the C
# library lets the allocation of number FAIL_AT fail that the program FAIL_IN asks for in its own
# code, counted over all its processes. Those of a library that it uses are real: whether SQLite
# copes is SQLite's business.
case $GRADE in
*-fsanitize* | *--coverage*)
	echo 'ok 1 - no memory # skipped: what is built in has allocations of its own'
	echo 1..1
	exit 0
	;;
esac

cat >"$scratch/failing.c" <<'END_OF_C'
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t count, size_t bytes);
void *__libc_realloc(void *memory, size_t bytes);

static uintptr_t first, last; /* of the program's own code */
static unsigned long *asked, at;

static int program_find(struct dl_phdr_info *info, size_t size, void *unused)
{
	(void)size, (void)unused;
	for (int i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_LOAD && (info->dlpi_phdr[i].p_flags & PF_X)) {
			first = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
			last = first + info->dlpi_phdr[i].p_memsz;
		}
	return 1; /* the first one is the program */
}

__attribute__((constructor)) static void begin(void)
{
	if (strcmp(program_invocation_short_name, getenv("FAIL_IN")) != 0)
		return; /* what the program started */
	int fd = open(getenv("FAIL_COUNT"), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	if (fd < 0 || ftruncate(fd, sizeof *asked) < 0)
		abort();
	asked = mmap(NULL, sizeof *asked, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	at = strtoul(getenv("FAIL_AT"), NULL, 10);
	dl_iterate_phdr(program_find, NULL);
}

static int fails(void *caller)
{
	if ((uintptr_t)caller < first || (uintptr_t)caller >= last ||
	    __atomic_add_fetch(asked, 1, __ATOMIC_RELAXED) != at)
		return 0;
	errno = ENOMEM;
	return 1;
}

void *malloc(size_t bytes)
{
	return fails(__builtin_return_address(0)) ? NULL : __libc_malloc(bytes);
}

void *calloc(size_t count, size_t bytes)
{
	return fails(__builtin_return_address(0)) ? NULL : __libc_calloc(count, bytes);
}

void *realloc(void *memory, size_t bytes)
{
	return fails(__builtin_return_address(0)) ? NULL : __libc_realloc(memory, bytes);
}

void *reallocarray(void *memory, size_t count, size_t bytes)
{
	size_t all;

	if (fails(__builtin_return_address(0)) || __builtin_mul_overflow(count, bytes, &all))
		return NULL;
	return __libc_realloc(memory, all);
}

char *strdup(const char *text)
{
	char *copy = fails(__builtin_return_address(0)) ? NULL : __libc_malloc(strlen(text) + 1);

	return copy == NULL ? NULL : strcpy(copy, text);
}

static int text_make(char **text, const char *format, va_list arguments)
{
	int (*real)(char **, const char *, va_list) = dlsym(RTLD_NEXT, "vasprintf");

	return real(text, format, arguments);
}

int vasprintf(char **text, const char *format, va_list arguments)
{
	return fails(__builtin_return_address(0)) ? -1 : text_make(text, format, arguments);
}

/* what Ubuntu's compilers make of it */
int __vasprintf_chk(char **text, int flag, const char *format, va_list arguments)
{
	(void)flag;
	return fails(__builtin_return_address(0)) ? -1 : text_make(text, format, arguments);
}

FILE *open_memstream(char **text, size_t *bytes)
{
	FILE *(*real)(char **, size_t *) = dlsym(RTLD_NEXT, "open_memstream");

	return fails(__builtin_return_address(0)) ? NULL : real(text, bytes);
}
END_OF_C
${CC:-cc} -std=c11 -D_GNU_SOURCE -U_FORTIFY_SOURCE -O1 -fPIC -shared -o "$scratch/failing.so" "$scratch/failing.c" -ldl >"$scratch/out" 2>&1
result $? 'a library that lets allocations fail'

# failing_each NAME ARGUMENT...: calls `attempt N ARGUMENT...` with 0, where none fails, and then with one
# number after the other. It sets $status, and fails when something is not as it should be.
failing_each() {
	what=$1
	shift
	attempt 0 "$@" && [ "$status" -eq 0 ] && asked=$(od -An -t u8 "$scratch/count" | tr -d ' ') && [ "$asked" -gt 10 ]
	result $? "$what: $asked allocations"
	step=${STEP:-$((asked / 25 + 1))} at=1 said=0 bad=
	while [ "$at" -le "$asked" ]; do
		attempt "$at" "$@" || {
			bad="$bad $at"
			sed "s/^/$at: /" "$scratch/out" >>"$scratch/bad"
		}
		[ "$status" -ne 2 ] || said=$((said + 1))
		at=$((at + step))
	done
	[ ! -f "$scratch/bad" ] || mv "$scratch/bad" "$scratch/out"
	[ -z "$bad" ] && [ "$said" -gt 0 ]
	result $? "$what: without memory nothing crashes and nothing is lost ($said times told)$bad"
}
