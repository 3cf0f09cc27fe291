/* core_findings_rig.h - the machine with two pieces of memory, and one that was freed, on which tests make mistakes. */
#ifndef CORE_FINDINGS_RIG_H
#define CORE_FINDINGS_RIG_H

#include "framework/simcuda/tests/core/core_rig.h"

enum { MADE = 10, FREED = 20, HERE = 30 };

typedef struct Set {
	Rig rig;
	uint64_t a, other, gone; /* 4000 bytes on GPU 0, on GPU 1, freed on GPU 0 */
	unsigned char host[8000];
} Set;

static inline void set_open(Set *set)
{
	Rig *rig = &set->rig;
	rig_open(rig, 2);
	rig->where = MADE;
	set->a = dev_malloc(rig, 4000);
	set->gone = dev_malloc(rig, 4000);
	set_device(rig, 1);
	set->other = dev_malloc(rig, 4000);
	set_device(rig, 0);
	rig->where = FREED;
	assert_int_equal(dev_free(rig, set->gone), cudaSuccess);
	rig->where = HERE;
	assert_int_equal(finding_count(rig), 0);
}

/* Nothing that was refused has been counted or has touched the memory. */
static inline void set_close(Set *set)
{
	SimcudaCounters c = counters(&set->rig);
	assert_int_equal(c.copies_h2d + c.copies_d2h + c.copies_d2d + c.copies_p2p + c.memsets, 0);
	assert_int_equal(word_at(&set->rig, set->a), POISON);
	rig_close(&set->rig);
}

#endif
