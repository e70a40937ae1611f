import { button, make } from './dom.js';

interface OrderedOptions<Item> {
	/** The items. Changed in place. */
	list: Item[];
	/** Shows an item. Its buttons are appended. */
	show(item: Item, place: number): HTMLElement;
	/** What its buttons call an item. */
	nameOf(item: Item, place: number): string;
	/** Copies an item. Without it, the items cannot be duplicated. */
	copy?(item: Item): Item;
	/** What gets the focus when no item is left. */
	adder: HTMLElement;
	onChange(): void;
}

/** Shows items in order, with buttons to move, duplicate, and remove them. @returns their element, and a function that adds one */
export function ordered<Item>({ list, show, nameOf, copy, adder, onChange }: OrderedOptions<Item>) {
	const items = make('div');
	const showAll = () =>
		items.replaceChildren(
			...list.map((item, place) => {
				const element = show(item, place);
				element.append(actionsOf(item, place));
				return element;
			}),
		);
	const change = (changed: Item[]) => {
		list.splice(0, list.length, ...changed);
		showAll();
		onChange();
	};
	const actionsOf = (item: Item, place: number) => {
		const actions = make('div', { className: 'item-actions' });
		/** @param at the place of the item whose button gets the focus afterwards */
		const act = (label: string, at: number, next: () => Item[]) => {
			const run = () => {
				change(next());
				const buttons = [
					...(items.children[at]?.querySelectorAll<HTMLElement>(':scope > .item-actions button') ?? []),
				];
				(buttons.find(({ textContent }) => textContent === label) ?? buttons[0] ?? adder).focus();
			};
			actions.append(button(label, run, `${label}: ${nameOf(item, place)}`));
		};
		const without = list.toSpliced(place, 1);
		if (place > 0) act('Move up', place - 1, () => without.toSpliced(place - 1, 0, item));
		if (place < list.length - 1) act('Move down', place + 1, () => without.toSpliced(place + 1, 0, item));
		if (copy) act('Duplicate', place + 1, () => list.toSpliced(place + 1, 0, copy(item)));
		act('Remove', place, () => without);
		return actions;
	};
	/** Adds an item, and puts the focus into it. */
	const add = (item: Item, place = list.length) => {
		change(list.toSpliced(place, 0, item));
		items.children[place]
			?.querySelector<HTMLElement>('input, textarea, select, [contenteditable=true], button')
			?.focus();
	};
	showAll();
	return { items, add };
}
