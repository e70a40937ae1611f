import { type BlokMark, bridgeConfig, type FromEditor, type ToEditor } from '../../../preview/index.js';
import { createBar, type Said } from './bar.js';
import { blokAround, blokOf, placeOf } from './bloks.js';
import { addLayer, draw, type Layer, type Marked } from './layer.js';

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

/** What is marked, and what the editor has said of it. */
interface State extends Marked, Said {
	/** A blok to scroll to, which may not be in the page yet. */
	wanted: string | undefined;
}

interface Marking {
	layer: Layer;
	state: State;
	send(message: ToEditor): void;
	fill: ReturnType<typeof createBar>;
	/** The frame in which the marks move. */
	moving: number;
}

/** Milliseconds until a duplicated blok is in the page. */
const duplicatedMs = 500;

export function createMarks(send: (message: ToEditor) => void): Marks {
	const layer = addLayer();
	const { host, root, bar, notice } = layer;
	const marking: Marking = {
		layer,
		state: {
			...{ selected: undefined, hinted: undefined, highlighted: [], wanted: undefined },
			...{ names: {}, canCopy: false, message: { action: '' } },
		},
		send,
		fill: createBar(bar, { send, open: (uid) => openByUid(marking, uid) }),
		moving: 0,
	};
	const refresh = () => schedule(marking);
	for (const event of ['scroll', 'resize'])
		addEventListener(event, refresh, { capture: true, passive: true });
	new ResizeObserver(refresh).observe(document.documentElement);
	return {
		receive: (message) => receive(marking, message),
		select: (target) => select(marking, target),
		owns: (target) => host.contains(target) || root.contains(target),
		notice(sentence) {
			notice.hidden = sentence === undefined;
			notice.textContent = sentence ?? '';
		},
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
	const before = marking.state;
	marking.state = after(before, message);
	if (marking.state.message !== before.message) marking.fill(message.breadcrumbs ?? [], marking.state);
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
	const { state, send, fill } = marking;
	const isNew = blok.uid !== state.selected;
	if (isNew) {
		marking.state = { ...state, selected: blok.uid, message: { action: '' } };
		fill([{ _uid: blok.uid, component: blok.name }], marking.state);
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
