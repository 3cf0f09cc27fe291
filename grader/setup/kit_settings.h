/* kit_settings.h - how and where the kit was built. make writes it to BUILD/settings, in lines
 * NAME=value. BUILD is the folder in whose bin/ this program lies. The texts that are returned stay
 * valid. */
#ifndef GRADER_SETUP_KIT_SETTINGS_H
#define GRADER_SETUP_KIT_SETTINGS_H

/* The value of that name; `otherwise` where there is no such line or file. */
const char *kit_setting(const char *name, const char *otherwise);

/* The build folder, relative to the kit's folder if it lies in that one; "build" if it is not known. */
const char *kit_build(void);

/* The kit's folder, absolute: the nearest one above the build folder that has the kit in it. NULL:
 * there is none. */
const char *kit_root(void);

/* The path of this program, absolute; NULL: it is not known. */
const char *kit_program(void);

#endif
