import { expect, it } from 'vitest';
import { idioms } from '../generator/idioms/index.js';
import { commandOf, type Failure, type Plan, planSite, reduce, trySite } from '../generator/try-site.js';

// Whole sites, put together from what authors write, with changes of content, code, config, packages, environment, output, and
// cache: after each step, an incremental build gives what a clean build gives, byte for byte.

const long = process.env['SLUGLINE_LONG'] !== undefined;
/** A plan to try again, as a failure prints it. */
const given = process.env['SLUGLINE_PLAN'];
const firstSeed = Number(process.env['SLUGLINE_SEED'] ?? 1);
const sites = Number(process.env['SLUGLINE_SITES'] ?? (long ? 200 : 3));
const size = long ? { idioms: 6, steps: 5 } : { idioms: 8, steps: 2 };

const plans: Plan[] = given
	? [JSON.parse(given)]
	: Array.from({ length: sites }, (_, at) => planSite(firstSeed + at, size));

const report = ({ plan, step, difference, output }: Failure) =>
	`${difference}\n\nafter step ${step + 1} of ${plan.steps.join('; ')}\non a site of ${plan.idioms.join('; ')}\n\n${output}\n\nTry it again:\n${commandOf(plan)}`;

it.concurrent.each(plans.map((plan) => [plan.seed, plan] as const))(
	'site %i builds incrementally as it builds cleanly',
	{ timeout: 1_200_000, retry: 0 },
	async (_, plan) => {
		const failure = await trySite(plan);
		if (!failure) return;
		expect.fail(report(long || given ? await reduce(failure, trySite) : failure));
	},
);

it.runIf(long && !given)('has each idiom on ten sites at least', () => {
	const counts = Object.keys(idioms).map((name) => [
		name,
		plans.filter((plan) => plan.idioms.includes(name)).length,
	]);
	console.table(Object.fromEntries(counts));
	expect(counts.filter(([, count]) => Number(count) < 10)).toEqual([]);
});
