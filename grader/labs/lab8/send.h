/* send.h - one send of a batch (8.6), for the two files that decide about it. */
#ifndef GRADER_LABS_LAB8_SEND_H
#define GRADER_LABS_LAB8_SEND_H

#include <stdbool.h>

#include "grader/labs/lab8/judge.h"

/* On a machine so many times slower a copy takes longer than a call. */
enum { SLOWER = 4000 };

/* A batch takes longer than the host sleeps who looks again and again whether one is sent, a millisecond. */
enum { SLOWER_IN_TURN = 16000 };

enum Busy { IDLE, BUSY_WITH_SLOT, BUSY_WITH_OTHER };

enum { NONE = -1 }; /* no row */

typedef struct Send {
	int64_t batch, index, first, before; /* before: the row of an earlier batch, or NONE, */
	bool other;                          /* which goes through the other slot */
	bool slow;                           /* on a machine so slow that a copy takes long */
	enum Busy busy;                      /* what the default stream does meanwhile */
	int64_t many; /* rows that nobody makes, and of which a batch alone can be read; 0: the data's */
	int64_t between; /* the row of a batch that goes through the other slot behind that one; 0: none does */
	const char *at;
} Send;

Run *make_send(Judge *j, const Send *s, const Digits *data);

Run *run_send(Judge *j, const Send *s, const Digits *data);

/* " (cudaStreamSynchronize, line 261)": the call that took longest. */
const char *say_longest_call(Judge *j, Run *r);

/* That the rows from `first` on are in a slot: in the one that was sent through, or ("_other") the other one. */
void judge_arrived(Judge *j, Run *r, const Send *s, const Digits *data, const char *slot,
		   int64_t first);

/* Where no machine is asked the drive tells. */
bool sent_is_recorded(Run *r, const Send *s);

Run *judge_send(Judge *j, const Send *s, const Digits *data);

/* Each call of so many was for a whole batch. */
void judge_all_sent(Judge *j, Run *r, const Send *s, const Digits *data, int batches);

double work_us(Run *r, const Send *s, const Digits *data);

Run *judge_no_wait(Judge *j, const Digits *data, Send s);

#endif
