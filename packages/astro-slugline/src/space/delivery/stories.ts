import { notFound } from '../http/answers.js';
import type { Story } from '../model/space-model.js';
import type { Catalog, Reading } from './catalog.js';
import { type Answer, type DeliveryRequest, type Parameters, pageOf, readRange } from './parameters.js';
import { resolve } from './resolve.js';
import { selectStories } from './select-stories.js';
import { type ServedStory, serveStory } from './serve-story.js';

/** `GET /v2/cdn/stories` */
export function listStories({ parameters, version, catalog }: DeliveryRequest): Answer {
	const reading = readReading(parameters, version, catalog, parameters.text('starts_with'));
	const range = readRange(parameters, 100);
	const selected = selectStories(parameters, reading, catalog);
	const { items, headers } = pageOf(selected, range);
	const stories = items.flatMap((story) => serveStory(story, reading, catalog) ?? []);
	const resolved = resolve(stories, parameters, reading, catalog);
	const body = {
		stories: stories.map((story) => trimmed(story, parameters)),
		cv: catalog.model.cv,
		...resolved,
	};
	return { body, headers };
}

/**
 * `GET /v2/cdn/stories/{full slug | id | uuid}`. A uuid needs `find_by=uuid`. The slug may start with the
 * language. A story matches by its slug in that language, and by its slug in the default language.
 */
export function oneStory({ parameters, version, catalog }: DeliveryRequest, rest: string): Answer {
	const asked = readReading(parameters, version, catalog);
	const found = find(rest, asked, catalog, parameters.text('find_by') === 'uuid');
	const contentType = parameters.text('content_type');
	const story = found && serveStory(found.story, found.reading, catalog);
	if (!found || !story || (contentType !== undefined && story.content.component !== contentType))
		throw notFound();
	const resolved = resolve([story], parameters, found.reading, catalog);
	return { body: { story: trimmed(story, parameters), cv: catalog.model.cv, ...resolved } };
}

/**
 * The language of a request: `language`, or else the first segment of `starts_with`, unless that starts with
 * `[default]/`. Unknown languages are read as the default one.
 */
function readReading(
	parameters: Parameters,
	version: Reading['version'],
	catalog: Catalog,
	startsWith?: string,
): Reading {
	const prefix = /^([^/[]+)\//.exec(startsWith ?? '')?.[1];
	const language = parameters.text('language') ?? prefix;
	return {
		version,
		// Sites pass on the editor's `_storyblok_release`, which is `undefined` without one. No release has such a number.
		release: Number(parameters.text('from_release') ?? 0),
		language: catalog.languageOf(language),
		fallback: catalog.languageOf(parameters.text('fallback_lang')),
	};
}

type Found = { readonly story: Story; readonly reading: Reading } | undefined;

function find(rest: string, reading: Reading, catalog: Catalog, isUuid: boolean): Found {
	const byId = /^\d+$/.test(rest) ? catalog.byId(Number(rest)) : undefined;
	const direct = isUuid ? catalog.byUuid(rest) : byId;
	if (direct || isUuid) return direct && { story: direct, reading };
	const { language } = reading;
	const inDefault = language === undefined ? catalog.bySlug(rest) : undefined;
	if (inDefault) return { story: inDefault, reading };
	const [first = '', ...behind] = rest.split('/');
	const places = [
		[language, rest],
		[catalog.languageOf(first), behind.join('/')],
	] as const;
	for (const [code, slug] of places) {
		const story = code === undefined ? undefined : (catalog.bySlug(slug, code) ?? catalog.bySlug(slug));
		if (story) return { story, reading: { ...reading, language: code } };
	}
	return undefined;
}

/** A story without the fields listed in `excluding_fields` (of its content) and `excluding_story_fields`. */
function trimmed(story: ServedStory, parameters: Parameters): Record<string, unknown> {
	const fields = new Set(parameters.list('excluding_fields'));
	const storyFields = new Set(parameters.list('excluding_story_fields'));
	const without = (value: object, names: ReadonlySet<string>) =>
		Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)));
	const { _uid, component } = story.content;
	const content = fields.size === 0 ? story.content : { _uid, component, ...without(story.content, fields) };
	return without({ ...story, content }, storyFields);
}
