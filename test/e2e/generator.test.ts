import { afterAll, expect, it } from 'vitest';
import { idioms } from '../generator/idioms/index.js';
import { kinds, others, statefulModules } from '../generator/seeds.js';
import { commandOf, type Failure, type Plan, planSite, reduce, trySite } from '../generator/try-site.js';
import { isLong } from '../support/long.js';
import { warmAstro } from '../support/warm-astro.js';

// Whole sites, combined from what authors write, with changes of content, code, config, packages, environment, output, and
// cache: after each step, an incremental build gives what a clean build gives, byte for byte.

/** A plan to repeat, as a failure prints it. */
const given = process.env['SLUGLINE_PLAN'];
const firstSeed = Number(process.env['SLUGLINE_SEED'] ?? 1);
const sites = Number(process.env['SLUGLINE_SITES'] ?? (isLong ? 200 : 1));
/** Counts which seeds fail instead, such as with an earlier version of the package: those whose names contain this text. */
const counted = process.env['SLUGLINE_COUNT'];
const isCounting = counted !== undefined;
const longSize = { idioms: 5, steps: 5 };
const size = isLong ? longSize : { idioms: 8, steps: 2 };

const astro = warmAstro();
afterAll(() => astro.close());
const warm = { runner: astro.run };

const plans: Plan[] = given
	? [JSON.parse(given)]
	: Array.from({ length: sites }, (_, at) => planSite(firstSeed + at, size));

const report = ({ plan, step, difference, output }: Failure) =>
	`${difference}\n\nafter step ${step + 1} of ${plan.steps.join('; ')}\non a site of ${plan.idioms.join('; ')}\n\n${output}\n\nTry it again:\n${commandOf(plan)}`;

it.skipIf(isCounting).concurrent.each(plans.map((plan) => [plan.seed, plan] as const))(
	'site %i gives the output of a clean build after each step',
	{ timeout: 1_200_000, retry: 0 },
	async (_, plan) => {
		// The site of a short run, and a repeated plan, have a process for each build, as users have.
		const isAlone = !isLong || given !== undefined;
		const failure = await trySite(plan, isAlone ? {} : warm);
		if (!failure) return;
		const alone = isAlone ? failure : await trySite(failure.plan);
		if (!alone) expect.fail(`${report(failure)}\n\nIt fails only where one process makes several builds.`);
		expect.fail(report(isLong || given ? await reduce(alone, trySite) : alone));
	},
);

const seeds = { ...kinds, ...statefulModules, ...others };

it.runIf(isLong && !given && !isCounting).concurrent.each(Object.entries(seeds))(
	'gives the output of a clean build for the seed: %s',
	{ timeout: 1_200_000 },
	async (_, plan) => {
		const failure = await trySite(plan, warm);
		if (failure) expect.fail(report(failure));
	},
);

it.runIf(isCounting)(
	'counts the past failures that the package still has',
	{ timeout: 7_200_000 },
	async () => {
		const found: Record<string, string> = {};
		for (const [name, plan] of Object.entries({ ...kinds, ...statefulModules })) {
			if (!name.includes(counted ?? '')) continue;
			const failure = await trySite(plan, warm).catch((error: Error) => error);
			if (failure instanceof Error) found[name] = `does not build: ${failure.message.slice(0, 200)}`;
			else found[name] = failure ? `found: ${failure.difference.split('\n')[0]?.slice(0, 100)}` : 'not found';
			console.log(`${name}: ${found[name]}`);
		}
		console.table(found);
		const count = Object.keys(kinds).filter((name) => found[name]?.startsWith('found')).length;
		console.log(`${count} of ${Object.keys(kinds).length} kinds were found.`);
	},
);

it('uses each idiom on at least ten sites of a long run', () => {
	const all = Array.from({ length: 200 }, (_, at) => planSite(1 + at, longSize));
	const counts = Object.keys(idioms).map((name) => [
		name,
		all.filter((plan) => plan.idioms.includes(name)).length,
	]);
	if (isLong) console.table(Object.fromEntries(counts));
	expect(counts.filter(([, count]) => Number(count) < 10)).toEqual([]);
});
