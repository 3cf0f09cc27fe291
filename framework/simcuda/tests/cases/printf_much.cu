// expect: silent
// prints: last 40000

#include <cstdio>
#include <cstring>

// more than the buffer holds: the oldest is lost, the last is there
__global__ void much(int n)
{
	for (int i = 1; i <= n; i++)
		printf("a line of forty bytes, number %9d\n", i);
}

int main()
{
	static char text[1 << 21];
	FILE *real = stdout, *file = tmpfile();
	stdout = file;
	much<<<1, 1>>>(40000);
	cudaDeviceSynchronize();
	stdout = real;
	rewind(file);
	size_t bytes = fread(text, 1, sizeof text - 1, file);
	int number = 0;
	sscanf(strrchr(text, ',') + 1, " number %d", &number);
	if (bytes <= 1 << 20 && bytes > 9 << 16 && memcmp(text, "a line", 6) == 0)
		printf("last %d\n", number);
	fclose(file);
}
