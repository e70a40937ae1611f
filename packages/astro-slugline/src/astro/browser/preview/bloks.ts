import type { BlokMark } from '../../../preview/index.js';
import { markOf, readMark } from '../blok-mark.js';

const isEnd = (node: Node): boolean =>
	node.nodeType === Node.COMMENT_NODE && (node.nodeValue ?? '').startsWith('/');

const ownMark = (node: Node): BlokMark | undefined =>
	node instanceof Element ? readMark(node.getAttribute('data-blok-c')) : markOf(node);

/** The innermost blok that a node is in. */
export function blokAround(target: Node): BlokMark | undefined {
	for (let node: Node | null = target; node; node = node.parentNode) {
		const own = node instanceof Element ? ownMark(node) : undefined;
		if (own) return own;
		let ended = 0;
		for (let before = node.previousSibling; before; before = before.previousSibling) {
			const mark = markOf(before);
			if (isEnd(before)) ended += 1;
			else if (mark && ended === 0) return mark;
			else if (mark) ended -= 1;
		}
	}
	return undefined;
}

/** The element that has a blok's mark, or the comment before the blok. */
function startOf(uid: string): Node | undefined {
	const element = document.querySelector(`[data-blok-uid$="-${CSS.escape(uid)}"]`);
	if (element) return element;
	const comments = document.createTreeWalker(document.body, NodeFilter.SHOW_COMMENT);
	for (let node = comments.nextNode(); node; node = comments.nextNode())
		if (markOf(node)?.uid === uid) return node;
	return undefined;
}

/** The position of a blok in the window; undefined if it is not in the page or not visible. */
export function placeOf(uid: string): DOMRect | undefined {
	const start = startOf(uid);
	if (start instanceof Element) return visible(start.getBoundingClientRect());
	for (let end = start?.nextSibling; start && end; end = end.nextSibling) {
		if (!isEnd(end) || end.nodeValue !== `/${uid}`) continue;
		const range = document.createRange();
		range.setStartAfter(start);
		range.setEndBefore(end);
		return visible(range.getBoundingClientRect());
	}
	return undefined;
}

const visible = (place: DOMRect): DOMRect | undefined => (place.width + place.height > 0 ? place : undefined);

/** The blok's mark by its uid. */
export function blokOf(uid: string): BlokMark | undefined {
	const start = startOf(uid);
	return start && ownMark(start);
}
