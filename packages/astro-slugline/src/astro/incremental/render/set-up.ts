import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { blokKind, codeKind, openChannel, rewriteKind } from '../../page/tracking/index.js';
import { type AstroApp, appOf, loadPages } from '../decide/astro-app.js';
import { envKind } from '../decide/decide.js';
import { type InstanceOf, watchInstance } from '../proof/instance.js';
import { startProof } from '../proof/proof.js';
import { watchOutside } from '../reads/outside.js';
import type { Built, TrackedBuild } from './tracked-build.js';

/** Loads the code of all pages, and finds out whether they can be compared with those of the previous build. */
export async function setUp(build: TrackedBuild): Promise<void> {
	const { inner, root, answers, recorder } = build;
	openChannel(recorder.channel);
	const environment = { ...process.env };
	const bundle = `${pathToFileURL(dirname(build.entry())).href}/`;
	build.stop = watchOutside(root, bundle, recorder.recordHere);
	answers.set(envKind, async (name) => build.environment(name));
	const instanceOf = await watchInstance(build.entry(), root, environment);
	await inner.setup?.();
	const found = appOf(inner);
	if ('missing' in found) {
		warnOff(build, found.missing);
		return;
	}
	const built = prepare(build, found.app, instanceOf);
	build.built = built;
	await loadPages(found.app);
	if (built && !built.isAsBefore) built.proof.load();
	answers.set(codeKind, async (file) => built?.units.entry(file) ?? randomUUID());
	answers.set(blokKind, async (name) => built?.units.bloks.get(name)?.digest ?? 'missing');
}

/** Starts to compare; undefined if that is impossible. */
function prepare(build: TrackedBuild, app: AstroApp, instanceOf: InstanceOf): Built | undefined {
	const { former, logger } = build;
	if (app.getOptions().settings.adapter?.adapterFeatures?.['staticHeaders']) {
		logger.warn('The adapter wants the headers of every page, so every page is rendered in every build.');
		return undefined;
	}
	const instance = instanceOf(app.getOptions(), build.drafts);
	if (!instance) {
		warnOff(build, 'app.setInternals');
		return undefined;
	}
	recordRewrites(build, app);
	const units = build.units(app);
	const now = { common: units.common.digest, code: units.all, content: build.content() };
	const isAsBefore = former?.code === now.code && former.content === now.content;
	const proof = startProof(instance, former?.code !== now.code);
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
		if (page && page.component !== component) recorder.channel.record(`${rewriteKind} ${component}`);
		return Map.prototype.get.call(pageMap, component);
	};
}
