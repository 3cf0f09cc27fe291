/* split.c - lanes of a warp that part and meet again. */
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/ptx/run/warp.h"

/* --- splits ----------------------------------------------------------------------------------- */

void ptx_split_select(PtxWarp *warp, PtxSplit *split)
{
	const PtxFrame *frame = split->frame;
	warp->current = split;
	warp->turn = (uint32_t)(split - warp->split);
	warp->base[PTX_REGISTER] = frame->registers;
	warp->base[PTX_CONSTANT] = frame->code->constant;
}

/* There are never more splits than lanes. */
static PtxSplit *split_add(PtxWarp *warp, uint32_t at, uint32_t lanes, PtxFrame *frame,
			   PtxMeeting *meeting)
{
	PtxSplit *split = &warp->split[warp->splits++];
	*split = (PtxSplit){.at = at, .lanes = lanes, .frame = frame, .meeting = meeting};
	return split;
}

/* The last one takes its place. The current one is found again by its number. */
void ptx_split_drop(PtxWarp *warp, PtxSplit *split)
{
	PtxSplit *last = &warp->split[--warp->splits];
	bool moves = warp->current == last;
	*split = *last;
	if (moves)
		warp->current = split;
	else if (warp->current == split)
		warp->current = NULL;
}

/* --- meetings --------------------------------------------------------------------------------- */

/* Local memory of a call's parameters, from one frame's to the other's, of each lane. */
static void params_copy(PtxWarp *warp, uint32_t lanes, uint32_t to, uint32_t from, uint32_t bytes)
{
	for (int i = 0; i < PTX_LANES; i++)
		if (lanes >> i & 1)
			memmove(warp->local[i] + to, warp->local[i] + from, bytes);
	ptx_unset_copy(warp, lanes, to, from, bytes);
}

static void results_copy(PtxWarp *warp, const PtxFrame *frame, uint32_t lanes)
{
	const PtxKernel *code = frame->code;
	const PtxList *list = frame->list;
	for (uint32_t i = list->ins; i < list->count; i++)
		params_copy(
			warp, lanes, frame->caller->local + list->param[i].offset,
			frame->local +
				code->param[code->params - code->returns + i - list->ins].offset,
			list->param[i].bytes);
}

static void frame_free(PtxFrame *frame)
{
	free(frame->registers);
	free(frame->unset);
	free(frame);
}

/* Ends the meeting when all of its lanes are there. Those go on, or are at once at an outer one. */
static void meeting_check(PtxWarp *warp, PtxMeeting *meeting)
{
	while (meeting && meeting->arrived == meeting->members) {
		PtxMeeting *outer = meeting->outer;
		PtxFrame *frame = meeting->call ? meeting->frame->caller : meeting->frame;
		uint32_t lanes = meeting->members, at = meeting->at;
		if (meeting->call) {
			results_copy(warp, meeting->frame, lanes);
			frame_free(meeting->frame);
		}
		free(meeting);
		if (!lanes)
			return;
		if (outer && !outer->call && outer->frame == frame && outer->at == at) {
			outer->arrived |= lanes;
			meeting = outer;
			continue;
		}
		split_add(warp, at, lanes, frame, outer);
		return;
	}
}

bool ptx_arrive(PtxWarp *warp)
{
	PtxSplit *split = warp->current;
	PtxMeeting *meeting = split->meeting;
	if (!meeting || meeting->call || meeting->at != split->at)
		return true;
	meeting->arrived |= split->lanes;
	ptx_split_drop(warp, split);
	meeting_check(warp, meeting);
	return false;
}

/* Whether lanes that meet at that instruction would do nothing there but end. */
static bool is_end(const PtxKernel *code, uint32_t at)
{
	const PtxInstr *instr = &code->code[at];
	return at >= code->count ||
	       ((instr->op == PTX_RET || instr->op == PTX_EXIT) && instr->guard.kind == PTX_ABSENT);
}

