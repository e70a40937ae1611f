import type { FieldFacts } from '../protocol.js';
import { make } from './controls/dom.js';
import { controlOf, type Field, type Form } from './field.js';
import type { Opened } from './history.js';
import { frontNames } from './problems.js';

type Values = Record<string, unknown>;

const hidden = new Set(['_uid', 'component', '_editable', 'fieldtype']);

/** Shows the fields of a story. */
export function createForm(form: Form): HTMLElement[] {
	const { opened, onChange } = form;
	const set = (next: unknown) => {
		opened.name = next as Opened['name'];
		onChange();
	};
	const name = { ...fieldOf(form, 'Story name', { types: [], text: 'line' }, {}, []), set };
	return [
		withNote(controlOf(name, opened.name), 'A story needs a name.'),
		...fieldsOf(form, opened.content),
		...frontFields(form),
	];
}

/** Shows the tags and the date of the first publication, which are the same in all languages. */
function frontFields(form: Form): HTMLElement[] {
	const { front, saved } = form.opened;
	if (saved.lang !== 'default') return [];
	const used = new Set(form.state.stories.flatMap((story) => story.front.tag_list ?? []));
	const suggested = [...used].sort().map((value) => ({ value, label: value }));
	const tags = fieldOf(form, 'tag_list', { types: ['string[]'], suggested }, front, []);
	const date = fieldOf(form, 'first_published_at', { types: [], text: 'date' }, front, []);
	const value = front['first_published_at'];
	// The file may state the time, too, which stays.
	const [day, time] = typeof value === 'string' ? [value.slice(0, 10), value.slice(10)] : [value, ''];
	const set = (next: unknown) => date.set(isDay(next) ? next + time.replace(midnight, '') : next || null);
	return [
		controlOf({ ...tags, name: frontNames.tag_list }, front['tag_list']),
		controlOf({ ...date, name: frontNames.first_published_at, set }, day),
	];
}

const midnight = /^T00:00:00.000Z$/;
const isDay = (value: unknown): value is string => typeof value === 'string' && value.length === 10;

function fieldsOf(form: Form, values: Values): HTMLElement[] {
	const described = form.state.fields[String(values['component'])] ?? {};
	const names = [...new Set([...Object.keys(values), ...Object.keys(described)])].filter(
		(one) => !hidden.has(one),
	);
	return names.map((name) => {
		const facts = described[name] ?? { types: [] };
		const element = controlOf(fieldOf(form, name, facts, values, names), values[name]);
		element.dataset['field'] = name;
		if (facts.isNeverEmpty) withNote(element, `All others of the kind have a ${name}.`);
		if (values === form.opened.content && isInherited(form.opened, name))
			element.append(make('small', { className: 'inherited', textContent: 'From the default language' }));
		return element;
	});
}

const isInherited = ({ content, saved }: Opened, name: string): boolean =>
	saved.lang !== 'default' &&
	!saved.own.includes(name) &&
	JSON.stringify(content[name]) === JSON.stringify(saved.content[name]);

/** @param names of all fields, in the order of the form, which is that of other bloks */
function fieldOf(
	form: Form,
	name: string,
	facts: FieldFacts,
	values: Values,
	names: readonly string[],
): Field {
	return {
		...{ form, facts, name: (facts.label ?? name) + (facts.isRequired ? ' (required)' : '') },
		is: (type) => facts.types.includes(type),
		fieldsOf: (inner, onChange = form.onChange) => fieldsOf({ ...form, onChange }, inner),
		set(next) {
			const isNew = !(name in values);
			values[name] = next;
			if (isNew) Object.assign(values, takeOut(values, names));
			form.onChange();
		},
	};
}

/** Removes fields from a value, and returns them in this order. */
function takeOut(values: Values, names: readonly string[]): Values {
	const taken = names.filter((name) => name in values).map((name) => [name, values[name]]);
	for (const name of names) delete values[name];
	return Object.fromEntries(taken);
}

/** Says something below a text while it is empty. */
function withNote(element: HTMLElement, sentence: string): HTMLElement {
	const box = element.querySelector<HTMLInputElement>('input[type=text], textarea');
	if (!box) return element;
	const note = make('small', { className: 'note', textContent: sentence, id: `${box.id}-note` });
	const show = () => {
		note.hidden = box.value.trim() !== '';
		if (note.hidden) box.removeAttribute('aria-describedby');
		else box.setAttribute('aria-describedby', note.id);
	};
	box.addEventListener('input', show);
	element.append(note);
	show();
	return element;
}
