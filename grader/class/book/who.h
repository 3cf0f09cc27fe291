/* who.h - who is at work, for what the gradebook keeps of it. */
#ifndef GRADER_CLASS_BOOK_WHO_H
#define GRADER_CLASS_BOOK_WHO_H

/* The name of the user; under sudo, of the one who called sudo. NULL: not known. */
const char *user_name(void);

#endif
