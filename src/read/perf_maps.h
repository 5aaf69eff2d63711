/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * perf_maps.h - what lies where in the processes of a recording, and in the kernel
 *
 * Told in the order of time, as a perf.data says it:
 *
 *	MMAP2 123/123: [0x7f13ad000000(0x156000) @ 0x26000 fd:01 1234 0]: r-xp /usr/lib/libc.so.6
 *	FORK (124:124):(123:123)	KSYMBOL addr ffffffffc0305a24 len 16
 *
 * Later maps cover older ones, of which the parts beside them stay. A program that another
 * one replaced (exec) leaves its maps where the new one has none, as with perf: a hit in
 * the middle of an exec still has the caller's stack.
 */
#ifndef READ_PERF_MAPS_H
#define READ_PERF_MAPS_H

#include <perfdelta/base.h>

enum {
	PD_PERF_BUILD_ID = 20,      /* bytes, as SHA-1 has; shorter ones exist */
	PD_PERF_MAPS_SPACE = 65536, /* maps of one process: the kernel's own limit is 65530 */
	PD_PERF_MAPS_ALL = 1 << 22, /* maps of all processes together */
	PD_PERF_MAPS_OBJECTS = 1 << 20,
};

/* The process that the kernel's own maps belong to. */
#define PD_PERF_KERNEL UINT32_MAX

struct pd_perf_build_id {
	uint8_t byte[PD_PERF_BUILD_ID];
	uint8_t n; /* bytes; 0: not known */
};

/* A file on a disk; number is 0 where it is not known. */
struct pd_perf_inode {
	uint64_t number;
	uint32_t dev_major, dev_minor;
};

/* A file, or what stands for one, as the recording names it. */
struct pd_perf_object {
	struct pd_str path; /* NUL-terminated */
	struct pd_perf_build_id build_id;
	struct pd_perf_inode inode;
	bool is_kernel; /* the kernel, a module or code that it made */
	bool is_symbol; /* code that the kernel made: @path is its symbol as well */
	bool is_anon;   /* memory without a file: code made at run time */
	uint32_t pid;   /* of anonymous memory */
};

/* What a record says. */
struct pd_perf_mmap {
	uint32_t pid;           /* PD_PERF_KERNEL, or -1 as the record has it: of the kernel */
	bool is_exec;           /* may be executed; MMAP records of code are */
	bool is_huge;           /* flags of MMAP2 hold MAP_HUGETLB: no file is behind it */
	uint64_t start, length; /* bytes; 0 and what wraps around are left out */
	uint64_t offset;        /* in the file; of the kernel's: the address of its first symbol */
	struct pd_str path;
	struct pd_perf_build_id build_id; /* of MMAP2 records that have one */
	struct pd_perf_inode inode;       /* of those that have none */
};

struct pd_perf_map {
	uint64_t start, end; /* end: the first address behind it */
	uint64_t offset;     /* of start in the file */
	uint32_t object;     /* for pd_perf_maps_object() */
	bool is_exec;
};

struct pd_perf_maps;

struct pd_perf_maps *pd_perf_maps_new(void);
void pd_perf_maps_free(struct pd_perf_maps *m); /* NULL is fine */

/* Costs are those of a sorted array: O(log n) to find a place, O(n) to make room. */
void pd_perf_maps_mmap(struct pd_perf_maps *m, const struct pd_perf_mmap *map);
/* A new process has the maps of its parent; a thread (@pid is @parent) has them anyway. */
void pd_perf_maps_fork(struct pd_perf_maps *m, uint32_t pid, uint32_t parent);
/* Code that the kernel made (BPF, ftrace) and is called @name, or that is gone again. */
void pd_perf_maps_ksymbol(struct pd_perf_maps *m, uint64_t start, uint64_t length,
			  struct pd_str name, bool unregister);

/* What lies at @address of @pid (PD_PERF_KERNEL: in the kernel); false if nothing does. */
bool pd_perf_maps_find(const struct pd_perf_maps *m, uint32_t pid, uint64_t address,
		       struct pd_perf_map *ret);
/*
 * A number that stays as long as the maps of a process do, and that only a fork shares
 * until either changes: what was found for an address holds with it. Never 0.
 */
uint32_t pd_perf_maps_version(struct pd_perf_maps *m, uint32_t pid);

size_t pd_perf_maps_n_objects(const struct pd_perf_maps *m);
/* The i-th; borrowed until the next map is told. */
const struct pd_perf_object *pd_perf_maps_object(const struct pd_perf_maps *m, size_t i);

/* Where the recording had the kernel. */
struct pd_perf_kernel {
	uint64_t start, end; /* of its map; equal: it has none */
	uint64_t base;       /* the address of @mark; 0: not told */
	struct pd_str mark;  /* "_text", "_stext" */
};
struct pd_perf_kernel pd_perf_maps_kernel(const struct pd_perf_maps *m);

/* Maps that were left out because a limit was passed. */
uint64_t pd_perf_maps_n_refused(const struct pd_perf_maps *m);

#endif
