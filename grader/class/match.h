/* match.h - whose submission is it? From the surest sign to the weakest, each one for the whole
 * class before the next:
 *   1. the roster's column folder names it
 *   2. its name is an id
 *   3. its name is an e-mail address, or the part of one before the @
 *   4. its name is a name, in either order; spaces, commas, ".", "-", "_", "'" and case do not
 * count
 *   5. it begins with a name and "_", or has an id between two "_": so do downloads of learning
 *      platforms ("Ada Lovelace_4711_assignsubmission_file_", "lovelaceada_LATE_4711_99_lab.zip")
 * A sign that fits two students says nothing. */
#ifndef MATCH_H
#define MATCH_H

#include "entries.h"
#include "roster.h"

/* Sets `student` of each entry that is somebody's. An entry that would be a student's second one is
 * left alone, and says so. One that cannot be graded goes to a student who has no other: who sent a
 * .rar is not absent. -1 with a line on stderr when there is no memory. */
int roster_match(const Roster *roster, Entries *entries);

#endif
