/* tier.h - how an archive is locked in while it is unpacked. */
#ifndef TIER_H
#define TIER_H

#include "class.h"

/* As well as it can be on this computer, at most as well as was asked for: sets class->tier. Tries
 * it in class->work. 0, or -1 with a line on stderr. */
int tier_choose(Class *class);

#endif
