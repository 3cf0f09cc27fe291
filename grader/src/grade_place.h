/* grade_place.h - under which name the results of a folder are kept.
 *
 * BUILD/grade/PLACE, and progress and hints likewise: PLACE is the folder's own name, as long as it
 * is nobody else's. A folder of the kit has its name for itself (labs); of others it has whoever
 * was graded first and is still there, as PLACE/.of says. The rest get a part of their path's
 * digest behind the name. */
#ifndef GRADE_PLACE_H
#define GRADE_PLACE_H

/* Whose results are in a place. */
typedef enum PlaceOwner { PLACE_FREE, PLACE_OURS, PLACE_TAKEN, PLACE_LEFT } PlaceOwner;

/* The place of the folder at the absolute path `whole`, called `name`; `kit` is the kit's folder,
 * as an absolute path. To be freed. */
char *grade_place(const char *build, const char *kit, const char *name, const char *whole);

/* The folder's own name; "root" for "/". A part of `whole`, or a constant. */
const char *grade_name(const char *whole);

/* PLACE_LEFT: a folder's that is no longer there. */
PlaceOwner grade_place_owner(const char *build, const char *place, const char *whole);

#endif
