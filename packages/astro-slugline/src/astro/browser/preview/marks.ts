import {
	type BlokAction,
	type BlokMark,
	type Breadcrumb,
	bridgeConfig,
	type FromEditor,
	type ToEditor,
} from '../../../preview/index.js';
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

/** The selected blok, from the editor's last message. */
interface Selected extends FromEditor {
	canCopy: boolean;
	/** The blok's place among its parent's bloks. */
	index: number;
}

const actions: [BlokAction, string, (state: Selected) => boolean | undefined][] = [
	['addBlockBefore', 'Add before', ({ canAddBlocks }) => canAddBlocks],
	['addBlockAfter', 'Add after', ({ canAddBlocks }) => canAddBlocks],
	['duplicateBlock', 'Duplicate', ({ canAddBlocks }) => canAddBlocks],
	['copy', 'Copy', ({ canCopy }) => canCopy],
	['moveForward', 'Move down', ({ canMoveForward }) => canMoveForward],
	['moveBackward', 'Move up', ({ canMoveBackward, index }) => canMoveBackward && index > 0],
	['deleteBlock', 'Delete', ({ canDeleteBlocks }) => canDeleteBlocks],
];

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

	let names: Record<string, string> = {};
	let canCopy = false;
	let selected: string | undefined;
	let hinted: string | undefined;
	let highlighted: readonly string[] = [];
	let state: FromEditor = { action: '' };
	/** A blok to scroll to, which may not be in the page yet. */
	let wanted: string | undefined;
	let moving = 0;

	for (const event of ['scroll', 'resize'])
		addEventListener(event, schedule, { capture: true, passive: true });
	new ResizeObserver(schedule).observe(document.documentElement);

	return {
		receive,
		select(target) {
			const blok = blokAround(target);
			if (blok) return open(blok);
			if (selected !== undefined) send({ action: 'noFocus' });
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
				names = message.componentNames ?? {};
				canCopy = message.appVersion === 'v2';
				break;
			case 'editedBlok':
			case 'enterComponent': {
				const uid = message.blok?.uid ?? message.componentId ?? message.breadcrumbs?.at(-1)?._uid;
				state = message;
				selected = uid;
				hinted = undefined;
				writeBar(message.breadcrumbs ?? []);
				wanted = uid;
				break;
			}
			case 'hoverComponent':
				hinted = message.componentId;
				break;
			case 'highlightComponent':
				highlighted = message.componentIds ?? [];
				wanted = message.componentId ?? wanted;
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
		const isNew = blok.uid !== selected;
		selected = blok.uid;
		if (isNew) {
			state = { action: '' };
			writeBar([{ _uid: blok.uid, component: blok.name }]);
		}
		send({
			action: 'edit',
			dataC: { ...blok, name: names[blok.name] ?? blok.name },
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
		selected = undefined;
		schedule();
	}

	/** Shows the path to the blok, and its actions. */
	function writeBar(breadcrumbs: readonly Breadcrumb[]): void {
		bar.replaceChildren();
		for (const [place, crumb] of breadcrumbs.entries()) {
			const label = names[crumb.component] ?? crumb.component;
			if (place === breadcrumbs.length - 1) add('strong', '', bar).textContent = label;
			else button(`${label} ›`, () => openByUid(crumb._uid));
		}
		const last = breadcrumbs.at(-1);
		for (const [action, label, isPossible] of actions) {
			const index = Number(last?._parentindex ?? 0);
			if (!last || !state.action || !isPossible({ ...state, canCopy, index })) continue;
			button(label, () => send({ action, blok: last }));
		}
	}

	function button(label: string, run: () => void): void {
		const element = add('button', '', bar);
		element.type = 'button';
		element.textContent = label;
		element.addEventListener('click', run);
	}

	function reveal(): void {
		const place = wanted === undefined ? undefined : placeOf(wanted);
		if (place) wanted = undefined;
		if (!place || (place.top < innerHeight && place.bottom > 0)) return;
		scrollBy({ top: place.top - innerHeight / 4, behavior: 'smooth' });
	}

	function schedule(): void {
		cancelAnimationFrame(moving);
		moving = requestAnimationFrame(() => {
			reveal();
			put(frame, selected);
			put(hint, hinted);
			highlights.replaceChildren();
			for (const uid of highlighted) put(add('div', 'box highlight', highlights), uid);
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
