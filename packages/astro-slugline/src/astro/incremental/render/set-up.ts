import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildChannel, readOf } from '../../page/tracking/index.js';
import { type AstroApp, appOf, loadPages } from '../decide/astro-app.js';
import { type InstanceOf, watchInstance } from '../proof/instance.js';
import { createProof } from '../proof/proof.js';
import { watchOutside } from '../reads/outside.js';
import type { Loaded, TrackedBuild } from './tracked-build.js';

/** Loads the code of all pages, and finds out whether they can be compared with those of the previous build. */
export async function setUp(build: TrackedBuild): Promise<void> {
	const { inner, root, answers, recorder } = build;
	buildChannel().reads = recorder.channel;
	const environment = { ...process.env };
	const bundle = `${pathToFileURL(dirname(build.entry())).href}/`;
	build.stop = watchOutside(root, bundle, recorder.recordHere);
	answers.set('env', async (name: string) => build.environment(name));
	const instanceOf = await watchInstance(build.entry(), root, environment);
	await inner.setup?.();
	const found = appOf(build.astro);
	if ('missing' in found) {
		warnOff(build, found.missing);
		return;
	}
	const loaded = prepare(build, found.app, instanceOf);
	build.loaded = loaded;
	await loadPages(found.app);
	if (loaded && !loaded.isAsBefore) loaded.proof.load();
	answers.set('code', async (file: string) => loaded?.units.entry(file) ?? randomUUID());
	answers.set('blok', async (name: string) => loaded?.units.bloks.get(name)?.digest ?? 'missing');
}

/** Finds the code of the build, and starts the thread for the proof; undefined if pages cannot be compared. */
function prepare(build: TrackedBuild, app: AstroApp, instanceOf: InstanceOf): Loaded | undefined {
	const { former } = build;
	const instance = instanceOf(app.getOptions(), build.drafts);
	if (!instance) {
		warnOff(build, 'app.setInternals');
		return undefined;
	}
	recordRewrites(build, app);
	const units = build.units(app);
	const now = { common: units.common.digest, code: units.all, content: build.content() };
	const isAsBefore = former?.code === now.code && former.content === now.content;
	const proof = createProof(instance, { isNewCode: former?.code !== now.code, shared: build.shared });
	if (!isAsBefore) proof.prepare();
	return { app, units, now, instance, proof, isAsBefore };
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
