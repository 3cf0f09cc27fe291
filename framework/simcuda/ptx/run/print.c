/* print.c - printf and assert in kernels.
 *
 * Both compilers hand over a format and a buffer in which the arguments lie one after the other, each at
 * a multiple of its size: int, double and pointers alone, as C promotes them. The format and strings
 * are read as the kernel reads memory: what it may not read is its mistake. All lengths are bounded,
 * and %n, which writes, is printed as it stands. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "framework/simcuda/ptx/run/warp.h"

#define TEXT_MOST   16384 /* bytes of one call's text */
#define FORMAT_MOST 4096
#define STRING_MOST 4096
#define WIDTH_MOST  1024

typedef struct Print {
	PtxWarp *warp;
	const PtxInstr *instr;
	int lane;
	uint64_t buffer, at; /* the arguments, and how far they have been taken */
	int taken;
	char text[TEXT_MOST];
	size_t used;
} Print;

/* An argument of a call, from the caller's local memory. */
static uint64_t argument(const PtxWarp *warp, const PtxInstr *instr, int lane, uint32_t number)
{
	const PtxFrame *frame = warp->current->frame;
	const PtxParam *param = &frame->code->list[instr->target].param[number];
	uint64_t value = 0;
	memcpy(&value, warp->local[lane] + frame->local + param->offset, param->bytes);
	return value;
}

/* A string of the kernel's memory, ended. False: a fault. */
static bool string_read(PtxWarp *warp, const PtxInstr *instr, int lane, uint64_t address,
			char *text, size_t most)
{
	size_t i = 0;
	for (; i + 1 < most; i++) {
		const unsigned char *byte = ptx_access(warp, instr, lane, address + i, 1, PTX_READ);
		if (!byte || ptx_failed(warp))
			return false;
		text[i] = (char)*byte;
		if (!text[i])
			return true;
	}
	text[i] = '\0';
	return true;
}

static bool take(Print *p, uint32_t bytes, uint64_t *value)
{
	p->at = (p->at + bytes - 1) / bytes * bytes;
	const unsigned char *from =
		ptx_access(p->warp, p->instr, p->lane, p->buffer + p->at, bytes, PTX_READ);
	*value = 0;
	if (!from || ptx_failed(p->warp))
		return false;
	memcpy(value, from, bytes);
	p->at += bytes;
	p->taken++;
	return true;
}

static void __attribute__((format(printf, 2, 3))) put(Print *p, const char *format, ...)
{
	va_list arguments;
	size_t room = sizeof p->text - p->used;
	va_start(arguments, format);
	int length = vsnprintf(p->text + p->used, room, format, arguments);
	va_end(arguments);
	if (length > 0)
		p->used += (size_t)length < room ? (size_t)length : room - 1;
}

/* "%-8.3llu": its flags, its width and precision (-1: not said), its size and its letter. */
typedef struct Spec {
	char flags[8];
	int width, precision;
	bool is_wide; /* an integer of 64 bits */
	char letter;
} Spec;

static bool take_count(Print *p, const char **at, int *count)
{
	uint64_t value;
	if (**at == '*') {
		(*at)++;
		if (!take(p, 4, &value))
			return false;
		*count = (int32_t)value;
	} else {
		for (*count = 0; **at >= '0' && **at <= '9'; (*at)++)
			*count = *count < WIDTH_MOST ? 10 * *count + (**at - '0') : WIDTH_MOST;
	}
	if (*count > WIDTH_MOST)
		*count = WIDTH_MOST;
	return true;
}

/* From behind the % to the letter; false: a fault. */
static bool spec_read(Print *p, const char **at, Spec *spec)
{
	size_t flags = 0;
	*spec = (Spec){.width = 0, .precision = -1};
	for (; **at && strchr("-+ #0", **at); (*at)++)
		if (!strchr(spec->flags, **at) && flags + 2 < sizeof spec->flags)
			spec->flags[flags++] = **at;
	if (!take_count(p, at, &spec->width))
		return false;
	if (spec->width < 0) { /* from an argument: to the left */
		spec->width = spec->width < -WIDTH_MOST ? WIDTH_MOST : -spec->width;
		if (!strchr(spec->flags, '-'))
			spec->flags[flags++] = '-';
	}
	if (**at == '.') {
		(*at)++;
		if (!take_count(p, at, &spec->precision))
			return false;
	}
	for (; **at && strchr("hlLzjtq", **at); (*at)++)
		spec->is_wide |= strchr("lzjtq", **at) != NULL;
	spec->letter = **at;
	return true;
}

