import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import type { AstroConfig, AstroIntegration, AstroIntegrationLogger, HookParameters } from 'astro';
import type { Assets, Notices } from '../output/index.js';
import { assetKind, kindOf, noticeKind, type Read } from '../page/tracking/index.js';
import { type Callers, callsPlugin } from './analysis/calls-plugin.js';
import { configHash } from './analysis/config-hash.js';
import { type CodeGraph, graphPlugin } from './analysis/graph-plugin.js';
import { doorsPlugin } from './analysis/track-imports-plugin.js';
import { bare } from './decide/answerer.js';
import { sha } from './decide/describe.js';
import { type PageState, readState, writeState } from './decide/page-state.js';
import { explainLines, foreignPrerenderer, summaryLine } from './explain.js';
import { checkOutput } from './output/output-check.js';
import { type OutputRecord, readRecord } from './output/output-record.js';
import { prerenderEntry } from './prerender-entry.js';
import { type Outcome, trackingPrerenderer } from './prerenderer.js';
import { folderOf, isPlain, settleOutput } from './settle-output.js';

type Setup = HookParameters<'astro:config:setup'>;

export interface IncrementalOptions {
	config: AstroConfig;
	logger: AstroIntegrationLogger;
	/** Render everything, as `astro build --force` does. */
	force: boolean;
	/** Say why each page is rendered. */
	explain: boolean;
	/** The files that pages show. */
	assets(): Pick<Assets, 'takeReads' | 'paths'> | undefined;
	/** What pages tell. */
	notices: Pick<Notices, 'takeReads'>;
}

/**
 * Makes a build render only what changed: pages that Astro kept of the last build stay, if nothing that they read is
 * another. Call it in `astro:config:setup` of a build, once for a site.
 */
export async function buildIncrementally(
	updateConfig: Setup['updateConfig'],
	{ config, logger, force, explain, assets, notices }: IncrementalOptions,
): Promise<void> {
	// Shells set this to the program that they start, and Astro puts it into modules that look at all of the environment: builds
	// that are started in two ways would have no page in common.
	delete process.env['_'];
	const files = filesIn(config.cacheDir);
	if (existsSync(files.unfinished)) {
		// Astro overwrites kept pages one by one, and their list at the end: it is not true of them now.
		for (const file of [files.astro, files.pages, files.output]) await rm(file, { force: true });
	}
	const mayStay = !force && config.vite.build?.emptyOutDir === undefined && isPlain(config);
	const isAsRecorded = mayStay ? checkOutput(folderOf(config), files.output) : false;
	let recorded: OutputRecord | undefined;
	let graph: CodeGraph | undefined;
	const callers: Callers = { takers: new Map(), fetching: new Map() };
	updateConfig({
		experimental: { incrementalBuild: true },
		vite: {
			plugins: [
				doorsPlugin(config.root),
				callsPlugin(config.root, callers),
				graphPlugin(callers, (found) => (graph = found)),
				prerenderEntry(() => !foreign()),
			],
		},
	});
	let final = config;
	let former: PageState | undefined;
	let outcome: Outcome | undefined;
	const foreign = () => foreignPrerenderer(final.integrations.filter(({ name }) => name !== last.name));
	const last: AstroIntegration = {
		name: 'astro-slugline/pages',
		hooks: {
			'astro:config:done'(done) {
				final = done.config;
			},

			async 'astro:build:start'({ setPrerenderer }) {
				await mkdir(new URL('./', files.unfinished), { recursive: true });
				await writeFile(files.unfinished, '');
				if (await isAsRecorded) {
					recorded = await readRecord(files.output);
					// Astro looks at this when the bundler begins.
					final.vite.build = { ...final.vite.build, emptyOutDir: false };
				}
				const warning = foreign();
				if (warning) {
					logger.warn(warning);
					return;
				}
				former = force ? undefined : await readState(files.pages);
				const ofConfig = configHash(final, process.argv);
				setPrerenderer((inner) =>
					trackingPrerenderer(inner, {
						former,
						base: final.base,
						common: () => sha(`${ofConfig} ${graph?.common}`),
						content: () => graph?.content ?? '',
						keeping: () => graph?.keeping ?? new Set(),
						done: (done) => {
							outcome = done;
							assets()?.takeReads(() => readsIn(done.state, assetKind));
							notices.takeReads(readsIn(done.state, noticeKind));
						},
					}),
				);
			},

			async 'astro:build:done'() {
				if (outcome) {
					if (outcome.state !== former) await writeState(files.pages, outcome.state);
					await settleOutput(files.output, {
						config: final,
						recorded,
						outcome,
						isAsBefore: outcome.state === former,
						assets: assets()?.paths() ?? [],
					});
					logger.info(summaryLine(outcome));
					if (explain) for (const line of explainLines(outcome)) logger.info(line);
				}
				await rm(files.unfinished, { force: true });
			},
		},
	};
	// Behind all others, so that it sees what they write.
	updateConfig({ integrations: [last] });
}

/** What pages read of a kind. */
function readsIn({ kinds, shared, reads }: PageState, kind: string): Set<Read> {
	const found = new Set<Read>();
	if (!kinds.has(kind)) return found;
	for (const readings of [shared, ...reads().values()]) {
		for (const reading of readings) {
			const read = bare(reading.read);
			if (kindOf(read) === kind) found.add(read);
		}
	}
	return found;
}

const filesIn = (cacheDir: URL) => ({
	/** There while a build runs. */
	unfinished: new URL('slugline/unfinished', cacheDir),
	pages: new URL('slugline/pages.json', cacheDir),
	output: new URL('slugline/output.json', cacheDir),
	/** Astro's own list of the pages that it keeps. */
	astro: new URL('incremental-build.json', cacheDir),
});
