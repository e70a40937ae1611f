import { type Fields, isObject } from 'astro-keep/shared/json';
import type { FileLine } from '../files/folder-error.js';
import type { StoryFile, TranslationFile } from '../files/story-file.js';
import type { ReadFile, StoryGroup } from './story-group.js';

/** The fields that one file of a story states. */
export interface WrittenFile {
	file: string;
	/** The same for all files of a story. */
	story: string;
	component: string;
	fields: Fields;
	/** The text below the front matter. */
	body: string;
	/** The fields of the story besides its content. */
	front: StoryFile | TranslationFile;
	/** For a translation: its language, and the fields in the default one. */
	translates?: { language: string; from: Fields };
	/** The place of a field in the file. */
	at(place: readonly PropertyKey[]): FileLine;
}

/**
 * The files of a story, except those that serve their content unchanged.
 *
 * @param bodyOf the field that has the text below the front matter, by component
 */
export function writtenFiles(group: StoryGroup, bodyOf: (component: string) => string): WrittenFile[] {
	const component = String(group.first.front.content['component']);
	const fieldsOf = ({ front, text }: ReadFile<StoryFile | TranslationFile>): Fields =>
		text.body === '' ? (front.content ?? {}) : { ...front.content, [bodyOf(component)]: text.body };
	const from = fieldsOf(group.first);
	const written = (
		read: ReadFile<StoryFile | TranslationFile> | undefined,
		language?: string,
	): WrittenFile[] => {
		if (!read || read.front.verbatim) return [];
		const at: WrittenFile['at'] = (place) => read.text.at(['content', ...place]);
		const translates = language === undefined ? {} : { translates: { language, from } };
		const { file, front, text } = read;
		const fields = fieldsOf(read);
		return [{ file, story: group.key, component, fields, body: text.body, front, at, ...translates }];
	};
	const translations = [...group.translations].flatMap(([code, { main, draft }]) => [
		...written(main, code),
		...written(draft, code),
	]);
	return [...written(group.main), ...written(group.draft), ...translations];
}

/** A warning for each text that begins with MDX code. */
export const codeOfMdx = (files: readonly WrittenFile[]): string[] =>
	files.flatMap(({ file, body }) =>
		/^(?:import\b.* from ['"]|import ['"]|export const )/.test(body)
			? `${file}: The text begins with MDX code, which pages show as it is, because a story is plain Markdown. Remove the code.`
			: [],
	);

/** A field of a story or of a blok in it. */
export interface Field {
	component: string;
	name: string;
	value: unknown;
	/** The fields of its blok. */
	blok: Fields;
	place: readonly (string | number)[];
}

export type FieldUses = ReadonlyMap<string, readonly { story: string; value: unknown; blok: Fields }[]>;

/** The fields of the default language, by component and name. */
export function fieldsByComponent(files: readonly WrittenFile[]): ReadonlyMap<string, FieldUses> {
	const all = files.flatMap(({ component, fields, translates, story }) =>
		translates ? [] : [...fieldsIn(component, fields)].map((field) => ({ ...field, story })),
	);
	const byComponent = Map.groupBy(all, ({ component }) => component);
	return new Map([...byComponent].map(([type, uses]) => [type, Map.groupBy(uses, ({ name }) => name)]));
}

/** The places of bloks with a content type, that of stories too, or of assets with the address of a file. @example ['blog/hello.md:7:7'] */
export const blokPlaces = (files: readonly WrittenFile[], type: string): string[] =>
	files.flatMap(({ file, at, component, fields }) =>
		[...fieldsIn(component, fields)].flatMap(({ name, value, place }) => {
			const given = isObject(value) ? (value['asset'] ?? value['filename']) : value;
			if (given !== type || (name !== 'component' && !/\.\w+$/.test(type))) return [];
			const { line, column } = at(place);
			return `${file}:${line}:${column}`;
		}),
	);

export const isBlok = (value: unknown): value is Fields =>
	isObject(value) && typeof value['component'] === 'string';
export const isBlokList = (value: unknown): boolean => Array.isArray(value) && value.some(isBlok);

/** The fields of a blok, and of all bloks in it. */
export function* fieldsIn(component: string, fields: Fields, at: Field['place'] = []): Generator<Field> {
	for (const [name, value] of Object.entries(fields)) {
		const place = [...at, name];
		yield { component, name, value, blok: fields, place };
		yield* bloksIn(value, place);
	}
}

function* bloksIn(value: unknown, place: Field['place']): Generator<Field> {
	if (isBlok(value)) yield* fieldsIn(String(value['component']), value, place);
	else if (Array.isArray(value))
		for (const [at, item] of value.entries()) yield* bloksIn(item, [...place, at]);
	else if (isObject(value))
		for (const [name, inner] of Object.entries(value)) yield* bloksIn(inner, [...place, name]);
}
