import { isObject } from 'astro-keep/shared/json';
import type { EditorState, FieldFacts } from '../protocol.js';
import { bloks } from './bloks.js';
import { options, references, story } from './controls/choices.js';
import { asList, button, fieldset, labelled, make, type Take } from './controls/dom.js';
import { link } from './controls/link.js';
import { check, date, isDate, line, lines, marked, number } from './controls/texts.js';
import type { Opened } from './history.js';
import { isTwoVersions, type TwoVersions } from './merge.js';
import { isUnread, problemOf } from './problems.js';
import { richText } from './rich-text/field.js';

type Values = Record<string, unknown>;

/** The form of a story: what its controls need, and whom they tell. */
interface Form {
	state: EditorState;
	opened: Opened;
	onChange: () => void;
	/** Shows the form again, after a choice that changes its controls. */
	showAgain: () => void;
}

/** A field in the form: its description, and the function that stores a new value. */
interface Field {
	form: Form;
	name: string;
	facts: FieldFacts;
	is(type: string): boolean;
	set: Take<unknown>;
}

const hidden = new Set(['_uid', 'component', '_editable', 'fieldtype']);

/** Shows the fields of a story. The control of a field depends on its values in the whole space, and on its own value. */
export function createForm(form: Form): HTMLElement[] {
	const { opened, onChange } = form;
	const nameBox = line(opened.name, (next) => {
		opened.name = next;
		onChange();
	});
	return [
		withNote(labelled('Story name', nameBox), 'A story needs a name.'),
		...fieldsOf(form, opened.content),
	];
}

