/* archive_name.h - which files are archives that can be unpacked, and what the paths in them mean. */
#ifndef GRADER_CLASS_INTAKE_ARCHIVE_NAME_H
#define GRADER_CLASS_INTAKE_ARCHIVE_NAME_H

#include <stddef.h>

/* What the ending promises, by which people choose the program that opens it. */
typedef enum ArchiveKind {
	ARCHIVE_IS_ZIP,
	ARCHIVE_IS_TAR /* packed by gzip or not */
} ArchiveKind;

/* Of a name that archive_stem() knows. */
ArchiveKind archive_kind(const char *name);

/* How many bytes of the name stand before .zip, .tar.gz, .tgz or .tar, in any case; all of them
 * when it ends in none of these. */
size_t archive_stem(const char *name);

/* The folder that the path up to `end` names, as whoever unpacks it gets it: without "//", "/./" and what ".." takes
 * back. It is only to be compared, never opened. -1: it is longer than `size`. */
int archive_folder(const char *path, const char *end, char *folder, size_t size);

/* The path as Windows takes it, where each of several names becomes one file: without the letter of a drive, what stands
 * behind a colon, and dots and blanks at the end of a name. */
void archive_plain(const char *path, char *plain, size_t size);

#endif
