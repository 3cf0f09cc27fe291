/* fuzz_roster.c - fuzz target: a table (CSV) that an instructor has from somewhere, and the class that is read from it.
 *
 * Input: the file. A table that is read is written again byte for byte; a cell that is filled in is read again as it was
 * filled in, and no other one changes. Students have an id and a name. What is refused is refused in one line, without a
 * control character. */
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "framework/simcuda/fuzz/fuzz.h"
#include "grader/base/csv.h"
#include "grader/class/intake/roster.h"

/* --- what is said on stderr --------------------------------------------------------------------- */

static FILE *said;
static int errors; /* stderr as it was */

static void said_begin(void)
{
	if (!said)
		said = tmpfile();
	errors = dup(STDERR_FILENO);
	FUZZ_REQUIRE(said && errors >= 0 && ftruncate(fileno(said), 0) == 0, "no file");
	rewind(said);
	dup2(fileno(said), STDERR_FILENO);
}

/* Whether one line was said, and nothing else; or nothing, if `lines` is 0. */
static void said_end(int lines)
{
	char text[4096];

	fflush(stderr);
	dup2(errors, STDERR_FILENO);
	close(errors);
	ssize_t length = pread(fileno(said), text, sizeof text, 0);
	FUZZ_REQUIRE(length >= 0 && length < (ssize_t)sizeof text, "%zd bytes", length);
	for (ssize_t i = 0; i < length; i++) {
		lines -= text[i] == '\n';
		FUZZ_REQUIRE(text[i] == '\n' || ((unsigned char)text[i] >= ' ' && text[i] != 0x7f),
			     "byte %d in what is said", text[i]);
	}
	FUZZ_REQUIRE(lines == 0 && (length == 0 || text[length - 1] == '\n'),
		     "not as many lines: %.*s", (int)length, text);
}

/* --- a table ------------------------------------------------------------------------------------ */

static int table_read(Csv *csv, const void *bytes, size_t size)
{
	char *copy = malloc(size + 1);

	FUZZ_REQUIRE(copy, "no memory");
	if (size > 0)
		memcpy(copy, bytes, size);
	copy[size] = '\0';
	said_begin();
	int status = csv_read(csv, "table.csv", copy, size);
	said_end(status == 0 ? 0 : 1);
	return status;
}

static char *table_written(const Csv *csv, size_t *size)
{
	char *bytes = NULL;
	FILE *out = open_memstream(&bytes, size);

	FUZZ_REQUIRE(out, "no memory");
	csv_write(csv, out);
	fclose(out);
	return bytes;
}

/* `bytes` has the table with cell (row, column) filled in. */
static void require_filled(const Csv *before, int row, int column, const char *text,
			   const char *bytes, size_t size)
{
	Csv after;

	FUZZ_REQUIRE(table_read(&after, bytes, size) == 0, "what was written is not read");
	FUZZ_REQUIRE(after.count == before->count, "%d rows, not %d", after.count, before->count);
	for (int i = 0; i < after.count; i++)
		for (int k = 0; k < after.rows[i].count; k++) {
			const char *wanted =
				i == row && k == column ? text : csv_cell(before, i, k);

			FUZZ_REQUIRE(strcmp(csv_cell(&after, i, k), wanted) == 0,
				     "cell %d of row %d is '%s', wanted '%s'", k, i,
				     csv_cell(&after, i, k), wanted);
		}
	FUZZ_REQUIRE(strcmp(csv_cell(&after, row, column), text) == 0, "it was not filled in");
	csv_release(&after);
}

static void try_table(const uint8_t *data, size_t size)
{
	Csv csv;
	size_t length;

	if (table_read(&csv, data, size) < 0)
		return;
	char *written = table_written(&csv, &length);
	FUZZ_REQUIRE(length == size && memcmp(written, data, size) == 0, "%zu bytes written of %zu",
		     length, size);
	free(written);
	/* which separator it has hangs on later lines where the first one has quotes that close nowhere */
	if (csv.count > 0 && !memchr(csv.bytes, '"', csv.rows[0].after)) {
		const int row = (int)(size % (size_t)csv.count), column = (int)(size % 3);

		csv_set(&csv, row, column, "7,5\t\"x\";\r\n1");
		written = table_written(&csv, &length);
		if (row > 0)
			require_filled(&csv, row, column, "7,5\t\"x\";\r\n1", written, length);
		free(written);
	}
	csv_release(&csv);
}

/* --- a class ------------------------------------------------------------------------------------ */

static void try_roster(const uint8_t *data, size_t size)
{
	static int file = -1;
	char path[64];
	Roster roster;

	if (file < 0)
		file = memfd_create("roster", 0);
	FUZZ_REQUIRE(file >= 0 && ftruncate(file, 0) == 0 &&
			     pwrite(file, data, size, 0) == (ssize_t)size,
		     "no file");
	snprintf(path, sizeof path, "/proc/self/fd/%d", file);
	said_begin();
	int status = roster_read(&roster, path, NULL);
	said_end(status == 0 ? 0 : 1);
	for (int i = 0; status == 0 && i < roster.count; i++) {
		const RosterStudent *s = &roster.students[i];

		FUZZ_REQUIRE(s->id[0] && s->name[0] && s->line > 0, "student %d has no name", i);
		FUZZ_REQUIRE(s->email && s->section && s->folder && s->submitted && s->columns,
			     "student %d is not whole", i);
	}
	roster_release(&roster);
}

int fuzz_one(const uint8_t *data, size_t size)
{
	try_table(data, size);
	try_roster(data, size);
	return 0;
}

/* --- examples ----------------------------------------------------------------------------------- */

static const char *const samples[] = {
	"id,name,email\nada,Ada Lovelace,ada@example.org\ngrace,\"Hopper, Grace\",\n",
	"Student;ID;SIS Login ID;Section\r\n    Points Possible;;;\r\nAda;17;ada;A\r\n",
	"First name\tLast name\tID number\tEmail address\nAda\tLovelace\t17\tada@example.org\n",
	"OrgDefinedId,Username,Last Name,First Name,End-of-Line\n#17,#ada,Lovelace,Ada,#\n",
	"a,b\n\"x\"\"y\",\"1\n2\"\n\n,\n",
};

const unsigned fuzz_examples = 1000;

/* The first are tables; in others a few bytes are changed, mostly to those that mean something. */
size_t fuzz_example(unsigned number, uint8_t *to, size_t room)
{
	static const char special[] = ",;\t\"\r\n\0\xef #";
	enum { SAMPLES = sizeof samples / sizeof *samples };
	const char *text = samples[number % SAMPLES],
		   *mark = number / SAMPLES % 2 ? "\xef\xbb\xbf" : "";
	uint64_t state = number;
	size_t size = 0;

	for (; size < room && *mark != '\0'; mark++)
		to[size++] = (uint8_t)*mark;
	for (; size < room && *text != '\0'; text++)
		to[size++] = (uint8_t)*text;
	if (size == 0)
		return 0;
	for (uint64_t i = number < SAMPLES ? 8 : 0; i < 1 + fuzz_random(&state) % 8; i++) {
		uint64_t drawn = fuzz_random(&state);

		to[fuzz_random(&state) % size] =
			drawn % 4 ? (uint8_t)special[drawn / 4 % (sizeof special - 1)]
				  : (uint8_t)(drawn / 4);
	}
	return size;
}
