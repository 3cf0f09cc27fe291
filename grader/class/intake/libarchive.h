/* libarchive.h - for the unpacking alone: the functions of libarchive, which is loaded when there is
 * an archive to unpack. It brings nine more libraries with it, and each process that the grader forks
 * would have to copy and to drop their mappings. */
#ifndef GRADER_CLASS_INTAKE_LIBARCHIVE_H
#define GRADER_CLASS_INTAKE_LIBARCHIVE_H

#include <archive.h>
#include <archive_entry.h>

#define LIBARCHIVE_FUNCTIONS(X)                                                                    \
	X(archive_entry_filetype)                                                                  \
	X(archive_entry_hardlink)                                                                  \
	X(archive_entry_pathname)                                                                  \
	X(archive_entry_size)                                                                      \
	X(archive_entry_sparse_count)                                                              \
	X(archive_error_string)                                                                    \
	X(archive_filter_bytes)                                                                    \
	X(archive_read_data)                                                                       \
	X(archive_read_free)                                                                       \
	X(archive_read_new)                                                                        \
	X(archive_read_next_header)                                                                \
	X(archive_read_open_fd)                                                                    \
	X(archive_read_support_filter_gzip)                                                        \
	X(archive_read_support_format_raw)                                                         \
	X(archive_read_support_format_tar)                                                         \
	X(archive_read_support_format_zip)

#define LIBARCHIVE_MEMBER(name) __typeof__(name) *name;

typedef struct Libarchive {
	LIBARCHIVE_FUNCTIONS(LIBARCHIVE_MEMBER)
} Libarchive;

/* NULL where the library cannot be loaded; dlerror() says why. Not in a sandbox, where no library can
 * be seen. */
const Libarchive *libarchive_load(void);

#endif
