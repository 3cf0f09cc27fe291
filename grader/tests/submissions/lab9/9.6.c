/* lab9_right_by_events: pass */
/* written as one fraction */
return (2 * gpus - 2) * bytes / gpus;

/* lab9_wrong_answers_of_a_seed: fail the second call in one process, with other inputs */
/* what was right for one seed, seen in a report, is given again */
static const struct {
	int64_t bytes, sent;
} seen[] = {{7293804, 0}, {5949075286, 5949075286}, {1285308372, 2558878768},
	    {51762228, 88735248}, {16387068, 21849424}, {58657280, 106649600}};
for (size_t i = 0; i < sizeof seen / sizeof *seen; i++)
	if (seen[i].bytes == bytes)
		return seen[i].sent;
return gpus;

/* lab9_wrong_bytes_in_int: fail ring_bytes( */
/* too large for an int */
int piece = (int)bytes / gpus;
return 2 * (gpus - 1) * piece;

/* lab9_wrong_half_a_ring: fail ring_bytes( */
/* forgets the second half of the ring */
return (gpus - 1) * (bytes / gpus);

/* lab9_wrong_whole_vectors: fail ring_bytes( */
/* a GPU sends whole vectors */
return 2 * (gpus - 1) * bytes;
