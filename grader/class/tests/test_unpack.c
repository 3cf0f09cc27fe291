/* test_unpack.c - archives that were made to harm whoever unpacks them: each is refused with a reason, or
 * its labs are taken and nothing else; none makes the unpacker crash, which would be the kit's failure.
 * In the tiers that this machine has. */
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "grader/base/folder.h"
#include "grader/class/intake/unpack.h"
#include "grader/class/tests/tar_bytes.h"

#define LAB  "lab1_devices.c"
#define TEXT "int a;\n"
#define BIG  (UINT64_C(1) << 40)

static char folder[] = "/tmp/usegpu-unpack-XXXXXX";
static SandboxTier tiers[2];
static int tier_count;
static Tar tar;
static ArchiveKind kind = ARCHIVE_IS_TAR;

static int begin(void **state)
{
	char box[80], why[400];
	(void)state;

	if (!mkdtemp(folder) || chmod(folder, 0755) < 0)
		return -1;
	for (int t = SANDBOX_FULL; t >= SANDBOX_REDUCED; t--) {
		snprintf(box, sizeof box, "%s/probe-XXXXXX", folder);
		if (sandbox_folder_create(box) < 0)
			return -1;
		if (sandbox_probe((SandboxTier)t, box, NULL, why, sizeof why) == (SandboxTier)t)
			tiers[tier_count++] = (SandboxTier)t;
		folder_remove(box);
	}
	if (tier_count == 0)
		print_message("no sandbox here: %s\n", why);
	return 0;
}

static int end(void **state)
{
	(void)state;
	folder_remove(folder);
	return access(folder, F_OK) == 0 ? -1 : 0;
}

/* --- the archives ----------------------------------------------------------------------------- */

static const struct {
	const char *name;
	uint64_t hole, count, real;
	const char *text, *why;
} sparse[] = {
	{"a hole of a tebibyte", BIG, 1, BIG + 1, "x", LAB " is a sparse file"},
	{"a hole of a kibibyte", 1024, 1, 1025, "x", LAB " is a sparse file"},
	{"a hole up to the last offset", INT64_MAX - 1, 1, INT64_MAX, "x", LAB " is a sparse file"},
	{"data beyond the last offset", INT64_MAX - 1, 4, INT64_MAX, "xxxx", ""},
	{"a hole of less than nothing", UINT64_MAX, 1, 1, "x", ""},
	{"more data than there is", 0, INT64_MAX, INT64_MAX, "x", ""},
};

static const struct {
	const char *name, *pairs[13], *text, *why;
} pax[] = {
	{"holes by PAX 0.1",
	 {"GNU.sparse.size", "1099511627777", "GNU.sparse.numblocks", "1", "GNU.sparse.map",
	  "1099511627776,1", "GNU.sparse.name", LAB},
	 "x",
	 LAB " is a sparse file"},
	{"holes by PAX 1.0",
	 {"GNU.sparse.major", "1", "GNU.sparse.minor", "0", "GNU.sparse.name", LAB,
	  "GNU.sparse.realsize", "1099511627777"},
	 "1\n1099511627776\n0\n",
	 LAB " is a sparse file"},
	{"a map of no numbers",
	 {"GNU.sparse.major", "1", "GNU.sparse.minor", "0", "GNU.sparse.name", LAB,
	  "GNU.sparse.realsize", "10"},
	 "999999999999999999999999999999\n1\n",
	 ""}, /* for which libarchive has no words */
	{"holes in no order",
	 {"GNU.sparse.size", "4096", "GNU.sparse.numblocks", "2", "GNU.sparse.map", "8,1,0,1",
	  "GNU.sparse.name", LAB},
	 "xx",
	 ""},
	{"cut off by PAX 0.1",
	 {"GNU.sparse.size", "2", "GNU.sparse.numblocks", "1", "GNU.sparse.map", "0,2", "path",
	  LAB},
	 "xxxx",
	 "sizes that programs read differently"},
	{"a size beyond all", {"path", LAB, "size", "9223372036854775807"}, "x", ""},
	{"a size below nothing", {"path", LAB, "size", "-5"}, "x", ""},
};

