/* result_dir.h - under which name the results of a folder are kept.
 *
 * BUILD/grade/PLACE, and progress and hints likewise: PLACE is the folder's own name, as long as it
 * is nobody else's. A folder of the kit has its name for itself (labs); of others it has whoever
 * was graded first and is still there, as PLACE/.of says. The rest get a part of their path's
 * digest behind the name. */
#ifndef GRADER_SETUP_RESULT_DIR_H
#define GRADER_SETUP_RESULT_DIR_H

/* Whose results are in a place. */
typedef enum ResultDirOwner {
	RESULT_DIR_FREE,
	RESULT_DIR_OURS,
	RESULT_DIR_TAKEN,
	RESULT_DIR_STALE
} ResultDirOwner;

/* The place of the folder at the absolute path `whole`, called `name`; `kit` is the kit's folder,
 * as an absolute path. To be freed. */
char *result_dir(const char *build, const char *kit, const char *name, const char *whole);

/* The folder's own name; "root" for "/". A part of `whole`, or a constant. */
const char *path_last(const char *whole);

/* RESULT_DIR_STALE: a folder's that is no longer there. */
ResultDirOwner result_dir_owner(const char *build, const char *place, const char *whole);

#endif
