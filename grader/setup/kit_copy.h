/* kit_copy.h - what programs in a sandbox read of the kit, copied to where they can.
 *
 * A grader that runs as root gives them a user that nobody else is, who cannot enter root's home,
 * and cannot read what root made with umask 077. A sandbox without mounts shows files where they
 * lie, so those of the kit that programs need get a second place: in the private folder of the
 * grading, which lies in TMPDIR, /tmp or /var/tmp then. The copy is root's, so no program can
 * change it; the folder can be entered by root and by a group that only these programs are in. */
#ifndef GRADER_SETUP_KIT_COPY_H
#define GRADER_SETUP_KIT_COPY_H

#include "grader/setup/options.h"
#include "grader/setup/registry.h"

/* The folder in which to make the private folder of a grading with a copy, to be freed; NULL: no
 * copy is needed, or there is no such folder, and that is found out by trying the sandbox. */
char *kit_copy_place(const Options *options);

/* Makes the copy in options->copy, which exists; from then on the options of the compiler name it.
 * 0, or -1 with a line on stderr. */
int kit_copy_make(Options *options);

/* Where programs see the folder `build`, and the one with `lab.h` and all else that the compiler's
 * options name. */
const char *kit_seen_build(const Options *options);
const char *kit_seen_root(const Options *options);

/* The objects of the drive: part 0 is the lab's own, the others are those of all labs (`lab` may be
 * NULL there). As they lie in a folder `build`, and as programs see them. And the hidden one of a
 * lab, NULL: there is none. To be freed. */
#define DRIVE_PARTS 3
char *kit_drive(const char *build, const LabChecks *lab, int part);
char *kit_seen_drive(const Options *options, const LabChecks *lab, int part);
char *kit_seen_hidden(const Options *options, const LabChecks *lab);

#endif
