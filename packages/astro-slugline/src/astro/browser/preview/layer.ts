import { placeOf } from './bloks.js';

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

/** The style of the elements on top of the page. A constructed style sheet, which a content security policy allows. */
function sheet(): CSSStyleSheet {
	const made = new CSSStyleSheet();
	made.replaceSync(`
:host { all: initial; }
[hidden] { display: none !important; }
.box { position: fixed; z-index: 2147483000; box-sizing: border-box; pointer-events: none; border-radius: 2px; }
.hint { outline: 1px dashed #05807f; }
.highlight { outline: 1px solid #05807f; background: #59c5c633; }
.frame { outline: 2px solid #05807f; }
.bar { position: absolute; left: -2px; bottom: 100%; display: flex; max-width: 100vw; overflow-x: auto; pointer-events: auto;
  background: #05605f; color: #fff; font: 13px/28px system-ui, sans-serif; border-radius: 4px 4px 0 0; white-space: nowrap; }
.low .bar { bottom: auto; top: 0; }
.bar strong { padding: 0 10px; font-weight: 600; }
.bar button { all: unset; cursor: pointer; padding: 0 9px; border-left: 1px solid #ffffff40; }
.bar button:hover { background: #033f3f; }
.bar button:focus-visible { outline: 2px solid #fff; outline-offset: -3px; }
.notice { position: fixed; z-index: 2147483001; left: 50%; bottom: 16px; transform: translateX(-50%); margin: 0; max-width: min(90vw, 44rem);
  padding: 10px 16px; border-radius: 6px; background: #5c120d; color: #fff; font: 15px/1.4 system-ui, sans-serif; box-shadow: 0 4px 20px #0005; }
`);
	return made;
}