static const struct {
	const char *name, *first;
	char kind;
	const char *link;
	const char *why; /* NULL: the lab behind it is taken all the same */
} members[] = {
	{"an absolute path", "/etc/" LAB, '0', "", NULL},
	{"a path upwards", "../../../" LAB, '0', "", LAB " is in it twice"},
	{"a symbolic link", LAB, '2', "/etc/passwd", LAB " is in it twice"},
	{"a hard link", LAB, '1', "/etc/passwd", LAB " is in it twice"},
	{"a device", LAB, '3', "", LAB " is in it twice"},
	{"a block device", "sda", '4', "", NULL},
	{"a pipe", "pipe", '6', "", NULL},
	{"a link to a folder", "a", '2', "/", NULL},
	{"an unknown kind", "a", 'Z', "", NULL},
	{"a second one", LAB, '0', "", LAB " is in it twice"},
	{"a second one, by another capital letter", "LAB1_devices.c", '0', "",
	 LAB " is in it twice"},
	{"a second one, by a path that goes back", "x/y/../../" LAB, '0', "",
	 LAB " is in it twice"},
	{"a second one, by a dot that Windows leaves out", LAB ".", '0', "", LAB " is in it twice"},
	{"a second one, by blanks that Windows leaves out", LAB " . ", '0', "",
	 LAB " is in it twice"},
	{"a second one, by a stream of its own", LAB "::$DATA", '0', "", LAB " is in it twice"},
	{"a second one, on a drive", "C:" LAB, '0', "", LAB " is in it twice"},
	{"a second one, by slashes", "//.//" LAB, '0', "", LAB " is in it twice"},
	{"a second one, by another path", "././" LAB, '0', "", LAB " is in it twice"},
	{"line breaks and escapes", "a\nb\033[31m\033]0;x\007", '0', "", NULL},
	{"bytes that are no text", "\377\376\200", '0', "", NULL},
	{"labs in hostile folders", "x\033[2J/" LAB, '0', "", NULL},
};

/* A map of holes in the file itself has a block of its own. */
static void pax_member(Tar *to, int i)
{
	char text[TAR_BLOCK + 2] = "";

	memset(text, 'x', TAR_BLOCK + 1);
	memcpy(text, pax[i].text, strlen(pax[i].text));
	if (!strchr(pax[i].text, '\n'))
		text[strlen(pax[i].text)] = '\0';
	tar_pax(to, pax[i].pairs);
	tar_member(to, "x", '0', text);
}

/* --- unpacking -------------------------------------------------------------------------------- */

static char why[300];

static int tar_begin(void **state)
{
	(void)state;
	tar.size = 0;
	return 0;
}

/* The outcome; `labs` gets how many labs came out. */
static Unpack tar_unpack(SandboxTier tier, int *labs)
{
	static const char zeros[2 * TAR_BLOCK];
	char box[80], to[80], lab[100];
	int fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
	Unpack outcome;

	tar_block(&tar, zeros, sizeof zeros);
	assert_int_equal(write(fd, tar.bytes, tar.size), tar.size);
	snprintf(box, sizeof box, "%s/box-XXXXXX", folder);
	snprintf(to, sizeof to, "%s/labs", folder);
	snprintf(lab, sizeof lab, "%s/" LAB, to);
	assert_int_equal(mkdir(to, 0755), 0);
	signal(SIGSEGV, SIG_DFL); /* cmocka's own handler would end the process with a status */
	outcome = unpack_labs(fd, kind, tier, box, to, why, sizeof why);
	*labs = access(lab, F_OK) == 0;
	assert_int_equal(access(box, F_OK), -1);
	assert_null(strpbrk(why, "\n\033"));
	close(fd);
	folder_remove(to);
	return outcome;
}

static void tar_tried(const char *name, const char *wanted)
{
	for (int t = 0; t < tier_count; t++) {
		int labs;
		Unpack outcome = tar_unpack(tiers[t], &labs);

		if (outcome != (wanted ? UNPACK_REFUSED : UNPACK_OK) || labs != !wanted ||
		    (wanted && (*why == '\0' || !strstr(why, wanted) || strstr(why, "signal"))))
			fail_msg("%s, tier %d: %d, %d labs, \"%s\"", name, tiers[t], outcome, labs,
				 why);
		tar.size -= (size_t)2 * TAR_BLOCK; /* the end, which is added each time */
	}
	tar.size = 0;
}

