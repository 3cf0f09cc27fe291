// courses_language.cu - what programs of courses use of the language and of the calls: all right, and silent.
// One list of cases in one program: to compile a file takes longer than to run a case.
#include "courses.hpp"

// case struct_with_gaps: silent
struct Particle {
	char kind;
	double mass;
	short charge;
	float3 at;
};
__global__ void particles_copy(const Particle *from, Particle *to, int n)
{
	int i = threadIdx.x;
	if (i < n) {
		Particle p = from[i];
		p.at.x += 1;
		to[i] = p;
	}
}
__global__ void particles_make(Particle *to, int n)
{
	if (threadIdx.x < n) {
		Particle p;
		p.kind = 'a';
		p.mass = threadIdx.x;
		p.charge = -1;
		p.at = make_float3(1, 2, 3);
		to[threadIdx.x] = p;
	}
}
RUN(struct_with_gaps)
{
	Particle *a, *b;
	cudaMalloc(&a, 10 * sizeof *a);
	cudaMalloc(&b, 10 * sizeof *b);
	particles_make<<<1, 32>>>(a, 10);
	particles_copy<<<1, 32>>>(a, b, 10);
	Particle host[10];
	for (int i = 0; i < 10; i++)
		cudaMemcpy(&host[i].mass, &b[i].mass, sizeof(double), cudaMemcpyDeviceToHost);
	expect("mass", (long)host[9].mass, 9);
	cudaFree(a), cudaFree(b);
}

// case struct_in_shared: silent
struct Pair {
	char key;
	int value;
};
__global__ void pairs(int *out)
{
	__shared__ Pair s[64];
	Pair own = {(char)threadIdx.x, (int)threadIdx.x * 2};
	s[threadIdx.x] = own;
	__syncthreads();
	Pair other = s[63 - threadIdx.x];
	out[threadIdx.x] = other.key + other.value;
}
RUN(struct_in_shared)
{
	pairs<<<1, 64>>>(x);
	expect("pair", back(x, 1)[0], 3 * 63);
}

// case union_and_bits: silent
union Bits {
	float f;
	unsigned u;
	unsigned char byte[4];
};
__global__ void bits(unsigned *out)
{
	Bits b;
	b.f = 1.0f;
	out[0] = b.u >> 23;
	b.u = 0;
	b.byte[1] = 2;
	out[1] = b.u;
	struct {
		unsigned a : 3, b : 5;
	} field;
	field.a = 5;
	field.b = 17;
	out[2] = field.a + field.b;
}
RUN(union_and_bits)
{
	bits<<<1, 1>>>((unsigned *)x);
	expect("bits", back(x, 3)[0] + back(x, 3)[1] + back(x, 3)[2], 127 + 512 + 22);
}

// case bool_arrays: silent
__global__ void sieve(bool *is_composite, int n)
{
	int p = threadIdx.x + 2;
	if (p * p <= n)
		for (int m = p * p; m <= n; m += p)
			is_composite[m] = true;
}
RUN(bool_arrays)
{
	bool *flags, host[101];
	cudaMalloc(&flags, 101);
	cudaMemset(flags, 0, 101);
	sieve<<<1, 64>>>(flags, 100);
	cudaMemcpy(host, flags, 101, cudaMemcpyDeviceToHost);
	int primes = 0;
	for (int i = 2; i <= 100; i++)
		primes += !host[i];
	expect("primes", primes, 25);
	cudaFree(flags);
}

// case memory_functions: silent
__global__ void memory_functions(char *out)
{
	char text[16];
	int numbers[4], more[4];
	memset(text, 0, sizeof text);
	memset(numbers, 1, 2 * sizeof(int));
	memcpy(more, numbers, 2 * sizeof(int));
	for (int i = 0; i < 5; i++)
		text[i] = 'a' + i;
	memcpy(out, text, 16);
	out[15] = (char)(more[1] & 3);
}
RUN(memory_functions)
{
	memory_functions<<<1, 1>>>((char *)x);
	expect("text", back((char *)x, 16)[4] + back((char *)x, 16)[15], 'e' + 1);
}

