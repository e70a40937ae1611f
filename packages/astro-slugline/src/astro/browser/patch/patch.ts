import type { PreviewSettings, SentPage } from '../../../preview/index.js';
import { align, commonSequence } from './align.js';
import { patchAttributes } from './attributes.js';
import { keepFocus } from './focus.js';
import { componentOf, giveProps, slotsOf, unmount } from './islands.js';
import { keyed, kindOf } from './keys.js';
import { parsePage } from './parse.js';
import { findPlaces, Lost, type Places, type Recording } from './places.js';
import { put } from './put.js';
import { createScripts, type RunnableScript } from './scripts.js';
import { attachShadow, copyTemplate, isShadowRoot, patchTemplate } from './templates.js';
import { patchText } from './text.js';

/** A page that follows the server's HTML, and preserves the changes of its scripts. */
export interface Patch {
	/**
	 * Applies the difference between the server's last HTML and this one to the page.
	 *
	 * @returns false if scripts changed the page so much that it must be reloaded
	 */
	apply(page: SentPage): boolean;
}

/** The live page, as the first script found it. */
export interface PatchedPage extends Pick<PreviewSettings, 'nonces' | 'isStrict'> {
	/** Its nodes when it was parsed. */
	recording: Recording;
}

/** A page that is patched. */
interface Patched {
	live: Document;
	places: Places;
	runnable: RunnableScript;
	/** Nodes that the server's HTML no longer has where they were. Bloks among them may come back in another place. */
	removed: Node[];
}

/**
 * Patches a page by a three-way comparison: only differences between two versions of the server's HTML are applied, so that the
 * changes of the page's scripts stay.
 *
 * @param live the page
 * @param sent the page as the server sent it
 */
export function createPatch(
	live: Document,
	sent: SentPage,
	{ recording, nonces, isStrict }: PatchedPage,
): Patch {
	const server = parsePage(sent, nonces);
	const page: Patched = {
		live,
		places: findPlaces(server, live, recording),
		runnable: createScripts(server, live, isStrict),
		removed: [],
	};
	return {
		apply(next) {
			const fresh = parsePage(next, nonces);
			const focus = keepFocus(live);
			try {
				if (!server.documentElement.isEqualNode(fresh.documentElement))
					update(page, server.documentElement, fresh.documentElement);
				return true;
			} catch (error) {
				if (error instanceof Lost) return false;
				throw error;
			} finally {
				for (const node of page.removed.splice(0)) removeFromPage(page, node);
				focus();
			}
		},
	};
}

/** Updates a node of the server's last HTML, and its node in the page, to match a fresh one. Returns the node that stands for it. */
function update(page: Patched, old: Node, fresh: Node): Node {
	if (old.isEqualNode(fresh)) return old;
	if (old instanceof Element && fresh instanceof Element) {
		try {
			return updateElement(page, old, fresh);
		} catch (error) {
			if (!(error instanceof Lost) || !canReplace(page, old)) throw error;
			return replace(page, old, fresh);
		}
	}
	const place = page.places.of(old);
	if (!place) throw new Lost();
	const [before, value] = [old.nodeValue ?? '', fresh.nodeValue ?? ''];
	patchText(place as CharacterData, before, value);
	old.nodeValue = value;
	return old;
}

function updateElement(page: Patched, old: Element, fresh: Element): Element {
	const { places } = page;
	const place = places.of(old) as Element | undefined;
	if (old instanceof HTMLTemplateElement && fresh instanceof HTMLTemplateElement) {
		const host = isShadowRoot(old) && old.parentNode ? places.of(old.parentNode) : place;
		if (!patchTemplate(old, fresh, host)) throw new Lost();
		return old;
	}
	if (old.localName === 'astro-island') {
		if (componentOf(old) !== componentOf(fresh)) {
			if (!place) throw new Lost();
			return replace(page, old, fresh);
		}
		if (place && !place.hasAttribute('ssr')) return updateIsland(page, old, fresh, place);
	}
	if (!place) throw new Lost();
	patchAttributes(old, fresh, place);
	updateChildren(page, old, fresh);
	return old;
}

