import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { PageId } from '../decide/page-ids.js';
import type { Intern } from '../reads/read-set.js';
import { buildChannel } from '../tracking/index.js';
import type { FromThread, PageToRender, PathsFrom, RunReport, ThreadResult, ToThread } from './protocol.js';
import type { RendererConfig } from './renderer-config.js';
import { removeCopies } from './thread/bundle-copies.js';

/** Pages as one thread made them. */
export interface RenderRun {
	/** The results of each page, in order: two for one that was rendered twice. */
	made: ReadonlyMap<PageId, readonly ThreadResult[]>;
	/** The text of a page, while the thread runs. */
	read(id: PageId): Promise<Uint8Array | undefined>;
	ran: RunReport;
}

/** Renders pages in new instances of their code. */
export interface Renderers {
	/** Starts a thread whose texts can be read until the build ends. */
	start(): RenderThread;
	/** Renders pages in a thread that ends. What they read is not kept. */
	renderInNewThread(pages: readonly PageToRender[]): Promise<RenderRun>;
	/** True if a build renders one page after the other. */
	isSequential: boolean;
}

export const renderersOf = (instance: RendererConfig, shared: Intern): Renderers => ({
	start: () => startThread(instance, shared),
	renderInNewThread: (pages) => renderInNewThread(instance, pages),
	isSequential: instance.isSequential,
});

/** Renders pages in a thread of their own, which ends. What they read is not kept. */
export async function renderInNewThread(
	instance: RendererConfig,
	pages: readonly PageToRender[],
): Promise<RenderRun> {
	const thread = startThread(instance, () => []);
	try {
		return await thread.render(pages, 'same');
	} finally {
		await thread.stop();
	}
}

/** The texts of a page, in the order in which they were made. */
export const textsIn = ({ made }: RenderRun, id: PageId): string =>
	JSON.stringify(made.get(id)?.map(({ digest, error }) => error ?? digest));

/** A thread that renders pages in an instance of their code that has rendered nothing yet. */
export type RenderThread = ReturnType<typeof startThread>;

/** Milliseconds after which a thread is ended that does not say that it ends by itself. */
const stopMs = 1000;

function startThread(instance: RendererConfig, shared: Intern) {
	const worker = new Worker(new URL('./worker.js', import.meta.url), {
		workerData: instance,
		env: instance.environment,
		stdout: true,
		stderr: true,
	});
	const thread = worker.threadId;
	worker.unref();
	const send = (message: ToThread): void => worker.postMessage(message);
	const reading = new Map<PageId, (bytes: Uint8Array | undefined) => void>();
	const made = new Map<PageId, ThreadResult[]>();
	const ended = Promise.withResolvers<RunReport>();
	// A thread may fail before it is asked for anything.
	ended.promise.catch(() => {});
	const exited = Promise.withResolvers<void>();
	const stopping = Promise.withResolvers<true>();
	worker.on('message', (message: FromThread) => {
		if (message.kind === 'made') {
			const page = { ...message.page, readings: shared(message.page.readings) };
			made.set(message.id, [...(made.get(message.id) ?? []), page]);
		} else if (message.kind === 'done') ended.resolve(message.ran);
		else if (message.kind === 'stopping') stopping.resolve(true);
		else if (message.kind === 'failed') ended.reject(new Error(message.why));
		else if (message.kind === 'bytes') reading.get(message.id)?.(message.bytes);
		else if (message.kind === 'call') answer(message).then(send);
	});
	worker.on('error', ended.reject);
	worker.on('exit', (code) => {
		exited.resolve();
		stopping.resolve(true);
		ended.reject(new Error(`The thread ended with ${code}.`));
	});
	const read = (id: PageId): Promise<Uint8Array | undefined> => {
		const { promise, resolve } = Promise.withResolvers<Uint8Array | undefined>();
		reading.set(id, resolve);
		send({ kind: 'read', id });
		return promise;
	};
	return {
		/** Starts to load the code, before there are pages to render. */
		load: () => send({ kind: 'load' }),
		/** Starts to list the paths, as `render()` will need them. */
		list: (paths: PathsFrom) => send({ kind: 'list', paths }),
		/**
		 * Renders pages one after the other, in this order. Call it once.
		 *
		 * @throws {Error} if the bundle cannot be loaded in a thread
		 */
		async render(pages: readonly PageToRender[], paths: PathsFrom): Promise<RenderRun> {
			worker.ref();
			send({ kind: 'render', pages, paths });
			return { made, read, ran: await ended.promise };
		},
		/** Ends it. One that does not respond, for example because it renders a page, is ended all the same. */
		async stop(): Promise<void> {
			worker.ref();
			send({ kind: 'stop' });
			const isHeard = await Promise.race([stopping.promise, delay(stopMs, false, { ref: false })]);
			if (isHeard) await exited.promise;
			await worker.terminate();
			removeCopies(fileURLToPath(instance.folder), thread);
		},
	};
}

async function answer({ call, of, given }: Extract<FromThread, { kind: 'call' }>): Promise<ToThread> {
	const answering: unknown = Reflect.get(buildChannel(), of);
	try {
		const value = await (answering as ((...given: readonly unknown[]) => Promise<unknown>) | undefined)?.(
			...given,
		);
		return { kind: 'answer', call, value, error: undefined };
	} catch (error) {
		return { kind: 'answer', call, value: undefined, error: String(error) };
	}
}
