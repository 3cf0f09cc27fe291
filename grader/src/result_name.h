/* result_name.h - under which name the files of a submission lie below BUILD/grade, BUILD/progress
 * and BUILD/hints: one name for one folder.
 *
 * It is the last part of the folder's path, unless that name is another folder's: the kit's own
 * folders (labs, solutions) keep theirs, else who was first does. All others get a part of the
 * path's digest besides, "labs-1f0c9a77". Whose a name is stands in BUILD/grade/NAME/.folder. */
#ifndef RESULT_NAME_H
#define RESULT_NAME_H

#define RESULT_NAME_SIZE 272 /* a name in a path has at most 255 bytes */

typedef enum ResultOwner {
	RESULT_OWNER_NONE, /* nobody has the last part of the path as a name yet */
	RESULT_OWNER_GONE, /* a folder that is not there any more has it */
	RESULT_OWNER_THIS,
	RESULT_OWNER_OTHER,
} ResultOwner;

/* The name for a folder, given by its absolute path without links, and whose its last part was.
 * The name is valid for all four. */
ResultOwner result_name(const char *build, const char *kit, const char *folder,
			char name[RESULT_NAME_SIZE]);

/* BUILD/grade/NAME for a path as somebody gave it; to be freed. NULL with errno. */
char *result_folder(const char *build, const char *kit, const char *path);

/* The file that says whose the name is; to be freed. */
char *result_claim_path(const char *build, const char *name);

#endif
