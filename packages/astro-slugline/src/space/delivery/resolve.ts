import { type Fields, isObject, textOf } from 'astro-keep/shared/json';
import { badRequest } from '../http/answers.js';
import type { Story } from '../model/space-model.js';
import type { Catalog, Reading } from './catalog.js';
import { serveLink } from './links.js';
import type { Parameters } from './parameters.js';
import { type ServedStory, serveStory } from './serve-story.js';

/** Number of stories that a response includes. Beyond it, only their uuids are included. */
const limits = { relations: 50, stories: 50, links: 500 };

/**
 * What `resolve_relations`, `resolve_links`, and `resolve_assets` add to a response. Uuids in the content
 * stay, and stories that the request cannot read are omitted.
 *
 * @throws {RefusedRequest} for an invalid parameter
 */
export function resolve(
	served: readonly ServedStory[],
	parameters: Parameters,
	reading: Reading,
	catalog: Catalog,
): Record<string, unknown> {
	// As of the API: related stories are never those of a release.
	const outside = { ...reading, release: undefined };
	const find = (uuid: string): ServedStory | undefined => {
		const story = catalog.byUuid(uuid);
		return story && serveStory(story, outside, catalog);
	};
	const contents = served.map(({ content }) => content);
	return {
		...relations(contents, parameters, find),
		...links(contents, parameters, reading, catalog, find),
		...(parameters.flag('resolve_assets') ? { assets: assetsIn(contents) } : {}),
	};
}

type Find = (uuid: string) => ServedStory | undefined;

/**
 * The stories that the content refers to, and then those that they refer to. Above the limit, the second
 * level is omitted unless requested.
 */
function relations(
	contents: readonly unknown[],
	parameters: Parameters,
	find: Find,
): Record<string, unknown> {
	const fields = new Set(parameters.list('resolve_relations'));
	if (fields.size === 0) return { rels: [] };
	for (const field of fields) {
		if (!/^[^.]+\.[^.]+$/.test(field))
			throw badRequest('resolve_relations must be a list of component.field');
	}
	const deep = parameters.integer('resolve_level', { min: 1, max: 2 }) === 2;
	const { first, both } = findAll(contents, (content) => relationsIn(content, fields), find);
	const rels = deep || both.size <= limits.relations ? both : first;
	return rels.size > limits.relations ? { rel_uuids: [...rels.keys()] } : { rels: [...rels.values()] };
}

const linkModes: Readonly<Record<string, 'story' | 'url' | 'link' | undefined>> = {
	story: 'story',
	url: 'url',
	link: 'link',
	'1': 'story',
	'0': undefined,
};

function links(
	contents: readonly unknown[],
	parameters: Parameters,
	reading: Reading,
	catalog: Catalog,
	find: Find,
): Record<string, unknown> {
	const asked = parameters.text('resolve_links') ?? '0';
	if (!Object.hasOwn(linkModes, asked)) throw badRequest('resolve_links must be story, url or link');
	const mode = linkModes[asked];
	if (mode === undefined) return { links: [] };
	const level = parameters.integer('resolve_links_level', { min: 1, max: 2 }) ?? 1;
	const { first, both } = findAll(contents, linksIn, find);
	const found = level === 2 ? both : first;
	if (found.size > (mode === 'story' ? limits.stories : limits.links))
		return { link_uuids: [...found.keys()] };
	return {
		links: [...found.values()].flatMap((story) => {
			const source = catalog.byUuid(story.uuid);
			return source ? [linkItem(mode, story, source, reading, catalog)] : [];
		}),
	};
}

/** The stories that contents name, and these with those that they name themselves. */
function findAll(contents: readonly unknown[], uuidsIn: (content: unknown) => string[], find: Find) {
	const add = (contents: readonly unknown[], known?: ReadonlyMap<string, ServedStory>) => {
		const found = new Map(known);
		for (const uuid of contents.flatMap(uuidsIn)) {
			const story = found.has(uuid) ? undefined : find(uuid);
			if (story) found.set(uuid, story);
		}
		return found;
	};
	const first = add(contents);
	const named = [...first.values()].map(({ content }) => content);
	return { first, both: add(named, first) };
}

function linkItem(
	mode: 'story' | 'url' | 'link',
	served: ServedStory,
	story: Story,
	reading: Reading,
	catalog: Catalog,
): unknown {
	if (mode === 'story') return served;
	const { id, uuid, slug, name, full_slug, path } = served;
	if (mode === 'url') return { id, slug, name, full_slug, url: path ?? full_slug, uuid };
	return { ...serveLink(story, reading.version, false, catalog), full_slug };
}

/** Every object in a story's content, at any depth, starting with the content itself. */
function* objectsIn(value: unknown): Iterable<Fields> {
	if (Array.isArray(value)) {
		for (const item of value) yield* objectsIn(item);
	} else if (isObject(value)) {
		yield value;
		for (const field of Object.values(value)) yield* objectsIn(field);
	}
}

/** The uuids in the given fields, `component.field`, in the order of the content. */
function relationsIn(content: unknown, fields: ReadonlySet<string>): string[] {
	const found: string[] = [];
	for (const blok of objectsIn(content)) {
		if (typeof blok.component !== 'string') continue;
		for (const [name, value] of Object.entries(blok)) {
			if (!fields.has(`${blok.component}.${name}`)) continue;
			for (const uuid of [value].flat()) if (typeof uuid === 'string' && uuid !== '') found.push(uuid);
		}
	}
	return found;
}

/** The uuids of stories that the content links to, in link fields and in rich text. */
function linksIn(content: unknown): string[] {
	const found: string[] = [];
	for (const value of objectsIn(content)) {
		if (value.fieldtype === 'multilink' && value.linktype === 'story') found.push(textOf(value.id));
		if (value.type === 'link' && isObject(value.attrs) && value.attrs.linktype === 'story') {
			found.push(textOf(value.attrs.uuid));
		}
	}
	return found.filter((uuid) => uuid !== '');
}

/** The assets with a file in the given contents, each once. */
function assetsIn(contents: Iterable<unknown>): unknown[] {
	const found = new Map<unknown, unknown>();
	for (const content of contents) {
		for (const value of objectsIn(content)) {
			if (value.fieldtype === 'asset' && textOf(value.filename) !== '') found.set(value.filename, value);
		}
	}
	return [...found.values()];
}
