import { type BlokMark, bridgeConfig, type FromEditor, type ToEditor } from '../../../preview/index.js';
import { createBar, type Said } from './bar.js';
import { blokAround, blokOf, placeOf } from './bloks.js';
import { sheet } from './style.js';

/** The frames around bloks, their menu, and messages for the editor, on top of the page. */
export interface Marks {
	/** Handles a message of the editor about bloks. */
	receive(message: FromEditor): void;
	/** Selects the blok of a node; returns true if the selection changed. */
	select(target: Node): boolean;
	/** True for a node of these marks. */
	owns(target: Node): boolean;
	/** Shows a message, or removes it. */
	notice(sentence: string | undefined): void;
	/** Moves everything to the current positions of the bloks. */
	refresh(): void;
}

/** The bloks that are marked, by their uids. */
interface Shown {
	selected: string | undefined;
	hinted: string | undefined;
	highlighted: readonly string[];
	/** A blok to scroll to, which may not be in the page yet. */
	wanted: string | undefined;
}

/** Milliseconds until a duplicated blok is in the page. */
const duplicatedMs = 500;

export function createMarks(send: (message: ToEditor) => void): Marks {
	const host = document.createElement('slugline-preview');
	const root = host.attachShadow({ mode: 'closed' });
	root.adoptedStyleSheets = [sheet()];
	const add = <Name extends keyof HTMLElementTagNameMap>(name: Name, className: string, to: Node = root) => {
		const element = Object.assign(document.createElement(name), { className });
		to.appendChild(element);
		return element;
	};
	const hint = add('div', 'box hint');
	const highlights = add('div', 'highlights');
	const frame = add('div', 'box frame');
	const bar = add('div', 'bar', frame);
	bar.setAttribute('role', 'toolbar');
	bar.setAttribute('aria-label', 'Block');
	const sentence = add('p', 'notice');
	sentence.setAttribute('role', 'status');
	for (const element of [hint, frame, sentence]) element.hidden = true;
	document.documentElement.appendChild(host);

	const shown: Shown = { selected: undefined, hinted: undefined, highlighted: [], wanted: undefined };
	const fill = createBar(bar, { send, open: openByUid });
	let said: Said = { names: {}, canCopy: false, message: { action: '' } };
	let moving = 0;

	for (const event of ['scroll', 'resize'])
		addEventListener(event, schedule, { capture: true, passive: true });
	new ResizeObserver(schedule).observe(document.documentElement);

	return {
		receive,
		select(target) {
			const blok = blokAround(target);
			if (blok) return open(blok);
			if (shown.selected !== undefined) send({ action: 'noFocus' });
			deselect();
			return false;
		},
		owns: (target) => host.contains(target) || root.contains(target),
		notice(text) {
			sentence.hidden = text === undefined;
			sentence.textContent = text ?? '';
		},
		refresh: schedule,
	};

	function receive(message: FromEditor): void {
		switch (message.action) {
			case 'enterEditmode':
				said = { ...said, names: message.componentNames ?? {}, canCopy: message.appVersion === 'v2' };
				break;
			case 'editedBlok':
			case 'enterComponent': {
				const uid = message.blok?.uid ?? message.componentId ?? message.breadcrumbs?.at(-1)?._uid;
				said = { ...said, message };
				Object.assign(shown, { selected: uid, hinted: undefined, wanted: uid });
				fill(message.breadcrumbs ?? [], said);
				break;
			}
			case 'hoverComponent':
				shown.hinted = message.componentId;
				break;
			case 'highlightComponent':
				shown.highlighted = message.componentIds ?? [];
				shown.wanted = message.componentId ?? shown.wanted;
				break;
			case 'deselectBlok':
			case 'deletedBlock':
				deselect();
				break;
			case 'addedBlock':
			case 'movedBlock':
				openByUid(message.blockId);
				break;
			case 'duplicatedBlock':
				deselect();
				setTimeout(() => openByUid(message.blockId), duplicatedMs);
				break;
		}
		schedule();
	}

	function open(blok: BlokMark): boolean {
		const isNew = blok.uid !== shown.selected;
		shown.selected = blok.uid;
		if (isNew) {
			said = { ...said, message: { action: '' } };
			fill([{ _uid: blok.uid, component: blok.name }], said);
		}
		send({
			action: 'edit',
			dataC: { ...blok, name: said.names[blok.name] ?? blok.name },
			config: bridgeConfig,
		});
		schedule();
		return isNew;
	}

	function openByUid(uid: string | undefined): void {
		const blok = uid === undefined ? undefined : blokOf(uid);
		if (blok) open(blok);
	}

	function deselect(): void {
		shown.selected = undefined;
		schedule();
	}

	function reveal(): void {
		const place = shown.wanted === undefined ? undefined : placeOf(shown.wanted);
		if (place) shown.wanted = undefined;
		if (!place || (place.top < innerHeight && place.bottom > 0)) return;
		scrollBy({ top: place.top - innerHeight / 4, behavior: 'smooth' });
	}

	function schedule(): void {
		cancelAnimationFrame(moving);
		moving = requestAnimationFrame(() => {
			reveal();
			put(frame, shown.selected);
			put(hint, shown.hinted);
			highlights.replaceChildren();
			for (const uid of shown.highlighted) put(add('div', 'box highlight', highlights), uid);
		});
	}
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
