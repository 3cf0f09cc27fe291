/* test_clean.h - what many tests begin and end with: the machine is the expected one, a test leaves
 * no GPU memory behind, and a whole program nothing to report. */
#ifndef TEST_CLEAN_H
#define TEST_CLEAN_H

#include "framework/tests/test_common.h"

static inline int test_three_devices(void **state)
{
	(void)state;
	test_find_devices();
	return test_device_count == 3 ? 0 : -1;
}

static inline int test_nothing_left(void **state)
{
	(void)state;
	return test_live_bytes() == 0 ? 0 : -1;
}

static inline int test_no_findings(void **state)
{
	(void)state;
	return simcuda_finish() == 0 ? 0 : -1;
}

#endif
