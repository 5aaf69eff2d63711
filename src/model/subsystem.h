/* SPDX-License-Identifier: GPL-3.0-or-later */
/* subsystem.h - which part of the kernel, or of the world, a function belongs to */
#ifndef MODEL_SUBSYSTEM_H
#define MODEL_SUBSYSTEM_H

#include "base/arena.h"
#include "model/dso.h"

struct pd_subsystem_rule {
	struct pd_str pattern; /* a glob over the whole canonical symbol */
	struct pd_str group;
};

/* More rules than this are refused: each symbol may be held against all of them. */
#define PD_SUBSYSTEM_MAX 10000

/* Zero-initialized: no rules. */
struct pd_subsystem_rules {
	const struct pd_subsystem_rule *v;
	size_t n;
};

/**
 * pd_subsystem_rules_parse - the user's own rules
 * @text: the whole of a file: lines `PATTERN GROUP`, blanks between them; empty
 *        lines and lines that start with # are passed over; a group may hold blanks
 * @arena: where the rules go; patterns and groups are borrowed from @text
 * @ret: the rules in the order of the file
 * @ret_line: where the trouble is, from 1; without trouble, the last rule's line
 *
 * Return: 0; PD_EPARSE for a line without a group, PD_ELIMIT for more than
 * PD_SUBSYSTEM_MAX rules, *ret untouched.
 */
int pd_subsystem_rules_parse(struct pd_str text, struct pd_arena *arena,
			     struct pd_subsystem_rules *ret, size_t *ret_line) PD_MUST_USE;

/**
 * pd_subsystem_of - the group of a function
 * @rules: of the user; the first that fits decides; may be NULL
 * @symbol: canonical, see pd_symbol_canonical()
 * @dso: of pd_dso_key()
 *
 * Then the built-in table (subsystems.def), where the longest prefix decides, for
 * kernel and modules. What it does not know is "other" in the kernel and the
 * module itself ("[ext4]") in a module. Code outside the kernel is "user", "jit" or
 * "unknown"; unresolved symbols of the kernel are "other".
 *
 * Return: the group, borrowed from the rules, from @dso or a constant.
 */
struct pd_str pd_subsystem_of(const struct pd_subsystem_rules *rules, struct pd_str symbol,
			      struct pd_dso dso);

/* The i-th group of the built-in table; false past the end. */
bool pd_subsystem_at(size_t i, struct pd_str *ret);

#endif