/* The current split's lanes are to meet there. They may be about to do so already. */
static PtxMeeting *meeting_push(PtxWarp *warp, uint32_t at)
{
	PtxSplit *split = warp->current;
	PtxMeeting *outer = split->meeting, *meeting;
	if (outer && !outer->call && outer->at == at && outer->frame == split->frame)
		return outer;
	meeting = malloc(sizeof *meeting);
	if (!meeting) {
		ptx_fail(warp, NULL, 0, PTX_NO_MEMORY);
		return outer;
	}
	*meeting = (PtxMeeting){
		.at = at, .members = split->lanes, .frame = split->frame, .outer = outer};
	split->meeting = meeting;
	return meeting;
}

void ptx_branch(PtxWarp *warp, uint32_t taken, uint32_t target, uint32_t reconverge)
{
	PtxSplit *split = warp->current;
	uint32_t stay = split->lanes & ~taken;
	if (!taken)
		return;
	if (!stay) {
		split->at = target;
		return;
	}
	if (!is_end(split->frame->code, reconverge))
		meeting_push(warp, reconverge);
	split->lanes = stay;
	split_add(warp, target, taken, split->frame, split->meeting);
}

void ptx_parked_go(PtxWarp *warp, PtxMeeting *meeting)
{
	split_add(warp, meeting->at, meeting->arrived, meeting->frame, meeting->outer);
	meeting->members &= ~meeting->arrived;
	meeting->arrived = 0;
}

void ptx_release_parked(PtxWarp *warp)
{
	for (PtxMeeting *m = warp->current->meeting; m && !m->call; m = m->outer)
		if (m->arrived) {
			ptx_parked_go(warp, m);
			return;
		}
}

/* --- ends and calls --------------------------------------------------------------------------- */

/* The lanes leave the meetings from that one up to `last`, which they do not leave. */
static void meetings_leave(PtxWarp *warp, PtxMeeting *meeting, const PtxMeeting *last,
			   uint32_t lanes)
{
	while (meeting && meeting != last) {
		/* An outer one still counts these lanes, which are not there, so the check of an inner one
		 * does not end it. NOLINTNEXTLINE(clang-analyzer-unix.Malloc) */
		PtxMeeting *outer = meeting->outer;
		meeting->members &= ~lanes;
		meeting_check(warp, meeting);
		meeting = outer;
	}
}

static PtxMeeting *lanes_take(PtxWarp *warp, uint32_t lanes)
{
	PtxSplit *split = warp->current;
	PtxMeeting *meeting = split->meeting;
	split->lanes &= ~lanes;
	if (!split->lanes)
		ptx_split_drop(warp, split);
	return meeting;
}

void ptx_exit(PtxWarp *warp, uint32_t lanes)
{
	if (warp->owed & lanes)
		ptx_owed_look(warp, NULL, lanes);
	PtxMeeting *meeting = lanes_take(warp, lanes);
	warp->live &= ~lanes;
	warp->block->live -= (uint32_t)__builtin_popcount(lanes);
	meetings_leave(warp, meeting, NULL, lanes);
	ptx_barriers_check(warp->block);
}

void ptx_return(PtxWarp *warp, uint32_t lanes)
{
	PtxMeeting *meeting = lanes_take(warp, lanes), *call = meeting;
	while (!call->call) /* there is one around every function */
		call = call->outer;
	meetings_leave(warp, meeting, call, lanes);
	call->arrived |= lanes;
	meeting_check(warp, call);
}

static bool local_grow(PtxWarp *warp, uint32_t bytes)
{
	if (bytes <= warp->local_bytes)
		return true;
	if (bytes > PTX_MAX_STACK)
		return false;
	bytes = (bytes + PTX_LOCAL_STEP - 1) / PTX_LOCAL_STEP * PTX_LOCAL_STEP;
	for (int i = 0; i < PTX_LANES; i++) {
		unsigned char *grown = realloc(warp->local[i], bytes);
		if (!grown)
			return false;
		memset(grown + warp->local_bytes, 0, bytes - warp->local_bytes);
		warp->local[i] = grown;
	}
	bool room = ptx_unset_room(warp, bytes, warp->local_bytes);
	warp->local_bytes = bytes;
	return room;
}

