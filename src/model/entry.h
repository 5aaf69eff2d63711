/* SPDX-License-Identifier: GPL-3.0-or-later */
/* entry.h - where a chain enters the kernel, told by the names of functions alone */
#ifndef MODEL_ENTRY_H
#define MODEL_ENTRY_H

#include <perfdelta/base.h>

/*
 * What says that a function without object is the kernel's: names that no program has. Most
 * are where the kernel is entered, so all below them in a chain is the kernel's as well. Names
 * that a program may have too (schedule, kthread, read) are none, and a program that has
 * one of these is mistaken for the kernel.
 *
 *	main;__GI___libc_write;entry_SYSCALL_64_after_hwframe;do_syscall_64;ksys_write
 *	ret_from_fork_asm;ret_from_fork;kthread;worker_thread
 *	work;asm_exc_page_fault;exc_page_fault;handle_mm_fault
 */
bool pd_entry_is_kernel(struct pd_str symbol);
/* Of these the entries of system calls: what calls them is a program. */
bool pd_entry_is_syscall(struct pd_str symbol);
/* Where programs and their threads start: main, _start, __libc_start_main, start_thread. */
bool pd_entry_is_program(struct pd_str symbol);

#endif
