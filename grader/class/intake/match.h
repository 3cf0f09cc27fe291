/* match.h - assigns submissions to students, by evidence from the strongest to the weakest; each
 * kind is applied to the whole class before the next:
 *   1. the roster's column folder names it
 *   2. its name is an id, letter for letter; then, but for case
 *   3. its name is an e-mail address, or the part of one before the @
 *   4. its name is a student's name, in either order; spaces, commas, ".", "-", "_", "'" and case
 *      are ignored
 *   5. it begins with a name and "_", or has an id between two "_", as downloads of learning
 *      platforms do ("Ada Lovelace_4711_assignsubmission_file_",
 *      "lovelaceada_LATE_4711_99_lab.zip")
 * Evidence that fits two students is ignored. */
#ifndef GRADER_CLASS_INTAKE_MATCH_H
#define GRADER_CLASS_INTAKE_MATCH_H

#include "grader/class/intake/entries.h"
#include "grader/class/intake/roster.h"

/* Sets `student` of each entry that matches. A second entry of a student is ignored, with the reason
 * in `left`. Unless the first one's name is in the column folder, or is the id letter for letter, and
 * the second one's is not, the first is not graded either: `unfit` says why, and a person has to
 * decide. One that cannot be graded is assigned only to a student who has no other: a
 * student who sent a .rar is not absent. */
void roster_match(const Roster *roster, Entries *entries);

#endif
