import { isDeepStrictEqual } from 'node:util';
import { type Fields, isObject } from 'astro-keep/shared/json';
import { trimSlashes } from 'astro-keep/shared/text/slashes';
import { isMap, YAMLMap } from 'yaml';
import { joinSlug, splitLast } from '../folder/stories/file-name.js';
import { titleOf } from '../folder/stories/slugs.js';
import type { SpaceModel } from '../model/space-model.js';
import { asWritten, keepBlocks, spellingOf } from './as-written.js';
import { changeField, expandAliases, hasOwnForm } from './change-node.js';
import { SpaceEditError } from './files/edit-error.js';
import { type OpenedMarkdown, openMarkdown } from './files/opened-file.js';
import { createFolders, newIdentity } from './new-identity.js';
import { checkFree, checkLanguage, checkSegment, findStory } from './slugs.js';
import { type EditContext, type FilePlace, languagesOf, partPath, placeOf } from './story-files.js';

/** The changes to a story. Everything omitted stays unchanged. */
export type StoryChange = {
	/** Fields of the front matter besides `content`, such as `name` or `tag_list`. Undefined removes a field. */
	readonly frontmatter?: Readonly<Record<string, unknown>>;
	/** Fields of the content. Undefined removes a field. A new story needs its `component`. */
	readonly content?: Readonly<Record<string, unknown>>;
	/** The text below the front matter. */
	readonly body?: string;
	/** Code of the language to write. Default: the default language. */
	readonly language?: string;
	/** Writes a draft next to the published version. Default: true for stories that only have a draft. */
	readonly draft?: boolean;
};

/**
 * Writes a story, or one language of it. An unknown slug creates a story; with a slash at the end, a folder's
 * start page.
 *
 * @throws SpaceEditError if the slug cannot be a file name, or if a new story has no component
 */
export function planWrite(slug: string, change: StoryChange, context: EditContext, base?: Base): void {
	const { model } = context;
	const { language } = change;
	const place = placeFor(slug, model);
	const { path, main, isDraft, ...start } = startOf(slug, change, context);
	const { text, served } = base ?? start;
	const file = openMarkdown(text ?? '');
	for (const [key, value] of Object.entries(change.frontmatter ?? {}))
		if (!isDeepStrictEqual(file.get([key]), value)) file.set([key], value);
	if (text === undefined && language === undefined) setIdentity(file, slug, change, place, model);
	if (change.body !== undefined) file.setBody(change.body);
	setContent(file, change.content ?? {}, served, findStory(model, slug)?.draft.component, context);
	const isEmpty = file.keys().length === 0 && file.body === '';
	const printed = text === undefined && isEmpty ? undefined : file.print();
	// A draft without a change is no draft.
	const isNeeded = printed !== undefined && !(isDraft && printed === main);
	createFolders(place.directory, context);
	context.files.changes.set(path, isNeeded ? printed : null);
}

export interface Base {
	/** Undefined if the file does not exist. */
	readonly text: string | undefined;
	/** The fields of its content, as they are served. Fields that are unknown are missing. */
	readonly served: Fields;
}

/** The file to write, and what its new text starts from: its own, or that of the published version. */
export function startOf(
	slug: string,
	{ language, draft }: StoryChange,
	{ files, model }: EditContext,
): Base & { path: string; main: string | undefined; isDraft: boolean } {
	checkLanguage(language, model);
	const place = placeFor(slug, model);
	const [draftPath, mainPath] = [true, false].map((isDraft) => partPath(place, { language, isDraft })) as [
		string,
		string,
	];
	const [own, main] = [files.read(draftPath), files.read(mainPath)];
	const isLive = main !== undefined && openMarkdown(main).get(['published']) !== false;
	const isOnlyDraft = own !== undefined && main === undefined;
	// What is not published needs no draft beside it.
	const isDraft =
		draft === undefined ? isOnlyDraft : draft && (own !== undefined || main === undefined || isLive);
	const isFromDraft = isDraft && own !== undefined;
	const story = findStory(model, slug);
	const edition = isFromDraft || own === undefined ? story?.draft : isLive ? story?.published : undefined;
	const content = language === undefined ? edition?.content : edition?.translations.get(language)?.content;
	return {
		...{ path: isDraft ? draftPath : mainPath, main, isDraft },
		...{ text: isFromDraft ? own : main, served: content?.() ?? {} },
	};
}

