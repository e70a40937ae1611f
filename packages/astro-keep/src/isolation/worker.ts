import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { mkdirSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { Path } from '../decide/astro-app.js';
import { placePaths } from '../decide/output-files.js';
import { imagesOf } from '../decide/page-images.js';
import type { Reading } from '../decide/page-state.js';
import { watchOutside } from '../reads/environment.js';
import { createReadSet, type ReadSet } from '../reads/read-set.js';
import { createRecorder } from '../reads/record-reads.js';
import { hashOf } from '../shared/node/hash.js';
import { once, oncePerKey } from '../shared/once.js';
import { type BuildChannel, buildChannel, readOf } from '../tracking/index.js';
import { missingReads } from './compare.js';
import { startCoverage } from './coverage.js';
import { type App, loadApp, loadBundleCopy, sharePaths } from './load-app.js';
import type { FromThread, PageToRender, PathsFrom, ThreadResult, ToThread } from './protocol.js';
import type { RendererConfig } from './renderer-config.js';
import { registerWritten } from './thread/dist-urls.js';
import { stopClock } from './thread/frozen-clock.js';
import { watchKeys } from './thread/key-jobs.js';

// The entry of the thread that renders pages a second time. It loads the bundle of the build anew, so that its modules, its
// packages, and its globals are those of a build that has rendered nothing yet.

/** What Astro collects while it renders a page. */
interface Collected {
	contentEntries: Set<string>;
	staticImages: unknown[];
	referencedImages: Set<string>;
}

const instance: RendererConfig = workerData;
const port = parentPort as MessagePort;
const send = (message: FromThread): void => port.postMessage(message);

const root = new URL(instance.root);
const scope = new AsyncLocalStorage<Collected>();
Object.defineProperty(globalThis, Symbol.for('astro:render-scope'), { value: scope, configurable: true });

const recorder = createRecorder<{ reads: ReadSet }>({
	answers: new Map(),
	changes: { watch: () => undefined, watchPacked() {} },
});
Object.assign(buildChannel(), {
	reads: recorder.channel,
	takeNotice() {},
	...Object.fromEntries(
		instance.services.map(([name, does]) => [
			name,
			does === 'ask' ? (...given: readonly unknown[]) => call(name, given) : () => {},
		]),
	),
} satisfies Partial<BuildChannel>);
watchOutside(root, instance.folder, recorder.recordHere);

const really = instance.time === undefined ? <Result>(run: () => Result) => run() : stopClock(instance.time);

let calls = 0;
const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();

/** Asks the build, whose config and connection cannot be sent to a thread. */
function call(of: string, given: readonly unknown[]): Promise<unknown> {
	const number = calls++;
	return new Promise((resolve, reject) => {
		waiting.set(number, { resolve, reject });
		send({ kind: 'call', call: number, of, given });
	});
}

const keysDone = watchKeys();

port.on('message', (message: ToThread) => {
	if (message.kind === 'answer') {
		const asked = waiting.get(message.call);
		waiting.delete(message.call);
		if (message.error === undefined) asked?.resolve(message.value);
		else asked?.reject(new Error(message.error));
	} else if (message.kind === 'read') {
		send({ kind: 'bytes', id: message.id, bytes: texts.read(message.id) });
	} else if (message.kind === 'stop') {
		send({ kind: 'stopping' });
		keysDone().then(() => process.exit());
	} else if (message.kind === 'load') {
		// An error is reported when pages are to be rendered.
		loading().catch(() => {});
	} else if (message.kind === 'list') {
		listing(message.paths).catch(() => {});
	} else {
		renderAll(message.pages, message.paths).then(
			() =>
				send({
					kind: 'done',
					ran: { outside: [...recorder.outside(), ...held], coverage: watched.coverage() },
				}),
			(error: unknown) => send({ kind: 'failed', why: String(error) }),
		);
	}
});

const watched = startCoverage(instance.folder, recorder);
const loading = once(() => loadApp(instance, new URL(instance.entry)));
/** Reads that a package holds. */
const held: Reading[] = [];

/** Lists all paths. Each build calls `getStaticPaths` anew, whatever the time is. */
const listing = oncePerKey((from: PathsFrom) => really(() => listPaths(from)));

async function listPaths(from: PathsFrom): Promise<Path[]> {
	const app = await loading();
	recorder.enter('paths');
	if (from === 'same') return app.listPaths();
	const before = new Set(Reflect.ownKeys(globalThis));
	const list = async (): Promise<{ apart: App; readings: readonly Reading[] }> => {
		const reads = createReadSet();
		const apart = await recorder.rendering({ reads }, () => loadBundleCopy(instance));
		// What it has left there would look as if the pages had it from elsewhere.
		for (const name of Reflect.ownKeys(globalThis))
			if (!before.has(name)) Reflect.deleteProperty(globalThis, name);
		return { apart, readings: [...reads.readings()] };
	};
	const [first, second] = [await list(), await list()];
	held.push(...missingReads(first.readings, second.readings));
	await sharePaths(second.apart, app);
	return app.listPaths();
}

async function renderAll(pages: readonly PageToRender[], from: PathsFrom): Promise<void> {
	const app = await loading();
	const shape = { ...instance.output, root: new URL(instance.output.root) };
	const register = registerWritten(placePaths(await listing(from), shape, false));
	recorder.enter('rendering');
	for (const page of pages) {
		register(page.id);
		send({ kind: 'made', id: page.id, page: await render(app, page) });
	}
}

/** @throws {Error} if its text cannot be written. A page that fails itself is a result. */
async function render(app: App, { id, address, route }: PageToRender): Promise<ThreadResult> {
	const page = { reads: createReadSet() };
	let bytes: Uint8Array | undefined;
	const collected: Collected = {
		contentEntries: new Set(),
		staticImages: [],
		referencedImages: new Set(),
	};
	try {
		bytes = await recorder.rendering(page, () => scope.run(collected, () => app.render(address, route)));
	} catch (error) {
		return { digest: undefined, readings: [], images: undefined, error: String(error) };
	}
	if (bytes) texts.write(id, bytes);
	for (const file of collected.contentEntries) page.reads.add({ read: readOf('code', file), importer: '' });
	return {
		digest: bytes && hashOf(bytes),
		readings: [...page.reads.readings()],
		images: imagesOf(collected.staticImages, collected.referencedImages, root),
		error: undefined,
	};
}

const texts = openTexts();

/** The rendered pages, in a file, because only those that differ are needed again. */
function openTexts() {
	const folder = new URL(instance.drafts);
	mkdirSync(folder, { recursive: true });
	const draft = new URL(`${randomUUID()}.draft`, folder);
	const file = openSync(draft, 'wx+', 0o600);
	try {
		rmSync(draft);
	} catch {
		// Windows does not remove a file that is open. The next build does.
	}
	const places = new Map<string, { at: number; length: number }>();
	let end = 0;
	return {
		write(id: string, bytes: Uint8Array): void {
			writeSync(file, bytes, 0, bytes.length, end);
			places.set(id, { at: end, length: bytes.length });
			end += bytes.length;
		},
		read(id: string): Uint8Array | undefined {
			const place = places.get(id);
			if (!place) return undefined;
			const bytes = new Uint8Array(place.length);
			readSync(file, bytes, 0, place.length, place.at);
			return bytes;
		},
	};
}
