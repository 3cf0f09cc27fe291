/* make_archive.c - makes archives for tests, also such as nobody should open.
 *
 *   make_archive zip|tar|tgz FILE MEMBER...
 * where MEMBER is
 *   NAME=PATH          the file PATH under that name, whatever the name is
 *   link:NAME=TARGET   a symbolic link; hard:NAME=TARGET a hard one
 *   fifo:NAME=         a pipe
 *   zeros:NAME=BYTES   so many zeros
 *   many:NAME=COUNT    so many empty files, NAME1, NAME2 ... */
#include <archive.h>
#include <archive_entry.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static _Noreturn void fail(const char *what)
{
	fprintf(stderr, "make_archive: %s\n", what);
	exit(2);
}

static void header_put(struct archive *a, const char *name, mode_t kind, la_int64_t bytes,
		       const char *link, int is_hard)
{
	struct archive_entry *entry = archive_entry_new();

	archive_entry_set_pathname(entry, name);
	archive_entry_set_filetype(entry, kind);
	archive_entry_set_perm(entry, 0644);
	archive_entry_set_mtime(entry, 1700000000, 0);
	archive_entry_set_size(entry, bytes);
	if (link && is_hard)
		archive_entry_set_hardlink(entry, link);
	else if (link)
		archive_entry_set_symlink(entry, link);
	if (archive_write_header(a, entry) < ARCHIVE_WARN)
		fail(archive_error_string(a));
	archive_entry_free(entry);
}

static void zeros_put(struct archive *a, const char *name, long long bytes)
{
	static const char zeros[1 << 16];

	header_put(a, name, AE_IFREG, bytes, NULL, 0);
	while (bytes > 0) {
		size_t piece = bytes < (long long)sizeof zeros ? (size_t)bytes : sizeof zeros;

		if (archive_write_data(a, zeros, piece) < 0)
			fail(archive_error_string(a));
		bytes -= (long long)piece;
	}
}

static void file_put(struct archive *a, const char *name, const char *path)
{
	static char bytes[1 << 20];
	FILE *file = fopen(path, "re");
	size_t count = !file ? 0 : fread(bytes, 1, sizeof bytes, file);

	if (!file)
		fail(path);
	fclose(file);
	header_put(a, name, AE_IFREG, (la_int64_t)count, NULL, 0);
	if (archive_write_data(a, bytes, count) < 0)
		fail(archive_error_string(a));
}

static void many_put(struct archive *a, const char *name, long count)
{
	char each[200];

	for (long i = 1; i <= count; i++) {
		snprintf(each, sizeof each, "%s%ld", name, i);
		header_put(a, each, AE_IFREG, 0, NULL, 0);
	}
}

static void member_put(struct archive *a, char *member)
{
	char *value = strchr(member, '=');

	if (!value)
		fail("wanted NAME=PATH");
	*value++ = '\0';
	if (strncmp(member, "link:", 5) == 0)
		header_put(a, member + 5, AE_IFLNK, 0, value, 0);
	else if (strncmp(member, "hard:", 5) == 0)
		header_put(a, member + 5, AE_IFREG, 0, value, 1);
	else if (strncmp(member, "fifo:", 5) == 0)
		header_put(a, member + 5, AE_IFIFO, 0, NULL, 0);
	else if (strncmp(member, "zeros:", 6) == 0)
		zeros_put(a, member + 6, atoll(value));
	else if (strncmp(member, "many:", 5) == 0)
		many_put(a, member + 5, atol(value));
	else
		file_put(a, member, value);
}

int main(int argc, char **argv)
{
	struct archive *a = archive_write_new();

	if (argc < 3 || !a)
		fail("wanted zip|tar|tgz FILE MEMBER...");
	if (strcmp(argv[1], "zip") == 0)
		archive_write_set_format_zip(a);
	else
		archive_write_set_format_pax_restricted(a);
	if (strcmp(argv[1], "tgz") == 0)
		archive_write_add_filter_gzip(a);
	if (archive_write_open_filename(a, argv[2]) != ARCHIVE_OK)
		fail(archive_error_string(a));
	for (int i = 3; i < argc; i++)
		member_put(a, argv[i]);
	if (archive_write_close(a) != ARCHIVE_OK)
		fail(archive_error_string(a));
	archive_write_free(a);
	return 0;
}