/* The function that a call names: an indirect one by its number, the same in all lanes. */
static const PtxKernel *callee(PtxWarp *warp, const PtxInstr *instr, uint32_t *lanes)
{
	const PtxModule *module = warp->block->run->launch->module;
	uint32_t number = warp->current->frame->code->list[instr->target].callee;
	if (number != PTX_INDIRECT)
		return &module->function[number];
	int first = __builtin_ctz(*lanes);
	uint64_t address = ptx_lane(warp, &instr->operand[0], first);
	for (int i = first + 1; i < PTX_LANES; i++)
		if (*lanes >> i & 1 && ptx_lane(warp, &instr->operand[0], i) != address)
			*lanes &= ~(1U << i);
	if ((address & PTX_WINDOW_MASK) != PTX_WINDOW_CODE ||
	    (address & ~PTX_WINDOW_MASK) >= module->functions)
		return NULL;
	return &module->function[address & ~PTX_WINDOW_MASK];
}

static PtxFrame *frame_new(PtxWarp *warp, const PtxKernel *code, const PtxList *list)
{
	PtxFrame *caller = warp->current->frame;
	uint64_t deep = caller->depth + UINT64_C(1);
	if (deep > PTX_MAX_DEPTH || deep * code->register_bytes > PTX_MAX_FRAMES)
		return NULL;
	PtxFrame *frame = calloc(1, sizeof *frame);
	if (!frame)
		return NULL;
	uint32_t local = (caller->local + caller->code->local_bytes + 15) & ~15U;
	*frame = (PtxFrame){.code = code,
			    .tally = ptx_tally_of(warp->block->run, code),
			    .registers = ptx_registers(code),
			    .local = local,
			    .caller = caller,
			    .list = list,
			    .depth = caller->depth + 1};
	if (!frame->registers || !local_grow(warp, local + code->local_bytes)) {
		frame_free(frame);
		return NULL;
	}
	ptx_specials_fill(warp, frame);
	return frame;
}

static bool params_fit(const PtxKernel *code, const PtxList *list)
{
	uint32_t ins = code->params - code->returns;
	if (list->ins > ins || list->count - list->ins > code->returns)
		return false;
	for (uint32_t i = 0; i < list->count; i++)
		if (list->param[i].bytes >
		    code->param[i < list->ins ? i : ins + i - list->ins].bytes)
			return false;
	return true;
}

/* Lanes that call another function, or none, stay where they are, and meet the others behind the call. */
bool ptx_call(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)
{
	PtxSplit *split = warp->current;
	const PtxList *list = &split->frame->code->list[instr->target];
	uint32_t back = split->at + 1;
	const PtxKernel *code = callee(warp, instr, &lanes);
	if (!code || !params_fit(code, list)) {
		ptx_fail(warp, instr, __builtin_ctz(lanes), PTX_TRAPPED);
		return false;
	}
	PtxMeeting *meeting = malloc(sizeof *meeting);
	PtxFrame *frame = frame_new(warp, code, list);
	if (!meeting || !frame) {
		free(meeting);
		ptx_fail(warp, instr, __builtin_ctz(lanes), PTX_STACK_OVERFLOW);
		return false;
	}
	ptx_unset_frame(warp, frame, lanes);
	for (uint32_t i = 0; i < list->ins; i++)
		params_copy(warp, lanes, frame->local + code->param[i].offset,
			    split->frame->local + list->param[i].offset, list->param[i].bytes);
	PtxMeeting *outer = split->meeting;
	if (lanes != split->lanes)
		outer = meeting_push(warp, back);
	*meeting = (PtxMeeting){
		.at = back, .members = lanes, .call = true, .frame = frame, .outer = outer};
	frame->back = back;
	if (lanes != split->lanes) {
		split->lanes &= ~lanes;
		split = split_add(warp, 0, lanes, frame, meeting);
	}
	split->at = 0;
	split->frame = frame;
	split->meeting = meeting;
	return false;
}
