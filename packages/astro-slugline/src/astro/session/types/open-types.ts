import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { AstroConfig, HookParameters } from 'astro';
import { parsedJson } from 'astro-keep/shared/json';
import { replaceFile } from 'astro-keep/shared/node/replace-file';
import { readSealed, writeSealed } from 'astro-keep/shared/node/sealed-file';
import { isIn } from 'astro-keep/shared/text/slashes';
import { z } from 'zod';
import type { StoryRow, SyncedSpace } from '../../../sync/index.js';
import { writeTypes } from '../../../types/index.js';
import type { Options } from '../../settings/index.js';
import { type TypesSource, typesSource } from './content-source.js';

type InjectTypes = HookParameters<'astro:config:done'>['injectTypes'];

/** The file with the types of one space, which follows its content. */
export type ContentTypes = ReturnType<typeof openTypes>;

const cacheSchema = z.object({
	/** The key of the source that the facts are from. */
	key: z.string(),
	/** What the declarations were written for, and the declarations. */
	state: z.string(),
	text: z.string(),
	/** The digests of stories by their facts, as JSON. Equal facts are common. */
	digests: z.record(z.string(), z.array(z.string())),
});

/** The facts of stories by their digests, as JSON of a list. */
type FactsByDigest = Map<string, string>;

const factsIn = (json: string | undefined): string[] => JSON.parse(json ?? '[]');

/** The types of an integration's space, for `astro:config:done`. */
export function openTypes(options: Options, { cacheDir, root, i18n }: AstroConfig, injectTypes: InjectTypes) {
	const declarations = injectDeclarations(injectTypes);
	const file = new URL(`slugline/types-${options.id}.json`, cacheDir);
	const locales = (i18n?.locales ?? []).flatMap((locale) =>
		typeof locale === 'string' ? locale : [locale.path, ...locale.codes],
	);
	const folders = new Set<string>();
	let last: string | undefined;
	let work: Promise<void> = Promise.resolve();

	const write = async (space: SyncedSpace): Promise<void> => {
		// Opened for each write, so that dev notices a changed file.
		const source = await typesSource(options, root);
		const values = await valuesOf(space, source.datasources);
		const languages = ['default', ...space.languages, ...locales, options.defaultLanguage ?? 'default'];
		const parts = [source.key, space.stamp, space.space.name, [...folders].sort(), [...values], languages];
		const state = JSON.stringify(parts);
		if (state === last) return;
		const { data } = cacheSchema.safeParse(parsedJson(String(readSealed(file) ?? '')));
		let text = data?.state === state ? data.text : undefined;
		if (text === undefined) {
			const facts = await factsNow(space, source, data?.key === source.key ? data.digests : {});
			source.check?.(notedStories(space, facts));
			const notes = new Set([...new Set(facts.values())].flatMap(factsIn));
			text = writeTypes(source.types(notes, values), {
				space: options.id,
				folders: folderTypes(space.rows, folders),
				languages,
				from: source.name(space),
			});
			const digests = Object.groupBy(facts.keys(), (digest) => facts.get(digest) ?? '');
			await writeSealed(file, JSON.stringify({ key: source.key, state, text, digests }));
		}
		const existing = await readFile(declarations, 'utf8').catch(() => undefined);
		if (existing !== text) await replaceFile(declarations, text);
		last = state;
	};

	return {
		/** Registers the folder of a collection, so that the types list the content types in it. */
		folder: (start: string) => void folders.add(start),
		/** Writes the types of a synced space if they have changed. Reads only new and changed stories. */
		write(space: SyncedSpace): Promise<void> {
			work = work.catch(() => {}).then(() => write(space));
			return work;
		},
	};
}

/**
 * The file that the site's TypeScript reads. Astro writes injected types after its loaders have run, so the injected file only
 * refers to ours next to it, which is written as soon as the content is known.
 */
function injectDeclarations(injectTypes: InjectTypes): URL {
	const named = injectTypes({ filename: 'types.d.ts', content: '/// <reference path="./content.d.ts" />\n' });
	const declarations = new URL('content.d.ts', named);
	if (!existsSync(declarations)) {
		mkdirSync(new URL('.', declarations), { recursive: true });
		writeFileSync(declarations, 'export {};\n');
	}
	return declarations;
}

function* notedStories(space: SyncedSpace, facts: FactsByDigest): Generator<[string, readonly string[]]> {
	for (const { digest, defaultSlug, lang } of space.rows) {
		yield [lang === 'default' ? defaultSlug : `${defaultSlug} (${lang})`, factsIn(facts.get(digest))];
	}
}

/** The facts of all current stories. Stories with previous facts are not read again. */
async function factsNow(
	space: SyncedSpace,
	source: TypesSource,
	digests: Readonly<Record<string, readonly string[]>>,
): Promise<FactsByDigest> {
	const previous = new Map(
		Object.entries(digests).flatMap(([facts, of]) => of.map((digest) => [digest, facts] as const)),
	);
	const now: FactsByDigest = new Map();
	const unread: StoryRow[] = [];
	for (const row of space.rows) {
		const facts = previous.get(row.digest);
		if (facts === undefined) unread.push(row);
		else now.set(row.digest, facts);
	}
	for await (const [row, story] of space.stories(unread))
		now.set(row.digest, JSON.stringify([...source.notesOf(story.content)].sort()));
	return now;
}

/** The values of the datasources that the space has, by slug. */
async function valuesOf(space: SyncedSpace, slugs: readonly string[]): Promise<Map<string, string[]>> {
	const existing = slugs.length > 0 ? await space.datasources() : [];
	const values = new Map<string, string[]>();
	for (const { slug } of existing) {
		const entries = slugs.includes(slug) ? await space.datasourceEntries(slug) : [];
		const found = entries.map(({ value }) => value);
		if (found.length > 0) values.set(slug, found);
	}
	return values;
}

/** The content types of the stories in these folders, and in each folder at the top level. */
function folderTypes(rows: readonly StoryRow[], folders: ReadonlySet<string>): Map<string, Set<string>> {
	const types = new Map([...folders].map((start) => [start, new Set<string>()]));
	const atTop = Map.groupBy(rows, ({ defaultSlug }) => `${defaultSlug.split('/', 1)[0]}/`);
	for (const [start, inside] of atTop)
		if (inside.some(({ defaultSlug }) => defaultSlug.startsWith(start)))
			types.set(start, new Set(inside.map(({ component }) => component)));
	for (const { defaultSlug, component } of folders.size > 0 ? rows : []) {
		for (const start of folders) {
			if (isIn(defaultSlug, start)) types.get(start)?.add(component);
		}
	}
	return types;
}
