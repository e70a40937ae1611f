import { createHash } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onKeep } from '../support/keep-site.js';
import { createRandom, type Random } from '../support/random.js';
import { checking, createSite, type Given, type Run, root, type Site } from '../support/site.js';
import { dealIdioms, type GeneratedSite, generateSite } from './generate.js';
import type { Files } from './idiom.js';

/** One site and the steps that are taken with it: enough to try it again. */
export interface Plan {
	seed: number;
	idioms: readonly string[];
	/** True if the first build does not check the site. */
	isUnchecked?: boolean;
	/** True if the site has `keep()` in place of `slugline()`. Default: true in the project `e2e-keep` */
	hasKeep?: boolean;
	/** Names of changes; ` + ` joins those that one build sees. */
	steps: readonly string[];
}

/** What differs between an incremental build and a clean one. */
export interface Failure {
	plan: Plan;
	/** The step after which they differ. */
	step: number;
	difference: string;
	/** What the incremental build said. */
	output: string;
}

/** The arguments and environment of the build after a step, if they differ from the usual ones. */
interface Hand {
	args?: string[];
	env?: Record<string, string>;
}

/** What happens to a site in addition to changes of its files. */
const hands: Record<string, (site: Site, random: Random) => Promise<Hand | undefined>> = {
	'hand: move the site': async (site) => void (await site.move()),
	'hand: build in another time zone': async (_, random) => ({
		env: { TZ: random.of(['Asia/Tokyo', 'America/Lima', 'Europe/Oslo']) },
	}),
	'hand: damage the copies of pages, and remove the output': async (site, random) => {
		await site.remove('dist');
		const cache = join(site.folder, 'node_modules/.astro');
		for (const file of await filesIn(cache))
			if (file.startsWith('astro-keep/pages/')) await damage(join(cache, file), random);
		return undefined;
	},
	'hand: remove the output': async (site) => void (await site.remove('dist')),
	'hand: remove the cache': async (site) => void (await site.remove('node_modules/.astro')),
	'hand: remove part of the cache': async (site, random) => {
		const files = await filesIn(join(site.folder, 'node_modules/.astro'));
		if (files.length > 0) await site.remove(join('node_modules/.astro', random.of(files)));
		return undefined;
	},
	'hand: damage the cache': async (site, random) => {
		const files = (await filesIn(join(site.folder, 'node_modules/.astro'))).filter((file) =>
			/^(?:slugline|astro-keep)/.test(file),
		);
		if (files.length > 0) await damage(join(site.folder, 'node_modules/.astro', random.of(files)), random);
		return undefined;
	},
	'hand: damage the output': async (site, random) => {
		const files = (await filesIn(join(site.folder, 'dist'))).filter((file) => file.endsWith('.html'));
		if (files.length > 0) await damage(join(site.folder, 'dist', random.of(files)), random);
		return undefined;
	},
	'hand: put a foreign file into the output': async (site) =>
		void (await site.write({ 'dist/foreign.html': 'foreign' })),
	'hand: fail a build': async (site) => {
		await site.write({ 'src/pages/zzz.astro': '---\nthrow new Error("on purpose");\n---\n' });
		await site.build();
		return void (await site.remove('src/pages/zzz.astro'));
	},
	'hand: kill a build': async (site, random) => void (await site.killed(random.below(20))),
	'hand: build in another mode': async () => ({ args: ['build', '--mode', 'staging'] }),
	'hand: build with --force': async () => ({ args: ['build', '--force'] }),
};

const filesIn = async (folder: string): Promise<string[]> =>
	(await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []))
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
		.sort();

async function damage(path: string, random: Random): Promise<void> {
	const bytes = await readFile(path);
	if (random.below(2) === 0) return writeFile(path, bytes.subarray(0, random.below(bytes.length + 1)));
	if (bytes.length > 0) bytes[random.below(bytes.length)] = random.below(256);
	return writeFile(path, bytes);
}

/** Chooses a site and its steps by a seed. */
export function planSite(seed: number, { idioms, steps }: { idioms: number; steps: number }): Plan {
	const random = createRandom(seed);
	const site = generateSite(dealIdioms(seed, idioms));
	const all = Object.keys(site.changes);
	const own = site.ownChanges;
	const chosen = Array.from({ length: steps }, () => {
		const kind = random.below(10);
		if (kind < 2) return random.of(Object.keys(hands));
		// The changes of the idioms matter most.
		return kind < 5 || own.length === 0 ? random.of(all) : random.of(own);
	});
	return { seed, idioms: site.idioms, isUnchecked: seed % 2 === 0, steps: chosen };
}

