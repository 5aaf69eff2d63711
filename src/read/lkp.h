/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * lkp.h - what the names of the kernel test robot's statistics say
 *
 * One name is one number, in its JSON files as in the tables of its mails:
 *
 *	stress-ng.aiol.ops_per_sec
 *	perf-profile.calltrace.cycles-pp._raw_read_lock.do_wait.sys_wait4
 *	perf-profile.children.cycles-pp.do_wait
 *	perf-profile.self.cycles-pp._raw_read_lock
 */
#ifndef READ_LKP_H
#define READ_LKP_H

#include <perfdelta/base.h>

struct pd_hits;
struct pd_ingest;

/*
 * The key of a statistic in the ledger: the name up to its first dot is the
 * benchmark, the rest the metric; with a dot between them they are the name again.
 */
uint32_t pd_lkp_key(struct pd_ingest *out, struct pd_str name);

enum { PD_LKP_FRAMES = 16 }; /* of one name; the robot prints 5 */

/* A share of a profile: a name that starts with perf-profile. */
struct pd_lkp_profile {
	struct pd_str event; /* "calltrace.cycles-pp", in @name */
	bool is_self;        /* self.*: the others hold what was called as well */
	bool is_trace;       /* calltrace.*: a chain, leaf first; else frame[0] alone */
	struct pd_str frame[PD_LKP_FRAMES];
	size_t n_frames;
};

/*
 * Takes @name apart; false if it is no share of a profile. Dots join the frames,
 * and dots stand in them: ".cold", ".isra.9", ".llvm.123" and the like belong to
 * the frame before.
 */
bool pd_lkp_profile(struct pd_str name, struct pd_lkp_profile *ret);

/* The event of @p, and that its weights are shares printed in steps of 0.01 %. */
uint32_t pd_lkp_event(struct pd_hits *h, const struct pd_lkp_profile *p);
/* Says @weight of PD_PROFILE_WHOLE in the current profile. */
void pd_lkp_hit(struct pd_hits *h, const struct pd_lkp_profile *p, uint64_t weight);

/* In percent, not negative, as a share of PD_PROFILE_WHOLE; more than that is that. */
uint64_t pd_lkp_share(double percent);

#endif
