import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { hmac, keyIn, localeHere, ownDigests } from '../cache/files.js';
import { type CodeFingerprints, codeFingerprints } from '../code/code-by-page.js';
import { contentHash } from '../code/emitted-code.js';
import { configFile, contentConfigFile, packageDigests, readSiteModules } from '../content-config/index.js';
import { type AstroApp, appOf, loadPages, wantsHeaders } from '../decide/astro-app.js';
import { isChecked } from '../decide/page-state.js';
import { startCoverage } from '../isolation/coverage.js';
import { IsolationCheck } from '../isolation/isolation-check.js';
import { renderersOf } from '../isolation/render-thread.js';
import { captureRendererConfig, type RendererConfigOf } from '../isolation/renderer-config.js';
import { watchOutside } from '../reads/environment.js';
import { watchLoaded } from '../reads/loaded-files.js';
import { buildChannel, readOf } from '../tracking/index.js';
import type { Loaded, TrackedBuild } from './tracked-build.js';

interface SetUp {
	/** Undefined if pages cannot be compared. */
	loaded: Loaded | undefined;
	/** Stops watching what is outside of the content. */
	stop(): void;
}

/** Loads the code of all pages, and finds out whether they can be compared with those of the previous build. */
export async function setUp(build: TrackedBuild): Promise<SetUp> {
	const { inner, answers, recorder, config, files } = build;
	const { entry } = build.code();
	buildChannel().reads = recorder.channel;
	const environment = { ...process.env };
	const bundle = `${pathToFileURL(dirname(entry)).href}/`;
	const stopOutside = watchOutside(config.root, bundle, recorder.recordHere);
	// Keyed, so that nobody can guess a value from its digest.
	const key = keyIn(files.key);
	answers.set('env', async (name: string) =>
		hmac(key, JSON.stringify(name === '*' ? process.env : process.env[name])),
	);
	const loadedFiles = watchLoaded(config.root, bundle, packageDigests(config));
	answers.set('loaded', async (path: string) => loadedFiles.answer(key, path));
	const { previous } = build;
	// What content wakes shows in the code that runs. Other builds look at all of it in a thread, or at none.
	const isWatched = previous?.isolation.isChecked && previous.content !== contentHash(build.code());
	const watched = isWatched ? startCoverage(bundle, recorder) : undefined;
	const stop = () => {
		watched?.stop();
		stopOutside();
		loadedFiles.deregister();
	};
	const configOf = await captureRendererConfig(entry, config.root, environment);
	await inner.setup?.();
	const found = appOf(build.astro);
	if ('missing' in found) {
		warnOff(build, found.missing);
		return { loaded: undefined, stop };
	}
	const loaded = prepare(build, found.app, {
		configOf,
		loadedFiles,
		coverage: watched?.coverage ?? (() => ({})),
	});
	await loadPages(found.app);
	if (loaded?.isPrepared) loaded.isolationCheck.load();
	answers.set('code', async (file: string) => loaded?.codeFingerprints.entry(file) ?? randomUUID());
	answers.set(
		'lookup',
		async (name: string) => loaded?.codeFingerprints.lookups.get(name)?.digest ?? 'missing',
	);
	return { loaded, stop };
}

/** Finds the code of the build, and starts the thread that checks pages; undefined if pages cannot be compared. */
function prepare(
	build: TrackedBuild,
	app: AstroApp,
	{ configOf, ...watched }: Pick<Loaded, 'loadedFiles' | 'coverage'> & { configOf: RendererConfigOf },
): Loaded | undefined {
	const { previous, files, intern, selfCheck } = build;
	const rendererConfig = configOf(app.getOptions(), files.copies, build.services);
	if (!rendererConfig) {
		warnOff(build, 'app.setInternals');
		return undefined;
	}
	recordRewrites(build, app);
	const codeFingerprints = codeFingerprintsOf(build, app);
	const { global, all, site } = codeFingerprints;
	const content = contentHash(build.code());
	const fingerprint = { globalCode: global.digest, code: all, siteCode: site, content };
	const isUnchanged = previous?.code === fingerprint.code && previous.content === fingerprint.content;
	const isKnown = isChecked(previous, fingerprint);
	const isolationCheck = new IsolationCheck(renderersOf(rendererConfig, intern), !isKnown);
	const mayNeedThread = previous?.globalCode === fingerprint.globalCode && !isKnown;
	const isPrepared = !isUnchanged && (mayNeedThread || selfCheck.checksAll);
	if (isPrepared) isolationCheck.prepare();
	return {
		app,
		codeFingerprints,
		fingerprint,
		rendererConfig,
		isolationCheck,
		isUnchanged,
		isChecked: isKnown,
		isPrepared,
		...watched,
	};
}

/** Finds the code of the pages, with what Astro's manifest does not contain: the config, the content config, and what they import. */
function codeFingerprintsOf({ config, files, code }: TrackedBuild, app: AstroApp): CodeFingerprints {
	const packages = packageDigests(config);
	const folder = fileURLToPath(config.root);
	const modules = readSiteModules(config);
	const settings = new Map([
		['the list of integrations', JSON.stringify(config.integrations.map(({ name }) => name))],
		...[configFile(folder, process.argv), contentConfigFile(config)].flatMap(modules.digests),
		...ownDigests(packages),
		['Node.js', process.version],
		['the language or time zone of this machine', localeHere()],
		['the headers that the adapter gets', String(wantsHeaders(app.getOptions()))],
	]);
	const { manifest } = app;
	return codeFingerprints({
		...{ manifest, settings, folder, code: code(), key: keyIn(files.key), packages: packages.of },
	});
}

const warnOff = ({ logger }: TrackedBuild, missing: string): void =>
	logger.warn(
		`Incremental rendering is off: this version of Astro has no \`${missing}\`. Every page is rendered.`,
	);

/** Records the pages that rewrite: they load the code of another page, or ask which pages of a route with parameters are written. */
function recordRewrites({ recorder }: TrackedBuild, { manifest: { pageMap, routes } }: AstroApp): void {
	const record = (component: string) => recorder.channel.record(readOf('rewrite', component));
	pageMap.get = (component) => {
		const page = recorder.pageNow();
		if (page && page.component !== component) record(component);
		return Map.prototype.get.call(pageMap, component);
	};
	for (const { routeData } of routes) {
		let written = routeData.distURL;
		const get = () => {
			if (recorder.pageNow()) record(routeData.component);
			return written;
		};
		Object.defineProperty(routeData, 'distURL', { get, set: (urls) => (written = urls) });
	}
}
