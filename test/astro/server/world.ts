import { createRebuildHook } from 'astro-slugline/rebuild';
import { createStorage } from 'unstorage';
import { createPurgeLog } from '../../../packages/astro-slugline/src/astro/server/purge/purge-log.js';
import { createRepurger } from '../../../packages/astro-slugline/src/astro/server/purge/repurge.js';
import {
	callsOf,
	listTag,
	pageTags,
	purgedBy,
} from '../../../packages/astro-slugline/src/astro/server/purge/tags.js';
import { bodyOf, headersOf } from '../../rebuild/support/calls.js';
import { createTestClock } from '../../rebuild/support/clock.js';
import { caches } from './providers.js';

export const stories = 4;

/** A space as of one publish: the version of each story, and the slug of the first one. */
interface State {
	number: number;
	versions: number[];
	slug: string;
}

/** The pages: one for each story and its neighbor, a list, and a link to the first story. */
export const pages = [...Array.from({ length: stories }, (_, id) => `/${id}`), '/list', '/link'];

function render(path: string, { versions, slug }: State): { text: string; tags: string[] } {
	if (path === '/list') return { text: versions.join(), tags: [listTag('blog'), 'space'] };
	if (path === '/link') return { text: slug, tags: ['space'] };
	const id = Number(path.slice(1));
	const next = (id + 1) % stories;
	const tags = [`story:${id}`, `story:${next}`, 'space'];
	return { text: `${versions[id]} ${versions[next]}`, tags };
}

interface Publish {
	lagMs: number;
	callMs: number;
	twice: boolean;
	moves: boolean;
}

type World = ReturnType<typeof createWorld>;

/** A space, servers that show it, and a host's cache in front of them, in simulated time. */
export function createWorld(name: string) {
	const clock = createTestClock();
	const cache = caches[name]?.(() => clock.now()) ?? missing(name);
	const processes = Array.from({ length: cache.processes }, () => ({
		purges: createPurgeLog(),
		window: { until: 0, state: undefined as State | undefined },
	}));
	const states = [{ number: 1, versions: Array.from({ length: stories }, () => 0), slug: 'a', at: 0 }];
	const last = () => states.at(-1) ?? missing('state');
	const served = (): State => states.findLast(({ at }) => at <= clock.now()) ?? last();
	const underWay: Promise<unknown>[] = [];

	const published: { id: number; version: number; at: number; waitMs?: number }[] = [];
	const notice = (path: string, text: string) => {
		for (const one of published)
			if (path === `/${one.id}` && Number.parseInt(text, 10) >= one.version)
				one.waitMs ??= clock.now() - one.at;
	};

	const [receiver = missing('process')] = processes;
	const renew = () => {
		receiver.window = { until: clock.now() + 2000, state: served() };
		return receiver.window.state ?? served();
	};
	const purge = async (tags: string[]) => {
		receiver.purges.add(tags);
		receiver.window.until = 0;
		for (const call of callsOf(tags)) await cache.purge(call);
	};
	const routesOf = ({ slug }: State) => ({
		routes: { a: { uuid: 'a', path: slug, href: slug, lang: 'default', alternates: 0, key: '' } },
		alternates: [[]],
		languages: [],
	});
	const repurger = createRepurger({
		snapshot: async () => renew().number,
		routes: async () => routesOf(receiver.window.state ?? served()),
		purge,
		built: routesOf(last()),
		sleep: (ms) => clock.sleep(ms),
		onError() {},
	});
	const hook = createRebuildHook({
		// Signatures are checked on other threads, which this clock does not wait for.
		unsigned: true,
		targets: [
			async (event) => {
				await purge(purgedBy(event));
				underWay.push(repurger.repurge(purgedBy(event)));
			},
		],
		quietMs: 1000,
		maxWaitMs: 1000,
		storage: createStorage(),
		logger: { info() {}, warn() {}, error() {} },
		clock,
	});
	const call = async (id: number) => {
		const body = bodyOf('story.published', { story_id: id, full_slug: `blog/${id}` });
		const headers = headersOf('story.published', body, { secret: null });
		const { status } = await hook(new Request('http://site.invalid/', { method: 'POST', body, headers }));
		if (status !== 202) throw new Error(`A call was answered with ${status}.`);
	};

	return {
		clock,
		cache,
		publish(id: number, { lagMs, callMs, twice, moves }: Publish) {
			const { versions, slug, number, at } = last();
			const changed = versions.map((version, one) => (one === id ? version + 1 : version));
			published.push({ id, version: (versions[id] ?? 0) + 1, at: clock.now() });
			const visibleAt = Math.max(at, clock.now() + lagMs);
			const moved = moves && id === 0 ? `${slug}a` : slug;
			states.push({ number: number + 1, versions: changed, slug: moved, at: visibleAt });
			underWay.push(clock.sleep(callMs).then(() => call(id)));
			if (twice) underWay.push(clock.sleep(callMs + 1500).then(() => call(id)));
		},
		visit(path: string, at: number, renderMs: number) {
			const process = processes[at % processes.length] ?? receiver;
			const visited = cache.ask(path, async () => {
				const since = process.purges.count();
				if (!process.window.state || clock.now() >= process.window.until)
					process.window = { until: clock.now() + 2000, state: served() };
				const { text, tags } = render(path, process.window.state ?? served());
				await clock.sleep(renderMs);
				return { text, tags: process.purges.purgedSince(since, tags) ? null : pageTags(tags) };
			});
			underWay.push(visited.then((text) => notice(path, text)));
		},
		/** Milliseconds from each publish until a visitor of the story's page saw it. */
		waits: () => published.flatMap(({ waitMs }) => waitMs ?? []),
		/** Lets everything end, and returns pages that are not those of the last publish. */
		async staleAtLast() {
			// The time of all calls, of looks after them, and of what the host's limits delay.
			await clock.pass(900_000);
			await clock.until(Promise.all(underWay));
			await clock.until(hook.idle());
			await clock.until(Promise.all(underWay));
			await hook.close();
			const stale: string[] = [];
			for (const path of pages) {
				const stored = await cache.stored(path);
				const { text } = render(path, last());
				if (stored !== undefined && stored !== text) stale.push(`${path}: ${stored} instead of ${text}`);
			}
			return stale;
		},
	};
}

function missing(what: string): never {
	throw new Error(`No ${what}.`);
}

/** Publishes 200 times in a minute, while visitors ask for all pages, until the host has taken all purges. */
export async function publishALot(world: World): Promise<void> {
	const step = async (number: number) => {
		for (const path of pages) world.visit(path, number, 50);
		await world.clock.pass(300);
	};
	for (let number = 0; number < 200; number++) {
		world.publish(number % stories, { lagMs: 500, callMs: 2000, twice: false, moves: false });
		await step(number);
	}
	for (let number = 0; number < 1000 && world.waits().length < 200; number++) await step(number);
}
