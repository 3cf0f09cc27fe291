/* test_timeline.c - the simulator's trace: which events become operations, and what is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "grader/base/rng.h"
#include "grader/wire/timeline.h"

static char folder[] = "/tmp/usegpu-timeline-XXXXXX";
static int folder_fd;
static char text[8192];

/* The window is from 10 us to 50 us. */
static Timeline read_text(void)
{
	Timeline timeline = {NULL, 0, 0};
	int fd = openat(folder_fd, "t.json", O_WRONLY | O_CREAT | O_TRUNC, 0644);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	close(fd);
	timeline_read(folder_fd, "t.json", "lab7_two_gpus.c", NULL, NULL, 10000, 50000, &timeline);
	return timeline;
}

/* One more event of the list in `text`; `more` are further arguments. */
static void add(const char *category, const char *name, int call, int process, int track,
		double start, double length, const char *more)
{
	size_t used = strlen(text);

	snprintf(text + used, sizeof text - used,
		 "%s{\"ph\":\"X\",\"cat\":\"%s\",\"name\":\"%s\",\"pid\":%d,\"tid\":%d,"
		 "\"ts\":%.3f,\"dur\":%.3f,\"args\":{\"call\":%d%s}}",
		 used > 1 ? "," : "", category, name, process, track, start, length, call, more);
}

static void fill_text(void)
{
	snprintf(text, sizeof text, "[");
	add("call", "early", 4, 1, 1, 5, 2, "");
	add("kernel", "early", 4, 2, 10, 12, 30, "");
	add("call", "cudaMemcpyAsync", 5, 1, 1, 10, 2.5, ",\"waited us\":1.5");
	add("copy", "copy H2D pinned", 5, 3, 20, 60, 4,
	    ",\"bytes\":64,\"at\":\"/a/lab7_two_gpus.c:31\","
	    "\"from\":\"pinned host memory\",\"to\":\"GPU 1\"");
	add("engine", "copy H2D pinned", 5, 3, 2, 60, 4, "");
	add("call", "launch", 6, 1, 1, 20, 1, ",\"at\":\"drive.c:3\"");
	add("kernel", "sgemm", 6, 2, 11, 20, 9, ",\"flops\":1000000");
	add("work", "host work", 7, 1, 1, 30, 9, "");
	add("call", "late", 8, 1, 1, 50, 1, "");
	add("kernel", "late", 8, 2, 11, 51, 9, "");
	snprintf(text + strlen(text), sizeof text - strlen(text), "]");
}

static void test_window(void **state)
{
	(void)state;
	fill_text();
	Timeline t = read_text();

	assert_int_equal(t.read, 1);
	assert_int_equal(t.count, 5);
	assert_int_equal(t.ops[0].kind, RUN_OP_CALL);
	assert_string_equal(t.ops[0].name, "cudaMemcpyAsync");
	assert_true(t.ops[0].start == 0 && t.ops[0].end == 2.5 && t.ops[0].waited == 1.5);
	assert_int_equal(t.ops[0].gpu, -1);
	assert_int_equal(t.ops[1].kind, RUN_OP_CALL); /* begins with its kernel, and stands first */
	assert_int_equal(t.ops[1].line, 0);
	assert_int_equal(t.ops[2].kind, RUN_OP_KERNEL);
	assert_string_equal(t.ops[2].name, "sgemm");
	assert_true(t.ops[2].flops == 1e6 && t.ops[2].gpu == 0 && t.ops[2].stream == 11);
	assert_true(t.ops[2].called == 10 && t.ops[3].called == 20);
	assert_int_equal(t.ops[3].kind, RUN_OP_HOST_WORK);
	assert_int_equal(t.ops[4].kind, RUN_OP_COPY);
	assert_true(t.ops[4].start == 50 && t.ops[4].bytes == 64 && t.ops[4].called == 0);
	assert_true(t.ops[4].from == -1 && t.ops[4].to == 1 && t.ops[4].pinned);
	assert_int_equal(t.ops[4].line, 31);
	timeline_free(&t);
}

/* Rewrites `text` as the simulator writes a trace: an event in each line. */
static void text_to_lines(void)
{
	static char lines[sizeof text];
	char *to = lines;

	for (const char *from = text; *from; from++) {
		if (*from == ']' || strncmp(from, ",{\"ph\"", 6) == 0)
			to += sprintf(to, *from == ']' ? "\n]\n" : ",\n");
		else
			to += sprintf(to, *from == '[' ? "[\n" : "%c", *from);
	}
	memcpy(text, lines, sizeof text);
}

static void same_op(const RunOp *a, const RunOp *b)
{
	assert_int_equal(a->kind, b->kind);
	assert_string_equal(a->name, b->name);
	assert_true(a->start == b->start && a->end == b->end && a->waited == b->waited);
	assert_true(a->bytes == b->bytes && a->flops == b->flops);
	assert_int_equal(a->gpu, b->gpu);
	assert_true(a->stream == b->stream && a->on_default == b->on_default);
	assert_int_equal(a->from, b->from);
	assert_int_equal(a->to, b->to);
	assert_int_equal(a->pinned, b->pinned);
	assert_int_equal(a->line, b->line);
}