// case partly_set_array: silent
__global__ void partly(int *out, int n)
{
	int stack[32], top = 0;
	for (int i = 0; i < n; i++)
		stack[top++] = i;
	int sum = 0;
	while (top > 0)
		sum += stack[--top];
	out[threadIdx.x] = sum;
}
RUN(partly_set_array)
{
	partly<<<1, 32>>>(x, 10);
	expect("sum", back(x, 1)[0], 45);
}

// case vector_loads: silent
__global__ void scale4(const float4 *in, float4 *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		float4 v = __ldg(&in[i]);
		out[i] = make_float4(2 * v.x, 2 * v.y, 2 * v.z, 2 * v.w);
	}
}
RUN(vector_loads)
{
	std::vector<float> host(400, 3);
	float *in = on_gpu(host), *out = on_gpu(host);
	scale4<<<4, 32>>>((float4 *)in, reinterpret_cast<float4 *>(out), 100);
	expect("scaled", (long)back(out, 400)[399], 6);
	cudaFree(in), cudaFree(out);
}

// case vector_partly_used: silent
__global__ void xyz(const float4 *in, float *out)
{
	float4 v = in[threadIdx.x];
	out[threadIdx.x] = v.x + v.y + v.z;
}
RUN(vector_partly_used)
{
	std::vector<float> host(4 * 32, 1);
	float *in = on_gpu(host);
	xyz<<<1, 32>>>((float4 *)in, (float *)x);
	expect("sum", (long)back((float *)x, 1)[0], 3);
	cudaFree(in);
}

// case function_pointers: silent
typedef float (*Operation)(float, float);
__device__ float plus(float a, float b)
{
	return a + b;
}
__device__ float times(float a, float b)
{
	return a * b;
}
__device__ Operation table[2] = {plus, times};
__global__ void apply(int which, float *out)
{
	out[threadIdx.x] = table[which](threadIdx.x, 3);
}
RUN(function_pointers)
{
	apply<<<1, 32>>>(0, (float *)x);
	expect("plus", (long)back((float *)x, 32)[5], 8);
	apply<<<1, 32>>>(1, (float *)x);
	expect("times", (long)back((float *)x, 32)[5], 15);
}

// case recursion: silent
__device__ __noinline__ int fibonacci(int n)
{
	return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}
__global__ void recursion(int *out)
{
	out[threadIdx.x] = fibonacci(threadIdx.x);
}
RUN(recursion)
{
	recursion<<<1, 12>>>(x);
	expect("fibonacci", back(x, 12)[11], 89);
}

// case functors_and_lambdas: silent
struct Axpy {
	float a;
	__host__ __device__ float operator()(float u, float v) const
	{
		return a * u + v;
	}
};
template <class F> __global__ void transform(const float *u, float *v, int n, F f)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		v[i] = f(u[i], v[i]);
}
__global__ void with_lambda(int *out)
{
	int base = 10;
	auto add = [=](int v) { return base + v; };
	auto twice = [&](int v) { return add(add(v)); };
	out[threadIdx.x] = twice(threadIdx.x);
}
RUN(functors_and_lambdas)
{
	float *u = on_gpu(std::vector<float>(100, 2)), *v = on_gpu(std::vector<float>(100, 1));
	transform<<<2, 32>>>(u, v, 100, Axpy{3});
	expect("axpy", (long)back(v, 100)[99], 7);
	with_lambda<<<1, 32>>>(x);
	expect("lambda", back(x, 32)[1], 21);
	cudaFree(u), cudaFree(v);
}

// case classes: silent
class Matrix
{
	float *data;
	int rows, columns;

