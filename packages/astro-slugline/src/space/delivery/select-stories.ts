import { wildcardMatcher } from '../../shared/text/glob.js';
import { parseFilter } from '../filter/filter-query.js';
import { parseSortBy } from '../filter/sort-by.js';
import type { Edition, Story } from '../model/space-model.js';
import { type Catalog, editionOf, type Reading } from './catalog.js';
import type { Parameters } from './parameters.js';
import { serveStory } from './serve-story.js';

type Test = (story: Story, edition: Edition) => boolean;

/**
 * Selects stories by the parameters of a list, in the requested order. Without `sort_by`, that is the order
 * of the catalog, or with `by_uuids_ordered` that of the uuids.
 *
 * @throws {RefusedRequest} for an invalid parameter
 */
export function selectStories(parameters: Parameters, reading: Reading, catalog: Catalog): readonly Story[] {
	const tests = [
		...bySlug(parameters, reading),
		...byKey(parameters),
		...byKind(parameters),
		...byDate(parameters),
		...bySearch(parameters, reading, catalog),
		...byFilter(parameters, reading, catalog),
	];
	const uuids = new Set(parameters.list('by_uuids_ordered'));
	const all = parameters.all.has('by_uuids_ordered')
		? [...uuids].flatMap((uuid) => catalog.byUuid(uuid) ?? [])
		: catalog.stories(reading.version);
	const selected = all.filter((story) => {
		const edition = editionOf(story, reading);
		return edition !== undefined && tests.every((test) => test(story, edition));
	});
	return sorted(selected, parameters, reading, catalog);
}

function* bySlug(parameters: Parameters, reading: Reading): Iterable<Test> {
	const has = (edition: Edition, ...matches: readonly ((slug: string) => boolean)[]) =>
		slugsOf(edition, reading).some((slug) => matches.some((isMatch) => isMatch(slug)));
	const prefix = parameters.text('starts_with')?.replace(/^\[default\]\/|\*$/g, '');
	if (prefix !== undefined) yield (_, edition) => has(edition, (slug) => slug.startsWith(prefix));
	const wanted = parameters.list('by_slugs')?.map(wildcardMatcher);
	if (wanted) yield (_, edition) => has(edition, ...wanted);
	const unwanted = parameters.list('excluding_slugs')?.map(wildcardMatcher);
	if (unwanted) yield (_, edition) => !has(edition, ...unwanted);
}

/**
 * In another language, a story matches by its slug there, with and without prefix, and by its slug in the
 * default language.
 */
function slugsOf(edition: Edition, { language }: Reading): string[] {
	const translation = language === undefined ? undefined : edition.translations.get(language);
	if (!translation) return [edition.fullSlug];
	return [
		`${language}/${translation.fullSlug}`,
		translation.fullSlug,
		edition.fullSlug,
		`${language}/${edition.fullSlug}`,
	];
}

function* byKey(parameters: Parameters): Iterable<Test> {
	const setOf = (name: string) => parameters.all.has(name) && new Set(parameters.list(name));
	const [uuids, ids, excluded] = [setOf('by_uuids'), setOf('by_ids'), setOf('excluding_ids')];
	if (uuids) yield ({ uuid }) => uuids.has(uuid);
	if (ids) yield ({ id }) => ids.has(String(id));
	if (excluded) yield ({ id }) => !excluded.has(String(id));
}

function* byKind(parameters: Parameters): Iterable<Test> {
	const contentType = parameters.text('content_type');
	if (contentType !== undefined) yield (_, edition) => edition.component === contentType;
	const tags = parameters.list('with_tag');
	if (tags) yield (_, edition) => tags.some((tag) => edition.tags.includes(tag));
	const startpage = parameters.flag('is_startpage');
	if (startpage !== undefined) yield (story) => story.isStartpage === startpage;
	const level = parameters.integer('level', { min: 0 });
	if (level !== undefined) {
		yield (story, edition) => {
			const isRootOfFolder = story.isStartpage && story.folder !== null;
			return !isRootOfFolder && edition.fullSlug.split('/').length === level;
		};
	}
	// A folder has no workflow stages or experiments, so nothing matches.
	if (parameters.list('in_workflow_stages')?.length) yield () => false;
	if (parameters.flag('only_variants')) yield () => false;
}

const dates = ['published_at', 'first_published_at', 'updated_at'] as const;

const comparisons: Readonly<Record<string, (date: number, limit: number) => boolean>> = {
	gt: (date, limit) => date > limit,
	gte: (date, limit) => date >= limit,
	lt: (date, limit) => date < limit,
	lte: (date, limit) => date <= limit,
};

function* byDate(parameters: Parameters): Iterable<Test> {
	for (const name of dates) {
		for (const [suffix, holds] of Object.entries(comparisons)) {
			const limit = parameters.moment(`${name}_${suffix}`);
			if (limit === undefined) continue;
			yield (_, edition) => {
				const date = edition.dates[name];
				return date !== null && holds(Date.parse(date), limit);
			};
		}
	}
}

/** Matches if name, slug, and texts of the content contain all words of a term, in any order and case. */
function* bySearch(parameters: Parameters, reading: Reading, catalog: Catalog): Iterable<Test> {
	const words = parameters.text('search_term')?.toLowerCase().split(/\s+/);
	if (words === undefined) return;
	yield (story) => {
		const served = serveStory(story, reading, catalog);
		if (served === undefined) return false;
		const texts = textsOf([served.name, served.full_slug, served.content]).join('\n').toLowerCase();
		return words.every((word) => texts.includes(word));
	};
}

function textsOf(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, field]) =>
		name === '_editable' || name === '_uid' ? [] : textsOf(field),
	);
}

function* byFilter(parameters: Parameters, reading: Reading, { model }: Catalog): Iterable<Test> {
	const matches = parseFilter(parameters.all, {
		language: parameters.text('language'),
		version: parameters.text('version'),
		languages: model.languages.map(({ code }) => code),
		options: model.options,
	});
	if (!matches) return;
	yield (_, edition) =>
		matches({
			content: edition.content(),
			translation: (code) => {
				const translation = edition.translations.get(code);
				return reading.version === 'draft' || translation?.published ? translation?.content() : undefined;
			},
		});
}

function sorted(
	stories: readonly Story[],
	parameters: Parameters,
	reading: Reading,
	catalog: Catalog,
): readonly Story[] {
	const sortBy = parameters.text('sort_by');
	const isSearch = parameters.text('search_term') !== undefined;
	if (sortBy === undefined && !isSearch) return stories;
	const order = parseSortBy(sortBy ?? 'full_slug:asc,name:asc,position:asc');
	return stories
		.flatMap((story) => {
			const served = serveStory(story, reading, catalog);
			return served ? [{ story, served }] : [];
		})
		.sort((a, b) => order(a.served, b.served))
		.map(({ story }) => story);
}
