import { isObject } from 'astro-keep/shared/json';
import { nearest } from 'astro-keep/shared/text/named';
import { z } from 'zod';
import type { KnownFields } from '../../model/space-model.js';
import { SpaceFolderError } from '../files/folder-error.js';
import { storyFileSchema, translationFileSchema } from '../files/story-file.js';
import { isShortForm, shortForms } from './short-forms.js';
import {
	type Field,
	type FieldUses,
	fieldsByComponent,
	fieldsIn,
	isBlok,
	isBlokList,
	type WrittenFile,
} from './written-fields.js';

/**
 * Mistakes that show nothing on pages instead of failing: text where other stories have bloks or rich text, items of such a list that
 * are no bloks, empty translations of a text, fields of the story in its content, and misspelled fields. Without definitions, they are
 * compared with other stories. One sentence each, with the place in the file.
 *
 * @param types `content_types` of space.yaml
 * @param known the fields of components, where they are defined
 */
export function silentMistakes(
	files: readonly WrittenFile[],
	types: ContentTypes,
	known?: KnownFields,
): string[] {
	const all = files.map((file) => ({ file, fields: [...fieldsIn(file.component, file.fields)] }));
	const withBloks = new Set(
		all.flatMap(({ fields }) => fields.filter(({ value }) => isBlokList(value)).map(keyOf)),
	);
	const inDefault = fieldsByComponent(files);
	return all.flatMap(({ file, fields }) =>
		fields.flatMap((field) => {
			const problems = withBloks.has(keyOf(field)) ? noBloks(field) : emptyTranslation(field, file);
			if (known?.has(field.component))
				problems.push(...misspelled(field, known, (meant) => `. Did you mean \`${meant}\`?`));
			else if (file.translates)
				problems.push(
					...misspelled(
						field,
						inDefault,
						(meant) => ` in the default language, but \`${meant}\`. One of them is misspelled.`,
					),
				);
			else problems.push(...onlyHere(field, file.story, inDefault.get(field.component)));
			problems.push(...nearShortForm(field), ...ofStory(field, file, known, inDefault));
			if (!types[field.component]?.richtext?.includes(field.name))
				problems.push(...otherKindOfText(field, inDefault.get(field.component)));
			return problems.map(({ place, sentence }) => {
				const { line, column } = file.at(place);
				return `${file.file}:${line}:${column}: ${sentence}`;
			});
		}),
	);
}

type ContentTypes = Readonly<
	Record<string, { references?: readonly string[]; richtext?: readonly string[] }>
>;

/** Names under `content_types` of space.yaml that probably mean another type or field. One that no story has yet is no mistake. */
export function misspelledTypes(
	files: readonly WrittenFile[],
	types: ContentTypes,
	defined: KnownFields = new Map(),
): string[] {
	const known = fieldsByComponent(files);
	const others = [...known.keys(), ...defined.keys()].filter((type) => !Object.hasOwn(types, type));
	return Object.entries(types).flatMap(([type, { references = [], richtext = [] }]) => {
		const fields = known.get(type);
		const other = fields || defined.has(type) ? undefined : nearest(type, others);
		if (other !== undefined)
			return `space.yaml: \`content_types\` names \`${type}\`, but no story or blok has this component. Did you mean \`${other}\`?`;
		return [...references, ...richtext].flatMap((name) => {
			const meant = fields?.has(name) ? undefined : nearest(name, [...(fields?.keys() ?? [])]);
			if (meant === undefined) return [];
			return `space.yaml: \`content_types\` names \`${name}\`, but no \`${type}\` has this field. Did you mean \`${meant}\`?`;
		});
	});
}

const keyOf = ({ component, name }: Field): string => JSON.stringify([component, name]);

interface Mistake {
	place: Field['place'];
	sentence: string;
}

function noBloks({ component, name, value, place }: Field): Mistake[] {
	if (typeof value === 'string' && value.trim() !== '') {
		const sentence = `\`${name}\` is text, but other stories have bloks in this field of \`${component}\`, so pages do not show it. Write a list of bloks.`;
		return [{ place, sentence }];
	}
	return (Array.isArray(value) ? value : []).flatMap((item, at) => {
		if (isBlok(item)) return [];
		const near = isObject(item) ? Object.keys(item).find((key) => nearest(key, ['component'])) : undefined;
		const advice = near && near !== 'component' ? `Rename \`${near}\` to \`component\`.` : 'Add it.';
		const sentence = `An item of \`${name}\` has no \`component\`, so pages do not show it. ${advice}`;
		return [{ place: [...place, at], sentence }];
	});
}

/**
 * An error for each file that is published although its content says that it is a draft.
 *
 * @param front what errors name the folder with
 */
export const exposedDrafts = (
	files: readonly WrittenFile[],
	known: KnownFields | undefined,
	front: string,
): SpaceFolderError[] =>
	files.flatMap(({ file, component, fields, front: stated, at }) =>
		Object.entries({ draft: true, published: false }).flatMap(([name, hidden]) => {
			const isField = fields[name] !== hidden || known?.get(component)?.has(name);
			if (isField || Object.hasOwn(stated, 'published') || file.endsWith('.draft.md')) return [];
			const sentence = `\`${name}\` below \`content:\` does not hide the story. Write \`published: false\` at the top level, above \`content:\`, or \`published: true\` there if \`${name}\` is a field of \`${component}\`.`;
			return new SpaceFolderError(front + file, at([name]), sentence);
		}),
	);

/** Fields that contents have as often as stories. */
const sharedNames = new Set(['name', 'content', 'extra', 'link', 'id']);

