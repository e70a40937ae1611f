import { EventEmitter } from 'node:events';
import type { ViteDevServer } from 'vite';
import { describe, expect, it } from 'vitest';
import {
	keepStaticPathsApart,
	watchStaticPaths,
} from '../../packages/astro-slugline/src/astro/dev/static-paths/index.js';

/** A dev server with requests that a test starts and ends. */
function devServer() {
	type Handle = (
		request: unknown,
		response: EventEmitter & { writeHead(status: number): void },
		next: () => void,
	) => void;
	const handles: Handle[] = [];
	const events: string[] = [];
	const runner = { hmrClient: { notifyListeners: async (event: string) => void events.push(event) } };
	const server = {
		middlewares: { use: (handle: Handle) => handles.push(handle) },
		environments: { ssr: { runner }, prerender: {} },
	} as unknown as ViteDevServer;
	const begin = () => {
		const response = Object.assign(new EventEmitter(), { writeHead(_status: number) {} });
		let isPassedOn = false;
		for (const handle of handles) handle({}, response, () => (isPassedOn = true));
		expect(isPassedOn).toBe(true);
		return { answer: () => response.writeHead(200), finish: () => response.emit('finish') };
	};
	return { server, events, begin };
}

it('forgets the paths when content changed, and again after each request that was running then', () => {
	const { server, events, begin } = devServer();
	const contentChanged = watchStaticPaths(server);
	begin().answer();
	expect(events).toEqual([]);
	contentChanged();
	expect(events).toHaveLength(1);

	const [one, other] = [begin(), begin()];
	contentChanged();
	const later = begin();
	one.answer();
	expect(events).toHaveLength(3);
	later.answer();
	expect(events).toHaveLength(3);
	other.finish();
	other.answer();
	expect(events).toHaveLength(4);
	expect(new Set(events)).toEqual(new Set(['astro:content-changed']));
});

describe('static paths of requests that are apart', () => {
	/** A dev server whose Astro remembers paths, as a class that its runner loads anew each time it is told to. */
	function remembering(exports: () => unknown) {
		const runner = { import: async () => exports() };
		const config = { root: process.cwd() };
		return { config, environments: { ssr: { runner }, prerender: {} } } as unknown as ViteDevServer;
	}
	const createClass = () =>
		class RouteCache {
			paths = new Map<unknown, unknown>();
			get(route: unknown) {
				return this.paths.get(route);
			}
			set(route: unknown, paths: unknown) {
				this.paths.set(route, paths);
			}
		};

	it('are neither taken from others nor left for them, also while both are handled', async () => {
		let RouteCache = createClass();
		const server = remembering(() => ({ RouteCache }));
		let isApart = false;
		const begin = () => keepStaticPathsApart(server, () => isApart);
		await begin();
		await begin();
		const check = () => {
			const memory = new RouteCache();
			memory.set('/', 'published');
			isApart = true;
			expect(memory.get('/')).toBeUndefined();
			memory.set('/', 'draft');
			isApart = false;
			expect(memory.get('/')).toBe('published');
		};
		check();
		// A full reload loads Astro's modules anew.
		RouteCache = createClass();
		await begin();
		check();
	});

	it('are refused where Astro has no such memory', async () => {
		await expect(
			keepStaticPathsApart(
				remembering(() => ({})),
				() => true,
			),
		).rejects.toThrow('Preview does not know this version of Astro.');
	});
});
