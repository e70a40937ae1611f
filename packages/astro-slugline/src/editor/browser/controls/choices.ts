import type { Choice, EditorState, ListedStory } from '../../protocol.js';
import { button, fieldset, labelled, make, type Take } from './dom.js';
import { ordered } from './ordered.js';
import { check, line, suggest } from './texts.js';

interface OptionsField {
	name: string;
	chosen: readonly string[];
	values: readonly Choice[];
	/** Others that are suggested. */
	suggested: readonly Choice[];
	/** True if there are no others. */
	isStrict: boolean;
	set: Take<string[]>;
}

/** Checkboxes for the values that a field can have, or has in the space, and in the latter case an input for others. */
export function options({ name, chosen, values, suggested, isStrict, set }: OptionsField): HTMLElement {
	const others = chosen.filter((one) => !values.some(({ value }) => value === one));
	let now = [...chosen];
	const boxes = make('div', { className: 'boxes' });
	const boxOf = new Map<string, HTMLInputElement>();
	const add = ({ value, label }: Choice) => {
		const box = check(now.includes(value), (isOn) => {
			now = isOn ? [...now, value] : now.filter((one) => one !== value);
			set(now);
		});
		boxOf.set(value, box);
		boxes.append(labelled(label, box));
	};
	for (const one of [...values, ...others.map((value) => ({ value, label: value }))]) add(one);
	if (isStrict) return fieldset(name, boxes);
	const other = line(
		'',
		(text) => other.setCustomValidity(text.trim() === '' ? '' : 'Add this value, or remove it.'),
		suggested,
	);
	other.setAttribute('aria-label', `Another value for ${name}`);
	// Enter, or another place, is as good as the button.
	other.addEventListener('change', () => adder.click());
	const adder = button(
		'Add',
		() => {
			const value = other.value.trim();
			const box = boxOf.get(value);
			other.value = '';
			other.setCustomValidity('');
			if (value === '' || box?.checked) return;
			now = [...now, value];
			if (box) box.checked = true;
			else add({ value, label: value });
			set(now);
		},
		`Add a value to ${name}`,
	);
	return fieldset(name, boxes, make('div', { className: 'row' }, other, adder));
}

/** Chooses one of the values that a field can have, or none. One that it can no longer have stays until another one is chosen. */
export function choice(values: readonly Choice[], value: string, set: Take<string>): HTMLSelectElement {
	const all = values.map((one) => new Option(one.label, one.value));
	const unknown = value === '' || values.some((one) => one.value === value) ? [] : [new Option(value, value)];
	const box = make('select', {}, new Option('None', ''), ...all, ...unknown);
	box.value = value;
	box.addEventListener('change', () => set(box.value));
	return box;
}

const textOf = ({ name, slug }: ListedStory): string => `${name} (${slug})`;

/** Chooses one story of the space, or no story, by its name, its slug, or the languages that it has. A part that only one has is enough. */
export function story(
	{ stories, languages }: EditorState,
	uuid: string,
	set: Take<string>,
	contentTypes: readonly string[] = [],
): HTMLInputElement {
	const possible = stories.filter(
		({ component }) => contentTypes.length === 0 || contentTypes.includes(component),
	);
	const chosen = stories.find((one) => one.uuid === uuid);
	// A deleted story stays until another one is chosen.
	const text = chosen ? textOf(chosen) : uuid && `Unknown story (${uuid})`;
	const box = line(text, () => {
		const found = possible.find((one) => textOf(one) === box.value)?.uuid;
		const next = box.value === text ? uuid : box.value === '' ? '' : found;
		box.setCustomValidity(next === undefined ? 'Choose one of the stories that are listed.' : '');
		if (next !== undefined) set(next);
	});
	box.addEventListener('change', () => {
		const [only, ...more] = possible.filter((one) =>
			textOf(one).toLowerCase().includes(box.value.toLowerCase()),
		);
		if (!only || more.length > 0 || box.validity.valid) return;
		box.value = textOf(only);
		box.dispatchEvent(new Event('input'));
	});
	const languagesOf = (one: ListedStory) =>
		languages.flatMap(({ code, name }) => ((one.languages[code] ?? 'missing') === 'missing' ? [] : [name]));
	const values = () => possible.map((one) => ({ value: textOf(one), label: languagesOf(one).join(', ') }));
	suggest(box, values, ['stories', ...contentTypes].join('-'));
	box.placeholder = 'Find a story';
	return box;
}

/** Chooses several stories, and their order. */
export function references(
	name: string,
	state: EditorState,
	chosen: readonly string[],
	set: Take<string[]>,
	contentTypes?: readonly string[],
): HTMLElement {
	const list = [...chosen];
	const nameOf = (uuid: string) =>
		state.stories.find((one) => one.uuid === uuid)?.name ?? `Unknown story (${uuid})`;
	const take = (uuid: string) => {
		adder.value = '';
		if (uuid === '' || list.includes(uuid)) return;
		add(uuid);
		adder.focus();
	};
	const adder = story(state, '', take, contentTypes);
	adder.setAttribute('aria-label', `Story to add to ${name}`);
	const show = (uuid: string) =>
		make('div', { className: 'chosen' }, make('span', { textContent: nameOf(uuid) }));
	const { items, add } = ordered({ list, show, nameOf, adder, onChange: () => set([...list]) });
	return fieldset(name, items, adder);
}
