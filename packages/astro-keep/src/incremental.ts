import { existsSync, rmSync, writeFileSync } from 'node:fs';
import module from 'node:module';
import type { AstroIntegration, HookParameters } from 'astro';
import { fullRenderCause, warnAgain } from './advice.js';
import { checkedLine, foreignPrerenderer, pagesLine } from './build-lines.js';
import { reportOf } from './built-pages.js';
import { cacheFiles, keyIn, localeHere } from './cache/files.js';
import { openSelfCheck } from './check/self-check.js';
import { refuseStale, refuseStaleEntries, staleEntriesWarning } from './check/warnings.js';
import { assetListPlugin } from './code/asset-list-plugin.js';
import { emittedCode } from './code/emitted-code.js';
import { lazyCopiesPlugin } from './code/lazy-copies.js';
import { trackImportsPlugin } from './code/track-imports-plugin.js';
import { contentMakersDigest, imageMakersDigest, packageDigests } from './content-config/index.js';
import {
	deleteOutdated,
	deleteOutdatedStore,
	deleteStore,
	readCollections,
	type StoredCollections,
	staleEntries,
} from './content-store/index.js';
import { cachedImages } from './decide/page-images.js';
import { readState, writeState } from './decide/page-state.js';
import { explainLines, explainPages } from './explain.js';
import { checkOutput, readRecord, recordFile, removeFiles } from './output/index.js';
import { prerenderEntry, watchPrerenderers } from './render/other-prerenderers.js';
import { emptyRest, folderOf, isOneFolder, removePages, writtenPages } from './render/output-folder.js';
import { openPageCopies } from './render/page-copies.js';
import { trackingPrerenderer } from './render/prerenderer.js';
import {
	type IncrementalBuild,
	type IncrementalOptions,
	type Outcome,
	trackBuild,
} from './render/tracked-build.js';
import { replayHeaders } from './replay-headers.js';
import { astroVersion } from './shared/node/astro-version.js';
import { buildChannel } from './tracking/index.js';

type Setup = HookParameters<'astro:config:setup'>;
type SetPrerenderer = HookParameters<'astro:build:start'>['setPrerenderer'];

/** The functions of this package that read. */
const ownReaders = { 'astro-keep/content': ['alwaysRender', 'query'] };

/**
 * Makes a build render only the pages that changed. A page of the previous build stays if its code, its props, and the results of
 * all its reads are the same. Call it once per build, in `astro:config:setup`.
 */
export async function buildIncrementally(
	updateConfig: Setup['updateConfig'],
	options: IncrementalOptions,
): Promise<void> {
	// Shells set this variable to the program that they start. Modules that read the whole environment contain it, so that builds
	// that are started in different ways would share no page.
	delete process.env['_'];
	const { config, force, logger } = options;
	const version = astroVersion(config.root);
	if (version?.startsWith('6.')) {
		logger.warn(
			`Incremental rendering is off: it needs Astro 7.3.1, and this site has Astro ${version}. Every page is rendered.`,
		);
		return;
	}
	if (!('registerHooks' in module)) {
		logger.warn(
			`Incremental rendering is off: it needs Node 22.15, and this is ${process.version}. Every page is rendered.`,
		);
		return;
	}
	const files = cacheFiles(config.cacheDir);
	const mayStay = !force && config.vite.build?.emptyOutDir === undefined && isOneFolder(config);
	const build: IncrementalBuild = {
		...{ ...options, files },
		copies: openPageCopies(files.copies),
		isOutputIntact: mayStay ? checkOutput(folderOf(config), recordFile(config)) : Promise.resolve(false),
		code() {
			throw new Error('The bundler has emitted no code of pages.');
		},
		...{ routes: [], staleEntries: [] },
		...{ recorded: undefined, previous: undefined, selfCheck: undefined, outcome: undefined },
	};
	updateConfig({
		vite: {
			plugins: [
				trackImportsPlugin(config.root, { ...ownReaders, ...options.readers }),
				lazyCopiesPlugin(options.logger),
				assetListPlugin(),
				emittedCode(config.root, (found) => {
					build.code = () => found;
				}),
				prerenderEntry(() => !foreignWarning(build)),
			],
		},
		// The last integration, so that it sees the files that the others write.
		integrations: [hooksOf(build)],
	});
}

const hooksOf = (build: IncrementalBuild): AstroIntegration => ({
	name: ownName,
	hooks: {
		'astro:config:done': ({ config }) => {
			const others = config.integrations.filter(({ name }) => name !== ownName);
			watchPrerenderers(others, (otherPrerenderer) => Object.assign(build, { otherPrerenderer }));
			replayHeaders(others, () => build);
			return deleteWhatIsOutdated(Object.assign(build, { config }));
		},
		'astro:routes:resolved': ({ routes }) => {
			build.routes = routes;
		},
		'astro:build:start': ({ setPrerenderer }) => begin(build, setPrerenderer),
		'astro:build:ssr': ({ manifest }) => removePages(build, manifest.assets),
		'astro:build:done': () => end(build),
	},
});

