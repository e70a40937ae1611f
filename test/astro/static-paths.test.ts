import { EventEmitter } from 'node:events';
import type { ViteDevServer } from 'vite';
import { expect, it } from 'vitest';
import { watchStaticPaths } from '../../packages/astro-slugline/src/astro/dev/static-paths/index.js';

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
