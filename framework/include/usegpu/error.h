/* error.h - how the framework says that something went wrong.
 *
 * A function that returns a pointer returns NULL on failure, a function that returns an int a
 * negative Status. Either way error_message() then holds one line that names the thing, both
 * values that did not fit, and the line of the caller, for example
 *
 *     tensor_add: x is on cpu, y is on gpu:1; both must be on one device (lab3_copies.c:31)
 *
 * Misuse is reported like this and never crashes. A broken invariant of the framework itself
 * aborts. Every thread has its own message. */
#ifndef USEGPU_ERROR_H
#define USEGPU_ERROR_H

typedef enum Status {
	STATUS_OK = 0,
	STATUS_ARGUMENT = -1, /* a NULL, an unknown name, a number out of range */
	STATUS_DEVICE = -2,   /* inputs on two devices, or a device that does not exist */
	STATUS_SHAPE = -3,    /* shapes or element types that do not fit together */
	STATUS_MEMORY = -4,   /* the device, or the host, has not enough memory */
	STATUS_IO = -5,       /* a file cannot be opened, read or written */
	STATUS_FORMAT = -6,   /* a file is not what its name says, or is cut short */
	STATUS_GPU = -7,      /* the CUDA runtime or cuBLAS reported an error */
} Status;

/* The last failure on this thread: one line without a newline, "" when nothing has failed since
 * error_clear(). Valid until the next failure on this thread. A success does not clear it. */
const char *error_message(void);

/* The Status of that failure, STATUS_OK when there was none. */
Status error_status(void);

void error_clear(void);

/* Records the line of the program that calls into the framework. The macros at the end of each
 * public header call it, so that messages can name the caller's line; there is no need to call it
 * by hand. They take any number of arguments, so that a (Shape){2, {3, 4}} with its commas passes.
 * `file` must live as long as the program (a string literal does). */
void error_here(const char *file, int line);
#define USEGPU_HERE error_here(__FILE__, __LINE__)

#endif
