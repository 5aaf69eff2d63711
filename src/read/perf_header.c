/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read/perf_header.h"

#include "base/str.h"

/*
 *	# ========
 *	# captured on    : Mon Nov 30 14:21:20 2026
 *	# header version : 1
 *	# hostname : vm
 *	# os release : 6.18.44
 *	# perf version : 6.1.192
 *	# arch : x86_64
 *	# nrcpus online : 2
 *	# cpudesc : AMD EPYC
 *	# total memory : 24683620 kB
 *	# cmdline : /usr/bin/perf record -F 999 -g -- prog
 *	# event : name = cpu-clock, , id = { 66, 67 }, type = 1, ...
 *	# CPU_TOPOLOGY info available, use -I to display
 *	# missing features: TRACING_DATA BRANCH_STACK
 *	# ========
 */
static const struct {
	const char *key;
	enum pd_setup what; /* PD_N_SETUP: of no interest */
} keys[] = {
	{"captured on",				     PD_SETUP_CAPTURED},
	{"hostname",					PD_SETUP_HOST    },
	{"os release",				      PD_SETUP_KERNEL  },
	{"perf version",				    PD_SETUP_PERF    },
	{"arch",					    PD_SETUP_ARCH    },
	{"nrcpus online",				   PD_SETUP_CPUS    },
	{"cpudesc",					 PD_SETUP_CPU     },
	{"total memory",				    PD_SETUP_MEMORY  },
	{"cmdline",					 PD_SETUP_COMMAND },
	{"header version",				  PD_N_SETUP       },
	{"data offset",				     PD_N_SETUP       },
	{"data size",				       PD_N_SETUP       },
	{"feat offset",				     PD_N_SETUP       },
	{"nrcpus avail",				    PD_N_SETUP       },
	{"cpuid",					   PD_N_SETUP       },
	{"event",					   PD_N_SETUP       },
	{"sibling sockets",				 PD_N_SETUP       },
	{"sibling dies",				    PD_N_SETUP       },
	{"sibling cores",				   PD_N_SETUP       },
	{"sibling threads",				 PD_N_SETUP       },
	{"pmu mappings",				    PD_N_SETUP       },
	{"group",					   PD_N_SETUP       },
	{"cpu pmu capabilities",                            PD_N_SETUP       },
	{"CPU cache info",				  PD_N_SETUP       },
	{"missing features",				PD_N_SETUP       },
	{"time of first sample",                            PD_N_SETUP       },
	{"time of last sample",                             PD_N_SETUP       },
	{"sample duration",				 PD_N_SETUP       },
	{"contains AUX area data (e.g. instruction trace)", PD_N_SETUP       },
};

bool pd_perf_header_line(struct pd_hits *h, struct pd_str line)
{
	struct pd_str key;

	if (!pd_str_eat(&line, PD_STR("# ")))
		return false;
	if (pd_str_ends(line, PD_STR("info available, use -I to display")))
		return true;
	key = pd_str_trim(pd_str_cut(&line, ':'));
	for (size_t i = 0; i < PD_ARRAY_SIZE(keys); i++) {
		if (!pd_str_eq(key, pd_str_of(keys[i].key)))
			continue;
		if (keys[i].what != PD_N_SETUP)
			pd_hits_setup(h, keys[i].what, pd_str_trim(line));
		return true;
	}
	return false;
}

bool pd_perf_header_starts(struct pd_str line)
{
	return pd_str_starts(line, PD_STR("# captured on"));
}
