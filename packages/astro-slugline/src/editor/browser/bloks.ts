import { isObject, mapObjects } from 'astro-keep/shared/json';
import { uuidForm } from 'astro-keep/shared/text/printable';
import { moved } from './controls/choices.js';
import { button, fieldset, make } from './controls/dom.js';

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
	const group = fieldset(field);
	const items = make('div');
	const choice = make('select', {}, ...names.map((name) => new Option(name, name)));
	choice.setAttribute('aria-label', `Blok to add to ${field}`);
	/** The place after the blok that had the focus last. */
	let next: number | undefined;
	/** @param focus the blok whose button gets the focus afterwards, and that button */
	const change = (changed: unknown[], focus?: [place: number, label: string]) => {
		list.splice(0, list.length, ...changed);
		show();
		onChange();
		if (!focus) return;
		const [place, label] = focus;
		const buttons = [
			...(items.children[place]?.querySelectorAll<HTMLElement>(':scope > .blok-actions button') ?? []),
		];
		(buttons.find(({ textContent }) => textContent === label) ?? buttons[0] ?? choice).focus();
	};
	const actionsOf = (blok: Record<string, unknown>, place: number) => {
		const of = `${String(blok['component'])} ${place + 1}`;
		const actions = make('div', { className: 'blok-actions' });
		const act = (label: string, by: number) =>
			actions.append(
				button(label, () => change(moved(list, place, by), [place + by, label]), `${label}: ${of}`),
			);
		if (place > 0) act('Move up', -1);
		if (place < list.length - 1) act('Move down', 1);
		const copy = () => change(list.toSpliced(place + 1, 0, withNewUids(blok)), [place + 1, 'Duplicate']);
		actions.append(
			button('Duplicate', copy, `Duplicate: ${of}`),
			button('Remove', () => change(list.toSpliced(place, 1), [place, 'Remove']), `Remove: ${of}`),
		);
		return actions;
	};
	const item = (blok: Record<string, unknown>, place: number) => {
		const box = boxOf(blok, place, list.length <= maxUnfolded);
		box.append(...fieldsOf(blok), actionsOf(blok, place));
		box.addEventListener('focusin', () => {
			next = place + 1;
		});
		return box;
	};
	const show = () =>
		items.replaceChildren(
			...list.map((blok, place) =>
				isObject(blok) ? item(blok, place) : make('p', { textContent: String(blok) }),
			),
		);
	const add = () => {
		const place = Math.min(next ?? list.length, list.length);
		const blok = { _uid: crypto.randomUUID(), component: choice.value };
		unfolded.set(blok._uid, true);
		change(list.toSpliced(place, 0, blok));
		items.children[place]
			?.querySelector<HTMLElement>('input, textarea, select, [contenteditable=true], button')
			?.focus();
	};
	show();
	group.append(items, make('div', { className: 'row' }, choice, button('Add', add, `Add to ${field}`)));
	return group;
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
