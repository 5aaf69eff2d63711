/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * script_frame.h - one frame of a call chain as perf script prints it
 *
 *	ffffffff815f52c5 lock_vma_under_rcu+0x85 ([kernel.kallsyms])
 *	            13d6 mix+0x26 (inlined)
 *	    7f9cbc2f2ad7 [unknown] ([unknown])
 */
#ifndef READ_SCRIPT_FRAME_H
#define READ_SCRIPT_FRAME_H

#include <perfdelta/base.h>

struct pd_script_frame {
	struct pd_str symbol; /* "[unknown]" where there is none */
	struct pd_str dso;    /* empty where it is not printed */
	bool inlined;         /* the object is that of the frame it is inlined into */
};

/*
 * Takes blanks, an address and the blank behind it off *s; false if *s is not
 * such a line. Nothing behind the address is fine, too.
 */
bool pd_script_frame_address(struct pd_str *s);

/* What stands behind the address; there is always something to be made of it. */
struct pd_script_frame pd_script_frame(struct pd_str text);

/*
 *	0x40115f/0x401149/P/-/-/20/	0x40115f/0x401149/P/-/-/21//-	reader+0x28/reader+0x12/P/-/-/20/
 * Is this word an entry of a branch stack?
 */
bool pd_script_frame_is_branch(struct pd_str word);

/*
 * What one line says of a hit without a chain: the last address in a column of
 * 16, and its symbol, without the fields of other kinds around them. *ret_before
 * is what stands before it. False if there is none.
 *
 *	   404080   2a800842 |OP LOAD|LVL L3 hit|SNP HitM|   353   401132 reader+0x12 (/bin/c2cdemo)   1234080
 *	   401149 readerreader+0x28/reader+0x12/P/-/-/20/ reader+0x28/reader+0x12/P/-/-/21/
 */
bool pd_script_frame_alone(struct pd_str s, struct pd_script_frame *ret, struct pd_str *ret_before);

#endif
