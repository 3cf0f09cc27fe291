/* out.c - a file that is written in pieces.
 *
 * The buffer is our own: a child of fork() must not write out its copy of it, as the C library
 * would do for a stream when the child ends. */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "framework/simcuda/trace/tracing.h"

#define MOST_AT_ONCE 4096

static int give_up(TraceOut *out)
{
	fprintf(stderr, "simcuda: %s=%s: cannot be written: %s\n", out->variable, out->path,
		strerror(errno));
	if (out->file > STDERR_FILENO)
		close(out->file);
	out->file = -1;
	out->used = 0;
	return -1;
}

int out_open(TraceOut *out, const char *variable, const char *path, int or_stderr)
{
	out->variable = variable;
	out->file = -1;
	out->used = 0;
	out->path = strdup(path); /* the program may change its environment */
	if (!out->path)
		return -1;
	if (or_stderr && strcmp(path, "-") == 0)
		out->file = STDERR_FILENO;
	else
		out->file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	return out->file < 0 ? give_up(out) : 0;
}

int out_restart(TraceOut *out)
{
	if (out->file < 0)
		return -1;
	struct stat status;
	if (fstat(out->file, &status) != 0 || !S_ISREG(status.st_mode) ||
	    out->file == STDERR_FILENO)
		return 0;
	if (lseek(out->file, 0, SEEK_SET) != 0 || ftruncate(out->file, 0) != 0)
		return give_up(out);
	return 0;
}

void out_flush(TraceOut *out)
{
	const char *from = out->buffer;
	while (out->file >= 0 && out->used > 0) {
		ssize_t wrote = write(out->file, from, out->used);
		if (wrote < 0 && errno == EINTR)
			continue;
		if (wrote < 0) {
			give_up(out);
			return;
		}
		from += wrote;
		out->used -= (size_t)wrote;
	}
	out->used = 0;
}

static void make_room(TraceOut *out)
{
	if (sizeof out->buffer - out->used < MOST_AT_ONCE)
		out_flush(out);
}

/* The C library takes several times as long for a text where somebody has added formats to it, as
 * libquadmath does, which comes with OpenBLAS. */
void out_text(TraceOut *out, const char *format, ...)
{
	va_list arguments;
	make_room(out);
	va_start(arguments, format);
	int length = text_quick(out->buffer + out->used, MOST_AT_ONCE, format, arguments);
	va_end(arguments);
	if (length < 0) {
		va_start(arguments, format);
		length = vsnprintf(out->buffer + out->used, MOST_AT_ONCE, format, arguments);
		va_end(arguments);
	}
	if (length > 0)
		out->used += length < MOST_AT_ONCE ? (size_t)length : MOST_AT_ONCE - 1;
}

int out_back(TraceOut *out, int bytes)
{
	return out->file >= 0 && lseek(out->file, -bytes, SEEK_CUR) >= 0 ? 0 : -1;
}

/* --- names that may hold anything ------------------------------------------------------------ */

/* How many bytes the character there has in UTF-8; 0 when it is not valid. */
static int utf8_length(const char *text)
{
	static const struct {
		unsigned char mask, lead, least_second;
	} forms[] = {{0x80, 0, 0}, {0xE0, 0xC0, 0}, {0xF0, 0xE0, 0xA0}, {0xF8, 0xF0, 0x90}};
	const unsigned char *byte = (const unsigned char *)text;
	for (int i = 0; i < 4; i++) {
		if ((byte[0] & forms[i].mask) != forms[i].lead)
			continue;
		for (int k = 1; k <= i; k++)
			if ((byte[k] & 0xC0) != 0x80)
				return 0;
		int overlong = (i == 1 && byte[0] < 0xC2) ||
			       (i > 1 && (byte[0] & 0x0F) == 0 && byte[1] < forms[i].least_second);
		int surrogate = i == 2 && byte[0] == 0xED && byte[1] >= 0xA0;
		int beyond = i == 3 && (byte[0] > 0xF4 || (byte[0] == 0xF4 && byte[1] >= 0x90));
		return overlong || surrogate || beyond ? 0 : i + 1;
	}
	return 0;
}

static void out_bytes(TraceOut *out, const char *bytes, size_t count)
{
	make_room(out);
	memcpy(out->buffer + out->used, bytes, count);
	out->used += count;
}

/* Control characters and broken ones become question marks. */
static void escape(TraceOut *out, const char *text, const char *special, const char *const *as)
{
	while (*text) {
		const char *found = strchr(special, *text);
		int length = utf8_length(text);
		if (found)
			out_bytes(out, as[found - special], strlen(as[found - special]));
		else if (length == 0 || (unsigned char)*text < ' ' || *text == 0x7F)
			out_bytes(out, "?", 1);
		else
			out_bytes(out, text, (size_t)length);
		text += length > 0 ? length : 1;
	}
}

void out_json(TraceOut *out, const char *text)
{
	static const char *const as[] = {"\\\"", "\\\\", "\\n"};
	escape(out, text, "\"\\\n", as);
}

void out_xml(TraceOut *out, const char *text)
{
	static const char *const as[] = {"&lt;", "&gt;", "&amp;", "&quot;", "\n"};
	escape(out, text, "<>&\"\n", as);
}
