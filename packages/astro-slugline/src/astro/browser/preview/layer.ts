import { placeOf } from './bloks.js';
import { sheet } from './style.js';

/** The elements on top of the page, which neither its styles nor its scripts reach. */
export type Layer = ReturnType<typeof addLayer>;

export function addLayer() {
	const host = document.createElement('slugline-preview');
	const root = host.attachShadow({ mode: 'closed' });
	root.adoptedStyleSheets = [sheet()];
	const hint = add('div', 'box hint', root);
	const highlights = add('div', 'highlights', root);
	const frame = add('div', 'box frame', root);
	const bar = add('div', 'bar', frame);
	bar.setAttribute('role', 'toolbar');
	bar.setAttribute('aria-label', 'Block');
	const notice = add('p', 'notice', root);
	notice.setAttribute('role', 'status');
	for (const element of [hint, frame, notice]) element.hidden = true;
	document.documentElement.appendChild(host);
	return { host, root, hint, highlights, frame, bar, notice };
}

/** The bloks that the layer marks, by their uids. */
export interface Marked {
	selected: string | undefined;
	hinted: string | undefined;
	highlighted: readonly string[];
}

/** Moves the marks to where their bloks are now. */
export function draw({ frame, hint, highlights }: Layer, { selected, hinted, highlighted }: Marked): void {
	put(frame, selected);
	put(hint, hinted);
	highlights.replaceChildren();
	for (const uid of highlighted) put(add('div', 'box highlight', highlights), uid);
}

function add<Name extends keyof HTMLElementTagNameMap>(name: Name, className: string, to: Node) {
	const element = Object.assign(document.createElement(name), { className });
	to.appendChild(element);
	return element;
}

function put(box: HTMLElement, uid: string | undefined): void {
	const place = uid === undefined ? undefined : placeOf(uid);
	box.hidden = !place;
	if (!place) return;
	box.classList.toggle('low', place.top < 40);
	Object.assign(box.style, {
		top: `${place.top}px`,
		left: `${place.left}px`,
		width: `${place.width}px`,
		height: `${place.height}px`,
	});
}
