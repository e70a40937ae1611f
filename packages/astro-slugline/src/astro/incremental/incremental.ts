import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AstroConfig, AstroIntegration, AstroIntegrationLogger, HookParameters } from 'astro';
import { AstroError } from 'astro/errors';
import { contentDigest, imageDigest, type PackageDigests, packageDigests } from '../content-config/index.js';
import { deleteOutdated, deleteOutdatedStore, type StaleEntry } from '../content-store/index.js';
import type { Assets, Notices, TokenSearch } from '../output/index.js';
import { assetKind, kindOf, noticeKind, type Read } from '../page/tracking/index.js';
import { causeOf, warnAgain } from './advice.js';
import { reportPages } from './built-pages.js';
import { createEntryCheck } from './check/check-entries.js';
import { createSelfCheck, type SelfCheck } from './check/self-check.js';
import { type Differing, listed } from './check/warnings.js';
import { codeUnits } from './code/code-units.js';
import { configParts } from './code/config-parts.js';
import { contentHash } from './code/content-hash.js';
import { type EmittedCode, emittedCode } from './code/emitted-code.js';
import { trackImportsPlugin } from './code/track-imports-plugin.js';
import { pathOf } from './decide/page-ids.js';
import { cachedImages } from './decide/page-images.js';
import { type PageState, readState, writeState } from './decide/page-state.js';
import { explainLines, foreignPrerenderer, summaryLine } from './explain.js';
import { pruneFiles, removePages } from './output/output.js';
import { checkOutput } from './output/output-check.js';
import { type OutputRecord, readRecord } from './output/output-record.js';
import { prerenderEntry } from './prerender-entry.js';
import { openCachedPages } from './render/cached-pages.js';
import type { Outcome } from './render/outcome.js';
import { trackingPrerenderer } from './render/prerenderer.js';
import { emptyRest, folderOf, isPlain, publicFiles, settleOutput } from './settle-output.js';

type Setup = HookParameters<'astro:config:setup'>;

export interface IncrementalOptions {
	config: AstroConfig;
	logger: AstroIntegrationLogger;
	/** Renders everything, as `astro build --force` does. */
	force: boolean;
	/** Logs why each page is rendered. */
	explain: boolean;
	/** Renders a sample of the cached pages, and compares. */
	check: boolean;
	/** Checks every cached page, and fails if one is stale. */
	verify: boolean;
	/** The files that pages show. */
	assets(): Pick<Assets, 'takeReads'> | undefined;
	/** The warnings of pages. */
	notices: Pick<Notices, 'takeReads'>;
	/** Throws if a rendered page contains a token. */
	searchPage: TokenSearch['searchPage'];
}

/**
 * Makes a build render only the pages that changed. A page of the previous build stays if its code, its props, and the results of
 * all its reads are the same. Call it once per build, in `astro:config:setup`.
 */
export async function buildIncrementally(
	updateConfig: Setup['updateConfig'],
	{ config, logger, force, explain, check, verify, assets, notices, searchPage }: IncrementalOptions,
): Promise<void> {
	// Shells set this variable to the program that they start. Modules that read the whole environment contain it, so that builds
	// that are started in different ways would share no page.
	delete process.env['_'];
	const files = filesIn(config.cacheDir);
	const mayStay = !force && config.vite.build?.emptyOutDir === undefined && isPlain(config);
	const isAsRecorded = mayStay ? checkOutput(folderOf(config), files.output) : false;
	const cached = openCachedPages(files.pages);
	let recorded: OutputRecord | undefined;
	let emitted: EmittedCode | undefined;
	const packages = packageDigests(config.root, files.packages);
	updateConfig({
		vite: {
			plugins: [
				trackImportsPlugin(config.root),
				emittedCode(config.root, (found) => (emitted = found)),
				prerenderEntry(() => !foreign()),
			],
		},
	});
	const code = (): EmittedCode => {
		if (!emitted) throw new Error('The bundler has emitted no code of pages.');
		return emitted;
	};
	let final = config;
	let former: PageState | undefined;
	let outcome: Outcome | undefined;
	let stays = (_path: string): boolean => false;
	let selfCheck: SelfCheck | undefined;
	const entryCheck = createEntryCheck(logger);
	const foreign = () => foreignPrerenderer(final.integrations.filter(({ name }) => name !== last.name));
	const last: AstroIntegration = {
		name: 'astro-slugline/pages',
		hooks: {
			async 'astro:config:done'(done) {
				final = done.config;
				const makers = {
					...{ config: final, argv: process.argv, environment: process.env, packages: packages.of },
					...{ machine: `${process.version} ${localeHere()}`, key: keyIn(files.key) },
				};
				await deleteOutdated([cachedImages(final)], files.images, imageDigest(makers));
				const isCurrent = await deleteOutdatedStore(final, files.content, contentDigest(makers));
				if (verify && isCurrent) await entryCheck.begin(final);
			},

			async 'astro:build:start'({ setPrerenderer }) {
				await entryCheck.end(final);
				if (await isAsRecorded) recorded = await readRecord(files.output);
				const warning = foreign();
				if (warning) {
					logger.warn(warning);
					return;
				}
				if (recorded) {
					// Integrations find the same files as in a clean build. The record is no longer valid from here on.
					rmSync(files.output, { force: true });
					pruneFiles(folderOf(final), recorded);
					// Astro reads this when bundling starts.
					final.vite.build = { ...final.vite.build, emptyOutDir: false };
				} else {
					emptyRest(final);
				}
				former = force ? undefined : await readState(files.state);
				const key = keyIn(files.key);
				const settings = new Map([
					...configParts(final, process.argv),
					['the package astro-slugline', ownDigest(packages)],
					['Node.js', process.version],
					['the language or time zone of this machine', localeHere()],
				]);
				const extent = verify ? 'all' : check ? 'sample' : 'none';
				selfCheck = await createSelfCheck({ file: files.checks, extent, logger });
				setPrerenderer((inner) =>
					trackingPrerenderer(inner, {
						...{ former, base: final.base, root: final.root, logger, pages: cached, searchPage },
						units({ manifest }) {
							const folder = fileURLToPath(final.root);
							return codeUnits({ manifest, key, settings, code: code(), folder, packages: packages.of });
						},
						content: () => contentHash(code()),
						entry: () => code().entry,
						drafts: files.pages,
						replayed() {
							stays = () => false;
						},
						environment: (name) => hmac(key, JSON.stringify(name === '*' ? process.env : process.env[name])),
						isPublic: publicFiles(final),
						hasOutput: recorded !== undefined,
						selfCheck,
						settle(found) {
							stays = found;
							if (recorded) removePages(folderOf(final), recorded, stays);
						},
						done: (done) => {
							outcome = done;
							assets()?.takeReads(() => readsIn(done.state, assetKind));
							notices.takeReads(readsIn(done.state, noticeKind));
						},
					}),
				);
			},

			async 'astro:build:done'() {
				if (!outcome) rmSync(files.state, { force: true });
				else {
					if (outcome.state !== former) {
						const state = await cached.compact(outcome.state);
						await writeState(files.state, state);
						await cached.sweep(state);
					}
					await packages.save();
					await selfCheck?.save();
					await reportPages(final, outcome, logger);
					await settleOutput(files.output, final, recorded, outcome, stays);
					logger.info(summaryLine(outcome, selfCheck?.checked() ?? 0));
					if (outcome.rendered.size > 0) await warnAgain(files.cause, causeOf(outcome), logger);
					if (explain) for (const line of explainLines(outcome)) logger.info(line);
				}
				await cached.close();
				refuseStale(selfCheck?.stale() ?? []);
				refuseStaleEntries(entryCheck.stale());
			},
		},
	};
	// The last integration, so that it sees the files that the others write.
	updateConfig({ integrations: [last] });
}

