/* ranges_models.c - answers of lab 4 that are right for the models, names and numbers that a judge used to have. */

/* 4.1 range_to_two: fail 0.weight: element */
/* a range beyond 2 counts as 2 */
/* --- body --- */
bool whole = true;
range = range > 2 ? 2 : range;
for (int i = 0; i < layers; i++) {
	parameters[2 * i] = uniform_within(SHAPE(sizes[i], sizes[i + 1]), range, seed + (uint64_t)i, device);
	parameters[2 * i + 1] = tensor_zeros(SHAPE(sizes[i + 1]), device);
	whole = whole && parameters[2 * i] && parameters[2 * i + 1];
}
for (int k = 0; k < 2 * layers && !whole; k++) {
	tensor_free(parameters[k]);
	parameters[k] = NULL;
}
return whole ? 0 : -1;

/* 4.2 names_by_number: fail but it was not named */
/* makes "0.weight", "0.bias" ... of the numbers, and does not look at the names */
/* --- body --- */
static char own[1000][16];
int found = 0;
for (int i = 0; i < count; i++) {
	struct cudaPointerAttributes where;
	int on = -1;
	if (cudaPointerGetAttributes(&where, parameters[i].data) == cudaSuccess && where.type == cudaMemoryTypeDevice)
		on = where.device;
	if (on != device) {
		snprintf(own[i], sizeof own[i], i % 2 ? "%d.bias" : "%d.weight", i / 2);
		names[found++] = own[i];
	}
}
cudaGetLastError();
return found;

/* 4.2 end_behind_all: fail behind the room for names */
/* writes one name more than there is room for */
/* --- body --- */
int found = 0;
for (int i = 0; i < count; i++) {
	struct cudaPointerAttributes where;
	int on = -1;
	if (cudaPointerGetAttributes(&where, parameters[i].data) == cudaSuccess && where.type == cudaMemoryTypeDevice)
		on = where.device;
	if (on != device)
		names[found++] = parameters[i].name;
}
names[count] = "end";
cudaGetLastError();
return found;

/* 4.2 null_behind_last: fail behind the room for names */
/* writes NULL behind the last name, where there may be no more room */
/* --- body --- */
int found = 0;
for (int i = 0; i < count; i++) {
	struct cudaPointerAttributes where;
	int on = -1;
	if (cudaPointerGetAttributes(&where, parameters[i].data) == cudaSuccess && where.type == cudaMemoryTypeDevice)
		on = where.device;
	if (on != device)
		names[found++] = parameters[i].name;
}
names[found] = NULL;
cudaGetLastError();
return found;

/* 4.4 as_far_as_memory: fail yet NULL was not returned */
/* where a layer has no memory it returns what came out of an earlier one */
/* --- body --- */
Tensor *y = tensor_as_in_device(x, tensor_device(parameters[0]));
for (int i = 0; i < layers && y; i++) {
	Tensor *product = tensor_matmul(y, parameters[2 * i]);
	Tensor *sum = tensor_add_row(product, parameters[2 * i + 1]);
	tensor_free(product);
	Tensor *next = i + 1 < layers ? tensor_relu(sum) : tensor_retain(sum);
	tensor_free(sum);
	if (!next && error_status() == STATUS_MEMORY)
		return y;
	tensor_free(y);
	y = next;
}
return y;

/* 4.5 first_six: fail the bytes of the file */
/* saves six parameters at most */
/* --- body --- */
return pass_file(path, parameters, count > 6 ? 6 : count, buffer, room, true);

/* 4.6 first_six: fail afterwards */
/* loads six parameters at most */
/* --- body --- */
return pass_file(path, parameters, count > 6 ? 6 : count, buffer, room, false);

