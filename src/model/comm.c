/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/comm.h"

#include "base/str.h"

/* What may follow the kind. */
enum tail {
	ANY,   /* "/" and anything: kworker/0:1-events, jbd2/sda1-8 */
	SLASH, /* "/" and a number: swapper/12 */
	DIGIT, /* a number: kswapd0, scsi_eh_1 */
};

/*
 * Comms of kernel threads, cut to 15 bytes by the kernel:
 *
 *	kworker/u16:3-e	ksoftirqd/3	rcuop/11	irq/24-nvme0q1	kswapd0
 */
static const struct {
	struct pd_str kind;
	enum tail tail;
} kinds[] = {
#define ROW(kind, tail)             \
 {                                  \
  {"" kind, sizeof(kind) - 1}, tail \
 }
	ROW("backlog_napi", SLASH), ROW("cpuhp", SLASH),     ROW("dmcrypt_write", ANY),
	ROW("idle_inject", SLASH),  ROW("irq", ANY),         ROW("jbd2", ANY),
	ROW("kcompactd", DIGIT),    ROW("kdamond.", DIGIT),  ROW("khungtaskd", SLASH),
	ROW("ksoftirqd", SLASH),    ROW("kswapd", DIGIT),    ROW("ktimers", SLASH),
	ROW("ktimersoftd", SLASH),  ROW("kvm-pit", SLASH),   ROW("kworker", ANY),
	ROW("migration", SLASH),    ROW("napi", ANY),        ROW("posixcputmr", SLASH),
	ROW("rcub", SLASH),         ROW("rcuc", SLASH),      ROW("rcuob", SLASH),
	ROW("rcuog", SLASH),        ROW("rcuop", SLASH),     ROW("rcuos", SLASH),
	ROW("scsi_eh_", DIGIT),     ROW("scsi_tmf_", DIGIT), ROW("stopper", SLASH),
	ROW("swapper", SLASH),      ROW("vhost-", DIGIT),    ROW("watchdog", SLASH),
	ROW("xfsaild", ANY),
#undef ROW
};

static bool is_number(struct pd_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] < '0' || s.p[i] > '9')
			return false;
	return s.n > 0;
}

static bool is_tail(struct pd_str s, enum tail tail)
{
	switch (tail) {
	case ANY:
		return s.n > 1 && s.p[0] == '/';
	case SLASH:
		return s.n && s.p[0] == '/' && is_number(pd_str_skip(s, 1));
	case DIGIT:
		return is_number(s);
	}
	return false;
}

struct pd_str pd_comm_fold(struct pd_str comm)
{
	for (size_t i = 0; i < PD_ARRAY_SIZE(kinds); i++) {
		struct pd_str kind = kinds[i].kind, head = {comm.p, kind.n};

		if (!pd_str_starts(comm, kind) ||
		    !is_tail(pd_str_skip(comm, kind.n), kinds[i].tail))
			continue;
		while (strchr("_-.", head.p[head.n - 1]))
			head.n--;
		return head;
	}
	return comm;
}
