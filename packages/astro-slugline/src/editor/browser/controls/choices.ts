import type { ListedStory } from '../../protocol.js';
import { button, fieldset, labelled, make, type Take } from './dom.js';
import { check, line } from './texts.js';

/** Checkboxes for the values that a field has in the space, and an input for others. */
export function options(
	name: string,
	chosen: readonly string[],
	values: readonly string[],
	set: Take<string[]>,
): HTMLElement {
	const all = [...new Set([...values, ...chosen])];
	let now = [...chosen];
	const boxes = make('div', { className: 'boxes' });
	const add = (value: string) => {
		boxes.append(
			labelled(
				value,
				check(now.includes(value), (isOn) => {
					now = isOn ? [...now, value] : now.filter((one) => one !== value);
					set(now);
				}),
			),
		);
	};
	for (const value of all) add(value);
	const other = line('', () => {});
	other.setAttribute('aria-label', `Another value for ${name}`);
	const adder = button(
		'Add',
		() => {
			const value = other.value.trim();
			if (value === '' || all.includes(value)) return;
			all.push(value);
			now = [...now, value];
			add(value);
			other.value = '';
			other.focus();
			set(now);
		},
		`Add a value to ${name}`,
	);
	return fieldset(name, boxes, make('div', { className: 'row' }, other, adder));
}

/** Chooses one story of the space, or no story. */
export function story(stories: readonly ListedStory[], value: string, set: Take<string>): HTMLSelectElement {
	const choice = make('select', {}, new Option('None', ''));
	for (const { uuid, name, slug } of stories) choice.append(new Option(`${name} (${slug})`, uuid));
	// A deleted story stays selected until another one is chosen.
	if (value !== '' && !stories.some(({ uuid }) => uuid === value))
		choice.append(new Option(`Unknown story (${value})`, value));
	choice.value = value;
	choice.addEventListener('change', () => set(choice.value));
	return choice;
}

/** Chooses several stories, and their order. */
export function references(
	name: string,
	stories: readonly ListedStory[],
	chosen: readonly string[],
	set: Take<string[]>,
): HTMLElement {
	const list = make('ol', { className: 'chosen' });
	let now = [...chosen];
	const nameOf = (uuid: string) =>
		stories.find((one) => one.uuid === uuid)?.name ?? `Unknown story (${uuid})`;
	const change = (next: string[], focus?: number) => {
		now = next;
		show();
		const rows = list.querySelectorAll('button');
		if (focus !== undefined) (list.children[focus]?.querySelector('button') ?? rows[0] ?? choice).focus();
		set(now);
	};
	const show = () => {
		list.replaceChildren(
			...now.map((uuid, place) => {
				const of = nameOf(uuid);
				const buttons = [];
				if (place > 0)
					buttons.push(button('↑', () => change(moved(now, place, -1), place - 1), `Move ${of} up`));
				if (place < now.length - 1)
					buttons.push(button('↓', () => change(moved(now, place, 1), place + 1), `Move ${of} down`));
				buttons.push(button('×', () => change(now.toSpliced(place, 1), place), `Remove ${of}`));
				return make('li', {}, make('span', { textContent: of }), ...buttons);
			}),
		);
	};
	const choice = story(stories, '', () => {});
	choice.setAttribute('aria-label', `Story to add to ${name}`);
	// With the keyboard, a choice passes the stories before the one that is wanted.
	const adder = button(
		'Add',
		() => {
			const uuid = choice.value;
			choice.value = '';
			if (uuid !== '' && !now.includes(uuid)) change([...now, uuid]);
			choice.focus();
		},
		`Add to ${name}`,
	);
	show();
	return fieldset(name, list, make('div', { className: 'row' }, choice, adder));
}

/** A copy of a list with one item moved up or down. */
export function moved<Item>(list: readonly Item[], place: number, by: number): Item[] {
	const next = [...list];
	next.splice(place + by, 0, ...next.splice(place, 1));
	return next;
}
