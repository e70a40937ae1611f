// The changes of `test/mutate.mjs` that no test can notice, and why. In a test run of it, this switches on one change.
import { readFileSync } from 'node:fs';

const file = process.env['SLUGLINE_MUTANT'];
if (file !== undefined) globalThis.mutant = Number(readFileSync(file, 'utf8'));

const onlyName = 'It is only the name under which a change is shown.';
const onlyEffort = 'It only renders in vain.';
const noTwins = 'No two names are the same.';

/** By file, what was there, and what was put in its place. */
export const equivalent = {
	'code/code.ts: one < other  →  (one) <= (other)': noTwins,
	'code/linked-files.ts: one < other  →  (one) <= (other)': noTwins,
	'code/linked-files.ts: one < other  →  (one) > (other)': 'Any order does that is the same in each build.',
	"code/linked-files.ts: 'src' in linked && typeof linked.src === 'string'  →  ('src' in linked) || (typeof linked.src === 'string')":
		onlyName,
	"code/linked-files.ts: 'content' in linked  →  true": onlyName,
	'decide/answerer.ts: found  →  true': 'What follows fails then, and a read that fails counts as changed.',
	'proof/blocks.ts: false  →  true': 'Exact counts say of a block that it has run, too.',
	'proof/blocks.ts: module === undefined  →  false':
		'Functions of packages count, too: at most a false alarm.',
	'proof/causes.ts: !fails(here, id) && !fails(there, id)  →  (!fails(here, id)) || (!fails(there, id))':
		'A page that fails once is chance by the comparison that follows, too.',
	'proof/causes.ts: suspects.length > 0  →  (suspects.length) >= (0)': onlyEffort,
	'proof/causes.ts: suspects.length > 0 ? await classifyOthers(suspects, proving) : noCauses  →  await classifyOthers(suspects, proving)':
		onlyEffort,
	'proof/proof.ts: this.#first();  →  (left out)': 'The thread only starts later.',
	'render/plan.ts: !file  →  false': 'A page without a file is not compared.',
};
