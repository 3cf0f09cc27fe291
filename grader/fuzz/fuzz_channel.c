/* fuzz_channel.c - fuzz target: the judge's end of the channel, on which a student's program says what it
 * likes, beside a machine that is made up here.
 *
 * Input: a byte of switches (1: a link to the machine; 2: a second round), then what the program sends.
 * Whatever it is: it may come in pieces of any size; there are no more windows and values than allowed;
 * inputs are put on GPUs only before the first window, and only as often as the judge said; between a
 * window's end and a thaw or the next begin the machine is frozen; what lies on a GPU is what the machine
 * holds; and behind the first damage nothing is taken. */
#include <string.h>

#include "framework/simcuda/fuzz/fuzz.h"
#include "grader/wire/channel.h"
#include "usegpu/tensor.h"

enum { LINKED = 1, TWO_ROUNDS = 2, MEMORY = 256, NUMBERS = 8, TIMES = 2 };
#define BASE UINT64_C(0x7000)

typedef struct Machine {
	const Channel *channel;
	unsigned char memory[MEMORY];
	uint64_t put; /* numbers, in this round */
	int round, frozen, pokes;
} Machine;

static DeviceAnswer arm(void *context, const char *kind, int64_t at, int64_t times, uint64_t what)
{
	(void)context, (void)kind, (void)at, (void)times, (void)what;
	return DEVICE_DONE;
}

static DeviceAnswer slow(void *context, int gpu, int thousandths)
{
	(void)context, (void)gpu, (void)thousandths;
	return DEVICE_DONE;
}

static DeviceAnswer go(void *context, int single, uint64_t rough, SimcudaCounters *counters)
{
	(void)single;
	(void)rough;
	((Machine *)context)->frozen = 0;
	*counters = (SimcudaCounters){.launches = 1};
	return DEVICE_DONE;
}

static DeviceAnswer freeze(void *context, SimcudaCounters *counters, int *second)
{
	((Machine *)context)->frozen = 1;
	*counters = (SimcudaCounters){.launches = 2};
	*second = 0;
	return DEVICE_DONE;
}

static DeviceAnswer marks(void *context, SimcudaMark **list, int *count, uint64_t *lost)
{
	(void)context;
	*list = NULL;
	*count = 0;
	*lost = 0;
	return DEVICE_DONE;
}

static DeviceAnswer thaw(void *context)
{
	((Machine *)context)->frozen = 0;
	return DEVICE_DONE;
}

static int lies_there(uint64_t address, size_t bytes)
{
	return address >= BASE && address - BASE <= MEMORY && bytes <= MEMORY - (address - BASE);
}

static DeviceAnswer peek(void *context, uint64_t address, void *to, size_t bytes,
			 DeviceBytes *about)
{
	const Machine *m = context;

	if (!lies_there(address, bytes))
		return DEVICE_NOWHERE;
	memcpy(to, m->memory + (address - BASE), bytes);
	*about = (DeviceBytes){.gpu = 0};
	return DEVICE_DONE;
}

static DeviceAnswer poke(void *context, uint64_t address, const void *from, size_t bytes)
{
	Machine *m = context;
	const Channel *c = m->channel;

	if (m->round != c->round) {
		m->round = c->round;
		m->put = 0;
	}
	m->put += bytes / 4;
	m->pokes++;
	FUZZ_REQUIRE(c->answers[c->round].begun == 0, "an input is put in a window or behind it");
	FUZZ_REQUIRE(!m->frozen || c->round > 0, "an input is put while the machine is frozen");
	FUZZ_REQUIRE(m->put <= NUMBERS * TIMES, "%llu numbers are put", (unsigned long long)m->put);
	if (!lies_there(address, bytes))
		return DEVICE_NOWHERE;
	memcpy(m->memory + (address - BASE), from, bytes);
	return DEVICE_DONE;
}

static DeviceAnswer draw(void *context, uint64_t address, uint64_t first, uint64_t count,
			 uint64_t seed)
{
	float numbers[NUMBERS];

	FUZZ_REQUIRE(first + count <= NUMBERS && count > 0, "%llu numbers from %llu on",
		     (unsigned long long)count, (unsigned long long)first);
	for (uint64_t i = 0; i < count; i++)
		numbers[i] = (float)(seed + first + i);
	return poke(context, address, numbers, count * sizeof(float));
}