static void test_sparse(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof sparse / sizeof *sparse; i++) {
		tar_hole(&tar, LAB, sparse[i].hole, sparse[i].text, sparse[i].count,
			 sparse[i].real);
		tar_tried(sparse[i].name, sparse[i].why);
	}
	tar_hole(&tar, "no lab", BIG, "x", 1, BIG + 1);
	tar_member(&tar, LAB, '0', TEXT);
	tar_tried("a hole in what is no lab", NULL);
}

static void test_pax(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof pax / sizeof *pax; i++) {
		pax_member(&tar, (int)i);
		tar_tried(pax[i].name, pax[i].why);
	}
}

static void test_members(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
		tar_header(&tar, members[i].first, members[i].kind, members[i].link, 0);
		tar_member(&tar, LAB, '0', TEXT);
		tar_tried(members[i].name, members[i].why);
	}
}

static void test_lengths(void **state)
{
	char deep[20001] = "";

	(void)state;
	for (int i = 0; i < 20000; i += 2)
		memcpy(deep + i, i + 2 < 20000 ? "a/" : "aa", 3);
	tar_long(&tar, deep, TEXT);
	tar_member(&tar, LAB, '0', TEXT);
	tar_tried("ten thousand folders deep", NULL);
	tar_header(&tar, "././@LongLink", 'L', "", INT64_MAX);
	tar_tried("a name of all bytes there are", "");
	tar_header(&tar, LAB, '0', "", INT64_MAX);
	tar_tried("a file of all bytes there are", "");
	tar_member(&tar, LAB, '0', TEXT);
	tar_header(&tar, "big", '0', "", (uint64_t)UNPACK_BYTES_MAX);
	tar_tried("more than may be unpacked, with what came before", "more than 256 MiB");
	tar_header(&tar, LAB, '0', "", 5000000);
	tar_tried("less than the header says", "");
	tar_tried("nothing", "no lab in it");
}

static const char *const old_path[] = {"path", "old.c", NULL},
			 *const lab_path[] = {"path", LAB, NULL},
			 *const comment[] = {"comment", "0123456789abcdef", NULL},
			 *const two_paths[] = {"path", "old.c", "path", LAB, NULL},
			 *const sparse_path[] = {"GNU.sparse.name", LAB, "path", "old.c", NULL},
			 *const sparse_name[] = {"GNU.sparse.name", LAB, NULL};

/* What libarchive takes for the lab is another file, or none, for GNU tar. */
static const struct {
	const char *name;
	const char *const *pairs; /* of a pax header */
	const char *longer;       /* a name of GNU's besides */
	const char *first;        /* a member that has the next one in its bytes */
	const char *why;
	char header, kind; /* of the pax header, of the first member */
} stories[] = {
	{"a comment for all, as git writes it", comment, NULL, NULL, NULL, 'g', 0},
	{"a name for all that come", old_path, NULL, NULL, "has two names", 'g', 0},
	{"two names in one header", two_paths, NULL, NULL, "has two names", 'x', 0},
	{"names of two kinds", old_path, LAB, NULL, "has two names", 'x', 0},
	{"a name as of a sparse file besides", sparse_path, NULL, NULL, "has two names", 'x', 0},
	{"a name as of a sparse file alone", sparse_name, NULL, NULL, NULL, 'x', 0},
	{"names of two kinds, one twice", lab_path, LAB, NULL, "has two names", 'x', 0},
	{"a symbolic link that has bytes", NULL, NULL, "a", "read differently", 0, '2'},
	{"a hard link that has bytes", NULL, NULL, "a", "read differently", 0, '1'},
	{"a device that has bytes", NULL, NULL, "a", "read differently", 0, '3'},
	{"a pipe that has bytes", NULL, NULL, "a", "read differently", 0, '6'},
	{"a folder that has bytes", NULL, NULL, "a", "read differently", 0, '5'},
	{"a folder by its name that has bytes", NULL, NULL, "a/", "read differently", 0, '0'},
	{"a folder of a backup", NULL, NULL, "a", "of a backup", 0, 'D'},
};

