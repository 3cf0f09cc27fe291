/* archive_cache.h - caches the digest of an archive's content in students/KEY/archive.txt, so that
 * a run in which nothing has changed unpacks no archive. */
#ifndef GRADER_CLASS_RUN_ARCHIVE_CACHE_H
#define GRADER_CLASS_RUN_ARCHIVE_CACHE_H

#include "grader/class/intake/collect.h"
#include "grader/class/run/class.h"

/* 0, or -1 when there is no valid cache file. */
int archive_cache_read(const Submission *submission, CollectNote *note);

/* 0, or -1 with one line on stderr. */
int archive_cache_write(const Submission *submission, const CollectNote *note);

#endif