/** A component that runs in the browser has made its HTML its own: it gets its slots and props. */
function updateIsland(page: Patched, old: Element, fresh: Element, place: Element): Element {
	const { places } = page;
	const slots = slotsOf(old);
	for (const [name, slot] of slotsOf(fresh)) {
		const existing = slots.get(name);
		const isShown = existing && places.of(existing) !== undefined;
		if (isShown) updateChildren(page, existing, slot);
	}
	const hasOtherProps = old.getAttribute('props') !== fresh.getAttribute('props');
	patchAttributes(old, fresh, undefined);
	const copy = old.ownerDocument.importNode(fresh, true);
	for (const [name, slot] of slotsOf(copy)) {
		const existing = slots.get(name);
		if (existing && places.of(existing)) slot.replaceWith(existing);
	}
	old.replaceChildren(...copy.childNodes);
	if (hasOtherProps) giveProps(place, fresh.getAttribute('props') ?? '{}');
	return old;
}

function updateChildren(page: Patched, parent: Element, fresh: Element): void {
	const { places, removed } = page;
	const olds = keyed(parent.childNodes);
	const news = keyed(fresh.childNodes);
	const match = align(olds, news);
	const inNewOrder = news.flatMap((fresh) => match.get(fresh) ?? []);
	const matched = new Set(inNewOrder);
	for (const old of olds) {
		if (matched.has(old) || old.item.parentNode !== parent) continue;
		parent.removeChild(old.item);
		removed.push(old.item);
	}
	const unmoved = new Set(commonSequence(olds, inNewOrder).map(([old]) => old));
	let previous: Node | null = null;
	for (const fresh of news) {
		const old = match.get(fresh);
		const node = old ? update(page, old.item, fresh.item) : parent.ownerDocument.importNode(fresh.item, true);
		const next: Node | null = previous ? previous.nextSibling : parent.firstChild;
		if (next !== node) parent.insertBefore(node, next);
		previous = node;
		if (!old) {
			const built = build(page, node);
			previous = built.node;
			put(places, built.place, built.node);
		} else if (!unmoved.has(old)) put(places, places.of(node), node);
	}
}

/** Makes the page's node for a new node of the server's HTML, and for all in it. A blok that is already there takes its place. */
function build(page: Patched, node: Node): { node: Node; place: Node | undefined } {
	const { places, runnable } = page;
	const existing = node instanceof Element ? takeIn(page, node) : undefined;
	if (existing) return { node: existing, place: places.of(existing) };
	const place = node instanceof Element && node.localName === 'script' ? runnable(node) : copyOf(page, node);
	if (!place) return { node, place };
	places.set(node, place);
	if (!(node instanceof HTMLTemplateElement) && place.nodeName !== 'SCRIPT') {
		for (const child of [...node.childNodes]) {
			if (isShadowRoot(child) && place instanceof Element && attachShadow(place, child)) continue;
			const made = build(page, child).place;
			if (made) place.appendChild(made);
		}
	}
	return { node, place };
}

function copyOf({ live }: Patched, node: Node): Node {
	return node instanceof HTMLTemplateElement ? copyTemplate(node, live) : live.importNode(node, false);
}

/** A blok that now stands in another element is moved there, with all that its scripts keep. */
function takeIn(page: Patched, node: Element): Node | undefined {
	const { places, removed } = page;
	const uid = node.getAttribute('data-blok-uid');
	if (uid === null) return undefined;
	const existing = removed.find(
		(gone) => gone instanceof Element && gone.getAttribute('data-blok-uid') === uid && places.of(gone),
	);
	if (!(existing instanceof Element) || kindOf(existing) !== kindOf(node)) return undefined;
	removed.splice(removed.indexOf(existing), 1);
	node.replaceWith(existing);
	return update(page, existing, node);
}

function canReplace({ places }: Patched, old: Element): boolean {
	return places.of(old) !== undefined && !['html', 'head', 'body'].includes(old.localName);
}

/** Puts a fresh element in the place of one, with the classes that scripts gave that one. */
function replace(page: Patched, old: Element, fresh: Element): Element {
	const { places, removed } = page;
	const place = places.of(old) as Element;
	const node = old.ownerDocument.importNode(fresh, true);
	old.replaceWith(node);
	const made = build(page, node).place;
	if (made instanceof Element)
		for (const name of place.classList) if (!old.classList.contains(name)) made.classList.add(name);
	if (made) place.before(made);
	removed.push(old);
	return node;
}

/** Removes what the page has for a node, also what scripts moved out of it. */
function removeFromPage({ places }: Patched, node: Node): void {
	const pending = [node];
	for (let next = pending.pop(); next; next = pending.pop()) {
		const place = places.of(next);
		if (place) unmount(place);
		if (place?.parentNode) place.parentNode.removeChild(place);
		pending.push(...next.childNodes);
	}
}
