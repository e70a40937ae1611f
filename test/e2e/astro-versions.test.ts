import { describe, expect, it } from 'vitest';
import { generateSite } from '../generator/generate.js';
import { commandOf, type Plan, trySite } from '../generator/try-site.js';
import { installAstro } from '../support/other-astro.js';
import { createSite, inOwnProcess } from '../support/site.js';

// The lowest Astro of the peer range, the lowest with incremental rendering (7.3.0 itself cannot build a site with content or
// images), and the newest. Each is installed from the registry beside the packed package:
// `SLUGLINE_ASTRO=7.3.1 npm run e2e -- test/e2e/astro-versions.test.ts` tries one version.

const { SLUGLINE_ASTRO: wanted, SLUGLINE_LONG: long } = process.env;
const versions = wanted?.split(',') ?? ['7.2.0', '7.3.1', '7'];

/** Idioms that need no other integration. */
const plan: Plan = {
	seed: 1,
	idioms: [
		'code: a component that another page begins to use',
		'code: styles with files',
		'code: scripts that share a module',
		'images: in pages',
		'props: functions, promises, and objects of classes',
		'site: a Markdown collection',
		'site: rewrites',
		'space: bloks',
		'state: an object that another module fills',
	],
	steps: [
		'another page uses the card',
		'a file of a style is replaced',
		'a script uses one more export',
		'a picture is replaced',
		'a note is edited',
		'the target of a rewrite is edited',
		'a blok is edited',
		'edit a title',
		'hand: build in another mode',
	],
};

const isOff = (version: string): boolean => /^7\.2\./.test(version);

describe.runIf(wanted !== undefined || long !== undefined).each(versions)('Astro %s', (range) => {
	it('renders only what changed and gives the output of a clean build, or says that incremental rendering is off', {
		timeout: 1_200_000,
	}, async () => {
		const { version, modules } = await installAstro(range);
		const site = await createSite({}, { modules, runner: inOwnProcess });
		await site.write(generateSite([]).files as Record<string, string>);
		await site.built();
		const second = await site.build();
		const lines = second.output.split('\n').filter((line) => line.includes('ncremental rendering'));
		if (isOff(version)) expect(lines).toEqual([expect.stringContaining('Incremental rendering is off')]);
		else expect(second.output).toMatch(/\b0 pages rendered, [1-9]\d* kept/);

		const failure = await trySite(plan, { modules, runner: inOwnProcess });
		expect(failure && `${failure.difference}\n${commandOf(failure.plan)}`).toBeUndefined();
	});
});
