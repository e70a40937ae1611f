import type { RoutesModule } from '../../page/data/index.js';
import { coarse } from './tags.js';

type Routes = RoutesModule['spaces'][string];

/** What repeating a purge needs. */
export interface RepurgeParts {
	/** The snapshot that the service serves now. */
	snapshot: () => Promise<number | null>;
	/** The routes of that snapshot. */
	routes: () => Promise<Routes>;
	/** Purges tags; rejects if the host refuses. */
	purge: (tags: string[]) => Promise<void>;
	/** The routes that cached pages may show, at the beginning. */
	built: Routes | undefined;
	sleep: (ms: number) => Promise<unknown>;
	onError: (error: unknown) => void;
}

/** Milliseconds after a call at which the service is asked whether its snapshot has moved on. */
const looksMs = [150, 500, 1000, 2000, 3500, 5500, 8000];

/**
 * Milliseconds after a purge in which a process may still have the snapshot of before it, or store a page that it began to render
 * then: 2,000 for the snapshot, the rest for the page.
 */
const purgeHorizonMs = 3500;

/** Milliseconds after which a refused purge is tried again, and how often. Then pages stay until their time is over. */
const retryMs = 15_000;
const maxRetries = 40;

/**
 * Purges again what calls named, because the service may serve its old snapshot for a moment, and other processes may have stored
 * pages from it. Purges everything if routes have changed, because links to a story are on pages that do not read it.
 */
export function createRepurger({ snapshot, routes, purge, built, sleep, onError }: RepurgeParts) {
	let seen: number | null | undefined;
	let known = built;

	/** True if the service serves another snapshot than at the last look. */
	async function look(tags: Set<string>): Promise<boolean> {
		const cv = await snapshot();
		if (cv === seen && cv !== null) return false;
		const now = await routes();
		if (known === undefined || hasMoved(known, now)) tags.add('space');
		[seen, known] = [cv, now];
		return true;
	}

	/** Purges these tags until the host takes it. */
	async function purgeAtLast(tags: Set<string>): Promise<void> {
		for (let retry = 0; retry < maxRetries; retry++) {
			try {
				return await purge(coarse([...tags]));
			} catch (error) {
				onError(error);
				await sleep(retryMs);
			}
		}
	}

	async function watch(tags: Set<string>): Promise<void> {
		let now = 0;
		/** When no process shows or stores what was before the call, the last snapshot, or the last failure. */
		let horizon = purgeHorizonMs;
		const wait = async (until: number) => {
			await sleep(until - now);
			now = until;
		};
		for (const ms of looksMs) {
			await wait(ms);
			try {
				const isNew = await look(tags);
				if (!isNew && now < horizon) continue;
				await purge(coarse([...tags]));
				horizon = isNew ? now + purgeHorizonMs : Number.POSITIVE_INFINITY;
			} catch (error) {
				onError(error);
				horizon = now + purgeHorizonMs;
			}
		}
		if (horizon === Number.POSITIVE_INFINITY) return;
		await wait(Math.max(now, horizon));
		await purgeAtLast(tags);
	}

	/** The tags of the watch that is running, and those that came during it. */
	let current: Set<string> | undefined;
	let next: Set<string> = new Set();
	let running = Promise.resolve();

	async function run(): Promise<void> {
		while (next.size > 0) {
			current = next;
			next = new Set();
			await watch(current);
		}
		current = undefined;
	}

	return {
		/** Repeats a purge of these tags, with those that are being repeated. Resolves when there is nothing left to repeat. */
		repurge(purged: readonly string[]): Promise<void> {
			for (const tag of purged) {
				current?.add(tag);
				next.add(tag);
			}
			if (!current) running = run();
			return running;
		},
	};
}

/**
 * True if a page may show another address than before: a route has changed or is gone. New routes do not count, because a page
 * that looked for one in vain depends on every story.
 */
function hasMoved(before: Routes, after: Routes): boolean {
	const textOf = ({ routes, alternates }: Routes, id: string) => {
		const route = Object.hasOwn(routes, id) ? routes[id] : undefined;
		return route && JSON.stringify([route.uuid, route.href, route.lang, alternates[route.alternates]]);
	};
	return Object.keys(before.routes).some((id) => textOf(before, id) !== textOf(after, id));
}
