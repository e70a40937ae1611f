import { isObject } from 'astro-keep/shared/json';
import type { EditorState, FieldFacts } from '../protocol.js';
import { bloks } from './bloks.js';
import { choice, options, references, story } from './controls/choices.js';
import { asList, button, fieldset, labelled, make, type Take } from './controls/dom.js';
import { file, takeDropped } from './controls/files.js';
import { link } from './controls/link.js';
import { ordered } from './controls/ordered.js';
import { check, date, isDate, line, lines, marked, number } from './controls/texts.js';
import type { Opened } from './history.js';
import { isTwoVersions, type TwoVersions } from './merge.js';
import { isUnread, problemOf } from './problems.js';
import { richText } from './rich-text/field.js';
import { source } from './source.js';

type Values = Record<string, unknown>;

/** The form of a story: what its controls need, and whom they tell. */
export interface Form {
	state: EditorState;
	opened: Opened;
	onChange: () => void;
	/** Shows the form again, after a choice that changes its controls. */
	showAgain: () => void;
}

/** A field in the form: its description, and the function that stores a new value. */
export interface Field {
	form: Form;
	name: string;
	facts: FieldFacts;
	is(type: string): boolean;
	/** Shows the fields of a blok in it. */
	fieldsOf(values: Values, onChange?: () => void): HTMLElement[];
	set: Take<unknown>;
}

/** The control of a field. It depends on the field's values in the whole space, and on its own value. */
export function controlOf(field: Field, value: unknown): HTMLElement {
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
	const [[mine], [theirs]] = value['editor:versions'];
	const both = [version('My version', mine), version('Their version', theirs)];
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
	const { values = [], isStrict = false } = facts;
	if (is('Uuid')) return labelled(name, story(form.state, value, set, facts.contentTypes));
	if (isStrict) return labelled(name, choice(values, value, set));
	const isTime = facts.text === 'time' || /[ T]/.test(value);
	if ((facts.text === 'date' || facts.text === 'time') && isDate(value))
		return labelled(name, date(value, isTime, set));
	if (facts.text === 'markdown') {
		const { box, bar } = marked(name, value, set);
		return labelled(name, box, bar);
	}
	const isLong = facts.text === 'lines' || value.includes('\n') || value.length > 80;
	return labelled(name, isLong ? lines(value, set) : line(value, set, values));
}

function listField(field: Field, value: unknown[]): HTMLElement {
	const { form, name, facts, is, set, fieldsOf } = field;
	const { values = [], suggested = [], isStrict = false } = facts;
	if (isBloks(value) || facts.types.some((type) => type.includes('Bloks['))) {
		const own = [...facts.types.join().matchAll(/Bloks\[['"]([^'"]+)['"]\]/g)].map(([, one = '']) => one);
		const names = isStrict ? own : [...new Set([...own, ...nestedIn(form.state)])];
		return bloks({ field: name, list: value, names, fieldsOf, onChange: () => set(value) });
	}
	if (value.every(isAsset) && (value.length > 0 || is('AssetField[]')))
		return assets(field, value as Values[]);
	const areTexts = value.every((one) => typeof one === 'string');
	if (is('Uuid[]') && areTexts)
		return references(name, form.state, value as string[], set, facts.contentTypes);
	if (areTexts && (value.length > 0 || isStrict || is('string[]')))
		return options({ name, chosen: value as string[], values, suggested, isStrict, set });
	return source(name, value, set);
}

function objectField(field: Field, value: Values): HTMLElement {
	const { form, name, set } = field;
	if (isUnread(value)) return source(name, value, set);
	if (isAsset(value)) return asset(field, value);
	if (value['fieldtype'] === 'multilink') return link(name, value, form.state, () => set(value));
	if (typeof value['component'] === 'string') return blok(field, value);
	if (value['type'] === 'doc') return rich(field, value);
	if (typeof value['plugin'] === 'string') return plugin(field, value);
	return source(name, value, set);
}

/** Shows the file of an asset, and its texts. */
function asset(field: Field, value: Values): HTMLFieldSetElement {
	const take = (filename: string) => field.set(Object.assign(value, { filename }));
	const box = file('File', String(value['filename'] ?? ''), field.form.state, take);
	return fieldset(field.name, box, ...parts(field, value, { alt: 'Alternative text', title: 'Title' }));
}

/** Shows assets in order. A file that is dropped beside them is added. */
function assets(field: Field, list: Values[]): HTMLElement {
	const onChange = () => field.set(list);
	const nameOf = (_: Values, place: number) => `${field.name} ${place + 1}`;
	const adder = button('Add', () => add({ fieldtype: 'asset' }), `Add to ${field.name}`);
	const { items, add } = ordered({
		...{ list, nameOf, adder, onChange },
		show: (value, place) => asset({ ...field, name: nameOf(value, place), set: onChange }, value),
	});
	const group = fieldset(field.name, items, adder);
	takeDropped(group, (filename) => add({ fieldtype: 'asset', filename }));
	return group;
}

/** Shows a single blok that is the value of a field. */
function blok({ name, fieldsOf }: Field, value: Values): HTMLElement {
	const group = fieldset(name, ...fieldsOf(value));
	group.dataset['uid'] = String(value['_uid']);
	return group;
}

/** Names of the bloks that are no content types. */
const nestedIn = ({ fields, contentTypes }: EditorState): string[] =>
	Object.keys(fields).filter((name) => !contentTypes.includes(name));

/** Rich text as it looks, or as JSON if it has something that the editor does not know. */
function rich(field: Field, doc: Values): HTMLElement {
	const { name, set, fieldsOf } = field;
	const { state } = field.form;
	const bloksOf = (list: unknown[], onChange: () => void) => {
		const contentOf = (values: Values) => fieldsOf(values, onChange);
		return bloks({ field: name, list, names: nestedIn(state), fieldsOf: contentOf, onChange });
	};
	const why = make('small', { className: 'note' });
	const show = (value: unknown) => {
		why.textContent = problemOf(value) ?? '';
	};
	const take = (next: Values) => {
		set(next);
		show(next);
	};
	const box = richText({ name, doc, state, set: take, bloks: bloksOf });
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
	return fieldset(field.name, ...parts(field, value, Object.fromEntries(texts.map((one) => [one, one]))));
}

/** Shows texts in an object, by their labels. */
const parts = ({ set }: Field, value: Values, labels: Record<string, string>): HTMLElement[] =>
	Object.entries(labels).map(([part, label]) => {
		const text = String(value[part] ?? '');
		const take = (next: string) => set(Object.assign(value, { [part]: next }));
		return labelled(label, text.length > 80 ? lines(text, take) : line(text, take));
	});

const isAsset = (value: unknown): boolean => isObject(value) && value['fieldtype'] === 'asset';

const isBloks = (value: unknown): boolean =>
	asList(value).length > 0 &&
	asList(value).every((one) => isObject(one) && typeof one['component'] === 'string');