static bool put_number(Print *p, const Spec *spec)
{
	char format[32];
	uint64_t value;
	double real;
	bool is_real = strchr("fFeEgGaA", spec->letter), wide = spec->is_wide;
	bool is_signed = spec->letter == 'd' || spec->letter == 'i';
	if (!take(p, is_real || wide ? 8 : 4, &value))
		return false;
	snprintf(format, sizeof format, "%%%s*.*%s%c", spec->flags, is_real ? "" : "ll",
		 spec->letter);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-security"
	if (is_real) {
		memcpy(&real, &value, sizeof real);
		put(p, format, spec->width, spec->precision, real);
	} else {
		long long all = is_signed && !wide ? (int32_t)value : (long long)value;
		put(p, format, spec->width, spec->precision, all);
	}
#pragma GCC diagnostic pop
	return true;
}

static bool put_text(Print *p, const Spec *spec)
{
	char text[STRING_MOST] = "(null)";
	bool left = strchr(spec->flags, '-');
	size_t most = spec->precision >= 0 && spec->precision < STRING_MOST - 1
			      ? (size_t)spec->precision + 1
			      : sizeof text;
	uint64_t value;
	if (spec->letter == 'p') {
		if (!take(p, 8, &value))
			return false;
		snprintf(text, sizeof text, "0x%llx", (unsigned long long)value);
	} else if (spec->letter == 'c') {
		if (!take(p, 4, &value))
			return false;
		put(p, left ? "%-*c" : "%*c", spec->width, (int)(unsigned char)value);
		return true;
	} else if (!take(p, 8, &value) ||
		   (value && !string_read(p->warp, p->instr, p->lane, value, text, most))) {
		return false;
	}
	put(p, left ? "%-*s" : "%*s", spec->width, text);
	return true;
}

/* False: a fault. */
static bool format_all(Print *p, const char *format)
{
	while (*format) {
		const char *start = format, *next = strchr(format, '%');
		size_t plain = next ? (size_t)(next - format) : strlen(format);
		Spec spec;
		put(p, "%.*s", (int)plain, format);
		if (!next)
			return true;
		format = next + 1;
		start = next;
		if (!spec_read(p, &format, &spec))
			return false;
		bool known = spec.letter && strchr("diouxXfFeEgGaAcsp", spec.letter);
		bool good = true;
		if (spec.letter == '%')
			put(p, "%%");
		else if (!known)
			put(p, "%.*s", (int)(format - start + (spec.letter != 0)), start);
		else
			good = strchr("csp", spec.letter) ? put_text(p, &spec)
							  : put_number(p, &spec);
		if (!good)
			return false;
		format += spec.letter != 0;
	}
	return true;
}

static void send(const PtxWarp *warp, const char *text, size_t bytes, bool is_error)
{
	const PtxLaunch *launch = warp->block->run->launch;
	if (launch->print && bytes > 0)
		launch->print(launch->memory.context, text, bytes, is_error);
}

/* What it returns is the number of arguments. */
static void print(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)
{
	const PtxFrame *frame = warp->current->frame;
	const PtxList *list = &frame->code->list[instr->target];
	char format[FORMAT_MOST];
	Print p = {.warp = warp, .instr = instr};
	for (int i = 0; i < PTX_LANES; i++) {
		if (!(lanes >> i & 1))
			continue;
		p.lane = i;
		p.buffer = argument(warp, instr, i, 1);
		p.at = p.used = 0;
		p.taken = 0;
		if (!string_read(warp, instr, i, argument(warp, instr, i, 0), format,
				 sizeof format) ||
		    !format_all(&p, format))
			return;
		send(warp, p.text, p.used, false);
		if (list->count > list->ins) {
			uint32_t answer = frame->local + list->param[list->ins].offset;
			memcpy(warp->local[i] + answer, &p.taken, sizeof p.taken);
			ptx_unset_written(warp, answer, sizeof p.taken, 1U << i);
		}
	}
}

/* The line that CUDA prints; all lanes that are here say so, then the kernel ends. */
static void assertion(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)
{
	char part[3][512], text[2048];
	static const uint32_t which[] = {0, 1, 3}; /* message, file, function */
	for (int i = 0; i < PTX_LANES; i++) {
		PtxFault at = {.end = PTX_ASSERTED};
		if (!(lanes >> i & 1))
			continue;
		for (int k = 0; k < 3; k++)
			if (!string_read(warp, instr, i, argument(warp, instr, i, which[k]),
					 part[k], sizeof part[k]))
				return;
		ptx_fault_at(warp, instr, i, &at);
		int length = snprintf(text, sizeof text,
				      "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion "
				      "`%s` failed.\n",
				      part[1], (unsigned)argument(warp, instr, i, 2), part[2],
				      at.block[0], at.block[1], at.block[2], at.thread[0],
				      at.thread[1], at.thread[2], part[0]);
		send(warp, text, (size_t)length, true);
	}
	ptx_fail(warp, instr, __builtin_ctz(lanes), PTX_ASSERTED);
}

PtxHandler ptx_print_handler(const PtxInstr *instr)
{
	return instr->op == PTX_PRINT ? print : instr->op == PTX_ASSERT ? assertion : NULL;
}
