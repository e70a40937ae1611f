import type { FromEditor, PreviewSettings } from '../../../preview/index.js';
import { Refusal } from '../../../shared/http/page-request.js';
import { createPatch, type Patch } from '../patch/patch.js';
import type { Recording } from '../patch/places.js';
import type { Marks } from './marks.js';
import { carry } from './reload.js';
import type { createAsk } from './server.js';

/** With `refresh`, the server reads the saved content again before it renders. */
type Update = 'render' | 'refresh';

/** A page that follows what the editor does. */
export interface Following {
	settings: PreviewSettings;
	marks: Marks;
	ask: ReturnType<typeof createAsk>;
	/** The nodes of the page when it was parsed. Empty once there is a patch. */
	recording: Recording;
	/** Undefined until the server has answered for the first time. */
	patch: Patch | undefined;
	/** The unsaved state of the story in the editor. */
	story: unknown;
	/** The update that follows the one under way. */
	next: Update | undefined;
	isBusy: boolean;
	/** Since the last answer. */
	failures: number;
	/** Ends a pause after a failure. */
	wake(): void;
	/** What follows, once the page is about to be replaced. */
	leavingFor: 'same page' | 'other page' | undefined;
}

/** Milliseconds to wait before what failed is tried again; twice as long each time, up to the longest. */
const pauseMs = 300;
const longestPauseMs = 5000;

/** Maximum number of retries for a page that the server cannot render. */
const maxServerErrors = 5;

/** Handles a message of the editor. */
export function receive(page: Following, message: FromEditor): void {
	switch (message.action) {
		case 'input':
			// Another story's text would be shown in this one's place.
			if (Number(message.story?.id) !== page.settings.storyId) return;
			// The server would lead from there to the page of the story.
			if (page.settings.isMissing) return;
			Object.assign(page, { story: message.story, failures: 0 });
			update(page, 'render');
			break;
		case 'change':
		case 'published':
		case 'unpublished':
			page.story = undefined;
			update(page, 'refresh');
			break;
		default:
			page.marks.receive(message);
	}
}

/** Requests an update. One request runs at a time; updates wanted meanwhile become one, with the last state. */
export function update(page: Following, wanted: Update): void {
	// The next document goes on with what is sent before it is there.
	if (page.leavingFor === 'same page') carry(page.settings, { top: scrollY, story: page.story });
	if (page.next !== 'refresh') page.next = wanted;
	if (page.isBusy) page.wake();
	else void work(page);
}

async function work(page: Following): Promise<void> {
	page.isBusy = true;
	while (page.next && !page.leavingFor) {
		const wanted = page.next;
		page.next = undefined;
		try {
			await follow(page, wanted);
			page.failures = 0;
		} catch (error) {
			const status = error instanceof Refusal ? error.status : undefined;
			if (status !== 429) noticeError(page, error);
			if (await canTryAgain(page, status)) update(page, wanted);
		}
	}
	page.isBusy = false;
}

/** Waits where the same request may succeed later; false where it will not. */
async function canTryAgain(page: Following, status: number | undefined): Promise<boolean> {
	const isLate = status === 0 || status === 429 || status === 503;
	const isBroken = status === 500 && page.failures < maxServerErrors;
	if (!isLate && !isBroken) return false;
	page.failures += 1;
	const ms = Math.min(pauseMs * 2 ** (page.failures - 1), longestPauseMs);
	// Another state may be what the server can render.
	if (isBroken && page.next) return true;
	await new Promise<void>((resolve) => {
		setTimeout(resolve, ms);
		if (isBroken) page.wake = resolve;
	});
	page.wake = () => {};
	return true;
}

/** Updates the page to what the server renders for its current state. */
async function follow(page: Following, wanted: Update): Promise<void> {
	const { settings, marks, ask, recording, patch } = page;
	const { path, sent } = settings;
	const shown = wanted === 'render' && patch ? page.story : undefined;
	const answer = await ask(
		patch ? { do: wanted, path, ...(shown ? { story: shown } : {}) } : { do: 'start', path, sent },
	);
	if (answer.address) leave(page, answer.address, 'other page');
	if (!answer.page) return;
	if (answer.scripts !== settings.scripts) return visit(page, path);
	if (!patch) {
		// The first answer is the page as it was sent, which the page is matched with. It may have changed since.
		page.patch = createPatch(document, answer.page, { ...settings, recording });
		recording.clear();
		update(page, wanted);
	} else if (!patch.apply(answer.page)) return visit(page, path);
	if (page.story && !shown) update(page, 'render');
	marks.notice(undefined);
	marks.refresh();
	document.dispatchEvent(new CustomEvent('slugline:updated'));
}

/** Goes to a page of the site. */
export async function visit(page: Following, path: string): Promise<void> {
	try {
		const { address } = await page.ask({ do: 'visit', path });
		if (address) leave(page, address, path === page.settings.path ? 'same page' : 'other page');
	} catch (error) {
		noticeError(page, error);
		// Tries again until the server responds, so that the page says so no longer.
		if (error instanceof Refusal && error.status === 0 && !page.settings.isMissing) update(page, 'render');
	}
}

/** Only the same page can go on with unsaved changes. Any other one may be of somebody who must not see them. */
function leave(page: Following, address: string, to: 'same page' | 'other page'): void {
	page.leavingFor = to;
	if (to === 'same page') carry(page.settings, { top: scrollY, story: page.story });
	location.replace(location.origin + address);
}

const noticeError = ({ marks }: Following, error: unknown): void =>
	marks.notice(error instanceof Error ? error.message : String(error));