static DeviceAnswer number(void *context, uint64_t address, float *value, DeviceBytes *about)
{
	return peek(context, address, value, sizeof *value, about);
}

/* One input, x, of NUMBERS floats, that is put TIMES times; every other round it is numbers of a seed. Of a
 * result y two numbers are looked at. */
static Value *inputs_make(int drawn)
{
	const int64_t places[] = {3, 0};
	Value *list = NULL, *y = values_add(&list, FRAME_INTS, "y", sizeof places);

	memcpy(y->payload, places, sizeof places);
	y->places = 1;

	Value *x = values_add(&list, FRAME_FLOATS, "x", drawn ? 0 : NUMBERS * sizeof(float));

	x->given = TIMES;
	x->drawn = drawn ? NUMBERS : 0;
	x->seed = 5;
	if (drawn)
		return list;

	for (int i = 0; i < NUMBERS; i++)
		memcpy(x->payload + i * sizeof(float), &(float){(float)i}, sizeof(float));
	return list;
}

static void check_round(const Channel *c, const Answers *answers)
{
	int count = 0;

	FUZZ_REQUIRE(answers->ended <= answers->begun && answers->begun <= FRAME_WINDOWS,
		     "%d windows ended, %d begun", answers->ended, answers->begun);
	for (const Value *v = answers->results; v; v = v->next, count++) {
		FUZZ_REQUIRE(values_find(v->next, v->name) == NULL, "two values are %s", v->name);
		FUZZ_REQUIRE(!c->link.peek || v->gpu < 0 || v->type == FRAME_FLOATS ||
				     v->type == FRAME_TENSOR,
			     "%s is of a GPU", v->name);
	}
	FUZZ_REQUIRE(count == answers->count && count <= CHANNEL_VALUES_MAX,
		     "%d values, %d counted", count, answers->count);
}

/* What a judge would see of it. */
typedef struct Seen {
	int damaged, ended, round, begun[CHANNEL_ROUNDS], windows[CHANNEL_ROUNDS],
		count[CHANNEL_ROUNDS], pokes, crash;
	size_t out_bytes;
} Seen;

static Seen run(const uint8_t *data, size_t size, size_t piece)
{
	Machine m = {.frozen = 0};
	Value *inputs[CHANNEL_ROUNDS] = {inputs_make(0), inputs_make(1)};
	Channel c;
	unsigned switches = size > 0 ? data[0] : 0;

	channel_init(&c, -1);
	m.channel = &c;
	for (int i = 0; i < CHANNEL_ROUNDS; i++)
		c.inputs[i] = inputs[i];
	if (switches & LINKED)
		c.link = (DeviceLink){.context = &m,
				      .arm = arm,
				      .slow = slow,
				      .go = go,
				      .freeze = freeze,
				      .marks = marks,
				      .thaw = thaw,
				      .peek = peek,
				      .poke = poke,
				      .draw = draw,
				      .number = number};
	if (switches & TWO_ROUNDS)
		channel_queue_later(&c, FRAME_START, 0, "3.2", &(uint32_t){START_LAST}, 4);
	for (size_t at = 1; at < size; at += piece) {
		int was = c.damaged, counted = c.answers[c.round].count;

		channel_take(&c, data + at, size - at < piece ? size - at : piece);
		FUZZ_REQUIRE(!was || (c.damaged && c.answers[c.round].count == counted),
			     "something is taken behind the damage");
		FUZZ_REQUIRE(!(switches & LINKED) || c.damaged || c.thawed ||
				     c.answers[c.round].ended == 0 ||
				     c.answers[c.round].begun > c.answers[c.round].ended ||
				     m.frozen,
			     "the machine is not frozen behind a window");
		c.out_sent = c.out_bytes; /* the program reads what it is sent */
	}

	Seen seen = {.damaged = c.damaged,
		     .ended = c.ended,
		     .round = c.round,
		     .pokes = m.pokes,
		     .crash = c.crash_count};

	for (int i = 0; i < CHANNEL_ROUNDS; i++) {
		check_round(&c, &c.answers[i]);
		seen.begun[i] = c.answers[i].begun;
		seen.windows[i] = c.answers[i].ended;
		seen.count[i] = c.answers[i].count;
	}
	channel_free(&c);
	for (int i = 0; i < CHANNEL_ROUNDS; i++)
		values_free(&inputs[i]);
	return seen;
}

