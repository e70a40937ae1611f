import { EventEmitter } from 'node:events';
import type { ViteDevServer } from 'vite';
import { expect, it } from 'vitest';
import { watchStaticPaths } from '../../packages/astro-slugline/src/astro/dev/static-paths/index.js';

/** A dev server with requests that a test starts and ends. */
function devServer() {
	type Handle = (request: unknown, response: EventEmitter, next: () => void) => void;
	const handles: Handle[] = [];
	const events: string[] = [];
	const runner = { hmrClient: { notifyListeners: async (event: string) => void events.push(event) } };
	const server = {
		middlewares: { use: (handle: Handle) => handles.push(handle) },
		environments: { ssr: { runner }, prerender: {} },
	} as unknown as ViteDevServer;
	const begin = () => {
		const response = new EventEmitter();
		let isPassedOn = false;
		for (const handle of handles) handle({}, response, () => (isPassedOn = true));
		expect(isPassedOn).toBe(true);
		return { end: () => response.emit('close') };
	};
	return { server, events, begin };
}

it('refreshes the paths again after each request that was running when content changed', () => {
	const { server, events, begin } = devServer();
	const contentChanged = watchStaticPaths(server);
	begin().end();
	contentChanged();
	expect(events).toEqual([]);

	const [one, other] = [begin(), begin()];
	contentChanged();
	const later = begin();
	one.end();
	expect(events).toEqual(['astro:content-changed']);
	later.end();
	expect(events).toEqual(['astro:content-changed']);
	other.end();
	expect(events).toEqual(['astro:content-changed', 'astro:content-changed']);
});