/** @throws {AstroError} if every cached page was checked and some are stale */
function refuseStale(stale: readonly Differing[]): void {
	if (stale.length === 0) return;
	const names = listed(stale.map(({ id }) => pathOf(id)));
	throw new AstroError(
		`${stale.length === 1 ? 'A cached page is' : `${stale.length} cached pages are`} stale: ${names}.`,
		'The warnings above say where they differ. The output is right: these pages were rendered. Call alwaysRender() on pages that show files, the clock, or what another service says; report other pages, please, with what SLUGLINE_EXPLAIN=1 prints.',
	);
}

/** @throws {AstroError} if all entries were loaded again and some came out differently */
function refuseStaleEntries(stale: readonly StaleEntry[]): void {
	if (stale.length === 0) return;
	const names = listed(stale.map(({ collection, id }) => `${id} of ${collection}`));
	throw new AstroError(
		`${stale.length === 1 ? 'An entry is' : `${stale.length} entries are`} stale: ${names}.`,
		'The warnings above say where they differ. The output is right: everything was loaded again. What a loader, a schema, or a Markdown plugin reads of other files, Git, or the clock is not compared: use `astro build --force` on a site with such entries.',
	);
}

/** The reads of one kind. */
function readsIn({ kinds, shared, reads }: PageState, kind: string): Set<Read> {
	const found = new Set<Read>();
	if (!kinds.has(kind)) return found;
	for (const readings of [shared, ...reads().values()]) {
		for (const reading of readings) {
			if (kindOf(reading.read) === kind) found.add(reading.read);
		}
	}
	return found;
}

/** @param text the value; undefined for a variable that is not set */
const hmac = (key: string, text: string | undefined): string =>
	createHmac('sha256', key)
		.update(text ?? 'undefined')
		.digest('hex');

/** A digest of this package, which someone may patch in place. */
const ownDigest = (packages: PackageDigests): string =>
	new Map(packages.of('astro-slugline')).get('the package astro-slugline') ?? '';

/** The locale and time zone, which decide how dates and numbers are formatted. */
function localeHere(): string {
	const { locale, timeZone } = Intl.DateTimeFormat().resolvedOptions();
	return `${locale} ${timeZone}`;
}

/** The random key of this cache. Digests are made with it, so that secrets in code cannot be guessed from them. */
function keyIn(file: URL): string {
	if (!existsSync(file)) {
		mkdirSync(new URL('./', file), { recursive: true });
		writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 });
	}
	return readFileSync(file, 'utf8');
}

const filesIn = (cacheDir: URL) => ({
	state: new URL('slugline/pages.state', cacheDir),
	/** The folder with the copies of pages. */
	pages: new URL('slugline/pages/', cacheDir),
	output: new URL('slugline/output.state', cacheDir),
	packages: new URL('slugline/packages.json', cacheDir),
	checks: new URL('slugline/checks.json', cacheDir),
	/** A digest of what made the entries of Astro's data store. */
	content: new URL('slugline/content', cacheDir),
	/** A digest of what made the optimized images that Astro has cached. */
	images: new URL('slugline/images', cacheDir),
	/** Why the last build has rendered nearly all pages. */
	cause: new URL('slugline/cause', cacheDir),
	key: new URL('slugline/key', cacheDir),
});
