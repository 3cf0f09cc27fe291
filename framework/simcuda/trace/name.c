/* name.c - which CUDA function the program called.
 *
 * An entry point does not say its name when it sends a request. But it stands on the stack: of the
 * frames of libcudart and libcublas it is the outermost one, and because it is exported, the
 * dynamic linker knows what it is called. That is asked once for each return address. */
#include <dlfcn.h>
#include <string.h>

#include "framework/simcuda/trace/tracing.h"

#define MAX_DEPTH 16
#define KNOWN     1024

/* What a return address means. */
typedef struct Code {
	uintptr_t address;
	int ours; /* in one of the simulated libraries */
	const char *name;
} Code;

static int is_our_library(const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;
	return strncmp(name, "libcudart.so", 12) == 0 || strncmp(name, "libcublas.so", 12) == 0;
}

/* "cublasSgemm" for cublasSgemm_v2, which is what the program's source says. */
static const char *name_of(const char *symbol)
{
	char name[TRACE_TEXT];
	size_t length = symbol ? strlen(symbol) : 0;
	if (length < 4 || length >= sizeof name)
		return symbol;
	memcpy(name, symbol, length + 1);
	if (strncmp(name, "cublas", 6) == 0 && strcmp(name + length - 3, "_v2") == 0)
		name[length - 3] = '\0';
	return text_keep(name);
}

static Code look_up(uintptr_t address)
{
	static Code known[KNOWN]; /* under the machine's lock */
	Code *at = &known[address % KNOWN];
	Dl_info info;
	if (at->address == address)
		return *at;
	*at = (Code){.address = address};
	if (dladdr((void *)address, &info) && is_our_library(info.dli_fname)) {
		at->ours = 1;
		at->name = name_of(info.dli_sname);
	}
	return *at;
}

/* Our own frames have frame pointers, so the walk is safe as long as it stays in them. */
__attribute__((no_sanitize("address"))) const char *trace_name(void)
{
	const uintptr_t *frame = __builtin_frame_address(0);
	const char *name = NULL;
	for (int i = 0; i < MAX_DEPTH; i++) {
		Code code = look_up(frame[1]);
		if (!code.ours)
			break;
		name = code.name;
		frame = (const uintptr_t *)frame[0];
	}
	return name;
}
