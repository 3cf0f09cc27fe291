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
