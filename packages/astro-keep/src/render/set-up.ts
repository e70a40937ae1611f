import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type CodeUnits, codeUnits } from '../code/code-units.js';
import { contentHash } from '../code/emitted-code.js';
import { configFile, contentConfigFile, packageDigests, readSiteModules } from '../content-config/index.js';
import { hmac, keyIn, localeHere, ownDigests } from '../copies/cache-files.js';
import { type AstroApp, appOf, loadPages, wantsHeaders } from '../decide/astro-app.js';
import { isChecked } from '../decide/page-state.js';
import { watchBlocks } from '../proof/blocks.js';
import { type InstanceOf, watchInstance } from '../proof/instance.js';
import { Proof } from '../proof/proof.js';
import { renderersOf } from '../proof/render-thread.js';
import { watchOutside } from '../reads/outside.js';
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
	const { former } = build;
	// What content wakes shows in the code that runs. Other builds look at all of it in a thread, or at none.
	const isWatched = former?.conclusions.isChecked && former.content !== contentHash(build.code());
	const watched = isWatched ? watchBlocks(bundle, recorder) : undefined;
	const stop = () => {
		watched?.stop();
		stopOutside();
	};
	const instanceOf = await watchInstance(entry, config.root, environment);
	await inner.setup?.();
	const found = appOf(build.astro);
	if ('missing' in found) {
		warnOff(build, found.missing);
		return { loaded: undefined, stop };
	}
	const loaded = prepare(build, found.app, instanceOf, watched?.blocks);
	await loadPages(found.app);
	if (loaded?.isPrepared) loaded.proof.load();
	answers.set('code', async (file: string) => loaded?.units.entry(file) ?? randomUUID());
	answers.set('lookup', async (name: string) => loaded?.units.lookups.get(name)?.digest ?? 'missing');
	return { loaded, stop };
}

/** Finds the code of the build, and starts the thread for the proof; undefined if pages cannot be compared. */
function prepare(
	build: TrackedBuild,
	app: AstroApp,
	instanceOf: InstanceOf,
	blocks: Loaded['blocks'] = () => ({}),
): Loaded | undefined {
	const { former, files, shared, selfCheck } = build;
	const instance = instanceOf(app.getOptions(), files.copies, build.services);
	if (!instance) {
		warnOff(build, 'app.setInternals');
		return undefined;
	}
	recordRewrites(build, app);
	const units = unitsOf(build, app);
	const now = { common: units.common.digest, code: units.all, content: contentHash(build.code()) };
	const isAsBefore = former?.code === now.code && former.content === now.content;
	const isKnown = isChecked(former, now);
	const proof = new Proof(renderersOf(instance, shared), !isKnown);
	const mayNeedThread = former?.common === now.common && !isKnown;
	const isPrepared = !isAsBefore && (mayNeedThread || selfCheck.checksAll);
	if (isPrepared) proof.prepare();
	return { app, units, now, instance, proof, isAsBefore, isChecked: isKnown, isPrepared, blocks };
}

/** Finds the code of the pages, with what Astro's manifest does not contain: the config, the content config, and what they import. */
function unitsOf({ config, files, code }: TrackedBuild, app: AstroApp): CodeUnits {
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
	return codeUnits({
		...{ manifest, settings, folder, code: code(), key: keyIn(files.key), packages: packages.of },
	});
}

const warnOff = ({ logger }: TrackedBuild, missing: string): void =>
	logger.warn(
		`Incremental rendering is off: this version of Astro has no \`${missing}\`. Every page is rendered.`,
	);

/** Records the pages that load the code of another page: they rewrite to it. */
function recordRewrites({ recorder }: TrackedBuild, { manifest: { pageMap } }: AstroApp): void {
	pageMap.get = (component) => {
		const page = recorder.pageNow();
		if (page && page.component !== component) recorder.channel.record(readOf('rewrite', component));
		return Map.prototype.get.call(pageMap, component);
	};
}