      public:
	Matrix(float *d, int r, int c) : data(d), rows(r), columns(c)
	{
	}
	__device__ float &operator()(int r, int c)
	{
		return data[r * columns + c];
	}
	__host__ __device__ int size() const
	{
		return rows * columns;
	}
	__device__ bool has(int r, int c) const
	{
		return r < rows && c < columns;
	}
};
__global__ void identity(Matrix m)
{
	int r = blockIdx.y * blockDim.y + threadIdx.y, c = blockIdx.x * blockDim.x + threadIdx.x;
	if (m.has(r, c))
		m(r, c) = r == c;
}
RUN(classes)
{
	float *d;
	Matrix m(nullptr, 5, 7), *unused = nullptr;
	(void)unused;
	cudaMalloc(&d, m.size() * sizeof(float));
	identity<<<dim3(2, 2), dim3(4, 4)>>>(Matrix(d, 5, 7));
	expect("one", (long)back(d, 35)[4 * 7 + 4], 1);
	cudaFree(d);
}

// case linked_structs: silent
struct Node {
	int value;
	Node *next;
};
__global__ void list_sum(const Node *head, int *out)
{
	int sum = 0;
	for (const Node *at = head; at; at = at->next)
		sum += at->value;
	*out = sum;
}
RUN(linked_structs)
{
	Node *d, host[5];
	cudaMalloc(&d, sizeof host);
	for (int i = 0; i < 5; i++)
		host[i] = {i, i < 4 ? d + i + 1 : nullptr};
	cudaMemcpy(d, host, sizeof host, cudaMemcpyHostToDevice);
	list_sum<<<1, 1>>>(d, x);
	expect("list", back(x, 1)[0], 10);
	cudaFree(d);
}

// case pointers_in_arrays: silent
__global__ void rows_fill(int **row, int rows, int columns)
{
	for (int r = threadIdx.y; r < rows; r += blockDim.y)
		for (int c = threadIdx.x; c < columns; c += blockDim.x)
			row[r][c] = r * columns + c;
}
RUN(pointers_in_arrays)
{
	int *host[3], **d;
	for (int *&row : host)
		cudaMalloc(&row, 5 * sizeof(int));
	cudaMalloc(&d, sizeof host);
	cudaMemcpy(d, host, sizeof host, cudaMemcpyHostToDevice);
	rows_fill<<<1, dim3(4, 2)>>>(d, 3, 5);
	expect("last", back(host[2], 5)[4], 14);
	cudaFree(d);
	for (int *row : host)
		cudaFree(row);
}

// case constant_structs: silent
struct Setting {
	float factor;
	int shift[3];
};
__constant__ Setting setting;
__constant__ float weights[] = {0.25f, 0.5f, 0.25f};
__global__ void constants(float *out)
{
	out[threadIdx.x] =
		setting.factor * setting.shift[threadIdx.x % 3] + weights[threadIdx.x % 3];
}
RUN(constant_structs)
{
	Setting host = {2, {1, 2, 3}};
	cudaMemcpyToSymbol(setting, &host, sizeof host);
	constants<<<1, 32>>>((float *)x);
	expect("constant", (long)(back((float *)x, 3)[1] * 10), 45);
}

// case pitched: silent
__global__ void pitched(float *d, size_t pitch, int width, int height)
{
	int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
	if (c < width && r < height)
		((float *)((char *)d + r * pitch))[c] += r;
}
RUN(pitched)
{
	std::vector<float> host(7 * 50, 1);
	float *d;
	size_t pitch;
	cudaMallocPitch(&d, &pitch, 50 * sizeof(float), 7);
	cudaMemcpy2D(d, pitch, host.data(), 50 * sizeof(float), 50 * sizeof(float), 7,
		     cudaMemcpyHostToDevice);
	pitched<<<dim3(4, 2), dim3(16, 4)>>>(d, pitch, 50, 7);
	cudaMemcpy2D(host.data(), 50 * sizeof(float), d, pitch, 50 * sizeof(float), 7,
		     cudaMemcpyDeviceToHost);
	expect("last", (long)host[349], 7);
	cudaFree(d);
}