/** Builds a site, takes each step, and compares with a clean build at the same path; undefined if they always agree. */
export async function trySite(plan: Plan, given: Given = {}): Promise<Failure | undefined> {
	const random = createRandom(plan.seed + 1);
	const { hasKeep = onKeep } = plan;
	const generated: GeneratedSite = generateSite(plan.idioms, hasKeep);
	const site = await createSite({}, { ...placeOf(plan), hasKeep, ...given });
	const current: Files = {};
	try {
		await apply(site, generated.files, current);
		const first = await site.build(plan.isUnchecked ? {} : checking);
		if (first.code !== 0)
			throw new Error(
				`The site of seed ${plan.seed} (${plan.idioms.join('; ')}) does not build:\n${first.output}`,
			);
		// Where nothing was cached, the first build was a clean one.
		const cleanBuilds = new Map<string, Clean>([
			[stateOf(site, current, {}), { run: first, output: await site.output() }],
		]);
		for (const [at, step] of plan.steps.entries()) {
			let how: Hand = {};
			for (const part of step.split(' + ')) {
				const hand = hands[part];
				if (hand) how = (await hand(site, random)) ?? how;
				else await apply(site, generated.changes[part]?.(random) ?? {}, current);
			}
			const { args = ['build'], env = {} } = how;
			const run = await site.astro(args, env);
			const made = await site.output();
			const state = stateOf(site, current, how);
			const clean = cleanBuilds.get(state) ?? (await cleanly(site, () => site.astro(args, env)));
			cleanBuilds.set(state, clean);
			const difference = differenceOf(run, made, clean.run, clean.output);
			if (difference) return { plan, step: at, difference, output: run.output };
		}
		return undefined;
	} finally {
		await site.delete();
	}
}

/** Astro finds the styles of its own components only if their path and that of the site begin with the same folder. */
const placeOf = ({ idioms }: Plan): Given =>
	idioms.includes('code: transitions between pages') ? { within: root } : {};

/** The result of a clean build. */
interface Clean {
	run: Run;
	output: Record<string, string>;
}

/** Everything that a clean build depends on. Each state of a site is built once, however often the site returns to it. */
function stateOf(site: Site, files: Files, { args = ['build'], env = {} }: Hand): string {
	// A clean build with --force is the same as one without.
	const asked = args.filter((arg) => arg !== '--force');
	const sorted = Object.entries(files).sort(([one], [other]) => (one < other ? -1 : 1));
	return createHash('sha256')
		.update(JSON.stringify([site.folder, asked, env, sorted]))
		.digest('hex');
}

async function apply(site: Site, files: Files, current: Files): Promise<void> {
	for (const [path, text] of Object.entries(files)) {
		if (text === null) {
			await site.remove(path);
			delete current[path];
		} else {
			await site.write({ [path]: text });
			current[path] = text;
		}
	}
}

/** Makes a clean build in the same folder, and restores everything afterwards. */
export async function cleanly(site: Site, build: () => Promise<Run>): Promise<Clean> {
	const places = ['dist', 'node_modules/.astro', '.astro'].map((name) => join(site.folder, name));
	const away = (path: string) => rename(path, `${path}-away`).catch(() => {});
	const back = async (path: string) => {
		await rm(path, { recursive: true, force: true });
		await rename(`${path}-away`, path).catch(() => {});
	};
	for (const place of places) await away(place);
	const run = await build();
	const output = await site.output();
	for (const place of places) await back(place);
	return { run, output };
}

export function differenceOf(
	run: Run,
	made: Record<string, string>,
	cleanRun: Run,
	clean: Record<string, string>,
): string | undefined {
	if (run.code !== cleanRun.code)
		return `The incremental build ended with ${run.code}, a clean one with ${cleanRun.code}:\n${cleanRun.code === 0 ? run.output : cleanRun.output}`;
	if (run.code !== 0) return undefined;
	const lines = [...new Set([...Object.keys(made), ...Object.keys(clean)])].sort().flatMap((path) => {
		const [one, other] = [made[path], clean[path]];
		if (one === other) return [];
		if (one === undefined) return [`${path} is missing`];
		if (other === undefined) return [`${path} should not be there`];
		let at = 0;
		while (one[at] === other[at]) at += 1;
		const part = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 30), at + 60));
		return [`${path} has ${part(one)} where a clean build has ${part(other)}`];
	});
	return lines.length > 0 ? lines.slice(0, 8).join('\n') : undefined;
}

/** Reduces a failing plan: removes the idioms and the steps without which it still fails. */
export async function reduce(
	failure: Failure,
	attempt: (plan: Plan) => Promise<Failure | undefined>,
): Promise<Failure> {
	let smallest: Failure = {
		...failure,
		plan: { ...failure.plan, steps: failure.plan.steps.slice(0, failure.step + 1) },
	};
	const without = (items: readonly string[], at: number) => items.filter((_, place) => place !== at);
	for (const part of ['steps', 'idioms'] as const) {
		for (let at = smallest.plan[part].length - 1; at >= 0; at -= 1) {
			const plan = { ...smallest.plan, [part]: without(smallest.plan[part], at) };
			if (plan.steps.length === 0) continue;
			const failed = await attempt(plan).catch(() => undefined);
			if (failed)
				smallest = {
					...failed,
					plan: { ...failed.plan, steps: failed.plan.steps.slice(0, failed.step + 1) },
				};
		}
	}
	return smallest;
}

/** A command that repeats a plan. */
export const commandOf = (plan: Plan): string =>
	`SLUGLINE_PLAN=${quoted(JSON.stringify(plan))} npm run e2e -- test/e2e/generator.test.ts`;

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
