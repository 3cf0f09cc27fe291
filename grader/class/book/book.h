/* book.h - the gradebook of a class: one SQLite file; docs/gradebook.md documents its tables.
 *
 * Theory of operation. This room alone writes to the gradebook. It runs in the process of
 * usegpu class, never in a process that touches a submission. Students, submissions and gradings
 * are rows; late penalties and the attempt that counts are worked out from the rules whenever one
 * of them changes (book_rules.h); marks are views (book_schema.c), so that exports and reports
 * read them without this code. Overrides are kept beside the gradings and survive a regrade.
 *
 * Every function that writes is one transaction: all of it is in the book or none, also when the
 * process is killed. Several processes may have the book open; a writer waits for another one's
 * lock, at most BOOK_WAIT_MS. A Book must not be used in a child after fork().
 *
 * Errors: a function that fails prints one line to stderr that names the book, and returns -1 (or
 * NULL, where it returns a pointer). Strings that are passed in are copied; NULL stands for "not
 * known" where it is allowed. */
#ifndef GRADER_CLASS_BOOK_BOOK_H
#define GRADER_CLASS_BOOK_BOOK_H

#include <stdint.h>

#define BOOK_VERSION        4          /* PRAGMA user_version */
#define BOOK_APPLICATION_ID 0x75736770 /* PRAGMA application_id: "usgp" */
#define BOOK_WAIT_MS        30000

typedef struct Book Book;

typedef enum BookMode {
	BOOK_READ,  /* the file must exist; it is not changed */
	BOOK_WRITE, /* the file must exist; an older version is migrated */
	BOOK_CREATE /* as BOOK_WRITE; a missing file is created, its folder must exist */
} BookMode;

/* The path of a class's gradebook, to be freed: `book` when it is given; else
 * BUILD/class/NAME/gradebook.db, where NAME is the last part of `submissions` (".", ".." and "/"
 * are resolved first); without both, the only book under BUILD/class. NULL with a line on
 * stderr. */
char *book_place(const char *build, const char *submissions, const char *book);

/* As book_place, of the assignment of that name; NULL: that of
 * class_folder.h. BOOK= says enough without one. */
char *book_place_of(const char *build, const char *submissions, const char *book,
		    const char *assignment);

/* Opens the file and checks that it is a gradebook, that its pages are not damaged and that its
 * version is known. A file that fails a check is not changed. Close it with book_close (which takes
 * NULL). */
Book *book_open(const char *path, BookMode mode);
void book_close(Book *book);

/* The path as it was opened; it lives as long as the book. */
const char *book_path(const Book *book);

/* --- what a class run writes ------------------------------------------------------------------ */

typedef struct BookStudent {
	const char *id, *name;       /* required, not empty */
	const char *email, *section; /* or NULL */
	const char *folder;          /* name of the submission; NULL: nothing was handed in (yet) */
	const char *columns;         /* the roster's row as a JSON object; NULL: none */
} BookStudent;

/* Adds the student or updates the row; a NULL member keeps the stored value. A folder belongs to
 * one student. If the folder so far belonged to a student who was made up from its name (the id is
 * the folder's name, because no roster had it), that student is renamed to this id, with all
 * submissions and overrides, and with what a student of this id had who was absent so far; if it belonged to
 * another student of the roster, it is taken away from that one. */
int book_student_put(Book *book, const BookStudent *student);

/* Where the time of a submission comes from, in ascending order of trust. */
typedef enum BookSource {
	BOOK_FROM_FILES,     /* the newest mtime of the files that were taken */
	BOOK_FROM_ROSTER,    /* a column of the roster, or the LMS */
	BOOK_FROM_INSTRUCTOR /* make override SUBMITTED=... */
} BookSource;

typedef struct BookSubmission {
	int64_t id;
	int attempt; /* from 1 */
	int fresh;   /* 1: this call added it */
} BookSubmission;

/* Records what the student has handed in now. `content` is the SHA-256 in hex of the files that
 * were taken. The same content as in the student's newest attempt is that attempt again; any other
 * content is a new attempt. submitted_at is in seconds since 1970 (negative: not known); for an
 * attempt that is stored already it is replaced only by a time from a more trusted source, or by a
 * new time from the roster. Lateness is worked out by the rules of the book. */
int book_submission_put(Book *book, const char *student, const char *content, int64_t submitted_at,
			BookSource from, BookSubmission *submission);

/* The id of the newest grading of this submission with that key that did not fail; 0 when there is
 * none. The key is the SHA-256 in hex of everything that verdicts depend on. */
int64_t book_grading_find(Book *book, int64_t submission, const char *key);

/* The id of the newest grading of all, 0 when there is none; -1 with a line on stderr. */
int64_t book_grading_newest(Book *book);

typedef struct BookGrading {
	int64_t submission;
	const char *key, *kit;              /* SHA-256 in hex of all inputs, and of the kit alone */
	const char *results;                /* text of results.json; NULL when there is none */
	int failed;                         /* 1: the grader failed, so this gives no mark */
	const char *message;                /* why it failed, one line; else NULL */
	double compile_s, check_s, total_s; /* seconds; negative: not known */
} BookGrading;

/* Stores a grading with the checks in its results (gpu, machine, isolation, seed and scores are
 * read from them too), in one transaction. Returns its id. The results are required unless `failed`
 * is set; a text that is not a results.json is an error. */
int64_t book_grading_put(Book *book, const BookGrading *grading);

/* Keeps every student's present mark as what it was before a run. 0, or -1 with a line. */
int book_totals_keep(Book *book);

/* The seed of the newest grading of the submission (0: of any) that did not fail. 1, 0: there is none, or -1. */
int book_seed_newest(Book *book, int64_t submission, int64_t *seed);

/* --- settings --------------------------------------------------------------------------------- */

/* The value, to be freed; NULL (and no line on stderr) when there is none. The rules use the keys
 * "policy", "due", "late" and "grace" (book_rules.h); the class run has keys of its own. */
char *book_setting(Book *book, const char *key);
int book_setting_put(Book *book, const char *key, const char *value);

#endif
