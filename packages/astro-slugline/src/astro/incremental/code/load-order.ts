import type { EmittedCode } from './emitted-code.js';

/**
 * The modules of a build, and the packages that they import, in the order in which they are loaded. Modules that are loaded on demand
 * are the last ones.
 *
 * @param starting ids of the modules that are loaded one after the other, with all that they import
 */
export function inLoadOrder(
	starting: Iterable<string | undefined>,
	{ modules, chunks }: EmittedCode,
): string[] {
	const chunkOf = new Map<string, string>();
	for (const [name, chunk] of chunks) for (const id of chunk.modules) chunkOf.set(id, name);
	// Tree shaking removed all of the others.
	const running = [...modules.values()].filter(({ code }) => code !== '');
	const isRunning = new Set(running.map(({ id }) => id));
	const order = new Set<string>();
	const loaded = new Set<string>();
	const load = (name: string): void => {
		if (loaded.has(name)) return;
		loaded.add(name);
		const chunk = chunks.get(name);
		if (!chunk) order.add(name);
		for (const imported of chunk?.imports ?? []) load(imported);
		for (const id of chunk?.modules ?? []) if (isRunning.has(id)) order.add(id);
	};
	for (const id of starting) {
		const chunk = chunkOf.get(id ?? '');
		if (chunk !== undefined) load(chunk);
	}
	for (const { id } of running.sort((one, other) => (one.name < other.name ? -1 : 1))) order.add(id);
	return [...order];
}
