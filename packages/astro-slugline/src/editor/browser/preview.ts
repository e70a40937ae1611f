import type { Change } from '../protocol.js';
import { unfold } from './bloks.js';
import { find } from './controls/dom.js';
import type { Opened } from './history.js';
import { problemIn } from './problems.js';

/** Messages between the editor and the page in its frame, like those of the service's editor. */

const frame = find<HTMLIFrameElement>('frame');

/** The `_uid` of the blok that has the focus. */
let selected: string | undefined;

/** The site may have another origin than the editor. */
const siteOrigin = (): string => new URL(frame.src, location.href).origin;

const post = (message: unknown): void => frame.contentWindow?.postMessage(message, siteOrigin());

/** Shows a page. The browser's way back leads to the story before, not to its page alone. */
export function showPage(address: string): void {
	if (frame.src) frame.contentWindow?.location.replace(address);
	else frame.src = address;
}

export const hidePage = (): void => frame.contentWindow?.location.replace('about:blank');

/** Makes the page scroll to a blok. */
export function select(uid: string | undefined): void {
	selected = uid;
	if (uid) post({ action: 'enterComponent', componentId: uid });
}

/** Shows the content in the page, which keeps the last one that can be saved. */
export function sendStory(opened: Opened): void {
	const { story, name, front, content } = opened;
	const { id, uuid, slug } = story;
	if (problemIn(opened) !== undefined) return;
	post({ action: 'input', story: { id, uuid, full_slug: slug, name, ...front, content } });
}

/** Makes the page show the saved content, and then the current one, in which bloks keep their `_uid`s. */
export function follow(opened: Opened, what: Change['do']): void {
	const action = { save: 'change', publish: 'published', unpublish: 'unpublished' }[what];
	post({ action, slug: opened.story.slug, storyId: opened.story.id });
	if (opened.past.length > 0) sendStory(opened);
}

/** Answers the page, which announces itself, and shows the fields of a blok that is chosen in it. */
export function listen(shown: () => Opened | undefined, showFields: () => void): void {
	addEventListener('message', ({ source, origin, data }) => {
		if (source !== frame.contentWindow || origin !== siteOrigin()) return;
		if (data?.action === 'ping') {
			const opened = shown();
			post({ action: 'pingBack' });
			if (opened?.past.length) sendStory(opened);
			select(selected);
		}
		if (data?.action === 'edit') {
			const uid = CSS.escape(String(data.dataC?.uid));
			const blok = document.querySelector<HTMLElement>(`[data-uid="${uid}"]`);
			if (blok) showFields();
			unfold(blok);
			blok?.scrollIntoView({ block: 'nearest' });
			blok?.querySelector<HTMLElement>('input, textarea, select, [contenteditable=true]')?.focus();
		}
	});
}