const publicationDates = new Set(['first_published_at', 'published_at']);

/** A field of the story that is in its content instead, and that is no field of the component, or of the content of another story. */
function ofStory(
	{ component, name, value, blok, place }: Field,
	{ story, front, translates }: WrittenFile,
	known: KnownFields | undefined,
	inDefault: ReadonlyMap<string, FieldUses>,
): Mistake[] {
	const isStated = Object.hasOwn(front, name) || known?.get(component)?.has(name);
	if (place.length > 1 || isStated || sharedNames.has(name)) return [];
	const { shape }: z.ZodObject = translates ? translationFileSchema : storyFileSchema;
	const uses = inDefault.get(component)?.get(name) ?? [];
	const stories = new Set(uses.map((use) => use.story)).add(story).size;
	const isUsual = stories > 1 && !known?.has(component);
	// Once for a type: content hardly has such dates of its own.
	const isFirstDate = publicationDates.has(name) && uses[0]?.blok === blok;
	if (isUsual && !isFirstDate) return [];
	if (!Object.hasOwn(shape, name) || !z.safeParse(shape[name] ?? z.never(), value).success) return [];
	const all = isUsual ? ` in ${stories} stories` : '';
	const sentence = `\`${name}\` below \`content:\`${all} is not that of the story, but a field of \`${component}\`. Move it to the top level, above \`content:\`, if it is meant for the story.`;
	return [{ place, sentence }];
}

type FieldNames = ReadonlyMap<string, Pick<ReadonlySet<string>, 'has' | 'keys'>>;

function misspelled(
	{ component, name, place }: Field,
	known: FieldNames | undefined,
	endWith: (meant: string) => string,
): Mistake[] {
	const fields = known?.get(component);
	const isKnown = !fields || fields.has(name) || name === 'component' || name.startsWith('_');
	const meant = isKnown ? undefined : nearest(name, [...fields.keys()]);
	if (meant === undefined) return [];
	return [{ place, sentence: `\`${component}\` has no field \`${name}\`${endWith(meant)}` }];
}

/**
 * A field that only one story has, if its blok lacks a field of a similar name that several bloks have. Fields whose values are of
 * another kind, such as `image` and `images`, and those that differ in a number are not compared.
 */
function onlyHere(
	{ component, name, value, blok, place }: Field,
	story: string,
	known: FieldUses = new Map(),
): Mistake[] {
	if (name.startsWith('_') || known.get(name)?.some((use) => use.story !== story)) return [];
	const alike = [...known].filter(
		([other, uses]) =>
			uses.length > 1 &&
			!Object.hasOwn(blok, other) &&
			numbersIn(other) === numbersIn(name) &&
			uses.every((use) => kindOf(use.value) === kindOf(value)),
	);
	const meant = nearest(
		name,
		alike.map(([other]) => other),
	);
	if (meant === undefined) return [];
	const sentence = `Only this story has \`${name}\` in \`${component}\`, where \`${meant}\` is usual. Did you mean \`${meant}\`?`;
	return [{ place, sentence }];
}

const numbersIn = (name: string): string => name.replace(/\D+/g, ' ');
const kindOf = (value: unknown): string => (Array.isArray(value) ? 'list' : typeof value);

/** A map that would be the short form of a link, an asset, or rich text, if the name of its text were spelled right. */
function nearShortForm({ value, place }: Field): Mistake[] {
	if (!isObject(value) || isBlok(value)) return [];
	const names = Object.keys(value);
	for (const kind of shortForms) {
		const wrong = names.find(
			(name) => name !== kind && nearest(name, [kind]) && typeof value[name] === 'string',
		);
		if (
			wrong === undefined ||
			!isShortForm(
				kind,
				names.map((name) => (name === wrong ? kind : name)),
			)
		)
			continue;
		const sentence = `\`${wrong}\` makes no ${kind === 'richtext' ? 'rich text' : kind}, so pages do not show it. Did you mean \`${kind}\`?`;
		return [{ place: [...place, wrong], sentence }];
	}
	return [];
}

const kindOfText = (value: unknown): string | undefined => {
	if (typeof value === 'string' && value.trim() !== '') return 'text';
	const isRich = isObject(value) && (isShortForm('richtext', Object.keys(value)) || value['type'] === 'doc');
	return isRich ? 'rich text' : undefined;
};

/** Rich text where most stories have text, or the other way around: components show one of them as `[object Object]`, or nothing. */
function otherKindOfText({ component, name, value, place }: Field, known: FieldUses = new Map()): Mistake[] {
	const kind = kindOfText(value);
	const kinds = (known.get(name) ?? []).flatMap((use) => kindOfText(use.value) ?? []);
	const [other] = kinds.filter((one) => one !== kind);
	const others = kinds.filter((one) => one === other).length;
	const isUsual = others * 2 < kinds.length || (others * 2 === kinds.length && kind === 'text');
	if (kind === undefined || other === undefined || isUsual) return [];
	const sentence = `\`${name}\` is ${kind}, but other stories have ${other} in this field of \`${component}\`, so pages show it wrong. Write ${other}.`;
	return [{ place, sentence }];
}

function emptyTranslation({ name, value, place }: Field, { translates }: WrittenFile): Mistake[] {
	const before = translates?.from[name];
	if (!translates || place.length > 1 || value !== '' || typeof before !== 'string' || before.trim() === '')
		return [];
	const sentence = `\`${name}\` is empty in the language \`${translates.language}\`, so pages in it show nothing there. Translate it, or remove the line to show the default language.`;
	return [{ place, sentence }];
}
