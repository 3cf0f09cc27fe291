/* ptx_sample.h - a text of PTX with some of everything: what the fuzz targets of kernels begin with. */
#ifndef FUZZ_PTX_SAMPLE_H
#define FUZZ_PTX_SAMPLE_H

static const char ptx_sample[] =
	".version 6.3\n.target sm_75\n.address_size 64\n.file 1 \"a.cu\"\n"
	".const .align 4 .b8 table[8] = {1, 0, 0, 0, 2};\n.global .align 8 .u64 where = table;\n"
	".global .attribute(.managed) .align 4 .u32 both[4] = {3};\n"
	".extern .shared .align 8 .b8 room[];\n"
	".func (.param .b32 back) twice(.param .b32 x)\n{\n.reg .b32 %r<3>;\n.reg .pred %p;\n"
	"ld.param.u32 %r1, [x];\nsetp.gt.s32 %p, %r1, 9;\n@%p bra END;\nadd.s32 %r1, %r1, %r1;\n"
	"END:\nst.param.b32 [back+0], %r1;\nret;\n}\n"
	".visible .entry k(.param .u64 to, .param .u32 n)\n.maxntid 64, 1, 1\n{\n"
	".reg .pred %p<4>;\n.reg .b32 %r<12>;\n.reg .b64 %rd<9>;\n.reg .f32 %f<5>;\n.reg .b16 "
	"%h<3>;\n"
	".local .align 8 .b8 depot[16];\n.shared .align 4 .b8 tile[256];\n.loc 1 7 1\n"
	"ld.param.u64 %rd1, [to];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %rd2, %r1, 4;\n"
	"add.s64 %rd3, %rd1, %rd2;\nst.global.u32 [%rd3], %r1;\nmov.u64 %rd4, tile;\n"
	"cvta.shared.u64 %rd5, %rd4;\nadd.s64 %rd5, %rd5, %rd2;\nst.u32 [%rd5], %r1;\nbar.sync 0;\n"
	"and.b32 %r2, %r1, 3;\nsetp.eq.s32 %p1, %r2, 0;\n@%p1 bra ZERO;\nbra.uni ONE;\n"
	"ZERO:\natom.global.add.u32 %r3, [%rd1], 1;\nONE:\n"
	"T: .branchtargets ZERO, TWO, TWO;\nadd.s32 %r2, %r2, 1;\nmin.u32 %r2, %r2, 2;\n"
	"brx.idx %r2, T;\nTWO:\nshfl.sync.down.b32 %r4|%p2, %r1, 1, 31, -1;\n"
	"vote.sync.ballot.b32 %r5, %p1, -1;\ncvt.rn.f32.s32 %f1, %r4;\n"
	"fma.rn.f32 %f2, %f1, 0f3F800000, %f1;\nsqrt.rn.f32 %f3, %f2;\ncvt.rzi.s32.f32 %r6, %f3;\n"
	"mov.b64 %rd6, {%r6, %r5};\nst.local.u64 [depot+8], %rd6;\nld.local.v2.u32 {%r7, %r8}, "
	"[depot+8];\n"
	"{\n.param .b32 p0;\n.param .b32 r0;\nst.param.b32 [p0+0], %r7;\ncall.uni (r0), twice, "
	"(p0);\n"
	"ld.param.b32 %r9, [r0+0];\n}\nprmt.b32 %r10, %r9, %r1, 12816;\nselp.b32 %r11, %r9, %r10, "
	"%p1;\n"
	"st.shared.u32 [room], %r11;\ncvt.rn.f16.f32 %h1, %f1;\nadd.rn.f16 %h2, %h1, "
	"%h1;\nst.global.u32 [both+4], %r11;\nmov.u64 %rd7, both;\n"
	"mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4}, {%r1, %r2}, {%r3}, "
	"{%f1, %f1, %f2, %f2};\n"
	"wmma.load.c.sync.aligned.col.m16n16k16.f16 {%r1, %r2, %r3, %r4}, [%rd5], %r6;\n"
	"wmma.store.d.sync.aligned.row.m16n16k16.f16 [%rd1], {%r1, %r2, %r3, %r4};\n"
	"ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r1, %r2}, [%rd5];\nret;\n}\n";

#endif
