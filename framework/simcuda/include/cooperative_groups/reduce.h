/* reduce.h - reductions over a group: cooperative_groups.h has them. */
#include "../cooperative_groups.h"
