/* book.h - the gradebook of a class: one SQLite file, of which docs/gradebook.md shows the tables.
 *
 * Every function that writes is one transaction: it is in the book whole or not at all, also when
 * the process is killed. Two programs may have one book open; a writer waits for another, at most
 * BOOK_WAIT_MS. A Book belongs to one process: do not use it in a child after fork.
 *
 * Errors: a function that fails has printed one line to stderr that names the book, and returns -1
 * (a pointer function: NULL). Texts that are passed in are copied; NULL stands for "not known"
 * where it is allowed. */
#ifndef BOOK_H
#define BOOK_H

#include <stdint.h>

#define BOOK_VERSION        1          /* PRAGMA user_version */
#define BOOK_APPLICATION_ID 0x75736770 /* PRAGMA application_id: "usgp" */
#define BOOK_WAIT_MS        30000

typedef struct Book Book;

typedef enum BookMode {
	BOOK_READ,  /* the file must be there, and stays as it is */
	BOOK_WRITE, /* the file must be there; an older version is brought up to date */
	BOOK_CREATE /* as BOOK_WRITE; a file that is missing is made, its folder must be there */
} BookMode;

/* Where the book of a class lies, to be freed: `book` itself when it is given; else
 * BUILD/class/NAME/gradebook.db, where NAME is the last part of `submissions` (".", ".." and "/"
 * are resolved first); without both the only book under BUILD/class. NULL with a line on stderr. */
char *book_place(const char *build, const char *submissions, const char *book);

/* Opens and checks: that it is a gradebook, that its pages are whole, that its version is known. A
 * file that is anything else is left alone. Close it with book_close (which takes NULL). */
Book *book_open(const char *path, BookMode mode);
void book_close(Book *book);

/* The path as it was opened; it lives as long as the book. */
const char *book_path(const Book *book);

/* --- what a class run writes ------------------------------------------------------------------ */

typedef struct BookStudent {
	const char *id, *name;       /* needed, not empty */
	const char *email, *section; /* or NULL */
	const char *folder;          /* of the submission; NULL: nothing was handed in (yet) */
	const char *columns;         /* JSON object of the roster's row; NULL: none */
} BookStudent;

/* Adds the student or brings the row up to date; NULL leaves what is known. A folder belongs to one
 * student: one that had become a student of its own (its id is the folder's name) gets this id, and
 * brings along its submissions and overrides; another's folder is taken from that student. */
int book_student_put(Book *book, const BookStudent *student);

/* Who says when a submission was handed in: a later one in this list is believed over an earlier.
 */
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

/* What the student has handed in now. `content` is the SHA-256 in hex of the files that were taken.
 * The same content as in the student's newest attempt is that attempt again, anything else is the
 * next one. submitted_at is in seconds since 1970 (negative: not known); for an attempt that is
 * there already it is believed only from a better source, or anew from the roster. Lateness follows
 * from the rules of the book. */
int book_submission_put(Book *book, const char *student, const char *content, int64_t submitted_at,
			BookSource from, BookSubmission *submission);

/* The newest grading of this submission with that key that did not fail: its id, 0 when there is
 * none. The key is the SHA-256 in hex of everything that verdicts depend on. */
int64_t book_grading_find(Book *book, int64_t submission, const char *key);

/* The id of the newest grading of all, 0 when there is none; -1 with a line on stderr. */
int64_t book_grading_newest(Book *book);

typedef struct BookGrading {
	int64_t submission;
	const char *key, *kit;              /* SHA-256 in hex; the kit's part of it by itself */
	const char *results;                /* text of results.json; NULL when there is none */
	int failed;                         /* 1: the grader failed: no mark comes of this */
	const char *message;                /* why it failed, one line; else NULL */
	double compile_s, check_s, total_s; /* seconds; negative: not known */
} BookGrading;

/* Stores a grading with the checks that its results hold (gpu, machine, isolation, seed and scores
 * are read from there too), in one transaction. Returns its id. Without `failed` the results are
 * needed; results that are no results.json are an error. */
int64_t book_grading_put(Book *book, const BookGrading *grading);

/* --- settings --------------------------------------------------------------------------------- */

/* The value, to be freed; NULL (and no line on stderr) when there is none. Keys of the class run
 * are its own ("seed" ...); those of the rules are "policy", "due", "late", "grace": book_rules.h.
 */
char *book_setting(Book *book, const char *key);
int book_setting_put(Book *book, const char *key, const char *value);

#endif
