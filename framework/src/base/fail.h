/* fail.h - how the framework's own files report a failure (the public side is error.h).
 *
 * Every public function that can fail starts with error_begin(__func__); whatever fails below it
 * calls error_set(), which writes "function: message (file.c:line)" and returns the Status. The
 * message belongs to the thread that made the call. */
#ifndef FAIL_H
#define FAIL_H

#include <stdint.h>

#include "usegpu/device.h"
#include "usegpu/tensor.h"

#pragma GCC visibility push(hidden)

/* The public function that is running on this thread: messages start with its name. */
void error_begin(const char *function);

/* The Status as what an int function returns; a caller that returns NULL may ignore it. */
static inline int error_value(Status status)
{
	return status;
}

/* Records the failure and gives `status`. Characters that would break the line become '?'. */
#define error_set(status, ...) (error_record(status, __VA_ARGS__), error_value(status))
void error_record(Status status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Records that the argument called `name` is NULL. When something failed before, that is most
 * often why it is NULL, so that message is kept behind this one. Gives STATUS_ARGUMENT. */
#define error_null(name) (error_record_null(name), error_value(STATUS_ARGUMENT))
void error_record_null(const char *name);

/* The Status of the failure that a call has just recorded and that is passed on: never 0. */
static inline int error_passed_on(void)
{
	Status status = error_status();
	return status < 0 ? status : STATUS_GPU;
}

/* Small texts for messages, as values. */
typedef struct Text {
	char text[128];
} Text;

Text text_shape(Shape shape);    /* (2, 3)   (3,)   () */
Text text_bytes(uint64_t bytes); /* 512 bytes   12.34 MiB */
const char *text_dtype(Dtype dtype);

/* What every message has: the public function that is running, and " (lab3_copies.c:31)" for where
 * it was called, "" when that is not known. */
const char *error_function(void);
Text error_site(void);

/* A line of the program, to be told later. */
typedef struct ErrorPlace {
	const char *file; /* NULL: not known */
	int line;
} ErrorPlace;
ErrorPlace error_place(void);
Text error_place_text(ErrorPlace place);

#pragma GCC visibility pop

#endif