/** The name of the integration that renders the pages. A site has one. */
export const ownName = 'astro-keep/pages';

const otherVersions =
	'This build contains two versions of astro-keep, so what its pages read is unknown, and the next build renders every page. Install one version; `npm ls astro-keep` lists them.';

/** The warning if another integration renders the pages itself. One that only changes Astro's prerenderer does not. */
const foreignWarning = ({ otherPrerenderer }: IncrementalBuild): string | undefined =>
	otherPrerenderer && !otherPrerenderer.change ? foreignPrerenderer(otherPrerenderer.owner) : undefined;

/** Deletes entries and images of Astro's cache that other code, packages, or settings have made. */
async function deleteWhatIsOutdated(build: IncrementalBuild): Promise<void> {
	const { config, files, verify } = build;
	const makers = {
		...{ config, argv: process.argv, environment: process.env, packages: packageDigests(config).of },
		...{ machine: `${process.version} ${localeHere()}`, key: keyIn(files.key) },
	};
	const images = cachedImages(config);
	const hadImages = existsSync(images);
	if (!(await deleteOutdated([images], files.images, imageMakersDigest(makers))) && hadImages)
		build.logger.info(
			'Astro makes all images again, because what made those in its cache is new or unknown.',
		);
	const isCurrent = await deleteOutdatedStore(config, files.content, contentMakersDigest(makers));
	if (!verify || !isCurrent) return;
	build.entriesBefore = await readCollections(config);
	await deleteStore(config);
}

/** Compares the entries of the last build with those that were loaded again in this one, and warns of what differs. */
async function checkEntries(build: IncrementalBuild, before: StoredCollections): Promise<void> {
	build.staleEntries = staleEntries(before, await readCollections(build.config));
	for (const [collection, entries] of Map.groupBy(build.staleEntries, (entry) => entry.collection))
		build.logger.warn(staleEntriesWarning(collection, entries));
}

async function begin(build: IncrementalBuild, setPrerenderer: SetPrerenderer): Promise<void> {
	const { config, files, logger, force, verify, check } = build;
	if (build.entriesBefore) await checkEntries(build, build.entriesBefore);
	if (await build.isOutputIntact) build.recorded = readRecord(recordFile(config));
	const warning = foreignWarning(build);
	if (warning) {
		logger.warn(warning);
		return;
	}
	if (build.recorded) {
		// Integrations find the same files as in a clean build. From here on the output is not as recorded, until the build ends.
		const { files, pages } = build.recorded;
		const others = [...files.keys()].filter((path) => !pages?.has(path));
		removeFiles(folderOf(config), others);
		// Astro reads this when bundling starts.
		config.vite.build = { ...config.vite.build, emptyOutDir: false };
	} else {
		emptyRest(config);
	}
	build.previous = force ? undefined : await readState(files.state);
	const extent = verify ? 'all' : check ? 'sample' : 'none';
	const selfCheck = openSelfCheck({ file: files.checks, extent, logger, explainedBy: build.explainedBy });
	const checked = Object.assign(build, { selfCheck });
	setPrerenderer((astro) =>
		trackingPrerenderer(
			trackBuild(checked, { astro, inner: build.otherPrerenderer?.change?.(astro) ?? astro }),
			(outcome) => {
				build.outcome = outcome;
			},
		),
	);
}

async function end(build: IncrementalBuild): Promise<void> {
	const { files, copies, selfCheck, outcome, logger, verify } = build;
	const { hasOthers } = buildChannel();
	if (hasOthers) logger.warn(otherVersions);
	if (outcome && !hasOthers) await saveOutcome(build, outcome);
	else rmSync(files.state, { force: true });
	await copies.close();
	const mark = process.env['KEEP_VERIFIED'];
	if (mark && verify && outcome) writeFileSync(mark, '');
	refuseStale(selfCheck?.stale ?? [], build.explainedBy);
	refuseStaleEntries(build.staleEntries);
}

async function saveOutcome(build: IncrementalBuild, outcome: Outcome): Promise<void> {
	const { config, files, copies, previous, selfCheck, logger } = build;
	if (outcome.state !== previous) {
		const state = await copies.compact(outcome.state);
		const reasons = new Map([...state.reasons(), ...explainPages(outcome)]);
		await writeState(files.state, { ...state, reasons: () => reasons });
		await copies.sweep(state);
	}
	await packageDigests(config).save();
	await selfCheck?.save();
	await build.report(config, logger, () => reportOf(outcome));
	build.search().keepPages(writtenPages(build, outcome));
	logger.info(pagesLine(outcome, selfCheck?.checked ?? 0));
	if (outcome.plan.checksSite) logger.info(checkedLine(outcome.state.isolation));
	if (outcome.rendered.size > 0) await warnAgain(files.cause, fullRenderCause(outcome), logger);
	if (build.explain) for (const line of explainLines(outcome)) logger.info(line);
}
