/* lab1_right_by_hand: pass */
/* copies the text in small letters, then goes through it letter by letter */
char small[40];
size_t length = text ? strlen(text) : 0;
if (length == 0 || length >= sizeof small)
	return INVALID_DEVICE;
for (size_t i = 0; i <= length; i++)
	small[i] = (char)(text[i] >= 'A' && text[i] <= 'Z' ? text[i] + 32 : text[i]);
static const struct {
	const char *prefix;
	int device, alone;
} kinds[] = {{"/cpu:", -1, 0}, {"/gpu:", 0, 0}, {"cpu", -1, 1}, {"gpu", 0, 1}, {"cuda", 0, 1}};
for (int k = 0; k < 5; k++) {
	size_t n = strlen(kinds[k].prefix);
	const char *rest = small + n;
	long long number = 0;
	if (strncmp(small, kinds[k].prefix, n) != 0)
		continue;
	if (kinds[k].alone && *rest == 0)
		return kinds[k].device;
	if (kinds[k].alone && *rest++ != ':')
		return INVALID_DEVICE;
	if (*rest == 0)
		return INVALID_DEVICE;
	for (; *rest; rest++) {
		if (*rest < '0' || *rest > '9')
			return INVALID_DEVICE;
		number = number * 10 + (*rest - '0');
		if (number > INT_MAX)
			return INVALID_DEVICE;
	}
	return kinds[k].device < 0 ? CPU_DEVICE : (int)number;
}
return INVALID_DEVICE;

/* lab1_wrong_at_the_edges: fail parse_device( */
/* three letters of "cuda" are not enough */
if (!text)
	return INVALID_DEVICE;
bool slash = *text == '/';
text += slash;
bool cpu = strncasecmp(text, "cpu", 3) == 0;
bool cuda = !slash && strncasecmp(text, "cuda", 3) == 0;
if (!cpu && !cuda && strncasecmp(text, "gpu", 3) != 0)
	return INVALID_DEVICE;
text += cuda ? 4 : 3;
if (*text == '\0' && !slash)
	return cpu ? CPU_DEVICE : 0;
if (text[0] != ':' || text[1] < '0' || text[1] > '9')
	return INVALID_DEVICE;
char *end;
long index = strtol(text + 1, &end, 10); /* too long a number gives LONG_MAX */
if (*end != '\0' || index > INT_MAX)
	return INVALID_DEVICE;
return cpu ? CPU_DEVICE : (int)index;

/* lab1_wrong_atoi: fail wanted INVALID_DEVICE */
/* atoi never says that something was wrong */
if (!text)
	return INVALID_DEVICE;
const char *colon = strchr(text, ':');
int slash = *text == '/';
if (!strncasecmp(text + slash, "cpu", 3))
	return CPU_DEVICE;
if (!strncasecmp(text + slash, "gpu", 3) || !strncasecmp(text, "cuda", 4))
	return colon ? atoi(colon + 1) : 0;
return INVALID_DEVICE;

/* lab1_wrong_strtol_takes_more: fail parse_device( */
/* strtol takes a sign and spaces too */
if (!text)
	return INVALID_DEVICE;
int slash = *text == '/';
const char *kind = text + slash;
int cpu = !strncasecmp(kind, "cpu", 3), gpu = !strncasecmp(kind, "gpu", 3);
int cuda = !slash && !strncasecmp(kind, "cuda", 4);
if (!cpu && !gpu && !cuda)
	return INVALID_DEVICE;
kind += cuda ? 4 : 3;
if (!*kind && !slash)
	return cpu ? CPU_DEVICE : 0;
char *end;
long index = strtol(kind + 1, &end, 10);
if (*kind != ':' || end == kind + 1 || *end || index > INT_MAX || index < 0)
	return INVALID_DEVICE;
return cpu ? CPU_DEVICE : (int)index;
