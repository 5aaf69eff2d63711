/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * jsonlines.h - a document of JSON whose members, and elements of arrays, have a line each
 *
 *	pd_jsonlines_init(&j, out);                {"schema":1
 *	pd_jsonlines_object(&j, "policy");         ,"policy":{
 *	f->number(&j.tree, "alpha", 0.05);         "alpha":0.05
 *	pd_jsonlines_object_end(&j);               }
 *	pd_jsonlines_array(&j, "rows");            ,"rows":[
 *	pd_jsonlines_element(&j);                  {
 *	f->text(&j.tree, "symbol", name);          "symbol":"copyin"
 *	pd_jsonlines_element_end(&j);              }
 *	pd_jsonlines_array_end(&j);                ]
 *	pd_jsonlines_finish(&j);                   }
 *
 * with @f = &pd_jsonlines_fields. Two documents can be compared with diff.
 */
#ifndef REPORT_JSONLINES_H
#define REPORT_JSONLINES_H

#include "report/fields.h"
#include "report/tree.h"

struct pd_jsonlines {
	struct pd_tree tree; /* what the fields are written to */
	struct pd_out *out;
	bool some; /* an element stands in the current array */
};

extern const struct pd_fields pd_jsonlines_fields;

/* The first member is the schema; finish also releases. */
void pd_jsonlines_init(struct pd_jsonlines *j, struct pd_out *out);
void pd_jsonlines_finish(struct pd_jsonlines *j);
/* Begins a document about @r in place of init: schema, tool, policy. */
void pd_jsonlines_report(struct pd_jsonlines *j, const struct pd_report *r, struct pd_out *out);

/* Members of the document that follow on one line; end with pd_tree_end_members(). */
void pd_jsonlines_member(struct pd_jsonlines *j);
/* One that is an object. */
void pd_jsonlines_object(struct pd_jsonlines *j, const char *name);
void pd_jsonlines_object_end(struct pd_jsonlines *j);

/* An array of objects. */
void pd_jsonlines_array(struct pd_jsonlines *j, const char *name);
void pd_jsonlines_element(struct pd_jsonlines *j);
void pd_jsonlines_element_end(struct pd_jsonlines *j);
void pd_jsonlines_array_end(struct pd_jsonlines *j);

/* The member that says what wrote this. */
void pd_jsonlines_tool(struct pd_jsonlines *j, const char *version);

#endif
