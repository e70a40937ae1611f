import { markdownOf, meaningOf } from '../../shared/rich-text/markdown-of.js';
import { richTextOf } from '../../shared/rich-text/rich-text.js';
import { trimSlashes } from '../../shared/text/slashes.js';
import type { EditorState, FieldFacts } from '../protocol.js';
import { bloks } from './bloks.js';
import { options, references, story } from './choices.js';
import { asList, fieldset, isObject, labelled, make, type Take } from './dom.js';
import type { Opened } from './history.js';
import { link } from './link.js';
import { check, date, isDate, line, lines, marked, number } from './texts.js';

type Values = Record<string, unknown>;

/** A field in the form: its value, its description, and the function that stores a new value. */
interface Field {
	name: string;
	value: unknown;
	facts: FieldFacts;
	is(type: string): boolean;
	set: Take<unknown>;
}

const hidden = new Set(['_uid', 'component', '_editable', 'fieldtype']);

/** Shows the fields of a story. The control of a field depends on its values in the whole space, and on its own value. */
export function createForm(state: EditorState, opened: Opened, onChange: () => void): HTMLElement[] {
	const { content, saved } = opened;
	const isInherited = (name: string): boolean =>
		saved.lang !== 'default' &&
		!saved.own.includes(name) &&
		JSON.stringify(content[name]) === JSON.stringify(saved.content[name]);
	const nameBox = line(opened.name, (next) => {
		opened.name = next;
		onChange();
	});
	const uuids = new Map(state.stories.map(({ slug, uuid }) => [trimSlashes(slug), uuid]));
	const links = {
		has: (slug: string) => uuids.has(slug),
		resolve(slug: string) {
			const uuid = uuids.get(slug);
			if (uuid === undefined) throw new Error(`There is no story ${slug}.`);
			return uuid;
		},
		slugOf: (uuid: unknown) => [...uuids].find(([, one]) => one === uuid)?.[0],
	};
	return [withNote(labelled('Name', nameBox), 'A story needs a name.'), ...fieldsOf(content)];

	function fieldsOf(values: Values): HTMLElement[] {
		const described = state.fields[String(values['component'])] ?? {};
		const names = [...new Set([...Object.keys(values), ...Object.keys(described)])].filter(
			(one) => !hidden.has(one),
		);
		return names.map((field) => {
			const facts = described[field] ?? { types: [] };
			const element = fieldOf(field, values, facts, names);
			if (facts.isNeverEmpty) withNote(element, `All others of the kind have a ${field}.`);
			if (values === content && isInherited(field))
				element.append(make('small', { className: 'inherited', textContent: 'From the default language' }));
			return element;
		});
	}

	function fieldOf(name: string, values: Values, facts: FieldFacts, names: readonly string[]): HTMLElement {
		const value = values[name];
		const field: Field = {
			...{ name, value, facts },
			is: (type) => facts.types.includes(type),
			set(next) {
				const isNew = !(name in values);
				values[name] = next;
				// In the order of the form, which is that of other bloks.
				if (isNew) Object.assign(values, takeOut(values, names));
				onChange();
			},
		};
		if (value === undefined || value === null || value === '')
			return emptyField(field) ?? textField(field, '');
		if (typeof value === 'boolean') return labelled(name, check(value, field.set));
		if (typeof value === 'number') return labelled(name, number(value, field.set));
		if (typeof value === 'string') return textField(field, value);
		if (Array.isArray(value)) return listField(field, value);
		return objectField(field, value as Values);
	}

	/** The control for an empty field, which depends on its values in other stories; undefined for a text. */
	function emptyField({ name, facts, is, set }: Field): HTMLElement | undefined {
		if (is('boolean')) return labelled(name, check(false, set));
		if (is('number')) return labelled(name, number(undefined, set));
		if (is('RichTextField')) return richText(name, { type: 'doc', content: [] }, set);
		if (is('LinkField')) return linkField(name, { fieldtype: 'multilink', linktype: 'url' }, set);
		if (is('AssetField')) return asset(name, { fieldtype: 'asset' }, set);
		const isList = facts.types.some((type) => type.endsWith('[]'));
		return isList ? listField({ name, value: [], facts, is, set }, []) : undefined;
	}

	function textField({ name, facts, is, set }: Field, value: string): HTMLElement {
		if (is('Uuid')) return labelled(name, story(state.stories, value, set));
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

	function listField({ name, facts, is, set }: Field, value: unknown[]): HTMLElement {
		const { types } = facts;
		if (isBloks(value) || types.some((type) => type.includes('Bloks['))) {
			const own = [...types.join().matchAll(/Bloks\[['"]([^'"]+)['"]\]/g)].map(([, one = '']) => one);
			const names = [...new Set([...own, ...Object.keys(state.fields)])];
			return bloks({ field: name, list: value, names, fieldsOf, onChange: () => set(value) });
		}
		const areTexts = value.every((one) => typeof one === 'string');
		if (is('Uuid[]') && areTexts) return references(name, state.stories, value as string[], set);
		if (areTexts && (value.length > 0 || is('string[]')))
			return options(name, value as string[], facts.values ?? [], set);
		return json(name, value, set);
	}

	function objectField({ name, set }: Field, value: Values): HTMLElement {
		if (value['fieldtype'] === 'asset') return asset(name, value, set);
		if (value['fieldtype'] === 'multilink') return linkField(name, value, set);
		if (typeof value['component'] === 'string') return blok(name, value);
		if (value['type'] === 'doc') return richText(name, value, set);
		if (typeof value['plugin'] === 'string') return plugin(name, value, set);
		return json(name, value, set);
	}

	/** Shows a single blok that is the value of a field. */
	function blok(name: string, value: Values): HTMLElement {
		const group = fieldset(name, ...fieldsOf(value));
		group.dataset['uid'] = String(value['_uid']);
		return group;
	}

	function linkField(name: string, value: Values, set: Take<unknown>): HTMLElement {
		return link(name, value, state.stories, () => set(value));
	}

	function richText(name: string, doc: Values, set: Take<unknown>): HTMLElement {
		const text = markdownOf(doc, links);
		if (text === undefined) return json(name, doc, set);
		const blocks = new Map(asList(doc['content']).map((block) => [meaningOf(block), block]));
		const docOf = (next: string) => ({
			...doc,
			// A block without a change keeps its attributes.
			content: richTextOf(next, links).content?.map((block) => blocks.get(meaningOf(block)) ?? block),
		});
		const { box, bar } = marked(name, text, parsing(docOf, set));
		return labelled(name, box, bar);
	}

	function asset(name: string, value: Values, set: Take<unknown>): HTMLElement {
		return parts(name, value, { filename: 'File', alt: 'Alternative text', title: 'Title' }, set);
	}

	/** Shows the texts in a plugin's value, such as the title and description for search engines. */
	function plugin(name: string, value: Values, set: Take<unknown>): HTMLElement {
		const texts = Object.keys(value).filter(
			(one) => typeof value[one] === 'string' && !/^(?:plugin|_uid)$/.test(one),
		);
		return parts(name, value, Object.fromEntries(texts.map((one) => [one, one])), set);
	}

	function parts(
		name: string,
		value: Values,
		labels: Record<string, string>,
		set: Take<unknown>,
	): HTMLElement {
		const rows = Object.entries(labels).map(([part, label]) => {
			const text = String(value[part] ?? '');
			const take = (next: string) => set(Object.assign(value, { [part]: next }));
			return labelled(label, text.length > 80 ? lines(text, take) : line(text, take));
		});
		return fieldset(name, ...rows);
	}
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

const json = (name: string, value: unknown, set: Take<unknown>): HTMLElement =>
	labelled(`${name} (JSON)`, lines(JSON.stringify(value, null, 2), parsing(JSON.parse, set)));

/** Sets what a text stands for, or says at the control why it stands for nothing. */
const parsing =
	(parse: (text: string) => unknown, set: Take<unknown>) => (text: string, box: HTMLTextAreaElement) => {
		let problem = '';
		try {
			set(parse(text));
		} catch (error) {
			problem = String(error).replace(/^\w*Error: /, '');
		}
		box.setCustomValidity(problem);
		box.reportValidity();
	};

const isBloks = (value: unknown): boolean =>
	asList(value).length > 0 &&
	asList(value).every((one) => isObject(one) && typeof one['component'] === 'string');
