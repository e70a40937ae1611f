import { afterAll, expect, it } from 'vitest';
import { generateSite } from '../generator/generate.js';
import { idioms } from '../generator/idioms/index.js';
import { everything, seeds } from '../generator/seeds.js';
import { commandOf, type Failure, type Plan, planSite, reduce, trySite } from '../generator/try-site.js';
import { onKeep } from '../support/keep-site.js';
import { isLong } from '../support/long.js';
import { inOwnProcess } from '../support/site.js';
import { warmAstro } from '../support/warm-astro.js';

// Whole sites, combined from what authors write, with changes of content, code, config, packages, environment, output, and
// cache: after each step, an incremental build gives what a clean build gives, byte for byte.

/** A plan to repeat, as a failure prints it. */
const given = process.env['SLUGLINE_PLAN'];
/** How many random sites to try, and the number of the first one. */
const sites = Number(process.env['SLUGLINE_SITES'] ?? (isLong ? 200 : 0));
const firstSeed = Number(process.env['SLUGLINE_SEED'] ?? 1);
const size = { idioms: 5, steps: 5 };

const astro = warmAstro();
afterAll(() => astro.close());
const warm = { runner: astro.run };
const apart = { runner: inOwnProcess };

const plans: Plan[] = given
	? [JSON.parse(given)]
	: [
			everything,
			{ ...everything, hasKeep: true },
			...Array.from({ length: sites }, (_, at) => planSite(firstSeed + at, size)),
		];

const report = ({ plan, step, difference, output }: Failure) =>
	`${difference}\n\nafter step ${step + 1} of ${plan.steps.join('; ')}\non a site of ${plan.idioms.join('; ')}\n\n${output}\n\nTry it again:\n${commandOf(plan)}`;

it.concurrent.each(plans.map((plan, at) => [at, plan] as const))(
	'site %i gives the output of a clean build after each step',
	{ timeout: 1_200_000 },
	async (_, plan) => {
		// A plan that is repeated, and each of a short run, has a process for each build, as users have.
		const isApart = given !== undefined || !isLong;
		const failure = await trySite(plan, isApart ? apart : warm);
		if (!failure) return;
		const alone = isApart ? failure : await trySite(failure.plan, apart);
		if (!alone) expect.fail(`${report(failure)}\n\nIt fails only where one process makes several builds.`);
		expect.fail(report(isLong || given ? await reduce(alone, (smaller) => trySite(smaller, apart)) : alone));
	},
);

it
	.runIf(isLong && !given)
	.concurrent.each(
		Object.entries(seeds).filter(([, plan]) => !onKeep || generateSite(plan.idioms).idioms.length > 0),
	)('gives the output of a clean build for the seed: %s', { timeout: 1_200_000 }, async (_, plan) => {
	const failure = await trySite(plan, warm);
	if (failure) expect.fail(report(failure));
});

it.skipIf(onKeep)('uses each idiom on at least ten sites of a long run', () => {
	const all = Array.from({ length: 200 }, (_, at) => planSite(1 + at, size));
	const counts = Object.keys(idioms).map((name) => [
		name,
		all.filter((plan) => plan.idioms.includes(name)).length,
	]);
	expect(counts.filter(([, count]) => Number(count) < 10)).toEqual([]);
});
