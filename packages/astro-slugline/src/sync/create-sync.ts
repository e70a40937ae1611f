import type { Datasource, Link, Story } from '../wire/index.js';
import { mergeEntries } from './merge-entries.js';
import { createMeter } from './meter.js';
import type { Sync, SyncOptions } from './options.js';
import type { SourcePage } from './source.js';
import type { StoryRow, SyncedSpace } from './synced-space.js';
import { defaultLang, isShown, languagesOf, namedLanguages } from './target-rows.js';
import { textHash } from './text-hash.js';

const trim = (slug: string) => slug.replace(/^\/+|\/+$/g, '');

async function collect<Item>(pages: AsyncIterable<SourcePage<Item>>): Promise<Item[]> {
	const items: Item[] = [];
	for await (const page of pages) items.push(...page.items);
	return items;
}

/** A sync of one space. */
export function createSync(options: SyncOptions): Sync {
	const { client, version, now = Date.now } = options;
	return {
		async run(): Promise<SyncedSpace> {
			const started = now();
			const meter = createMeter(options.subscribe);
			const space = await client.currentSpace();
			const cv = version === 'published' ? space.version : null;
			const base = { version, ...(cv === null ? {} : { cv }) };
			const swept = await collect(client.links.pages({ ...base, includeDates: true, perPage: 1000 }));
			const links = [...new Map(swept.map((link) => [link.uuid, link])).values()]
				.filter((link) => isShown(link, version))
				.sort((a, b) => (a.uuid < b.uuid ? -1 : 1));
			const languages =
				options.languages ?? (space.language_codes?.length ? space.language_codes : namedLanguages(links));
			const texts = new Map<string, string>();
			const rows: StoryRow[] = [];
			const found = new Map<string, Story>();
			for (const lang of [defaultLang, ...languages]) {
				const wanted = links.filter((link) => languagesOf(link, version, languages).includes(lang));
				if (wanted.length === 0) continue;
				const language = lang === defaultLang ? {} : { language: lang };
				const pages = client.stories.pages({ ...base, ...language, perPage: 25, expected: wanted.length });
				for (const story of await collect(pages)) found.set(`${story.uuid} ${lang}`, story);
			}
			for (const link of links) {
				for (const lang of languagesOf(link, version, languages)) {
					const story = found.get(`${link.uuid} ${lang}`);
					if (story) rows.push(await rowOf(link, lang, story, texts));
				}
			}
			const summary = {
				kind: 'full' as const,
				...meter.read(),
				ms: now() - started,
				added: rows.length,
				changed: 0,
				moved: 0,
				removed: 0,
				unchanged: 0,
			};
			return {
				cv,
				space: { id: space.id, name: space.name },
				version,
				languages: [...languages],
				stamp: await textHash(JSON.stringify([links, rows])),
				links,
				rows,
				async *stories(wanted) {
					for (const row of wanted) {
						const text = texts.get(`${row.uuid} ${row.lang}`);
						if (text !== undefined) yield [row, JSON.parse(text) as Story];
					}
				},
				datasources: () => collect(client.datasources.pages({ ...base, perPage: 1000 })),
				async datasourceEntries(slug) {
					const known = await collect<Datasource>(client.datasources.pages({ ...base, perPage: 1000 }));
					const dimensions = known.find((source) => source.slug === slug)?.dimensions ?? [];
					const sweep = (dimension?: string) =>
						collect(
							client.datasourceEntries.pages({
								...base,
								perPage: 1000,
								datasource: slug,
								...(dimension === undefined ? {} : { dimension }),
							}),
						);
					const plain = await sweep();
					const byDimension = new Map(
						await Promise.all(
							dimensions.map(async ({ entry_value }) => [entry_value, await sweep(entry_value)] as const),
						),
					);
					return mergeEntries(plain, byDimension);
				},
				async matching(filter) {
					const keys = new Set<string>();
					for (const lang of [defaultLang, ...languages]) {
						const language = lang === defaultLang ? {} : { language: lang };
						const answer = await collect(client.stories.pages({ ...base, ...language, perPage: 25, filter }));
						for (const story of answer) keys.add(`${story.uuid} ${lang}`);
					}
					return keys;
				},
				summary,
			};
		},
	};
}

async function rowOf(link: Link, lang: string, story: Story, texts: Map<string, string>): Promise<StoryRow> {
	const text = JSON.stringify(story);
	texts.set(`${link.uuid} ${lang}`, text);
	return {
		uuid: link.uuid,
		lang,
		slug: trim(story.full_slug),
		defaultSlug: trim(link.slug),
		component: story.content.component,
		groupId: story.group_id,
		digest: await textHash(text),
	};
}
