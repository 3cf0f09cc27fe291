/* result_dir.h - under which name the results of a folder are kept.
 *
 * They lie in BUILD/grade/PLACE; progress and hints likewise. PLACE is the folder's own name if nobody
 * else has it. The kit's folders (labs) always have theirs. Of others with the same name the one that
 * was graded first has it, as PLACE/.of says, until that folder is gone. The rest get a part of their
 * path's digest behind the name. */
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

/* RESULT_DIR_STALE: those of a folder that no longer exists. */
ResultDirOwner result_dir_owner(const char *build, const char *place, const char *whole);

#endif
