/* error.c - the last failure of each thread, and the texts that messages are made of.
 *
 * The message lies in a buffer of fixed size, so that reporting a failure needs no memory. The
 * caller's line is appended last and always fits: it is the message that is cut, if need be. */
#include "framework/src/base/fail.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define MESSAGE_BYTES 768
#define SITE_BYTES    128
#define BEFORE        "; the failure before it: "

static _Thread_local struct {
	Status status;
	char message[MESSAGE_BYTES];
} last;

/* Written at every call, so it lies where a thread reaches it without a call of the dynamic linker
 * (initial-exec); being small, it fits there also when the library is loaded late. */
static _Thread_local __attribute__((tls_model("initial-exec"))) struct {
	const char *function; /* the public function that is running */
	const char *file;     /* where it was called; NULL when that is not known */
	int line;
} call;

const char *error_message(void)
{
	return last.message;
}

Status error_status(void)
{
	return last.status;
}

void error_clear(void)
{
	last.status = STATUS_OK;
	last.message[0] = '\0';
}

void error_here(const char *file, int line)
{
	call.file = file;
	call.line = line;
}

void error_begin(const char *function)
{
	call.function = function;
}

const char *error_function(void)
{
	return call.function ? call.function : "usegpu";
}

ErrorPlace error_place(void)
{
	return (ErrorPlace){call.file, call.line};
}

Text error_place_text(ErrorPlace place)
{
	Text out = {""};
	if (!place.file)
		return out;
	const char *slash = strrchr(place.file, '/');
	snprintf(out.text, sizeof(out.text), " (%.*s:%d)", SITE_BYTES - 20,
		 slash ? slash + 1 : place.file, place.line);
	return out;
}

Text error_site(void)
{
	return error_place_text(error_place());
}

/* Names come from files and callers: nothing in them may end the line or move the cursor. */
static void keep_on_one_line(char *text)
{
	for (; *text; text++)
		if ((unsigned char)*text < ' ' || *text == 0x7f)
			*text = '?';
}

/* Appends to the message, which keeps room for the caller's line; what does not fit is cut. */
static void append_cut(const char *format, va_list arguments)
{
	size_t used = strlen(last.message), room = MESSAGE_BYTES - SITE_BYTES;
	if (used >= room)
		return;
	int wanted = vsnprintf(last.message + used, room - used, format, arguments);
	if (wanted >= 0 && (size_t)wanted >= room - used)
		memcpy(last.message + room - 4, "...", 4);
}

static void append(const char *text)
{
	size_t used = strlen(last.message), room = MESSAGE_BYTES - 1 - used, count = strlen(text);
	if (count > room)
		count = room;
	memcpy(last.message + used, text, count);
	last.message[used + count] = '\0';
}

void error_record(Status status, const char *format, ...)
{
	va_list arguments;
	last.status = status;
	snprintf(last.message, MESSAGE_BYTES, "%s: ", error_function());
	va_start(arguments, format);
	append_cut(format, arguments);
	va_end(arguments);
	append(error_site().text);
	keep_on_one_line(last.message);
}

void error_record_null(const char *name)
{
	/* The first failure explains all that follow from it, so it is the one that is kept. */
	char before[MESSAGE_BYTES];
	const char *root = strstr(last.message, BEFORE);
	snprintf(before, sizeof(before), "%s", root ? root + strlen(BEFORE) : last.message);

	error_record(STATUS_ARGUMENT, "%s is NULL", name);
	if (before[0] &&
	    strcmp(before, last.message) != 0) { /* the same once more explains nothing */
		append(BEFORE);
		append(before);
	}
}

Text text_shape(Shape shape)
{
	Text out = {"("};
	size_t used = 1;
	for (int i = 0; i < shape.rank && i < TENSOR_MAX_RANK; i++)
		used += (size_t)snprintf(out.text + used, sizeof(out.text) - used, "%s%lld",
					 i ? ", " : "", (long long)shape.dim[i]);
	snprintf(out.text + used, sizeof(out.text) - used, shape.rank == 1 ? ",)" : ")");
	return out;
}

Text text_bytes(uint64_t bytes)
{
	static const char *const units[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
	Text out;
	if (bytes < 1024) {
		snprintf(out.text, sizeof(out.text), "%d bytes", (int)bytes);
		return out;
	}
	double size = (double)bytes / 1024;
	size_t unit = 0;
	while (size >= 1024 && unit + 1 < sizeof(units) / sizeof(units[0])) {
		size /= 1024;
		unit++;
	}
	snprintf(out.text, sizeof(out.text), "%.4g %s", size, units[unit]);
	return out;
}

const char *text_dtype(Dtype dtype)
{
	return dtype == DTYPE_INT32 ? "int32" : "float32";
}