function fieldsOf(form: Form, values: Values): HTMLElement[] {
	const described = form.state.fields[String(values['component'])] ?? {};
	const names = [...new Set([...Object.keys(values), ...Object.keys(described)])].filter(
		(one) => !hidden.has(one),
	);
	return names.map((name) => {
		const facts = described[name] ?? { types: [] };
		const element = controlOf(fieldOf(form, name, facts, values, names), values[name]);
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
		...{ form, name, facts },
		is: (type) => facts.types.includes(type),
		set(next) {
			const isNew = !(name in values);
			values[name] = next;
			if (isNew) Object.assign(values, takeOut(values, names));
			form.onChange();
		},
	};
}

function controlOf(field: Field, value: unknown): HTMLElement {
	const { name, set } = field;
	if (isTwoVersions(value)) return versions(field, value);
	if (value === undefined || value === null || value === '') return emptyField(field) ?? textField(field, '');
	if (typeof value === 'boolean') return labelled(name, check(value, set));
	if (typeof value === 'number') return labelled(name, number(value, set));
	if (typeof value === 'string') return textField(field, value);
	if (Array.isArray(value)) return listField(field, value);
	return objectField(field, value as Values);
}

/** Shows two versions of a field side by side, to choose one. */
function versions(field: Field, value: TwoVersions): HTMLElement {
	const { name, set, form } = field;
	const version = (label: string, one: unknown) => {
		const shown = make('div', { inert: true }, controlOf({ ...field, set: () => {} }, one));
		const choose = () => {
			set(one);
			form.showAgain();
		};
		return make('div', {}, shown, button(label, choose, `${label} of ${name}`));
	};
	const both = [
		version('My version', value['editor:mine']),
		version('Their version', value['editor:theirs']),
	];
	const why = make('p', { className: 'note', textContent: value.why });
	return fieldset(name, why, make('div', { className: 'versions' }, ...both));
}

/** The control for an empty field, which depends on its values in other stories; undefined for a text. */
function emptyField(field: Field): HTMLElement | undefined {
	const { name, facts, is, set } = field;
	if (is('boolean')) return labelled(name, check(false, set));
	if (is('number')) return labelled(name, number(undefined, set));
	if (is('RichTextField')) return objectField(field, { type: 'doc', content: [] });
	if (is('LinkField')) return objectField(field, { fieldtype: 'multilink', linktype: 'url' });
	if (is('AssetField')) return objectField(field, { fieldtype: 'asset' });
	return facts.types.some((type) => type.endsWith('[]')) ? listField(field, []) : undefined;
}

function textField({ form, name, facts, is, set }: Field, value: string): HTMLElement {
	if (is('Uuid')) return labelled(name, story(form.state.stories, value, set));
	const isTime = facts.text === 'time' || /[ T]/.test(value);
	if ((facts.text === 'date' || facts.text === 'time') && isDate(value))
		return labelled(name, date(value, isTime, set));
	if (facts.text === 'markdown') {
		const { box, bar } = marked(name, value, set);
		return labelled(name, box, bar);
	}
	const isLong = facts.text === 'lines' || value.includes('\n') || value.length > 80;
	return labelled(name, isLong ? lines(value, set) : line(value, set, facts.values));
}

function listField({ form, name, facts, is, set }: Field, value: unknown[]): HTMLElement {
	const { stories } = form.state;
	if (isBloks(value) || facts.types.some((type) => type.includes('Bloks['))) {
		const own = [...facts.types.join().matchAll(/Bloks\[['"]([^'"]+)['"]\]/g)].map(([, one = '']) => one);
		const names = [...new Set([...own, ...nestedIn(form.state)])];
		const contentOf = (values: Values) => fieldsOf(form, values);
		return bloks({ field: name, list: value, names, fieldsOf: contentOf, onChange: () => set(value) });
	}
	const areTexts = value.every((one) => typeof one === 'string');
	if (is('Uuid[]') && areTexts) return references(name, stories, value as string[], set);
	if (areTexts && (value.length > 0 || is('string[]')))
		return options(name, value as string[], facts.values ?? [], set);
	return source(name, value, set);
}

function objectField(field: Field, value: Values): HTMLElement {
	const { form, name, set } = field;
	if (isUnread(value)) return source(name, value, set);
	if (value['fieldtype'] === 'asset')
		return parts(field, value, { filename: 'File', alt: 'Alternative text', title: 'Title' });
	if (value['fieldtype'] === 'multilink') return link(name, value, form.state.stories, () => set(value));
	if (typeof value['component'] === 'string') return blok(field, value);
	if (value['type'] === 'doc') return rich(field, value);
	if (typeof value['plugin'] === 'string') return plugin(field, value);
	return source(name, value, set);
}

/** Shows a single blok that is the value of a field. */
function blok({ form, name }: Field, value: Values): HTMLElement {
	const group = fieldset(name, ...fieldsOf(form, value));
	group.dataset['uid'] = String(value['_uid']);
	return group;
}

/** Names of the bloks that are no content types. */
const nestedIn = ({ fields, contentTypes }: EditorState): string[] =>
	Object.keys(fields).filter((name) => !contentTypes.includes(name));

/** Rich text as it looks, or as JSON if it has something that the editor does not know. */
function rich(field: Field, doc: Values): HTMLElement {
	const { form, name, set } = field;
	const { stories } = form.state;
	const bloksOf = (list: unknown[], onChange: () => void) =>
		bloks({
			field: name,
			list,
			names: nestedIn(form.state),
			fieldsOf: (values) => fieldsOf({ ...form, onChange }, values),
			onChange,
		});
	const why = make('small', { className: 'note' });
	const show = (value: unknown) => {
		why.textContent = problemOf(value) ?? '';
	};
	const take = (next: Values) => {
		set(next);
		show(next);
	};
	const box = richText({ name, doc, stories, set: take, bloks: bloksOf });
	if (!box) return source(name, doc, set);
	show(doc);
	box.append(why);
	return box;
}

/** Shows the texts in a plugin's value, such as the title and description for search engines. */
function plugin(field: Field, value: Values): HTMLElement {
	const texts = Object.keys(value).filter(
		(one) => typeof value[one] === 'string' && !/^(?:plugin$|_)/.test(one),
	);
	return parts(field, value, Object.fromEntries(texts.map((one) => [one, one])));
}

/** Shows texts in an object, by their labels. */
function parts({ name, set }: Field, value: Values, labels: Record<string, string>): HTMLElement {
	const rows = Object.entries(labels).map(([part, label]) => {
		const text = String(value[part] ?? '');
		const take = (next: string) => set(Object.assign(value, { [part]: next }));
		return labelled(label, text.length > 80 ? lines(text, take) : line(text, take));
	});
	return fieldset(name, ...rows);
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

/** A value as JSON. Text that is not valid JSON is kept as typed, and the story cannot be saved. */
function source(name: string, value: unknown, set: Take<unknown>): HTMLElement {
	const why = make('small', { className: 'note', textContent: isUnread(value) ? value.why : '' });
	const text = isUnread(value) ? value['editor:text'] : JSON.stringify(value, null, 2);
	const box = lines(text, (next) => {
		const read = readJson(next);
		why.textContent = isUnread(read) ? read.why : '';
		set(read);
	});
	return labelled(`${name} (JSON)`, box, why);
}

function readJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch (error) {
		return { 'editor:text': text, why: `This is not JSON. ${String(error).replace(/^\w*Error: /, '')}.` };
	}
}

const isBloks = (value: unknown): boolean =>
	asList(value).length > 0 &&
	asList(value).every((one) => isObject(one) && typeof one['component'] === 'string');
