// expect: silent
// prints: before
// prints: block 0, thread 0: 0 0.00 zero  |
// prints: block 0, thread 1: 10 1.50 one   |
// prints: block 1, thread 0: 0 0.00 zero  |
// prints: block 1, thread 1: 10 1.50 one   |
// prints: -5 4294967295 ff 0X1F 017 c +7 [   1.25] [2.50  ] 1234567890123 (null) 100% 3 %n
// prints: after

#include <cstdio>

__global__ void hello()
{
	const char *names[] = {"zero", "one"};
	printf("block %d, thread %d: %d %.2f %-6s|\n", blockIdx.x, threadIdx.x, 10 * threadIdx.x,
	       1.5 * threadIdx.x, names[threadIdx.x]);
}

// the number of arguments comes back; %n writes nothing, and is printed as it stands
__global__ void all()
{
	const char *none = nullptr, *format = " %d %n\n";
	int count = printf("%d %u %x %#X %#o %c %+d [%*.*f] [%-6.2f] %lld %s", -5, -1, 255, 31, 15,
			   'c', 7, 7, 2, 1.25, 2.5, 1234567890123ll, none);
	printf(" %d%%", 100);
	printf(format, count - 10);
}

int main()
{
	hello<<<2, 2>>>();
	printf("before\n");
	cudaDeviceSynchronize();
	all<<<1, 1>>>();
	cudaDeviceSynchronize();
	printf("after\n");
}