function setIdentity(
	file: OpenedMarkdown,
	slug: string,
	{ content }: StoryChange,
	place: FilePlace,
	model: SpaceModel,
): void {
	if (typeof content?.component !== 'string') {
		throw new SpaceEditError(
			`There is no story ${JSON.stringify(slug)} yet. Set \`content\` with a \`component\` to create it.`,
		);
	}
	const identity = newIdentity('story', joinSlug(place.directory, place.base), model);
	for (const [key, value] of Object.entries(identity)) if (!file.has([key])) file.set([key], value);
	if (!file.has(['name'])) file.set(['name'], titleOf(trimSlashes(slug).split('/').at(-1) ?? slug));
}

/** Sets fields of the content. The field of the text below the front matter is written there, unless the front matter has it. */
function setContent(
	file: OpenedMarkdown,
	content: Fields,
	served: Fields,
	component: unknown,
	context: EditContext,
): void {
	const { document } = file;
	const changed = Object.entries(content).filter(([name, value]) => !isDeepStrictEqual(served[name], value));
	if (changed.length === 0) return;
	const spelling = spellingOf(document.toString(), file.get(['verbatim']) === true, context.model);
	const found = document.getIn(['content'], true);
	const map = isMap(found) ? found : new YAMLMap();
	const { body = 'body' } = spelling.fieldsOf(content['component'] ?? component);
	expandAliases(
		document,
		changed.map(([name]) => map.get(name, true)),
	);
	for (const [name, value] of changed) {
		const place = { document, spelling, component, name };
		const text = name === body ? asWritten(value, component, name, spelling) : undefined;
		const hasText = file.body.trim() !== '';
		const isWritten = typeof text === 'string';
		const isFree = map.get(body) === '' || (isWritten && hasOwnForm(map, place));
		const isBelow = map.has(body) ? !hasText && isFree : hasText || isWritten;
		if (name === body && isBelow) {
			file.setBody(!isWritten ? '' : isObject(value) ? keepBlocks(file.body, text, spelling) : text);
			map.delete(body);
			// No text at all would stand for that of the default language.
			if (file.body.trim() !== '' || value === undefined) continue;
		}
		changeField(map, served[name], value, place);
	}
	if (map !== found && map.items.length > 0) document.set('content', map);
}

/** The place of a story, or of a new one. */
export function placeFor(slug: string, model: SpaceModel): FilePlace {
	const story = findStory(model, slug);
	if (story) return placeOf(story, model);
	const languages = languagesOf(model);
	if (slug.endsWith('/')) return { directory: directoryOf(model, slug, languages), base: 'index' };
	const [parent, base] = splitLast(trimSlashes(slug));
	return { directory: directoryAt(model, parent, languages), base: checkSegment(base, languages) };
}

/** The directory of a folder, by its full slug. For a new folder, the one to create. */
export const directoryOf = (model: SpaceModel, fullSlug: string, languages: readonly string[]): string =>
	directoryAt(model, trimSlashes(fullSlug), languages);

function directoryAt(model: SpaceModel, slug: string, languages: readonly string[]): string {
	if (slug === '') return '';
	const folder = model.folders.find(({ fullSlug }) => fullSlug === slug);
	if (folder) return folder.path;
	checkFree(slug, model);
	const [parent, name] = splitLast(slug);
	return joinSlug(directoryAt(model, parent, languages), checkSegment(name, languages));
}
