/* kit_copy.h - copies what programs in a sandbox need of the kit to where they can read it.
 *
 * A grader that runs as root gives programs a user of their own, who cannot enter root's home and
 * cannot read what root made with umask 077. A sandbox without mounts shows files where they lie. So
 * what programs need is copied to the private folder of the grading, which then lies in TMPDIR, /tmp
 * or /var/tmp. The copy belongs to root, so no program can change it. Only root and a group of these
 * programs alone can enter the folder. */
#ifndef GRADER_SETUP_KIT_COPY_H
#define GRADER_SETUP_KIT_COPY_H

#include "grader/setup/options.h"
#include "grader/setup/registry.h"

/* The folder in which to make the private folder of a grading with a copy, to be freed. NULL: no copy
 * is needed, or no folder will do; in that case trying the sandbox fails, and says so. */
char *kit_copy_place(const Options *options);

/* Makes the copy in the folder options->copy, which exists. From then on the compiler's options name
 * it. 0, or -1 with a line on stderr. */
int kit_copy_make(Options *options);

/* The paths under which programs see the build folder, and the kit's folder, to which the compiler's
 * options refer. */
const char *kit_seen_build(const Options *options);
const char *kit_seen_root(const Options *options);

/* Below the build folder: the headers of kernels as clang has read them. A copy has none, as they name the headers
 * where these lay. */
#define PRECOMPILED "precompiled"

/* The folder of the framework's library as programs of this check see it: without what the check forbids
 * (grader/compile/absent.sh). To be freed. */
char *kit_seen_framework(const Options *options, const Check *check);

/* The objects of the drive; the paths are to be freed. Part 0 is the lab's own, the others belong to
 * all labs, and `lab` may be NULL for them. kit_drive: in a folder `build`; kit_seen_...: as programs
 * see them. kit_seen_hidden: of the lab's hidden checks; NULL: there is none. */
#define DRIVE_PARTS 3
char *kit_drive(const char *build, const LabChecks *lab, int part);
char *kit_seen_drive(const Options *options, const LabChecks *lab, int part);
char *kit_seen_hidden(const Options *options, const LabChecks *lab);

#endif