static void test_stories(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof stories / sizeof *stories; i++) {
		if (stories[i].pairs)
			tar_pax_of(&tar, stories[i].header, stories[i].pairs);
		if (stories[i].longer)
			tar_member(&tar, "././@LongLink", 'L', stories[i].longer);
		if (stories[i].first)
			tar_header(&tar, stories[i].first, stories[i].kind, "b",
				   (uint64_t)2 * TAR_BLOCK);
		tar_member(&tar, LAB, '0', TEXT);
		tar_tried(stories[i].name, stories[i].why);
	}
}

/* Before GNU tar's members stand no folders; programs that know POSIX alone see them. */
static void test_prefix(void **state)
{
	static const char magics[][8] = {"ustar  ", "", "ustar"};
	char header[TAR_BLOCK];

	(void)state;
	for (size_t i = 0; i < sizeof magics / sizeof *magics; i++) {
		tar_fields(header, LAB, '0', "", strlen(TEXT));
		memcpy(header + 257, magics[i], sizeof magics[i]);
		header[345] = 'x';
		tar_sum(header);
		tar_block(&tar, header, sizeof header);
		tar_block(&tar, TEXT, strlen(TEXT));
		tar_tried("a folder before the name",
			  *magics[i] != '\0' && magics[i][5] == '\0' ? NULL : "has two names");
	}
}

/* The same rule as for folders: nobody who looks sees such a lab. */
static void test_hidden(void **state)
{
	(void)state;
	tar_member(&tar, ".x/" LAB, '0', TEXT);
	tar_tried("a lab in a hidden folder", "no lab in it");
	tar_member(&tar, "__MACOSX/labs/" LAB, '0', TEXT);
	tar_tried("a lab among what macOS adds", "no lab in it");
	tar_member(&tar, "./a/.x/labs/" LAB, '0', TEXT);
	tar_tried("a lab below a hidden folder", "no lab in it");
	tar_member(&tar, ".x/" LAB, '0', "other");
	tar_member(&tar, "a/b/" LAB, '0', TEXT);
	tar_tried("one that lies nearer to the top than the one that is seen", NULL);
}

/* Whoever looks into a file chooses the program by its name: a tar that ends as a zip must not be one for tar and
 * another for unzip. */
static void test_kinds(void **state)
{
	static const char zip_end[22] = "PK\5\6";

	(void)state;
	kind = ARCHIVE_IS_ZIP;
	tar_member(&tar, LAB, '0', TEXT);
	tar_tried("a tar called .zip", "no whole zip");
	tar_member(&tar, LAB, '0', TEXT);
	tar_block(&tar, zip_end, sizeof zip_end);
	tar_tried("a tar with the end of a zip", "zip");
	kind = ARCHIVE_IS_TAR;
	tar_block(&tar, zip_end, sizeof zip_end);
	tar_tried("a zip called .tar", "");
}

/* Archives with a few bytes changed, always the same ones. */
static void test_damaged(void **state)
{
	unsigned seed = 1;

	(void)state;
	for (int i = 0; tier_count > 0 && i < 150; i++) {
		int labs;

		tar.size = 0;
		tar_hole(&tar, "x", 512, "x", 1, 513);
		pax_member(&tar, i % 4);
		tar_member(&tar, LAB, '0', TEXT);
		for (int k = 0; k < 1 + i % 5; k++) {
			seed = seed * 1103515245 + 12345;
			tar.bytes[(seed >> 8) % tar.size] = (char)(seed >> 24);
		}
		for (size_t at = 0; i % 2 && at < tar.size; at += TAR_BLOCK)
			tar_sum(tar.bytes + at); /* so that more than the sum is looked at */
		if (tar_unpack(tiers[0], &labs) == UNPACK_FAULT || strstr(why, "signal"))
			fail_msg("archive %d: %s", i, why);
	}
}

#define FRESH(test) cmocka_unit_test_setup(test, tar_begin)

int main(void)
{
	const struct CMUnitTest tests[] = {
		FRESH(test_sparse),  FRESH(test_pax),     FRESH(test_members),
		FRESH(test_lengths), FRESH(test_damaged), FRESH(test_kinds),
		FRESH(test_hidden),  FRESH(test_stories), FRESH(test_prefix),
	};

	return cmocka_run_group_tests(tests, begin, end);
}