int fuzz_one(const uint8_t *data, size_t size)
{
	Seen whole = run(data, size, size + 1), pieces = run(data, size, 7);

	/* in pieces the program has read what it was sent, and may answer */
	FUZZ_REQUIRE(whole.damaged || pieces.damaged ||
			     (whole.ended == pieces.ended && whole.round == pieces.round &&
			      whole.pokes == pieces.pokes &&
			      memcmp(whole.begun, pieces.begun, sizeof whole.begun) == 0 &&
			      memcmp(whole.windows, pieces.windows, sizeof whole.windows) == 0 &&
			      memcmp(whole.count, pieces.count, sizeof whole.count) == 0),
		     "pieces make a difference");
	return 0;
}

/* --- examples --------------------------------------------------------------------------------- */

typedef struct Bytes {
	uint8_t *at;
	size_t count, room;
} Bytes;

static void put(Bytes *b, int type, const char *name, const void *payload, size_t bytes)
{
	FrameHead head = {(uint16_t)type, 0, (uint32_t)strlen(name), bytes};

	if (b->room - b->count < sizeof head + head.name_bytes + bytes)
		return;
	memcpy(b->at + b->count, &head, sizeof head);
	memcpy(b->at + b->count + sizeof head, name, head.name_bytes);
	if (bytes > 0)
		memcpy(b->at + b->count + sizeof head + head.name_bytes, payload, bytes);
	b->count += sizeof head + head.name_bytes + bytes;
}

/* A frame as a drive sends it, and some that it would not. */
static void put_any(Bytes *b, uint64_t *state, unsigned number)
{
	static const char *const names[] = {"x", "y", "z0", "left.error", "used1"};
	const char *name = names[fuzz_random(state) % 5];
	const FrameWindow window = {.counted = 0};
	const FramePut at = {BASE + 4 * (fuzz_random(state) % 40), fuzz_random(state) % 9,
			     1 + fuzz_random(state) % 9};
	const FramePlace place = {BASE + 4 * (fuzz_random(state) % 70), fuzz_random(state) % 9};
	const int64_t values[4] = {1, -2, (int64_t)number, 0};

	switch (fuzz_random(state) % 12) {
	case 0:
	case 1:
		put(b, FRAME_PUT_AT, "x", &at, sizeof at);
		break;
	case 2:
	case 3:
		put(b, FRAME_READY, "", NULL, 0);
		break;
	case 4:
	case 5:
		put(b, FRAME_DONE, "", &window, sizeof window);
		break;
	case 6:
		put(b, FRAME_THAW, "", NULL, 0);
		break;
	case 7:
		put(b, FRAME_FLOATS_AT, name, &place, sizeof place);
		break;
	case 8:
		put(b, FRAME_INTS, name, values, sizeof values);
		break;
	case 9:
		put(b, FRAME_ROUND, "", &(uint32_t){0}, 4);
		break;
	case 10:
		put(b, FRAME_END, "", NULL, 0);
		break;
	default:
		put(b, (int)(fuzz_random(state) % FRAME_TYPES), name, values,
		    fuzz_random(state) % sizeof values);
	}
}

const unsigned fuzz_examples = 3000;

/* Every third example is what a drive says, the others frames in any order; of every second a byte or
 * two are changed. */
size_t fuzz_example(unsigned number, uint8_t *to, size_t room)
{
	uint64_t state = number;
	Bytes b = {to, 1, room};

	to[0] = (uint8_t)(number % 4);
	if (number % 3 == 0) {
		const FramePut at = {BASE, 0, NUMBERS};
		const FrameWindow window = {.counted = 0};
		const FramePlace place = {BASE, NUMBERS};

		put(&b, FRAME_PUT_AT, "x", &at, sizeof at);
		put(&b, FRAME_READY, "", NULL, 0);
		put(&b, FRAME_DONE, "", &window, sizeof window);
		put(&b, FRAME_FLOATS_AT, "y", &place, sizeof place);
		put(&b, FRAME_THAW, "", NULL, 0);
	}
	for (uint64_t i = fuzz_random(&state) % 24; i > 0; i--)
		put_any(&b, &state, number);
	for (uint64_t i = number % 2 ? fuzz_random(&state) % 3 : 0; i > 0; i--)
		to[1 + fuzz_random(&state) % b.count] = (uint8_t)fuzz_random(&state);
	return b.count;
}