// case streams_and_events: silent
__global__ void add_to(int *d, int n, int v)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		d[i] += v;
}
RUN(streams_and_events)
{
	const int n = 4096, parts = 4;
	int *host, *d;
	cudaStream_t stream[parts];
	cudaEvent_t start, stop;
	cudaEventCreate(&start), cudaEventCreate(&stop);
	cudaMallocHost(&host, n * sizeof(int));
	cudaMalloc(&d, n * sizeof(int));
	for (int i = 0; i < n; i++)
		host[i] = i;
	cudaEventRecord(start);
	for (int p = 0; p < parts; p++) {
		size_t at = (size_t)p * n / parts, bytes = n / parts * sizeof(int);
		cudaStreamCreate(&stream[p]);
		cudaMemcpyAsync(d + at, host + at, bytes, cudaMemcpyHostToDevice, stream[p]);
		add_to<<<4, 64, 0, stream[p]>>>(d + at, n / parts, 1);
		cudaMemcpyAsync(host + at, d + at, bytes, cudaMemcpyDeviceToHost, stream[p]);
	}
	cudaEventRecord(stop);
	cudaEventSynchronize(stop);
	float ms = -1;
	cudaEventElapsedTime(&ms, start, stop);
	expect("timed", ms > 0, 1);
	expect("last", host[n - 1], n);
	for (cudaStream_t s : stream)
		cudaStreamDestroy(s);
	cudaEventDestroy(start), cudaEventDestroy(stop);
	cudaFreeHost(host);
	cudaFree(d);
}

// case mapped_memory: silent
RUN(mapped_memory)
{
	int *host, *d;
	cudaHostAlloc(&host, 100 * sizeof(int), cudaHostAllocMapped);
	for (int i = 0; i < 100; i++)
		host[i] = i;
	cudaHostGetDevicePointer(&d, host, 0);
	add_to<<<1, 64>>>(d, 100, 5);
	cudaDeviceSynchronize();
	expect("mapped", host[99], 104);
	cudaFreeHost(host);
}

// case managed_memory: silent
struct Vector {
	int n;
	float *data;
};
__global__ void managed_scale(Vector *v)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < v->n)
		v->data[i] *= 2;
}
RUN(managed_memory)
{
	Vector *v;
	cudaMallocManaged(&v, sizeof *v);
	v->n = 100;
	cudaMallocManaged(&v->data, 100 * sizeof(float));
	for (int i = 0; i < 100; i++)
		v->data[i] = i;
	managed_scale<<<4, 32>>>(v);
	cudaDeviceSynchronize();
	expect("managed", (long)v->data[99], 198);
	cudaFree(v->data);
	cudaFree(v);
}

// case block_of_three: silent
__global__ void three(int *out, int3 size)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y,
	    k = blockIdx.z * blockDim.z + threadIdx.z;
	if (i < size.x && j < size.y && k < size.z)
		out[(k * size.y + j) * size.x + i] = i + 10 * j + 100 * k;
}
RUN(block_of_three)
{
	three<<<dim3(2, 2, 2), dim3(4, 4, 4)>>>(x, make_int3(5, 6, 7));
	expect("three", back(x, 210)[209], 654);
}

// case long_atomics: silent
__global__ void __launch_bounds__(128, 2) long_atomics(unsigned long long *sum, double *d)
{
	atomicAdd(sum, (unsigned long long)threadIdx.x << 32);
	atomicAdd(d, 0.5);
	atomicMax(sum + 1, (unsigned long long)threadIdx.x);
}
RUN(long_atomics)
{
	unsigned long long *at = (unsigned long long *)x;
	long_atomics<<<2, 128>>>(at, (double *)y);
	expect("sum", (long)(back(at, 1)[0] >> 32), 127 * 128);
	expect("doubles", (long)back((double *)y, 1)[0], 128);
}

