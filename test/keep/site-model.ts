import type { PageToCheck } from '../../packages/astro-keep/src/isolation/classify.js';
import type { RenderResult } from '../../packages/astro-keep/src/isolation/compare.js';
import type { PathsFrom, RunReport, ThreadResult } from '../../packages/astro-keep/src/isolation/protocol.js';
import type { Renderers, RenderThread } from '../../packages/astro-keep/src/isolation/render-thread.js';
import type { Read } from '../../packages/astro-keep/src/tracking/index.js';

/** What modules hold while pages are rendered. An instance of the code starts without anything. */
export type Modules = Record<string, string | number | undefined>;

/** Makes a module hold a value. */
export function leave(modules: Modules, name: string, value: string | number): string {
	modules[name] = value;
	return String(value);
}

/** Makes a module count. */
export const count = (modules: Modules, name: string): string =>
	leave(modules, name, Number(modules[name] ?? 0) + 1);

/** A site as functions: its pages, by their paths, and what `getStaticPaths` does. */
export interface SiteModel {
	pages: Readonly<Record<string, (modules: Modules, read: (name: string) => void) => string | number>>;
	paths?(modules: Modules): unknown;
	/** What code outside of pages has read and run. */
	ran?: Partial<RunReport>;
	isSequential?: boolean;
}

export const readOfName = (name: string): Read => `members ${JSON.stringify(name)}`;

/** Renders pages of a site, one after the other. */
function render({ pages }: SiteModel, modules: Modules, id: string): ThreadResult {
	const names: string[] = [];
	const show = pages[id];
	const readings = () =>
		names.map((name) => ({ read: name.includes(' ') ? (name as Read) : readOfName(name), importer: '' }));
	try {
		const digest = show && String(show(modules, (name) => names.push(name)));
		return { digest, readings: readings(), images: undefined, error: undefined };
	} catch (error) {
		return { digest: undefined, readings: [], images: undefined, error: String(error) };
	}
}

/** The pages as a build renders them. */
export function builtOf(site: SiteModel, order = Object.keys(site.pages)): Map<string, RenderResult> {
	const modules: Modules = {};
	site.paths?.(modules);
	return new Map(order.map((id) => [id, render(site, modules, id)]));
}

/** Renders the pages of a site in instances that have rendered nothing yet, and logs which in what order. */
export function renderersOf(site: SiteModel) {
	const log: string[] = [];
	const thread = (name: string): RenderThread => ({
		load: () => {},
		list: () => {},
		async render(pages, from: PathsFrom) {
			log.push(`${name} ${from}: ${pages.map(({ id }) => id).join(' ')}`);
			const modules: Modules = {};
			site.paths?.(from === 'same' ? modules : {});
			const made = new Map<string, ThreadResult[]>();
			for (const { id } of pages) made.set(id, [...(made.get(id) ?? []), render(site, modules, id)]);
			const read = async (id: string) => {
				const digest = made.get(id)?.at(-1)?.digest;
				return digest === undefined ? undefined : new TextEncoder().encode(digest);
			};
			return { made, read, ran: { outside: [], coverage: {}, ...site.ran } };
		},
		stop: async () => void log.push('stop'),
	});
	const renderers: Renderers = {
		start: () => thread('thread'),
		renderInNewThread: (pages) => thread('apart').render(pages, 'same'),
		isSequential: site.isSequential ?? true,
	};
	return { renderers, log };
}

/** Pages that this build renders, or with the text of their copies, that stay. */
export const toProve = (...pages: (string | [id: string, copy: string])[]): PageToCheck[] =>
	pages.map((page) => {
		const [id, copy] = typeof page === 'string' ? [page, undefined] : page;
		return { id, copy, address: `http://site${id}`, route: [0, -1] };
	});

export const textsOf = (differences: readonly { id: string; second: Uint8Array | string }[]) =>
	Object.fromEntries(
		differences.map(({ id, second }) => [
			id,
			typeof second === 'string' ? second : new TextDecoder().decode(second),
		]),
	);
