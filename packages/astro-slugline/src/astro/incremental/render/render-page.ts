import { fileURLToPath } from 'node:url';
import { readOf } from '../../page/tracking/index.js';
import { addressOf } from '../decide/address.js';
import { wantsHeaders } from '../decide/astro-app.js';
import type { Decision } from '../decide/decide.js';
import { idOfRequest, type PageId, pathOf } from '../decide/page-ids.js';
import { type PageImages, withoutRoot } from '../decide/page-images.js';
import { createReadSet } from '../reads/read-set.js';
import type { Loaded, Prerenderer, Rendering, TrackedBuild, Underway } from './tracked-build.js';

type Given = Parameters<Prerenderer['render']>;
type Result = Awaited<ReturnType<Prerenderer['render']>>;

/** Renders a page, records its reads, and keeps a copy of it. */
export async function renderPage(build: TrackedBuild, ...[request, asked]: Given): Promise<Result> {
	const { loaded, underway, recorder } = build;
	const id = idOfRequest(request, asked.routeData, build.base);
	const page: Rendering = { component: asked.routeData.component, reads: createReadSet() };
	build.rendered.set(id, page);
	underway?.register(id, asked.routeData);
	const decision = underway?.decisions.get(id);
	try {
		return await recorder.rendering(page, async () => {
			const result = await renderBeside(build, () =>
				build.inner.render(request, { ...asked, collectMetadata: true }),
			);
			if (!decision || !loaded || !underway) return result;
			return keep(result, { build, loaded, underway, decision, id, page, url: request.url });
		});
	} catch (error) {
		build.isBroken = true;
		throw error;
	}
}

/** Renders a page; again if it fails while a thread renders pages, too. */
async function renderBeside({ loaded }: TrackedBuild, render: () => Promise<Result>): Promise<Result> {
	const isBeside = loaded?.proof.isBeside();
	try {
		return await render();
	} catch (error) {
		if (!isBeside) throw error;
		await loaded?.proof.postpone();
		return render();
	}
}

interface Rendered {
	build: TrackedBuild;
	loaded: Loaded;
	underway: Underway;
	decision: Decision;
	id: PageId;
	page: Rendering;
	url: string;
}

/** Keeps a copy of a page, and what it depends on. */
async function keep(
	result: Result,
	{ build, loaded, underway, decision, id, page, url }: Rendered,
): Promise<Result> {
	if (result instanceof Response || !result.metadata) {
		build.failure ??= 'this version of Astro does not say which entries and images a page has';
		return result;
	}
	const planned = underway.byId.get(id);
	if (planned && addressOf(planned.path, loaded.app.getOptions()) !== url)
		build.failure ??= `this version of Astro renders ${pathOf(id)} at the address ${url}`;
	const { response, metadata } = result;
	for (const file of metadata.contentEntryKeys) build.recorder.channel.record(readOf('code', file));
	const isRedirect = response.status >= 300 && response.status < 400;
	if (isRedirect || response.body === null) return result;
	const bytes = new Uint8Array(await response.arrayBuffer());
	await build.searchPage(bytes, url);
	page.copy = build.copies.add(bytes);
	loaded.proof.rendered(id, { digest: page.copy.digest, readings: build.shared(page.reads.readings()) });
	build.selfCheck?.rendered(id, decision.former?.copy?.digest === page.copy.digest);
	const { staticImages, referencedImages = [] } = metadata;
	if (staticImages.length > 0 || referencedImages.length > 0) {
		const images = { staticImages, referencedImages } as PageImages;
		page.images = withoutRoot(images, fileURLToPath(build.root));
	}
	const { status, statusText, headers } = response;
	if (wantsHeaders(loaded.app.getOptions())) page.headers = [...headers];
	return { ...result, response: new Response(bytes, { status, statusText, headers }) };
}
