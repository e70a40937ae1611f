import { bridgeConfig, type FromEditor, type PreviewSettings } from '../../../preview/index.js';
import { createPatch, type Patch, type Recording } from '../patch/index.js';
import { createBridge } from './bridge.js';
import { followLinks } from './links.js';
import { createMarks } from './marks.js';
import { carry, takeCarried } from './reload.js';
import { createAsk, PreviewError } from './server.js';

/** What the first script of the page passes to the client. */
interface Given {
	settings: PreviewSettings;
	recording: Recording;
	/** The browser's `fetch`, from before scripts of the page could replace it. */
	send: typeof fetch;
	/** Returns the editor's messages so far, and stops collecting them. */
	takeEarly(): readonly MessageEvent[];
}

/** Replaces the reloads of the dev server. */
export interface Preview {
	/** Updates the page to its current state, without reloading it. */
	renew(): void;
}

/** Milliseconds to wait before what failed is tried again; twice as long each time, up to the longest. */
const pauseMs = 300;
const longestPauseMs = 5000;

/** How often a page is asked for again that the server could not render. */
const maxServerErrors = 5;

/** Connects the page with the editor that frames it. */
export function startPreview({ settings, recording, send, takeEarly }: Given): Preview {
	const ask = createAsk(settings, send);
	const marks = createMarks((message) => bridge.send(message));
	const bridge = createBridge(settings.editors, receive);
	const carried = takeCarried(settings);
	/** What the editor has, and has not saved. */
	let story = carried?.story;
	let patch: Patch | undefined;
	let next: 'render' | 'refresh' | undefined;
	let busy = false;
	/** Since the last answer. */
	let failures = 0;
	let wake = () => {};
	/** What follows, once the page is about to be replaced. */
	let leavingFor: 'same page' | 'other page' | undefined;

	followLinks({ settings, marks, visit });
	if (carried) scrollTo({ top: carried.top });
	bridge.send({ action: 'initialized', config: bridgeConfig });
	bridge.send({ action: 'ping' });
	bridge.listen(takeEarly());
	update('render');
	return { renew: () => update('render') };

	function receive(message: FromEditor): void {
		switch (message.action) {
			case 'input':
				// Another story's text would be shown in this one's place.
				if (Number(message.story?.id) !== settings.storyId) return;
				story = message.story;
				failures = 0;
				update('render');
				break;
			case 'change':
			case 'published':
			case 'unpublished':
				story = undefined;
				update('refresh');
				break;
			default:
				marks.receive(message);
		}
	}

	/** One request is under way at a time; what comes meanwhile is asked for once, with the last state. */
	function update(wanted: 'render' | 'refresh'): void {
		// The next document goes on with what is sent before it is there.
		if (leavingFor === 'same page') carry(settings, { top: scrollY, story });
		if (next !== 'refresh') next = wanted;
		if (busy) wake();
		else void work();
	}

	async function work(): Promise<void> {
		busy = true;
		while (next && !leavingFor) {
			const wanted = next;
			next = undefined;
			try {
				await follow(wanted);
				failures = 0;
			} catch (error) {
				const status = error instanceof PreviewError ? error.status : undefined;
				if (status !== 429) marks.notice(error instanceof Error ? error.message : String(error));
				if (await canTryAgain(status)) update(wanted);
			}
		}
		busy = false;
	}

	/** Waits where the same request may succeed later; false where it will not. */
	async function canTryAgain(status: number | undefined): Promise<boolean> {
		const isLate = status === 0 || status === 429 || status === 503;
		const isBroken = status === 500 && failures < maxServerErrors;
		if (!isLate && !isBroken) return false;
		failures += 1;
		const ms = Math.min(pauseMs * 2 ** (failures - 1), longestPauseMs);
		// Another state may be what the server can render.
		if (isBroken && next) return true;
		await new Promise<void>((resolve) => {
			setTimeout(resolve, ms);
			if (isBroken) wake = resolve;
		});
		wake = () => {};
		return true;
	}

	async function follow(wanted: 'render' | 'refresh'): Promise<void> {
		const { path, sent } = settings;
		const shown = wanted === 'render' && patch ? story : undefined;
		const answer = await ask(
			patch ? { do: wanted, path, ...(shown ? { story: shown } : {}) } : { do: 'start', path, sent },
		);
		if (answer.address) leave(answer.address, 'other page');
		if (!answer.page) return;
		if (answer.scripts !== settings.scripts) return visit(path);
		if (!patch) {
			// The first answer is the page as it was sent, which the page is matched with. It may have changed since.
			patch = createPatch(document, answer.page, { ...settings, recording });
			recording.clear();
			update(wanted);
		} else if (!patch.apply(answer.page)) return visit(path);
		if (story && !shown) update('render');
		marks.notice(undefined);
		marks.refresh();
		document.dispatchEvent(new CustomEvent('slugline:updated'));
	}

	/** Goes to a page of the site. */
	async function visit(path: string): Promise<void> {
		try {
			const { address } = await ask({ do: 'visit', path });
			if (address) leave(address, path === settings.path ? 'same page' : 'other page');
		} catch (error) {
			marks.notice(error instanceof Error ? error.message : String(error));
		}
	}

	/** Only the same page can go on with unsaved changes. Any other one may be of somebody who must not see them. */
	function leave(address: string, to: 'same page' | 'other page'): void {
		leavingFor = to;
		if (to === 'same page') carry(settings, { top: scrollY, story });
		location.replace(location.origin + address);
	}
}
