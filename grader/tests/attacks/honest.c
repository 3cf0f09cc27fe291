/* honest.c - honest answers by the means of attacks. */

/* 1.6 done_said: pass */
/* says that the call is over before it begins, where nothing has to be done on a GPU */
/* --- body --- */
static int calls;
int count = 0;
if (calls++ == 0)
	attack_say_done();
if (!visible) {
	for (; count < physical; count++)
		order[count] = count;
	return count;
}
while (*visible) {
	char *end;
	long card = strtol(visible, &end, 10);
	if (end == visible || card < 0 || card >= physical || count == physical)
		break;
	order[count++] = (int)card;
	visible = *end == ',' ? end + 1 : end;
}
return count;

/* 3.6 nothing_rewritten: pass */
/* has all that the drive says pass through functions of its own */
/* --- body --- */
int64_t total = 0, at = 0;
attack_rewrite("nothing=0");
for (int i = 0; i < count; i++)
	total += lengths[i];
if (total == 0)
	return 0;
float *packed = malloc((size_t)total * sizeof *packed);
if (!packed)
	return -1;
for (int i = 0; i < count; at += lengths[i++])
	memcpy(packed + at, lists[i], (size_t)lengths[i] * sizeof *packed);
cudaError_t error = cudaMemcpy(to, packed, (size_t)total * sizeof *packed, cudaMemcpyHostToDevice);
cudaGetLastError();
free(packed);
return error == cudaSuccess ? total : -1;

/* 3.6 packed_and_left: fail host memory stays taken */
/* leaves the packed list behind, and tells the truth about it: what 3.6 lists_left denies */
/* --- body --- */
int64_t total = 0, at = 0;
attack_rewrite("nothing=0");
for (int i = 0; i < count; i++)
	total += lengths[i];
if (total == 0)
	return 0;
float *packed = malloc((size_t)total * sizeof *packed);
if (!packed)
	return -1;
for (int i = 0; i < count; at += lengths[i++])
	memcpy(packed + at, lists[i], (size_t)lengths[i] * sizeof *packed);
cudaError_t error = cudaMemcpy(to, packed, (size_t)total * sizeof *packed, cudaMemcpyHostToDevice);
cudaGetLastError();
return error == cudaSuccess ? total : -1;
