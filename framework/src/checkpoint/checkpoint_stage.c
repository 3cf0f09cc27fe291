/* checkpoint_stage.c - which bytes go into which piece, and when the file is read and written.
 *
 * Writing a piece means: queue its copies, then write the piece before it to the file while they
 * run. Reading one: wait until its buffer is free (the piece before the last has been copied), read
 * it from the file, queue its copies. */
#include "framework/src/checkpoint/checkpoint_stage.h"

#include "framework/src/base/file.h"
#include "framework/src/tensor/tensor_private.h"

/* Where a pass over the places stands: `done` bytes of the first have been dealt with. */
typedef struct Cursor {
	const Place *place, *end;
	size_t done;
} Cursor;

typedef struct Piece {
	Cursor start;
	int64_t at; /* in the file */
	size_t bytes;
} Piece;

typedef struct Pass {
	int file;
	const char *path;
	bool reading;
	Stage stage;
} Pass;

static int write_part(const Pass *pass, const void *from, size_t bytes, int64_t at)
{
	return file_write_at(pass->file, from, bytes, at) ? STATUS_OK
							  : file_error(pass->path, "written");
}

static int move_on_cpu(const Pass *pass, const Place *place)
{
	Tensor *tensor = place->tensor;
	if (pass->reading)
		return file_read_part(pass->file, pass->path, "data", tensor->data,
				      tensor_bytes(tensor), place->at);
	return write_part(pass, tensor->data, tensor_bytes(tensor), place->at);
}

static void advance(Cursor *cursor, size_t bytes)
{
	cursor->done += bytes;
	if (cursor->done == tensor_bytes(cursor->place->tensor)) {
		cursor->place++;
		cursor->done = 0;
	}
}

/* How many bytes of the tensor at the cursor go into a piece that holds `used` bytes already; 0 if
 * it has to be another piece. What fits into a piece of its own is not divided. */
static size_t take(const Cursor *cursor, size_t used, size_t most)
{
	size_t left = tensor_bytes(cursor->place->tensor) - cursor->done;
	if (used > 0 && left > most - used)
		return 0;
	return left < most ? left : most;
}

/* The next run of the file that lies on GPUs; the cursor is moved behind it. */
static Piece next_piece(Cursor *cursor, size_t most)
{
	Piece piece = {*cursor, cursor->place->at + (int64_t)cursor->done, 0};
	while (cursor->place < cursor->end) {
		const Tensor *tensor = cursor->place->tensor;
		if (tensor->device.kind != DEVICE_GPU)
			break;
		size_t bytes = take(cursor, piece.bytes, most);
		if (bytes == 0 && tensor->count > 0)
			break;
		piece.bytes += bytes;
		advance(cursor, bytes);
	}
	return piece;
}

/* Queues the copies of a piece between the GPUs and a buffer. */
static int copy_piece(Pass *pass, const Piece *piece, int buffer)
{
	Cursor cursor = piece->start;
	for (size_t at = 0; at < piece->bytes;) {
		const Tensor *tensor = cursor.place->tensor;
		size_t bytes = take(&cursor, at, pass->stage.bytes);
		if (bytes > 0 &&
		    stage_copy(&pass->stage, buffer, at, tensor->device.index,
			       (char *)tensor->data + cursor.done, bytes, pass->reading) < 0)
			return error_passed_on();
		at += bytes;
		advance(&cursor, bytes);
	}
	return stage_mark(&pass->stage, buffer);
}

/* Writes what a buffer holds to the file, once it has come. */
static int flush(Pass *pass, const Piece *piece, int buffer)
{
	if (piece->bytes == 0)
		return STATUS_OK;
	if (stage_wait(&pass->stage, buffer) < 0)
		return error_passed_on();
	return write_part(pass, pass->stage.buffer[buffer], piece->bytes, piece->at);
}

static int fill(Pass *pass, const Piece *piece, int buffer)
{
	if (stage_wait(&pass->stage, buffer) < 0)
		return error_passed_on();
	return file_read_part(pass->file, pass->path, "data", pass->stage.buffer[buffer],
			      piece->bytes, piece->at);
}

static int move_all(Pass *pass, Cursor cursor)
{
	Piece held[2] = {{.bytes = 0}, {.bytes = 0}}; /* by the buffers, when writing */
	int buffer = 0, status = STATUS_OK;
	while (cursor.place < cursor.end && status == STATUS_OK) {
		Device device = cursor.place->tensor->device;
		if (cursor.place->tensor->count == 0 || device.kind != DEVICE_GPU) {
			status = move_on_cpu(pass, cursor.place++);
			continue;
		}
		Piece piece = next_piece(&cursor, pass->stage.bytes);
		status = stage_buffers(&pass->stage, device.index);
		if (status == STATUS_OK && pass->reading)
			status = fill(pass, &piece, buffer);
		if (status == STATUS_OK)
			status = copy_piece(pass, &piece, buffer);
		held[buffer] = piece;
		buffer = 1 - buffer;
		if (status == STATUS_OK && !pass->reading)
			status = flush(pass, &held[buffer], buffer);
	}
	if (status == STATUS_OK && !pass->reading)
		status = flush(pass, &held[1 - buffer], 1 - buffer);
	return status;
}

/* A piece need not be larger than all that there is to stage. */
static int move(Pass *pass, const Place *places, int count)
{
	for (int i = 0; i < count && pass->stage.bytes < PIECE_BYTES; i++)
		if (places[i].tensor->device.kind == DEVICE_GPU)
			pass->stage.bytes += tensor_bytes(places[i].tensor);
	if (pass->stage.bytes > PIECE_BYTES)
		pass->stage.bytes = PIECE_BYTES;
	int status = move_all(pass, (Cursor){places, places + count, 0});
	return stage_end(&pass->stage, status);
}

int stage_write(int file, const char *path, const Place *places, int count)
{
	Pass pass = {.file = file, .path = path};
	return move(&pass, places, count);
}

int stage_read(int file, const char *path, const Place *places, int count)
{
	Pass pass = {.file = file, .path = path, .reading = true};
	return move(&pass, places, count);
}
