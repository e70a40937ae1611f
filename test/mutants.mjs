// The changes of `test/mutate.mjs` that no test can notice, and why. In a test run of it, this switches on one change.
import { readFileSync } from 'node:fs';

const file = process.env['SLUGLINE_MUTANT'];
if (file !== undefined) globalThis.mutant = Number(readFileSync(file, 'utf8'));

const onlyName = 'It is only the name under which a change is shown.';
const onlyEffort = 'It only renders in vain.';
const anyOrder = 'Any order does that is the same in each build.';
const falseAlarm = 'At most a false alarm: more counts as changed than has.';
const noFile = 'A page without a file is not compared, and does not stay.';
const foundLater = 'What is taken for no chance here is found to be chance by the comparison that follows.';
const noTwins = 'No two names are the same.';

/** By file, what was there, and what was put in its place. */
export const equivalent = {
	'code/code.ts: one < other  →  (one) <= (other)': noTwins,
	'code/linked-assets.ts: one < other  →  (one) <= (other)': noTwins,
	'code/code.ts: one < other  →  (one) > (other)': anyOrder,
	'code/code-by-page.ts: [...code.partsOf(modules.keys())].sort()  →  [...code.partsOf(modules.keys())]':
		falseAlarm,
	'code/linked-assets.ts: one < other  →  (one) > (other)': anyOrder,
	'code/linked-assets.ts: one < other ? -1 : 1  →  1': falseAlarm,
	'code/linked-assets.ts: [...modules.values()].filter(mayLink)  →  [...modules.values()]': falseAlarm,
	"code/linked-assets.ts: 'src' in linked && typeof linked.src === 'string'  →  ('src' in linked) || (typeof linked.src === 'string')":
		onlyName,
	"code/linked-assets.ts: 'content' in linked  →  true": onlyName,
	'decide/answerer.ts: found  →  true': 'What follows fails then, and a read that fails counts as changed.',
	'isolation/coverage.ts: false  →  true': 'Exact counts say of a block that it has run, too.',
	'isolation/coverage.ts: module === undefined  →  false': falseAlarm,
	'isolation/classify.ts: !fails(here, id) && !fails(there, id)  →  (!fails(here, id)) || (!fails(there, id))':
		foundLater,
	'isolation/classify.ts: !fails(here, id)  →  fails(here, id)': foundLater,
	'isolation/classify.ts: !fails(there, id)  →  fails(there, id)': foundLater,
	'isolation/classify.ts: suspects.length > 0  →  (suspects.length) >= (0)': onlyEffort,
	'isolation/classify.ts: suspects.length > 0 ? await classifyOthers(suspects, proving) : noDifferences  →  await classifyOthers(suspects, proving)':
		onlyEffort,
	'isolation/isolation-check.ts: this.#first();  →  (left out)': 'The thread only starts later.',
	'isolation/isolation-check.ts: this.#first().load();  →  (left out)': 'The thread only starts later.',
	'render/next-state.ts: byRead.set(given, reading);  →  (left out)': 'It only saves time.',
	'render/plan.ts: !file  →  false': noFile,
	'render/plan.ts: false  →  true': noFile,
	'render/plan.ts: file  →  true': noFile,
};
