import { isObject, mapObjects } from 'astro-keep/shared/json';
import { uuidForm } from 'astro-keep/shared/text/printable';
import { button, fieldset, make } from './controls/dom.js';
import { ordered } from './controls/ordered.js';

interface BloksOptions {
	field: string;
	/** The bloks. Changed in place. */
	list: unknown[];
	/** Names of the bloks that can be added. */
	names: readonly string[];
	fieldsOf(blok: Record<string, unknown>): HTMLElement[];
	onChange(): void;
}

/** Limit of bloks that are shown with their fields. Each of a longer list begins as one line. */
const maxUnfolded = 4;

/** Whether bloks are unfolded, by `_uid`. */
const unfolded = new Map<unknown, boolean>();

/** Shows the bloks of a field, with their fields and buttons to move, remove, and add them. */
export function bloks({ field, list, names, fieldsOf, onChange }: BloksOptions): HTMLElement {
	const choice = make('select', {}, ...names.map((name) => new Option(name, name)));
	choice.setAttribute('aria-label', `Blok to add to ${field}`);
	/** The place after the blok that had the focus last. */
	let next: number | undefined;
	const { items, add } = ordered({
		list,
		nameOf: (blok, place) => `${isObject(blok) ? String(blok['component']) : 'item'} ${place + 1}`,
		copy: withNewUids,
		...{ adder: choice, onChange },
		show(blok, place) {
			if (!isObject(blok)) return make('p', { textContent: String(blok) });
			const box = boxOf(blok, place, list.length <= maxUnfolded);
			box.append(...fieldsOf(blok));
			box.addEventListener('focusin', () => {
				next = place + 1;
			});
			return box;
		},
	});
	const addChosen = () => {
		const blok = { _uid: crypto.randomUUID(), component: choice.value };
		unfolded.set(blok._uid, true);
		add(blok, Math.min(next ?? list.length, list.length));
	};
	const adder = make('div', { className: 'row' }, choice, button('Add', addChosen, `Add to ${field}`));
	return fieldset(field, items, adder);
}

/** A blok that can be folded to a line. */
function boxOf(blok: Record<string, unknown>, place: number, isOpen: boolean): HTMLElement {
	const [uid, name] = [blok['_uid'], String(blok['component'])];
	const line = make('summary');
	const box = make('details', { className: 'blok', open: unfolded.get(uid) ?? isOpen }, line);
	const write = () => line.replaceChildren(name, ' ', make('span', { textContent: lineOf(blok) }));
	write();
	box.setAttribute('aria-label', `${name} ${place + 1}`);
	box.dataset['uid'] = String(uid);
	box.addEventListener('toggle', () => unfolded.set(uid, box.open));
	box.addEventListener('input', write);
	return box;
}

/** The first text of a blok. */
const lineOf = (blok: Record<string, unknown>): string =>
	String(
		Object.entries(blok).find(
			([name, value]) =>
				typeof value === 'string' && value !== '' && !uuidForm.test(value) && !/^_|^component$/.test(name),
		)?.[1] ?? '',
	).slice(0, 100);

/** Unfolds a blok, and those around it. */
export function unfold(element: Element | null): void {
	for (let box = element?.closest('details'); box; box = box.parentElement?.closest('details'))
		box.open = true;
}

/** A copy of a blok in which every blok has a new `_uid`. */
const withNewUids = (blok: unknown): unknown =>
	mapObjects(blok, (fields) => ('_uid' in fields ? { ...fields, _uid: crypto.randomUUID() } : fields));
