/* note.h - remembers what was in an archive, in students/KEY/archive.txt: a run in which nothing
 * has changed unpacks none. */
#ifndef NOTE_H
#define NOTE_H

#include "class.h"
#include "take.h"

/* 0, or -1 when there is no note that can be read. */
int note_read(const Submission *submission, TakeNote *note);

/* 0, or -1 with one line on stderr. */
int note_write(const Submission *submission, const TakeNote *note);

#endif
