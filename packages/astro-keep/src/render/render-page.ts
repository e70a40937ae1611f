import { wantsHeaders } from '../decide/astro-app.js';
import { idOfRequest, type PageId, pathOf } from '../decide/page-ids.js';
import { imagesOf } from '../decide/page-images.js';
import { pageUrl } from '../decide/page-url.js';
import { createReadSet } from '../reads/read-set.js';
import { hashOf } from '../shared/node/hash.js';
import { readOf } from '../tracking/index.js';
import { pagesToCheck } from './pages-to-check.js';
import { stayingIn } from './render-again.js';
import type { Loaded, PageRecord, Plan, Prerenderer, Rendered, TrackedBuild } from './tracked-build.js';

type Given = Parameters<Prerenderer['render']>;
type Result = Awaited<ReturnType<Prerenderer['render']>>;

/** What earlier steps of the build have found out. */
interface Before {
	/** Undefined if pages cannot be compared. */
	loaded: Loaded | undefined;
	plan: Plan | undefined;
}

/** Milliseconds of rendering after which a thread renders the pages again, too, so that they take no longer. It takes about as long to start. */
const longMs = 1000;

/** Renders pages, records their reads, and keeps copies of them. */
export function pageRenderer(build: TrackedBuild) {
	const { recorder, inner, config } = build;
	const [rendered, again] = [new Map<PageId, PageRecord>(), new Map<PageId, PageRecord>()];
	let began: number | undefined;
	let hasThread = false;
	const renderInto = (
		pages: Map<PageId, PageRecord>,
		id: PageId,
		{ loaded, plan }: Before,
		...[request, asked]: Given
	): Promise<Result> => {
		const rendering: PageRecord = { component: asked.routeData.component, reads: createReadSet() };
		pages.set(id, rendering);
		return recorder.rendering(rendering, async () => {
			const result = await renderBeside(loaded, () =>
				inner.render(request, { ...asked, collectMetadata: true }),
			);
			if (!loaded || !plan?.decisions.has(id)) return result;
			return keep(result, { build, loaded, plan, id, rendering, url: request.url });
		});
	};
	/**
	 * Registers the pages that stay and come before one, or all that are left. Where all pages are rendered, these are rendered first, as in
	 * a clean build.
	 */
	async function passStaying(before: Before, upTo?: PageId): Promise<void> {
		const { loaded, plan } = before;
		const passed = plan?.register(upTo) ?? [];
		if (!loaded || plan?.extent !== 'whole') return;
		for (const { id, path } of passed) {
			const request = new Request(pageUrl(path, loaded.app.getOptions()));
			await renderInto(again, id, before, request, { routeData: path.route });
		}
	}
	return {
		rendered: rendered as Rendered['rendered'],
		again: again as Rendered['again'],
		passStaying,
		async render(before: Before, ...[request, asked]: Given): Promise<Result> {
			const { loaded, plan } = before;
			const id = idOfRequest(request, asked.routeData, config);
			await passStaying(before, id);
			began ??= performance.now();
			if (loaded && plan?.extent === 'here' && !hasThread && performance.now() - began > longMs) {
				hasThread = true;
				const sample = build.selfCheck.sample(stayingIn(plan));
				loaded.isolationCheck.begin(pagesToCheck(plan, loaded.app, build.previous, sample));
			}
			return renderInto(rendered, id, before, request, asked);
		},
	};
}

/** Renders a page; again if it fails while a thread renders pages, too. */
async function renderBeside(loaded: Loaded | undefined, render: () => Promise<Result>): Promise<Result> {
	const isBeside = loaded?.isolationCheck.isRunning();
	try {
		return await render();
	} catch (error) {
		if (!isBeside) throw error;
		await loaded?.isolationCheck.cancel();
		return render();
	}
}

interface ToKeep extends Omit<Rendered, 'rendered' | 'again'> {
	id: PageId;
	rendering: PageRecord;
	url: string;
}

/** Keeps a copy of a page, and what it depends on. */
async function keep(result: Result, { build, loaded, plan, id, rendering, url }: ToKeep): Promise<Result> {
	if (result instanceof Response || !result.metadata) {
		rendering.failure ??= 'this version of Astro does not say which entries and images a page has';
		return result;
	}
	const options = loaded.app.getOptions();
	const planned = plan.byId.get(id);
	if (planned && pageUrl(planned.path, options) !== url)
		rendering.failure ??= `this version of Astro renders ${pathOf(id)} at the address ${url}`;
	const { response, metadata } = result;
	for (const file of metadata.contentEntryKeys) build.recorder.channel.record(readOf('code', file));
	const isRedirect = response.status >= 300 && response.status < 400;
	if (isRedirect || response.body === null) return result;
	const bytes = new Uint8Array(await response.arrayBuffer());
	await build.search().searchPage(bytes, url);
	const before = planned && plan.reused.has(planned) ? plan.decisions.get(id)?.previous?.copy : undefined;
	rendering.copy = before?.digest === hashOf(bytes) ? before : build.copies.add(bytes);
	rendering.readings = build.intern(rendering.reads.readings());
	// Keeping the set of each page would take several kB a page.
	rendering.reads = createReadSet();
	loaded.isolationCheck.rendered(id, { digest: rendering.copy.digest, readings: rendering.readings });
	const { staticImages, referencedImages = [] } = metadata;
	rendering.images = imagesOf(staticImages, referencedImages, build.config.root);
	const { status, statusText, headers } = response;
	if (wantsHeaders(options)) rendering.headers = [...headers];
	return { ...result, response: new Response(bytes, { status, statusText, headers }) };
}
