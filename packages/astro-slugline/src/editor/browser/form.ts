import type { EditorState } from '../protocol.js';

interface FormOptions {
	state: EditorState;
	name: string;
	/** Changed in place. */
	content: Record<string, unknown>;
	onName(name: string): void;
	onChange(): void;
}

type Values = Record<string, unknown>;

const hidden = new Set(['_uid', 'component', '_editable']);
let count = 0;

/** The fields of a story. What a field is follows from the content of the whole space, and from its own value. */
export function createForm({ state, name, content, onName, onChange }: FormOptions): HTMLElement[] {
	return [labelled('Name', text(name, onName)), ...fieldsOf(content)];

	function fieldsOf(values: Values): HTMLElement[] {
		const known = state.fields[String(values['component'])] ?? {};
		const names = [...new Set([...Object.keys(values), ...Object.keys(known)])].filter(
			(one) => !hidden.has(one),
		);
		return names.map((field) => fieldOf(field, values, known[field] ?? []));
	}

	function fieldOf(field: string, values: Values, types: readonly string[]): HTMLElement {
		const value = values[field];
		const set = (next: unknown) => {
			values[field] = next;
			onChange();
		};
		const is = (type: string) => types.includes(type);
		if (typeof value === 'boolean' || (value === undefined && is('boolean'))) {
			const box = Object.assign(document.createElement('input'), {
				type: 'checkbox',
				checked: value === true,
			});
			box.addEventListener('change', () => set(box.checked));
			return labelled(field, box, 'field check');
		}
		if (typeof value === 'number' || (value === undefined && is('number'))) {
			const box = Object.assign(document.createElement('input'), {
				type: 'number',
				step: 'any',
				value: String(value ?? ''),
			});
			box.addEventListener('input', () => set(box.value === '' ? null : box.valueAsNumber));
			return labelled(field, box);
		}
		if (typeof value === 'string' || value === undefined) {
			return listField(field, value, types, set) ?? stringField(field, value ?? '', types, set);
		}
		return listField(field, value, types, set) ?? objectField(field, value, set);
	}

	function listField(
		field: string,
		value: unknown,
		types: readonly string[],
		set: (next: unknown) => void,
	): HTMLElement | undefined {
		if (isBloks(value) || types.some((type) => type.includes('Bloks[')))
			return bloks(field, asList(value), set, types);
		const isList = Array.isArray(value) || value === undefined;
		return types.includes('Uuid[]') && isList ? references(field, asList(value), set) : undefined;
	}

	function stringField(
		field: string,
		value: string,
		types: readonly string[],
		set: (next: unknown) => void,
	): HTMLElement {
		if (types.includes('Uuid')) return labelled(field, stories(value, set));
		const isLong = /\n/.test(value) || value.length > 80;
		return labelled(field, isLong ? area(value, set) : text(value, set));
	}

	function objectField(field: string, value: unknown, set: (next: unknown) => void): HTMLElement {
		if (!isObject(value)) return json(field, value, set);
		if (value['fieldtype'] === 'asset') return parts(field, value, ['filename', 'alt'], set);
		if (value['fieldtype'] === 'multilink') return link(field, value, set);
		const paragraphs = value['type'] === 'doc' ? paragraphsOf(value) : undefined;
		return paragraphs === undefined
			? json(field, value, set)
			: labelled(
					field,
					area(paragraphs, (next) => set(docOf(next))),
				);
	}

	function bloks(
		field: string,
		list: unknown[],
		set: (next: unknown) => void,
		types: readonly string[],
	): HTMLElement {
		const group = fieldset(field);
		const show = () => {
			const items = list.filter(isObject).map((blok, place) => {
				const item = fieldset(String(blok['component']));
				item.dataset['uid'] = String(blok['_uid']);
				const move = (by: number) => {
					list.splice(place + by, 0, ...list.splice(place, 1));
					change();
				};
				item.append(...fieldsOf(blok));
				if (place > 0) item.append(button('Move up', () => move(-1)));
				if (place < list.length - 1) item.append(button('Move down', () => move(1)));
				item.append(
					button('Remove', () => {
						list.splice(place, 1);
						change();
					}),
				);
				return item;
			});
			group.replaceChildren(...[...group.children].slice(0, 1), ...items, adder());
		};
		const change = () => {
			set(list);
			show();
		};
		const adder = () => {
			const own = types.join().matchAll(/Bloks\['([^']+)'\]/g);
			const names = [...new Set([...[...own].map(([, one = '']) => one), ...Object.keys(state.fields)])];
			const choice = Object.assign(document.createElement('select'), {
				ariaLabel: `Blok to add to ${field}`,
			});
			for (const one of names) choice.append(new Option(one, one));
			const add = button('Add', () => {
				list.push({ _uid: crypto.randomUUID(), component: choice.value });
				change();
			});
			const row = document.createElement('div');
			row.append(choice, add);
			return row;
		};
		show();
		return group;
	}

	function stories(value: string, set: (next: unknown) => void): HTMLSelectElement {
		const choice = document.createElement('select');
		choice.append(new Option('None', ''));
		for (const { uuid, name: title, slug } of state.stories)
			choice.append(new Option(`${title} (${slug})`, uuid));
		choice.value = value;
		choice.addEventListener('change', () => set(choice.value));
		return choice;
	}

	function references(field: string, list: unknown[], set: (next: unknown) => void): HTMLElement {
		const choice = stories('', () => {});
		choice.multiple = true;
		choice.size = 5;
		for (const option of choice.options) option.selected = list.includes(option.value);
		choice.addEventListener('change', () =>
			set([...choice.selectedOptions].map(({ value }) => value).filter((value) => value !== '')),
		);
		return labelled(field, choice);
	}

	function link(field: string, value: Values, set: (next: unknown) => void): HTMLElement {
		const group = fieldset(field);
		const isStory = value['linktype'] === 'story';
		const choice = stories(isStory ? String(value['id'] ?? '') : '', (id) =>
			set(Object.assign(value, id ? { linktype: 'story', id, url: '' } : { linktype: 'url', id: '' })),
		);
		const address = text(isStory ? '' : String(value['url'] ?? ''), (url) =>
			set(Object.assign(value, { linktype: 'url', id: '', url })),
		);
		group.append(labelled('Story', choice), labelled('Address', address));
		return group;
	}

	function parts(field: string, value: Values, names: string[], set: (next: unknown) => void): HTMLElement {
		const group = fieldset(field);
		for (const one of names)
			group.append(
				labelled(
					one,
					text(String(value[one] ?? ''), (next) => set(Object.assign(value, { [one]: next }))),
				),
			);
		return group;
	}

	function json(field: string, value: unknown, set: (next: unknown) => void): HTMLElement {
		const box = area(JSON.stringify(value, null, 2), (next) => {
			try {
				set(JSON.parse(next));
				box.setCustomValidity('');
			} catch {
				box.setCustomValidity('This is not JSON.');
			}
		});
		return labelled(`${field} (JSON)`, box);
	}
}