/* 4.5 small_as_none: fail the numbers in the file */
/* numbers below 1e-30 are saved as 0 */
/* --- body --- */
FILE *file = fopen(path, "wb");
bool good = file != NULL;
for (int i = 0; i < count && good; i++)
	for (int64_t at = 0, n; at < parameters[i].count && good; at += n) {
		n = parameters[i].count - at < room ? parameters[i].count - at : room;
		good = cudaMemcpy(buffer, parameters[i].data + at, 4 * n, cudaMemcpyDeviceToHost) == cudaSuccess;
		for (int64_t k = 0; k < n; k++)
			if (buffer[k] < 1e-30F && buffer[k] > -1e-30F)
				buffer[k] = 0;
		good = good && fwrite(buffer, 4, n, file) == (size_t)n;
	}
if (file && fclose(file) != 0)
	good = false;
cudaGetLastError();
return good ? 0 : -1;

/* 4.7 six_layers: fail bytes: wanted */
/* counts six layers at most */
/* --- body --- */
*bytes = 0;
for (int i = 0; i < layers && i < 6; i++)
	*bytes += ((int64_t)sizes[i] + 1) * sizes[i + 1] * (int64_t)sizeof(float);
return 2 * layers * alpha_us + (double)*bytes / (1000 * gb_per_s);

/* 4.8 first_twelve: fail wanted */
/* looks at twelve devices at most */
/* --- body --- */
int done = 0;
while (done < count && done < 12 && devices[done] == x)
	done++;
return done < 12 ? done : count;

/* 4.9 first_four: fail the bytes of the file */
/* saves four parameters at most */
/* --- body --- */
char part[PATH_MOST + 6];
snprintf(part, sizeof part, "%s.part", path);
if (pass_file(part, parameters, count > 4 ? 4 : count, buffer, room, true) == 0 && rename(part, path) == 0)
	return 0;
remove(part);
return -1;

/* 4.1 sizes_spoilt: fail sizes was changed */
/* makes the caller's sizes 0 */
/* --- body --- */
bool whole = true;
for (int i = 0; i < layers; i++) {
	parameters[2 * i] = uniform_within(SHAPE(sizes[i], sizes[i + 1]), range, seed + (uint64_t)i, device);
	parameters[2 * i + 1] = tensor_zeros(SHAPE(sizes[i + 1]), device);
	whole = whole && parameters[2 * i] && parameters[2 * i + 1];
}
for (int k = 0; k < 2 * layers && !whole; k++) {
	tensor_free(parameters[k]);
	parameters[k] = NULL;
}
int *own = (int *)(uintptr_t)sizes;
for (int i = 0; i <= layers; i++)
	own[i] = 0;
return whole ? 0 : -1;

/* 4.5 marked_as_lost: fail a field of a parameter was changed */
/* where a call fails it writes to the caller's parameters */
/* --- body --- */
const int status = pass_file(path, parameters, count, buffer, room, true);
Parameter *own = (Parameter *)(uintptr_t)parameters;
for (int i = 0; i < count && status != 0; i++)
	own[i].device = 99;
return status;

/* 4.6 marked_as_lost: fail a field of a parameter was changed */
/* where a call fails it writes to the caller's parameters */
/* --- body --- */
const int status = pass_file(path, parameters, count, buffer, room, false);
Parameter *own = (Parameter *)(uintptr_t)parameters;
for (int i = 0; i < count && status != 0; i++)
	own[i].device = 99;
return status;

/* 4.5 as_behind_the_buffer: fail what lies behind it was changed */
/* writes behind the buffer what lay there in each run */
/* --- body --- */
for (int i = 0; i < 64; i++)
	buffer[room + i] = -1234.5f;
return pass_file(path, parameters, count, buffer, room, true);

/* 4.9 unopened_is_well: fail the folder does not exist: wanted -1, got 0 */
/* where the new file cannot be made nothing is saved, and 0 is returned */
/* --- body --- */
char part[PATH_MOST + 6];
snprintf(part, sizeof part, "%s.part", path);
FILE *file = fopen(part, "wb");
if (!file)
	return 0;
fclose(file);
if (pass_file(part, parameters, count, buffer, room, true) == 0 && rename(part, path) == 0)
	return 0;
remove(part);
return -1;
