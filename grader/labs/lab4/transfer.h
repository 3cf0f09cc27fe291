/* transfer.h - parameters that go from GPUs to a file, or back: what the judges of 4.5, 4.6 and 4.9 share. */
#ifndef GRADER_LABS_LAB4_TRANSFER_H
#define GRADER_LABS_LAB4_TRANSFER_H

#include <stdbool.h>

#include "grader/labs/lab4/judge.h"

#define BEFORE (-1234.5f) /* the buffer is filled with it (lab4_drive_file.h) */

/* A buffer for so many numbers makes few and long copies. */
enum { LONG_ROOM = 50000 };

typedef struct Transfer {
	Model model;
	int64_t room;
	int current;
	const char *path, *at;
} Transfer;

/* Parameters on GPUs 0 and 1: smaller than the buffer, as large as it, a little larger, and several
 * times as large. */
Transfer draw_transfer(Judge *j, int count, int64_t room);

/* So many numbers have more bytes than other things that a program takes: memory of one's own for a piece shows. */
enum { WIDE_ROOM = 400000 };

/* A few parameters, on GPUs 2 and 3 where there can be such, and a buffer for so many numbers. */
Transfer draw_wide(Judge *j);

/* How many GPUs the machine has where these parameters are. */
int transfer_gpus(const Transfer *t);

/* The name of a folder, which does not tell whether there is one. */
const char *draw_folder(Judge *j);

/* What the check is about: many numbers through a buffer that is far smaller than they are. */
static inline bool is_told_of(const Transfer *t)
{
	return t->room >= LONG_ROOM && t->room < WIDE_ROOM;
}

/* "620 numbers, a buffer for 71", and `more` behind it. */
const char *say_transfer(Judge *j, const Transfer *t, const char *more);

void transfer_send(Judge *j, Run *r, const Transfer *t);

/* Each number went once, in copies that have the buffer at their host's end. */
void judge_one_pass(Judge *j, Run *r, const Transfer *t, bool saving);

/* No open file, no error, nothing written behind the buffer; the current device is as before. */
/* How many calls with files have failed, as the drive tells; -1: none can be made to, which is so on other processors. */
int64_t file_calls_met(Judge *j, Run *r);

void judge_left_clean(Judge *j, Run *r, const Transfer *t);

/* No copy is on its way into the buffer or out of it, also where a call has failed. */
void judge_buffer_given_back(Judge *j, Run *r, const Transfer *t, bool saving);

/* Whether every parameter has the fields that it had. */
bool data_is_kept(Judge *j, Run *r, const Model *m);

/* A call of save_parameters or save_safely. */
typedef struct Saving {
	Transfer t;
	int64_t old_bytes; /* of the older file; -1: there is none */
	int64_t limit;     /* bytes that fit on the disk; -1: all do */
	bool lifted;       /* behind the first write that does not fit there is room again */
	bool unnamed;      /* no file gets another name */
	int missing;       /* a parameter with NULL for data; -1: none */
	int failing;       /* which copy fails; 0: none */
	const char *kind;  /* a call that waits or asks fails, and which one; NULL: none */
	int64_t which;
	bool inside; /* the path leads into a folder */
	bool folder; /* a folder has the file's name */
	bool named;  /* what takes the file's name is looked at where there is none, too */
	bool stale;  /* there is a .part from before, as long as the older file */
	float *old;
	int *refused; /* 4.9: counts the runs in which nothing could be saved */
} Saving;

Run *run_save(Judge *j, Saving *s);

/* All goes well: the file holds the numbers, and each went once. */
Run *judge_saved(Judge *j, Saving s);

/* A call fails: -1, and the parameters are as they were. Who tried again where there was room again may have saved all. */
Run *judge_refused(Judge *j, Saving *s);

#endif
