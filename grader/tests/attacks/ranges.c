/* ranges.c - answers that are right for the values that a judge used to draw, and not for all that the contract allows; and those
 * that know what lay where nothing was to be written. */

/* 1.2 known_content: fail summary was changed */
/* where there is no such GPU the summary is overwritten by bytes that it used to hold */
/* --- body --- */
struct cudaDeviceProp properties;
memset(summary, 0x5a, sizeof *summary); /* whatever it held before */
if (cudaGetDeviceProperties(&properties, index) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
snprintf(summary->name, sizeof summary->name, "%.15s", properties.name);
summary->capability = 10 * properties.major + properties.minor;
summary->multiprocessors = properties.multiProcessorCount;
summary->memory_mib = (int)(properties.totalGlobalMem >> 20);
return 0;

/* 1.3 few_cpus: fail wanted CPU_DEVICE */
/* of all cpu:N only N = 0, 3 and 9999 are the CPU */
/* --- body --- */
if (strcmp(text, "cpu") == 0 || strcmp(text, "cpu:0") == 0 || strcmp(text, "cpu:3") == 0 ||
    strcmp(text, "cpu:9999") == 0)
	return CPU_DEVICE;
size_t word = strcspn(text, ":");
bool numbered = text[word] == ':';
const char *digits = text + word + numbered;
if (digits[strspn(digits, "0123456789")] != '\0' || (numbered && *digits == '\0'))
	return INVALID_DEVICE;
bool gpu = word == 3 && strncmp(text, "gpu", 3) == 0;
bool cuda = word == 4 && strncmp(text, "cuda", 4) == 0;
return gpu || cuda ? atoi(digits) : INVALID_DEVICE;

/* 1.3 first_two_and_last: fail wanted INVALID_DEVICE */
/* behind the colon looks at the first two characters and at the last one */
/* --- body --- */
size_t word = strcspn(text, ":");
bool numbered = text[word] == ':';
const char *digits = text + word + numbered;
size_t length = strlen(digits);
/* looks at the first two characters and at the last one: "gpu:12x4" is GPU 12 */
if (numbered && (length == 0 || !strchr("0123456789", digits[0]) ||
		 (length > 1 && !strchr("0123456789", digits[1])) ||
		 !strchr("0123456789", digits[length - 1])))
	return INVALID_DEVICE;
if (word == 3 && strncmp(text, "cpu", 3) == 0)
	return CPU_DEVICE;
bool gpu = word == 3 && strncmp(text, "gpu", 3) == 0;
bool cuda = word == 4 && strncmp(text, "cuda", 4) == 0;
return gpu || cuda ? atoi(digits) : INVALID_DEVICE;

/* 1.4 no_such_kind: fail got a device of no kind */
/* the devices are of a kind that does not exist */
/* --- body --- */
int count = device_gpu_count();
if (index < 0)
	index += count;
if (index >= 0 && index < count)
	return (Device){(DeviceKind)7, index}; /* no such kind of device */
return device_cpu();

/* 1.5 known_mark: fail was written, behind the end */
/* writes 16 devices whatever the capacity is, of the value that used to lie there */
/* --- body --- */
int count = device_gpu_count();
for (int i = 0; i < 16; i++) /* behind the room, too */
	devices[i] = device_gpu(1000);
if (count == 0 && capacity > 0) {
	devices[0] = device_cpu();
	return 1;
}
int written = 0;
for (; written < count && written < capacity; written++)
	devices[written] = device_gpu(written);
return written;

/* 1.5 no_such_kind: fail got a device of no kind */
/* the devices are of a kind that does not exist */
/* --- body --- */
int count = device_gpu_count();
if (count == 0 && capacity > 0) {
	devices[0] = (Device){DEVICE_CPU, 77};
	return 1;
}
int written = 0;
for (; written < count && written < capacity; written++)
	devices[written] = (Device){(DeviceKind)7, written};
return written;

/* 1.6 cards_of_24_bits: fail how many are visible */
/* a number has 24 bits: 16777216 is taken for card 0 */
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
	card = (int)((unsigned)card << 8) >> 8; /* 24 bits: 16777216 is card 0 */
	if (end == visible || card < 0 || card >= physical || count == physical)
		break;
	order[count++] = (int)card;
	visible = *end == ',' ? end + 1 : end;
}
return count;
