/* one copy for each list */
int64_t total = 0;
for (int i = 0; i < count; i++) {
	cudaMemcpy(to + total, lists[i], (size_t)lengths[i] * sizeof *to, cudaMemcpyHostToDevice);
	total += lengths[i];
}
return total;