/* The lines that matter are found and read without a parser, those with other than plain texts by one: the same has to
 * come of it. */
static void test_lines(void **state)
{
	static const char *const names[] = {
		"plain", "a \\\",\\\"ts\\\":99,\\\"args\\\":{\\\"call\\\":1", "\xc3\xa4"};

	(void)state;
	for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
		fill_text();
		text[strlen(text) - 1] = '\0';
		add("call", names[k], 6, 1, 1, 20, 1, "");
		add("kernel", "k", 6, 4, 3, 2.5e1, -1.25,
		    ",\"stream\":\"default stream\",\"to\":5");
		add("copy", "c", 6, 4, 3, 30, 1, ",\"call\":7,\"from\":\"GPU 3\",\"bytes\":1e3");
		strcat(text, "]");
		Timeline whole = read_text();
		text_to_lines();
		Timeline lines = read_text();

		assert_int_equal(whole.count, 8);
		assert_int_equal(lines.read, 1);
		assert_int_equal(lines.count, whole.count);
		for (int i = 0; i < lines.count; i++)
			same_op(&lines.ops[i], &whole.ops[i]);
		timeline_free(&whole);
		timeline_free(&lines);
	}
}

static void test_lines_refused(void **state)
{
	(void)state;
	fill_text();
	text_to_lines();
	text[strlen(text) - 3] = '\0'; /* not closed */
	assert_int_equal(read_text().read, 0);

	fill_text();
	text_to_lines();
	strstr(text, ",\"dur\":9")[6] = 'x'; /* of a kernel in the window */
	assert_int_equal(read_text().read, 0);

	snprintf(text, sizeof text, "[\n]\n");
	Timeline t = read_text();
	assert_int_equal(t.read, 1);
	assert_int_equal(t.count, 0);
	timeline_free(&t);
}

static void test_refused(void **state)
{
	static const char *const broken[] = {"", "{}", "[", "7"};
	(void)state;

	for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
		snprintf(text, sizeof text, "%s", broken[i]);
		Timeline t = read_text();
		assert_int_equal(t.read, 0);
	}
	snprintf(text, sizeof text, "%s", "[3,{},{\"ph\":\"X\"},{\"ph\":3,\"cat\":[]}]");
	add("call", "x", 1, 1, 1, 10, 1, "");
	text[strlen(text) - 1] = '\0'; /* not closed */
	Timeline t = read_text();
	assert_int_equal(t.read, 0);

	snprintf(text, sizeof text, "%s", "[3,{},{\"ph\":\"X\"},{\"ph\":3,\"cat\":[]}]");
	t = read_text();
	assert_int_equal(t.read, 1);
	assert_int_equal(t.count, 0);
	timeline_free(&t);

	assert_int_equal(unlinkat(folder_fd, "t.json", 0), 0);
	assert_int_equal(mkfifoat(folder_fd, "t.json", 0644), 0); /* nobody writes: must not wait */
	timeline_read(folder_fd, "t.json", "x.c", NULL, NULL, 0, 1, &t);
	assert_int_equal(t.read, 0);
	assert_int_equal(unlinkat(folder_fd, "t.json", 0), 0);
}

static int takes_gpu(const RunOp *op, const void *data)
{
	(void)data;
	return op->gpu == 0;
}

static int takes_other(const RunOp *op, const void *data)
{
	return op->gpu == *(const int *)data;
}

/* Times are whole, so counting the steps in which both are under way gives the same. */
static void test_overlap(void **state)
{
	Rng random = rng_stream(7, "timeline");
	(void)state;

	for (int round = 0; round < 200; round++) {
		enum { OPS = 6, STEPS = 40 };
		RunOp ops[OPS] = {{0}};
		int second = 1, busy = 0, both = 0;

		for (int i = 0; i < OPS; i++) {
			ops[i].gpu = (int)rng_between(&random, 0, 2);
			ops[i].start = (double)rng_between(&random, 0, STEPS);
			ops[i].end = (double)rng_between(&random, (int64_t)ops[i].start, STEPS);
		}
		for (int at = 0; at < STEPS; at++) {
			int on[3] = {0, 0, 0};

			for (int i = 0; i < OPS; i++)
				if (ops[i].start <= at && at < ops[i].end)
					on[ops[i].gpu] = 1;
			busy += on[0];
			both += on[0] && on[1];
		}
		assert_int_equal((int)ops_busy(ops, OPS, takes_gpu, NULL), busy);
		assert_int_equal((int)ops_overlap(ops, OPS, takes_gpu, takes_other, &second), both);
	}
}

static int make_folder(void **state)
{
	(void)state;
	if (!mkdtemp(folder))
		return -1;
	folder_fd = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
	return folder_fd < 0 ? -1 : 0;
}

static int remove_folder(void **state)
{
	(void)state;
	close(folder_fd);
	return rmdir(folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_window),        cmocka_unit_test(test_lines),
		cmocka_unit_test(test_lines_refused), cmocka_unit_test(test_refused),
		cmocka_unit_test(test_overlap),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
