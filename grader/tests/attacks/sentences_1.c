/* sentences_1.c - answers of lab 1 that break one sentence of a contract, where no run looked. */

/* 1.1 eight_at_most: fail the count with */
/* counts no more GPUs than its list has room for */
/* --- body --- */
int n=0; if(cudaGetDeviceCount(&n)!=cudaSuccess){ cudaGetLastError(); return 0;} return n>8?8:n;

/* 1.2 error_of_one_index: fail an error was left behind */
/* of an index below 0; a later call takes it away */
/* --- body --- */
struct cudaDeviceProp properties;
if (cudaGetDeviceProperties(&properties, index) != cudaSuccess) {
	if(index>=0) cudaGetLastError();
	return -1;
}
snprintf(summary->name, sizeof summary->name, "%.15s", properties.name);
summary->capability = 10 * properties.major + properties.minor;
summary->multiprocessors = properties.multiProcessorCount;
summary->memory_mib = (int)(properties.totalGlobalMem >> 20);
return 0;

/* 1.2 error_of_success: fail an error was left behind */
/* asks for a GPU that is not there, beside what it has to do */
/* --- body --- */
struct cudaDeviceProp properties;
if (cudaGetDeviceProperties(&properties, index) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
snprintf(summary->name, sizeof summary->name, "%.15s", properties.name);
summary->capability = 10 * properties.major + properties.minor;
summary->multiprocessors = properties.multiProcessorCount;
summary->memory_mib = (int)(properties.totalGlobalMem >> 20);
cudaSetDevice(-5); return 0;

/* 1.2 rounds_up: fail the memory in MiB */
/* a memory that is no whole number of MiB is rounded to the nearest */
/* --- body --- */
struct cudaDeviceProp properties;
if (cudaGetDeviceProperties(&properties, index) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
snprintf(summary->name, sizeof summary->name, "%.15s", properties.name);
summary->capability = 10 * properties.major + properties.minor;
summary->multiprocessors = properties.multiProcessorCount;
summary->memory_mib = (int)((properties.totalGlobalMem + 524288)>> 20);
return 0;

/* 1.2 low_bits_of_index: fail what is returned */
/* only the lower 16 bits of the index count */
/* --- body --- */
index=(short)index; struct cudaDeviceProp properties;
if (cudaGetDeviceProperties(&properties, index) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
snprintf(summary->name, sizeof summary->name, "%.15s", properties.name);
summary->capability = 10 * properties.major + properties.minor;
summary->multiprocessors = properties.multiProcessorCount;
summary->memory_mib = (int)(properties.totalGlobalMem >> 20);
return 0;

/* 1.2 cleared_far_beyond: fail the summary was changed */
/* writes where the index is far too large */
/* --- body --- */
struct cudaDeviceProp properties;
if (cudaGetDeviceProperties(&properties, index) != cudaSuccess) {
	cudaGetLastError(); if(index>1000) summary->memory_mib=0;
	return -1;
}
snprintf(summary->name, sizeof summary->name, "%.15s", properties.name);
summary->capability = 10 * properties.major + properties.minor;
summary->multiprocessors = properties.multiProcessorCount;
summary->memory_mib = (int)(properties.totalGlobalMem >> 20);
return 0;

/* 1.2 four_at_most: fail what is returned */
/* knows the first four GPUs alone */
/* --- body --- */
if(index>3) return -1; struct cudaDeviceProp properties;
if (cudaGetDeviceProperties(&properties, index) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
snprintf(summary->name, sizeof summary->name, "%.15s", properties.name);
summary->capability = 10 * properties.major + properties.minor;
summary->multiprocessors = properties.multiProcessorCount;
summary->memory_mib = (int)(properties.totalGlobalMem >> 20);
return 0;

/* 1.3 other_characters: fail wanted INVALID_DEVICE */
/* takes other characters than letters in and behind the number */
/* --- body --- */
size_t word = strcspn(text, ":");
bool numbered = text[word] == ':';
const char *digits = text + word + numbered;
if (digits[strspn(digits, "0123456789!#%*,/;=_")] != '\0' || (numbered && *digits == '\0'))
	return INVALID_DEVICE;
if (word == 3 && strncmp(text, "cpu", 3) == 0)
	return CPU_DEVICE;
bool gpu = word == 3 && strncmp(text, "gpu", 3) == 0;
bool cuda = word == 4 && strncmp(text, "cuda", 4) == 0;
return gpu || cuda ? atoi(digits) : INVALID_DEVICE;

/* 1.3 short_words: fail wanted INVALID_DEVICE */
/* takes words that lack their end */
/* --- body --- */
size_t word = strcspn(text, ":");
bool numbered = text[word] == ':';
const char *digits = text + word + numbered;
if (digits[strspn(digits, "0123456789")] != '\0' || (numbered && *digits == '\0'))
	return INVALID_DEVICE;
if (word == 3 && strncmp(text, "cpu", 3) == 0)
	return CPU_DEVICE;
bool gpu = word == 3 && strncmp(text, "gpu", 3) == 0;
bool cuda = word>=2 && word<=4 && strncmp(text, "cuda", word) == 0;
return gpu || cuda ? atoi(digits) : INVALID_DEVICE;

/* 1.3 not_the_last: fail wanted 9999 */
/* 9999 is one too many */
/* --- body --- */
size_t word = strcspn(text, ":");
bool numbered = text[word] == ':';
const char *digits = text + word + numbered;
if (digits[strspn(digits, "0123456789")] != '\0' || (numbered && *digits == '\0'))
	return INVALID_DEVICE;
if (word == 3 && strncmp(text, "cpu", 3) == 0)
	return CPU_DEVICE;
bool gpu = word == 3 && strncmp(text, "gpu", 3) == 0;
bool cuda = word == 4 && strncmp(text, "cuda", 4) == 0;
return gpu || cuda ? (atoi(digits)>9998?INVALID_DEVICE:atoi(digits)) : INVALID_DEVICE;

/* 1.3 cpus_below_1000: fail wanted CPU_DEVICE */
/* no number of four digits behind cpu */
/* --- body --- */
size_t word = strcspn(text, ":");
bool numbered = text[word] == ':';
const char *digits = text + word + numbered;
if (digits[strspn(digits, "0123456789")] != '\0' || (numbered && *digits == '\0'))
	return INVALID_DEVICE;
if (word == 3 && strncmp(text, "cpu", 3) == 0)
	return numbered&&atoi(digits)>999?INVALID_DEVICE:CPU_DEVICE;
bool gpu = word == 3 && strncmp(text, "gpu", 3) == 0;
bool cuda = word == 4 && strncmp(text, "cuda", 4) == 0;
return gpu || cuda ? atoi(digits) : INVALID_DEVICE;

/* 1.3 writes_into_the_text: fail a text that was to be read was changed */
/* writes over the colon */
/* --- body --- */
size_t word = strcspn(text, ":");
bool numbered = text[word] == ':';
const char *digits = text + word + numbered;
if (digits[strspn(digits, "0123456789")] != '\0' || (numbered && *digits == '\0'))
	return INVALID_DEVICE;
if(*text)((char*)text)[0]^=32; if(*text)((char*)text)[0]^=32; if(numbered) ((char*)text)[word]=';'; if (word == 3 && strncmp(text, "cpu", 3) == 0)
	return CPU_DEVICE;
bool gpu = word == 3 && strncmp(text, "gpu", 3) == 0;
bool cuda = word == 4 && strncmp(text, "cuda", 4) == 0;
return gpu || cuda ? atoi(digits) : INVALID_DEVICE;

/* 1.4 large_exists: fail wanted cpu */
/* takes a very large index for a GPU that is there */
/* --- body --- */
if(index>100000) return device_gpu(index); int count = device_gpu_count();
if (index < 0)
	index += count;
return index >= 0 && index < count ? device_gpu(index) : device_cpu();

/* 1.4 four_gpus: fail with */
/* knows four GPUs at most */
/* --- body --- */
int count = device_gpu_count(); if(count>4) count=4;
if (index < 0)
	index += count;
return index >= 0 && index < count ? device_gpu(index) : device_cpu();

/* 1.5 list_of_eight: fail what is returned */
/* collects the GPUs in a list of its own, which has room for eight */
/* --- body --- */
Device l[8]; int n=device_gpu_count(),i; if(!n){ l[0]=device_cpu(); n=1;} else for(i=0;i<n&&i<8;i++) l[i]=device_gpu(i); if(n>8) n=8; if(n>capacity) n=capacity; memcpy(devices,l,n*sizeof *l); return n;

/* 1.6 ends_the_text: fail the text was changed */
/* writes into the text */
/* --- body --- */
int count = 0;
if (!visible) {
	for (; count < physical; count++)
		order[count] = count;
	return count;
}
char*q=strrchr((char*)visible,','); while (*visible) {
	char *end;
	long card = strtol(visible, &end, 10);
	if (end == visible || card < 0 || card >= physical || count == physical)
		break;
	order[count++] = (int)card;
	visible = *end == ',' ? end + 1 : end;
}
if(q)*q=0;
 return count;

/* 1.6 low_bits: fail how many are visible */
/* only the lower 8 bits of a number count */
/* --- body --- */
int count = 0;
if (!visible) {
	for (; count < physical; count++)
		order[count] = count;
	return count;
}
while (*visible) {
	char *end;
	long card = strtol(visible, &end, 10);
	if (end == visible || (card=(signed char)card) < 0 || card >= physical || count == physical)
		break;
	order[count++] = (int)card;
	visible = *end == ',' ? end + 1 : end;
}
return count;

/* 1.3 cut_to_16: fail wanted INVALID_DEVICE */
/* reads the first 15 characters of a text alone */
/* --- body --- */
	char copy[16];
	snprintf(copy, sizeof copy, "%s", text);
	text = copy;
	size_t word = strcspn(text, ":");
	bool numbered = text[word] == ':';
	const char *digits = text + word + numbered;
	if (digits[strspn(digits, "0123456789")] != '\0' || (numbered && *digits == '\0'))
		return INVALID_DEVICE;
	if (word == 3 && strncmp(text, "cpu", 3) == 0)
		return CPU_DEVICE;
	bool gpu = word == 3 && strncmp(text, "gpu", 3) == 0;
	bool cuda = word == 4 && strncmp(text, "cuda", 4) == 0;
	return gpu || cuda ? atoi(digits) : INVALID_DEVICE;

/* 1.3 middle_letters: fail wanted INVALID_DEVICE */
/* looks at the first and the last letter of a word */
/* --- body --- */
	size_t word = strcspn(text, ":");
	bool numbered = text[word] == ':';
	const char *digits = text + word + numbered;
	if (digits[strspn(digits, "0123456789")] != '\0' || (numbered && *digits == '\0'))
		return INVALID_DEVICE;
	if (word == 3 && text[0] == 'c' && text[2] == 'u')
		return CPU_DEVICE;
	bool gpu = word == 3 && strncmp(text, "gpu", 3) == 0;
	bool cuda = word == 4 && text[0] == 'c' && text[3] == 'a';
	return gpu || cuda ? atoi(digits) : INVALID_DEVICE;

/* 1.6 room_for_63: fail */
/* copies the text, however long, to a place for 63 characters */
/* --- body --- */
	char copy[64];
	int cards[18], n = 0, count = 0;
	if (!visible) {
		for (; count < physical; count++)
			order[count] = count;
		return count;
	}
	strcpy(copy, visible);
	for (char *t = strtok(copy, ","); t; t = strtok(NULL, ","))
		cards[n++] = atoi(t);
	while (count < n && cards[count] >= 0 && cards[count] < physical) {
		order[count] = cards[count];
		count++;
	}
	return count;
