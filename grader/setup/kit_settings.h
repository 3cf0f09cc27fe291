/* kit_settings.h - how the kit was built, and where: make writes it into BUILD/settings, lines
 * NAME=value. The build folder is the one whose bin/ this program lies in. */
#ifndef GRADER_SETUP_KIT_SETTINGS_H
#define GRADER_SETUP_KIT_SETTINGS_H

/* What make wrote under this name; `otherwise` where there is no such line or file. Kept here. */
const char *kit_setting(const char *name, const char *otherwise);

/* The build folder: relative to the kit's folder if it lies in it; "build" if it is not known. Kept
 * here. */
const char *kit_build(void);

/* The kit's folder, absolute: the nearest one above the build folder with the kit in it; NULL:
 * none. Kept here. */
const char *kit_root(void);

/* This program, absolute; NULL: not known. Kept here. */
const char *kit_program(void);

#endif
