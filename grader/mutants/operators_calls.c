/* operators_calls.c - what goes wrong with calls: one that is not made, another GPU, stream or kind
 * of copy, too little memory, arguments in the wrong order. */
#include <stdbool.h>
#include <string.h>

#include "grader/mutants/mutants.h"

bool is_call(const Source *s, int i)
{
	return token_is_name(s, i) && token_is(s, i + 1, "(") && !s->fixed[i];
}

int begins(const Source *s, int i, const char *prefix)
{
	return strncmp(s->text + s->tokens[i].begin, prefix, strlen(prefix)) == 0;
}

int contains(const Source *s, int first, int last, const char *what)
{
	const char *at = s->text + s->tokens[first].begin;
	const char *end = s->text + s->tokens[last].end - strlen(what);

	for (; at <= end; at++)
		if (strncasecmp(at, what, strlen(what)) == 0)
			return 1;
	return 0;
}

int call_waits(const Source *s, int i)
{
	return is_call(s, i) && (contains(s, i, i, "synchronize") || contains(s, i, i, "wait"));
}

bool call_is_statement(const Source *s, const Statement *statement, int i)
{
	return statement->kind == STATEMENT_EXPRESSION && i == statement->first &&
	       s->partner[i + 1] + 1 == statement->last;
}

const char *call_success(const Source *s, int i)
{
	return begins(s, i, "cuda") ? "cudaSuccess" : "0";
}

/* Calls that wait; made as a statement they vanish, else they succeed without waiting. */
static void look_wait(Mutants *m, const Statement *statement, int first, int last)
{
	const Source *s = m->source;

	for (int i = first; i <= last; i++)
		if (call_is_statement(s, statement, i) && call_waits(s, i))
			mutant_add(m, first, last, ";");
		else if (call_waits(s, i))
			mutant_add(m, i, s->partner[i + 1], "%s", call_success(s, i));
}

static void look_device(Mutants *m, const Statement *statement, int first, int last)
{
	const Source *s = m->source;

	(void)statement;
	for (int i = first; i <= last; i++) {
		if (token_is(s, i, "device_cpu") && is_call(s, i))
			mutant_add(m, i, s->partner[i + 1], "device_gpu(0)");
		if (token_is(s, i, "device_gpu") && is_call(s, i))
			mutant_add(m, i, s->partner[i + 1], "device_cpu()");
	}
}

/* An argument with a stream in it, that is not where a new one is written to. */
static void look_stream(Mutants *m, const Statement *statement, int first, int last)
{
	const Source *s = m->source;

	(void)statement;
	for (int i = first; i <= last; i++) {
		if (!is_call(s, i) || !(begins(s, i, "cuda") || begins(s, i, "cublas")))
			continue;
		for (int at = i + 2, close = s->partner[i + 1]; at < close;) {
			int comma = token_find(s, at, close, " , ");

			if (contains(s, at, comma - 1, "stream") && !token_is(s, at, "&"))
				mutant_add(m, at, comma - 1, "0");
			at = comma + 1;
		}
	}
}

static void look_kind(Mutants *m, const Statement *statement, int first, int last)
{
	static const char *const kinds[][2] = {
		{"cudaMemcpyHostToDevice", "cudaMemcpyDeviceToHost"},
		{"cudaMemcpyDeviceToHost", "cudaMemcpyHostToDevice"},
		{"cudaMemcpyDeviceToDevice", "cudaMemcpyHostToDevice"},
		{"cudaMemcpyHostToHost", "cudaMemcpyDeviceToHost"},
		{"cudaMemcpyDefault", "cudaMemcpyHostToDevice"},
	};

	(void)statement;
	for (int i = first; i <= last; i++)
		for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
			if (token_is(m->source, i, kinds[k][0]))
				mutant_add(m, i, i, "%s", kinds[k][1]);
}

/* A call in an expression is not made, and what it returns is success, or nothing. */
static void look_call(Mutants *m, const Statement *statement, int first, int last)
{
	static const struct {
		const char *prefix, *instead;
	} families[] = {
		{"cuda", "cudaSuccess"}, {"cublas", "CUBLAS_STATUS_SUCCESS"},
		{"tensor_", "0"},        {"module_", "0"},
		{"stream_", "0"},        {"event_", "0"},
		{"device_", "0"},        {"checkpoint_", "0"},
		{"malloc", "0"},
	};
	const Source *s = m->source;

	for (int i = first; i <= last; i++) {
		if (!is_call(s, i))
			continue;
		if (call_is_statement(s, statement, i))
			continue; /* a statement of its own: look_drop's */
		for (size_t k = 0; k < sizeof families / sizeof *families; k++)
			if (begins(s, i, families[k].prefix))
				mutant_add(m, i, s->partner[i + 1], "%s", families[k].instead);
	}
}

/* Their first two arguments may change places. */
#define SYMMETRIC                                                                                  \
	" device_equal tensor_add tensor_mul strcmp strncmp strcasecmp strncasecmp fmax fmin "     \
	"fmaxf fminf "

/* Two arguments that stand side by side change places. */
static void look_arguments(Mutants *m, const Statement *statement, int first, int last)
{
	const Source *s = m->source;

	(void)statement;
	for (int i = first; i <= last; i++) {
		if (!is_call(s, i))
			continue;
		for (int at = i + 2, close = s->partner[i + 1];;) {
			int comma = token_find(s, at, close, " , ");
			int next = token_find(s, comma + 1, close, " , ");

			if (comma >= close)
				break;
			if (at > i + 2 || !token_is_any(s, i, SYMMETRIC))
				mutant_add(m, at, next - 1, "%.*s, %.*s",
					   SPELLED(s, comma + 1, next - 1),
					   SPELLED(s, at, comma - 1));
			at = comma + 1;
		}
	}
}

/* Too little host memory is asked for: by a byte, or by a number. */
static void look_room(Mutants *m, const Statement *statement, int first, int last)
{
	static const struct {
		const char *call;
		int argument;     /* which one says how much */
		const char *less; /* what is taken from it */
	} rows[] = {
		{"malloc", 0, "1"},         {"malloc", 0, "sizeof(float)"},
		{"realloc", 1, "1"},        {"realloc", 1, "sizeof(float)"},
		{"aligned_alloc", 1, "1"},  {"aligned_alloc", 1, "sizeof(float)"},
		{"posix_memalign", 2, "1"}, {"posix_memalign", 2, "sizeof(float)"},
		{"calloc", 0, "1"},         {"reallocarray", 1, "1"},
	};
	const Source *s = m->source;

	(void)statement;
	for (int i = first; i <= last; i++) {
		for (size_t k = 0; is_call(s, i) && k < sizeof rows / sizeof *rows; k++) {
			int at = i + 2, close = s->partner[i + 1];

			if (!token_is(s, i, rows[k].call))
				continue;
			for (int n = 0; n < rows[k].argument && at < close; n++)
				at = token_find(s, at, close, " , ") + 1;
			int end = token_find(s, at, close, " , ") - 1;

			if (at <= end)
				mutant_add(m, at, end, "(%.*s) - %s", SPELLED(s, at, end),
					   rows[k].less);
		}
	}
}

const Operator operators_of_calls[] = {
	{"wait", look_wait},           {"device", look_device},
	{"stream", look_stream},       {"kind", look_kind},
	{"room", look_room},           {"call", look_call},
	{"arguments", look_arguments}, {NULL, NULL},
};
