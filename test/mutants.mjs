// The changes of `test/mutate.mjs` that no test can notice, and why. In a test run of it, this switches on one change.

if (process.env['SLUGLINE_MUTANT'] !== undefined) globalThis.mutant = Number(process.env['SLUGLINE_MUTANT']);

/** By file, what was there, and what was put in its place. */
export const equivalent = {};
