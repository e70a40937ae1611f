import { fileURLToPath } from 'node:url';
import type { AstroConfig } from 'astro';
import type { DataStore } from 'astro/loaders';
import { configFile, markdownProcessors, packageDigests, readSiteModules } from 'astro-keep/content-config';
import { hashOf } from 'astro-keep/shared/node/hash';
import type { Story } from '../../wire/index.js';
import { lazyRenderer } from '../output/index.js';
import { CollectionError, wordsFor } from '../page/data/index.js';
import type { Connection } from '../session/index.js';
import { fileOf } from '../settings/index.js';

/** What an entry has in place of the story. */
export interface StoryEntry {
	/** The data of the entry, to which the collection's schema applies. */
	data: Record<string, unknown>;
	/** Markdown, which Astro's `render(entry)` shows as HTML. It is rendered with the Markdown settings of astro.config. */
	body?: string | undefined;
	/**
	 * A path relative to the site, for tools that expect the file of an entry. The file need not exist.
	 *
	 * @example 'src/content/docs/guides/start.md'
	 */
	filePath?: string | undefined;
	/** Keeps all HTML in the body, including scripts. Only for editors who may change your code. @default false */
	trusted?: boolean | undefined;
}

/** The parts of an entry beside its id and its digest. */
export type EntryParts = Omit<Parameters<DataStore['set']>[0], 'id' | 'digest'>;

export type EntryMaker = ReturnType<typeof entryMaker>;

/** Makes entries as the option `entry` of `stories()` says. */
export function entryMaker(
	collection: string,
	entry: (story: Story, id: string) => StoryEntry | Promise<StoryEntry>,
	{ options: { dataAttributes } }: { options: Pick<Connection['options'], 'dataAttributes'> },
	config: AstroConfig,
) {
	const render = lazyRenderer(config.markdown, dataAttributes);
	const root = fileURLToPath(config.root);
	const packages = packageDigests(config);
	const file = configFile(root, process.argv);
	const modules = readSiteModules(config);
	const version = hashOf(
		JSON.stringify([
			String(entry),
			modules.hash(file),
			[...modules.packages(file), ...markdownProcessors].map((name) => [...packages.of(name)]),
		]),
	);
	const partsOf = async (story: Story, id: string): Promise<StoryEntry> => {
		const parts: StoryEntry | undefined = await entry(story, id);
		if (typeof parts?.data === 'object' && parts.data !== null) return parts;
		throw new CollectionError(
			`The \`entry\` function of the collection \`${collection}\` returned no \`data\` for the story \`${story.full_slug}\`.`,
			'Return an object with `data`, such as `{ data: { title: story.name } }`.',
		);
	};
	let longest = { text: '', html: '', again: async () => '' };
	return {
		/** Changes if the same story may make another entry: with the function, astro.config, or a package of a Markdown plugin. */
		version,
		/**
		 * Whether the longest body comes out differently when it is rendered again: in the colors of code alone, or because a Markdown
		 * plugin keeps something from one text to the next, so that an entry depends on those that were made before it.
		 */
		async again(): Promise<'same' | 'colors' | 'text'> {
			const again = await longest.again();
			if (again === longest.html) return 'same';
			return withoutColors(again) === withoutColors(longest.html) ? 'colors' : 'text';
		},
		/** @throws {CollectionError} if the function returns no data or no text as the body, or if Markdown cannot be rendered */
		async make(story: Story, id: string): Promise<EntryParts> {
			const { data, body, filePath, trusted = false } = await partsOf(story, id);
			if (body === undefined) return { data, ...(filePath === undefined ? {} : { filePath }) };
			if (typeof body !== 'string')
				throw new CollectionError(
					`The \`entry\` function of the collection \`${collection}\` returned ${wordsFor(body)} as the \`body\` of the story \`${story.full_slug}\`, instead of Markdown.`,
					'Return a text, or no `body` for a story of bloks, which a page of your own can show with `<Blok>`.',
				);
			const fileURL = filePath === undefined ? undefined : fileOf(filePath, config.root);
			const { html, ...more } = await render(body, { trusted, fileURL }).catch((error: unknown) => {
				const why = error instanceof Error ? error.message : String(error);
				throw new CollectionError(
					`The body of the story \`${story.full_slug}\` in the collection \`${collection}\` cannot be rendered: ${why}.`,
					'Correct its Markdown in the editor.',
				);
			});
			const again = async () => (await render(body, { trusted, fileURL })).html;
			if (body.length > longest.text.length) longest = { text: body, html, again };
			const metadata = { ...more, imagePaths: [] };
			return { data, body, rendered: { html, metadata }, ...(filePath === undefined ? {} : { filePath }) };
		},
		/** The data alone, before the schema. */
		data: async (story: Story, id: string) => (await partsOf(story, id)).data,
		/** Remembers the digests of packages, so that the next build reads only those that changed. */
		end: () => packages.save(),
	};
}

/** HTML without the elements that highlighters write around the parts of a line. */
const withoutColors = (html: string): string => html.replaceAll(/<\/?span\b[^>]*>/g, '');
