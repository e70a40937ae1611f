import { existsSync, readdirSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AstroConfig, AstroIntegration, AstroIntegrationLogger, HookParameters } from 'astro';
import type { Assets } from '../assets/assets.js';
import type { Notices } from '../notices/collect.js';
import { noticeKind } from '../notices/notice.js';
import { kindOf, type Read } from '../reads/channel.js';
import { assetKind } from '../rendering/assets/asset-read.js';
import { bare } from './answerer.js';
import { type Callers, callsPlugin } from './calls-plugin.js';
import { configHash } from './config-hash.js';
import { sha } from './describe.js';
import { doorsPlugin } from './doors-plugin.js';
import { type CodeGraph, graphPlugin } from './graph-plugin.js';
import {
	changedAfter,
	checkOutput,
	isSameRecord,
	type OutputRecord,
	pruneOutput,
	readRecord,
	recordOutput,
	writeRecord,
} from './output-record.js';
import { type PageState, readState, writeState } from './page-state.js';
import { prerenderEntry } from './prerender-entry.js';
import { type Outcome, trackingPrerenderer } from './prerenderer.js';
import { explainLines, foreignPrerenderer, summaryLine } from './told.js';

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
	const files = filesIn(config.cacheDir);
	if (existsSync(files.unfinished)) {
		// Astro overwrites kept pages one by one, and their list at the end: it is not true of them now.
		for (const file of [files.astro, files.pages, files.output]) await rm(file, { force: true });
	}
	const mayStay = !force && config.vite.build?.emptyOutDir === undefined && isPlain(config);
	const isAsRecorded = mayStay ? checkOutput(folderOf(config), files.output) : false;
	let recorded: OutputRecord = new Map();
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
					await settleOutput(files.output, final, recorded, outcome, assets()?.paths());
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

const folderOf = (config: AstroConfig) => fileURLToPath(config.outDir);

/** A site of files only: what adapters put into the output is theirs. */
const isPlain = (config: AstroConfig) => config.output === 'static' && !config.adapter;

/**
 * Removes what the last build left and this one did not make, and records what there is. Nothing is recorded where an
 * integration rewrote pages, or a public file lies over one: the next build is to begin with an empty output.
 */
async function settleOutput(
	file: URL,
	config: AstroConfig,
	former: OutputRecord,
	outcome: Outcome,
	assets: readonly string[] = [],
): Promise<void> {
	const folder = folderOf(config);
	const pages = new Set<string>();
	for (const { distURL = [] } of outcome.routes) {
		for (const { href } of distURL) pages.add(decodeURIComponent(href.slice(config.outDir.href.length)));
	}
	pruneOutput(folder, former, new Set([...pages, ...assets]));
	const record = recordOutput(folder, former, outcome.rendered.size === 0 ? pages : new Set());
	const isFinal =
		isPlain(config) &&
		!changedAfter(record, pages, outcome.endedAt) &&
		!publicFiles(config).some((path) => pages.has(path));
	if (!isFinal) await rm(file, { force: true });
	else if (!isSameRecord(record, former)) await writeRecord(file, record);
}

function publicFiles({ publicDir }: AstroConfig): string[] {
	if (!existsSync(publicDir)) return [];
	const files = readdirSync(publicDir, { recursive: true, encoding: 'utf8' });
	return files.map((path) => path.replaceAll('\\', '/'));
}