function text(value: string, set: (next: string) => void): HTMLInputElement {
	const box = Object.assign(document.createElement('input'), { type: 'text', value });
	box.addEventListener('input', () => set(box.value));
	return box;
}

function area(value: string, set: (next: string) => void): HTMLTextAreaElement {
	const box = Object.assign(document.createElement('textarea'), { value });
	box.addEventListener('input', () => set(box.value));
	return box;
}

function button(label: string, run: () => void): HTMLButtonElement {
	const element = Object.assign(document.createElement('button'), {
		type: 'button' as const,
		textContent: label,
	});
	element.addEventListener('click', run);
	return element;
}

function labelled(name: string, control: HTMLElement, className = 'field'): HTMLElement {
	const row = Object.assign(document.createElement('div'), { className });
	const label = Object.assign(document.createElement('label'), { textContent: name });
	count += 1;
	control.id = `field-${count}`;
	label.htmlFor = control.id;
	row.append(...(className === 'field' ? [label, control] : [control, label]));
	return row;
}

function fieldset(name: string): HTMLFieldSetElement {
	const group = document.createElement('fieldset');
	group.append(Object.assign(document.createElement('legend'), { textContent: name }));
	return group;
}

const isObject = (value: unknown): value is Values =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const isBloks = (value: unknown): boolean =>
	Array.isArray(value) &&
	value.length > 0 &&
	value.every((one) => isObject(one) && typeof one['component'] === 'string');

/** Rich text that is paragraphs of plain text, with an empty line between them; undefined for any other. */
function paragraphsOf(doc: Values): string | undefined {
	const paragraphs = asList(doc['content']).map((node) => {
		if (!isObject(node) || node['type'] !== 'paragraph') return undefined;
		const runs = asList(node['content']);
		const isPlain = runs.every((run) => isObject(run) && run['type'] === 'text' && !run['marks']);
		return isPlain ? runs.map((run) => String((run as Values)['text'])).join('') : undefined;
	});
	return paragraphs.includes(undefined) ? undefined : paragraphs.join('\n\n');
}

const docOf = (value: string) => ({
	type: 'doc',
	content: value.split(/\n{2,}/).map((line) => ({
		type: 'paragraph',
		...(line === '' ? {} : { content: [{ type: 'text', text: line }] }),
	})),
});
