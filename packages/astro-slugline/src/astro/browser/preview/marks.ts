import {
	type BlokAction,
	type BlokMark,
	type Breadcrumb,
	bridgeConfig,
	type FromEditor,
	type ToEditor,
} from '../../../preview/index.js';
import { blokAround, blokOf, placeOf } from './bloks.js';
import { addLayer, draw, type Layer, type Marked } from './layer.js';

/** The frames around bloks, their menu, and messages for the editor, on top of the page. */
export type Marks = ReturnType<typeof createMarks>;

/** What is marked, and what the editor has said of the space and of the selected blok. */
interface State extends Marked {
	/** A blok to scroll to, which may not be in the page yet. */
	wanted: string | undefined;
	/** Names of components, as editors see them. */
	names: Record<string, string>;
	canCopy: boolean;
	/** The message that selected the blok; without an action before it has come. */
	message: FromEditor;
}

interface Marking {
	layer: Layer;
	state: State;
	send(message: ToEditor): void;
	/** The frame in which the marks move. */
	moving: number;
}

/** Milliseconds until a duplicated blok is in the page. */
const duplicatedMs = 500;

/** The entries of the menu of a blok, and whether they are possible at its place among its parent's bloks. */
const actions: [BlokAction, string, (state: State, index: number) => boolean | undefined][] = [
	['addBlockBefore', 'Add before', ({ message }) => message.canAddBlocks],
	['addBlockAfter', 'Add after', ({ message }) => message.canAddBlocks],
	['duplicateBlock', 'Duplicate', ({ message }) => message.canAddBlocks],
	['copy', 'Copy', ({ canCopy }) => canCopy],
	['moveForward', 'Move down', ({ message }) => message.canMoveForward],
	['moveBackward', 'Move up', ({ message }, index) => message.canMoveBackward && index > 0],
	['deleteBlock', 'Delete', ({ message }) => message.canDeleteBlocks],
];

export function createMarks(send: (message: ToEditor) => void) {
	const layer = addLayer();
	const { host, root, notice } = layer;
	const state: State = {
		...{ selected: undefined, hinted: undefined, highlighted: [], wanted: undefined },
		...{ names: {}, canCopy: false, message: { action: '' } },
	};
	const marking: Marking = { layer, state, send, moving: 0 };
	const refresh = () => schedule(marking);
	for (const event of ['scroll', 'resize'])
		addEventListener(event, refresh, { capture: true, passive: true });
	new ResizeObserver(refresh).observe(document.documentElement);
	return {
		/** Handles a message of the editor about bloks. */
		receive: (message: FromEditor) => receive(marking, message),
		/** Selects the blok of a node; returns true if the selection changed. */
		select: (target: Node) => select(marking, target),
		/** True for a node of these marks. */
		owns: (target: Node) => host.contains(target) || root.contains(target),
		/** Shows a message, or removes it. */
		notice(sentence: string | undefined) {
			notice.hidden = sentence === undefined;
			notice.textContent = sentence ?? '';
		},
		/** Moves everything to the current positions of the bloks. */
		refresh,
	};
}

/** The state after a message of the editor. */
function after(state: State, message: FromEditor): State {
	const { blok, breadcrumbs, componentId, componentIds, componentNames, appVersion } = message;
	switch (message.action) {
		case 'enterEditmode':
			return { ...state, names: componentNames ?? {}, canCopy: appVersion === 'v2' };
		case 'editedBlok':
		case 'enterComponent': {
			const uid = blok?.uid ?? componentId ?? breadcrumbs?.at(-1)?._uid;
			return { ...state, message, selected: uid, hinted: undefined, wanted: uid };
		}
		case 'hoverComponent':
			return { ...state, hinted: componentId };
		case 'highlightComponent':
			return { ...state, highlighted: componentIds ?? [], wanted: componentId ?? state.wanted };
		case 'deselectBlok':
		case 'deletedBlock':
		case 'duplicatedBlock':
			return { ...state, selected: undefined };
		default:
			return state;
	}
}

function receive(marking: Marking, message: FromEditor): void {
	marking.state = after(marking.state, message);
	if (marking.state.message === message) fillBar(marking, message.breadcrumbs ?? []);
	const show = () => openByUid(marking, message.blockId);
	if (message.action === 'addedBlock' || message.action === 'movedBlock') show();
	if (message.action === 'duplicatedBlock') setTimeout(show, duplicatedMs);
	schedule(marking);
}

function select(marking: Marking, target: Node): boolean {
	const blok = blokAround(target);
	if (blok) return open(marking, blok);
	if (marking.state.selected !== undefined) marking.send({ action: 'noFocus' });
	marking.state.selected = undefined;
	schedule(marking);
	return false;
}

function open(marking: Marking, blok: BlokMark): boolean {
	const { state, send } = marking;
	const isNew = blok.uid !== state.selected;
	if (isNew) {
		marking.state = { ...state, selected: blok.uid, message: { action: '' } };
		fillBar(marking, [{ _uid: blok.uid, component: blok.name }]);
	}
	const name = state.names[blok.name] ?? blok.name;
	send({ action: 'edit', dataC: { ...blok, name }, config: bridgeConfig });
	schedule(marking);
	return isNew;
}

function openByUid(marking: Marking, uid: string | undefined): void {
	const blok = uid === undefined ? undefined : blokOf(uid);
	if (blok) open(marking, blok);
}

/** Shows the path to the selected blok in the bar, and the blok's actions. */
function fillBar(marking: Marking, breadcrumbs: readonly Breadcrumb[]): void {
	const { state, send } = marking;
	const { bar } = marking.layer;
	const button = (textContent: string, run: () => void) => {
		const element = Object.assign(document.createElement('button'), { type: 'button', textContent });
		element.addEventListener('click', run);
		bar.append(element);
	};
	bar.replaceChildren();
	const last = breadcrumbs.at(-1);
	for (const crumb of breadcrumbs) {
		const label = state.names[crumb.component] ?? crumb.component;
		if (crumb === last) bar.append(Object.assign(document.createElement('strong'), { textContent: label }));
		else button(`${label} ›`, () => openByUid(marking, crumb._uid));
	}
	if (!last || !state.message.action) return;
	const index = Number(last._parentindex ?? 0);
	for (const [action, label, isPossible] of actions)
		if (isPossible(state, index)) button(label, () => send({ action, blok: last }));
}

/** Moves the marks in the next frame, however often it is called before. */
function schedule(marking: Marking): void {
	cancelAnimationFrame(marking.moving);
	marking.moving = requestAnimationFrame(() => {
		reveal(marking.state);
		draw(marking.layer, marking.state);
	});
}

/** Scrolls to the wanted blok once it is in the page. */
function reveal(state: State): void {
	const place = state.wanted === undefined ? undefined : placeOf(state.wanted);
	if (place) state.wanted = undefined;
	if (!place || (place.top < innerHeight && place.bottom > 0)) return;
	scrollBy({ top: place.top - innerHeight / 4, behavior: 'smooth' });
}