// case templates_of_shared: silent
template <class T> struct Shared {
	__device__ operator T *()
	{
		extern __shared__ double raw[];
		return (T *)raw;
	}
};
template <class T> __global__ void reverse(T *d, int n)
{
	T *s = Shared<T>();
	s[threadIdx.x] = d[threadIdx.x];
	__syncthreads();
	d[threadIdx.x] = s[n - 1 - threadIdx.x];
}
RUN(templates_of_shared)
{
	short *d = on_gpu(std::vector<short>{1, 2, 3, 4});
	double *e = on_gpu(std::vector<double>{1, 2, 3, 4});
	reverse<<<1, 4, 4 * sizeof(short)>>>(d, 4);
	reverse<<<1, 4, 4 * sizeof(double)>>>(e, 4);
	expect("reversed", back(d, 4)[0] + (long)back(e, 4)[0], 8);
	cudaFree(d), cudaFree(e);
}

// case switch_goto_do: silent
__global__ void flow(int *out)
{
	int v = threadIdx.x, steps = 0;
	if (v == 0)
		goto end;
	do {
		switch (v % 4) {
		case 0:
			v /= 4;
			continue;
		case 1:
		case 3:
			v = 3 * v + 1;
			break;
		default:
			v /= 2;
		}
	} while (v > 1 && ++steps < 100);
end:
	out[threadIdx.x] = v;
}
RUN(switch_goto_do)
{
	flow<<<1, 64>>>(x);
	expect("flow", back(x, 64)[27], 1);
}

// case device_to_device: silent
RUN(device_to_device)
{
	int *copy;
	cudaMalloc(&copy, 64 * sizeof(int));
	add_to<<<1, 64>>>(x, 64, 3);
	cudaMemcpy(copy, x, 64 * sizeof(int), cudaMemcpyDeviceToDevice);
	add_to<<<1, 64>>>(copy, 64, 3);
	expect("copy", back(copy, 64)[63], 6);
	cudaFree(copy);
}

// case fours_as_words: silent
struct Body {
	float4 at, moves;
	int4 marks[2];
};
union Words {
	float4 four;
	float each[4];
	double2 two;
};
__global__ void bodies(const Body *from, Body *to, const float4 by)
{
	const float4 zero = {}, one = {1, 1, 1, 1};
	Body own = from[threadIdx.x];
	Words words;
	words.four = threadIdx.x % 2 ? own.at : one;
	words.each[3] += by.w;
	own.at = words.four;
	own.moves = float4{by.x, by.y, zero.x, words.each[3]};
	own.marks[1] = own.marks[0];
	to[threadIdx.x] = own;
}
RUN(fours_as_words)
{
	std::vector<Body> host(32, Body{{1, 2, 3, 4}, {}, {{5, 6, 7, 8}, {}}});
	Body *a = on_gpu(host), *b = on_gpu(host);
	bodies<<<1, 32>>>(a, b, make_float4(9, 8, 7, 6));
	host = back(b, 32);
	expect("a part", (long)host[31].at.w, 10);
	expect("the others", (long)host[31].at.z, 3);
	expect("another's", (long)host[30].at.w, 7);
	expect("made", (long)host[31].moves.w, 10);
	expect("of an array", host[31].marks[1].w, 8);
	cudaFree(a), cudaFree(b);
}

// case launch_by_configuration: silent
__global__ void store(long *out, const char *words, double number)
{
	out[threadIdx.x] = (long)number + (words ? 1 : 0);
}
__global__ void nothing()
{
}
RUN(launch_by_configuration)
{
	long *out;
	cudaMalloc(&out, 32 * sizeof *out);
	cudaLaunchConfig_t config = {};
	config.gridDim = 1;
	config.blockDim = 32;
	expect("launched", cudaLaunchKernelEx(&config, store, out, nullptr, 41), cudaSuccess);
	expect("number", back(out, 32)[31], 41);
	expect("without arguments", cudaLaunchKernelEx(&config, nothing), cudaSuccess);
	config.blockDim = 2000;
	expect("refused", cudaLaunchKernelEx(&config, nothing), cudaErrorInvalidConfiguration);
	cudaGetLastError();
	cudaFree(out);
}
